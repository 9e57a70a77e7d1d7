"""An explanation for a terminal: the byte tape, the movement, the result in its orders, the notes.

The picture is a crossbar, as the instruction is one: a column for each source byte, a row for each
result byte, and a mark where a field connects the two. Words run most significant byte first, so that
the index falls from 7 to 0 as one 64-bit number prints. Colour repeats what the picture says already.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from byteperm.explanation.model import Explanation, FieldUse, bits_of, rule_of
from byteperm.lanes import Const, Pick, Sign
from byteperm.selector.model import NIBBLE_CONTRACTS, source_index
from byteperm.selector.spelling import spellings
from byteperm.word import Word

#: ANSI colours of result bytes 0 to 3: the hues of the drawn picture, readable on black and on white.
_COLOURS = ("\x1b[38;5;32m", "\x1b[38;5;166m", "\x1b[38;5;133m", "\x1b[38;5;29m")
_BOLD, _DIM, _OFF = "\x1b[1m", "\x1b[2m", "\x1b[0m"

#: What the picture is drawn with, and what stands for each character where there is only ASCII.
DRAWING = "│─┼●±■▶"
ASCII = "|-+*s#>"
_DOWN, _ALONG, _CROSS, _COPY, _SIGN, _FIXED, _TIP = tuple(DRAWING)
_TO_ASCII = str.maketrans(DRAWING, ASCII)

#: Longest operand name that is shown; names come from source text.
_MAX_NAME = 16

_LEFT, _PITCH, _GAP = 20, 4, 3
_END = _LEFT + 8 * _PITCH + _GAP - 2

#: One character of the picture with its style.
_Cell = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Pen:
    """How to draw: colour or none, box characters or ASCII."""

    colour: bool
    unicode: bool

    def style(self, text: str, code: str) -> str:
        return f"{code}{text}{_OFF}" if self.colour and code and text else text

    def row(self, cells: list[_Cell]) -> str:
        """Join characters to a line, neighbours of one style together."""
        runs = groupby(cells, key=lambda cell: cell[1])
        return "".join(self.style(self.drawn("".join(c for c, _ in run)), code) for code, run in runs)

    def drawn(self, text: str) -> str:
        return text if self.unicode else text.translate(_TO_ASCII)

    def quoted(self, text: str, length: int) -> str:
        """Return text that came from outside: one column a character, cut to a length."""
        shown = "".join(c if _takes_one_column(c) and (self.unicode or c.isascii()) else "?" for c in text)
        return shown if len(shown) <= length else shown[: length - 3] + "..."


def _takes_one_column(character: str) -> bool:
    wide = unicodedata.east_asian_width(character) in "WF"
    return character.isprintable() and not wide and not unicodedata.category(character).startswith("M")


def render_text(explanation: Explanation, *, width: int = 80, colour: bool = False, unicode: bool = False) -> str:
    r"""Write an explanation for a terminal.

    Args:
        explanation: what `byteperm.explanation.model.explain` returned.
        width: columns at which sentences are wrapped; the picture takes 80.
        colour: whether ANSI colours may be used.
        unicode: whether anything beyond ASCII may be used.

    >>> from byteperm.explanation.model import explain
    >>> picture = render_text(explain("0x3104", 0x7600A914, 0x069F34C5)).splitlines()[2:10]
    >>> print("\n".join(picture))
    word                y = 0x069F34C5     x = 0x7600A914
    byte                y3  y2  y1  y0     x3  x2  x1  x0
    index                7   6   5   4      3   2   1   0
    value               06  9f  34  c5     76  00  a9  14
    field 3 = 3 (0011)               |      *-------+---+--> byte 3 = 76  x3
    field 2 = 1 (0001)               |              *---+--> byte 2 = a9  x1
    field 1 = 0 (0000)               |                  *--> byte 1 = 14  x0
    field 0 = 4 (0100)               *---------------------> byte 0 = c5  y0
    """
    pen = _Pen(colour, unicode)
    width = max(width, 40)
    blocks = [
        list(_head(explanation, pen, width)),
        [*_tape(explanation, pen), *_movement(explanation, pen), *_legend(explanation, pen)],
        list(_result(explanation, pen)),
        list(_rules(explanation, width)),
        list(_notes(explanation, pen, width)),
    ]
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks if block)


def _head(explanation: Explanation, pen: _Pen, width: int) -> Iterator[str]:
    selector = explanation.selector
    x, y = (pen.quoted(name, _MAX_NAME) for name in (explanation.x_name, explanation.y_name))
    yield pen.style(selector.call(x, y), _BOLD)
    if selector.text and selector.form != "hex":
        yield f"written {pen.quoted(selector.text, 40)}: the number {selector.hex}"
    if named := [f"{role} is {name}" for role, name in (("x", x), ("y", y)) if explanation.alias(role)]:
        yield ", ".join(named)
    for name in explanation.names[:3]:
        yield from textwrap.wrap(name, width, break_on_hyphens=False)


def _column(index: int) -> int:
    """Return where the two characters of a source byte begin."""
    return _LEFT + _PITCH * (7 - index) + (_GAP if index < 4 else 0)


def _tape(explanation: Explanation, pen: _Pen) -> Iterator[str]:
    """Draw both words as they print, each byte under its name and its index."""
    yield f"{'word':<{_LEFT}}{_word(explanation, 'y'):<{4 * _PITCH + _GAP}}{_word(explanation, 'x')}"
    yield pen.row(_source_row(explanation, "byte", [source.name for source in explanation.sources]))
    yield pen.row(_source_row(explanation, "index", [f"{source.index:>2}" for source in explanation.sources]))
    if explanation.words:
        values = ["" if source.value is None else f"{source.value:02x}" for source in explanation.sources]
        yield pen.row(_source_row(explanation, "value", values))


def _word(explanation: Explanation, role: str) -> str:
    word = explanation.x if role == "x" else explanation.y
    operand = {"x": "S1 x", "y": "S0 y"}[role] if explanation.selector.contract == "v_perm" else role
    if word:
        return f"{operand} = {word.hex}"
    return f"{operand}, not read" if role in explanation.unread else operand


def _source_row(explanation: Explanation, label: str, cells: list[str]) -> list[_Cell]:
    row = [*zip(label.ljust(_END), [""] * _END, strict=True)]
    for source, cell in zip(explanation.sources, cells, strict=True):
        at = _column(source.index)
        row[at : at + len(cell)] = [(c, _source_style(explanation, source.index)) for c in cell]
    return row


def _source_style(explanation: Explanation, index: int) -> str:
    """Return a source byte's style: dim if it is not read, its result byte's hue if there is only one."""
    takers = [use.position for use in explanation.fields if _index(use) == index]
    if not takers:
        return _DIM
    return _COLOURS[takers[0]] if len(takers) == 1 else _BOLD


def _index(use: FieldUse) -> int | None:
    return source_index(use.lane) if isinstance(use.lane, Pick | Sign) else None


def _movement(explanation: Explanation, pen: _Pen) -> Iterator[str]:
    """Draw one row for each result byte, from the source byte that it takes to its name and value."""
    for use in reversed(explanation.fields):
        hue = _COLOURS[use.position]
        value = "" if use.value is None else f" = {use.value:02x}"
        what = "constant" if isinstance(use.lane, Const) else str(use.lane)
        label = _field_label(explanation, use)
        grid = pen.row(_grid_row(explanation, use))
        yield f"{label:<{_LEFT - 1}}{grid} {pen.style(f'byte {use.position}{value}', hue)}  {what}"


def _field_label(explanation: Explanation, use: FieldUse) -> str:
    if explanation.selector.contract in NIBBLE_CONTRACTS:
        return f"field {use.position} = {use.number:X} ({bits_of(explanation.selector, use.number)})"
    return f"field {use.position} = {use.number:02X} ({use.number})"


def _grid_row(explanation: Explanation, use: FieldUse) -> list[_Cell]:
    """Return the crossing lines of one row, from the column before the first source byte to the arrow's tip."""
    hue, own = _COLOURS[use.position], _index(use)
    cells: list[_Cell] = [(" ", "")] * (_END + 3)
    start = _END if own is None else _column(own) + 1
    cells[start:] = [(_ALONG, hue)] * (_END + 3 - start)
    # A column runs down to the last row that takes its byte; further down nothing is crossed.
    for index in {i for lower in explanation.fields[: use.position] if (i := _index(lower)) is not None} - {own}:
        at = _column(index) + 1
        cells[at] = (_CROSS, hue) if at > start else (_DOWN, _source_style(explanation, index))
    cells[start] = (_mark(use), hue)
    cells[-1] = (_TIP, hue)
    return cells[_LEFT - 1 :]


