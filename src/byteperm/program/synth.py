"""The front door: a layout in, the shortest program with its proof out."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from byteperm.lanes import Any, Const, Lane, Lanes, Pick, Sign
from byteperm.layout.model import Layout, LayoutError, RuntimeWord
from byteperm.program.bounds import demand
from byteperm.program.constants import share_constants
from byteperm.program.model import Program, Proof, Ref, Step, constant_lanes, lanes_of_word, serves, signed
from byteperm.program.recipes import recipe
from byteperm.program.search import OutOfTimeError, Search, Target, Universe, Value, start_values, universe_of

#: Most ways of letting two outputs with free bytes share one word that are tried.
MAX_SHARINGS = 64

#: Most further words, beyond one for each output, that are searched for.
MAX_FURTHER = 16


@dataclass(frozen=True, slots=True)
class Plan:
    """What a search found for some targets.

    Args:
        steps: the instructions.
        refs: the value that makes each target.
        lower: the proved least number of instructions.
        exhausted: whether the bound alone was not enough and every shorter program was ruled out.
        closed: whether ``lower`` is met.
        outputs: how many different words had to be made.
        merges: merges asked for in all.
        shared: the most targets that one further word can serve.
    """

    steps: tuple[Step, ...]
    refs: tuple[Ref, ...]
    lower: int
    exhausted: bool
    closed: bool
    outputs: int
    merges: int
    shared: int


def plan(
    inputs: Mapping[str, Lanes],
    targets: Sequence[Lanes],
    *,
    seconds: float = 2.0,
    signs: bool = True,
    prefix: str = "t",
) -> Plan:
    """Find the fewest permutes that make all targets from the inputs.

    Args:
        inputs: what is known of each input word's lanes, by name.
        targets: the words to make, least significant lane first.
        seconds: how long to search; after that the best found is returned with its gap.
        signs: whether a permute may replicate signs (``prmt`` can, ``__byte_perm`` cannot).
        prefix: what the steps' names begin with.

    >>> from byteperm.lanes import parse_lanes
    >>> [str(step) for step in plan({"x": lanes_of_word("x")}, [parse_lanes("x0 x1 x2 x3")]).steps]
    ['t0 = prmt(x, 0x0, 0x0123)']
    """
    deadline = time.monotonic() + seconds
    best: Plan | None = None
    floor: int | None = None
    for sharing in _sharings(_distinct(inputs, targets)):
        found = _plan_distinct(inputs, sharing, deadline, signs, prefix)
        floor = found.lower if floor is None else min(floor, found.lower)
        if best is None or len(found.steps) < len(best.steps):
            best = found
    assert best is not None
    assert floor is not None
    refs = tuple(_ref_for(target, inputs, best, prefix) for target in targets)
    closed = len(best.steps) == floor
    return Plan(best.steps, refs, floor, best.exhausted, closed, best.outputs, best.merges, best.shared)


def _is_free(inputs: Mapping[str, Lanes], target: Lanes) -> bool:
    """Tell whether a target costs nothing: an input as it is, or a constant."""
    return all(isinstance(lane, Const | Any) for lane in target) or any(
        serves(lanes, target) for lanes in inputs.values()
    )


def _distinct(inputs: Mapping[str, Lanes], targets: Sequence[Lanes]) -> list[Lanes]:
    """Return the targets that need an instruction, without those that another one serves."""
    needed = list(dict.fromkeys(target for target in targets if not _is_free(inputs, target)))
    kept: list[Lanes] = []
    for place, target in enumerate(needed):
        later = needed[place + 1 :]
        if not any(serves(other, target) for other in [*kept, *later]):
            kept.append(target)
    return kept


def _sharings(targets: list[Lanes]) -> Iterator[list[Lanes]]:
    """Yield the ways in which targets with free bytes can be one word, the most shared first."""
    tried = 0
    stack = [targets]
    seen: set[frozenset[Lanes]] = set()
    found: list[list[Lanes]] = []
    while stack and tried < MAX_SHARINGS:
        present = stack.pop()
        if frozenset(present) in seen:
            continue
        seen.add(frozenset(present))
        tried += 1
        found.append(present)
        stack += list(_joined(present))
    yield from sorted(found, key=len)


def _joined(targets: list[Lanes]) -> Iterator[list[Lanes]]:
    for place, one in enumerate(targets):
        for other in targets[place + 1 :]:
            both = _union(one, other)
            if both is not None:
                yield [both if target == one else target for target in targets if target != other]


def _union(one: Lanes, other: Lanes) -> Lanes | None:
    """Return the word that serves both targets, None if their bytes differ somewhere."""
    lanes: list[Lane] = []
    for a, b in zip(one, other, strict=True):
        if not isinstance(a, Any) and not isinstance(b, Any) and a != b:
            return None
        lanes.append(b if isinstance(a, Any) else a)
    return lanes[0], lanes[1], lanes[2], lanes[3]


def _plan_distinct(
    inputs: Mapping[str, Lanes], targets: list[Lanes], deadline: float, signs: bool, prefix: str
) -> Plan:
    """Search each group of targets that share no input word, then all of them together for something shorter.

    Groups are nearly always best made apart, but that is no theorem: words of two groups can be packed into
    one and merged together. So what the groups give is called minimal only if the bound on all of them is met
    or a search over all of them finds nothing shorter.
    """
    whole = _search_for(inputs, targets, deadline, signs)
    everything = range(len(targets))
    bound = whole.bound(whole.values, everything)
    total, _, width = demand(whole.asked(whole.values, everything), whole.stores)
    steps: list[Step] = []
    proved, groups = True, _groups(targets)
    for group in groups:
        values, closed = _least(inputs, group, deadline, signs)
        steps += _steps(inputs, group, values, prefix, len(steps))
        proved = proved and closed
    if len(groups) > 1 and len(steps) > len(targets) + bound:
        steps, proved = _together(inputs, targets, whole, steps, prefix)
    lower = len(steps) if proved else len(targets) + bound
    return Plan(tuple(steps), (), lower, lower > len(targets) + bound, lower == len(steps), len(targets), total, width)


def _together(
    inputs: Mapping[str, Lanes], targets: list[Lanes], whole: Search, steps: list[Step], prefix: str
) -> tuple[list[Step], bool]:
    """Look for something shorter than what the groups gave, and say whether the search was finished."""
    try:
        found = whole.least(len(steps) - len(targets) - 1)
    except OutOfTimeError:
        return steps, False
    return (steps if found is None else _steps(inputs, targets, found, prefix, 0)), True


def _search_for(inputs: Mapping[str, Lanes], targets: list[Lanes], deadline: float, signs: bool) -> Search:
    universe = universe_of(targets, signs)
    return Search(universe, start_values(universe, list(inputs.values())), _as_targets(targets, universe), deadline)


def _as_targets(targets: Sequence[Lanes], universe: Universe) -> list[Target]:
    return [_as_target(lanes, universe) for lanes in targets]


def _as_target(lanes: Lanes, universe: Universe) -> Target:
    asked = [lane for lane in lanes if not isinstance(lane, Any)]
    atoms = sum({universe.bits[lane] for lane in asked})
    return Target(lanes, atoms, universe.atoms_of(asked), len(lanes) - len(asked))


def _groups(targets: list[Lanes]) -> list[list[Lanes]]:
    """Split the targets into groups that read different input words."""
    groups: list[tuple[set[str], list[Lanes]]] = []
    for target in targets:
        words = {lane.word for lane in target if isinstance(lane, Pick | Sign)}
        joined = [group for group in groups if group[0] & words]
        members = [member for group in joined for member in group[1]] + [target]
        for group in joined:
            words |= group[0]
        groups = [group for group in groups if not group[0] & words] + [(words, members)]
    return [sorted(members, key=targets.index) for _, members in groups]


def _least(inputs: Mapping[str, Lanes], targets: list[Lanes], deadline: float, signs: bool) -> tuple[list[Value], bool]:
    """Return the values of a solution, and whether it is proved to be a shortest one."""
    search = _search_for(inputs, targets, deadline, signs)
    try:
        found = search.least(MAX_FURTHER)
    except OutOfTimeError:
        found = None
    return (search.greedy(), False) if found is None else (found, True)


def _steps(
    inputs: Mapping[str, Lanes], targets: list[Lanes], values: list[Value], prefix: str, first: int
) -> list[Step]:
    """Turn made values into instructions: give every byte its place, every constant its word."""
    names = list(inputs)
    known: dict[int, tuple[str, Lanes]] = {n + 1: (name, inputs[name]) for n, name in enumerate(names)}
    steps: list[Step] = []
    for index in range(len(names) + 1, len(values)):
        value = values[index]
        assert value.made_from is not None
        lanes = _placed(value, targets)
        name = f"{prefix}{first + len(steps)}"
        steps.append(_step(name, lanes, [known.get(operand) for operand in value.made_from]))
        known[index] = (name, lanes)
    return steps


def _placed(value: Value, targets: list[Lanes]) -> Lanes:
    """Give a value's lanes their places: a target's own, with further lanes where it asks for nothing."""
    if value.target < 0:
        a, b, c, d = (*value.held, *(value.held[:1] * 4))[:4]
        return a, b, c, d
    target = targets[value.target]
    spare = iter(lane for lane in value.held if lane not in target)
    filler = value.held[0]
    lanes = [next(spare, filler) if isinstance(lane, Any) else lane for lane in target]
    return lanes[0], lanes[1], lanes[2], lanes[3]


def _step(name: str, lanes: Lanes, operands: Sequence[tuple[str, Lanes] | None]) -> Step:
    """Write one permute; an operand that is None is the constant, made of what the other lacks."""
    there = [operand for operand in dict.fromkeys(operands) if operand is not None]
    refs: list[tuple[Ref, Lanes]] = [(operand[0], operand[1]) for operand in there]
    lacking = [lane for lane in lanes if not any(_place(lane, held) is not None for _, held in refs)]
    if len(refs) < 2:
        constant = _constant([lane.value for lane in lacking if isinstance(lane, Const)])
        refs.append((constant, constant_lanes(constant)))
    low, high = refs
    selector = 0
    for position, lane in enumerate(lanes):
        place = _place(lane, low[1])
        number = place if place is not None else _checked(_place(lane, high[1])) + 4
        selector |= number << 4 * position
    return Step(name, "prmt", (low[0], high[0], selector))


def _checked(place: int | None) -> int:
    assert place is not None, "the search used a byte that its operands do not hold"
    return place


def _place(lane: Lane, held: Lanes) -> int | None:
    """Return the field, less the operand's offset, that takes a lane from a word: a copy, or a sign."""
    if lane in held:
        return held.index(lane)
    for place, source in enumerate(held):
        if signed(source) == lane:
            return place | 8
    return None


