"""The palette: a page a tool, every choice by hand and by key."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from desktop.ui import theme
from desktop.ui.panels.palette.palette import PAGES
from desktop.ui.session import Ref
from desktop.ui.tools import TOOLS

# The panel


def test_every_tool_has_its_page_and_title_and_the_others_fold_it_away(painter):
    it = painter("zone")
    assert it.titles == ["Zone"]
    for tool in TOOLS:
        assert it.panel.folds(tool) is (tool not in PAGES)
    for tool in PAGES:
        it.hand.take(tool)
        assert it.page.objectName() == f"palette.{tool}"
        assert it.page.isVisible()
    assert it.titles[1:] == [PAGES[tool][2] for tool in list(PAGES)[1:]]
    assert [it.panel.folds(tool) for tool in ("select", "hand", "measure")] == [True] * 3


@pytest.mark.parametrize("tool", list(PAGES))
@pytest.mark.parametrize("width", [180, 232])
def test_no_page_is_wider_than_the_palette(painter, tool, width):
    it = painter(tool, width=width)
    it.session.select([Ref("zone", "yard"), Ref("zone", "shed")])
    assert it.page.width() <= width
    assert it.page.minimumSizeHint().width() <= width


@pytest.mark.parametrize("tool", list(PAGES))
def test_everything_on_a_page_can_be_reached_by_tab(painter, tool):
    it = painter(tool)
    for button in it.page.findChildren(QPushButton):
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus


# Zone, wall, feature


def test_the_zone_page_chooses_shape_and_splitting(painter):
    it = painter("zone")
    it.press(it.page.shape, "outline")
    assert it.choice("zone.shape") == "outline"
    it.press(it.page.doing, "split")
    assert it.choice("zone.op") == "split"
    assert not it.page.shape.isEnabled()
    it.hand.choose("zone.op", "draw")
    assert it.page.doing.value == "draw"
    assert it.page.shape.isEnabled()


def test_merging_is_asked_of_the_window_for_two_zones(painter):
    it = painter("zone")
    assert not it.page.merge.isEnabled()
    it.session.select([Ref("zone", "yard"), Ref("zone", "shed")])
    assert it.page.merge.text() == "Merge 2"
    it.click(it.page.merge)
    assert it.wanted == [("edit.merge", None)]


def test_cells_are_chosen_with_arrows_and_space(painter):
    it = painter("zone")
    cells = it.page.shape
    cells.setFocus()
    QTest.keyClick(cells, Qt.Key.Key_Right)
    assert it.choice("zone.shape", "rectangle") == "rectangle"
    QTest.keyClick(cells, Qt.Key.Key_Space)
    assert it.choice("zone.shape") == "outline"


def test_the_wall_page_chooses_kind_and_state_of_doors(painter):
    it = painter("wall")
    assert not it.page.state.isEnabled()
    it.pick(it.page.kinds, "grille")
    assert it.choice("wall.kind") == "grille"
    it.press(it.page.state, "locked")
    assert it.choice("wall.state") == "locked"
    it.hand.choose("wall.kind", "window")
    assert it.page.kinds.lines[it.page.kinds.currentRow()].value == "window"


def test_every_state_of_a_door_has_air_beside_its_word(painter):
    it = painter("wall", width=180)
    it.hand.choose("wall.kind", "door")
    cells = it.page.state
    font = QFont(cells.font())
    font.setPixelSize(theme.BADGE_TEXT_PX)
    metrics = QFontMetrics(font)
    air = [
        cells.box_of(each.value).width() - metrics.horizontalAdvance(each.text)
        for each in cells.cells
    ]
    assert max(air) - min(air) <= 2
    assert min(air) >= 4
    it.press(cells, "broken")
    assert it.choice("wall.state") == "broken"


def test_the_feature_page_chooses_with_the_arrows_too(painter):
    it = painter("feature")
    kinds = it.page.kinds
    kinds.setFocus()
    QTest.keyClick(kinds, Qt.Key.Key_Down)
    assert it.choice("feature.kind") == "stairs"
    it.pick(kinds, "lift")
    assert it.choice("feature.kind") == "lift"


# Link


def test_the_link_page_chooses_and_changes_the_selected_links_in_one_step(painter):
    it = painter("link")
    it.pick(it.page.kinds, "ladder")
    assert it.choice("link.kind") == "ladder"
    assert it.session.history == ()
    it.session.select([Ref("link", "yard-shed")])
    it.pick(it.page.kinds, "barrier")
    assert it.board.links["yard-shed"].kind == "barrier"
    assert len(it.session.history) == 1
    it.click(it.page.accept)
    assert it.wanted == [("link.accept_all", None)]


# Terrain


def test_the_terrain_page_chooses_shape_size_layer_and_kind(painter):
    it = painter("terrain")
    it.press(it.page.shape, "box")
    assert it.choice("terrain.shape") == "box"
    assert not it.page.more.isEnabled()
    it.press(it.page.shape, "brush")
    it.click(it.page.more)
    it.click(it.page.more)
    assert it.choice("terrain.size", 1) == 3
    it.hand.choose("terrain.size", 15)
    assert it.page.size_says.text() == "15"
    assert not it.page.more.isEnabled()
    it.press(it.page.layer, "field")
    assert it.choice("terrain.layer") == "field"
    it.pick(it.page.kinds, "rubble")
    assert it.choice("terrain.kind") == "rubble"
    it.pick(it.page.kinds, "")
    assert it.choice("terrain.kind", "x") == ""


def test_a_kind_of_the_gms_own_is_described_and_taken_in_hand(painter):
    it = painter("terrain")
    it.click(it.page.making.opener)
    next(each for each in it.page.menu.actions() if each.text() == "damaging").trigger()
    assert it.page.qualities.text() == "damaging"
    QTest.keyClicks(it.page.making.fields[0], "broken glass")
    QTest.keyClick(it.page.making.fields[0], Qt.Key.Key_Return)
    assert it.board.kinds["broken glass"].qualities == ("damaging",)
    assert it.choice("terrain.kind") == "broken glass"
    assert it.page.kinds.lines[-1].value == "broken glass"
