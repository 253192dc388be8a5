"""Every reading that the code asks for is one the catalogue has, and is marked as read."""

import ast
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[4]
CODE = ROOT / "desktop" / "core" / "packs" / "imperium"
RULINGS = yaml.safe_load(
    (ROOT / "resources" / "catalogue" / "imperium.yaml").read_text(encoding="utf-8")
)["rulings"]


def asked() -> set[tuple[str, str]]:
    """Return every ruling and reading that some code compares."""
    found = set()
    for file in CODE.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            named = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "reads"
            if named and len(node.args) == 3:
                ruling, reading = node.args[1:]
                assert isinstance(ruling, ast.Constant), ast.unparse(node)
                assert isinstance(reading, ast.Constant), ast.unparse(node)
                found.add((ruling.value, reading.value))
    return found


def test_code_asks_only_for_readings_that_exist_and_never_for_the_default() -> None:
    for ruling, reading in sorted(asked()):
        readings = list(RULINGS[ruling]["readings"])
        assert reading in readings[1:], f"{ruling}: {reading!r} is none of {readings[1:]}"


def test_what_is_read_is_marked_so_in_the_catalogue() -> None:
    read = {ruling for ruling, _ in asked()}
    unmarked = sorted(ruling for ruling in read if not RULINGS[ruling]["read"])
    assert unmarked == []
