// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The byteperm contributors
//
// byteperm.h @VERSION@: byte permutes for CUDA, HIP and the host, in one C++17 header. Copy it into your project.
//
//   r = bp::permute<BP_SEL("x3 x1 x0 y0")>(x, y);   // name the bytes as the result prints: most significant first
//   r = __byte_perm(x, y, BP_SEL("x3 x1 x0 y0"));    // the same number, 0x3104, for a call of your own
//   static_assert(bp::byte_perm(0x7600A914, 0x069F34C5, 0x3104) == 0x76A914C5);
//   bp::dump("r", r);                                // value, print order and memory order, on host and device
//
// Source bytes: x0 (least significant) to x3 are indices 0-3, y0 to y3 are 4-7. Three traps:
//
// 1. Fields sit 4 bits apart, though an index needs only 3. Digit separators do not move bits: 0b011'001'000'100 is
//    0x644, not 0x3104, which is 0b0011'0001'0000'0100. Write hex, or names.
// 2. __byte_perm and PTX prmt are two contracts. __byte_perm ignores bit 3 of a field; prmt fills the result byte with
//    the top bit of the byte it names. AMD's v_perm is a third: operands exchanged, a selector *byte* a result byte.
// 3. A word prints most significant byte first and lies in little-endian memory least significant byte first. Field 0,
//    the rightmost hex digit, chooses the byte that prints last and is stored first.
//
// On NVIDIA devices byte_perm and permute become __byte_perm, and prmt inline PTX; on AMD devices (gfx8 and later) all
// become v_perm_b32, not HIP's __byte_perm, which goes through memory. In constant expressions and on the host a model
// computes the same. v_perm on NVIDIA devices is the model too, some tens of instructions.
//
// -DBYTEPERM_DUMP=0 makes dump() do nothing and leaves no #include. -DBYTEPERM_SELF_TEST checks the header as it
// compiles.
#ifndef BYTEPERM_H
#define BYTEPERM_H

#define BYTEPERM_VERSION "@VERSION@"
#define BYTEPERM_VERSION_NUMBER @NUMBER@ // 10000 * major + 100 * minor + patch

#if defined(_MSVC_LANG) ? _MSVC_LANG < 201703L : __cplusplus < 201703L
#error "byteperm.h needs C++17"
#endif

#if defined(__CUDACC_RTC__) || defined(__HIPCC_RTC__)
#define BYTEPERM_NO_STDIO // run-time compilers know printf without a header
#endif
#if defined(BYTEPERM_DUMP)
#elif defined(__AMDGCN__) && !defined(__HIP__)
#define BYTEPERM_DUMP 0 // bare AMD code has no printf
#else
#define BYTEPERM_DUMP 1
#endif
#if BYTEPERM_DUMP && !defined(BYTEPERM_NO_STDIO)
#include <stdio.h>
#endif

#if defined(__clang__) && (defined(__HIP__) || defined(__CUDA__))
#define BYTEPERM_HD __attribute__((host)) __attribute__((device))
#elif defined(__CUDACC__)
#define BYTEPERM_HD __host__ __device__
#else
#define BYTEPERM_HD
#endif

// BYTEPERM_NVIDIA or BYTEPERM_AMD: this pass makes device code and can tell a constant expression from a call.
#if defined(__CUDA_ARCH__)
#if defined(__clang__) || !defined(__CUDACC_VER_MAJOR__) || __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1103
#define BYTEPERM_NVIDIA
#endif
#elif defined(__AMDGCN__) || (defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__)
#define BYTEPERM_AMD
#endif

// Selectors that the compiler computes in any case; a mistake stops the compilation and is named in its message.
#define BP_SEL(names) BYTEPERM_CONSTANT(::bp::sel(names))
#define BP_PRMT_SEL(names) BYTEPERM_CONSTANT(::bp::prmt_sel(names))
#define BP_FIELDS(byte3, byte2, byte1, byte0) BYTEPERM_CONSTANT(::bp::fields(byte3, byte2, byte1, byte0))
#define BYTEPERM_CONSTANT(expression) (static_cast<::bp::word>(::bp::constant<(expression)>::value))

