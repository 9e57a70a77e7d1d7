"""LLVM IR: permutes as `shufflevector`, from which each backend picks its own instruction."""

from __future__ import annotations

from collections.abc import Iterator

from byteperm.emit.base import Request, Unsupported, byte_comments, check_names, outputs_of, written_bytes
from byteperm.layout.printer import print_layout
from byteperm.program.model import Ref, Step

NAME = "llvm"
SUMMARY = "LLVM IR with opaque pointers, for little-endian targets"
EXTENSION = "ll"
TESTED = "verified and executed through llvmlite"

_OPS = {"add": "add", "xor": "xor", "and": "and", "or": "or", "shl": "shl", "shr": "lshr"}
_RUNTIME = ("prmt", "prmt.f4e", "prmt.rc8", "rotl", "not", *_OPS)


def emit(request: Request) -> str | Unsupported:
    """Write LLVM IR."""
    if request.test or request.example:
        return Unsupported("LLVM IR has no host language to test itself in")
    if request.form == "kernel":
        return Unsupported("LLVM IR has no kernels of its own; write the function")
    if any(step.op not in _RUNTIME for step in request.program.steps):
        return Unsupported("an operation has no form in LLVM IR here")
    check_names(request, frozenset())
    return "\n".join(_Writer(request).lines()) + "\n"


class _Writer:
    def __init__(self, request: Request) -> None:
        self.request, self.layout, self.program = request, request.layout, request.program
        self.names: dict[str, str] = {}
        self.fresh = 0

    def lines(self) -> Iterator[str]:
        """Yield the module: one function that takes a pointer to the words of each output and input."""
        yield from (f"; {line}" for line in [*print_layout(self.layout).splitlines(), self.program.summary])
        names = [item.name for item in self.layout.outputs] + [item.name for item in self.layout.inputs]
        yield f"; arguments: pointers to the 32-bit words of {', '.join(names)}"
        yield ""
        if any(step.op == "rotl" for step in self.program.steps):
            yield "declare i32 @llvm.fshl.i32(i32, i32, i32)\n"
        yield f"define void @{self.request.name}({', '.join(f'ptr %p{n}' for n in range(len(names)))}) {{"
        for number, item in enumerate(self.layout.inputs, len(self.layout.outputs)):
            for index, word in enumerate(item.type.word_names(item.name)):
                yield from self._load(number, index, word)
        comments = byte_comments(self.request)
        for step in self.program.steps:
            yield f"  ; {step.name}: {comments[step.name]}"
            yield from self._step(step)
        yield from self._stores()
        yield "  ret void\n}"

    def _new(self) -> str:
        self.fresh += 1
        return f"%v{self.fresh}"

    def _load(self, pointer: int, index: int, word: str) -> Iterator[str]:
        place, self.names[word] = self._new(), self._new()
        yield f"  {place} = getelementptr i32, ptr %p{pointer}, i32 {index}"
        yield f"  {self.names[word]} = load i32, ptr {place}, align 4"

    def _ref(self, ref: Ref) -> str:
        return self.names[ref] if isinstance(ref, str) else str(ref)

    def _step(self, step: Step) -> Iterator[str]:
        operands = [self._ref(arg) for arg in step.args]
        if step.op == "prmt" and isinstance(step.args[2], int):
            yield from self._shuffle(step, operands, step.args[2])
        elif step.op.startswith("prmt"):
            yield from self._gather(step, operands)
        elif step.op == "rotl":
            result = self.names[step.name] = self._new()
            yield f"  {result} = call i32 @llvm.fshl.i32(i32 {operands[0]}, i32 {operands[0]}, i32 {operands[1]})"
        else:
            result = self.names[step.name] = self._new()
            op, other = ("xor", "-1") if step.op == "not" else (_OPS[step.op], operands[1])
            yield f"  {result} = {op} i32 {operands[0]}, {other}"

    def _shuffle(self, step: Step, operands: list[str], selector: int) -> Iterator[str]:
        low, high, made = self._new(), self._new(), self._new()
        fields = [selector >> 4 * n & 15 for n in range(4)]
        yield f"  {low} = bitcast i32 {operands[0]} to <4 x i8>\n  {high} = bitcast i32 {operands[1]} to <4 x i8>"
        yield _shufflevector(made, low, high, [field & 7 for field in fields])
        if selector & 0x8888:
            signs, mixed = self._new(), self._new()
            yield f"  {signs} = ashr <4 x i8> {made}, <i8 7, i8 7, i8 7, i8 7>"
            yield _shufflevector(mixed, made, signs, [n + 4 if field & 8 else n for n, field in enumerate(fields)])
            made = mixed
        self.names[step.name] = self._new()
        yield f"  {self.names[step.name]} = bitcast <4 x i8> {made} to i32"

    def _gather(self, step: Step, operands: list[str]) -> Iterator[str]:
        """Write a permute whose selector is made at run time, by 64-bit shifts."""
        low, high, upper, pair = (self._new() for _ in range(4))
        yield f"  {low} = zext i32 {operands[0]} to i64\n  {high} = zext i32 {operands[1]} to i64"
        yield f"  {upper} = shl i64 {high}, 32\n  {pair} = or i64 {upper}, {low}"
        selector, scale = operands[2], self._new()
        yield f"  {scale} = zext i32 {selector} to i64"
        total = "0"
        for n in range(1 if step.op != "prmt" else 4):
            moved, masked, bits, byte, cut, kept, placed, joined = (self._new() for _ in range(8))
            mask = 7 if step.op == "prmt" else 3
            yield f"  {moved} = lshr i64 {scale}, {4 * n}\n  {masked} = and i64 {moved}, {mask}"
            yield f"  {bits} = shl i64 {masked}, 3\n  {byte} = lshr i64 {pair}, {bits}"
            yield f"  {cut} = trunc i64 {byte} to i32"
            width = -1 if step.op == "prmt.f4e" else 255
            yield f"  {kept} = and i32 {cut}, {width}\n  {placed} = shl i32 {kept}, {8 * n}"
            yield f"  {joined} = or i32 {total}, {placed}"
            total = joined
        if step.op == "prmt.rc8":
            spread = self._new()
            yield f"  {spread} = mul i32 {total}, {0x01010101}"
            total = spread
        self.names[step.name] = total

    def _stores(self) -> Iterator[str]:
        for number, (_, type, words) in enumerate(outputs_of(self.request)):
            for index, (_, ref) in enumerate(words):
                count = written_bytes(type, index) if type.packed else 4
                if count == 4:
                    place = self._new()
                    yield f"  {place} = getelementptr i32, ptr %p{number}, i32 {index}"
                    yield f"  store i32 {self._ref(ref)}, ptr {place}, align 4"
                    continue
                for byte in range(count):
                    place, moved, cut = self._new(), self._new(), self._new()
                    yield f"  {place} = getelementptr i8, ptr %p{number}, i32 {4 * index + byte}"
                    yield f"  {moved} = lshr i32 {self._ref(ref)}, {8 * byte}\n  {cut} = trunc i32 {moved} to i8"
                    yield f"  store i8 {cut}, ptr {place}"


def _shufflevector(result: str, low: str, high: str, places: list[int]) -> str:
    mask = ", ".join(f"i32 {place}" for place in places)
    return f"  {result} = shufflevector <4 x i8> {low}, <4 x i8> {high}, <4 x i32> <{mask}>"
