"""Programs do what their layouts say, and are as short as they claim."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from byteperm.lanes import Any, Const, Lanes, Pick, Sign
from byteperm.layout.model import Input, Layout, Output, RuntimeWord, Type
from byteperm.program.check import check
from byteperm.program.model import Program, Step, lanes_of_word, run_step
from byteperm.program.synth import plan, synthesize
from program.layouts import naive, random_layout, random_words
from program.optimum import least_instructions, random_problem

ZERO = Const(0)


def words_of(text: str) -> dict[str, Lanes]:
    return {name: lanes_of_word(name) for name in text.split()}


def gathered(lanes: list[Pick]) -> list[Lanes]:
    return [(lanes[at], lanes[at + 1], lanes[at + 2], lanes[at + 3]) for at in range(0, len(lanes), 4)]


TRANSPOSE = [tuple(Pick(word, n) for word in "abcd") for n in range(4)]
RGB_PLANAR = gathered([Pick(word, n) for n in range(4) for word in "rgb"])
PACKED = [Pick(word, n) for word in "abc" for n in range(4)]
RGB_PACKED = [(PACKED[n], PACKED[n + 3], PACKED[n + 6], PACKED[n + 9]) for n in range(3)]
TWO = [tuple(Pick(word, n) for word in group) for group in ("abcd", "efgh") for n in range(4)]

KNOWN = {
    "byte swap": ("x", [lanes_of_word("x")[::-1]], 1),
    "identity": ("x", [lanes_of_word("x")], 0),
    "constant": ("x", [(Const(1), Const(2), ZERO, Any())], 0),
    "low bytes of four words": ("a b c d", [tuple(Pick(word, 0) for word in "abcd")], 3),
    "4x4 transpose": ("a b c d", TRANSPOSE, 8),
    "two 4x4 transposes": ("a b c d e f g h", TWO, 16),
    "planes to RGB": ("r g b", RGB_PLANAR, 5),
    "RGB to planes": ("a b c", RGB_PACKED, 5),
    "u8x4 to two u16x2": ("x", [(Pick("x", n), ZERO, Pick("x", n + 1), ZERO) for n in (0, 2)], 2),
    "i8x4 to four int32": ("x", [(Pick("x", n), *[Sign("x", n)] * 3) for n in range(4)], 4),
    "one word serves two outputs": (
        "a b c d",
        [(Pick("a", 0), Pick("b", 0), Any(), Any()), tuple(Pick(w, 0) for w in "abcd")],
        3,
    ),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_counts_are_reached_and_proved(name: str) -> None:
    inputs, targets, count = KNOWN[name]
    found = plan(words_of(inputs), targets, seconds=20)  # type: ignore[arg-type]
    assert (len(found.steps), found.lower, found.closed) == (count, count, True)


@pytest.mark.slow
def test_counts_equal_an_independent_optimum() -> None:
    rng = random.Random(11)
    compared = 0
    while compared < 30:
        inputs, targets = random_problem(rng)
        found = plan(inputs, targets, seconds=20)
        if 1 < len(found.steps) <= 4:
            assert found.closed
            assert least_instructions(inputs, targets, 4) == len(found.steps)
            compared += 1


@pytest.mark.slow
def test_random_layouts_are_made_checked_and_run() -> None:
    rng = random.Random(12)
    proved = 0
    for _ in range(5000):
        layout = random_layout(rng)
        program = synthesize(layout)
        verdict = check(layout, program)
        assert verdict.good, verdict.problems
        proved += verdict.proved
        for _ in range(2):
            words = random_words(rng, layout)
            made = program.run(words)
            for name, wanted in naive(layout, words).items():
                got = made[name].to_bytes(4, "little")
                assert all(want in (None, byte) for want, byte in zip(wanted, got, strict=True))
    # The checker establishes most of the claims by its own means.
    assert proved > 4000


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_program_is_caught(seed: int) -> None:
    rng = random.Random(seed)
    while True:
        layout = random_layout(rng)
        program = synthesize(layout)
        if program.steps and not any(isinstance(lane, Any) for lanes in layout.targets.values() for lane in lanes):
            break
    place = rng.randrange(len(program.steps))
    step = program.steps[place]
    low, high, selector = step.args
    bad = replace(step, args=(low, high, int(selector) ^ 1 << rng.randrange(16)))
    words = [random_words(rng, layout) for _ in range(200)]
    damaged = replace(program, steps=(*program.steps[:place], bad, *program.steps[place + 1 :]))
    if any(program.run(word) != damaged.run(word) for word in words):
        assert not check(layout, damaged).good


def test_a_false_certificate_is_caught() -> None:
    word = Type("u32", "le")
    layout = Layout((Input("x", word),), (Output("r", word, (lanes_of_word("x")[::-1],)),))
    long = Program(
        (("x", lanes_of_word("x")),),
        (Step("t0", "prmt", ("x", 0, 0x3210)), Step("t1", "prmt", ("t0", 0, 0x0123))),
        (("r", "t1"),),
    )
    claimed = replace(long, proof=replace(synthesize(layout).proof, lower=2))
    assert "the certificate claims 2 permutes as least, only 1 are established" in check(layout, claimed).problems


def test_a_value_used_before_it_is_made_is_caught() -> None:
    word = Type("u32", "le")
    layout = Layout((Input("x", word),), (Output("r", word, (lanes_of_word("x")[::-1],)),))
    broken = Program((("x", lanes_of_word("x")),), (Step("t0", "prmt", ("t1", 0, 0x0123)),), (("r", "t0"),))
    assert check(layout, broken).problems[0] == "t0 uses t1, which is not made yet"


def runtime_layout(word: RuntimeWord, *inputs: Input) -> Layout:
    return Layout(inputs, (Output("r", Type("u32", "le"), (lanes_of_word(word.name),)),), (word,))


U32, INDEX = Type("u32", "le"), Type("index")
TABLE8 = tuple(tuple(Const(n * 0x1D + 0x40 & 0xFF) for n in range(at, at + 4)) for at in (0, 4))
TABLE16 = tuple(tuple(Const(n * 0x35 + 0x11 & 0xFF) for n in range(at, at + 4)) for at in (0, 4, 8, 12))
RUNTIME = {
    "window": (
        runtime_layout(
            RuntimeWord("%0", "window", (lanes_of_word("x"), lanes_of_word("y")), "n"),
            Input("x", U32),
            Input("y", U32),
            Input("n", INDEX),
        ),
        1,
        0,
    ),
    "splat_at": (
        runtime_layout(RuntimeWord("%0", "splat_at", (lanes_of_word("x"),), "n"), Input("x", U32), Input("n", INDEX)),
        1,
        0,
    ),
    "rotate": (
        runtime_layout(RuntimeWord("%0", "rotate", (lanes_of_word("x"),), "n"), Input("x", U32), Input("n", INDEX)),
        0,
        2,
    ),
    "lookup of 8": (runtime_layout(RuntimeWord("%0", "lookup", TABLE8, lanes_of_word("c")), Input("c", U32)), 1, 1),  # type: ignore[arg-type]
    "lookup of 16": (runtime_layout(RuntimeWord("%0", "lookup", TABLE16, lanes_of_word("c")), Input("c", U32)), 3, 4),  # type: ignore[arg-type]
    "upper half": (runtime_layout(RuntimeWord("%0", "lookup", TABLE16, lanes_of_word("c"), 1), Input("c", U32)), 3, 5),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", RUNTIME)
def test_recipes_are_checked_and_counted(name: str) -> None:
    layout, permutes, others = RUNTIME[name]
    program = synthesize(layout)
    assert check(layout, program).good
    assert (program.permutes, program.others) == (permutes, others)


@pytest.mark.parametrize("table", [TABLE8, TABLE16], ids=["8", "16"])
def test_lookups_on_every_code(table: tuple[Lanes, ...]) -> None:
    layout = runtime_layout(RuntimeWord("%0", "lookup", table, lanes_of_word("c")), Input("c", U32))
    program = synthesize(layout)
    entries = [lane.value for lanes in table for lane in lanes if isinstance(lane, Const)]
    for codes in range(0x10000):
        made = program.run({"c": codes | 0xA5A50000})["r"].to_bytes(4, "little")
        assert list(made) == [entries[(codes >> 4 * n & 15) % len(entries)] for n in range(4)]


def test_without_signs_none_are_used() -> None:
    rng = random.Random(3)
    for _ in range(300):
        layout = random_layout(rng)
        if any(isinstance(lane, Sign) for lanes in layout.targets.values() for lane in lanes):
            continue
        assert not any(step.signs for step in synthesize(layout, signs=False).steps)


def test_the_same_layout_gives_the_same_program() -> None:
    layout = random_layout(random.Random(8))
    assert repr(synthesize(layout)) == repr(synthesize(layout))


def test_plain_word_operations() -> None:
    cases = {"add": 0x0000_0001, "xor": 0x7FFF_FFFE, "and": 0x8000_0001, "or": 0xFFFF_FFFF}
    for op, result in cases.items():
        assert run_step(Step("t", op, ("a", "b")), [0x8000_0001, 0x8000_0000 if op == "add" else 0xFFFF_FFFF]) == result
    assert run_step(Step("t", "rotl", ("a", 8)), [0x12345678, 8]) == 0x34567812
    assert run_step(Step("t", "shl", ("a", 8)), [0x12345678, 40]) == 0
