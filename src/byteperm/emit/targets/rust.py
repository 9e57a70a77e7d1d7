"""Rust: safe, without the standard library."""

from __future__ import annotations

from collections.abc import Iterator

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

NAME = "rust"
SUMMARY = "Rust: safe, fit for no_std"
EXTENSION = "rs"
TESTED = "compiled with warnings as errors and executed where rustc is installed"

_KEYWORDS = """as async await break const continue crate dyn else enum extern false fn for if impl in let loop match
mod move mut pub ref return self Self static struct super trait true type union unsafe use where while abstract become
box do final gen macro override priv try typeof unsized virtual yield"""
KEYWORDS = frozenset(_KEYWORDS.split())

_MODEL = """const fn bp_prmt(x: u32, y: u32, s: u32) -> u32 {
    let pair = (y as u64) << 32 | x as u64;
    let mut made = 0;
    let mut n = 0;
    while n < 4 {
        let field = s >> (4 * n) & 15;
        let byte = (pair >> (8 * (field & 7))) as u32 & 255;
        made |= (if field & 8 != 0 { 255 * (byte >> 7) } else { byte }) << (8 * n);
        n += 1;
    }
    made
}
"""
_OPS = {
    "add": "{0}.wrapping_add({1})",
    "xor": "{0} ^ {1}",
    "and": "{0} & {1}",
    "or": "{0} | {1}",
    "not": "!{0}",
    "shl": "{0} << {1}",
    "shr": "{0} >> {1}",
    "rotl": "{0}.rotate_left({1})",
    "prmt": "bp_prmt({0}, {1}, {2})",
    "prmt.f4e": "bp_prmt({0}, {1}, 0x3210 + 0x1111 * ({2} & 3))",
    "prmt.b4e": "bp_prmt({0}, {1}, (0x5670 + 0x1111 * ({2} & 3)) & 0x7777)",
    "prmt.rc8": "bp_prmt({0}, {1}, 0x1111 * ({2} & 3))",
}
_TYPES = {"u8": "u8", "u16": "u16", "u32": "u32", "u64": "u64", "index": "u32"}


def emit(request: Request) -> str | Unsupported:
    """Write Rust."""
    if request.form == "kernel":
        return Unsupported("Rust has no kernels here; write the function")
    if any(step.op not in _OPS for step in request.program.steps):
        return Unsupported("an operation has no form in Rust")
    check_names(request, KEYWORDS, frozenset(_TYPES.values()) | {"main", "None", "Some", "Ok", "Err"})
    return _Writer(request).text()


