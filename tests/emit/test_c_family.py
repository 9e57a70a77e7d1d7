"""Code of the C family is compiled and executed: the whole catalogue, and layouts with awkward names."""

from __future__ import annotations

import importlib.metadata
import random
import re
import subprocess
from pathlib import Path

import pytest

from byteperm import catalogue
from byteperm.emit.base import Request, Unsupported, load_target, target_names
from byteperm.layout.language import parse_layout
from byteperm.program.model import Program
from byteperm.program.synth import synthesize
from byteperm.spans import BytepermError

ENTRIES = [entry.name for entry in catalogue.entries()]
HOSTILE = {
    "names_like_ours": "in t0, i, count: u32le; out s: u32le[2] = t0.0 i.1 count.2 i.0 t0.3 i.2 count.1 00",
    "many_outputs": (
        "in x: u64be; in n: index; out a: u8 = x.7; out b: u16be = x.1 x.0; out c: u64le = x; "
        "out d: u32le[2] = splat_at(x.0 x.1 x.2 x.3, n) x.4 x.5 x.6 x.7"
    ),
    "packed": "in b: u8[7]; out r: u8[6] = reverse(b[0:6]); out q: u16be[3] = b[1:7]",
    "nothing_in": 'out r: u32be[2] = "BTC!" u32be(7)',
    "signs": "in b: u8[4]; out r: u64be = sext(b[2], 8)",
}  # fmt: skip


def program_of(name: str) -> Request:
    text = HOSTILE[name] if name in HOSTILE else catalogue.load(name).text
    layout = parse_layout(text)
    return Request(layout, synthesize(layout), "bp_tested_" + re.sub(r"\W", "_", name), test=True, example=True)


def code(target: str, request: Request) -> str:
    made = load_target(target).emit(request)
    assert isinstance(made, str), made
    return made


@pytest.mark.compiler
@pytest.mark.slow
def test_c_of_the_whole_catalogue_is_executed(tmp_path: Path) -> None:
    """Compile every entry's self-test into one program and run it; each entry must be right."""
    calls = []
    sources = []
    for place, name in enumerate([*ENTRIES, *HOSTILE]):
        request = program_of(name)
        path = tmp_path / f"entry{place}.c"
        path.write_text(code("c", Request(request.layout, request.program, request.name, test=True)))
        sources.append(str(path))
        calls.append(request.name)
    main = (
        "#include <stdio.h>\n"
        + "".join(f"int {name}_test(void);\n" for name in calls)
        + "int main(void) { int bad = 0;\n"
    )
    main += "".join(f'if ({name}_test()) {{ puts("{name}"); bad = 1; }}\n' for name in calls) + "return bad; }\n"
    (tmp_path / "main.c").write_text(main)
    flags = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic"]
    subprocess.run(["gcc", *flags, "-o", "all", "main.c", *sources], cwd=tmp_path, check=True, capture_output=True)
    done = subprocess.run([str(tmp_path / "all")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def random_inputs(rng: random.Random, program: Program) -> dict[str, int]:
    words = {}
    for name, lanes in program.inputs:
        present = sum(0xFF << 8 * n for n, lane in enumerate(lanes) if hasattr(lane, "word"))
        words[name] = rng.getrandbits(32) & present
    return words


@pytest.mark.slow
def test_opencl_of_the_whole_catalogue_is_executed() -> None:
    """Run the kernel form of every entry on the CPU over random records and compare with the program."""
    cl = pytest.importorskip("pyopencl")
    numpy = pytest.importorskip("numpy")
    try:
        context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
    except (cl.Error, IndexError):
        pytest.skip("no OpenCL platform")
    queue = cl.CommandQueue(context)
    rng = random.Random(4)
    requests = [program_of(name) for name in [*ENTRIES, *HOSTILE]]
    kernels = [Request(r.layout, r.program, r.name, form="kernel") for r in requests]
    text, used = "", []
    for kernel in kernels:
        rest = code("opencl", kernel)
        for helper in load_target("opencl").DIALECT.helpers.values():  # type: ignore[attr-defined]
            if helper in rest:
                used.append(helper)
                rest = rest.replace(helper, "")
        text += rest
    built = cl.Program(context, "".join(dict.fromkeys(used)) + text).build()
    for request in requests:
        _run_opencl(cl, numpy, context, queue, built, request, rng)


def _run_opencl(cl, numpy, context, queue, built, request: Request, rng: random.Random) -> None:  # type: ignore[no-untyped-def]
    count, flags = 8, cl.mem_flags
    records = [random_inputs(rng, request.program) for _ in range(count)]
    for record in records:
        record.update({i.name: rng.getrandbits(32) for i in request.layout.inputs if i.type.unit == "index"})
    outputs, inputs = [], []
    for out in request.layout.outputs:
        outputs.append(numpy.zeros(count * len(out.type.word_names(out.name)), numpy.uint32))
    for item in request.layout.inputs:
        inputs.append(numpy.array([r[w] for r in records for w in item.type.word_names(item.name)], numpy.uint32))
    out_buffers = [cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=a) for a in outputs]
    in_buffers = [cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=a) for a in inputs]
    getattr(built, request.name)(queue, (count + 3,), None, *out_buffers, *in_buffers, numpy.uint32(count))
    for out, array, buffer in zip(request.layout.outputs, outputs, out_buffers, strict=True):
        cl.enqueue_copy(queue, array, buffer)
        names = out.type.word_names(out.name)
        for record, row in zip(records, array.reshape(count, len(names)), strict=True):
            wanted = request.program.run(record)
            for n, (name, value) in enumerate(zip(names, row.tolist(), strict=True)):
                kept = min(4, out.type.byte_count - 4 * n) if out.type.packed else 4
                assert value == wanted[name] & ((1 << 8 * kept) - 1), (request.name, name)


