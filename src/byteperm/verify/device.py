"""The model against the GPU in this machine.

Two steps. On the device, every form of the permute is compared with a reference written with shifts, for
all 65,536 selectors and many operand pairs. Then the device's results for a few of those pairs come back
and are compared with the model here, which ties the reference to the model.

Everything of CUDA is imported inside functions: it is optional, and slow to load.
"""

from __future__ import annotations

import ctypes
import random
import struct
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

from byteperm.spans import BytepermError
from byteperm.verify.exhaustive import SELECTORS, operand_pairs
from byteperm.verify.report import FORMS, KEPT, Count, Mismatch, Model, Report, compare_calls, merge_counts

SEED = 0x7654
THREADS = 256
INSTALL = "pip install 'byteperm[gpu]', on a machine with an NVIDIA GPU and its driver"

#: The form, x, y, selector, expected and found of one failure, as the kernel writes them.
FAILURE = struct.Struct("=6I")


def kernel_source() -> str:
    """Return the CUDA source that runs on the device."""
    return files("byteperm.verify").joinpath("kernel.cu").read_text(encoding="utf-8")


def compile_kernels(arch: str, source: str | None = None) -> Any:
    """Compile the kernels with NVRTC; this needs no driver.

    Args:
        arch: the architecture, such as ``sm_90``.
        source: CUDA source; `kernel_source` when left out.

    Raises:
        BytepermError: cuda-core or NVRTC is not installed, or the source does not compile.
    """
    core = _cuda_core()
    try:
        program = core.Program(source or kernel_source(), code_type="c++", options=core.ProgramOptions(arch=arch))
        return program.compile("cubin")
    except Exception as error:
        # cuda-core has no common base for its own errors and those of NVRTC.
        raise BytepermError("the kernels cannot be compiled", found=_first_line(error), help=INSTALL) from error


def check_device(
    pairs: int = 1024, host_pairs: int = 4, *, model: Model | None = None, source: str | None = None
) -> Report:
    """Compare the GPU's permutes with a reference on the device and with the model on the host.

    Args:
        pairs: how many operand pairs go through all selectors on the device.
        host_pairs: how many of them are compared with the model as well.
        model: what the host compares with; `byteperm.isa` when left out.
        source: CUDA source of the kernels; `kernel_source` when left out.

    Raises:
        BytepermError: there is no GPU, or no cuda-core to reach it.
        ValueError: too few pairs for both values of every top bit, or fewer than `host_pairs`.
    """
    if not 2 <= host_pairs <= pairs:
        raise ValueError(f"need 2 <= host_pairs <= pairs: found {host_pairs} and {pairs}")
    started, operands = time.perf_counter(), device_operands(pairs)
    device = _Device.open(source)
    counts = device.compare(operands)
    results = device.record(operands[:host_pairs])
    counts += compare_with_host(operands[:host_pairs], results, model or Model())
    title = "GPU against the reference on the device and the model on the host: all 65,536 selectors"
    details = {**device.details(), "operand pairs": f"{pairs:,} on the device, {host_pairs} on the host"}
    details["seed"] = f"{SEED:#x}"
    return Report(title, tuple(counts), time.perf_counter() - started, details)


def device_operands(pairs: int) -> list[tuple[int, int, int]]:
    """Return operand pairs with junk for the upper half of the selector, different for each pair.

    >>> len({junk for _, _, junk in device_operands(1024)})
    1024
    """
    rng = random.Random(SEED)
    junk = rng.sample(range(1, SELECTORS), pairs)
    return [(x, y, upper) for (x, y), upper in zip(operand_pairs(pairs, rng), junk, strict=True)]


def compare_with_host(operands: list[tuple[int, int, int]], results: list[int], model: Model) -> list[Count]:
    """Compare the device's results, ordered by pair, form and selector, with the model.

    Args:
        operands: x, y and the junk of each pair.
        results: 65,536 words for each form of each pair.
        model: what to compare with.

    Raises:
        ValueError: the number of results is not that of the calls.
    """
    counts: list[Count] = []
    blocks = [results[at : at + SELECTORS] for at in range(0, len(results), SELECTORS)]
    wanted = [(pair, form) for pair in operands for form in FORMS]
    for (pair, form), found in zip(wanted, blocks, strict=True):
        x, y, junk = pair
        calls = [(x, y, junk << 16 | selector) for selector in range(SELECTORS)]
        permute = model.form(form)
        counts.append(compare_calls(f"{form} (host)", calls, [permute(*call) for call in calls], found))
    return list(merge_counts(counts))


