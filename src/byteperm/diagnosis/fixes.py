"""The corrected call for a cause: checked, never guessed.

Two situations. When the call as given is what ran, the cause says what was *meant*, and the corrected
call really does that. When something else was seen than the call gives, the cause says what *happened*,
and the corrected call is one that gives the right bytes there too.
"""

from __future__ import annotations

from byteperm.diagnosis.hypotheses.bit3 import prmt_call
from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading, observed
from byteperm.diagnosis.variation import Variation
from byteperm.lanes import Any, Const, Lane, Lanes, Pick
from byteperm.selector.model import NIBBLE_CONTRACTS, Selector, encode, lane_of, spell_hex


def meant_call(question: Question, variation: Variation) -> str:
    """Return the call that does what was meant, when the call as given is what ran."""
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


def right_call(question: Question, variation: Variation, where: str) -> str:
    """Return the call that gives the right bytes, when something else than the call was seen.

    The right bytes are those that were wanted or, when that was not said, those that the call as given
    promises.
    """
    if where == "text":
        return _as_written(question)
    if variation.corrected and _wanted(question) is None and len(set(question.operands.values())) > 1:
        changed = variation.reading
        if (changed.low, changed.high, changed.output) == (
            question.reading.high,
            question.reading.low,
            question.reading.output,
        ):
            return variation.corrected
    number = _solve(question, variation.reading, _wanted(question))
    if number is not None:
        return question.call_with(spell_hex(number, variation.reading.contract))
    if question.reading.contract == "prmt" and variation.reading.contract == "byte_perm":
        return prmt_call(question, question.reading.selector & 0xFFFF)
    return ""


def _as_written(question: Question) -> str:
    """Return the call with its selector in plain hexadecimal, or one that gives the wanted bytes."""
    if _wanted(question) is not None:
        number = _solve(question, question.reading, _wanted(question))
        return question.call_with(spell_hex(number, question.call.contract)) if number is not None else ""
    if question.reading.mode != "default":
        return question.call_with()
    return question.call_with(question.selector.hex)


def _wanted(question: Question) -> tuple[Lanes, ...] | None:
    """Return the wanted bytes of every case, or None when the call as given is right or nothing was wanted."""
    wanted = [case.wanted for case in question.cases]
    return tuple(lanes for lanes in wanted if lanes is not None) if all(wanted) else None


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
    """Return the seen (or wanted) byte values that no selector over the call's operands can give.

    A byte that stands in neither operand is beyond every selector; 0x00 and 0xFF are not counted where
    ``prmt``'s or AMD's sign replication could make them.
    """
    absent: list[int] = []
    for case in question.cases:
        lanes = case.wanted if wanted else case.seen
        present = {value for role in ("x", "y") for value in observed(_all_bytes(role), case.words)}
        absent += [lane.value for lane in lanes or () if isinstance(lane, Const) and lane.value not in present]
    free = (0x00, 0xFF) if question.call.contract in ("prmt", "v_perm") else ()
    return tuple(value for value in dict.fromkeys(absent) if value not in free)


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
