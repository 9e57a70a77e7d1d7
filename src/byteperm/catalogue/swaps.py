"""Byte swaps and reversals: from one byte order to the other."""

from __future__ import annotations

from byteperm.catalogue.entry import Entry, known

_TIE = "already one instruction on sm_70 and newer (SHF as a rotate by 16), so never a win"
_SWAP = "by shifts 7 instructions on sm_75 and sm_90 (nvcc 13.0), found by the compiler on sm_120"

ENTRIES = (
    Entry(
        name="bswap16",
        title="byte swap, one 16-bit value",
        sentence="Turns a 16-bit field in network order, loaded as a little-endian half, into its value.",
        text="in x: u16le; out r: u16be = x",
        source="the same as htons",
        checks=(known("x=1234", "r=3412"), known("x=bb01", "r=1bb")),
        permutes=1,
        tags=("swap", "endianness"),
    ),
    Entry(
        name="bswap16x2",
        title="byte swap in both halves",
        sentence="Swaps the two bytes of each 16-bit half of a word, as for 16-bit samples in the other order.",
        text="in x: u32le; out r: u32le = swap(x, 2)",
        source="selector 0x2301",
        checks=(known("x=12345678", "r=34127856"),),
        permutes=1,
        remark="by shifts 4 instructions (nvcc 13.0)",
        tags=("swap", "endianness"),
    ),
    Entry(
        name="bswap32",
        title="byte swap, one word",
        sentence="Turns a big-endian 32-bit number, loaded as a little-endian word, into its value, or back.",
        text="in x: u32le; out r: u32be = x",
        source="the same as htonl; selector 0x0123",
        checks=(known("x=12345678", "r=78563412"), known("x=7600a914", "r=14a90076")),
        permutes=1,
        remark=_SWAP,
        tags=("swap", "endianness"),
    ),
    Entry(
        name="bswap32x4",
        title="byte swap, four words",
        sentence="Swaps each word of a 16-byte load, the step between memory and the message words of SHA-2.",
        text="in x: u32le[4]; out r: u32be[4] = x",
        source="bswap32 four times",
        checks=(known("x[]=03020100 07060504 0b0a0908 0f0e0d0c", "r[]=00010203 04050607 08090a0b 0c0d0e0f"),),
        permutes=4,
        remark=_SWAP,
        tags=("swap", "endianness"),
    ),
    Entry(
        name="bswap64",
        title="byte swap, 64 bits",
        sentence="Turns a big-endian 64-bit number, loaded as two little-endian words, into its value, or back.",
        text="in v: u64le; out r: u64be = v",
        source="two crossed byte swaps",
        checks=(known("v.lo=89abcdef v.hi=01234567", "r.lo=67452301 r.hi=efcdab89"),),
        permutes=2,
        tags=("swap", "endianness"),
    ),
    Entry(
        name="reverse16",
        title="sixteen bytes in reverse",
        sentence="Reverses 16 bytes, as for GHASH blocks and 128-bit integers in the other order.",
        text="in x: u32le[4]; out r: u32le[4] = reverse(x)",
        source="byte swap of each word, words in reverse",
        checks=(known("x[]=03020100 07060504 0b0a0908 0f0e0d0c", "r[]=0c0d0e0f 08090a0b 04050607 00010203"),),
        permutes=4,
        remark="the order of the words is a matter of names and costs nothing",
        tags=("swap", "reverse", "endianness"),
    ),
    Entry(
        name="swap-halves",
        title="16-bit halves exchanged",
        sentence="Exchanges the two halves of a word, as for an fp16 pair (y, x) from (x, y).",
        text="in x: u32le; out r: u32le = x.2 x.3 x.0 x.1",
        source="selector 0x1032",
        checks=(known("x=12345678", "r=56781234"),),
        permutes=1,
        remark=_TIE,
        tags=("swap", "halves"),
    ),
    Entry(
        name="swap-middle",
        title="middle bytes exchanged",
        sentence="Exchanges the two middle bytes of a word, a step of Morton order and of bit transposes.",
        text="in x: u32le; out r: u32le = x.0 x.2 x.1 x.3",
        source="the outer step of the perfect shuffle; selector 0x3120",
        checks=(known("x=12345678", "r=12563478"),),
        permutes=1,
        remark="by shifts 5 instructions (nvcc 13.0)",
        tags=("swap", "shuffle", "morton"),
    ),
)
