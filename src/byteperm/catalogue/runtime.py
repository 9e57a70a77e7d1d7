"""Movements that depend on a number known only at run time."""

from __future__ import annotations

from byteperm.catalogue.entry import Entry, known

ENTRIES = (
    Entry(
        name="byte-window",
        title="four bytes from byte n on",
        sentence="Takes four bytes of a pair of words from a run-time offset: an unaligned load from aligned words.",
        text="in a, b: u32le; in n: index; out r: u32le = window(a b, n)",
        source="PTX ISA, prmt mode f4e",
        checks=(
            known("a=33221100 b=77665544 n=0", "r=33221100"),
            known("a=33221100 b=77665544 n=3", "r=66554433"),
            known("a=33221100 b=77665544 n=5", "r=44332211"),
        ),
        permutes=1,
        proved="recipe",
        remark="with a run-time selector 5 instructions, by funnel shift 3 (nvcc 13.0); only n mod 4 counts",
        tags=("window", "run-time", "unaligned"),
    ),
    Entry(
        name="unaligned-load16",
        title="sixteen bytes from byte n on",
        sentence="Takes 16 bytes that begin n bytes into five aligned words.",
        text=(
            "in s: u32le[5]; in n: index\n"
            "out r: u32le[4] = window(s[0:2], n) window(s[1:3], n) window(s[2:4], n) window(s[3:5], n)"
        ),
        source="PTX ISA, prmt mode f4e",
        checks=(
            known("s[]=03020100 07060504 0b0a0908 0f0e0d0c 13121110 n=1", "r[]=04030201 08070605 0c0b0a09 100f0e0d"),
        ),
        permutes=4,
        proved="recipe",
        remark="only n mod 4 counts",
        tags=("window", "run-time", "unaligned"),
    ),
    Entry(
        name="byte-splat",
        title="byte n four times",
        sentence="Repeats one byte, chosen at run time, in all four places.",
        text="in x: u32le; in n: index; out r: u32le = splat_at(x, n)",
        source="PTX ISA, prmt mode rc8",
        checks=(known("x=33221100 n=2", "r=22222222"), known("x=33221100 n=7", "r=33333333")),
        permutes=1,
        proved="recipe",
        remark="as C++ 5 instructions (nvcc 13.0); only n mod 4 counts",
        tags=("splat", "broadcast", "run-time"),
    ),
    Entry(
        name="byte-rotate",
        title="rotate left by n bytes",
        sentence="Rotates a word left by a number of bytes known at run time.",
        text="in x: u32le; in n: index; out r: u32le = rotate(x, n)",
        source="a rotation by 8 n bits",
        checks=(known("x=33221100 n=1", "r=22110033"), known("x=33221100 n=6", "r=11003322")),
        permutes=0,
        proved="recipe",
        others=2,
        remark="a shift and a rotation (SHF), no permute; only n mod 4 counts",
        tags=("rotate", "run-time"),
    ),
)
