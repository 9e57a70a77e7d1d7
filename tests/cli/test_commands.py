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
CALL = "__byte_perm(0x7600a914, 0x069f34c5, 0x3104)"
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
        ("port_call", ["port", "r = __byte_perm(a, h[0], 0x7632);"]),
        ("port_zero", ["port", "__byte_perm(a, 0, 0x4044)", "--to", "amd"]),
        ("port_constant", ["port", "0x4044", "--y", "zero=0", "--to", "amd"]),
        ("order", ["order", "0x76a914c5"]),
        ("order_decimal", ["order", "12345678"]),
        ("select_named", ["select", *BYTES[:4], "--x", "h[0]=0x7600a914", "--y", "w=0x069f34c5"]),
        ("select_fill", ["select", "00 c5 c5 34", "--x", "0x069f34c5", "--contract", "prmt"]),
        ("select_capital", ["select", "X3 X1 X0 Y0"]),
        ("diagnose_right", ["diagnose", CALL, "--saw", "c5 14 a9 76", "--want", "76 a9 14 c5"]),
        ("diagnose_neither", ["diagnose", CALL, "--saw", "c5 14 a9 76", "--want", "76 a9 14 06"]),
        ("diagnose_other_call", ["diagnose", f"{CALL}; __byte_perm(1, 2, 0x4567)", "--saw", "02 00 00 00"]),
        ("diagnose_amd", ["diagnose", "__byte_perm(0x33221100, 0x77665544, 0x7654)", "--saw", "00 00 66 44"]),
        ("explain_call", ["explain", "r = __byte_perm(m, 0, 0x0123);"]),
        ("explain_computed", ["explain", "__byte_perm(a, b, 0x1000 + 0x414)"]),
        ("explain_named", ["explain", "__byte_perm(a, h[0], SEL)", "--x", "SEL=0x3104", "--y", "0x069f34c5"]),
        ("explain_several", ["explain", "__byte_perm(a, __byte_perm(1, 2, 0x4567), 0x7654); __byte_perm(c, d, 1);"]),
        ("explain_any", ["explain", "x3 _ x0 y0"]),
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
        ("bad_case_twice", ["diagnose", "__byte_perm(a, 2, 0x3210)", "--case", "a=5 saw=1 a=6"]),
        ("bad_two_values", ["explain", "__byte_perm(a, 2, 0x3210)", "--x", "a=5", "--y", "a=6"]),
        ("bad_operand_name", ["explain", "__byte_perm(a, 2, 0x3210)", "--x", "k=5"]),
        ("bad_two_words", ["order", "1", "2"]),
        ("bad_low_word", ["order", "-2147483649"]),
        ("bad_near_name", ["explain", "__byte_prem(a, b, 0x3210)"]),
        ("bad_near_name_two", ["diagnose", "__byteperm(1, 2, 0x3210)", "--saw", "0 0 0 1"]),
        ("bad_vector_permute", ["port", "_mm_shuffle_epi8(a, b)"]),
        ("bad_in_string", ["explain", 'inline_asm_elementwise("prmt.b32 $0, $1, $2, 0x5410;", "=r,r,r")']),
        ("bad_register", ["explain", "v_perm_b32 v0, v1, v2, s3"]),
        ("bad_control", ["explane\x1b[2J", "0x3104"]),
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


def test_a_byte_order_mark_is_no_part_of_the_input() -> None:
    assert python("order", "-", text="\ufeff0x10\r\n", PYTHONUTF8="1").stdout.startswith("value           0x00000010")


def test_json_before_the_command(capsys) -> None:
    assert run(capsys, "--json", "order", "1") == run(capsys, "order", "1", "--json")


@pytest.mark.parametrize(
    ("redirection", "message"),
    [
        ("- <&-", "standard input is closed"),
        ("1 >&-", "standard output is closed"),
        ("1 >/dev/full", "output cannot be written: No space left on device"),
        ("1 --json >/dev/full", "output cannot be written: No space left on device"),
        ("x --json >/dev/full", "output cannot be written: No space left on device"),
    ],
)
def test_odd_standard_streams(redirection: str, message: str) -> None:
    if "/dev/full" in redirection and not Path("/dev/full").exists():
        pytest.skip("no /dev/full")
    command = f"{sys.executable} -m byteperm order {redirection}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and message in done.stderr


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_nobody_to_complain_to_is_no_traceback(redirection: str) -> None:
    command = f"{sys.executable} -m byteperm order x {redirection}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


def test_a_word_of_eight_decimal_digits_is_remarked_everywhere(capsys) -> None:
    remark = "12345678 is decimal: 0x00BC614E, not 0x12345678"
    for command in (
        ["order", "12345678"],
        ["explain", "1", "--x", "12345678"],
        ["select", "1 1 1 1", "--y", "12345678"],
    ):
        assert remark in run(capsys, *command)[2]
        assert remark in [note["message"] for note in run_json(capsys, *command)[1]["notes"]]


def test_control_characters_are_escaped_wherever_outside_text_is_shown(capsys) -> None:
    for command in (
        ["select", *BYTES[:4], "--x", "h\x1b[2J=0x7600a914", "--y", "0x069f34c5"],
        ["explain", "__byte_perm(a /* \x1b[2J */ + 1, b, 0x3104)"],
        ["port", "__byte_perm(a /* \x1b[2J */ + 1, b, 0x3104)"],
        ["diagnose", "__byte_perm(a /* \x1b[2J */ + 1, b, 0x3104)", "--x", "1", "--y", "2", "--saw", "0 0 0 2"],
        ["diagnose", "__byte_perm(a\x1b[2J, b, 0x3104)", "--saw", "0 0 0 2"],
        ["explain", "\x1b[2J"],
        ["explain", "0x3104", "--\x1b[2J"],
    ):
        assert "\x1b" not in "".join(map(str, run(capsys, *command)))


def test_names_and_nested_calls_have_values(capsys) -> None:
    call = "__byte_perm(a, __byte_perm(0x11223344, k, 0x0123), S)"
    _, values = run_json(capsys, "explain", call, "--x", "S=0x7410", "--x", "a=1", "--y", "k=2")
    assert values["operands"] == {"x": "0x00000001", "y": "0x44332211"}
    assert values["result"]["value"] == "0x44110001"
    assert "this is the first" in values["notes"][0]["message"]


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
