"""The facts of one permute: what each field takes, what comes out, and what the contract does to it."""

from __future__ import annotations

from dataclasses import dataclass

from byteperm.isa import to_word
from byteperm.lanes import Const, Lane, Pick, Sign, lane_value
from byteperm.selector.model import NIBBLE_CONTRACTS, Note, Selector, lane_of, source_index, spell_hex
from byteperm.selector.naming import names_of
from byteperm.selector.spelling import parse_selector, spellings
from byteperm.spans import BytepermError
from byteperm.word import Word

#: Operand values that turn a movement into a named one (zero-extension, a fill of ones).
_PLAIN_CONSTANTS = (0x0000_0000, 0xFFFF_FFFF)


@dataclass(frozen=True, slots=True)
class SourceByte:
    """One of the eight bytes that a selector can choose from.

    Args:
        index: 0 to 7, the number that a field holds.
        name: ``x0`` to ``y3``.
        value: the byte, None if its word is not known.
        read: whether a field takes it (or its sign).
    """

    index: int
    name: str
    value: int | None
    read: bool


@dataclass(frozen=True, slots=True)
class FieldUse:
    """One field of the selector and the result byte that it makes.

    Args:
        position: the result byte, 0 the least significant; also the field's place.
        number: the field as it stands in the selector.
        lane: what it takes.
        value: the byte that comes out, None if it is not known.
        remark: what the contract does to the field, may be empty.
    """

    position: int
    number: int
    lane: Lane
    value: int | None
    remark: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything there is to say about one permute.

    Args:
        selector: the selector under its contract.
        x: the word of source bytes 0-3, None if it is not known.
        y: the word of source bytes 4-7.
        x_name: what the first word is called in the source.
        y_name: what the second word is called.
        same: whether both are the same word.
    """

    selector: Selector
    x: Word | None = None
    y: Word | None = None
    x_name: str = "x"
    y_name: str = "y"
    same: bool = False

    @property
    def words(self) -> dict[str, int]:
        """The known operand words by role."""
        return {name: word.value for name, word in (("x", self.x), ("y", self.y)) if word is not None}

    @property
    def sources(self) -> tuple[SourceByte, ...]:
        """The eight source bytes, index 0 first."""
        read = {source_index(lane) for lane in self.selector.lanes if isinstance(lane, Pick | Sign)}
        lanes = [lane_of(index, "byte_perm") for index in range(8)]
        return tuple(
            SourceByte(index, str(lane), lane_value(lane, self.words), index in read)
            for index, lane in enumerate(lanes)
        )

    @property
    def fields(self) -> tuple[FieldUse, ...]:
        """The four fields, result byte 0 first."""
        pairs = zip(self.selector.fields, self.selector.lanes, strict=True)
        return tuple(
            FieldUse(position, number, lane, lane_value(lane, self.words), _remark(self.selector, number, lane))
            for position, (number, lane) in enumerate(pairs)
        )

    @property
    def result(self) -> Word | None:
        """The result, None if a word that is read is not known."""
        values = [use.value for use in self.fields]
        if any(value is None for value in values):
            return None
        return Word(int.from_bytes(bytes(value for value in values if value is not None), "little"))

    @property
    def names(self) -> tuple[str, ...]:
        """What the movement is called, the most specific name first."""
        constants = {name: value for name, value in self.words.items() if value in _PLAIN_CONSTANTS}
        return names_of(self.selector, constants, self.same)

    @property
    def unread(self) -> tuple[str, ...]:
        """The roles of the words that no field reads."""
        read = {lane.word for lane in self.selector.lanes if isinstance(lane, Pick | Sign)}
        return tuple(role for role in ("x", "y") if role not in read)

    @property
    def call(self) -> str:
        """The call, with the operands as the source calls them."""
        return self.selector.call(self.x_name, self.y_name)

    def alias(self, role: str) -> str:
        """Return what an operand is called, empty if that is only its role or its value.

        >>> shown = explain("0x5401", 0x069F34C5, 0x14, x_name="h[0]", y_name="0x14")
        >>> shown.alias("x"), shown.alias("y")
        ('h[0]', '')
        """
        name, word = (self.x_name, self.x) if role == "x" else (self.y_name, self.y)
        spelled = {str(word.value), f"{word.value:#x}", word.hex.lower()} if word else set()
        return "" if name == role or name.lower() in spelled else name

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a contract ignores in the fields, the most significant field first, equal remarks said once.

        >>> explain("0xB2B0").remarks
        ('fields 3, 1: bit 3 is ignored',)
        """
        places: dict[str, list[str]] = {}
        for use in reversed(self.fields):
            if use.remark and isinstance(use.lane, Pick):
                places.setdefault(use.remark, []).append(str(use.position))
        return tuple(f"field{'s' * (len(at) > 1)} {', '.join(at)}: {remark}" for remark, at in places.items())

    def intended(self, note: Note) -> str:
        """Say what the selector that a note suspects behind the spelling would have done.

        Args:
            note: one of the selector's notes.

        Returns:
            One sentence; nothing where no other selector is suspected, or where its contract takes the
            operands the other way round.

        >>> shown = explain("0b011'001'000'111", 0x7600A914, 0x069F34C5)
        >>> shown.intended(shown.selector.notes[0])
        '0x3107 would select x3 x1 x0 y3 and give 0x76A91406'
        """
        contract = note.perhaps_contract or self.selector.contract
        if note.perhaps is None or (contract != self.selector.contract and contract not in NIBBLE_CONTRACTS):
            return ""
        other = Explanation(Selector(note.perhaps, contract), self.x, self.y)
        gives = f" and give {other.result.hex}" if other.result else ""
        under = f" under {contract}" if contract != self.selector.contract else ""
        return f"{other.selector.hex} would select {other.selector.names}{gives}{under}"

    def to_json(self) -> dict[str, object]:
        """Return the explanation as plain values."""
        selector, result = self.selector, self.result
        return {
            "selector": selector.hex,
            "value": selector.value,
            "contract": selector.contract,
            "mode": selector.mode,
            "effective": spell_hex(selector.effective, selector.contract),
            "call": self.call,
            "spelling": {"text": selector.text, "form": selector.form},
            "operands": {role: word.hex if word else None for role, word in (("x", self.x), ("y", self.y))},
            "sources": [_source_json(source) for source in self.sources],
            "fields": [_field_json(self.selector, use) for use in self.fields],
            "result": {"value": result.hex, "printed": result.printed, "memory": result.memory} if result else None,
            "lanes": selector.names,
            "names": list(self.names),
            "unread": list(self.unread),
            "contract_rule": rule_of(selector),
            "notes": [_note_json(self, note) for note in selector.notes],
            "spellings": spellings(selector),
        }


