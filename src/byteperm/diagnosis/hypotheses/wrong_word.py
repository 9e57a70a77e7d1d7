"""Another word of the array (or another variable) was passed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading, word_lanes
from byteperm.diagnosis.variation import Variation

_ELEMENT = re.compile(r"(.*)\[([0-9]{1,9})\]\Z", re.DOTALL)

TITLE = "wrong word"
RANK = 18
WHERE = "text"
CURE = "pass the word that the call names: look at the index or the name in the line that really ran"


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield each operand replaced by another word whose value is known, both moved on together, one in both places."""
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
    yield from _moved_on(question, reading)


def _moved_on(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield both operands one element further on, and one further back, where those words are known."""
    for step in (1, -1):
        low, high = (_element(question.operands[role], step) for role in ("x", "y"))
        names = question.word_called(low), question.word_called(high)
        if low and high and names[0] and names[1]:
            yield Variation(
                replace(reading, low=word_lanes(names[0]), high=word_lanes(names[1])),
                f"{low} and {high} in place of {question.operands['x']} and {question.operands['y']}",
                corrected=question.call_with(low=low, high=high),
            )


def _element(text: str, step: int) -> str:
    """Return an array element's neighbour as source text, empty where there is none."""
    match = _ELEMENT.match(text.strip())
    return f"{match[1]}[{int(match[2]) + step}]" if match and int(match[2]) + step >= 0 else ""
