"""Reads constant integer expressions as C does, with values for the names in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from byteperm.literals import read_literal
from byteperm.scan.code import Code, match_brackets, read_code
from byteperm.scan.lexer import Kind, Token
from byteperm.scan.numbers import (
    BOOL,
    INT,
    LONG,
    PRECEDENCE,
    UINT,
    ULONG,
    IntegerType,
    Value,
    binary,
    choose,
    integer_type,
    is_type_word,
    unary,
)
from byteperm.spans import BytepermError, Source, Span

#: The longest expression that is read, in characters and in tokens, and the deepest.
MAX_LENGTH = 100_000
MAX_TOKENS = 10_000
MAX_DEPTH = 64

#: Tokens that stand for a name, without the places where they were written.
Body = tuple[tuple[Kind, str], ...]

_FLOATING = re.compile(r"0[xX].*[.pP].*|0[fFdD][0-9a-fA-F]{8,16}|(?!0[xXbB]).*[.eEfF].*", re.DOTALL)
_ZERO = Value(0, INT)
_QUOTED = {Kind.STRING: "a string", Kind.CHARACTER: "a character"}


class Constant(int):
    """The value of a constant defined in source text: an int that remembers its C type.

    Args:
        value: the value and its type.
        body: what a macro is replaced by, where that is more than one operand: without brackets of its
            own, ``1 + 2`` means something else beside another operator.
    """

    type: IntegerType
    body: Body

    def __new__(cls, value: Value, body: Body = ()) -> Constant:
        constant = super().__new__(cls, value.number)
        constant.type = value.type
        constant.body = body
        return constant


def read_expression(source: Source, span: Span, names: Mapping[str, int]) -> Expression:
    """Prepare an expression for evaluation: split it into tokens and put macros' bodies in.

    Args:
        source: the text.
        span: the expression in it.
        names: values by normalised operand.

    Raises:
        BytepermError: it is empty, too long, or not one expression from its first to its last character.
    """
    if span.length > MAX_LENGTH:
        raise BytepermError("expression is too long", source, span, found=f"found {span.length} characters")
    code = _expanded(read_code(Source(source.text[span.start : span.end])), names)
    if len(code.tokens) > MAX_TOKENS:
        raise BytepermError("expression is too long", source, span, found=f"found {len(code.tokens)} tokens")
    expression = Expression(source, span, code, names)
    expression.read()
    return expression


def join(texts: list[str]) -> str:
    """Write tokens without white space, but for one blank where two words would run together.

    >>> join(["s", "->", "w", "[", "1", "]"])
    's->w[1]'
    """
    joined = ""
    for text in texts:
        apart = joined[-1:].isidentifier() and text[:1].isidentifier()
        joined += " " + text if apart else text
    return joined


def _expanded(code: Code, names: Mapping[str, int]) -> Code:
    """Replace macros that are more than one operand by their tokens, all standing where the name stood."""
    if not any(isinstance(names.get(text), Constant) for text in code.texts):
        return code
    tokens: list[Token] = []
    texts: list[str] = []
    for index, (token, text) in enumerate(zip(code.tokens, code.texts, strict=True)):
        constant = names.get(text)
        member = index > 0 and code.texts[index - 1] in (".", "->", "::")
        body: Body = constant.body if isinstance(constant, Constant) and not member else ()
        for kind, piece in body or ((token.kind, text),):
            tokens.append(Token(kind, token.span))
            texts.append(piece)
        if len(tokens) > MAX_TOKENS:
            break
    return replace(code, tokens=tokens, texts=texts, partners=match_brackets(texts, [-1] * len(texts)))


@dataclass(slots=True)
class Expression:
    """One expression: after `read`, its value and the operands that it lacks values for."""

    source: Source
    span: Span
    code: Code
    names: Mapping[str, int]
    value: Value = _ZERO
    unknown: list[str] = field(default_factory=list)
    _at: int = 0
    _depth: int = 0

    def read(self) -> None:
        """Read the whole expression."""
        if not self.code.tokens:
            raise BytepermError("empty expression", self.source, self.span, found="found nothing")
        self.value = self._conditional()
        if self._at < len(self.code.tokens):
            raise self._unexpected()

    def body(self) -> Body:
        """Return the tokens as a macro's replacement."""
        return tuple((token.kind, text) for token, text in zip(self.code.tokens, self.code.texts, strict=True))

    def _conditional(self) -> Value:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._error("expression is nested too deeply", self._at, f"found more than {MAX_DEPTH} levels")
        value = self._binary()
        if self.code.is_at(self._at, "?"):
            self._at += 1
            then = self._conditional()
            self._expect(":")
            value = choose(value, then, self._conditional())
        self._depth -= 1
        return value

    def _binary(self) -> Value:
        values, operators = [self._operand()], list[int]()
        while (text := self._text()) in PRECEDENCE:
            while operators and PRECEDENCE[self.code.texts[operators[-1]]] >= PRECEDENCE[text]:
                self._reduce(values, operators.pop())
            operators.append(self._at)
            self._at += 1
            values.append(self._operand())
        while operators:
            self._reduce(values, operators.pop())
        return values[0]

    def _reduce(self, values: list[Value], operator: int) -> None:
        right, left = values.pop(), values.pop()

        def complain(problem: str, found: str) -> BytepermError:
            return self._error(problem, operator, found)

        values.append(binary(self.code.texts[operator], left, right, complain))

    def _operand(self) -> Value:
        prefixes: list[str | IntegerType] = []
        while True:
            text, cast = self._text(), self._cast()
            if cast is not None:
                prefixes.append(cast)
                self._at = self.code.partners[self._at] + 1
            elif text in ("+", "-", "~", "!"):
                prefixes.append(text)
                self._at += 1
            else:
                break
        value = self._primary()
        for prefix in reversed(prefixes):
            value = unary(prefix, value) if isinstance(prefix, str) else value.converted(prefix)
        return value

    def _cast(self) -> IntegerType | None:
        """Return the type of a cast in brackets that begins here."""
        closing = self._partner()
        if self._text() != "(" or closing < 0 or closing - self._at > 8:
            return None
        return integer_type(list(self.code.texts[self._at + 1 : closing]))

    def _primary(self) -> Value:
        kind, text = self.code.kind_at(self._at), self._text()
        if kind is Kind.NUMBER:
            return self._number()
        if text == "(" and not self._has_postfix(self._partner() + 1):
            return self._bracketed(")")
        if kind in _QUOTED:
            raise self._error("not an integer", self._at, f"found {_QUOTED[kind]}")
        if kind is Kind.IDENTIFIER:
            value = self._written_cast()
            if value is not None:
                return value
        return self._name()

    def _has_postfix(self, index: int) -> bool:
        return index > 0 and index < len(self.code.texts) and self.code.texts[index] in ("[", ".", "->")

    def _bracketed(self, closer: str) -> Value:
        opening = self._at
        self._at += 1
        if self.code.partners[opening] < 0:
            raise self._error("this bracket is not closed", opening, f"found no {closer}")
        value = self._conditional()
        self._expect(closer)
        return value

    def _written_cast(self) -> Value | None:
        """Read ``static_cast<type>(…)``, ``type(…)``, ``type{…}``, ``true`` and ``false``."""
        text = self._text()
        if text in ("true", "false"):
            self._at += 1
            return Value(int(text == "true"), BOOL)
        end = self._at + 1
        if text.endswith("_cast") and self.code.is_at(end, "<"):
            after = self.code.template_end(end, len(self.code.tokens))
            words = self.code.texts[end + 1 : after - 1]
        else:
            after = self._qualified_end(self._at)
            words = self.code.texts[self._at : after]
        type = integer_type(list(words)) if after > 0 else None
        if type is None or not (self.code.is_at(after, "(") or self.code.is_at(after, "{")):
            return None
        self._at = after
        return self._bracketed(")" if self._text() == "(" else "}").converted(type)

    def _qualified_end(self, index: int) -> int:
        end = index + 1
        while self.code.is_at(end, "::") or self.code.is_at(end, "."):
            end += 2
        return min(end, len(self.code.tokens))

    def _number(self) -> Value:
        text, at = self._text(), self._at
        if _FLOATING.fullmatch(text):
            raise self._error("not an integer", at, "found a floating-point number")
        if text[:2] in ("0x", "0X") and ("+" in text or "-" in text):
            help = "after the digit e a sign belongs to the number; write a blank before it"
            raise self._error("not an integer", at, f"found {text}, which a compiler reads as one number", help)
        literal = read_literal(text, self.source, self._place(at).start)
        self._at += 1
        suffix = text.lower()[len(text.rstrip("uUlLzZ")) :]
        types = (
            [UINT, ULONG] if "u" in suffix else [INT, LONG, ULONG] if literal.base == 10 else [INT, UINT, LONG, ULONG]
        )
        for type in types:
            if type.holds(literal.value) and (type.bits == 64 or not suffix.strip("u")):
                return Value(literal.value, type)
        raise self._error("number does not fit in 64 bits", at, f"found {literal.value.bit_length()} bits")

    def _name(self) -> Value:
        first, end = self._at, self._operand_end(self._at)
        name = join(list(self.code.texts[first:end]))
        # In inline assembly a register is written %%r1; it is the same as %r1 in a PTX file.
        name = name.removeprefix("%") if name.startswith("%%") else name
        self._at = end
        if name in self.names:
            return self._given(name, first, end)
        if name not in self.unknown:
            self.unknown.append(name)
        help = f"give one with --x '{name}=0x...'"
        return Value(0, UINT, self._error("not a constant", first, f"no value for {name}", help, end))

    def _given(self, name: str, first: int, end: int) -> Value:
        number = self.names[name]
        if isinstance(number, Constant):
            return Value(int(number), number.type)
        for type in (UINT, INT, ULONG, LONG):
            if type.holds(number):
                return Value(number, type)
        raise self._error("value does not fit in 64 bits", first, f"{name} has {number.bit_length()} bits", "", end)

    def _operand_end(self, index: int) -> int:
        """Return the index after an operand that is no literal: a name with all that is applied to it."""
        at = index
        while self.code.is_at(at, "*") or self.code.is_at(at, "&"):
            at += 1
            while at > index and self._is_pointer_cast(at):
                at = self.code.partners[at] + 1
        while at < len(self.code.texts) and self.code.texts[at] in ("%", "@", "::"):
            at += 1
        kind = self.code.kind_at(at)
        bracketed = self.code.is_at(at, "(") and self.code.partners[at] > at
        numbered = kind is Kind.NUMBER and self.code.is_at(at - 1, "%") and at > index
        if not (kind is Kind.IDENTIFIER or bracketed or numbered) or is_type_word(self.code.texts[at]):
            raise self._unexpected(at)
        return self._postfix_end(self.code.partners[at] + 1 if bracketed else at + 1)

    def _is_pointer_cast(self, index: int) -> bool:
        closing = self.code.partners[index] if self.code.is_at(index, "(") else -1
        return closing > index and self.code.is_at(closing - 1, "*")

    def _postfix_end(self, at: int) -> int:
        while at < len(self.code.texts):
            text = self.code.texts[at]
            template = self.code.template_end(at, len(self.code.texts))
            if template > 0:
                at = template
            elif text in ("(", "[") and self.code.partners[at] > at:
                at = self.code.partners[at] + 1
            elif text in (".", "->", "::") and self.code.kind_at(at + 1) is Kind.IDENTIFIER:
                at += 2
            else:
                break
        return at

    def _text(self) -> str:
        return self.code.texts[self._at] if self._at < len(self.code.texts) else ""

    def _partner(self) -> int:
        return self.code.partners[self._at] if self._at < len(self.code.texts) else -1

    def _expect(self, text: str) -> None:
        if self._text() != text:
            raise self._unexpected()
        self._at += 1

    def _unexpected(self, index: int | None = None) -> BytepermError:
        at = self._at if index is None else index
        if at >= len(self.code.tokens):
            return self._error("expression is not complete", len(self.code.tokens) - 1, "found nothing after this")
        if self.code.texts[at] in ("(", "[", "{") and self.code.partners[at] < 0:
            return self._error("this bracket is not closed", at, "found no bracket that closes it")
        return self._error("not a constant expression", at, f"found {self.code.texts[at]}")

    def _place(self, first: int, end: int | None = None) -> Span:
        return self.code.place(first, end or first + 1).shifted(self.span.start)

    def _error(self, problem: str, first: int, found: str, help: str = "", end: int | None = None) -> BytepermError:
        first = min(first, len(self.code.tokens) - 1)
        return BytepermError(problem, self.source, self._place(first, end), found=found, help=help)