def explain(
    selector: Selector | str,
    x: int | None = None,
    y: int | None = None,
    *,
    contract: str = "byte_perm",
    mode: str = "default",
    x_name: str = "x",
    y_name: str = "y",
    same: bool = False,
) -> Explanation:
    """Explain one permute.

    Args:
        selector: a selector, or its spelling.
        x: the word of source bytes 0-3 (AMD: the second operand), if it is known.
        y: the word of source bytes 4-7 (AMD: the first operand), if it is known.
        contract: whose rules read a spelling.
        mode: for ``prmt``.
        x_name: what to call the first word.
        y_name: what to call the second word.
        same: whether both operands are the same word; the value of one is then enough.

    Raises:
        BytepermError: the spelling is no selector, or ``same`` is said of two different words.
        TypeError, ValueError: a word is not an integer of 32 bits.

    The worked examples, most significant byte first:

    >>> explain("0x3210", 0x12345678, 0x9ABCDEF0).result.printed
    '12 34 56 78'
    >>> explain("0x7654", 0x12345678, 0x9ABCDEF0).result.printed
    '9a bc de f0'
    >>> explain("0x3104", 0x7600A914, 0x069F34C5).result.printed
    '76 a9 14 c5'
    >>> explain("0x3104", 0x7600A914, 0x069F34C5).result.memory
    'c5 14 a9 76'
    >>> explain("0x0124", 0x0014A976, 0x069F34C5).result.printed
    '76 a9 14 c5'
    >>> explain("0x3107", 0x7600A914, 0x069F34C5).result.printed
    '76 a9 14 06'
    >>> explain("0x5401", 0x069F34C5, 0x00000014).result.printed
    '00 14 c5 34'
    """
    read = parse_selector(selector, contract, mode) if isinstance(selector, str) else selector
    words = [Word(to_word(value, name)) if value is not None else None for name, value in (("x", x), ("y", y))]
    if same:
        words = _shared(words)
    return Explanation(read, words[0], words[1], x_name.strip() or "x", y_name.strip() or "y", same)


