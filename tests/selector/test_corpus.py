"""Selectors of public code and known values read as the corpus says; see docs/conformance.md."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from byteperm.isa import byte_perm, prmt, v_perm
from byteperm.lanes import Lane, lane_value
from byteperm.selector.model import Selector
from byteperm.selector.spelling import parse_selector

VECTORS = Path(__file__).parents[1] / "vectors"
SITES = [json.loads(line) for line in (VECTORS / "call_sites.jsonl").read_text().splitlines()]
VALUES = [json.loads(line) for line in (VECTORS / "values.jsonl").read_text().splitlines()]
LITERALS = [
    row
    for row in SITES
    if row["selector"] is not None and (row["selector_form"] in ("hex", "decimal") or "{" in row["selector_spelling"])
]


def test_most_rows_are_literals() -> None:
    assert len(LITERALS) >= 270


@pytest.mark.parametrize("row", LITERALS, ids=lambda row: row["id"])
def test_a_literal_selector_reads_as_the_corpus_says(row: dict[str, object]) -> None:
    selector = parse_selector(str(row["selector_spelling"]), str(row["contract"]))
    assert selector.value == row["selector"]
    assert list(selector.fields) == row["fields"]
    assert result_names(selector, str(row["normalised"])) == row["result"]


def result_names(selector: Selector, normalised: str) -> str:
    """Write the result bytes as the corpus does: constants by value, x's own names where both words are x."""
    low, high = operand_kinds(selector, normalised)
    return " ".join(result_name(lane, low, high) for lane in reversed(selector.lanes))


def operand_kinds(selector: Selector, normalised: str) -> tuple[str, str]:
    inside = normalised[normalised.index("(") + 1 : normalised.rindex(")")].split(",")
    first, second = inside[0].strip(), inside[1].strip()
    return (second, first) if selector.contract == "v_perm" else (first, second)


def result_name(lane: Lane, low: str, high: str) -> str:
    word = getattr(lane, "word", None)
    if word is None:
        return str(lane)
    operand = low if word == "x" else high
    if operand in ("x", "y"):
        return str(type(lane)(operand, lane.byte))  # type: ignore[union-attr, call-arg]
    value = lane_value(lane, {word: int(operand, 0)})
    assert value is not None
    return f"{value:02x}"


def lut16(table: list[int], codes: int) -> int:
    """Look four 4-bit codes up in 16 bytes with three permutes, as the row's root cause describes."""
    words = [int.from_bytes(bytes(v & 0xFF for v in table[at : at + 4]), "little") for at in range(0, 16, 4)]
    low, high = byte_perm(words[0], words[1], codes), byte_perm(words[2], words[3], codes)
    return byte_perm(low, high, 0x3210 | (codes & 0x8888) >> 1)


def value_of(row: dict[str, object]) -> int:
    op, s = row["op"], row["s"]
    number = int(str(s), 0) if s is not None else 0
    if op == "lut16":
        table = row["table"]
        assert isinstance(table, list)
        return lut16(table, number)
    if op == "sequence":
        inputs = row["inputs"]
        assert isinstance(inputs, list)
        a, b, c, d = (int(str(text), 0) for text in inputs)
        return prmt(prmt(a, b, 0x0040), prmt(c, d, 0x0040), 0x5410)
    x, y = int(str(row["x"]), 0), int(str(row["y"]), 0)
    if op == "amd_perm":
        return v_perm(x, y, number)
    return byte_perm(x, y, number) if op == "byte_perm" else prmt(x, y, number, str(row.get("mode") or "default"))


@pytest.mark.parametrize("row", [row for row in VALUES if row["expected"] is not None], ids=lambda row: row["id"])
def test_a_known_value_comes_out(row: dict[str, object]) -> None:
    result = value_of(row)
    assert f"0x{result:08X}" == str(row["expected"]).replace("0x", "0x").upper().replace("0X", "0x")
    if "wrong" in row and row["wrong"] != row["expected"]:
        assert result != int(str(row["wrong"]), 0)


def test_how_many_selectors_the_two_contracts_disagree_on() -> None:
    row = next(row for row in VALUES if row["op"] == "exhaustive")
    x, y = int(row["x"], 0), int(row["y"], 0)
    assert sum(byte_perm(x, y, s) != prmt(x, y, s) for s in range(0x10000)) == row["expected_count"]


def test_rows_without_a_number_are_the_known_ones() -> None:
    assert sorted(row["op"] for row in VALUES if row["expected"] is None) == ["exhaustive", "nibble_layout"]


def test_names_and_numbers_agree_on_random_operands() -> None:
    rng = random.Random(5)
    for row in LITERALS:
        selector = parse_selector(row["selector_spelling"], row["contract"])
        x, y = rng.getrandbits(32), rng.getrandbits(32)
        by_lanes = sum((lane_value(lane, {"x": x, "y": y}) or 0) << 8 * n for n, lane in enumerate(selector.lanes))
        assert by_lanes == selector.apply(x, y)
