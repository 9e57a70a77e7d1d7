"""The program: a straight line of instructions over 32-bit words, each made once.

A value is named by a string (an input word, or a step's result) or is a constant given as an int.
`Program.run` is what the program means; `Program.lanes` says where every byte of every value comes from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from byteperm.isa import WORD_MASK, prmt
from byteperm.lanes import Any, Const, Lane, Lanes, Pick, Sign
from byteperm.selector.model import lane_of

#: A value's name, or a constant.
Ref = str | int

#: Plain word operations by name: how many values they take, and what they do.
WORD_OPS: dict[str, tuple[int, Callable[..., int]]] = {
    "add": (2, lambda a, b: (a + b) & WORD_MASK),
    "xor": (2, lambda a, b: a ^ b),
    "and": (2, lambda a, b: a & b),
    "or": (2, lambda a, b: a | b),
    "not": (1, lambda a: a ^ WORD_MASK),
    "shl": (2, lambda a, n: a << n & WORD_MASK if n < 32 else 0),
    "shr": (2, lambda a, n: a >> n if n < 32 else 0),
    "rotl": (2, lambda a, n: (a << n % 32 | a >> (32 - n % 32)) & WORD_MASK),
}

#: The permutes: the plain one, whose third argument is a selector, and the modes, whose third is a control.
PERMUTES = ("prmt", "prmt.f4e", "prmt.b4e", "prmt.rc8", "prmt.ecl", "prmt.ecr", "prmt.rc16")


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction.

    Args:
        name: what its result is called.
        op: one of `PERMUTES` or `WORD_OPS`.
        args: the values it takes; for a permute the word of bytes 0-3, the word of bytes 4-7, the selector.

    >>> str(Step("t0", "prmt", ("h[0]", 0x14, 0x5401)))
    't0 = prmt(h[0], 0x14, 0x5401)'
    """

    name: str
    op: str
    args: tuple[Ref, ...]

    def __str__(self) -> str:
        shown = [arg if isinstance(arg, str) else f"{arg:#x}" for arg in self.args]
        if self.op == "prmt" and isinstance(self.args[2], int):
            shown[2] = f"0x{self.args[2]:04X}"
        return f"{self.name} = {self.op}({', '.join(shown)})"

    @property
    def signs(self) -> bool:
        """Whether the step replicates a sign, which ``__byte_perm`` cannot."""
        return self.op == "prmt" and isinstance(self.args[2], int) and bool(self.args[2] & 0x8888)


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a program has as few permutes as it has.

    Args:
        kind: ``bound`` (a lower bound is met), ``exhausted`` (every shorter program was ruled out by search),
            ``gap`` (the best found; a shorter one is not ruled out) or ``recipe`` (run-time words are made by
            recipes, which carry no proof; the rest is as the reason says).
        lower: the least number of permutes that was proved necessary.
        reason: one clause that says why.
        outputs: how many different output words must be made.
        merges: for bounds: by how many the source words of all outputs exceed two, added up.
        shared: for bounds: the most outputs that one further word can serve.
    """

    kind: str
    lower: int
    reason: str
    outputs: int = 0
    merges: int = 0
    shared: int = 0


@dataclass(frozen=True, slots=True)
class Program:
    """A straight line of instructions.

    Args:
        inputs: what is known of each input word's lanes, by name.
        steps: the instructions in order.
        outputs: for each output word its name and the value it is.
        proof: why it is as short as it is.
    """

    inputs: tuple[tuple[str, Lanes], ...]
    steps: tuple[Step, ...]
    outputs: tuple[tuple[str, Ref], ...]
    proof: Proof = field(default=Proof("gap", 0, "not searched"), compare=False)

    @property
    def permutes(self) -> int:
        """Number of permute instructions."""
        return sum(step.op in PERMUTES for step in self.steps)

    @property
    def others(self) -> int:
        """Number of instructions that are no permute."""
        return len(self.steps) - self.permutes

    @property
    def summary(self) -> str:
        """The length, and why it cannot be shorter, in one line.

        >>> Program((), (), (), Proof("bound", 0, "every output is an input or a constant")).summary
        '0 prmt; minimal: every output is an input or a constant'
        """
        others = f" and {self.others} other{'' if self.others == 1 else 's'}" if self.others else ""
        word = "minimal: " if self.proof.kind in ("bound", "exhausted") else ""
        return f"{self.permutes} prmt{others}; {word}{self.proof.reason}"

    def run(self, words: Mapping[str, int]) -> dict[str, int]:
        """Carry the program out.

        Args:
            words: the input words' values by name, unsigned.

        Returns:
            The output words' values by name.

        >>> swap = Program((("x", lanes_of_word("x")),), (Step("t0", "prmt", ("x", 0, 0x0123)),), (("r", "t0"),))
        >>> hex(swap.run({"x": 0x12345678})["r"])
        '0x78563412'
        """
        values = dict(words)
        for step in self.steps:
            values[step.name] = run_step(step, [values[arg] if isinstance(arg, str) else arg for arg in step.args])
        return {name: values[ref] if isinstance(ref, str) else ref for name, ref in self.outputs}

    def lanes(self) -> dict[str, Lanes]:
        """Return where every byte of every value comes from, by the value's name.

        A step that is no permute with a constant selector is a word of its own: its bytes are picked from it.
        """
        known = dict(self.inputs)
        for step in self.steps:
            known[step.name] = step_lanes(step, [ref_lanes(arg, known) for arg in step.args[:2]])
        return known

    def output_lanes(self) -> dict[str, Lanes]:
        """Return where every output byte comes from, by output word."""
        known = self.lanes()
        return {name: ref_lanes(ref, known) for name, ref in self.outputs}


def lanes_of_word(name: str) -> Lanes:
    """Return a word's own four bytes, least significant first."""
    return Pick(name, 0), Pick(name, 1), Pick(name, 2), Pick(name, 3)


