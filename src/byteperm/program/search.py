"""The search: the fewest words that make all targets, by iterative deepening over sets of bytes.

A made word is a *set* of at most four bytes: their order is free, since a permute can take any byte from
any place. A set that holds more bytes is never worse, so only the largest sets are tried. A target that
two words there are can make is made at once: it must be made some time, and having it early harms nothing.
What is left to choose is which further words to make, and what a target's free bytes carry.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from byteperm.lanes import Any, Const, Lane, Lanes, Pick, Sign
from byteperm.program.bounds import Asked, cover_number, demand, lower_bound
from byteperm.program.model import signed

#: Index of the constant operand among the values: it holds every constant byte there is.
CONSTANT = 0


@dataclass(frozen=True, slots=True)
class Value:
    """A word there is: an input, the constant, or one that was made from two others.

    Args:
        atoms: the bytes it holds (and, for a byte, its sign), as a bit set.
        held: the lanes it holds; for a made word at most four.
        made_from: the indices of the two words it is made from, None for an input.
        target: the index of the target it is, -1 if it is none.
    """

    atoms: int
    held: tuple[Lane, ...]
    made_from: tuple[int, int] | None = None
    target: int = -1


@dataclass(frozen=True, slots=True)
class Target:
    """An output word to be made.

    Args:
        lanes: what it asks for, least significant first.
        atoms: its bytes as a bit set.
        gives: what it supplies once it is made: its bytes, and their signs.
        free: how many of its bytes do not matter.
    """

    lanes: Lanes
    atoms: int
    gives: int
    free: int


class OutOfTimeError(Exception):
    """The search was stopped by its deadline."""


@dataclass(slots=True)
class Universe:
    """The bytes that matter: every lane that some target asks for has a bit.

    Args:
        bits: the bit of each lane.
        signs: whether a permute may replicate signs.
    """

    bits: dict[Lane, int] = field(default_factory=dict)
    signs: bool = True

    def stores(self) -> list[int]:
        """Return what each byte that a word can store supplies: itself, and its sign."""
        lanes = dict.fromkeys(Pick(lane.word, lane.byte) if isinstance(lane, Sign) else lane for lane in self.bits)
        return [self.atoms_of((lane,)) for lane in lanes]

    def atoms_of(self, lanes: Sequence[Lane]) -> int:
        """Return what a word with these lanes can supply: its bytes, and their signs."""
        atoms = 0
        for lane in lanes:
            atoms |= self.bits.get(lane, 0)
            if self.signs:
                atoms |= self.bits.get(signed(lane), 0)
        return atoms


def universe_of(targets: Sequence[Lanes], signs: bool = True) -> Universe:
    """Give a bit to every lane that a target asks for."""
    lanes = dict.fromkeys(lane for target in targets for lane in target if not isinstance(lane, Any))
    return Universe({lane: 1 << n for n, lane in enumerate(lanes)}, signs)


@dataclass(slots=True)
class Search:
    """One search for the fewest words.

    Args:
        universe: the bytes that matter.
        values: the constant first, then the input words.
        targets: what is to be made; none is an input or a constant.
        deadline: when to stop, by ``time.monotonic``.
    """

    universe: Universe
    values: list[Value]
    targets: list[Target]
    deadline: float
    stores: list[int] = field(default_factory=list)
    visited: set[tuple[frozenset[int], frozenset[int], int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.stores = self.universe.stores()

    def least(self, limit: int) -> list[Value] | None:
        """Return the values of a shortest solution, None if none has so few further words.

        Args:
            limit: most further words beyond the targets.

        Raises:
            OutOfTimeError: the deadline passed.
        """
        start = self.bound(self.values, list(range(len(self.targets))))
        for budget in range(start, limit + 1):
            self.visited.clear()
            found = self._extend(self.values, list(range(len(self.targets))), budget)
            if found is not None:
                return found
        return None

    def bound(self, values: Sequence[Value], remaining: Sequence[int]) -> int:
        """Return how many further words the remaining targets need at least."""
        return lower_bound(self.asked(values, remaining), self.stores)

    def asked(self, values: Sequence[Value], remaining: Sequence[int]) -> list[Asked]:
        """Return what the remaining targets need."""
        words = [value.atoms for value in values]
        targets = [self.targets[index] for index in remaining]
        return [Asked(t.atoms, t.gives, t.free, max(0, cover_number(t.atoms, words) - 2)) for t in targets]

    def _extend(self, values: list[Value], remaining: list[int], budget: int) -> list[Value] | None:
        values, remaining = self._make_ready(values, remaining)
        if not remaining:
            return values
        if time.monotonic() > self.deadline:
            raise OutOfTimeError
        if self.bound(values, remaining) > budget or self._seen(values, remaining, budget):
            return None
        for value, made in self._choices(values, remaining, budget):
            left = [index for index in remaining if index != made]
            found = self._extend([*values, value], left, budget - (made < 0))
            if found is not None:
                return found
        return None

    def greedy(self) -> list[Value]:
        """Return a solution that always makes the word that saves most next; no claim goes with it."""
        values, remaining = self._make_ready(self.values, list(range(len(self.targets))))
        while remaining:
            value, made = next(self._choices(values, remaining, len(self.targets) * 4))
            left = [index for index in remaining if index != made]
            values, remaining = self._make_ready([*values, value], left)
        return values

    def _seen(self, values: list[Value], remaining: list[int], budget: int) -> bool:
        state = frozenset(value.atoms for value in values), frozenset(remaining), budget
        if state in self.visited:
            return True
        self.visited.add(state)
        return False

    def _make_ready(self, values: list[Value], remaining: list[int]) -> tuple[list[Value], list[int]]:
        """Make each target that two words can make, as long as its free bytes have nothing to carry."""
        values, remaining = list(values), list(remaining)
        progress = True
        while progress:
            progress = False
            for index in list(remaining):
                target = self.targets[index]
                others = [self.targets[other] for other in remaining if other != index]
                if target.free and any(cover_number(t.atoms, [v.atoms for v in values]) > 2 for t in others):
                    continue
                pair = self._pair_for(target.atoms, values)
                if pair is not None:
                    values.append(self._value(_asked_lanes(target), pair, index))
                    remaining.remove(index)
                    progress = True
        return values, remaining

    def _pair_for(self, atoms: int, values: Sequence[Value]) -> tuple[int, int] | None:
        """Return two words that together hold the given bytes; the second may be the first.

        Inputs are better than zero, which is a register of its own; zero is better than a made word, which must
        be waited for; and that is better than any other constant, which is an immediate.
        """
        zero = self.universe.bits.get(Const(0), 0)
        inputs = [n for n in range(1, len(values)) if values[n].made_from is None]
        made = [n for n in range(1, len(values)) if values[n].made_from is not None]
        for others, constants in ((inputs, 0), (inputs, zero), (inputs + made, 0), (inputs + made, -1)):
            held = [(n, values[n].atoms) for n in others] + (
                [(CONSTANT, values[CONSTANT].atoms & constants)] if constants else []
            )
            pair = _first_pair(atoms, held)
            if pair is not None:
                return pair
        return None

    def _value(self, held: tuple[Lane, ...], pair: tuple[int, int], target: int = -1) -> Value:
        return Value(self.universe.atoms_of(held), held, pair, target)

    def _choices(self, values: list[Value], remaining: list[int], budget: int) -> Iterator[tuple[Value, int]]:
        """Yield the words worth making next, those that save most first, each with the target it is or -1."""
        found: dict[tuple[int, int], tuple[int, Value]] = {}
        asked = self.asked(values, remaining)
        before = sum(target.merges for target in asked)
        total, _, width = demand(asked, self.stores)
        needy = [target.atoms for target in asked if target.merges]
        # A word that saves less than this leaves more than the rest of the budget can save.
        required = total - width * (budget - 1)
        for first, second in combinations(range(len(values)), 2):
            pair = (first, second)
            for index in remaining:
                if self.targets[index].free:
                    self._add_carriers(found, values, remaining, pair, index, before)
            if budget:
                for held in self._sets(values, remaining, pair, 4, ()):
                    value = self._value(held, pair)
                    if sum((value.atoms & atoms).bit_count() >= 2 for atoms in needy) >= required:
                        self._add(found, values, remaining, value, before)
        for _, value in sorted(found.values(), key=lambda entry: -entry[0]):
            yield value, value.target

    def _add_carriers(
        self,
        found: dict[tuple[int, int], tuple[int, Value]],
        values: list[Value],
        remaining: list[int],
        pair: tuple[int, int],
        index: int,
        before: int,
    ) -> None:
        """Add the ways to make a target with free bytes that carry something for another."""
        target = self.targets[index]
        if target.atoms & ~(values[pair[0]].atoms | values[pair[1]].atoms):
            return
        own = _asked_lanes(target)
        for held in self._sets(
            values, [other for other in remaining if other != index], pair, len(own) + target.free, own
        ):
            self._add(found, values, remaining, self._value(held, pair, index), before)

    def _add(
        self,
        found: dict[tuple[int, int], tuple[int, Value]],
        values: list[Value],
        remaining: list[int],
        value: Value,
        before: int,
    ) -> None:
        key = (value.atoms, value.target)
        if key in found or (value.target < 0 and any(not value.atoms & ~other.atoms for other in values)):
            return
        left = [index for index in remaining if index != value.target]
        after = sum(asked.merges for asked in self.asked([*values, value], left))
        found[key] = (before - after, value)

    def _sets(
        self, values: list[Value], remaining: list[int], pair: tuple[int, int], size: int, own: tuple[Lane, ...]
    ) -> Iterator[tuple[Lane, ...]]:
        """Yield the largest sets of useful lanes, at most ``size`` of them, that a pair of words can supply."""
        needed = 0
        for index in remaining:
            needed |= self.targets[index].atoms
        lanes = [lane for lane in self._supply(values, pair, needed) if lane not in own]
        room = min(size - len(own), len(lanes))
        for extra in combinations(lanes, room):
            yield own + extra

    def _supply(self, values: list[Value], pair: tuple[int, int], needed: int) -> list[Lane]:
        """Return the lanes of two words that some remaining target can use, a byte before its own sign."""
        lanes = dict.fromkeys(lane for index in pair for lane in values[index].held)
        useful = [lane for lane in lanes if self.universe.atoms_of((lane,)) & needed]
        return [lane for lane in useful if not (isinstance(lane, Sign) and Pick(lane.word, lane.byte) in lanes)]


def _asked_lanes(target: Target) -> tuple[Lane, ...]:
    return tuple(dict.fromkeys(lane for lane in target.lanes if not isinstance(lane, Any)))


def _first_pair(atoms: int, held: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """Return the first two words (as index and bytes) that together hold the given bytes."""
    for place, (first, own) in enumerate(held):
        missing = atoms & ~own
        if not missing:
            return first, first
        for second, more in held[place + 1 :] if missing != atoms else ():
            if not missing & ~more:
                return first, second
    return None


def start_values(universe: Universe, inputs: Sequence[Lanes]) -> list[Value]:
    """Return the values there are before any instruction: the constant, then the inputs."""
    constants = tuple(lane for lane in universe.bits if isinstance(lane, Const))
    values = [Value(universe.atoms_of(constants), constants)]
    return values + [Value(universe.atoms_of(lanes), tuple(lanes)) for lanes in inputs]
