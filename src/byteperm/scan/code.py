"""Tokens with their brackets matched: what the readers of calls, constants and definitions walk over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from byteperm.scan.lexer import Kind, Token, tokens
from byteperm.spans import Source, Span

#: Tokens from one index up to another.
Range = tuple[int, int]

_CLOSERS = {")": "(", "]": "[", "}": "{"}
# A stray closer is ignored inside a stronger bracket: h[0]] does not end the call around it.
_STRENGTH = {"[": 0, "(": 1, "{": 2}
#: Longest template argument list that is looked through, in tokens.
_TEMPLATE_REACH = 64
_TEMPLATE_MARKS = frozenset(("::", ",", "*", "&", "&&", "...", ".", "(", "[", "{"))


@dataclass(frozen=True, slots=True)
class Code:
    """The tokens of a text without its comments.

    Args:
        source: the text.
        tokens: its tokens.
        texts: what each token says, line continuations removed.
        partners: for each bracket the index of the other one; -1 for the rest and for lonely brackets.
        directives: for each token the index of the directive it belongs to, or -1.
        offsets: where each character and the one after the last came from, when the text was decoded
            from string literals; ``None`` when offsets are the source's own.
    """

    source: Source
    tokens: Sequence[Token]
    texts: Sequence[str]
    partners: Sequence[int]
    directives: Sequence[int]
    offsets: Sequence[Span] | None = None

    def place(self, first: int, end: int) -> Span:
        """Return where the tokens from ``first`` up to ``end`` stand in the original text."""
        start, stop = self.tokens[first].span.start, self.tokens[end - 1].span.end
        if self.offsets is None:
            return Span(start, stop)
        return Span(self.offsets[start].start, self.offsets[stop - 1].end)

    def written(self, first: int, end: int) -> str:
        """Return the text of the tokens from ``first`` up to ``end``, with what lies between them."""
        return self.source.text[self.tokens[first].span.start : self.tokens[end - 1].span.end]

    def is_at(self, index: int, text: str) -> bool:
        """Tell whether a token exists and says exactly this."""
        return 0 <= index < len(self.texts) and self.texts[index] == text

    def kind_at(self, index: int) -> Kind | None:
        """Return the kind of a token, or ``None`` outside the text."""
        return self.tokens[index].kind if 0 <= index < len(self.tokens) else None

    def starts_line(self, index: int) -> bool:
        """Tell whether a line ends between a token and the one before it."""
        return index == 0 or breaks_line(self.source, self.tokens[index - 1].span.end, self.tokens[index].span.start)

    def template_end(self, index: int, end: int) -> int:
        """Return the index after a template argument list that begins at ``index``, or -1 if none does.

        The list must follow an identifier, hold only what types and constants are made of, and be
        followed by what a template is used for; ``a < b`` is then not mistaken for one.
        """
        if self.texts[index] != "<" or not self._names_template(index - 1):
            return -1
        depth, at, limit = 0, index, min(end, index + _TEMPLATE_REACH)
        while at < limit:
            text = self.texts[at]
            depth += {"<": 1, ">": -1, ">>": -2}.get(text, 0)
            if depth <= 0:
                return at + 1 if at + 1 < end and self.texts[at + 1] in ("(", "{", "::") else -1
            if not self._in_template(at):
                return -1
            at = max(self.partners[at], at) + 1
        return -1

    def _names_template(self, index: int) -> bool:
        """Tell whether a name stands directly before a ``<``; a blank between them is how less-than is written."""
        if self.kind_at(index) is not Kind.IDENTIFIER:
            return False
        adjacent = self.tokens[index].span.end == self.tokens[index + 1].span.start
        return adjacent or self.texts[index].endswith("_cast")

    def _in_template(self, index: int) -> bool:
        if self.tokens[index].kind in (Kind.IDENTIFIER, Kind.NUMBER):
            return True
        return self.texts[index] in _TEMPLATE_MARKS or self.texts[index] in ("<", ">", ">>")

    def split(self, first: int, end: int, templates: bool = True) -> list[Range]:
        """Split a range of tokens at its commas, leaving those in brackets and template lists alone.

        >>> code = read_code(Source("a, f(b, c), g<d, e>(h)"))
        >>> [code.written(*part) for part in code.split(0, len(code.tokens))]
        ['a', 'f(b, c)', 'g<d, e>(h)']
        """
        parts: list[Range] = []
        start = at = first
        while at < end:
            after = self.template_end(at, end) if templates else -1
            if after < 0:
                after = max(self.partners[at], at) + 1
                if self.texts[at] == ",":
                    parts.append((start, at))
                    start = after
            at = after
        return [*parts, (start, end)]


def breaks_line(source: Source, start: int, end: int) -> bool:
    """Tell whether the gap between two tokens holds a line break that no backslash continues."""
    at = source.text.find("\n", start, end)
    while at >= 0:
        if not source.text[start:at].rstrip(" \t\r").endswith("\\"):
            return True
        start, at = at + 1, source.text.find("\n", at + 1, end)
    return False


def read_code(source: Source, offsets: Sequence[Span] | None = None) -> Code:
    """Read a text into tokens with matched brackets.

    Args:
        source: the text.
        offsets: where its characters came from, if it was decoded from string literals.
    """
    every = tokens(source)
    kept = [token for token in every if token.kind is not Kind.COMMENT]
    texts = [token.text(source) for token in kept]
    directives = _directives(source, every)
    return Code(source, kept, texts, match_brackets(texts, directives), directives, offsets)


def _directives(source: Source, every: Sequence[Token]) -> list[int]:
    """Number the tokens of each preprocessor line; comments count as gaps but may hold line breaks."""
    numbers: list[int] = []
    current, previous = -1, 0
    for token in every:
        if current >= 0 and breaks_line(source, previous, token.span.start):
            current = -1
        previous = token.span.end
        if token.kind is Kind.COMMENT:
            continue
        if token.kind is Kind.DIRECTIVE:
            current = len(numbers)
        numbers.append(current)
    return numbers


def match_brackets(texts: Sequence[str], directives: Sequence[int]) -> list[int]:
    """Match brackets; those of a preprocessor line only among themselves, so that half a macro harms nobody."""
    partners = [-1] * len(texts)
    outer: list[int] = []
    inner: list[int] = []
    line = -1
    for index, text in enumerate(texts):
        if directives[index] != line:
            line = directives[index]
            inner = []
        stack = outer if line < 0 else inner
        if text in ("(", "[", "{"):
            stack.append(index)
        elif text in _CLOSERS:
            _close(stack, texts, partners, index)
    return partners


def _close(stack: list[int], texts: Sequence[str], partners: list[int], index: int) -> None:
    """Pair a closing bracket with the nearest open one of its kind, giving up weaker ones that are in between."""
    wanted = _CLOSERS[texts[index]]
    while stack and _STRENGTH[texts[stack[-1]]] < _STRENGTH[wanted]:
        stack.pop()
    if stack and texts[stack[-1]] == wanted:
        partners[stack[-1]], partners[index] = index, stack[-1]
        stack.pop()
