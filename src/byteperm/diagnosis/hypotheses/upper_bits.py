"""Bits 31 to 16 of a selector, which nothing reads."""

from __future__ import annotations

from collections.abc import Iterator

from byteperm.diagnosis.hypotheses import OTHER_SOURCE
from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading
from byteperm.diagnosis.variation import Variation
from byteperm.selector.model import NIBBLE_CONTRACTS, number_hex, spell_hex

TITLE = "selector in the ignored upper half"
RANK = 17
WHERE = "text"
CURE = OTHER_SOURCE


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield the upper 16 bits taken as the selector, and each other four digits of a long one."""
    number = reading.selector
    if reading.contract not in NIBBLE_CONTRACTS or reading.mode != "default" or number <= 0xFFFF:
        return
    for shift in (16, 12, 8, 4):
        part = number >> shift & 0xFFFF
        low = spell_hex(number & 0xFFFF, reading.contract)
        meant = f"only bits 15 to 0 of a selector count: {number_hex(number)} is {low}"
        phrase = f"bits {shift + 15} to {shift} as the selector ({spell_hex(part, reading.contract)})"
        yield Variation(reading.with_selector(part), phrase, meant, shift == 16)
