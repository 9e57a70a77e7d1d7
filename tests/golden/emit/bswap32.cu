// in x: u32le
// out r: u32be = x
// 1 prmt; minimal: one output is neither input nor constant
// Inputs are read before outputs are written: they may overlap.

#ifdef __CUDACC_RTC__
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
#else
#include <cstdint>
#endif

static __device__ __forceinline__ uint32_t bswap32(uint32_t x) {
    const uint32_t bp_i0 = x;
    const uint32_t bp_t0 = __byte_perm(bp_i0, 0u, 0x0123u);          // x0 x1 x2 x3
    return bp_t0;
}

__global__ void bswap32_test(int *result) {
    int wrong = 0;
    const uint32_t x = 0xC7EA1984u;
    if (bswap32(x) != 0x8419EAC7u) wrong++;
    *result = wrong;
}
