/* Implementations to run the exported conformance file against: one right, the others wrong as seen in the field.
 *
 * Argument: the name of one of the implementations below. Prints the number of mismatches after what the conformance
 * function prints; the exit code is 0.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef uint32_t permute(uint32_t x, uint32_t y, uint32_t selector);
typedef uint32_t permute_mode(uint32_t x, uint32_t y, uint32_t selector, int mode);

int byteperm_conformance(permute *byte_perm, permute_mode *prmt, permute *v_perm);

static uint32_t gather(uint64_t source, uint32_t selector, int sign_all) {
    uint32_t result = 0;
    int n;
    for (n = 3; n >= 0; --n) {
        const unsigned nibble = selector >> 4 * n & 15;
        uint32_t byte = (uint32_t)(source >> 8 * (nibble & 7)) & 255;
        if (nibble & 8) byte = sign_all || byte >> 7 ? 255 : 0;
        result = result << 8 | byte;
    }
    return result;
}

static uint32_t expand(uint32_t selector, int mode) {
    static const uint32_t table[6][4] = {
        {0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123}, {0x0000, 0x1111, 0x2222, 0x3333},
        {0x3210, 0x3211, 0x3222, 0x3333}, {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232},
    };
    return mode ? table[mode - 1][selector & 3] : selector;
}

static uint64_t join(uint32_t x, uint32_t y) { return (uint64_t)y << 32 | x; }

static uint32_t right_byte_perm(uint32_t x, uint32_t y, uint32_t s) { return gather(join(x, y), s & 0x7777, 0); }

static uint32_t right_prmt(uint32_t x, uint32_t y, uint32_t s, int mode) { return gather(join(x, y), expand(s, mode), 0); }

static uint32_t right_v_perm(uint32_t s0, uint32_t s1, uint32_t selector) {
    uint32_t result = 0;
    int n;
    for (n = 3; n >= 0; --n) {
        const unsigned byte = selector >> 8 * n & 255;
        const unsigned nibble = byte < 8 ? byte : 2 * (byte & 3) + 9;
        result = result << 8 | (byte > 11 ? (byte > 12 ? 255u : 0u) : gather(join(s1, s0), nibble, 0) & 255);
    }
    return result;
}

/* x is sign-extended over y when the two are joined. */
static uint32_t x_over_y(uint32_t x, uint32_t y, uint32_t s, int mode) {
    return gather((uint64_t)y << 32 | (uint64_t)(int64_t)(int32_t)x, expand(s, mode), 0);
}

static uint32_t x_over_y_byte_perm(uint32_t x, uint32_t y, uint32_t s) { return x_over_y(x, y, s & 0x7777, 0); }

/* A nibble with bit 3 set gives 0xFF whatever the byte. */
static uint32_t sign_always(uint32_t x, uint32_t y, uint32_t s, int mode) { return gather(join(x, y), expand(s, mode), 1); }

/* The selector is read byte by byte, as AMD does. */
static uint32_t bytewise(uint32_t x, uint32_t y, uint32_t s) { return right_v_perm(y, x, s); }

/* __byte_perm replicates the sign, as prmt does. */
static uint32_t bit3_honoured(uint32_t x, uint32_t y, uint32_t s) { return gather(join(x, y), s, 0); }

/* A mode gives the index of the byte in place of the byte. */
static uint32_t index_given(uint32_t x, uint32_t y, uint32_t s, int mode) {
    return mode ? gather(join(0x03020100, 0x07060504), expand(s, mode), 0) : right_prmt(x, y, s, 0);
}

/* Only one mode is wrong, and only where the ignored bits of the control are set. */
static uint32_t control_unmasked(uint32_t x, uint32_t y, uint32_t s, int mode) {
    return mode == 3 && s > 3 ? 0 : right_prmt(x, y, s, mode);
}

/* v_perm with the operands the CUDA way round. */
static uint32_t v_perm_exchanged(uint32_t s0, uint32_t s1, uint32_t s) { return right_v_perm(s1, s0, s); }

/* Wrong for one selector of 65,536 that no vector holds: only a checksum can see it. */
static uint32_t one_selector(uint32_t x, uint32_t y, uint32_t s) {
    return right_byte_perm(x, y, s) ^ ((s & 0xFFFF) == 0x2617 ? 1 : 0);
}

static const struct {
    const char *name;
    permute *byte_perm;
    permute_mode *prmt;
    permute *v_perm;
} implementations[] = {
    {"right", right_byte_perm, right_prmt, right_v_perm},
    {"nothing", NULL, NULL, NULL},
    {"x sign-extended over y (byte_perm)", x_over_y_byte_perm, NULL, NULL},
    {"x sign-extended over y (prmt)", NULL, x_over_y, NULL},
    {"sign always 0xFF", NULL, sign_always, NULL},
    {"read byte by byte", bytewise, NULL, NULL},
    {"bit 3 honoured", bit3_honoured, NULL, NULL},
    {"index given", NULL, index_given, NULL},
    {"control unmasked", NULL, control_unmasked, NULL},
    {"v_perm operands exchanged", NULL, NULL, v_perm_exchanged},
    {"one selector wrong", one_selector, NULL, NULL},
};

int main(int argc, char **argv) {
    size_t i;
    for (i = 0; argc == 2 && i < sizeof implementations / sizeof *implementations; ++i) {
        if (strcmp(argv[1], implementations[i].name)) continue;
        printf("%d\n", byteperm_conformance(implementations[i].byte_perm, implementations[i].prmt, implementations[i].v_perm));
        return 0;
    }
    return 2;
}
