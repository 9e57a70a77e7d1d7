"""The layout: named inputs and outputs, and the lane of every output byte.

Everything is in 32-bit register words. A word's lanes are a tuple, least significant first. How an array
of bytes or a 64-bit value lies in words is said once, by `Type.word_names` and `Type.lanes_of`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from byteperm.lanes import Any, Const, Lane, Lanes, Pick
from byteperm.spans import BytepermError, Source

#: Bytes of one element of each unit; ``index`` is a run-time number in a word of its own.
UNIT_BYTES = {"u8": 1, "u16": 2, "u32": 4, "u64": 8, "index": 4}

#: Most bytes that one input or output may have.
MAX_BYTES = 4096


class LayoutError(BytepermError):
    """Report a layout text that cannot be accepted."""


@dataclass(frozen=True, slots=True)
class Type:
    """The type of an input or output.

    Args:
        unit: ``u8``, ``u16``, ``u32``, ``u64`` or ``index``.
        order: ``le`` (first stream byte least significant), ``be`` (first most significant), or empty.
        count: number of elements of an array, None for a scalar.

    >>> str(Type("u32", "le", 5)), Type("u32", "le", 5).byte_count
    ('u32le[5]', 20)
    """

    unit: str
    order: str = ""
    count: int | None = None

    def __str__(self) -> str:
        return f"{self.unit}{self.order}" + (f"[{self.count}]" if self.count is not None else "")

    @property
    def element_bytes(self) -> int:
        """Bytes of one element."""
        return UNIT_BYTES[self.unit]

    @property
    def elements(self) -> int:
        """Number of elements, 1 for a scalar."""
        return 1 if self.count is None else self.count

    @property
    def byte_count(self) -> int:
        """Bytes of the whole stream."""
        return self.element_bytes * self.elements

    @property
    def packed(self) -> bool:
        """Whether several elements share a word: arrays of ``u8`` and ``u16`` lie in memory without gaps."""
        return self.count is not None and self.element_bytes < 4

    def word_names(self, name: str) -> tuple[str, ...]:
        """Return the names of the register words that hold a value of this type, in memory order.

        >>> Type("u64", "le").word_names("v"), Type("u8", "", 6).word_names("b")
        (('v.lo', 'v.hi'), ('b.w0', 'b.w1'))
        """
        if self.packed:
            return tuple(f"{name}.w{n}" for n in range((self.byte_count + 3) // 4))
        elements = [name] if self.count is None else [f"{name}[{n}]" for n in range(self.count)]
        if self.unit == "u64":
            return tuple(f"{element}.{half}" for element in elements for half in ("lo", "hi"))
        return tuple(elements)

    def element_lanes(self, name: str, index: int) -> tuple[Lane, ...]:
        """Return the lanes of one element by significance, least significant first.

        >>> [str(lane) for lane in Type("u16", "le", 3).element_lanes("b", 1)]
        ['b.w0.2', 'b.w0.3']
        """
        size = self.element_bytes
        # Not by way of `word_names`: all elements of a long array would cost its length squared.
        if self.packed:
            return tuple(Pick(f"{name}.w{place // 4}", place % 4) for place in range(index * size, (index + 1) * size))
        element = name if self.count is None else f"{name}[{index}]"
        if self.unit == "u64":
            return tuple(Pick(f"{element}.{half}", n) for half in ("lo", "hi") for n in range(4))
        return tuple(Pick(element, n) for n in range(size))

    def word_lanes(self, name: str) -> dict[str, Lanes]:
        """Return what is known of each word's lanes: a scalar byte or half has zeros above it.

        Surplus bytes of a packed array's last word are not known: they are the word's own.
        """
        known: dict[str, Lanes] = {}
        zeros = 4 - self.element_bytes if self.count is None else 0
        for word in self.word_names(name):
            own: list[Lane] = [Pick(word, n) if n < 4 - zeros else Const(0) for n in range(4)]
            known[word] = (own[0], own[1], own[2], own[3])
        return known


@dataclass(frozen=True, slots=True)
class Input:
    """A named input."""

    name: str
    type: Type


@dataclass(frozen=True, slots=True)
class Output:
    """A named output and the lanes of its register words.

    Args:
        name: what it is called.
        type: its type.
        words: for each word of ``type.word_names``, four lanes, least significant first; bytes of the last
            word that a packed array does not have are ``_``.
    """

    name: str
    type: Type
    words: tuple[Lanes, ...]


@dataclass(frozen=True, slots=True)
class RuntimeWord:
    """A word that depends on a run-time index or on codes; its bytes are picked like an input's.

    Args:
        name: the word's own name, ``%0``, ``%1``, … in order of definition.
        kind: ``window`` (bytes n..n+3 of low:high), ``rotate`` (low left by n bytes), ``splat_at`` (byte n of
            low in every position) or ``lookup`` (one result byte for each 4-bit code, lowest code first).
        sources: the words read: for ``window`` two, for ``rotate`` and ``splat_at`` one, each as four lanes;
            for ``lookup`` the table's two or four words.
        index: the index word's name; for ``lookup`` the lanes of the word that holds the codes.
        half: for ``lookup``: which four of the eight codes of the word, 0 the lower.
    """

    name: str
    kind: str
    sources: tuple[Lanes, ...]
    index: str | Lanes
    half: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """Named inputs, and outputs as words of lanes.

    Args:
        inputs: in order of definition.
        outputs: in order of definition.
        runtime: the words that depend on a run-time value, each using only inputs and words before it.
        source: the text it came from.
    """

    inputs: tuple[Input, ...]
    outputs: tuple[Output, ...]
    runtime: tuple[RuntimeWord, ...] = ()
    source: Source | None = field(default=None, compare=False)

    @property
    def input_words(self) -> dict[str, Lanes]:
        """What is known of the lanes of every input word, by name."""
        return {word: lanes for item in self.inputs for word, lanes in item.type.word_lanes(item.name).items()}

    @property
    def targets(self) -> dict[str, Lanes]:
        """The lanes of every output word, by name."""
        return {
            word: lanes
            for item in self.outputs
            for word, lanes in zip(item.type.word_names(item.name), item.words, strict=True)
        }


ANY: Lanes = (Any(), Any(), Any(), Any())