class _Writer:
    def __init__(self, request: Request) -> None:
        self.request, self.layout, self.program = request, request.layout, request.program
        prefix = free_prefix(request)
        used = {arg for step in self.program.steps for arg in step.args if isinstance(arg, str)}
        used |= {ref for _, ref in self.program.outputs if isinstance(ref, str)}
        self.names: dict[str, str] = {}
        for n, word in enumerate(word for item in self.layout.inputs for word in item.type.word_names(item.name)):
            if word in used:
                self.names[word] = f"{prefix}i{n}"
        for n, step in enumerate(self.program.steps):
            self.names[step.name] = f"{prefix}t{n}"

    def text(self) -> str:
        """Return the whole file."""
        lines = [f"// {line}" for line in [*print_layout(self.layout).splitlines(), self.program.summary]]
        body = list(self._function())
        if any("bp_prmt(" in line for line in body):
            lines += ["", _MODEL]
        lines += body
        if self.request.test or self.request.example:
            lines += ["", *self._test()]
        return "\n".join(lines) + "\n"

    def _function(self) -> Iterator[str]:
        parameters = ", ".join(
            self._parameter(item.name, item.type, bool(self._used(item.name, item.type))) for item in self.layout.inputs
        )
        results = [_result_type(item.type) for item in self.layout.outputs]
        yield "#[must_use]\n#[allow(non_snake_case)]"
        yield f"pub fn {self.request.name}({parameters}) -> {_tuple(results)} {{"
        for item in self.layout.inputs:
            for index, word in self._used(item.name, item.type):
                yield f"    let {self.names[word]} = {_word(item.name, item.type, index)};"
        comments = byte_comments(self.request)
        for step in self.program.steps:
            yield f"    let {self.names[step.name]} = {self._operation(step)}; // {comments[step.name]}"
        yield f"    {_tuple(list(self._results()))}"
        yield "}"

    def _used(self, name: str, type: Type) -> list[tuple[int, str]]:
        return [(n, word) for n, word in enumerate(type.word_names(name)) if word in self.names]

    def _parameter(self, name: str, type: Type, used: bool) -> str:
        shown = name if used else f"_{name}"
        if type.packed:
            return f"{shown}: &[u32; {len(type.word_names(name))}]"
        return (
            f"{shown}: &[{_TYPES[type.unit]}; {type.count}]"
            if type.count is not None
            else f"{shown}: {_TYPES[type.unit]}"
        )

    def _operation(self, step: Step) -> str:
        return _OPS[step.op].format(*(self._ref(arg) for arg in step.args))

    def _ref(self, ref: Ref) -> str:
        return (
            self.names[ref]
            if isinstance(ref, str) and ref in self.names
            else f"{ref:#x}_u32"
            if isinstance(ref, int)
            else ref
        )

    def _results(self) -> Iterator[str]:
        for _, type, words in outputs_of(self.request):
            values = [self._ref(ref) for _, ref in words]
            if type.unit == "u64":
                values = [
                    f"u64::from({values[n + 1]}) << 32 | u64::from({values[n]})" for n in range(0, len(values), 2)
                ]
            elif type.packed:
                kept = [(1 << 8 * written_bytes(type, n)) - 1 for n in range(len(values))]
                values = [v if mask == 0xFFFFFFFF else f"{v} & {mask:#x}" for v, mask in zip(values, kept, strict=True)]
            elif type.unit != "u32":
                values = [f"{value} as {_TYPES[type.unit]}" for value in values]
            yield f"[{', '.join(values)}]" if type.count is not None else values[0]

    def _test(self) -> Iterator[str]:
        given, wanted = known_values(self.request)
        arguments = [_literal([given[w] for w in i.type.word_names(i.name)], i.type, "&") for i in self.layout.inputs]
        results = []
        for item in self.layout.outputs:
            words = [wanted[w] for w in item.type.word_names(item.name)]
            if item.type.packed:
                words = [w & ((1 << 8 * written_bytes(item.type, n)) - 1) for n, w in enumerate(words)]
            results.append(_literal(words, item.type, ""))
        call = f"{self.request.name}({', '.join(arguments)})"
        if self.request.example:
            yield f"fn main() {{\n    assert_eq!({call}, {_tuple(results)});\n}}"
        else:
            yield f"#[test]\nfn {self.request.name}_test() {{\n    assert_eq!({call}, {_tuple(results)});\n}}"


def _tuple(values: list[str]) -> str:
    return values[0] if len(values) == 1 else f"({', '.join(values)})"


def _result_type(type: Type) -> str:
    if type.packed:
        return f"[u32; {len(type.word_names('r'))}]"
    return f"[{_TYPES[type.unit]}; {type.count}]" if type.count is not None else _TYPES[type.unit]


def _word(name: str, type: Type, index: int) -> str:
    if type.unit == "u64":
        element = name if type.count is None else f"{name}[{index // 2}]"
        return f"({element} >> 32) as u32" if index % 2 else f"{element} as u32"
    element = name if type.count is None else f"{name}[{index}]"
    return f"u32::from({element})" if type.unit in ("u8", "u16") and not type.packed else element


def _literal(words: list[int], type: Type, reference: str) -> str:
    step = 2 if type.unit == "u64" else 1
    values = [
        f"{sum(w << 32 * n for n, w in enumerate(words[at : at + step])):#x}" for at in range(0, len(words), step)
    ]
    return f"{reference}[{', '.join(values)}]" if type.count is not None else values[0]
