"""Finds permute calls: function calls in any of their spellings, PTX and AMD instructions, inline assembly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from byteperm.scan.assembly import Statement, asm_statement
from byteperm.scan.code import Code, Range, read_code
from byteperm.scan.forms import Form, Order, form_of, unknown_mode
from byteperm.scan.lexer import CONTINUATION, Kind
from byteperm.scan.near import near_miss
from byteperm.spans import BytepermError, Source, Span, quoted

_ASM_WORDS = frozenset(("asm", "__asm__", "__asm"))
_FORMS_HELP = (
    "write the whole call, as __byte_perm(x, y, 0x5410), prmt.b32 d, a, b, 0x5410; "
    "or __builtin_amdgcn_perm(s0, s1, 0x05040100)"
)
# How far an instruction is followed, in tokens and brackets: long before that it is none.
_INSTRUCTION_REACH = 128
#: Longest argument that is read, in characters: nested calls repeat it at every level.
MAX_ARGUMENT = 10_000
# Every name in the table has one of these parts: a text without them need not be read at all.
_MENTION = re.compile("perm|prmt|PERM")
_TYPE_WORDS = frozenset(
    "int unsigned signed char short long bool void float double const volatile auto uint uchar ushort ulong "
    "u8 u16 u32 u64 u8x u32x i8 i16 i32 i64 "
    "uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t size_t".split()
)


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument as it is written, and where."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class PermuteCall:
    """A byte permute found in a text.

    Args:
        name: the name it is called by, with its qualifiers.
        contract: ``byte_perm``, ``prmt`` or ``v_perm``.
        mode: one of `byteperm.isa.MODES`.
        span: the whole call, from its name to the closing bracket or the last operand.
        low: the argument that supplies source bytes 0-3, whatever its position in the call.
        high: the argument that supplies source bytes 4-7. A form that has no such argument (LLVM's
            ``prmt`` modes that never read those bytes) has ``low`` here again.
        selector: the selector or, in the modes, the control word.
    """

    name: str
    contract: str
    mode: str
    span: Span
    low: Argument
    high: Argument
    selector: Argument


def find_calls(source: Source) -> list[PermuteCall]:
    """Find every complete permute call of a text, in order of appearance, outer ones before inner ones.

    Args:
        source: C, C++, CUDA, HIP or OpenCL source, PTX, LLVM IR, or a few lines of any of them.

    >>> [call.selector.text for call in find_calls(Source("__byte_perm(prmt(a, b, 0x3210), c, 0x7654)"))]
    ['0x7654', '0x3210']
    """
    return [found for found in _candidates(source) if isinstance(found, PermuteCall)]


def read_call(source: Source) -> PermuteCall:
    """Read the first permute call of a text that should hold one.

    Args:
        source: a call, alone or in the statement around it.

    Raises:
        BytepermError: there is no call, a bracket is not closed, or the number of arguments is wrong.

    >>> call = read_call(Source("r = __builtin_amdgcn_perm(s0, s1, 0x05040100);"))
    >>> call.contract, call.low.text, call.high.text
    ('v_perm', 's1', 's0')
    """
    for found in _candidates(source):
        if isinstance(found, PermuteCall):
            return found
        raise found
    near = near_miss(source)
    if near is not None:
        raise near
    found_text = "found no permute call" if source.text.strip() else "found nothing"
    span = _written_span(source.text)
    raise BytepermError("no byte permute here", source, span, found=found_text, help=_FORMS_HELP)


def is_call(text: str) -> bool:
    """Tell whether a text is meant as a permute call rather than as a bare selector.

    >>> is_call("__byte_perm(x, y, SEL)"), is_call("__byte_prem(x, y, 1)"), is_call("3,1,0,4")
    (True, True, False)
    """
    return bool(_MENTION.search(text)) or near_miss(Source(text, "call")) is not None


def _written_span(text: str) -> Span:
    """Return where a text is, without the white space around it."""
    start = len(text) - len(text.lstrip())
    return Span(start, max(start + 1, len(text.rstrip()))) if start < len(text) else Span(0, 1)


def _candidates(source: Source) -> Iterator[PermuteCall | BytepermError]:
    """Yield what is a permute call or looks like one and is wrong, in order."""
    if not _MENTION.search(CONTINUATION.sub("", source.text)):
        return
    code = read_code(source)
    index = 0
    while index < len(code.tokens):
        end = index + 1
        if code.texts[index] in _ASM_WORDS:
            statement = asm_statement(code, index)
            if statement is not None:
                yield from _instructions(source, statement)
        elif code.tokens[index].kind is Kind.IDENTIFIER:
            end = _name_end(code, index)
            found = _named(source, code, index, end)
            if found is not None:
                yield found
        index = end


def _instructions(source: Source, statement: Statement) -> Iterator[PermuteCall | BytepermError]:
    """Yield the permute instructions of an inline assembly template."""
    code, index = statement.code, 0
    while index < len(code.tokens):
        end = index + 1
        if code.tokens[index].kind is Kind.IDENTIFIER:
            end = _name_end(code, index)
            form = form_of("".join(code.texts[index:end]))
            if form is not None and form.operands:
                yield _Site(source, code, index, end, form, statement).instruction()
        index = end


def _name_end(code: Code, index: int) -> int:
    """Return the index after a name and all that qualifies it: ``a::b``, ``a.b``."""
    end = index + 1
    while (code.is_at(end, ".") or code.is_at(end, "::")) and code.kind_at(end + 1) is Kind.IDENTIFIER:
        end += 2
    return end


def _named(source: Source, code: Code, index: int, end: int) -> PermuteCall | BytepermError | None:
    name = "".join(code.texts[index:end])
    form = form_of(name)
    if form is None:
        mode = unknown_mode(name)
        return None if mode is None else _mode_error(source, code.place(end - 1, end), mode)
    site = _Site(source, code, index, end, form)
    if code.is_at(end, "("):
        return None if site.is_defined() else site.call()
    return site.instruction() if form.operands and not code.is_at(end, ")") else None


@dataclass(frozen=True, slots=True)
class _Site:
    """A permute's name in the code (tokens ``index`` to ``end``), and how what follows it is read."""

    source: Source
    code: Code
    index: int
    end: int
    form: Form
    statement: Statement | None = None

    @property
    def name(self) -> str:
        return "".join(self.code.texts[self.index : self.end])

    def is_defined(self) -> bool:
        """Tell whether the name is being defined here: ``def name(``, ``#define name(``."""
        code, before = self.code, self.index - 1
        return code.is_at(before, "def") or (code.is_at(before, "define") and code.directives[before] == before - 1)

    def call(self) -> PermuteCall | BytepermError | None:
        """Read a function call; ``None`` if it is a declaration after all."""
        first, closing = self.end + 1, self.code.partners[self.end]
        if closing < 0 or _has_top(self.code, ";", first, closing):
            place = self.code.place(self.end, first)
            return BytepermError("this bracket is not closed", self.source, place, found="found no )")
        parts = self._arguments(first, closing)
        if self.name.startswith("llvm."):
            parts = [_without_type(self.code, *part) for part in parts]
        if any(_is_declaration(self.code, *part) for part in parts):
            return None
        return self._checked(self.code.place(self.index, closing + 1), self.form.orders, parts, "argument")

    def instruction(self) -> PermuteCall | BytepermError:
        """Read an assembler instruction."""
        parts = self._operands()
        end = max(self.end, parts[-1][1]) if parts else self.end
        return self._checked(self.code.place(self.index, end), (self.form.operands,), parts, "operand")

    def _arguments(self, first: int, end: int) -> list[Range]:
        """Split arguments; where reading ``a<b`` as a template gives a wrong number, read it as less-than."""
        if first == end:
            return []
        counts = {len(order) for order in self.form.orders}
        parts = self.code.split(first, end)
        plain = parts if len(parts) in counts else self.code.split(first, end, templates=False)
        return plain if len(plain) in counts else parts

    def _operands(self) -> list[Range]:
        """Split the operands of an instruction, which ends at ``;``, at a lonely bracket, or with its line."""
        code, parts = self.code, list[Range]()
        start = at = self.end
        for _ in range(_INSTRUCTION_REACH):
            complete = len(parts) == len(self.form.operands) - 1 and at > start
            if at == len(code.tokens) or self._ends_at(at, self.form.one_line or complete):
                break
            after = max(code.partners[at], at) + 1
            if code.texts[at] == ",":
                parts.append((start, at))
                start = after
            at = after
        return [*parts, (start, at)] if parts or at > start else []

    def _ends_at(self, at: int, at_line_end: bool) -> bool:
        code = self.code
        if code.texts[at] in (";", "}", ")", "]") or code.directives[at] != code.directives[self.index]:
            return True
        return at_line_end and code.starts_line(at)

    def _checked(
        self, span: Span, orders: tuple[Order, ...], parts: list[Range], what: str
    ) -> PermuteCall | BytepermError:
        """Name the arguments by their roles, if they are as many as there should be and none is empty."""
        order = next((order for order in orders if len(order) == len(parts)), None)
        if order is None:
            return self._count_error(span, orders, len(parts), what)
        empty = next((number for number, (first, end) in enumerate(parts) if first == end), None)
        if empty is not None:
            return self._empty_error(parts[empty][0], f"{what} {empty + 1}")
        long = next((part for part in parts if self.code.place(*part).length > MAX_ARGUMENT), None)
        if long is not None:
            place = self.code.place(*long)
            found = f"found {place.length} characters"
            return BytepermError(f"{what} is longer than {MAX_ARGUMENT} characters", self.source, place, found=found)
        named = {role: self._argument(*part) for role, part in zip(order, parts, strict=True)}
        low, selector = named["low"], named["selector"]
        return PermuteCall(self.name, self.form.contract, self.form.mode, span, low, named.get("high", low), selector)

    def _argument(self, first: int, end: int) -> Argument:
        outside = self.statement.operand(first, end) if self.statement is not None else None
        code, first, end = outside or (self.code, first, end)
        return Argument(code.written(first, end), code.place(first, end))

    def _count_error(self, span: Span, orders: tuple[Order, ...], found: int, what: str) -> BytepermError:
        wanted = " or ".join(str(len(order)) for order in orders)
        problem, help = f"{self.name} takes {wanted} {what}s", f"the order is {_spelled(orders[-1])}"
        return BytepermError(problem, self.source, span, found=f"found {found}", help=help)

    def _empty_error(self, at: int, which: str) -> BytepermError:
        at = min(at, len(self.code.tokens) - 1)
        found = f"found nothing for {which} of {self.name}"
        return BytepermError(
            f"empty {which.split(maxsplit=1)[0]}", self.source, self.code.place(at, at + 1), found=found
        )