def _mark(use: FieldUse) -> str:
    if isinstance(use.lane, Const):
        return _FIXED
    return _SIGN if isinstance(use.lane, Sign) else _COPY


def _legend(explanation: Explanation, pen: _Pen) -> Iterator[str]:
    """Say what is not plain in the picture: marks, ignored bits, words that are not read."""
    lanes = explanation.selector.lanes
    if any(isinstance(lane, Sign) for lane in lanes):
        yield pen.drawn(f"{_SIGN} the sign: the byte's top bit, eight times")
    if any(isinstance(lane, Const) for lane in lanes):
        yield pen.drawn(f"{_FIXED} a constant, no source byte")
    yield from explanation.remarks
    if explanation.same:
        yield "x and y are the same word"
    elif explanation.unread:
        yield f"{' and '.join(explanation.unread)} {'is' if len(explanation.unread) == 1 else 'are'} not read"


def _result(explanation: Explanation, pen: _Pen) -> Iterator[str]:
    result = explanation.result
    if result is None:
        yield from _order("printed", explanation.selector.names, "most significant byte first")
        memory = " ".join(str(use.lane) for use in explanation.fields)
        yield from _order("memory", memory, "least significant byte first (little-endian)")
        return
    yield f"value    {pen.style(result.hex, _BOLD)}"
    yield f"printed  {_coloured(result, pen, (3, 2, 1, 0))}   most significant byte first, as %08x shows it"
    yield f"memory   {_coloured(result, pen, (0, 1, 2, 3))}   least significant byte first (little-endian)"


