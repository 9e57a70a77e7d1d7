"""Plain Python over ints."""

from __future__ import annotations

from byteperm.emit.base import Request, Unsupported
from byteperm.emit.pycode import MODEL, PythonWriter

NAME = "python"
SUMMARY = "plain Python over ints"
EXTENSION = "py"
TESTED = "executed"


def emit(request: Request) -> str | Unsupported:
    """Write Python."""
    if request.form == "kernel":
        return Unsupported("Python has no kernels; write the function")
    if any(step.op in ("prmt.ecl", "prmt.ecr", "prmt.rc16") for step in request.program.steps):
        return Unsupported("a mode of prmt has no form in Python here")
    writer = PythonWriter(request)
    names = ", ".join(item.name for item in request.layout.inputs)
    lines = [f"def {request.name}({names}):", *writer.docstring(_shapes(request))]
    for item in request.layout.inputs:
        for index, word in enumerate(item.type.word_names(item.name)):
            lines.append(f"    {writer.names[word]} = {_word(item.name, item.type.unit, item.type.count, index)}")
    lines += writer.steps()
    made = [f"[{', '.join(values)}]" if array else values[0] for _, array, values in writer.values()]
    lines.append(f"    return {', '.join(made)}")
    text = (MODEL if writer.needs_model else "") + "\n".join(lines) + "\n"
    if request.test or request.example:
        arguments, wanted = writer.known()
        results = wanted[0] if len(wanted) == 1 else f"({', '.join(wanted)})"
        text += f"\n\nassert {request.name}({', '.join(arguments)}) == {results}\n"
    return text


def _shapes(request: Request) -> list[str]:
    lines = ["Arguments are unsigned ints; arrays are sequences of them."]
    types = [item.type for item in request.layout.inputs] + [item.type for item in request.layout.outputs]
    if any(type.packed for type in types):
        lines.append("Packed arrays are 32-bit little-endian words.")
    return lines


def _word(name: str, unit: str, count: int | None, index: int) -> str:
    if unit == "u64":
        element = name if count is None else f"{name}[{index // 2}]"
        return f"{element} >> 32" if index % 2 else f"{element} & 0xFFFFFFFF"
    return name if count is None else f"{name}[{index}]"
