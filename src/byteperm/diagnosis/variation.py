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
    """

    reading: Reading
    phrase: str
    meant: str = ""
    likely: bool = False
    corrected: str = ""
    happened: bool = False


class Hypothesis(Protocol):
    """What a module in `byteperm.diagnosis.hypotheses` offers.

    See the package's docstring for what each name means.
    """

    TITLE: str
    RANK: int
    WHERE: str
    variations: Callable[[Question, Reading], Iterator[Variation]]
