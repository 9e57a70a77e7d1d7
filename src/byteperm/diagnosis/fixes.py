"""The calls that go with a cause: checked, never guessed.

Two situations. When the call as given is what ran, the cause says what was *meant*, and the corrected
call really does that. When something else was seen than the call gives, the cause says what *happened*:
the corrected call is right by its contract, and is the call as given when that is right; a workaround
compensates for the circumstance instead of mending it, and is told apart from it always.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from byteperm.diagnosis.hypotheses.bit3 import prmt_call
from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading, observed
from byteperm.diagnosis.variation import Variation
from byteperm.lanes import Any, Const, Lane, Lanes, Pick
from byteperm.selector.model import NIBBLE_CONTRACTS, Selector, encode, lane_of, spell_hex


@dataclass(frozen=True, slots=True)
class Fix:
    """What to write.

    Args:
        corrected: the call that is right by its contract, empty if no call can be.
        workaround: the call that is right only where the cause stays as it is; empty if there is none.
    """

    corrected: str
    workaround: str = ""


def is_right(question: Question) -> bool | None:
    """Tell whether the call as given is right.

    Returns:
        Whether it gives what was wanted. When that was not said: True if something else was seen, since
        its contract is then all there is to go by, and None if it gives what was seen, since what was
        wanted instead is not known.
    """
    lanes = question.reading.lanes
    if question.wanted is not None:
        return question.gives_wanted(lanes)
    return None if question.fits(lanes) else True


def meant_fix(question: Question, variation: Variation) -> Fix:
    """Return the call that does what was meant, when the call as given is what ran."""
    if question.wanted is not None and not question.gives_wanted(variation.reading.lanes):
        return Fix(_wanted_call(question))
    return Fix(_meant_call(question, variation))


def _meant_call(question: Question, variation: Variation) -> str:
    if variation.corrected:
        return variation.corrected
    lanes = variation.reading.lanes
    direct = (
        encode(lanes, question.call.contract) if question.reading.mode == "default" else "a mode has no free selector"
    )
    if isinstance(direct, Selector):
        return question.call_with(direct.hex)
    signed = encode(lanes, "prmt")
    return prmt_call(question, signed.value) if isinstance(signed, Selector) else ""


def happened_fix(question: Question, variation: Variation, where: str) -> Fix:
    """Return the call that is right, and what would compensate, when something else than the call was seen."""
    right = plain_call(question) if is_right(question) else _wanted_call(question)
    if not right and where == "text" and variation.corrected and question.gives_wanted(variation.reading.lanes):
        right = variation.corrected
    if where == "text":
        return Fix(right)
    there = _compensating(question, variation)
    if isinstance(there, int):
        call = question.call_with(spell_hex(there, variation.reading.contract))
        # A call that is right both there and by its contract needs no circumstance mended.
        return Fix(call) if _right_by_contract(question, there) else Fix(right, call)
    return Fix(right, "" if there in (right, question.call_with()) else there)


def plain_call(question: Question) -> str:
    """Return the call as given, a selector that is a literal but not a hexadecimal one in hexadecimal."""
    literal = question.literal
    if question.reading.mode != "default" or literal is None or literal.base == 16:
        return question.call_with()
    return question.call_with(question.selector.hex)


def _wanted_call(question: Question) -> str:
    number = _solve(question, question.reading, question.wanted)
    return question.call_with(spell_hex(number, question.call.contract)) if number is not None else ""


def _right_by_contract(question: Question, number: int) -> bool:
    lanes = question.reading.with_selector(number).lanes
    return lanes == question.reading.lanes if question.wanted is None else question.gives_wanted(lanes)


def _compensating(question: Question, variation: Variation) -> int | str:
    """Return the selector that gives the right bytes where the cause happens, or a whole call, empty for none."""
    if variation.workaround is not None:
        return variation.workaround
    changed, given = variation.reading, question.reading
    if (changed.contract in NIBBLE_CONTRACTS) != (given.contract in NIBBLE_CONTRACTS):
        return ""
    exchanged = replace(given, low=given.high, high=given.low)
    if variation.corrected and changed == exchanged and is_right(question) and given.low != given.high:
        return variation.corrected
    number = _solve(question, changed, question.wanted)
    return "" if number is None or number == given.selector else number


def _solve(question: Question, reading: Reading, bytes_of_cases: tuple[Lanes, ...] | None) -> int | None:
    """Find the selector that gives the given bytes, or else the call's own lanes, under a reading."""
    if reading.mode != "default":
        return None
    width = 4 if reading.contract in NIBBLE_CONTRACTS else 8
    target, number = question.reading.lanes, 0
    for place, position in enumerate(reading.output):
        field = _field(question, reading, target[place], bytes_of_cases, (place, position))
        if field is None:
            return None
        number |= field << width * position
    return number


