"""What a diagnosis says: the known reports, corrected calls, negatives, several cases."""

from __future__ import annotations

import random

import pytest

from byteperm.diagnosis.engine import answer, diagnose, hypothesis_modules
from byteperm.diagnosis.fixes import right_call
from byteperm.diagnosis.question import Observation, ask
from byteperm.diagnosis.reading import observed
from byteperm.diagnosis.report import render, to_json
from byteperm.spans import BytepermError
from diagnosis.plants import plants_for

REPORT = "__byte_perm(0x7600a914, 0x069f34c5, 0b011'001'000'111)"


@pytest.mark.parametrize("want", ["", "76 a9 14 06"])
def test_the_binary_literal_report(want: str) -> None:
    found = diagnose(REPORT, "14 9f c5 06", want)
    cause = found.answers[0].causes[0]
    assert found.as_written
    assert cause.kind == "grouping"
    assert cause.corrected == "__byte_perm(0x7600a914, 0x069f34c5, 0x3107)"
    assert "0x647" in cause.why and "7 4 6 0" in cause.why
    assert found.answers[0].explains_wanted is bool(want)


@pytest.mark.parametrize("seed", range(60))
def test_a_misread_literal_is_found_from_what_was_wanted(seed: int) -> None:
    rng = random.Random(seed)
    values = rng.sample(range(256), 12)
    x, y, h1 = (int.from_bytes(bytes(values[at : at + 4]), "little") for at in (0, 4, 8))
    for plant in plants_for(rng, x, y, h1):
        if plant.seen == plant.actual or plant.kind in ("stale", "wrong_word", "grouping", "octal", "decimal"):
            continue
        found = answer(ask(plant.call, [Observation(f"{plant.actual:08x}", f"{plant.seen:08x}", plant.values)]))
        assert found.as_written and found.wanted_met is False
        assert found.answers[0].explains_wanted, plant
        assert plant.kind in {cause.kind for got in found.answers for cause in got.causes}, plant


@pytest.mark.parametrize("seed", range(40))
def test_the_corrected_call_is_right_where_the_mistake_happens(seed: int) -> None:
    """Carry the mistake out on the corrected call: what the call as given promises must come out."""
    rng = random.Random(seed)
    s = rng.randrange(0x10000) & 0x7777
    contract = rng.choice(("__byte_perm(a, b, {})", "prmt.b32 d, a, b, {}"))
    values = {"a": rng.getrandbits(32), "b": rng.getrandbits(32)}
    observation = [Observation("00 00 00 00", "", values)]
    question = ask(contract.format(f"{s:#06x}"), observation)
    promised = observed(question.reading.lanes, question.cases[0].words)
    checked = 0
    for _, module in hypothesis_modules():
        for place, variation in enumerate(module.variations(question, question.reading)):
            corrected = right_call(question, variation, module.WHERE)
            if module.WHERE == "text" or not corrected:
                continue
            again = ask(corrected, observation)
            there = list(module.variations(again, again.reading))[place]
            assert observed(there.reading.lanes, again.cases[0].words) == promised, variation.phrase
            checked += 1
    assert checked >= 10


def test_a_byte_in_neither_operand_rules_every_selector_out() -> None:
    found = diagnose("__byte_perm(0x33221100, 0x77665544, 0x7654)", "99 66 55 44")
    assert (found.missing, found.answers, found.for_seen) == ((0x99,), (), None)
    assert "99 was seen and is in neither operand: no selector can give it." in render(found)


def test_a_sign_fill_is_not_ruled_out_under_prmt() -> None:
    assert diagnose("prmt.b32 d, 0x80, 0x11223344, 0x3210", "ff 11 22 33").missing == ()
    assert diagnose("__byte_perm(0x80, 0x11223344, 0x3210)", "ff 11 22 33").missing == (0xFF,)


def test_causes_that_cannot_be_told_apart_are_one_answer() -> None:
    found = diagnose("__byte_perm(0x7600a914, 0x069f34c5, 0x3104)", "c5 14 a9 76")
    assert [[cause.kind for cause in got.causes] for got in found.answers] == [["fields_reversed", "print_order"]]


