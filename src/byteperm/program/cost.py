"""What a program costs on an architecture, and where something else than PRMT is as good.

The numbers come with their evidence: what was read from machine code or measured, and what only stands in
documents and is marked so. Nothing here changes what a program does.
"""

from __future__ import annotations

from dataclasses import dataclass

from byteperm.program.model import PERMUTES, Program, Step
from byteperm.selector.model import Selector
from byteperm.selector.naming import names_of
from byteperm.spans import BytepermError

#: What an operation becomes: instructions, and the pipe they use.
_NVIDIA_OPS = {
    **dict.fromkeys(PERMUTES, (1, "PRMT")),
    "add": (1, "IADD3"),
    "xor": (1, "LOP3"),
    "and": (1, "LOP3"),
    "or": (1, "LOP3"),
    "not": (1, "LOP3"),
    "shl": (1, "SHF"),
    "shr": (1, "SHF"),
    "rotl": (1, "SHF"),
}


@dataclass(frozen=True, slots=True)
class Architecture:
    """An architecture that can be asked for.

    Args:
        name: ``sm_90``, …
        per_clock: results of one pipe a clock and multiprocessor, None if it was not measured.
        evidence: where the facts come from.
    """

    name: str
    per_clock: int | None
    evidence: str


_SASS = "instruction forms read from machine code of nvcc 13.0 and NVRTC 13; rate not measured"
_MEASURED = "forms read from machine code; 64 results a clock and 4 clocks latency measured on an H200"
_DOCUMENTS = "from documents, unmeasured"

ARCHITECTURES = {
    **{name: Architecture(name, None, _SASS) for name in ("sm_75", "sm_80", "sm_86", "sm_89")},
    "sm_90": Architecture("sm_90", 64, _MEASURED),
    **{name: Architecture(name, None, _DOCUMENTS) for name in ("sm_100", "sm_120", "gfx90a", "gfx942", "gfx1100")},
}


@dataclass(frozen=True, slots=True)
class Cost:
    """What a program costs.

    Args:
        architecture: where.
        instructions: permutes and others together, without moves.
        permutes: how many are permutes.
        moves: constants that need a register of their own, since PRMT takes one immediate and the selector
            already is one; a compiler hoists them out of loops.
        depth: instructions on the longest path from an input to an output.
        pipes: instructions by pipe.
        ties: steps that another instruction does as well, in words.
    """

    architecture: Architecture
    instructions: int
    permutes: int
    moves: int
    depth: int
    pipes: tuple[tuple[str, int], ...]
    ties: tuple[str, ...]

    def describe(self) -> str:
        """Say the cost in one line."""
        parts = [f"{self.instructions} instruction{'' if self.instructions == 1 else 's'}"]
        if self.moves:
            parts.append(f"{self.moves} constant{'' if self.moves == 1 else 's'} in registers")
        parts.append(f"longest path {self.depth}")
        return f"{self.architecture.name}: {', '.join(parts)} ({self.architecture.evidence})"


def cost_of(program: Program, arch: str = "sm_90") -> Cost:
    """Price a program on an architecture.

    Args:
        program: the program.
        arch: one of `ARCHITECTURES`.

    Raises:
        BytepermError: the architecture is not known.
    """
    if arch not in ARCHITECTURES:
        raise BytepermError(
            "unknown architecture", found=f"found {arch[:40]!r}", help=f"known are {', '.join(ARCHITECTURES)}"
        )
    pipes: dict[str, int] = {}
    for step in program.steps:
        count, pipe = _NVIDIA_OPS[step.op]
        name = _amd(pipe) if arch.startswith("gfx") else pipe
        pipes[name] = pipes.get(name, 0) + count
    return Cost(
        ARCHITECTURES[arch],
        len(program.steps),
        program.permutes,
        len(_registers(program)),
        _depth(program),
        tuple(pipes.items()),
        tuple(tie for step in program.steps if (tie := _tie(step, program))),
    )


def _amd(pipe: str) -> str:
    return {"PRMT": "v_perm_b32", "SHF": "v_alignbit_b32"}.get(pipe, "VALU")


def _registers(program: Program) -> set[int]:
    """Return the constants that are a second immediate; zero is a register that is always there."""
    needed: set[int] = set()
    for step in program.steps:
        if step.op == "prmt" and isinstance(step.args[2], int):
            needed |= {arg for arg in step.args[:2] if isinstance(arg, int) and arg}
    return needed


def _depth(program: Program) -> int:
    depths: dict[str, int] = {}
    for step in program.steps:
        depths[step.name] = 1 + max((depths.get(arg, 0) for arg in step.args if isinstance(arg, str)), default=0)
    return max((depths.get(ref, 0) for _, ref in program.outputs if isinstance(ref, str)), default=0)


def _tie(step: Step, program: Program) -> str:
    """Say which other instruction does a step as well, if one is known to."""
    if step.op != "prmt" or not isinstance(step.args[2], int):
        return ""
    constants = {role: arg for role, arg in zip("xy", step.args[:2], strict=True) if isinstance(arg, int)}
    same = step.args[0] == step.args[1]
    for name in names_of(Selector(step.args[2], "prmt"), constants, same):
        for words, instruction in _TIES:
            if words in name:
                return f"{step.name} ({name}): {instruction} does it in one instruction too"
    return ""


_TIES = (
    ("rotate", "SHF"),
    ("shifted right by", "SHF"),
    ("shift ", "SHF"),
    ("zero-extend byte x0", "LOP3"),
    ("zero-extend half x1x0", "LOP3"),
)
