"""Integer literals as C++ and Python read them, with nothing guessed.

A literal's value is what the compiler says it is: digit separators are skipped, a leading 0 means
octal. What a spelling probably *hides* is told elsewhere (`byteperm.selector`); here it only has a value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from byteperm.spans import BytepermError, Source, Span, quoted

#: Digits allowed in a literal; more than that is refused before it is read, so that no input is slow.
MAX_DIGITS = 256

_PREFIXES = {"0x": 16, "0b": 2, "0o": 8}
_DIGITS = {2: "01", 8: "01234567", 10: "0123456789", 16: "0123456789abcdef"}
_BASE_NAMES = {2: "a binary digit", 8: "an octal digit", 10: "a decimal digit", 16: "a hexadecimal digit"}
_SUFFIX = re.compile(r"(?:[uU](?:ll|LL|[lLzZ])?|(?:ll|LL|[lLzZ])[uU]?)\Z")
_START = re.compile(r"[+-]?\s*[0-9]")


@dataclass(frozen=True, slots=True)
class Literal:
    """An integer literal: its value and how it was written.

    Args:
        text: the literal as written.
        value: what it means, with its sign.
        base: 2, 8, 10 or 16.
        groups: its digits, split where a separator stood, without prefix and suffix.
    """

    text: str
    value: int
    base: int
    groups: tuple[str, ...]

    @property
    def digits(self) -> str:
        """All digits, without separators, prefix and suffix."""
        return "".join(self.groups)


def starts_literal(text: str) -> bool:
    """Tell whether a text begins like a number (it may still be malformed)."""
    return bool(_START.match(text))


def read_literal(text: str, source: Source | None = None, start: int = 0) -> Literal:
    """Read one integer literal of C++ or Python.

    Args:
        text: the literal alone; ``0x3104``, ``12548``, ``0b0011'0001'0000'0100``, ``030404``, ``0x31'04u``,
            ``0x31_04``, with any sign.
        source: the text that messages point into, the literal itself when left out.
        start: where the literal begins in that source.

    Raises:
        BytepermError: the text is not such a literal; the caret is at the character at fault.

    Source: C++14 [lex.icon]; Python's integer literals (``0o`` and ``_``).

    >>> hex(read_literal("0b011'001'000'111").value)
    '0x647'
    >>> read_literal("030404").value == 0x3104
    True
    """
    reader = _Reader(text, source or Source(text, "number"), start)
    return reader.read()


@dataclass(slots=True)
class _Reader:
    text: str
    source: Source
    start: int

    def read(self) -> Literal:
        body = self.text.lstrip("+-").lstrip()
        at = len(self.text) - len(body)
        if self.text[:at].strip() not in ("", "+", "-"):
            raise self._error("a number has one sign at most", 0, at)
        if len(body) > MAX_DIGITS:
            raise self._error(
                f"number is longer than {MAX_DIGITS} characters", at, len(self.text), f"found {len(body)} characters"
            )
        base, at = self._base(body, at)
        end = len(self.text) - self._suffix_length(base, at)
        groups = self._groups(base, at, end)
        magnitude = int("".join(groups), base)
        return Literal(self.text, -magnitude if self.text.startswith("-") else magnitude, base, groups)

    def _base(self, body: str, at: int) -> tuple[int, int]:
        prefix = body[:2].lower()
        if prefix in _PREFIXES:
            return _PREFIXES[prefix], at + 2
        if body[:1] == "0" and body[1:2] and body[1] in "0123456789'_":
            return 8, at + 1
        return 10, at

    def _suffix_length(self, base: int, at: int) -> int:
        tail = self.text[at:].lstrip("0123456789abcdefABCDEF'_" if base == 16 else "0123456789'_")
        return len(tail) if _SUFFIX.match(tail) else 0

    def _groups(self, base: int, at: int, end: int) -> tuple[str, ...]:
        if at >= end:
            raise self._error("number has no digits", at - 1, at, "found nothing after the prefix")
        previous = "0" if base == 8 else ""
        for index in range(at, end):
            self._check(index, previous, end, base)
            previous = self.text[index]
        return tuple(group for group in re.split("['_]", self.text[at:end].lower()) if group)

    def _check(self, index: int, previous: str, end: int, base: int) -> None:
        character = self.text[index]
        if character in "'_":
            if not previous or previous in "'_" or index + 1 == end:
                raise self._error(
                    "a digit separator must stand between digits", index, index + 1, f"found {quoted(character)}"
                )
        elif character.lower() not in _DIGITS[base]:
            raise self._error(
                f"not {_BASE_NAMES[base]}", index, index + 1, f"found {quoted(character)}", _help(base, character)
            )

    def _error(self, problem: str, at: int, end: int, found: str = "", help: str = "") -> BytepermError:
        return BytepermError(problem, self.source, Span(at, end).shifted(self.start), found=found, help=help)


def _help(base: int, character: str) -> str:
    if base == 8 and character in "89":
        return "a leading 0 makes the number octal; write 0x for hexadecimal"
    if base == 10 and character.lower() in "abcdef":
        return "write 0x before hexadecimal digits"
    return ""
