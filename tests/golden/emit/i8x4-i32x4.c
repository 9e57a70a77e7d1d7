// in x: u32le
// out r: u32le[4] = x.0 sign(x.0) * 3 x.1 sign(x.1) * 3 x.2 sign(x.2) * 3 x.3 sign(x.3) * 3
// 4 prmt; minimal: four outputs are neither inputs nor constants
// Inputs are read before outputs are written: they may overlap.

#include <stdint.h>

static inline uint32_t bp_prmt(uint32_t x, uint32_t y, uint32_t s) {
    const uint64_t bytes = (uint64_t)y << 32 | x;
    uint32_t r = 0, n;
    for (n = 0; n < 4; n++) {
        const uint32_t field = s >> 4 * n & 15u;
        const uint32_t byte = (uint32_t)(bytes >> 8 * (field & 7u)) & 255u;
        r |= ((field & 8u) ? 255u * (byte >> 7) : byte) << 8 * n;
    }
    return r;
}

static inline void i8x4_i32x4(uint32_t r[4], uint32_t x) {
    const uint32_t bp_i0 = x;
    const uint32_t bp_t0 = bp_prmt(bp_i0, 0u, 0x8880u);              // x0 sign(x0) sign(x0) sign(x0)
    const uint32_t bp_t1 = bp_prmt(bp_i0, 0u, 0x9991u);              // x1 sign(x1) sign(x1) sign(x1)
    const uint32_t bp_t2 = bp_prmt(bp_i0, 0u, 0xAAA2u);              // x2 sign(x2) sign(x2) sign(x2)
    const uint32_t bp_t3 = bp_prmt(bp_i0, 0u, 0xBBB3u);              // x3 sign(x3) sign(x3) sign(x3)
    r[0] = bp_t0;
    r[1] = bp_t1;
    r[2] = bp_t2;
    r[3] = bp_t3;
}
