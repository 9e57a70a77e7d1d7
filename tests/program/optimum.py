"""The least number of prmt instructions that make some words: an exact answer to hold searches against.

The question "is there a program of n instructions?" is put to a SAT solver for n = 0, 1, 2, ... It is
asked about symbols, not values: a byte of a word, its sign, a constant. What the encoding rests on:

- An instruction reads any byte of its two operands into any place, so a word that is only read again is a
  *set* of at most four symbols; where they lie in it does not matter. Places matter for targets alone.
- Only symbols that some target has need be carried. A byte wanted for its sign alone is carried as the sign.
- Targets that one word can serve together agree, or do not care, in every place. Such groups are listed
  beforehand, merged to one *goal* each; an instruction serves one goal or none. A goal's don't-care
  places are free to carry other symbols.

Nothing here is taken from, or shared with, the package's own search.
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import z3

from byteperm.lanes import Any, Const, Lane, Lanes, Pick, Sign

#: What an operand is called when it is a constant of the instruction's own.
CONSTANT = "constant"

_ANY = Any()


@dataclass(frozen=True)
class Step:
    """One instruction of a program that was found.

    Args:
        operands: an input's name, the number of an earlier step, or CONSTANT.
        symbols: what the result has, in any order where it serves no target.
        serves: the numbers of the targets that it was made for, in the order they were given. Targets that
            cost nothing, and those that another target's word is anyway, are not among them.
        word: the result's places where it serves targets, least significant first; None where it serves none.
    """

    operands: tuple[str | int, str | int]
    symbols: frozenset[Lane]
    serves: tuple[int, ...]
    word: Lanes | None


def least_instructions(
    inputs: Mapping[str, Lanes], targets: Sequence[Lanes], limit: int, signs: bool = True, seconds: float = 60
) -> int | None:
    """Count the instructions of the shortest program that makes every target.

    Args:
        inputs: the words given, by name; each byte is its own (``Pick(name, place)``) or a known constant.
        targets: the words wanted, least significant byte first.
        limit: the greatest count that is of interest.
        signs: whether an instruction may replicate a byte's top bit.
        seconds: how long to try.

    Returns:
        The count, or None where it is more than limit, or there is no program at all.

    Raises:
        TimeoutError: the time is up.
        ValueError: a byte that no input has, or an input's byte that is neither its own nor a constant.
    """
    program = least_program(inputs, targets, limit, signs, seconds)
    return None if program is None else len(program)


def least_program(
    inputs: Mapping[str, Lanes], targets: Sequence[Lanes], limit: int, signs: bool = True, seconds: float = 60
) -> list[Step] | None:
    """Find a shortest program, as `least_instructions` counts it."""
    deadline = time.monotonic() + seconds
    problem = _Problem.of(inputs, targets, signs)
    if problem is None:
        return None
    for count in range(problem.floor(), limit + 1):
        program = problem.program(count, deadline)
        if program is not None:
            return program
    return None


def merged(one: Lanes, other: Lanes) -> Lanes | None:
    """Return the word that is both, or None where they differ in some place."""
    places = []
    for a, b in zip(one, other, strict=True):
        if a != b and _ANY not in (a, b):
            return None
        places.append(b if a == _ANY else a)
    first, second, third, fourth = places
    return first, second, third, fourth


def covers(word: Lanes, target: Lanes) -> bool:
    """Tell whether a word is a target: the same wherever the target cares."""
    return all(lane in (_ANY, have) for have, lane in zip(word, target, strict=True))


def known(lane: Lane, inputs: Mapping[str, Lanes]) -> Lane:
    """Write a target's lane with what is known of the inputs: a constant where its byte is one."""
    if isinstance(lane, (Const, Any)):
        return lane
    if lane.word not in inputs or lane.byte not in range(4):
        raise ValueError(f"no input has {lane}")
    byte = inputs[lane.word][lane.byte]
    if isinstance(byte, Const):
        return Const(byte.value if isinstance(lane, Pick) else 0xFF * (byte.value >> 7))
    return lane


def sign_of(lane: Lane) -> Lane:
    """Return a byte's top bit, replicated."""
    match lane:
        case Pick(word, byte):
            return Sign(word, byte)
        case Const(value):
            return Const(0xFF * (value >> 7))
    return lane


@dataclass(frozen=True)
class _Goal:
    serves: tuple[int, ...]
    word: Lanes
    symbols: frozenset[Lane]
    free: int


