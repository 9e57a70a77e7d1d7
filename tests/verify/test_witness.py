"""The model against a C program and an OpenCL kernel: other languages, other authors' compilers."""

from __future__ import annotations

import shutil
import subprocess
from array import array
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from byteperm import isa
from byteperm.verify.conformance import sweep_selectors
from byteperm.verify.exhaustive import SELECTORS
from byteperm.verify.report import FORMS, Count, Model, compare_calls

HERE = Path(__file__).parent
STRICT = ("-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-pedantic")

#: Two pairs and their complements, so every source byte has both values of its top bit; junk for bits 31..16.
OPERANDS = (
    (0xC332A110, 0x8776E554, 0x7654),
    (0x3CCD5EEF, 0x78891AAB, 0x89AB),
    (0x7F80FF01, 0x0081FE80, 0xFFFF),
    (0x807F00FE, 0xFF7E017F, 0x0000),
)


def counts(model: Model, operands: tuple[int, int, int], results: array[int]) -> list[Count]:
    """Compare what a witness made of one operand pair with a model."""
    x, y, junk = operands
    assert len(results) == SELECTORS * (len(FORMS) + 1)
    compared: list[Count] = []
    for at, form in enumerate((*FORMS, "v_perm")):
        selectors = sweep_selectors(form) if form == "v_perm" else range(junk << 16, (junk << 16) + SELECTORS)
        calls = [(x, y, selector) for selector in selectors]
        found = [model.form(form)(*call) for call in calls]
        compared.append(compare_calls(form, calls, list(results[at * SELECTORS : (at + 1) * SELECTORS]), found))
    return compared


def differing(compared: list[Count]) -> dict[str, list[str]]:
    return {count.form: list(map(str, count.first)) for count in compared if count.mismatches}


@pytest.fixture(scope="module")
def c_witness(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("witness") / "witness"
    compiler = next(path for path in map(shutil.which, ("cc", "gcc", "clang")) if path)
    subprocess.run([compiler, *STRICT, "-o", program, HERE / "witness.c"], check=True, timeout=120)
    return program


def c_results(program: Path, operands: tuple[int, int, int]) -> array[int]:
    done = subprocess.run([program, *map("{:x}".format, operands)], capture_output=True, check=True, timeout=60)
    return array("I", done.stdout)


@pytest.mark.compiler
@pytest.mark.parametrize("operands", OPERANDS)
def test_c_agrees_over_all_selectors(c_witness: Path, operands: tuple[int, int, int]) -> None:
    assert differing(counts(Model(), operands, c_results(c_witness, operands))) == {}


@pytest.mark.compiler
def test_c_disagrees_with_a_wrong_model(c_witness: Path) -> None:
    wrong = Model(
        byte_perm=isa.prmt,
        prmt=lambda x, y, s, mode: isa.prmt(x, y, s, "ecl" if mode == "ecr" else mode),
        v_perm=lambda s0, s1, sel: isa.v_perm(s1, s0, sel),
    )
    compared = counts(wrong, OPERANDS[0], c_results(c_witness, OPERANDS[0]))
    assert set(differing(compared)) == {"byte_perm", "prmt.ecr", "v_perm"}


@cache
def opencl() -> tuple[Any, Any, Any]:
    """Open the first OpenCL platform and compile the kernel, or skip the test where there is none."""
    if shutil.which("ld") is None:
        pytest.skip("no linker, which PoCL calls")
    cl = pytest.importorskip("pyopencl", reason="no pyopencl")
    try:
        devices = cl.get_platforms()[0].get_devices()
    except (cl.LogicError, IndexError) as error:
        pytest.skip(f"no OpenCL platform ({error})")
    context = cl.Context(devices[:1])
    program = cl.Program(context, (HERE / "witness.cl").read_text(encoding="utf-8")).build()
    return cl, cl.CommandQueue(context), cl.Kernel(program, "witness")


def opencl_results(operands: tuple[int, int, int]) -> array[int]:
    cl, queue, kernel = opencl()
    pairs, results = array("I", operands), array("I", bytes(4 * SELECTORS * (len(FORMS) + 1)))
    flags = cl.mem_flags
    source = cl.Buffer(queue.context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=pairs)
    target = cl.Buffer(queue.context, flags.WRITE_ONLY, 4 * len(results))
    kernel(queue, (SELECTORS, 1), None, source, target)
    cl.enqueue_copy(queue, results, target)
    return results


@pytest.mark.parametrize("operands", OPERANDS)
def test_opencl_agrees_over_all_selectors(operands: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYOPENCL_NO_CACHE", "1")
    assert differing(counts(Model(), operands, opencl_results(operands))) == {}


def test_opencl_disagrees_with_a_wrong_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYOPENCL_NO_CACHE", "1")
    wrong = Model(byte_perm=isa.prmt, v_perm=lambda s0, s1, sel: isa.v_perm(s1, s0, sel))
    assert set(differing(counts(wrong, OPERANDS[0], opencl_results(OPERANDS[0])))) == {"byte_perm", "v_perm"}
