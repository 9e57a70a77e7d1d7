"""Run-time forms: bytes whose place is known only when the code runs.

Each becomes a word of its own, whose bytes are then picked like an input's. Words that are never used are
dropped, and the others numbered by first use, so that a layout does not depend on how it was spelled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from byteperm.lanes import Any, Const, Lane, Lanes, Pick, Sign
from byteperm.layout.model import Output, RuntimeWord
from byteperm.layout.streams import Stream, StreamError, count_of, from_words

#: Most run-time forms that can stand inside each other.
MAX_NESTING = 8

_ANY = Any()

#: Characters of one byte of a run-time form beside what it reads, and of a statement beside its name and stream.
_FORM, _STATEMENT = len("every(splat_at(, ), 8, 7)"), len("out : u32be[1024] = (\n)\n")


class RuntimeWords:
    """The run-time words of a layout that is being read; equal ones are one.

    >>> made = RuntimeWords()
    >>> x = (Pick("x", 0), Pick("x", 1), Pick("x", 2), Pick("x", 3))
    >>> [str(lane) for lane in made.splat_at(x, "n")], made.splat_at(x, "n") == made.splat_at(x, "n")
    (['%0.0', '%0.1', '%0.2', '%0.3'], True)
    """

    def __init__(self) -> None:
        self._names: dict[RuntimeWord, str] = {}
        self._nesting: dict[str, int] = {}

    @property
    def words(self) -> tuple[RuntimeWord, ...]:
        """All words so far."""
        return tuple(replace(word, name=name) for word, name in self._names.items())

    def window(self, s: Stream, index: str) -> Stream:
        """Return four bytes of eight, from byte ``index`` mod 4.

        Args:
            s: eight bytes; the last is never read.
            index: the name of the index.

        Raises:
            StreamError: there are not eight bytes, or one of them may be anything.
        """
        _need(s, (8,), "window takes a stream of 8 bytes", "four of them are taken, from byte 0, 1, 2 or 3 on")
        _all_known(s[:7])
        return self._word("window", _words(s), index)

    def splat_at(self, s: Stream, index: str) -> Stream:
        """Return byte ``index`` mod 4 of four bytes, four times.

        Args:
            s: four bytes.
            index: the name of the index.

        Raises:
            StreamError: there are not four bytes, or one of them may be anything.
        """
        _need(s, (4,), "splat_at takes a stream of 4 bytes", "one of the four is chosen")
        _all_known(s)
        return self._word("splat_at", _words(s), index)

    def rotate(self, word: Lanes, order: str, index: str) -> Stream:
        """Return a word rotated left by ``index`` mod 4 bytes, in its stream order.

        Args:
            word: the word's lanes, least significant first.
            order: its byte order.
            index: the name of the index.
        """
        by_significance = self._word("rotate", (word,), index)
        return by_significance[::-1] if order == "be" else by_significance

    def lookup(self, table: Stream, codes: Stream) -> Stream:
        """Return the table's byte for each 4-bit code, the low half of the first byte first.

        Args:
            table: 8 or 16 bytes. With 8, the top bit of a code is not looked at.
            codes: 2 or 4 input bytes.

        Raises:
            StreamError: other sizes, a table byte that may be anything, a code that is no input byte.
        """
        _need(table, (8, 16), "a lookup table has 8 or 16 bytes", "one for each code")
        _all_known(table)
        _need(codes, (2, 4), "lookup takes 2 or 4 bytes of codes", "two codes in each byte", 1)
        if not all(isinstance(lane, Pick) for lane in codes):
            odd = next(lane for lane in codes if not isinstance(lane, Pick))
            help = "the result for a fixed code is a byte of the table: write it itself"
            raise StreamError("codes are bytes of inputs", 1, found=f"found {odd}", help=help)
        word = _words((*codes, _ANY, _ANY)[:4])[0]
        halves = [self._word("lookup", _words(table), word, half) for half in range(len(codes) // 2)]
        return tuple(lane for half in halves for lane in half)

    def _word(self, kind: str, sources: tuple[Lanes, ...], index: str | Lanes, half: int = 0) -> Stream:
        key = RuntimeWord("", kind, sources, index, half)
        name = self._names.setdefault(key, f"%{len(self._names)}")
        if name not in self._nesting:
            words = {lane.word for lane in read_lanes(key) if isinstance(lane, Pick | Sign)}
            self._nesting[name] = 1 + max((self._nesting.get(word, 0) for word in words), default=0)
        if self._nesting[name] > MAX_NESTING:
            problem = f"at most {MAX_NESTING} run-time forms can stand inside each other"
            raise StreamError(problem, found=f"found {self._nesting[name]}")
        return tuple(Pick(name, n) for n in range(4))


def _words(s: Sequence[Lane]) -> tuple[Lanes, ...]:
    return tuple((s[n], s[n + 1], s[n + 2], s[n + 3]) for n in range(0, len(s), 4))


def _need(s: Stream, sizes: tuple[int, ...], problem: str, why: str, argument: int = 0) -> None:
    if len(s) not in sizes:
        raise StreamError(problem, argument, found=f"found {count_of(len(s))}", help=why)


def _all_known(s: Iterable[Lane]) -> None:
    if any(isinstance(lane, Any) for lane in s):
        help = "any of its bytes can be chosen when the code runs; write 00 for one that never is"
        raise StreamError("a run-time form cannot read a byte that may be anything", 0, found="found _", help=help)


def read_lanes(word: RuntimeWord) -> Iterator[Lane]:
    """Yield the lanes that a run-time word reads, in the order in which they are written.

    >>> word = RuntimeWord("%0", "splat_at", ((Pick("x", 0), Const(1), Const(2), Const(3)),), "n")
    >>> [str(lane) for lane in read_lanes(word)]
    ['x0', '01', '02', '03']
    """
    for lanes in word.sources:
        yield from lanes
    if not isinstance(word.index, str):
        yield from word.index


def numbered(
    outputs: Sequence[Output], words: Sequence[RuntimeWord]
) -> tuple[tuple[Output, ...], tuple[RuntimeWord, ...]]:
    """Drop run-time words that no output needs, and number the others by first use.

    Args:
        outputs: the outputs.
        words: the run-time words, each using only those before it.

    >>> from byteperm.layout.model import Type
    >>> x = (Pick("x", 0), Pick("x", 1), Pick("x", 2), Pick("x", 3))
    >>> words = [RuntimeWord(f"%{n}", "splat_at", (x,), "mn"[n]) for n in range(2)]
    >>> out = Output("r", Type("u8"), ((Pick("%1", 0), Const(0), Const(0), Const(0)),))
    >>> [word.index for word in numbered([out], words)[1]], numbered([out], words)[0][0].words[0][0]
    (['n'], Pick(word='%0', byte=0))
    """
    if not words:
        return tuple(outputs), ()
    numbering = _Numbering({word.name: word for word in words})
    for output in outputs:
        numbering.visit(from_words(output.type, output.words))
    made = tuple(replace(out, words=tuple(map(numbering.renamed, out.words))) for out in outputs)
    return made, tuple(numbering.kept)


class _Numbering:
    def __init__(self, words: dict[str, RuntimeWord]) -> None:
        self._words = words
        self._names: dict[str, str] = {}
        self.kept: list[RuntimeWord] = []

    def visit(self, lanes: Iterable[Lane]) -> None:
        """Number the words that lanes pick from; first those that these read themselves."""
        for lane in lanes:
            if isinstance(lane, Pick | Sign) and lane.word in self._words and lane.word not in self._names:
                self._keep(self._words[lane.word])

    def _keep(self, word: RuntimeWord) -> None:
        self.visit(read_lanes(word))
        name = self._names[word.name] = f"%{len(self.kept)}"
        sources = tuple(map(self.renamed, word.sources))
        index = word.index if isinstance(word.index, str) else self.renamed(word.index)
        self.kept.append(replace(word, name=name, sources=sources, index=index))

    def renamed(self, lanes: Lanes) -> Lanes:
        """Return lanes with the new names."""
        a, b, c, d = (self._renamed(lane) for lane in lanes)
        return a, b, c, d

    def _renamed(self, lane: Lane) -> Lane:
        if isinstance(lane, Pick | Sign) and lane.word in self._names:
            return replace(lane, word=self._names[lane.word])
        return lane


def written_sizes(outputs: Sequence[Output], words: Sequence[RuntimeWord]) -> dict[str, int]:
    """Return for each output a bound on its characters when every byte is written out.

    Args:
        outputs: the outputs.
        words: the run-time words, each using only those before it.

    >>> from byteperm.layout.model import Type
    >>> written_sizes([Output("r", Type("u8"), ((Pick("x", 0), Const(0), Const(0), Const(0)),))], [])
    {'r': 49}
    """
    sizes: dict[str, int] = {}
    for word in words:
        index = len(word.index) if isinstance(word.index, str) else 0
        sizes[word.name] = _FORM + index + sum(_size(lane, sizes) for lane in read_lanes(word))
    return {
        out.name: _STATEMENT + len(out.name) + sum(_size(lane, sizes) for lanes in out.words for lane in lanes)
        for out in outputs
    }


def _size(lane: Lane, sizes: dict[str, int]) -> int:
    if isinstance(lane, Const | Any):
        return 3
    # Beyond the word's name at most an element, a byte, a sign and a space: b.w1 is written sign(b[7].1).
    return sizes.get(lane.word, len(lane.word)) + 14
