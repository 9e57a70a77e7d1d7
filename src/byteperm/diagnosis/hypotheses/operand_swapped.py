"""A word whose bytes lie the other way round: taken for big-endian, or byte-swapped once too often."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading, permuted
from byteperm.diagnosis.variation import Variation

TITLE = "operand in the other byte order"
RANK = 22
WHERE = "world"
CURE = "byte-swap the word once where it is loaded, or load it without a swap"

_REVERSED = (3, 2, 1, 0)


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield the reading with x, y, or both byte-swapped."""
    x, y = question.operands["x"], question.operands["y"]
    low, high = permuted(reading.low, _REVERSED), permuted(reading.high, _REVERSED)
    yield Variation(replace(reading, low=low), f"{x} byte-swapped")
    yield Variation(replace(reading, high=high), f"{y} byte-swapped")
    yield Variation(replace(reading, low=low, high=high), f"both operands byte-swapped ({x} and {y})")
