"""What layouts mean: cases worked out by hand, and random texts made beside their bytes."""

from __future__ import annotations

import hashlib
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byteperm.layout.language import parse_layout
from byteperm.layout.model import Input, Layout, Output, RuntimeWord, Type
from layout.meaning import Byte, evaluate, random_case

WORDS = {
    "x": 0x33221100, "y": 0x77665544, "s": 0x8001, "b": 0x80, "n": 5, "v.lo": 0x44332211, "v.hi": 0x88776655,
    "h[0]": 0x03020100, "h[1]": 0x07060504, "h[2]": 0x0B0A0908, "c.w0": 0x33221100, "c.w1": 0x5544,
    "q.w0": 0x22221111, "q.w1": 0x3333,
}  # fmt: skip


def value(made: list[Byte]) -> str:
    """A word as it prints, most significant byte first."""
    return " ".join("_" if byte is None else f"{byte:02x}" for byte in reversed(made))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in x: u32le; out r: u32be = x", "00 11 22 33"),
        ("in x, y: u32le; out r: u32be = y.0 x.0 x.1 x.2", "44 00 11 22"),
        ("in x: u32; out r: u32le = x.3 x.2 x.1 x.0", "00 11 22 33"),
        ("in x: u32be; out r: u32le = x", "00 11 22 33"),
        ("in v: u64le; out r: u64be = v", "55 66 77 88, 11 22 33 44"),
        ("in v: u64be; out r: u64le = v.7 v.bytes[1:8]", "55 66 77 88, 11 22 33 44"),
        ("in b: u8; out r: u32le = sext(b, 4)", "ff ff ff 80"),
        ("in b: u8; out r: u32be = sext(b, 4)", "ff ff ff 80"),
        ("in b: u8; out r: u32be = zext(b, 4)", "00 00 00 80"),
        ("in b: u8; out r: u8[3] = sext(b, 3)", "_ ff ff 80"),
        ("in s: u16be; out r: u32be = sext(s, 4)", "ff ff 80 01"),
        ("in s: u16le; out r: u32le = sext(s, 4)", "ff ff 80 01"),
        ("in s: u16be; out r: u32le = sext(s, 4)", "00 00 01 80"),
        ("out r: u64be = sext(80, 8)", "ff ff ff 80, ff ff ff ff"),
        ("out r: u32be = u32be(176)", "00 00 00 b0"),
        ("out r: u32le = u32be(176)", "b0 00 00 00"),
        ("out r: u64be = u64be(0xb0)", "00 00 00 b0, 00 00 00 00"),
        ("out r: u16le = u16le(258)", "00 00 01 02"),
        ("in b: u8; out r: u8 = b", "00 00 00 80"),
        ("in s: u16be; out r: u16be = s.1 s.0", "00 00 80 01"),
        ('in x: u32le; out r: u32be = "BTC" x.3', "42 54 43 33"),
        (r'out r: u32be = "\"\\\x00" _', "22 5c 00 _"),
        ("in h: u32be[3]; out r: u32be[2] = h[1:3]", "07 06 05 04, 0b 0a 09 08"),
        ("in h: u32be[3]; out r: u32be[2] = h[1:]", "07 06 05 04, 0b 0a 09 08"),
        ("in h: u32le[3]; out r: u32be = h.bytes[2:6]", "02 03 04 05"),
        ("in h: u32be[3]; out r: u32be = h.bytes[2:6]", "01 00 07 06"),
        ("in h: u32be[3]; out r: u8 = h[2].1", "00 00 00 09"),
        ("in x: u32le; out r: u32le = swap(x, 2)", "22 33 00 11"),
        ("in x, y: u32le; out r: u32le = every(x y, 2, 1)", "77 55 33 11"),
        ("in x, y: u32le; out r: u32le[2] = interleave(x, y)", "55 11 44 00, 77 33 66 22"),
        ("in x: u32le; out r: u32le = splat(x.2, 4)", "22 22 22 22"),
        ("in x: u32le; out r: u32le = (x.2 14) * 2", "14 22 14 22"),
        ("in x: u32le; out r: u32le = pad(x.0, 4, ff)", "ff ff ff 00"),
        ("in c: u8[6]; out r: u32le = c[5] c[4] c[1] c[0]", "00 11 44 55"),
        ("in q: u16be[3]; out r: u16le[3] = reverse(q)", "22 22 33 33, _ _ 11 11"),
        ("in s: u16le; out r: u32le = sign(s.1) sign(s.0) sign(7f) sign(ff)", "ff 00 00 ff"),
        ("in x: u32be; in n: index; out r: u32be = rotate(x, n)", "22 11 00 33"),
        ("in x: u32le; in n: index; out r: u32le = rotate(x, n)", "22 11 00 33"),
        ("in x: u32be; in n: index; out r: u32le = rotate(x, n)", "33 00 11 22"),
        ("in x, y: u32le; in n: index; out r: u32be = window(x y, n)", "11 22 33 44"),
        ("in c: u8[6]; in n: index; out r: u32be = window(c[0:6] 66 _, n)", "11 22 33 44"),
        ("in x: u32le; in n: index; out r: u32le = splat_at(x, n)", "11 11 11 11"),
        ("in x: u32le; in n: index; out r: u32le = sext(every(window(x 80 00 00 00, n), 4, 3), 4)", "ff ff ff 80"),
        ("in s: u16le; out r: u32le = lookup(10 11 12 13 14 15 16 17, s)", "10 10 10 11"),
        ('in x: u32le; out r: u8[8] = lookup("0123456789abcdef", x)', "31 31 30 30, 33 33 32 32"),
    ],
)
def test_cases_worked_out_by_hand(text: str, expected: str) -> None:
    assert ", ".join(map(value, evaluate(parse_layout(text), WORDS).values())) == expected


