// in x: u32le
// out r: u32be = x
// 1 prmt; minimal: one output is neither input nor constant
// Inputs are read before outputs are written: they may overlap.

inline uint bp_pick(uint x, uint y, uint s) {
    const uchar4 order = (uchar4)(s & 7u, s >> 4 & 7u, s >> 8 & 7u, s >> 12 & 7u);
    return as_uint(shuffle2(as_uchar4(x), as_uchar4(y), order));
}

inline uint bswap32(uint x) {
    const uint bp_i0 = x;
    const uint bp_t0 = bp_pick(bp_i0, 0u, 0x0123u);                  // x0 x1 x2 x3
    return bp_t0;
}

__kernel void bswap32_test(__global int *result) {
    int wrong = 0;
    const uint x = 0xC7EA1984u;
    if (bswap32(x) != 0x8419EAC7u) wrong++;
    *result = wrong;
}
