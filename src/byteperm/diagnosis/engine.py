"""The engine: tries every hypothesis, keeps what explains all observations exactly, ranks it.

It starts with what the call really means. If that already is what was seen, the machine is right and
the answer is a misreading, ranked by whether it would have given what was wanted. Otherwise the answer
is a change of the call or of its reading that yields what was seen. Two causes together are tried only
when no single one fits.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import cast

from byteperm.diagnosis import hypotheses
from byteperm.diagnosis.fixes import happened_fix, is_right, meant_fix, missing_bytes, selector_for
from byteperm.diagnosis.question import Observation, Question, ask
from byteperm.diagnosis.reading import Reading, matches, observed
from byteperm.diagnosis.variation import Hypothesis, Variation
from byteperm.lanes import Lanes
from byteperm.selector.model import Selector

_MISREAD = (
    "operands_exchanged",
    "fields_reversed",
    "print_order",
    "operand_swapped",
    "halves",
    "bytes_in_halves",
    "scatter",
)

#: Answers of two causes that are kept; past the best few they say nothing.
MOST_PAIRS = 8


@dataclass(frozen=True, slots=True)
class Cause:
    """One named mistake that explains the observation.

    Args:
        kind: the hypothesis, by its file's name; two joined by ``+`` for a pair.
        title: the mistake's name.
        why: one sentence.
        corrected: the call that is right by its contract, empty if no call can be. When something else was
            seen than the call gives and the call is right, that is the call as given.
        workaround: the call that is right only while the cause is not mended, empty if there is none.
        cure: what to mend when the call as given is right; a phrase.
    """

    kind: str
    title: str
    why: str
    corrected: str
    workaround: str = ""
    cure: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """Causes that cannot be told apart on any input, the likeliest first.

    Args:
        causes: at least one.
        lanes: where each byte comes from under these causes, least significant first.
        gives: the bytes they give in each case, least significant first.
        explains_wanted: whether they give exactly what was wanted.
        score: the lower the better; for ordering only.
    """

    causes: tuple[Cause, ...]
    lanes: Lanes
    gives: tuple[tuple[int | None, ...], ...]
    explains_wanted: bool
    score: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Everything that can be said about a question.

    Args:
        question: the call and its observations.
        as_written: whether the call as given gives exactly what was seen.
        call_is_right: whether the call as given is right: whether it gives what was wanted or, when that was
            not said, whether something else was seen than it promises; None if that cannot be told.
        wanted_met: whether what was seen is what was wanted; None if nothing was wanted.
        answers: the explanations, best first; each reproduces every observation exactly.
        weak: whether the answers are two causes together, because no single one fits.
        missing: seen byte values that no selector over the operands can give.
        unreachable: wanted byte values that no selector over the operands can give.
        for_seen: a selector that gives what was seen, whether or not a usual mistake leads to it.
        for_wanted: a selector that gives what was wanted.
    """

    question: Question
    as_written: bool
    call_is_right: bool | None
    wanted_met: bool | None
    answers: tuple[Answer, ...]
    weak: bool
    missing: tuple[int, ...]
    unreachable: tuple[int, ...]
    for_seen: Selector | None
    for_wanted: Selector | None


def diagnose(call: str, saw: str | Sequence[Observation], want: str = "", **values: int) -> Diagnosis:
    """Find every single cause that explains exactly what a call was seen to give.

    Args:
        call: the call as it stands in source.
        saw: the bytes that were seen, as printed (most significant first), or several observations.
        want: the bytes that were wanted, as printed, if that is known.
        values: operand values by name; names that are no Python identifiers go into an `Observation`.

    Raises:
        BytepermError: the call, an operand or the bytes cannot be read.

    >>> found = diagnose("__byte_perm(0x7600a914, 0x069f34c5, 0b011'001'000'111)", "14 9f c5 06")
    >>> found.answers[0].causes[0].kind, found.answers[0].causes[0].corrected
    ('grouping', '__byte_perm(0x7600a914, 0x069f34c5, 0x3107)')
    """
    observations = [Observation(saw, want, values)] if isinstance(saw, str) else saw
    return answer(ask(call, observations))


def answer(question: Question) -> Diagnosis:
    """Diagnose a question; see `diagnose`."""
    as_written = question.fits(question.reading.lanes)
    found = (
        list(_misreadings(question))
        if as_written
        else list(_happenings(question, _singles(question, question.reading)))
    )
    weak = not as_written and not found
    if weak:
        found = sorted(_happenings(question, _pairs(question)), key=lambda entry: entry[0])[: 4 * MOST_PAIRS]
    answers = tuple(_merged(question, found))
    return Diagnosis(
        question,
        as_written,
        is_right(question),
        _wanted_met(question),
        answers[:MOST_PAIRS] if weak else answers,
        weak and bool(answers),
        missing_bytes(question, wanted=False),
        missing_bytes(question, wanted=True),
        selector_for(question, wanted=False),
        selector_for(question, wanted=True),
    )


