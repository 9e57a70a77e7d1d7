"""Wrong layouts: every message is exact, and nothing but a layout or a `LayoutError` ever comes out."""

from __future__ import annotations

import random
import time
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byteperm.layout.language import parse_layout
from byteperm.layout.model import Layout, LayoutError
from layout.meaning import random_case

X, H, N = "in x: u32le; ", "in h: u32le[2]; ", "in x: u32le; in n: index; "
WRONG = [
    # Statements
    "",
    "# nothing",
    "in x: u32le",
    "out",
    "out r",
    "out r: u32le",
    "out r: u32le =",
    "out r: u32le = # later",
    "let x = 1",
    "input x: u32le",
    "x: u32le",
    "out r u8 = 00",
    "in x u8",
    "in x, : u8",
    "in x: u32le, y: u32le",
    X + "out r: u32le = x in y: u8",
    X + "out r: u32le = x)",
    X + "out r: u8 = 00 $",
    X + "out r: u8 = 00 // one byte",
    X + "out r: u32le = x.0 | x.1",
    X + "out r: u32le = x, x",
    # Names
    X + "out r: u32le = xx",
    X + "out result: u32le = x; out s: u32le = result",
    X + "out r: u32le = r",
    "in be: u32le",
    "in a0: u32le",
    "in x: u32le; in x: u8",
    "in x, x: u8",
    X + "out x: u32le = x",
    "in reverse: u32le",
    "in u32le: u8",
    "in _: u8",
    "in 1x: u8",
    "in " + "n" * 65 + ": u8",
    X + "out r: u32le = x3",
    X + "out r: u32le = revrse(x)",
    "out r: u8 = foo",
    X + "out r: u32le = be.0",
    # Types
    "in x: u33",
    "in x: uint32_t",
    "in x: U32LE",
    "in x: u8le",
    "in x: indexle",
    "in x: index[2]",
    "in x: u32le[0]",
    "in x: u32le[1025]",
    "in x: u32le[99999999999999999999999]",
    "in x: u32le[five]",
    "in x: u32le[08]",
    "in x: u32le[5; out r: u8 = 00",
    "in x:",
    "in " + ", ".join(f"n{n}" for n in range(17)) + ": u8[4096]",
    X + "out r: index = x",
    # Byte order
    "in x: u32; out r: u32le = x",
    "in x: u16[2]; out r: u8[4] = x",
    "in x: u32[2]; out r: u32le = x[1]",
    X + "out r: u32 = x",
    X + "out r: u16[2] = x",
    "out r: u32le = u32(176)",
    # Sizes
    "out r: u32le = 00",
    X + "out r: u32le = x x",
    X + "out r: u8[8] = x * 3",
    "out r: u8 = (00 * 4096) * 2",
    "out r: u8 = (00 * 4000) (00 * 97)",
    # Parts
    X + "out r: u32le = x.4",
    "in b: u8; out r: u8 = b.1",
    X + "out r: u32le = x.lo",
    X + "out r: u32le = x[0]",
    H + "out r: u32le = h[2]",
    H + "out r: u32le = h[1:1]",
    H + "out r: u32le = h[0:3]",
    H + "out r: u32le = h[]",
    H + "out r: u8 = h.0",
    H + "out r: u8 = h[0:2].1",
    H + "out r: u32le = h.bytes",
    H + "out r: u32le = h.bytes[6:9]",
    H + "out r: u32le = h[0 1]",
    H + "out r: u32le = h[0",
    # Brackets and repeats
    X + "out r: u32le = (x",
    X + "out r: u32le = (x; out s: u8 = 00",
    X + "out r: u32le = (x\nout s: u8 = 00",
    X + "out r: u32le = (x]",
    "out r: u8 = ()",
    "out r: u8 = " + "(" * 70 + "00" + ")" * 70,
    X + "out r: u8[8] = x * x",
    X + "out r: u8[8] = x *",
    "out r: u8 = 00 * 0",
    "out r: u8 = 00 * 99999999999",
    "out r: u8 = 00 * " + "9" * 30,
    "out r: u8 = 00 * ff",
    "out r: u8[8] = 00 * 010",
    # Bytes and strings
    "out r: u8 = 7",
    "out r: u8 = 0x76",
    "out r: u8[3] = 76a914",
    "out r: u8 = 7g",
    'out r: u8 = "',
    'out r: u8 = "a',
    'out r: u8 = ""',
    'out r: u8 = "\u00e9"',
    'out r: u8 = "\\n"',
    "out r: u8 = 'a'",
    # Functions
    "out r: u8 = reverse",
    "out r: u8 = reverse()",
    "out r: u8 = reverse(00, 00)",
    "out r: u8 = pad(00, 2)",
    "out r: u8 = pad(00 00, 1, 00)",
    "out r: u8 = pad(00, 4097, 00)",
    "out r: u8 = pad(00, 2, 00 00)",
    "out r: u8 = pad(00, _, 00)",
    "out r: u8 = splat(00 00, 2)",
    "out r: u8 = interleave(00)",
    "out r: u8 = interleave(00, 00 00)",
    "out r: u8 = every(00, 0, 0)",
    "out r: u8 = every(00, 1, 1)",
    "out r: u8 = swap(00 00 00, 2)",
    "out r: u8 = swap(00, 0)",
    "in x: u32le; out r: u8 = sign(x)",
    "out r: u8 = sext(00 00, 1)",
    "out r: u8 = u16be(65536)",
    "out r: u8 = u8(256)",
    "out r: u8[64] = sha256_block(00 * 56)",
    "out r: u8[64] = ripemd160_pad(00 * 4090)",
    "out r: u8 = in(00)",
    # Run-time forms
    "in n: index; out r: u32le = n",
    N + "out r: u32le = splat(n, 4)",
    N + "out r: u32le = n.0",
    X + "out r: u32le = rotate(x, x)",
    X + "out r: u32le = rotate(x, 1)",
    N + "out r: u32le = window(x, n)",
    N + "out r: u32le = splat_at(x x, n)",
    N + "out r: u32le = splat_at(_ * 4, n)",
    N + "out r: u32le = rotate(x.3 x.2 x.1 x.0, n)",
    N + "out r: u32le = rotate((x), n)",
    "in h: u32le[2]; in n: index; out r: u32le = rotate(h, n)",
    "in v: u64le; in n: index; out r: u64le = rotate(v, n)",
    "in x: u32; in n: index; out r: u32le = rotate(x, n)",
    X + "out r: u32le = lookup(x, x)",
    "in c: u8[3]; out r: u32le = lookup(00 * 8, c)",
    "out r: u32le = lookup(00 * 8, 12 34)",
    N + "out r: u32le = " + "splat_at(" * 9 + "x" + ", n)" * 9,
    N + "out r: u32le = window(x x)",
    "in x: u32le; out r: u8[8] = " + "lookup(every((" * 8 + "x x" + ") * 6, 3, 0), x)" * 8,
    "x" * 1_000_001,
]


