"""Bitcoin's script templates: which bytes stand before and after a payload, and the layout of the message block.

Three scripts are often mixed up. ``76 a9 14 <20> 88 ac`` is P2PKH. ``00 14 <20>`` is P2WPKH; the same 22 bytes
are the redeem script of P2SH-P2WPKH. What that redeem script hashes into, ``a9 14 <20> 87``, is P2SH, and its
20 bytes are the hash of the redeem script, not of a key. No P2SH script starts with ``76 a9 14``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Template:
    """A byte string with a payload in it.

    Args:
        name: what it is called; lower case, digits and hyphens.
        title: a few words for a list.
        sentence: what the bytes are, and what their hash is good for.
        payload: length of the payload in bytes.
        prefix: the bytes before it.
        suffix: the bytes after it.
        source: where the template is laid down.
        between: if the payload is two equal parts with bytes between them, these bytes.
        letter: what the payload is called in the layout: ``h`` for a hash, ``k`` for keys.
    """

    name: str
    title: str
    sentence: str
    payload: int
    prefix: bytes
    suffix: bytes
    source: str
    between: bytes = b""
    letter: str = "h"

    @property
    def length(self) -> int:
        """Number of bytes in all.

        >>> template("p2wpkh").length
        22
        """
        return len(self.prefix) + self.payload + len(self.between) + len(self.suffix)

    @property
    def blocks(self) -> int:
        """Number of 64-byte blocks that a hash makes of it, with padding.

        >>> template("p2pkh").blocks, template("p2pk-uncompressed").blocks
        (1, 2)
        """
        return (self.length + 9 + 63) // 64

    def script(self, payload: bytes) -> bytes:
        """Return the bytes with a payload in its place.

        >>> template("p2wpkh").script(bytes(20)).hex()
        '00140000000000000000000000000000000000000000'
        """
        if len(payload) != self.payload:
            raise ValueError(f"{self.name} takes {self.payload} bytes, not {len(payload)}")
        half = self.payload // 2 if self.between else self.payload
        return self.prefix + payload[:half] + self.between + payload[half:] + self.suffix

    def stream(self) -> str:
        """Return the bytes in the layout language.

        >>> template("p2pkh").stream()
        '76 a9 14 h 88 ac'
        """
        words = self.payload // 4
        middle = [self.letter]
        if self.between:
            half = words // 2
            middle = [f"{self.letter}[0:{half}]", *_bytes(self.between), f"{self.letter}[{half}:{words}]"]
        return " ".join([*_bytes(self.prefix), *middle, *_bytes(self.suffix)])


def _bytes(data: bytes) -> list[str]:
    return [f"{byte:02x}" for byte in data]


#: How each hash takes its message: order of the words, and what pads.
HASHES = {"sha256": "be", "ripemd160": "le"}


def layout_text(template: Template, payload_order: str, hash: str = "sha256") -> str:
    """Return the layout of the padded message of a template.

    Args:
        template: the template.
        payload_order: ``le`` if the payload's words hold their first byte lowest, as RIPEMD-160 leaves a digest;
            ``be`` if highest, as SHA-256 does.
        hash: ``sha256`` or ``ripemd160``.

    >>> layout_text(template("p2wpkh"), "le")
    'in h: u32le[5]; out m: u32be[16] = sha256_block(00 14 h)'
    """
    if hash not in HASHES:
        raise ValueError(f"the hash is sha256 or ripemd160, not {hash!r}")
    if payload_order not in ("le", "be"):
        raise ValueError(f"the payload's order is le or be, not {payload_order!r}")
    pad = f"{hash}_{'block' if template.blocks == 1 else 'pad'}"
    given = f"in {template.letter}: u32{payload_order}[{template.payload // 4}]"
    return f"{given}; out m: u32{HASHES[hash]}[{16 * template.blocks}] = {pad}({template.stream()})"


def template(name: str) -> Template:
    """Return the template of a name; ``_`` is as good as ``-``, and case does not matter.

    The redeem script of P2SH-P2WPKH is the P2WPKH script, and that of P2SH-P2WSH the P2WSH script.

    Raises:
        KeyError: there is no such template.

    >>> template("p2wsh").payload, template("P2SH-P2WPKH").stream()
    (32, '00 14 h')
    """
    plain = name.lower().replace("_", "-")
    return TEMPLATES[ALIASES.get(plain, plain)]


#: Other names of templates. A bare P2PK is that of a compressed key with even y.
ALIASES = {"p2sh-p2wpkh": "p2wpkh", "p2sh-p2wsh": "p2wsh", "p2pk": "p2pk-compressed-02"}


_BIP13 = "BIP 13 (version bytes), Base58Check"
_SEC1 = "SEC 1, section 2.3.3: a point as bytes"

_ALL = (
    Template(
        "p2pkh",
        "P2PKH script",
        "Pays to the hash of a public key: DUP HASH160 push-20 key-hash EQUALVERIFY CHECKSIG.",
        20,
        bytes.fromhex("76a914"),
        bytes.fromhex("88ac"),
        "Bitcoin's standard scripts; shown in BIP 143",
    ),
    Template(
        "p2sh",
        "P2SH script",
        "Pays to the hash of a redeem script: HASH160 push-20 script-hash EQUAL.",
        20,
        bytes.fromhex("a914"),
        bytes.fromhex("87"),
        "BIP 16",
    ),
    Template(
        "p2wpkh",
        "P2WPKH script",
        "Pays to the hash of a public key by witness: version 0, push-20 key-hash; also the redeem script that"
        " P2SH-P2WPKH hashes.",
        20,
        bytes.fromhex("0014"),
        b"",
        "BIP 141",
    ),
    Template(
        "p2wsh",
        "P2WSH script",
        "Pays to the SHA-256 of a witness script: version 0, push-32 script-hash; also the redeem script that"
        " P2SH-P2WSH hashes.",
        32,
        bytes.fromhex("0020"),
        b"",
        "BIP 141",
    ),
    Template(
        "p2tr",
        "P2TR script",
        "Pays to a taproot output key: version 1 (byte 51), push-32 x coordinate.",
        32,
        bytes.fromhex("5120"),
        b"",
        "BIP 341",
        letter="k",
    ),
    Template(
        "base58check-p2pkh-mainnet",
        "version and key hash",
        "What a mainnet P2PKH address takes its checksum of: version 00 and the key hash, hashed twice.",
        20,
        bytes.fromhex("00"),
        b"",
        _BIP13,
    ),
    Template(
        "base58check-p2sh-mainnet",
        "version and script hash",
        "What a mainnet P2SH address takes its checksum of: version 05 and the script hash, hashed twice.",
        20,
        bytes.fromhex("05"),
        b"",
        _BIP13,
    ),
    Template(
        "compressed-pubkey-02",
        "compressed public key, even",
        "A public key whose y is even: 02 and the x coordinate, the message of HASH160.",
        32,
        bytes.fromhex("02"),
        b"",
        _SEC1,
        letter="k",
    ),
    Template(
        "compressed-pubkey-03",
        "compressed public key, odd",
        "A public key whose y is odd: 03 and the x coordinate, the message of HASH160.",
        32,
        bytes.fromhex("03"),
        b"",
        _SEC1,
        letter="k",
    ),
    Template(
        "uncompressed-pubkey",
        "uncompressed public key",
        "A public key in full: 04 and both coordinates, the message of HASH160; two blocks.",
        64,
        bytes.fromhex("04"),
        b"",
        _SEC1,
        letter="k",
    ),
    Template(
        "p2pk-compressed-02",
        "P2PK script, compressed key, even",
        "Pays to a public key whose y is even: push-33 key CHECKSIG.",
        32,
        bytes.fromhex("2102"),
        bytes.fromhex("ac"),
        "Bitcoin's standard scripts",
        letter="k",
    ),
    Template(
        "p2pk-compressed-03",
        "P2PK script, compressed key, odd",
        "Pays to a public key whose y is odd: push-33 key CHECKSIG.",
        32,
        bytes.fromhex("2103"),
        bytes.fromhex("ac"),
        "Bitcoin's standard scripts; shown in BIP 143",
        letter="k",
    ),
    Template(
        "p2pk-uncompressed",
        "P2PK script, uncompressed key",
        "Pays to a public key in full: push-65 key CHECKSIG; two blocks.",
        64,
        bytes.fromhex("4104"),
        bytes.fromhex("ac"),
        "Bitcoin's standard scripts; the output of its first block",
        letter="k",
    ),
    Template(
        "multisig-2of2",
        "2-of-2 multisig script, even keys",
        "Asks for both of two signatures: 2 push-33 key push-33 key 2 CHECKMULTISIG, both keys with even y; two"
        " blocks.",
        64,
        bytes.fromhex("522102"),
        bytes.fromhex("52ae"),
        "BIP 11; shown in BIP 67",
        between=bytes.fromhex("2102"),
        letter="k",
    ),
    Template(
        "witness-commitment",
        "witness commitment of a coinbase",
        "Commits to a block's witnesses: RETURN push-36 aa21a9ed commitment-32.",
        32,
        bytes.fromhex("6a24aa21a9ed"),
        b"",
        "BIP 141",
    ),
)

#: All templates by name.
TEMPLATES = {item.name: item for item in _ALL}
