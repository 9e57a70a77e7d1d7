"""``byteperm targets``: what code can be written for."""

from __future__ import annotations

import argparse

from byteperm.cli.terminal import Terminal
from byteperm.emit.base import load_target, target_names

SUMMARY = "list the targets that compile writes code for"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add no arguments."""


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """List the targets."""
    targets = [load_target(name) for name in target_names()]
    if terminal.json:
        rows = [{"name": t.NAME, "summary": t.SUMMARY, "extension": t.EXTENSION, "tested": t.TESTED} for t in targets]
        terminal.print_json({"targets": rows})
        return 0
    width = max((len(target.NAME) for target in targets), default=0)
    for target in targets:
        terminal.print(f"{target.NAME:<{width}}  {target.SUMMARY}")
        terminal.print(f"{'':<{width}}  tested: {target.TESTED}")
    return 0
