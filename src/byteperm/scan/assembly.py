"""Inline assembly: a template decoded from string literals, and the expressions its operands stand for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from byteperm.scan.code import Code, Range, read_code
from byteperm.scan.lexer import Kind
from byteperm.spans import Source, Span

_QUALIFIERS = frozenset(("volatile", "__volatile__", "__volatile", "goto", "inline", "__inline", "__inline__"))
_RAW = re.compile(r'(?:u8|[uUL])?R"([^\s()\\"]{0,16})\(')
_PIECE = re.compile(
    r"\\(?:(?P<splice>[ \t]*\r?\n)|x(?P<hex>[0-9a-fA-F]{1,8})|(?P<octal>[0-7]{1,3})|(?P<simple>[^\n]))"
    r"|(?P<plain>(?s:.))"
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "f": "\f", "a": "\a", "b": "\b"}

#: An expression of the surrounding code: the code, its first token, and the one after its last.
Expression = tuple[Code, int, int]


@dataclass(frozen=True, slots=True)
class Statement:
    """An inline assembly statement.

    Args:
        code: the tokens of its template, with offsets of the source.
        outside: the code that the statement stands in.
        numbered: the token ranges of the operand expressions, as ``%0``, ``%1``, … refer to them.
        named: the same by their symbolic names, ``%[name]``.
    """

    code: Code
    outside: Code
    numbered: tuple[Range, ...]
    named: dict[str, Range]

    def operand(self, first: int, end: int) -> Expression | None:
        """Return the expression that template tokens stand for, or ``None`` if they speak for themselves."""
        texts = self.code.texts[first:end]
        if len(texts) == 2 and texts[0] == "%" and re.fullmatch("[0-9]{1,6}", texts[1]):
            number = int(texts[1])
            return (self.outside, *self.numbered[number]) if number < len(self.numbered) else None
        if len(texts) == 4 and texts[:2] == ["%", "["] and texts[2] in self.named:
            return (self.outside, *self.named[texts[2]])
        return None


def asm_statement(code: Code, index: int) -> Statement | None:
    """Read the inline assembly statement that begins with the word at ``index``, if it is one.

    Args:
        code: the code it stands in.
        index: the index of ``asm``.
    """
    opening = index + 1
    while opening < len(code.texts) and code.texts[opening] in _QUALIFIERS:
        opening += 1
    end = opening + 1
    while code.kind_at(end) is Kind.STRING:
        end += 1
    if not code.is_at(opening, "(") or end == opening + 1:
        return None
    characters: list[str] = []
    offsets: list[Span] = []
    for token in code.tokens[opening + 1 : end]:
        _decode(code.source, token.span, characters, offsets)
    template = read_code(Source("".join(characters), code.source.name), offsets)
    numbered, named = _operands(code, end, code.partners[opening])
    return Statement(template, code, numbered, named)


def _operands(code: Code, at: int, closing: int) -> tuple[tuple[Range, ...], dict[str, Range]]:
    """Read the output and input operands: ``[name] "constraint" (expression)`` in lists after colons."""
    numbered: list[Range] = []
    named: dict[str, Range] = {}
    colons, name = 0, ""
    while at < closing and colons <= 2:
        text = code.texts[at]
        colons += {":": 1, "::": 2}.get(text, 0)
        if colons <= 2 and text == "[" and code.partners[at] == at + 2:
            name = code.texts[at + 1]
        elif colons <= 2 and text == "(" and at + 1 < code.partners[at]:
            numbered.append((at + 1, code.partners[at]))
            if name:
                named[name] = numbered[-1]
            name = ""
        at = max(code.partners[at], at) + 1
    return tuple(numbered), named


def _decode(source: Source, span: Span, characters: list[str], offsets: list[Span]) -> None:
    """Append the characters that a string literal holds, each with the place it came from."""
    raw = _RAW.match(source.text, span.start, span.end)
    if raw is not None:
        end = span.end - len(raw[1]) - 2 if source.text.endswith(f'){raw[1]}"', raw.end(), span.end) else span.end
        characters.extend(source.text[raw.end() : end])
        offsets.extend(Span(at, at + 1) for at in range(raw.end(), end))
        return
    start = source.text.index('"', span.start) + 1
    end = span.end - 1 if span.end > start and source.text[span.end - 1] == '"' else span.end
    for piece in _PIECE.finditer(source.text, start, end):
        character = _character(piece)
        if character:
            characters.append(character)
            offsets.append(Span(*piece.span()))


def _character(piece: re.Match[str]) -> str:
    if piece["plain"]:
        return piece["plain"]
    if piece["splice"] is not None:
        return ""
    if piece["simple"]:
        return _ESCAPES.get(piece["simple"], piece["simple"])
    code = int(piece["hex"], 16) if piece["hex"] else int(piece["octal"], 8)
    return chr(code) if code < 0x110000 else "\ufffd"
