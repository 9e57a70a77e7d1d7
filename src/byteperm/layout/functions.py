"""The functions of the layout language: how each is written, what it takes, what it gives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from byteperm.layout import streams
from byteperm.layout.model import UNIT_BYTES, Input
from byteperm.layout.runtime import RuntimeWords
from byteperm.layout.streams import Stream


@dataclass(slots=True)
class Scope:
    """What a stream can refer to.

    Args:
        inputs: by name, as far as they are read.
        outputs: names of outputs, as far as they are read.
        runtime: the run-time words so far.
        order: the byte order of the output that is being written; ``sext`` and ``zext`` read in it.
    """

    inputs: dict[str, Input] = field(default_factory=dict)
    outputs: set[str] = field(default_factory=set)
    runtime: RuntimeWords = field(default_factory=RuntimeWords)
    order: str = "le"


@dataclass(frozen=True, slots=True)
class Function:
    """A function on streams.

    Args:
        usage: how it is written.
        takes: what kind each argument is: ``stream``, ``byte``, ``number``, ``word`` or ``index``.
        apply: what it gives for the scope and the arguments.
        more: whether the last argument can be repeated.

    >>> [str(lane) for lane in FUNCTIONS["u16be"].apply(Scope(), 300)]
    ['01', '2c']
    """

    usage: str
    takes: tuple[str, ...]
    apply: Callable[..., Stream]
    more: bool = False

    @property
    def name(self) -> str:
        """What it is called."""
        return self.usage.partition("(")[0]


def _number(name: str) -> Function:
    unit, order = name.removesuffix("le").removesuffix("be"), name[-2:]
    return Function(f"{name}(number)", ("number",), lambda scope, n: streams.number(n, UNIT_BYTES[unit], order))


#: Types of one byte order, which are also functions that write a number.
TYPE_NAMES = ("u8", *(f"u{bits}{order}" for bits in (16, 32, 64) for order in ("le", "be")))

_ALL = (
    Function("reverse(s)", ("stream",), lambda scope, s: streams.reverse(s)),
    Function("pad(s, n, fill)", ("stream", "number", "byte"), lambda scope, s, n, fill: streams.pad(s, n, fill[0])),
    Function("sext(s, n)", ("stream", "number"), lambda scope, s, n: streams.sext(s, n, scope.order)),
    Function("zext(s, n)", ("stream", "number"), lambda scope, s, n: streams.zext(s, n, scope.order)),
    Function("splat(b, n)", ("byte", "number"), lambda scope, b, n: streams.repeat(b, n)),
    Function("interleave(a, b, ...)", ("stream", "stream"), lambda scope, *s: streams.interleave(*s), more=True),
    Function("every(s, step, start)", ("stream", "number", "number"), lambda scope, *a: streams.every(*a)),
    Function("swap(s, n)", ("stream", "number"), lambda scope, s, n: streams.swap(s, n)),
    Function("sign(b)", ("byte",), lambda scope, b: (streams.sign_of(b[0]),)),
    Function("sha256_pad(s)", ("stream",), lambda scope, s: streams.sha256_pad(s)),
    Function("sha256_block(s)", ("stream",), lambda scope, s: streams.sha256_block(s)),
    Function("ripemd160_pad(s)", ("stream",), lambda scope, s: streams.ripemd160_pad(s)),
    Function("ripemd160_block(s)", ("stream",), lambda scope, s: streams.ripemd160_block(s)),
    Function("window(s, n)", ("stream", "index"), lambda scope, s, n: scope.runtime.window(s, n)),
    Function("rotate(x, n)", ("word", "index"), lambda scope, x, n: scope.runtime.rotate(*x, n)),
    Function("splat_at(s, n)", ("stream", "index"), lambda scope, s, n: scope.runtime.splat_at(s, n)),
    Function("lookup(table, codes)", ("stream", "stream"), lambda scope, t, c: scope.runtime.lookup(t, c)),
    *map(_number, TYPE_NAMES),
)

#: Every function by name.
FUNCTIONS = {function.name: function for function in _ALL}

#: Names that an input or output cannot have.
RESERVED = {"in", "out", *FUNCTIONS, *UNIT_BYTES}
