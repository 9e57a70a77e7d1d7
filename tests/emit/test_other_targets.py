"""Python and NumPy are executed, PTX is assembled, CuPy's kernel is compiled: the whole catalogue."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from byteperm import catalogue
from byteperm.emit.base import Request, Unsupported, load_target, written_bytes
from byteperm.layout.language import parse_layout
from byteperm.program.synth import synthesize

ENTRIES = [entry.name for entry in catalogue.entries()]
HOSTILE = {
    "names": "in t0, s, n: u32le; out r: u32le[2] = t0.0 s.1 n.2 s.0 t0.3 s.2 n.1 00",
    "many": (
        "in x: u64be; in n: index; out a: u8 = x.7; out b: u16be = x.1 x.0; out c: u64le = x; "
        "out d: u32le = splat_at(x.0 x.1 x.2 x.3, n)"
    ),
    "packed": "in b: u8[7]; out r: u8[6] = reverse(b[0:6]); out q: u16be[3] = b[1:7]",
}  # fmt: skip


def request_for(name: str) -> Request:
    layout = parse_layout(HOSTILE[name] if name in HOSTILE else catalogue.load(name).text)
    return Request(layout, synthesize(layout), "move_" + re.sub(r"\W", "_", name))


def code(target: str, request: Request) -> str:
    made = load_target(target).emit(request)
    assert isinstance(made, str), made
    return made


def random_record(rng: random.Random, request: Request) -> dict[str, int]:
    words = {i.name: rng.getrandbits(32) for i in request.layout.inputs if i.type.unit == "index"}
    for name, lanes in request.program.inputs:
        present = sum(0xFF << 8 * n for n, lane in enumerate(lanes) if hasattr(lane, "word"))
        words[name] = words.get(name, rng.getrandbits(32)) & present
    return words


def argument(words: list[int], wide: bool, array: bool) -> object:
    values = [words[n] | words[n + 1] << 32 for n in range(0, len(words), 2)] if wide else words
    return values if array else values[0]


def arguments(request: Request, record: dict[str, int]) -> list[object]:
    return [
        argument([record[w] for w in i.type.word_names(i.name)], i.type.unit == "u64", i.type.count is not None)
        for i in request.layout.inputs
    ]


def wanted(request: Request, record: dict[str, int]) -> list[object]:
    made = request.program.run(record)
    results = []
    for out in request.layout.outputs:
        words = [made[w] for w in out.type.word_names(out.name)]
        if out.type.packed:
            words = [word & ((1 << 8 * written_bytes(out.type, n)) - 1) for n, word in enumerate(words)]
        results.append(argument(words, out.type.unit == "u64", out.type.count is not None))
    return results


@pytest.mark.parametrize("name", [*ENTRIES, *HOSTILE])
def test_python_is_executed(name: str) -> None:
    request, rng = request_for(name), random.Random(5)
    names: dict[str, object] = {}
    exec(compile(code("python", replace(request, test=True)), name, "exec"), names)
    for _ in range(10):
        record = random_record(rng, request)
        made = names[request.name](*arguments(request, record))  # type: ignore[operator]
        assert (list(made) if len(request.layout.outputs) > 1 else [made]) == wanted(request, record)


@pytest.mark.parametrize("name", [*ENTRIES, *HOSTILE])
def test_numpy_is_executed_on_many_records(name: str) -> None:
    numpy = pytest.importorskip("numpy")
    request, rng = request_for(name), random.Random(6)
    names: dict[str, object] = {}
    exec(compile(code("numpy", replace(request, test=True)), name, "exec"), names)
    records = [random_record(rng, request) for _ in range(6)]
    columns = zip(*(arguments(request, record) for record in records), strict=True)
    made = names[request.name](*(numpy.array(column, dtype=numpy.uint64) for column in columns))  # type: ignore[operator]
    outputs = made if len(request.layout.outputs) > 1 else (made,)
    results = zip(*(wanted(request, record) for record in records), strict=True)
    for array, rows in zip(outputs, results, strict=True):
        if request.layout.inputs:
            assert array.tolist() == list(rows)


@pytest.mark.slow
@pytest.mark.parametrize("arch", ["sm_75", "sm_90", "sm_120"])
def test_ptx_is_assembled_with_the_planned_permutes(arch: str, tmp_path: Path) -> None:
    assembler = shutil.which("ptxas")
    for name in [*ENTRIES, *HOSTILE]:
        request = replace(request_for(name), arch=arch)
        text = code("ptx", request)
        assert text.count("prmt.b32") == request.program.permutes
        if assembler:
            path = tmp_path / "kernel.ptx"
            path.write_text(text)
            done = subprocess.run(
                [assembler, f"-arch={arch}", str(path), "-o", str(tmp_path / "kernel.cubin")],
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, (name, done.stderr)
    if not assembler:
        pytest.skip("no ptxas: only the text was checked")


@pytest.mark.parametrize("name", ["p2wpkh", "i8x4-i32x4", "byte-window", "packed"])
def test_cupy_is_python_around_the_cuda_kernel(name: str) -> None:
    request = request_for(name)
    text = code("cupy", request)
    compile(text, name, "exec")
    kernel = text[text.index('r"""') + 4 : text.index('"""', text.index('r"""') + 4)]
    assert kernel == code("cuda", replace(request, form="kernel", name=f"{request.name}_kernel"))


