"""byteperm.h with the compilers that are here: it agrees with `byteperm.isa`, and mistakes do not compile.

A compiler that is missing is skipped, with its name. What the machine cannot run (AMD code) is checked twice: its
instructions are read, and its C++ is run on the host with the one instruction that it is built on replaced by a model.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from byteperm.emit.header import header_text, version_number
from byteperm.verify.conformance import PAIRS, conformance_sweeps
from byteperm.version import __version__

SWEEPS = Path(__file__).with_name("test_header_sweeps.cpp")
STRICT = "-Wall -Wextra -Werror -pedantic -Wconversion -Wsign-conversion -Wshadow".split()
HOSTS = ("g++", "clang++")
ARCHS = ("sm_75", "sm_90", "sm_120")

#: An expression with a mistake in it, and what the compiler's message must contain.
MISTAKES = (
    ('BP_SEL("x9 x1 x0 y0")', "the_bytes_of_a_word_are_numbered_0_to_3"),
    ('BP_SEL("x3 x1 x0")', "a_selector_needs_four_bytes_and_fewer_are_named"),
    ('BP_SEL("")', "a_selector_needs_four_bytes_and_fewer_are_named"),
    ('BP_SEL("x3 x2 x1 x0 y0")', "a_selector_needs_four_bytes_and_more_are_named"),
    ('BP_SEL("z3 x1 x0 y0")', "a_byte_is_x0_to_x3_or_y0_to_y3_or_an_underscore"),
    ('BP_SEL("x3x1 x0 y0 y1")', "a_byte_is_x0_to_x3_or_y0_to_y3_or_an_underscore"),
    ('BP_SEL("x x1 x0 y0")', "a_byte_is_x0_to_x3_or_y0_to_y3_or_an_underscore"),
    ('BP_SEL("76 x1 x0 y0")', "a_selector_holds_no_constants_name_the_byte_that_has_the_value"),
    ('BP_SEL("0x3104")', "a_selector_holds_no_constants_name_the_byte_that_has_the_value"),
    ('BP_SEL("sign(x3) x1 x0 y0")', "only_prmt_replicates_signs_use_prmt_sel"),
    ('BP_PRMT_SEL("sign(x3 x1 x0 y0")', "a_byte_is_x0_to_x3_or_y0_to_y3_or_an_underscore"),
    ('BP_PRMT_SEL("sign(y4) x1 x0 y0")', "the_bytes_of_a_word_are_numbered_0_to_3"),
    ("BP_FIELDS(8, 1, 0, 4)", "a_field_is_the_index_of_a_source_byte_0_to_7"),
    ("BP_FIELDS(3, 1, 0, -1)", "a_field_is_the_index_of_a_source_byte_0_to_7"),
    ("bp::fields(3, 1, 8, 4)", "a_field_is_the_index_of_a_source_byte_0_to_7"),
    ("bp::fields(3, 1, 0)", "too few arguments"),
    ("bp::prmt_to_v_perm(0x8210)", "v_perm_replicates_the_signs_of_odd_bytes_only"),
    ('bp::permute<BP_SEL("x3 x4 x1 x0")>(1, 2)', "the_bytes_of_a_word_are_numbered_0_to_3"),
    ("bp::permute<0x03010004>(1, 2)", "__byte_perm ignores bits 31..16 of a selector"),
    ("bp::permute<0xB210>(1, 2)", "__byte_perm ignores bit 3 of a field"),
)

#: v_perm_b32 as AMD's manuals have it, written unlike the header's own model; it counts its calls.
FAKE_AMD = """#include <stdio.h>
static unsigned calls;
static struct at_exit { ~at_exit() { fprintf(stderr, "%u\\n", calls); } } report;
static unsigned amd_perm(unsigned s0, unsigned s1, unsigned selector) {
    unsigned long long data = (unsigned long long)s0 << 32 | s1, result = 0;
    ++calls;
    for (int n = 3; n >= 0; --n) {
        unsigned index = selector >> 8 * n & 255;
        unsigned long long byte = index >= 13 ? 255 : index == 12 ? 0
            : index >= 8 ? (data >> (16 * index - 113) & 1) * 255 : data >> 8 * index & 255;
        result = result << 8 | byte;
    }
    return (unsigned)result;
}
"""

DEVICE_CALLS = """#include "byteperm.h"
#ifdef __HIP__
#define DEVICE extern "C" __attribute__((device, used))
#else
#define DEVICE extern "C"
#endif
using bp::word;
DEVICE word permute(word x, word y) { return bp::permute<BP_SEL("x3 x1 x0 y0")>(x, y); }
DEVICE word constant(word x, word y) { return bp::byte_perm(x, y, 0x3104); }
DEVICE word byte_perm(word x, word y, word s) { return bp::byte_perm(x, y, s); }
DEVICE word signs(word x, word y, word s) { return bp::prmt(x, y, s); }
DEVICE word v_perm(word s0, word s1, word s) { return bp::v_perm(s0, s1, s); }
"""

KERNEL = """#include "byteperm.h"
extern "C" __global__ void kernel(unsigned *out, unsigned x, unsigned y, unsigned s) {
#if ONE == 0
    *out = bp::permute<BP_SEL("x3 x1 x0 y0")>(x, y);
#elif ONE == 1
    *out = bp::prmt(x, y, s);
#elif ONE == 2
    *out = bp::prmt<bp::mode::rc8>(x, y, s);
#else
    *out = bp::byte_perm(x, y, s);
    bp::dump("out", *out);
#endif
}
"""


def need(name: str) -> str:
    """A compiler's path, or skip the test."""
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"no {name}")
    return path


