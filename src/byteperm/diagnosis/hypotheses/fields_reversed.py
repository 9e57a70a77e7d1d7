"""The first field taken for result byte 0, or the last for byte 3: the fields stand in the wrong order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading
from byteperm.diagnosis.variation import Variation
from byteperm.selector.model import NIBBLE_CONTRACTS, spell_hex

TITLE = "fields in the wrong order"
RANK = 20
WHERE = "world"
CURE = "what ran has the fields in the opposite order: rebuild, or look at what builds the selector"


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield the reading with its four fields reversed."""
    if reading.mode != "default":
        return
    width = 4 if reading.contract in NIBBLE_CONTRACTS else 8
    mask = (1 << width) - 1
    reverse = sum((reading.selector >> width * n & mask) << width * (3 - n) for n in range(4))
    phrase = f"its fields in the opposite order ({spell_hex(reverse, reading.contract)})"
    a, b, c, d = reading.output
    # The same as a result noted backwards, and written so: then the cure is found in the same way.
    yield Variation(replace(reading, output=(d, c, b, a)), phrase)