def _constant(values: list[int]) -> int:
    """Lay constant bytes out so that the word is small: zeros on top."""
    ordered = list(dict.fromkeys([value for value in values if value] + [0] * (0 in values)))
    return sum(value << 8 * n for n, value in enumerate(ordered[:4]))


def _ref_for(target: Lanes, inputs: Mapping[str, Lanes], found: Plan, prefix: str) -> Ref:
    """Return the value that serves a target: a constant, an input, or a step."""
    if all(isinstance(lane, Const | Any) for lane in target):
        return sum(lane.value << 8 * n for n, lane in enumerate(target) if isinstance(lane, Const))
    known = Program(tuple(inputs.items()), found.steps, ()).lanes()
    return next(name for name, lanes in known.items() if serves(lanes, target))


def synthesize(layout: Layout, *, seconds: float = 2.0, signs: bool = True, share: bool = True) -> Program:
    """Find the shortest program for a layout.

    Args:
        layout: what to make.
        seconds: how long to search for each part before the best found is taken with its gap.
        signs: whether a permute may replicate signs (``prmt`` can, ``__byte_perm`` cannot).
        share: whether steps share one constant word where that saves registers; without it each constant is the
            plain one.

    Raises:
        LayoutError: signs are asked for and not allowed.

    >>> from byteperm.layout.language import parse_layout
    >>> program = synthesize(parse_layout("in h: u32le[5]; out m: u32be[16] = sha256_block(00 14 h)"))
    >>> program.permutes, program.proof.reason
    (6, 'six outputs are neither inputs nor constants')
    """
    inputs = dict(layout.input_words)
    targets = layout.targets
    if not signs and any(isinstance(lane, Sign) for lanes in targets.values() for lane in lanes):
        raise LayoutError("byte_perm has no sign replication", help="allow prmt, which has")
    steps: list[Step] = []
    mark = _free_mark([item.name for item in layout.inputs])
    for number, word in enumerate(layout.runtime):
        steps += _runtime_steps(word, inputs, f"{mark}{number}_", seconds, signs)
        inputs[word.name] = lanes_of_word(word.name)
    found = plan(inputs, list(targets.values()), seconds=seconds, signs=signs, prefix=mark)
    outputs = tuple(zip(targets, found.refs, strict=True))
    made = share_constants(found.steps, inputs) if share else found.steps
    return Program(tuple(layout.input_words.items()), (*steps, *made), outputs, _proof(found, steps))


