"""``byteperm select``: the selectors that give wanted bytes, or what is missing."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from byteperm.cli.operands import add_operands, role_name, tell, word_notes
from byteperm.cli.terminal import Terminal, read_argument
from byteperm.lanes import Const, Lane, Lanes, Pick, Sign, parse_lanes, printed
from byteperm.selector.choose import Choice, Supply, choose
from byteperm.selector.model import NIBBLE_CONTRACTS, Selector
from byteperm.selector.naming import names_of
from byteperm.spans import visible
from byteperm.word import Word

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
    add_operands(parser, ": what the call names it")
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
    (low, x), (high, y) = role_name(args.x, "x"), role_name(args.y, "y")
    words = {role: Word(value) for role, value in (("x", x), ("y", y)) if value is not None}
    contracts = NIBBLE_CONTRACTS if args.contract == "both" else (args.contract,)
    request = _Request(wanted, words, low, high, args.all)
    choices = [choose(wanted, x, y, contract) for contract in contracts]
    notes = tell(terminal, word_notes([*args.x, *args.y]))
    if terminal.json:
        terminal.print_json(_json(request, choices, notes))
    else:
        lines = (line for text in _lines(request, choices) for line in _wrapped(text, terminal.width))
        terminal.print(visible("\n".join(lines)))
    return 0 if any(choice.count for choice in choices) else 1


@dataclass(frozen=True, slots=True)
class _Request:
    """What is asked for: the bytes, the known words by role, the operands' names, whether all are listed."""

    wanted: Lanes
    words: dict[str, Word]
    low: str
    high: str
    everything: bool

    def call(self, selector: Selector) -> str:
        return selector.call(self.low, self.high)

    def supplied_call(self, supply: Supply) -> str:
        constant = Word(supply.value).hex
        return supply.selector.call(*((constant, self.high) if supply.operand == "x" else (self.low, constant)))

    @property
    def constant(self) -> Word | None:
        """The wanted word, where all its bytes are values."""
        values = [lane.value for lane in self.wanted if isinstance(lane, Const)]
        return Word(int.from_bytes(bytes(values), "little")) if len(values) == 4 else None

    @property
    def by_value(self) -> bool:
        """Whether bytes are looked for by value in words that are known."""
        return bool(self.words) and any(isinstance(lane, Const) for lane in self.wanted)


def _listed(choice: Choice, everything: bool) -> Iterator[Selector]:
    return choice.selectors() if everything else islice(choice.selectors(), MOST_LISTED)


def _json(request: _Request, choices: list[Choice], notes: list[dict[str, object]]) -> dict[str, object]:
    found = [
        _selector_json(request, selector) for choice in choices for selector in _listed(choice, request.everything)
    ]
    return {
        "wanted": printed(request.wanted),
        "selectors": found,
        "count": {choice.contract: choice.count for choice in choices},
        "operands": {name: word.hex for name, word in request.words.items()},
        "missing": {
            choice.contract: [{"byte": n, "wanted": str(lane)} for n, lane in choice.missing] for choice in choices
        },
        "supplies": [_supply_json(request, supply) for choice in choices for supply in choice.supplies],
        "notes": notes,
    }


def _selector_json(request: _Request, selector: Selector) -> dict[str, object]:
    return {
        "selector": selector.hex,
        "value": selector.value,
        "contract": selector.contract,
        "lanes": selector.names,
        "call": request.call(selector),
        "only_while": _sign_condition(request, selector) or None,
    }


def _supply_json(request: _Request, supply: Supply) -> dict[str, object]:
    word = Word(supply.value)
    return {
        "operand": supply.operand,
        "value": word.hex,
        "selector": supply.selector.hex,
        "contract": supply.selector.contract,
        "call": request.supplied_call(supply),
    }


def _sign_condition(request: _Request, selector: Selector) -> str:
    """Say on which top bits it depends that a sign gives a wanted 00 or ff; those of an operand that is 0 are sure."""
    needed = {
        f"{lane.word}{lane.byte}": wanted.value >> 7
        for lane, wanted in zip(selector.lanes, request.wanted, strict=True)
        if isinstance(lane, Sign) and isinstance(wanted, Const) and request.words[lane.word].value
    }
    parts = []
    for bit in (0, 1):
        names = sorted(name for name, needs in needed.items() if needs == bit)
        if names:
            bits, are = ("bits", "are") if names[1:] else ("bit", "is")
            parts.append(f"the top {bits} of {_listed_names(names)} {are} {bit}")
    return " and ".join(parts)


