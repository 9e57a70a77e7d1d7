"""What a diagnosis says: the known reports, corrected calls, negatives, several cases."""

from __future__ import annotations

import random

import pytest

from byteperm.diagnosis.engine import answer, diagnose, hypothesis_modules
from byteperm.diagnosis.fixes import happened_fix
from byteperm.diagnosis.question import Observation, ask
from byteperm.diagnosis.reading import observed
from byteperm.diagnosis.report import render, shown, to_json
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
    """Carry the mistake out on the call that compensates: what the call as given promises must come out."""
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
            fix = happened_fix(question, variation, module.WHERE)
            compensates = fix.workaround or fix.corrected
            if module.WHERE == "text" or (not fix.workaround and fix.corrected == question.call_with()):
                continue
            again = ask(compensates, observation)
            if again.call.contract == "v_perm":
                # The call for another machine is right by that machine's own contract.
                assert observed(again.reading.lanes, again.cases[0].words) == promised
                continue
            there = list(module.variations(again, again.reading))[place]
            assert observed(there.reading.lanes, again.cases[0].words) == promised, variation.phrase
            checked += 1
    assert checked >= 8


@pytest.mark.parametrize("seed", range(60))
def test_the_corrected_call_is_right_by_its_contract(seed: int) -> None:
    """What it gives, worked out from the call alone, is what was wanted or, when that is not said, promised."""
    rng = random.Random(seed)
    values = rng.sample(range(256), 12)
    x, y, h1 = (int.from_bytes(bytes(values[at : at + 4]), "little") for at in (0, 4, 8))
    checked = 0
    for plant in plants_for(rng, x, y, h1):
        other = printed_choice(rng, x, y)
        for want in ("", f"{plant.actual:08x}", other):
            found = answer(ask(plant.call, [Observation(f"{plant.seen:08x}", want, plant.values)]))
            if found.as_written:
                continue
            right = want or f"{plant.actual:08x}"
            assert found.call_is_right is (right == f"{plant.actual:08x}")
            for cause in (cause for got in found.answers for cause in got.causes):
                if "perm" not in cause.corrected and "prmt" not in cause.corrected:
                    continue
                again = ask(cause.corrected, [Observation("0 0 0 0", "", plant.values)])
                assert shown(observed(again.reading.lanes, again.cases[0].words)).replace(" ", "") == right, cause
                assert cause.workaround != cause.corrected
                checked += 1
    assert checked > 50


def printed_choice(rng: random.Random, x: int, y: int) -> str:
    """Return four bytes of the operands, as printed."""
    both = x.to_bytes(4) + y.to_bytes(4)
    return bytes(rng.choice(both) for _ in range(4)).hex()


def test_a_right_call_is_never_said_to_need_a_change() -> None:
    call = "__byte_perm(0x7600a914, 0x069f34c5, 0x3104)"
    for want in ("", "76 a9 14 c5"):
        found = diagnose(call, "c5 14 a9 76", want)
        first = found.answers[0].causes[0]
        assert found.call_is_right and first.kind == "print_order"
        assert (first.corrected, first.workaround) == (call, call.replace("0x3104", "0x4013"))
        text = render(found, width=200)
        assert "The call as given is right" in text and "Do not change it because of this." in text
        assert "write:" not in text
        assert "mend: read the bytes from the most significant one" in text
        assert f"if that cannot be mended: {first.workaround}" in text


def test_a_call_that_is_right_either_way_is_the_corrected_one() -> None:
    first = diagnose("__byte_perm(0x80FF7F01, 0, 0xBA98)", "ff ff 00 00").answers[0].causes[0]
    assert (first.kind, first.corrected, first.workaround) == ("bit3", "__byte_perm(0x80FF7F01, 0, 0x3210)", "")


