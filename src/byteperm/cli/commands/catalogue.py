"""``byteperm catalogue``: the named layouts."""

from __future__ import annotations

import argparse

from byteperm.cli.terminal import Terminal

SUMMARY = "list the named layouts, or show one"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="show this one with its text and where it is from")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """List the layouts, or show one."""
    from byteperm import catalogue

    chosen = [catalogue.load(args.name)] if args.name else list(catalogue.entries())
    if terminal.json:
        keys = ("name", "title", "sentence", "text", "permutes", "source", "remark")
        terminal.print_json({"layouts": [{key: getattr(entry, key) for key in keys} for entry in chosen]})
        return 0
    if args.name:
        entry = chosen[0]
        terminal.print(f"{entry.name}: {entry.title}\n{entry.sentence}\n\n{entry.text.strip()}\n")
        terminal.print(f"{entry.permutes} prmt; source: {entry.source}" + (f"\n{entry.remark}" if entry.remark else ""))
        return 0
    width = max(len(entry.name) for entry in chosen)
    for entry in chosen:
        terminal.print(f"{entry.name:<{width}}  {entry.permutes:>2}  {entry.title}")
    return 0
