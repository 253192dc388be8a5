"""What holds for the whole house: the core without Qt, files and functions of a readable size."""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LINES_OF_A_FILE = 500
LINES_OF_A_FUNCTION = 55

IMPORT_CORE_WITHOUT_QT = """
import importlib, pkgutil, sys
for name in ("PySide6", "shiboken6", "qtpy", "qtawesome"):
    sys.modules[name] = None
import desktop.core
count = 0
def stop(name):
    raise
for module in pkgutil.walk_packages(desktop.core.__path__, "desktop.core.", onerror=stop):
    importlib.import_module(module.name)
    count += 1
print(count)
"""

# Folders of the machine it was written on; a home, a temp folder or a neighbour of the checkout.
MACHINE_PLACE = re.compile(r"(?<![\w.~$}])/(?:work|tmp|root|home|Users)/\w|\.\./shared\b")


def sources() -> list[Path]:
    return sorted((ROOT / "desktop").rglob("*.py"))


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def own_files() -> list[Path]:
    """Return the files that are, or are about to be, in the project's history."""
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("not a checkout of git")
    command = [
        "git",
        "-c",
        "safe.directory=*",
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    names = done.stdout.decode("utf-8").split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def test_the_core_imports_where_there_is_no_qt() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_CORE_WITHOUT_QT], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == len(list((ROOT / "desktop" / "core").rglob("*.py"))) - 1


def test_no_file_of_the_program_is_too_long() -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in sources()
    }
    assert {name: lines for name, lines in lengths.items() if lines > LINES_OF_A_FILE} == {}


def test_no_function_of_the_program_is_too_long() -> None:
    too_long = [
        f"{path.relative_to(ROOT).as_posix()}:{each.lineno} {each.name}: {lines} lines"
        for path in sources()
        for each in functions(ast.parse(path.read_text(encoding="utf-8")))
        if (lines := (each.end_lineno or each.lineno) - each.lineno + 1) > LINES_OF_A_FUNCTION
    ]
    assert too_long == []


def test_no_file_names_a_place_of_somebodys_machine() -> None:
    found = []
    for path in own_files():
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(lines, 1):
            if MACHINE_PLACE.search(line):
                found.append(f"{path.relative_to(ROOT).as_posix()}:{number} {line.strip()}")
    assert found == []