def test_amd_code_is_only_a_workaround() -> None:
    found = diagnose("__byte_perm(a, b, 0x7654)", "11 00 00 44", a=0x33221100, b=0x77665544)
    bytewise = [c for got in found.answers for c in got.causes if c.kind == "bytewise"]
    found = diagnose("__byte_perm(a, b, 0x06040200)", "66 44 22 00", a=0x33221100, b=0x77665544)
    bytewise += [c for got in found.answers for c in got.causes if c.kind == "bytewise"]
    assert bytewise
    for cause in bytewise:
        assert "amdgcn" not in cause.corrected and cause.workaround.startswith("__builtin_amdgcn_perm(b, a, 0x0")


def test_a_call_that_gives_neither_gets_both_answers() -> None:
    found = diagnose("__byte_perm(0x7600a914, 0x069f34c5, 0x3107)", "06 14 a9 76", "76 a9 14 c5")
    first = found.answers[0].causes[0]
    assert found.call_is_right is False
    assert first.corrected == "__byte_perm(0x7600a914, 0x069f34c5, 0x3104)"
    assert first.workaround == "__byte_perm(0x7600a914, 0x069f34c5, 0x4013)"
    assert "neither what was seen nor what was wanted" in render(found)


def test_seen_is_wanted_though_the_call_gives_something_else() -> None:
    found = diagnose("__byte_perm(a, b, 0x3201)", "33 22 11 00", "33 22 11 00", a=0x33221100, b=0x77665544)
    assert found.wanted_met and found.call_is_right is False
    assert found.answers[0].causes[0].corrected == "__byte_perm(a, b, 0x3210)"
    assert "What was seen is what was wanted" in render(found) and "mend:" not in render(found)


def test_a_mode_comes_last_where_the_call_has_none() -> None:
    found = diagnose("prmt.b32 d, a, b, 0x0024;", "00 00 00 00", a=0x33221100, b=0x77665544)
    assert [got.causes[0].kind for got in found.answers] == ["stale", "mode"]


def test_a_pure_inversion_comes_before_exchanged_halves() -> None:
    found = diagnose("__byte_perm(a, b, 0x2103)", "00 33 22 11", a=0x33221100, b=0x77665544)
    kinds = [cause.kind for got in found.answers for cause in got.causes]
    assert kinds[0] == "scatter" and kinds.index("scatter") < kinds.index("halves")


def test_bytes_inside_halves_have_their_own_name() -> None:
    found = diagnose("__byte_perm(a, b, 0x5410)", "44 55 00 11", a=0x33221100, b=0x77665544)
    assert found.answers[0].causes[0].title == "bytes swapped inside each 16-bit half"


def test_a_mode_counts_where_the_call_has_one() -> None:
    found = diagnose("prmt.b32.f4e d, a, b, 1;", "11 11 11 11", a=0x33221100, b=0x77665544)
    assert found.answers[0].causes[0].kind == "mode"


def test_both_operands_one_element_on() -> None:
    values = {"h[0]": 0x069F34C5, "h[1]": 0x11223344, "h[2]": 0x55667788}
    found = answer(ask("__byte_perm(h[0], h[1], 0x2345)", [Observation("22 11 88 77", "", values)]))
    assert found.answers[0].causes[0].kind == "wrong_word"
    assert "h[1] and h[2] in place of h[0] and h[1]" in found.answers[0].causes[0].why
    back = answer(ask("__byte_perm(h[1], h[2], 0x2345)", [Observation("9f 06 44 33", "", values)]))
    assert "h[0] and h[1] in place of h[1] and h[2]" in back.answers[0].causes[0].why
    assert "88 and 77 are in h[2]." in render(found)


def test_what_another_call_of_the_text_gives_comes_first() -> None:
    text = "u = __byte_perm(a, b, 0x7610); t = __byte_perm(b, 0x12345678, 0x3254);"
    found = diagnose(text, "77 66 56 78", a=0x33221100, b=0x77665544)
    # The operand of the other call is no operand of this one and no word that was given.
    assert found.question.other_words == ()
    found = diagnose(text, "33 22 56 78", a=0x33221100, b=0x33222211)
    assert found.answers[0].causes[0].kind == "stale"
    assert found.answers[0].causes[0].why.startswith("what was seen is what the other call gives: __byte_perm(b, 0x")


