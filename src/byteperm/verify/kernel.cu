/* The permute of this GPU, in every form, against a reference written with 64-bit shifts.
 *
 * The reference must not become the very instruction that it checks. Its loop is not unrolled, and every
 * shift count and mask is a run-time value, so that there is no constant selector for a compiler to find.
 * It is plain C as well, so that it can be compiled and checked where there is no GPU.
 */
enum { BYTE_PERM, PRMT, F4E, B4E, RC8, ECL, ECR, RC16, FORMS };

#ifdef __CUDACC__
#define FUNCTION static __device__ __noinline__
#define ROLLED _Pragma("unroll 1")
#else
#define FUNCTION static
#define ROLLED
#endif

/* The nibble that chooses result byte n: bits 2..0 a source byte, bit 3 to replicate its top bit. */
FUNCTION unsigned chosen(int form, unsigned n, unsigned s) {
    const unsigned control = s % 4;
    switch (form) {
    case BYTE_PERM: return (s >> 4 * n) % 8;
    case PRMT: return (s >> 4 * n) % 16;
    case F4E: return (n + control) % 8;
    case B4E: return (8 + control - n) % 8;
    case RC8: return control;
    case ECL: return n > control ? n : control;
    case ECR: return n < control ? n : control;
    default: return n % 2 + 2 * (control % 2);
    }
}

FUNCTION unsigned reference(int form, unsigned x, unsigned y, unsigned s) {
    const unsigned long long source = (unsigned long long)y << 32 | x;
    unsigned long long result = 0;
    ROLLED
    for (unsigned n = 0; n < 4; ++n) {
        const unsigned nibble = chosen(form, n, s);
        const unsigned long long byte = source >> 8 * (nibble % 8) & 255;
        result += (nibble >= 8 ? byte / 128 * 255 : byte) << 8 * n;
    }
    return (unsigned)result;
}

#ifdef __CUDACC__
typedef unsigned long long Counter;

struct Failure {
    unsigned form, x, y, selector, expected, found;
};

#define ASM_PRMT(mode) \
    asm volatile("prmt.b32" mode " %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(y), "r"(s)); \
    break

FUNCTION unsigned hardware(int form, unsigned x, unsigned y, unsigned s) {
    unsigned result = 0;
    switch (form) {
    case BYTE_PERM: result = __byte_perm(x, y, s); break;
    case PRMT: ASM_PRMT("");
    case F4E: ASM_PRMT(".f4e");
    case B4E: ASM_PRMT(".b4e");
    case RC8: ASM_PRMT(".rc8");
    case ECL: ASM_PRMT(".ecl");
    case ECR: ASM_PRMT(".ecr");
    case RC16: ASM_PRMT(".rc16");
    }
    return result;
}

/* One thread for each selector (grid x), one row of blocks for each operand pair (grid y); every form in turn.
 * pairs holds x, y and the junk for bits 31..16 of the selector. counts holds FORMS numbers of comparisons, then
 * FORMS numbers of mismatches; the comparisons are counted here so that a launch that did nothing shows. */
extern "C" __global__ void compare(const unsigned *pairs, Counter *counts, Failure *failures, unsigned kept) {
    const unsigned *pair = pairs + 3 * blockIdx.y;
    const unsigned s = pair[2] << 16 | (blockIdx.x * blockDim.x + threadIdx.x);
    for (int form = 0; form < FORMS; ++form) {
        const unsigned found = hardware(form, pair[0], pair[1], s);
        const unsigned expected = reference(form, pair[0], pair[1], s);
        atomicAdd(&counts[form], 1ull);
        if (found == expected) continue;
        const Counter at = atomicAdd(&counts[FORMS + form], 1ull);
        if (at < kept) {
            const Failure failure = {(unsigned)form, pair[0], pair[1], s, expected, found};
            failures[form * kept + at] = failure;
        }
    }
}

/* The same calls, with the results of the hardware stored: results[pair][form][selector]. */
extern "C" __global__ void record(const unsigned *pairs, unsigned *results) {
    const unsigned *pair = pairs + 3 * blockIdx.y;
    const unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned selectors = gridDim.x * blockDim.x;
    for (int form = 0; form < FORMS; ++form)
        results[(blockIdx.y * FORMS + form) * selectors + index] =
            hardware(form, pair[0], pair[1], pair[2] << 16 | index);
}
#endif
