"""A reading: one way a call may have been carried out, or may be read.

Every cause of a wrong result is a change of a reading: another selector, another contract, operands
wired otherwise, bytes noted in another order. Two causes cannot be told apart exactly when their
readings have the same lanes; so comparing causes is exact and needs no test values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from byteperm.lanes import Any, Const, Lane, Lanes, Pick, Sign, lane_value
from byteperm.selector.model import Selector

#: Position n of what was noted shows result byte n, both from the least significant.
IN_ORDER = (0, 1, 2, 3)


@dataclass(frozen=True, slots=True)
class Reading:
    """A permute with everything about it that can be mistaken.

    Args:
        contract: whose rules read the selector.
        mode: for ``prmt``.
        selector: the number.
        moves: what each result byte takes, least significant first, over ``x`` (source bytes 0-3) and
            ``y`` (4-7).
        low: the lanes that source bytes 0-3 hold, over the words' own names.
        high: the lanes that source bytes 4-7 hold.
        output: which result byte each noted position shows, least significant first.
    """

    contract: str
    mode: str
    selector: int
    moves: Lanes
    low: Lanes
    high: Lanes
    output: tuple[int, int, int, int] = IN_ORDER

    @property
    def lanes(self) -> Lanes:
        """Where each noted byte comes from, least significant first, over the words' own names."""
        a, b, c, d = (self._resolve(self.moves[index]) for index in self.output)
        return a, b, c, d

    def _resolve(self, move: Lane) -> Lane:
        if not isinstance(move, Pick | Sign):
            return move
        source = (self.low if move.word == "x" else self.high)[move.byte]
        if isinstance(move, Sign):
            return Sign(source.word, source.byte) if isinstance(source, Pick) else source
        return source

    def with_selector(self, value: int, contract: str = "", mode: str = "") -> Reading:
        """Return the reading with another selector, or the same number under another contract."""
        contract = contract or self.contract
        mode = mode or (self.mode if contract == self.contract else "default")
        moves = Selector(value, contract, mode).lanes
        return replace(self, contract=contract, mode=mode, selector=value & 0xFFFF_FFFF, moves=moves)

    def with_moves(self, moves: Lanes) -> Reading:
        """Return the reading with the fields understood in another way."""
        return replace(self, moves=moves)


def word_lanes(name: str) -> Lanes:
    """Return a word's own four bytes, least significant first."""
    return Pick(name, 0), Pick(name, 1), Pick(name, 2), Pick(name, 3)


def reading_of(selector: Selector, low: str, high: str) -> Reading:
    """Return the reading that a call really has.

    Args:
        selector: the selector under its contract.
        low: the name of the word that supplies source bytes 0-3.
        high: the name of the word that supplies source bytes 4-7.
    """
    return Reading(selector.contract, selector.mode, selector.value, selector.lanes, word_lanes(low), word_lanes(high))


def observed(lanes: Lanes, words: Mapping[str, int]) -> tuple[int | None, ...]:
    """Return the four bytes, least significant first, that lanes give for known words."""
    return tuple(lane_value(lane, words) for lane in lanes)


def matches(lanes: Lanes, words: Mapping[str, int], seen: Lanes) -> bool:
    """Tell whether lanes give exactly the bytes that were seen; ``_`` stands for a byte not looked at."""
    values = observed(lanes, words)
    return all(
        isinstance(want, Any) or (isinstance(want, Const) and want.value == value)
        for want, value in zip(seen, values, strict=True)
    )


def permuted(lanes: Lanes, order: tuple[int, int, int, int]) -> Lanes:
    """Return the lanes in another order: position n gets lane ``order[n]``."""
    return lanes[order[0]], lanes[order[1]], lanes[order[2]], lanes[order[3]]
