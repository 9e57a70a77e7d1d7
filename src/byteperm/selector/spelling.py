"""Selectors as people write them: read in every spelling, printed in every spelling."""

from __future__ import annotations

import re

from byteperm.isa import LOWEST_WORD, WORD_MASK
from byteperm.lanes import Any, Lanes, parse_lanes
from byteperm.literals import Literal, read_literal, starts_literal
from byteperm.selector.model import BYTE_CONTRACTS, NIBBLE_CONTRACTS, Note, Selector, check_contract, encode, spell_hex
from byteperm.selector.notes import notes_for
from byteperm.spans import BytepermError, Source, Span, quoted

#: Longest text that is read as a selector.
MAX_LENGTH = 1000

_FORMS = {2: "binary", 8: "octal", 10: "decimal", 16: "hex"}
_NAMED = re.compile(r"(?:^|[\s,;])(?:sign\s*\(|_(?=$|[\s,;])|[A-Za-z]\.?[0-9](?=$|[\s,;]))")
_BYTES = re.compile(r"[0-9A-Fa-f]{2}(?:[\s,:]+[0-9A-Fa-f]{2}){3}\Z")
_LIST = re.compile(r"\s*(?:\w+\s*)?[\[({]?\s*[^\s,]+\s*,|\s*(?:\w+\s*)?[\[{]|\s*[0-9]\s+[0-9]")
_ITEM = re.compile(r"[^\s,]+")
_HELP = "write it in hexadecimal (0x3104), as fields (3,1,0,4) or by names (x3 x1 x0 y0)"


def parse_selector(text: str, contract: str = "byte_perm", mode: str = "default") -> Selector:
    """Read a selector in any spelling.

    Args:
        text: a C or Python integer literal; a list of fields, most significant first (``3,1,0,4``); an
            array initialiser, element 0 for result byte 0 (``{4, 0, 1, 3}``); names, most significant first
            (``x3 x1 x0 y0``). For ``pshufb`` and ``tbl`` a list is in memory order, as those take it.
        contract: whose rules read the number.
        mode: for ``prmt``.

    Returns:
        The selector, with notes where the spelling hides something.

    Raises:
        BytepermError: the text is no selector; the caret is at the part at fault.

    >>> parse_selector("0b0011'0001'0000'0100").hex
    '0x3104'
    >>> note = parse_selector("0b011'001'000'100").notes[0]
    >>> note.kind, hex(note.means), hex(note.perhaps)
    ('grouping', '0x644', '0x3104')
    """
    check_contract(contract, mode)
    source = Source(text, "selector")
    if len(text) > MAX_LENGTH:
        raise BytepermError(
            f"selector is longer than {MAX_LENGTH} characters", found=f"found {len(text)} characters", help=_HELP
        )
    body = text.strip()
    start = len(text) - len(text.lstrip())
    while body.startswith("(") and body.endswith(")") and not _LIST.match(body):
        inner = body[1:-1]
        start += 1 + len(inner) - len(inner.lstrip())
        body = inner.strip()
    if not body:
        raise BytepermError("selector is empty", help=_HELP)
    return _Spelling(source, body, start, contract, mode).read()