def _order(label: str, names: str, order: str) -> Iterator[str]:
    """Write an order with its name, on two lines where four signs leave no room for one."""
    line = f"{label:<7}  {names}   {order}"
    yield from (line,) if len(line) <= 80 else (f"{label:<7}  {names}", f"         {order}")


def _coloured(word: Word, pen: _Pen, order: tuple[int, ...]) -> str:
    return " ".join(pen.style(f"{word.byte(position):02x}", _COLOURS[position]) for position in order)


def _rules(explanation: Explanation, width: int) -> Iterator[str]:
    yield from textwrap.wrap(rule_of(explanation.selector) + ".", width, break_on_hyphens=False)
    forms = spellings(explanation.selector)
    also = [f"{form} {forms[form]}" for form in ("binary", "octal", "decimal", "fields", "names") if form in forms]
    yield from textwrap.wrap("also written: " + "; ".join(also), width, subsequent_indent="  ", break_on_hyphens=False)


def _notes(explanation: Explanation, pen: _Pen, width: int) -> Iterator[str]:
    for note in explanation.selector.notes:
        text = pen.quoted(f"note: {note.message}", 2000)
        first, *rest = textwrap.wrap(text, width, subsequent_indent="      ", break_on_hyphens=False)
        yield pen.style("note:", _BOLD) + first.removeprefix("note:")
        yield from rest
        intended, indent = explanation.intended(note), "      "
        yield from textwrap.wrap(intended, width, initial_indent=indent, subsequent_indent=indent)