namespace bp {

using word = unsigned int;
static_assert(static_cast<word>(-1) == 0xFFFFFFFFu, "byteperm needs a 32-bit unsigned int");

// The modes of prmt. generic is the one that has no suffix in PTX.
enum class mode { generic, f4e, b4e, rc8, ecl, ecr, rc16 };

// An enumerator is a number and no object, so device code needs nothing from the host to use it.
template <word Value>
struct constant {
    enum : word { value = Value };
};

// What can be wrong with a selector. None of these is constexpr, so a constant expression that runs into one does not
// compile, and the compiler's message names it. At run time it prints its name and traps.
namespace mistake {

BYTEPERM_HD inline word stop(const char* name) {
#if BYTEPERM_DUMP && (defined(BYTEPERM_NO_STDIO) || defined(__CUDA_ARCH__) || defined(BYTEPERM_AMD))
    printf("byteperm: %s\n", name);
#elif BYTEPERM_DUMP
    fprintf(stderr, "byteperm: %s\n", name);
#else
    (void)name;
#endif
#if defined(__CUDA_ARCH__)
    __trap();
#elif defined(_MSC_VER) && !defined(__clang__)
    __debugbreak();
#else
    __builtin_trap();
#endif
    return 0;
}

#define BYTEPERM_MISTAKE(name) \
    BYTEPERM_HD inline word name() { return stop(#name); }
BYTEPERM_MISTAKE(a_selector_needs_four_bytes_and_fewer_are_named)
BYTEPERM_MISTAKE(a_selector_needs_four_bytes_and_more_are_named)
BYTEPERM_MISTAKE(a_byte_is_x0_to_x3_or_y0_to_y3_or_an_underscore)
BYTEPERM_MISTAKE(the_bytes_of_a_word_are_numbered_0_to_3)
BYTEPERM_MISTAKE(a_selector_holds_no_constants_name_the_byte_that_has_the_value)
BYTEPERM_MISTAKE(only_prmt_replicates_signs_use_prmt_sel)
BYTEPERM_MISTAKE(a_field_is_the_index_of_a_source_byte_0_to_7)
BYTEPERM_MISTAKE(v_perm_replicates_the_signs_of_odd_bytes_only)
#undef BYTEPERM_MISTAKE

} // namespace mistake

namespace detail {

// Reads names as "x3 sign(x1), y.0 _"; blanks, commas, colons and semicolons separate them.
struct reader {
    const char* text;
    word size;
    word at;

    BYTEPERM_HD constexpr char here() const { return at < size ? text[at] : '\0'; }
    BYTEPERM_HD constexpr bool at_blank() const { return here() == ' ' || (here() >= '\t' && here() <= '\r'); }
    BYTEPERM_HD constexpr bool at_separator() const {
        return at_blank() || here() == ',' || here() == ':' || here() == ';';
    }
    BYTEPERM_HD constexpr bool at_hex_digit() const {
        return (here() >= '0' && here() <= '9') || (here() >= 'a' && here() <= 'f') || (here() >= 'A' && here() <= 'F');
    }
    BYTEPERM_HD constexpr bool at_name_end() const { return at >= size || at_separator(); }
    BYTEPERM_HD constexpr void skip_blanks() {
        while (at_blank()) ++at;
    }
    BYTEPERM_HD constexpr void skip_separators() {
        while (at_separator()) ++at;
    }
    BYTEPERM_HD constexpr bool take(char expected) {
        if (here() != expected) return false;
        ++at;
        return true;
    }
    BYTEPERM_HD constexpr bool take_sign() {
        const word start = at;
        if (take('s') && take('i') && take('g') && take('n')) return true;
        at = start;
        return false;
    }

    // x0 to x3 are 0 to 3, y0 to y3 are 4 to 7.
    BYTEPERM_HD constexpr word index() {
        if (at_hex_digit()) return mistake::a_selector_holds_no_constants_name_the_byte_that_has_the_value();
        const word first = here() == 'y' ? 4u : 0u;
        if (!take('x') && !take('y')) return mistake::a_byte_is_x0_to_x3_or_y0_to_y3_or_an_underscore();
        take('.');
        if (here() < '0' || here() > '9') return mistake::a_byte_is_x0_to_x3_or_y0_to_y3_or_an_underscore();
        if (here() > '3') return mistake::the_bytes_of_a_word_are_numbered_0_to_3();
        return first + static_cast<word>(text[at++] - '0');
    }

    BYTEPERM_HD constexpr word signed_index() {
        skip_blanks();
        if (!take('(')) return mistake::a_byte_is_x0_to_x3_or_y0_to_y3_or_an_underscore();
        skip_blanks();
        const word found = index();
        skip_blanks();
        if (!take(')')) return mistake::a_byte_is_x0_to_x3_or_y0_to_y3_or_an_underscore();
        return 8u | found;
    }

    // A byte that does not matter stays where x has it.
    BYTEPERM_HD constexpr word field(word position, bool signs) {
        if (take('_')) {
            take('_');
            return position;
        }
        if (!take_sign()) return index();
        return signs ? signed_index() : mistake::only_prmt_replicates_signs_use_prmt_sel();
    }

    BYTEPERM_HD constexpr word selector(bool signs) {
        word value = 0;
        word position = 4;
        for (skip_separators(); at < size; skip_separators()) {
            if (position == 0) return mistake::a_selector_needs_four_bytes_and_more_are_named();
            --position;
            value |= field(position, signs) << 4 * position;
            if (!at_name_end()) return mistake::a_byte_is_x0_to_x3_or_y0_to_y3_or_an_underscore();
        }
        return position == 0 ? value : mistake::a_selector_needs_four_bytes_and_fewer_are_named();
    }
};

BYTEPERM_HD constexpr word index_of(int field) {
    return field < 0 || field > 7 ? mistake::a_field_is_the_index_of_a_source_byte_0_to_7() : static_cast<word>(field);
}

// Four nibbles to four bytes: 0x3104 to 0x03010004.
BYTEPERM_HD constexpr word spread(word s) {
    const word halves = (s & 0xFFu) | (s & 0xFF00u) << 8;
    return (halves & 0x000F000Fu) | (halves & 0x00F000F0u) << 4;
}

// Where bit 3 of a nibble of s is set, replaces the byte by its top bit, eight times.
BYTEPERM_HD constexpr word replicate_signs(word bytes, word s) {
    const word chosen = (spread(s) >> 3 & 0x01010101u) * 0xFFu;
    const word signs = (bytes >> 7 & 0x01010101u) * 0xFFu;
    return (bytes & ~chosen) | (signs & chosen);
}

BYTEPERM_HD constexpr word v_perm_field(word index) {
    if (index < 8u) return index;
    return index & 1u ? 8u + (index - 8u) / 2u : mistake::v_perm_replicates_the_signs_of_odd_bytes_only();
}

} // namespace detail

// The selector of __byte_perm from names, most significant byte first: sel("x3 x1 x0 y0") is 0x3104. `_` is a byte that
// does not matter. Use BP_SEL where a mistake must stop the compilation.
template <unsigned Size>
BYTEPERM_HD constexpr word sel(const char (&names)[Size]) {
    return detail::reader{names, Size - 1, 0}.selector(false);
}

// The selector of prmt, which can replicate a sign: prmt_sel("sign(x3) x2 x1 x0") is 0xB210. See BP_PRMT_SEL.
template <unsigned Size>
BYTEPERM_HD constexpr word prmt_sel(const char (&names)[Size]) {
    return detail::reader{names, Size - 1, 0}.selector(true);
}

// The selector from four indices, that of the most significant result byte first: fields(3, 1, 0, 4) is 0x3104. See
// BP_FIELDS.
BYTEPERM_HD constexpr word fields(int byte3, int byte2, int byte1, int byte0) {
    return detail::index_of(byte3) << 12 | detail::index_of(byte2) << 8 | detail::index_of(byte1) << 4 |
           detail::index_of(byte0);
}

// The __byte_perm selector s in the form of AMD's v_perm: 0x3104 becomes 0x03010004. Exchange the operands as well:
// byte_perm(x, y, s) == v_perm(y, x, to_v_perm(s)).
BYTEPERM_HD constexpr word to_v_perm(word s) { return detail::spread(s & 0x7777u); }

// The same for a selector of prmt. v_perm can replicate the signs of odd bytes only (x1, x3, y1, y3).
BYTEPERM_HD constexpr word prmt_to_v_perm(word s) {
    return detail::v_perm_field(s & 0xFu) | detail::v_perm_field(s >> 4 & 0xFu) << 8 |
           detail::v_perm_field(s >> 8 & 0xFu) << 16 | detail::v_perm_field(s >> 12 & 0xFu) << 24;
}

// The selector without a mode that a mode and its control value stand for.
BYTEPERM_HD constexpr word generic_selector(mode m, word c) {
    const word n = c & 3u;
    switch (m) {
    case mode::f4e: return 0x3210u + 0x1111u * n;
    case mode::b4e: return n == 0 ? 0x5670u : n == 1 ? 0x6701u : n == 2 ? 0x7012u : 0x0123u;
    case mode::rc8: return 0x1111u * n;
    case mode::ecl: return n == 0 ? 0x3210u : n == 1 ? 0x3211u : n == 2 ? 0x3222u : 0x3333u;
    case mode::ecr: return n == 0 ? 0x0000u : n == 1 ? 0x1110u : n == 2 ? 0x2210u : 0x3210u;
    case mode::rc16: return n & 1u ? 0x3232u : 0x1010u;
    case mode::generic: break;
    }
    return c & 0xFFFFu;
}

// Source byte 0-7 of the pair: x0 to x3, then y0 to y3.
BYTEPERM_HD constexpr word source_byte(word x, word y, word index) {
    return (index & 4u ? y : x) >> 8 * (index & 3u) & 0xFFu;
}

// Byte n of __byte_perm(x, y, s); 0 is the least significant.
BYTEPERM_HD constexpr word result_byte(word x, word y, word s, word n) {
    return source_byte(x, y, s >> 4 * (n & 3u) & 7u);
}

// AMD's v_perm_b32: s1 is bytes 0-3 and s0 is bytes 4-7. A selector byte of 0-7 copies, 8 to 11 replicate the signs of
// bytes 1, 3, 5 and 7, 12 is 0x00, 13 and more are 0xFF.
BYTEPERM_HD constexpr word v_perm(word s0, word s1, word selector) {
#if defined(BYTEPERM_AMD)
    if (!__builtin_is_constant_evaluated()) return __builtin_amdgcn_perm(s0, s1, selector);
#endif
    word result = 0;
    for (word n = 0; n < 4; ++n) {
        const word index = selector >> 8 * n & 0xFFu;
        word byte = index == 12u ? 0u : 0xFFu;
        if (index < 8u) byte = source_byte(s1, s0, index);
        else if (index < 12u) byte = (source_byte(s1, s0, 2u * index - 15u) >> 7) * 0xFFu;
        result |= byte << 8 * n;
    }
    return result;
}

// CUDA's __byte_perm: nibble n of s chooses result byte n by its three low bits; bit 3 and bits 31..16 are ignored.
BYTEPERM_HD constexpr word byte_perm(word x, word y, word s) {
#if defined(BYTEPERM_NVIDIA)
    if (!__builtin_is_constant_evaluated()) return __byte_perm(x, y, s);
#elif defined(BYTEPERM_AMD)
    if (!__builtin_is_constant_evaluated()) return __builtin_amdgcn_perm(y, x, to_v_perm(s));
#endif
    return result_byte(x, y, s, 0) | result_byte(x, y, s, 1) << 8 | result_byte(x, y, s, 2) << 16 |
           result_byte(x, y, s, 3) << 24;
}

#if defined(BYTEPERM_NVIDIA)
namespace detail {

#define BYTEPERM_PRMT(suffix) asm("prmt.b32" suffix " %0, %1, %2, %3;" : "=r"(d) : "r"(x), "r"(y), "r"(c))
template <mode M>
BYTEPERM_HD inline word ptx_prmt(word x, word y, word c) {
    word d;
    if constexpr (M == mode::f4e) BYTEPERM_PRMT(".f4e");
    else if constexpr (M == mode::b4e) BYTEPERM_PRMT(".b4e");
    else if constexpr (M == mode::rc8) BYTEPERM_PRMT(".rc8");
    else if constexpr (M == mode::ecl) BYTEPERM_PRMT(".ecl");
    else if constexpr (M == mode::ecr) BYTEPERM_PRMT(".ecr");
    else if constexpr (M == mode::rc16) BYTEPERM_PRMT(".rc16");
    else BYTEPERM_PRMT("");
    return d;
}
#undef BYTEPERM_PRMT

} // namespace detail
#endif

// PTX prmt.b32 with a mode: prmt<mode::f4e>(x, y, c). Only the two low bits of c count, and no sign is replicated.
// mode::generic is prmt.b32 without one: bit 3 of a nibble makes its byte 0xFF or 0x00.
template <mode M>
BYTEPERM_HD constexpr word prmt(word x, word y, word c) {
#if defined(BYTEPERM_NVIDIA)
    if (!__builtin_is_constant_evaluated()) return detail::ptx_prmt<M>(x, y, c);
#endif
    const word s = generic_selector(M, c);
    return detail::replicate_signs(byte_perm(x, y, s), s);
}

// PTX prmt.b32 without a mode.
BYTEPERM_HD constexpr word prmt(word x, word y, word s) { return prmt<mode::generic>(x, y, s); }

// __byte_perm with a constant selector. A number that looks like one of another contract does not compile.
template <word Selector>
BYTEPERM_HD constexpr word permute(word x, word y) {
    static_assert(Selector <= 0xFFFFu, "__byte_perm ignores bits 31..16 of a selector: is this one of AMD's v_perm?");
    static_assert((Selector & 0x8888u) == 0, "__byte_perm ignores bit 3 of a field: bp::prmt replicates signs");
#if defined(BYTEPERM_AMD)
    if (!__builtin_is_constant_evaluated()) return __builtin_amdgcn_perm(y, x, BYTEPERM_CONSTANT(to_v_perm(Selector)));
#endif
    return byte_perm(x, y, Selector);
}

// Prints a word in the three ways it is looked at, on one line:
//   w: value 0x76a914c5 | printed bytes 76 a9 14 c5 (most significant first)
//                       | memory bytes c5 14 a9 76 (least significant first)
BYTEPERM_HD inline void dump(const char* name, word w) {
#if BYTEPERM_DUMP
    const word b3 = w >> 24, b2 = w >> 16 & 0xFFu, b1 = w >> 8 & 0xFFu, b0 = w & 0xFFu;
    printf("%s: value 0x%08x | printed bytes %02x %02x %02x %02x (most significant first) | "
           "memory bytes %02x %02x %02x %02x (least significant first)\n",
           name, w, b3, b2, b1, b0, b0, b1, b2, b3);
#else
    (void)name;
    (void)w;
#endif
}

} // namespace bp

#ifdef BYTEPERM_SELF_TEST
// Worked examples: x, y, the selector by name and by number, the result.
static_assert(bp::byte_perm(0x12345678u, 0x9ABCDEF0u, BP_SEL("x3 x2 x1 x0")) == 0x12345678u, "all of x");
static_assert(bp::byte_perm(0x12345678u, 0x9ABCDEF0u, BP_SEL("y3 y2 y1 y0")) == 0x9ABCDEF0u, "all of y");
static_assert(bp::byte_perm(0x7600A914u, 0x069F34C5u, 0x3104u) == 0x76A914C5u, "opcodes and a hash byte");
static_assert(bp::byte_perm(0x0014A976u, 0x069F34C5u, 0x0124u) == 0x76A914C5u, "the same, bytes reversed beforehand");
static_assert(bp::byte_perm(0x7600A914u, 0x069F34C5u, 0x3107u) == 0x76A91406u, "a wrong last index");
static_assert(bp::byte_perm(0x069F34C5u, 0x00000014u, 0x5401u) == 0x0014C534u, "first word of a witness script");
static_assert(bp::permute<BP_SEL("y1 y0 x0 x1")>(0x069F34C5u, 0x00000014u) == 0x0014C534u, "the same, by name");

// Names and numbers.
static_assert(bp::sel("x3 x1 x0 y0") == 0x3104u && bp::sel("x.3,x.1;x0:y0") == 0x3104u, "names");
static_assert(BP_FIELDS(3, 1, 0, 4) == 0x3104u && bp::fields(7, 6, 5, 4) == 0x7654u, "numbers");
static_assert(bp::sel("_ _ _ y0") == 0x3214u && bp::sel("_ _ _ _") == 0x3210u, "a byte that does not matter stays");
static_assert(BP_PRMT_SEL("sign(x3) x2 sign ( y.0 ) x0") == 0xB2C0u, "signs");

// Trap 1: digit separators do not widen a field. This is 0x644, and it picks y0 y0 y2 x0 in its four fields.
static_assert(0b011'001'000'100u == 0x0644u && 0b0011'0001'0000'0100u == 0x3104u, "3-bit groups are not fields");
static_assert(bp::byte_perm(0x7600A914u, 0x069F34C5u, 0b011'001'000'100u) == 0x149FC5C5u, "what 3-bit groups give");
static_assert(bp::byte_perm(0x7600A914u, 0x069F34C5u, 0b011'001'000'111u) == 0x149FC506u, "what 3-bit groups give");

// Trap 2: the contracts differ in bit 3.
static_assert(bp::byte_perm(0x82345678u, 0u, 0xB210u) == 0x82345678u, "__byte_perm ignores bit 3");
static_assert(bp::prmt(0x82345678u, 0u, 0xB210u) == 0xFF345678u, "prmt replicates the sign");
static_assert(bp::prmt(0x12345678u, 0u, 0xB210u) == 0x00345678u, "prmt replicates the sign");
static_assert(bp::byte_perm(1u, 2u, 0xABCD3210u) == 1u && bp::prmt(1u, 2u, 0xABCD3210u) == 1u, "bits 31..16");
static_assert(bp::v_perm(0x069F34C5u, 0x7600A914u, bp::to_v_perm(0x3104u)) == 0x76A914C5u, "v_perm exchanges operands");
static_assert(bp::to_v_perm(0xFFFF3104u) == 0x03010004u && bp::to_v_perm(0xB210u) == 0x03020100u, "to v_perm");
static_assert(bp::prmt_to_v_perm(0xFDB9u) == 0x0B0A0908u && bp::prmt_to_v_perm(0x7204u) == 0x07020004u, "to v_perm");
static_assert(bp::v_perm(0u, 0x80000000u, 0x0D0C0908u) == 0xFF00FF00u, "v_perm: 0xFF, 0x00 and two signs");

// Trap 3: result byte 0 is the byte that prints last.
static_assert(bp::result_byte(0x7600A914u, 0x069F34C5u, 0x3104u, 0) == 0xC5u, "the least significant result byte");
static_assert(bp::result_byte(0x7600A914u, 0x069F34C5u, 0x3104u, 3) == 0x76u, "the most significant result byte");

// Modes.
static_assert(bp::prmt<bp::mode::f4e>(0x33221100u, 0x77665544u, 1u) == 0x44332211u, "f4e");
static_assert(bp::prmt<bp::mode::b4e>(0x33221100u, 0x77665544u, 1u) == 0x66770011u, "b4e");
static_assert(bp::prmt<bp::mode::rc8>(0x33221100u, 0x77665544u, 6u) == 0x22222222u, "rc8: only two bits of c count");
static_assert(bp::prmt<bp::mode::ecl>(0x33221100u, 0x77665544u, 2u) == 0x33222222u, "ecl");
static_assert(bp::prmt<bp::mode::ecr>(0x33221100u, 0x77665544u, 2u) == 0x22221100u, "ecr");
static_assert(bp::prmt<bp::mode::rc16>(0x33221100u, 0x77665544u, 3u) == 0x33223322u, "rc16");
#endif // BYTEPERM_SELF_TEST

#endif // BYTEPERM_H