@pytest.mark.parametrize("target", ["triton", "numba", "cupy"])
@pytest.mark.parametrize("name", [*ENTRIES, *HOSTILE])
def test_gpu_frameworks_get_python(target: str, name: str) -> None:
    """The text is Python; what it does is executed on a GPU by benchmarks/gpu_catalogue.py."""
    made = load_target(target).emit(request_for(name))
    if isinstance(made, Unsupported):
        assert made.reason
    else:
        compile(made, name, "exec")


@pytest.mark.parametrize("target", ["python", "numpy", "ptx", "cupy", "rust", "llvm", "triton", "numba"])
@pytest.mark.parametrize("name", ["bswap32", "byte-window"])
def test_golden_code(target: str, name: str, golden) -> None:
    golden(f"emit/{target}_{name}.txt", code(target, request_for(name)))


def test_what_cannot_be_done_has_a_reason() -> None:
    request = request_for("bswap32")
    reasons = {
        "python": replace(request, form="kernel"),
        "numpy": replace(request, form="kernel"),
        "ptx": replace(request, test=True),
        "cupy": replace(request, example=True),
    }
    for target, asked in reasons.items():
        made = load_target(target).emit(asked)
        assert isinstance(made, Unsupported)
        assert made.reason


@pytest.mark.slow
def test_rust_of_the_whole_catalogue_is_executed(tmp_path: Path) -> None:
    if shutil.which("rustc") is None:
        pytest.skip("no rustc")
    modules, calls = [], []
    for place, name in enumerate([*ENTRIES, *HOSTILE]):
        text = code("rust", replace(request_for(name), example=True))
        modules.append(f"mod m{place} {{\n{text.replace('fn main()', 'pub fn main()')}\n}}")
        calls.append(f"m{place}::main();")
    (tmp_path / "all.rs").write_text(
        "#![deny(warnings)]\n" + "\n".join(modules) + f"\nfn main() {{ {' '.join(calls)} }}\n"
    )
    command = ["rustc", "--edition", "2021", "-o", "all", "all.rs"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:2000]
    subprocess.run([str(tmp_path / "all")], check=True, capture_output=True)


@pytest.mark.slow
def test_llvm_of_the_whole_catalogue_is_executed() -> None:
    import ctypes

    binding = pytest.importorskip("llvmlite.binding")
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    binding.initialize_native_asmparser()
    engine = binding.create_lljit_compiler(binding.Target.from_default_triple().create_target_machine())
    rng, kept = random.Random(7), []
    for name in [*ENTRIES, *HOSTILE]:
        request = request_for(name)
        text = code("llvm", request)
        binding.parse_assembly(text).verify()
        library = binding.JITLibraryBuilder().add_ir(text).export_symbol(request.name).link(engine, request.name)
        kept.append(library)
        items = [*request.layout.outputs, *request.layout.inputs]
        run = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(items))(library[request.name])
        for _ in range(5):
            record = random_record(rng, request)
            made = [(ctypes.c_uint32 * len(o.type.word_names(o.name)))() for o in request.layout.outputs]
            given = [[record[w] for w in i.type.word_names(i.name)] for i in request.layout.inputs]
            arrays = [(ctypes.c_uint32 * len(words))(*words) for words in given]
            run(*[ctypes.addressof(array) for array in [*made, *arrays]])
            results = request.program.run(record)
            for out, array in zip(request.layout.outputs, made, strict=True):
                for n, word in enumerate(out.type.word_names(out.name)):
                    count = written_bytes(out.type, n) if out.type.packed else 4
                    assert array[n] == results[word] & ((1 << 8 * count) - 1), (name, word)
