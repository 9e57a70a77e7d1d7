"""Text codecs: the byte part of base 64, and digits by table."""

from __future__ import annotations

from byteperm.catalogue.entry import Entry, known

_TABLE = "a 16-byte table in registers; the recipe is checked on every code, not proved minimal"

ENTRIES = (
    Entry(
        name="base64-spread",
        title="base 64, three bytes a word",
        sentence="Spreads 12 bytes to four words as b1 b0 b2 b1, from where shifts and products cut the sextets.",
        text=(
            "in s: u8[12]\n"
            "out r: u8[16] = s[1] s[0] s[2] s[1] s[4] s[3] s[5] s[4] s[7] s[6] s[8] s[7] s[10] s[9] s[11] s[10]"
        ),
        source="the shuffle of W. Mula and D. Lemire, Faster Base64 Encoding and Decoding using AVX2 (2018)",
        checks=(known("s.w=03020100 07060504 0b0a0908", "r.w=01020001 04050304 07080607 0a0b090a"),),
        permutes=4,
        tags=("base64", "codec"),
    ),
    Entry(
        name="base64-gather",
        title="base 64, 24 bits a word to bytes",
        sentence="Closes the gaps after decoding: four words of 24 bits become 12 bytes in the order of the text.",
        text=(
            "in w: u32le[4]\n"
            "out r: u8[12] = w[0].2 w[0].1 w[0].0 w[1].2 w[1].1 w[1].0 w[2].2 w[2].1 w[2].0 w[3].2 w[3].1 w[3].0"
        ),
        source="the shuffle of W. Mula and D. Lemire, Faster Base64 Encoding and Decoding using AVX2 (2018)",
        checks=(known("w[]=4d616e 4d616e 4d616e 4d616e", "r.w=4d6e614d 614d6e61 6e614d6e"),),
        permutes=3,
        remark="the value of TWFu is 0x4d616e, the text Man",
        tags=("base64", "codec"),
    ),
    Entry(
        name="hex-digits",
        title="word to hexadecimal digits",
        sentence="Writes the eight hexadecimal digits of a word as ASCII, the most significant first.",
        text='in x: u32le; out r: u8[8] = reverse(lookup("0123456789abcdef", x))',
        source="ASCII; lookup of 16 bytes by three permutes",
        checks=(known("x=7600a914", "r.w=30303637 34313961"),),
        permutes=8,
        proved="recipe",
        others=9,
        remark=_TABLE,
        tags=("hex", "codec", "lookup", "run-time"),
    ),
    Entry(
        name="hex-digits-memory",
        title="bytes to hexadecimal digits",
        sentence="Writes four bytes as eight hexadecimal digits in the order of memory, as digests print.",
        text='in b: u8[4]; out r: u8[8] = swap(lookup("0123456789abcdef", b), 2)',
        source="ASCII; lookup of 16 bytes by three permutes",
        checks=(known("b.w=14a90076", "r.w=30303637 34313961"),),
        permutes=8,
        proved="recipe",
        others=9,
        remark=_TABLE,
        tags=("hex", "codec", "lookup", "run-time"),
    ),
)
