"""Portable C99."""

from __future__ import annotations

from byteperm.emit.base import Request, Unsupported
from byteperm.emit.cfamily import C_KEYWORDS, Dialect, emit_c

NAME = "c"
SUMMARY = "portable C99"
EXTENSION = "c"
TESTED = "compiled with -std=c99 -Wall -Wextra -Werror and executed"

WORD_OPS = {
    "add": "{0} + {1}",
    "xor": "{0} ^ {1}",
    "and": "{0} & {1}",
    "or": "{0} | {1}",
    "not": "~{0}",
    "shl": "{0} << {1}",
    "shr": "{0} >> {1}",
}
MODES = {
    f"prmt.{mode}": f"bp_prmt({{0}}, {{1}}, bp_{mode}({{2}}))" for mode in ("f4e", "b4e", "rc8", "ecl", "ecr", "rc16")
}
#: The selector that each mode's control stands for, by its arithmetic.
MODE_HELPERS = {
    "bp_f4e": "0x3210u + 0x1111u * (c & 3u)",
    "bp_b4e": "(0x5670u + 0x1111u * (c & 3u)) & 0x7777u",
    "bp_rc8": "0x1111u * (c & 3u)",
    "bp_ecl": "(c & 3u) == 0u ? 0x3210u : (c & 3u) == 1u ? 0x3211u : (c & 3u) == 2u ? 0x3222u : 0x3333u",
    "bp_ecr": "(c & 3u) == 0u ? 0x0000u : (c & 3u) == 1u ? 0x1110u : (c & 3u) == 2u ? 0x2210u : 0x3210u",
    "bp_rc16": "(c & 1u) ? 0x3232u : 0x1010u",
}
MODEL = """{prefix} uint32_t bp_prmt(uint32_t x, uint32_t y, uint32_t s) {{
    const uint64_t bytes = (uint64_t)y << 32 | x;
    uint32_t r = 0, n;
    for (n = 0; n < 4; n++) {{
        const uint32_t field = s >> 4 * n & 15u;
        const uint32_t byte = (uint32_t)(bytes >> 8 * (field & 7u)) & 255u;
        r |= ((field & 8u) ? 255u * (byte >> 7) : byte) << 8 * n;
    }}
    return r;
}}
"""


def helper_functions(prefix: str, word: str) -> dict[str, str]:
    """Return the helper functions of the portable model in a C dialect."""
    helpers = {"bp_prmt": MODEL.format(prefix=prefix)}
    for name, text in MODE_HELPERS.items():
        helpers[name] = f"{prefix} {word} {name}({word} c) {{ return {text}; }}\n"
    helpers["bp_rotl"] = f"{prefix} {word} bp_rotl({word} v, {word} n) {{ return v << (n & 31u) | v >> (-n & 31u); }}\n"
    return helpers


DIALECT = Dialect(
    name=NAME,
    ops={
        **WORD_OPS,
        **MODES,
        "prmt": "bp_prmt({0}, {1}, {s})",
        "prmt.sign": "bp_prmt({0}, {1}, {s})",
        "prmt.run": "bp_prmt({0}, {1}, {2})",
        "rotl": "bp_rotl({0}, {1})",
    },
    helpers=helper_functions("static inline", "uint32_t"),
    types={"u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t", "u64": "uint64_t", "index": "uint32_t"},
    head="#include <stdint.h>\n",
    keywords=C_KEYWORDS,
    reserved=frozenset({"wrong", "main", "linux", "unix"}),
    test="int {name}_test(void);\nint {name}_test(void) {{\n    int wrong = 0;\n{body}    return wrong;\n}}\n",
    example="int main(void) {{ return {name}_test() != 0; }}\n",
)


def emit(request: Request) -> str | Unsupported:
    """Write C."""
    return emit_c(request, DIALECT)
