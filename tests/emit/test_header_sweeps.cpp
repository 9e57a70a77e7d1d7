// Prints one checksum, in hexadecimal, for each form and each operand pair: the FNV-1a hash of the results of 65,536
// selectors, as byteperm.verify.conformance defines them. Forms go slowest: byte_perm, prmt, its six modes, v_perm.
//
// Arguments: x y x y ... in hexadecimal. Compiled by nvcc, the calls run on the device.
#include <stdlib.h>

#include "byteperm.h"

#ifndef __CUDACC__
#define __global__
#endif

using bp::word;

enum { FORMS = 9, MOST = 16 };

BYTEPERM_HD word call(word form, word x, word y, word s) {
    switch (form) {
    case 0: return bp::byte_perm(x, y, s);
    case 1: return bp::prmt(x, y, s);
    case 2: return bp::prmt<bp::mode::f4e>(x, y, s);
    case 3: return bp::prmt<bp::mode::b4e>(x, y, s);
    case 4: return bp::prmt<bp::mode::rc8>(x, y, s);
    case 5: return bp::prmt<bp::mode::ecl>(x, y, s);
    case 6: return bp::prmt<bp::mode::ecr>(x, y, s);
    case 7: return bp::prmt<bp::mode::rc16>(x, y, s);
    default: return bp::v_perm(x, y, s);
    }
}

BYTEPERM_HD word selector(word form, word k) {
    if (form == 8) return (k & 0xFu) | (k & 0xF0u) << 4 | (k & 0xF00u) << 8 | (k & 0xF000u) << 12;
    return k << 16 | k;
}

BYTEPERM_HD word checksum(word form, word x, word y) {
    word hash = 2166136261u;
    for (word k = 0; k < 65536; ++k) {
        const word result = call(form, x, y, selector(form, k));
        for (word shift = 0; shift < 32; shift += 8) hash = (hash ^ (result >> shift & 0xFFu)) * 16777619u;
    }
    return hash;
}

struct sums {
    word of[FORMS * MOST];
};
struct operands {
    word x[MOST], y[MOST], count;
};

#ifdef __CUDACC__
__global__ void sweep(operands given, sums* found) {
    const word n = threadIdx.x;
    found->of[n] = checksum(n / given.count, given.x[n % given.count], given.y[n % given.count]);
}

int fill(const operands& given, sums& found) {
    sums* device = nullptr;
    if (cudaMalloc(&device, sizeof found)) return 1;
    sweep<<<1, FORMS * given.count>>>(given, device);
    return cudaMemcpy(&found, device, sizeof found, cudaMemcpyDeviceToHost) != cudaSuccess;
}
#else
int fill(const operands& given, sums& found) {
    for (word n = 0; n < FORMS * given.count; ++n)
        found.of[n] = checksum(n / given.count, given.x[n % given.count], given.y[n % given.count]);
    return 0;
}
#endif

int main(int argc, char** argv) {
    operands given = {};
    sums found = {};
    for (int n = 1; n + 1 < argc && given.count < MOST; n += 2) {
        given.x[given.count] = static_cast<word>(strtoul(argv[n], nullptr, 16));
        given.y[given.count++] = static_cast<word>(strtoul(argv[n + 1], nullptr, 16));
    }
    if (fill(given, found)) return 1;
    for (word n = 0; n < FORMS * given.count; ++n) printf("%08x\n", found.of[n]);
    return 0;
}