@pytest.mark.slow
@pytest.mark.parametrize("arch", ["sm_75", "sm_90", "sm_120"])
def test_cuda_of_the_whole_catalogue_compiles_with_as_many_permutes(arch: str, golden) -> None:
    """Compile every entry to machine code and count PRMT; where the compiler differs from the plan is recorded."""
    core = pytest.importorskip("cuda.core")
    disassembler = nvdisasm()
    lines = []
    for name in ENTRIES:
        request = program_of(name)
        kernel = Request(request.layout, request.program, request.name, form="kernel")
        options = core.ProgramOptions(arch=arch)
        cubin = core.Program(code("cuda", kernel), "c++", options).compile("cubin").code
        listing = disassembled(disassembler, bytes(cubin))
        found = len(re.findall(r"\bPRMT\b", listing))
        if found != request.program.permutes:
            lines.append(f"{name:<28} planned {request.program.permutes:>3}  found {found:>3}")
    golden(f"emit/sass_differences_{arch}.txt", "\n".join(lines) + "\n")


def nvdisasm() -> str:
    try:
        files = importlib.metadata.files("nvidia-cuda-nvdisasm") or []
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("nvidia-cuda-nvdisasm is not installed")
    return str(next(file.locate() for file in files if file.name == "nvdisasm"))


def disassembled(disassembler: str, cubin: bytes) -> str:
    import tempfile

    with tempfile.NamedTemporaryFile(suffix=".cubin") as file:
        file.write(cubin)
        file.flush()
        return subprocess.run([disassembler, file.name], capture_output=True, text=True, check=True).stdout


