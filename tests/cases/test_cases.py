"""Problems that real people met (vectors/cases.jsonl), put to the product, with the answer they needed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import byteperm
from byteperm import byte_perm, diagnose, explain, parse_selector, port, prmt, select, v_perm
from byteperm.cli.main import main

Case = dict[str, Any]
ROWS = (Path(__file__).parents[1] / "vectors" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
CASES: dict[str, Case] = {row["id"]: row for row in map(json.loads, ROWS)}

#: What a case asks for and the product does not do. The permutes of such a case are tested all the same, if it has any.
NOT_YET = {
    "case-013": "lint: the operands are vectors, not 32-bit words",
    "case-019": "lint: a run-time selector costs a mask that prmt does without",
    "case-021": "layout: a swap over 64 bits is two permutes with the halves exchanged",
    "case-023": "lift: shifts and ors to permutes",
    "case-025": "explain: known bits, so that a sign known to be 0 is 00",
    "case-027": "lift: a permute of a permute is one permute",
    "case-031": "diagnose: two selectors compared with each other",
    "case-033": "verify: the device against the model for one sequence",
    "case-037": "lint: bytes of a constant operand that no field reads",
    "case-039": "layout: units finer than a byte",
    "case-041": "lint: signed bytes in shifts and ors",
    "case-047": "select: a selector that depends on a byte number known at run time",
    "case-051": "layout: a swap over 64 bits",
    "case-059": "diagnose: several words, some of them swapped",
    "case-061": "diagnose: a value of 64 bits",
    "case-063": "diagnose: digests of 20 bytes",
    "case-065": "bitcoin: the words of a redeem script",
    "case-071": "layout: bytes over more than two words",
    "case-073": "bitcoin: from an address to its hash and words",
}
#: Those of them that have nothing to do yet.
UNTESTED = {"case-039", "case-063"}

TESTED: set[str] = set()


def case(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test once for each of the cases, as its argument ``row``."""
    TESTED.update(names)
    return pytest.mark.parametrize("row", [pytest.param(CASES[name], id=name) for name in names])


def number(text: str) -> int:
    return int(text, 16)


def words(row: Case, *names: str) -> list[int]:
    return [number(row["input"][name]) for name in names]


def gives(call: str, capsys: pytest.CaptureFixture[str], **operands: int) -> int:
    """Return the result of a call as ``byteperm explain`` states it."""
    options = [f"--{role}={value:#x}" for role, value in operands.items()]
    assert main(["explain", call, *options, "--json"]) == 0
    return number(json.loads(capsys.readouterr().out)["result"]["value"])


def best(wanted: str, contract: str = "byte_perm", **operands: int) -> str:
    choice = select(wanted, operands.get("x"), operands.get("y"), contract)
    assert choice.best is not None
    return choice.best.hex


def kinds(found: Any) -> list[str]:
    """The causes of the likeliest answer."""
    return [cause.kind for cause in found.answers[0].causes]


def printed(value: int) -> str:
    return f"{value:08x}"