@dataclass(frozen=True)
class _Problem:
    """What is left to make once everything free is set aside, and what can be read where."""

    names: list[str]
    offers: list[frozenset[Lane]]
    symbols: list[Lane]
    carriers: dict[Lane, list[Lane]]
    targets: list[int]
    goals: list[_Goal]

    @classmethod
    def of(cls, inputs: Mapping[str, Lanes], targets: Sequence[Lanes], signs: bool) -> _Problem | None:
        for name, word in inputs.items():
            for place, lane in enumerate(word):
                if not isinstance(lane, Const) and lane != Pick(name, place):
                    raise ValueError(f"byte {place} of input {name!r} is {lane}, neither its own nor a constant")
        wanted: dict[int, Lanes] = {}
        for number, target in enumerate(targets):
            first, second, third, fourth = (known(lane, inputs) for lane in target)
            word = (first, second, third, fourth)
            pure = all(isinstance(lane, (Const, Any)) for lane in word)
            if not pure and not any(covers(given, word) for given in inputs.values()):
                wanted[number] = word
        # A target that another target's word is anyway adds nothing; of equals, the first stays.
        kept = {
            number: word
            for number, word in wanted.items()
            if not any(
                covers(other, word) and (other != word or rival < number)
                for rival, other in wanted.items()
                if rival != number
            )
        }
        symbols = sorted({lane for word in kept.values() for lane in word} - {_ANY}, key=repr)
        if not signs and any(isinstance(symbol, Sign) for symbol in symbols):
            return None
        carriers = {a: [b for b in symbols if b == a or (signs and sign_of(b) == a)] for a in symbols}
        offers = []
        for word in inputs.values():
            read = set(word) | ({sign_of(lane) for lane in word} if signs else set())
            offers.append(frozenset(read & set(symbols)))
        return cls(list(inputs), offers, symbols, carriers, list(kept), list(_goals(kept)))

    def floor(self) -> int:
        """Return a count that no program goes below: the fewest goals that serve every target."""
        for count in range(len(self.targets) + 1):
            for goals in itertools.combinations(self.goals, count):
                if {number for goal in goals for number in goal.serves} == set(self.targets):
                    return count
        raise AssertionError("every target is a goal by itself")

    def program(self, count: int, deadline: float) -> list[Step] | None:
        """Find a program of exactly count instructions, each of which is needed."""
        if not self.targets or not count:
            return None if self.targets or count else []
        encoding = _Encoding(self, count)
        encoding.write()
        model = _solved(encoding.clauses, deadline)
        return None if model is None else encoding.read(model)


def _goals(targets: Mapping[int, Lanes]) -> Iterator[_Goal]:
    """List the words that serve one target or several together, each with what it leaves free."""
    groups: list[tuple[tuple[int, ...], Lanes]] = [((), (_ANY, _ANY, _ANY, _ANY))]
    for number, target in targets.items():
        for serves, word in list(groups):
            both = merged(word, target)
            if both is not None:
                groups.append(((*serves, number), both))
                if len(groups) > 2000:
                    raise ValueError("too many ways to serve these targets together")
    for serves, word in groups[1:]:
        yield _Goal(serves, word, frozenset(word) - {_ANY}, word.count(_ANY))


