// in x: u32le
// out r: u32be = x
// 1 prmt; minimal: one output is neither input nor constant
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

static inline uint32_t bswap32(uint32_t x) {
    const uint32_t bp_i0 = x;
    const uint32_t bp_t0 = bp_prmt(bp_i0, 0u, 0x0123u);              // x0 x1 x2 x3
    return bp_t0;
}

int bswap32_test(void);
int bswap32_test(void) {
    int wrong = 0;
    const uint32_t x = 0xC7EA1984u;
    if (bswap32(x) != 0x8419EAC7u) wrong++;
    return wrong;
}
