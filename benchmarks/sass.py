"""Count what a compiler leaves of byte movement, natural C++ against byteperm's code, in machine code.

Both sides are compiled by NVRTC, the arithmetic instructions of each kernel are counted in its SASS, and what
loads, stores and addresses cost is subtracted (a kernel that only copies). Needs `pip install 'byteperm[test]'`.

    python benchmarks/sass.py [--arch sm_75 --arch sm_90] [--out benchmarks/results]
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import re
import subprocess
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from byteperm.emit.base import Request, load_target
from byteperm.layout.language import parse_layout
from byteperm.program.synth import synthesize

NATURAL = Path(__file__).with_name("natural.cu")
#: Instructions that are no arithmetic: control, loads, stores, and reading special registers.
APART = re.compile(r"^(NOP|BRA|EXIT|U?LDCU?|S2U?R|CS2R|LDG|STG|LD|ST|RET|WARPSYNC|BSYNC|BSSY)\b")
KERNEL = re.compile(r"^\s*\.text\.(\w+):")
INSTRUCTION = re.compile(r"^\s*/\*[0-9a-f]+\*/\s+(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_.]*)")

BLOCK = "out r: u32be[{n}] = {stream}"
#: Movement: input words, output words, layout over x.
LAYOUTS: dict[str, tuple[int, int, str]] = {
    "byte_swap": (1, 1, "in x: u32le; out r: u32be = x"),
    "swap_in_halves": (1, 1, "in x: u32le; out r: u32le = swap(x, 2)"),
    "even_bytes": (2, 1, "in x: u32le[2]; out r: u32le = every(x, 2, 0)"),
    "low_bytes": (4, 1, "in x: u32le[4]; out r: u32le = x[0].0 x[1].0 x[2].0 x[3].0"),
    "sign_extend": (1, 4, "in x: u32le; out r: u32le[4] = sext(x.0, 4) sext(x.1, 4) sext(x.2, 4) sext(x.3, 4)"),
    "widen_halves": (1, 2, "in x: u32le; out r: u32le[2] = x.0 00 x.1 00 x.2 00 x.3 00"),
    "transpose": (4, 4, "in x: u32le[4]; out r: u32le[4] = interleave(x[0], x[1], x[2], x[3])"),
    "planes_to_rgb": (3, 3, "in x: u32le[3]; out r: u32le[3] = interleave(x[0], x[1], x[2])"),
    "rgb_to_planes": (3, 3, "in x: u32le[3]; out r: u32le[3] = every(x, 3, 0) every(x, 3, 1) every(x, 3, 2)"),
    "p2wpkh": (5, 6, "in x: u32le[5]; out r: u32be[6] = 00 14 x 80 00"),
    "p2pkh": (5, 7, "in x: u32le[5]; out r: u32be[7] = 76 a9 14 x 88 ac 80 00 00"),
    "permute_twice": (2, 1, "in x: u32le[2]; out r: u32be = x[0].0 x[1].0 x[0].1 x[1].1"),
    "u8_to_half_magic": (1, 2, "in x: u32le; out r: u32le[2] = x.0 64 x.1 64 x.2 64 x.3 64"),
    "byte_swap_64": (2, 2, "in x: u32le[2]; out r: u32le[2] = reverse(x)"),
}
#: The two movements with a run-time offset, which no layout over one array of words writes.
RUNTIME = {
    "window": (3, 1, 'asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(r[0]) : "r"(x[0]), "r"(x[1]), "r"(x[2]));'),
    "splat_at": (2, 1, 'asm("prmt.b32.rc8 %0, %1, 0, %2;" : "=r"(r[0]) : "r"(x[0]), "r"(x[1]));'),
}


def ours() -> tuple[str, dict[str, int]]:
    """Return CUDA source with one kernel a movement, and the permutes that each program has."""
    parts, permutes = ["#undef MOVEMENT"], {}
    for name, (words_in, words_out, text) in LAYOUTS.items():
        layout = parse_layout(text)
        program = synthesize(layout)
        permutes[name] = program.permutes
        code = load_target("cuda").emit(Request(layout, program, f"move_{name}"))
        assert isinstance(code, str)
        parts += [code, _kernel(name, words_in, words_out, _call(name, layout_arrays(text)))]
    for name, (words_in, words_out, body) in RUNTIME.items():
        permutes[name] = 1
        parts.append(_kernel(name, words_in, words_out, body))
    return "\n".join(parts), permutes


def layout_arrays(text: str) -> tuple[bool, bool]:
    """Tell whether a layout's input and its output are arrays."""
    return "x: u32le[" in text, re.search(r"r: u32\w\w\[", text) is not None


def _call(name: str, arrays: tuple[bool, bool]) -> str:
    argument = "x" if arrays[0] else "x[0]"
    return f"move_{name}(r, {argument});" if arrays[1] else f"r[0] = move_{name}({argument});"


