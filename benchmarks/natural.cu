// Byte movement as people write it, one kernel each, to count what a compiler makes of it.
// Every movement has the same name as its layout in sass.py. IN words are read, OUT words written.
#ifndef __CUDACC_RTC__
#include <cstdint>
#include <cstring>
#endif
typedef unsigned int u32;
typedef unsigned char u8;

#define MOVEMENT(name, IN, OUT, ...)                                                    \
    extern "C" __global__ void natural_##name(u32 *out, const u32 *in) {                \
        u32 x[IN], r[OUT];                                                              \
        _Pragma("unroll") for (int k = 0; k < IN; k++) x[k] = in[threadIdx.x * IN + k]; \
        __VA_ARGS__                                                                     \
        _Pragma("unroll") for (int k = 0; k < OUT; k++) out[threadIdx.x * OUT + k] = r[k]; \
    }
// What the loads, stores and addresses alone cost: to be subtracted. Every input is kept alive.
#define NOTHING(IN, OUT)                                                                \
    extern "C" __global__ void nothing_##IN##_##OUT(u32 *out, const u32 *in) {          \
        u32 x[IN];                                                                      \
        _Pragma("unroll") for (int k = 0; k < IN; k++) x[k] = in[threadIdx.x * IN + k]; \
        _Pragma("unroll") for (int k = 0; k < IN; k++) asm volatile("" ::"r"(x[k]));    \
        _Pragma("unroll") for (int k = 0; k < OUT; k++) out[threadIdx.x * OUT + k] = x[k % IN]; \
    }

MOVEMENT(byte_swap, 1, 1, r[0] = x[0] << 24 | (x[0] & 0xff00) << 8 | (x[0] >> 8 & 0xff00) | x[0] >> 24;)
MOVEMENT(swap_in_halves, 1, 1, r[0] = (x[0] << 8 & 0xff00ff00) | (x[0] >> 8 & 0x00ff00ff);)
MOVEMENT(even_bytes, 2, 1,
         r[0] = (x[0] & 0xff) | (x[0] >> 16 & 0xff) << 8 | (x[1] & 0xff) << 16 | (x[1] >> 16 & 0xff) << 24;)
MOVEMENT(low_bytes, 4, 1, r[0] = (x[0] & 0xff) | (x[1] & 0xff) << 8 | (x[2] & 0xff) << 16 | x[3] << 24;)
MOVEMENT(sign_extend, 1, 4, for (int k = 0; k < 4; k++) r[k] = (u32)(int)(signed char)(x[0] >> 8 * k & 0xff);)
MOVEMENT(widen_halves, 1, 2,
         r[0] = (x[0] & 0xff) | (x[0] << 8 & 0xff0000); r[1] = (x[0] >> 16 & 0xff) | (x[0] >> 8 & 0xff0000);)
MOVEMENT(transpose, 4, 4, for (int k = 0; k < 4; k++) {
    r[k] = 0;
    for (int j = 0; j < 4; j++) r[k] |= (x[j] >> 8 * k & 0xff) << 8 * j;
})
MOVEMENT(planes_to_rgb, 3, 3, u8 to[12]; for (int p = 0; p < 4; p++) for (int c = 0; c < 3; c++)
    to[3 * p + c] = (u8)(x[c] >> 8 * p);
    for (int k = 0; k < 3; k++)
        r[k] = to[4 * k] | to[4 * k + 1] << 8 | to[4 * k + 2] << 16 | (u32)to[4 * k + 3] << 24;)
MOVEMENT(rgb_to_planes, 3, 3, u8 from[12]; for (int k = 0; k < 12; k++) from[k] = (u8)(x[k / 4] >> 8 * (k % 4));
    for (int c = 0; c < 3; c++)
        r[c] = from[c] | from[c + 3] << 8 | from[c + 6] << 16 | (u32)from[c + 9] << 24;)
MOVEMENT(p2wpkh, 5, 6, u8 m[24]; m[0] = 0x00; m[1] = 0x14; m[22] = 0x80; m[23] = 0;
    for (int k = 0; k < 20; k++) m[2 + k] = (u8)(x[k / 4] >> 8 * (k % 4));
    for (int k = 0; k < 6; k++)
        r[k] = (u32)m[4 * k] << 24 | m[4 * k + 1] << 16 | m[4 * k + 2] << 8 | m[4 * k + 3];)
MOVEMENT(p2pkh, 5, 7, u8 m[28]; m[0] = 0x76; m[1] = 0xa9; m[2] = 0x14; m[23] = 0x88; m[24] = 0xac; m[25] = 0x80;
    m[26] = 0; m[27] = 0; for (int k = 0; k < 20; k++) m[3 + k] = (u8)(x[k / 4] >> 8 * (k % 4));
    for (int k = 0; k < 7; k++)
        r[k] = (u32)m[4 * k] << 24 | m[4 * k + 1] << 16 | m[4 * k + 2] << 8 | m[4 * k + 3];)
MOVEMENT(permute_twice, 2, 1, u32 t = __byte_perm(x[0], x[1], 0x5140); r[0] = __byte_perm(t, 0, 0x0123);)
MOVEMENT(u8_to_half_magic, 1, 2,
         r[0] = (x[0] & 0xff) | (x[0] << 8 & 0xff0000) | 0x64006400;
         r[1] = (x[0] >> 16 & 0xff) | (x[0] >> 8 & 0xff0000) | 0x64006400;)
MOVEMENT(byte_swap_64, 2, 2, unsigned long long v = (unsigned long long)x[1] << 32 | x[0], w = 0;
    for (int k = 0; k < 8; k++) w |= (v >> 8 * k & 0xff) << (56 - 8 * k);
    r[0] = (u32)w; r[1] = (u32)(w >> 32);)
MOVEMENT(window, 3, 1, r[0] = (u32)(((unsigned long long)x[1] << 32 | x[0]) >> 8 * (x[2] & 3));)
MOVEMENT(splat_at, 2, 1, r[0] = (x[0] >> 8 * (x[1] & 3) & 0xff) * 0x01010101u;)
NOTHING(1, 1) NOTHING(1, 2) NOTHING(1, 4) NOTHING(2, 1) NOTHING(2, 2) NOTHING(3, 1) NOTHING(3, 3) NOTHING(4, 1)
NOTHING(4, 4) NOTHING(5, 6) NOTHING(5, 7)