def _free_mark(names: Sequence[str]) -> str:
    """Return what step names begin with, so that none of them is an input's name."""
    mark = "t"
    while any(name.startswith(mark) and name[len(mark) : len(mark) + 1].isdigit() for name in names):
        mark += "_"
    return mark


def _runtime_steps(
    word: RuntimeWord, inputs: Mapping[str, Lanes], prefix: str, seconds: float, signs: bool
) -> list[Step]:
    asked = [*word.sources] + ([word.index] if not isinstance(word.index, str) else [])
    found = plan(inputs, asked, seconds=seconds, signs=signs, prefix=f"{prefix}s")
    index = word.index if isinstance(word.index, str) else found.refs[-1]
    return [*found.steps, *recipe(word, found.refs[: len(word.sources)], index, f"{prefix}r")]


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def _count(number: int, noun: str) -> str:
    shown = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{shown} {noun}{'' if number == 1 else 's'}"


def _proof(found: Plan, before: Sequence[Step]) -> Proof:
    """Say why the permutes of the outputs are as few as they are."""
    kind = "gap" if not found.closed else "exhausted" if found.exhausted else "bound"
    reason = _reason(found, kind)
    if before:
        made = f"{_count(len(before), 'instruction')} by recipe for what depends on run-time values"
        beyond = reason if kind == "gap" else f"minimal: {reason}"
        return Proof("recipe", found.lower, f"{made}; beyond them {beyond}", *_figures(found))
    return Proof(kind, found.lower, reason, *_figures(found))


def _figures(found: Plan) -> tuple[int, int, int]:
    return found.outputs, found.merges, found.shared


def _reason(found: Plan, kind: str) -> str:
    if kind == "gap":
        return f"the best found; at least {_count(found.lower, 'permute')} needed"
    if kind == "exhausted":
        return f"every program of {_count(len(found.steps) - 1, 'permute')} was ruled out"
    if not found.outputs:
        return "every output is an input or a constant"
    made = "one output is neither input nor constant"
    if found.outputs > 1:
        made = f"{_count(found.outputs, 'output')} are neither inputs nor constants"
    if len(found.steps) == found.outputs:
        return made
    needs = (
        f"they need {_count(found.merges, 'merge')} more"
        if found.outputs > 1
        else f"it needs {_count(found.merges, 'merge')} more"
    )
    return f"{made}, and {needs}, of which one word can serve {found.shared}"