@dataclass
class _Encoding:
    """The clauses that say: these instructions, numbered 0 to count - 1, serve every target.

    Words are numbered: 0 a constant, then the inputs, then the results. An instruction's operands are a pair
    of numbers, the lower first; one that reads a single word has 0 for the other.
    """

    problem: _Problem
    count: int
    clauses: list[list[int]] = field(default_factory=list)
    variables: int = 0
    has: list[dict[Lane, int]] = field(default_factory=list)
    pairs: list[dict[tuple[int, int], int]] = field(default_factory=list)
    serves: list[list[int]] = field(default_factory=list)

    def new(self) -> int:
        self.variables += 1
        return self.variables

    def add(self, *literals: int) -> None:
        self.clauses.append(list(literals))

    def exactly_one(self, literals: Sequence[int]) -> None:
        self.add(*literals)
        self.at_most_one(literals)

    def at_most_one(self, literals: Sequence[int]) -> None:
        """Say so pairwise, or in a chain where there are many."""
        if len(literals) <= 6:
            for a, b in itertools.combinations(literals, 2):
                self.add(-a, -b)
            return
        seen = self.new()
        for literal in literals[:4]:
            self.add(-literal, seen)
        self.at_most_one(literals[:4])
        self.at_most_one([seen, *literals[4:]])

    def first_result(self) -> int:
        return 1 + len(self.problem.names)

    def write(self) -> None:
        problem = self.problem
        for index in range(self.count):
            self.has.append({symbol: self.new() for symbol in problem.symbols})
            below = range(self.first_result() + index)
            self.pairs.append({pair: self.new() for pair in itertools.combinations(below, 2)})
            self.serves.append([self.new() for _ in problem.goals])
        for index in range(self.count):
            self.write_operands(index)
            self.write_room(index)
            self.write_use(index)
            if index:
                self.write_order(index)
        for number in problem.targets:
            self.exactly_one(
                [
                    served[which]
                    for served in self.serves
                    for which, goal in enumerate(problem.goals)
                    if number in goal.serves
                ]
            )

    def write_operands(self, index: int) -> None:
        """Each symbol of a result is read from one of its operands."""
        self.exactly_one(list(self.pairs[index].values()))
        for pair, chosen in self.pairs[index].items():
            for symbol, have in self.has[index].items():
                sources: list[int] = []
                for word in pair:
                    offered = self.offered(word, symbol)
                    if offered is None:
                        break
                    sources += offered
                else:
                    self.add(-chosen, -have, *sources)

    def offered(self, word: int, symbol: Lane) -> list[int] | None:
        """Return the literals any of which lets a word be read for a symbol; None where it always can be."""
        if word == 0:
            return None if isinstance(symbol, Const) else []
        if word < self.first_result():
            return None if symbol in self.problem.offers[word - 1] else []
        return [self.has[word - self.first_result()][carrier] for carrier in self.problem.carriers[symbol]]

    def write_room(self, index: int) -> None:
        """A result has its goal's symbols, and as many others as that leaves room for: four with no goal."""
        goals = self.problem.goals
        served = self.serves[index]
        self.at_most_one(served)
        for goal, chosen in zip(goals, served, strict=True):
            for symbol in goal.symbols:
                self.add(-chosen, self.has[index][symbol])
        extras = []
        for symbol, have in self.has[index].items():
            extra = self.new()
            self.add(
                -have,
                extra,
                *(chosen for goal, chosen in zip(goals, served, strict=True) if symbol in goal.symbols),
            )
            extras.append(extra)
        over = self.counted(extras, 5)
        self.add(-over[4])
        for goal, chosen in zip(goals, served, strict=True):
            self.add(-chosen, -over[goal.free])

    def counted(self, literals: Sequence[int], most: int) -> list[int]:
        """Return one literal for each n below most: true where more than n of the literals are."""
        before = [self.new() for _ in range(most)]
        for literal in literals:
            after = [self.new() for _ in range(most)]
            for n in range(most):
                self.add(-before[n], after[n])
                self.add(-literal, *([-before[n - 1]] if n else []), after[n])
            before = after
        return before

    def write_use(self, index: int) -> None:
        """A result serves a goal or is read later: otherwise a shorter program would do."""
        word = self.first_result() + index
        readers = [chosen for pairs in self.pairs[index + 1 :] for pair, chosen in pairs.items() if word in pair]
        self.add(*self.serves[index], *readers)

    def write_order(self, index: int) -> None:
        """Of the orders a program can be written in, keep one: an instruction that does not read the one
        before it has operands that come no earlier in co-lexicographic order. (Exchange two neighbours that
        break this, and the list of operand pairs gets smaller; so exchanging comes to an end.)
        """
        previous = self.first_result() + index - 1
        # later[n]: the instruction before has a pair that comes after the n-th.
        order = sorted(self.pairs[index - 1], key=lambda pair: pair[::-1])
        later = [self.new() for _ in order]
        for n, pair in enumerate(order):
            if n:
                self.add(-self.pairs[index - 1][pair], later[n - 1])
                self.add(-later[n], later[n - 1])
            self.add(-self.pairs[index][pair], -later[n])
        assert all(pair in self.pairs[index - 1] or previous in pair for pair in self.pairs[index])

    def read(self, model: Iterable[int]) -> list[Step]:
        true = {literal for literal in model if literal > 0}
        words: list[str | int] = [CONSTANT, *self.problem.names, *range(self.count)]
        steps = []
        for index in range(self.count):
            (pair,) = (pair for pair, chosen in self.pairs[index].items() if chosen in true)
            goals = [
                goal for goal, chosen in zip(self.problem.goals, self.serves[index], strict=True) if chosen in true
            ]
            symbols = frozenset(symbol for symbol, have in self.has[index].items() if have in true)
            word = None
            if goals:
                spare = sorted(symbols - goals[0].symbols, key=repr)
                first, second, third, fourth = (
                    spare.pop() if lane == _ANY and spare else lane for lane in goals[0].word
                )
                word = (first, second, third, fourth)
            operands = (words[pair[0]], words[pair[1]])
            steps.append(Step(operands, symbols, goals[0].serves if goals else (), word))
        return steps