DIGEST = bytes.fromhex("38971f73930f6c141d977ac4fd4a727c854935b3")


@pytest.mark.parametrize("length", [0, 1, 20, 33])
@pytest.mark.parametrize(("hash", "unit", "format"), [("sha256", "u32be", ">Q"), ("ripemd160", "u32le", "<Q")])
def test_padding_of_one_block(hash: str, unit: str, format: str, length: int) -> None:
    layout = parse_layout(
        f"in h: u32le[5]; out m: {unit}[16] = {hash}_block(00 14 h{f' aa * {length}' * (length > 0)})"
    )
    words = {f"h[{n}]": word for n, word in enumerate(struct.unpack("<5I", DIGEST))}
    message = b"\x00\x14" + DIGEST + b"\xaa" * length
    block = message + b"\x80" + bytes(55 - len(message)) + struct.pack(format, 8 * len(message))
    assert _stream(evaluate(layout, words), unit) == block


@pytest.mark.parametrize("length", [1, 54, 55, 56, 63, 64, 119, 120])
@pytest.mark.parametrize(("hash", "unit", "format"), [("sha256", "u32be", ">Q"), ("ripemd160", "u32le", "<Q")])
def test_padding_to_whole_blocks(hash: str, unit: str, format: str, length: int) -> None:
    blocks = (length + 9 + 63) // 64
    layout = parse_layout(f"in b: u8[{length}]; out m: {unit}[{16 * blocks}] = {hash}_pad(b)")
    message = bytes(n * 7 % 256 for n in range(length))
    padded = message + bytes(-length % 4)
    words = {f"b.w{n}": word for n, word in enumerate(struct.unpack(f"<{len(padded) // 4}I", padded))}
    expected = message + b"\x80" + bytes(64 * blocks - length - 9) + struct.pack(format, 8 * length)
    assert _stream(evaluate(layout, words), unit) == expected


def _stream(words: dict[str, list[Byte]], unit: str) -> bytes:
    return b"".join(bytes(byte or 0 for byte in (w[::-1] if unit == "u32be" else w)) for w in words.values())


def test_the_padded_words_hash_to_what_hashlib_says() -> None:
    layout = parse_layout("in h: u32le[5]; out m: u32be[16] = sha256_block(00 14 h)")
    words = {f"h[{n}]": word for n, word in enumerate(struct.unpack("<5I", DIGEST))}
    block = _stream(evaluate(layout, words), "u32be")
    assert _sha256_of_block(block) == hashlib.sha256(b"\x00\x14" + DIGEST).digest()


def _sha256_of_block(block: bytes) -> bytes:
    """SHA-256's compression of one block, with constants from the fractional parts of roots of primes."""
    primes = [n for n in range(2, 312) if all(n % m for m in range(2, n))]
    k = [_root(prime, 3) for prime in primes]
    state = [_root(prime, 2) for prime in primes[:8]]
    w = list(struct.unpack(">16I", block))
    for n in range(16, 64):
        s0 = _turned(w[n - 15], 7) ^ _turned(w[n - 15], 18) ^ w[n - 15] >> 3
        s1 = _turned(w[n - 2], 17) ^ _turned(w[n - 2], 19) ^ w[n - 2] >> 10
        w.append((w[n - 16] + s0 + w[n - 7] + s1) & 0xFFFFFFFF)
    a, b, c, d, e, f, g, h = state
    for n in range(64):
        t1 = h + (_turned(e, 6) ^ _turned(e, 11) ^ _turned(e, 25)) + (e & f ^ ~e & g) + k[n] + w[n]
        t2 = (_turned(a, 2) ^ _turned(a, 13) ^ _turned(a, 22)) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = (t1 + t2) & 0xFFFFFFFF, a, b, c, (d + t1) & 0xFFFFFFFF, e, f, g
    return struct.pack(
        ">8I", *((old + new) & 0xFFFFFFFF for old, new in zip(state, (a, b, c, d, e, f, g, h), strict=True))
    )


