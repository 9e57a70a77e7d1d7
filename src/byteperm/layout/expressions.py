"""The parser of streams: terms, names with their parts, and calls, evaluated as they are read."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from byteperm.lanes import Any, Const, Lane
from byteperm.layout.functions import FUNCTIONS, Function, Scope
from byteperm.layout.model import MAX_BYTES, LayoutError
from byteperm.layout.references import References, is_byte, read_number
from byteperm.layout.streams import Stream, StreamError, count_of, repeat
from byteperm.layout.tokens import Reader, Token, string_bytes
from byteperm.spans import Span

#: Most brackets that can be open at once.
MAX_DEPTH = 64

_GROUP = "streams are grouped as in (00 14) * 2"
_TERMS = 'a stream is made of bytes (76), names, x.0, _, "text", functions and ( )'


class Expressions:
    """A parser of streams.

    Args:
        reader: the tokens.
        scope: what names mean.
    """

    def __init__(self, reader: Reader, scope: Scope) -> None:
        self._reader = reader
        self._scope = scope
        self._depth = 0
        self._references = References(reader, scope)

    def stream(self) -> Stream:
        """Read terms up to what cannot be one, and return their bytes.

        Raises:
            LayoutError: there is none, one is wrong, or they have too many bytes together.
        """
        first = self._reader.token
        lanes: list[Lane] = []
        while self._at_term():
            lanes += self._term()
            if len(lanes) > MAX_BYTES:
                problem, found = f"a stream has at most {MAX_BYTES} bytes", f"found {len(lanes)}"
                raise self._reader.error(problem, self._reader.since(first), found)
        if not lanes:
            raise self._reader.error("expected a stream", first.span, str(first), _TERMS)
        return tuple(lanes)

    def _at_term(self) -> bool:
        token = self._reader.token
        return token.kind == "string" or (token.kind == "word" and token.text not in ("in", "out")) or token.text == "("

    def _term(self) -> Stream:
        first = self._reader.token
        lanes = self._primary()
        while self._reader.skip("*"):
            number = self._reader.token
            count = read_number(self._reader, "how many times")
            spans = [first.span, self._reader.since(number)]
            lanes = self._applied(partial(repeat, lanes, count), first, spans)
        return lanes

    def _primary(self) -> Stream:
        token = self._reader.take()
        if token.kind == "string":
            return tuple(Const(byte) for byte in string_bytes(token, self._reader.source))
        if token.text == "(":
            return self._grouped(token)
        if token.text == "_":
            return (Any(),)
        if is_byte(token.text):
            if self._reader.at(".") or self._reader.at("["):
                help = "a name is never two hexadecimal digits"
                raise self._reader.error("a byte has no parts", self._reader.since(token), str(token), help)
            return (Const(int(token.text, 16)),)
        if token.text in FUNCTIONS:
            return self._call(token, FUNCTIONS[token.text])
        return self._references.part(token)

    def _grouped(self, opening: Token) -> Stream:
        self._enter(opening)
        lanes = self.stream()
        self._leave(opening, _GROUP)
        return lanes

    def _enter(self, opening: Token) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            problem = f"more than {MAX_DEPTH} brackets are open"
            raise self._reader.error(problem, opening.span, "found one more", "write the stream with fewer brackets")

    def _leave(self, opening: Token, help: str) -> None:
        self._reader.close(opening, help)
        self._depth -= 1

    def _call(self, name: Token, function: Function) -> Stream:
        opening = self._reader.expect("(", f"{name.text} is a function: {function.usage}")
        self._enter(opening)
        spans: list[Span] = []
        arguments: list[object] = []
        while not spans or self._reader.skip(","):
            if len(arguments) == len(function.takes) and not function.more:
                raise self._arity(self._reader.token.span, function, "one more")
            kind = function.takes[min(len(arguments), len(function.takes) - 1)]
            first = self._reader.token
            arguments.append(self._argument(kind, function))
            spans.append(self._reader.since(first))
        self._leave(opening, function.usage)
        if len(arguments) < len(function.takes):
            raise self._arity(self._reader.since(name), function, str(len(arguments)))
        return self._applied(lambda: function.apply(self._scope, *arguments), name, spans)

    def _arity(self, span: Span, function: Function, found: str) -> LayoutError:
        needed = len(function.takes)
        several = "argument" if needed == 1 else "arguments"
        least = "at least " if function.more else ""
        return self._reader.error(
            f"{function.name} takes {least}{needed} {several}", span, f"found {found}", function.usage
        )

    def _argument(self, kind: str, function: Function) -> object:
        read: dict[str, Callable[[Function], object]] = {
            "stream": lambda _: self.stream(),
            "number": lambda function: read_number(self._reader, f"a number for {function.usage}"),
            "byte": self._byte,
            "word": lambda _: self._references.word(),
            "index": lambda function: self._references.index(function.usage),
        }
        return read[kind](function)

    def _byte(self, function: Function) -> Stream:
        first = self._reader.token
        lanes = self.stream()
        if len(lanes) != 1:
            problem, found = f"{function.name} takes one byte here", f"found {count_of(len(lanes))}"
            help = f"{function.usage}, where a byte is one such as 00 or x.0"
            raise self._reader.error(problem, self._reader.since(first), found, help)
        return lanes

    def _applied(self, apply: Callable[[], Stream], first: Token, spans: list[Span]) -> Stream:
        """Apply a function, and give its complaint the place of the argument at fault."""
        try:
            return apply()
        except StreamError as error:
            span = self._reader.since(first) if error.argument is None else spans[error.argument]
            raise self._reader.error(error.problem, span, error.found, error.help) from None
