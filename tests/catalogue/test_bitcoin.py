"""Bitcoin's templates against the vectors, published scripts, and a standard library's SHA-256."""

from __future__ import annotations

import hashlib
import json
import struct
from pathlib import Path

import pytest

from byteperm.bitcoin.templates import TEMPLATES, layout_text, template
from byteperm.catalogue import load
from byteperm.layout.language import parse_layout
from byteperm.program.synth import synthesize

VECTORS = Path(__file__).parent.parent / "vectors"
ROWS = json.loads((VECTORS / "template_words.json").read_text())["templates"]
BIPS = json.loads((VECTORS / "bip_scripts.json").read_text())
PUBLISHED = {
    "p2wpkh": [row["scriptPubKey"] for row in BIPS["bip84"]["rows"]] + [BIPS["bip49"]["redeemScript"]],
    "p2tr": [row["scriptPubKey"] for row in BIPS["bip86"]["rows"]],
    "p2sh": [BIPS["bip49"]["scriptPubKey"]],
    "p2wsh": [row["scriptPubKey"] for row in BIPS["bip143"] if row["type"] == "p2wsh"],
    "p2pk-compressed-03": [row["scriptPubKey"] for row in BIPS["bip143"] if row["type"] == "p2pk"],
    "multisig-2of2": [BIPS["bip67"][0]["script"]],
}
CASES = [(name, script) for name, scripts in PUBLISHED.items() for script in scripts]
ORDERS = ("le", "be")


def row_name(row: dict) -> str:
    return f"{row['template']}-{row['payload_words_order']}"


def digest_of(text: str, letter: str, payload: bytes, order: str) -> bytes:
    """Run a layout's program, take the message out of its padding, and hash that."""
    words = struct.unpack(f"{'<' if order == 'le' else '>'}{len(payload) // 4}I", payload)
    made = synthesize(parse_layout(text)).run({f"{letter}[{n}]": word for n, word in enumerate(words)})
    padded = b"".join(struct.pack(">I", word) for word in made.values())
    bits = int.from_bytes(padded[-8:], "big")
    message, rest = padded[: bits // 8], padded[bits // 8 : -8]
    assert rest == b"\x80" + bytes(len(rest) - 1)
    assert len(padded) % 64 == 0 and len(rest) <= 64
    return hashlib.sha256(message).digest()


@pytest.mark.parametrize("row", ROWS, ids=row_name)
def test_vectors(row: dict) -> None:
    order = "le" if row["payload_words_order"] == "little" else "be"
    item = template(row["template"])
    entry = load(item.name if order == "le" else f"{item.name}-be")
    program = synthesize(entry.layout())
    assert program.permutes == entry.permutes <= row["byte_perm_ops"]
    given = {f"{item.letter}[{n}]": int(word, 16) for n, word in enumerate(row["payload_words"])}
    assert list(program.run(given).values()) == [int(word, 16) for word in row["message_words"]]
    payload = bytes.fromhex(row["payload"])
    assert item.script(payload).hex() == row["script"]
    assert item.length == row["length"]
    assert digest_of(entry.text, item.letter, payload, order).hex() == row["sha256"]


@pytest.mark.parametrize(("name", "script"), CASES)
@pytest.mark.parametrize("order", ORDERS)
def test_published_scripts(name: str, script: str, order: str) -> None:
    item, published = template(name), bytes.fromhex(script)
    middle = published[len(item.prefix) : len(published) - len(item.suffix)]
    payload = middle.replace(item.between, b"", 1) if not item.between else middle[:32] + middle[-32:]
    assert item.script(payload) == published
    assert digest_of(layout_text(item, order), item.letter, payload, order) == hashlib.sha256(published).digest()


@pytest.mark.parametrize("name", TEMPLATES)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("hash", ["sha256", "ripemd160"])
def test_every_template_in_every_order(name: str, order: str, hash: str) -> None:
    item = template(name)
    payload = bytes(range(1, item.payload + 1))
    script = item.script(payload)
    program = synthesize(parse_layout(layout_text(item, order, hash)))
    words = struct.unpack(f"{'<' if order == 'le' else '>'}{len(payload) // 4}I", payload)
    made = program.run({f"{item.letter}[{n}]": word for n, word in enumerate(words)})
    endian = "<" if hash == "ripemd160" else ">"
    padded = script + b"\x80" + bytes(-(len(script) + 9) % 64) + struct.pack(f"{endian}Q", 8 * len(script))
    assert struct.pack(f"{endian}{len(made)}I", *made.values()) == padded
    assert len(padded) == 64 * item.blocks
    assert program.proof.kind != "gap"


def test_the_scripts_that_are_mixed_up() -> None:
    redeem = template("p2wpkh").script(bytes.fromhex(BIPS["bip49"]["keyhash"]))
    assert redeem.hex() == BIPS["bip49"]["redeemScript"]
    assert redeem.startswith(bytes.fromhex("0014"))
    assert template("p2pkh").prefix.hex() == "76a914"
    assert not [item.name for item in TEMPLATES.values() if item.prefix.hex() == "76a914" and "p2sh" in item.name]
    for name in ("p2pkh", "p2sh", "p2wpkh"):
        assert "0014.. is P2WPKH" in load(name).remark


def test_the_coinbase_commitment_is_as_published() -> None:
    assert template("witness-commitment").prefix.hex() == BIPS["bip141_templates"]["coinbase_commitment_prefix"]


@pytest.mark.parametrize("order", ["", "little", "LE"])
def test_an_unknown_order_is_refused(order: str) -> None:
    with pytest.raises(ValueError, match="order is le or be"):
        layout_text(template("p2pkh"), order)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="sha256 or ripemd160"):
        layout_text(template("p2pkh"), "le", "md5")
    with pytest.raises(ValueError, match="takes 20 bytes, not 32"):
        template("p2pkh").script(bytes(32))
