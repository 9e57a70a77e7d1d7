"""Where a command's output goes, and how much of it the other side can show."""

from __future__ import annotations

import io
import json
import os
import sys
from dataclasses import dataclass
from typing import TextIO

from byteperm.spans import BytepermError, visible

#: Version of every JSON object that a command prints.
SCHEMA = 1

#: Longest standard input that a command reads, in characters.
MAX_INPUT = 1_000_000


@dataclass(slots=True)
class Terminal:
    """Standard output and error of one run.

    Args:
        stdout: where data goes.
        stderr: where talk goes.
        json: whether the command was asked for ``--json``.
        colour: whether ANSI colours may be used.
        unicode: whether anything beyond ASCII may be used.
        width: columns.
    """

    stdout: TextIO
    stderr: TextIO
    json: bool = False
    colour: bool = False
    unicode: bool = False
    width: int = 80

    def print(self, text: str) -> None:
        """Write data to standard output, with a line break after it."""
        self.stdout.write(text + "\n")

    def note(self, text: str) -> None:
        """Write talk to standard error, with a line break after it; nothing in it can steer the terminal."""
        try:
            self.stderr.write(visible(text) + "\n")
        except (OSError, ValueError):
            # Nobody can be told that nobody can be told.
            return

    def print_json(self, values: dict[str, object]) -> None:
        """Write one JSON object to standard output, with the schema's version first."""
        self.print(json.dumps({"schema": SCHEMA, **values}, indent=2, ensure_ascii=True))

    def refuse(self, error: BytepermError) -> None:
        """Report an error: as an object on standard output under ``--json``, as text on standard error else."""
        if self.json:
            self.print_json({"error": error.to_json()})
        else:
            self.note(error.render())


def open_terminal(as_json: bool) -> Terminal:
    """Describe the real standard streams: colour, Unicode and width only of a terminal that has them."""
    # A stream that was closed when Python started is None.
    stdout, stderr = sys.stdout, sys.stderr or io.StringIO()
    interactive = stdout.isatty() and os.environ.get("TERM") != "dumb"
    plain = bool(os.environ.get("NO_COLOR"))
    encoding = (stdout.encoding or "ascii").lower().replace("-", "")
    for stream in (stdout, stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    return Terminal(
        stdout,
        stderr,
        json=as_json,
        colour=interactive and not plain,
        unicode=interactive and not plain and encoding in ("utf8", "utf16", "utf32"),
        width=_columns() if interactive else 80,
    )


def _columns() -> int:
    import shutil

    return max(80, shutil.get_terminal_size().columns)


def read_argument(words: list[str], name: str) -> str:
    """Join a command's words into one text, or read it from standard input where it is ``-``.

    Args:
        words: the words as the shell gave them.
        name: what they are, for the message.

    Raises:
        BytepermError: standard input is closed, longer than `MAX_INPUT`, or not text.
    """
    if words != ["-"]:
        return " ".join(words)
    if sys.stdin is None:
        raise BytepermError(f"{name} cannot be read: standard input is closed")
    try:
        text = sys.stdin.read(MAX_INPUT + 1)
    except UnicodeDecodeError as error:
        raise BytepermError(
            f"{name} on standard input is not text", found=f"found a byte that is not {error.encoding}"
        ) from None
    except OSError as error:
        raise BytepermError(f"{name} cannot be read from standard input", found=f"found {error.strerror}") from None
    if len(text) > MAX_INPUT:
        raise BytepermError(f"{name} on standard input is longer than {MAX_INPUT} characters")
    return text.removeprefix("\ufeff").strip("\r\n")
