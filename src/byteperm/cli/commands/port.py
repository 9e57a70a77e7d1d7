"""``byteperm port``: a selector in another instruction's spelling."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field

from byteperm.cli.operands import add_operands, all_bindings, looks_like_call, role_name, tell, word_notes
from byteperm.cli.terminal import Terminal, read_argument
from byteperm.isa import MODES
from byteperm.selector.model import CONTRACT_ALIASES, CONTRACTS, Selector, contract_named
from byteperm.selector.port import Ported, port
from byteperm.selector.spelling import parse_selector, spellings
from byteperm.spans import BytepermError, visible

SUMMARY = "write a selector for another instruction, or say why it has none"

_NAMES = f"{', '.join(CONTRACTS)} (also {', '.join(CONTRACT_ALIASES)})"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "selector",
        nargs="+",
        metavar="SEL",
        help="the selector in any spelling, or a whole call; - reads standard input",
    )
    parser.add_argument(
        "--from",
        dest="source",
        metavar="CONTRACT",
        help=f"what it was written for: {_NAMES}; a call says so itself (default: byte_perm)",
    )
    parser.add_argument("--to", dest="target", metavar="CONTRACT", help="what to write it for; all when left out")
    add_operands(parser, "; a value that never changes, such as 0, may become a code of the target")
    parser.add_argument("--mode", choices=MODES, default="default", help="the prmt mode it was written for")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Port the selector."""
    text = read_argument(args.selector, "selector")
    given = _call(text, args) if looks_like_call(text) else _selector(text, args)
    contract = given.selector.contract
    targets = [contract_named(args.target)] if args.target else [name for name in CONTRACTS if name != contract]
    results = {
        target: port(given.selector, target, given.low, given.high, constants=given.constants) for target in targets
    }
    notes = tell(terminal, [*given.remarks, *word_notes([*args.x, *args.y])])
    if terminal.json:
        terminal.print_json(_json(given, results, notes))
    else:
        terminal.print(visible("\n".join(_text(given, results, terminal.width))))
    return 0 if any(isinstance(result, Ported) for result in results.values()) else 1


@dataclass(frozen=True, slots=True)
class _Given:
    """What is ported: a selector, its operands' source text, and what is constant of them."""

    selector: Selector
    low: str = "x"
    high: str = "y"
    constants: dict[str, int] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    @property
    def call(self) -> str:
        return self.selector.call(self.low, self.high)


def _selector(text: str, args: argparse.Namespace) -> _Given:
    source = contract_named(args.source) if args.source else "prmt" if args.mode != "default" else "byte_perm"
    (low, x), (high, y) = role_name(args.x, "x"), role_name(args.y, "y")
    constants = {role: value for role, value in (("x", x), ("y", y)) if value is not None}
    return _Given(parse_selector(text, source, args.mode), low, high, constants)


def _call(text: str, args: argparse.Namespace) -> _Given:
    """Read a whole call; operands that are constants in it, or were given, are constants."""
    from byteperm.scan.values import read_call_text

    read = read_call_text(text)
    call = read.call
    if (args.source and contract_named(args.source) != call.contract) or args.mode not in ("default", call.mode):
        found = f"found a call of {call.contract}"
        raise BytepermError("the call has a contract and mode of its own", read.source, call.span, found=found)
    names = read.names(read.checked(all_bindings(args)))
    words = {"x": read.known_word(call.low, names), "y": read.known_word(call.high, names)}
    constants = {role: value for role, value in words.items() if value is not None}
    count = len(read.calls)
    remarks = (f"the text has {count} permute calls; this is the first: {read.written()}",) if count > 1 else ()
    return _Given(read.selector(names), call.low.text, call.high.text, constants, remarks)


def _json(given: _Given, results: dict[str, Ported | str], notes: list[dict[str, object]]) -> dict[str, object]:
    selector = given.selector
    return {
        "from": {
            "contract": selector.contract,
            "mode": selector.mode,
            "selector": selector.hex,
            "lanes": selector.names,
            "call": given.call,
        },
        "notes": [*({"kind": note.kind, "message": note.message} for note in selector.notes), *notes],
        "to": [_result_json(target, result) for target, result in results.items()],
    }


def _result_json(target: str, result: Ported | str) -> dict[str, object]:
    if isinstance(result, str):
        return {"contract": target, "selector": None, "reason": result}
    return {
        "contract": target,
        "selector": result.selector.hex,
        "fields": spellings(result.selector)["fields"],
        "low": result.low,
        "high": result.high,
        "call": result.call,
        "remark": result.remark,
    }


def _text(given: _Given, results: dict[str, Ported | str], width: int) -> Iterator[str]:
    yield f"{given.call}   {given.selector.names}"
    if named := [f"{role} is {text}" for role, text in (("x", given.low), ("y", given.high)) if text != role]:
        yield ", ".join(named)
    for note in given.selector.notes:
        yield from textwrap.wrap(f"note: {note.message}", width, subsequent_indent="      ", break_on_hyphens=False)
    said: set[str] = set()
    for target, result in results.items():
        if isinstance(result, str):
            yield from _indented(f"{target:<10}none: {result}", width)
            continue
        yield f"{target:<10}{result.call}"
        if target in ("pshufb", "tbl"):
            yield f"{'':<10}index bytes {spellings(result.selector)['fields']}, lowest first"
        if result.remark and result.remark not in said:
            yield from _indented(f"{'':<10}{result.remark}", width)
        said.add(result.remark)


def _indented(line: str, width: int) -> list[str]:
    return textwrap.wrap(line, width, subsequent_indent=" " * 10, break_on_hyphens=False)
