"""A selector's hexadecimal digits written without 0x are a decimal number."""

from __future__ import annotations

from collections.abc import Iterator

from byteperm.diagnosis.hypotheses import OTHER_SOURCE
from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading
from byteperm.diagnosis.variation import Variation
from byteperm.selector.model import NIBBLE_CONTRACTS, number_hex, spell_hex

TITLE = "decimal number for a hexadecimal selector"
RANK = 12
WHERE = "text"
CURE = OTHER_SOURCE


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield the decimal literal's digits taken as hexadecimal, and the hexadecimal digits read as decimal."""
    if reading.contract not in NIBBLE_CONTRACTS or reading.mode != "default":
        return
    literal, number = question.literal, reading.selector
    if literal is not None and literal.base == 10 and number == question.selector.value and len(literal.digits) <= 4:
        as_hex = int(literal.digits, 16)
        shown = spell_hex(as_hex, reading.contract)
        meant = f"{literal.text} is decimal: the number is {spell_hex(number, reading.contract)}, not {shown}"
        likely = len(literal.digits) >= 3 and set(literal.digits) <= set("01234567")
        yield Variation(reading.with_selector(as_hex), f"its digits taken as hexadecimal ({shown})", meant, likely)
    digits = f"{number:x}"
    if number <= 0xFFFF and digits.isdecimal():
        decimal = int(digits)
        phrase = f"the selector written {digits} without 0x, which is {number_hex(decimal)}"
        yield Variation(reading.with_selector(decimal), phrase, happened=True)
