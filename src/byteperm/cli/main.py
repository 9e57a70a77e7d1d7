"""The frame of the command line: finds the command, reads its arguments, turns errors into exit codes.

Only the command that is called is imported, so that a cold start costs what that command needs.
"""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn, Protocol, TextIO, cast

from byteperm.cli import commands
from byteperm.cli.terminal import Terminal, open_terminal
from byteperm.spans import BytepermError, quoted
from byteperm.version import __version__

GOOD, FOUND, REFUSED = 0, 1, 2
_DESCRIPTION = "Say which bytes you want; get the selector, the picture, or the reason why it went wrong."


class Command(Protocol):
    """What a module in `byteperm.cli.commands` offers."""

    SUMMARY: str

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's arguments."""

    def run(self, args: argparse.Namespace, terminal: Terminal) -> int:
        """Carry the command out and return its exit code."""


class _Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are the project's own errors."""

    def error(self, message: str) -> NoReturn:
        raise BytepermError(message, help=f"{self.prog} --help")


def command_names() -> list[str]:
    """Return the commands there are, in alphabetical order."""
    return sorted(module.name for module in pkgutil.iter_modules(commands.__path__))


def load_command(name: str) -> Command:
    """Import one command's module."""
    return cast(Command, importlib.import_module(f"byteperm.cli.commands.{name}"))


def build_parser(names: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """Build the parser for some commands, or for all."""
    parser = _Parser(prog="byteperm", description=_DESCRIPTION, allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"byteperm {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=_Parser)
    for name in command_names() if names is None else names:
        command = load_command(name)
        sub = subparsers.add_parser(name, help=command.SUMMARY, description=command.SUMMARY, allow_abbrev=False)
        sub.add_argument("--json", action="store_true", help="print one JSON object")
        command.configure(sub)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 good, 1 findings or no answer, 2 could not run.

    Args:
        argv: the arguments without the program's name; those of the process when left out.
    """
    arguments = _command_first(list(sys.argv[1:] if argv is None else argv))
    if sys.stdout is None:
        if sys.stderr is not None:
            sys.stderr.write("error: standard output is closed\n")
        return REFUSED
    terminal = open_terminal("--json" in arguments)
    try:
        code = _carried_out(arguments, terminal)
        terminal.stdout.flush()
    except BrokenPipeError:
        # The reader has gone (| head).
        _abandon(terminal.stdout)
        code = GOOD
    except OSError as error:
        _abandon(terminal.stdout)
        terminal.note(f"error: output cannot be written: {error.strerror or error}")
        code = REFUSED
    except KeyboardInterrupt:
        code = 130
    try:
        terminal.stderr.flush()
    except OSError:
        # Nobody to complain to: what was to be said is lost, the exit code is not.
        _abandon(terminal.stderr)
    return code


def _command_first(arguments: list[str]) -> list[str]:
    """Let ``--json`` stand before the command too."""
    if arguments[:1] == ["--json"] and len(arguments) > 1:
        return [arguments[1], "--json", *arguments[2:]]
    return arguments


def _abandon(stream: TextIO) -> None:
    """Let a stream lead nowhere: Python would complain again when it closes it."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _carried_out(arguments: list[str], terminal: Terminal) -> int:
    try:
        return _dispatch(arguments, terminal)
    except BytepermError as error:
        terminal.refuse(error)
        return REFUSED


def _dispatch(arguments: list[str], terminal: Terminal) -> int:
    first = arguments[0] if arguments else ""
    known = command_names()
    if first and not first.startswith("-") and first not in known:
        raise BytepermError("unknown command", found=f"found {quoted(first, 40)}", help=_command_help(first, known))
    parser = build_parser([first] if first in known else None)
    if not arguments:
        parser.print_help(terminal.stderr)
        return REFUSED
    try:
        args = parser.parse_args(arguments)
    except SystemExit as stop:
        return int(stop.code or 0)
    return load_command(args.command).run(args, terminal)


def _command_help(name: str, known: list[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, known, n=1)
    return f"did you mean {close[0]}?" if close else f"commands are {', '.join(known)}"


if __name__ == "__main__":
    sys.exit(main())
