"""``byteperm explain``: what a selector does, with picture and result in every order."""

from __future__ import annotations

import argparse

from byteperm.cli.terminal import Terminal, read_argument
from byteperm.explanation.model import Explanation, explain
from byteperm.explanation.text import render_text
from byteperm.isa import MODES
from byteperm.selector.model import CONTRACTS, contract_named
from byteperm.spans import BytepermError
from byteperm.word import parse_word

SUMMARY = "show what a selector, in any spelling, does"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "selector",
        nargs="+",
        metavar="SEL",
        help="0x3104, 12548, 0b0011'0001'0000'0100, 3,1,0,4, x3 x1 x0 y0, or a whole call; - reads standard input",
    )
    parser.add_argument("--x", metavar="WORD", help="the word of source bytes 0-3 (v_perm: its second operand)")
    parser.add_argument("--y", metavar="WORD", help="the word of source bytes 4-7 (v_perm: its first operand)")
    parser.add_argument("--contract", metavar="NAME", help=f"{', '.join(CONTRACTS)} (default: byte_perm)")
    parser.add_argument(
        "--mode", choices=MODES, default="default", help="a prmt mode; the selector is then its control"
    )
    parser.add_argument("--svg", action="store_true", help="print the picture as SVG")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Explain the selector."""
    explanation = _explanation(read_argument(args.selector, "selector"), args)
    if args.svg:
        from byteperm.explanation.svg import render_svg

        if terminal.json:
            terminal.print_json({**explanation.to_json(), "svg": render_svg(explanation)})
        else:
            terminal.print(render_svg(explanation))
    elif terminal.json:
        terminal.print_json(explanation.to_json())
    else:
        terminal.print(render_text(explanation, width=terminal.width, colour=terminal.colour, unicode=terminal.unicode))
    return 0


def _explanation(text: str, args: argparse.Namespace) -> Explanation:
    x, y = (parse_word(word, name).value if word is not None else None for name, word in (("x", args.x), ("y", args.y)))
    mode, contract = args.mode, contract_named(args.contract) if args.contract else ""
    if "__" in text or "prmt" in text or "perm(" in text:
        return _call(text, contract, mode, (x, y))
    if mode != "default" and not contract:
        contract = "prmt"
    return explain(text, x, y, contract=contract or "byte_perm", mode=mode)


def _call(text: str, contract: str, mode: str, words: tuple[int | None, int | None]) -> Explanation:
    """Explain a whole call; its operands' values come from the call where they are constants."""
    from byteperm.scan.calls import read_call
    from byteperm.scan.constants import constants_in, evaluate
    from byteperm.selector.spelling import parse_selector
    from byteperm.spans import Source

    source = Source(text, "call")
    call = read_call(source)
    if (contract and contract != call.contract) or mode not in ("default", call.mode):
        found = f"found a call of {call.contract}"
        raise BytepermError("the call has a contract and mode of its own", source, call.span, found=found)
    names = constants_in(source)
    values = list(words)
    for place, argument in enumerate((call.low, call.high)):
        try:
            values[place] = evaluate(source, argument.span, names) if values[place] is None else values[place]
        except BytepermError:
            continue
    plain = call.selector.text[:1].isdigit() and call.selector.text.replace("'", "").isalnum()
    number = call.selector.text if plain else str(evaluate(source, call.selector.span, names))
    selector = parse_selector(number, call.contract, call.mode)
    low, high = call.low.text, call.high.text
    return explain(selector, values[0], values[1], x_name=low, y_name=high, same=low == high)
