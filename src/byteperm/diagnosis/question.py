"""The question: a call as it is written in source, what was seen, and what was wanted.

Inside a question the words have role names: ``x`` is whatever supplies source bytes 0-3 and ``y``
whatever supplies bytes 4-7; both are ``x`` when the call passes the same operand twice. Other words
that were given a value (more elements of an array, say) keep their own names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from byteperm.diagnosis.reading import Reading, reading_of
from byteperm.lanes import Any, Const, Lanes, parse_lanes
from byteperm.literals import Literal, read_literal
from byteperm.scan.calls import Argument, PermuteCall, find_calls, read_call
from byteperm.scan.constants import constants_in, evaluate, normalised
from byteperm.selector.model import Selector
from byteperm.selector.spelling import parse_selector
from byteperm.spans import BytepermError, Source, Span

#: Longest call text that is diagnosed, in characters.
MAX_CALL = 100_000

_PLAIN_LITERAL = re.compile(r"[+-]?[0-9][0-9A-Za-z_']*\Z")


@dataclass(frozen=True, slots=True)
class Case:
    """One observation of a call.

    Args:
        words: the operands' values by role or name, unsigned.
        seen: the bytes that were seen, least significant first; constants or ``_``.
        wanted: the bytes that were wanted, None if that is not known.
    """

    words: Mapping[str, int]
    seen: Lanes
    wanted: Lanes | None = None


@dataclass(frozen=True, slots=True)
class Observation:
    """What the user says about one run, before it is joined with the call.

    Args:
        saw: the bytes seen, as printed.
        want: the bytes wanted, as printed; empty if not known.
        values: operand values by operand text; the roles ``x`` and ``y`` name the call's operands too.
    """

    saw: str
    want: str = ""
    values: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A call and its observations, ready to be diagnosed.

    Args:
        source: the text that holds the call.
        call: the call in it.
        selector: its selector, with what the spelling hides.
        literal: the selector's spelling, None when it is not a plain literal.
        reading: what the call really means.
        operands: the operands' source text by role.
        cases: the observations, at least one.
        others: further calls in the same text, with their readings.
        other_words: words with a value that the call does not use, by name.
    """

    source: Source
    call: PermuteCall
    selector: Selector
    literal: Literal | None
    reading: Reading
    operands: Mapping[str, str]
    cases: tuple[Case, ...]
    others: tuple[tuple[str, Reading], ...] = ()
    other_words: tuple[str, ...] = ()

    def call_with(self, selector: str = "", low: str = "", high: str = "") -> str:
        """Return the call's text with its selector or operands replaced."""
        call = self.call
        changes = [(call.selector, selector), (call.low, low), (call.high, high)]
        text, base = self.source.text[call.span.start : call.span.end], call.span.start
        for argument, new in sorted(changes, key=lambda change: -change[0].span.start):
            span = argument.span
            if new and call.span.start <= span.start and span.end <= call.span.end:
                text = text[: span.start - base] + new + text[span.end - base :]
        return text


def ask(call_text: str, observations: Sequence[Observation]) -> Question:
    """Join a call's text and observations of it into a question.

    Args:
        call_text: source text that holds the call first; more calls may follow.
        observations: at least one.

    Raises:
        BytepermError: no call, an operand without a value, a selector that is not constant, bytes that
            are none, or no observation.
    """
    if len(call_text) > MAX_CALL:
        raise BytepermError(f"call is longer than {MAX_CALL} characters", found=f"found {len(call_text)}")
    if not observations:
        raise BytepermError("nothing was seen", help="give the bytes that were printed: --saw '14 9f c5 06'")
    source = Source(call_text, "call")
    call = read_call(source)
    names = {**constants_in(source), **_given(observations[0], call)}
    selector = _selector(source, call, names)
    low, high = normalised(call.low.text), normalised(call.high.text)
    reading = reading_of(selector, "x", "x" if low == high else "y")
    literal = read_literal(selector.text) if _PLAIN_LITERAL.match(selector.text) else None
    cases = tuple(_case(source, call, observation, names) for observation in observations)
    operands = {"x": call.low.text, "y": call.high.text}
    spare = tuple(name for name in cases[0].words if name not in ("x", "y"))
    others = tuple(_others(source, call, names, cases))
    return Question(source, call, selector, literal, reading, operands, cases, others, spare)


