"""Finds permute calls: function calls in any of their spellings, PTX and AMD instructions, inline assembly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from byteperm.scan.assembly import Statement, asm_statement
from byteperm.scan.code import Code, read_code
from byteperm.scan.forms import Form, Order, form_of, unknown_mode
from byteperm.scan.lexer import CONTINUATION, Kind
from byteperm.spans import BytepermError, Source, Span

_ASM_WORDS = frozenset(("asm", "__asm__", "__asm"))
_FORMS_HELP = (
    "write the whole call, as __byte_perm(x, y, 0x5410), prmt.b32 d, a, b, 0x5410; "
    "or __builtin_amdgcn_perm(s0, s1, 0x05040100)"
)
# How far an instruction is followed, in tokens and brackets: long before that it is none.
_INSTRUCTION_REACH = 128
# Every name in the table has one of these parts: a text without them need not be read at all.
_MENTION = re.compile("perm|prmt|PERM")
# Words that stand before an identifier inside an expression; any other pair of words is a declaration.
_EXPRESSION_WORDS = frozenset(("sizeof", "new", "not", "compl", "and", "or", "xor", "bitand", "bitor", "if", "else"))
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
    found_text = "found no permute call" if source.text.strip() else "found nothing"
    span = _written_span(source.text)
    raise BytepermError("no byte permute here", source, span, found=found_text, help=_FORMS_HELP)


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
        if code.tokens[index].kind is not Kind.IDENTIFIER:
            index += 1
        elif code.texts[index] in _ASM_WORDS:
            statement = asm_statement(code, index)
            if statement is not None:
                yield from _instructions(source, statement)
            index += 1
        else:
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
                yield _instruction(source, code, index, end, form, statement)
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
        return None if mode is None else _mode_error(source, code, end, mode)
    if code.is_at(end, "("):
        return None if _is_defined(code, index) else _call(source, code, index, end, form)
    if form.operands and not code.is_at(end, ")"):
        return _instruction(source, code, index, end, form, None)
    return None


def _is_defined(code: Code, index: int) -> bool:
    """Tell whether a name is being defined: ``def name(``, ``#define name(``."""
    return code.is_at(index - 1, "def") or (code.is_at(index - 1, "define") and code.directives[index] == index - 2)


def _call(source: Source, code: Code, index: int, opening: int, form: Form) -> PermuteCall | BytepermError | None:
    closing = code.partners[opening]
    if closing < 0 or _has_top(code, ";", opening + 1, closing):
        return BytepermError("this bracket is not closed", source, code.place(opening, opening + 1), found="found no )")
    name = "".join(code.texts[index:opening])
    span = code.place(index, closing + 1)
    parts = _arguments(code, opening + 1, closing, form)
    if name.startswith("llvm."):
        parts = [_without_type(code, *part) for part in parts]
    if any(_is_declaration(code, *part) for part in parts):
        return None
    order = _order(form.orders, len(parts))
    if order is None:
        return _count_error(source, span, name, form.orders, len(parts))
    return _checked(source, code, name, span, form, order, parts)


def _arguments(code: Code, first: int, end: int, form: Form) -> list[tuple[int, int]]:
    """Split arguments; where reading ``a < b`` as a template gives a wrong number, read it as less-than."""
    if first == end:
        return []
    parts = code.split(first, end)
    if _order(form.orders, len(parts)) is None:
        plain = code.split(first, end, templates=False)
        if _order(form.orders, len(plain)) is not None:
            return plain
    return parts


def _order(orders: tuple[Order, ...], count: int) -> Order | None:
    return next((order for order in orders if len(order) == count), None)


def _has_top(code: Code, text: str, first: int, end: int) -> bool:
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
        pair = code.tokens[at].kind, code.tokens[at + 1].kind
        if pair == (Kind.IDENTIFIER, Kind.IDENTIFIER) and code.texts[at] in _TYPE_WORDS:
            return code.texts[at + 1] not in _EXPRESSION_WORDS
        if code.partners[at] > at:
            return False
    return False


def _without_type(code: Code, first: int, end: int) -> tuple[int, int]:
    """Drop what LLVM writes before a value: its type and attributes (``i32 noundef %x``)."""
    while end - first > 1 and code.tokens[first].kind is Kind.IDENTIFIER:
        first += 1
        if code.is_at(first, "(") and first < code.partners[first] < end - 1:
            first = code.partners[first] + 1
    return first, end


def _instruction(
    source: Source, code: Code, index: int, first: int, form: Form, statement: Statement | None
) -> PermuteCall | BytepermError:
    parts = _operands(code, first, form)
    name = "".join(code.texts[index:first])
    span = code.place(index, max(first, parts[-1][1])) if parts else code.place(index, first)
    if len(parts) != len(form.operands):
        return _count_error(source, span, name, (form.operands,), len(parts), "operand")
    return _checked(source, code, name, span, form, form.operands, parts, statement)


def _operands(code: Code, first: int, form: Form) -> list[tuple[int, int]]:
    """Split the operands of an instruction, which ends at ``;``, at a lonely bracket, or with its line."""
    parts: list[tuple[int, int]] = []
    start = at = first
    for _ in range(_INSTRUCTION_REACH):
        complete = len(parts) == len(form.operands) - 1 and at > start
        if at == len(code.tokens) or _ends_instruction(code, at, first, form.one_line or complete):
            break
        after = max(code.partners[at], at) + 1
        if code.texts[at] == ",":
            parts.append((start, at))
            start = after
        at = after
    return [*parts, (start, at)] if parts or at > start else []


def _ends_instruction(code: Code, at: int, first: int, at_line_end: bool) -> bool:
    if code.texts[at] in (";", "}", ")", "]") or code.directives[at] != code.directives[first - 1]:
        return True
    return at_line_end and code.starts_line(at)


def _checked(
    source: Source,
    code: Code,
    name: str,
    span: Span,
    form: Form,
    order: Order,
    parts: list[tuple[int, int]],
    statement: Statement | None = None,
) -> PermuteCall | BytepermError:
    """Name the arguments by their roles, unless one is empty."""
    arguments: dict[str, Argument] = {}
    for role, (first, end) in zip(order, parts, strict=True):
        if first == end:
            place = code.place(first, first + 1) if first < len(code.tokens) else code.place(first - 1, first)
            number = len(arguments) + 1
            return BytepermError(
                "empty argument", source, place, found=f"found nothing for argument {number} of {name}"
            )
        arguments[role] = _argument(code, first, end, statement)
    low = arguments["low"]
    return PermuteCall(name, form.contract, form.mode, span, low, arguments.get("high", low), arguments["selector"])


def _argument(code: Code, first: int, end: int, statement: Statement | None) -> Argument:
    if statement is not None:
        operand = statement.operand(first, end)
        if operand is not None:
            outside, inner, after = operand
            return Argument(outside.written(inner, after), outside.place(inner, after))
    return Argument(code.written(first, end), code.place(first, end))


def _count_error(
    source: Source, span: Span, name: str, orders: tuple[Order, ...], found: int, what: str = "argument"
) -> BytepermError:
    wanted = " or ".join(str(len(order)) for order in orders)
    return BytepermError(
        f"{name} takes {wanted} {what}s",
        source,
        span,
        found=f"found {found}",
        help=f"the order is {_spelled(orders[-1])}",
    )


def _spelled(order: Order) -> str:
    names = {"-": "destination", "low": "bytes 0-3", "high": "bytes 4-7", "selector": "selector"}
    return ", ".join(names[role] for role in order)


def _mode_error(source: Source, code: Code, end: int, mode: str) -> BytepermError:
    return BytepermError(
        "unknown prmt mode",
        source,
        code.place(end - 1, end),
        found=f"found {mode!r}",
        help="the modes are f4e, b4e, rc8, ecl, ecr, rc16, or none",
    )