def _listed_names(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


def _lines(request: _Request, choices: list[Choice]) -> Iterator[str]:
    yield f"wanted  {printed(request.wanted)}   as printed, most significant byte first"
    for role, word in request.words.items():
        first = 0 if role == "x" else 4
        name = {"x": request.low, "y": request.high}[role]
        yield f"{role}       {word.hex}: bytes {first + 3} to {first} are {word.printed}" + (
            f" ({name})" if name != role else ""
        )
    if not request.words and any(isinstance(lane, Const) for lane in request.wanted):
        yield "Values, and no operand is known: give --x or --y, or names (x3 x1 x0 y0)."
    if request.constant and not any(choice.count for choice in choices):
        yield from _needs_no_permute(request.constant, choices)
    plain = choices[0]
    for choice in choices:
        # prmt does all that __byte_perm does: its list is worth showing only where it has more.
        if choice is not plain and choice.fields == plain.fields:
            same = f"prmt    the same {'selector' if choice.count == 1 else 'selectors'}"
            yield from ("", same if choice.count else "prmt: no selector either")
            continue
        yield ""
        yield from _choice_lines(request, choice) if choice.count else _missing_lines(request, choice)
    if request.by_value and any(choice.count for choice in choices):
        yield ""
        yield "Right for these values; ask by name (x3 x1 x0 y0) for what is right for all."


def _needs_no_permute(word: Word, choices: list[Choice]) -> Iterator[str]:
    """Say that four constants are a word of their own, where a constant operand would supply all of them."""
    if any(_reads_only(supply) for choice in choices for supply in choice.supplies):
        yield f"All four are constants: the word itself, {word.hex}, needs no permute."


def _reads_only(supply: Supply) -> bool:
    """Tell whether a selector reads nothing but the constant that is supplied."""
    return all(isinstance(lane, Pick | Sign) and lane.word == supply.operand for lane in supply.selector.lanes)


def _choice_lines(request: _Request, choice: Choice) -> Iterator[str]:
    listed = list(_listed(choice, request.everything))
    yield f"{choice.contract}: {choice.count} {'selector' if choice.count == 1 else 'selectors'}" + (
        ", the canonical one first" if choice.count > 1 else ""
    )
    if choice.contract == "prmt" and all(_sign_condition(request, selector) for selector in listed):
        yield from _supply_lines(request, _plain_supplies(request))
    constants = {name: word.value for name, word in request.words.items() if word.value == 0}
    for selector in listed:
        names, condition = names_of(selector, constants), _sign_condition(request, selector)
        remarks = [*names[:1], *([f"only while {condition}"] if condition else [])]
        yield "   ".join([f"  {selector.hex}  {selector.names}", *remarks])
    if not request.everything and choice.count > MOST_LISTED:
        yield f"  ... and {choice.count - MOST_LISTED} more (--all lists them)"
    best = choice.best
    if best is not None:
        yield f"  write: {request.call(best)}"


def _plain_supplies(request: _Request) -> list[Supply]:
    """Return the constant operands that do without a sign, as prmt calls."""
    x, y = (request.words[role].value if role in request.words else None for role in ("x", "y"))
    supplies = choose(request.wanted, x, y, "byte_perm").supplies
    return [Supply(supply.operand, supply.value, Selector(supply.selector.value, "prmt")) for supply in supplies]


def _missing_lines(request: _Request, choice: Choice) -> Iterator[str]:
    yield f"{choice.contract}: no selector"
    words = request.words
    for position, lane in reversed(choice.missing):
        if words or not isinstance(lane, Const):
            yield f"  {_reason(lane, choice.contract, words)} (result byte {position})"
    supplies = [supply for supply in choice.supplies if not _reads_only(supply)]
    yield from _supply_lines(request, supplies)
    if not choice.supplies and any(isinstance(lane, Const) for _, lane in choice.missing):
        yield "  no one constant operand can supply it: it takes two instructions"


def _supply_lines(request: _Request, supplies: Iterable[Supply]) -> Iterator[str]:
    for supply in supplies:
        how = "replaced by" if supply.operand in request.words else "as"
        constant = f"{supply.operand} {how} the constant {Word(supply.value).hex}"
        yield f"  with {constant}: {supply.selector.hex}  {supply.selector.names}"
        yield f"  write: {request.supplied_call(supply)}"


def _reason(lane: Lane, contract: str, words: dict[str, Word]) -> str:
    if isinstance(lane, Sign):
        return f"{lane} is a replicated sign: only prmt has that"
    where = "in neither operand" if len(words) == 2 else f"not in {next(iter(words))}"
    return f"{lane} is {where}" + (" (nor a sign fill)" if contract == "prmt" else "")


def _wrapped(line: str, width: int) -> list[str]:
    return textwrap.wrap(line, width, subsequent_indent=" " * 6, break_on_hyphens=False, drop_whitespace=True) or [""]
