"""The GPU check: without a GPU everything but the run itself, with one the run and that it can fail."""

from __future__ import annotations

import ctypes
import random
import re
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from byteperm import isa
from byteperm.spans import BytepermError
from byteperm.verify.device import (
    FAILURE,
    check_device,
    compare_with_host,
    compile_kernels,
    device_operands,
    driver_text,
    kernel_source,
    read_counts,
)
from byteperm.verify.exhaustive import SELECTORS
from byteperm.verify.report import FORMS, KEPT, Model, Report

ARCHITECTURES = ["sm_75", "sm_90", "sm_120"]
EVERY_PRMT = {"PRMT", *(f"PRMT.{mode.upper()}" for mode in isa.MODES[1:])}


def cubin(arch: str) -> bytes:
    pytest.importorskip("cuda.core", reason="no cuda-core", exc_type=ImportError)
    return bytes(compile_kernels(arch).code)


def nvdisasm() -> Path | str:
    """The disassembler of the toolkit or of its wheel; without one the test is skipped."""
    if on_path := shutil.which("nvdisasm"):
        return on_path
    try:
        files = metadata.files("nvidia-cuda-nvdisasm") or []
        return next(Path(file.locate()) for file in files if file.stem == "nvdisasm")
    except (metadata.PackageNotFoundError, StopIteration):
        pytest.skip("no nvdisasm")


@pytest.mark.parametrize("arch", ARCHITECTURES)
def test_the_kernels_compile(arch: str) -> None:
    code = cubin(arch)
    assert code.startswith(b"\x7fELF") and b".text.compare" in code and b".text.record" in code


@pytest.mark.parametrize("arch", ARCHITECTURES)
def test_only_the_hardware_functions_use_the_instruction(arch: str, tmp_path: Path) -> None:
    disassembler = nvdisasm()
    (tmp_path / "kernels.cubin").write_bytes(cubin(arch))
    done = subprocess.run(
        [disassembler, "-c", tmp_path / "kernels.cubin"], capture_output=True, text=True, check=True, timeout=60
    )
    function, used = "", []
    for line in done.stdout.splitlines():
        if label := re.match(r"[.$\w]+(?=:)", line):
            function = function if label[0].startswith(".L") else label[0]
        used += [(function, name) for name in re.findall(r"\bPRMT[.A-Z0-9]*", line)]
    assert {name.removesuffix(".reuse") for _, name in used} == EVERY_PRMT
    assert used and all("hardware" in function for function, _ in used)


def test_an_unknown_architecture_is_the_projects_error() -> None:
    pytest.importorskip("cuda.core", reason="no cuda-core", exc_type=ImportError)
    with pytest.raises(BytepermError, match="cannot be compiled") as caught:
        compile_kernels("sm_1")
    assert caught.value.found


def test_without_cuda_core_the_help_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cuda", None)
    monkeypatch.delitem(sys.modules, "cuda.core", raising=False)
    with pytest.raises(BytepermError, match="needs cuda-core") as caught:
        check_device()
    assert "byteperm[gpu]" in caught.value.help


