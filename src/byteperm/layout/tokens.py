"""Tokens of a layout text, each with its place, and a reader that looks one token ahead.

A run of letters, digits and ``_`` is one token, a *word*: whether ``76`` is a byte or a number is for the
place where it stands to say, so the parser decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from byteperm.layout.model import LayoutError
from byteperm.spans import Source, Span

_PIECE = re.compile(
    r"""(?P<blank>[ \t\r]+|\#[^\n]*)
      | (?P<newline>[\n;])
      | (?P<word>[A-Za-z0-9_]+)
      | (?P<string>"(?:[^"\\\n]|\\[^\n])*")
      | (?P<mark>[()\[\]*,.:=])""",
    re.VERBOSE,
)
_ESCAPE = re.compile(r"""\\(?:x([0-9A-Fa-f]{2})|(["\\]))""")
_ESCAPES = r"the escapes are \" \\ and \x with two hexadecimal digits"

_CLOSING = {"(": ")", "[": "]"}

#: What people write here from the habit of other languages, and what would be right.
_HABITS = {
    "'": 'a string stands in double quotes: "BTC"',
    '"': "a string ends with a double quote on its own line",
    "/": "a comment begins with #",
    "\\": "a stream goes on to the next line inside ( )",
    "+": "streams are joined by writing one after the other",
    "-": "numbers have no sign here, and nothing is calculated",
    "{": "streams are grouped with ( )",
    "}": "streams are grouped with ( )",
    "<": "bytes are picked with x.0 to x.3, not shifted",
    ">": "bytes are picked with x.0 to x.3, not shifted",
    "|": "streams are joined by writing one after the other",
    "?": "a byte that does not matter is _",
}


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a layout text.

    Args:
        kind: ``word``, ``string``, ``mark``, ``newline`` (also ``;``) or ``end``.
        text: the characters.
        span: where they stand.

    >>> str(Token("word", "h", Span(0, 1))), str(Token("end", "", Span(1, 1)))
    ("found 'h'", 'found the end')
    """

    kind: str
    text: str
    span: Span

    def __str__(self) -> str:
        if self.kind == "end":
            return "found the end"
        if self.text == "\n":
            return "found the end of the line"
        return f"found {short(self.text)}"


def short(text: str) -> str:
    """Quote a text for a message, cut when it is long.

    >>> short("abc")
    "'abc'"
    """
    return ascii(text if len(text) <= 24 else text[:21] + "...")


def scan(source: Source) -> Iterator[Token]:
    r"""Yield the tokens of a text; the last one is the end. Newlines inside brackets are left out.

    Args:
        source: the text.

    Raises:
        LayoutError: a character that has no meaning here.

    >>> [token.text for token in scan(Source("out r: u32le = (x.0\n 76)  # two"))]
    ['out', 'r', ':', 'u32le', '=', '(', 'x', '.', '0', '76', ')', '']
    """
    at, depth = 0, 0
    while at < len(source.text):
        piece = _PIECE.match(source.text, at)
        if piece is None:
            raise _strange(source, at)
        kind, text = piece.lastgroup or "", piece.group()
        span = Span(at, piece.end())
        at = piece.end()
        depth += (text in _CLOSING) - (text in _CLOSING.values())
        # Only a line's end is hidden by a bracket: `;` cannot stand there, and shows that it was not closed.
        if kind != "blank" and not (text == "\n" and depth):
            yield Token(kind, text, span)
    yield Token("end", "", Span(at, at + 1))


def _strange(source: Source, at: int) -> LayoutError:
    character = source.text[at]
    problem = "string is not closed" if character == '"' else "this character has no meaning in a layout"
    return LayoutError(
        problem, source, Span(at, at + 1), found=f"found {short(character)}", help=_HABITS.get(character, "")
    )


class Reader:
    """The tokens of a text, one at a time.

    Args:
        source: the text.

    >>> reader = Reader(Source("in x"))
    >>> reader.take().text, reader.token.text
    ('in', 'x')
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self._tokens = scan(source)
        self.token = next(self._tokens)
        #: Where the token taken last ends.
        self.end = 0

    def take(self) -> Token:
        """Return the present token and go on to the next."""
        token = self.token
        self.end = token.span.end
        if token.kind != "end":
            self.token = next(self._tokens)
        return token

    def at(self, mark: str) -> bool:
        """Tell whether the present token is a mark."""
        return self.token.kind == "mark" and self.token.text == mark

    def skip(self, mark: str) -> bool:
        """Take a mark if it is the present token, and tell whether it was."""
        there = self.at(mark)
        if there:
            self.take()
        return there

    def expect(self, mark: str, help: str) -> Token:
        """Take a mark that must stand here.

        Args:
            mark: the mark.
            help: how the whole is written.

        Raises:
            LayoutError: something else stands here.
        """
        if not self.at(mark):
            raise self.error(f"expected {mark!r}", self.token.span, str(self.token), help)
        return self.take()

    def close(self, opening: Token, help: str) -> None:
        """Take the bracket that closes another.

        Args:
            opening: the bracket that was opened.
            help: how the whole is written.

        Raises:
            LayoutError: the bracket is never closed, or something else stands here.
        """
        ended = self.token.kind in ("end", "newline") or self.token.text in ("in", "out")
        if ended:
            problem = f"{opening.text!r} is not closed"
            raise self.error(problem, opening.span, f"{self.token} before {_CLOSING[opening.text]!r}", help)
        self.expect(_CLOSING[opening.text], help)

    def since(self, start: Token) -> Span:
        """Return the range from a token to the end of what was taken last."""
        return Span(start.span.start, max(self.end, start.span.end))

    def error(self, problem: str, span: Span, found: str = "", help: str = "") -> LayoutError:
        """Return an error that points into the text."""
        return LayoutError(problem, self.source, span, found=found, help=help)


def string_bytes(token: Token, source: Source) -> bytes:
    r"""Return the bytes of a string token.

    Args:
        token: the token, with its quotes.
        source: the text that messages point into.

    Raises:
        LayoutError: the string is empty, has a character beyond ASCII or an escape that is not known.

    >>> string_bytes(Token("string", r'"a\x00"', Span(0, 7)), Source(r'"a\x00"'))
    b'a\x00'
    """
    made, at = bytearray(), 1
    while at < len(token.text) - 1:
        escape = _ESCAPE.match(token.text, at)
        if escape is None and (token.text[at] == "\\" or not " " <= token.text[at] <= "~"):
            raise _bad_character(token, source, at)
        made += _character(token.text[at], escape)
        at = escape.end() if escape else at + 1
    if not made:
        raise LayoutError("string is empty", source, token.span, found='found ""', help="leave it out")
    return bytes(made)


def _character(plain: str, escape: re.Match[str] | None) -> bytes:
    if escape is None:
        return plain.encode("ascii")
    return bytes.fromhex(escape.group(1)) if escape.group(1) else escape.group(2).encode("ascii")


def _bad_character(token: Token, source: Source, at: int) -> LayoutError:
    escape = token.text[at] == "\\"
    span = Span(at, at + 1 + escape).shifted(token.span.start)
    found = f"found {token.text[at : at + 2] if escape else short(token.text[at])}"
    if escape:
        return LayoutError("unknown escape in a string", source, span, found=found, help=_ESCAPES)
    help = r"write other bytes in hexadecimal, such as c3 a9, or as \xc3\xa9 inside the string"
    return LayoutError("a string holds printable ASCII characters", source, span, found=found, help=help)