def run(*command: str | Path, status: int | None = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300, check=False)
    if status is not None:
        assert done.returncode == status, f"{command}\n{done.stdout}{done.stderr}"
    return done


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that holds the header."""
    (tmp_path / "byteperm.h").write_text(header_text(), encoding="utf-8")
    return tmp_path


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@cache
def wanted_sweeps() -> list[str]:
    return [f"{sweep.checksum:08x}" for sweep in conformance_sweeps()]


OPERANDS = [f"{word:x}" for pair in PAIRS for word in pair]


class TestText:
    def test_the_version_is_filled_in(self) -> None:
        text = header_text()
        assert f'#define BYTEPERM_VERSION "{__version__}"\n' in text
        assert f"#define BYTEPERM_VERSION_NUMBER {version_number(__version__)} " in text
        assert "@" not in text.replace("@VERSION@", "")

    def test_it_stands_alone(self) -> None:
        text = header_text()
        assert text.startswith("// SPDX-License-Identifier: Apache-2.0\n")
        assert re.findall(r"#include (.*)", text.split("#ifndef BYTEPERM_H", 1)[1]) == ["<stdio.h>"]
        assert text.isascii() and max(map(len, text.splitlines())) <= 120

    @pytest.mark.parametrize("version", ["1.2", "1.100.0", "1.2.100", "next"])
    def test_other_versions_are_refused(self, version: str) -> None:
        with pytest.raises(ValueError, match="a version has three numbers"):
            version_number(version)


@pytest.mark.compiler
@pytest.mark.parametrize("compiler", HOSTS)
class TestHost:
    @pytest.mark.parametrize("standard", ["c++17", "c++20"])
    @pytest.mark.parametrize("dump", ["0", "1"])
    def test_it_compiles_without_a_warning_and_its_assertions_hold(
        self, folder: Path, compiler: str, standard: str, dump: str
    ) -> None:
        source = write(folder, "one.cpp", '#include "byteperm.h"\n#include "byteperm.h"\n')
        defines = ["-DBYTEPERM_SELF_TEST", f"-DBYTEPERM_DUMP={dump}"]
        run(need(compiler), f"-std={standard}", *STRICT, *defines, "-fsyntax-only", source)

    def test_all_selectors_agree_with_the_model(self, folder: Path, compiler: str) -> None:
        program = folder / "sweeps"
        run(need(compiler), "-std=c++17", "-O2", *STRICT, "-I", folder, SWEEPS, "-o", program)
        assert run(program, *OPERANDS).stdout.split() == wanted_sweeps()

    def test_the_calls_for_amd_agree_with_the_model(self, folder: Path, compiler: str) -> None:
        program, fake = folder / "sweeps", write(folder, "fake.h", FAKE_AMD)
        defines = ["-D__AMDGCN__=1", "-DBYTEPERM_DUMP=1", "-D__builtin_amdgcn_perm=amd_perm", "-include", str(fake)]
        run(need(compiler), "-std=c++17", "-O1", *defines, "-I", folder, SWEEPS, "-o", program)
        done = run(program, *OPERANDS)
        assert done.stdout.split() == wanted_sweeps()
        assert int(done.stderr) == len(wanted_sweeps()) << 16

    def test_two_files_can_include_it_and_dump(self, folder: Path, compiler: str) -> None:
        other = '#include "byteperm.h"\nunsigned other(unsigned x) { return bp::permute<0x0123>(x, 0); }\n'
        main = (
            '#include "byteperm.h"\nunsigned other(unsigned);\n'
            'int main() { bp::dump("w", 0x76A914C5); bp::dump("other", other(0x00010280)); }\n'
        )
        sources = write(folder, "main.cpp", main), write(folder, "other.cpp", other)
        run(need(compiler), "-std=c++17", "-O0", *STRICT, *sources, "-o", folder / "both")
        assert run(folder / "both").stdout.splitlines() == [
            "w: value 0x76a914c5 | printed bytes 76 a9 14 c5 (most significant first)"
            " | memory bytes c5 14 a9 76 (least significant first)",
            "other: value 0x80020100 | printed bytes 80 02 01 00 (most significant first)"
            " | memory bytes 00 01 02 80 (least significant first)",
        ]

    def test_dump_can_be_switched_off(self, folder: Path, compiler: str) -> None:
        source = write(folder, "off.cpp", '#include "byteperm.h"\nint main() { bp::dump("w", 1); }\n')
        run(need(compiler), "-std=c++17", "-DBYTEPERM_DUMP=0", *STRICT, source, "-o", folder / "off")
        assert not run(folder / "off").stdout

    def test_at_run_time_a_mistake_is_named_and_stops(self, folder: Path, compiler: str) -> None:
        text = '#include "byteperm.h"\nint main() { volatile int n = 8; return bp::fields(3, 1, 0, n) != 0; }\n'
        run(need(compiler), "-std=c++17", write(folder, "late.cpp", text), "-o", folder / "late")
        done = run(folder / "late", status=None)
        assert done.returncode not in (0, 1)
        assert done.stderr == "byteperm: a_field_is_the_index_of_a_source_byte_0_to_7\n"

    @pytest.mark.parametrize(("expression", "message"), MISTAKES)
    def test_a_mistake_does_not_compile(self, folder: Path, compiler: str, expression: str, message: str) -> None:
        source = write(folder, "wrong.cpp", f'#include "byteperm.h"\nconstexpr auto wrong = {expression};\n')
        done = run(need(compiler), "-std=c++17", "-fsyntax-only", source, status=None)
        assert done.returncode != 0 and message in done.stderr

    def test_older_standards_are_refused_in_a_sentence(self, folder: Path, compiler: str) -> None:
        source = write(folder, "old.cpp", '#include "byteperm.h"\n')
        done = run(need(compiler), "-std=c++14", "-fsyntax-only", source, status=None)
        assert done.returncode != 0 and "byteperm.h needs C++17" in done.stderr


@pytest.mark.compiler
class TestNvcc:
    def test_it_compiles_for_host_and_devices(self, folder: Path) -> None:
        source = write(folder, "kernel.cu", KERNEL + '\nint main() { bp::dump("w", bp::permute<0x3104>(1, 2)); }\n')
        codes = [f"-gencode=arch=compute_{arch[3:]},code={arch}" for arch in ARCHS]
        options = [
            "-std=c++17",
            "-DONE=3",
            "-DBYTEPERM_SELF_TEST",
            "-Werror",
            "all-warnings",
            "-Xcompiler=-Wall,-Wextra",
        ]
        run(need("nvcc"), *options, *codes, "-c", source, "-o", folder / "kernel.o")

    @pytest.mark.parametrize(("one", "instruction"), [(0, "prmt.b32"), (1, "prmt.b32"), (2, "prmt.b32.rc8")])
    def test_a_call_is_one_ptx_permute(self, folder: Path, one: int, instruction: str) -> None:
        source = write(folder, "kernel.cu", KERNEL)
        run(need("nvcc"), "-std=c++17", "-arch=sm_90", f"-DONE={one}", "-ptx", source, "-o", folder / "kernel.ptx")
        ptx = (folder / "kernel.ptx").read_text(encoding="utf-8")
        assert re.findall(r"^\s*(prmt\S*)", ptx, re.MULTILINE) == [instruction]
        assert not re.search(r"\b(and|shl|shr|lop3)\.b", ptx)
        assert one != 0 or re.search(r"\b(12548|0x3104)U?\b", ptx)

    @pytest.mark.parametrize(("expression", "message"), MISTAKES[::6])
    def test_a_mistake_does_not_compile(self, folder: Path, expression: str, message: str) -> None:
        source = write(folder, "wrong.cu", f'#include "byteperm.h"\nconstexpr auto wrong = {expression};\n')
        done = run(need("nvcc"), "-std=c++17", "-c", source, "-o", folder / "wrong.o", status=None)
        assert done.returncode != 0 and message in done.stdout + done.stderr

    @pytest.mark.gpu
    def test_all_selectors_agree_with_the_model_on_the_device(self, folder: Path) -> None:
        program = folder / "sweeps"
        run(need("nvcc"), "-std=c++17", "-arch=native", "-I", folder, "-x", "cu", SWEEPS, "-o", program)
        assert run(program, *OPERANDS).stdout.split() == wanted_sweeps()


def compile_with_nvrtc(folder: Path, source: str, arch: str, one: int = 3) -> bytes:
    core = pytest.importorskip("cuda.core", reason="no cuda-core")
    macros = [("BYTEPERM_SELF_TEST", "1"), ("ONE", str(one))]
    options = core.ProgramOptions(arch=arch, std="c++17", include_path=str(folder), define_macro=macros)
    return bytes(core.Program(source, code_type="c++", options=options).compile("cubin").code)


def nvdisasm() -> str:
    """The disassembler's path, from the wheel nvidia-cuda-nvdisasm or a toolkit, or skip the test."""
    spec = importlib.util.find_spec("nvidia")
    folders = spec.submodule_search_locations if spec and spec.submodule_search_locations else []
    found = [str(path) for folder in folders for path in Path(folder).glob("*/bin/nvdisasm")]
    return found[0] if found else need("nvdisasm")


