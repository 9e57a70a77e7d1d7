"""``byteperm completion``: shell completion."""

from __future__ import annotations

import argparse

from byteperm.cli.terminal import Terminal

SUMMARY = "print a completion script for bash, zsh or tcsh"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("shell", choices=("bash", "zsh", "tcsh"), help='for bash: eval "$(byteperm completion bash)"')


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Print the script."""
    import shtab

    from byteperm.cli.main import build_parser

    script = str(shtab.complete(build_parser(), args.shell))
    if terminal.json:
        terminal.print_json({"shell": args.shell, "script": script})
    else:
        terminal.print(script)
    return 0
