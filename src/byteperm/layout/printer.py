"""The canonical printer: `Layout` to text that means the same layout.

Every byte has a text of its own (`h[2].1`, `00`, `sign(x.3)`). A stream is written with what stands for many
bytes wherever that is shorter: names, ranges, reversed ranges, run-time forms, repeats, a hash's padding.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from byteperm.lanes import Any, Const, Lane, Pick, Sign
from byteperm.layout.model import Input, Layout, LayoutError, Output, RuntimeWord
from byteperm.layout.references import name_problem
from byteperm.layout.streams import (
    Stream,
    every,
    from_words,
    reverse,
    ripemd160_pad,
    sha256_pad,
    stream_of,
    swap,
)

#: Longest text that is read; no stream is written that takes more than half of it.
MAX_TEXT = 1_000_000

#: Longest line, where a stream can be broken.
WIDTH = 100

_BLOCK = 64

#: Sizes of groups that are tried for a stream that is an interleaving or is swapped by groups.
_GROUPS = (2, 3, 4, 8, 16)


def print_layout(layout: Layout) -> str:
    """Write a layout as text; `parse_layout` makes the same layout of it.

    Args:
        layout: what to write.

    Raises:
        LayoutError: the layout was made by hand and has no text, as when it reads a word that is no input's, or
            a text too long to be read.

    >>> from byteperm.layout.language import parse_layout
    >>> print(print_layout(parse_layout("in h:u32le[5]; out m:u32be[16]=sha256_block(00 14 h)")), end="")
    in h: u32le[5]
    out m: u32be[16] = sha256_block(00 14 h)
    """
    for name in [item.name for item in layout.inputs] + [item.name for item in layout.outputs]:
        if problem := name_problem(name):
            raise _unwritable(name, problem)
    writer = _Writer(layout)
    return "".join(f"{line}\n" for line in [*_declarations(layout.inputs), *map(writer.output, layout.outputs)])


def _declarations(inputs: Sequence[Input]) -> Iterator[str]:
    for type, items in groupby(inputs, key=lambda item: item.type):
        yield f"in {', '.join(item.name for item in items)}: {type}"


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a lane stands in the stream of an input: its element, and its position in all bytes."""

    item: Input
    element: int
    position: int
    text: str

    @property
    def lanes(self) -> Stream:
        """The lanes of the whole element, least significant first."""
        return self.item.type.element_lanes(self.item.name, self.element)


@dataclass(frozen=True, slots=True)
class _Form:
    """A run-time form: its text, and the bytes that it gives in order."""

    text: str
    stream: Stream

    def ways(self, lane: Lane) -> Iterator[tuple[str, Stream]]:
        """Yield texts that begin with a byte of the form, and what they stand for."""
        yield self.text, self.stream
        yield f"reverse({self.text})", reverse(self.stream)
        yield f"swap({self.text}, 2)", swap(self.stream, 2)
        yield f"every({self.text}, 2, 0)", every(self.stream, 2, 0)
        yield f"every({self.text}, 2, 1)", every(self.stream, 2, 1)
        at = self.stream.index(lane)
        yield f"every({self.text}, {len(self.stream)}, {at})", (lane,)