class TestNvrtc:
    @pytest.mark.parametrize("arch", ARCHS)
    def test_it_compiles_to_machine_code_and_its_assertions_hold(self, folder: Path, arch: str) -> None:
        assert compile_with_nvrtc(folder, KERNEL, arch).startswith(b"\x7fELF")

    @pytest.mark.parametrize(("one", "instruction"), [(0, "PRMT"), (1, "PRMT"), (2, "PRMT.RC8")])
    @pytest.mark.parametrize("arch", ARCHS)
    def test_a_call_is_one_machine_instruction(self, folder: Path, arch: str, one: int, instruction: str) -> None:
        tool, cubin = nvdisasm(), folder / "kernel.cubin"
        cubin.write_bytes(compile_with_nvrtc(folder, KERNEL, arch, one))
        sass = run(tool, "-c", cubin).stdout
        assert re.findall(r"\b(PRMT\S*|LOP3\S*|SHF\S*)", sass) == [instruction]
        assert one != 0 or "0x3104" in sass

    @pytest.mark.parametrize(("expression", "message"), MISTAKES)
    def test_a_mistake_does_not_compile(self, folder: Path, expression: str, message: str) -> None:
        source = f'#include "byteperm.h"\nconstexpr auto wrong = {expression};\n'
        with pytest.raises(Exception, match=re.escape(message)):
            compile_with_nvrtc(folder, source, "sm_90")


