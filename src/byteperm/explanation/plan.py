"""A whole layout explained: its program step by step, and its picture."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from html import escape

from byteperm.explanation.svg import DARK, DARK_HUES, LIGHT, LIGHT_HUES, variables
from byteperm.lanes import Any, Const, Lane, Lanes, Pick, Sign
from byteperm.layout.model import Layout, Output
from byteperm.program.model import Program, ref_lanes

_CELL, _ROW, _LEFT = 84, 34, 110

#: Most output words that a picture shows; longer outputs say how many follow.
MOST_WORDS = 32


def render_plan(layout: Layout, program: Program) -> str:
    """Write a program with the bytes of every value, and the outputs in both orders.

    Args:
        layout: what the program does.
        program: the program.
    """
    lines = [str(step) for step in program.steps]
    width = max(map(len, lines), default=0)
    known = program.lanes()
    text = [f"{line:<{width}}   {_printed(known[step.name])}" for line, step in zip(lines, program.steps, strict=True)]
    for output in layout.outputs:
        text += ["", *_output_lines(output, program)]
    return "\n".join(text)


def _printed(lanes: Lanes) -> str:
    return " ".join(str(lane) for lane in reversed(lanes))


def _output_lines(output: Output, program: Program) -> Iterator[str]:
    refs, known = dict(program.outputs), program.lanes()
    names = output.type.word_names(output.name)
    width = max(map(len, names))
    yield f"{output.name}: {output.type}   printed, most significant byte first"
    for name in names[:MOST_WORDS]:
        ref = refs[name]
        shown = f"0x{ref:08X}" if isinstance(ref, int) else ref
        yield f"  {name:<{width}} = {shown:<10}   {_printed(ref_lanes(ref, known))}"
    if len(names) > MOST_WORDS:
        yield f"  ... and {len(names) - MOST_WORDS} more words"


def layout_svg(layout: Layout, title: str = "layout") -> str:
    """Draw the output words of a layout, each byte with where it comes from, a hue for each source word.

    Args:
        layout: the layout.
        title: what the picture is called.
    """
    rows = [(name, lanes) for name, lanes in layout.targets.items()][:MOST_WORDS]
    body = "\n".join(_rows(rows, _hues(rows)))
    name = "bpl" + hashlib.sha256(body.encode()).hexdigest()[:10]
    width, height = _LEFT + 4 * _CELL + 20, 56 + _ROW * len(rows) + 12
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'class="{name}" role="img" aria-labelledby="{name}-title {name}-desc">',
            f'<title id="{name}-title">{escape(title)}</title>',
            f'<desc id="{name}-desc">{escape(_description(rows))}</desc>',
            f"<style>{_style(name)}</style>",
            f'<rect class="ground" width="{width}" height="{height}" rx="10"/>',
            f'<text class="head" x="16" y="26">{escape(title[:56])}</text>',
            f'<text class="small" x="{width - 16}" y="46" text-anchor="end">most significant byte first</text>',
            body,
            "</svg>",
        )
    )


def _description(rows: list[tuple[str, Lanes]]) -> str:
    return " ".join(f"{name} is {_printed(lanes)}." for name, lanes in rows)


def _hues(rows: list[tuple[str, Lanes]]) -> dict[str, int]:
    words = dict.fromkeys(lane.word for _, lanes in rows for lane in lanes if isinstance(lane, Pick | Sign))
    return {word: n % 4 for n, word in enumerate(words)}


def _rows(rows: list[tuple[str, Lanes]], hues: dict[str, int]) -> Iterator[str]:
    for row, (name, lanes) in enumerate(rows):
        top = 56 + _ROW * row
        yield f'<text x="16" y="{top + 20}">{escape(name[:12])}</text>'
        for column, lane in enumerate(reversed(lanes)):
            yield _cell(_LEFT + _CELL * column, top, lane, hues)


def _cell(left: int, top: int, lane: Lane, hues: dict[str, int]) -> str:
    kind = f"h{hues[lane.word]}" if isinstance(lane, Pick | Sign) else "const" if isinstance(lane, Const) else "any"
    text = "" if isinstance(lane, Any) else str(lane).replace("sign(", "\u00b1").replace(")", "")
    return (
        f'<rect class="cell {kind}" x="{left}" y="{top}" width="{_CELL - 6}" height="{_ROW - 6}" rx="5"/>'
        f'<text class="mid {kind}" x="{left + (_CELL - 6) / 2:g}" y="{top + 19}">{escape(text[:9])}</text>'
    )


def _style(name: str) -> str:
    scope = f".{name}"
    rules = [
        f"{scope}{{{variables(LIGHT, LIGHT_HUES)};font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;"
        "max-width:100%;height:auto}",
        f"@media (prefers-color-scheme:dark){{{scope}{{{variables(DARK, DARK_HUES)}}}}}",
        f"{scope} text{{fill:var(--ink);font-size:13px}}",
        f"{scope} .head{{font-size:15px;font-weight:600}}",
        f"{scope} .small{{fill:var(--faint);font-size:12px}}",
        f"{scope} .ground{{fill:var(--ground)}}",
        f"{scope} .mid{{text-anchor:middle}}",
        f"{scope} .cell{{fill:var(--box);stroke:var(--line);stroke-width:1.5}}",
        f"{scope} rect.any{{stroke-dasharray:3 3}}",
    ]
    for n in range(4):
        rules.append(f"{scope} rect.h{n}{{stroke:var(--h{n})}}{scope} text.h{n}{{fill:var(--h{n});font-weight:600}}")
    return "".join(rules)