def _has_top(code: Code, text: str, first: int, end: int) -> bool:
    """Tell whether a token stands between two others, outside all brackets in between."""
    at = first
    while at < end:
        if code.texts[at] == text:
            return True
        at = max(code.partners[at], at) + 1
    return False


def _is_declaration(code: Code, first: int, end: int) -> bool:
    """Tell whether an argument is a parameter (``const u32 x``, ``unsigned``) and the call a declaration."""
    if end > first and all(text in _TYPE_WORDS or text in ("*", "&") for text in code.texts[first:end]):
        return True
    for at in range(first, end - 1):
        if code.texts[at] in _TYPE_WORDS and code.kind_at(at + 1) is Kind.IDENTIFIER:
            return True
        if code.partners[at] > at:
            return False
    return False


def _without_type(code: Code, first: int, end: int) -> Range:
    """Drop what LLVM writes before a value: its type and attributes (``i32 noundef %x``)."""
    while end - first > 1 and code.tokens[first].kind is Kind.IDENTIFIER:
        first += 1
        if code.is_at(first, "(") and first < code.partners[first] < end - 1:
            first = code.partners[first] + 1
    return first, end


def _spelled(order: Order) -> str:
    names = {"-": "destination", "low": "bytes 0-3", "high": "bytes 4-7", "selector": "selector"}
    return ", ".join(names[role] for role in order)


def _mode_error(source: Source, place: Span, mode: str) -> BytepermError:
    help = "the modes are f4e, b4e, rc8, ecl, ecr, rc16, or none"
    return BytepermError("unknown prmt mode", source, place, found=f"found {quoted(mode)}", help=help)
