"""``byteperm header``: the C++17 header to copy into a CUDA or HIP project."""

from __future__ import annotations

import argparse

from byteperm.cli.terminal import Terminal

SUMMARY = "print the C++17 header with constexpr selectors and the model of both contracts"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add no arguments."""


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Print the header."""
    from byteperm.emit.header import header_text

    text = header_text()
    if terminal.json:
        terminal.print_json({"name": "byteperm.h", "text": text})
    else:
        terminal.print(text.rstrip("\n"))
    return 0