# Results. Each row: the case, the call, the values of x and y where the call does not have them, the result.
XY = {"x": 0x33221100, "y": 0x77665544}
RESULTS = [
    ("case-001", "__byte_perm(x, y, 0x7654)", XY, "0x77665544"),
    ("case-003", "__byte_perm(0x80FF7F01, 0, 0xBA98)", {}, "0x80FF7F01"),
    ("case-003", "prmt.b32 d, 0x80FF7F01, 0, 0xBA98;", {}, "0xFFFF0000"),
    ("case-005", "prmt.b32 d, 0x00C30000, 0, 0xAAA2;", {}, "0xFFFFFFC3"),
    ("case-007", "__builtin_amdgcn_perm(0x77665544, 0x33221100, 0x07060504)", {}, "0x77665544"),
    ("case-009", "__byte_perm(m, 0, 0x0123)", {"x": 0x12345678}, "0x78563412"),
    ("case-011", "__byte_perm(0x020100FF, 0x020100FF, 0x1230)", {}, "0x000102FF"),
    ("case-011", "__builtin_amdgcn_perm(0x020100FF, 0x020100FF, 0x01020300)", {}, "0x000102FF"),
    ("case-013", "__byte_perm(a.x, b.x, 0x5432)", XY, "0x55443322"),
    ("case-015", "prmt.b32 d, 0x12805634, 0, 0x0A08;", {}, "0x34FF3400"),
    ("case-015", "__byte_perm(0x12805634, 0, 0x0A08)", {}, "0x34803434"),
    ("case-017", "prmt.b32 d, 0, 0xF0, 0xCCCC;", {}, "0xFFFFFFFF"),
    ("case-017", "__byte_perm(0, 0xF0, 0xCCCC)", {}, "0xF0F0F0F0"),
    ("case-021", "prmt.b32 %r2, %r1, 0, 291;", {"x": 0x00112233}, "0x33221100"),
    ("case-021", "prmt.b32 %r2, %r1, 0, 291;", {"x": 0x44556677}, "0x77665544"),
    ("case-025", "prmt.b32 d, 0x5A, 0, 0x8880;", {}, "0x0000005A"),
    ("case-027", "prmt.b32 d, 0xDEADBE7C, 0, 0x4440;", {}, "0x0000007C"),
    ("case-029", "__byte_perm(0xAB, 0, 0x4044)", {}, "0x00AB0000"),
    ("case-029", "__builtin_amdgcn_perm(0, 0xAB, 0x0C000C0C)", {}, "0x00AB0000"),
    ("case-033", "prmt.b32 a, x, y, 0x6240;", XY, "0x66224400"),
    ("case-033", "prmt.b32 b, x, y, 0x7351;", XY, "0x77335511"),
    ("case-035", "prmt.b32 d, 0, v, 0x5040;", {"y": 0xD4C3B2A1}, "0xB200A100"),
    ("case-035", "prmt.b32 d, 0, v, 0x7060;", {"y": 0xD4C3B2A1}, "0xD400C300"),
    ("case-037", "__byte_perm(v, 0x64646464, 0x5250)", {"x": 0x04030201}, "0x64036401"),
    ("case-037", "__byte_perm(v, 0x64806480, 0x5250)", {"x": 0x04030201}, "0x64036401"),
    ("case-043", "__byte_perm(x, y, 0x5432)", XY, "0x55443322"),
    ("case-043", "prmt.b32.f4e d, x, y, 2;", XY, "0x55443322"),
    ("case-045", "__byte_perm(0x44332211, 0x88776655, 0x5432)", {}, "0x66554433"),
    ("case-047", "__byte_perm(0xD4C3B2A1, 0, 0x4442)", {}, "0x000000C3"),
    ("case-047", "__byte_perm(0xD4C3B2A1, 0, 0x4440 | 2)", {}, "0x000000C3"),
    ("case-049", "__byte_perm(x, y, 0x0)", XY, "0x00000000"),
    ("case-049", "__byte_perm(x, y, 0x1)", XY, "0x00000011"),
    ("case-049", "__byte_perm(x, y, 0x2)", XY, "0x00000022"),
    ("case-049", "__byte_perm(x, y, 0x7531)", XY, "0x77553311"),
    ("case-051", "__byte_perm(hi, 0, 0x0123)", {"x": 0x01000000}, "0x00000001"),
    ("case-051", "__byte_perm(lo, 0, 0x0123)", {"x": 0x01010000}, "0x00000101"),
    ("case-053", "__byte_perm(0x44332211, 0xEE, 0x3240)", {}, "0x4433EE11"),
    ("case-055", "__byte_perm(0xAABBCCDD, 0, 0x0123)", {}, "0xDDCCBBAA"),
    ("case-065", "__byte_perm(0x069F34C5, 0x14, 0x5401)", {}, "0x0014C534"),
    ("case-065", "__byte_perm(0x069F34C5, 0x11223344, 0x2345)", {}, "0x9F064433"),
    ("case-067", "__byte_perm(x, y, 0xFEDC)", XY, "0x77665544"),
    ("case-069", "__byte_perm(x, 0, 0x44440)", {"x": 0xD4C3B2A1}, "0x000000A1"),
    ("case-075", "prmt.b32 d, x, y, 0x6240;", XY, "0x66224400"),
    ("case-077", "__byte_perm(0xA3A2A1A0, 0xB3B2B1B0, 0x6B2C)", {}, "0xB2A3A2B0"),
]
TESTED.update(name for name, *_ in RESULTS)


