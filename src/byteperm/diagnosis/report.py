"""A diagnosis as text for a terminal, and as plain values for ``--json``."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from byteperm.diagnosis.engine import Answer, Cause, Diagnosis
from byteperm.diagnosis.question import Case, Question
from byteperm.diagnosis.reading import observed
from byteperm.lanes import Lanes, lane_value, printed
from byteperm.selector.model import spell_hex

#: Answers that are written out; the rest are counted.
MOST_SHOWN = 5

_PROBE = "x = 0x33221100 and y = 0x77665544"


def to_json(diagnosis: Diagnosis) -> dict[str, object]:
    """Return a diagnosis as plain values."""
    question = diagnosis.question
    return {
        "call": question.call_with(),
        "contract": question.call.contract,
        "mode": question.call.mode,
        "selector": spell_hex(question.selector.value, question.call.contract),
        "means": printed(question.reading.lanes),
        "notes": [{"kind": note.kind, "message": note.message} for note in question.selector.notes],
        "as_written": diagnosis.as_written,
        "wanted_met": diagnosis.wanted_met,
        "cases": [_case_json(diagnosis, case) for case in question.cases],
        "weak": diagnosis.weak,
        "answers": [_answer_json(answer) for answer in diagnosis.answers],
        "impossible": [f"{value:02x}" for value in diagnosis.missing],
        "unreachable": [f"{value:02x}" for value in diagnosis.unreachable],
        "selector_for_seen": diagnosis.for_seen.hex if diagnosis.for_seen else None,
        "selector_for_wanted": diagnosis.for_wanted.hex if diagnosis.for_wanted else None,
    }


def _case_json(diagnosis: Diagnosis, case: Case) -> dict[str, object]:
    return {
        "words": {name: f"0x{value:08X}" for name, value in case.words.items()},
        "seen": printed(case.seen),
        "wanted": printed(case.wanted) if case.wanted is not None else None,
        "call_gives": shown(observed(diagnosis.question.reading.lanes, case.words)),
    }


def _answer_json(answer: Answer) -> dict[str, object]:
    return {
        "cause": answer.causes[0].kind,
        "causes": [_cause_json(cause) for cause in answer.causes],
        "lanes": printed(answer.lanes),
        "gives": [shown(values) for values in answer.gives],
        "explains_wanted": answer.explains_wanted,
    }


def _cause_json(cause: Cause) -> dict[str, object]:
    return {"cause": cause.kind, "title": cause.title, "why": cause.why, "corrected": cause.corrected or None}


def shown(values: tuple[int | None, ...]) -> str:
    """Write bytes, given least significant first, as a word prints.

    >>> shown((0xC5, 0x14, 0xA9, 0x76))
    '76 a9 14 c5'
    """
    return " ".join("??" if value is None else f"{value:02x}" for value in reversed(values))


def render(diagnosis: Diagnosis, *, width: int = 80, bold: str = "", plain: str = "", everything: bool = False) -> str:
    """Write a diagnosis for a terminal.

    Args:
        diagnosis: what was found.
        width: columns.
        bold: escape sequence before the name of a cause, empty for none.
        plain: escape sequence after it.
        everything: whether all answers are written out, not only the best.
    """
    lines = [*_facts(diagnosis), "", *_verdict(diagnosis)]
    limit = len(diagnosis.answers) if everything else _worth_showing(diagnosis)
    for number, answer in enumerate(diagnosis.answers[:limit], 1):
        lines += ["", *_answer_lines(diagnosis, number, answer, (bold, plain))]
    if len(diagnosis.answers) > limit:
        lines += ["", f"{len(diagnosis.answers) - limit} less likely explanations are not shown (--all shows them)."]
    return "\n".join(_wrapped(lines, width))


def _worth_showing(diagnosis: Diagnosis) -> int:
    """Count the answers to write out: those with evidence, or the first few when none has any."""
    best = diagnosis.answers[0].score[:2] if diagnosis.answers else ()
    as_good = [answer for answer in diagnosis.answers if answer.score[:2] == best]
    return min(len(as_good), MOST_SHOWN)


def _facts(diagnosis: Diagnosis) -> Iterator[str]:
    question = diagnosis.question
    selector = question.selector
    mode = f" mode {selector.mode}" if selector.mode != "default" else ""
    yield f"call      {question.call_with()}"
    yield f"means     {question.call.contract}{mode} selector {selector.hex}: {printed(question.reading.lanes)}"
    for number, case in enumerate(question.cases, 1):
        label = f" {number}" if len(question.cases) > 1 else ""
        yield f"operands{label}  " + ", ".join(_operand(question, name, value) for name, value in case.words.items())
        yield f"gives     {shown(observed(question.reading.lanes, case.words))}   printed, most significant byte first"
        yield f"seen      {printed(case.seen)}"
        if case.wanted is not None:
            yield f"wanted    {printed(case.wanted)}"


def _operand(question: Question, name: str, value: int) -> str:
    """Write an operand's role, value and source text; a text that is a literal says nothing more."""
    text = question.operands.get(name, "")
    return f"{name} = 0x{value:08X}" + (f" ({text})" if text and not text[0].isdigit() and text != name else "")


