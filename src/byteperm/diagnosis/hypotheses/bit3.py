"""Bit 3 of a field: ignored by ``__byte_perm``, the sign under ``prmt``, and taken for other things.

Source: the two contracts of `byteperm.isa`. That a set bit gives a zero byte is how x86's pshufb and
AMD's code 12 work; that it gives 0xFF whatever the sign is a fault of simulators.
"""

from __future__ import annotations

from collections.abc import Iterator

from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading
from byteperm.diagnosis.variation import Variation
from byteperm.lanes import Const, Lane
from byteperm.selector.model import NIBBLE_CONTRACTS, spell_hex

TITLE = "bit 3 of a field: __byte_perm and prmt taken for each other"
RANK = 14
WHERE = "world"
CURE = "run the instruction that the call names: prmt replicates signs, __byte_perm does not"


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield the same number under the other contract, and bit 3 as a zero byte or as 0xFF."""
    number = reading.selector
    if reading.contract not in NIBBLE_CONTRACTS or reading.mode != "default" or not number & 0x8888:
        return
    shown = spell_hex(number & 0xFFFF, reading.contract)
    if reading.contract == "byte_perm":
        meant = (
            f"__byte_perm ignores bit 3 of each field, so {shown} is {spell_hex(number & 0x7777, 'byte_perm')}; "
            "only prmt replicates a sign there"
        )
        call = prmt_call(question, number & 0xFFFF)
        yield Variation(
            reading.with_selector(number, "prmt"),
            f"bit 3 replicating signs (as prmt does with {shown})",
            meant,
            True,
            call,
        )
    else:
        meant = (
            "prmt replicates a sign where bit 3 of a field is set; "
            f"__byte_perm would take {shown} as {spell_hex(number & 0x7777, 'byte_perm')}"
        )
        yield Variation(
            reading.with_selector(number, "byte_perm"),
            f"bit 3 ignored (as __byte_perm does with {shown})",
            meant,
            True,
        )
    for value, habit in ((0x00, "a zero byte (as x86 pshufb has it)"), (0xFF, "0xFF whatever the sign")):
        moves: list[Lane] = [Const(value) if number >> 4 * n & 8 else lane for n, lane in enumerate(reading.moves)]
        yield Variation(reading.with_moves((moves[0], moves[1], moves[2], moves[3])), f"bit 3 taken for {habit}")


def prmt_call(question: Question, number: int) -> str:
    """Write the call as inline PTX, which replicates signs."""
    x, y = question.operands["x"], question.operands["y"]
    return f'asm("prmt.b32 %0, %1, %2, 0x{number:04X};" : "=r"(d) : "r"({x}), "r"({y}))'
