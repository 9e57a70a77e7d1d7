"""``byteperm compile``: a layout to the shortest program, as code for a target."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from byteperm.cli.terminal import Terminal, read_argument
from byteperm.emit.base import Request, Unsupported, load_target, target_names
from byteperm.explanation.plan import layout_svg, render_plan
from byteperm.layout.language import parse_layout
from byteperm.layout.model import Layout
from byteperm.layout.printer import print_layout
from byteperm.program.check import check
from byteperm.program.cost import ARCHITECTURES, cost_of
from byteperm.program.model import Program
from byteperm.program.synth import synthesize
from byteperm.spans import BytepermError, quoted

SUMMARY = "turn a layout into the shortest code for a target, with the proof"

#: Longest layout file that is read, in bytes.
MAX_FILE = 200_000


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "layout", nargs="+", metavar="LAYOUT", help="a file, a catalogue name, or the layout; - is standard input"
    )
    parser.add_argument("--to", metavar="TARGET", help="what to write; the program and its proof when left out")
    parser.add_argument("--name", default="", help="what the function is called (default: the layout's own name)")
    parser.add_argument("--kernel", action="store_true", help="a kernel over arrays instead of a function")
    parser.add_argument("--test", action="store_true", help="add a test with known values in the target's language")
    parser.add_argument("--example", action="store_true", help="a whole program that checks itself")
    parser.add_argument("--arch", default="sm_90", choices=tuple(ARCHITECTURES), help="for the cost (default: sm_90)")
    parser.add_argument(
        "--contract", choices=("prmt", "byte_perm"), default="prmt", help="byte_perm has no signs (default: prmt)"
    )
    parser.add_argument("--seconds", type=float, default=2.0, help="how long to search (default: 2)")
    parser.add_argument("--svg", action="store_true", help="print the picture of the layout")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Compile the layout."""
    text, name = layout_text(read_argument(args.layout, "layout"))
    if not 0 < args.seconds <= 600:
        raise BytepermError("--seconds must be more than 0 and at most 600", found=f"found {args.seconds:g}")
    layout = parse_layout(text)
    if args.svg:
        terminal.print(layout_svg(layout, name))
        return 0
    program = synthesize(layout, seconds=args.seconds, signs=args.contract == "prmt")
    verdict = check(layout, program)
    if not verdict.good:
        raise BytepermError("the program is not what the layout says", found=verdict.problems[0], help="report this")
    code = _code(args, layout, program, args.name or name) if args.to else ""
    _show(args, terminal, layout, program, code)
    return 0


def layout_text(argument: str) -> tuple[str, str]:
    """Return a layout's text and a name for it.

    Args:
        argument: a catalogue name, a path, or the text itself.

    Raises:
        BytepermError: the file cannot be read.
    """
    from byteperm import catalogue

    if argument in catalogue.names():
        return catalogue.load(argument).text, _identifier(argument)
    if "=" not in argument and re.fullmatch(r"[\w./\\-]{1,200}", argument):
        path = Path(argument)
        if path.is_file():
            return _file_text(path), _identifier(path.stem)
        from difflib import get_close_matches

        close = get_close_matches(argument, catalogue.names(), n=1)
        hint = f"did you mean {close[0]}?" if close else "byteperm catalogue lists the names there are"
        raise BytepermError(
            "no such file, and no such name in the catalogue", found=f"found {quoted(argument)}", help=hint
        )
    return argument, "layout"


def _file_text(path: Path) -> str:
    try:
        raw = path.read_bytes()[: MAX_FILE + 1]
        text = raw.decode()
    except OSError as error:
        raise BytepermError("the file cannot be read", found=f"found {error.strerror}") from None
    except UnicodeDecodeError:
        raise BytepermError("the file is not UTF-8 text", found=f"found {quoted(path.name)}") from None
    if len(raw) > MAX_FILE:
        raise BytepermError(f"the file is longer than {MAX_FILE} bytes", found=f"found {quoted(path.name)}")
    return text


def _identifier(name: str) -> str:
    made = re.sub(r"\W", "_", name)
    return made if made[:1].isalpha() or made.startswith("_") else f"layout_{made}"


def _code(args: argparse.Namespace, layout: Layout, program: Program, name: str) -> str:
    form = "kernel" if args.kernel else "function"
    request = Request(layout, program, name, form, args.test, args.example, args.arch)
    emitted = load_target(args.to).emit(request)
    if isinstance(emitted, Unsupported):
        hint = f"targets are {', '.join(target_names())}"
        raise BytepermError(f"{args.to} cannot do this", found=emitted.reason, help=hint)
    return emitted


def _show(args: argparse.Namespace, terminal: Terminal, layout: Layout, program: Program, code: str) -> None:
    proof, cost = program.summary, cost_of(program, args.arch)
    if terminal.json:
        terminal.print_json(
            {
                "layout": print_layout(layout),
                "target": args.to,
                "code": code or None,
                "steps": [str(step) for step in program.steps],
                "permutes": program.permutes,
                "others": program.others,
                "proof": {"kind": program.proof.kind, "lower": program.proof.lower, "reason": program.proof.reason},
                "cost": {"architecture": args.arch, "instructions": cost.instructions, "moves": cost.moves},
                "depth": cost.depth,
                "summary": proof,
            }
        )
        return
    if code:
        terminal.print(code.rstrip("\n"))
        terminal.note(proof)
        return
    terminal.print(print_layout(layout).rstrip("\n") + "\n")
    terminal.print(render_plan(layout, program) + "\n")
    terminal.print("\n".join([proof, cost.describe(), *cost.ties]))
