"""Message blocks of common hashes for a digest as message, and the byte order of digests."""

from __future__ import annotations

import struct

from byteperm.catalogue.entry import Check, Entry, known, words_of

_RIPEMD_ABC = "f708b28e 7a985de0 8e4a049b 87b0c698 fc0b5af1"
_SHA1_ABC = "a9993e36 4706816a ba3e2571 7850c26c 9cd0d89d"
_SHA256_ABC = "ba7816bf 8f01cfea 414140de 5dae2223 b00361a3 96177a9c b410ff61 f20015ad"
_SHA256_ABC_LE = "bf1678ba eacf018f de404141 2322ae5d a36103b0 9c7a1796 61ff10b4 ad1500f2"
_SWAPS = "one byte swap a word; padding is constant"

#: The header of Bitcoin's first block: 80 bytes.
GENESIS = bytes.fromhex(
    "01000000" + "00" * 32 + "3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c"
)
#: The two transactions of Bitcoin's block 170, in the order of hashing.
BLOCK_170 = (
    bytes.fromhex("b1fea52486ce0c62bb442b530a3f0132b826c74e473d1f2c220bfa78111c5082")[::-1],
    bytes.fromhex("f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16")[::-1],
)


def _padded(message: bytes) -> bytes:
    """Pad a message as FIPS 180-4, section 5.1.1 says."""
    return message + b"\x80" + bytes(-(len(message) + 9) % 64) + struct.pack(">Q", 8 * len(message))


