"""A selector with one byte for each result byte, as AMD's v_perm takes it, where nibbles are meant, or the reverse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading
from byteperm.diagnosis.variation import Variation
from byteperm.lanes import Lanes, Pick
from byteperm.selector.model import NIBBLE_CONTRACTS, Selector, lane_of, spell_hex
from byteperm.selector.port import Ported, port

_AMD = "__builtin_amdgcn_perm with a byte for each field"

TITLE = "a byte for each field, as AMD's v_perm takes it"
RANK = 16
WHERE = "world"
CURE = f"use an implementation that reads nibbles, or {_AMD}"


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield the number read byte-wise in both operand orders, or nibble-wise for v_perm."""
    if reading.mode != "default":
        return
    number = reading.selector
    if reading.contract in NIBBLE_CONTRACTS:
        # The call for the machine that ran it, in that machine's own spelling: CUDA code would be wrong here.
        there = _ported(question, "v_perm")
        for variation in _byte_by_byte(reading, number):
            yield replace(variation, workaround=there)
    elif reading.contract == "v_perm":
        for contract in NIBBLE_CONTRACTS:
            phrase = f"a nibble for each field (as {contract} takes {spell_hex(number & 0xFFFF, contract)})"
            nibbles, there = reading.with_selector(number, contract), _ported(question, contract)
            exchanged = replace(nibbles, low=reading.high, high=reading.low)
            yield Variation(exchanged, phrase, likely=number <= 0xFFFF, workaround=there)
            phrase += " and the operands in v_perm's order"
            yield Variation(nibbles, phrase, workaround=there)
        exchanged = replace(reading, low=reading.high, high=reading.low)
        yield Variation(exchanged, "its first operand as bytes 0-3 (as on CUDA)")


def _ported(question: Question, contract: str) -> str:
    """Return the call as another contract has it, empty where that has no such movement."""
    ported = port(question.selector, contract, question.operands["x"], question.operands["y"])
    return ported.call if isinstance(ported, Ported) else ""


def _byte_by_byte(reading: Reading, number: int) -> Iterator[Variation]:
    wide = number > 0xFFFF and all(number >> 8 * n & 0xFF <= 0x0D for n in range(4))
    amd = Selector(number, "v_perm").lanes
    meant = (
        f"0x{number:08X} has a byte for each field, as AMD's v_perm takes it; here only its low 16 bits count, "
        f"a nibble for each field: {spell_hex(number & 0xFFFF, reading.contract)}"
        if wide
        else ""
    )
    changed = replace(reading.with_moves(amd), contract="v_perm")
    exchanged = replace(changed, low=reading.high, high=reading.low)
    phrase = "a byte for each field and AMD's operand order (the second word as bytes 0-3)"
    yield Variation(exchanged, phrase, meant, wide)
    yield Variation(changed, "a byte for each field (by v_perm's rules)", meant, wide)
    masked = replace(reading.with_moves(_masked(number)), contract="v_perm")
    yield Variation(masked, "a byte for each field (three bits of it used)")


def _masked(number: int) -> Lanes:
    a, b, c, d = (lane_of(number >> 8 * n & 7, "byte_perm") for n in range(4))
    assert isinstance(a, Pick)
    return a, b, c, d
