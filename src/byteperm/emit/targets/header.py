"""C++17 over the vendored header: the same source for CUDA, HIP and the host."""

from __future__ import annotations

from byteperm.emit.base import Request, Unsupported
from byteperm.emit.cfamily import CPP_KEYWORDS, Dialect, emit_c
from byteperm.emit.targets.c import DIALECT as C
from byteperm.emit.targets.c import WORD_OPS

NAME = "header"
SUMMARY = "C++17 over byteperm.h (byteperm header prints it): one source for CUDA, HIP and the host"
EXTENSION = "hpp"
TESTED = "compiled by g++ with warnings as errors and executed; the header itself by nvcc, NVRTC and clang++ too"

_MODES = ("f4e", "b4e", "rc8", "ecl", "ecr", "rc16")

DIALECT = Dialect(
    name=NAME,
    ops={
        **WORD_OPS,
        **{f"prmt.{mode}": f"bp::prmt<bp::mode::{mode}>({{0}}, {{1}}, {{2}})" for mode in _MODES},
        "prmt": "bp::permute<{s}>({0}, {1})",
        "prmt.sign": "bp::prmt({0}, {1}, {s})",
        "prmt.run": "bp::prmt({0}, {1}, {2})",
        "rotl": "({0} << ({1} & 31u) | {0} >> (-{1} & 31u))",
    },
    types=C.types,
    head='#include "byteperm.h"\n\n#include <cstdint>\n',
    function="BYTEPERM_HD inline",
    keywords=CPP_KEYWORDS,
    reserved=frozenset({"wrong", "main", "bp"}),
    test="inline int {name}_test() {{\n    int wrong = 0;\n{body}    return wrong;\n}}\n",
    example="int main() {{ return {name}_test() != 0; }}\n",
)


def emit(request: Request) -> str | Unsupported:
    """Write C++17 over the header."""
    return emit_c(request, DIALECT)
