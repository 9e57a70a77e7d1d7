"""The layout language: text to `Layout`, with a caret at every mistake.

A layout declares inputs and then says, for each output, which bytes it has, in the order in which the
outside world sees them::

    in  h: u32le[5]                            # RIPEMD-160 digest words as they lie in registers
    out m: u32be[16] = sha256_block(00 14 h)   # a witness script as the message words of SHA-256
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from byteperm.layout.expressions import Expressions
from byteperm.layout.functions import RESERVED, TYPE_NAMES, Scope
from byteperm.layout.model import MAX_BYTES, UNIT_BYTES, Input, Layout, LayoutError, Output, Type
from byteperm.layout.printer import MAX_TEXT, print_layout
from byteperm.layout.references import is_byte, name_problem, no_order, read_number
from byteperm.layout.runtime import numbered, written_sizes
from byteperm.layout.streams import Stream, count_of, to_words
from byteperm.layout.tokens import Reader, Token
from byteperm.spans import Source, Span

#: Most bytes of all inputs together, and of all outputs.
MAX_TOTAL = 65536

_IN = "inputs are declared as in x, y: u32le"
_OUT = "outputs are written as out r: u32be = x.0 x.1 x.2 x.3"
_STATEMENT = "a statement begins on a new line or after ;"
_TRAILING = {
    "in": _STATEMENT,
    "out": _STATEMENT,
    ")": "no ( is open",
    "]": "no [ is open",
    ",": "streams are joined by writing one after the other, without commas",
}
_TYPES = "types are u8, u16, u32 and u64, with le or be, an array as u32le[5], and index"


def parse_layout(text: str, name: str = "layout") -> Layout:
    """Read a layout.

    Args:
        text: the statements, on lines of their own or with ``;`` between them.
        name: what the text is called in messages.

    Raises:
        LayoutError: the text is not a layout; the message shows where, what was found, and what would be right.

    >>> layout = parse_layout("in x: u32le; out r: u32be = x")
    >>> [str(lane) for lane in layout.outputs[0].words[0]]
    ['x3', 'x2', 'x1', 'x0']
    >>> parse_layout("in x: u32; out r: u32be = x")
    Traceback (most recent call last):
        ...
    byteperm.layout.model.LayoutError: x has no byte order
     --> layout, column 27
      | in x: u32; out r: u32be = x
      |                           ^ found u32
      = help: u32le: the first byte of the stream is the least significant, x.0, as in memory; ...
    """
    if len(text) > MAX_TEXT:
        problem, span = f"{name} is longer than {MAX_TEXT} characters", Span(MAX_TEXT, MAX_TEXT + 1)
        raise LayoutError(problem, Source(text, name), span, found=f"found {len(text)}")
    return _Statements(Source(text, name)).layout()


class _Statements:
    def __init__(self, source: Source) -> None:
        self._source = source
        self._reader = Reader(source)
        self._scope = Scope()
        self._expressions = Expressions(self._reader, self._scope)
        self._outputs: list[Output] = []
        self._spans: dict[str, Span] = {}
        self._read = self._written = 0

    def layout(self) -> Layout:
        """Read all statements."""
        while self._reader.token.kind != "end":
            if self._reader.token.kind == "newline":
                self._reader.take()
            else:
                self._statement()
        if not self._outputs:
            at = len(self._source.text.rstrip())
            raise self._reader.error("layout has no output", Span(at, at + 1), "found the end", _OUT)
        return self._whole()

    def _whole(self) -> Layout:
        outputs, runtime = numbered(self._outputs, self._scope.runtime.words)
        inputs = tuple(self._scope.inputs.values())
        layout = Layout(inputs, outputs, runtime, self._source)
        self._check_written(layout)
        return layout

    def _check_written(self, layout: Layout) -> None:
        """Check that the canonical text can be read again: a few nested run-time forms can make it huge."""
        sizes = written_sizes(layout.outputs, layout.runtime)
        try:
            # The bound is quick, and nearly always enough.
            fits = sum(sizes.values()) <= MAX_TEXT // 2 or len(print_layout(layout)) <= MAX_TEXT
        except LayoutError:
            fits = False
        if not fits:
            largest = max(sizes, key=lambda name: sizes[name])
            found = f"found more than {MAX_TEXT} characters when it is written out"
            help = "use fewer bytes, or fewer run-time forms inside each other"
            raise self._reader.error("layout is too large", self._spans[largest], found, help)

    def _statement(self) -> None:
        token = self._reader.token
        if token.text == "in" and token.kind == "word":
            self._inputs()
        elif token.text == "out" and token.kind == "word":
            self._output()
        else:
            raise self._reader.error("a statement begins with in or out", token.span, str(token), _begin(token.text))
        if self._reader.token.kind not in ("newline", "end"):
            raise self._trailing(self._reader.token, _IN if token.text == "in" else _OUT)

    def _trailing(self, token: Token, usage: str) -> LayoutError:
        help = _TRAILING.get(token.text, usage)
        if token.text == "," and usage == _IN:
            help = "each type is declared on a line of its own, or after ;"
        return self._reader.error("expected the end of the statement", token.span, str(token), help)

    def _inputs(self) -> None:
        self._reader.take()
        names = [self._name(_IN)]
        while self._reader.skip(","):
            names.append(self._name(_IN))
            self._check_new(names[-1], {name.text for name in names[:-1]})
        self._reader.expect(":", _IN)
        first = self._reader.token
        type = self._type()
        self._read += type.byte_count * len(names)
        self._check_total(self._read, "inputs", self._reader.since(first))
        self._scope.inputs |= {name.text: Input(name.text, type) for name in names}

    def _output(self) -> None:
        self._reader.take()
        name = self._name(_OUT)
        self._reader.expect(":", _OUT)
        first = self._reader.token
        type = self._type()
        span = self._reader.since(first)
        self._check_output(name, type, span)
        self._reader.expect("=", _OUT)
        self._scope.outputs.add(name.text)
        self._spans[name.text] = name.span
        self._scope.order = type.order or "le"
        start = self._reader.token
        stream = self._expressions.stream()
        if self._reader.token.kind in ("newline", "end"):
            self._check_size(name, type, stream, self._reader.since(start))
            self._outputs.append(Output(name.text, type, to_words(type, stream)))

    def _check_output(self, name: Token, type: Type, span: Span) -> None:
        if type.unit == "index":
            help = "an index is read only: in n: index"
            raise self._reader.error("an output cannot be an index", span, "found index", help)
        if type.element_bytes > 1 and not type.order:
            element = name.text if type.count is None else f"{name.text}[0]"
            reasons = no_order(type, name.text, element)
            raise self._reader.error(reasons["problem"], span, reasons["found"], reasons["help"])
        self._written += type.byte_count
        self._check_total(self._written, "outputs", span)

    def _check_size(self, name: Token, type: Type, stream: Stream, span: Span) -> None:
        needed, there = type.byte_count, len(stream)
        if needed == there:
            return
        problem = f"{name.text} needs {count_of(needed)}, the stream has {there}"
        help = f"{count_of(there - needed)} too many: leave some out, or make the type larger"
        if there < needed:
            missing = needed - there
            help = f"{count_of(missing)} missing: _ * {missing} if they do not matter, 00 * {missing} for zeros"
        raise self._reader.error(problem, span, f"found {count_of(there)}", help)

    def _check_total(self, total: int, what: str, span: Span) -> None:
        if total > MAX_TOTAL:
            raise self._reader.error(
                f"all {what} together have at most {MAX_TOTAL} bytes", span, f"found {total} with these"
            )

    def _name(self, usage: str) -> Token:
        token = self._reader.token
        if token.kind != "word":
            raise self._reader.error("expected a name", token.span, str(token), usage)
        if problem := name_problem(token.text):
            raise self._reader.error(problem, token.span, str(token), _name_help(token.text))
        self._check_new(token, set())
        return self._reader.take()

    def _check_new(self, token: Token, before: set[str]) -> None:
        if token.text in self._scope.inputs or token.text in self._scope.outputs or token.text in before:
            help = "inputs and outputs share one set of names"
            raise self._reader.error("name is defined already", token.span, str(token), help)

    def _type(self) -> Type:
        token = self._reader.token
        unit, order = _split(token.text)
        if (
            token.kind != "word"
            or unit not in UNIT_BYTES
            or (order and UNIT_BYTES[unit] == 1)
            or (order and unit == "index")
        ):
            raise self._reader.error("expected a type", token.span, str(token), _near_type(token.text))
        self._reader.take()
        count = self._count(token, unit) if self._reader.at("[") else None
        return Type(unit, order, count)

    def _count(self, type: Token, unit: str) -> int:
        opening = self._reader.take()
        first = self._reader.token
        count = read_number(self._reader, "the number of elements")
        span = self._reader.since(first)
        self._reader.close(opening, f"an array is written {type.text}[5]")
        if unit == "index":
            raise self._reader.error(
                "an index is one number", span, "found an array", "declare one for each: in m, n: index"
            )
        most = MAX_BYTES // UNIT_BYTES[unit]
        if not 1 <= count <= most:
            problem = f"an array of {type.text} has 1 to {most} elements"
            raise self._reader.error(problem, span, f"found {count}", f"that is {MAX_BYTES} bytes at most")
        return count


def _begin(text: str) -> str:
    near = get_close_matches(text[:16], ("in", "out", "input", "output"), n=1)
    return f"{_IN}; {_OUT}" if not near else _IN if near[0].startswith("in") else _OUT


def _name_help(text: str) -> str:
    if is_byte(text):
        return f"two hexadecimal digits are a byte: call it {text}_ or another name"
    if text in RESERVED:
        return "it is a word of the layout language: call it another name"
    return "a name is made of letters, digits and _, and is no byte"


def _split(text: str) -> tuple[str, str]:
    """Split a type's name into unit and order."""
    match = re.match(r"(u\d+)(le|be)\Z", text)
    return (match.group(1), match.group(2)) if match else (text, "")


def _near_type(text: str) -> str:
    if text in ("u8le", "u8be"):
        return "one byte has no order: write u8"
    bits = next(iter(_bits(text)), "")
    near = get_close_matches(text[:16].lower(), TYPE_NAMES, n=1)
    return f"did you mean {bits or near[0]}?" if bits or near else _TYPES


def _bits(text: str) -> Iterator[str]:
    """Yield the unit that a name from C, Rust or NumPy stands for."""
    match = re.match(r"(?:unsigned|uint|u?int|uchar|i|s)_?(8|16|32|64)(?:_t)?\Z", text[:24], re.IGNORECASE)
    if match:
        yield f"u{match.group(1)}"
    yield from {"byte": ["u8"], "char": ["u8"], "uchar": ["u8"], "int": ["u32le"], "uint": ["u32le"]}.get(
        text.lower(), []
    )
