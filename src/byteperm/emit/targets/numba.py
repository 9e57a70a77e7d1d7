"""Numba for CUDA: `libdevice.byte_perm`, whose words are int32; signs by masks, since it ignores bit 3."""

from __future__ import annotations

from collections.abc import Iterator

from byteperm.emit.base import Request, Unsupported, byte_comments, check_names, outputs_of, written_bytes
from byteperm.emit.pycode import BUILTINS, KEYWORDS
from byteperm.layout.printer import print_layout
from byteperm.program.model import Ref, Step

NAME = "numba"
SUMMARY = "Numba for CUDA: a kernel with libdevice.byte_perm, and a function that launches it"
EXTENSION = "py"
TESTED = "executed on an H200; elsewhere the text is compiled as Python"

_OPS = {
    "add": "uint32({0} + {1})",
    "xor": "uint32({0} ^ {1})",
    "and": "uint32({0} & {1})",
    "or": "uint32({0} | {1})",
    "not": "uint32(~{0})",
    "shl": "uint32({0} << {1})",
    "shr": "uint32({0} >> {1})",
    "rotl": "uint32({0} << uint32({1} & 31) | {0} >> uint32(-{1} & 31))",
}
_SELECTORS = {
    "prmt": "{2}",
    "prmt.f4e": "uint32(0x3210 + 0x1111 * ({2} & 3))",
    "prmt.b4e": "uint32((0x5670 + 0x1111 * ({2} & 3)) & 0x7777)",
    "prmt.rc8": "uint32(0x1111 * ({2} & 3))",
}


def emit(request: Request) -> str | Unsupported:
    """Write Numba."""
    if request.test or request.example:
        return Unsupported("Numba needs a GPU to run its own test; the CUDA target has one")
    if any(item.name.startswith("bp_") for item in request.layout.inputs):
        return Unsupported("names that begin with bp_ are the emitted code's own")
    if not request.layout.inputs:
        return Unsupported("a layout without inputs has no records to run over")
    if any(item.type.packed and item.type.byte_count % 4 for item in request.layout.outputs):
        return Unsupported("rows of words cannot leave the last bytes of a packed array unwritten")
    if any(step.op not in _OPS and step.op not in _SELECTORS for step in request.program.steps):
        return Unsupported("an operation has no form in Numba here")
    check_names(request, KEYWORDS, BUILTINS | {"cuda", "libdevice", "np", "uint32", "int32"})
    return "\n".join(_Writer(request).lines()) + "\n"


class _Writer:
    def __init__(self, request: Request) -> None:
        self.request, self.layout, self.program = request, request.layout, request.program
        self.inputs = {item.name: item.type.word_names(item.name) for item in self.layout.inputs}
        self.names: dict[str, str] = {}
        for n, word in enumerate(word for words in self.inputs.values() for word in words):
            self.names[word] = f"bp_i{n}"
        for n, step in enumerate(self.program.steps):
            self.names[step.name] = f"bp_t{n}"

    def lines(self) -> Iterator[str]:
        """Yield the module: a permute on uint32, the kernel, and the function that launches it."""
        yield "import numpy as np\nfrom numba import cuda, int32, uint32\nfrom numba.cuda import libdevice\n\n"
        yield "@cuda.jit(device=True)\ndef _permute(x, y, s):"
        yield "    return uint32(libdevice.byte_perm(int32(x), int32(y), int32(s)))\n\n"
        outputs = [f"bp_out{n}" for n in range(len(self.layout.outputs))]
        inputs = [f"bp_in{n}" for n in range(len(self.layout.inputs))]
        yield f"@cuda.jit\ndef {self.request.name}_kernel({', '.join([*outputs, *inputs])}):"
        yield from (f"    # {line}" for line in [*print_layout(self.layout).splitlines(), self.program.summary])
        yield f"    bp_row = cuda.grid(1)\n    if bp_row >= {inputs[0]}.shape[0]:\n        return"
        for array, words in zip(inputs, self.inputs.values(), strict=True):
            for n, word in enumerate(words):
                yield f"    {self.names[word]} = uint32({array}[bp_row, {n}])"
        comments = byte_comments(self.request)
        for step in self.program.steps:
            yield f"    {self.names[step.name]} = {self._operation(step)}  # {comments[step.name]}"
        for array, (_, type, made) in zip(outputs, outputs_of(self.request), strict=True):
            for n, (_, ref) in enumerate(made):
                assert written_bytes(type, n) == 4 or not type.packed
                yield f"    {array}[bp_row, {n}] = {self._ref(ref)}"
        yield from self._launcher(outputs)

    def _launcher(self, outputs: list[str]) -> Iterator[str]:
        names = list(self.inputs)
        yield f"\n\ndef {self.request.name}({', '.join(names)}):"
        yield '    """Run over uint32 arrays, one record a row of words; returns the rows of the outputs."""'
        yield f"    bp_rows = {names[0]}.shape[0]"
        for array, item in zip(outputs, self.layout.outputs, strict=True):
            count = len(item.type.word_names(item.name))
            yield f"    {array} = cuda.device_array((bp_rows, {count}), np.uint32)"
        given = [f"cuda.to_device(np.ascontiguousarray({name}, np.uint32))" for name in names]
        yield f"    {self.request.name}_kernel[(bp_rows + 255) // 256, 256]({', '.join([*outputs, *given])})"
        yield f"    return {', '.join(f'{array}.copy_to_host()' for array in outputs)}"

    def _ref(self, ref: Ref) -> str:
        return self.names[ref] if isinstance(ref, str) else f"uint32({ref:#x})"

    def _operation(self, step: Step) -> str:
        operands = [self._ref(arg) for arg in step.args]
        if step.op in _OPS:
            return _OPS[step.op].format(*operands)
        if step.signs and isinstance(step.args[2], int):
            return self._signed(operands, step.args[2])
        return f"_permute({operands[0]}, {operands[1]}, {_SELECTORS[step.op].format(*operands)})"

    def _signed(self, operands: list[str], selector: int) -> str:
        """Write a permute with signs: 255 times the top bit of each such byte, beside the other bytes."""
        signs = [n for n in range(4) if selector >> 4 * n & 8]
        tops, others = sum(0x80 << 8 * n for n in signs), sum(0xFF << 8 * n for n in range(4) if n not in signs)
        copy = f"_permute({operands[0]}, {operands[1]}, uint32({selector & 0x7777:#x}))"
        fill = f"uint32(uint32(uint32({copy} & uint32({tops:#x})) >> uint32(7)) * uint32(255))"
        return fill if not others else f"uint32(uint32({copy} & uint32({others:#x})) | {fill})"
