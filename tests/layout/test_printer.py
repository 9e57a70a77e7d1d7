"""The canonical text: it means the same layout, it does not change when written again, and it is short."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from byteperm.lanes import Const, Pick, Sign
from byteperm.layout.language import parse_layout
from byteperm.layout.model import Input, Layout, LayoutError, Output, RuntimeWord, Type
from byteperm.layout.printer import print_layout
from byteperm.layout.runtime import written_sizes
from layout.meaning import random_case
from program.layouts import random_layout


def check_round_trip(layout: Layout) -> str:
    text = print_layout(layout)
    again = parse_layout(text)
    assert again == layout
    assert print_layout(again) == text
    return text


CANONICAL = [
    "in h: u32le[5]\nout m: u32be[16] = sha256_block(00 14 h)\n",
    "in h: u32le[5]\nout m: u32le[16] = ripemd160_block(00 14 h)\n",
    "out r: u8[64] = 00 * 63 b0\n",
    "in k: u8[64]\nout m: u32be[32] = sha256_pad(04 k)\n",
    "in a, b: u32le\nout r: u32le[2] = a b.0 00 * 3\n",
    "in x: u32\nout r: u32le = x.3 x.0 sign(x.1) _\n",
    "in x: u32le\nout r: u64le = x _ * 4\n",
    "in h: u32be[4]\nout r: u32be[3] = h[1:3] h.bytes[2:6]\n",
    "in h: u32be[4]\nout r: u32be[3] = h[3] reverse(h[0:2])\n",
    "in v: u64be\nout r: u8[13] = v v.bytes[3:8]\n",
    "in v: u64[2]\nout r: u8[3] = v[0].7 v[1].0 v[1].4\n",
    "in q: u16be[3]\nout r: u16le[2] = q[1:3]\n",
    "in b: u8[6]\nout r: u8[5] = b[1:4] 00 b[5]\n",
    "in b: u8\nin s: u16le\nout r: u32be = 00 b s\n",
    "in x: u32le\nout r: u64le = x.0 sign(x.0) * 3 00 00 80 3f\n",
    "in p: u32le[3]\nout r: u32le = every(p, 3, 0)\nout g: u32be = every(p, 3, 1)\n",
    "in r, g, b: u32le\nout p: u32le[3] = interleave(r, g, b)\n",
    "in p: u32le[3]\nout q: u32le[3] = swap(p, 3)\n",
    "in x: u32be\nin n: index\nout r: u32le[2] = rotate(x, n) splat_at(x, n)\n",
    "in h: u32le[2]\nin n, m: index\nout r: u32le = reverse(rotate(h[1], m))\nout s: u32le = window(h, n)\n",
    "in x, y: u32le\nin n: index\nout r: u32be = every(window(x y, n), 4, 2) 00 x.1 x.2\n",
    "in x: u32le\nout r: u8[4] = every(lookup(30 31 32 33 34 35 36 37, x), 2, 1)\n",
    "in x: u32le\nin n: index\nout r: u32le = splat_at(sign(every(rotate(x, n), 4, 1)) x.1 x.2 00, n)\n",
]


@pytest.mark.parametrize("text", CANONICAL)
def test_canonical_text_is_its_own(text: str) -> None:
    assert check_round_trip(parse_layout(text)) == text


def test_a_long_stream_is_broken_inside_brackets() -> None:
    bytes = " ".join(f"{n * 37 % 256:02x}" for n in range(64))
    lines = check_round_trip(parse_layout(f"out r: u8[64] = {bytes}")).splitlines()
    assert (lines[0], lines[-1], len(lines)) == ("out r: u8[64] = (", ")", 4)
    assert max(map(len, lines)) <= 100


@given(st.integers(0, 2**64), st.integers(0, 3))
def test_every_layout_that_is_read_comes_back(seed: int, depth: int) -> None:
    text, _, _ = random_case(seed, depth)
    check_round_trip(parse_layout(text))


@given(st.integers(0, 2**64), st.integers(0, 3))
def test_the_bound_on_the_size_holds(seed: int, depth: int) -> None:
    layout = parse_layout(random_case(seed, depth)[0])
    sizes = written_sizes(layout.outputs, layout.runtime)
    alone = {out.name: print_layout(Layout(layout.inputs, (out,), layout.runtime)) for out in layout.outputs}
    declared = len(print_layout(Layout(layout.inputs, (), layout.runtime)))
    assert all(len(text) - declared <= sizes[name] for name, text in alone.items())


@given(st.integers(0, 2**64))
def test_layouts_made_by_hand_come_back(seed: int) -> None:
    layout = random_layout(random.Random(seed))
    # Bytes past the end of a packed array are in its last word, but have no name.
    named = {
        lane
        for item in layout.inputs
        for n in range(item.type.elements)
        for lane in item.type.element_lanes(item.name, n)
    }
    used = {lane for lanes in layout.targets.values() for lane in lanes if isinstance(lane, Pick | Sign)}
    assume({Pick(lane.word, lane.byte) for lane in used} <= named)
    check_round_trip(layout)


@pytest.mark.parametrize(
    "text",
    [
        "in a: u8[4096]; out r: u8[4096] = swap(reverse(a), 64)",
        "in a, b, c, d: u8[1024]; out r: u8[4096] = interleave(a, b, reverse(c), swap(d, 16))",
        "in t: u8[16]; in x: u8[2048]; out r: u8[4096] = swap("
        + " ".join(f"lookup(t, x[{4 * n}:{4 * n + 4}])" for n in range(512))
        + ", 512)",
        "in n: index; in x: u32le; out r: u32le = " + "splat_at(swap(" * 5 + "x" + ", 2), n)" * 5,
        "in n: index; in x: u32le; out r: u32le = " + "splat_at(" * 8 + "x" + ", n)" * 8,
        "in n: index; in x: u32le; out r: u8 = every((" + "window(sext(" * 8 + "x" + ", 8), n)" * 8 + ") * 1, 4, 2)",
        "in a: u64be[512]; out r: u64le[512] = every(a, 1, 0)",
    ],
)
def test_large_layouts_come_back(text: str) -> None:
    check_round_trip(parse_layout(text))


WORD = Type("u32", "le")
X = tuple(Pick("x", n) for n in range(4))


@pytest.mark.parametrize(
    ("layout", "found"),
    [
        (Layout((), (Output("r", WORD, (X,)),)), "it is no byte of an input"),  # type: ignore[arg-type]
        (Layout((Input("x", WORD),), (Output("r", Type("u32"), (X,)),)), "its type has no byte order"),  # type: ignore[arg-type]
        (Layout((Input("be", WORD),), ()), "name reads as a byte"),
        (Layout((Input("x.lo", WORD),), ()), "a name is made of letters, digits and _"),
        (
            Layout(
                (Input("x", WORD), Input("n", Type("index"))),
                (Output("r", WORD, (tuple(Pick("%0", n) for n in range(4)),)),),  # type: ignore[arg-type]
                (RuntimeWord("%0", "rotate", ((X[0], X[1], X[2], Const(0)),), "n"),),
            ),
            "it rotates what is not a word of an input with a byte order",
        ),
    ],
)
def test_what_has_no_text_is_refused(layout: Layout, found: str) -> None:
    with pytest.raises(LayoutError, match="cannot be written in the layout language") as refused:
        print_layout(layout)
    assert refused.value.found == found