def _verdict(diagnosis: Diagnosis) -> Iterator[str]:
    if diagnosis.as_written:
        yield from _verdict_as_written(diagnosis)
    elif diagnosis.missing:
        yield _missing_line("seen", diagnosis.missing)
        if not diagnosis.answers:
            yield "Look at the operands' values: another word, a stale result, or something that is no permute."
    elif diagnosis.weak:
        yield "No single cause gives what was seen. Two causes together would; take that as a weak hint."
        yield from _selector_line("seen", diagnosis)
    elif not diagnosis.answers:
        yield "No usual mistake, and no two together, give what was seen."
        yield from _selector_line("seen", diagnosis)
        yield f"To tell more, run it once with {_PROBE}: each byte then names its source. Add that run with --case."
    if not diagnosis.as_written and diagnosis.answers and not diagnosis.weak:
        yield "The call as given would not give what was seen. One change explains it exactly:"


def _verdict_as_written(diagnosis: Diagnosis) -> Iterator[str]:
    yield "What was seen is exactly what the call means: the machine is right."
    if diagnosis.wanted_met:
        yield "It is also what was wanted."
    if diagnosis.unreachable:
        yield _missing_line("wanted", diagnosis.unreachable)
    elif diagnosis.wanted_met is False and not any(answer.explains_wanted for answer in diagnosis.answers):
        yield "No single usual misreading leads to what was wanted."
        yield from _selector_line("wanted", diagnosis)
    elif diagnosis.answers and diagnosis.wanted_met is None:
        yield "If something else was expected, the call was misread; the likeliest ways:"


def _missing_line(what: str, values: tuple[int, ...]) -> str:
    listed = " and ".join(f"{value:02x}" for value in values)
    was, verb, pronoun = ("was", "is", "it") if len(values) == 1 else ("were", "are", "them")
    return f"{listed} {was} {what} and {verb} in neither operand: no selector can give {pronoun}."


def _selector_line(what: str, diagnosis: Diagnosis) -> Iterator[str]:
    selector = diagnosis.for_wanted if what == "wanted" else diagnosis.for_seen
    if selector is not None:
        yield f"The selector {selector.hex} gives what was {what}: {diagnosis.question.call_with(selector.hex)}"


def _answer_lines(diagnosis: Diagnosis, number: int, answer: Answer, marks: tuple[str, str]) -> Iterator[str]:
    first, *others = answer.causes
    yield f"{number}. {marks[0]}{first.title}{marks[1]}" + (
        "  <- gives what was wanted" if answer.explains_wanted else ""
    )
    yield f"   {first.why}."
    case = diagnosis.question.cases[0]
    yield f"   bytes: {_bytes_line(answer.lanes, case)}"
    if first.corrected:
        yield f"   write: {first.corrected}"
    for cause in others:
        yield f"   the same on every input: {cause.title} ({cause.why})"
        if cause.corrected and cause.corrected != first.corrected:
            yield f"   then write: {cause.corrected}"


def _bytes_line(lanes: Lanes, case: Case) -> str:
    parts = []
    for lane in reversed(lanes):
        value = lane_value(lane, case.words)
        name = str(lane)
        parts.append(name if value is None or name == f"{value:02x}" else f"{name}={value:02x}")
    return " ".join(parts)


def _wrapped(lines: list[str], width: int) -> Iterator[str]:
    for line in lines:
        indent = len(line) - len(line.lstrip())
        hanging = " " * (10 if line[:1].isalpha() and line[8:10] == "  " else indent + 3 if indent else 0)
        yield from textwrap.wrap(
            line, width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False
        ) or [""]
