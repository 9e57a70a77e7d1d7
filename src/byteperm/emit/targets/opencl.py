"""OpenCL C: shifts and `rotate`, which every device has."""

from __future__ import annotations

from byteperm.emit.base import Request, Unsupported
from byteperm.emit.cfamily import C_KEYWORDS, Dialect, emit_c
from byteperm.emit.targets.c import DIALECT as C
from byteperm.emit.targets.c import MODE_HELPERS

NAME = "opencl"
SUMMARY = "OpenCL C: portable, by shuffle2 where the selector is constant"
EXTENSION = "cl"
TESTED = "compiled and executed on the CPU (PoCL)"

_SPACES = frozenset("global local constant private kernel __global __local __constant __private __kernel".split())
_TYPES = frozenset("uchar ushort uint ulong uchar4 uchar8 uint2 event_t size_t image2d_t sampler_t".split())
_HELPERS = {
    "bp_prmt": """inline uint bp_prmt(uint x, uint y, uint s) {
    const ulong bytes = (ulong)y << 32 | x;
    uint r = 0;
    for (uint n = 0; n < 4; n++) {
        const uint nibble = s >> 4 * n & 15u;
        const uint byte = (uint)(bytes >> 8 * (nibble & 7u)) & 255u;
        r |= ((nibble & 8u) ? 255u * (byte >> 7) : byte) << 8 * n;
    }
    return r;
}
""",
    "bp_pick": """inline uint bp_pick(uint x, uint y, uint s) {
    const uchar4 order = (uchar4)(s & 7u, s >> 4 & 7u, s >> 8 & 7u, s >> 12 & 7u);
    return as_uint(shuffle2(as_uchar4(x), as_uchar4(y), order));
}
""",
    **{name: f"inline uint {name}(uint c) {{ return {text}; }}\n" for name, text in MODE_HELPERS.items()},
}
_TEST = """__kernel void {name}_test(__global int *result) {{
    int wrong = 0;
{body}    *result = wrong;
}}
"""

DIALECT = Dialect(
    name=NAME,
    ops={
        **C.ops,
        # Bytes are chosen as a little-endian device holds them, which OpenCL devices today are.
        "prmt": "bp_pick({0}, {1}, {s})",
        "rotl": "rotate({0}, {1})",
    },
    helpers=_HELPERS,
    types={"u8": "uchar", "u16": "ushort", "u32": "uint", "u64": "ulong", "index": "uint"},
    function="inline",
    kernel="__kernel",
    pointer="__global ",
    thread="(uint)get_global_id(0)",
    keywords=C_KEYWORDS | _SPACES | _TYPES,
    reserved=frozenset({"wrong", "result"}),
    test=_TEST,
)


def emit(request: Request) -> str | Unsupported:
    """Write OpenCL C."""
    text = emit_c(request, DIALECT)
    return text if isinstance(text, Unsupported) else text.replace("0x", "0x").replace("ull", "ul")