def test_importing_the_check_imports_nothing_of_cuda() -> None:
    program = (
        "import sys, byteperm.verify.device; print([m for m in sys.modules if m.split('.')[0] in ('cuda', 'numpy')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


def test_operands_have_both_top_bits_and_junk_of_their_own() -> None:
    operands = device_operands(1024)
    assert len(operands) == 1024 == len({junk for _, _, junk in operands}) == len({(x, y) for x, y, _ in operands})
    for pairs in (operands[:2], operands[:4], operands):
        assert all({(y << 32 | x) >> 8 * byte + 7 & 1 for x, y, _ in pairs} == {0, 1} for byte in range(8))
    assert device_operands(1024) == operands


@pytest.mark.parametrize(("pairs", "host_pairs"), [(1, 1), (4, 8), (0, 0)])
def test_too_few_pairs_are_refused(pairs: int, host_pairs: int) -> None:
    with pytest.raises(ValueError, match="host_pairs"):
        check_device(pairs, host_pairs)


def test_counts_are_read_by_form() -> None:
    wrong = list(FORMS).index("prmt.ecl")
    numbers = [100] * len(FORMS) + [0] * len(FORMS)
    numbers[len(FORMS) + wrong] = 9
    records = [(form, 1, 2, 3, 4, 5 + kept) for form in range(len(FORMS)) for kept in range(KEPT)]
    counts = read_counts(numbers, b"".join(FAILURE.pack(*record) for record in records))
    assert [count.form for count in counts] == list(FORMS)
    assert [count.form for count in counts if count.mismatches] == ["prmt.ecl"]
    assert [call.found for call in counts[wrong].first] == [5 + kept for kept in range(KEPT)]
    assert all(not count.first for count in counts if count.form != "prmt.ecl")


def test_a_device_that_did_not_do_its_work_is_noticed() -> None:
    idle = read_counts([0] * 2 * len(FORMS), bytes(FAILURE.size * KEPT * len(FORMS)))
    assert not Report("", tuple(idle), 0.0).good


def device_results(operands: list[tuple[int, int, int]], model: Model) -> list[int]:
    """What a device that computes with a model would record."""
    return [
        model.form(form)(x, y, junk << 16 | selector)
        for x, y, junk in operands
        for form in FORMS
        for selector in range(SELECTORS)
    ]


def test_results_are_compared_with_the_model_call_by_call() -> None:
    operands = device_operands(1)
    results = device_results(operands, Model())
    assert [count.mismatches for count in compare_with_host(operands, results, Model())] == [0] * len(FORMS)
    results[list(FORMS).index("prmt.b4e") * SELECTORS + 0x3104] ^= 1
    (count,) = [count for count in compare_with_host(operands, results, Model()) if count.mismatches]
    assert count.form.startswith("prmt.b4e") and count.mismatches == 1
    assert count.first[0].selector == operands[0][2] << 16 | 0x3104
    with pytest.raises(ValueError, match="zip"):
        compare_with_host(operands, results[:-SELECTORS], Model())


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The kernel's reference function, compiled for this machine's processor."""
    folder = tmp_path_factory.mktemp("reference")
    export = "\nunsigned exported(int form, unsigned x, unsigned y, unsigned s) { return reference(form, x, y, s); }\n"
    (folder / "reference.c").write_text(kernel_source() + export, encoding="utf-8")
    compiler = next(path for path in map(shutil.which, ("cc", "gcc", "clang")) if path)
    command = [compiler, "-O1", "-shared", "-fPIC", "-o", folder / "reference.so", folder / "reference.c"]
    subprocess.run(command, check=True, timeout=60)
    function = ctypes.CDLL(str(folder / "reference.so")).exported
    function.argtypes, function.restype = [ctypes.c_int, *[ctypes.c_uint] * 3], ctypes.c_uint
    return function


@pytest.mark.compiler
@pytest.mark.parametrize("form", FORMS)
def test_the_kernels_reference_is_the_model(reference: Any, form: str) -> None:
    permute, at, rng = Model().form(form), list(FORMS).index(form), random.Random(3)
    for x, y, junk in device_operands(2):
        for selector in range(junk << 16, (junk << 16) + SELECTORS):
            assert reference(at, x, y, selector) == permute(x, y, selector)
    for _ in range(5000):
        x, y, s = (rng.getrandbits(32) for _ in range(3))
        assert reference(at, x, y, s) == permute(x, y, s)


def test_driver_versions_are_written_as_nvidia_does() -> None:
    assert driver_text((580, 159, 4)) == "580.159.04" and driver_text((13, 0)) == "13.0"


@pytest.mark.gpu
def test_the_gpu_agrees() -> None:
    report = check_device(pairs=64, host_pairs=2)
    assert report.good, report.describe()
    expected = {**dict.fromkeys(FORMS, 64 * SELECTORS), **{f"{form} (host)": 2 * SELECTORS for form in FORMS}}
    assert {count.form: count.comparisons for count in report.counts} == expected
    assert {"GPU", "driver", "NVRTC", "cuda-core", "date"} <= set(report.details)


@pytest.mark.gpu
def test_the_gpu_disagrees_with_a_wrong_model() -> None:
    report = check_device(pairs=2, host_pairs=2, model=Model(byte_perm=isa.prmt))
    assert [count.form for count in report.counts if count.mismatches] == ["byte_perm (host)"]


@pytest.mark.gpu
def test_the_comparison_on_the_gpu_can_fail() -> None:
    right = kernel_source()
    wrong = right.replace("byte / 128 * 255", "byte / 128 * 254")
    assert wrong != right
    report = check_device(pairs=2, host_pairs=2, source=wrong)
    assert [count.form for count in report.counts if count.mismatches] == ["prmt"]