@pytest.mark.parametrize(
    ("name", "call", "operands", "result"), RESULTS, ids=[f"{row[0]}: {row[1]}" for row in RESULTS]
)
def test_a_call_gives_the_right_result(
    capsys: pytest.CaptureFixture[str], name: str, call: str, operands: dict[str, int], result: str
) -> None:
    assert gives(call, capsys, **operands) == number(result)


# Names. Each row: the case, a selector, its contract, operands known to be constant, what the movement is called.
NAMES = [
    ("case-005", "0xAAA2", "prmt", {}, "sign-extend byte x2 to 32 bits"),
    ("case-009", "0x0123", "byte_perm", {}, "byte swap of x"),
    ("case-013", "0x5432", "byte_perm", {}, "byte window at byte 2 (y:x shifted right by 16)"),
    ("case-021", "291", "prmt", {}, "byte swap of x"),
    ("case-025", "0x8880", "prmt", {}, "sign-extend byte x0 to 32 bits"),
    ("case-027", "0x4440", "prmt", {"y": 0}, "zero-extend byte x0 to 32 bits"),
    ("case-031", "0x2301", "byte_perm", {}, "swap the bytes inside each half of x"),
    ("case-043", "0x5432", "byte_perm", {}, "byte window at byte 2 (y:x shifted right by 16)"),
    ("case-045", "0x5432", "byte_perm", {}, "byte window at byte 2 (y:x shifted right by 16)"),
    ("case-047", "0x4442", "byte_perm", {"y": 0}, "zero-extend byte x2 to 32 bits"),
    ("case-053", "0x3240", "byte_perm", {}, "insert byte y0 into byte 1 of x"),
    ("case-067", "0xFEDC", "byte_perm", {}, "identity: y unchanged"),
    ("case-069", "0x44440", "byte_perm", {"y": 0}, "zero-extend byte x0 to 32 bits"),
]
TESTED.update(name for name, *_ in NAMES)


@pytest.mark.parametrize(("name", "selector", "contract", "operands", "movement"), NAMES)
def test_a_movement_has_its_name(
    name: str, selector: str, contract: str, operands: dict[str, int], movement: str
) -> None:
    assert movement in explain(selector, operands.get("x"), operands.get("y"), contract=contract).names


# Choices. Each row: the case, the bytes wanted, what is known of x and y, the contract, the selector.
CHOICES = [
    ("case-005", "sign(x2) sign(x2) sign(x2) x2", {}, "prmt", "0xAAA2"),
    ("case-005", "ff ff ff c3", {"x": 0x00C30000, "y": 0}, "prmt", "0xAAA2"),
    ("case-023", "y1 y0 x1 x0", {}, "byte_perm", "0x5410"),
    ("case-027", "00 00 00 x0", {"y": 0}, "byte_perm", "0x4440"),
    ("case-029", "00 x0 00 00", {"y": 0}, "byte_perm", "0x4044"),
    ("case-043", "55 44 33 22", XY, "byte_perm", "0x5432"),
    ("case-045", "66 55 44 33", {"x": 0x44332211, "y": 0x88776655}, "byte_perm", "0x5432"),
    ("case-047", "00 00 00 x2", {"y": 0}, "byte_perm", "0x4442"),
    ("case-053", "x3 x2 y0 x0", {}, "byte_perm", "0x3240"),
    ("case-053", "44 33 ee 11", {"x": 0x44332211, "y": 0x000000EE}, "byte_perm", "0x3240"),
    ("case-055", "dd cc bb aa", {"x": 0xAABBCCDD}, "byte_perm", "0x0123"),
    ("case-059", "6a 09 e6 67", {"x": 0x6A09E667}, "byte_perm", "0x3210"),
    ("case-059", "bb 67 ae 85", {"x": 0x85AE67BB}, "byte_perm", "0x0123"),
    ("case-061", "88 77 66 55", {"x": 0x55667788, "y": 0x11223344}, "byte_perm", "0x0123"),
    ("case-061", "44 33 22 11", {"x": 0x55667788, "y": 0x11223344}, "byte_perm", "0x4567"),
    ("case-065", "9f 06 44 33", {"x": 0x069F34C5, "y": 0x11223344}, "byte_perm", "0x2345"),
    ("case-071", "13 12 11 10", {"x": 0x10121110, "y": 0x33231332}, "byte_perm", "0x5210"),
]
TESTED.update(name for name, *_ in CHOICES)


