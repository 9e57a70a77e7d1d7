"""``byteperm bitcoin``: script templates as message words of a hash."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from byteperm.bitcoin.templates import HASHES, TEMPLATES, Template, layout_text, template
from byteperm.cli.terminal import Terminal
from byteperm.layout.language import parse_layout
from byteperm.layout.model import Layout
from byteperm.program.check import check
from byteperm.program.model import Program, Ref, Step, ref_lanes
from byteperm.program.synth import synthesize
from byteperm.spans import BytepermError, quoted

SUMMARY = "build the message words of a Bitcoin script template"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listed = actions.add_parser("templates", help="list the templates", allow_abbrev=False)
    words = actions.add_parser("words", help="the table of words, or the function that makes them", allow_abbrev=False)
    words.add_argument("template", metavar="TEMPLATE", help=", ".join(TEMPLATES))
    words.add_argument(
        "--payload-order",
        choices=("le", "be"),
        default="le",
        help="le as RIPEMD-160 leaves a digest, be as SHA-256 does (default: le)",
    )
    words.add_argument("--hash", choices=tuple(HASHES), default="sha256", help="whose message it is (default: sha256)")
    words.add_argument("--to", metavar="TARGET", help="write the function for a target, such as cuda")
    words.add_argument("--name", default="", help="what the function is called")
    for action in (listed, words):
        action.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """List the templates, or build the words of one."""
    if args.action == "templates":
        return _list(terminal)
    chosen = _template(args.template)
    text = layout_text(chosen, args.payload_order, args.hash)
    layout = parse_layout(text)
    # The table teaches, so each constant is the plain one; code shares them.
    program = synthesize(layout, share=bool(args.to))
    if not check(layout, program).good:
        raise BytepermError("the program is not what the layout says", help="report this")
    code = _code(args, chosen, layout, program) if args.to else ""
    if terminal.json:
        terminal.print_json(_json(chosen, text, program, code))
    elif code:
        terminal.print(code.rstrip("\n"))
        terminal.note(program.summary)
    else:
        terminal.print("\n".join(_table(chosen, text, program)))
    return 0


def _template(name: str) -> Template:
    try:
        return template(name)
    except KeyError:
        from difflib import get_close_matches

        close = get_close_matches(name.lower(), TEMPLATES, n=1)
        hint = f"did you mean {close[0]}?" if close else f"templates are {', '.join(TEMPLATES)}"
        raise BytepermError("unknown template", found=f"found {quoted(name[:40])}", help=hint) from None


def _list(terminal: Terminal) -> int:
    if terminal.json:
        rows = [
            {"name": t.name, "title": t.title, "sentence": t.sentence, "stream": t.stream(), "bytes": t.length}
            for t in TEMPLATES.values()
        ]
        terminal.print_json({"templates": rows})
        return 0
    width = max(map(len, TEMPLATES))
    for name, item in TEMPLATES.items():
        terminal.print(f"{name:<{width}}  {item.stream()}   {item.length} bytes")
    return 0


def _code(args: argparse.Namespace, chosen: Template, layout: Layout, program: Program) -> str:
    from byteperm.emit.base import Request, Unsupported, load_target

    name = args.name or f"{chosen.name}_words".replace("-", "_")
    emitted = load_target(args.to).emit(Request(layout, program, name))
    if isinstance(emitted, Unsupported):
        raise BytepermError(f"{args.to} cannot do this", found=emitted.reason)
    return emitted


def _table(chosen: Template, text: str, program: Program) -> Iterator[str]:
    yield f"{chosen.title}: {chosen.stream()}   ({chosen.length} bytes)"
    yield chosen.sentence
    yield f"layout: {text}"
    yield ""
    rows = list(_rows(program))
    width = max(len(row[1]) for row in rows)
    first = max(len(row[0]) for row in rows)
    yield f"{'word':<{first}}  {'made by':<{width}}   prints"
    for word, made, shown in rows:
        yield f"{word:<{first}}  {made:<{width}}   {shown}"
    yield ""
    yield program.summary


def _rows(program: Program) -> Iterator[tuple[str, str, str]]:
    """Yield each word with what makes it and its bytes as they print; zero words in a row are one."""
    steps = {step.name: step for step in program.steps}
    known = program.lanes()
    zeros: list[str] = []
    for name, ref in program.outputs:
        if ref == 0:
            zeros.append(name)
            continue
        yield from _zero_row(zeros)
        zeros = []
        shown = " ".join(str(lane) for lane in reversed(ref_lanes(ref, known)))
        yield name, _made(ref, steps), shown
    yield from _zero_row(zeros)


def _zero_row(zeros: list[str]) -> Iterator[tuple[str, str, str]]:
    if zeros:
        yield (zeros[0] if len(zeros) == 1 else f"{zeros[0]} to {zeros[-1]}"), "0", "00 00 00 00"


def _made(ref: Ref, steps: dict[str, Step]) -> str:
    if isinstance(ref, int):
        return f"0x{ref:08X}"
    if ref not in steps:
        return ref
    low, high, selector = steps[ref].args
    return f"__byte_perm({_operand(low, steps)}, {_operand(high, steps)}, 0x{int(selector):04X})"


def _operand(ref: Ref, steps: dict[str, Step]) -> str:
    return f"{ref:#x}" if isinstance(ref, int) else _made(ref, steps) if ref in steps else ref


def _json(chosen: Template, text: str, program: Program, code: str) -> dict[str, object]:
    return {
        "template": chosen.name,
        "stream": chosen.stream(),
        "bytes": chosen.length,
        "layout": text,
        "words": [{"word": word, "made_by": made, "prints": shown} for word, made, shown in _rows(program)],
        "permutes": program.permutes,
        "proof": program.proof.reason,
        "code": code or None,
    }
