"""Triton: inline PTX on blocks of words, since `libdevice.byte_perm` takes and gives int32 only."""

from __future__ import annotations

import keyword
from collections.abc import Iterator

from byteperm.emit.base import Request, Unsupported, byte_comments, check_names, outputs_of, written_bytes
from byteperm.emit.pycode import BUILTINS, KEYWORDS
from byteperm.layout.printer import print_layout
from byteperm.program.model import Ref, Step

NAME = "triton"
SUMMARY = "Triton: a kernel with inline prmt, and a function that launches it"
EXTENSION = "py"
TESTED = "executed on an H200 (Triton 3.6); elsewhere the text is compiled as Python"

_OPS = {"add": "{0} + {1}", "xor": "{0} ^ {1}", "and": "{0} & {1}", "or": "{0} | {1}", "not": "~{0}"}
#: Operations that are written as PTX too, so that no shift changes the type.
_PTX = {"shl": "shl.b32 $0, {0}, {1};", "shr": "shr.u32 $0, {0}, {1};", "rotl": "shf.l.wrap.b32 $0, {0}, {0}, {1};"}


def emit(request: Request) -> str | Unsupported:
    """Write Triton."""
    if request.test or request.example:
        return Unsupported("Triton needs a GPU to run its own test; the CUDA target has one")
    if any(item.name.startswith("bp_") for item in request.layout.inputs):
        return Unsupported("names that begin with bp_ are the emitted code's own")
    if not request.layout.inputs:
        return Unsupported("a layout without inputs has no records to run over")
    if any(item.type.packed and item.type.byte_count % 4 for item in request.layout.outputs):
        return Unsupported("a block of words cannot leave the last bytes of a packed array unwritten")
    check_names(request, KEYWORDS | frozenset(keyword.softkwlist), BUILTINS | {"tl", "triton", "torch"})
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
        """Yield the module: the kernel, and the function that launches it on rows of words."""
        yield "import torch\nimport triton\nimport triton.language as tl\n\n"
        yield "@triton.jit"
        outputs = [f"bp_out{n}" for n in range(len(self.layout.outputs))]
        inputs = [f"bp_in{n}" for n in range(len(self.layout.inputs))]
        yield f"def {self.request.name}_kernel({', '.join([*outputs, *inputs])}, bp_count, BP_BLOCK: tl.constexpr):"
        yield from (f"    # {line}" for line in [*print_layout(self.layout).splitlines(), self.program.summary])
        yield "    bp_row = tl.program_id(0) * BP_BLOCK + tl.arange(0, BP_BLOCK)\n    bp_mask = bp_row < bp_count"
        for pointer, words in zip(inputs, self.inputs.values(), strict=True):
            for n, word in enumerate(words):
                place = f"{pointer} + {len(words)} * bp_row + {n}"
                yield f"    {self.names[word]} = tl.load({place}, mask=bp_mask, other=0).to(tl.uint32, bitcast=True)"
        comments = byte_comments(self.request)
        for step in self.program.steps:
            yield f"    {self.names[step.name]} = {self._operation(step)}  # {comments[step.name]}"
        for pointer, (_, type, made) in zip(outputs, outputs_of(self.request), strict=True):
            for n, (_, ref) in enumerate(made):
                assert written_bytes(type, n) == 4 or not type.packed
                yield f"    tl.store({pointer} + {len(made)} * bp_row + {n}, {self._stored(ref)}, mask=bp_mask)"
        yield from self._launcher(outputs)

    def _launcher(self, outputs: list[str]) -> Iterator[str]:
        sizes = [len(item.type.word_names(item.name)) for item in self.layout.outputs]
        names = list(self.inputs)
        yield f"\n\ndef {self.request.name}({', '.join(names)}):"
        yield '    """Run over int32 tensors on the GPU, one record a row of words; returns the rows of the outputs."""'
        yield f"    bp_rows = {names[0]}.numel() // {len(self.inputs[names[0]])}"
        for pointer, size in zip(outputs, sizes, strict=True):
            yield f"    {pointer} = torch.empty((bp_rows, {size}), dtype=torch.int32, device={names[0]}.device)"
        arguments = ", ".join([*outputs, *(f"{name}.contiguous()" for name in names)])
        yield f"    {self.request.name}_kernel[(triton.cdiv(bp_rows, 256),)]({arguments}, bp_rows, BP_BLOCK=256)"
        yield f"    return {', '.join(outputs)}"

    def _stored(self, ref: Ref) -> str:
        if isinstance(ref, str):
            return f"{self.names[ref]}.to(tl.int32, bitcast=True)"
        value = ref - (1 << 32) if ref >> 31 else ref
        return f"tl.full((BP_BLOCK,), {value}, tl.int32)"

    def _operation(self, step: Step) -> str:
        if step.op in _OPS:
            return _OPS[step.op].format(*(self._value(arg) for arg in step.args))
        places: dict[str, str] = {}
        operands = [self._place(arg, places) for arg in step.args]
        if step.op in _PTX:
            text = _PTX[step.op].format(*operands)
        else:
            _, _, mode = step.op.partition(".")
            text = f"prmt.b32{'.' + mode if mode else ''} $0, {', '.join(operands)};"
        constraints = ", ".join(["=r", *("r" for _ in places)])
        arguments = f"[{', '.join(places)}]"
        return (
            f'tl.inline_asm_elementwise("{text}", "{constraints}", {arguments}, dtype=tl.uint32, is_pure=True, pack=1)'
        )

    def _value(self, ref: Ref) -> str:
        return self.names[ref] if isinstance(ref, str) else f"{ref:#x}"

    def _place(self, ref: Ref, places: dict[str, str]) -> str:
        """Return an operand of the assembly: a constant as it is, a value by its number."""
        if isinstance(ref, int):
            return f"{ref:#x}"
        return places.setdefault(self.names[ref], f"${len(places) + 1}")
