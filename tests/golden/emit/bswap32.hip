// in x: u32le
// out r: u32be = x
// 1 prmt; minimal: one output is neither input nor constant
// Inputs are read before outputs are written: they may overlap.

#include <hip/hip_runtime.h>
#include <cstdint>

static __device__ inline __attribute__((always_inline)) uint32_t bswap32(uint32_t x) {
    const uint32_t bp_i0 = x;
    const uint32_t bp_t0 = __builtin_amdgcn_perm(0u, bp_i0, 0x00010203u); // x0 x1 x2 x3
    return bp_t0;
}

__global__ void bswap32_test(int *result) {
    int wrong = 0;
    const uint32_t x = 0xC7EA1984u;
    if (bswap32(x) != 0x8419EAC7u) wrong++;
    *result = wrong;
}
