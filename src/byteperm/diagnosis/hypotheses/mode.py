"""A ``prmt`` mode overlooked, added, or taken for another."""

from __future__ import annotations

from collections.abc import Iterator

from byteperm.diagnosis.question import Question
from byteperm.diagnosis.reading import Reading
from byteperm.diagnosis.variation import Variation
from byteperm.isa import MODES

TITLE = "prmt mode overlooked or mistaken"
RANK = 13
WHERE = "text"
CURE = "write the mode that is meant after prmt.b32, or none; rebuild"


def variations(question: Question, reading: Reading) -> Iterator[Variation]:
    """Yield the number under each other mode of prmt."""
    if reading.contract != "prmt":
        return
    for mode in MODES:
        if mode == reading.mode:
            continue
        name = "no mode" if mode == "default" else f"mode {mode}"
        call = question.source.text[question.call.span.start : question.call.span.end]
        written = f"prmt.b32.{reading.mode}" if reading.mode != "default" else "prmt.b32"
        right = f"prmt.b32.{mode}" if mode != "default" else "prmt.b32"
        corrected = call.replace(written, right, 1) if written in call else ""
        yield Variation(
            reading.with_selector(reading.selector, "prmt", mode),
            f"{name} in place of {reading.mode}",
            corrected=corrected,
            # Each mode gives something: where the call has none, fitting one says little.
            weight=int(question.call.mode == "default"),
        )
