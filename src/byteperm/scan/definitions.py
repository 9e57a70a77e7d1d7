"""Finds the constants that a text defines, so that a call may name its selector."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from byteperm.scan.code import Code, Range, read_code
from byteperm.scan.expressions import Body, Constant, read_expression
from byteperm.scan.lexer import Kind
from byteperm.scan.numbers import INT, LONG, UINT, ULONG, IntegerType, Value, integer_type
from byteperm.spans import BytepermError, Source

_KEYWORDS = frozenset(("constexpr", "const", "static", "constinit", "__constant__", "__constant"))
#: How far a declaration is followed before its name, and a definition up to its end, in tokens.
_DECLARATION_REACH = 32
_DEFINITION_REACH = 512


@dataclass(slots=True)
class Constants:
    """The constants of a text, in the order of their definitions.

    A name that is defined twice with different meanings has no value: which one holds at a call
    depends on what is not looked at here (scopes, ``#ifdef``).
    """

    code: Code
    values: dict[str, int] = field(default_factory=dict)
    _seen: dict[str, tuple[int, Body] | None] = field(default_factory=dict)

    def read(self) -> None:
        """Read all definitions."""
        index = 0
        while index < len(self.code.tokens):
            text = self.code.texts[index]
            if self.code.tokens[index].kind is Kind.DIRECTIVE:
                self._macro(index)
            elif text == "enum":
                self._enumeration(index)
            elif text in _KEYWORDS:
                index = self._declaration(index)
            index += 1

    def _define(self, name: str, value: Value | None, body: Body = ()) -> None:
        meaning = None if value is None else (value.number, body)
        if name in self._seen and self._seen[name] != meaning:
            self.values.pop(name, None)
            self._seen[name] = None
            return
        self._seen[name] = meaning
        if value is not None:
            self.values[name] = Constant(value, body)

    def _evaluated(self, part: Range) -> tuple[Value | None, Body]:
        first, end = part
        if first >= end or end - first > _DEFINITION_REACH:
            return None, ()
        try:
            expression = read_expression(self.code.source, self.code.place(first, end), self.values)
        except BytepermError:
            return None, ()
        body = expression.body()
        return (None if expression.value.error or len(body) > _DEFINITION_REACH else expression.value), body

    def _macro(self, index: int) -> None:
        """Read ``#define NAME value``."""
        code = self.code
        if not code.is_at(index + 1, "define") or code.kind_at(index + 2) is not Kind.IDENTIFIER:
            return
        first = end = index + 3
        while end < len(code.tokens) and code.directives[end] == index:
            end += 1
        if self._has_parameters(first):
            return
        value, body = self._evaluated((first, end))
        enclosed = code.is_at(first, "(") and code.partners[first] == end - 1
        # One operand means the same wherever it is put; anything longer is put in as it is written.
        self._define(code.texts[index + 2], value, () if enclosed or len(body) == 1 else body)

    def _has_parameters(self, index: int) -> bool:
        """Tell whether a bracket stands directly after a macro's name, which makes it a function-like one."""
        touches = self.code.is_at(index, "(")
        return touches and self.code.tokens[index].span.start == self.code.tokens[index - 1].span.end

    def _declaration(self, index: int) -> int:
        """Read ``const type NAME = value, NAME = value;`` and return the index of its last token."""
        at = self._declarator(index)
        if at < 0:
            return index
        type = integer_type(list(self.code.texts[index : at - 1]))
        found: list[tuple[str, Range]] = []
        while self.code.is_at(at, "=") or self.code.is_at(at, "{"):
            end = self._initialiser_end(at)
            last = end if self.code.texts[at] == "=" else self.code.partners[at]
            found.append((self.code.texts[at - 1], (at + 1, last)))
            at = end + 2 if self.code.is_at(end, ",") and self.code.kind_at(end + 1) is Kind.IDENTIFIER else end
            if at == end:
                break
        if self.code.is_at(at, ";"):
            for name, part in found:
                value, _ = self._evaluated(part)
                self._define(name, value.converted(type) if value and type else value)
        return max(index, at - 1)

    def _declarator(self, index: int) -> int:
        """Return the index of the ``=`` or ``{`` after the first declared name, or -1."""
        code = self.code
        for at in range(index + 1, min(index + _DECLARATION_REACH, len(code.tokens))):
            if code.texts[at] in ("=", "{"):
                plain = code.tokens[at - 1].kind is Kind.IDENTIFIER and at - 1 > index
                return at if plain and not {"*", "&"} & set(code.texts[index:at]) else -1
            if code.texts[at] in ("(", ")", "[", "]", "}", ";", ","):
                return -1
        return -1

    def _initialiser_end(self, at: int) -> int:
        """Return the index of the ``,`` or ``;`` (or of what should not be there) after an initialiser."""
        code = self.code
        if code.texts[at] == "{":
            return code.partners[at] + 1 if code.partners[at] > 0 else at
        for _ in range(_DEFINITION_REACH):
            at = max(code.partners[at], at) + 1
            if at >= len(code.texts) or code.texts[at] in (",", ";", "=", ")", "}"):
                return at
        return at

    def _enumeration(self, index: int) -> None:
        """Read ``enum [class] [NAME] [: type] { A = 1, B }``."""
        code = self.code
        at = index + 1
        scoped = code.is_at(at, "class") or code.is_at(at, "struct")
        at += scoped
        name = code.texts[at] if code.kind_at(at) is Kind.IDENTIFIER else ""
        opening = next((i for i in range(at, min(at + 8, len(code.tokens))) if code.texts[i] == "{"), -1)
        if opening < 0 or code.partners[opening] < 0 or (scoped and not name):
            return
        colon = next((i for i in range(at, opening) if code.texts[i] == ":"), opening)
        type = integer_type(list(code.texts[colon + 1 : opening]))
        for member, value in self._members(opening, code.partners[opening], type):
            if not scoped:
                self._define(member, value)
            if name:
                self._define(f"{name}::{member}", value)

    def _members(self, opening: int, closing: int, type: IntegerType | None) -> Iterator[tuple[str, Value | None]]:
        code = self.code
        previous: Value | None = Value(-1, INT)
        for first, end in code.split(opening + 1, closing):
            if first == end or code.tokens[first].kind is not Kind.IDENTIFIER:
                continue
            if end - first > 2 and code.texts[first + 1] == "=":
                previous, _ = self._evaluated((first + 2, end))
            elif previous is not None:
                previous = Value(previous.number + 1, previous.type)
            previous = previous and _fitting(previous.number, type)
            yield code.texts[first], previous


def _fitting(number: int, type: IntegerType | None) -> Value | None:
    """Give an enumerator its declared type, or the first of the usual ones that holds it."""
    types = (INT, UINT, LONG, ULONG) if type is None else (type,)
    return next((Value(number, each) for each in types if each.holds(number)), None)


def constants_in(source: Source) -> dict[str, int]:
    r"""Find the integer constants that a text defines: macros, ``const`` and ``constexpr``, enumerators.

    Args:
        source: any text; what is not a definition, or not constant, is passed over.

    >>> constants_in(Source("#define LOW 0x10\nconstexpr unsigned SEL = 0x54 << 8 | LOW;\nenum { A = 3, B };"))
    {'LOW': 16, 'SEL': 21520, 'A': 3, 'B': 4}
    """
    constants = Constants(read_code(source))
    constants.read()
    return constants.values
