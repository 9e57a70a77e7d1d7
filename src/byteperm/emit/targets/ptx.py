"""PTX: a kernel of raw `prmt`, one record a thread."""

from __future__ import annotations

import re
from collections.abc import Iterator

from byteperm.emit.base import Request, Unsupported, byte_comments, check_names, outputs_of, written_bytes
from byteperm.layout.printer import print_layout
from byteperm.program.model import Ref, Step

NAME = "ptx"
SUMMARY = "PTX: a kernel of raw prmt, one record a thread"
EXTENSION = "ptx"
TESTED = "assembled for sm_75, sm_90 and sm_120"

_OPS = {
    "add": "add.u32",
    "xor": "xor.b32",
    "and": "and.b32",
    "or": "or.b32",
    "not": "not.b32",
    "shl": "shl.b32",
    "shr": "shr.u32",
}
_VERSIONS = {
    "sm_75": "6.3",
    "sm_80": "7.0",
    "sm_86": "7.1",
    "sm_89": "7.8",
    "sm_90": "7.8",
    "sm_100": "8.6",
    "sm_120": "8.7",
}


def emit(request: Request) -> str | Unsupported:
    """Write PTX."""
    if request.test or request.example:
        return Unsupported("PTX has no host language to test itself in")
    if request.arch not in _VERSIONS:
        return Unsupported(f"PTX is for NVIDIA GPUs, not for {request.arch}")
    check_names(request, frozenset(), frozenset())
    return "\n".join(_lines(request)) + "\n"


def _lines(request: Request) -> Iterator[str]:
    layout, program = request.layout, request.program
    yield from (f"// {line}" for line in [*print_layout(layout).splitlines(), program.summary])
    yield f".version {_VERSIONS[request.arch]}\n.target {request.arch}\n.address_size 64\n"
    names = [item.name for item in layout.outputs] + [item.name for item in layout.inputs]
    parameters = [f"    .param .u64 bp_p{n} // {name}" for n, name in enumerate(names)]
    joined = [line.replace(" //", ", //") for line in parameters]
    yield f".visible .entry {request.name}(\n" + "\n".join([*joined, "    .param .u32 bp_count"]) + "\n)\n{"
    yield f"    .reg .pred %p;\n    .reg .b32 %i, %n, %c, %d, %b, %v<{len(program.inputs) + len(program.steps) + 1}>;"
    yield f"    .reg .b64 %a, %o<{len(names)}>;"
    yield "    mov.u32 %c, %ctaid.x;\n    mov.u32 %d, %ntid.x;\n    mov.u32 %i, %tid.x;\n    mad.lo.u32 %i, %c, %d, %i;"
    yield "    ld.param.u32 %n, [bp_count];\n    setp.ge.u32 %p, %i, %n;\n    @%p ret;"
    registers = {word: f"%v{n}" for n, (word, _) in enumerate(program.inputs)}
    counts = [len(item.type.word_names(item.name)) for item in layout.outputs]
    counts += [len(item.type.word_names(item.name)) for item in layout.inputs]
    for n, count in enumerate(counts):
        yield from _pointer(n, count)
    for n, given in enumerate(layout.inputs, len(layout.outputs)):
        for k, word in enumerate(given.type.word_names(given.name)):
            yield f"    ld.global.u32 {registers[word]}, [%o{n} + {4 * k}];"
    comments = byte_comments(request)
    for n, step in enumerate(program.steps, len(program.inputs)):
        registers[step.name] = f"%v{n}"
        yield f"    {_instruction(step, registers)} // {comments[step.name]}"
    yield from _stores(request, registers)
    yield "    ret;\n}"


def _pointer(number: int, words: int) -> Iterator[str]:
    yield f"    ld.param.u64 %o{number}, [bp_p{number}];\n    cvta.to.global.u64 %o{number}, %o{number};"
    yield f"    mul.wide.u32 %a, %i, {4 * words};\n    add.s64 %o{number}, %o{number}, %a;"


def _ref(ref: Ref, registers: dict[str, str]) -> str:
    return registers[ref] if isinstance(ref, str) else f"{ref:#x}"


def _instruction(step: Step, registers: dict[str, str]) -> str:
    operands = [_ref(arg, registers) for arg in step.args]
    result = registers[step.name]
    if step.op.startswith("prmt"):
        _, _, mode = step.op.partition(".")
        return f"prmt.b32{'.' + mode if mode else ''} {result}, {', '.join(operands)};"
    if step.op == "rotl":
        return f"shf.l.wrap.b32 {result}, {operands[0]}, {operands[0]}, {operands[1]};"
    return f"{_OPS[step.op]} {result}, {', '.join(operands)};"


def _stores(request: Request, registers: dict[str, str]) -> Iterator[str]:
    for n, (_, type, words) in enumerate(outputs_of(request)):
        for k, (_, ref) in enumerate(words):
            value = _ref(ref, registers)
            count = written_bytes(type, k) if type.packed else 4
            if not re.match("%", value):
                yield f"    mov.u32 %b, {value};"
                value = "%b"
            if count == 4:
                yield f"    st.global.u32 [%o{n} + {4 * k}], {value};"
                continue
            for byte in range(count):
                yield f"    shr.u32 %c, {value}, {8 * byte};\n    st.global.u8 [%o{n} + {4 * k + byte}], %c;"
