"""An explanation for a terminal: the byte tape, the movement, the result in its orders, the notes.

One picture grammar: words are drawn as they print, most significant byte at the left, and every byte
carries its index; the four result bytes each have a mark (a letter, and a colour where there is colour)
that is found again above the source byte that they take.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from byteperm.explanation.model import Explanation, bits_of, rule_of
from byteperm.lanes import Const, Pick, Sign
from byteperm.selector.model import NIBBLE_CONTRACTS, source_index
from byteperm.selector.spelling import spellings
from byteperm.word import Word

#: ANSI colours of result bytes 0 to 3; the letters that always go with them carry the same meaning.
_COLOURS = ("\x1b[36m", "\x1b[33m", "\x1b[35m", "\x1b[32m")
_BOLD, _DIM, _OFF = "\x1b[1m", "\x1b[2m", "\x1b[0m"
MARKS = "ABCD"

#: Longest operand name that is shown; names come from source text.
_MAX_NAME = 16


@dataclass(frozen=True, slots=True)
class _Pen:
    """How to draw: colour or none, box characters or ASCII."""

    colour: bool
    unicode: bool

    def tint(self, text: str, position: int) -> str:
        return f"{_COLOURS[position]}{text}{_OFF}" if self.colour else text

    def style(self, text: str, code: str) -> str:
        return f"{code}{text}{_OFF}" if self.colour else text

    @property
    def arrow(self) -> str:
        return "\u2190" if self.unicode else "<-"


def render_text(explanation: Explanation, *, width: int = 80, colour: bool = False, unicode: bool = False) -> str:
    """Write an explanation for a terminal.

    Args:
        explanation: what `byteperm.explanation.model.explain` returned.
        width: columns; lines never pass it, 80 at least.
        colour: whether ANSI colours may be used.
        unicode: whether anything beyond ASCII may be used.

    >>> from byteperm.explanation.model import explain
    >>> print(render_text(explain("0x3104", 0x7600A914, 0x069F34C5)).splitlines()[0])
    __byte_perm(x, y, 0x3104)
    """
    pen = _Pen(colour, unicode)
    blocks = [
        list(_head(explanation, pen)),
        list(_tape(explanation, pen)),
        list(_movement(explanation, pen)),
        list(_result(explanation, pen)),
        list(_rules(explanation, width)),
        list(_notes(explanation, pen, width)),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _name(text: str) -> str:
    shown = "".join(c if c.isprintable() and c.isascii() else "?" for c in text)
    return shown if len(shown) <= _MAX_NAME else shown[: _MAX_NAME - 3] + "..."


def _head(explanation: Explanation, pen: _Pen) -> Iterator[str]:
    selector = explanation.selector
    yield pen.style(selector.call(_name(explanation.x_name), _name(explanation.y_name)), _BOLD)
    if selector.text and selector.form != "hex":
        yield f"written {_clipped(selector.text)}: the number {selector.hex}"
    for name in explanation.names[:3]:
        yield f"{name}"


def _clipped(text: str) -> str:
    shown = "".join(c if c.isprintable() and c.isascii() else "?" for c in text)
    return shown if len(shown) <= 40 else shown[:37] + "..."


def _tape(explanation: Explanation, pen: _Pen) -> Iterator[str]:
    """Draw both words as they print, the marks of the result bytes that take each byte under them."""
    sources = explanation.sources
    label = max(len(_role(explanation, role)) for role in ("x", "y"))
    for role, indices in (("y", (7, 6, 5, 4)), ("x", (3, 2, 1, 0))):
        word = explanation.y if role == "y" else explanation.x
        name = _role(explanation, role).rjust(label)
        cells = [sources[i].name if sources[i].value is None else f"{sources[i].value:02x}" for i in indices]
        shown = [pen.style(cell, _BOLD if sources[i].read else _DIM) for cell, i in zip(cells, indices, strict=True)]
        value = word.hex if word else "not known"
        unread = "   not read" if role in explanation.unread else ""
        yield f"{name}  {value:<10}  |  " + "  |  ".join(shown) + f"  |{unread}"
        yield f"{'':>{label}}  {'index':>10}  |" + "|".join(_under(explanation, index, pen) for index in indices) + "|"


def _role(explanation: Explanation, role: str) -> str:
    name = _name(explanation.x_name if role == "x" else explanation.y_name)
    shown = role if name == role else f"{role} = {name}"
    if explanation.selector.contract == "v_perm":
        return f"{shown} (S1)" if role == "x" else f"{shown} (S0)"
    return shown


def _under(explanation: Explanation, index: int, pen: _Pen) -> str:
    """Write a source byte's index and the marks of the result bytes that take it, six columns wide."""
    lanes = enumerate(explanation.selector.lanes)
    takers = [n for n, lane in lanes if isinstance(lane, Pick | Sign) and source_index(lane) == index]
    marks = "".join(pen.tint(MARKS[position], position) for position in reversed(takers))
    space = " " if len(takers) < 4 else ""
    return f" {index}{space}{marks}" + " " * (4 - len(space) - len(takers))


