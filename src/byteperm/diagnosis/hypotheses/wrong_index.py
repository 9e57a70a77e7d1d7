"""One field names the wrong byte."""

from __future__ import annotations

from collections.abc import Iterator

from byteperm.diagnosis.hypotheses import OTHER_SOURCE
from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading
from byteperm.diagnosis.variation import Variation
from byteperm.selector.model import NIBBLE_CONTRACTS, lane_of, spell_hex

TITLE = "wrong index in one field"
RANK = 19
WHERE = "text"
CURE = OTHER_SOURCE


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield the reading with each field set to each other number that its contract has."""
    if reading.mode != "default":
        return
    numbers = {"byte_perm": 8, "prmt": 16, "v_perm": 14}.get(reading.contract, 8)
    width = 4 if reading.contract in NIBBLE_CONTRACTS else 8
    for position in range(4):
        kept = reading.selector & ~(((1 << width) - 1) << width * position)
        for number in range(numbers):
            lane = lane_of(number, reading.contract)
            if lane == reading.moves[position]:
                continue
            value = kept | number << width * position
            moves = list(reading.moves)
            moves[position] = lane
            phrase = f"{number} in field {position} ({lane}; {spell_hex(value, reading.contract)})"
            changed = reading.with_selector(value).with_moves((moves[0], moves[1], moves[2], moves[3]))
            yield Variation(changed, phrase)
