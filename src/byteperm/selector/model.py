"""The selector: a number, the contract that reads it, and what that spelling really means.

``x`` always supplies source bytes 0-3 and ``y`` bytes 4-7, whatever order the instruction takes its
operands in; `CALLS` says how each contract writes them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from byteperm import isa
from byteperm.lanes import Any, Const, Lane, Lanes, Pick, Sign, lane_value, printed
from byteperm.spans import BytepermError, quoted

#: Contracts whose selector has one nibble for each result byte.
NIBBLE_CONTRACTS = ("byte_perm", "prmt")
#: Contracts whose selector has one byte for each result byte.
BYTE_CONTRACTS = ("v_perm", "pshufb", "tbl")
CONTRACTS = NIBBLE_CONTRACTS + BYTE_CONTRACTS

#: Other names under which people know a contract.
CONTRACT_ALIASES = {
    "cuda": "byte_perm",
    "__byte_perm": "byte_perm",
    "ptx": "prmt",
    "amd": "v_perm",
    "hip": "v_perm",
    "x86": "pshufb",
    "arm": "tbl",
}

#: How a call of each contract is written; note that AMD takes the operand of bytes 0-3 second, and
#: that x86 and Arm take both operands as one table: x in its bytes 0-3, y in 4-7, zeros above.
CALLS = {
    "byte_perm": "__byte_perm({x}, {y}, {s})",
    "prmt": "prmt.b32 d, {x}, {y}, {s}",
    "v_perm": "__builtin_amdgcn_perm({y}, {x}, {s})",
    "pshufb": "_mm_shuffle_epi8({y}:{x}, {s})",
    "tbl": "vqtbl1q_u8({y}:{x}, {s})",
}


@dataclass(frozen=True, slots=True)
class Note:
    """Something that a spelling hides, with both readings.

    Args:
        kind: ``grouping``, ``octal``, ``decimal``, ``bytewise``, ``wide``, ``bit3``, ``control``, ``short``,
            ``nibblewise``, ``array`` or ``any``.
        message: the note as one sentence.
        means: the selector that counts, as the contract reads it.
        perhaps: the selector that was probably intended, if it is another one.
        perhaps_contract: the contract that the intended reading belongs to.
    """

    kind: str
    message: str
    means: int
    perhaps: int | None = None
    perhaps_contract: str = ""


@dataclass(frozen=True, slots=True)
class Selector:
    """A permute selector under one contract.

    Args:
        value: the selector word, 32 bits.
        contract: ``byte_perm``, ``prmt``, ``v_perm``, ``pshufb`` or ``tbl``.
        mode: for ``prmt``: ``default`` or one of the six modes.
        text: how it was spelled, empty if it was not.
        form: ``hex``, ``decimal``, ``octal``, ``binary``, ``fields``, ``array``, ``names``, or empty.
        notes: what the spelling hides.

    Raises:
        BytepermError: the contract or mode does not exist, or a mode is given to another contract.
        TypeError, ValueError: the value is not an integer of 32 bits.

    >>> Selector(0x3104).names
    'x3 x1 x0 y0'
    >>> hex(Selector(0x3104).apply(0x7600A914, 0x069F34C5))
    '0x76a914c5'
    """

    value: int
    contract: str = "byte_perm"
    mode: str = "default"
    text: str = field(default="", compare=False)
    form: str = field(default="", compare=False)
    notes: tuple[Note, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        check_contract(self.contract, self.mode)
        object.__setattr__(self, "value", isa.to_word(self.value, "selector"))

    @property
    def fields(self) -> tuple[int, int, int, int]:
        """The four fields as they stand in the number, least significant first.

        Nibbles for ``byte_perm`` (bit 3 still in them) and ``prmt`` (a mode's control is first turned into
        the selector it stands for), bytes for the others.
        """
        number = self.value if self.contract == "byte_perm" else self.effective
        width = self.field_width
        mask = (1 << width) - 1
        a, b, c, d = (number >> width * n & mask for n in range(4))
        return a, b, c, d

    @property
    def field_width(self) -> int:
        """Bits from one field to the next: 4 or 8."""
        return 4 if self.contract in NIBBLE_CONTRACTS else 8

    @property
    def effective(self) -> int:
        """The part of the number that counts: what the contract ignores is cleared.

        >>> hex(Selector(0xFFFF_B210).effective), hex(Selector(0xFFFF_B210, "prmt").effective)
        ('0x3210', '0xb210')
        """
        if self.contract == "byte_perm":
            return self.value & 0x7777
        if self.contract == "prmt":
            return isa.generic_selector(self.value, self.mode)
        return self.value

    @property
    def lanes(self) -> Lanes:
        """Where each result byte comes from, least significant first."""
        a, b, c, d = (lane_of(number, self.contract) for number in self.fields)
        return a, b, c, d

    @property
    def names(self) -> str:
        """Where each result byte comes from, as the word prints: most significant first."""
        return printed(self.lanes)

    @property
    def hex(self) -> str:
        """The selector as it should be written in source."""
        return spell_hex(self.value, self.contract)

    def apply(self, x: int, y: int) -> int:
        """Return the result word for two operand words; x is source bytes 0-3, y bytes 4-7."""
        x, y = isa.to_word(x, "x"), isa.to_word(y, "y")
        if self.contract == "byte_perm":
            return isa.byte_perm(x, y, self.value)
        if self.contract == "prmt":
            return isa.prmt(x, y, self.value, self.mode)
        if self.contract == "v_perm":
            return isa.v_perm(y, x, self.value)
        return gather(self.lanes, x, y)

    def call(self, x: str = "x", y: str = "y") -> str:
        """Write the call that this selector belongs to.

        >>> Selector(0x07060302, "v_perm").call("a", "b")
        '__builtin_amdgcn_perm(b, a, 0x07060302)'
        """
        template = CALLS[self.contract]
        if self.mode != "default":
            template = template.replace("prmt.b32", f"prmt.b32.{self.mode}")
        return template.format(x=x, y=y, s=self.hex)


def check_contract(contract: str, mode: str = "default") -> None:
    """Refuse a contract or mode that does not exist, or a mode where there is none.

    Raises:
        BytepermError: with the names that exist.
    """
    if contract not in CONTRACTS:
        raise BytepermError(
            "unknown contract", found=f"found {quoted(contract)}", help=f"contracts are {', '.join(CONTRACTS)}"
        )
    if mode not in isa.MODES:
        raise BytepermError(
            "unknown prmt mode", found=f"found {quoted(mode)}", help=f"modes are {', '.join(isa.MODES)}"
        )
    if mode != "default" and contract != "prmt":
        raise BytepermError(
            f"{contract} has no modes", found=f"found mode {quoted(mode)}", help="only prmt has modes: --contract prmt"
        )


def contract_named(name: str) -> str:
    """Return the contract that a name or alias stands for (``cuda``, ``ptx``, ``amd``, …).

    Raises:
        BytepermError: nothing is called so.

    >>> contract_named("amd")
    'v_perm'
    """
    contract = CONTRACT_ALIASES.get(name.lower(), name.lower())
    check_contract(contract)
    return contract


def lane_of(number: int, contract: str) -> Lane:
    """Return the lane that one selector field stands for.

    Args:
        number: a nibble (``byte_perm``, ``prmt``) or a byte (the others).
        contract: one of `CONTRACTS`.

    >>> str(lane_of(0xC, "prmt")), str(lane_of(0xC, "byte_perm")), str(lane_of(0xC, "v_perm"))
    ('sign(y0)', 'y0', '00')
    """
    if contract == "v_perm" and number >= 8:
        return Const(0x00 if number == 12 else 0xFF) if number >= 12 else _pick(2 * (number - 8) + 1, Sign)
    if contract in ("pshufb", "tbl"):
        index = number if contract == "tbl" or number & 0x80 else number & 0x0F
        return _pick(index, Pick) if index < 8 else Const(0)
    if contract == "prmt" and number & 8:
        return _pick(number & 7, Sign)
    return _pick(number & 7, Pick)


def _pick(index: int, kind: type[Pick] | type[Sign]) -> Lane:
    return kind("x" if index < 4 else "y", index & 3)


def source_index(lane: Pick | Sign) -> int:
    """Return the number 0-7 of the source byte that a lane of x or y reads."""
    return lane.byte + (4 if lane.word == "y" else 0)


def spell_hex(value: int, contract: str) -> str:
    """Write a selector number in hexadecimal with all its digits: four, or eight where fields are bytes.

    >>> spell_hex(0x123, "byte_perm"), spell_hex(0x123, "v_perm")
    ('0x0123', '0x00000123')
    """
    return f"0x{value:08X}" if contract in BYTE_CONTRACTS or value > 0xFFFF else f"0x{value:04X}"


def number_hex(value: int) -> str:
    """Spell a number in a sentence: as many digits as it needs, in the one style that all messages have.

    >>> number_hex(0x64A)
    '0x64A'
    """
    return f"0x{value:X}"


def gather(lanes: Lanes, x: int, y: int) -> int:
    """Return the word that lanes make of two operands; a byte that does not matter becomes 0."""
    words = {"x": x, "y": y}
    return sum((lane_value(lane, words) or 0) << 8 * n for n, lane in enumerate(lanes))


def encode(lanes: Lanes, contract: str) -> Selector | str:
    """Return the selector that makes these lanes under a contract, or why there is none.

    A byte that does not matter takes the source byte of its own position in x.

    Args:
        lanes: least significant first, over the words x and y.
        contract: one of `CONTRACTS`.

    Returns:
        The selector, or one sentence that says which byte this contract cannot make.

    >>> encode(Selector(0x3104).lanes, "v_perm").hex
    '0x03010004'
    >>> encode(Selector(0x9180, "prmt").lanes, "byte_perm")
    'byte_perm has no sign replication, and result byte 1 is sign(x0)'
    """
    value = 0
    for position, lane in enumerate(lanes):
        number = field_for(Pick("x", position) if isinstance(lane, Any) else lane, contract)
        if isinstance(number, str):
            return f"{number}, and result byte {position} is {lane}"
        value |= number << (4 if contract in NIBBLE_CONTRACTS else 8) * position
    return Selector(value, contract)


def field_for(lane: Lane, contract: str) -> int | str:
    """Return the selector field for a lane, or what the contract lacks for it."""
    if isinstance(lane, Pick):
        return source_index(lane)
    if isinstance(lane, Sign):
        return _sign_field(lane, contract)
    if isinstance(lane, Const) and contract == "v_perm" and lane.value in (0x00, 0xFF):
        return 0x0C if lane.value == 0 else 0x0D
    if isinstance(lane, Const) and contract in ("pshufb", "tbl") and lane.value == 0:
        return 0x80 if contract == "pshufb" else 0xFF
    return f"{contract} has no constant {lane}"


def _sign_field(lane: Sign, contract: str) -> int | str:
    if contract == "prmt":
        return 8 | source_index(lane)
    if contract == "v_perm":
        if lane.byte & 1:
            return 8 + source_index(lane) // 2
        return "v_perm replicates the sign of odd bytes only"
    return f"{contract} has no sign replication"
