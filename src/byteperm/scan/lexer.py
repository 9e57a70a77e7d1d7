"""Tokens of the C family (CUDA, HIP, OpenCL, C++), with exact offsets.

Nothing is preprocessed: a macro body is ordinary tokens and an unfinished token ends where a compiler
would give up on it. Every text has tokens; none raises, and the time is linear in the text's length.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from byteperm.spans import Source, Span

_SPLICE = r"\\[ \t]*+\r?\n"
#: A line continued by a backslash. GCC and Clang allow blanks after the backslash, so they are allowed here.
CONTINUATION = re.compile(_SPLICE)

_PUNCTUATORS = (
    "... <<= >>= <=> ->* :: -> ++ -- << >> <= >= == != && || += -= *= /= %= &= |= ^= ## .* "
    "[ ] { } ( ) < > ; : , . ? ~ ! % ^ & * - = + | / # @ `"
).split()


class Kind(StrEnum):
    """What a token is."""

    IDENTIFIER = "identifier"
    NUMBER = "number"
    STRING = "string"
    CHARACTER = "char"
    PUNCTUATION = "punctuation"
    COMMENT = "comment"
    DIRECTIVE = "directive-start"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a source: what it is and where it stands."""

    kind: Kind
    span: Span

    def text(self, source: Source) -> str:
        r"""Return the token as a compiler sees it, without line continuations.

        >>> source = Source("__byte\\\n_perm")
        >>> tokens(source)[0].text(source)
        '__byte_perm'
        """
        written = source.text[self.span.start : self.span.end]
        if "\n" not in written or self.kind is Kind.STRING:
            return written
        return CONTINUATION.sub("", written)


def tokens(source: Source) -> list[Token]:
    """Split a text into tokens; what lies between them is white space and line continuations.

    Args:
        source: any text at all.

    Source: C++ [lex.pptoken], with digit separators and raw strings.

    >>> source = Source("f(0b01'10u); // x")
    >>> [token.text(source) for token in tokens(source)]
    ['f', '(', "0b01'10u", ')', ';', '// x']
    """
    found: list[Token] = []
    append = found.append
    fresh = True
    for match in _TOKEN.finditer(source.text):
        name = match.lastgroup
        if name == "space":
            continue
        if name == "newline":
            fresh = True
            continue
        kind = _KINDS[name or "other"]
        if fresh and kind is Kind.PUNCTUATION and match[0] == "#":
            kind = Kind.DIRECTIVE
        fresh = fresh and kind is Kind.COMMENT
        append(Token(kind, Span(*match.span())))
    return found


def _spliced(text: str) -> str:
    """Return a pattern for some characters that line continuations may stand between."""
    return f"(?:{_SPLICE})*+".join(re.escape(character) for character in text)


def _quoted(quote: str) -> str:
    """Return a pattern for a quoted piece that may lack its end, which is then the end of the line."""
    return rf"(?:u8|[uUL])?{quote}(?:[^{quote}\\\n]++|\\(?:[ \t]*+\r?\n|[^\n])?+)*+{quote}?+"


# Every alternative is possessive or runs to a terminator or the end of the text: nothing is read twice.
_GROUPS = {
    "newline": r"\n",
    "space": rf"(?:[^\S\n]++|{_SPLICE})++",
    "comment": rf"{_spliced('//')}(?:[^\\\n]++|{_SPLICE}|\\)*+|{_spliced('/*')}(?s:.*?)(?:{_spliced('*/')}|\Z)",
    "raw": r'(?:u8|[uUL])?R"(?P<mark>[^\s()\\"]{0,16}+)\((?s:.*?)(?:\)(?P=mark)"|\Z)',
    "string": _quoted('"'),
    "char": _quoted("'"),
    "identifier": rf"(?:[^\W\d]|\$)[\w$]*+(?:{_SPLICE}[\w$]*+)*+",
    "number": rf"\.?[0-9](?:[eEpP][+-]|[\w.]|'\w|{_SPLICE}(?=[\w.']))*+",
    "punctuation": "|".join(_spliced(text) for text in _PUNCTUATORS),
    "other": r"[^\w\s!-~]++|(?s:.)",
}
_TOKEN = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in _GROUPS.items()))
_KINDS = {name: Kind(name) for name in Kind} | {"raw": Kind.STRING}
