"""What all targets share: the request, names, comments and known values.

A target is one module in `byteperm.emit.targets`, found by itself. It has ``NAME``, ``SUMMARY``, ``EXTENSION``,
``TESTED`` (how its output is compiled or executed in the tests) and ``emit(request)``, which returns the code
or an `Unsupported` with the reason. What an operation looks like is a table in that module, operation to text.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Protocol, cast

from byteperm.emit import targets
from byteperm.layout.model import Layout, Type
from byteperm.program.model import Program, Ref
from byteperm.spans import BytepermError

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")

#: Longest name that goes into emitted code.
MAX_NAME = 64


@dataclass(frozen=True, slots=True)
class Request:
    """Code that is wanted.

    Args:
        layout: what the code does.
        program: the instructions that do it.
        name: what the function is called.
        form: ``function``, or ``kernel``: one thread a record over arrays.
        test: whether a test with known values, in the target's own language, is added.
        example: whether a whole program that checks itself is wanted.
        arch: the architecture, where the target can use it.
    """

    layout: Layout
    program: Program
    name: str
    form: str = "function"
    test: bool = False
    example: bool = False
    arch: str = "sm_90"


@dataclass(frozen=True, slots=True)
class Unsupported:
    """What a target cannot do, and why."""

    reason: str


class Target(Protocol):
    """What a module in `byteperm.emit.targets` offers."""

    NAME: str
    SUMMARY: str
    EXTENSION: str
    TESTED: str
    emit: Callable[[Request], str | Unsupported]


@cache
def target_names() -> tuple[str, ...]:
    """Return the targets there are."""
    return tuple(
        sorted(module.name for module in pkgutil.iter_modules(targets.__path__) if not module.name.startswith("_"))
    )


def load_target(name: str) -> Target:
    """Return a target's module.

    Raises:
        BytepermError: there is no such target.
    """
    if name not in target_names():
        raise BytepermError(
            "unknown target", found=f"found {name[:40]!r}", help=f"targets are {', '.join(target_names())}"
        )
    return cast(Target, importlib.import_module(f"{targets.__name__}.{name}"))


def check_names(request: Request, keywords: frozenset[str], reserved: frozenset[str] = frozenset()) -> None:
    """Refuse names that are no identifiers of the target.

    Args:
        request: what is wanted.
        keywords: words that the target's language keeps for itself.
        reserved: names that the emitted code uses itself.

    Raises:
        BytepermError: the function's, an input's or an output's name cannot stand in the code.
    """
    names = [*(item.name for item in request.layout.inputs), *(item.name for item in request.layout.outputs)]
    for name in (request.name, *names):
        if not _IDENTIFIER.match(name) or len(name) > MAX_NAME:
            raise BytepermError(
                "not a name that code can use", found=f"found {name[:40]!r}", help="letters, digits and _"
            )
        if name in keywords or name in reserved:
            raise BytepermError(
                "the target keeps this name for itself", found=f"found {name!r}", help="rename it in the layout"
            )
    if request.name in names:
        raise BytepermError(
            "the function has the name of one of its values", found=f"found {request.name!r}", help="give --name"
        )


def free_prefix(request: Request) -> str:
    """Return what the emitted code's own locals begin with, which no name of the request does.

    However many prefixes a layout's names take up, there is one more.
    """
    items = [item.name for item in request.layout.inputs] + [item.name for item in request.layout.outputs]
    prefix = "bp_"
    while any(name.startswith(prefix) for name in (*items, request.name)):
        prefix += "v_"
    return prefix


def outputs_of(request: Request) -> Iterator[tuple[str, Type, list[tuple[str, Ref]]]]:
    """Yield each output's name and type with its words and the values that they are."""
    refs = dict(request.program.outputs)
    for item in request.layout.outputs:
        yield item.name, item.type, [(word, refs[word]) for word in item.type.word_names(item.name)]


def byte_comments(request: Request) -> dict[str, str]:
    """Return, for every step, its bytes in the order in which a reader meets them.

    A step that makes an output word is described in stream order: least significant byte first for ``le`` and packed
    bytes, most significant first for ``be``. Other steps are described most significant byte first, as they print.
    """
    lanes = request.program.lanes()
    order = {ref: type.order for _, type, words in outputs_of(request) for _, ref in words if isinstance(ref, str)}
    comments = {}
    for step in request.program.steps:
        ordered = lanes[step.name] if order.get(step.name) in ("le", "") else lanes[step.name][::-1]
        comments[step.name] = " ".join(str(lane) for lane in ordered)
    return comments


def known_values(request: Request) -> tuple[dict[str, int], dict[str, int]]:
    """Return input words with different bytes, both values of their top bits among them, and the output words.

    Bytes that a scalar ``u8`` or ``u16`` does not have are zero; an index is 1.
    """
    words: dict[str, int] = {}
    seed = 0x1B
    for item in request.layout.inputs:
        for word, lanes in item.type.word_lanes(item.name).items():
            value = 1
            if item.type.unit != "index":
                value = 0
                for n, lane in enumerate(lanes):
                    seed = (seed * 0x4D + 0x65) & 0xFF
                    value |= (seed if lane_is_own(lane) else 0) << 8 * n
            words[word] = value
    return words, request.program.run(words)


def lane_is_own(lane: object) -> bool:
    """Tell whether an input's byte is one that it really has (not a known zero)."""
    return hasattr(lane, "word")


def written_bytes(type: Type, index: int) -> int:
    """Return how many bytes of an output's word are really written: all four, or what a packed array has left."""
    return min(4, type.byte_count - 4 * index) if type.packed else min(4, type.element_bytes)
