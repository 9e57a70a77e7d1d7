"""Every entry says what it does, does it, and is as short as it states."""

from __future__ import annotations

import random
import re
import time
from functools import cache

import pytest

from byteperm.catalogue import Entry, entries, load, names
from byteperm.lanes import Any, Const
from byteperm.layout.language import parse_layout
from byteperm.layout.printer import print_layout
from byteperm.program.check import check
from byteperm.program.model import Program
from byteperm.program.synth import synthesize
from byteperm.spans import BytepermError
from catalogue.evaluator import evaluate

#: What was agreed on before the catalogue was written.
AGREED = {
    "bswap32": 1,
    "p2pkh": 6,
    "p2wpkh": 6,
    "transpose4x4": 8,
    "rgb-pack": 5,
    "rgb-unpack": 5,
    "u8x4-u16x2": 2,
    "i8x4-i32x4": 4,
    "even-bytes": 1,
    "bswap16x2": 1,
    "low-bytes": 3,
    "transpose8x4": 16,
    "byte-window": 1,
    "byte-splat": 1,
}

#: Most seconds that a shortest program may take to find, several times what it takes.
SECONDS = {"transpose8x4": 5.0, "transpose4x8": 5.0, "transpose8x8": 5.0}

every_entry = pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry.name)


@cache
def program_of(name: str) -> Program:
    return synthesize(load(name).layout(), seconds=20)


def agree(got: dict[str, int], wanted: dict[str, list[int | None]]) -> bool:
    """Compare words byte by byte, but not bytes that do not matter."""
    return got.keys() == wanted.keys() and all(
        want is None or got[name] >> 8 * n & 0xFF == want
        for name, bytes_of in wanted.items()
        for n, want in enumerate(bytes_of)
    )


@every_entry
def test_an_entry_is_complete(entry: Entry) -> None:
    assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", entry.name)
    assert entry.title and entry.source and entry.tags
    assert entry.sentence[0].isupper() and entry.sentence.endswith(".") and ". " not in entry.sentence
    assert entry.checks
    assert not entry.remark.endswith(".")
    assert (entry.proved == "recipe") == ("run-time" in entry.tags)


@every_entry
def test_the_text_prints_and_reads_back(entry: Entry) -> None:
    layout = entry.layout()
    printed = print_layout(layout)
    assert parse_layout(printed) == layout
    assert print_layout(parse_layout(printed)) == printed


@every_entry
def test_the_stated_price_is_the_proved_one(entry: Entry) -> None:
    program = program_of(entry.name)
    assert (program.permutes, program.others, program.proof.kind) == (entry.permutes, entry.others, entry.proved)


@every_entry
def test_program_and_certificate_are_checked(entry: Entry) -> None:
    verdict = check(entry.layout(), program_of(entry.name))
    assert verdict.problems == ()
    assert verdict.proved, verdict.remark


@every_entry
def test_check_values(entry: Entry) -> None:
    layout, program = entry.layout(), program_of(entry.name)
    indices = {item.name for item in layout.inputs if item.type.unit == "index"}
    for given, wanted in entry.checks:
        assert given.keys() == layout.input_words.keys() | indices
        assert wanted.keys() == layout.targets.keys()
        asked = {name: as_bytes(wanted[name], layout.targets[name]) for name in wanted}
        assert evaluate(entry.text, given) == asked
        assert agree(program.run(given), asked)


def as_bytes(value: int, lanes: tuple) -> list[int | None]:
    return [
        None if isinstance(lane, Any) else byte for lane, byte in zip(lanes, value.to_bytes(4, "little"), strict=True)
    ]


@every_entry
def test_programs_agree_with_a_second_reading_of_the_text(entry: Entry) -> None:
    rng = random.Random(entry.name)
    layout, program = entry.layout(), program_of(entry.name)
    for _ in range(20):
        words = {item.name: rng.getrandbits(32) for item in layout.inputs if item.type.unit == "index"}
        for name, lanes in layout.input_words.items():
            words[name] = sum(rng.getrandbits(8) << 8 * n for n, lane in enumerate(lanes) if lane != Const(0))
        assert agree(program.run(words), evaluate(entry.text, words))


@pytest.mark.parametrize("name", AGREED)
def test_agreed_counts(name: str) -> None:
    assert load(name).permutes == AGREED[name]


@every_entry
def test_a_shortest_program_is_found_quickly(entry: Entry) -> None:
    layout = entry.layout()
    start = time.perf_counter()
    synthesize(layout)
    script = "bitcoin" in entry.tags and "block" in entry.tags
    assert time.perf_counter() - start < SECONDS.get(entry.name, 0.5 if script else 2.0)


def test_there_are_enough_entries_and_each_has_one_name() -> None:
    assert len(entries()) >= 50
    assert len(set(names())) == len(names()) == len(entries())
    assert list(names()) == sorted(names())


def test_names_are_found_however_they_are_written() -> None:
    assert load("RGB_Pack") is load("rgb-pack")


@pytest.mark.parametrize(
    ("name", "help"), [("bswap23", "bswap32"), ("", "byteperm catalogue"), ("x" * 9999, "byteperm catalogue")]
)
def test_an_unknown_name_is_refused_with_the_nearest_ones(name: str, help: str) -> None:
    with pytest.raises(BytepermError, match="no such entry") as caught:
        load(name)
    assert help in caught.value.help
    assert len(str(caught.value)) < 300


def test_the_table(golden) -> None:
    lines = [f"{'name':34}{'permutes':>9}{'others':>8}  {'proof':11}remark"]
    for name in names():
        entry = load(name)
        lines.append(f"{name:34}{entry.permutes:9}{entry.others:8}  {entry.proved:11}{entry.remark}".rstrip())
    golden("catalogue/table.txt", "\n".join(lines) + "\n")
