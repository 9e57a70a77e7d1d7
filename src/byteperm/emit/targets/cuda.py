"""CUDA C++: `__byte_perm` where it is exact, inline PTX where only `prmt` is."""

from __future__ import annotations

from byteperm.emit.base import Request, Unsupported
from byteperm.emit.cfamily import CPP_KEYWORDS, Dialect, emit_c
from byteperm.emit.targets.c import DIALECT as C
from byteperm.emit.targets.c import WORD_OPS

NAME = "cuda"
SUMMARY = "CUDA C++: __byte_perm, and inline prmt for signs, run-time selectors and modes"
EXTENSION = "cu"
TESTED = "compiled by NVRTC to cubin for sm_75, sm_90 and sm_120, PRMT counted in SASS, and executed on an H200"

_MODES = ("f4e", "b4e", "rc8", "ecl", "ecr", "rc16")
_HELPERS = {
    # __byte_perm would mask a run-time selector with 0x7777, one more LOP3, and cannot replicate a sign.
    "bp_prmt": "static __device__ __forceinline__ uint32_t bp_prmt(uint32_t x, uint32_t y, uint32_t s) {\n"
    '    uint32_t r;\n    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(s));\n    return r;\n}\n',
    **{
        f"bp_{mode}": f"static __device__ __forceinline__ uint32_t bp_{mode}(uint32_t x, uint32_t y, uint32_t c) {{\n"
        f'    uint32_t r;\n    asm("prmt.b32.{mode} %0, %1, %2, %3;" : "=r"(r) : "r"(x), "r"(y), "r"(c));\n'
        "    return r;\n}\n"
        for mode in _MODES
    },
}
_TEST = """__global__ void {name}_test(int *result) {{
    int wrong = 0;
{body}    *result = wrong;
}}
"""
_EXAMPLE = """#include <cstdio>
int main() {{
    int *result = nullptr, wrong = -1;
    cudaError_t status = cudaMalloc(&result, sizeof *result);
    if (status == cudaSuccess) {{
        {name}_test<<<1, 1>>>(result);
        status = cudaMemcpy(&wrong, result, sizeof wrong, cudaMemcpyDeviceToHost);
    }}
    if (status != cudaSuccess) std::printf("%s\\n", cudaGetErrorString(status));
    else std::printf(wrong ? "%d values are wrong\\n" : "right\\n", wrong);
    cudaFree(result);
    return wrong != 0;
}}
"""

DIALECT = Dialect(
    name=NAME,
    ops={
        **WORD_OPS,
        **{f"prmt.{mode}": f"bp_{mode}({{0}}, {{1}}, {{2}})" for mode in _MODES},
        "prmt": "__byte_perm({0}, {1}, {s})",
        "prmt.sign": "bp_prmt({0}, {1}, {s})",
        "prmt.run": "bp_prmt({0}, {1}, {2})",
        "rotl": "__funnelshift_l({0}, {0}, {1})",
    },
    helpers=_HELPERS,
    types=C.types,
    head="#ifdef __CUDACC_RTC__\ntypedef unsigned char uint8_t;\ntypedef unsigned short uint16_t;\n"
    "typedef unsigned int uint32_t;\ntypedef unsigned long long uint64_t;\n#else\n#include <cstdint>\n#endif\n",
    function="static __device__ __forceinline__",
    kernel='extern "C" __global__',
    thread="blockIdx.x * blockDim.x + threadIdx.x",
    keywords=CPP_KEYWORDS,
    reserved=frozenset({"wrong", "main", "result", "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"}),
    test=_TEST,
    example=_EXAMPLE,
)


def emit(request: Request) -> str | Unsupported:
    """Write CUDA C++."""
    return emit_c(request, DIALECT)
