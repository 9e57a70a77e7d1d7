"""Interleaving streams, and taking them apart again."""

from __future__ import annotations

from byteperm.catalogue.entry import Entry, known

ENTRIES = (
    Entry(
        name="interleave2",
        title="two byte streams to one",
        sentence="Interleaves the bytes of two words, as U and V planes to NV12 chroma.",
        text="in a, b: u32le; out r: u32le[2] = interleave(a, b)",
        source="selectors 0x5140 and 0x7362",
        checks=(known("a=33221100 b=77665544", "r[]=55114400 77336622"),),
        permutes=2,
        remark="by shifts and masks 14 instructions (nvcc 13.0)",
        tags=("interleave", "yuv"),
    ),
    Entry(
        name="deinterleave2",
        title="one byte stream to two",
        sentence="Separates bytes that alternate between two streams, as NV12 chroma to U and V planes.",
        text="in s: u32le[2]; out a: u32le = every(s, 2, 0); out b: u32le = every(s, 2, 1)",
        source="selectors 0x6420 and 0x7531",
        checks=(known("s[]=55114400 77336622", "a=33221100 b=77665544"),),
        permutes=2,
        tags=("deinterleave", "yuv"),
    ),
    Entry(
        name="interleave3",
        title="three byte streams to one",
        sentence="Interleaves the bytes of three words, as coordinates to packed points.",
        text="in a, b, c: u32le; out r: u32le[3] = interleave(a, b, c)",
        source="the same bytes as rgb-pack",
        checks=(known("a=33221100 b=77665544 c=bbaa9988", "r[]=11884400 66229955 bb7733aa"),),
        permutes=5,
        tags=("interleave",),
    ),
    Entry(
        name="deinterleave3",
        title="one byte stream to three",
        sentence="Separates bytes that go round three streams, as packed points to coordinates.",
        text=(
            "in s: u32le[3]; out a: u32le = every(s, 3, 0); out b: u32le = every(s, 3, 1)\n"
            "out c: u32le = every(s, 3, 2)"
        ),
        source="the same bytes as rgb-unpack",
        checks=(known("s[]=11884400 66229955 bb7733aa", "a=33221100 b=77665544 c=bbaa9988"),),
        permutes=5,
        tags=("deinterleave",),
    ),
    Entry(
        name="interleave4",
        title="four byte streams to one",
        sentence="Interleaves the bytes of four words, as four lanes of a hash to one stream.",
        text="in a, b, c, d: u32le; out r: u32le[4] = interleave(a, b, c, d)",
        source="the same bytes as transpose4x4",
        checks=(known("a=33221100 b=77665544 c=bbaa9988 d=ffeeddcc", "r[]=cc884400 dd995511 eeaa6622 ffbb7733"),),
        permutes=8,
        tags=("interleave", "transpose"),
    ),
    Entry(
        name="deinterleave4",
        title="one byte stream to four",
        sentence="Separates bytes that go round four streams.",
        text=(
            "in s: u32le[4]; out a: u32le = every(s, 4, 0); out b: u32le = every(s, 4, 1)\n"
            "out c: u32le = every(s, 4, 2); out d: u32le = every(s, 4, 3)"
        ),
        source="the same bytes as transpose4x4",
        checks=(known("s[]=cc884400 dd995511 eeaa6622 ffbb7733", "a=33221100 b=77665544 c=bbaa9988 d=ffeeddcc"),),
        permutes=8,
        tags=("deinterleave", "transpose"),
    ),
    Entry(
        name="interleave3-16",
        title="three 16-bit streams to one",
        sentence="Interleaves the halves of three words, as 16-bit RGB or three-axis sensor samples.",
        text="in a, b, c: u32le; out r: u32le[3] = a.0 a.1 b.0 b.1 c.0 c.1 a.2 a.3 b.2 b.3 c.2 c.3",
        source="one permute a word",
        checks=(known("a=11110000 b=33332222 c=55554444", "r[]=22220000 11114444 55553333"),),
        permutes=3,
        tags=("interleave", "halves"),
    ),
    Entry(
        name="deinterleave3-16",
        title="one 16-bit stream to three",
        sentence="Separates 16-bit values that go round three streams.",
        text=("in s: u16le[6]; out a: u16le[2] = s[0] s[3]; out b: u16le[2] = s[1] s[4]\nout c: u16le[2] = s[2] s[5]"),
        source="one permute a word",
        checks=(known("s.w=22220000 11114444 55553333", "a.w0=11110000 b.w0=33332222 c.w0=55554444"),),
        permutes=3,
        tags=("deinterleave", "halves"),
    ),
)