def read_counts(numbers: list[int], failures: bytes) -> list[Count]:
    """Turn what the ``compare`` kernel leaves behind into counts.

    Args:
        numbers: comparisons of each form, then mismatches of each form.
        failures: `KEPT` records of `FAILURE` for each form, of which the first mismatches are filled in.
    """
    records = list(FAILURE.iter_unpack(failures))
    counts: list[Count] = []
    for at, form in enumerate(FORMS):
        wrong = numbers[len(FORMS) + at]
        first = tuple(Mismatch(*record[1:]) for record in records[at * KEPT :][: min(wrong, KEPT)])
        counts.append(Count(form, numbers[at], wrong, first))
    return counts


@dataclass(frozen=True, slots=True)
class _Device:
    """The first GPU, with the kernels loaded."""

    core: Any
    device: Any
    stream: Any
    kernels: Any

    @classmethod
    def open(cls, source: str | None) -> _Device:
        core = _cuda_core()
        try:
            device = core.Device(0)
            device.set_current()
            stream = device.create_stream()
        except Exception as error:
            # Without a driver cuda-core raises whatever its bindings raise.
            raise BytepermError("no CUDA device can be used", found=_first_line(error), help=INSTALL) from error
        return cls(core, device, stream, compile_kernels(f"sm_{device.arch}", source))

    def compare(self, operands: list[tuple[int, int, int]]) -> list[Count]:
        forms = len(FORMS)
        pairs, counts = self._upload(operands), self._zeros(16 * forms)
        failures = self._zeros(FAILURE.size * KEPT * forms)
        self._launch("compare", len(operands), pairs, counts, failures, ctypes.c_uint32(KEPT))
        numbers = struct.unpack(f"={2 * forms}Q", self._download(counts))
        return read_counts(list(numbers), self._download(failures))

    def record(self, operands: list[tuple[int, int, int]]) -> list[int]:
        results = self._zeros(4 * SELECTORS * len(FORMS) * len(operands))
        self._launch("record", len(operands), self._upload(operands), results)
        return list(memoryview(self._download(results)).cast("I"))

    def details(self) -> dict[str, str]:
        from cuda.bindings import nvrtc

        return {
            "GPU": str(self.device.name),
            "architecture": f"sm_{self.device.arch}",
            "driver": _driver_version(self.core),
            "NVRTC": ".".join(map(str, nvrtc.nvrtcVersion()[1:])),
            "cuda-core": str(self.core.__version__),
            "date": datetime.now(UTC).date().isoformat(),
        }

    def _launch(self, name: str, rows: int, *arguments: Any) -> None:
        config = self.core.LaunchConfig(grid=(SELECTORS // THREADS, rows), block=THREADS)
        self.core.launch(self.stream, config, self.kernels.get_kernel(name), *arguments)
        self.stream.sync()

    def _zeros(self, size: int) -> Any:
        return self._send(bytes(size))

    def _upload(self, operands: list[tuple[int, int, int]]) -> Any:
        return self._send(struct.pack(f"={3 * len(operands)}I", *(word for operand in operands for word in operand)))

    def _send(self, data: bytes) -> Any:
        # The name keeps the pinned memory alive until the copy, which is asynchronous, has ended.
        host, buffer = self._pinned(data), self.device.allocate(len(data), stream=self.stream)
        buffer.copy_from(host, stream=self.stream)
        self.stream.sync()
        return buffer

    def _download(self, buffer: Any) -> bytes:
        host = self._pinned(bytes(buffer.size))
        buffer.copy_to(host, stream=self.stream)
        self.stream.sync()
        return ctypes.string_at(int(host.handle), buffer.size)

    def _pinned(self, data: bytes) -> Any:
        host = self.core.LegacyPinnedMemoryResource().allocate(len(data))
        ctypes.memmove(int(host.handle), data, len(data))
        return host


def _cuda_core() -> Any:
    try:
        from cuda import core
    except (ImportError, RuntimeError) as error:
        raise BytepermError("the GPU check needs cuda-core", found=_first_line(error), help=INSTALL) from error
    return core


def _driver_version(core: Any) -> str:
    """Return the driver's own version, or the CUDA version that it offers where NVML does not answer."""
    try:
        return driver_text(core.system.get_kernel_mode_driver_version())
    except Exception:
        # NVML is a library of its own with errors of its own; a container can lack it, or refuse it.
        from cuda.bindings import driver

        version = int(driver.cuDriverGetVersion()[1])
        return f"for CUDA {version // 1000}.{version % 1000 // 10}"


def driver_text(numbers: Sequence[int]) -> str:
    """Write a driver's version as NVIDIA does, with two digits or more after the second point.

    >>> driver_text((580, 65, 6))
    '580.65.06'
    """
    return ".".join([*map(str, numbers[:2]), *map("{:02d}".format, numbers[2:])])


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