def _wanted_met(question: Question) -> bool | None:
    if question.wanted is None:
        return None
    return all(
        matches(case.seen, case.words, wanted) for case, wanted in zip(question.cases, question.wanted, strict=True)
    )


@cache
def hypothesis_modules() -> tuple[tuple[str, Hypothesis], ...]:
    """Return every hypothesis with its name, the more usual mistakes first."""
    names = [module.name for module in pkgutil.iter_modules(hypotheses.__path__)]
    modules = [(name, cast(Hypothesis, importlib.import_module(f"{hypotheses.__name__}.{name}"))) for name in names]
    return tuple(sorted(modules, key=lambda entry: (entry[1].RANK, entry[0])))


@dataclass(frozen=True, slots=True)
class _Change:
    """A variation with where it came from."""

    kind: str
    title: str
    rank: int
    rank_happened: int
    where: str
    cure: str
    variation: Variation


Found = tuple[tuple[int, ...], _Change]


def _singles(question: Question, reading: Reading) -> Iterator[_Change]:
    for name, module in hypothesis_modules():
        for variation in module.variations(question, reading):
            if variation.reading.lanes != reading.lanes:
                happened = int(getattr(module, "RANK_HAPPENED", module.RANK))
                yield _Change(name, module.TITLE, module.RANK, happened, module.WHERE, module.CURE, variation)


def _pairs(question: Question) -> Iterator[_Change]:
    """Yield each two changes, one made to the reading that the other left."""
    for first in _singles(question, question.reading):
        for second in _singles(question, first.variation.reading):
            if second.kind == first.kind and first.kind != "wrong_index":
                continue
            yield _joined(first, second)


def _joined(first: _Change, second: _Change) -> _Change:
    a, b = first.variation, second.variation
    joined = replace(
        b,
        phrase=f"{a.phrase}; and {b.phrase}",
        likely=a.likely or b.likely,
        corrected="",
        instead="",
        # What compensates for one of the two does not for both.
        workaround="" if a.workaround is not None or b.workaround is not None else None,
        weight=max(a.weight, b.weight, 0),
    )
    return _Change(
        f"{first.kind}+{second.kind}",
        f"{first.title}; and {second.title}",
        first.rank + second.rank,
        first.rank_happened + second.rank_happened,
        "world" if "world" in (first.where, second.where) else "text",
        "; and ".join(dict.fromkeys((first.cure, second.cure))),
        joined,
    )


def _misreadings(question: Question) -> Iterator[Found]:
    """The call does what was seen: find what was meant instead."""
    wants = question.wanted is not None
    if wants and _wanted_met(question):
        return
    for change in _singles(question, question.reading):
        lanes, likely = change.variation.reading.lanes, change.variation.likely
        # What changes no byte that was seen cannot be what was expected in its place.
        if change.variation.happened or question.fits(lanes):
            continue
        gives_wanted = question.gives_wanted(lanes)
        # Without a wanted result any index could be the wrong one: only readings that are mistaken as a
        # whole are worth naming.
        if gives_wanted or likely or (not wants and change.kind in _MISREAD):
            yield (not gives_wanted, max(change.variation.weight, 0), not likely, change.rank), change


def _happenings(question: Question, changes: Iterator[_Change]) -> Iterator[Found]:
    """Something else was seen: find what happened."""
    for change in changes:
        if question.fits(change.variation.reading.lanes):
            yield (0, change.variation.weight, not change.variation.likely, change.rank_happened), change


def _merged(question: Question, found: list[Found]) -> Iterator[Answer]:
    """Join the causes whose lanes are the same, best first."""
    groups: dict[Lanes, list[Found]] = {}
    for score, change in sorted(found, key=lambda entry: entry[0]):
        groups.setdefault(change.variation.reading.lanes, []).append((score, change))
    for lanes, group in groups.items():
        causes = {change.kind: _cause(question, change, lanes) for _, change in reversed(group)}
        gives = tuple(observed(lanes, case.words) for case in question.cases)
        yield Answer(tuple(reversed(causes.values())), lanes, gives, question.gives_wanted(lanes), group[0][0])


def _cause(question: Question, change: _Change, lanes: Lanes) -> Cause:
    variation = change.variation
    if question.fits(question.reading.lanes):
        gives = "what was wanted" if question.gives_wanted(lanes) else _shown(observed(lanes, question.cases[0].words))
        why = variation.meant or f"the call gives exactly what was seen; with {variation.phrase} it would give {gives}"
        return Cause(change.kind, change.title, why, meant_fix(question, variation).corrected)
    why = variation.instead or f"what was seen is what the call gives with {variation.phrase}"
    fix = happened_fix(question, variation, change.where)
    return Cause(change.kind, change.title, why, fix.corrected, fix.workaround, change.cure)


def _shown(values: tuple[int | None, ...]) -> str:
    """Write bytes, given least significant first, as a word prints."""
    return " ".join("??" if value is None else f"{value:02x}" for value in reversed(values))
