"""Every field of the format can be reached from the inspector."""

from dataclasses import fields
from typing import get_args

import pytest

from desktop.core.model import board as boards
from desktop.core.model import encounter as encounters
from desktop.ui.panels.inspector import PAGES
from tests.ui.panels.inspecting import Desk


@pytest.fixture
def desk(qtbot):
    return Desk(qtbot)


WITHOUT = {
    "zone": {"id"}, "group": {"id"}, "member": {"id"}, "fighter": {"id"}, "link": {"id"},
    "level": {"id"}, "door": {"id"}, "feature": {"id"}, "side": {"id"}, "clock": {"id"},
    "cue": {"id"}, "trait": {"id"},
    "encounter": {"board", "fighters", "groups"},
}  # fmt: skip
"""Fields that are no field of a page: ids never change, and the board is drawn."""
CLASSES = {
    "zone": boards.Zone, "link": boards.Link, "wall": boards.Wall, "door": boards.Door,
    "feature": boards.Feature, "field": boards.Piece, "cloud": boards.Piece,
    "level": boards.Level, "fighter": encounters.Fighter, "group": encounters.Group,
    "member": encounters.Member, "side": encounters.Side, "clock": encounters.Clock,
    "cue": encounters.Cue, "trait": boards.OwnTrait, "ground": boards.GroundKind,
    "table": encounters.OwnTable, "encounter": encounters.Encounter,
}  # fmt: skip
ONE_OF = {
    "zone": "yard", "link": "yard-shed", "wall": "0", "door": "gate", "feature": "valve",
    "field": "0", "cloud": "0", "level": "ground", "fighter": "ada", "group": "dogs",
    "member": "dogs/A", "side": "gang", "clock": "alarm", "cue": "bell", "trait": "humming",
    "ground": "ash", "table": "critical head",
}  # fmt: skip
NESTED = {
    ("fighter", "starts"): encounters.Starts, ("group", "starts"): encounters.Starts,
    ("member", "starts"): encounters.Starts, ("level", "background"): boards.LevelPicture,
    ("level", "players_background"): boards.LevelPicture, ("door", "lock"): boards.LinkTest,
    ("link", "test"): boards.LinkTest, ("feature", "test"): boards.LinkTest,
    ("encounter", "goal"): encounters.Goal,
}  # fmt: skip


@pytest.mark.parametrize("kind", list(CLASSES))
def test_every_field_of_the_format_can_be_reached(desk, kind):
    if kind != "encounter":
        desk.panel.open(kind, ONE_OF[kind])
    desk.unfold()
    paths = {line.row.field.objectName() for line in desk.page.lines}
    wanted = {item.name for item in fields(CLASSES[kind])} - WITHOUT.get(kind, set())
    wanted -= {"outline"} if "box" in paths else set()
    first = {path.partition(".")[0] for path in paths}
    assert wanted <= first
    for (of, name), cls in NESTED.items():
        if of == kind:
            missing = {f"{name}.{item.name}" for item in fields(cls)} - paths
            assert not missing
    if kind == "encounter":
        slots = {f"slots.{slot}" for slot in get_args(encounters.SlotName)}
        assert slots | {"size", "weather", "kinds", "levels"} <= paths
    assert set(PAGES) >= set(CLASSES)


def test_every_page_can_be_unfolded_for_several(desk):
    for refs in (
        (("zone", "yard"), ("zone", "shed")),
        (("fighter", "ada"), ("fighter", "bo")),
        (("fighter", "dogs/A"), ("fighter", "dogs/B")),
        (("link", "yard-shed"), ("link", "shed-attic")),
        (("feature", "valve"), ("feature", "lift")),
        (("level", "ground"), ("level", "roof")),
    ):
        desk.select(*refs)
        desk.unfold()
        assert desk.panel.kind.text().startswith("2 ")
    assert desk.session.history == ()
