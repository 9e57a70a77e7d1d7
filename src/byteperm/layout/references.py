"""The parser of names: inputs and their parts, indices, words, and what is said about a name that means nothing."""

from __future__ import annotations

import re
from difflib import get_close_matches

from byteperm.lanes import Lanes
from byteperm.layout.functions import FUNCTIONS, RESERVED, Scope
from byteperm.layout.model import UNIT_BYTES, Input, LayoutError, Type
from byteperm.layout.streams import Stream, count_of, stream_of
from byteperm.layout.tokens import Reader, Token
from byteperm.spans import Span

#: Longest name.
MAX_NAME = 64

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_BYTE = re.compile(r"[0-9A-Fa-f]{2}\Z")
_NUMBER = re.compile(r"(?:0[xX][0-9A-Fa-f]{1,16}|[1-9][0-9]{0,19}|0)\Z")
_BYTE_HELP = "a byte is exactly two hexadecimal digits, such as 76"


def is_byte(word: str) -> bool:
    """Tell whether a word reads as a byte.

    >>> is_byte("be"), is_byte("h1")
    (True, False)
    """
    return bool(_BYTE.match(word))


def name_problem(text: str) -> str:
    """Say why a text cannot be the name of an input or output; empty if it can.

    >>> name_problem("be"), name_problem("h")
    ('name reads as a byte', '')
    """
    if is_byte(text):
        return "name reads as a byte"
    if text == "_":
        return "_ is no name, but a byte that does not matter"
    if text in RESERVED:
        return "name is taken"
    if len(text) > MAX_NAME:
        return f"name is longer than {MAX_NAME} characters"
    if text[:1].isdecimal():
        return "a name does not begin with a digit"
    return "" if _NAME.match(text) else "a name is made of letters, digits and _"


def read_number(reader: Reader, what: str) -> int:
    """Read a decimal or hexadecimal number.

    Args:
        reader: where it stands.
        what: what the number is, for the message.

    Raises:
        LayoutError: there is no number, or one of more than 64 bits.
    """
    token = reader.token
    if token.kind != "word" or not _NUMBER.match(token.text):
        raise reader.error(f"expected {what}", token.span, str(token), _number_help(token.text))
    reader.take()
    value = int(token.text, 0)
    if value >> 64:
        raise reader.error("number is too large", token.span, str(token), "no number has more than 64 bits")
    return value


def _number_help(text: str) -> str:
    if re.match(r"0[0-9]+\Z", text):
        return f"write {text.lstrip('0') or '0'}, or 0x{text.lstrip('0') or '0'} for hexadecimal"
    if re.match(r"(?=.*[0-9])[0-9A-Fa-f]{1,16}\Z", text) and not text.isdecimal():
        return f"a hexadecimal number begins with 0x here: 0x{text}"
    if text.isdecimal():
        return "no number has more than 64 bits"
    return "a number is decimal, such as 12, or hexadecimal, such as 0x0C"


def no_order(type: Type, name: str, element: str) -> dict[str, str]:
    """Explain why a type needs an order, as the parts of a message.

    >>> no_order(Type("u32"), "x", "x")["found"]
    'found u32'
    """
    last = type.element_bytes - 1
    help = (
        f"{type.unit}le: the first byte of the stream is the least significant, {element}.0, as in memory; "
        f"{type.unit}be: the first byte is the most significant, {element}.{last}, as a number prints"
    )
    return {"problem": f"{name} has no byte order", "found": f"found {type}", "help": help}


