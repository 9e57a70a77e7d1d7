"""``byteperm explain``: what a selector does, with picture and result in every order."""

from __future__ import annotations

import argparse
from typing import cast

from byteperm.cli.operands import add_operands, all_bindings, looks_like_call, role_name, tell, word_notes
from byteperm.cli.terminal import Terminal, read_argument
from byteperm.explanation.model import Explanation, explain
from byteperm.explanation.text import render_text
from byteperm.isa import MODES
from byteperm.selector.model import CONTRACTS, contract_named
from byteperm.spans import BytepermError

SUMMARY = "show what a selector, in any spelling, does"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "selector",
        nargs="+",
        metavar="SEL",
        help="0x3104, 12548, 0b0011'0001'0000'0100, 3,1,0,4, x3 x1 x0 y0, or a whole call; - reads standard input",
    )
    add_operands(parser, ": of any operand or name in a call")
    parser.add_argument("--contract", metavar="NAME", help=f"{', '.join(CONTRACTS)} (default: byte_perm)")
    parser.add_argument(
        "--mode", choices=MODES, default="default", help="a prmt mode; the selector is then its control"
    )
    parser.add_argument("--svg", action="store_true", help="print the picture as SVG")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Explain the selector."""
    text = read_argument(args.selector, "selector")
    explanation, remarks = _call(text, args) if looks_like_call(text) else (_selector(text, args), [])
    notes = tell(terminal, [*remarks, *word_notes([*args.x, *args.y])])
    if terminal.json:
        values = explanation.to_json()
        values["notes"] = [*cast(list[object], values["notes"]), *notes]
        terminal.print_json({**values, "svg": _svg(explanation)} if args.svg else values)
    elif args.svg:
        terminal.print(_svg(explanation))
    else:
        terminal.print(render_text(explanation, width=terminal.width, colour=terminal.colour, unicode=terminal.unicode))
    return 0


def _svg(explanation: Explanation) -> str:
    from byteperm.explanation.svg import render_svg

    return render_svg(explanation)


def _selector(text: str, args: argparse.Namespace) -> Explanation:
    """Explain a bare selector."""
    (x_name, x), (y_name, y) = role_name(args.x, "x"), role_name(args.y, "y")
    contract = contract_named(args.contract) if args.contract else "prmt" if args.mode != "default" else "byte_perm"
    return explain(text, x, y, contract=contract, mode=args.mode, x_name=x_name, y_name=y_name)


def _call(text: str, args: argparse.Namespace) -> tuple[Explanation, list[str]]:
    """Explain a whole call; its operands' values come from the call where they are known there."""
    from byteperm.scan.values import read_call_text

    read = read_call_text(text)
    call, contract = read.call, contract_named(args.contract) if args.contract else read.call.contract
    if contract != call.contract or args.mode not in ("default", call.mode):
        found = f"found a call of {call.contract}"
        raise BytepermError("the call has a contract and mode of its own", read.source, call.span, found=found)
    names = read.names(read.checked(all_bindings(args)))
    x, y = read.known_word(call.low, names), read.known_word(call.high, names)
    low, high = call.low.text, call.high.text
    explanation = explain(read.selector(names), x, y, x_name=low, y_name=high, same=low == high)
    count = len(read.calls)
    shown = [f"the text has {count} permute calls; this is the first: {read.written()}"] if count > 1 else []
    return explanation, shown
