"""What a hypothesis offers: a changed reading and the words for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading


@dataclass(frozen=True, slots=True)
class Variation:
    """One change of a reading.

    Args:
        reading: the changed reading.
        phrase: the change as a phrase that completes "the call with …".
        meant: a sentence for the case that the call is what ran and the change is what was meant; made
            from the phrase when empty.
        likely: whether the spelling itself speaks for it.
        corrected: the corrected call when it cannot be found by choosing another selector.
        happened: whether this can only be what ran, never what was meant.
        instead: a sentence for the case that something else was seen than the call gives; made from the
            phrase when empty.
        workaround: the call that compensates where this happens, when it cannot be found by choosing
            another selector; None to look for one.
        weight: what fitting what was seen says: -1 that it is the cause before all others, 1 that it is
            one after all others.
    """

    reading: Reading
    phrase: str
    meant: str = ""
    likely: bool = False
    corrected: str = ""
    happened: bool = False
    instead: str = ""
    workaround: str | None = None
    weight: int = 0


class Hypothesis(Protocol):
    """What a module in `byteperm.diagnosis.hypotheses` offers.

    See the package's docstring for what each name means.
    """

    TITLE: str
    RANK: int
    WHERE: str
    CURE: str
    variations: Callable[[Question, Reading], Iterator[Variation]]
