"""Text with positions, and the one error type that knows where it happened.

`Source` and `Span` are shared by everything that reads text (selectors, byte lists, calls, layouts,
source files), so that every message draws its caret the same way.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

#: Longest piece of a source line that a message shows; longer lines are cut around the caret.
SNIPPET_WIDTH = 72


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of character offsets in a `Source`.

    >>> Span(2, 5).length
    3
    """

    start: int
    end: int

    @property
    def length(self) -> int:
        """Number of characters covered."""
        return self.end - self.start

    def shifted(self, offset: int) -> Span:
        """Return the same range moved by a number of characters."""
        return Span(self.start + offset, self.end + offset)


@dataclass(frozen=True, slots=True)
class Source:
    r"""Text that came from somewhere, able to say where an offset is and to draw a caret there.

    Args:
        text: the whole text.
        name: what to call it in a message; a path, or ``selector``, ``call``, …

    >>> print(Source("0x31g4").snippet(Span(4, 5), "found 'g'"))
      | 0x31g4
      |     ^ found 'g'
    """

    text: str
    name: str = "input"
    _line_starts: list[int] = field(default_factory=list, init=False, repr=False, compare=False)

    def position(self, offset: int) -> tuple[int, int]:
        r"""Return the line and column, both from 1, of a character offset.

        >>> Source("ab\ncd").position(4)
        (2, 2)
        """
        starts = self._starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return the text of a line, counted from 1, without its line break."""
        starts = self._starts()
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r")

    def snippet(self, span: Span, label: str = "") -> str:
        """Draw the line that holds a span, with carets under it and a label after them."""
        number, column = self.position(span.start)
        line, start = self.line(number), column - 1
        width = max(1, min(span.length, len(line) - start))
        first = max(0, min(start - SNIPPET_WIDTH // 3, len(line) - SNIPPET_WIDTH))
        shown = line[first : first + SNIPPET_WIDTH]
        head = "..." if first else ""
        tail = "..." if first + SNIPPET_WIDTH < len(line) else ""
        carets = "^" * min(width, max(1, SNIPPET_WIDTH - (start - first)))
        pad = " " * (len(head) + start - first)
        return f"  | {head}{_printable(shown)}{tail}\n  | {pad}{carets} {label}".rstrip()

    def _starts(self) -> list[int]:
        if not self._line_starts:
            self._line_starts.append(0)
            at = self.text.find("\n")
            while at >= 0:
                self._line_starts.append(at + 1)
                at = self.text.find("\n", at + 1)
        return self._line_starts


def visible(text: str) -> str:
    r"""Write control characters and other invisible ones as escapes, so that no text can steer a terminal.

    Line breaks stay.

    >>> print(visible("a\x1b[2Jb"))
    a\x1b[2Jb
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else _escape(c) for c in text)


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def quoted(text: str, limit: int = 24) -> str:
    r"""Quote a piece of outside text for a message: cut to a length, on one line, nothing escaped that can be seen.

    >>> print(quoted("it's"), quoted(r"a\b"))
    "it's" 'a\b'
    """
    cut = text if len(text) <= limit else text[: limit - 3] + "..."
    shown = visible(cut).replace("\n", "\\n")
    mark = '"' if "'" in shown and '"' not in shown else "'"
    return f"{mark}{shown}{mark}"


def _printable(text: str) -> str:
    """Replace what would break the caret line (tabs, control characters) by one visible character."""
    return "".join(c if c.isprintable() else " " if c == "\t" else "?" for c in text)


class BytepermError(ValueError):
    """Report input that cannot be accepted: what is wrong, where, what was found, and one help.

    Args:
        problem: what is wrong; lower case, no full stop.
        source: the text that holds the mistake, if there is one.
        span: where in that text.
        found: what stands there, as a short phrase (``found 'g'``).
        help: the one thing to do about it.

    >>> error = BytepermError("not a hexadecimal digit", Source("0x31g4", "selector"), Span(4, 5),
    ...                       found="found 'g'", help="hexadecimal digits are 0-9 and a-f")
    >>> print(error.render())
    error: not a hexadecimal digit
     --> selector, column 5
      | 0x31g4
      |     ^ found 'g'
      = help: hexadecimal digits are 0-9 and a-f
    """

    def __init__(
        self,
        problem: str,
        source: Source | None = None,
        span: Span | None = None,
        *,
        found: str = "",
        help: str = "",
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.source = source
        self.span = span
        self.found = found
        self.help = help

    def __str__(self) -> str:
        return self.render().removeprefix("error: ")

    def render(self) -> str:
        """Return the message as a terminal shows it, several lines, plain ASCII but for the source's own text."""
        found = visible(self.found).replace("\n", "\\n")
        lines = [f"error: {visible(self.problem)}"]
        if self.source is not None and self.span is not None:
            lines.append(f" --> {visible(self.where())}")
            lines.append(self.source.snippet(self.span, found))
        elif found:
            lines.append(f"  = {found}")
        if self.help:
            lines.append(f"  = help: {visible(self.help)}")
        return "\n".join(lines)

    def where(self) -> str:
        """Return the place in words: the source's name, its line if it has several, and the column."""
        if self.source is None or self.span is None:
            return ""
        line, column = self.source.position(self.span.start)
        if "\n" in self.source.text:
            return f"{self.source.name}, line {line}, column {column}"
        return f"{self.source.name}, column {column}"

    def to_json(self) -> dict[str, object]:
        """Return the message as plain values for ``--json``."""
        place: dict[str, object] = {}
        if self.source is not None and self.span is not None:
            line, column = self.source.position(self.span.start)
            place = {
                "source": self.source.name,
                "line": line,
                "column": column,
                "span": [self.span.start, self.span.end],
            }
        return {"message": self.problem, "found": self.found, "help": self.help, **place}