def constant_lanes(value: int) -> Lanes:
    """Return a constant's four bytes, least significant first."""
    return Const(value & 0xFF), Const(value >> 8 & 0xFF), Const(value >> 16 & 0xFF), Const(value >> 24 & 0xFF)


def ref_lanes(ref: Ref, known: Mapping[str, Lanes]) -> Lanes:
    """Return the lanes of a value or constant."""
    return known[ref] if isinstance(ref, str) else constant_lanes(ref)


def run_step(step: Step, values: list[int]) -> int:
    """Return what one instruction gives for values."""
    if step.op in PERMUTES:
        _, _, mode = step.op.partition(".")
        return prmt(values[0], values[1], values[2], mode or "default")
    return WORD_OPS[step.op][1](*values)


def step_lanes(step: Step, operands: list[Lanes]) -> Lanes:
    """Return where each byte of a step's result comes from."""
    selector = step.args[-1]
    if step.op != "prmt" or not isinstance(selector, int):
        return lanes_of_word(step.name)
    low, high = operands
    a, b, c, d = (_picked(selector >> 4 * n & 0xF, low, high) for n in range(4))
    return a, b, c, d


def _picked(field_number: int, low: Lanes, high: Lanes) -> Lane:
    move = lane_of(field_number, "prmt")
    assert isinstance(move, Pick | Sign)
    source = (low if move.word == "x" else high)[move.byte]
    return signed(source) if isinstance(move, Sign) else source


def signed(lane: Lane) -> Lane:
    """Return a lane's top bit, eight times."""
    if isinstance(lane, Pick):
        return Sign(lane.word, lane.byte)
    if isinstance(lane, Const):
        return Const(0xFF if lane.value & 0x80 else 0x00)
    return lane


def serves(lanes: Lanes, target: Lanes) -> bool:
    """Tell whether a value's lanes are what a target asks for; ``_`` asks for nothing."""
    return all(isinstance(want, Any) or want == lane for want, lane in zip(target, lanes, strict=True))