@pytest.mark.parametrize(("name", "wanted", "operands", "contract", "selector"), CHOICES)
def test_wanted_bytes_have_their_selector(
    name: str, wanted: str, operands: dict[str, int], contract: str, selector: str
) -> None:
    assert best(wanted, contract, **operands) == selector


def test_the_case_file_says_the_same() -> None:
    """Every result and selector that the tables above expect stands in its case, as a whole or as half of 64 bits."""
    for name, _, _, result in RESULTS:
        assert result.removeprefix("0x") in json.dumps(CASES[name]["right_answer"]), (name, result)
    for name, *_, selector in CHOICES:
        # These two state the word that is right, not the selector that makes it.
        if name not in ("case-059", "case-061"):
            assert selector in json.dumps(CASES[name]["right_answer"]), (name, selector)


# Diagnoses and the rest, case by case.


@case("case-001")
def test_byte_wise_fields_are_recognised(row: Case) -> None:
    x, y = words(row, "x", "y")
    seen = number(row["input"]["observed_with_byte_wise_fields_masked_to_3_bits"])
    found = diagnose(row["input"]["call"], printed(seen), x=x, y=y)
    assert not found.as_written
    assert kinds(found) == ["bytewise"]


@case("case-003")
def test_a_claim_about_bit_3_is_answered_with_both_contracts(row: Case) -> None:
    x, y, s = words(row, "x", "y", "selector")
    claimed = number(row["input"]["claimed_for___byte_perm"])
    assert (byte_perm(x, y, s), prmt(x, y, s)) == (0x80FF7F01, claimed)
    assert [note.kind for note in explain("0xBA98").selector.notes] == ["bit3"]
    assert explain("0xBA98", contract="prmt").selector.notes == ()
    assert "bit3" in kinds(diagnose(f"__byte_perm(x, y, {s:#x})", printed(claimed), x=x, y=y))


@case("case-005")
def test_only_prmt_extends_a_sign(row: Case, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["select", "sign(x2) sign(x2) sign(x2) x2"]) == 0
    out = capsys.readouterr().out
    assert "byte_perm: no selector" in out and "only prmt has that" in out
    assert "write: prmt.b32 d, x, y, 0xAAA2" in out
    (x,) = words(row, "x")
    assert prmt(x, 0, 0xAAA2) == number(row["right_answer"]["result"])
    assert select("sign(x2) sign(x2) sign(x2) x2").count == 0


@case("case-007")
def test_a_word_that_is_no_byte_selection_is_called_one(row: Case, capsys: pytest.CaptureFixture[str]) -> None:
    s0, s1, selector, observed = words(row, "S0", "S1", "selector", "observed")
    assert v_perm(s0, s1, selector) == number(row["right_answer"]["result"])
    call = f"v_perm_b32({s0:#x}, {s1:#x}, {selector:#010x})"
    found = diagnose(call, printed(observed))
    assert not found.as_written and not found.answers
    assert set(found.missing) == {0xFE, 0x03}
    assert main(["diagnose", call, "--saw", printed(observed)]) == 1
    assert "no selector can give them" in capsys.readouterr().out


@case("case-009")
def test_the_swap_does_not_read_the_second_operand(row: Case) -> None:
    explanation = explain("0x0123", x=number(row["input"]["m"]), y=0)
    assert explanation.unread == ("y",)
    assert explanation.result.hex == row["right_answer"]["result"]


@case("case-011")
def test_a_table_lookup_ports_to_amd(row: Case) -> None:
    ported = port(parse_selector("0x1230"), "v_perm")
    assert ported.selector.call("t", "t") == row["right_answer"]["amd"]


@case("case-015")
def test_an_implementation_without_signs_is_recognised(row: Case) -> None:
    x, y, selector = words(row, "x", "y", "selector")
    wrong = number(row["right_answer"]["without_sign"])
    assert kinds(diagnose(f"prmt.b32 d, x, y, {selector:#06x};", printed(wrong), x=x, y=y))[0] == "bit3"


