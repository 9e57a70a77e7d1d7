"""The two operands stand in each other's place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading
from byteperm.diagnosis.variation import Variation

TITLE = "operands exchanged"
RANK = 15
WHERE = "world"
CURE = "look at what passes the operands on: a wrapper, a macro, AMD's operand order"


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield the reading with bytes 0-3 and 4-7 exchanged."""
    x, y = question.operands["x"], question.operands["y"]
    phrase = f"its operands exchanged ({y} as bytes 0-3, {x} as bytes 4-7)"
    yield Variation(
        replace(reading, low=reading.high, high=reading.low), phrase, corrected=question.call_with(low=y, high=x)
    )
