"""The core is standard library only, imports in one direction, and is quick to import."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import byteperm

SRC = Path(byteperm.__file__).parent

#: Lowest first: a module may import from its own entry and those before it.
ORDER = [
    "version", "isa", "spans", "literals", "lanes", "word", "selector", "layout", "program", "emit", "bitcoin",
    "catalogue", "explanation", "scan", "diagnosis", "verify", "cli",
]  # fmt: skip

PROBE = """
import pkgutil, sys
before = set(sys.modules)
import byteperm
for part in {parts!r}:
    module = __import__("byteperm." + part, fromlist=["x"])
    for found in pkgutil.walk_packages(getattr(module, "__path__", []), module.__name__ + "."):
        __import__(found.name)
foreign = {{name.split(".")[0] for name in set(sys.modules) - before}} - set(sys.stdlib_module_names) - {{"byteperm"}}
print(sorted(foreign))
"""


def test_the_core_imports_nothing_foreign() -> None:
    parts = [part for part in ORDER if part not in ("cli", "verify") and (SRC / part).exists()]
    parts += [part for part in ORDER if (SRC / f"{part}.py").exists()]
    done = subprocess.run([sys.executable, "-c", PROBE.format(parts=parts)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def imports_of(path: Path) -> set[str]:
    """Return the parts of the package that a file imports anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("byteperm."):
            found.add(node.module.split(".")[1])
    return found


@pytest.mark.parametrize("path", sorted(SRC.rglob("*.py")), ids=lambda path: str(path.relative_to(SRC)))
def test_imports_go_one_way(path: Path) -> None:
    part = path.relative_to(SRC).parts[0].removesuffix(".py")
    if part.startswith("__"):
        return
    assert all(ORDER.index(other) <= ORDER.index(part) for other in imports_of(path))


@pytest.mark.parametrize("path", sorted(SRC.rglob("*.py")), ids=lambda path: str(path.relative_to(SRC)))
def test_files_and_functions_stay_short(path: Path) -> None:
    text = path.read_text()
    assert text.count("\n") <= 500
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            body = (node.end_lineno or 0) - node.lineno
            assert body <= 60, node.name


def test_importing_the_package_loads_no_verb() -> None:
    code = "import sys, byteperm; print(sorted(m for m in sys.modules if m.startswith('byteperm.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['byteperm.version']"


def test_every_public_name_exists_and_is_documented() -> None:
    for name in byteperm.__all__:
        value = getattr(byteperm, name)
        assert name == "__version__" or value.__doc__
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        byteperm.nothing  # noqa: B018