@case("case-017")
def test_one_nibble_under_both_contracts(row: Case) -> None:
    (y,) = words(row, "y")
    replicated, copied = (explain("0xCCCC", 0, y, contract=name).fields[0] for name in ("prmt", "byte_perm"))
    assert (str(replicated.lane), replicated.value) == ("sign(y0)", 0xFF)
    assert (str(copied.lane), copied.value, copied.remark) == ("y0", 0xF0, "bit 3 is ignored")


@case("case-019")
def test_the_mask_before_a_permute_is_the_contract(row: Case) -> None:
    assert explain(str(row["input"]["mask_decimal"])).selector.hex == row["right_answer"]["mask"]
    for selector in range(0, 0x10000, 0x111):
        assert byte_perm(0x80FF7F01, 0x90A1B2C3, selector) == prmt(0x80FF7F01, 0x90A1B2C3, selector & 0x7777)
    assert explain("0xFEDC").to_json()["contract_rule"].endswith("it equals prmt with 0x7654")


@case("case-023")
def test_three_permutes_pack_four_low_bytes(row: Case) -> None:
    a, b, c, d = words(row, "a", "b", "c", "d")
    assert prmt(prmt(a, b, 0x0040), prmt(c, d, 0x0040), 0x5410) == number(row["right_answer"]["result"])


@case("case-027")
def test_two_permutes_are_one(row: Case) -> None:
    (x,) = words(row, "x")
    assert prmt(prmt(x, 0, 0x3340), 0, 0x5410) == prmt(x, 0, 0x4440) == number(row["right_answer"]["result"])


@case("case-029")
def test_the_zero_code_ports_to_a_zero_operand(row: Case) -> None:
    ported = port(parse_selector("0x0C000C0C", "v_perm"), "byte_perm")
    assert ported.call == "__byte_perm(x, 0x00000000, 0x4044)"
    there = port(parse_selector("0x4044"), "v_perm", "x", "0", constants={"y": 0})
    assert there.selector.hex in row["right_answer"]["amd"] and there.low == "x"


@case("case-031")
def test_a_mask_that_swaps_the_halves_of_one_vector_is_recognised(row: Case) -> None:
    a, b, selector = words(row, "a", "b", "selector_b")
    swapped = byte_perm(b, 0, selector)
    assert dot(a, swapped) == row["input"]["observed_dot"] and dot(a, b) == row["right_answer"]["wanted"]
    found = diagnose(f"__byte_perm(b, 0, {selector:#06x})", printed(swapped), printed(b), b=b)
    assert found.as_written and found.answers[0].explains_wanted
    assert found.answers[0].causes[0].corrected == "__byte_perm(b, 0, 0x3210)"


def dot(a: int, b: int) -> int:
    return sum(p * q for p, q in zip(a.to_bytes(4), b.to_bytes(4), strict=True))


@case("case-033", "case-075")
def test_the_model_of_a_sequence_is_right_on_paper(row: Case) -> None:
    x, y = words(row, "x", "y")
    assert (explain("0x6240", x, y).result.value, explain("0x7351", x, y).result.value) == (0x66224400, 0x77335511)


@case("case-037")
def test_the_bytes_of_a_constant_that_are_read(row: Case) -> None:
    v, before, after = words(row, "v", "y_before", "y_after")
    read = [source.name for source in explain("0x5250", v, before).sources if source.read]
    assert read == ["x0", "x2", "y1"]
    assert explain("0x5250", v, before).result == explain("0x5250", v, after).result


@case("case-041")
def test_a_permute_does_not_extend_signs(row: Case) -> None:
    assert byte_perm(-128, 1, 0x0040) & 0xFFFF == number(row["right_answer"]["result"])


@case("case-043")
def test_a_window_in_memory_order(row: Case, capsys: pytest.CaptureFixture[str]) -> None:
    offset, (x, y) = row["input"]["offset"], words(row, "x", "y")
    memory = row["input"]["memory_bytes_from_aligned_address"].split()[offset : offset + 4]
    assert main(["select", *memory, "--x", f"{x:#x}", "--y", f"{y:#x}", "--order", "memory"]) == 0
    assert f"write: {row['right_answer']['call']}" in capsys.readouterr().out
    assert prmt(x, y, offset, mode="f4e") == number(row["right_answer"]["check_f4e"])


