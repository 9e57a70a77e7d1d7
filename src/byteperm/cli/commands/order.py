"""``byteperm order``: one word in every order it can be met in."""

from __future__ import annotations

import argparse

from byteperm.cli.operands import tell, word_notes
from byteperm.cli.terminal import Terminal, read_argument
from byteperm.word import Word, parse_word

SUMMARY = "show a word as value, printed bytes, memory bytes and byte-swapped"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "word",
        nargs="+",
        metavar="WORD",
        help="0x76a914c5, a decimal number, or four bytes as printed; - reads standard input",
    )


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Show the word."""
    text = read_argument(args.word, "word")
    word = parse_word(text)
    notes = tell(terminal, word_notes([text]))
    if terminal.json:
        terminal.print_json({**orders(word), "notes": notes})
    else:
        terminal.print(describe(word))
    return 0


def orders(word: Word) -> dict[str, object]:
    """Return a word's orders as plain values."""
    signed = word.value - (1 << 32) if word.value >> 31 else word.value
    return {
        "value": word.hex,
        "decimal": word.value,
        "signed": signed,
        "printed": word.printed,
        "memory": word.memory,
        "swapped": word.swapped.hex,
    }


def describe(word: Word) -> str:
    """Return a word's orders as labelled lines."""
    values = orders(word)
    signed = f"  (as int32: {values['signed']})" if word.value >> 31 else ""
    return "\n".join(
        (
            f"value           {word.hex}  decimal {word.value}{signed}",
            f"printed bytes   {word.printed}   most significant first, as %08x shows them",
            f"memory bytes    {word.memory}   least significant first, as a little-endian machine stores them",
            f"byte-swapped    {word.swapped.hex}",
        )
    )