@pytest.mark.compiler
@pytest.mark.slow
def test_hip_of_the_whole_catalogue_makes_v_perm(tmp_path: Path) -> None:
    import shutil

    clang = shutil.which("clang") or shutil.which("clang-14")
    if clang is None:
        pytest.skip("no clang")
    header = "#define __device__ __attribute__((device))\n#define __global__ __attribute__((global))\n"
    (tmp_path / "hip").mkdir()
    (tmp_path / "hip" / "hip_runtime.h").write_text(
        header + "struct bp_dim { unsigned x; };\nextern __device__ bp_dim blockIdx, blockDim, threadIdx;\n"
    )
    text, used, planned = "", [], 0
    for name in [*ENTRIES, *HOSTILE]:
        request = program_of(name)
        rest = code("hip", Request(request.layout, request.program, request.name, form="kernel"))
        rest = rest.replace(load_target("hip").DIALECT.head, "")  # type: ignore[attr-defined]
        for helper in load_target("hip").DIALECT.helpers.values():  # type: ignore[attr-defined]
            if helper in rest:
                used.append(helper)
                rest = rest.replace(helper, "")
        text += rest
        planned += sum(step.op.startswith("prmt") for step in request.program.steps)
    order = list(load_target("hip").DIALECT.helpers.values())  # type: ignore[attr-defined]
    path = tmp_path / "catalogue.hip"
    path.write_text(
        "#include <hip/hip_runtime.h>\n#include <cstdint>\n" + "".join(sorted(set(used), key=order.index)) + text
    )
    command = [
        clang,
        "-x",
        "hip",
        "--cuda-device-only",
        "--offload-arch=gfx90a",
        "-nogpulib",
        "-nogpuinc",
        "-O2",
        "-S",
        "-o",
        "-",
    ]
    done = subprocess.run([*command, f"-I{tmp_path}", str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:2000]
    # Where a permute is a shift, a mask or a sign, the compiler takes that instead; most stay v_perm_b32.
    assert planned * 0.5 < done.stdout.count("v_perm_b32") <= planned


@pytest.mark.compiler
@pytest.mark.slow
def test_the_header_target_of_the_whole_catalogue_is_executed(tmp_path: Path) -> None:
    from byteperm.emit.header import header_text

    (tmp_path / "byteperm.h").write_text(header_text())
    text, calls = "", []
    for name in [*ENTRIES, *HOSTILE]:
        request = program_of(name)
        text += code("header", Request(request.layout, request.program, request.name, test=True))
        calls.append(f"bad += {request.name}_test();")
    (tmp_path / "all.cpp").write_text(text + "int main() { int bad = 0; " + " ".join(calls) + " return bad != 0; }\n")
    flags = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic"]
    done = subprocess.run(
        ["g++", *flags, "-o", "all", "all.cpp"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[:2000]
    subprocess.run([str(tmp_path / "all")], check=True, capture_output=True)


@pytest.mark.parametrize("target", ["c", "cuda", "hip", "opencl"])
@pytest.mark.parametrize("name", ["bswap32", "p2wpkh", "i8x4-i32x4"])
def test_golden_code(target: str, name: str, golden) -> None:
    request = program_of(name)
    plain = Request(request.layout, request.program, name.replace("-", "_"), test=name == "bswap32")
    golden(f"emit/{name}.{load_target(target).EXTENSION}", code(target, plain))


@pytest.mark.parametrize("target", ["c", "cuda", "hip", "opencl"])
@pytest.mark.parametrize("name", ["int", "while", "wrong"])
def test_a_name_that_the_target_keeps_is_refused(target: str, name: str) -> None:
    layout = parse_layout(f"in {name}: u32le; out r: u32be = {name}")
    with pytest.raises(BytepermError, match="the target keeps this name for itself"):
        load_target(target).emit(Request(layout, synthesize(layout), "f"))


def test_a_function_name_is_an_identifier() -> None:
    layout = parse_layout("in x: u32le; out r: u32be = x")
    for name in ("a b", "1a", "", "x;", "r", "a" * 65):
        with pytest.raises(BytepermError):
            load_target("c").emit(Request(layout, synthesize(layout), name))


def test_every_target_says_what_it_is() -> None:
    for name in target_names():
        target = load_target(name)
        assert name == target.NAME
        assert target.SUMMARY
        assert target.TESTED
        assert target.EXTENSION


def test_what_a_target_cannot_do_is_a_value_with_a_reason() -> None:
    request = program_of("bswap32")
    made = load_target("c").emit(Request(request.layout, request.program, "f", form="kernel"))
    assert isinstance(made, Unsupported)
    assert made.reason == "c has no kernels here; write the function"
