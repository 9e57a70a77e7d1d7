/* Conformance vectors for the byte permutes of GPUs: CUDA's __byte_perm, PTX prmt, AMD v_perm.
 *
 * Made by byteperm @VERSION@: byteperm vectors --to c
 * @VECTOR_COUNT@ calls with their results, and @SWEEP_COUNT@ checksums that each cover 65,536 calls.
 * C99, nothing but the standard library.
 *
 * To check your own implementation, declare and call this function:
 *
 *   int byteperm_conformance(uint32_t (*byte_perm)(uint32_t x, uint32_t y, uint32_t selector),
 *                            uint32_t (*prmt)(uint32_t x, uint32_t y, uint32_t selector, int mode),
 *                            uint32_t (*v_perm)(uint32_t s0, uint32_t s1, uint32_t selector));
 *
 * It returns the number of mismatches and prints the first ones. Pass NULL for what you do not have.
 * Modes: 0 default, 1 f4e, 2 b4e, 3 rc8, 4 ecl, 5 ecr, 6 rc16.
 * Source bytes 0-3 are x and 4-7 are y, each from its least significant byte up; for v_perm, s1 and s0.
 *
 * A checksum is the 32-bit FNV-1a hash of the results, least significant byte first, for k = 0 to 65535. The
 * selector of v_perm has hexadecimal digit n of k in byte n; any other is k in both of its halves.
 *
 * With -DBYTEPERM_SELF_TEST this file is a program that checks implementations of its own.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef uint32_t byteperm_permute(uint32_t x, uint32_t y, uint32_t selector);
typedef uint32_t byteperm_permute_mode(uint32_t x, uint32_t y, uint32_t selector, int mode);

int byteperm_conformance(byteperm_permute *byte_perm, byteperm_permute_mode *prmt, byteperm_permute *v_perm);

enum { BYTEPERM_SHOWN = 10 };
enum { BYTEPERM_DEFAULT, BYTEPERM_F4E, BYTEPERM_B4E, BYTEPERM_RC8, BYTEPERM_ECL, BYTEPERM_ECR, BYTEPERM_RC16 };
enum { BYTEPERM_BYTE_PERM, BYTEPERM_PRMT, BYTEPERM_V_PERM };

static const struct {
    const char *name;
    int contract, mode;
    uint32_t x, y, selector, result;
} byteperm_vectors[] = {
@VECTORS@
};

static const struct {
    const char *name;
    int contract, mode;
    uint32_t x, y, checksum;
} byteperm_sweeps[] = {
@SWEEPS@
};

struct byteperm_checked {
    byteperm_permute *byte_perm;
    byteperm_permute_mode *prmt;
    byteperm_permute *v_perm;
};

static int byteperm_skipped(const struct byteperm_checked *checked, int contract) {
    switch (contract) {
    case BYTEPERM_BYTE_PERM: return checked->byte_perm == NULL;
    case BYTEPERM_PRMT: return checked->prmt == NULL;
    default: return checked->v_perm == NULL;
    }
}

static uint32_t byteperm_call(const struct byteperm_checked *checked, int contract, int mode, uint32_t x, uint32_t y,
                              uint32_t selector) {
    switch (contract) {
    case BYTEPERM_BYTE_PERM: return checked->byte_perm(x, y, selector);
    case BYTEPERM_PRMT: return checked->prmt(x, y, selector, mode);
    default: return checked->v_perm(x, y, selector);
    }
}

static uint32_t byteperm_sweep_selector(int contract, uint32_t k) {
    if (contract == BYTEPERM_V_PERM) return (k & 0xF) | (k & 0xF0) << 4 | (k & 0xF00) << 8 | (k & 0xF000) << 12;
    return k << 16 | k;
}

static uint32_t byteperm_checksum(const struct byteperm_checked *checked, int contract, int mode, uint32_t x,
                                  uint32_t y) {
    uint32_t hash = 2166136261u, k, word;
    int shift;
    for (k = 0; k < 65536; ++k) {
        word = byteperm_call(checked, contract, mode, x, y, byteperm_sweep_selector(contract, k));
        for (shift = 0; shift < 32; shift += 8) hash = (hash ^ (word >> shift & 0xFF)) * 16777619u;
    }
    return hash;
}

static int byteperm_differs(const char *name, uint32_t expected, uint32_t found, int mismatches) {
    if (expected == found) return 0;
    if (mismatches < BYTEPERM_SHOWN)
        printf("mismatch: %s: expected 0x%08" PRIX32 ", found 0x%08" PRIX32 "\n", name, expected, found);
    return 1;
}

int byteperm_conformance(byteperm_permute *byte_perm, byteperm_permute_mode *prmt, byteperm_permute *v_perm) {
    const struct byteperm_checked checked = {byte_perm, prmt, v_perm};
    int mismatches = 0;
    size_t i;
    for (i = 0; i < sizeof byteperm_vectors / sizeof *byteperm_vectors; ++i) {
        if (byteperm_skipped(&checked, byteperm_vectors[i].contract)) continue;
        mismatches += byteperm_differs(byteperm_vectors[i].name, byteperm_vectors[i].result,
                                       byteperm_call(&checked, byteperm_vectors[i].contract, byteperm_vectors[i].mode,
                                                     byteperm_vectors[i].x, byteperm_vectors[i].y,
                                                     byteperm_vectors[i].selector),
                                       mismatches);
    }
    for (i = 0; i < sizeof byteperm_sweeps / sizeof *byteperm_sweeps; ++i) {
        if (byteperm_skipped(&checked, byteperm_sweeps[i].contract)) continue;
        mismatches += byteperm_differs(byteperm_sweeps[i].name, byteperm_sweeps[i].checksum,
                                       byteperm_checksum(&checked, byteperm_sweeps[i].contract, byteperm_sweeps[i].mode,
                                                         byteperm_sweeps[i].x, byteperm_sweeps[i].y),
                                       mismatches);
    }
    return mismatches;
}

#ifdef BYTEPERM_SELF_TEST
static uint32_t source_byte(uint32_t low, uint32_t high, uint32_t index) {
    return (index < 4 ? low >> 8 * index : high >> 8 * (index - 4)) & 0xFF;
}

static uint32_t sign_of(uint32_t byte) { return byte & 0x80 ? 0xFF : 0x00; }

static uint32_t self_prmt(uint32_t x, uint32_t y, uint32_t selector, int mode) {
    const uint32_t c = selector & 3;
    uint32_t result = 0, n, index, byte;
    for (n = 0; n < 4; ++n) {
        switch (mode) {
        case BYTEPERM_F4E: index = n + c; break;
        case BYTEPERM_B4E: index = (8 + c - n) & 7; break;
        case BYTEPERM_RC8: index = c; break;
        case BYTEPERM_ECL: index = n > c ? n : c; break;
        case BYTEPERM_ECR: index = n < c ? n : c; break;
        case BYTEPERM_RC16: index = (n & 1) | (c & 1) << 1; break;
        default: index = selector >> 4 * n & 0xF;
        }
        byte = source_byte(x, y, index & 7);
        result |= (index & 8 ? sign_of(byte) : byte) << 8 * n;
    }
    return result;
}

static uint32_t self_byte_perm(uint32_t x, uint32_t y, uint32_t selector) {
    return self_prmt(x, y, selector & 0x7777, BYTEPERM_DEFAULT);
}

static uint32_t self_v_perm(uint32_t s0, uint32_t s1, uint32_t selector) {
    uint32_t result = 0, n, index, byte;
    for (n = 0; n < 4; ++n) {
        index = selector >> 8 * n & 0xFF;
        if (index < 8) byte = source_byte(s1, s0, index);
        else if (index < 12) byte = sign_of(source_byte(s1, s0, 2 * (index - 8) + 1));
        else byte = index == 12 ? 0x00 : 0xFF;
        result |= byte << 8 * n;
    }
    return result;
}

int main(void) {
    const int mismatches = byteperm_conformance(self_byte_perm, self_prmt, self_v_perm);
    printf("%d mismatches\n", mismatches);
    return mismatches != 0;
}
#endif
