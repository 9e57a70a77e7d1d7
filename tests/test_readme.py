"""What the README and the docs show is what the commands print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def sessions() -> list[tuple[str, str, str]]:
    """Return (page, command, output) for each byteperm command that a page shows."""
    found = []
    for page in PAGES:
        for block in BLOCK.findall(page.read_text()):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                if command.startswith("byteperm "):
                    found.append((page.name, command, output))
    return found


def test_there_are_sessions() -> None:
    assert len(sessions()) >= 7


@pytest.mark.parametrize(("page", "command", "output"), sessions(), ids=lambda text: text[:60])
def test_a_shown_command_prints_what_is_shown(page: str, command: str, output: str) -> None:
    line = command.replace("byteperm", f"{sys.executable} -m byteperm", 1)
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False, env=environment, cwd=ROOT)
    assert done.stderr == ""
    assert done.stdout.rstrip("\n") == output.rstrip("\n")


def test_the_ranking_in_the_docs_is_the_tested_one() -> None:
    ranking = (ROOT / "tests" / "golden" / "diagnosis" / "ranking.txt").read_text()
    assert ranking in (ROOT / "docs" / "diagnosis.md").read_text()