def test_more_cases_narrow_the_answers() -> None:
    call = "__byte_perm(a, b, 0x7210)"
    once = [Observation("00 00 00 11", "", {"a": 0x00000011, "b": 0x00110000})]
    twice = [*once, Observation("77 22 11 00", "", {"a": 0x33221100, "b": 0x77665544})]
    swapped = [Observation("11 00 00 00", "", {"a": 0x00000011, "b": 0x00000011})]
    assert answer(ask(call, once)).as_written and answer(ask(call, twice)).as_written
    many = answer(ask(call, swapped))
    few = answer(ask(call, [*swapped, Observation("00 11 22 77", "", {"a": 0x33221100, "b": 0x77665544})]))
    assert len(few.answers) < len(many.answers)
    assert [cause.kind for cause in few.answers[0].causes][:2] == ["fields_reversed", "print_order"]


def test_two_causes_only_when_no_single_one_fits() -> None:
    found = diagnose("__byte_perm(0x33221100, 0x77665544, 0x7510)", "00 55 11 77")
    assert found.weak and "+" in found.answers[0].causes[0].kind
    assert "weak hint" in render(found)


def test_nothing_fits() -> None:
    found = diagnose("__byte_perm(0x33221100, 0x77665544, 0x7510)", "44 22 66 33")
    assert not found.answers and found.for_seen is not None and found.for_seen.hex == "0x4263"
    assert "x = 0x33221100 and y = 0x77665544" in render(found)


def test_wanted_bytes_that_no_operand_has() -> None:
    found = diagnose("__byte_perm(0x33221100, 0x77665544, 0x3210)", "33 22 11 00", "99 22 11 00")
    assert found.unreachable == (0x99,) and not found.answers


def test_what_was_wanted_is_what_was_seen() -> None:
    found = diagnose("__byte_perm(0x33221100, 0x77665544, 0x3210)", "33 22 11 00", "33 22 11 00")
    assert found.wanted_met and "It is also what was wanted." in render(found)


def test_an_operand_that_is_itself_a_permute() -> None:
    found = diagnose("__byte_perm(__byte_perm(0x33221100, 0, 0x0123), 0x77665544, 0x7610)", "77 66 22 33")
    assert found.as_written


def test_named_constants_of_the_same_text() -> None:
    found = diagnose("#define SEL 0x3104\nr = __byte_perm(a, b, SEL);", "76 a9 14 c5", a=0x7600A914, b=0x069F34C5)
    assert found.as_written


def test_operands_by_role() -> None:
    found = diagnose("__byte_perm(w[0], w[1], 0x3104)", "76 a9 14 c5", x=0x7600A914, y=0x069F34C5)
    assert found.as_written


def test_json_has_the_corrected_call() -> None:
    values = to_json(diagnose(REPORT, "14 9f c5 06", "76 a9 14 06"))
    first = values["answers"][0]  # type: ignore[index]
    assert first["cause"] == "grouping" and first["gives"] == ["76 a9 14 06"]
    assert values["selector_for_wanted"] == "0x3107"


@pytest.mark.parametrize(
    ("call", "saw", "message"),
    [
        ("__byte_perm(a, 1, 0x3210)", "00 00 00 00", "no value for a"),
        ("__byte_perm(1, 1)", "00 00 00 00", "3"),
        ("hello", "00 00 00 00", "no byte permute here"),
        ("__byte_perm(1, 1, 0x3210)", "00 00 00", "a word has four bytes"),
        ("__byte_perm(1, 1, 0x3210)", "00 00 00 x1", "unknown word"),
        ("__byte_perm(1, 1, 0x3210)", "_ _ _ _", "seen bytes say nothing"),
        ("__byte_perm(1, 1, 0x3210)", "", "a word has four bytes"),
        ("x" * 200_000, "00 00 00 00", "call is longer than 100000 characters"),
    ],
)
def test_refusals(call: str, saw: str, message: str) -> None:
    with pytest.raises(BytepermError) as refused:
        diagnose(call, saw)
    assert message in str(refused.value)
