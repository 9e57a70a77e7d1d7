"""``byteperm verify`` and ``byteperm vectors``: output and exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial

import pytest

from byteperm.cli.commands import verify
from byteperm.cli.main import main
from byteperm.spans import BytepermError
from byteperm.verify.export import FORMATS
from byteperm.verify.report import Count, Mismatch, Report

GOOD = Report("checked", (Count("prmt", 7),), 0.25, {"seed": "1"})
WRONG = Report("checked", (Count("prmt", 7, 1, (Mismatch(1, 2, 3, 4, 5),)),), 0.25)


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Put reports in the place of the three checks; an error in place of a report is raised."""

    def replace(**reports: Report | BytepermError) -> None:
        for name in ("check_model", "check_peers", "check_device"):
            monkeypatch.setattr(verify, name, partial(give, reports.get(name)))

    return replace


def give(outcome: Report | BytepermError | None) -> Report:
    if isinstance(outcome, BytepermError):
        raise outcome
    assert outcome is not None, "a check that was not asked for was run"
    return outcome


def test_the_real_check_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--peers", "--json"]) == 0
    values = json.loads(capsys.readouterr().out)
    assert values["schema"] == 1 and values["good"] is True
    assert [report["mismatches"] for report in values["reports"]] == [0, 0]
    assert values["reports"][0]["comparisons"] > 8 * 2 * 65536


def test_only_what_was_asked_for_is_run(checks: Callable[..., None], capsys: pytest.CaptureFixture[str]) -> None:
    checks(check_model=GOOD)
    assert main(["verify"]) == 0
    assert capsys.readouterr().out == GOOD.describe() + "\n"


@pytest.mark.parametrize("bad", ["check_model", "check_peers", "check_device"])
def test_a_mismatch_anywhere_is_exit_code_1(
    checks: Callable[..., None], bad: str, capsys: pytest.CaptureFixture[str]
) -> None:
    checks(**{"check_model": GOOD, "check_peers": GOOD, "check_device": GOOD, bad: WRONG})
    assert main(["verify", "--peers", "--gpu"]) == 1
    assert "expected 0x00000004, found 0x00000005" in capsys.readouterr().out
    assert main(["verify", "--peers", "--gpu", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["good"] is False


def test_no_gpu_is_exit_code_2_and_says_what_to_do(
    checks: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    checks(check_model=GOOD, check_device=BytepermError("no CUDA device can be used", help="find one"))
    assert main(["verify", "--gpu"]) == 2
    captured = capsys.readouterr()
    assert GOOD.describe() in captured.out and "help: find one" in captured.err
    assert main(["verify", "--gpu", "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["message"] == "no CUDA device can be used"


def test_vectors_are_printed_as_json_unless_told_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vectors"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == 1 and document["vectors"][0]["contract"] == "byte_perm" and document["sweeps"]


@pytest.mark.parametrize("target", ["json", "c"])
def test_vectors_are_printed_in_the_format_asked_for(
    target: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(FORMATS, target, lambda: '{"schema": 1}\n')
    assert main(["vectors", "--to", target]) == 0
    assert capsys.readouterr().out == '{"schema": 1}\n'
    assert main(["vectors", "--to", target, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["schema"] == 1