def _shared(words: list[Word | None]) -> list[Word | None]:
    """Let an operand that is not known be the other, where both are the same word."""
    known = [word for word in words if word is not None]
    if len(set(known)) > 1:
        found = f"found {known[0].hex} and {known[1].hex}"
        raise BytepermError("the operands are not the same word", found=found, help="give the value of one of them")
    return [known[0] if known else None] * 2


def _remark(selector: Selector, number: int, lane: Lane) -> str:
    if isinstance(lane, Sign):
        return f"top bit of {lane.word}{lane.byte}, eight times"
    if selector.contract == "byte_perm" and number & 8:
        return "bit 3 is ignored"
    if isinstance(lane, Const):
        return "a constant, no source byte"
    return "bits 6-4 are ignored" if selector.contract == "pshufb" and number & 0x70 else ""


def rule_of(selector: Selector) -> str:
    """Say in one sentence what the contract makes of a selector.

    >>> rule_of(Selector(0x3104))
    '__byte_perm takes bits 2-0 of each nibble and ignores bit 3 and bits 31-16; it equals prmt with 0x3104'
    """
    if selector.contract == "byte_perm":
        same = spell_hex(selector.effective, "prmt")
        return f"__byte_perm takes bits 2-0 of each nibble and ignores bit 3 and bits 31-16; it equals prmt with {same}"
    if selector.contract == "prmt" and selector.mode != "default":
        generic = spell_hex(selector.effective, "prmt")
        return (
            f"mode {selector.mode} reads only the control {selector.value & 3} (bits 1-0), which stands for {generic}"
        )
    return _RULES[selector.contract]


_RULES = {
    "prmt": "prmt takes bits 2-0 of each nibble as index; bit 3 set gives that byte's top bit eight times; "
    "bits 31-16 are ignored",
    "v_perm": "v_perm reads a byte for each result byte: 0-7 copy, 8-11 sign of byte 1 3 5 7, 12 is 00, "
    "13 and above ff; its first operand is bytes 4-7 (y here), its second bytes 0-3 (x here)",
    "pshufb": "pshufb reads a byte for each result byte: bit 7 set gives 00, else bits 3-0 index the table; "
    "x is its bytes 0-3, y 4-7, zeros above",
    "tbl": "tbl reads a byte for each result byte: an index past the table gives 00; "
    "x is the table's bytes 0-3, y 4-7, zeros above",
}


def bits_of(selector: Selector, number: int) -> str:
    """Write a field in binary with all the bits that its contract gives it.

    >>> bits_of(Selector(0x3104), 3)
    '0011'
    """
    return f"{number:0{4 if selector.contract in NIBBLE_CONTRACTS else 8}b}"


def _source_json(source: SourceByte) -> dict[str, object]:
    return {"index": source.index, "name": source.name, "value": _byte_json(source.value), "read": source.read}


def _field_json(selector: Selector, use: FieldUse) -> dict[str, object]:
    return {
        "result_byte": use.position,
        "field": use.number,
        "bits": bits_of(selector, use.number),
        "source": str(use.lane),
        "value": _byte_json(use.value),
        "remark": use.remark,
    }


def _byte_json(value: int | None) -> str | None:
    return None if value is None else f"{value:02x}"


def _note_json(explanation: Explanation, note: Note) -> dict[str, object]:
    contract = explanation.selector.contract
    perhaps = None if note.perhaps is None else spell_hex(note.perhaps, note.perhaps_contract or contract)
    return {
        "kind": note.kind,
        "message": note.message,
        "means": spell_hex(note.means, contract),
        "perhaps": perhaps,
        "perhaps_contract": note.perhaps_contract or None,
        "intended": explanation.intended(note),
    }