def _given(observation: Observation, call: PermuteCall) -> dict[str, int]:
    """Return the given values by operand text; ``x`` and ``y`` also stand for the call's own operands."""
    given = {normalised(name): value for name, value in (observation.values or {}).items()}
    texts = {normalised(call.low.text), normalised(call.high.text)}
    for role, argument in (("x", call.low), ("y", call.high)):
        if role in given and role not in texts:
            given[normalised(argument.text)] = given.pop(role)
    return given


def _selector(source: Source, call: PermuteCall, names: Mapping[str, int]) -> Selector:
    argument = call.selector
    value = evaluate(source, argument.span, names)
    if _PLAIN_LITERAL.match(argument.text):
        return parse_selector(argument.text, call.contract, call.mode)
    plain = parse_selector(str(value), call.contract, call.mode)
    # The number is known but not its spelling, so only what the number itself hides can be told.
    notes = tuple(note for note in plain.notes if note.kind in ("wide", "bytewise", "bit3", "control"))
    return Selector(value, call.contract, call.mode, argument.text, "computed", notes)


def _case(source: Source, call: PermuteCall, observation: Observation, names: Mapping[str, int]) -> Case:
    known = {**names, **_given(observation, call)}
    words = {"x": operand_value(source, call.low, known), "y": operand_value(source, call.high, known)}
    if _selector(source, call, known).value != _selector(source, call, names).value:
        raise BytepermError(
            "the selector differs between the cases", source, call.selector.span, help="diagnose one selector at a time"
        )
    used = {normalised(call.low.text), normalised(call.high.text), normalised(call.selector.text)}
    constants = constants_in(source)
    for name, value in _given(observation, call).items():
        if name not in used and name not in constants:
            words[name if name not in words else f"{name}'"] = value
    wanted = _bytes(observation.want, "wanted bytes") if observation.want else None
    return Case(words, _bytes(observation.saw, "seen bytes"), wanted)


def operand_value(source: Source, argument: Argument, names: Mapping[str, int]) -> int:
    """Return an operand's value; an operand that is itself a permute is carried out.

    Raises:
        BytepermError: the operand has no known value.
    """
    inner = _inner_call(source, argument)
    if inner is None:
        return evaluate(source, argument.span, names)
    x, y = operand_value(source, inner.low, names), operand_value(source, inner.high, names)
    return _selector(source, inner, names).apply(x, y)


def _inner_call(source: Source, argument: Argument) -> PermuteCall | None:
    span = argument.span
    for call in find_calls(Source(source.text[: span.end], source.name)):
        if call.span == span:
            return call
    return None


def _bytes(text: str, name: str) -> Lanes:
    lanes = parse_lanes(text, name, words=())
    if all(isinstance(lane, Any) for lane in lanes):
        raise BytepermError(
            f"{name} say nothing", Source(text, name), Span(0, len(text)), help="give at least one byte's value"
        )
    assert all(isinstance(lane, Const | Any) for lane in lanes)
    return lanes


def _others(
    source: Source, call: PermuteCall, names: Mapping[str, int], cases: Sequence[Case]
) -> Iterator[tuple[str, Reading]]:
    """Yield the readings of further calls whose operands are the call's own or words with a value."""
    roles = {normalised(call.high.text): "y", normalised(call.low.text): "x"}
    for other in find_calls(source):
        low, high = (roles.get(normalised(part.text), normalised(part.text)) for part in (other.low, other.high))
        nested = call.span.start <= other.span.start and other.span.end <= call.span.end
        if nested or any(name not in case.words for case in cases for name in (low, high)):
            continue
        try:
            selector = _selector(source, other, names)
        except BytepermError:
            continue
        yield source.text[other.span.start : other.span.end], reading_of(selector, low, high)
