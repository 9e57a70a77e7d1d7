"""A leading 0 makes a literal octal."""

from __future__ import annotations

from collections.abc import Iterator

from byteperm.diagnosis.hypotheses import OTHER_SOURCE
from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading
from byteperm.diagnosis.variation import Variation
from byteperm.selector.model import NIBBLE_CONTRACTS, number_hex, spell_hex

TITLE = "leading 0: octal literal"
RANK = 11
WHERE = "text"
CURE = OTHER_SOURCE


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield the octal literal's digits taken as hexadecimal, and the hexadecimal digits written in octal."""
    if reading.contract not in NIBBLE_CONTRACTS or reading.mode != "default":
        return
    literal, number = question.literal, reading.selector
    if literal is not None and literal.base == 8 and number == question.selector.value and len(literal.digits) <= 4:
        as_hex = int(literal.digits, 16)
        shown = spell_hex(as_hex, reading.contract)
        octal_value = spell_hex(number, reading.contract)
        meant = f"{literal.text} is octal because of its leading 0: the number is {octal_value}, not {shown}"
        yield Variation(reading.with_selector(as_hex), f"its digits taken as hexadecimal ({shown})", meant, True)
    digits = f"{number:04x}"
    if number <= 0x7777 and number & 0x8888 == 0:
        octal = int(digits, 8)
        phrase = f"the selector written 0{digits}, which is octal for {number_hex(octal)}"
        yield Variation(reading.with_selector(octal), phrase, happened=True)
