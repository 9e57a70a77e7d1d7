"""The picture of a permute: one grammar for the docs, the guide and notebooks.

Two rows of four source bytes above (y's over x's, so that the index falls from 7 to 0 as one 64-bit
number prints), four result bytes below, an arrow with its field from each source byte to the result
byte it makes: dashed for a sign, short and from a box of its own for a constant. The rows are half a step
apart, so that the arrows of the upper row pass between the boxes of the lower one. Words run most
significant byte first, everywhere, but for the line that says *memory*.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from html import escape

from byteperm.explanation.model import Explanation, FieldUse, SourceByte
from byteperm.lanes import Const, Pick, Sign
from byteperm.selector.model import NIBBLE_CONTRACTS, source_index

WIDTH = 520
_LEFT, _STEP, _BOX, _RESULT_BOX, _TALL = 126, 90, 56, 72, 54
_UPPER_ROW, _LOWER_ROW, _RESULT_ROW = 74, 152, 344
#: Where arrows turn away from the vertical, and where their tips are.
_BEND, _TIP = _LOWER_ROW + _TALL + 6, _RESULT_ROW - 32
#: Colours by name, for light and dark; the arrows' hues are told apart by colour-blind readers too.
LIGHT = {"ground": "#ffffff", "ink": "#1b1f24", "faint": "#59636e", "line": "#8c959f", "box": "#f3f5f7"}
DARK = {"ground": "#15181d", "ink": "#eef1f5", "faint": "#a3adb8", "line": "#6e7781", "box": "#22272e"}
LIGHT_HUES = ("#0a5cad", "#934400", "#7b2d91", "#136b3a")
DARK_HUES = ("#79c0ff", "#ffb077", "#e2a6ff", "#7ee2a8")


def render_svg(explanation: Explanation) -> str:
    """Draw one permute as a self-contained SVG.

    It has no script, no outside reference and follows the reader's light or dark setting.

    Args:
        explanation: what `byteperm.explanation.model.explain` returned.

    >>> from byteperm.explanation.model import explain
    >>> render_svg(explain("0x3104", 0x7600A914, 0x069F34C5)).startswith("<svg ")
    True
    """
    body = "\n".join(_body(explanation))
    name = "bp" + hashlib.sha256(body.encode()).hexdigest()[:10]
    height = _RESULT_ROW + _TALL + 114 + 22 * len(explanation.remarks)
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
            f'class="{name}" role="img" aria-labelledby="{name}-title {name}-desc">',
            f'<title id="{name}-title">{escape(_clip(explanation.call, 60))}</title>',
            f'<desc id="{name}-desc">{escape(describe(explanation))}</desc>',
            f"<style>{_style(name)}</style>",
            f'<rect class="ground" width="{WIDTH}" height="{height}" rx="10"/>',
            body,
            "</svg>",
        )
    )


def describe(explanation: Explanation) -> str:
    """Say the whole movement in words, most significant result byte first.

    >>> from byteperm.explanation.model import explain
    >>> describe(explain("0x0123"))
    'Result byte 3 is x0. Result byte 2 is x1. Result byte 1 is x2. Result byte 0 is x3.'
    """
    parts = [f"Result byte {use.position} is {use.lane}" + _value(use) + "." for use in reversed(explanation.fields)]
    if explanation.result is not None:
        parts.append(f"The result is {explanation.result.hex}.")
    return " ".join(parts)


def _value(use: FieldUse) -> str:
    return "" if use.value is None or isinstance(use.lane, Const) else f" = {use.value:02x}"


def variables(colours: dict[str, str], hues: tuple[str, ...]) -> str:
    """Return a palette as CSS variables: the colours by name, the hues as ``h0`` to ``h3``."""
    pairs = [*colours.items(), *((f"h{n}", hue) for n, hue in enumerate(hues))]
    return ";".join(f"--{key}:{value}" for key, value in pairs)


def _style(name: str) -> str:
    scope = f".{name}"
    rules = [
        f"{scope}{{{variables(LIGHT, LIGHT_HUES)};font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;"
        "max-width:100%;height:auto}",
        f"@media (prefers-color-scheme:dark){{{scope}{{{variables(DARK, DARK_HUES)}}}}}",
        f"{scope} text{{fill:var(--ink);font-size:14px}}",
        f"{scope} .ground{{fill:var(--ground)}}",
        f"{scope} .box{{fill:var(--box);stroke:var(--line);stroke-width:1.5}}",
        f"{scope} .byte{{font-size:21px;font-weight:600;text-anchor:middle}}",
        f"{scope} .small{{font-size:13px;fill:var(--faint)}}",
        f"{scope} .call{{font-size:16px;font-weight:600}}",
        f"{scope} .strong{{font-weight:600}}",
        f"{scope} .unread .box{{stroke-dasharray:3 3}}",
        f"{scope} .unread .byte{{fill:var(--faint);font-weight:400}}",
        f"{scope} .end{{text-anchor:end}}",
        f"{scope} .mid{{text-anchor:middle}}",
        f"{scope} .arrow,{scope} .halo{{fill:none;stroke-width:2.5}}",
        # A margin of ground colour along each arrow shows which of two that cross lies on top.
        f"{scope} .halo{{stroke:var(--ground);stroke-width:8}}",
        f"{scope} .sign{{stroke-dasharray:7 4}}",
        f"{scope} .pill{{fill:var(--ground);stroke-width:1.5}}",
    ]
    for n in range(4):
        rules.append(f"{scope} .s{n}{{stroke:var(--h{n})}}")
        rules.append(f"{scope} .f{n},{scope} text.f{n},{scope} tspan.f{n}{{fill:var(--h{n})}}")
    return "".join(rules)


def _body(explanation: Explanation) -> Iterator[str]:
    yield from _head(explanation)
    yield from _arrows(explanation)
    for source in explanation.sources:
        yield _source_box(source)
    for use in explanation.fields:
        yield from _result_box(explanation, use)
    yield from _orders(explanation)


def _head(explanation: Explanation) -> Iterator[str]:
    yield _text(24, 34, _clip(explanation.call, 48), "call")
    yield _text(24, 56, _clip(explanation.names[0], 58) if explanation.names else "", "small")
    yield from _operand(explanation, "y", _UPPER_ROW)
    yield from _operand(explanation, "x", _LOWER_ROW)
    yield _text(24, _RESULT_ROW - 15, _digits(explanation), "strong")
    yield _text(24, _RESULT_ROW + 32, "result", "strong")


def _digits(explanation: Explanation) -> str:
    """Write the selector as the four fields' digits stand in it; for a mode, the one that it stands for."""
    return "0x" + "".join(_number(explanation, use) for use in reversed(explanation.fields))