def _field(
    question: Question, reading: Reading, target: Lane, bytes_of_cases: tuple[Lanes, ...] | None, at: tuple[int, int]
) -> int | None:
    """Find the field for one result byte (noted at a place, made at a position); the present one is kept if it does."""
    place, position = at
    numbers = range(16 if reading.contract == "prmt" else 8)
    current = next((n for n in numbers if lane_of(n, reading.contract) == reading.moves[position]), 0)
    tried: list[int] = [current, *numbers]
    for number in tried:
        lane = _resolved(reading, lane_of(number, reading.contract))
        if lane == target if bytes_of_cases is None else _gives(question, lane, bytes_of_cases, place):
            return number
    return None


def _resolved(reading: Reading, lane: Lane) -> Lane:
    return reading.with_moves((lane, lane, lane, lane)).lanes[0]


def _gives(question: Question, lane: Lane, wanted: tuple[Lanes, ...], place: int) -> bool:
    for case, lanes in zip(question.cases, wanted, strict=True):
        want = lanes[place]
        value = observed((lane, lane, lane, lane), case.words)[0]
        if not isinstance(want, Any) and not (isinstance(want, Const) and want.value == value):
            return False
    return True


def missing_bytes(question: Question, *, wanted: bool) -> tuple[int, ...]:
    """Return the seen (or wanted) byte values that no selector over the call's operands can give, as they print.

    A byte that stands in neither operand is beyond every selector; 0x00 and 0xFF are not counted where
    ``prmt``'s or AMD's sign replication could make them.
    """
    absent: list[int] = []
    for case in question.cases:
        lanes = case.wanted if wanted else case.seen
        present = {value for role in ("x", "y") for value in observed(_all_bytes(role), case.words)}
        absent += [
            lane.value for lane in reversed(lanes or ()) if isinstance(lane, Const) and lane.value not in present
        ]
    free = (0x00, 0xFF) if question.call.contract in ("prmt", "v_perm") else ()
    return tuple(value for value in dict.fromkeys(absent) if value not in free)


def words_with(question: Question, value: int) -> tuple[str, ...]:
    """Return the words beside the operands that hold a byte value in every case."""
    names = question.other_words
    return tuple(n for n in names if all(value in case.words[n].to_bytes(4, "little") for case in question.cases))


def selector_for(question: Question, *, wanted: bool) -> Selector | None:
    """Return a selector that gives the seen (or wanted) bytes in every case, if any does.

    The fields that the call has already are kept where they are right.
    """
    targets = tuple((case.wanted if wanted else case.seen) for case in question.cases)
    if any(lanes is None for lanes in targets) or question.reading.mode != "default":
        return None
    number = _solve(question, question.reading, tuple(lanes for lanes in targets if lanes is not None))
    return Selector(number, question.call.contract) if number is not None else None


def _all_bytes(role: str) -> Lanes:
    return Pick(role, 0), Pick(role, 1), Pick(role, 2), Pick(role, 3)