def _solved(clauses: Sequence[Sequence[int]], deadline: float) -> list[int] | None:
    """Return the literals of an assignment that meets every clause, or None where there is none."""
    left = int(1000 * (deadline - time.monotonic()))
    if left <= 0:
        raise TimeoutError("no time left to look for a program")
    # DIMACS, for building the clauses through z3's Python objects takes longer than solving them.
    lines = [f"p cnf {max(abs(literal) for clause in clauses for literal in clause)} {len(clauses)}"]
    lines += [" ".join(map(str, [*clause, 0])) for clause in clauses]
    solver = z3.SolverFor("QF_FD")
    solver.set("timeout", left)
    solver.from_string("\n".join(lines) + "\n")
    answer = solver.check()
    if answer == z3.unknown:
        raise TimeoutError(f"no answer in time: {solver.reason_unknown()}")
    if answer == z3.unsat:
        return None
    model = solver.model()
    # z3 calls the variable numbered n "k!n".
    return [int(variable.name().removeprefix("k!")) for variable in model if z3.is_true(model[variable])]


def random_problem(
    rng: random.Random, max_inputs: int = 4, max_targets: int = 4
) -> tuple[dict[str, Lanes], list[Lanes]]:
    """Draw inputs and targets that few instructions make: mostly one to four.

    Most problems are what a random program of that length computes, so that results share work; the others
    gather bytes at random. Don't-care lanes, constants, signs, equal targets, targets that cost nothing, and
    inputs with known bytes all come up.

    Args:
        rng: where the randomness comes from.
        max_inputs: the most inputs, at most 26.
        max_targets: the most targets.
    """
    names = "abcdefghijklmnopqrstuvwxyz"[: max(rng.randint(1, max_inputs), rng.randint(1, max_inputs))]
    inputs = {name: _random_input(rng, name) for name in names}
    constants = [0x00, 0x00, 0xFF, rng.choice([0x3F, 0x43, 0x80])]
    if rng.random() < 0.85:
        results = _random_results(rng, list(inputs.values()), constants)
    else:
        symbols = [lane for word in inputs.values() for lane in word] + [Const(constants[-1])]
        results = [_word(rng.choice(symbols) for _ in range(4)) for _ in range(rng.randint(1, 2))]
    # The last result is always wanted; of the others, some.
    most = min(len(results), max_targets) - 1
    others = rng.sample(results[:-1], max(rng.randint(0, most), rng.randint(0, most)))
    targets = [_masked(rng, word) for word in [*others, results[-1]]]
    for extra in (targets, list(inputs.values()), [_word([Const(rng.choice(constants))] * 4)]):
        if len(targets) < max_targets and rng.random() < 0.15:
            targets.append(_masked(rng, rng.choice(extra)))
    rng.shuffle(targets)
    return inputs, targets


def _random_results(rng: random.Random, inputs: list[Lanes], constants: list[int]) -> list[Lanes]:
    """Run a random program, each step of which tends to read what has not been read yet."""
    unread, words, results = list(inputs), list(inputs), []
    for _ in range(rng.choice([1, 2, 3, 3, 4, 4, 5])):
        operands = []
        for _ in range(2):
            word = rng.choice(unread) if unread and rng.random() < 0.85 else rng.choice(words)
            if word in unread:
                unread.remove(word)
            operands.append(word)
        bytes_read = rng.choices([lane for word in operands for lane in word], k=4)
        result = _word(_read(rng, lane, constants) for lane in bytes_read)
        unread.append(result)
        words.append(result)
        results.append(result)
    return results


def _read(rng: random.Random, lane: Lane, constants: list[int]) -> Lane:
    draw = rng.random()
    if draw < 0.1:
        return sign_of(lane)
    return Const(rng.choice(constants)) if draw < 0.2 else lane


def _random_input(rng: random.Random, name: str) -> Lanes:
    """Four bytes; of one word in four, the upper ones known to be zero, or one of them to be something."""
    known_from = rng.choice([1, 2]) if rng.random() < 0.2 else 4
    word: list[Lane] = [Pick(name, place) if place < known_from else Const(0) for place in range(4)]
    if rng.random() < 0.05:
        word[rng.randrange(4)] = Const(rng.choice([0x00, 0x43, 0xFF]))
    return _word(word)


def _masked(rng: random.Random, word: Lanes) -> Lanes:
    """Stop caring about some lanes, now and then."""
    share = rng.choice([0, 0, 0, 0, 0.25, 0.5])
    return _word(_ANY if rng.random() < share else lane for lane in word)


def _word(lanes: Iterable[Lane]) -> Lanes:
    first, second, third, fourth = lanes
    return first, second, third, fourth
