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
CURE = "store the result of the call and print that; rebuild"

_ZERO: Lanes = (Const(0), Const(0), Const(0), Const(0))
_IDENTITY = Selector(0x3210).lanes


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield the other calls of the text, each operand unchanged, each other word, and zero."""
    for text, other in question.others:
        phrase, instead = f"the result of another call ({text})", f"what was seen is what the other call gives: {text}"
        yield Variation(other, phrase, corrected=text, instead=instead, weight=-1)
    plain = replace(reading, moves=_IDENTITY, output=IN_ORDER)
    for role, lanes in (("x", question.reading.low), ("y", question.reading.high)):
        text = question.operands[role]
        unchanged = f"{text} unchanged (as if the result was never stored)"
        instead = f"what was seen is {unchanged}"
        yield Variation(replace(plain, low=lanes), unchanged, corrected=text, instead=instead)
    for name in question.other_words:
        phrase = f"the word {name} in place of its result"
        instead = f"what was seen is the word {name}"
        yield Variation(replace(plain, low=word_lanes(name)), phrase, corrected=name, instead=instead)
    nothing = "0 in place of its result (as if nothing was stored)"
    yield Variation(reading.with_moves(_ZERO), nothing, corrected="0", instead=f"what was seen is {nothing}")
