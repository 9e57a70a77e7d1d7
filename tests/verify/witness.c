/* A third model: bytes in memory, looked up through tables. Shares nothing with the Python models.
 *
 * Arguments: operand pairs in hexadecimal, x y junk x y junk ... Output, binary and in the machine's byte order: for each
 * pair, for each of the eight forms, the results of all 65,536 selectors, junk in their upper halves; then those of v_perm
 * for k = 0 to 65535, hexadecimal digit n of k in byte n of the selector.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMS = 8, SELECTORS = 65536 };

/* One row for each mode, one column for each control; a digit for each result byte, byte 0 first. */
static const char *const modes[6][4] = {
    {"0123", "1234", "2345", "3456"}, /* f4e */
    {"0765", "1076", "2107", "3210"}, /* b4e */
    {"0000", "1111", "2222", "3333"}, /* rc8 */
    {"0123", "1123", "2223", "3333"}, /* ecl */
    {"0000", "0111", "0122", "0123"}, /* ecr */
    {"0101", "2323", "0101", "2323"}, /* rc16 */
};

static void store(unsigned char *bytes, uint32_t word) {
    int i;
    for (i = 0; i < 4; ++i, word /= 256) bytes[i] = (unsigned char)(word % 256);
}

static uint32_t load(const unsigned char *bytes) {
    return bytes[0] + 256u * (bytes[1] + 256u * (bytes[2] + 256u * bytes[3]));
}

/* What v_perm makes of each digit: a source byte to copy, + a byte whose sign to replicate, or a constant. */
static uint32_t amd(const unsigned char *source, uint32_t k) {
    static const char *const meaning[16] = {"0", "1", "2", "3", "4", "5", "6", "7", "+1", "+3", "+5", "+7", "z", "f", "f", "f"};
    unsigned char result[4];
    int n;
    for (n = 0; n < 4; ++n, k /= 16) {
        const char *const what = meaning[k % 16];
        if (*what == 'z') result[n] = 0;
        else if (*what == 'f') result[n] = 255;
        else if (*what == '+') result[n] = source[what[1] - '0'] >= 128 ? 255 : 0;
        else result[n] = source[*what - '0'];
    }
    return load(result);
}

static uint32_t permute(int form, const unsigned char *source, uint32_t selector) {
    unsigned char result[4];
    char digits[9];
    int n;
    sprintf(digits, "%08lx", (unsigned long)selector);
    for (n = 0; n < 4; ++n) {
        const char digit = digits[7 - n];
        const int value = digit >= 'a' ? digit - 'a' + 10 : digit - '0';
        if (form >= 2) result[n] = source[modes[form - 2][selector & 3][n] - '0'];
        else if (form == 0 || value < 8) result[n] = source[value % 8];
        else result[n] = source[value - 8] >= 128 ? 255 : 0;
    }
    return load(result);
}

int main(int argc, char **argv) {
    static uint32_t results[SELECTORS];
    int at, form;
    for (at = 1; at + 2 < argc; at += 3) {
        const uint32_t junk = (uint32_t)strtoul(argv[at + 2], NULL, 16) * 65536u;
        unsigned char source[8], exchanged[8];
        store(source, (uint32_t)strtoul(argv[at], NULL, 16));
        store(source + 4, (uint32_t)strtoul(argv[at + 1], NULL, 16));
        memcpy(exchanged, source + 4, 4);
        memcpy(exchanged + 4, source, 4);
        for (form = 0; form <= FORMS; ++form) {
            uint32_t k;
            for (k = 0; k < SELECTORS; ++k)
                results[k] = form < FORMS ? permute(form, source, junk + k) : amd(exchanged, k);
            if (fwrite(results, sizeof *results, SELECTORS, stdout) != SELECTORS) return 1;
        }
    }
    return 0;
}
