"""The two bytes inside each 16-bit half exchanged, as by a swap of 16-bit numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading
from byteperm.diagnosis.variation import Variation

TITLE = "bytes swapped inside each 16-bit half"
RANK = 26
WHERE = "world"
CURE = "look for a swap of 16-bit numbers (htons, a 16-bit load of the other byte order) on the way out"


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield the reading with the bytes inside each half of its result exchanged."""
    a, b, c, d = reading.output
    yield Variation(replace(reading, output=(b, a, d, c)), "the bytes inside each half of its result exchanged")
