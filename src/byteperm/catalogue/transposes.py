"""Transposes of small matrices of bytes and halves that lie in registers, a row a word."""

from __future__ import annotations

from byteperm.catalogue.entry import Entry, known

_HALVES = " ".join(f"m[{row * 4 + column}]" for column in range(4) for row in range(4))
_EIGHT = "m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7]"
_ROWS8 = ", ".join(f"m[{2 * row}:{2 * row + 2}]" for row in range(8))

ENTRIES = (
    Entry(
        name="transpose2x2",
        title="2x2 byte blocks",
        sentence="Transposes the two 2x2 byte blocks that lie side by side in two rows.",
        text="in a, b: u32le; out r: u32le[2] = a.0 b.0 a.2 b.2 a.1 b.1 a.3 b.3",
        source="selectors 0x6240 and 0x7351, as TRN1 and TRN2 of AArch64",
        checks=(known("a=03020100 b=13121110", "r[]=12021000 13031101"),),
        permutes=2,
        remark="by shifts and masks 6 instructions (nvcc 13.0)",
        tags=("transpose", "u8"),
    ),
    Entry(
        name="transpose2x2-16",
        title="2x2 halves",
        sentence="Transposes a 2x2 matrix of 16-bit values, as the fragments of a matrix multiplication need.",
        text="in a, b: u32le; out r: u32le[2] = a.0 a.1 b.0 b.1 a.2 a.3 b.2 b.3",
        source="selectors 0x5410 and 0x7632",
        checks=(known("a=00010000 b=00110010", "r[]=00100000 00110001"),),
        permutes=2,
        remark="two PRMT from the half2 intrinsics, so no win over them; by shifts 4 instructions (nvcc 13.0)",
        tags=("transpose", "halves", "fp16"),
    ),
    Entry(
        name="transpose4x4",
        title="4x4 bytes",
        sentence="Transposes a 4x4 byte matrix, a row a word: the step that feeds dp4a and byte-wise matrix fragments.",
        text="in m: u32le[4]; out t: u32le[4] = interleave(m[0], m[1], m[2], m[3])",
        source="four pair words, used twice each",
        checks=(known("m[]=03020100 13121110 23222120 33323130", "t[]=30201000 31211101 32221202 33231303"),),
        permutes=8,
        remark="by shifts or byte arrays 24 instructions on sm_90, 27 on sm_120 (nvcc 13.0)",
        tags=("transpose", "u8", "dp4a"),
    ),
    Entry(
        name="transpose8x4",
        title="8x4 bytes",
        sentence="Transposes eight rows of four bytes to four rows of eight.",
        text=f"in m: u32le[8]; out t: u32le[8] = interleave({_EIGHT})",
        source="two 4x4 transposes",
        checks=(
            known(
                "m[]=03020100 13121110 23222120 33323130 43424140 53525150 63626160 73727170",
                "t[]=30201000 70605040 31211101 71615141 32221202 72625242 33231303 73635343",
            ),
        ),
        permutes=16,
        tags=("transpose", "u8"),
    ),
    Entry(
        name="transpose4x8",
        title="4x8 bytes",
        sentence="Transposes four rows of eight bytes to eight rows of four.",
        text="in m: u32le[8]; out t: u32le[8] = interleave(m[0:2], m[2:4], m[4:6], m[6:8])",
        source="two 4x4 transposes",
        checks=(
            known(
                "m[]=03020100 07060504 13121110 17161514 23222120 27262524 33323130 37363534",
                "t[]=30201000 31211101 32221202 33231303 34241404 35251505 36261606 37271707",
            ),
        ),
        permutes=16,
        tags=("transpose", "u8"),
    ),
    Entry(
        name="transpose8x8",
        title="8x8 bytes",
        sentence="Transposes an 8x8 byte matrix, two words a row, as before a bit transpose or for a block of pixels.",
        text=f"in m: u32le[16]; out t: u32le[16] = interleave({_ROWS8})",
        source="four 4x4 transposes",
        checks=(
            known(
                "m[]=03020100 07060504 13121110 17161514 23222120 27262524 33323130 37363534 "
                "43424140 47464544 53525150 57565554 63626160 67666564 73727170 77767574",
                "t[]=30201000 70605040 31211101 71615141 32221202 72625242 33231303 73635343 "
                "34241404 74645444 35251505 75655545 36261606 76665646 37271707 77675747",
            ),
        ),
        permutes=32,
        tags=("transpose", "u8"),
    ),
    Entry(
        name="transpose4x4-16",
        title="4x4 halves",
        sentence="Transposes a 4x4 matrix of 16-bit values, two words a row.",
        text=f"in m: u16le[16]; out t: u16le[16] = {_HALVES}",
        source="four 2x2 transposes of halves",
        checks=(
            known(
                "m.w=00010000 00030002 00110010 00130012 00210020 00230022 00310030 00330032",
                "t.w=00100000 00300020 00110001 00310021 00120002 00320022 00130003 00330023",
            ),
        ),
        permutes=8,
        remark="one PRMT a word from the half2 intrinsics, so no win over them",
        tags=("transpose", "halves", "fp16"),
    ),
)
