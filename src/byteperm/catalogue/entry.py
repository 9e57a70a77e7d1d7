"""An entry of the catalogue: a layout with its name, its purpose, its check values and its price."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from byteperm.layout.model import Layout


class Check(NamedTuple):
    """Known values: these input words give these output words."""

    given: dict[str, int]
    wanted: dict[str, int]


@dataclass(frozen=True, slots=True)
class Entry:
    """A named layout.

    Args:
        name: what it is called on the command line: lower case, digits and hyphens.
        title: a few words for a list.
        sentence: one sentence that says what it is for.
        text: the layout.
        source: where the facts come from.
        checks: known values, computed without this package or published elsewhere.
        permutes: permute instructions of the shortest program.
        proved: why there are no shorter ones, as `byteperm.program.model.Proof` says: ``bound`` or ``exhausted``;
            ``recipe`` if it depends on a run-time value, whose instructions are not proved to be the fewest.
        remark: what to know before using it, such as that another instruction does as well.
        others: further instructions, which prepare selectors at run time.
        tags: words to search for.
    """

    name: str
    title: str
    sentence: str
    text: str
    source: str
    checks: tuple[Check, ...] = field(hash=False)
    permutes: int
    proved: str = "bound"
    remark: str = ""
    others: int = 0
    tags: tuple[str, ...] = ()

    def layout(self) -> Layout:
        """Return the layout that the text means."""
        # Names and texts are listed without paying for the parser.
        from byteperm.layout.language import parse_layout

        return parse_layout(self.text)


def known(given: str, wanted: str) -> Check:
    """Write known values the short way: names with hexadecimal words.

    Args:
        given: the input words, as in ``x=44332211``. A name that ends with ``[]`` numbers the words that follow
            it, so ``h[]=1 2`` is ``h[0]`` and ``h[1]``; one that ends with ``.w`` is ``h.w0`` and ``h.w1``.
        wanted: the output words, likewise.

    >>> known("h[]=e8761e75 d4969119 n=1", "b.w=751e76e8")
    Check(given={'h[0]': 3900055157, 'h[1]': 3566637337, 'n': 1}, wanted={'b.w0': 1964930792})
    """
    return Check(_words(given), _words(wanted))


def _words(text: str) -> dict[str, int]:
    words: dict[str, int] = {}
    name, count = "", 0
    for token in text.split():
        head, equals, value = token.rpartition("=")
        if equals:
            name, count = head, 0
        words[_numbered(name, count)] = int(value, 16)
        count += 1
    return words


def _numbered(name: str, number: int) -> str:
    if name.endswith("[]"):
        return f"{name[:-1]}{number}]"
    return f"{name}{number}" if name.endswith(".w") else name


def words_of(name: str, data: bytes, order: str) -> dict[str, int]:
    """Return the words of an array of ``u32`` that hold a stream of bytes.

    >>> words_of("h", bytes.fromhex("0102030405060708"), "be")
    {'h[0]': 16909060, 'h[1]': 84281096}
    """
    values = struct.unpack(f"{'<' if order == 'le' else '>'}{len(data) // 4}I", data)
    return {f"{name}[{n}]": value for n, value in enumerate(values)}
