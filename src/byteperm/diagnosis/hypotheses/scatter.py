"""Fields read as "source byte n goes to result byte k" instead of "result byte n comes from source byte k"."""

from __future__ import annotations

from collections.abc import Iterator

from byteperm.diagnosis.hypotheses import OTHER_SOURCE
from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading
from byteperm.diagnosis.variation import Variation
from byteperm.lanes import Lane, Lanes, Pick
from byteperm.selector.model import source_index

TITLE = "index into the result taken for an index into the source"
RANK = 23
WHERE = "text"
CURE = OTHER_SOURCE


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield the inverse movement where the fields permute the bytes of one word."""
    inverse = _inverse(reading.moves)
    if inverse is not None:
        yield Variation(reading.with_moves(inverse), "each field taken as the place that a source byte goes to")


def _inverse(moves: Lanes) -> Lanes | None:
    picks = [lane for lane in moves if isinstance(lane, Pick)]
    if len({lane.byte for lane in picks}) != 4 or len({lane.word for lane in picks}) != 1:
        return None
    places: list[Lane] = [Pick("x", 0)] * 4
    for position, lane in enumerate(picks):
        places[source_index(lane) & 3] = Pick(lane.word, position)
    return places[0], places[1], places[2], places[3]
