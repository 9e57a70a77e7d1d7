"""What a spelling probably hides: misreadings that a number carries on its face.

Every note gives both readings: what the number means, and what was probably intended.
"""

from __future__ import annotations

from collections.abc import Iterator

from byteperm.literals import Literal
from byteperm.selector.model import NIBBLE_CONTRACTS, Note, Selector, number_hex, spell_hex

#: Decimal numbers with this many digits, all of them field numbers, look like a selector without 0x.
_LOOKS_HEX_LENGTHS = (3, 4)


def notes_for(literal: Literal | None, selector: Selector) -> tuple[Note, ...]:
    """Return what a selector's spelling and number hide, the most telling first.

    Args:
        literal: how it was written, None when it was not a literal.
        selector: the selector it means.

    >>> from byteperm.literals import read_literal
    >>> [n.kind for n in notes_for(read_literal("0b011'001'000'111"), Selector(0x647))]
    ['grouping']
    """
    notes: list[Note] = []
    if literal is not None and selector.mode == "default":
        notes += _spelling_notes(literal, selector)
    notes += _number_notes(selector)
    return tuple(notes)


def _spelling_notes(literal: Literal, selector: Selector) -> Iterator[Note]:
    means, contract = selector.value, selector.contract
    if contract in NIBBLE_CONTRACTS:
        grouped = three_bit_fields(literal)
        if grouped is not None and grouped != means:
            yield Note("grouping", _grouping_message(literal, means, grouped), means, grouped, contract)
        yield from _base_notes(literal, selector)
        if literal.base == 16 and len(literal.digits) < 4:
            yield Note(
                "short",
                f"{literal.text} has {len(literal.digits)} of 4 fields: the unwritten ones are 0 and select x0",
                means,
            )
    elif 0x1000 <= means <= 0x7777 and means & 0x8888 == 0:
        wide = widen(means)
        message = (
            f"{literal.text} has a nibble for each result byte, but {contract} reads a whole byte for each: "
            f"{spell_hex(means, contract)}; in bytes the same fields are {spell_hex(wide, contract)}"
        )
        yield Note("nibblewise", message, means, wide, contract)


def three_bit_fields(literal: Literal) -> int | None:
    """Return the selector that a binary literal's 3-bit groups spell, if it is written in such groups.

    >>> from byteperm.literals import read_literal
    >>> hex(three_bit_fields(read_literal("0b011'001'000'100")))
    '0x3104'
    """
    if literal.base != 2:
        return None
    groups = literal.groups
    if len(groups) == 1 and len(groups[0]) == 12:
        groups = tuple(groups[0][at : at + 3] for at in range(0, 12, 3))
    if not 2 <= len(groups) <= 4 or len(groups[0]) > 3 or any(len(group) != 3 for group in groups[1:]):
        return None
    value = 0
    for group in groups:
        value = value << 4 | int(group, 2)
    return value


def _grouping_message(literal: Literal, means: int, grouped: int) -> str:
    how = "groups of 3 bits" if len(literal.groups) > 1 else "3 bits for each field"
    return (
        f"{literal.text} is the number {number_hex(means)}: separators are skipped and fields are 4 bits apart, "
        f"so {how} do not spell {spell_hex(grouped, 'byte_perm')}"
    )


def _base_notes(literal: Literal, selector: Selector) -> Iterator[Note]:
    means, contract = selector.value, selector.contract
    as_hex = int(literal.digits, 16) if len(literal.digits) <= 4 else None
    if literal.base == 8 and not literal.text.lstrip("+-").lower().startswith("0o") and means:
        if as_hex is None:
            yield Note(
                "octal", f"{literal.text} is octal because of its leading 0: {spell_hex(means, contract)}", means
            )
        else:
            shown = spell_hex(as_hex, contract)
            message = f"{literal.text} is octal because of its leading 0: {spell_hex(means, contract)}, not {shown}"
            yield Note("octal", message, means, as_hex, contract)
    elif literal.base == 10 and _looks_hex(literal.digits) and as_hex is not None:
        message = f"{literal.text} is decimal: {spell_hex(means, contract)}, not {spell_hex(as_hex, contract)}"
        yield Note("decimal", message, means, as_hex, contract)


def _looks_hex(digits: str) -> bool:
    return len(digits) in _LOOKS_HEX_LENGTHS and set(digits) <= set("01234567")


def _number_notes(selector: Selector) -> Iterator[Note]:
    value, contract = selector.value, selector.contract
    if contract not in NIBBLE_CONTRACTS:
        return
    if selector.mode != "default":
        if value > 3:
            yield Note(
                "control",
                f"only the two lowest bits count in mode {selector.mode}: the control is {value & 3}",
                value & 3,
            )
        return
    if value > 0xFFFF:
        yield _wide_note(value, contract)
    if contract == "byte_perm" and value & 0x8888:
        message = (
            f"__byte_perm ignores bit 3 of each field: {spell_hex(value & 0xFFFF, contract)} "
            f"is {spell_hex(value & 0x7777, contract)}; prmt would replicate a sign there"
        )
        yield Note("bit3", message, value & 0x7777, value & 0xFFFF, "prmt")


def _wide_note(value: int, contract: str) -> Note:
    low = value & 0xFFFF
    if all(value >> 8 * n & 0xFF <= 0x0C for n in range(4)):
        message = (
            f"0x{value:08X} has a byte for each result byte, as AMD's v_perm takes it; "
            f"here only its low 16 bits count: {spell_hex(low, contract)}"
        )
        return Note("bytewise", message, low, value, "v_perm")
    return Note("wide", f"bits 31 to 16 are ignored: {number_hex(value)} is {spell_hex(low, contract)}", low)


def widen(selector: int) -> int:
    """Spread four nibbles over four bytes.

    >>> hex(widen(0x3104))
    '0x3010004'
    """
    return sum((selector >> 4 * n & 0xF) << 8 * n for n in range(4))
