"""``byteperm diagnose``: why a call gave what it gave."""

from __future__ import annotations

import argparse
import re
from typing import cast

from byteperm.cli.operands import add_operands, all_bindings, tell, word_notes
from byteperm.cli.terminal import Terminal, read_argument
from byteperm.diagnosis.engine import answer
from byteperm.diagnosis.question import Observation, ask
from byteperm.diagnosis.report import render, to_json
from byteperm.spans import BytepermError, Source, Span, quoted
from byteperm.word import parse_word

SUMMARY = "find why a call gave the bytes that were seen"

_ASSIGNMENT = re.compile(r"\s*([^\s=]+)\s*=\s*([^=]*?)\s*(?=(?:[\s,;]+[^\s=,;]+\s*=)|$)[,;]?")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "call", nargs="+", metavar="CALL", help="the call as it stands in source; - reads standard input"
    )
    parser.add_argument(
        "--saw", default="", metavar="BYTES", help="the bytes that were seen, as printed: '14 9f c5 06' or 0x149fc506"
    )
    parser.add_argument("--want", default="", metavar="BYTES", help="the bytes that were wanted, as printed")
    add_operands(parser, ", also of words beside the operands")
    parser.add_argument(
        "--case",
        action="append",
        default=[],
        metavar="ASSIGNMENTS",
        help="one more run: 'h[0]=0x33221100 saw=00 11 22 33 want=…'",
    )
    parser.add_argument(
        "--order",
        choices=("print", "memory"),
        default="print",
        help="the order in which the bytes are given (default: print)",
    )
    parser.add_argument("--all", action="store_true", help="show every explanation")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Diagnose the call."""
    text, values = read_argument(args.call, "call"), all_bindings(args)
    observations = (
        [Observation(_ordered(args.saw, args.order), _ordered(args.want, args.order), values)] if args.saw else []
    )
    observations += [_case(text, values, args.order) for text in args.case]
    diagnosis = answer(ask(text, observations))
    notes = tell(terminal, word_notes([*args.x, *args.y]))
    if terminal.json:
        found = to_json(diagnosis)
        terminal.print_json({**found, "notes": [*cast(list[object], found["notes"]), *notes]})
    else:
        bold, plain = ("\x1b[1m", "\x1b[0m") if terminal.colour else ("", "")
        terminal.print(render(diagnosis, width=terminal.width, bold=bold, plain=plain, everything=args.all))
    explained = diagnosis.answers or diagnosis.wanted_met or (diagnosis.as_written and diagnosis.wanted_met is None)
    return 0 if explained else 1


def _ordered(text: str, order: str) -> str:
    """Return bytes in print order, whatever order they were given in."""
    tokens = re.split(r"[\s,:;]+", text.strip())
    if order == "print" or not text.strip():
        return text
    if len(tokens) == 1 and re.fullmatch(r"(0[xX])?[0-9A-Fa-f]{8}", tokens[0]):
        digits = tokens[0][-8:]
        tokens = [digits[at : at + 2] for at in range(0, 8, 2)]
    return " ".join(reversed(tokens))


def _case(text: str, values: dict[str, int], order: str) -> Observation:
    pairs, at = [], 0
    while at < len(text.rstrip()):
        match = _ASSIGNMENT.match(text, at)
        if match is None:
            span = Span(at, len(text))
            raise BytepermError(
                "not an assignment", Source(text, "--case"), span, help="write --case 'x=0x33221100 saw=00 11 22 33'"
            )
        pairs.append((match.group(1), match.group(2)))
        at = match.end()
    given = dict(pairs)
    if len(given) < len(pairs):
        twice = next(name for name in given if sum(name == other for other, _ in pairs) > 1)
        at = [match.start(1) for match in _ASSIGNMENT.finditer(text) if match[1] == twice][1]
        span = Span(at, at + len(twice))
        raise BytepermError("assigned twice", Source(text, "--case"), span, found=f"found {quoted(twice)} again")
    saw, want = given.pop("saw", ""), given.pop("want", "")
    if not saw:
        raise BytepermError(
            "case does not say what was seen", Source(text, "--case"), Span(0, 1), help="add saw=00 11 22 33"
        )
    own = {name: parse_word(value, f"value of {name}").value for name, value in given.items()}
    return Observation(_ordered(saw, order), _ordered(want, order), {**values, **own})
