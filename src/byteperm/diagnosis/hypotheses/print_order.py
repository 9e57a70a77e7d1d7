"""Bytes noted in memory order and read as printed, or the reverse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading
from byteperm.diagnosis.variation import Variation

TITLE = "memory order taken for print order"
RANK = 21
RANK_HAPPENED = 9
WHERE = "world"
CURE = "read the bytes from the most significant one, or print the word with %08x"


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield the result noted from its least significant byte, as memory holds it."""
    a, b, c, d = reading.output
    yield Variation(
        replace(reading, output=(d, c, b, a)), "its result noted in memory order (least significant byte first)"
    )
