"""A diagnosis as text for a terminal, and as plain values for ``--json``."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from byteperm.diagnosis.engine import Answer, Cause, Diagnosis
from byteperm.diagnosis.fixes import words_with
from byteperm.diagnosis.question import Case, Question
from byteperm.diagnosis.reading import observed
from byteperm.lanes import Lanes, lane_value, printed
from byteperm.selector.model import spell_hex
from byteperm.spans import visible

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
        "call_is_right": diagnosis.call_is_right,
        "wanted_met": diagnosis.wanted_met,
        "cases": [_case_json(diagnosis, case) for case in question.cases],
        "weak": diagnosis.weak,
        "answers": [_answer_json(answer) for answer in diagnosis.answers],
        "impossible": [f"{value:02x}" for value in diagnosis.missing],
        "elsewhere": {
            f"{value:02x}": list(words) for value in diagnosis.missing if (words := words_with(question, value))
        },
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
    return {
        "cause": cause.kind,
        "title": cause.title,
        "why": cause.why,
        "mend": cause.cure or None,
        "corrected": cause.corrected or None,
        "workaround": cause.workaround or None,
    }


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
    lines = list(_wrapped([*_facts(diagnosis), "", *_verdict(diagnosis)], width))
    limit = len(diagnosis.answers) if everything else _worth_showing(diagnosis)
    for number, answer in enumerate(diagnosis.answers[:limit], 1):
        first, *rest = _wrapped(_answer_lines(diagnosis, number, answer), width)
        title = answer.causes[0].title
        lines += ["", first.replace(title, f"{bold}{title}{plain}"), *rest]
    if left := len(diagnosis.answers) - limit:
        what = "explanation is" if left == 1 else "explanations are"
        lines += ["", f"{left} less likely {what} not shown (--all shows {'it' if left == 1 else 'them'})."]
    return "\n".join(lines)


def _worth_showing(diagnosis: Diagnosis) -> int:
    """Count the answers to write out: those with evidence, or the first few when none has any."""
    best = diagnosis.answers[0].score[:3] if diagnosis.answers else ()
    as_good = [answer for answer in diagnosis.answers if answer.score[:3] == best]
    return min(len(as_good), MOST_SHOWN)


def _facts(diagnosis: Diagnosis) -> Iterator[str]:
    question = diagnosis.question
    selector = question.selector
    mode = f" mode {selector.mode}" if selector.mode != "default" else ""
    yield f"call      {question.call_with()}"
    yield f"means     {question.call.contract}{mode} selector {selector.hex}: {printed(question.reading.lanes)}"
    for number, case in enumerate(question.cases, 1):
        label = f" {number}" if len(question.cases) > 1 else ""
        named = [name for name in ("x", "y", *question.other_words) if name in case.words]
        yield f"operands{label}  " + ", ".join(_operand(question, name, case.words[name]) for name in named)
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
        return
    yield from _call_verdict(diagnosis)
    if diagnosis.missing:
        yield from _missing_lines("seen", diagnosis.missing, diagnosis.question)
        if not diagnosis.answers:
            yield "Look at the operands' values: another word, a stale result, or something that is no permute."
    elif diagnosis.weak:
        yield "No single cause gives what was seen. Two causes together would; take that as a weak hint."
        yield from _selector_line("seen", diagnosis)
    elif not diagnosis.answers:
        yield "No usual mistake, and no two together, give what was seen."
        yield from _selector_line("seen", diagnosis)
        yield f"To tell more, run it once with {_PROBE}: each byte then names its source. Add that run with --case."
    if diagnosis.answers and not diagnosis.weak:
        yield "One change explains exactly what was seen:"


def _call_verdict(diagnosis: Diagnosis) -> Iterator[str]:
    """Say whether the call as given is right, so that nobody changes a right call."""
    if diagnosis.call_is_right:
        gives = "what was wanted" if diagnosis.wanted_met is not None else "what it promises"
        yield f"The call as given is right: it gives {gives}. Do not change it because of this."
    elif diagnosis.wanted_met:
        yield "What was seen is what was wanted; it is not what the call as given gives."
    else:
        yield "The call as given gives neither what was seen nor what was wanted."
    if diagnosis.unreachable:
        yield from _missing_lines("wanted", diagnosis.unreachable, diagnosis.question)


def _verdict_as_written(diagnosis: Diagnosis) -> Iterator[str]:
    yield "What was seen is exactly what the call means: the machine is right."
    if diagnosis.wanted_met:
        yield "It is also what was wanted."
    if diagnosis.unreachable:
        yield from _missing_lines("wanted", diagnosis.unreachable, diagnosis.question)
    elif diagnosis.wanted_met is False and not any(answer.explains_wanted for answer in diagnosis.answers):
        yield "No single usual misreading leads to what was wanted."
        yield from _selector_line("wanted", diagnosis)
    elif diagnosis.answers and diagnosis.wanted_met is None:
        yield "If something else was expected, the call was misread; the likeliest ways:"


def _missing_lines(what: str, values: tuple[int, ...], question: Question) -> Iterator[str]:
    was, verb, pronoun = ("was", "is", "it") if len(values) == 1 else ("were", "are", "them")
    listed = _listed([f"{value:02x}" for value in values])
    yield f"{listed} {was} {what} and {verb} in neither operand: no selector can give {pronoun}."
    places: dict[tuple[str, ...], list[str]] = {}
    for value in values:
        places.setdefault(words_with(question, value), []).append(f"{value:02x}")
    for words, found in places.items():
        if words:
            yield f"{_listed(found)} {'is' if len(found) == 1 else 'are'} in {_listed(list(words))}."


def _listed(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _selector_line(what: str, diagnosis: Diagnosis) -> Iterator[str]:
    selector = diagnosis.for_wanted if what == "wanted" else diagnosis.for_seen
    if selector is not None:
        yield f"The selector {selector.hex} gives what was {what}: {diagnosis.question.call_with(selector.hex)}"


def _answer_lines(diagnosis: Diagnosis, number: int, answer: Answer) -> Iterator[str]:
    first, *others = answer.causes
    yield f"{number}. {first.title}" + ("  <- gives what was wanted" if answer.explains_wanted else "")
    yield f"   {first.why}."
    case = diagnosis.question.cases[0]
    yield f"   bytes: {_bytes_line(answer.lanes, case)}"
    right = bool(diagnosis.call_is_right)
    if first.cure and (right or not diagnosis.wanted_met):
        yield f"   mend: {first.cure}"
    if first.corrected and first.corrected != diagnosis.question.call_with():
        yield f"   {'or write' if right else 'write'}: {first.corrected}"
    if first.workaround:
        yield f"   if that cannot be mended: {first.workaround}"
    if others:
        # Pairs have long names, and many of them come to the same.
        same = f"{len(others)} other pairs" if diagnosis.weak else ", ".join(cause.title for cause in others)
        yield f"   the same on every input: {same}"


def _bytes_line(lanes: Lanes, case: Case) -> str:
    parts = []
    for lane in reversed(lanes):
        value = lane_value(lane, case.words)
        name = str(lane)
        # A constant, and a byte of a word that is a literal, have no name worth showing.
        parts.append(name if value is None else f"{value:02x}" if name[0].isdigit() else f"{name}={value:02x}")
    return " ".join(parts)


def _wrapped(lines: Iterable[str], width: int) -> Iterator[str]:
    for line in lines:
        text = visible(line).replace("\n", " ")
        indent = len(text) - len(text.lstrip())
        hanging = " " * (10 if text[:1].isalpha() and text[8:10] == "  " else indent + 3 if indent else 0)
        yield from textwrap.wrap(
            text, width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False
        ) or [""]
