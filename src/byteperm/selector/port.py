"""The same movement in another instruction's spelling, or why it has none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from byteperm.isa import to_word
from byteperm.lanes import Const, Lane, Lanes, Pick, Sign, lane_value
from byteperm.selector.model import NIBBLE_CONTRACTS, Selector, check_contract, encode, field_for


@dataclass(frozen=True, slots=True)
class Ported:
    """A selector in another contract's spelling, with what to pass as operands.

    Args:
        selector: the selector in the new contract.
        low: what supplies source bytes 0-3, as source text: ``x``, or a constant.
        high: what supplies source bytes 4-7.
        remark: what changed beside the number, one sentence, may be empty.
    """

    selector: Selector
    low: str
    high: str
    remark: str

    @property
    def call(self) -> str:
        """The whole call, operands in the order that the new contract takes them."""
        return self.selector.call(self.low, self.high)


def port(
    selector: Selector, contract: str, low: str = "x", high: str = "y", *, constants: Mapping[str, int] | None = None
) -> Ported | str:
    """Return a selector's movement under another contract.

    Constants go where the new contract has them: a byte of a known operand becomes v_perm's code for 00 or
    ff, and a code becomes a byte of a known operand. Where the new contract lacks constants and the movement
    reads only one word, the other operand is used to supply them.

    Args:
        selector: the selector to translate, any contract.
        contract: the contract to translate to.
        low: what supplies source bytes 0-3, as source text.
        high: what supplies source bytes 4-7.
        constants: values of operands that never change, by role: ``{"y": 0}``.

    Returns:
        The translation, or one sentence that says why there is none.

    Raises:
        BytepermError: the contract does not exist.
        TypeError, ValueError: a constant is not an integer of 32 bits.

    >>> port(Selector(0x7632), "v_perm", "a", "b").call
    '__builtin_amdgcn_perm(b, a, 0x07060302)'
    >>> port(Selector(0x4044), "v_perm", "a", "0", constants={"y": 0}).call
    '__builtin_amdgcn_perm(0, a, 0x0C000C0C)'
    >>> port(Selector(0x0C020C00, "v_perm"), "byte_perm").call
    '__byte_perm(x, 0x00000000, 0x4240)'
    >>> port(Selector(0x8880, "prmt"), "pshufb")
    'pshufb has no sign replication, and result byte 1 is sign(x0)'
    """
    check_contract(contract)
    known = {role: to_word(value, role) for role, value in (constants or {}).items()}
    lanes, used = _with_known(selector.lanes, contract, known)
    direct = encode(lanes, contract)
    if isinstance(direct, Selector):
        texts = {"x": low, "y": high}
        # A literal in the source never changes: only what is merely known to be so needs saying.
        conditions = [
            f"right only while {texts[role]} is 0x{known[role]:08X}" for role in used if not texts[role][:1].isdigit()
        ]
        remarks = [_remark(selector, contract, low, high), *conditions]
        return Ported(direct, low, high, "; ".join(remark for remark in remarks if remark))
    supplied = _with_constant_operand(lanes, contract, low, high)
    if supplied is not None:
        return supplied
    return direct + _constant_reason(lanes)


def _with_known(lanes: Lanes, contract: str, known: Mapping[str, int]) -> tuple[Lanes, tuple[str, ...]]:
    """Put constants where the contract has them: as codes of its own, or in an operand that is known.

    Returns:
        The lanes, and the roles of the operands whose value that depends on.
    """
    moved = [_constant_lane(lane, contract, known) for lane in lanes]
    changed = [lane for pair in zip(lanes, moved, strict=True) if pair[0] != pair[1] for lane in pair]
    used = dict.fromkeys(lane.word for lane in changed if isinstance(lane, Pick | Sign))
    return (moved[0], moved[1], moved[2], moved[3]), tuple(used)


def _constant_lane(lane: Lane, contract: str, known: Mapping[str, int]) -> Lane:
    value = lane_value(lane, known)
    if value is None:
        return lane
    if isinstance(field_for(Const(value), contract), int):
        return Const(value)
    return lane if isinstance(field_for(lane, contract), int) else _known_byte(Const(value), known)


def _known_byte(lane: Const, known: Mapping[str, int]) -> Lane:
    """Return a byte of a known operand that holds a constant, the constant itself if none does."""
    places = [Pick(role, n) for role, word in known.items() for n in range(4) if word >> 8 * n & 0xFF == lane.value]
    return places[0] if places else lane


def _remark(selector: Selector, contract: str, low: str, high: str) -> str:
    remarks = []
    if contract == "v_perm" and selector.contract != "v_perm":
        remarks.append("v_perm takes the word of bytes 0-3 second and one selector byte for each result byte")
    elif selector.contract == "v_perm" and contract in NIBBLE_CONTRACTS:
        remarks.append("the operands change places and each selector byte becomes a nibble")
    if contract in ("pshufb", "tbl"):
        remarks.append(
            f"both words are one table: {low} in bytes 0-3, {high} in 4-7; "
            "the selector is the low word of the index register"
        )
    if selector.contract == "byte_perm" and selector.value & 0x8888:
        remarks.append("bit 3 of the fields is cleared: __byte_perm ignores it")
    if selector.contract == "prmt" and selector.mode != "default":
        remarks.append(
            f"mode {selector.mode} with control {selector.value & 3} stands for the selector 0x{selector.effective:04X}"
        )
    return "; ".join(remarks)


def _words_read(lanes: Lanes) -> set[str]:
    return {lane.word for lane in lanes if isinstance(lane, Pick | Sign)}


def _with_constant_operand(lanes: Lanes, contract: str, low: str, high: str) -> Ported | None:
    """Let the word that is not read supply the constants, if one is free."""
    values = sorted({lane.value for lane in lanes if isinstance(lane, Const)})
    read = _words_read(lanes)
    if not values or len(read) > 1 or contract not in NIBBLE_CONTRACTS:
        return None
    free = "x" if read == {"y"} else "y"
    places = {value: Pick(free, n) for n, value in enumerate(values)}
    moved: list[Lane] = [places[lane.value] if isinstance(lane, Const) else lane for lane in lanes]
    selector = encode((moved[0], moved[1], moved[2], moved[3]), contract)
    if isinstance(selector, str):
        return None
    word = f"0x{sum(value << 8 * n for n, value in enumerate(values)):08X}"
    low, high = (word, high) if free == "x" else (low, word)
    shown = " and ".join(f"{value:02x}" for value in values)
    return Ported(selector, low, high, f"{contract} has no constants: {free} supplies {shown}")


def _constant_reason(lanes: Lanes) -> str:
    if any(isinstance(lane, Const) for lane in lanes) and len(_words_read(lanes)) == 2:
        return "; both words are read, so no operand is free to supply it: it takes two instructions"
    return ""
