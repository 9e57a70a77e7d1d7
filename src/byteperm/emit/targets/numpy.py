"""NumPy: the same movement for many records at once."""

from __future__ import annotations

from byteperm.emit.base import Request, Unsupported
from byteperm.emit.pycode import MODEL, PythonWriter

NAME = "numpy"
SUMMARY = "NumPy, vectorised over any number of records"
EXTENSION = "py"
TESTED = "executed"

_SHAPES = [
    "Each argument is an array of unsigned integers; arrays of the layout are its last axis, of 32-bit words (u64: of",
    "64-bit ones; packed arrays: little-endian words). Any axes before it are records.",
]


def emit(request: Request) -> str | Unsupported:
    """Write NumPy."""
    if request.form == "kernel":
        return Unsupported("NumPy has no kernels; its function already takes many records")
    if any(step.op in ("prmt.ecl", "prmt.ecr", "prmt.rc16") for step in request.program.steps):
        return Unsupported("a mode of prmt has no form in Python here")
    writer = PythonWriter(request)
    names = ", ".join(item.name for item in request.layout.inputs)
    lines = [f"def {request.name}({names}):", *writer.docstring(_SHAPES)]
    for item in request.layout.inputs:
        for index, word in enumerate(item.type.word_names(item.name)):
            lines.append(f"    {writer.names[word]} = {_word(item.name, item.type.unit, item.type.count, index)}")
    # 64-bit integers hold every shift of a 32-bit word without loss; the results are cut to their own width.
    lines += writer.steps()
    results = [_result(request, name, array, values) for name, array, values in writer.values()]
    lines.append(f"    return {', '.join(results)}")
    text = "import numpy as np\n\n\n" + (MODEL if writer.needs_model else "") + "\n".join(lines) + "\n"
    if request.test or request.example:
        arguments, wanted = writer.known()
        call = f"{request.name}({', '.join(f'np.array({value}, dtype=np.uint64)' for value in arguments)})"
        made = call if len(wanted) > 1 else f"({call},)"
        text += (
            f"\n\nfor made, wanted in zip({made}, ({', '.join(wanted)},)):\n    assert np.array_equal(made, wanted)\n"
        )
    return text


def _word(name: str, unit: str, count: int | None, index: int) -> str:
    place = index // 2 if unit == "u64" else index
    element = f"np.asarray({name})" + ("" if count is None else f"[..., {place}]")
    if unit != "u64":
        return f"{element}.astype(np.int64)"
    half = f"({element}.astype(np.uint64) >> np.uint64(32))" if index % 2 else element
    return f"({half}.astype(np.uint64) & np.uint64(0xFFFFFFFF)).astype(np.int64)"


def _result(request: Request, name: str, array: bool, values: list[str]) -> str:
    type = next(item.type for item in request.layout.outputs if item.name == name)
    width = {"u8": "uint8", "u16": "uint16", "u64": "uint64"}.get(type.unit, "uint32")
    dtype = "np.uint32" if type.packed else f"np.{width}"
    cast = [f"np.asarray({value}).astype({dtype})" for value in values]
    return f"np.stack(np.broadcast_arrays({', '.join(cast)}), axis=-1)" if array else cast[0]