@cache
def clang_targets(clang: str) -> str:
    return run(clang, "--print-targets", status=None).stdout


@pytest.mark.compiler
class TestAmd:
    """Arguments come in v0, v1, v2 and the result leaves in v0; S0 of v_perm_b32 holds bytes 4-7."""

    def functions(self, folder: Path, *options: str) -> dict[str, str]:
        clang = need("clang++")
        if "amdgcn" not in clang_targets(clang):
            pytest.skip("clang++ has no AMDGCN")
        source, output = write(folder, "device.cpp", DEVICE_CALLS), folder / "device.s"
        fixed = ["-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", "-DBYTEPERM_SELF_TEST", "-DBYTEPERM_DUMP=0"]
        run(clang, *fixed, *options, "-nogpulib", "-S", source, "-o", output)
        parts = re.findall(r"^(\w+):[^\n]*@\1\n(.*?)s_setpc_b64", output.read_text(), re.MULTILINE | re.DOTALL)
        return dict(parts)

    @pytest.mark.parametrize(
        "options",
        [
            ("-target", "amdgcn-amd-amdhsa", "-mcpu=gfx90a"),
            ("-x", "hip", "--offload-arch=gfx90a", "-nogpuinc", "--cuda-device-only"),
        ],
        ids=["bare", "hip"],
    )
    def test_a_call_is_one_v_perm_with_the_operands_exchanged(self, folder: Path, options: tuple[str, ...]) -> None:
        functions = self.functions(folder, *options)
        assert set(functions) == {"permute", "constant", "byte_perm", "signs", "v_perm"}
        for name in ("permute", "constant"):
            assert instructions(functions[name]) == ["v_perm_b32 v0, v1, v0"]
            assert "0x3010004" in functions[name]
        assert instructions(functions["byte_perm"])[-1] == "v_perm_b32 v0, v1, v0"
        assert instructions(functions["v_perm"]) == ["v_perm_b32 v0, v0, v1"]
        assert any(re.match(r"v_perm_b32 v\d+, v1, v0$", line) for line in instructions(functions["signs"]))
        assert not any(word in text for text in functions.values() for word in ("scratch_", "buffer_", "s_cbranch"))


def instructions(text: str) -> list[str]:
    """The vector instructions of a function, without the selector of v_perm."""
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip().startswith("v_")]
    return [re.sub(r"^(v_perm_b32 \w+, \w+, \w+), .*", r"\1", line) for line in lines if not line.startswith("v_mov")]