def _kernel(name: str, words_in: int, words_out: int, body: str) -> str:
    return (
        f'extern "C" __global__ void ours_{name}(u32 *out, const u32 *in) {{ u32 x[{words_in}], r[{words_out}];\n'
        f"#pragma unroll\nfor (int k = 0; k < {words_in}; k++) x[k] = in[threadIdx.x * {words_in} + k];\n{body}\n"
        f"#pragma unroll\nfor (int k = 0; k < {words_out}; k++) out[threadIdx.x * {words_out} + k] = r[k]; }}\n"
    )


def count(source: str, arch: str) -> dict[str, tuple[int, int]]:
    """Return each kernel's arithmetic instructions, and how many of them are PRMT."""
    from cuda.core import Program, ProgramOptions

    cubin = Program(source, "c++", ProgramOptions(arch=arch)).compile("cubin").code
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "kernels.cubin")
        path.write_bytes(bytes(cubin))
        listing = subprocess.run([disassembler(), str(path)], capture_output=True, text=True, check=True).stdout
    return counted(listing)


def counted(listing: str) -> dict[str, tuple[int, int]]:
    """Count a disassembly's arithmetic instructions by kernel."""
    counts: dict[str, tuple[int, int]] = {}
    kernel = ""
    for line in listing.splitlines():
        if started := KERNEL.match(line):
            kernel = started.group(1)
            counts[kernel] = (0, 0)
        elif kernel and (found := INSTRUCTION.match(line)) and not APART.match(found.group(1)):
            all_of_them, permutes = counts[kernel]
            counts[kernel] = all_of_them + 1, permutes + found.group(1).startswith("PRMT")
    return counts


def disassembler() -> str:
    """Return nvdisasm of the pip wheel, or the one on PATH."""
    try:
        files = importlib.metadata.files("nvidia-cuda-nvdisasm") or []
    except importlib.metadata.PackageNotFoundError:
        return "nvdisasm"
    return next((str(file.locate()) for file in files if file.name == "nvdisasm"), "nvdisasm")


def table(architectures: list[str]) -> dict[str, dict[str, dict[str, int]]]:
    """Return, by architecture and movement, the counts of both sides."""
    mine, permutes = ours()
    source = NATURAL.read_text().replace("#include <cstdint>", "").replace("#include <cstring>", "") + mine
    rows: dict[str, dict[str, dict[str, int]]] = {}
    for arch in architectures:
        counts = count(source, arch)
        rows[arch] = {}
        for name, (words_in, words_out, _) in {**LAYOUTS, **RUNTIME}.items():
            base = counts[f"nothing_{words_in}_{words_out}"][0]
            natural, own = counts[f"natural_{name}"], counts[f"ours_{name}"]
            rows[arch][name] = {
                "natural": natural[0] - base,
                "natural_prmt": natural[1],
                "ours": own[0] - base,
                "ours_prmt": own[1],
                "planned_prmt": permutes[name],
            }
    return rows


def markdown(rows: dict[str, dict[str, dict[str, int]]]) -> str:
    """Write the counts as a table: natural / ours for each architecture."""
    architectures = list(rows)
    lines = ["| movement | " + " | ".join(architectures) + " | PRMT planned |", "| --- |" + " --- |" * (len(rows) + 1)]
    for name, first in rows[architectures[0]].items():
        cells = [_cell(rows[arch][name]) for arch in architectures]
        lines.append(f"| {name.replace('_', ' ')} | " + " | ".join(cells) + f" | {first['planned_prmt']} |")
    return "\n".join(lines)


def _cell(row: dict[str, int]) -> str:
    found = " (the compiler finds it)" if row["natural"] <= row["ours"] else ""
    return f"{row['natural']} / {row['ours']}{found}"


def versions() -> dict[str, str]:
    """Return what made the counts."""
    names = ("nvidia-cuda-nvrtc", "nvidia-cuda-nvdisasm", "cuda-core")
    return {name: importlib.metadata.version(name) for name in names}


def main() -> None:
    """Print the table and keep the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--arch", action="append", default=[], help="sm_75, sm_90, sm_120 when left out")
    parser.add_argument("--out", type=Path, help="folder to keep the counts in")
    args = parser.parse_args()
    rows = table(args.arch or ["sm_75", "sm_90", "sm_120"])
    print("natural C++ / byteperm: arithmetic SASS instructions, loads, stores and addresses subtracted")
    print(", ".join(f"{name} {version}" for name, version in versions().items()))
    print(markdown(rows))
    if args.out:
        day = datetime.now(UTC).date().isoformat()
        kept = {"date": day, "versions": versions(), "counts": rows}
        args.out.joinpath(f"sass_{day}.json").write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main()
