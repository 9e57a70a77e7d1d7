// in h: u32le[5]
// out m: u32be[16] = sha256_block(00 14 h)
// 6 prmt; minimal: six outputs are neither inputs nor constants
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

static inline void p2wpkh(uint32_t m[16], const uint32_t h[5]) {
    const uint32_t bp_i0 = h[0];
    const uint32_t bp_i1 = h[1];
    const uint32_t bp_i2 = h[2];
    const uint32_t bp_i3 = h[3];
    const uint32_t bp_i4 = h[4];
    const uint32_t bp_t0 = bp_prmt(bp_i0, 0x14000080u, 0x6701u);     // 00 14 h[0].0 h[0].1
    const uint32_t bp_t1 = bp_prmt(bp_i0, bp_i1, 0x2345u);           // h[0].2 h[0].3 h[1].0 h[1].1
    const uint32_t bp_t2 = bp_prmt(bp_i1, bp_i2, 0x2345u);           // h[1].2 h[1].3 h[2].0 h[2].1
    const uint32_t bp_t3 = bp_prmt(bp_i2, bp_i3, 0x2345u);           // h[2].2 h[2].3 h[3].0 h[3].1
    const uint32_t bp_t4 = bp_prmt(bp_i3, bp_i4, 0x2345u);           // h[3].2 h[3].3 h[4].0 h[4].1
    const uint32_t bp_t5 = bp_prmt(0x14000080u, bp_i4, 0x6701u);     // h[4].2 h[4].3 80 00
    m[0] = bp_t0;
    m[1] = bp_t1;
    m[2] = bp_t2;
    m[3] = bp_t3;
    m[4] = bp_t4;
    m[5] = bp_t5;
    m[6] = 0u;
    m[7] = 0u;
    m[8] = 0u;
    m[9] = 0u;
    m[10] = 0u;
    m[11] = 0u;
    m[12] = 0u;
    m[13] = 0u;
    m[14] = 0u;
    m[15] = 0xB0u;
}
