"""The same movement in another instruction's spelling, or why it has none."""

from __future__ import annotations

from dataclasses import dataclass

from byteperm.lanes import Const, Lane, Lanes, Pick, Sign
from byteperm.selector.model import NIBBLE_CONTRACTS, Selector, check_contract, encode


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


def port(selector: Selector, contract: str) -> Ported | str:
    """Return a selector's movement under another contract.

    Where the new contract lacks constants and the movement reads only one word, the other operand is
    used to supply them.

    Args:
        selector: the selector to translate, any contract.
        contract: the contract to translate to.

    Returns:
        The translation, or one sentence that says why there is none.

    Raises:
        BytepermError: the contract does not exist.

    >>> port(Selector(0x7632), "v_perm").call
    '__builtin_amdgcn_perm(y, x, 0x07060302)'
    >>> port(Selector(0x0C020C00, "v_perm"), "byte_perm").call
    '__byte_perm(x, 0x00000000, 0x4240)'
    >>> port(Selector(0x8880, "prmt"), "pshufb")
    'pshufb has no sign replication, and result byte 1 is sign(x0)'
    """
    check_contract(contract)
    direct = encode(selector.lanes, contract)
    if isinstance(direct, Selector):
        return Ported(direct, "x", "y", _remark(selector, contract))
    supplied = _with_constant_operand(selector.lanes, contract)
    if supplied is not None:
        return supplied
    return direct + _constant_reason(selector.lanes)


def _remark(selector: Selector, contract: str) -> str:
    remarks = []
    if contract == "v_perm" and selector.contract != "v_perm":
        remarks.append("v_perm takes the word of bytes 0-3 second and one selector byte for each result byte")
    elif selector.contract == "v_perm" and contract in NIBBLE_CONTRACTS:
        remarks.append("the operands change places and each selector byte becomes a nibble")
    if contract in ("pshufb", "tbl"):
        remarks.append(
            "both words are one table: x in bytes 0-3, y in 4-7; the selector is the low word of the index register"
        )
    if selector.contract == "byte_perm" and selector.value & 0x8888:
        remarks.append("bit 3 of the fields is cleared: __byte_perm ignores it")
    if selector.contract == "prmt" and selector.mode != "default":
        remarks.append(
            f"mode {selector.mode} with control {selector.value & 3} stands for the selector {selector.effective:#06x}"
        )
    return "; ".join(remarks)


def _words_read(lanes: Lanes) -> set[str]:
    return {lane.word for lane in lanes if isinstance(lane, Pick | Sign)}


def _with_constant_operand(lanes: Lanes, contract: str) -> Ported | None:
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
    low, high = (word, "y") if free == "x" else ("x", word)
    shown = " and ".join(f"{value:02x}" for value in values)
    return Ported(selector, low, high, f"{contract} has no constants: {free} supplies {shown}")


def _constant_reason(lanes: Lanes) -> str:
    if any(isinstance(lane, Const) for lane in lanes) and len(_words_read(lanes)) == 2:
        return "; both words are read, so no operand is free to supply it: it takes two instructions"
    return ""
