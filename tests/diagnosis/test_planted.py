"""A planted cause is always found, and every answer reproduces the observation exactly."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from byteperm.diagnosis.engine import Diagnosis, answer, hypothesis_modules
from byteperm.diagnosis.question import Observation, ask
from byteperm.lanes import lane_value
from diagnosis.plants import Plant, plants_for

words = st.integers(0, 0xFFFFFFFF)


def distinct_bytes(rng: random.Random) -> tuple[int, int, int]:
    """Return three words of twelve different bytes with both top-bit values among them."""
    values = rng.sample(range(256), 12)
    a, b, c = (int.from_bytes(bytes(values[at : at + 4]), "little") for at in (0, 4, 8))
    return a, b, c


def diagnose_plant(plant: Plant) -> Diagnosis:
    return answer(ask(plant.call, [Observation(f"{plant.seen:08x}", "", plant.values)]))


def rank_of(plant: Plant, diagnosis: Diagnosis) -> int | None:
    """Return the place of the first answer that is the planted cause, or equals it on every input tried."""
    rng = random.Random(7)
    trials = [(rng.getrandbits(32), rng.getrandbits(32)) for _ in range(40)]
    for place, found in enumerate(diagnosis.answers):
        if plant.kind in {cause.kind for cause in found.causes}:
            return place
        other = plant.values["h[1]"]
        results = [[lane_value(lane, {"x": x, "y": y, "h[1]": other}) for lane in found.lanes] for x, y in trials]
        if results == [list(plant.redo(x, y).to_bytes(4, "little")) for x, y in trials]:
            return place
    return None


def check(plant: Plant) -> int:
    diagnosis = diagnose_plant(plant)
    assert not diagnosis.weak
    for found in diagnosis.answers:
        assert [*found.gives[0]] == list(plant.seen.to_bytes(4, "little"))
    place = rank_of(plant, diagnosis)
    assert place is not None, (plant, [cause.kind for found in diagnosis.answers for cause in found.causes])
    return place


@settings(max_examples=300, deadline=None)
@given(words, words, words, st.integers(0, 2**64))
def test_planted_cause_is_found(x: int, y: int, h1: int, seed: int) -> None:
    for plant in plants_for(random.Random(seed), x, y, h1):
        if plant.seen != plant.actual:
            check(plant)


def test_every_hypothesis_is_planted() -> None:
    rng = random.Random(3)
    planted = {plant.kind for _ in range(20) for plant in plants_for(rng, *distinct_bytes(rng))}
    assert planted == {name for name, _ in hypothesis_modules()}


def usual_words(rng: random.Random) -> tuple[int, int, int]:
    """Return three words as real calls have them: half of the time repeated bytes, zeros and all ones."""
    if rng.random() < 0.5:
        return distinct_bytes(rng)
    bytes_met = [0x00, 0x00, 0xFF, 0x80, 0x7F, *rng.sample(range(256), 4)]
    a, b, c = (int.from_bytes(bytes(rng.choices(bytes_met, k=4)), "little") for _ in range(3))
    return a, b, c


@pytest.mark.slow
def test_how_often_the_planted_cause_ranks_first(golden) -> None:
    """State the ranking over 200 rounds of plants; the golden file is the statement.

    "First" counts the answers that hold the planted cause, or one equal to it on every input, and come
    first; "by name" those whose first-named cause is the planted one.
    """
    rng = random.Random(2026)
    planted, first, named = Counter[str](), Counter[str](), Counter[str]()
    for _ in range(200):
        for plant in plants_for(rng, *usual_words(rng)):
            if plant.seen == plant.actual:
                continue
            planted[plant.kind] += 1
            first[plant.kind] += check(plant) == 0
            named[plant.kind] += diagnose_plant(plant).answers[0].causes[0].kind == plant.kind
    lines = ["planted cause        planted    first           by name"]
    for kind in [*sorted(planted), "all"]:
        n, f, b = (c.total() if kind == "all" else c[kind] for c in (planted, first, named))
        lines.append(f"{kind:<20} {n:>7}  {f:>5} {100 * f / n:5.1f} %  {b:>5} {100 * b / n:5.1f} %")
    golden("diagnosis/ranking.txt", "\n".join(lines) + "\n")
