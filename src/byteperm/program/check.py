"""The checker: does a program do what its layout says, and is it as short as its certificate claims?

It shares no code with the search. Bytes are plain tuples, sets of bytes are frozensets, covers are found by
trying all of them; slow is fine here, doubt is not.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from byteperm.lanes import Any, Const, Lane, Lanes, Pick, Sign
from byteperm.layout.model import Layout, RuntimeWord
from byteperm.program.model import Program, Step

#: A byte: ("own", word, byte), ("sign", word, byte), ("const", value), or ("any",).
Byte = tuple[str | int, ...]
Bytes = tuple[Byte, ...]

#: Most sets that are looked at when an exhausted search is done again.
MAX_STATES = 200_000


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the checker found.

    Args:
        problems: what is wrong, empty if nothing is.
        proved: whether the least number of permutes was established here too.
        remark: how it was, or why it could not be.
    """

    problems: tuple[str, ...]
    proved: bool
    remark: str

    @property
    def good(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def check(layout: Layout, program: Program) -> Verdict:
    """Check a program against its layout, and its certificate against the program.

    Args:
        layout: what should be made.
        program: what makes it.

    >>> from byteperm.program.model import lanes_of_word
    >>> from byteperm.layout.model import Input, Output, Type
    >>> word = Type("u32", "le")
    >>> swap = Layout((Input("x", word),), (Output("r", word, (lanes_of_word("x")[::-1],)),))
    >>> check(swap, Program((("x", lanes_of_word("x")),), (Step("t0", "prmt", ("x", 0, 0x0123)),), (("r", "t0"),))).good
    True
    """
    problems = [*_shape(layout, program)]
    if not problems:
        problems += [*_meaning(layout, program), *_recipes(layout, program)]
    if problems:
        return Verdict(tuple(problems), False, "")
    least, remark = _least(layout, program)
    claimed = program.proof.kind in ("bound", "exhausted")
    if least is not None and least > _made(layout, program):
        problems.append(f"the program has fewer permutes than the {least} that are needed at least")
    proved = least is not None and least >= _made(layout, program)
    if claimed and least is not None and not proved:
        problems.append(f"the certificate claims {program.proof.lower} permutes as least, only {least} are established")
    return Verdict(tuple(problems), proved, remark)


def _byte(lane: Lane) -> Byte:
    if isinstance(lane, Pick):
        return "own", lane.word, lane.byte
    if isinstance(lane, Sign):
        return "sign", lane.word, lane.byte
    return ("const", lane.value) if isinstance(lane, Const) else ("any",)


def _bytes(lanes: Lanes) -> Bytes:
    return tuple(_byte(lane) for lane in lanes)


def _top(byte: Byte) -> Byte:
    if byte[0] == "own":
        return "sign", *byte[1:]
    if byte[0] == "const":
        return "const", 255 if int(byte[1]) > 127 else 0
    return byte


def _shape(layout: Layout, program: Program) -> Iterator[str]:
    """Check that every value is made once, before it is used, and every output is some value."""
    if dict(program.inputs) != layout.input_words:
        yield "the program's inputs are not the layout's"
    known = {name for name, _ in program.inputs} | {item.name for item in layout.inputs if item.type.unit == "index"}
    for step in program.steps:
        for arg in step.args:
            if isinstance(arg, str) and arg not in known:
                yield f"{step.name} uses {arg}, which is not made yet"
        if step.name in known:
            yield f"{step.name} is made twice"
        known.add(step.name)
    if [name for name, _ in program.outputs] != list(layout.targets):
        yield "the program's outputs are not the layout's"
    for name, ref in program.outputs:
        if isinstance(ref, str) and ref not in known:
            yield f"output {name} is {ref}, which is not made"


def _meaning(layout: Layout, program: Program) -> Iterator[str]:
    """Check every output byte by following it back to the inputs."""
    values: dict[str, Bytes] = {name: _bytes(lanes) for name, lanes in program.inputs}
    for step in program.steps:
        values[step.name] = _result(step, values)
    for name, ref in program.outputs:
        made = values[ref] if isinstance(ref, str) else _constant(ref)
        for position, (got, want) in enumerate(zip(made, _bytes(layout.targets[name]), strict=True)):
            if want not in {("any",), got}:
                yield f"byte {position} of {name} is {got}, not {want}"


def _constant(value: int) -> Bytes:
    return tuple(("const", value >> shift & 255) for shift in (0, 8, 16, 24))


def _result(step: Step, values: Mapping[str, Bytes]) -> Bytes:
    selector = step.args[-1]
    if step.op != "prmt" or isinstance(selector, str):
        return tuple(("own", step.name, n) for n in range(4))
    pool: Bytes = ()
    for arg in step.args[:2]:
        pool += values[arg] if isinstance(arg, str) else _constant(arg)
    chosen = [selector // 16**n % 16 for n in range(4)]
    return tuple(_top(pool[n - 8]) if n > 7 else pool[n] for n in chosen)


def _recipes(layout: Layout, program: Program) -> Iterator[str]:
    """Check each run-time word by running the program on every index or code, with random words around it."""
    rng = random.Random(1)
    for word in layout.runtime:
        for trial in range(16 if word.kind == "lookup" else 8):
            words = {name: _random_word(rng, lanes) for name, lanes in program.inputs}
            if isinstance(word.index, str):
                words[word.index] = trial + 8 * rng.getrandbits(20)
            values = _run(program, words)
            expected = _expected(word, values, trial)
            if values[word.name] != expected:
                yield f"{word.name} ({word.kind}) gives {values[word.name]:#010x}, not {expected:#010x}"


def _random_word(rng: random.Random, lanes: Lanes) -> int:
    value = rng.getrandbits(32)
    for n, lane in enumerate(lanes):
        if isinstance(lane, Const):
            value = value & ~(255 << 8 * n) | lane.value << 8 * n
    return value


def _run(program: Program, words: dict[str, int]) -> dict[str, int]:
    """Return every value of a run; `Program.run` gives the outputs only."""
    values = dict(words)
    for place, step in enumerate(program.steps):
        part = Program(program.inputs, program.steps[: place + 1], ((step.name, step.name),))
        values[step.name] = part.run(words)[step.name]
    return values


def _value(lanes: Lanes, values: Mapping[str, int]) -> int:
    result = 0
    for n, lane in enumerate(lanes):
        if isinstance(lane, Const):
            result |= lane.value << 8 * n
        elif not isinstance(lane, Any):
            byte = values[lane.word] >> 8 * lane.byte & 255
            result |= (byte if isinstance(lane, Pick) else 255 * (byte >> 7)) << 8 * n
    return result


def _expected(word: RuntimeWord, values: Mapping[str, int], trial: int) -> int:
    sources = [_value(lanes, values) for lanes in word.sources]
    if word.kind == "lookup":
        assert not isinstance(word.index, str)
        table = b"".join(source.to_bytes(4, "little") for source in sources)
        codes = _value(word.index, values) >> 16 * word.half
        return int.from_bytes(bytes(table[(codes >> 4 * n & 15) % len(table)] for n in range(4)), "little")
    count = trial % 4
    if word.kind == "window":
        return (sources[1] << 32 | sources[0]) >> 8 * count & 0xFFFFFFFF
    if word.kind == "rotate":
        return (sources[0] << 8 * count | sources[0] >> (32 - 8 * count)) & 0xFFFFFFFF
    return (sources[0] >> 8 * count & 255) * 0x01010101


def _made(layout: Layout, program: Program) -> int:
    """Count the permutes that make outputs: those of run-time words and their sources are apart."""
    last = max((place for place, step in enumerate(program.steps) if step.name.startswith("%")), default=-1)
    return sum(step.op == "prmt" for step in program.steps[last + 1 :])


def _least(layout: Layout, program: Program) -> tuple[int | None, str]:
    """Establish how many permutes are needed at least, on this module's own."""
    inputs = [_bytes(lanes) for lanes in layout.input_words.values()]
    inputs += [tuple(("own", word.name, n) for n in range(4)) for word in layout.runtime]
    targets = _to_make(inputs, [_bytes(lanes) for lanes in layout.targets.values()])
    apart = _most_apart(targets)
    made = _made(layout, program)
    if apart >= made:
        return apart, "counted: as many outputs differ from all inputs, constants and each other"
    if apart == len(targets):
        merged = apart + _merges(inputs, targets)
        if merged >= made:
            return merged, "counted: outputs and the merges that they ask for"
    return _exhaust(inputs, targets, made)


def _fits(value: Bytes, target: Bytes) -> bool:
    return all(want in {("any",), got} for got, want in zip(value, target, strict=True))


def _to_make(inputs: Sequence[Bytes], targets: Sequence[Bytes]) -> list[Bytes]:
    """Return the outputs that are neither an input nor a constant, each once."""
    left = []
    for target in dict.fromkeys(targets):
        constant = all(byte[0] in ("const", "any") for byte in target)
        if not constant and not any(_fits(value, target) for value in inputs):
            left.append(target)
    return [
        t
        for n, t in enumerate(left)
        if not any(_fits(o, t) and (m < n or not _fits(t, o)) for m, o in enumerate(left) if m != n)
    ]


def _compatible(one: Bytes, other: Bytes) -> bool:
    return all(a == b or ("any",) in (a, b) for a, b in zip(one, other, strict=True))


def _most_apart(targets: Sequence[Bytes]) -> int:
    """Count outputs of which no two could be one word; greedily, which is enough for a lower bound."""
    chosen: list[Bytes] = []
    for target in sorted(targets, key=lambda target: sum(_compatible(target, other) for other in targets)):
        if not any(_compatible(target, other) for other in chosen):
            chosen.append(target)
    return len(chosen)


def _holds(value: Sequence[Byte]) -> frozenset[Byte]:
    return frozenset(value) | frozenset(_top(byte) for byte in value)


def _sources(inputs: Sequence[Bytes], targets: Sequence[Bytes]) -> list[frozenset[Byte]]:
    """Return what each word that is there holds; the constant holds every constant."""
    constants = frozenset(byte for target in targets for byte in target if byte[0] == "const")
    return [constants, *(_holds(value) for value in inputs)]


def _asked(target: Bytes) -> frozenset[Byte]:
    return frozenset(byte for byte in target if byte != ("any",))


def _cover(asked: frozenset[Byte], words: Sequence[frozenset[Byte]]) -> int:
    useful = {word & asked for word in words if word & asked}
    for count in range(1, 5):
        if any(frozenset().union(*chosen) == asked for chosen in combinations(useful, count)):
            return count
    return 5


def _merges(inputs: Sequence[Bytes], targets: Sequence[Bytes]) -> int:
    """Count the words beyond the outputs that are needed at least, where no output can help another."""
    words = _sources(inputs, targets)
    asked = [_asked(target) for target in targets]
    needs = [max(0, _cover(target, words) - 2) for target in asked]
    for one, other in combinations(range(len(targets)), 2):
        if len(_holds(targets[one]) & asked[other]) > 1 or len(_holds(targets[other]) & asked[one]) > 1:
            return 0
    if any(("any",) in target for target in targets):
        return 0
    stored = {("own", *byte[1:]) if byte[0] == "sign" else byte for target in asked for byte in target}
    if len(stored) > 26:
        # For outputs that share nothing, four bytes can serve two of them, two bytes each.
        apart = all(not _holds(tuple(one)) & other for one in asked for other in asked if one is not other)
        return -(-sum(needs) // 2) if apart else 0
    needy = [target for target, need in zip(asked, needs, strict=True) if need]
    widest = max(
        (_served(chosen, needy) for chosen in combinations(sorted(stored, key=str), min(4, len(stored)))), default=1
    )
    return max(max(needs, default=0), -(-sum(needs) // max(1, widest)))


def _served(chosen: Sequence[Byte], needy: Sequence[frozenset[Byte]]) -> int:
    word = _holds(chosen)
    return sum(len(word & target) > 1 for target in needy)


def _exhaust(inputs: Sequence[Bytes], targets: Sequence[Bytes], made: int) -> tuple[int | None, str]:
    """Try every program of one permute less, over sets of bytes, if there are not too many."""
    if any(("any",) in target for target in targets):
        return None, "not established here: outputs with free bytes and a search behind them"
    counter = [0]
    words = _sources(inputs, targets)
    found = _reach(words, [_asked(target) for target in targets], made - 1, counter)
    if found is None:
        return None, "not established here: too many programs to try again"
    return (made - 1 if found else made), "tried: every program of one permute less"


def _reach(
    words: list[frozenset[Byte]], targets: list[frozenset[Byte]], budget: int, counter: list[int]
) -> bool | None:
    """Tell whether the targets can be made within a budget of permutes; None if that is too much to try."""
    for target in targets:
        if _cover(target, words) <= 2:
            rest = [other for other in targets if other is not target]
            return budget > 0 and _reach([*words, _holds(tuple(target))], rest, budget - 1, counter)
    if not targets:
        return True
    if budget <= len(targets):
        return False
    counter[0] += 1
    if counter[0] > MAX_STATES:
        return None
    for word in _next_words(words, targets):
        answer = _reach([*words, word], targets, budget - 1, counter)
        if answer is not False:
            return answer
    return False


def _next_words(words: list[frozenset[Byte]], targets: list[frozenset[Byte]]) -> Iterator[frozenset[Byte]]:
    """Yield every largest set of four useful bytes that two words can supply."""
    wanted = frozenset().union(*targets)
    for one, other in combinations(words, 2):
        useful = [byte for byte in one | other if _holds((byte,)) & wanted]
        stored = sorted((b for b in useful if b[0] != "sign" or ("own", *b[1:]) not in useful), key=str)
        for chosen in combinations(stored, min(4, len(stored))):
            yield _holds(chosen)