ENTRIES = (
    Entry(
        name="md5-block-20",
        title="MD5 block of a SHA-1 digest",
        sentence="The padded message block of MD5 for a 20-byte message that lies in big-endian words.",
        text="in h: u32be[5]; out m: u32le[16] = ripemd160_block(h)",
        source="RFC 1321, sections 3.1 and 3.2: RIPEMD-160 pads in the same way; SHA-1 of abc from FIPS 180-4",
        checks=(known(f"h[]={_SHA1_ABC}", "m[]=363e99a9 6a810647 71253eba 6cc25078 9dd8d09c 80 0 0 0 0 0 0 0 0 a0 0"),),
        permutes=5,
        remark=_SWAPS,
        tags=("md5", "hash", "block"),
    ),
    Entry(
        name="sha1-block-20",
        title="SHA-1 block of 20 bytes",
        sentence="The padded message block of SHA-1 for 20 bytes of memory.",
        text="in d: u8[20]; out m: u32be[16] = sha256_block(d)",
        source="FIPS 180-4, section 5.1.1: SHA-1 and SHA-256 pad alike; SHA-1 of abc",
        checks=(
            known("d.w=363e99a9 6a810647 71253eba 6cc25078 9dd8d09c", f"m[]={_SHA1_ABC} 80000000 0 0 0 0 0 0 0 0 0 a0"),
        ),
        permutes=5,
        remark=_SWAPS,
        tags=("sha1", "hash", "block"),
    ),
    Entry(
        name="sha256-block-20",
        title="SHA-256 block of a RIPEMD-160 digest",
        sentence="The padded message block of SHA-256 for a digest as RIPEMD-160 leaves it, in little-endian words.",
        text="in h: u32le[5]; out m: u32be[16] = sha256_block(h)",
        source="FIPS 180-4, section 5.1.1; RIPEMD-160 of abc from its authors' table",
        checks=(
            known(
                f"h[]={_RIPEMD_ABC}",
                "m[]=8eb208f7 e05d987a 9b044a8e 98c6b087 f15a0bfc 80000000 0 0 0 0 0 0 0 0 0 a0",
            ),
        ),
        permutes=5,
        remark=_SWAPS,
        tags=("sha256", "ripemd160", "hash", "block"),
    ),
    Entry(
        name="sha256-block-32",
        title="SHA-256 block of a SHA-256 digest",
        sentence="The padded message block of the second SHA-256 of a double hash: the digest's words as they are.",
        text="in h: u32be[8]; out m: u32be[16] = sha256_block(h)",
        source="FIPS 180-4, section 5.1.1 and SHA-256 of abc",
        checks=(known(f"h[]={_SHA256_ABC}", f"m[]={_SHA256_ABC} 80000000 0 0 0 0 0 0 100"),),
        permutes=0,
        remark="no permute at all: a byte swap here is a mistake",
        tags=("sha256", "sha256d", "hash", "block"),
    ),
    Entry(
        name="ripemd160-block-32",
        title="RIPEMD-160 block of a SHA-256 digest",
        sentence="The padded message block of the second half of HASH160: big-endian digest words to little-endian.",
        text="in h: u32be[8]; out m: u32le[16] = ripemd160_block(h)",
        source="RIPEMD-160, its authors' description; SHA-256 of abc from FIPS 180-4",
        checks=(known(f"h[]={_SHA256_ABC}", f"m[]={_SHA256_ABC_LE} 80 0 0 0 0 0 100 0"),),
        permutes=8,
        remark=_SWAPS,
        tags=("ripemd160", "hash160", "hash", "block"),
    ),
    Entry(
        name="blake2s-block-32",
        title="BLAKE2s block of a SHA-256 digest",
        sentence="The message block of BLAKE2s, filled with zeros, for a digest in big-endian words.",
        text="in h: u32be[8]; out m: u32le[16] = pad(h, 64, 00)",
        source="RFC 7693, section 3.3; SHA-256 of abc from FIPS 180-4",
        checks=(known(f"h[]={_SHA256_ABC}", f"m[]={_SHA256_ABC_LE} 0 0 0 0 0 0 0 0"),),
        permutes=8,
        remark="the length goes into the state, not into the block",
        tags=("blake2s", "hash", "block"),
    ),
    Entry(
        name="blake2b-block-32",
        title="BLAKE2b block of a SHA-256 digest",
        sentence="The message block of BLAKE2b, 128 bytes filled with zeros, for a digest in big-endian words.",
        text="in h: u32be[8]; out m: u64le[16] = pad(h, 128, 00)",
        source="RFC 7693, section 3.3; SHA-256 of abc from FIPS 180-4",
        checks=(
            Check(
                known(f"h[]={_SHA256_ABC}", "").given,
                {
                    f"m[{n // 2}].{'hi' if n % 2 else 'lo'}": int(word, 16)
                    for n, word in enumerate(_SHA256_ABC_LE.split() + ["0"] * 24)
                },
            ),
        ),
        permutes=8,
        remark="the length goes into the state, not into the block",
        tags=("blake2b", "hash", "block"),
    ),
    Entry(
        name="reverse-digest",
        title="a 32-byte digest in reverse",
        sentence="Reverses the 32 bytes of a digest: between the order of hashing and the way Bitcoin prints it.",
        text="in h: u32be[8]; out r: u32be[8] = reverse(h)",
        source="Bitcoin shows transaction and block identifiers with the last byte first",
        checks=(
            known(
                f"h[]={_SHA256_ABC}",
                "r[]=ad1500f2 61ff10b4 9c7a1796 a36103b0 2322ae5d de404141 eacf018f bf1678ba",
            ),
        ),
        permutes=8,
        remark="a byte swap of each word, words in reverse",
        tags=("sha256", "digest", "reverse"),
    ),
    Entry(
        name="hash160-words",
        title="HASH160 to big-endian words",
        sentence="Turns the little-endian words that RIPEMD-160 leaves to words that compare and print in order.",
        text="in h: u32le[5]; out r: u32be[5] = h",
        source="RIPEMD-160 of abc from its authors' table",
        checks=(known(f"h[]={_RIPEMD_ABC}", "r[]=8eb208f7 e05d987a 9b044a8e 98c6b087 f15a0bfc"),),
        permutes=5,
        tags=("ripemd160", "hash160", "digest", "endianness"),
    ),
    Entry(
        name="merkle-pair",
        title="SHA-256 blocks of two digests",
        sentence="The two message blocks for a node of a Merkle tree: two 32-byte digests as they lie in memory.",
        text="in a, b: u32le[8]; out m: u32be[32] = sha256_pad(a b)",
        source="FIPS 180-4, section 5.1.1; the two transactions of Bitcoin's block 170",
        checks=(
            Check(
                words_of("a", BLOCK_170[0], "le") | words_of("b", BLOCK_170[1], "le"),
                words_of("m", _padded(BLOCK_170[0] + BLOCK_170[1]), "be"),
            ),
        ),
        permutes=16,
        remark="with digests as SHA-256 leaves them (u32be) no permute at all",
        tags=("sha256", "merkle", "bitcoin", "block"),
    ),
    Entry(
        name="block-header",
        title="SHA-256 blocks of a Bitcoin block header",
        sentence="The two message blocks for the 80 bytes of a Bitcoin block header as they lie in memory.",
        text="in h: u32le[20]; out m: u32be[32] = sha256_pad(h)",
        source="FIPS 180-4, section 5.1.1; the header of Bitcoin's first block",
        checks=(Check(words_of("h", GENESIS, "le"), words_of("m", _padded(GENESIS), "be")),),
        permutes=20,
        remark="fields that stay the same need their swap only once, outside the loop",
        tags=("sha256", "bitcoin", "mining", "block"),
    ),
)
