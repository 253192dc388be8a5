"""Every rule that the code speaks of is in the catalogue and has a test marked with its id."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from desktop.core.store.catalogue import catalogue

ROOT = Path(__file__).parents[2]
RULE_ID = re.compile(r"\b(?:IM|GRID|INQ|ZM|HOUSE)(?:-[A-Z_]+)+-\d{2,3}\b")

WHOLE = (
    "IM-TESTS", "IM-SIZE", "IM-RANGE", "IM-SPEED", "IM-MOVEMENT", "IM-COVER", "IM-HAZARD",
    "IM-BARRIER", "IM-MELEE", "IM-RANGED", "IM-WEAPON_RANGE", "IM-ENGAGED", "IM-DODGE",
    "IM-CRITICALS", "IM-FUMBLES", "IM-POORLY_LIT", "IM-DARK", "IM-UNAWARE", "IM-OUTNUMBERING",
    "IM-FEATURE", "IM-TURN", "IM-PRONE", "IM-GYMNASTICS", "IM-FALLING", "IM-FLYING", "IM-JUMP",
    "IM-ZONES", "IM-WARP", "IM-MOUNTS", "IM-PURSUIT",
    "IM-CONDITIONS", "GRID-THIN", "GRID-DOOR", "GRID-SIZE", "GRID-SIGHT",
    "GRID-MAP", "GRID-DIFFICULT", "GRID-WALL", "GRID-OBSTACLE", "GRID-COVER", "GRID-COLLISION",
    "GRID-FLANKING", "GRID-HEIGHT", "GRID-FIELD", "GRID-DAMAGE", "GRID-SLIPPERY", "GRID-CLOUD",
    "GRID-MASSIVE", "GRID-LEDGE", "GRID-STEP", "GRID-HARM", "HOUSE-FIGHT",
    "HOUSE-ORDER", "HOUSE-MOMENT", "HOUSE-EFFECT", "HOUSE-NAMES", "HOUSE-GROUPS",
    "IM-TWO_WEAPON", "IM-WEAPONS", "IM-SUPERIORITY", "IM-WOUNDS", "IM-SURPRISE", "IM-INITIATIVE",
    "IM-OBSCURED", "IM-SKILLS", "IM-ACTIONS", "IM-PSYCHIC",
    "INQ-CHECK", "INQ-HARM", "INQ-SPACE", "INQ-MOVEMENT", "INQ-SWIM", "INQ-LEAP", "INQ-CLIMB",
    "INQ-GEAR", "INQ-DOORS", "INQ-WINDOWS",
    "ZM-SETUP", "ZM-LIFT", "ZM-DOOR", "ZM-STAIRS", "ZM-PANEL", "ZM-DUCTWAY", "ZM-HATCH",
    "ZM-SLUDGE", "ZM-PITFALL", "ZM-STILL", "ZM-RECLAMATOR",
)  # fmt: skip
"""Areas of which every rule is proved; none of theirs may come later."""

LATER: Mapping[str, str] = {}
"""Rules that no test proves yet, by area. Whoever proves one takes it off; none is added."""


@cache
def proved() -> frozenset[str]:
    """Return every id that some test is marked with, read off the tests without running them."""
    found: set[str] = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                found.update(_texts(node, file))
    return frozenset(found)


def _texts(mark: ast.Call, file: Path) -> Iterator[str]:
    for argument in mark.args:
        assert isinstance(argument, ast.Constant), f"{file.name}:{mark.lineno}"
        assert isinstance(argument.value, str), f"{file.name}:{mark.lineno}"
        yield argument.value


@cache
def cited() -> Mapping[str, str]:
    """Return every id in the program and its help pages, with a file that it stands in."""
    files = [*(ROOT / "desktop").rglob("*.py"), *(ROOT / "resources" / "help").rglob("*.md")]
    return {
        found: str(file.relative_to(ROOT))
        for file in files
        for found in RULE_ID.findall(file.read_text(encoding="utf-8"))
    }


@cache
def read_in_code() -> frozenset[str]:
    """Return every ruling whose reading some code asks for."""
    return frozenset(
        str(node.args[1].value)
        for file in (ROOT / "desktop" / "core").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).rpartition(".")[2] == "reads"
        and isinstance(node.args[1], ast.Constant)
    )


def later() -> frozenset[str]:
    return frozenset(
        f"{area}-{number}" for area, numbers in LATER.items() for number in numbers.split()
    )


def test_every_rule_that_is_spoken_of_is_in_the_catalogue() -> None:
    known = catalogue().rules
    assert {rule: file for rule, file in cited().items() if rule not in known} == {}


def test_every_rule_that_is_spoken_of_is_proved() -> None:
    assert {rule: file for rule, file in cited().items() if rule not in proved()} == {}


def test_no_test_proves_a_rule_that_does_not_exist() -> None:
    assert sorted(proved() - catalogue().rules.keys()) == []


def test_every_rule_is_proved_but_those_that_come_later() -> None:
    unproved = catalogue().rules.keys() - proved()
    assert sorted(unproved - later()) == []


def test_the_list_of_what_comes_later_only_shrinks() -> None:
    assert sorted(later() - catalogue().rules.keys()) == []
    assert sorted(later() & proved()) == []


def test_the_areas_that_are_whole_have_no_rule_that_comes_later() -> None:
    areas = {rule.rpartition("-")[0] for rule in catalogue().rules}
    assert set(WHOLE) - areas == set()
    assert set(WHOLE) & LATER.keys() == set()


def test_a_ruling_is_marked_as_read_exactly_where_code_reads_it() -> None:
    marked = {key for key, ruling in catalogue().rulings.items() if ruling.read}
    assert sorted(read_in_code() - marked) == []
    assert sorted(marked - read_in_code()) == []
