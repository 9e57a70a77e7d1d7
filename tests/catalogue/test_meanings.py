"""What entries claim about numbers, hashes and codecs, against the standard library."""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import itertools
import struct
import uuid

import pytest

from byteperm.catalogue import load
from byteperm.program.synth import synthesize

E2M1 = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0]
E2M1 += [-value for value in E2M1]
IQ4_NL = [-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113]
BOTH_HALVES = (0x76543210, 0xFEDCBA98)


def run(name: str, words: dict[str, int]) -> bytes:
    """Return the output words as memory bytes."""
    return b"".join(struct.pack("<I", word) for word in synthesize(load(name).layout()).run(words).values())


def all_codes(name: str) -> bytes:
    """Return what the sixteen codes become, in their order."""
    return b"".join(run(name, {"q": codes}) for codes in BOTH_HALVES)


def every_byte(step: int = 4) -> list[bytes]:
    return [bytes(range(first, first + step)) for first in range(0, 256, step)]


def word(data: bytes) -> int:
    return int.from_bytes(data, "little")


def test_fp16_magic_is_1024_more() -> None:
    for data in every_byte():
        assert struct.unpack("<4e", run("u8-fp16-magic", {"x": word(data)})) == tuple(1024 + byte for byte in data)


def test_int8_by_fp16_magic() -> None:
    for data in every_byte():
        made = struct.unpack("<4e", run("u8-fp16-magic", {"x": word(data) ^ 0x80808080}))
        assert tuple(value - 1152 for value in made) == struct.unpack("4b", data)


def test_fp32_magic_is_two_to_the_23rd_more() -> None:
    for data in every_byte():
        made = struct.unpack("<4f", run("u8-fp32-magic", {"x": word(data)}))
        assert made == tuple(8388608 + byte for byte in data)


def test_bf16_magic_holds_below_128_only() -> None:
    for data in every_byte():
        halves = struct.unpack("<4H", run("u7-bf16-magic", {"x": word(data)}))
        values = [struct.unpack("<f", struct.pack("<I", half << 16))[0] for half in halves]
        exact = [value == 128 + byte for value, byte in zip(values, data, strict=True)]
        assert exact == [byte <= 128 for byte in data]


def test_e5m2_bytes_are_the_upper_half_of_fp16() -> None:
    for data in every_byte():
        halves = struct.unpack("<4H", run("fp8-e5m2-fp16", {"x": word(data)}))
        assert halves == tuple(byte << 8 for byte in data)
        low, high = struct.unpack("<2I", struct.pack("<4H", *halves))
        assert run("fp16-fp8-e5m2", {"x[0]": low, "x[1]": high}) == data


def test_bf16_pairs_widen_exactly_and_back() -> None:
    made = run("bf16x2-f32x2", {"x": 0xC0493F80})
    assert struct.unpack("<2f", made) == (1.0, -3.140625)
    a, b = struct.unpack("<2I", made)
    assert run("pack-high-halves", {"a": a, "b": b}) == struct.pack("<I", 0xC0493F80)


def test_int4_codes() -> None:
    assert list(struct.unpack("16b", all_codes("int4-int8"))) == [*range(8), *range(-8, 0)]


def test_fp4_codes_doubled() -> None:
    assert [value / 2 for value in struct.unpack("16b", all_codes("fp4-e2m1-int8"))] == E2M1
    assert list(run("fp4-magnitude", {"q": 0x3210}) + run("fp4-magnitude", {"q": 0x7654})) == [2 * v for v in E2M1[:8]]
    assert run("fp4-magnitude", {"q": 0xFEDC}) == run("fp4-magnitude", {"q": 0x7654})


def test_fp4_codes_as_e4m3() -> None:
    assert [e4m3(byte) for byte in all_codes("fp4-e2m1-fp8")] == E2M1


def e4m3(byte: int) -> float:
    sign, exponent, fraction = -1 if byte & 0x80 else 1, byte >> 3 & 15, byte & 7
    return sign * (2 ** (exponent - 7) * (1 + fraction / 8) if exponent else 2**-6 * fraction / 8)


def test_fp4_codes_as_fp16() -> None:
    assert list(struct.unpack("<16e", all_codes("fp4-e2m1-fp16"))) == E2M1


def test_iq4_nl_codes() -> None:
    assert list(struct.unpack("16b", all_codes("iq4-nl"))) == IQ4_NL
    low, high = struct.unpack("4b4b", run("iq4-nl-split", {"q": 0xF7E6D5C4}))[:4], IQ4_NL[12:]
    assert [*low] == IQ4_NL[4:8]
    assert [*struct.unpack("4b4b", run("iq4-nl-split", {"q": 0xF7E6D5C4}))[4:]] == high


def test_hexadecimal_digits() -> None:
    for value in (0, 0x7600A914, 0xFFFFFFFF, 0x89ABCDEF):
        assert run("hex-digits", {"x": value}).decode() == f"{value:08x}"
        assert run("hex-digits-memory", {"b.w0": value}).decode() == struct.pack("<I", value).hex()


