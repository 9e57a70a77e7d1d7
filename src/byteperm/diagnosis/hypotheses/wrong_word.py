"""Another word of the array (or another variable) was passed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading, word_lanes
from byteperm.diagnosis.variation import Variation

TITLE = "wrong word"
RANK = 18
WHERE = "text"


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield each operand replaced by each other word whose value was given, and by the operand beside it."""
    x, y = question.operands["x"], question.operands["y"]
    for name in question.other_words:
        yield Variation(
            replace(reading, low=word_lanes(name)), f"{name} in place of {x}", corrected=question.call_with(low=name)
        )
        yield Variation(
            replace(reading, high=word_lanes(name)), f"{name} in place of {y}", corrected=question.call_with(high=name)
        )
    yield Variation(replace(reading, low=reading.high), f"{y} in both places", corrected=question.call_with(low=y))
    yield Variation(replace(reading, high=reading.low), f"{x} in both places", corrected=question.call_with(high=x))
