"""The optimum checker itself: known optima, and a second encoding that takes prmt at its word."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Mapping, Sequence

import pytest
import z3

from byteperm.lanes import Any, Const, Lane, Lanes, Pick, Sign
from program.optimum import CONSTANT, covers, known, least_instructions, least_program, random_problem, sign_of


def own(name: str) -> Lanes:
    return Pick(name, 0), Pick(name, 1), Pick(name, 2), Pick(name, 3)


def lanes(text: str) -> Lanes:
    """Read four lanes, least significant first: ``a0``, ``s(a0)``, ``00``, ``_``."""
    first, second, third, fourth = (lane(token) for token in text.split())
    return first, second, third, fourth


def lane(token: str) -> Lane:
    if token == "_":
        return Any()
    if token.startswith("s("):
        return Sign(token[2], int(token[3]))
    return Pick(token[0], int(token[1])) if token[0] in "wxyzrgb" else Const(int(token, 16))


def given(text: str) -> dict[str, Lanes]:
    """Name inputs: ``x`` has four bytes of its own, ``x=x0 00 00 00`` is spelled out after a comma."""
    words = (part.strip().partition("=") for part in text.split(","))
    return {name: lanes(spelled) if spelled else own(name) for name, _, spelled in words}


KNOWN = [
    ("identity", "x", ["x0 x1 x2 x3"], 0),
    ("constant", "x", ["12 34 56 78"], 0),
    ("nothing wanted", "x", ["_ _ _ _"], 0),
    ("no target", "x", [], 0),
    ("an input where it matters", "x", ["_ x1 _ x3"], 0),
    ("an input's known zeros", "x=x0 00 00 00", ["x0 00 00 00", "x0 _ 00 _"], 0),
    ("a byte known to be zero", "x=x0 00 00 00", ["x1 x2 s(x3) 00"], 0),
    ("byte swap", "x", ["x3 x2 x1 x0"], 1),
    ("swap of halves", "x", ["x2 x3 x0 x1"], 1),
    ("the same target twice", "x", ["x3 x2 x1 x0", "x3 x2 x1 x0"], 1),
    ("a target within another", "x, y", ["x3 _ y0 _", "x3 x2 y0 y2", "_ x2 _ _"], 1),
    ("two targets that fit one word", "x, y", ["x3 x2 _ _", "_ _ y1 y0"], 1),
    ("two targets that do not", "x, y", ["x3 x2 _ _", "_ x1 y1 y0"], 2),
    ("three of which two fit", "x, y", ["x3 _ _ _", "y3 _ x0 _", "_ x3 _ y0"], 2),
    ("constants need an operand", "x, y", ["x0 y0 12 34"], 2),
    ("constants with one word", "x", ["x0 x3 12 34"], 1),
    ("constants an input has", "x, y=y0 12 34 56", ["x0 y0 12 34"], 1),
    ("a zero by the sign of a zero", "x=x0 x1 x2 00, y", ["y0 x0 00 x1"], 1),
    ("a zero by the sign of 12", "x=x0 x1 x2 12, y", ["y0 x0 00 x1"], 1),
    ("ones by the sign of 80", "x=x0 x1 x2 80, y", ["y0 x0 ff x1"], 1),
    ("the low bytes of two words", "x, y", ["x0 y0 _ _"], 1),
    ("the low bytes of four words", "w, x, y, z", ["w0 x0 y0 z0"], 3),
    ("the low bytes of three words", "x, y, z", ["x0 y0 z0 z1"], 2),
    ("u8x4 to two u16x2", "x", ["x0 00 x1 00", "x2 00 x3 00"], 2),
    ("i8x4 to two i16x2", "x", ["x0 s(x0) x1 s(x1)", "x2 s(x2) x3 s(x3)"], 2),
    ("i8x4 to four i32", "x", [f"x{k} s(x{k}) s(x{k}) s(x{k})" for k in range(4)], 4),
    ("signs of three words", "x, y, z", ["s(x0) s(y0) s(z0) x0"], 2),
    ("two transposed bytes", "x, y", ["x0 y0 x1 y1", "x2 y2 x3 y3"], 2),
    ("2 x 2 halves", "x, y", ["x0 x1 y0 y1", "x2 x3 y2 y3"], 2),
    ("a shared pair", "x, y, z", ["x0 y0 z0 _", "x0 y0 z1 _", "x0 y0 z2 _"], 4),
    ("a don't-care place passes a byte on", "x, y, z", ["x0 y0 _ _", "x0 z0 y1 _"], 2),
    ("no such place", "x, y, z", ["x0 y0 x1 x2", "x0 z0 y1 _"], 3),
    ("planar to packed RGB", "r, g, b", ["r0 g0 b0 r1", "g1 b1 r2 g2", "b2 r3 g3 b3"], 5),
    ("4 x 4 bytes transposed", "w, x, y, z", [f"w{k} x{k} y{k} z{k}" for k in range(4)], 8),
]


@pytest.mark.parametrize(
    ("inputs", "targets", "least"), [row[1:] for row in KNOWN], ids=[row[0].replace(" ", "-") for row in KNOWN]
)
def test_known(inputs: str, targets: list[str], least: int) -> None:
    words, wanted = given(inputs), [lanes(target) for target in targets]
    # Exact counts, so that one less was shown not to be enough.
    assert least_instructions(words, wanted, least + 2) == least


def test_more_than_the_limit() -> None:
    assert least_instructions(given("w, x, y, z"), [lanes("w0 x0 y0 z0")], 2) is None
    words, wanted = given("r, g, b"), [lanes(target) for target in ("r0 g0 b0 r1", "g1 b1 r2 g2", "b2 r3 g3 b3")]
    assert least_instructions(words, wanted, 4) is None


def test_without_signs() -> None:
    words = given("x, y=y0 80 12 00")
    assert least_instructions(words, [lanes("x0 s(x0) _ _")], 5, signs=False) is None
    # The sign of a known byte is a constant.
    assert least_instructions(words, [lanes("x0 s(y1) s(y2) _")], 5, signs=False) == 1
    # y offers ff by its 80 only where signs may be read.
    assert least_instructions(words, [lanes("x0 y0 ff _")], 5) == 1
    assert least_instructions(words, [lanes("x0 y0 ff _")], 5, signs=False) == 2


def test_refuses_what_it_does_not_know() -> None:
    with pytest.raises(ValueError, match="no input has y0"):
        least_instructions(given("x"), [lanes("y0 _ _ _")], 3)
    with pytest.raises(ValueError, match="byte 1 of input 'x' is x0"):
        least_instructions(given("x=x0 x0 x2 x3"), [lanes("x3 _ _ _")], 3)


def test_stops_in_time() -> None:
    with pytest.raises(TimeoutError):
        least_instructions(given("x"), [lanes("x3 x2 x1 x0")], 3, seconds=0)
    words = given("w, x, y, z")
    with pytest.raises(TimeoutError):
        least_instructions(words, [lanes(f"w{k} x{k} y{k} z{k}") for k in range(4)], 8, seconds=0.1)


def replayed(inputs: Mapping[str, Lanes], targets: Sequence[Lanes]) -> int:
    """Find a program, check it step by step, and return its length."""
    program = least_program(inputs, targets, 9)
    assert program is not None
    words: dict[str | int, frozenset[Lane]] = {name: frozenset(word) for name, word in inputs.items()}
    made: list[Lanes] = list(inputs.values())
    for number, step in enumerate(program):
        read = {symbol for operand in step.operands for symbol in words.get(operand, ())}
        read |= {sign_of(symbol) for symbol in read}
        constants = CONSTANT in step.operands
        assert all(symbol in read or (constants and isinstance(symbol, Const)) for symbol in step.symbols)
        assert len(step.symbols) <= 4
        words[number] = step.symbols
        if step.word is not None:
            # Every symbol that is read later has a place beside the target's own.
            assert set(step.word) - {Any()} == step.symbols
            made.append(step.word)
    for target in targets:
        resolved = tuple(known(part, inputs) for part in target)
        assert all(isinstance(part, (Const, Any)) for part in resolved) or any(covers(word, resolved) for word in made)
    return len(program)


def literally(inputs: Mapping[str, Lanes], targets: Sequence[Lanes], count: int, signs: bool) -> bool:
    """Tell whether count instructions are enough, each with eight bytes before it and four selector fields.

    Bytes are numbers that stand for symbols. Nothing is left out, ordered or merged.
    """
    wanted = [[known(part, inputs) for part in target] for target in targets]
    symbols = {part for word in [*inputs.values(), *wanted] for part in word} - {Any()}
    symbols = sorted(
        symbols | {sign_of(symbol) for symbol in symbols}, key=lambda s: (not isinstance(s, Const), str(s))
    )
    constants = sum(isinstance(symbol, Const) for symbol in symbols)
    bits = max(1, (len(symbols) - 1).bit_length())
    number = {symbol: z3.BitVecVal(index, bits) for index, symbol in enumerate(symbols)}

    def chosen(options: Sequence[z3.BitVecRef], name: str) -> z3.BitVecRef:
        which = z3.BitVec(name, max(1, (len(options) - 1).bit_length()))
        return functools.reduce(
            lambda rest, item: z3.If(which == item[0], item[1], rest), list(enumerate(options))[1:], options[0]
        )

    def replicated(byte: z3.BitVecRef) -> z3.BitVecRef:
        return functools.reduce(
            lambda rest, symbol: z3.If(byte == number[symbol], number[sign_of(symbol)], rest), symbols, byte
        )

    solver = z3.SolverFor("QF_BV")
    words = [[number[part] for part in word] for word in inputs.values()]
    for step in range(count):
        operands = []
        for side in "ab":
            free = [z3.BitVec(f"{step}{side}constant{place}", bits) for place in range(4)]
            if constants:
                solver.add(*(z3.ULE(byte, constants - 1) for byte in free))
            readable = [*words, free] if constants else words
            operands += [chosen([word[k] for word in readable], f"{step}{side}") for k in range(4)]
        result = []
        for place in range(4):
            byte = chosen(operands, f"{step}field{place}")
            result.append(z3.If(z3.Bool(f"{step}sign{place}"), replicated(byte), byte) if signs else byte)
        words.append(result)
    for word in wanted:
        if not all(isinstance(part, (Const, Any)) for part in word):
            fits = [
                z3.And([byte == number[part] for byte, part in zip(made, word, strict=True) if part != Any()])
                for made in words
            ]
            solver.add(z3.Or(fits))
    return solver.check() == z3.sat


def agree(seed: int, most: int) -> int:
    rng = random.Random(seed)
    inputs, targets = random_problem(rng)
    signs = rng.random() < 0.8
    least = least_instructions(inputs, targets, most, signs)
    enough = next((count for count in range(most + 1) if literally(inputs, targets, count, signs)), None)
    assert least == enough, (inputs, targets, signs)
    return -1 if least is None else least


@pytest.mark.parametrize("start", range(0, 40, 10))
def test_agrees_with_the_literal_encoding(start: int) -> None:
    for seed in range(start, start + 10):
        agree(seed, 3)


@pytest.mark.slow
def test_agrees_with_the_literal_encoding_further() -> None:
    for seed in range(1000, 1200):
        agree(seed, 3)


def test_random_problems() -> None:
    counts = []
    seen: set[type] = set()
    free = shared = 0
    for seed in range(200):
        inputs, targets = random_problem(random.Random(seed))
        assert 1 <= len(inputs) <= 4 and 1 <= len(targets) <= 4
        counts.append(replayed(inputs, targets))
        seen |= {type(part) for target in targets for part in target}
        free += any(least_instructions(inputs, [target], 0) == 0 for target in targets)
        shared += any(set(one) & set(other) - {Any()} for one, other in itertools.combinations(targets, 2))
    assert seen == {Pick, Sign, Const, Any}
    assert free > 10 and shared > 30
    # Mostly one to four, and each of those often enough to test with.
    assert all(counts.count(least) >= 10 for least in (1, 2, 3, 4)), sorted(counts)
    assert sum(1 <= least <= 4 for least in counts) >= 180
