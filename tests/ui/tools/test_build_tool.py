"""What holds for every tool that changes the board."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.ui.canvas.overlay import Area
from desktop.ui.tools import TOOLS
from tests.helpers.build import board, encounter, level, zone
from tests.ui.tools.hands import LEFT, NONE

BUILDING = [name for name in TOOLS if TOOLS[name].builds]


def two_levels():
    return encounter(
        board(
            level("low", name="Low"), level("high", 4, name="High"),
            zone("hall", (2, 2, 6, 6), level="low"), zone("yard", (8, 2, 6, 6), level="low"),
            size=(16, 12),
        )
    )  # fmt: skip


def test_every_tool_of_the_rail_is_there_under_its_key():
    keys = {name: TOOLS[name].shortcut for name in TOOLS}
    assert keys == {
        "select": "V", "hand": "H", "zone": "Z", "link": "L", "traits": "T", "terrain": "P",
        "wall": "W", "feature": "F", "fighter": "G", "picture": "B", "measure": "M",
    }  # fmt: skip
    assert all(TOOLS[name].id == name for name in TOOLS)


@pytest.mark.parametrize("tool", BUILDING)
def test_a_locked_level_is_not_changed_and_the_reason_is_told(hands, tool):
    at = hands(two_levels(), tool, traits_word="dark", terrain_kind="rubble")
    at.session.shown.locked_levels.add("low")
    at.drag((3.5, 3.5), (9, 4), (10.5, 5.5))
    at.click((8, 4.5))
    assert at.history == ()
    assert "Low is locked" in at.told[-1]


@pytest.mark.parametrize("tool", list(TOOLS))
def test_a_drag_that_esc_drops_leaves_every_tool_idle_and_the_board_as_it_was(hands, tool):
    at = hands(two_levels(), tool, traits_word="dark", terrain_kind="rubble")
    at.pull((3.5, 3.5), (9, 4), (10.5, 5.5))
    at.esc()
    at.move((11, 6))
    at.release((11, 6))
    assert not at.tool.busy
    assert at.history == ()
    assert at.session.unsaved is False


def test_what_a_click_would_do_goes_away_with_the_pointer(hands):
    at = hands(two_levels(), "terrain", terrain_kind="rubble")
    at.hover((3.5, 3.5))
    assert at.shape(Area).style == "preview"
    QApplication.sendEvent(at.view, QEvent(QEvent.Type.Leave))
    assert at.shapes == ()


def test_ctrl_pressed_while_hovering_shows_what_it_would_do(hands):
    at = hands(two_levels(), "terrain", terrain_kind="rubble")
    at.hover((3.5, 3.5))
    QTest.keyPress(at.view, Qt.Key.Key_Control)
    assert at.shape(Area).style == "cut"
    QTest.keyRelease(at.view, Qt.Key.Key_Control)
    assert at.shape(Area).style == "preview"


def test_the_settings_of_a_tool_survive_its_being_put_down(hands):
    at = hands(two_levels(), "wall", wall_kind="window")
    at.take("terrain")
    at.take("wall")
    assert at.tool.kind == "window"


def test_two_quick_clicks_are_two_clicks(hands):
    at = hands(two_levels(), "terrain", terrain_kind="rubble")
    at.click((3.5, 3.5))
    QTest.mouseDClick(at.view.viewport(), LEFT, NONE, at.px((5.5, 3.5)))
    at.release((5.5, 3.5))
    assert set(at.board.squares["low"]) == {(3, 3), (5, 3)}
    assert len(at.history) == 2
