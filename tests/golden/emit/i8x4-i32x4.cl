// in x: u32le
// out r: u32le[4] = x.0 sign(x.0) * 3 x.1 sign(x.1) * 3 x.2 sign(x.2) * 3 x.3 sign(x.3) * 3
// 4 prmt; minimal: four outputs are neither inputs nor constants
// Inputs are read before outputs are written: they may overlap.

inline uint bp_prmt(uint x, uint y, uint s) {
    const ulong bytes = (ulong)y << 32 | x;
    uint r = 0;
    for (uint n = 0; n < 4; n++) {
        const uint nibble = s >> 4 * n & 15u;
        const uint byte = (uint)(bytes >> 8 * (nibble & 7u)) & 255u;
        r |= ((nibble & 8u) ? 255u * (byte >> 7) : byte) << 8 * n;
    }
    return r;
}

inline void i8x4_i32x4(uint r[4], uint x) {
    const uint bp_i0 = x;
    const uint bp_t0 = bp_prmt(bp_i0, 0u, 0x8880u);                  // x0 sign(x0) sign(x0) sign(x0)
    const uint bp_t1 = bp_prmt(bp_i0, 0u, 0x9991u);                  // x1 sign(x1) sign(x1) sign(x1)
    const uint bp_t2 = bp_prmt(bp_i0, 0u, 0xAAA2u);                  // x2 sign(x2) sign(x2) sign(x2)
    const uint bp_t3 = bp_prmt(bp_i0, 0u, 0xBBB3u);                  // x3 sign(x3) sign(x3) sign(x3)
    r[0] = bp_t0;
    r[1] = bp_t1;
    r[2] = bp_t2;
    r[3] = bp_t3;
}
