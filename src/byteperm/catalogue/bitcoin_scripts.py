"""Bitcoin's scripts as SHA-256 message blocks, from the templates; payload words in either order."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from byteperm.bitcoin.templates import TEMPLATES, Template, layout_text
from byteperm.catalogue.entry import Check, Entry, words_of

_MIXED = "not to be mixed up: 76a914..88ac is P2PKH, 0014.. is P2WPKH, a914..87 is P2SH"

#: Public figures: hash and coordinates of secp256k1's generator, Bitcoin's first key, BIP 67's first pair.
_HASH = bytes.fromhex("751e76e8199196d454941c45d1b3a323f1433bd6")
_X = bytes.fromhex("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")
_FIRST_KEY = bytes.fromhex(
    "678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb6"
    "49f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5f"
)
_PAIR = bytes.fromhex(
    "fe6f0a5a297eb38c391581c4413e084773ea23954d93f7753db7dc0adc188b2f"
    "ff12471208c14bd580709cb2358d98975247d8765f92bc25eab3b2763ed605f8"
)
_PAYLOADS = {20: _HASH, 32: _X, 64: _FIRST_KEY}

_REMARKS = {
    "p2pkh": f"{_MIXED}; as C++ bytes 33 instructions (nvcc 13.0)",
    "p2sh": f"{_MIXED}; the payload is the hash of a redeem script, not of a key",
    "p2wpkh": f"{_MIXED}; as C++ bytes 33 instructions (nvcc 13.0)",
}

#: Other names under which people look for a template's bytes.
_ALSO = {"p2wpkh": ("p2sh-p2wpkh", "redeem-script"), "p2wsh": ("p2sh-p2wsh", "redeem-script")}


def _message(template: Template, payload: bytes) -> bytes:
    script = template.script(payload)
    return script + b"\x80" + bytes(-(len(script) + 9) % 64) + struct.pack(">Q", 8 * len(script))


def _permutes(template: Template) -> int:
    """Count the message words that hold a byte of the payload: none of them is an input as it lies."""
    half = template.payload // 2 if template.between else template.payload
    start, middle = len(template.prefix), len(template.prefix) + half
    places = [*range(start, middle), *range(middle + len(template.between), template.length - len(template.suffix))]
    return len({place // 4 for place in places})


def _entry(template: Template, order: str) -> Entry:
    payload = _PAIR if template.between else _PAYLOADS[template.payload]
    endian, blocks = ("little" if order == "le" else "big"), "block" if template.blocks == 1 else "blocks"
    given, wanted = words_of(template.letter, payload, order), words_of("m", _message(template, payload), "be")
    return Entry(
        name=template.name if order == "le" else f"{template.name}-be",
        title=f"{template.title} as SHA-256 {blocks}, {endian}-endian payload",
        sentence=template.sentence,
        text=layout_text(template, order),
        source=f"{template.source}; FIPS 180-4, section 5.1.1",
        checks=(Check(given, wanted),),
        permutes=_permutes(template),
        remark=_REMARKS.get(template.name, ""),
        tags=("bitcoin", "sha256", "block", template.name, *_ALSO.get(template.name, ())),
    )


def _entries() -> Iterator[Entry]:
    for template in TEMPLATES.values():
        yield _entry(template, "le")
        yield _entry(template, "be")


ENTRIES = tuple(_entries())
