/* The permutes in OpenCL's own vocabulary: shuffle2 picks bytes out of two vectors.
 *
 * Global size (65536, pairs). pairs holds x, y and the junk for the selector's upper half.
 * results[pair][form][selector], forms: byte_perm, prmt, f4e, b4e, rc8, ecl, ecr, rc16, and v_perm, whose selector has
 * hexadecimal digit n of the index in byte n.
 */
uchar4 chosen(int form, uint selector) {
    const uint4 n = (uint4)(0, 1, 2, 3);
    const uint4 c = (uint4)(selector & 3u);
    switch (form) {
    case 2: return convert_uchar4(n + c);
    case 3: return convert_uchar4(c - n & 7u);
    case 4: return convert_uchar4(c);
    case 5: return convert_uchar4(max(n, c));
    case 6: return convert_uchar4(min(n, c));
    case 7: return convert_uchar4(n % 2u + 2u * (c % 2u));
    default: return convert_uchar4((uint4)(selector) >> 4u * n & (form == 1 ? 15u : 7u));
    }
}

uint permute(int form, uint x, uint y, uint selector) {
    const uchar4 index = chosen(form, selector);
    const uchar4 copied = shuffle2(as_uchar4(x), as_uchar4(y), index & (uchar4)(7));
    /* An arithmetic shift right spreads the top bit of a signed byte over all of it. */
    const uchar4 spread = as_uchar4(as_char4(copied) >> (char4)(7));
    return as_uint(select(copied, spread, (uchar4)(index << (uchar4)(4))));
}

uint amd(uint s0, uint s1, uint k) {
    const uchar4 digit = convert_uchar4((uint4)(k) >> (uint4)(0, 4, 8, 12) & 15u);
    const uchar4 copied = shuffle2(as_uchar4(s1), as_uchar4(s0), digit);
    const uchar4 odd = shuffle2(as_uchar4(s1), as_uchar4(s0), (digit & (uchar4)(3)) * (uchar4)(2) + (uchar4)(1));
    const uchar4 spread = as_uchar4(as_char4(odd) >> (char4)(7));
    const uchar4 full = as_uchar4(digit > (uchar4)(12));
    const uchar4 upper = as_uchar4(select(as_char4(spread), as_char4(full), digit > (uchar4)(11)));
    return as_uint(select(as_char4(copied), as_char4(upper), digit > (uchar4)(7)));
}

kernel void witness(global const uint *pairs, global uint *results) {
    const uint index = get_global_id(0), pair = get_global_id(1);
    const uint selector = pairs[3 * pair + 2] << 16 | index;
    for (int form = 0; form < 8; ++form)
        results[(pair * 9 + form) * 65536 + index] = permute(form, pairs[3 * pair], pairs[3 * pair + 1], selector);
    results[(pair * 9 + 8) * 65536 + index] = amd(pairs[3 * pair], pairs[3 * pair + 1], index);
}