class _Spelling:
    def __init__(self, source: Source, body: str, start: int, contract: str, mode: str) -> None:
        self.source, self.body, self.start = source, body, start
        self.contract, self.mode = contract, mode

    def read(self) -> Selector:
        if _BYTES.match(self.body) and self.contract in NIBBLE_CONTRACTS:
            hint = f"byteperm select {self.body} finds the selector that gives these bytes"
            raise self._error("these are byte values, not a selector", 0, len(self.body), help=hint)
        if _NAMED.search(self.body):
            return self._names()
        if _LIST.match(self.body):
            return self._list()
        if starts_literal(self.body):
            return self._literal()
        raise self._error("not a selector", 0, len(self.body), f"found {quoted(self.body)}", _HELP)

    def _literal(self) -> Selector:
        literal = read_literal(self.body, self.source, self.start)
        if not LOWEST_WORD <= literal.value <= WORD_MASK:
            found = f"found a number of {abs(literal.value).bit_length()} bits"
            raise self._error("selector does not fit in 32 bits", 0, len(self.body), found, _HELP)
        return self._make(literal.value, _FORMS[literal.base], literal)

    def _make(self, value: int, form: str, literal: Literal | None = None, first: tuple[Note, ...] = ()) -> Selector:
        bare = Selector(value, self.contract, self.mode)
        return Selector(value, self.contract, self.mode, self.body, form, first + notes_for(literal, bare))

    def _names(self) -> Selector:
        if self.mode != "default":
            raise self._error(f"mode {self.mode} takes a control from 0 to 3, not names", 0, len(self.body))
        # The names are read where they stand, so that a caret points into the text as it was given.
        lanes: Lanes = parse_lanes(" " * self.start + self.body, "selector")
        encoded = encode(lanes, self.contract)
        if isinstance(encoded, str):
            raise self._error(encoded, 0, len(self.body), help=_lacking_help(encoded, self.contract))
        return self._make(encoded.value, "names", None, _any_notes(lanes, encoded))

    def _list(self) -> Selector:
        opening = min((at for at in (self.body.find(c) for c in "[({") if at >= 0), default=-1)
        closing = {"[": "]", "(": ")", "{": "}"}.get(self.body[opening], "") if opening >= 0 else ""
        if closing and not self.body.endswith(closing):
            raise self._error("unclosed bracket", opening, opening + 1, f"found no {closing}")
        if self.mode != "default":
            raise self._error(f"mode {self.mode} takes a control from 0 to 3, not a list", 0, len(self.body))
        inner = self.body[opening + 1 : len(self.body) - len(closing)]
        items = [(m.group(), opening + 1 + m.start()) for m in _ITEM.finditer(inner)]
        if len(items) != 4:
            raise self._list_length(len(items))
        numbers = [self._number(item, at) for item, at in items]
        in_memory_order = opening >= 0 or self.contract in ("pshufb", "tbl")
        return self._from_fields(numbers if in_memory_order else numbers[::-1], "array" if opening >= 0 else "fields")

    def _from_fields(self, numbers: list[int], form: str) -> Selector:
        width = 4 if self.contract in NIBBLE_CONTRACTS else 8
        value = sum(number << width * n for n, number in enumerate(numbers))
        reverse = sum(number << width * n for n, number in enumerate(reversed(numbers)))
        notes: tuple[Note, ...] = ()
        if form == "array" and self.contract not in ("pshufb", "tbl") and value != reverse:
            message = (
                f"an array's element 0 is result byte 0, the least significant: {spell_hex(value, self.contract)}; "
                f"read most significant first it would be {spell_hex(reverse, self.contract)}"
            )
            notes = (Note("array", message, value, reverse, self.contract),)
        return self._make(value, form, None, notes)

    def _number(self, item: str, at: int) -> int:
        if not starts_literal(item):
            raise self._error("not a field number", at, at + len(item), f"found {quoted(item)}", _HELP)
        value = read_literal(item, self.source, self.start + at).value
        limit = 15 if self.contract in NIBBLE_CONTRACTS else 255
        if not 0 <= value <= limit:
            raise self._error(f"a field of {self.contract} is 0 to {limit}", at, at + len(item), f"found {item}")
        return value

    def _list_length(self, count: int) -> BytepermError:
        hint = "give the four indices of one 32-bit result" if self.contract in BYTE_CONTRACTS else _HELP
        return self._error("a selector has four fields", 0, len(self.body), f"found {count}", hint)

    def _error(self, problem: str, at: int, end: int, found: str = "", help: str = "") -> BytepermError:
        return BytepermError(problem, self.source, Span(at, end).shifted(self.start), found=found, help=help)


def _any_notes(lanes: Lanes, encoded: Selector) -> tuple[Note, ...]:
    """Say which byte stands where any would do."""
    places = [n for n in reversed(range(4)) if isinstance(lanes[n], Any)]
    if not places:
        return ()
    taken = ", ".join(f"{encoded.lanes[n]} for result byte {n}" for n in places)
    return (Note("any", f"_ stands for any byte; taken here: {taken}", encoded.value),)


def _lacking_help(reason: str, contract: str) -> str:
    if "sign replication" in reason and contract == "byte_perm":
        return "only prmt replicates signs: --contract prmt"
    if "constant" in reason:
        return "a constant byte comes from an operand: byteperm select finds which"
    return ""


def spellings(selector: Selector) -> dict[str, str]:
    """Write a selector in every spelling that its contract has.

    Returns:
        Spelling by form, in the order in which a table shows them; ``hex`` is the one to use.

    >>> spellings(Selector(0x3104))["binary"], spellings(Selector(0x3104))["octal"]
    ("0b0011'0001'0000'0100", '030404')
    """
    value, contract = selector.value, selector.contract
    forms = {"hex": selector.hex, "decimal": str(value)}
    if selector.mode != "default":
        return forms
    if contract in NIBBLE_CONTRACTS:
        forms["binary"] = "0b" + "'".join(
            f"{value >> 4 * n & 0xF:04b}" for n in reversed(range(8 if value > 0xFFFF else 4))
        )
        forms["octal"] = f"0{value:o}" if value else "0"
    order = selector.fields if contract in ("pshufb", "tbl") else selector.fields[::-1]
    forms["fields"] = ",".join(str(number) for number in order)
    forms["names"] = selector.names
    return forms