def test_base64() -> None:
    data = bytes(range(240, 252))
    spread = run("base64-spread", dict(zip(("s.w0", "s.w1", "s.w2"), struct.unpack("<3I", data), strict=True)))
    groups = [bytes([spread[at + 1], spread[at], spread[at + 2]]) for at in range(0, 16, 4)]
    assert b"".join(groups) == data
    assert [spread[at] for at in range(0, 16, 4)] == [spread[at + 3] for at in range(0, 16, 4)]
    numbers = [int.from_bytes(base64.b64decode(text), "big") for text in ("QUJD", "REVG", "R0hJ", "SktM")]
    assert run("base64-gather", {f"w[{n}]": number for n, number in enumerate(numbers)}) == b"ABCDEFGHIJKL"


def test_addresses() -> None:
    def number(text: str) -> int:
        return int(ipaddress.ip_address(text))

    assert word(run("ipv4-address", {"a.w0": word(ipaddress.ip_address("192.168.0.1").packed)})) == number(
        "192.168.0.1"
    )
    packed = struct.unpack("<4I", ipaddress.ip_address("2001:db8::1").packed)
    made = struct.unpack("<4I", run("ipv6-address", {f"a.w{n}": part for n, part in enumerate(packed)}))
    assert sum(part << 32 * (3 - n) for n, part in enumerate(made)) == number("2001:db8::1")


def test_uuid() -> None:
    space = uuid.NAMESPACE_DNS
    words = {f"u.w{n}": part for n, part in enumerate(struct.unpack("<4I", space.bytes))}
    assert run("uuid-guid", words) == space.bytes_le
    assert struct.unpack("<3I", run("uuid-fields", words)) == (space.time_low, space.time_mid, space.time_hi_version)


def test_merkle_pair_of_block_170() -> None:
    root = "7dac2c5666815c17a3b36427de37bb9d2e2c5ccec3f8633eb91a4205cb4c10ff"
    assert double_hash("merkle-pair") == root


def test_block_header_of_the_first_block() -> None:
    assert double_hash("block-header") == "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f"


def double_hash(name: str) -> str:
    """Return the double SHA-256 of the message in an entry's check value, as Bitcoin prints it."""
    padded = b"".join(struct.pack(">I", value) for value in load(name).checks[0].wanted.values())
    message = padded[: int.from_bytes(padded[-8:], "big") // 8]
    return hashlib.sha256(hashlib.sha256(message).digest()).digest()[::-1].hex()


@pytest.mark.parametrize(
    ("name", "hash", "message"),
    [
        ("md5-block-20", "md5", hashlib.sha1(b"abc").digest()),
        ("sha1-block-20", "sha1", hashlib.sha1(b"abc").digest()),
        ("sha256-block-20", "sha256", bytes.fromhex("8eb208f7e05d987a9b044a8e98c6b087f15a0bfc")),
        ("sha256-block-32", "sha256", hashlib.sha256(b"abc").digest()),
        ("ripemd160-block-32", "ripemd160", hashlib.sha256(b"abc").digest()),
    ],
)
def test_message_blocks_hold_message_and_length(name: str, hash: str, message: bytes) -> None:
    entry = load(name)
    order = "<" if hash in ("md5", "ripemd160") else ">"
    block = b"".join(struct.pack(f"{order}I", value) for value in entry.checks[0].wanted.values())
    assert block[: len(message) + 1] == message + b"\x80"
    assert struct.unpack(f"{order}Q", block[-8:]) == (8 * len(message),)
    assert not any(block[len(message) + 1 : -8])


def test_transposes_undo_each_other() -> None:
    given = {f"m[{n}]": 0x01010101 * n + 0x03020100 for n in range(8)}
    middle = struct.unpack("<8I", run("transpose8x4", given))
    assert run("transpose4x8", {f"m[{n}]": value for n, value in enumerate(middle)}) == struct.pack(
        "<8I", *given.values()
    )


@pytest.mark.parametrize(
    ("there", "back"),
    [
        ("rgb-pack", "rgb-unpack"),
        ("rgba-pack", "rgba-unpack"),
        ("interleave3", "deinterleave3"),
        ("interleave2", "deinterleave2"),
    ],
)
def test_packing_and_unpacking_undo_each_other(there: str, back: str) -> None:
    names = list(load(there).layout().input_words)
    given = {name: 0x03020100 + 0x10101010 * n for n, name in enumerate(names)}
    made = struct.unpack(f"<{len(names)}I", run(there, given))
    packed = load(back).layout().input_words
    assert run(back, dict(zip(packed, made, strict=True))) == struct.pack(f"<{len(names)}I", *given.values())


def test_windows_agree_with_fixed_ones() -> None:
    for n, low, high in itertools.product(range(4), (0x33221100, 0xFFEEDDCC), (0x77665544, 0)):
        memory = struct.pack("<2I", low, high)
        assert run("byte-window", {"a": low, "b": high, "n": n}) == memory[n : n + 4]
