"""``byteperm select``: the selectors that give wanted bytes, or what is missing."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice

from byteperm.cli.terminal import Terminal, read_argument
from byteperm.lanes import Const, Lanes, Sign, parse_lanes, printed
from byteperm.selector.choose import Choice, Supply, choose
from byteperm.selector.model import NIBBLE_CONTRACTS, Selector
from byteperm.selector.naming import names_of
from byteperm.word import Word, parse_word

SUMMARY = "find every selector that gives the wanted bytes"

#: Selectors that are listed unless all are asked for.
MOST_LISTED = 16


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "bytes",
        nargs="+",
        metavar="BYTES",
        help="four bytes as printed: 76 a9 14 c5, or x3 x1 x0 y0; _ for any; - reads standard input",
    )
    parser.add_argument("--x", metavar="WORD", help="the word of source bytes 0-3")
    parser.add_argument("--y", metavar="WORD", help="the word of source bytes 4-7")
    parser.add_argument(
        "--contract",
        choices=("byte_perm", "prmt", "both"),
        default="both",
        help="whose selectors to list (default: both)",
    )
    parser.add_argument(
        "--order",
        choices=("print", "memory"),
        default="print",
        help="the order in which the bytes are given (default: print)",
    )
    parser.add_argument("--all", action="store_true", help="list every selector")


def run(args: argparse.Namespace, terminal: Terminal) -> int:
    """Find the selectors."""
    wanted = parse_lanes(read_argument(args.bytes, "bytes"), "bytes")
    if args.order == "memory":
        wanted = (wanted[3], wanted[2], wanted[1], wanted[0])
    words = {name: parse_word(text, name) for name, text in (("x", args.x), ("y", args.y)) if text is not None}
    x, y = (words[name].value if name in words else None for name in ("x", "y"))
    contracts = NIBBLE_CONTRACTS if args.contract == "both" else (args.contract,)
    choices = [choose(wanted, x, y, contract) for contract in contracts]
    if terminal.json:
        terminal.print_json(_json(wanted, words, choices, args.all))
    else:
        terminal.print("\n".join(_lines(wanted, words, choices, args.all)))
    return 0 if any(choice.count for choice in choices) else 1


def _listed(choice: Choice, everything: bool) -> Iterator[Selector]:
    return choice.selectors() if everything else islice(choice.selectors(), MOST_LISTED)


def _json(wanted: Lanes, words: dict[str, Word], choices: list[Choice], everything: bool) -> dict[str, object]:
    found = [_selector_json(selector) for choice in choices for selector in _listed(choice, everything)]
    return {
        "wanted": printed(wanted),
        "selectors": found,
        "count": {choice.contract: choice.count for choice in choices},
        "operands": {name: word.hex for name, word in words.items()},
        "missing": {
            choice.contract: [{"byte": n, "wanted": str(lane)} for n, lane in choice.missing] for choice in choices
        },
        "supplies": [_supply_json(supply) for choice in choices for supply in choice.supplies],
    }


def _selector_json(selector: Selector) -> dict[str, object]:
    return {
        "selector": selector.hex,
        "value": selector.value,
        "contract": selector.contract,
        "lanes": selector.names,
        "call": selector.call(),
    }


def _supply_json(supply: Supply) -> dict[str, object]:
    word = Word(supply.value)
    return {
        "operand": supply.operand,
        "value": word.hex,
        "selector": supply.selector.hex,
        "contract": supply.selector.contract,
        "call": _supplied_call(supply),
    }


def _supplied_call(supply: Supply) -> str:
    operands = {"x": "x", "y": "y", supply.operand: Word(supply.value).hex}
    return supply.selector.call(operands["x"], operands["y"])


def _lines(wanted: Lanes, words: dict[str, Word], choices: list[Choice], everything: bool) -> Iterator[str]:
    yield f"wanted  {printed(wanted)}   as printed, most significant byte first"
    for name, word in words.items():
        first = 0 if name == "x" else 4
        yield f"{name}       {word.hex}: bytes {first + 3} to {first} are {word.printed}"
    plain = choices[0]
    for choice in choices:
        # prmt does all that __byte_perm does: its list is worth showing only where it has more.
        if choice is not plain and choice.fields == plain.fields:
            yield f"\nprmt    the same {'selector' if choice.count == 1 else 'selectors'}"
            continue
        yield ""
        yield from _choice_lines(choice, words, everything) if choice.count else _missing_lines(choice, words)


def _choice_lines(choice: Choice, words: dict[str, Word], everything: bool) -> Iterator[str]:
    yield f"{choice.contract}: {choice.count} {'selector' if choice.count == 1 else 'selectors'}" + (
        ", the canonical one first" if choice.count > 1 else ""
    )
    constants = {name: word.value for name, word in words.items() if word.value == 0}
    for selector in _listed(choice, everything):
        names = names_of(selector, constants)
        yield f"  {selector.hex}  {selector.names}" + (f"   {names[0]}" if names else "")
    if not everything and choice.count > MOST_LISTED:
        yield f"  ... and {choice.count - MOST_LISTED} more (--all lists them)"
    best = choice.best
    if best is not None:
        yield f"  write: {best.call()}"


def _missing_lines(choice: Choice, words: dict[str, Word]) -> Iterator[str]:
    yield f"{choice.contract}: no selector"
    for position, lane in choice.missing:
        yield f"  {_reason(lane, choice.contract, words)} (result byte {position})"
    for supply in choice.supplies:
        word = Word(supply.value)
        state = "a constant instead" if supply.operand in words else "the constant"
        constant = f"{supply.operand} as {state} {word.hex} (bytes {word.printed})"
        yield f"  with {constant}: {supply.selector.hex}  {supply.selector.names}"
        yield f"  write: {_supplied_call(supply)}"
    if not choice.supplies and any(isinstance(lane, Const) for _, lane in choice.missing):
        yield "  no one constant operand can supply it: it takes two instructions"


def _reason(lane: object, contract: str, words: dict[str, Word]) -> str:
    if isinstance(lane, Sign):
        return f"{lane} is a replicated sign: only prmt has that"
    if not words:
        return f"{lane} is a value, and neither operand's value is known"
    where = "neither operand" if len(words) == 2 else f"not in {next(iter(words))}"
    signs = " (nor a sign fill)" if contract == "prmt" else ""
    return f"{lane} is in {where}{signs}" if len(words) == 2 else f"{lane} is {where}{signs}"
