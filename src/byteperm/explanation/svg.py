"""The picture of a permute: one grammar for the docs, the guide and notebooks.

Two rows of four source bytes above (y's over x's, so that the index falls from 7 to 0 as one 64-bit
number prints), four result bytes below, an arrow with its field from each source byte to the result
byte it makes. The rows are half a step apart, so that the arrows of the upper row pass between the boxes
of the lower one. Words run most significant byte first, everywhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from html import escape

from byteperm.explanation.model import Explanation, FieldUse, SourceByte
from byteperm.lanes import Const, Pick, Sign
from byteperm.selector.model import NIBBLE_CONTRACTS, source_index

WIDTH = 520
_STEP, _BOX, _TALL = 112, 64, 54
_UPPER_ROW, _LOWER_ROW, _RESULT_ROW = 112, 196, 352
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
    height = _RESULT_ROW + _TALL + 120
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


def _style(name: str) -> str:
    def variables(colours: dict[str, str], hues: tuple[str, ...]) -> str:
        pairs = [*colours.items(), *((f"h{n}", hue) for n, hue in enumerate(hues))]
        return ";".join(f"--{key}:{value}" for key, value in pairs)

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
        f"{scope} .unread .box{{stroke-dasharray:3 3}}",
        f"{scope} .unread .byte{{fill:var(--faint);font-weight:400}}",
        f"{scope} .end{{text-anchor:end}}",
        f"{scope} .mid{{text-anchor:middle}}",
        f"{scope} .arrow{{fill:none;stroke-width:2.5}}",
        f"{scope} .sign{{stroke-dasharray:7 4}}",
        f"{scope} .pill{{fill:var(--ground);stroke-width:1.5}}",
    ]
    for n in range(4):
        rules.append(f"{scope} .s{n}{{stroke:var(--h{n})}}")
        rules.append(f"{scope} .f{n},{scope} text.f{n}{{fill:var(--h{n})}}")
    return "".join(rules)


def _body(explanation: Explanation) -> Iterator[str]:
    yield from _head(explanation)
    yield from _arrows(explanation)
    yield _text(16, _RESULT_ROW - 15, "field", "small")
    for source in explanation.sources:
        yield _source_box(source)
    for use in explanation.fields:
        yield from _result_box(explanation, use)
    yield from _orders(explanation)


def _head(explanation: Explanation) -> Iterator[str]:
    yield _text(24, 30, _clip(explanation.call, 48), "call")
    yield _text(24, 52, _clip(explanation.names[0], 58) if explanation.names else "", "small")
    amd = explanation.selector.contract == "v_perm"
    for at, role, word, name, indices in (
        (76, "y", explanation.y, explanation.y_name, "7-4, upper row"),
        (96, "x", explanation.x, explanation.x_name, "3-0, lower row"),
    ):
        label = role if name == role else f"{role}: {_clip(name, 14)}"
        place = {"y": " (S0)", "x": " (S1)"}[role] if amd else ""
        unread = ", not read" if role in explanation.unread else ""
        yield _text(24, at, f"{label}{place} {'= ' + word.hex if word else 'has no given value'}", "")
        yield _text(WIDTH - 24, at, f"bytes {indices}{unread}", "small end")


def _text(x: float, y: float, text: str, classes: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{classes}">{escape(text)}</text>' if text else ""


def _clip(text: str, length: int) -> str:
    shown = "".join(c if c.isprintable() else "?" for c in text)
    return shown if len(shown) <= length else shown[: length - 1] + "\u2026"


def _centre(index: int) -> float:
    """Return the middle of a source byte's box: the upper row stands half a step to the left."""
    column = 3 - index % 4
    return 24 + _BOX / 2 + _STEP * column + (0 if index >= 4 else _STEP / 2)


def _result_centre(position: int) -> float:
    return 24 + _BOX / 2 + _STEP / 4 + _STEP * (3 - position)


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
            yield _arrow(index, use, 11 * (place - (len(uses) - 1) / 2))


def _arrow(index: int, use: FieldUse, offset: float) -> str:
    """Draw one arrow; from the upper row it first falls straight between the lower boxes."""
    start, end = _centre(index) + offset, _result_centre(use.position)
    top = (_UPPER_ROW if index >= 4 else _LOWER_ROW) + _TALL
    bend, tip = _LOWER_ROW + _TALL + 8, _RESULT_ROW - 32
    middle = (bend + tip) / 2
    path = f"M{start:g} {top}V{bend}C{start:g} {middle + 6:g} {end:g} {middle - 6:g} {end:g} {tip}"
    kind = " sign" if isinstance(use.lane, Sign) else ""
    head = f"M{end - 6:g} {tip - 9}L{end:g} {tip}L{end + 6:g} {tip - 9}z"
    return f'<path class="arrow s{use.position}{kind}" d="{path}"/><path class="f{use.position}" d="{head}"/>'


def _result_box(explanation: Explanation, use: FieldUse) -> Iterator[str]:
    middle, top = _result_centre(use.position), _RESULT_ROW
    nibble = explanation.selector.contract in NIBBLE_CONTRACTS
    number = f"{use.number:X}" if nibble else f"{use.number:02X}"
    source = _source_label(use)
    value = source.replace("sign ", "\u00b1") if use.value is None else f"{use.value:02x}"
    yield f'<rect class="pill s{use.position}" x="{middle - 17:g}" y="{top - 31}" width="34" height="22" rx="11"/>'
    yield _text(middle, top - 15, number, f"mid f{use.position}")
    yield f'<rect class="box s{use.position}" x="{middle - 36:g}" y="{top}" width="72" height="{_TALL}" rx="6"/>'
    if use.value is not None:
        yield _text(middle, top + 19, source, f"small mid f{use.position}")
    yield _text(middle, top + 44, value, "byte")
    yield _text(middle, top + _TALL + 18, f"byte {use.position}", "small mid")


def _source_label(use: FieldUse) -> str:
    if isinstance(use.lane, Sign):
        return f"sign {use.lane.word}{use.lane.byte}"
    return "const" if isinstance(use.lane, Const) else str(use.lane)


def _orders(explanation: Explanation) -> Iterator[str]:
    at, result = _RESULT_ROW + _TALL + 50, explanation.result
    if result is None:
        memory = " ".join(str(use.lane) for use in explanation.fields)
        rows = [
            ("printed", explanation.selector.names, "most significant first"),
            ("memory", memory, "least significant first"),
        ]
    else:
        rows = [
            ("value", result.hex, ""),
            ("printed", result.printed, "most significant byte first"),
            ("memory", result.memory, "least significant byte first"),
        ]
    for n, (label, shown, order) in enumerate(rows):
        yield _text(24, at + 22 * n, label, "small")
        yield _text(96, at + 22 * n, shown, "")
        yield _text(WIDTH - 24, at + 22 * n, order if len(shown) < 24 else "", "small end")
