// in x: u32le
// out r: u32le[4] = x.0 sign(x.0) * 3 x.1 sign(x.1) * 3 x.2 sign(x.2) * 3 x.3 sign(x.3) * 3
// 4 prmt; minimal: four outputs are neither inputs nor constants
// Inputs are read before outputs are written: they may overlap.

#include <hip/hip_runtime.h>
#include <cstdint>

static __device__ inline __attribute__((always_inline)) uint32_t bp_spread(uint32_t s) {
    s = (s | s << 8) & 0x00FF00FFu;
    return (s | s << 4) & 0x0F0F0F0Fu;
}

static __device__ inline __attribute__((always_inline)) uint32_t bp_signs(uint32_t x, uint32_t y, uint32_t s) {
    uint32_t r = __builtin_amdgcn_perm(y, x, bp_spread(s & 0x7777u));
    for (uint32_t n = 0; n < 4; n++)
        if (s >> 4 * n & 8u) {
            const uint32_t bits = 255u << 8 * n;
            r = (r & ~bits) | ((r >> (8 * n + 7) & 1u) ? bits : 0u);
        }
    return r;
}

static __device__ inline __attribute__((always_inline)) void i8x4_i32x4(uint32_t r[4], uint32_t x) {
    const uint32_t bp_i0 = x;
    const uint32_t bp_t0 = bp_signs(bp_i0, 0u, 0x8880u);             // x0 sign(x0) sign(x0) sign(x0)
    const uint32_t bp_t1 = bp_signs(bp_i0, 0u, 0x9991u);             // x1 sign(x1) sign(x1) sign(x1)
    const uint32_t bp_t2 = bp_signs(bp_i0, 0u, 0xAAA2u);             // x2 sign(x2) sign(x2) sign(x2)
    const uint32_t bp_t3 = bp_signs(bp_i0, 0u, 0xBBB3u);             // x3 sign(x3) sign(x3) sign(x3)
    r[0] = bp_t0;
    r[1] = bp_t1;
    r[2] = bp_t2;
    r[3] = bp_t3;
}