def test_a_given_value_wins_over_a_nested_call() -> None:
    call = "__byte_perm(__byte_perm(p, q, 0x3210), b, 0x3210)"
    assert diagnose(call, "33 22 11 00", x=0x33221100, b=0).as_written
    nested = {"__byte_perm(p,q,0x3210)": 0x33221100, "b": 0}
    assert answer(ask(call, [Observation("33 22 11 00", "", nested)])).as_written


def test_deep_nesting_is_refused_quickly() -> None:
    deep = "__byte_perm(" * 3000 + "1" + ", 2, 0x3210)" * 3000
    with pytest.raises(BytepermError, match="longer than 10000 characters"):
        diagnose(deep, "0 0 0 1")
    with pytest.raises(BytepermError, match="nested too deeply"):
        diagnose("__byte_perm(" * 100 + "1" + ", 2, 0x3210)" * 100, "0 0 0 1")
    assert diagnose("__byte_perm(" * 60 + "1" + ", 2, 0x3210)" * 60, "0 0 0 1").as_written


def test_a_reading_that_changes_no_byte_is_not_listed() -> None:
    found = diagnose("__byte_perm(0x33333333, 0, 0x3210)", "33 33 33 33")
    assert "33 33 33 33" not in [shown(values) for got in found.answers for values in got.gives]


def test_control_characters_never_reach_the_terminal() -> None:
    text = "__byte_perm(a /* \x1b[2J\x07 */, b, 0x3104)"
    found = diagnose(text, "c5 14 a9 76", x=0x7600A914, y=0x069F34C5)
    report = render(found)
    assert report.replace("\n", "").isprintable() and "\\x1b[2J" in report


def test_a_byte_in_neither_operand_rules_every_selector_out() -> None:
    found = diagnose("__byte_perm(0x33221100, 0x77665544, 0x7654)", "99 66 55 44")
    assert (found.missing, found.answers, found.for_seen) == ((0x99,), (), None)
    assert "99 was seen and is in neither operand: no selector can give it." in render(found)
    four = diagnose("__byte_perm(1, 2, 0x3210)", "de ad be ef")
    assert "de, ad, be and ef were seen and are in neither operand" in render(four)


def test_a_sign_fill_is_not_ruled_out_under_prmt() -> None:
    assert diagnose("prmt.b32 d, 0x80, 0x11223344, 0x3210", "ff 11 22 33").missing == ()
    assert diagnose("__byte_perm(0x80, 0x11223344, 0x3210)", "ff 11 22 33").missing == (0xFF,)


def test_causes_that_cannot_be_told_apart_are_one_answer() -> None:
    found = diagnose("__byte_perm(0x7600a914, 0x069f34c5, 0x3104)", "c5 14 a9 76")
    assert [[cause.kind for cause in got.causes] for got in found.answers] == [["print_order", "fields_reversed"]]
    assert "the same on every input: fields in the wrong order\n" in render(found) + "\n"


def test_more_cases_narrow_the_answers() -> None:
    call = "__byte_perm(a, b, 0x7210)"
    once = [Observation("00 00 00 11", "", {"a": 0x00000011, "b": 0x00110000})]
    twice = [*once, Observation("77 22 11 00", "", {"a": 0x33221100, "b": 0x77665544})]
    swapped = [Observation("11 00 00 00", "", {"a": 0x00000011, "b": 0x00000011})]
    assert answer(ask(call, once)).as_written and answer(ask(call, twice)).as_written
    many = answer(ask(call, swapped))
    few = answer(ask(call, [*swapped, Observation("00 11 22 77", "", {"a": 0x33221100, "b": 0x77665544})]))
    assert len(few.answers) < len(many.answers)
    assert [cause.kind for cause in few.answers[0].causes][:2] == ["print_order", "fields_reversed"]


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
    assert found.call_is_right and not found.answers


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
    assert values["call_is_right"] is False and first["causes"][0]["workaround"] is None
    assert to_json(diagnose(REPORT, "14 9f c5 06"))["call_is_right"] is None


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