class References:
    """A parser of what names refer to.

    Args:
        reader: the tokens.
        scope: what names mean.
    """

    def __init__(self, reader: Reader, scope: Scope) -> None:
        self._reader = reader
        self._scope = scope
        self._streams: dict[str, Stream] = {}

    def index(self, usage: str) -> str:
        """Read the name of an index.

        Args:
            usage: how the form is written that needs it.

        Raises:
            LayoutError: something else stands here.
        """
        token = self._reader.token
        item = self._scope.inputs.get(token.text)
        if token.kind != "word" or item is None or item.type.unit != "index":
            help = f"{usage}, with n declared as in n: index"
            raise self._reader.error("expected the name of an index", token.span, str(token), help)
        return self._reader.take().text

    def word(self) -> tuple[Lanes, str]:
        """Read the word that rotate turns: a name or an element, of four bytes and known order.

        Returns:
            Its lanes, least significant first, and its order.

        Raises:
            LayoutError: something else stands here.
        """
        token = self._reader.token
        help = "rotate takes one word by name: rotate(x, n) or rotate(h[2], n)"
        if token.kind != "word" or is_byte(token.text) or token.text in RESERVED or token.text == "_":
            raise self._reader.error("expected the name of a word", token.span, str(token), help)
        item = self._input(self._reader.take())
        start, stop = self._range(item, elements=True) if self._reader.at("[") else (0, item.type.elements)
        span = self._reader.since(token)
        if stop != start + 1:
            raise self._reader.error("rotate takes one word, not several", span, f"found {stop - start}", help)
        if self._reader.at("."):
            raise self._reader.error("rotate takes a whole word", self._reader.token.span, "found '.'", help)
        if item.type.element_bytes != 4:
            found = f"found {count_of(item.type.element_bytes)}"
            raise self._reader.error("rotate takes a word of 4 bytes", span, found, help)
        self._whole(item, token)
        a, b, c, d = item.type.element_lanes(item.name, start)
        return (a, b, c, d), item.type.order

    def part(self, token: Token) -> Stream:
        """Read what follows a name, and return the bytes that it refers to.

        Args:
            token: the name, taken already.

        Raises:
            LayoutError: there is no such input, or it has no such part.
        """
        item = self._input(token)
        if self._reader.at("["):
            return self._elements(item, token)
        if not self._reader.skip("."):
            return self._whole(item, token)
        if self._reader.token.text == "bytes":
            return self._bytes(item, token)
        if item.type.count is not None:
            help = f"{item.name}[0].0 is a byte of its first element; {item.name}.bytes[0] is its first byte"
            raise self._reader.error(f"{item.name} is an array", self._reader.token.span, str(self._reader.token), help)
        return self._picked(item, 0, item.name)

    def _whole(self, item: Input, token: Token) -> Stream:
        """Return all bytes of an input, which needs an order for that."""
        if item.type.element_bytes > 1 and not item.type.order:
            element = item.name if item.type.count is None else f"{item.name}[0]"
            reasons = no_order(item.type, item.name, element)
            help = f"{reasons['help']}; {element}.0 alone needs no order"
            raise self._reader.error(reasons["problem"], self._reader.since(token), reasons["found"], help)
        # The same lanes each time: a stream that names a thing often costs references only.
        if item.name not in self._streams:
            self._streams[item.name] = stream_of(item.type, item.name)
        return self._streams[item.name]

    def _elements(self, item: Input, token: Token) -> Stream:
        if item.type.count is None:
            help = f"its bytes are {item.name}.0 to {item.name}.{item.type.element_bytes - 1}, lowest first"
            raise self._reader.error(
                f"{item.name} is not an array", self._reader.token.span, f"found {item.type}", help
            )
        start, stop = self._range(item, elements=True)
        if self._reader.at("."):
            return self._byte_of_element(item, token, start, stop)
        size = item.type.element_bytes
        return self._whole(item, token)[start * size : stop * size]

    def _byte_of_element(self, item: Input, token: Token, start: int, stop: int) -> Stream:
        dot = self._reader.take()
        if stop != start + 1:
            help = f"{item.name}[{start}].0 is a byte of one"
            raise self._reader.error("a byte is picked from one element", dot.span, "found several elements", help)
        return self._picked(item, start, f"{item.name}[{start}]")

    def _picked(self, item: Input, place: int, element: str) -> Stream:
        token = self._reader.token
        last = item.type.element_bytes - 1
        bytes = f"{element}.0" if last == 0 else f"{element}.0 (lowest) to {element}.{last}"
        help = f"bytes of {element} are {bytes}" if last else f"the only byte of {element} is {bytes}"
        byte = read_number(self._reader, "the number of a byte") if token.text.isdecimal() else last + 1
        if byte > last:
            raise self._reader.error(f"{element} has no such byte", token.span, str(token), help)
        return item.type.element_lanes(item.name, place)[byte : byte + 1]

    def _bytes(self, item: Input, token: Token) -> Stream:
        self._reader.take()
        if not self._reader.at("["):
            help = f"{item.name}.bytes[0:2] is its first two bytes; {item.name} alone is all of them"
            raise self._reader.error("expected which bytes", self._reader.token.span, str(self._reader.token), help)
        start, stop = self._range(item, elements=False)
        return self._whole(item, token)[start:stop]

    def _range(self, item: Input, *, elements: bool) -> tuple[int, int]:
        """Read ``[2]`` or ``[1:3]`` and return the half-open range; a start or stop left out is the end."""
        length = item.type.elements if elements else item.type.byte_count
        opening = self._reader.take()
        first = self._reader.token
        start = 0 if self._reader.at(":") else read_number(self._reader, "a number in [ ]")
        stop = start + 1
        if self._reader.skip(":"):
            stop = length if self._reader.at("]") else read_number(self._reader, "a number in [ ]")
        span = self._reader.since(first)
        whole = f"{item.name}{'' if elements else '.bytes'}[0:{length}] is all of it"
        self._reader.close(opening, whole)
        if stop > length or start >= length:
            what = f"{item.name} has elements" if elements else f"the stream of {item.name} has bytes"
            help = f"{what} 0 to {length - 1}" if length > 1 else f"{what[:-1]} 0 only"
            help += f"; {whole}" if self._text(span) != str(start) else ""
            raise self._reader.error("out of range", span, f"found {self._text(span)}", help)
        if stop <= start:
            help = "the second number is where the range stops, and is not part of it"
            raise self._reader.error("range is empty", span, f"found {self._text(span)}", help)
        return start, stop

    def _text(self, span: Span) -> str:
        return self._reader.source.text[span.start : span.end]

    def _input(self, token: Token) -> Input:
        item = self._scope.inputs.get(token.text)
        if item is None:
            raise self._unknown(token)
        if item.type.unit == "index":
            help = f"an index says which byte: window(s, {item.name}), rotate(x, {item.name}), splat_at(s, {item.name})"
            raise self._reader.error(f"{item.name} is an index, not bytes", token.span, str(token), help)
        return item

    def _unknown(self, token: Token) -> LayoutError:
        problem, help = self._why_unknown(token.text)
        return self._reader.error(problem, token.span, str(token), help)

    def _why_unknown(self, text: str) -> tuple[str, str]:
        """Say why a word means nothing here, and what would be right."""
        names = [name for name, item in self._scope.inputs.items() if item.type.unit != "index"]
        if text in self._scope.outputs:
            return "an output cannot be read", f"inputs are {', '.join(names)}" if names else "there are no inputs"
        if text in UNIT_BYTES and text != "index":
            return "a number's bytes need an order", f"{text}le(1) is 01 first, {text}be(1) is 01 last"
        if re.match(r"0[xX][0-9A-Fa-f]{2}\Z", text):
            return "not a byte", f"a byte is written without 0x: {text[2:]}"
        if re.match(r"(?:[0-9A-Fa-f]{2}){2,}\Z", text) and text[0].isdigit():
            pairs = [text[n : n + 2] for n in range(0, min(len(text), 16), 2)]
            return "not a byte", f"bytes stand apart: {' '.join(pairs)}{' ...' if len(text) > 16 else ''}"
        if text[0].isdigit():
            return "not a byte", _BYTE_HELP
        return "unknown name", self._near(text, names)

    def _near(self, text: str, names: list[str]) -> str:
        byte = re.match(r"(.+?)_?([0-7])\Z", text)
        if byte and byte.group(1) in names:
            return f"a byte of {byte.group(1)} is {byte.group(1)}.{byte.group(2)}"
        near = get_close_matches(text[:64], [*names, *FUNCTIONS], n=1)
        if near:
            return f"did you mean {near[0]}?"
        return (
            f"inputs are {', '.join(names[:8])}" if names else "there are no inputs yet: declare them, as in x: u32le"
        )