def _number(explanation: Explanation, use: FieldUse) -> str:
    return f"{use.number:X}" if explanation.selector.contract in NIBBLE_CONTRACTS else f"{use.number:02X}"


def _operand(explanation: Explanation, role: str, top: int) -> Iterator[str]:
    """Label a row with its word: what it is called, its value, and whether it is read."""
    word, name = explanation.x if role == "x" else explanation.y, explanation.alias(role)
    label = _clip(f"{role}: {name}", 11) if name else role
    place = {"x": "S1", "y": "S0"}[role] if explanation.selector.contract == "v_perm" else ""
    state = "not read" if role in explanation.unread else ""
    lines = [word.hex if word else "", ", ".join(filter(None, (place, state)))]
    yield _text(24, top + 16, label, "strong")
    for n, line in enumerate(filter(None, lines)):
        yield _text(24, top + 35 + 17 * n, line, "small")


def _text(x: float, y: float, text: str, classes: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{classes}">{escape(text)}</text>' if text else ""


def _clip(text: str, length: int) -> str:
    shown = "".join(c if c.isprintable() else "?" for c in text)
    return shown if len(shown) <= length else shown[: length - 1] + "\u2026"


def _centre(index: int) -> float:
    """Return the middle of a source byte's box: the upper row stands half a step to the left."""
    column = 3 - index % 4
    return _LEFT + _BOX / 2 + _STEP * column + (0 if index >= 4 else _STEP / 2)


def _result_centre(position: int) -> float:
    return _LEFT + _BOX / 2 + _STEP / 4 + _STEP * (3 - position)


def _source_box(source: SourceByte) -> str:
    middle = _centre(source.index)
    left, top = middle - _BOX / 2, _UPPER_ROW if source.index >= 4 else _LOWER_ROW
    known = source.value is not None
    value = f"{source.value:02x}" if known else source.name
    return "".join(
        (
            f'<g class="{"read" if source.read else "unread"}">',
            f'<rect class="box" x="{left:g}" y="{top}" width="{_BOX}" height="{_TALL}" rx="6"/>',
            _text(left + 7, top + 17, source.name if known else "", "small"),
            _text(left + _BOX - 7, top + 17, str(source.index), "small end"),
            _text(middle, top + 43, value, "byte"),
            "</g>",
        )
    )


def _arrows(explanation: Explanation) -> Iterator[str]:
    takers: dict[int, list[FieldUse]] = {}
    for use in reversed(explanation.fields):
        if isinstance(use.lane, Pick | Sign):
            takers.setdefault(source_index(use.lane), []).append(use)
    for index, uses in takers.items():
        for place, use in enumerate(uses):
            yield _arrow(use, index, 8 * (place - (len(uses) - 1) / 2))
    # Constants last: their boxes stand in the arrows' way and hide them.
    for use in explanation.fields:
        if isinstance(use.lane, Const):
            yield _constant(use, use.lane)


def _arrow(use: FieldUse, index: int, offset: float) -> str:
    """Draw one arrow; from the upper row it first falls straight between the lower boxes.

    The further it goes to a side, the higher it turns: arrows from one byte then do not cross, and
    those of a byte swap do not all meet in one point.
    """
    start, end = _centre(index) + offset, _result_centre(use.position)
    top = (_UPPER_ROW if index >= 4 else _LOWER_ROW) + _TALL
    middle = (_BEND + _TIP) / 2 + 14 - 11 * abs(end - start) / _STEP
    path = f"M{start:g} {top}V{_BEND}C{start:g} {middle + 10:.0f} {end:g} {middle - 10:.0f} {end:g} {_TIP - 6}"
    return _line(use, path, " sign" if isinstance(use.lane, Sign) else "")


def _constant(use: FieldUse, lane: Const) -> str:
    middle, top = _result_centre(use.position), _TIP - 54
    box = f'<rect class="pill s{use.position}" x="{middle - 17:g}" y="{top}" width="34" height="24" rx="3"/>'
    return _line(use, f"M{middle:g} {top + 24}V{_TIP - 6}") + box + _text(middle, top + 17, str(lane), "mid")


def _line(use: FieldUse, path: str, kind: str = "") -> str:
    end, n = _result_centre(use.position), use.position
    head = f"M{end - 6:g} {_TIP - 10}L{end:g} {_TIP}L{end + 6:g} {_TIP - 10}z"
    return f'<path class="halo" d="{path}"/><path class="arrow s{n}{kind}" d="{path}"/><path class="f{n}" d="{head}"/>'


def _result_box(explanation: Explanation, use: FieldUse) -> Iterator[str]:
    middle, top = _result_centre(use.position), _RESULT_ROW
    yield f'<rect class="pill s{use.position}" x="{middle - 17:g}" y="{top - 31}" width="34" height="22" rx="11"/>'
    yield _text(middle, top - 15, _number(explanation, use), f"mid f{use.position}")
    left = middle - _RESULT_BOX / 2
    yield (f'<rect class="box s{use.position}" x="{left:g}" y="{top}" width="{_RESULT_BOX}" height="{_TALL}" rx="6"/>')
    if use.value is not None:
        yield _text(middle, top + 19, _source_label(use), f"small mid f{use.position}")
    yield _text(middle, top + (34 if use.value is None else 44), _shown(use), "byte")
    yield _text(middle, top + _TALL + 18, f"byte {use.position}", "small mid")


def _source_label(use: FieldUse) -> str:
    if isinstance(use.lane, Sign):
        return f"sign {use.lane.word}{use.lane.byte}"
    return "const" if isinstance(use.lane, Const) else str(use.lane)


def _orders(explanation: Explanation) -> Iterator[str]:
    """Write the result in its three orders, each byte in its hue, and what the fields' bits do not do."""
    at = _RESULT_ROW + _TALL + 50
    if explanation.result is not None:
        yield _text(24, at, "value", "small") + _text(90, at, explanation.result.hex, "strong")
        at += 22
    for label, positions, order in _ORDERS:
        bytes_ = [_shown(explanation.fields[position]) for position in positions]
        yield _text(24, at, label, "small") + _bytes(at, positions, bytes_)
        # Four signs without values leave no room for both parts.
        yield _text(WIDTH - 24, at, order if len(" ".join(bytes_)) < 12 else order.split(", ")[-1], "small end")
        at += 22
    for remark in explanation.remarks:
        yield _text(24, at, remark, "small")
        at += 22


_ORDERS = (
    ("printed", (3, 2, 1, 0), "most significant first"),
    ("memory", (0, 1, 2, 3), "little-endian, least significant first"),
)


def _shown(use: FieldUse) -> str:
    return str(use.lane).replace("sign(", "\u00b1").rstrip(")") if use.value is None else f"{use.value:02x}"


def _bytes(y: int, positions: tuple[int, ...], shown: list[str]) -> str:
    spans = [f'<tspan class="f{n}">{escape(text)}</tspan>' for n, text in zip(positions, shown, strict=True)]
    return f'<text x="90" y="{y}" class="strong">{" ".join(spans)}</text>'
