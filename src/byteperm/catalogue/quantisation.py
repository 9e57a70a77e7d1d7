"""Quantised numbers: bytes to floating point by magic constants, and 4-bit codes by table."""

from __future__ import annotations

from byteperm.catalogue.entry import Entry, known

_TABLE = "a 16-byte table in registers; the recipe is checked on every code, not proved minimal"
_OCP8 = "OCP 8-bit Floating Point Specification (OFP8), revision 1.0"
_OCPMX = "OCP Microscaling Formats (MX), version 1.0: FP4 E2M1"
_MAGIC = "the exponent's unit in the last place is 1; known from FasterTransformer and CUTLASS"

#: Two's complement of 4 bits, as bytes.
INT4 = "00 01 02 03 04 05 06 07 f8 f9 fa fb fc fd fe ff"
#: Twice the values of E2M1: 0 1 2 3 4 6 8 12, then the same negative.
E2M1_TWICE = "00 01 02 03 04 06 08 0c 00 ff fe fd fc fa f8 f4"
#: The values of E2M1 as E4M3.
E2M1_E4M3 = "00 30 38 3c 40 44 48 4c 80 b0 b8 bc c0 c4 c8 cc"
#: The values of E2M1 as the upper byte of fp16, whose lower byte is then 0.
E2M1_HALF = "00 38 3c 3e 40 42 44 46 80 b8 bc be c0 c2 c4 c6"
#: -127 -104 -83 -65 -49 -35 -22 -10 1 13 25 38 53 69 89 113.
IQ4_NL = "81 98 ad bf cf dd ea f6 01 0d 19 26 35 45 59 71"

