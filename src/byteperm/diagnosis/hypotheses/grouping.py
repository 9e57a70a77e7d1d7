"""Fields of 3 bits written side by side, where the machine has them 4 bits apart.

Source: C++14 skips digit separators, so 0b011'001'000'100 is a 12-bit number and not four fields.
"""

from __future__ import annotations

from collections.abc import Iterator

from byteperm.diagnosis.hypotheses import OTHER_SOURCE
from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading
from byteperm.diagnosis.variation import Variation
from byteperm.selector.model import NIBBLE_CONTRACTS, number_hex, spell_hex
from byteperm.selector.notes import three_bit_fields

TITLE = "3-bit groups in a binary literal"
RANK = 10
WHERE = "text"
CURE = OTHER_SOURCE


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield the number's 3-bit groups taken as fields, and the fields run together in 3 bits each."""
    if reading.contract not in NIBBLE_CONTRACTS or reading.mode != "default":
        return
    literal, number = question.literal, reading.selector
    grouped = three_bit_fields(literal) if literal is not None and number == question.selector.value else None
    if literal is not None and grouped is not None:
        fields = " ".join(f"{number >> 4 * n & 0xF:X}" for n in range(4))
        meant = (
            f"{literal.text} is the number {number_hex(number)}: separators are skipped and fields are 4 bits apart, "
            f"so the fields from the lowest are {fields}; "
            f"three bits each would have spelled {spell_hex(grouped, reading.contract)}"
        )
        yield Variation(
            reading.with_selector(grouped),
            f"3-bit groups taken as fields ({spell_hex(grouped, reading.contract)})",
            meant,
            True,
        )
    elif number <= 0xFFF:
        unpacked = sum((number >> 3 * n & 7) << 4 * n for n in range(4))
        yield Variation(
            reading.with_selector(unpacked),
            f"its 12 bits taken as four fields of 3 ({spell_hex(unpacked, reading.contract)})",
        )
    if number & ~0x7777 == 0:
        packed = sum((number >> 4 * n & 7) << 3 * n for n in range(4))
        bits = "'".join(f"{number >> 4 * n & 7:03b}" for n in reversed(range(4)))
        phrase = f"the fields written as 0b{bits}, which is the number {number_hex(packed)}"
        yield Variation(reading.with_selector(packed), phrase, happened=True)
