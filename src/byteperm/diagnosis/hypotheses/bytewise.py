"""A selector with one byte for each result byte, as AMD's v_perm takes it, where nibbles are meant, or the reverse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading
from byteperm.diagnosis.variation import Variation
from byteperm.lanes import Lanes, Pick
from byteperm.selector.model import NIBBLE_CONTRACTS, Selector, lane_of

TITLE = "a byte for each field, as AMD's v_perm takes it"
RANK = 16
WHERE = "world"


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield the number read byte-wise in both operand orders, or nibble-wise for v_perm."""
    if reading.mode != "default":
        return
    number = reading.selector
    wide = number > 0xFFFF and all(number >> 8 * n & 0xFF <= 0x0D for n in range(4))
    if reading.contract in NIBBLE_CONTRACTS:
        yield from _byte_by_byte(reading, number, wide)
    elif reading.contract == "v_perm":
        for contract in NIBBLE_CONTRACTS:
            phrase = f"a nibble for each field (as {contract} takes {number & 0xFFFF:#06x})"
            nibbles = Selector(number, contract).lanes
            yield Variation(
                replace(reading.with_moves(nibbles), low=reading.high, high=reading.low),
                phrase,
                likely=number <= 0xFFFF,
            )
            yield Variation(reading.with_moves(nibbles), phrase + " and the operands in v_perm's order")
        exchanged = replace(reading, low=reading.high, high=reading.low)
        yield Variation(exchanged, "its first operand as bytes 0-3 (as on CUDA)")


def _byte_by_byte(reading: Reading, number: int, wide: bool) -> Iterator[Variation]:
    amd = Selector(number, "v_perm").lanes
    meant = (
        f"{number:#010x} has a byte for each field, as AMD's v_perm takes it; here only its low 16 bits count, "
        f"a nibble for each field: {number & 0xFFFF:#06x}"
    )
    changed = replace(reading.with_moves(amd), contract="v_perm")
    exchanged = replace(changed, low=reading.high, high=reading.low)
    yield Variation(
        exchanged,
        "a byte for each field and AMD's operand order (the second word as bytes 0-3)",
        meant if wide else "",
        wide,
    )
    yield Variation(changed, "a byte for each field (by v_perm's rules)", meant if wide else "", wide)
    yield Variation(
        replace(reading.with_moves(_masked(number)), contract="v_perm"), "a byte for each field (three bits of it used)"
    )


def _masked(number: int) -> Lanes:
    a, b, c, d = (lane_of(number >> 8 * n & 7, "byte_perm") for n in range(4))
    assert isinstance(a, Pick)
    return a, b, c, d