class _Writer:
    """Knows the text of every byte of a layout."""

    def __init__(self, layout: Layout) -> None:
        self._places = {lane: place for item in layout.inputs for lane, place in _places(item)}
        self._streams = {item.name: stream_of(item.type, item.name) for item in layout.inputs if _has_order(item)}
        #: The names of both words of each lookup.
        self._halves: dict[RuntimeWord, dict[int, str]] = defaultdict(dict)
        for word in layout.runtime:
            self._halves[replace(word, name="", half=0)][word.half] = word.name
        self._forms: dict[str, _Form] = {}
        for word in layout.runtime:
            self._forms[word.name] = self._form(word)

    def output(self, output: Output) -> str:
        """Write the line, or lines, of an output."""
        if output.type.element_bytes > 1 and not output.type.order:
            raise _unwritable(output.name, "its type has no byte order")
        head = f"out {output.name}: {output.type} = "
        parts = self._padded(from_words(output.type, output.words))
        line = head + " ".join(parts)
        return line if len(line) <= WIDTH or len(parts) == 1 else f"{head}(\n{_wrapped(parts)}\n)"

    def _padded(self, stream: Stream) -> list[str]:
        for hash, pad in (("sha256", sha256_pad), ("ripemd160", ripemd160_pad)):
            length = _message_length(stream, "big" if hash == "sha256" else "little")
            if length and pad(stream[:length]) == stream:
                form = "block" if len(stream) == _BLOCK else "pad"
                return [f"{hash}_{form}({self._text(stream[:length])})"]
        return self._shortest(stream)

    def _shortest(self, stream: Stream) -> list[str]:
        """Return the terms of a stream, or one function of another stream if that is much shorter."""
        terms = self._parts(stream)
        best = min(self._functions(stream), key=len, default="")
        return [best] if best and _much_shorter(best, " ".join(terms)) else terms

    def _functions(self, stream: Stream) -> Iterator[str]:
        for n in _GROUPS:
            if len(stream) % n == 0 and len(stream) > n:
                yield f"interleave({', '.join(self._text(stream[at::n]) for at in range(n))})"
                yield f"swap({self._text(swap(stream, n))}, {n})"

    def _text(self, stream: Sequence[Lane]) -> str:
        return " ".join(self._parts(tuple(stream)))

    def _parts(self, stream: Stream) -> list[str]:
        """Return the terms of a stream."""
        terms: list[str] = []
        at = size = 0
        while at < len(stream):
            text, length = self._term(stream, at)
            terms.append(text)
            at += length
            size += len(text) + 1
            if size > MAX_TEXT // 2:
                raise LayoutError("layout is too large", found=f"found more than {MAX_TEXT // 2} characters")
        return [part for text, same in groupby(terms) for part in _repeated(text, len(list(same)))]

    def _term(self, stream: Stream, at: int) -> tuple[str, int]:
        """Return a term for what stands at a place, and how many bytes it covers."""
        lane = stream[at]
        if isinstance(lane, Const | Any):
            return str(lane), 1
        if isinstance(lane, Sign):
            return f"sign({self._term((Pick(lane.word, lane.byte),), 0)[0]})", 1
        if lane.word in self._forms:
            ways = self._forms[lane.word].ways(lane)
            return next((text, len(way)) for text, way in ways if stream[at : at + len(way)] == way)
        if lane not in self._places:
            raise _unwritable(str(lane), "it is no byte of an input")
        return self._range(stream, at, self._places[lane])

    def _range(self, stream: Stream, at: int, place: _Place) -> tuple[str, int]:
        """Return a range of an input's bytes, upwards or downwards, or one byte if that is shorter."""
        whole = self._streams.get(place.item.name, ())
        for step in (1, -1):
            length = _run(stream, at, whole, place.position, step)
            start = min(place.position, place.position + step * (length - 1))
            text = _range_text(place.item, start, start + length)
            text = text if step == 1 else f"reverse({text})"
            if length > 1 and len(text) < len(self._singly(stream[at : at + length])):
                return text, length
        return self._every(stream, at, place, whole) or (place.text, 1)

    def _every(self, stream: Stream, at: int, place: _Place, whole: Stream) -> tuple[str, int] | None:
        """Return each nth byte of an input up to its end, if the stream goes on so and that is much shorter."""
        after = self._places.get(stream[at + 1]) if at + 1 < len(stream) else None
        step = after.position - place.position if after and after.item == place.item else 0
        if step < 2 or not whole:
            return None
        taken = every(whole, step, place.position)
        text = f"every({place.item.name}, {step}, {place.position})"
        same = stream[at : at + len(taken)] == taken
        return (text, len(taken)) if same and _much_shorter(text, self._singly(taken)) else None

    def _singly(self, lanes: Stream) -> str:
        return " ".join(self._places[lane].text for lane in lanes)

    def _form(self, word: RuntimeWord) -> _Form:
        stream = tuple(Pick(word.name, n) for n in range(4))
        if word.kind == "rotate":
            return self._rotation(word, stream)
        read = self._text([lane for lanes in word.sources for lane in lanes])
        if isinstance(word.index, str):
            return _Form(f"{word.kind}({read}, {word.index})", stream)
        codes = word.index[:2] if word.index[2:] == (Any(), Any()) else word.index
        names = self._halves[replace(word, name="", half=0)]
        # Where nothing needs one half, no lane bears its name: % is none.
        both = tuple(Pick(names.get(half, "%"), n) for half in range(len(codes) // 2) for n in range(4))
        return _Form(f"lookup({read}, {self._text(codes)})", both)

    def _rotation(self, word: RuntimeWord, stream: Stream) -> _Form:
        (source,) = word.sources
        place = self._places.get(source[0])
        if place is None or not _has_order(place.item) or place.lanes != source:
            raise _unwritable(word.name, "it rotates what is not a word of an input with a byte order")
        text = f"rotate({_element_text(place.item, place.element)}, {word.index})"
        return _Form(text, reverse(stream) if place.item.type.order == "be" else stream)


def _has_order(item: Input) -> bool:
    return item.type.unit != "index" and (item.type.element_bytes == 1 or bool(item.type.order))


def _places(item: Input) -> Iterator[tuple[Lane, _Place]]:
    """Yield every byte of an input with its place."""
    if item.type.unit == "index":
        return
    size = item.type.element_bytes
    for element in range(item.type.elements):
        text = _element_text(item, element)
        for byte, lane in enumerate(item.type.element_lanes(item.name, element)):
            position = element * size + (size - 1 - byte if item.type.order == "be" else byte)
            yield lane, _Place(item, element, position, text if size == 1 else f"{text}.{byte}")


def _element_text(item: Input, element: int) -> str:
    return item.name if item.type.count is None else f"{item.name}[{element}]"


def _range_text(item: Input, start: int, stop: int) -> str:
    """Write a range of the stream of an input."""
    size = item.type.element_bytes
    if stop - start == item.type.byte_count:
        return item.name
    if item.type.count is None or start % size or stop % size:
        return f"{item.name}.bytes[{start}:{stop}]"
    if stop - start == size:
        return f"{item.name}[{start // size}]"
    return f"{item.name}[{start // size}:{stop // size}]"


def _run(stream: Stream, at: int, whole: Stream, position: int, step: int) -> int:
    """Count the bytes from a place on that go through a whole stream from a position on, up or down."""
    length = 0
    while (
        at + length < len(stream)
        and 0 <= position + step * length < len(whole)
        and stream[at + length] == whole[position + step * length]
    ):
        length += 1
    return length


def _much_shorter(text: str, other: str) -> bool:
    return len(text) * 10 < len(other) * 7


def _repeated(term: str, count: int) -> list[str]:
    short = f"{term} * {count}"
    return [short] if len(short) < (len(term) + 1) * count - 1 else [term] * count


def _message_length(stream: Stream, order: Literal["big", "little"]) -> int:
    """Return how many bytes a padded message says that it has, 0 if it cannot be one."""
    tail = bytes(lane.value for lane in stream[-8:] if isinstance(lane, Const))
    length = int.from_bytes(tail, order) // 8
    return length if len(stream) % _BLOCK == 0 and len(tail) == 8 and length < len(stream) else 0


def _wrapped(terms: Sequence[str]) -> str:
    """Fill lines with terms."""
    lines: list[str] = []
    for term in terms:
        if lines and len(lines[-1]) + 1 + len(term) <= WIDTH:
            lines[-1] += f" {term}"
        else:
            lines.append(f"    {term}")
    return "\n".join(lines)


def _unwritable(name: str, why: str) -> LayoutError:
    return LayoutError(f"{name} cannot be written in the layout language", found=why)
