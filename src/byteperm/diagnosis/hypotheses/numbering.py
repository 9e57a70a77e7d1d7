"""Source bytes numbered from the wrong end, or from 1."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading
from byteperm.diagnosis.variation import Variation
from byteperm.lanes import Lane, Lanes, Pick, Sign
from byteperm.selector.model import source_index

TITLE = "source bytes numbered otherwise"
RANK = 30
WHERE = "text"
CURE = "what ran numbers its bytes otherwise: byte 0 is the least significant one of the first word"


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield the fields counted from the most significant byte, within a word or over the pair, and from 1."""
    within = _renumbered(reading.moves, lambda index: index ^ 3)
    yield Variation(reading.with_moves(within), "its bytes numbered from the most significant of each word")
    over = _renumbered(reading.moves, lambda index: 7 - index)
    yield Variation(
        reading.with_moves(over), "its bytes numbered from the most significant of the pair (0 is y3, 7 is x0)"
    )
    first = _renumbered(reading.moves, lambda index: (index - 1) % 8)
    yield Variation(reading.with_moves(first), "its bytes numbered from 1")


def _renumbered(moves: Lanes, rule: Callable[[int], int]) -> Lanes:
    a, b, c, d = (_move(lane, rule) for lane in moves)
    return a, b, c, d


def _move(lane: Lane, rule: Callable[[int], int]) -> Lane:
    if not isinstance(lane, Pick | Sign):
        return lane
    index = rule(source_index(lane))
    return type(lane)("x" if index < 4 else "y", index & 3)