def _movement(explanation: Explanation, pen: _Pen) -> Iterator[str]:
    selector = explanation.selector
    nibbles = selector.contract in NIBBLE_CONTRACTS
    yield f"result byte   {'field' if nibbles else 'selector byte'} {pen.arrow} what it takes"
    for use in reversed(explanation.fields):
        mark = pen.tint(MARKS[use.position], use.position)
        number = f"{use.number:X} ({bits_of(selector, use.number)})" if nibbles else f"{use.number:02X} ({use.number})"
        value = "" if use.value is None else pen.tint(f"{use.value:02x}", use.position)
        remark = f"   {use.remark}" if use.remark else ""
        what = f"sign of {use.lane.word}{use.lane.byte}" if isinstance(use.lane, Sign) else str(use.lane)
        what = "constant" if isinstance(use.lane, Const) else what
        line = f"  {mark}  byte {use.position}   {number:<9} {pen.arrow} {what:<10} {value}{remark}"
        yield line.rstrip()


def _result(explanation: Explanation, pen: _Pen) -> Iterator[str]:
    result = explanation.result
    if result is None:
        yield f"printed  {explanation.selector.names}   most significant byte first"
        yield f"memory   {_memory_names(explanation)}   least significant byte first"
        return
    yield f"value    {pen.style(result.hex, _BOLD)}"
    yield f"printed  {_coloured(result, pen, (3, 2, 1, 0))}   most significant byte first, as %08x shows it"
    yield f"memory   {_coloured(result, pen, (0, 1, 2, 3))}   least significant byte first (little-endian)"


def _memory_names(explanation: Explanation) -> str:
    return " ".join(str(use.lane) for use in explanation.fields)


def _coloured(word: Word, pen: _Pen, order: tuple[int, ...]) -> str:
    return " ".join(pen.tint(f"{word.byte(position):02x}", position) for position in order)


def _rules(explanation: Explanation, width: int) -> Iterator[str]:
    yield from textwrap.wrap(rule_of(explanation.selector) + ".", width, break_on_hyphens=False)
    forms = spellings(explanation.selector)
    also = [f"{form} {forms[form]}" for form in ("binary", "octal", "decimal", "fields", "names") if form in forms]
    yield from textwrap.wrap("also written: " + "; ".join(also), width, subsequent_indent="  ", break_on_hyphens=False)


def _notes(explanation: Explanation, pen: _Pen, width: int) -> Iterator[str]:
    for note in explanation.selector.notes:
        text = "".join(c if c.isprintable() and c.isascii() else "?" for c in f"note: {note.message}")
        first, *rest = textwrap.wrap(text, width, subsequent_indent="      ", break_on_hyphens=False)
        yield pen.style("note:", _BOLD) + first.removeprefix("note:")
        yield from rest
