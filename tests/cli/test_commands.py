"""The command line as a user meets it: output, exit codes, refusals."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from byteperm.cli.main import command_names, main

BYTES = ["76", "a9", "14", "c5", "--x", "0x7600a914", "--y", "0x069f34c5"]
REPORT = "__byte_perm(0x7600a914, 0x069f34c5, 0b011'001'000'111)"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, object]]:
    code, out, err = run(capsys, *arguments, "--json")
    assert err == ""
    values = json.loads(out)
    assert values["schema"] == 1
    return code, values


def test_select_gives_the_selector_first(capsys) -> None:
    code, values = run_json(capsys, "select", *BYTES)
    assert code == 0 and values["selectors"][0]["selector"] == "0x3104"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("select_values", ["select", *BYTES]),
        ("select_missing", ["select", "00", "14", "c5", "34", "--x", "0x069f34c5"]),
        ("select_any", ["select", "x3", "_", "x0", "y0"]),
        ("select_sign", ["select", "sign(x0) sign(x0) sign(x0) x0"]),
        ("select_unknown", ["select", "76 a9 14 c5"]),
        ("select_two", ["select", "99 a9 14 c5", "--x", "0x7600a914", "--y", "0x069f34c5"]),
        ("diagnose_report", ["diagnose", REPORT, "--saw", "14 9f c5 06"]),
        ("diagnose_report_wanted", ["diagnose", REPORT, "--saw", "14 9f c5 06", "--want", "76 a9 14 06"]),
        (
            "diagnose_order",
            ["diagnose", "__byte_perm(a, b, 0x3104)", "--saw", "c5 14 a9 76", "--x", "0x7600a914", "--y", "0x069f34c5"],
        ),
        (
            "diagnose_word",
            [
                "diagnose",
                "__byte_perm(0x7600a914, h[0], 0x3104)",
                "--saw",
                "76 a9 14 44",
                "--x",
                "h[0]=0x069f34c5",
                "--x",
                "h[1]=0x11223344",
            ],
        ),
        ("diagnose_impossible", ["diagnose", "__byte_perm(1, 2, 0x3210)", "--saw", "99 00 00 01"]),
        ("diagnose_weak", ["diagnose", "__byte_perm(0x33221100, 0x77665544, 0x7510)", "--saw", "00 55 11 77"]),
        ("diagnose_nothing", ["diagnose", "__byte_perm(0x33221100, 0x77665544, 0x7510)", "--saw", "44 22 66 33"]),
        ("diagnose_prmt", ["diagnose", "__byte_perm(0x80FF7F01, 0, 0xBA98)", "--saw", "ff ff 00 00"]),
        ("port_amd", ["port", "0x7632", "--to", "amd"]),
        ("port_back", ["port", "0x0C020C00", "--from", "amd"]),
        ("port_none", ["port", "0x8880", "--from", "prmt", "--to", "byte_perm"]),
        ("order", ["order", "0x76a914c5"]),
        ("explain_call", ["explain", "r = __byte_perm(m, 0, 0x0123);"]),
        ("explain_decimal", ["explain", "5140"]),
        ("explain_wide", ["explain", "0x06040200"]),
    ],
)
def test_golden_output(name: str, arguments: list[str], capsys, golden) -> None:
    code, out, err = run(capsys, *arguments)
    assert out.isascii() and "\x1b" not in out
    golden(f"cli/{name}.txt", f"exit {code}\n{out}{err}")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("bad_digit", ["explain", "0x31g4"]),
        ("bad_bytes_as_selector", ["explain", "76 a9 14 c5"]),
        ("bad_empty", ["explain", ""]),
        ("bad_too_wide", ["explain", "0x123456789"]),
        ("bad_field", ["explain", "3,1,0,16"]),
        ("bad_field_count", ["explain", "3,1,0"]),
        ("bad_bracket", ["explain", "{3,1,0,4"]),
        ("bad_octal", ["explain", "0890"]),
        ("bad_separator", ["explain", "0x31''04"]),
        ("bad_suffix", ["explain", "0x3104q"]),
        ("bad_name", ["explain", "z3 x1 x0 y0"]),
        ("bad_sign", ["explain", "sign(x3) x1 x0 y0"]),
        ("bad_mode", ["explain", "x3 x1 x0 y0", "--mode", "rc8"]),
        ("bad_mode_contract", ["explain", "1", "--mode", "rc8", "--contract", "v_perm"]),
        ("bad_contract", ["explain", "1", "--contract", "sse"]),
        ("bad_call_contract", ["explain", "__byte_perm(a, b, 1)", "--contract", "prmt"]),
        ("bad_word", ["explain", "0x3104", "--x", "0x1ffffffff"]),
        ("bad_word_text", ["order", "hello"]),
        ("bad_word_empty", ["order", ""]),
        ("bad_hex_byte", ["select", "76", "a9", "zz", "c5"]),
        ("bad_byte_count", ["select", "76", "a9"]),
        ("bad_byte_number", ["select", "x4 x1 x0 y0"]),
        ("bad_saw", ["diagnose", "__byte_perm(1, 2, 0x3210)", "--saw", "76 a9"]),
        ("bad_no_saw", ["diagnose", "__byte_perm(1, 2, 0x3210)"]),
        ("bad_no_value", ["diagnose", "__byte_perm(1, h[0], 0x3210)", "--saw", "0 0 0 1"]),
        ("bad_no_call", ["diagnose", "hello", "--saw", "0 0 0 1"]),
        ("bad_unclosed", ["diagnose", "__byte_perm(1, 2, 0x3210", "--saw", "0 0 0 1"]),
        ("bad_binding", ["diagnose", "__byte_perm(a, 2, 0x3210)", "--saw", "0 0 0 1", "--x", "=5"]),
        ("bad_case", ["diagnose", "__byte_perm(a, 2, 0x3210)", "--case", "a=5"]),
        ("bad_case_text", ["diagnose", "__byte_perm(a, 2, 0x3210)", "--case", "hello"]),
        ("bad_command", ["explane", "0x3104"]),
        ("bad_option", ["explain", "0x3104", "--frobnicate"]),
        ("bad_port", ["port", "0x3104", "--to", "sse"]),
    ],
)
def test_golden_refusals(name: str, arguments: list[str], capsys, golden) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    golden(f"cli/{name}.txt", err)
    code, values = run_json(capsys, *arguments)
    assert code == 2
    assert err.startswith(f"error: {values['error']['message']}")


def test_no_arguments_shows_the_help_on_standard_error(capsys) -> None:
    code, out, err = run(capsys)
    assert (code, out) == (2, "")
    assert all(name in err for name in command_names())


def test_no_answer_is_exit_code_one(capsys) -> None:
    assert run(capsys, "select", "99 a9 14 c5", "--x", "1", "--y", "2")[0] == 1
    assert run(capsys, "diagnose", "__byte_perm(1, 2, 0x3210)", "--saw", "99 00 00 01")[0] == 1
    assert run(capsys, "port", "0x8880", "--from", "prmt", "--to", "tbl")[0] == 1


def test_memory_order_is_the_reverse_of_print_order(capsys) -> None:
    one = run(capsys, "select", "c5 14 a9 76", "--order", "memory", *BYTES[4:])
    assert one == run(capsys, "select", *BYTES)
    asked = ["diagnose", REPORT, "--order", "memory", "--saw", "0x06c59f14", "--want", "06 14 a9 76"]
    assert run(capsys, *asked) == run(capsys, "diagnose", REPORT, "--saw", "14 9f c5 06", "--want", "76 a9 14 06")


def test_a_selector_in_every_spelling_explains_the_same(capsys) -> None:
    spellings = [
        "0x3104",
        "12548",
        "0b0011'0001'0000'0100",
        "030404",
        "3,1,0,4",
        "x3 x1 x0 y0",
        "0X31'04u",
        "0x31_04",
        "{4, 0, 1, 3}",
    ]
    results = {json.dumps(run_json(capsys, "explain", text, *BYTES[4:])[1]["result"]) for text in spellings}
    assert results == {json.dumps({"value": "0x76A914C5", "printed": "76 a9 14 c5", "memory": "c5 14 a9 76"})}


def test_svg_goes_to_standard_output(capsys) -> None:
    code, out, err = run(capsys, "explain", "0x3104", "--svg")
    assert (code, err) == (0, "") and out.startswith("<svg ")


def python(*arguments: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "byteperm", *arguments],
        input=text,
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        cwd=Path(__file__).parent,
        timeout=60,
    )


@pytest.mark.parametrize("command", ["explain", "select", "order", "port"])
def test_ten_megabytes_are_refused_quickly(command: str) -> None:
    done = python(command, "-", text="7" * 10_000_000)
    assert done.returncode == 2 and done.stdout == ""
    assert "longer than 1000000 characters" in done.stderr and "Traceback" not in done.stderr


def test_a_selector_from_standard_input() -> None:
    done = python("explain", "-", text="0x3104\n")
    assert done.returncode == 0 and done.stdout.startswith("__byte_perm(x, y, 0x3104)")


def test_version() -> None:
    done = python("--version")
    assert done.returncode == 0 and done.stdout.startswith("byteperm ")


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m byteperm select _ _ _ _ --all | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stderr == ""


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_completion_knows_the_commands(shell: str, capsys) -> None:
    code, out, _ = run(capsys, "completion", shell)
    assert code == 0 and "diagnose" in out and "--contract" in out


@pytest.mark.parametrize("name", command_names())
def test_every_command_has_help(name: str, capsys) -> None:
    code, out, _ = run(capsys, name, "--help")
    assert code == 0 and out.startswith(f"usage: byteperm {name}")
