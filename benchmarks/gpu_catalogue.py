"""Execute the CUDA code of the whole catalogue on the GPU of this machine and compare it with the programs.

PYTHONPATH=src python benchmarks/gpu_catalogue.py [--out benchmarks/results]
"""

from __future__ import annotations

import argparse
import ctypes
import json
import random
import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from byteperm import catalogue
from byteperm.emit.base import Request, Unsupported, load_target, written_bytes
from byteperm.layout.language import parse_layout
from byteperm.program.synth import synthesize

RECORDS = 256
TARGETS = ("cuda", "ptx", "cupy", "triton", "numba")


def request_for(name: str) -> Request:
    """Return the kernel form of an entry."""
    layout = parse_layout(catalogue.load(name).text)
    return Request(layout, synthesize(layout), "move_" + re.sub(r"\W", "_", name), form="kernel")


def records_for(request: Request, rng: random.Random) -> list[dict[str, int]]:
    """Return random input words; bytes that an input does not have are zero."""
    made = []
    for _ in range(RECORDS):
        words = {i.name: rng.getrandbits(32) for i in request.layout.inputs if i.type.unit == "index"}
        for name, lanes in request.program.inputs:
            present = sum(0xFF << 8 * n for n, lane in enumerate(lanes) if hasattr(lane, "word"))
            words[name] = words.get(name, rng.getrandbits(32)) & present
        made.append(words)
    return made


class Gpu:
    """The first GPU, with memory that both sides see."""

    def __init__(self) -> None:
        from cuda.core import Device, LegacyPinnedMemoryResource

        self.device = Device(0)
        self.device.set_current()
        major, minor = self.device.compute_capability
        self.arch = f"sm_{major}{minor}"
        self.stream = self.device.create_stream()
        self.memory = LegacyPinnedMemoryResource()

    def words(self, count: int, values: list[int] | None = None) -> tuple[object, object]:
        """Return a buffer of 32-bit words and the array that reads it."""
        buffer = self.memory.allocate(4 * max(1, count))
        array = (ctypes.c_uint32 * count).from_address(int(buffer.handle))
        for n in range(count):
            array[n] = values[n] if values else 0
        return buffer, array

    def run(self, request: Request, records: list[dict[str, int]], target: str) -> int:
        """Run a target's kernel and return how many result words are wrong."""
        from cuda.core import LaunchConfig, Program, ProgramOptions, launch

        code = load_target(target).emit(request)
        assert isinstance(code, str)
        language = "ptx" if target == "ptx" else "c++"
        kernel = Program(code, language, ProgramOptions(arch=self.arch)).compile("cubin").get_kernel(request.name)
        outputs = [self.words(RECORDS * len(o.type.word_names(o.name))) for o in request.layout.outputs]
        inputs = []
        for item in request.layout.inputs:
            values = [record[word] for record in records for word in item.type.word_names(item.name)]
            inputs.append(self.words(len(values), values))
        arguments = [int(buffer.handle) for buffer, _ in [*outputs, *inputs]]  # type: ignore[attr-defined]
        config = LaunchConfig(grid=RECORDS // 64 + 1, block=64)
        launch(self.stream, config, kernel, *arguments, ctypes.c_uint32(RECORDS))
        self.stream.sync()
        return sum(_wrong(request, place, array, records) for place, (_, array) in enumerate(outputs))


def run_cupy(request: Request, records: list[dict[str, int]], target: str) -> int:
    """Run the CuPy function and return how many result words are wrong."""
    import cupy

    code = load_target(target).emit(replace(request, form="function"))
    assert isinstance(code, str)
    names: dict[str, object] = {}
    exec(compile(code, request.name, "exec"), names)
    arguments = [
        cupy.asarray([[record[word] for word in item.type.word_names(item.name)] for record in records], cupy.uint32)
        for item in request.layout.inputs
    ]
    made = names[request.name](*arguments)  # type: ignore[operator]
    results = made if isinstance(made, tuple) else (made,)
    return sum(_wrong(request, place, array.ravel().tolist(), records) for place, array in enumerate(results))


def run_triton(request: Request, records: list[dict[str, int]], target: str) -> int:
    """Run the Triton function and return how many result words are wrong."""
    import importlib.util
    import tempfile

    import torch

    code = load_target(target).emit(replace(request, form="function"))
    if isinstance(code, Unsupported):
        return 0
    # Triton reads a kernel's source from its file.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{request.name}.py")
        path.write_text(code)
        spec = importlib.util.spec_from_file_location(request.name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        arguments = []
        for item in request.layout.inputs:
            rows = [[record[word] for word in item.type.word_names(item.name)] for record in records]
            arguments.append(torch.tensor(rows, dtype=torch.int64).to(torch.int32).cuda())
        made = getattr(module, request.name)(*arguments)
    results = made if isinstance(made, tuple) else (made,)
    arrays = [(array.cpu().to(torch.int64) & 0xFFFFFFFF).ravel().tolist() for array in results]
    return sum(_wrong(request, place, array, records) for place, array in enumerate(arrays))


def run_numba(request: Request, records: list[dict[str, int]], target: str) -> int:
    """Run the Numba function and return how many result words are wrong."""
    import numpy

    if not hasattr(numpy, "row_stack"):
        # numba-cuda 0.30 still asks for a name that NumPy 2.5 dropped.
        numpy.row_stack = numpy.vstack  # type: ignore[attr-defined]
    code = load_target(target).emit(replace(request, form="function"))
    if isinstance(code, Unsupported):
        return 0
    names: dict[str, object] = {}
    exec(compile(code, request.name, "exec"), names)
    arguments = []
    for item in request.layout.inputs:
        rows = [[record[word] for word in item.type.word_names(item.name)] for record in records]
        arguments.append(numpy.array(rows, numpy.uint32))
    made = names[request.name](*arguments)  # type: ignore[operator]
    results = made if isinstance(made, tuple) else (made,)
    return sum(_wrong(request, place, array.ravel().tolist(), records) for place, array in enumerate(results))


def _wrong(request: Request, place: int, array: object, records: list[dict[str, int]]) -> int:
    output = request.layout.outputs[place]
    names = output.type.word_names(output.name)
    wrong = 0
    for row, record in enumerate(records):
        wanted = request.program.run(record)
        for n, name in enumerate(names):
            kept = written_bytes(output.type, n) if output.type.packed else 4
            wrong += array[row * len(names) + n] != wanted[name] & ((1 << 8 * kept) - 1)  # type: ignore[index]
    return wrong


def main() -> None:
    """Run every entry, print what is wrong, keep the record."""
    parser = argparse.ArgumentParser(description="the catalogue on a GPU")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    gpu, rng = Gpu(), random.Random(2026)
    wrong: dict[str, int] = {}
    names = [entry.name for entry in catalogue.entries()]
    for name in names:
        request = request_for(name)
        records = records_for(request, rng)
        runs = (("cuda", gpu.run), ("ptx", gpu.run), ("cupy", run_cupy), ("triton", run_triton), ("numba", run_numba))
        for target, count in runs:
            if bad := count(request, records, target):
                wrong[f"{target} {name}"] = bad
    day = datetime.now(UTC).date().isoformat()
    kept = {
        "date": day,
        "gpu": gpu.device.name,
        "arch": gpu.arch,
        "targets": list(TARGETS),
        "entries": len(names),
        "records": RECORDS,
        "wrong": wrong,
    }
    print(json.dumps(kept, indent=1))
    if args.out:
        args.out.joinpath(f"gpu_catalogue_{day}.json").write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main()
