"""What all tests share: golden files, and skipping what this machine cannot run."""

from __future__ import annotations

import ctypes
import difflib
import shutil
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

GOLDEN = Path(__file__).parent / "golden"

# Cores are shared by pytest's workers, so the time of one example says nothing.
settings.register_profile("byteperm", deadline=None)
settings.load_profile("byteperm")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite tests/golden from the present output")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for marker, why_not in (("gpu", why_no_gpu), ("compiler", why_no_compiler)):
            if item.get_closest_marker(marker) and (reason := why_not()):
                item.add_marker(pytest.mark.skip(reason=reason))


@cache
def why_no_gpu() -> str:
    """Why no CUDA device can be used here; empty if one can.

    Asks the driver itself, so that a machine without one needs no CUDA package.
    """
    try:
        driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
    except OSError:
        return "no CUDA driver"
    if status := driver.cuInit(0):
        return f"the CUDA driver does not start (error {status})"
    count = ctypes.c_int()
    if driver.cuDeviceGetCount(ctypes.byref(count)) or not count.value:
        return "no CUDA device"
    return ""


@cache
def why_no_compiler() -> str:
    """Why no C compiler can be used here; empty if one can."""
    return "" if any(map(shutil.which, ("cc", "gcc", "clang"))) else "no C compiler"


@dataclass(frozen=True, slots=True)
class Golden:
    """Compares text with a file below tests/golden, or rewrites that file."""

    update: bool
    folder: Path = GOLDEN

    def __call__(self, name: str, text: str) -> None:
        path = self._path(name)
        before = path.read_bytes().decode() if path.exists() else ""
        if text == before and path.exists():
            return
        if self.update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
            return
        what = "differs from" if path.exists() else "has no"
        pytest.fail(f"the output {what} golden file {name}\n{difference(before, text)}{ACCEPT}", pytrace=False)

    def _path(self, name: str) -> Path:
        path = (self.folder / name).resolve()
        if not path.is_relative_to(self.folder):
            raise ValueError(f"golden file {name!r} lies outside {self.folder}")
        return path


ACCEPT = "help: if the new output is right, run `make golden` and commit the change"


def difference(before: str, after: str) -> str:
    """A unified diff that also shows a missing newline at the end, as git does."""
    lines = difflib.unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), "expected", "present output"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ no newline at end\n" for line in lines)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """``golden("explain/3104.txt", text)`` passes if the file holds exactly that text."""
    return Golden(update=request.config.getoption("--update-golden"))
