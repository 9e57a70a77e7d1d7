"""The selector for wanted bytes: all of them, or what is missing and what would supply it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

from byteperm.isa import to_word
from byteperm.lanes import Any, Const, Lane, Lanes, Pick, Sign, lane_value, parse_lanes
from byteperm.selector.model import NIBBLE_CONTRACTS, Selector, check_contract, lane_of
from byteperm.spans import BytepermError

Fields = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Supply:
    """A constant operand that makes a request possible.

    Args:
        operand: ``x`` or ``y``: which operand becomes the constant.
        value: the constant word.
        selector: the selector that then gives the wanted bytes.
    """

    operand: str
    value: int
    selector: Selector


@dataclass(frozen=True, slots=True)
class Choice:
    """Every selector of one contract that gives the wanted bytes.

    Args:
        wanted: the request, least significant lane first.
        contract: ``byte_perm`` or ``prmt``.
        fields: for each result byte, least significant first, every field that gives it, the best first.
        missing: the wanted lanes that no field gives, by result byte.
        supplies: constant operands that would supply what is missing.
    """

    wanted: Lanes
    contract: str
    fields: tuple[Fields, Fields, Fields, Fields]
    missing: tuple[tuple[int, Lane], ...]
    supplies: tuple[Supply, ...]

    @property
    def count(self) -> int:
        """How many selectors there are."""
        return prod(len(fields) for fields in self.fields)

    @property
    def best(self) -> Selector | None:
        """The canonical selector: bytes in place where that is free, plain copies before signs, low indices first."""
        return next(self.selectors(), None)

    def selectors(self) -> Iterator[Selector]:
        """Yield every selector, the canonical one first."""
        for d, c, b, a in product(*reversed(self.fields)):
            yield Selector(d << 12 | c << 8 | b << 4 | a, self.contract)


def choose(wanted: Lanes, x: int | None = None, y: int | None = None, contract: str = "byte_perm") -> Choice:
    """Find every selector that gives the wanted bytes.

    Under ``byte_perm`` bit 3 of a field is ignored; only the fields 0-7 are listed. Under ``prmt`` a
    wanted 00 or ff may also come from a known byte's sign.

    Args:
        wanted: four lanes, least significant first, as `byteperm.lanes.parse_lanes` returns them.
        x: the word of source bytes 0-3, unsigned; None if it is not known.
        y: the word of source bytes 4-7.
        contract: ``byte_perm`` or ``prmt``.

    Returns:
        The choice; its ``missing`` and ``supplies`` say what to do when there is no selector.

    Raises:
        BytepermError: the contract has no nibble selector.

    >>> from byteperm.lanes import parse_lanes
    >>> choose(parse_lanes("76 a9 14 c5"), 0x7600A914, 0x069F34C5).best.hex
    '0x3104'
    >>> lacking = choose(parse_lanes("00 14 c5 34"), 0x069F34C5)
    >>> [(s.operand, hex(s.value), s.selector.hex) for s in lacking.supplies]
    [('y', '0x14', '0x5401')]
    """
    check_contract(contract)
    if contract not in NIBBLE_CONTRACTS:
        raise BytepermError(
            f"{contract} has no nibble selector to choose", help="choose for byte_perm or prmt, then byteperm port"
        )
    words = {name: value for name, value in (("x", x), ("y", y)) if value is not None}
    a, b, c, d = (_fields(lane, n, words, contract) for n, lane in enumerate(wanted))
    fields = (a, b, c, d)
    missing = tuple((n, lane) for n, lane in enumerate(wanted) if not fields[n])
    return Choice(wanted, contract, fields, missing, tuple(_supplies(wanted, words, contract)) if missing else ())


def select(wanted: str | Lanes, x: int | None = None, y: int | None = None, contract: str = "byte_perm") -> Choice:
    """Find every selector that gives the wanted bytes, written as text; see `choose`.

    Args:
        wanted: four bytes as printed, most significant first (``76 a9 14 c5``, ``x3 x1 x0 y0``, ``_`` for
            any), or four lanes.
        x: the word of source bytes 0-3, if it is known; negative values are int32.
        y: the word of source bytes 4-7.
        contract: ``byte_perm`` or ``prmt``.

    Raises:
        BytepermError: the bytes cannot be read, or the contract has no nibble selector.
        TypeError, ValueError: a word is not an integer of 32 bits.

    >>> [s.hex for s in select("76 a9 14 c5", 0x7600A914, 0x069F34C5).selectors()]
    ['0x3104']
    """
    lanes = parse_lanes(wanted) if isinstance(wanted, str) else wanted
    words = [None if value is None else to_word(value, name) for name, value in (("x", x), ("y", y))]
    return choose(lanes, words[0], words[1], contract)


def _fields(wanted: Lane, position: int, words: dict[str, int], contract: str) -> Fields:
    numbers = range(16 if contract == "prmt" else 8)
    matching = [number for number in numbers if _gives(lane_of(number, contract), wanted, words)]
    in_place = [number for number in (position, position + 4) if isinstance(wanted, Any) and number in matching]
    return tuple(dict.fromkeys(in_place + matching))


def _gives(lane: Lane, wanted: Lane, words: dict[str, int]) -> bool:
    if isinstance(wanted, Any):
        return True
    if isinstance(wanted, Const):
        return lane_value(lane, words) == wanted.value
    # A byte asked for by name is that byte and no other that happens to hold the same value.
    return lane == wanted


def _supplies(wanted: Lanes, words: dict[str, int], contract: str) -> Iterator[Supply]:
    """Try as the constant each operand that is not known, or each of the two when both are."""
    for operand in [name for name in ("y", "x") if name not in words] or ("y", "x"):
        supply = _supply(wanted, operand, words, contract)
        if supply is not None:
            yield supply


def _supply(wanted: Lanes, operand: str, words: dict[str, int], contract: str) -> Supply | None:
    kept = {name: value for name, value in words.items() if name != operand}
    if any(isinstance(lane, Pick | Sign) and lane.word == operand for lane in wanted):
        return None
    lacking = [n for n, lane in enumerate(wanted) if not _fields(lane, n, kept, contract)]
    if not all(isinstance(wanted[n], Const) for n in lacking):
        return None
    values = list(dict.fromkeys(lane.value for n in lacking if isinstance(lane := wanted[n], Const)))
    value = _constant_word(values)
    complete = {**kept, operand: value}
    choices = [_fields(lane, n, complete, contract) for n, lane in enumerate(wanted)]
    if not all(choices):
        return None
    # Bytes that only the constant has come from it; the choice among equals prefers them to signs.
    number = sum(options[0] << 4 * n for n, options in enumerate(choices))
    return Supply(operand, value, Selector(number, contract))


def _constant_word(values: list[int]) -> int:
    """Lay the constant's bytes out so that the word is small and reads as the bytes print: zeros on top."""
    ordered = [value for value in values if value] + [0] * (0 in values)
    return sum(value << 8 * n for n, value in enumerate(ordered[:4]))
