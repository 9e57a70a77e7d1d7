"""A second model of the contracts, in Boolean algebra, that shares no code with `byteperm.isa`.

`byteperm.isa` shifts words about. Here every bit of a result is a Boolean expression of source and
selector bits, as in a circuit: an OR over the choices of (this one is chosen AND its bit is set). The
``prmt`` modes are not tables of selectors but their arithmetic definitions.

A *plane* is an int that holds one bit for each of many calls, call k at bit k. A word in planes is a
list of 32 of them, least significant bit first. The expressions are the same for one call and for
65,536, and evaluating all selectors at once is what makes an exhaustive check quick in pure Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

Planes = list[int]

#: The source byte for result byte ``n`` at control ``c``, for each mode. Source: the PTX ISA, ``prmt``.
MODE_INDEX: dict[str, Callable[[int, int], int]] = {
    "f4e": lambda n, c: (n + c) & 7,
    "b4e": lambda n, c: (c - n) & 7,
    "rc8": lambda n, c: c,
    "ecl": max,
    "ecr": min,
    "rc16": lambda n, c: (n & 1) | (c & 1) << 1,
}


def to_planes(words: Sequence[int]) -> Planes:
    """Turn unsigned 32-bit words into 32 planes, word k at bit k of each.

    >>> to_planes([1, 3])[:3]
    [3, 2, 0]
    """
    text = "".join(map("{:032b}".format, reversed(words)))
    return [int(text[31 - bit :: 32] or "0", 2) for bit in range(32)]


def from_planes(planes: Planes, calls: int) -> list[int]:
    """Turn 32 planes back into words.

    >>> from_planes(to_planes([7, 0x80000000]), 2)
    [7, 2147483648]
    """
    columns = [f"{plane:0{calls}b}" for plane in reversed(planes)]
    return [int("".join(bits), 2) for bits in zip(*columns, strict=True)][::-1]


def byte_perm_planes(x: Planes, y: Planes, s: Planes, ones: int) -> Planes:
    """Compute ``__byte_perm`` for many calls.

    Args:
        x: first operands, in planes.
        y: second operands, in planes.
        s: selectors, in planes.
        ones: a plane with every call's bit set.
    """
    source = x + y
    return [
        _any_of((chosen & source[8 * byte + bit] for byte, chosen in enumerate(_decode(s[4 * n : 4 * n + 3], ones))))
        for n in range(4)
        for bit in range(8)
    ]


def prmt_planes(x: Planes, y: Planes, s: Planes, ones: int, mode: str = "default") -> Planes:
    """Compute ``prmt.b32{.mode}`` for many calls.

    Args:
        x: first operands, in planes.
        y: second operands, in planes.
        s: selectors or controls, in planes.
        ones: a plane with every call's bit set.
        mode: ``default`` or a key of `MODE_INDEX`.

    Raises:
        KeyError: the mode is unknown.
    """
    if mode != "default":
        return _mode_planes(x + y, _decode(s[:2], ones), MODE_INDEX[mode])
    copied = byte_perm_planes(x, y, s, ones)
    result: Planes = []
    for n in range(4):
        sign, top = s[4 * n + 3], copied[8 * n + 7]
        result += [plane & (ones ^ sign) | top & sign for plane in copied[8 * n : 8 * n + 8]]
    return result


def v_perm_planes(s0: Planes, s1: Planes, sel: Planes, ones: int) -> Planes:
    """Compute ``v_perm_b32`` for many calls.

    Args:
        s0: first operands (source bytes 4-7), in planes.
        s1: second operands (source bytes 0-3), in planes.
        sel: selectors, in planes.
        ones: a plane with every call's bit set.
    """
    source = s1 + s0
    result: Planes = []
    for n in range(4):
        chosen = _decode(sel[8 * n : 8 * n + 4], ones)
        above = _any_of(sel[8 * n + 4 : 8 * n + 8])
        signs = _any_of(chosen[8 + k] & source[16 * k + 15] for k in range(4))
        full = above | _any_of(chosen[13:])
        for bit in range(8):
            copied = _any_of(chosen[byte] & source[8 * byte + bit] for byte in range(8))
            result.append((copied | signs) & (ones ^ above) | full)
    return result


def byte_perm(x: int, y: int, s: int) -> int:
    """Compute ``__byte_perm(x, y, s)`` for one call of unsigned words.

    >>> hex(byte_perm(0x7600A914, 0x069F34C5, 0x3104))
    '0x76a914c5'
    """
    return _one(byte_perm_planes(to_planes([x]), to_planes([y]), to_planes([s]), 1))


def prmt(x: int, y: int, s: int, mode: str = "default") -> int:
    """Compute ``prmt.b32{.mode}`` for one call of unsigned words.

    >>> hex(prmt(0x33221100, 0x77665544, 0, "b4e"))
    '0x55667700'
    """
    return _one(prmt_planes(to_planes([x]), to_planes([y]), to_planes([s]), 1, mode))


def v_perm(s0: int, s1: int, sel: int) -> int:
    """Compute ``v_perm_b32`` for one call of unsigned words.

    >>> hex(v_perm(0x88776655, 0x44332211, 0x05040100))
    '0x66552211'
    """
    return _one(v_perm_planes(to_planes([s0]), to_planes([s1]), to_planes([sel]), 1))


def _decode(bits: Planes, ones: int) -> Planes:
    """Return, for each value that the bits can have, the calls in which they have it: a line decoder."""
    lines = [ones]
    for bit in bits:
        lines = [line & (ones ^ bit) for line in lines] + [line & bit for line in lines]
    return lines


def _any_of(planes: Sequence[int] | Iterator[int]) -> int:
    union = 0
    for plane in planes:
        union |= plane
    return union


def _mode_planes(source: Planes, chosen: Planes, index: Callable[[int, int], int]) -> Planes:
    return [
        _any_of(chosen[control] & source[8 * index(n, control) + bit] for control in range(4))
        for n in range(4)
        for bit in range(8)
    ]


def _one(planes: Planes) -> int:
    return from_planes(planes, 1)[0]
