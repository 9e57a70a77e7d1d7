"""select is complete: the same selectors as brute force finds."""

from __future__ import annotations

import random
from functools import cache

import pytest

from byteperm.isa import byte_perm, prmt
from byteperm.lanes import Any, Const, Lane, Lanes, Pick, Sign, parse_lanes
from byteperm.selector.choose import choose
from byteperm.selector.model import Selector
from byteperm.spans import BytepermError

X, Y = 0x7600A914, 0x069F34C5


def brute_force(wanted: Lanes, x: int, y: int, contract: str) -> set[int]:
    """Try each of the 16 values of each nibble by running the instruction, position by position.

    A nibble decides its own result byte alone, so 64 runs stand for all 65,536 selectors.
    """
    run = byte_perm if contract == "byte_perm" else prmt
    numbers = range(8) if contract == "byte_perm" else range(16)
    good = [
        [n for n in numbers if acceptable(wanted[place], n, run(x, y, n << 4 * place) >> 8 * place & 0xFF)]
        for place in range(4)
    ]
    return {a | b << 4 | c << 8 | d << 12 for a in good[0] for b in good[1] for c in good[2] for d in good[3]}


def acceptable(wanted: Lane, number: int, value: int) -> bool:
    if isinstance(wanted, Const):
        return wanted.value == value
    if isinstance(wanted, Any):
        return True
    index = wanted.byte + (4 if wanted.word == "y" else 0)
    return number == (index | 8 if isinstance(wanted, Sign) else index)


@cache
def lane_kinds() -> list[Lane]:
    names: list[Lane] = [Pick(word, byte) for word in "xy" for byte in range(4)]
    signs: list[Lane] = [Sign(word, byte) for word in "xy" for byte in range(4)]
    return [*names, *signs]


def random_request(rng: random.Random) -> tuple[Lanes, int, int]:
    bytes_met = rng.choices([0x00, 0xFF, 0x80, 0x7F, *rng.sample(range(256), 4)], k=8)
    x, y = (int.from_bytes(bytes(bytes_met[at : at + 4]), "little") for at in (0, 4))
    lanes: list[Lane] = []
    for _ in range(4):
        kind = rng.random()
        if kind < 0.6:
            lanes.append(Const(rng.choice(bytes_met)))
        elif kind < 0.75:
            lanes.append(Const(rng.choice([0x00, 0xFF, rng.randrange(256)])))
        elif kind < 0.95:
            lanes.append(rng.choice(lane_kinds()))
        else:
            lanes.append(Any())
    return (lanes[0], lanes[1], lanes[2], lanes[3]), x, y


@pytest.mark.slow
def test_ten_thousand_requests_against_brute_force() -> None:
    rng = random.Random(1)
    for _ in range(5_000):
        wanted, x, y = random_request(rng)
        for contract in ("byte_perm", "prmt"):
            choice = choose(wanted, x, y, contract)
            found = [selector.value for selector in choice.selectors()]
            assert len(found) == choice.count == len(set(found))
            assert set(found) == brute_force(wanted, x, y, contract)


def test_brute_force_by_nibble_is_brute_force_over_all_selectors() -> None:
    wanted = parse_lanes("00 ff 14 _")
    every = {s for s in range(0x10000) if prmt(X, Y, s) & 0xFFFFFF00 == 0x00FF1400}
    assert brute_force(wanted, X, Y, "prmt") == every


@pytest.mark.parametrize("seed", range(20))
def test_a_supplied_constant_gives_the_wanted_bytes(seed: int) -> None:
    rng = random.Random(seed)
    supplied = 0
    for _ in range(200):
        wanted, x, y = random_request(rng)
        for known in ({"x": x, "y": y}, {"x": x}, {"y": y}, {}):
            for contract in ("byte_perm", "prmt"):
                choice = choose(wanted, known.get("x"), known.get("y"), contract)
                for supply in choice.supplies:
                    words = {"x": x, "y": y, supply.operand: supply.value}
                    result = supply.selector.apply(words["x"], words["y"])
                    got = [result >> 8 * n & 0xFF for n in range(4)]
                    assert all(
                        want.value == value for want, value in zip(wanted, got, strict=True) if isinstance(want, Const)
                    )
                    supplied += 1
    assert supplied > 100


@pytest.mark.parametrize(
    ("wanted", "x", "y", "first"),
    [
        ("76 a9 14 c5", X, Y, "0x3104"),
        ("12 34 56 78", 0x12345678, 0x9ABCDEF0, "0x3210"),
        ("9a bc de f0", 0x12345678, 0x9ABCDEF0, "0x7654"),
        ("x3 x1 x0 y0", None, None, "0x3104"),
        ("_ _ _ _", None, None, "0x3210"),
        ("y3 _ x0 _", None, None, "0x7200"),
    ],
)
def test_the_canonical_selector(wanted: str, x: int | None, y: int | None, first: str) -> None:
    best = choose(parse_lanes(wanted), x, y).best
    assert best is not None and best.hex == first


def test_what_is_missing_is_named_with_the_constant_that_supplies_it() -> None:
    choice = choose(parse_lanes("00 14 c5 34"), Y)
    assert [(n, str(lane)) for n, lane in choice.missing] == [(2, "14"), (3, "00")]
    assert [(s.operand, s.value, s.selector) for s in choice.supplies] == [("y", 0x14, Selector(0x5401))]


def test_byte_wise_contracts_are_refused() -> None:
    with pytest.raises(BytepermError, match="v_perm has no nibble selector to choose"):
        choose(parse_lanes("x3 x1 x0 y0"), contract="v_perm")