def _root(prime: int, degree: int) -> int:
    """The first 32 bits of the fraction of a root."""
    scaled, low, high = prime << 32 * degree, 0, 1 << 40
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= scaled else (low, middle)
    return low & 0xFFFFFFFF


def _turned(word: int, bits: int) -> int:
    return (word >> bits | word << (32 - bits)) & 0xFFFFFFFF


@given(st.integers(0, 2**64), st.integers(0, 3))
def test_random_texts_mean_the_bytes_that_they_were_made_with(seed: int, depth: int) -> None:
    text, words, expected = random_case(seed, depth)
    assert evaluate(parse_layout(text), words) == expected


def test_statements_and_comments_in_any_shape() -> None:
    one = parse_layout("in x: u32le; out r: u32le[2] = x x")
    assert one == parse_layout("# two words\n\nin x : u32le   # one\r\n out r:u32le[2]=(x\n  x) ;\n")
    assert one == parse_layout(";;in x:u32le;out r:u32le[\n2\n]=reverse(\n# inside\nreverse(x x))#")


def test_a_layout_made_by_hand_equals_its_text() -> None:
    from byteperm.lanes import Const, Pick

    word, x = Type("u32", "le"), [Pick("x", n) for n in range(4)]
    half = Output("s", Type("u16", "be"), ((x[0], x[1], Const(0), Const(0)),))
    made = Layout((Input("x", word),), (Output("r", word, ((x[3], x[2], x[1], x[0]),)), half))
    assert parse_layout("in x: u32le; out r: u32le = reverse(x); out s: u16be = x.1 x.0") == made


def test_run_time_words_name_their_sources_in_stream_order() -> None:
    from byteperm.lanes import Any, Pick

    layout = parse_layout(
        "in x, y: u32be; in n: index; out r: u32le[4] = window(x y, n) lookup(x y, y.0 y.1) rotate(x, n) x"
    )
    down_x, down_y = tuple(Pick("x", n) for n in (3, 2, 1, 0)), tuple(Pick("y", n) for n in (3, 2, 1, 0))
    assert layout.runtime == (
        RuntimeWord("%0", "window", (down_x, down_y), "n"),  # type: ignore[arg-type]
        RuntimeWord("%1", "lookup", (down_x, down_y), (Pick("y", 0), Pick("y", 1), Any(), Any())),  # type: ignore[arg-type]
        RuntimeWord("%2", "rotate", (down_x[::-1],), "n"),  # type: ignore[arg-type]
    )
    assert [layout.targets[f"r[{n}]"] for n in range(3)] == [
        tuple(Pick("%0", n) for n in range(4)),
        tuple(Pick("%1", n) for n in range(4)),
        tuple(Pick("%2", n) for n in (3, 2, 1, 0)),
    ]


def test_four_bytes_of_codes_are_two_words_of_one_lookup() -> None:
    layout = parse_layout("in c: u32le; out r: u8[8] = lookup(00 01 02 03 04 05 06 07, c)")
    low, high = layout.runtime
    assert (low.sources, low.index) == (high.sources, high.index)
    assert (low.half, high.half) == (0, 1)


def test_equal_run_time_words_are_shared_and_unused_ones_dropped() -> None:
    shared = parse_layout("in x: u32le; in n: index; out r: u32le[2] = splat_at(x, n) splat_at(x, n)")
    assert [word.name for word in shared.runtime] == ["%0"]
    dropped = parse_layout("in x: u32le; in n: index; out r: u32le = every(splat_at(x, n) x, 1, 4)")
    assert dropped.runtime == ()


def test_run_time_words_are_numbered_by_use() -> None:
    one = parse_layout("in x: u32le; in n, m: index; out r: u32le[2] = splat_at(x, m) rotate(x, n)")
    two = parse_layout(
        "in x: u32le; in n, m: index; out r: u32le[2] = every(rotate(x, n) splat_at(x, m) rotate(x, n), 1, 4)"
    )
    assert one == two
    assert [word.kind for word in one.runtime] == ["splat_at", "rotate"]
