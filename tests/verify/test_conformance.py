"""The conformance set: what it covers, and that the exported C file passes a right implementation and no wrong one."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from byteperm import isa
from byteperm.verify.conformance import (
    PAIRS,
    Sweep,
    checksum,
    conformance_sweeps,
    conformance_vectors,
    sweep_selectors,
)
from byteperm.verify.export import to_c, to_json
from byteperm.verify.report import FORMS, Model
from byteperm.verify.second_model import byte_perm, prmt, v_perm

HERE = Path(__file__).parent
STRICT = ("-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic")
VECTORS = conformance_vectors()
CAUGHT = [
    "x sign-extended over y (byte_perm)",
    "x sign-extended over y (prmt)",
    "sign always 0xFF",
    "read byte by byte",
    "bit 3 honoured",
    "index given",
    "control unmasked",
    "v_perm operands exchanged",
]


@pytest.fixture(scope="module")
def sweeps() -> list[Sweep]:
    return conformance_sweeps()


def compile_c(target: Path, *arguments: str | Path) -> Path:
    compiler = next(path for path in map(shutil.which, ("cc", "gcc", "clang")) if path)
    subprocess.run([compiler, *STRICT, "-o", target, *arguments], check=True, timeout=120)
    return target


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = tmp_path_factory.mktemp("conformance") / "byteperm_conformance.c"
    source.write_text(to_c(), encoding="utf-8")
    return source


@pytest.fixture(scope="module")
def harness(exported: Path) -> Path:
    return compile_c(exported.with_name("harness"), exported, HERE / "field_bugs.c")


def mismatches(harness: Path, implementation: str) -> tuple[int, list[str]]:
    """Run one implementation; return the number of mismatches and the lines that name the first ones."""
    done = subprocess.run([harness, implementation], capture_output=True, text=True, check=True, timeout=60)
    *lines, number = done.stdout.splitlines()
    return int(number), lines


def test_the_second_model_gives_the_same_results() -> None:
    second = Model(byte_perm, prmt, v_perm)
    assert conformance_vectors(second) == VECTORS


def test_names_are_unique_and_there_are_some_hundreds() -> None:
    assert len({vector.name for vector in VECTORS}) == len(VECTORS)
    assert 300 <= len(VECTORS) <= 1500


@pytest.mark.parametrize("form", ["byte_perm", "prmt"])
def test_every_nibble_in_every_position_with_both_top_bits(form: str) -> None:
    seen = {
        (n, nibble := vector.selector >> 4 * n & 0xF, (vector.y << 32 | vector.x) >> 8 * (nibble & 7) + 7 & 1)
        for vector in VECTORS
        if vector.form == form
        for n in range(4)
    }
    assert seen == {(n, nibble, top) for n in range(4) for nibble in range(16) for top in (0, 1)}


@pytest.mark.parametrize("form", ["byte_perm", "prmt"])
def test_every_ignored_bit_is_set_and_clear(form: str) -> None:
    for bit in range(16, 32):
        assert {vector.selector >> bit & 1 for vector in VECTORS if vector.form == form} == {0, 1}


@pytest.mark.parametrize("mode", isa.MODES[1:])
def test_every_control_of_a_mode_with_junk_above(mode: str) -> None:
    vectors = [vector for vector in VECTORS if vector.form == f"prmt.{mode}"]
    assert {(vector.selector & 3, (vector.x, vector.y)) for vector in vectors} == {
        (c, p) for c in range(4) for p in PAIRS
    }
    for bit in range(2, 32):
        assert {vector.selector >> bit & 1 for vector in vectors} == {0, 1}


def test_every_class_of_v_perm_byte_in_every_position() -> None:
    vectors = [vector for vector in VECTORS if vector.form == "v_perm"]
    for n in range(4):
        values = {vector.selector >> 8 * n & 0xFF for vector in vectors}
        assert values >= set(range(16)) | {0xFF} and all(any(v >> bit & 1 for v in values) for bit in range(4, 8))


def test_sweeps_cover_every_form_with_both_pairs_and_every_selector(sweeps: list[Sweep]) -> None:
    assert [(sweep.form, (sweep.x, sweep.y)) for sweep in sweeps] == [
        (form, pair) for form in (*FORMS, "v_perm") for pair in PAIRS
    ]
    assert [s & 0xFFFF for s in sweep_selectors("prmt")] == list(range(65536))
    assert len(set(sweep_selectors("v_perm"))) == 65536


def test_one_wrong_selector_changes_only_the_checksums_of_its_form(sweeps: list[Sweep]) -> None:
    wrong = Model(byte_perm=lambda x, y, s: isa.byte_perm(x, y, s) ^ (s & 0xFFFF == 0x2617))
    both = zip(sweeps, conformance_sweeps(wrong), strict=True)
    assert {right.form for right, changed in both if right != changed} == {"byte_perm"}


@pytest.mark.parametrize(("text", "value"), [(b"", 0x811C9DC5), (b"foob", 0x3F5076EF)])
def test_checksum_is_fnv_1a(text: bytes, value: int) -> None:
    """Values that the hash's authors publish, for texts of whole words."""
    assert checksum(int.from_bytes(text[at : at + 4], "little") for at in range(0, len(text), 4)) == value


def test_json_holds_the_vectors_and_the_sweeps(sweeps: list[Sweep]) -> None:
    document = json.loads(to_json())
    assert document["schema"] == 1
    assert [v["name"] for v in document["vectors"]] == [vector.name for vector in VECTORS]
    for entry in document["vectors"]:
        x, y, selector, result = (int(entry[key], 16) for key in ("x", "y", "selector", "result"))
        form = entry["contract"] if entry.get("mode", "default") == "default" else f"prmt.{entry['mode']}"
        assert Model().form(form)(x, y, selector) == result
    assert [int(s["checksum"], 16) for s in document["sweeps"]] == [sweep.checksum for sweep in sweeps]


@pytest.mark.compiler
def test_the_exported_file_tests_itself(exported: Path) -> None:
    program = compile_c(exported.with_name("self_test"), "-DBYTEPERM_SELF_TEST", exported)
    done = subprocess.run([program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "0 mismatches\n"


@pytest.mark.compiler
@pytest.mark.parametrize("implementation", ["right", "nothing"])
def test_a_right_implementation_passes(harness: Path, implementation: str) -> None:
    assert mismatches(harness, implementation) == (0, [])


@pytest.mark.compiler
@pytest.mark.parametrize("implementation", CAUGHT)
def test_a_wrong_implementation_is_caught(harness: Path, implementation: str) -> None:
    number, lines = mismatches(harness, implementation)
    assert number > 2 and len(lines) == min(number, 10)
    # Not by a checksum alone: a vector says what is wrong.
    assert any(line.split(": ", 1)[1].startswith(tuple(f"{vector.name}: " for vector in VECTORS)) for line in lines)


@pytest.mark.compiler
def test_one_wrong_selector_of_all_is_caught_by_the_checksums(harness: Path) -> None:
    number, lines = mismatches(harness, "one selector wrong")
    assert number == 2 and all("all selectors" in line for line in lines)