def test_messages(golden) -> None:
    shown = []
    for text in WRONG:
        with pytest.raises(LayoutError) as refused:
            parse_layout(text)
        lines = (text if len(text) < 200 else text[:60] + "...").replace("\n", "\n... ")
        shown.append(f">>> {lines}\n{refused.value.render()}\n")
    assert len(shown) >= 120
    golden("layout/errors.txt", "\n".join(shown))


def test_every_message_shows_its_place_and_what_was_found() -> None:
    for text in WRONG:
        with pytest.raises(LayoutError) as refused:
            parse_layout(text)
        error = refused.value
        assert error.source is not None and error.source.text == text
        assert error.span is not None and 0 <= error.span.start < error.span.end <= len(text) + 1
        assert error.found and not error.problem.endswith(".")


PIECES = [
    "in ",
    "out ",
    "x",
    "h",
    "r",
    ": ",
    "u32le",
    "u32be",
    "u8",
    "u16",
    "[",
    "]",
    "(",
    ")",
    " = ",
    ", ",
    "; ",
    "\n",
    "00",
    "14",
    "_",
    " * ",
    "4",
    ".",
    "0",
    "1:3",
    "reverse",
    "pad",
    "sext",
    "window",
    "lookup",
    "rotate",
    "index",
    '"ab"',
    "sha256_block",
    "u32be(7)",
    "#",
    "bytes",
    "\u00e9",
    "4096",
    "99999999999999999999",
    '"',
    "\\",
    "every(",
    "interleave(",
    "n",
]


def check_total(text: str) -> None:
    try:
        assert isinstance(parse_layout(text), Layout)
    except LayoutError as error:
        error.render()


@given(st.one_of(st.text(max_size=200), st.lists(st.sampled_from(PIECES), max_size=40).map("".join)))
def test_any_text_is_a_layout_or_a_layout_error(text: str) -> None:
    check_total(text)


@given(st.integers(0, 2**64), st.integers(0, 2), st.integers(1, 6))
def test_a_damaged_layout_is_a_layout_or_a_layout_error(seed: int, depth: int, edits: int) -> None:
    rng = random.Random(seed)
    text = list(random_case(seed, depth)[0])
    for _ in range(edits):
        at = rng.randrange(len(text))
        text[at : at + rng.randrange(3)] = rng.choice([[], [rng.choice(PIECES)], [chr(rng.randrange(32, 127))]])
    check_total("".join(text))


#: Texts of a kilobyte that ask for as much as they can.
GREEDY = {
    "joined": "out r: u8 = " + "(00 * 4096) " * 70,
    "nested": "out r: u8 = " + "reverse(" * 60 + "00 * 4096" + ")" * 60,
    "interleaved": "in x: u8[4096]; out r: u8 = interleave(" + "x, " * 300 + "x)",
    "named": "in x: u64le[512]; out r: u8 = " + "x " * 400,
    "padded": "out r: u8 = " + "sha256_pad(" * 40 + "00" + ")" * 40,
    "thinned": "in x: u8[4096]; out r: u8 = " + "every(x, 4096, 0) " * 50,
    "swapped": "in x: u8[4096]; out r: u8 = " + "swap(" * 60 + "x" + ", 2)" * 60,
    "inputs": "in " + ",".join(f"n{n}" for n in range(190)) + ": u8[4096]; out r: u8 = 00",
    "outputs": ";".join(f"out n{n}: u8[4096]=00*4096" for n in range(36)),
    "looked up": "in n: index; out r: u8 = " + "splat_at(00 01 02 03, n) " * 38,
    "run-time forms": "in x: u32le; out r: u8[8] = " + "lookup(every((" * 8 + "x x" + ") * 6, 3, 0), x)" * 8,
    "brackets": "out r: u8 = " + "(" * 1000,
    "repeats": "out r: u8 = 00" + "*4096" * 190,
    "digits": "out r: u8 = 00*" + "9" * 1000,
    "name": "in " + "x" * 1000,
    "string": 'out r: u8 = "' + "\\x00" * 240 + '"',
}


@pytest.mark.parametrize("name", GREEDY)
def test_a_kilobyte_is_refused_in_little_time_and_memory(name: str) -> None:
    text = GREEDY[name]
    assert len(text) <= 1024
    start = time.process_time()
    with pytest.raises(LayoutError):
        parse_layout(text)
    assert time.process_time() - start < 1


@pytest.mark.parametrize("name", GREEDY)
def test_a_kilobyte_needs_little_memory(name: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(LayoutError):
            parse_layout(GREEDY[name])
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()
