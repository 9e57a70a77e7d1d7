"""The model against the second model and known values; and both checks must be able to fail."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byteperm import isa
from byteperm.verify import exhaustive, second_model
from byteperm.verify.exhaustive import Batch, check_model, compare, full_batches, operand_pairs, v_perm_calls, witness
from byteperm.verify.peers import check_peers, peer_vectors
from byteperm.verify.report import FORMS, KEPT, Count, Mismatch, Model, Report

words = st.integers(0, 0xFFFF_FFFF)
SECOND = Model(second_model.byte_perm, second_model.prmt, second_model.v_perm)


def bit_of(source: int, bit: int) -> int:
    return source >> bit & 1


def x_over_y(x: int, y: int, s: int) -> int:
    signed = x - (1 << 32) if x >> 31 else x
    joined = (y << 32 | signed) & 0xFFFF_FFFF_FFFF_FFFF
    return isa.byte_perm(x, joined >> 32, s)


def sign_always(x: int, y: int, s: int, mode: str) -> int:
    result = isa.prmt(x, y, s, mode)
    if mode != "default":
        return result
    return result | sum(0xFF << 8 * n for n in range(4) if bit_of(s, 4 * n + 3))


def index_given(x: int, y: int, s: int, mode: str) -> int:
    return isa.prmt(x, y, s) if mode == "default" else isa.prmt(0x03020100, 0x07060504, s, mode)


def one_mode_unmasked(x: int, y: int, s: int, mode: str) -> int:
    return isa.prmt(x, y, s if mode != "ecr" or s < 4 else 0, mode)


def upper_half_used(x: int, y: int, s: int) -> int:
    return isa.byte_perm(x, y, s | s >> 16)


def v_perm_zero_as_ones(s0: int, s1: int, sel: int) -> int:
    ones = sum(0xFF << 8 * n for n in range(4) if sel >> 8 * n & 0xFF == 12)
    return isa.v_perm(s0, s1, sel) | ones


def v_perm_nibble_only(s0: int, s1: int, sel: int) -> int:
    return isa.v_perm(s0, s1, sel & 0x0F0F0F0F)


MODES = {f"prmt.{mode}" for mode in isa.MODES[1:]}
WRONG: dict[str, tuple[Model, set[str]]] = {
    "bit 3 honoured in byte_perm": (Model(byte_perm=isa.prmt), {"byte_perm"}),
    "bit 3 ignored in prmt": (Model(prmt=lambda x, y, s, m: isa.prmt(x, y, s & 0xFFFF7777, m)), {"prmt"}),
    "x sign-extended over y": (Model(byte_perm=x_over_y), {"byte_perm"}),
    "operands exchanged": (Model(byte_perm=lambda x, y, s: isa.byte_perm(y, x, s)), {"byte_perm"}),
    "upper half of the selector used": (Model(byte_perm=upper_half_used), {"byte_perm"}),
    "sign always 0xFF": (Model(prmt=sign_always), {"prmt"}),
    "index in place of byte": (Model(prmt=index_given), MODES),
    "upper bits of one mode's control used": (Model(prmt=one_mode_unmasked), {"prmt.ecr"}),
    "one selector wrong": (
        Model(byte_perm=lambda x, y, s: isa.byte_perm(x, y, s) ^ (s & 0xFFFF == 0x2617)),
        {"byte_perm"},
    ),
    "more than 32 bits": (Model(byte_perm=lambda x, y, s: isa.byte_perm(x, y, s) | 1 << 32), {"byte_perm"}),
    "negative": (Model(byte_perm=lambda x, y, s: isa.byte_perm(x, y, s) - (1 << 32)), {"byte_perm"}),
    "v_perm operands exchanged": (Model(v_perm=lambda a, b, s: isa.v_perm(b, a, s)), {"v_perm"}),
    "v_perm 12 as 0xFF": (Model(v_perm=v_perm_zero_as_ones), {"v_perm"}),
    "v_perm upper bits ignored": (Model(v_perm=v_perm_nibble_only), {"v_perm"}),
}


def test_nothing_differs_over_all_selectors_contracts_and_modes() -> None:
    report = check_model()
    assert report.good, report.describe()
    compared = {count.form: count.comparisons for count in report.counts}
    assert set(compared) == {*FORMS, "v_perm"}
    assert min(compared[form] for form in FORMS) >= 2 * 65536


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_model_is_caught(name: str) -> None:
    model, affected = WRONG[name]
    counts = [compare(form, batch, model.form(form), witness(form)) for form in changed(model) for batch in full()]
    if model.v_perm is not isa.v_perm:
        calls = Batch.of(v_perm_calls(random.Random(1)))
        counts.append(compare("v_perm", calls, model.v_perm, second_model.v_perm_planes))
    assert {count.form for count in counts if count.mismatches} == affected


@cache
def full() -> list[Batch]:
    return list(map(Batch.of, full_batches(2, random.Random(1))))


def changed(model: Model) -> list[str]:
    """The forms whose function is not that of `byteperm.isa`; the others have their own test."""
    forms = ["byte_perm"] if model.byte_perm is not isa.byte_perm else []
    return forms + ([form for form in FORMS if form != "byte_perm"] if model.prmt is not isa.prmt else [])


def test_the_report_of_a_wrong_model_says_which_calls() -> None:
    report = check_model(model=Model(byte_perm=isa.prmt))
    wrong = report.counts[0]
    assert not report.good and wrong.form == "byte_perm" and len(wrong.first) == KEPT
    for call in wrong.first:
        assert isa.byte_perm(call.x, call.y, call.selector) == call.expected != call.found
        assert isa.prmt(call.x, call.y, call.selector) == call.found
        assert str(call) in report.describe()
    # 4,096 of 65,536 selectors have no bit 3; no other call may be counted.
    assert wrong.mismatches <= wrong.comparisons * 15 / 16


@given(words, words, words, st.sampled_from(isa.MODES))
def test_single_calls_agree(x: int, y: int, s: int, mode: str) -> None:
    assert second_model.byte_perm(x, y, s) == isa.byte_perm(x, y, s)
    assert second_model.prmt(x, y, s, mode) == isa.prmt(x, y, s, mode)
    assert second_model.v_perm(x, y, s) == isa.v_perm(x, y, s)


@given(words, words, st.lists(st.integers(0, 15), min_size=4, max_size=4))
def test_single_calls_of_v_perm_agree_where_bytes_are_small(s0: int, s1: int, indices: list[int]) -> None:
    sel = int.from_bytes(indices, "little")
    assert second_model.v_perm(s0, s1, sel) == isa.v_perm(s0, s1, sel)


@given(st.lists(words, min_size=1, max_size=40))
def test_planes_hold_the_words(values: list[int]) -> None:
    planes = second_model.to_planes(values)
    assert second_model.from_planes(planes, len(values)) == values
    assert all(bit_of(planes[bit], at) == bit_of(word, bit) for at, word in enumerate(values) for bit in range(32))


def test_the_second_model_imports_nothing_of_the_package() -> None:
    tree = ast.parse(Path(second_model.__file__).read_text(encoding="utf-8"))
    imported = {
        node.module if isinstance(node, ast.ImportFrom) else name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert imported == {"__future__", "collections.abc"}


def test_every_source_byte_has_both_top_bits_and_junk_is_everywhere() -> None:
    pairs = operand_pairs(2, random.Random(0))
    tops = [{bit_of(y << 32 | x, 8 * byte + 7) for x, y in pairs} for byte in range(8)]
    assert tops == [{0, 1}] * 8
    for x, y in pairs:
        assert len({(y << 32 | x) >> 8 * byte & 0xFF for byte in range(8)}) == 8
    for calls in full_batches(2, random.Random(0)):
        assert [s & 0xFFFF for _, _, s in calls] == list(range(65536))
        for bit in range(16, 32):
            assert {bit_of(s, bit) for _, _, s in calls} == {0, 1}


def test_v_perm_calls_have_every_byte_in_every_position() -> None:
    calls = v_perm_calls(random.Random(0))
    for position in range(4):
        assert {sel >> 8 * position & 0xFF for _, _, sel in calls} == set(range(256))


def test_a_run_can_be_repeated() -> None:
    def run() -> list[list[tuple[int, int, int]]]:
        rng = random.Random(exhaustive.SEED)
        return [*full_batches(3, rng), exhaustive.mixed_calls(rng), v_perm_calls(rng)]

    assert run() == run()


def test_one_pair_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 2 pairs"):
        check_model(pairs=1)


@pytest.mark.parametrize("model", [Model(), SECOND], ids=["isa", "second model"])
def test_known_values_of_others(model: Model) -> None:
    report = check_peers(model)
    assert report.good, report.describe()
    assert report.comparisons == len(peer_vectors()) == 72
    assert {count.form for count in report.counts} == {*FORMS, "v_perm"}


@pytest.mark.parametrize(
    "model",
    [
        Model(byte_perm=lambda x, y, s: isa.byte_perm(y, x, s)),
        Model(prmt=sign_always),
        Model(prmt=index_given),
        Model(v_perm=lambda a, b, s: isa.v_perm(b, a, s)),
    ],
)
def test_known_values_catch_a_wrong_model(model: Model) -> None:
    report = check_peers(model)
    assert not report.good and all(call.origin for count in report.counts for call in count.first)


def test_a_check_that_compared_nothing_is_not_good() -> None:
    assert not Report("", (), 0.0).good
    assert not Report("", (Count("prmt", 5), Count("byte_perm", 0)), 0.0).good
    assert not Report("", (Count("prmt", 5, 1, (Mismatch(0, 0, 0, 1, 2),)),), 0.0).good


def test_form_names_and_functions_belong_together() -> None:
    call = (0x33221100, 0x77E65544, 0xFFFF_BE99)
    functions: dict[str, Callable[[int, int, int], int]] = {form: Model().form(form) for form in FORMS}
    results = {form: f"{function(*call):08x}" for form, function in functions.items()}
    assert results == {
        "byte_perm": "33e61111",
        "prmt": "00ff0000",
        "prmt.f4e": "44332211",
        "prmt.b4e": "e6770011",
        "prmt.rc8": "11111111",
        "prmt.ecl": "33221111",
        "prmt.ecr": "11111100",
        "prmt.rc16": "33223322",
    }
