"""The palette of traits: brush, selected zones, weather and traits of the GM's own."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.core import play
from desktop.core.model.words import TRAIT_FAMILIES
from desktop.core.rules.actions import Change
from desktop.ui.fight import Fight
from desktop.ui.session import Ref
from tests.ui.panels.painter import SHIFT


def test_a_grade_goes_on_the_brush_and_again_puts_it_down(painter):
    it = painter("traits")
    cover = it.page.rows["Cover"]
    it.press(cover, "medium cover")
    assert it.choice("traits.word") == "medium cover"
    assert cover.brush == {"medium cover"}
    assert [chip.text for chip in it.page.brush.chips] == ["medium cover"]
    assert it.session.history == ()
    it.press(cover, "medium cover")
    assert it.choice("traits.word", "x") == ""


def test_with_zones_selected_a_grade_is_laid_on_them_in_one_step(painter):
    it = painter("traits")
    it.session.select([Ref("zone", "yard"), Ref("zone", "shed")])
    it.press(it.page.rows["Cover"], "light cover")
    assert it.words("yard") == ["minor hazard", "light cover"]
    assert it.words("shed") == ["light cover"]
    it.press(it.page.rows["Cover"], "heavy cover", SHIFT)
    assert "light cover" in it.words("yard")
    assert "heavy cover" in it.words("yard")
    it.press(it.page.rows["Cover"], "")
    assert it.words("yard") == ["minor hazard"]
    assert it.words("shed") == []
    assert len(it.session.history) == 3
    it.session.undo()
    assert "light cover" in it.words("shed")


def test_it_shows_what_all_and_what_some_selected_zones_have(painter):
    it = painter("traits")
    it.session.select([Ref("zone", "yard"), Ref("zone", "crypt")])
    every, some, is_asked = it.page.rows["Hazard"].laid
    assert (every, is_asked) == (frozenset(), True)
    assert "minor hazard" in some
    it.session.select([Ref("zone", "yard")])
    assert "minor hazard" in it.page.rows["Hazard"].laid[0]
    it.session.select([])
    assert it.page.rows["Hazard"].laid == (frozenset(), frozenset(), False)


def test_a_style_picked_up_stands_on_the_brush_until_it_is_put_down(painter):
    it = painter("traits")
    it.hand.choose("traits.picked", ("dark", "light cover"))
    assert [chip.text for chip in it.page.brush.chips] == ["dark", "light cover"]
    assert it.page.rows["Light"].brush >= {"dark"}
    it.click(it.page.brush.chips[0].cross)
    assert it.choice("traits.picked", ()) == ()
    assert it.page.brush.chips == []
    it.session.select([Ref("zone", "yard")])
    it.click(it.page.pick_up)
    assert it.wanted == [("board.pick_up", None)]


def test_the_weather_is_the_boards_own(painter):
    it = painter("traits")
    it.page.menu.aboutToShow.emit()
    offered = [action for action in it.page.menu.actions() if action.text()]
    known = [word for words in TRAIT_FAMILIES.values() for word in words]
    assert [action.text() for action in offered] == known
    next(action for action in offered if action.text() == "dark").trigger()
    assert [trait.word for trait in it.board.traits] == ["dark"]
    chip = it.page.weather.chips[0]
    assert chip.text == "dark"
    it.click(chip.cross)
    assert it.board.traits == ()
    assert it.page.weather.chips == []


def test_a_trait_of_the_gms_own_is_described_and_painted(painter):
    it = painter("traits")
    it.click(it.page.making.opener)
    name, says = it.page.making.fields
    QTest.keyClicks(name, "ankle-deep")
    QTest.keyClicks(says, "Wet")
    QTest.keyClick(says, Qt.Key.Key_Return)
    assert it.session.encounter.traits["ankle-deep"].says == "Wet"
    assert it.choice("traits.word") == "ankle-deep"
    it.session.select([Ref("zone", "shed")])
    it.press(it.page.rows["ankle-deep"], "ankle-deep")
    assert it.words("shed") == ["ankle-deep"]
    it.session.undo()
    it.session.undo()
    assert "ankle-deep" not in it.page.rows


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Return])
def test_a_trait_without_a_name_is_not_made(painter, key):
    it = painter("traits")
    it.click(it.page.making.opener)
    QTest.keyClick(it.page.making.fields[0], key)
    assert it.session.history == ()


def test_in_play_the_fights_board_is_changed_and_never_the_document(painter):
    it = painter("traits")
    there = it.session.encounter
    fight = Fight(play.rulebook(there), play.begin(there, stock=it.session.stock), it.session)
    it.session.set_fight(fight)
    it.session.set_mode("play")
    it.session.select([Ref("zone", "shed")])
    it.press(it.page.rows["Light"], "dark")
    assert [t.word for t in fight.state.encounter.board.zones["shed"].traits] == ["dark"]
    assert isinstance(fight.combat.steps[-1].action, Change)
    assert it.page.rows["Light"].laid[0] == {"dark"}
    assert it.words("shed") == []
    fight.undo()
    assert it.page.rows["Light"].laid[0] == set()


def test_the_grades_stay_under_the_pointer_when_the_brush_takes_one(painter):
    it = painter("traits", width=180)
    rows = it.page.rows["Hazard"]
    before = rows.pos()
    it.press(rows, "major hazard")
    QTest.qWait(20)
    assert it.choice("traits.word") == "major hazard"
    assert rows.pos() == before
