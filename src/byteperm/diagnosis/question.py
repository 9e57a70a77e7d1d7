"""The question: a call as it is written in source, what was seen, and what was wanted.

Inside a question the words have role names: ``x`` is whatever supplies source bytes 0-3 and ``y``
whatever supplies bytes 4-7; both are ``x`` when the call passes the same operand twice. Other words
that were given a value (more elements of an array, say) keep their own names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from byteperm.diagnosis.reading import Reading, matches, reading_of
from byteperm.lanes import Any, Const, Lanes, parse_lanes
from byteperm.literals import Literal
from byteperm.scan.calls import PermuteCall
from byteperm.scan.constants import normalised
from byteperm.scan.values import CallText, literal_of, read_call_text
from byteperm.selector.model import Selector
from byteperm.spans import BytepermError, Source, Span

_ANY: Lanes = (Any(), Any(), Any(), Any())


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

    @property
    def wanted(self) -> tuple[Lanes, ...] | None:
        """The wanted bytes of every case, any byte where a case does not say; None when no case does."""
        if all(case.wanted is None for case in self.cases):
            return None
        return tuple(_ANY if case.wanted is None else case.wanted for case in self.cases)

    def gives_wanted(self, lanes: Lanes) -> bool:
        """Tell whether lanes give what was wanted, in every case that says what that is."""
        return self.wanted is not None and all(
            matches(lanes, case.words, wanted) for case, wanted in zip(self.cases, self.wanted, strict=True)
        )

    def fits(self, lanes: Lanes) -> bool:
        """Tell whether lanes give exactly what was seen in every case."""
        return all(matches(lanes, case.words, case.seen) for case in self.cases)

    def word_called(self, text: str) -> str | None:
        """Return the name under which an operand's word is known here: ``x``, ``y``, or its own."""
        name = normalised(text)
        roles = {normalised(self.operands["y"]): "y", normalised(self.operands["x"]): "x"}
        return roles.get(name) or (name if name in self.other_words else None)

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
    text = read_call_text(call_text)
    if not observations:
        raise BytepermError("nothing was seen", help="give the bytes that were printed: --saw '14 9f c5 06'")
    call = text.call
    known = [text.names(observation.values or {}) for observation in observations]
    selector = text.selector(known[0])
    if any(text.selector(names).value != selector.value for names in known):
        raise BytepermError(
            "the selector differs between the cases",
            text.source,
            call.selector.span,
            help="diagnose one selector at a time",
        )
    low, high = normalised(call.low.text), normalised(call.high.text)
    reading = reading_of(selector, "x", "x" if low == high else "y")
    operands = {"x": call.low.text, "y": call.high.text}
    words = [_words(text, observation, names) for observation, names in zip(observations, known, strict=True)]
    spare = tuple(name for name in words[0] if name not in ("x", "y"))
    others = tuple(_others(text, known, words))
    cases = tuple(_case(observation, named) for observation, named in zip(observations, words, strict=True))
    literal = literal_of(selector)
    return Question(text.source, call, selector, literal, reading, operands, cases, others, spare)


def _words(text: CallText, observation: Observation, names: Mapping[str, int]) -> dict[str, int]:
    """Return the operands' values by role, and the words beside them by name."""
    call = text.call
    words = {"x": text.word(call.low, names), "y": text.word(call.high, names)}
    used = {normalised(part.text) for part in (call.low, call.high, call.selector)}
    for name, value in text.given(observation.values or {}).items():
        if name not in used and name not in text.constants:
            words[_beside(name)] = value
    return words


def _beside(name: str) -> str:
    """Return the name of a word beside the operands, where ``x`` and ``y`` are the operands themselves."""
    return f"{name}'" if name in ("x", "y") else name


def _case(observation: Observation, words: Mapping[str, int]) -> Case:
    wanted = _bytes(observation.want, "wanted bytes") if observation.want else None
    return Case(words, _bytes(observation.saw, "seen bytes"), wanted)


def _bytes(text: str, name: str) -> Lanes:
    lanes = parse_lanes(text, name, words=())
    if all(isinstance(lane, Any) for lane in lanes):
        raise BytepermError(
            f"{name} say nothing", Source(text, name), Span(0, len(text)), help="give at least one byte's value"
        )
    assert all(isinstance(lane, Const | Any) for lane in lanes)
    return lanes


def _others(
    text: CallText, known: Sequence[Mapping[str, int]], words: Sequence[dict[str, int]]
) -> Iterator[tuple[str, Reading]]:
    """Yield the readings of further calls; operands of theirs that have a value are added to the words."""
    call = text.call
    roles = {normalised(call.high.text): "y", normalised(call.low.text): "x"}
    for other in text.calls:
        if call.span.start <= other.span.start and other.span.end <= call.span.end:
            continue
        try:
            selector = text.selector(known[0], other)
            for names, named in zip(known, words, strict=True):
                for part in (other.low, other.high):
                    if (name := normalised(part.text)) not in roles:
                        named.setdefault(_beside(name), text.word(part, names))
        except BytepermError:
            continue
        names_of = (normalised(part.text) for part in (other.low, other.high))
        low, high = (roles.get(name) or _beside(name) for name in names_of)
        yield text.written(other), reading_of(selector, low, high)
