"""CuPy: a RawKernel of the CUDA kernel, with a function that launches it."""

from __future__ import annotations

from dataclasses import replace

from byteperm.emit.base import Request, Unsupported, check_names
from byteperm.emit.pycode import BUILTINS, KEYWORDS
from byteperm.emit.targets import cuda

NAME = "cupy"
SUMMARY = "CuPy: a RawKernel and a function that launches it over arrays of records"
EXTENSION = "py"
TESTED = "its kernel is the CUDA target's, which is executed on an H200; the wrapper is executed there too"

_LAUNCH = '''import cupy

_source = r"""{source}"""
_kernel = cupy.RawKernel(_source, "{name}_kernel", options=("-D__CUDACC_RTC__",))


def {name}({inputs}):
    """Run over arrays of 32-bit words, one record a row; returns {outputs}."""
    bp_arrays = [cupy.ascontiguousarray(bp_a, dtype=cupy.uint32) for bp_a in ({inputs},)]
    bp_count = bp_arrays[0].size // {first}
    bp_made = [cupy.zeros((bp_count, bp_n), cupy.uint32) for bp_n in ({sizes},)]
    _kernel(((bp_count + 255) // 256,), (256,), (*bp_made, *bp_arrays, cupy.uint32(bp_count)))
    return {result}
'''


def emit(request: Request) -> str | Unsupported:
    """Write CuPy."""
    check_names(request, KEYWORDS, BUILTINS | {"cupy"})
    if not request.layout.inputs:
        return Unsupported("a layout without inputs has no records to run over")
    if request.test or request.example:
        return Unsupported("CuPy needs a GPU to run its own test; the CUDA target has one")
    kernel = cuda.emit(replace(request, form="kernel", name=f"{request.name}_kernel"))
    if isinstance(kernel, Unsupported):
        return kernel
    words = {item.name: len(item.type.word_names(item.name)) for item in request.layout.inputs}
    made = {item.name: len(item.type.word_names(item.name)) for item in request.layout.outputs}
    return _LAUNCH.format(
        source=kernel,
        name=request.name,
        inputs=", ".join(words),
        outputs=", ".join(f"{name} ({count} words)" for name, count in made.items()),
        first=next(iter(words.values())),
        sizes=", ".join(str(count) for count in made.values()),
        result="bp_made[0]" if len(made) == 1 else "tuple(bp_made)",
    )
