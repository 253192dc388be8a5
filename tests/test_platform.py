"""What the program stands on: the versions of Qt and Python that carry it."""

import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version
from PySide6.QtCore import QObject

ROOT = Path(__file__).parent.parent


def pinned_qt() -> Requirement:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [Requirement(line) for line in project["dependencies"]]
    [qt] = [each for each in wanted if each.name == "PySide6-Essentials"]
    return qt


def test_void_calls_of_qt_keep_their_references_to_none() -> None:
    thing = QObject()
    thing.setObjectName("warm")
    before = sys.getrefcount(None)
    for _ in range(1_000):
        thing.setObjectName("x")
    assert abs(sys.getrefcount(None) - before) < 50


@pytest.mark.parametrize("broken", ["6.12.0", "6.12.1"])
def test_the_pin_keeps_out_the_qt_that_loses_references(broken: str) -> None:
    assert not pinned_qt().specifier.contains(broken)


def test_the_qt_that_runs_is_one_that_the_pin_allows() -> None:
    assert pinned_qt().specifier.contains(version("PySide6-Essentials"))


def test_the_lock_file_holds_the_qt_that_runs_and_names_no_host() -> None:
    lock = (ROOT / "packaging" / "requirements.lock").read_text(encoding="utf-8")
    [line] = [line for line in lock.splitlines() if line.startswith("pyside6-essentials==")]
    locked = line.split("==")[1].split()[0]
    assert Version(locked) == Version(version("PySide6-Essentials"))
    assert "://" not in lock
