"""Planted mistakes: for each cause, a call and what would be seen, worked out without the diagnosis.

The formulas below are arithmetic on words, so that they share nothing with the readings and lanes that
the product reasons with.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from byteperm.isa import MODE_SELECTORS, byte_perm, prmt, v_perm


@dataclass(frozen=True)
class Plant:
    """A call as the user gives it, operand values, and the word that the mistake makes of it.

    ``redo`` carries the mistake out for other operand values, to compare causes on every input.
    """

    kind: str
    call: str
    values: Mapping[str, int]
    actual: int
    redo: Callable[[int, int], int] = field(repr=False)
    seen: int = 0


def bswap(word: int) -> int:
    return int.from_bytes(word.to_bytes(4, "little"), "big")


def halves(word: int) -> int:
    return (word << 16 | word >> 16) & 0xFFFFFFFF


def nibbles(number: int) -> list[int]:
    return [number >> 4 * n & 15 for n in range(4)]


def from_nibbles(numbers: list[int]) -> int:
    return sum(number << 4 * n for n, number in enumerate(numbers))


def renumber(selector: int, rule: Callable[[int], int]) -> int:
    return from_nibbles([rule(n & 7) for n in nibbles(selector)])


def _field_changed(selector: int, rng: random.Random) -> int:
    place = 4 * rng.randrange(4)
    return (selector & ~(7 << place)) | rng.randrange(8) << place


def _byte_perm_plants(rng: random.Random, s: int, h1: int) -> dict[str, Callable[[int, int], int]]:
    digits = f"{s:04x}"
    packed = sum(n << 3 * place for place, n in enumerate(nibbles(s)))
    other = rng.randrange(0x8000) & 0x7777
    changed = _field_changed(s, rng)
    plants: dict[str, Callable[[int, int], int]] = {
        "grouping": lambda x, y: byte_perm(x, y, packed),
        "octal": lambda x, y: byte_perm(x, y, int(digits, 8)),
        "decimal": lambda x, y: byte_perm(x, y, int(digits)),
        "fields_reversed": lambda x, y: byte_perm(x, y, int(digits[::-1], 16)),
        "print_order": lambda x, y: bswap(byte_perm(x, y, s)),
        "operands_exchanged": lambda x, y: byte_perm(y, x, s),
        "operand_swapped": rng.choice(
            [
                lambda x, y: byte_perm(bswap(x), y, s),
                lambda x, y: byte_perm(x, bswap(y), s),
                lambda x, y: byte_perm(bswap(x), bswap(y), s),
            ]
        ),
        "halves": rng.choice(
            [
                lambda x, y: halves(byte_perm(x, y, s)),
                lambda x, y: byte_perm(halves(x), y, s),
                lambda x, y: byte_perm(x, halves(y), s),
                lambda x, y: byte_perm(halves(x), halves(y), s),
            ]
        ),
        "bytes_in_halves": lambda x, y: halves(bswap(byte_perm(x, y, s))),
        "wrong_index": lambda x, y: byte_perm(x, y, changed),
        "wrong_word": rng.choice([lambda x, y: byte_perm(h1, y, s), lambda x, y: byte_perm(x, h1, s)]),
        "numbering": rng.choice(
            [
                lambda x, y: byte_perm(x, y, renumber(s, lambda n: n ^ 3)),
                lambda x, y: byte_perm(x, y, renumber(s, lambda n: 7 - n)),
                lambda x, y: byte_perm(x, y, renumber(s, lambda n: (n + 7) % 8)),
            ]
        ),
        "stale": rng.choice([lambda x, y: byte_perm(x, y, other), lambda x, y: x, lambda x, y: y, lambda x, y: h1]),
        "bytewise": rng.choice(
            [lambda x, y: v_perm(y, x, s), lambda x, y: v_perm(x, y, s)],
        ),
    }
    return plants | {"_other": lambda x, y: other}


def plants_for(rng: random.Random, x: int, y: int, h1: int) -> list[Plant]:
    """Plant every mistake once, in calls with a random selector."""
    s = rng.randrange(0x10000) & 0x7777
    made = _byte_perm_plants(rng, s, h1)
    other = made.pop("_other")(0, 0)
    text = f"__byte_perm(a, h[0], {s:#06x})"
    values = {"a": x, "h[0]": y, "h[1]": h1}
    found = [
        Plant(
            kind,
            f"{text}; t = __byte_perm(a, h[0], {other:#06x});" if kind == "stale" else text,
            values,
            byte_perm(x, y, s),
            redo,
        )
        for kind, redo in made.items()
    ]
    found += (
        _spelled(rng, values, x, y)
        + _bit3(rng, values, x, y)
        + _modes(rng, values, x, y)
        + _scattered(rng, values, x, y)
    )
    found.append(_wide(rng, values, x, y))
    return [Plant(p.kind, p.call, p.values, p.actual, p.redo, p.redo(x, y)) for p in found]


def _spelled(rng: random.Random, values: Mapping[str, int], x: int, y: int) -> list[Plant]:
    """Plant calls whose literal someone takes for something else, and shows what that would give."""
    fields = [rng.randrange(8) for _ in range(4)]
    intended = from_nibbles(fields)
    bits = "'".join(f"{number:03b}" for number in reversed(fields))
    digits = f"{intended:04x}"
    spellings = {"grouping": (f"0b{bits}", int(bits.replace("'", ""), 2)), "octal": (f"0{digits}", int(digits, 8))}
    if intended >= 0x1000:
        spellings["decimal"] = (digits, int(digits))

    def redo(a: int, b: int) -> int:
        return byte_perm(a, b, intended)

    return [
        Plant(kind, f"__byte_perm(a, h[0], {literal})", values, byte_perm(x, y, number), redo)
        for kind, (literal, number) in spellings.items()
    ]


def _bit3(rng: random.Random, values: Mapping[str, int], x: int, y: int) -> list[Plant]:
    s = rng.randrange(0x10000) | 8 << 4 * rng.randrange(4)
    zeroed = [None if n & 8 else n for n in nibbles(s)]

    def zero_bytes(a: int, b: int) -> int:
        both = b << 32 | a
        return sum((both >> 8 * n & 0xFF) << 8 * place for place, n in enumerate(zeroed) if n is not None)

    return [
        Plant("bit3", f"__byte_perm(a, h[0], {s:#06x})", values, byte_perm(x, y, s), lambda a, b: prmt(a, b, s)),
        Plant("bit3", f"prmt.b32 d, a, h[0], {s:#06x};", values, prmt(x, y, s), lambda a, b: byte_perm(a, b, s)),
        Plant("bit3", f"__byte_perm(a, h[0], {s:#06x})", values, byte_perm(x, y, s), zero_bytes),
    ]


def _modes(rng: random.Random, values: Mapping[str, int], x: int, y: int) -> list[Plant]:
    wrote, ran = rng.sample([*MODE_SELECTORS], 2)
    control = rng.randrange(4)
    call = f"prmt.b32.{wrote} d, a, h[0], {control};"
    return [Plant("mode", call, values, prmt(x, y, control, wrote), lambda a, b: prmt(a, b, control, ran))]


def _scattered(rng: random.Random, values: Mapping[str, int], x: int, y: int) -> list[Plant]:
    order = rng.sample(range(4), 4)
    base = rng.choice((0, 4))

    def scatter(a: int, b: int) -> int:
        word = b if base else a
        return sum((word >> 8 * n & 0xFF) << 8 * place for n, place in enumerate(order))

    s = from_nibbles([base + n for n in order])
    return [Plant("scatter", f"__byte_perm(a, h[0], {s:#06x})", values, byte_perm(x, y, s), scatter)]


def _wide(rng: random.Random, values: Mapping[str, int], x: int, y: int) -> Plant:
    s = rng.randrange(1, 0x10000) << 16 | rng.randrange(0x10000)
    return Plant(
        "upper_bits", f"__byte_perm(a, h[0], {s:#x})", values, byte_perm(x, y, s), lambda a, b: byte_perm(a, b, s >> 16)
    )
