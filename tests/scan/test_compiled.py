"""A second witness for `evaluate`: a C compiler's own values of the same expressions."""

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from byteperm.scan import evaluate
from byteperm.spans import BytepermError, Source, Span

TYPES = ("int", "unsigned", "unsigned char", "signed char", "short", "uint8_t", "int16_t", "uint32_t", "int64_t",
         "unsigned long long", "long", "uint64_t", "_Bool")  # fmt: skip
OPERATORS = ("+", "-", "*", "/", "%", "<<", ">>", "&", "^", "|", "==", "!=", "<", ">", "<=", ">=", "&&", "||")
LITERALS = ("0", "1", "2", "7", "0x5410", "0xFFu", "255", "2147483647", "0x80000000", "4294967295", "0xFFFFFFFFFF",
            "030404", "0b1010", "1ull", "3l", "0x7FFFFFFFFFFFFFFF", "0xFFFFFFFFFFFFFFFF", "31", "17u")  # fmt: skip
UNDEFINED = ("division by zero", "division overflows", "shift is out of range")


def expression(chance: random.Random, depth: int) -> str:
    """Write a random expression that has a value by C's rules."""
    shape = chance.randrange(8) if depth else 0
    if shape <= 1:
        return chance.choice(LITERALS)
    inner = [expression(chance, depth - 1) for _ in range(3)]
    if shape == 2:
        return f"{chance.choice('+-~!')} {inner[0]}"
    if shape == 3:
        return f"({chance.choice(TYPES)}) {inner[0]}"
    if shape == 4:
        return f"({inner[0]})"
    if shape == 5 and chance.random() < 0.5:
        return f"({inner[0]} ? {inner[1]} : {inner[2]})"
    return f"{inner[0]} {chance.choice(OPERATORS)} {inner[1]}"


def expressions(seed: int, count: int) -> dict[str, int]:
    """Collect expressions with the values under test, leaving out those that C gives none."""
    chance = random.Random(seed)
    found: dict[str, int] = {}
    while len(found) < count:
        text = expression(chance, 4)
        try:
            found[text] = evaluate(Source(text), Span(0, len(text)), {})
        except BytepermError as error:
            if error.problem not in UNDEFINED:
                raise
    return found


@pytest.mark.compiler
@pytest.mark.parametrize("seed", range(3))
def test_values_are_the_compilers(seed: int, tmp_path: Path) -> None:
    cases = expressions(seed, 300)
    lines = "\n".join(f'  printf("%u\\n", (unsigned)({text}));' for text in cases)
    program = f"#include <stdint.h>\n#include <stdio.h>\nint main(void) {{\n{lines}\n}}\n"
    (tmp_path / "cases.c").write_text(program, encoding="utf-8")
    compiler = next(path for path in map(shutil.which, ("gcc", "cc", "clang")) if path)
    # Signed overflow wraps, as it does on the device and as `evaluate` has it.
    command = [compiler, "-std=gnu11", "-fwrapv", "-w", "-o", str(tmp_path / "cases"), str(tmp_path / "cases.c")]
    subprocess.run(command, check=True, timeout=120)
    output = subprocess.run([str(tmp_path / "cases")], check=True, capture_output=True, text=True, timeout=60).stdout
    assert dict(zip(cases, map(int, output.split()), strict=True)) == cases
