"""``byteperm port``: a selector in another instruction's spelling."""

from __future__ import annotations

import argparse

from byteperm.cli.terminal import Terminal, read_argument
from byteperm.isa import MODES
from byteperm.selector.model import CONTRACT_ALIASES, CONTRACTS, Selector, contract_named
from byteperm.selector.port import Ported, port
from byteperm.selector.spelling import parse_selector, spellings

SUMMARY = "write a selector for another instruction, or say why it has none"

_NAMES = f"{', '.join(CONTRACTS)} (also {', '.join(CONTRACT_ALIASES)})"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "selector", nargs="+", metavar="SEL", help="the selector in any spelling; - reads standard input"
    )
    parser.add_argument(
        "--from", dest="source", default="byte_perm", metavar="CONTRACT", help=f"what it was written for: {_NAMES}"
    )
    parser.add_argument("--to", dest="target", metavar="CONTRACT", help="what to write it for; all when left out")
    parser.add_argument("--mode", choices=MODES, default="default", help="the prmt mode it was written for")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Port the selector."""
    source = contract_named(args.source)
    targets = [contract_named(args.target)] if args.target else [name for name in CONTRACTS if name != source]
    selector = parse_selector(read_argument(args.selector, "selector"), source, args.mode)
    results = {target: port(selector, target) for target in targets}
    if terminal.json:
        terminal.print_json(_json(selector, results))
    else:
        terminal.print(_text(selector, results))
    return 0 if any(isinstance(result, Ported) for result in results.values()) else 1


def _json(selector: Selector, results: dict[str, Ported | str]) -> dict[str, object]:
    return {
        "from": {
            "contract": selector.contract,
            "mode": selector.mode,
            "selector": selector.hex,
            "lanes": selector.names,
            "call": selector.call(),
        },
        "notes": [{"kind": note.kind, "message": note.message} for note in selector.notes],
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


def _text(selector: Selector, results: dict[str, Ported | str]) -> str:
    lines = [f"{selector.call()}   {selector.names}"]
    lines += [f"note: {note.message}" for note in selector.notes]
    for target, result in results.items():
        if isinstance(result, str):
            lines.append(f"{target:<10}none: {result}")
            continue
        lines.append(f"{target:<10}{result.call}")
        if target in ("pshufb", "tbl"):
            lines.append(f"{'':<10}index bytes {spellings(result.selector)['fields']}, lowest first")
        if result.remark:
            lines.append(f"{'':<10}{result.remark}")
    return "\n".join(lines)
