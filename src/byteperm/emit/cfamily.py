"""Code for the languages that look like C: one skeleton, a table of operations for each.

Every input word is read into a local before anything is written, so outputs may alias inputs. A single scalar
output is the function's result; other outputs are pointers. Words of packed arrays are 32-bit, little-endian in
memory; of the last one only the bytes that the array has are written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from byteperm.emit.base import (
    Request,
    Unsupported,
    byte_comments,
    check_names,
    free_prefix,
    known_values,
    outputs_of,
    written_bytes,
)
from byteperm.layout.model import Type
from byteperm.layout.printer import print_layout
from byteperm.program.model import Ref, Step

_C_WORDS = """auto break case char const continue default do double else enum extern float for goto if inline int long
register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while"""
_CPP_WORDS = """alignas alignof and and_eq asm bitand bitor bool catch char16_t char32_t class compl constexpr
const_cast decltype
delete dynamic_cast explicit export false friend mutable namespace new noexcept not not_eq nullptr operator or
or_eq private protected public reinterpret_cast static_assert static_cast template this thread_local throw true try
typeid typename using virtual wchar_t xor xor_eq"""
C_KEYWORDS = frozenset(_C_WORDS.split())
CPP_KEYWORDS = C_KEYWORDS | frozenset(_CPP_WORDS.split())


@dataclass(frozen=True, slots=True)
class Dialect:
    """One language of the family.

    Args:
        name: the target's name.
        ops: text for each operation; ``{0}`` … are its operands, ``{s}`` a constant selector.
        helpers: functions that operations call, by the name that stands in the text.
        types: the C type of each unit.
        head: what every file begins with.
        function: what stands before a function.
        kernel: what stands before a kernel, empty if there are none.
        pointer: what stands before a pointer of a kernel.
        thread: the expression for the number of the record.
        keywords: names that cannot be used.
        reserved: names that the emitted code uses.
        test: text of the self-test; ``{name}`` and ``{body}``.
        example: text of a whole program around it.
    """

    name: str
    ops: Mapping[str, str]
    helpers: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)
    head: str = ""
    function: str = "static inline"
    kernel: str = ""
    pointer: str = ""
    thread: str = ""
    keywords: frozenset[str] = C_KEYWORDS
    reserved: frozenset[str] = frozenset()
    test: str = ""
    example: str = ""


def emit_c(request: Request, dialect: Dialect) -> str | Unsupported:
    """Write a request in a dialect.

    Raises:
        BytepermError: a name cannot stand in the code.
    """
    check_names(request, dialect.keywords, dialect.reserved | frozenset(dialect.types.values()))
    if request.form == "kernel" and not dialect.kernel:
        return Unsupported(f"{dialect.name} has no kernels here; write the function")
    if request.example and not dialect.example:
        return Unsupported(f"{dialect.name} has no host language of its own; write the function or the kernel")
    writer = _Writer(request, dialect)
    body = writer.kernel() if request.form == "kernel" else writer.function()
    parts = [writer.comment(), dialect.head, *writer.helpers(body), body]
    if request.test or request.example:
        parts.append(writer.test())
    if request.example:
        parts.append(dialect.example.format(name=request.name))
    return "\n".join(part.rstrip("\n") + "\n" for part in parts if part)


class _Writer:
    def __init__(self, request: Request, dialect: Dialect) -> None:
        self.request, self.dialect = request, dialect
        self.layout, self.program = request.layout, request.program
        prefix = free_prefix(request)
        self.names: dict[str, str] = {}
        used = {arg for step in self.program.steps for arg in step.args if isinstance(arg, str)}
        used |= {ref for _, ref in self.program.outputs if isinstance(ref, str)}
        for n, word in enumerate(word for item in self.layout.inputs for word in item.type.word_names(item.name)):
            if word in used:
                self.names[word] = f"{prefix}i{n}"
        for n, step in enumerate(self.program.steps):
            self.names[step.name] = f"{prefix}t{n}"
        self.word = dialect.types["u32"]

    def comment(self) -> str:
        """Return the head comment: the layout, the proof, the assumptions."""
        lines = print_layout(self.layout).splitlines()
        shown = [line if len(line) <= 110 else line[:107] + "..." for line in lines]
        text = [*shown, self.program.summary, "Inputs are read before outputs are written: they may overlap."]
        types = [item.type for item in self.layout.inputs] + [item.type for item in self.layout.outputs]
        if any(type.packed for type in types):
            text.append(
                "Packed arrays are 32-bit little-endian words, aligned to 4; bytes past their end are not written."
            )
        return "\n".join(f"// {line}".rstrip() for line in text)

    def helpers(self, body: str) -> Iterator[str]:
        """Yield the helper functions that the body or another helper uses, each once."""
        wanted: list[str] = []
        pending = body
        while pending:
            found = [name for name in self.dialect.helpers if name in pending and name not in wanted]
            wanted += found
            pending = "\n".join(self.dialect.helpers[name] for name in found)
        yield from (text for name, text in self.dialect.helpers.items() if name in wanted)

    def function(self) -> str:
        """Return the function."""
        result = self._result_type()
        head = f"{self.dialect.function} {result or 'void'} {self.request.name}({', '.join(self._parameters(result))})"
        lines = [*self._loads(self._input_word), *self._steps()]
        stores = self._return() if result else list(self._stores(self._output_word))
        return head + " {\n" + "".join(f"    {line}\n" for line in [*lines, *stores]) + "}\n"

    def kernel(self) -> str:
        """Return the kernel: one record a thread, record after record in memory."""
        dialect, word = self.dialect, self.word
        parameters = [f"{dialect.pointer}{word} *{item.name}" for item in self.layout.outputs]
        parameters += [f"{dialect.pointer}const {word} *{item.name}" for item in self.layout.inputs]
        parameters.append(f"{word} bp_count")
        lines = [f"const {word} bp_record = {dialect.thread};", "if (bp_record >= bp_count) return;"]
        lines += [*self._loads(self._record_word), *self._steps(), *self._stores(self._record_word)]
        head = f"{dialect.kernel} void {self.request.name}({', '.join(parameters)})"
        return head + " {\n" + "".join(f"    {line}\n" for line in lines) + "}\n"

    def _result_type(self) -> str:
        only = self.layout.outputs[0]
        return self.dialect.types[only.type.unit] if len(self.layout.outputs) == 1 and only.type.count is None else ""

    def _parameters(self, result: str) -> Iterator[str]:
        for item in self.layout.outputs:
            if not result:
                count = len(item.type.word_names(item.name)) if item.type.packed else item.type.elements
                type = self.word if item.type.packed else self.dialect.types[item.type.unit]
                yield f"{type} *{item.name}" if item.type.count is None else f"{type} {item.name}[{count}]"
        for given in self.layout.inputs:
            type = self.dialect.types[given.type.unit]
            if given.type.packed:
                yield f"const {self.word} {given.name}[{len(given.type.word_names(given.name))}]"
            else:
                yield (
                    f"const {type} {given.name}[{given.type.count}]"
                    if given.type.count is not None
                    else f"{type} {given.name}"
                )
        if not self.layout.inputs and result:
            yield "void"

    def _input_word(self, name: str, type: Type, index: int) -> str:
        if type.unit == "u64":
            element = name if type.count is None else f"{name}[{index // 2}]"
            return f"({self.word}){element}" if index % 2 == 0 else f"({self.word})({element} >> 32)"
        return f"{name}[{index}]" if type.count is not None else name

    def _output_word(self, name: str, type: Type, index: int) -> str:
        return f"{name}[{index}]" if type.count is not None else f"*{name}"

    def _record_word(self, name: str, type: Type, index: int) -> str:
        count = len(type.word_names(name))
        return f"{name}[bp_record]" if count == 1 else f"{name}[{count} * bp_record + {index}]"

    def _loads(self, place: object) -> Iterator[str]:
        assert callable(place)
        for item in self.layout.inputs:
            used = False
            for index, word in enumerate(item.type.word_names(item.name)):
                if word in self.names:
                    used = True
                    yield f"const {self.word} {self.names[word]} = {place(item.name, item.type, index)};"
            if not used:
                yield f"(void){item.name};"

    def _steps(self) -> Iterator[str]:
        comments = byte_comments(self.request)
        for step in self.program.steps:
            line = f"const {self.word} {self.names[step.name]} = {self._operation(step)};"
            yield f"{line:<64} // {comments[step.name]}"

    def _operation(self, step: Step) -> str:
        key = step.op
        if step.op == "prmt":
            key = "prmt.run" if isinstance(step.args[2], str) else "prmt.sign" if step.signs else "prmt"
        template = self.dialect.ops[key]
        operands = [self._ref(arg) for arg in step.args]
        selector = step.args[-1] if isinstance(step.args[-1], int) else 0
        return template.format(*operands, s=f"0x{selector:04X}u", wide=f"0x{_widened(selector):08X}u")

    def _ref(self, ref: Ref) -> str:
        if isinstance(ref, str):
            return self.names.get(ref, ref)
        return f"0x{ref:X}u" if ref > 9 else f"{ref}u"

    def _return(self) -> list[str]:
        _, type, words = next(outputs_of(self.request))
        values = [self._ref(ref) for _, ref in words]
        if type.unit == "u64":
            wide = self.dialect.types["u64"]
            return [f"return ({wide}){values[1]} << 32 | {values[0]};"]
        return [
            f"return ({self.dialect.types[type.unit]}){values[0]};" if type.unit != "u32" else f"return {values[0]};"
        ]

    def _stores(self, place: object) -> Iterator[str]:
        assert callable(place)
        words_only = self.request.form == "kernel"
        for name, type, words in outputs_of(self.request):
            if type.unit == "u64" and not words_only:
                for index in range(type.elements):
                    low, high = (self._ref(ref) for _, ref in words[2 * index : 2 * index + 2])
                    yield f"{place(name, type, index)} = ({self.dialect.types['u64']}){high} << 32 | {low};"
                continue
            for index, (_, ref) in enumerate(words):
                yield from self._store(place(name, type, index), self._ref(ref), type, index, words_only)

    def _store(self, target: str, value: str, type: Type, index: int, words_only: bool) -> Iterator[str]:
        count = written_bytes(type, index) if type.packed else 4
        if count == 4:
            cast = "" if words_only or type.packed or type.unit == "u32" else f"({self.dialect.types[type.unit]})"
            yield f"{target} = {cast}{value};"
            return
        byte = self.dialect.types["u8"]
        space = self.dialect.pointer if words_only else ""
        for n in range(count):
            yield (
                f"(({space}{byte} *)&{target})[{n}] = ({byte})({value} >> {8 * n});"
                if n
                else f"(({space}{byte} *)&{target})[0] = ({byte}){value};"
            )

    def test(self) -> str:
        """Return the self-test with known values."""
        given, wanted = known_values(self.request)
        lines: list[str] = []
        for item in self.layout.inputs:
            lines.append(self._test_value(item.name, item.type, [given[w] for w in item.type.word_names(item.name)]))
        result = self._result_type()
        arguments = [] if result else [self._argument(item.name, item.type) for item in self.layout.outputs]
        arguments += [item.name for item in self.layout.inputs]
        call = f"{self.request.name}({', '.join(arguments)})"
        if result:
            words = [wanted[w] for w in self.layout.outputs[0].type.word_names(self.layout.outputs[0].name)]
            lines.append(f"if ({call} != {_number(words)}) wrong++;")
        else:
            lines += self._declared_outputs()
            lines.append(f"{call};")
            lines += self._compared(wanted)
        body = "".join(f"    {line}\n" for line in lines)
        return self.dialect.test.format(name=self.request.name, body=body)

    def _argument(self, name: str, type: Type) -> str:
        return name if type.count is not None else f"&{name}"

    def _test_value(self, name: str, type: Type, words: list[int]) -> str:
        if type.count is None:
            return f"const {self.dialect.types[type.unit]} {name} = {_number(words)};"
        step = 2 if type.unit == "u64" else 1
        values = [_number(words[at : at + step]) for at in range(0, len(words), step)]
        c_type = self.word if type.packed else self.dialect.types[type.unit]
        return f"const {c_type} {name}[{len(values)}] = {{{', '.join(values)}}};"

    def _declared_outputs(self) -> Iterator[str]:
        for item in self.layout.outputs:
            count = len(item.type.word_names(item.name)) if item.type.packed else item.type.elements
            c_type = self.word if item.type.packed else self.dialect.types[item.type.unit]
            yield f"{c_type} {item.name}[{count}];" if item.type.count is not None else f"{c_type} {item.name};"

    def _compared(self, wanted: Mapping[str, int]) -> Iterator[str]:
        for item in self.layout.outputs:
            words = [wanted[w] for w in item.type.word_names(item.name)]
            step = 2 if item.type.unit == "u64" else 1
            for n, at in enumerate(range(0, len(words), step)):
                place = f"{item.name}[{n}]" if item.type.count is not None else item.name
                kept = written_bytes(item.type, n) if item.type.packed else 4
                mask = f" & 0x{(1 << 8 * kept) - 1:X}u" if kept < 4 else ""
                value = _number([word & ((1 << 8 * kept) - 1) for word in words[at : at + step]])
                yield f"if (({place}{mask}) != {value}) wrong++;" if mask else f"if ({place} != {value}) wrong++;"


def _widened(selector: int) -> int:
    """Write a selector with a byte for each field, a sign bit as AMD's codes 8 to 11 where it has one."""
    value = 0
    for n in range(4):
        nibble = selector >> 4 * n & 15
        value |= (8 + (nibble & 7) // 2 if nibble & 8 else nibble) << 8 * n
    return value


def _number(words: list[int]) -> str:
    value = sum(word << 32 * n for n, word in enumerate(words))
    return f"0x{value:X}ull" if len(words) > 1 else f"0x{value:X}u"
