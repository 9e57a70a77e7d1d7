"""16-bit halves exchanged, in the result or in an operand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading, permuted
from byteperm.diagnosis.variation import Variation

TITLE = "16-bit halves exchanged"
RANK = 24
WHERE = "world"
CURE = "look where two 16-bit halves are put together or taken apart: they change places there"

_HALVES = (2, 3, 0, 1)


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield the reading with the halves of the result, of x, of y, or of both operands exchanged."""
    x, y = question.operands["x"], question.operands["y"]
    a, b, c, d = reading.output
    low, high = permuted(reading.low, _HALVES), permuted(reading.high, _HALVES)
    yield Variation(replace(reading, output=(c, d, a, b)), "the halves of its result exchanged")
    yield Variation(replace(reading, low=low), f"the halves of {x} exchanged")
    yield Variation(replace(reading, high=high), f"the halves of {y} exchanged")
    yield Variation(replace(reading, low=low, high=high), f"the halves of both operands exchanged ({x} and {y})")
