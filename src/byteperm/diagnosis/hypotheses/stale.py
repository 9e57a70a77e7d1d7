"""The result of something else: another call, or an operand as it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import IN_ORDER, Reading, word_lanes
from byteperm.diagnosis.variation import Variation
from byteperm.lanes import Const, Lanes
from byteperm.selector.model import Selector

TITLE = "result of something else (stale or overwritten)"
RANK = 35
WHERE = "text"

_ZERO: Lanes = (Const(0), Const(0), Const(0), Const(0))
_IDENTITY = Selector(0x3210).lanes


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield the other calls of the text, each operand unchanged, each other word, and zero."""
    for text, other in question.others:
        yield Variation(other, f"the result of another call ({text})", corrected=text)
    plain = replace(reading, moves=_IDENTITY, output=IN_ORDER)
    for role, lanes in (("x", question.reading.low), ("y", question.reading.high)):
        text = question.operands[role]
        yield Variation(
            replace(plain, low=lanes), f"{text} unchanged (as if the result was never stored)", corrected=text
        )
    for name in question.other_words:
        yield Variation(replace(plain, low=word_lanes(name)), f"the word {name} in place of its result", corrected=name)
    yield Variation(reading.with_moves(_ZERO), "0 in place of its result (as if nothing was stored)", corrected="0")
