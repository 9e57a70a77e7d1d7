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
from byteperm.diagnosis.fixes import meant_call, missing_bytes, right_call, selector_for
from byteperm.diagnosis.question import Observation, Question, ask
from byteperm.diagnosis.reading import Reading, matches, observed
from byteperm.diagnosis.variation import Hypothesis, Variation
from byteperm.lanes import Lanes
from byteperm.selector.model import Selector

_MISREAD = ("operands_exchanged", "fields_reversed", "print_order", "operand_swapped", "halves", "scatter")

#: Answers of two causes that are kept; past the best few they say nothing.
MOST_PAIRS = 8


@dataclass(frozen=True, slots=True)
class Cause:
    """One named mistake that explains the observation.

    Args:
        kind: the hypothesis, by its file's name; two joined by ``+`` for a pair.
        title: the mistake's name.
        why: one sentence.
        corrected: the corrected call, empty if no call can be.
    """

    kind: str
    title: str
    why: str
    corrected: str


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
    as_written = _fits(question, question.reading.lanes)
    wanted = [case.wanted for case in question.cases]
    met = all(case.wanted is not None and matches(case.seen, case.words, case.wanted) for case in question.cases)
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
        met if all(wanted) else None,
        answers[:MOST_PAIRS] if weak else answers,
        weak and bool(answers),
        missing_bytes(question, wanted=False),
        missing_bytes(question, wanted=True),
        selector_for(question, wanted=False),
        selector_for(question, wanted=True),
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
    where: str
    variation: Variation


Found = tuple[tuple[int, ...], _Change]


def _singles(question: Question, reading: Reading) -> Iterator[_Change]:
    for name, module in hypothesis_modules():
        for variation in module.variations(question, reading):
            if variation.reading.lanes != reading.lanes:
                yield _Change(name, module.TITLE, module.RANK, module.WHERE, variation)


def _pairs(question: Question) -> Iterator[_Change]:
    """Yield each two changes, one made to the reading that the other left."""
    for first in _singles(question, question.reading):
        for second in _singles(question, first.variation.reading):
            if second.kind == first.kind and first.kind != "wrong_index":
                continue
            joined = replace(
                second.variation,
                phrase=f"{first.variation.phrase}; and {second.variation.phrase}",
                likely=first.variation.likely or second.variation.likely,
                corrected="",
            )
            where = "world" if "world" in (first.where, second.where) else "text"
            yield _Change(
                f"{first.kind}+{second.kind}",
                f"{first.title}; and {second.title}",
                first.rank + second.rank,
                where,
                joined,
            )


def _fits(question: Question, lanes: Lanes) -> bool:
    return all(matches(lanes, case.words, case.seen) for case in question.cases)


def _gives_wanted(question: Question, lanes: Lanes) -> bool:
    return all(case.wanted is not None and matches(lanes, case.words, case.wanted) for case in question.cases)


def _misreadings(question: Question) -> Iterator[Found]:
    """The call does what was seen: find what was meant instead."""
    wants = any(case.wanted is not None for case in question.cases)
    for change in _singles(question, question.reading):
        if change.variation.happened:
            continue
        lanes, likely = change.variation.reading.lanes, change.variation.likely
        gives_wanted = wants and _gives_wanted(question, lanes)
        # Without a wanted result any index could be the wrong one: only readings that are mistaken as a
        # whole are worth naming.
        if gives_wanted or likely or (not wants and change.kind in _MISREAD):
            yield (not gives_wanted, not likely, change.rank), change


def _happenings(question: Question, changes: Iterator[_Change]) -> Iterator[Found]:
    """Something else was seen: find what happened."""
    for change in changes:
        if _fits(question, change.variation.reading.lanes):
            yield (0, not change.variation.likely, change.rank), change


def _merged(question: Question, found: list[Found]) -> Iterator[Answer]:
    """Join the causes whose lanes are the same, best first."""
    groups: dict[Lanes, list[Found]] = {}
    for score, change in sorted(found, key=lambda entry: entry[0]):
        groups.setdefault(change.variation.reading.lanes, []).append((score, change))
    for lanes, group in groups.items():
        causes = {change.kind: _cause(question, change, lanes) for _, change in reversed(group)}
        gives = tuple(observed(lanes, case.words) for case in question.cases)
        yield Answer(tuple(reversed(causes.values())), lanes, gives, _gives_wanted(question, lanes), group[0][0])


def _cause(question: Question, change: _Change, lanes: Lanes) -> Cause:
    variation = change.variation
    if _fits(question, question.reading.lanes):
        gives = (
            "what was wanted" if _gives_wanted(question, lanes) else _shown(observed(lanes, question.cases[0].words))
        )
        why = variation.meant or f"the call gives exactly what was seen; with {variation.phrase} it would give {gives}"
        return Cause(change.kind, change.title, why, meant_call(question, variation))
    why = f"what was seen is what the call gives with {variation.phrase}"
    return Cause(change.kind, change.title, why, right_call(question, variation, change.where))


def _shown(values: tuple[int | None, ...]) -> str:
    """Write bytes, given least significant first, as a word prints."""
    return " ".join("??" if value is None else f"{value:02x}" for value in reversed(values))