@case("case-047")
def test_a_byte_by_its_number(row: Case) -> None:
    (word,) = words(row, "word")
    assert [byte_perm(word, 0, 0x4440 | n) for n in range(4)] == [0xA1, 0xB2, 0xC3, 0xD4]


@case("case-051")
def test_a_swap_over_two_words(row: Case) -> None:
    high, low = divmod(number(row["input"]["value64"]), 1 << 32)
    swapped = byte_perm(low, 0, 0x0123) << 32 | byte_perm(high, 0, 0x0123)
    assert swapped == number(row["right_answer"]["result64"])


@case("case-053")
def test_an_insertion_by_its_number(row: Case) -> None:
    for n in range(4):
        selector = f"{(0x3210 & ~(0xF << 4 * n)) | (4 << 4 * n):#06x}"
        assert explain(selector).names[0] == f"insert byte y0 into byte {n} of x"


@case("case-055")
def test_the_order_of_words_between_two_hashes(row: Case, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["order", row["input"]["sha256_word0"], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["swapped"] == row["right_answer"]["ripemd_word0"]


@case("case-057")
def test_one_swap_too_many(row: Case, capsys: pytest.CaptureFixture[str]) -> None:
    right, swapped = words(row, "word_read_le", "word_swapped")
    assert main(["order", f"{right:#010x}"]) == 0
    assert "memory bytes    12 34 00 00" in capsys.readouterr().out
    found = diagnose("__byte_perm(w, 0, 0x0123)", printed(swapped), printed(right), w=right)
    assert found.as_written and found.answers[0].explains_wanted
    assert found.answers[0].causes[0].corrected == "__byte_perm(w, 0, 0x3210)"


@case("case-061")
def test_halves_that_were_not_exchanged(row: Case) -> None:
    high, low = divmod(number(row["input"]["value64"]), 1 << 32)
    observed, right = (number(text) >> 32 for text in (row["input"]["observed64"], row["right_answer"]["right64"]))
    found = diagnose("__byte_perm(hi, lo, 0x0123)", printed(observed), printed(right), hi=high, lo=low)
    assert found.as_written and found.answers[0].explains_wanted
    assert {"operands_exchanged", "wrong_word"} <= set(kinds(found))


@case("case-065", "case-073")
def test_a_script_byte_that_is_missing_comes_from_a_constant(row: Case) -> None:
    """The first word of a script: what the hash word lacks, the constant supplies."""
    if row["id"] == "case-065":
        hash_word, wanted = number(row["input"]["h"][0]), number(row["right_answer"]["m0"])
    else:
        hash_word = number(row["right_answer"]["little_endian_words"][0])
        wanted = number(row["right_answer"]["p2pkh_first_word"])
    choice = select(byteperm.Word(wanted).printed, x=hash_word)
    assert choice.count == 0
    supply = choice.supplies[0]
    assert byte_perm(hash_word, supply.value, supply.selector.value) == wanted


@case("case-067", "case-077")
def test_bit_3_changes_nothing(row: Case) -> None:
    x, y, selector = words(row, "x", "y", "selector")
    answer = row["right_answer"]
    explanation = explain(row["input"]["selector"], x, y)
    assert explanation.result.hex == answer.get("result", answer.get("__byte_perm"))
    effective = answer.get("effective_selector", answer.get("same_as"))
    assert explanation.to_json()["effective"] == effective
    assert byte_perm(x, y, number(effective)) == byte_perm(x, y, selector)
    assert "bit3" in [note.kind for note in explanation.selector.notes]


@case("case-069")
def test_a_fifth_digit_is_named(row: Case) -> None:
    notes = {note.kind: note.message for note in explain("0x44440").selector.notes}
    assert notes == {"wide": "bits 31 to 16 are ignored: 0x44440 is 0x4440"}


@case("case-071")
def test_two_permutes_gather_the_reds(row: Case) -> None:
    w0, w1, w2 = (number(word) for word in row["input"]["words"])
    assert byte_perm(byte_perm(w0, w1, 0x0630), w2, 0x5210) == number(row["right_answer"]["result"])


def test_every_case_is_tested_or_stands_among_those_that_are_not_yet() -> None:
    assert TESTED | NOT_YET.keys() == CASES.keys()
    assert NOT_YET.keys() - TESTED == UNTESTED
