"""A permute with a constant selector as shifts and masks, for languages without a byte permute.

Bytes that move by the same distance move together, so that a byte swap has four terms and a rotation two.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from byteperm.emit.pyfamily import Writer, hexadecimal
from byteperm.isa import WORD_MASK
from byteperm.program.model import Step


@dataclass(frozen=True, slots=True)
class Terms:
    """What is joined by ``or`` to a permute's result.

    Args:
        copies: by the word and the bits that it moves left, the bytes of the result that it fills.
        signs: by the word and the number of its byte, the bytes of the result that its top bit fills.
        constant: the bytes that constant operands give.
    """

    copies: dict[tuple[str, int], int]
    signs: dict[tuple[str, int], int]
    constant: int


def terms(step: Step) -> Terms:
    """Split a permute with a constant selector.

    >>> terms(Step("t0", "prmt", ("x", 0x14, 0x4103))).constant
    335544320
    """
    copies: dict[tuple[str, int], int] = defaultdict(int)
    signs: dict[tuple[str, int], int] = defaultdict(int)
    constant, selector = 0, step.args[2]
    assert isinstance(selector, int)
    for place in range(4):
        number = selector >> 4 * place & 0xF
        word, byte, filled = step.args[number >> 2 & 1], number & 3, 0xFF << 8 * place
        if isinstance(word, int):
            value = word >> 8 * byte & 0xFF
            constant |= filled & WORD_MASK * (value >> 7) if number & 8 else value << 8 * place
        elif number & 8:
            signs[word, byte] |= filled
        else:
            copies[word, 8 * (place - byte)] |= filled
    return Terms(dict(copies), dict(signs), constant)


def shifted_text(step: Step, write: Writer) -> str:
    """Write a permute as shifts and masks, in the precedence that C, Rust and Python share.

    >>> shifted_text(Step("t0", "prmt", ("x", 0, 0x4421)), str)
    '(x >> 8) & 0xFFFF'
    >>> shifted_text(Step("t0", "prmt", ("x", 0, 0x9180)), str)
    '((x << 8) & 0xFF0000) | ((x & 0xFF) << 24)'
    """
    split = terms(step)
    texts = [_copy(write(word), left, mask) for (word, left), mask in split.copies.items()]
    texts += [_sign(write(word), byte, mask) for (word, byte), mask in split.signs.items()]
    if split.constant:
        texts.append(hexadecimal(split.constant))
    if len(texts) == 1:
        return texts[0]
    return " | ".join(f"({text})" if " " in text else text for text in texts)


def _copy(word: str, left: int, mask: int) -> str:
    if left > 0:
        # Masked before the shift: a language whose numbers have no end must not keep what is shifted out.
        return f"({word} & {hexadecimal(mask >> left)}) << {left}"
    moved = f"{word} >> {-left}" if left else word
    if mask == WORD_MASK >> -left:
        return moved
    return f"({moved}) & {hexadecimal(mask)}" if left else f"{moved} & {hexadecimal(mask)}"


def _sign(word: str, byte: int, mask: int) -> str:
    return f"(({word} >> {8 * byte + 7}) & 1) * {hexadecimal(mask)}"
