"""``byteperm vectors``: the conformance set, for those who implement the permutes themselves."""

from __future__ import annotations

import argparse

from byteperm.cli.terminal import Terminal
from byteperm.verify.export import FORMATS

SUMMARY = "print conformance vectors for other implementations, as JSON or C"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    help_text = "json (default), or c: a C99 file that checks your functions"
    parser.add_argument("--to", choices=sorted(FORMATS), default="json", help=help_text)


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Print the vectors."""
    text = FORMATS[args.to]()
    if terminal.json and args.to != "json":
        terminal.print_json({"format": args.to, "text": text})
    else:
        terminal.print(text.rstrip("\n"))
    return 0
