"""Every kind of fault in the list has a test that it is not here, or says what it waits for."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
KINDS: dict[str, dict[str, Any]] = yaml.safe_load((HERE / "kinds.yaml").read_text(encoding="utf-8"))


def trees() -> Iterator[ast.Module]:
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "mark.fault(" in text:
            yield ast.parse(text)


def marked() -> set[str]:
    """Return the ids that marks of tests name."""
    return {
        argument.value
        for tree in trees()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.fault"
        for argument in call.args
        if isinstance(argument, ast.Constant)
    }


def test_every_kind_is_shown_not_to_be_here() -> None:
    shown = marked() | {key for key, kind in KINDS.items() if kind.get("shown_by")}
    waiting = {key for key, kind in KINDS.items() if kind.get("waits")}
    assert sorted(KINDS.keys() - shown - waiting) == []
    assert sorted(waiting & shown) == [], "no longer waiting"


def test_no_test_is_marked_with_a_kind_that_is_not_listed() -> None:
    assert sorted(marked() - KINDS.keys()) == []


@pytest.mark.parametrize("key", [key for key, kind in KINDS.items() if kind.get("shown_by")])
def test_the_tests_that_are_named_are_there(key: str) -> None:
    for place in KINDS[key]["shown_by"]:
        path, _, name = place.partition("::")
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        functions = {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}
        assert name in functions, place
