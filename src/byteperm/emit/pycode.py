"""Code in Python: plain ints, and arrays of NumPy; one skeleton for both."""

from __future__ import annotations

import keyword
from collections.abc import Iterator

from byteperm.emit.base import Request, byte_comments, check_names, free_prefix, known_values, outputs_of, written_bytes
from byteperm.layout.printer import print_layout
from byteperm.program.model import Ref, Step

KEYWORDS = frozenset([*keyword.kwlist, *keyword.softkwlist])
BUILTINS = frozenset(("int", "list", "tuple", "range", "len", "sum", "bytes", "min", "max"))

#: A permute whose selector is made at run time; recipes keep bit 3 of its fields clear.
MODEL = """def _prmt(x, y, s):
    pair = [*(x >> n & 0xFF for n in (0, 8, 16, 24)), *(y >> n & 0xFF for n in (0, 8, 16, 24))]
    made = 0
    for n in range(4):
        field = s >> 4 * n & 7
        made = made | sum((field == k) * byte for k, byte in enumerate(pair)) << 8 * n
    return made


"""

WORD_OPS = {
    "add": "({0} + {1}) & 0xFFFFFFFF",
    "xor": "{0} ^ {1}",
    "and": "{0} & {1}",
    "or": "{0} | {1}",
    "not": "{0} ^ 0xFFFFFFFF",
    "shl": "({0} << {1}) & 0xFFFFFFFF",
    "shr": "{0} >> {1}",
    "rotl": "({0} << ({1} & 31) | {0} >> (-{1} & 31)) & 0xFFFFFFFF",
}


def parts(selector: int, low: str, high: str, low_value: Ref, high_value: Ref) -> str:
    """Write a permute with a constant selector by shifts and masks, neighbouring bytes together.

    Args:
        selector: the selector, signs allowed.
        low: text of the word of bytes 0-3.
        high: text of the word of bytes 4-7.
        low_value: that word, to fold constants.
        high_value: likewise.
    """
    constant, terms, place = 0, [], 0
    while place < 4:
        number = selector >> 4 * place & 15
        ref, text = (low_value, low) if number & 4 == 0 else (high_value, high)
        byte, run = number & 3, 1
        if number & 8:
            terms.append(f"(-({text} >> {8 * byte + 7} & 1) & 0xFF) << {8 * place}")
        elif isinstance(ref, int):
            constant |= (ref >> 8 * byte & 0xFF) << 8 * place
        else:
            while place + run < 4 and selector >> 4 * (place + run) & 15 == number + run and (number & 3) + run < 4:
                run += 1
            terms.append(_moved(text, byte, place, run))
        place += run
    if constant or not terms:
        terms.append(f"{constant:#x}")
    return " | ".join(terms)


def _moved(text: str, byte: int, place: int, run: int) -> str:
    mask = ((1 << 8 * run) - 1) << 8 * place
    if run == 4:
        return text
    shift = 8 * (place - byte)
    if shift > 0:
        return f"{text} << {shift} & {mask:#x}"
    return f"{text} >> {-shift} & {mask:#x}" if shift < 0 else f"{text} & {mask:#x}"


class PythonWriter:
    """Writes a function in Python.

    Args:
        request: what is wanted.
    """

    def __init__(self, request: Request) -> None:
        check_names(request, KEYWORDS, BUILTINS | {"np", "numpy"})
        self.request, self.layout, self.program = request, request.layout, request.program
        prefix = free_prefix(request)
        self.names: dict[str, str] = {}
        for n, word in enumerate(word for item in self.layout.inputs for word in item.type.word_names(item.name)):
            self.names[word] = f"{prefix}i{n}"
        for n, step in enumerate(self.program.steps):
            self.names[step.name] = f"{prefix}t{n}"

    def docstring(self, lines: list[str]) -> list[str]:
        """Return the function's docstring: the layout, the proof, the shapes."""
        shown = print_layout(self.layout).splitlines()
        return ['    """', *(f"    {line}" for line in [*shown, "", self.program.summary, "", *lines]), '    """']

    def steps(self) -> Iterator[str]:
        """Yield one line a step."""
        comments = byte_comments(self.request)
        for step in self.program.steps:
            yield f"    {self.names[step.name]} = {self.operation(step)}  # {comments[step.name]}"

    def operation(self, step: Step) -> str:
        """Return the text of one step."""
        operands = [self.ref(arg) for arg in step.args]
        if step.op == "prmt" and isinstance(step.args[2], int):
            return parts(step.args[2], operands[0], operands[1], step.args[0], step.args[1])
        if step.op.startswith("prmt"):
            return f"_prmt({operands[0]}, {operands[1]}, {self._selector(step.op, operands[2])})"
        return WORD_OPS[step.op].format(*operands)

    def _selector(self, op: str, control: str) -> str:
        return {
            "prmt": control,
            "prmt.f4e": f"0x3210 + 0x1111 * ({control} & 3)",
            "prmt.b4e": f"0x5670 + 0x1111 * ({control} & 3) & 0x7777",
            "prmt.rc8": f"0x1111 * ({control} & 3)",
        }[op]

    def ref(self, ref: Ref) -> str:
        """Return the text of a value or constant."""
        return self.names.get(ref, ref) if isinstance(ref, str) else f"{ref:#x}" if ref > 9 else str(ref)

    @property
    def needs_model(self) -> bool:
        """Whether some permute's selector is made at run time."""
        permutes = [step for step in self.program.steps if step.op.startswith("prmt")]
        return any(step.op != "prmt" or isinstance(step.args[2], str) for step in permutes)

    def values(self) -> Iterator[tuple[str, bool, list[str]]]:
        """Yield each output's name, whether it is an array, and the text of each element (``u64`` joined)."""
        for name, type, words in outputs_of(self.request):
            refs = [self.ref(ref) for _, ref in words]
            if type.unit == "u64":
                refs = [f"{refs[n]} | {refs[n + 1]} << 32" for n in range(0, len(refs), 2)]
            elif type.packed:
                masks = [(1 << 8 * written_bytes(type, n)) - 1 for n in range(len(refs))]
                refs = [r if mask == 0xFFFFFFFF else f"{r} & {mask:#x}" for r, mask in zip(refs, masks, strict=True)]
            yield name, type.count is not None, refs

    def known(self) -> tuple[list[str], list[str]]:
        """Return the arguments of a call with known values, and the results that must come out."""
        given, wanted = known_values(self.request)
        arguments, results = [], []
        for item in self.layout.inputs:
            words = [given[w] for w in item.type.word_names(item.name)]
            arguments.append(_literal(words, item.type.unit == "u64", item.type.count is not None))
        for out in self.layout.outputs:
            words = [wanted[w] for w in out.type.word_names(out.name)]
            if out.type.packed:
                words = [word & ((1 << 8 * written_bytes(out.type, n)) - 1) for n, word in enumerate(words)]
            results.append(_literal(words, out.type.unit == "u64", out.type.count is not None))
        return arguments, results


def _literal(words: list[int], wide: bool, array: bool) -> str:
    values = [words[n] | words[n + 1] << 32 for n in range(0, len(words), 2)] if wide else words
    shown = [f"{value:#x}" for value in values]
    return f"[{', '.join(shown)}]" if array else shown[0]
