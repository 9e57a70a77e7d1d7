"""The commands that compile layouts, as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from byteperm.cli.main import main
from byteperm.explanation.plan import layout_svg
from byteperm.layout.language import parse_layout

WORDS = "in h: u32le[5]; out m: u32be[16] = sha256_block(00 14 h)"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("compile_words", ["compile", WORDS]),
        ("compile_name", ["compile", "transpose4x4"]),
        ("compile_signs", ["compile", "i8x4-i32x4", "--arch", "sm_75"]),
        ("compile_nothing", ["compile", "in x: u32le; out r: u32le[2] = x 00 * 4"]),
        ("compile_runtime", ["compile", "in x, y: u32le; in n: index; out r: u32le = window(x y, n)"]),
        ("catalogue_entry", ["catalogue", "bswap32"]),
        ("bitcoin_words", ["bitcoin", "words", "p2wpkh"]),
        ("bitcoin_words_be", ["bitcoin", "words", "p2pkh", "--payload-order", "be"]),
        ("bitcoin_redeem", ["bitcoin", "words", "P2SH-P2WPKH"]),
        ("bitcoin_templates", ["bitcoin", "templates"]),
        ("bad_layout", ["compile", "in x: u32; out r: u32le = x"]),
        ("bad_layout_name", ["compile", "transpose4x5"]),
        ("bad_layout_target", ["compile", "bswap32", "--to", "fortran"]),
        ("bad_layout_signs", ["compile", "i8x4-i32x4", "--contract", "byte_perm"]),
        ("bad_layout_seconds", ["compile", "bswap32", "--seconds", "0"]),
        ("bad_template", ["bitcoin", "words", "p2wkph"]),
        ("bad_entry", ["catalogue", "bswop32"]),
    ],
)
def test_golden_output(name: str, arguments: list[str], capsys, golden) -> None:
    code, out, err = run(capsys, *arguments)
    assert "Traceback" not in err
    assert code == (2 if name.startswith("bad") else 0)
    golden(f"cli/{name}.txt", f"exit {code}\n{out}{err}")


def test_json_has_the_proof(capsys) -> None:
    code, out, _ = run(capsys, "compile", WORDS, "--json")
    values = json.loads(out)
    assert code == 0
    assert values["permutes"] == 6
    assert values["proof"] == {"kind": "bound", "lower": 6, "reason": "six outputs are neither inputs nor constants"}
    assert values["summary"] == "6 prmt; minimal: six outputs are neither inputs nor constants"


def test_a_file_is_read(tmp_path: Path, capsys) -> None:
    path = tmp_path / "words.layout"
    path.write_text(WORDS.replace("; ", "\n"))
    assert run(capsys, "compile", str(path))[1] == run(capsys, "compile", WORDS)[1]
    path.write_bytes(b"\xff\xfe\x00")
    assert run(capsys, "compile", str(path))[0] == 2


def test_layout_picture_is_complete(golden) -> None:
    golden("cli/layout_words.svg", layout_svg(parse_layout(WORDS), "P2WPKH words") + "\n")