ENTRIES = (
    Entry(
        name="u8-fp16-magic",
        title="four bytes to fp16, plus 1024",
        sentence="Puts 0x64 above each byte, which makes it the fp16 number 1024 + u8; a subtraction gives u8.",
        text="in x: u32le; out r: u32le[2] = interleave(x, 64 * 4)",
        source=f"IEEE 754: 0x6400 is 1024 in fp16; {_MAGIC}",
        checks=(known("x=ff807f01", "r[]=647f6401 64ff6480"),),
        permutes=2,
        remark="by shifts and masks 9 instructions (nvcc 13.0); for int8 xor 0x80808080 first and subtract 1152",
        tags=("fp16", "int8", "dequantise", "magic"),
    ),
    Entry(
        name="u7-bf16-magic",
        title="four bytes below 128 to bf16, plus 128",
        sentence="Puts 0x43 above each byte, which makes a value below 128 the bf16 number 128 + u7.",
        text="in x: u32le; out r: u32le[2] = interleave(x, 43 * 4)",
        source=f"0x4300 is 128 in bf16, which has 7 bits of fraction; {_MAGIC}",
        checks=(known("x=7f0f0100", "r[]=43014300 437f430f"),),
        permutes=2,
        remark="holds for 7 bits only: from 128 on the byte runs into the exponent; for all of u8 use u8-fp32-magic",
        tags=("bf16", "int4", "dequantise", "magic"),
    ),
    Entry(
        name="u8-fp32-magic",
        title="four bytes to float32, plus 8388608",
        sentence="Puts 0x4b0000 above each byte, which makes it the float32 number 8388608 + u8.",
        text="in x: u32le; out r: u32le[4] = x.0 00 00 4b x.1 00 00 4b x.2 00 00 4b x.3 00 00 4b",
        source=f"IEEE 754: 0x4b000000 is 2 to the 23rd; {_MAGIC}",
        checks=(known("x=ff807f01", "r[]=4b000001 4b00007f 4b000080 4b0000ff"),),
        permutes=4,
        remark="by shifts and masks 9 instructions (nvcc 13.0); then pack-high-halves makes bf16 pairs",
        tags=("fp32", "int8", "dequantise", "magic"),
    ),
    Entry(
        name="fp8-e5m2-fp16",
        title="four fp8 E5M2 to fp16",
        sentence="Puts each E5M2 byte in the upper half of an fp16 number, which is exact, with infinities and NaN.",
        text="in x: u32le; out r: u32le[2] = interleave(00 * 4, x)",
        source=f"{_OCP8}: E5M2 has the sign and exponent of fp16",
        checks=(known("x=7cc43c01", "r[]=3c000100 7c00c400"),),
        permutes=2,
        remark="by shifts and masks 7 instructions (nvcc 13.0); E4M3: then shift, mask and scale",
        tags=("fp8", "fp16", "dequantise"),
    ),
    Entry(
        name="fp16-fp8-e5m2",
        title="four fp16 to fp8 E5M2, cut off",
        sentence="Keeps the upper bytes of four fp16 numbers: E5M2 with rounding to zero.",
        text="in x: u32le[2]; out r: u32le = every(x, 2, 1)",
        source=f"{_OCP8}: E5M2 has the sign and exponent of fp16",
        checks=(known("x[]=3c000100 7c00c4ff", "r=7cc43c01"),),
        permutes=1,
        remark="a NaN whose upper fraction bits are 0 becomes infinity",
        tags=("fp8", "fp16", "quantise"),
    ),
    Entry(
        name="int4-int8",
        title="eight int4 to int8",
        sentence="Sign-extends eight 4-bit two's complement numbers to bytes, the lowest first.",
        text=f"in q: u32le; out r: u32le[2] = lookup({INT4}, q)",
        source="two's complement",
        checks=(known("q=f8700001", "r[]=1 fff80700"), known("q=76543210", "r[]=03020100 07060504")),
        permutes=6,
        proved="recipe",
        others=9,
        remark=_TABLE,
        tags=("int4", "int8", "lookup", "dequantise", "run-time"),
    ),
    Entry(
        name="fp4-e2m1-int8",
        title="eight fp4 E2M1 to int8, doubled",
        sentence="Turns eight E2M1 codes to twice their values as bytes, for integer dot products (dp4a).",
        text=f"in q: u32le; out r: u32le[2] = lookup({E2M1_TWICE}, q)",
        source=f"{_OCPMX}; doubled as in llama.cpp's MXFP4",
        checks=(known("q=76543210", "r[]=03020100 0c080604"), known("q=fedcba98", "r[]=fdfeff00 f4f8fafc")),
        permutes=6,
        proved="recipe",
        others=9,
        remark=_TABLE,
        tags=("fp4", "int8", "mxfp4", "lookup", "dequantise", "run-time"),
    ),
    Entry(
        name="fp4-e2m1-fp8",
        title="eight fp4 E2M1 to fp8 E4M3",
        sentence="Turns eight E2M1 codes to E4M3, which holds each of their values exactly.",
        text=f"in q: u32le; out r: u32le[2] = lookup({E2M1_E4M3}, q)",
        source=f"{_OCPMX}; {_OCP8}",
        checks=(known("q=76543210", "r[]=3c383000 4c484440"), known("q=fedcba98", "r[]=bcb8b080 ccc8c4c0")),
        permutes=6,
        proved="recipe",
        others=9,
        remark=_TABLE,
        tags=("fp4", "fp8", "mxfp4", "nvfp4", "lookup", "dequantise", "run-time"),
    ),
    Entry(
        name="fp4-e2m1-fp16",
        title="eight fp4 E2M1 to fp16",
        sentence="Turns eight E2M1 codes to fp16: the upper byte by table, the lower is 0.",
        text=f"in q: u32le; out r: u32le[4] = interleave(00 * 8, lookup({E2M1_HALF}, q))",
        source=f"{_OCPMX}; IEEE 754",
        checks=(known("q=76543210", "r[]=38000000 3e003c00 42004000 46004400"),),
        permutes=10,
        proved="recipe",
        others=9,
        remark=_TABLE,
        tags=("fp4", "fp16", "mxfp4", "nvfp4", "lookup", "dequantise", "run-time"),
    ),
    Entry(
        name="fp4-magnitude",
        title="four fp4 E2M1 to magnitudes, doubled",
        sentence="Turns the lower four E2M1 codes of a word to twice their magnitudes: 8 entries, so one permute.",
        text="in q: u32le; out r: u32le = lookup(00 01 02 03 04 06 08 0c, q.0 q.1)",
        source=_OCPMX,
        checks=(known("q=7d31", "r=0c060301"),),
        permutes=1,
        proved="recipe",
        others=1,
        remark="an 8-byte table takes the lower three bits of each code; the mask keeps bit 3 from replicating a sign",
        tags=("fp4", "mxfp4", "lookup", "dequantise", "run-time"),
    ),
    Entry(
        name="iq4-nl",
        title="eight IQ4_NL codes to int8",
        sentence="Turns eight 4-bit codes to the 16 unevenly spaced values of IQ4_NL, the lowest code first.",
        text=f"in q: u32le; out r: u32le[2] = lookup({IQ4_NL}, q)",
        source="the table of llama.cpp's IQ4_NL and IQ4_XS",
        checks=(known("q=76543210", "r[]=bfad9881 f6eaddcf"), known("q=fedcba98", "r[]=26190d01 71594535")),
        permutes=6,
        proved="recipe",
        others=9,
        remark=_TABLE,
        tags=("iq4_nl", "int8", "lookup", "dequantise", "run-time"),
    ),
    Entry(
        name="iq4-nl-split",
        title="eight IQ4_NL codes to int8, low and high",
        sentence="The same with low and high codes of each byte apart, which is how llama.cpp's blocks number them.",
        text=(
            "in q: u32le\n"
            f"out low: u32le = every(lookup({IQ4_NL}, q), 2, 0)\n"
            f"out high: u32le = every(lookup({IQ4_NL}, q), 2, 1)"
        ),
        source="the table of llama.cpp's IQ4_NL and IQ4_XS",
        checks=(known("q=f7e6d5c4", "low=f6eaddcf high=71594535"),),
        permutes=8,
        proved="recipe",
        others=9,
        remark=_TABLE,
        tags=("iq4_nl", "int8", "lookup", "dequantise", "run-time"),
    ),
)
