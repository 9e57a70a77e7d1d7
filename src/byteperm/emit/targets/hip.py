"""HIP for AMD: `v_perm_b32` directly, never HIP's `__byte_perm`, which goes through memory."""

from __future__ import annotations

from byteperm.emit.base import Request, Unsupported
from byteperm.emit.cfamily import CPP_KEYWORDS, Dialect, emit_c
from byteperm.emit.targets.c import DIALECT as C
from byteperm.emit.targets.c import WORD_OPS
from byteperm.emit.targets.cuda import DIALECT as CUDA

NAME = "hip"
SUMMARY = "HIP for AMD GPUs: v_perm_b32 through __builtin_amdgcn_perm"
EXTENSION = "hip"
TESTED = "compiled for gfx90a by clang where it is installed, v_perm_b32 counted"

_FUNCTION = "static __device__ inline __attribute__((always_inline))"
_HELPERS = {
    # v_perm replicates the signs of odd bytes only; an even byte is moved up by a shift first.
    "bp_signs": f"""{_FUNCTION} uint32_t bp_signs(uint32_t x, uint32_t y, uint32_t s) {{
    uint32_t r = __builtin_amdgcn_perm(y, x, bp_spread(s & 0x7777u));
    for (uint32_t n = 0; n < 4; n++)
        if (s >> 4 * n & 8u) {{
            const uint32_t bits = 255u << 8 * n;
            r = (r & ~bits) | ((r >> (8 * n + 7) & 1u) ? bits : 0u);
        }}
    return r;
}}
""",
    # Four nibbles to four bytes: the selector that v_perm takes. Three operations more than a constant one.
    "bp_spread": f"""{_FUNCTION} uint32_t bp_spread(uint32_t s) {{
    s = (s | s << 8) & 0x00FF00FFu;
    return (s | s << 4) & 0x0F0F0F0Fu;
}}
""",
    "bp_f4e": f"{_FUNCTION} uint32_t bp_f4e(uint32_t c) {{ return 0x03020100u + 0x01010101u * (c & 3u); }}\n",
    "bp_b4e": f"{_FUNCTION} uint32_t bp_b4e(uint32_t c) {{\n"
    "    return (0x05060700u + 0x01010101u * (c & 3u)) & 0x07070707u;\n}\n",
    "bp_rc8": f"{_FUNCTION} uint32_t bp_rc8(uint32_t c) {{ return 0x01010101u * (c & 3u); }}\n",
    "bp_rc16": f"{_FUNCTION} uint32_t bp_rc16(uint32_t c) {{ return c & 1u ? 0x03020302u : 0x01000100u; }}\n",
    "bp_ecl": f"{_FUNCTION} uint32_t bp_ecl(uint32_t c) {{\n"
    "    c &= 3u;\n"
    "    return c == 0u ? 0x03020100u : c == 1u ? 0x03020101u : c == 2u ? 0x03020202u : 0x03030303u;\n}\n",
    "bp_ecr": f"{_FUNCTION} uint32_t bp_ecr(uint32_t c) {{\n"
    "    c &= 3u;\n    return c == 0u ? 0u : c == 1u ? 0x01010100u : c == 2u ? 0x02020100u : 0x03020100u;\n}\n",
}
_MODES = ("f4e", "b4e", "rc8", "ecl", "ecr", "rc16")

DIALECT = Dialect(
    name=NAME,
    ops={
        **WORD_OPS,
        **{f"prmt.{mode}": f"__builtin_amdgcn_perm({{1}}, {{0}}, bp_{mode}({{2}}))" for mode in _MODES},
        "prmt": "__builtin_amdgcn_perm({1}, {0}, {wide})",
        "prmt.sign": "bp_signs({0}, {1}, {s})",
        "prmt.run": "__builtin_amdgcn_perm({1}, {0}, bp_spread({2}))",
        "rotl": "__builtin_rotateleft32({0}, {1})",
    },
    # A helper stands after what it calls.
    helpers={name: _HELPERS[name] for name in ("bp_spread", *(name for name in _HELPERS if name != "bp_spread"))},
    types=C.types,
    head="#include <hip/hip_runtime.h>\n#include <cstdint>\n",
    function=_FUNCTION,
    kernel=CUDA.kernel,
    thread=CUDA.thread,
    keywords=CPP_KEYWORDS,
    reserved=CUDA.reserved,
    test=CUDA.test,
    example=CUDA.example.replace("cuda", "hip"),
)


def emit(request: Request) -> str | Unsupported:
    """Write HIP."""
    return emit_c(request, DIALECT)
