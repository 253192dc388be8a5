"""Effects of features, clocks and cues, and the moments they wait for."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QToolButton

from desktop.core.model.moments import (
    AddTrait,
    ClearTrait,
    Hurt,
    Moment,
    MoveFighters,
    PaintSquares,
    Say,
    SetDoor,
    Show,
)
from desktop.core.model.words import Square
from desktop.ui.panels.inspecting.effect_words import VERBS, drafts, sentence, touched
from desktop.ui.session import Lit
from tests.ui.panels.inspecting import Desk, choose, write

pytestmark = pytest.mark.qt_log_ignore("does not support (raise|grabbing)", extend=True)


@pytest.fixture
def desk(qtbot):
    return Desk(qtbot)


def used(desk):
    return desk.encounter.board.features["valve"].used


def open_first(desk):
    field = desk.field("used")
    desk.qtbot.mouseClick(field.rows[0], Qt.MouseButton.LeftButton, pos=QPoint(20, 8))
    return field.sheet


def add(desk, path, text):
    """Choose a verb from the list behind the button."""
    field = desk.field(path)
    field.menu.popup(field.mapToGlobal(field.rect().center()))
    action = next(each for each in field.menu.actions() if each.text() == text)
    assert action.isEnabled(), action.toolTip()
    desk.qtbot.mouseClick(
        field.menu, Qt.MouseButton.LeftButton, pos=field.menu.actionGeometry(action).center()
    )


def test_an_effect_reads_as_a_sentence(desk):
    desk.select(("feature", "valve"))
    row = desk.field("used").rows[0]
    assert row.says.text() == "Add minor hazard to Yard until end of round +1"


def test_a_click_opens_an_effect_and_each_change_is_one_step(desk, qtbot):
    desk.select(("feature", "valve"))
    sheet = open_first(desk)
    write(qtbot, sheet.field("add").edit, "dark")
    qtbot.keyClick(sheet.field("add").edit, Qt.Key.Key_Return)
    assert used(desk) == (
        AddTrait(add="dark", to=("yard",), until=Moment("end of round", 1, later=True)),
    )
    write(qtbot, sheet.field("to").pick.edit, "Shed")
    qtbot.keyClick(sheet.field("to").pick.edit, Qt.Key.Key_Return)
    assert used(desk)[0].to == ("yard", "shed")
    choose(qtbot, sheet.field("until").point.box, "For good")
    assert used(desk)[0].until is None
    assert desk.session.history == ("Change the effects of valve",) * 3
    assert desk.field("used").sheet is sheet
    assert desk.field("used").rows[0].says.text() == "Add dark to Yard, Shed"


def test_the_last_zone_of_an_effect_stays(desk):
    desk.select(("feature", "valve"))
    sheet = open_first(desk)
    desk.click(sheet.field("to").chips.chips[0].cross)
    assert used(desk)[0].to == ("yard",)
    row = next(line.row for line in sheet.lines if line.path == "to")
    assert row.wrong.text() == "At least one zone is needed."


def test_a_click_on_a_zone_of_an_effect_brings_it_into_view(desk):
    desk.select(("feature", "valve"))
    sheet = open_first(desk)
    desk.click(sheet.field("to").chips.chips[0])
    name, (level, point) = desk.wanted[-1]
    assert (name, level) == ("view.centre", "ground")
    assert 0 < point.x < 8
    assert 0 < point.y < 8


def test_an_effect_is_added_at_once_and_opened(desk, qtbot):
    desk.select(("feature", "valve"))
    add(desk, "used", "Change a door")
    assert used(desk)[1] == SetDoor(door="gate", state="open")
    sheet = desk.field("used").sheet
    choose(qtbot, sheet.field("state").box, "Broken")
    assert used(desk)[1].state == "broken"


def test_the_first_zone_of_a_new_effect_is_that_of_its_feature(desk):
    desk.select(("feature", "lift"))
    add(desk, "hit", "Clear a trait")
    assert desk.encounter.board.features["lift"].hit == (
        ClearTrait(clear="light cover", off=("yard",)),
    )
    desk.select(("feature", "valve"))
    add(desk, "hit", "Hurt")
    assert desk.encounter.board.features["valve"].hit == (Hurt(hurt=("yard",), damage=5),)


def test_effects_change_places_and_go(desk, qtbot):
    desk.select(("feature", "valve"))
    add(desk, "used", "Say")
    field = desk.field("used")
    assert [type(each) for each in used(desk)] == [AddTrait, Say]
    up = field.rows[1].findChildren(type(field.rows[1].cross))[0]
    desk.click(up)
    assert [type(each) for each in used(desk)] == [Say, AddTrait]
    assert field.rows[0].says.text() == "Say: Something happens"
    desk.click(field.rows[1].cross)
    assert [type(each) for each in used(desk)] == [Say]
    field.rows[0].setFocus()
    qtbot.keyClick(field.rows[0], Qt.Key.Key_Delete)
    assert used(desk) == ()


def test_every_verb_of_the_list_can_be_added_to_a_cue(desk):
    desk.panel.open("cue", "bell")
    for text in VERBS.values():
        add(desk, "do", text)
    kinds = [type(each) for each in desk.encounter.cues["bell"].do]
    assert kinds == [Say, *VERBS]
    assert len(desk.session.history) == len(VERBS)


def test_a_verb_that_lacks_its_thing_says_so(qtbot):
    desk = Desk(qtbot, "format: 1\nname: Empty\ncues: {bell: {text: Dong}}\n")
    desk.panel.open("cue", "bell")
    field = desk.field("do")
    field.menu.popup(field.mapToGlobal(field.rect().center()))
    below = {each.text(): each.menu() for each in field.menu.actions() if each.menu()}
    for text, why in (("door", "There is no door yet."), ("clock", "There is no clock yet.")):
        (line,) = below[f"{'Change a' if text == 'door' else 'Tick a'} {text} (not now)"].actions()
        assert (line.text(), line.isEnabled()) == (why, False)
    field.menu.close()


@pytest.mark.parametrize(
    ("effect", "says"),
    [
        (MoveFighters(move=("dogs",), to="yard"), "Move Dog to Yard"),
        (MoveFighters(move=("dogs/B",), to=Square(3, 4)), "Move Dog B to 3, 4"),
        (Hurt(hurt=("shed",), damage=5, armour=False), "Hurt Shed: 5 past armour"),
        (PaintSquares(paint="", squares=(Square(1, 1),)), "Clear 1 square"),
        (Show(show=("bo", "attic")), "Show Bo, attic"),
        (Say(say="Run", players=True), "Say to players: Run"),
    ],
)
def test_sentences(desk, effect, says):
    assert sentence(desk.encounter, effect) == says


def test_a_first_effect_of_each_kind_fits_its_encounter(desk):
    for effect in drafts(desk.encounter).values():
        desk.session.edit("set_field", kind="cue", id="bell", field="do", value=[effect])
        assert desk.encounter.cues["bell"].do == (effect,)


# Moments


def test_a_moment_is_a_point_a_round_and_whose(desk, qtbot):
    desk.panel.open("cue", "bell")
    field = desk.field("when")
    write(qtbot, field.count.edit, "+2")
    qtbot.keyClick(field.count.edit, Qt.Key.Key_Return)
    assert desk.encounter.cues["bell"].when == Moment("start of round", 2, True)
    choose(qtbot, field.point.box, "Start of turn")
    write(qtbot, field.of["turn"].edit, "Bo")
    qtbot.keyClick(field.of["turn"].edit, Qt.Key.Key_Return)
    assert desk.encounter.cues["bell"].when == Moment("start of turn", 2, True, "bo")
    choose(qtbot, field.point.box, "By hand")
    assert desk.encounter.cues["bell"].when == Moment("by hand")


def test_entering_waits_for_its_zone(desk, qtbot):
    desk.panel.open("cue", "bell")
    field = desk.field("when")
    choose(qtbot, field.point.box, "Entering")
    assert desk.session.history == ()
    write(qtbot, field.of["zone"].edit, "shed")
    qtbot.keyClick(field.of["zone"].edit, Qt.Key.Key_Return)
    assert desk.encounter.cues["bell"].when == Moment("entering", of="shed")


def test_a_round_that_is_none_is_explained(desk, qtbot):
    desk.panel.open("cue", "bell")
    edit = desk.field("when").count.edit
    write(qtbot, edit, "soon")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert desk.row("when").wrong.text() == "Type a round as 3, or +2 for two from now."
    assert desk.session.history == ()


def test_a_target_can_be_clicked_on_the_board(desk):
    desk.select(("feature", "valve"))
    sheet = open_first(desk)
    desk.qtbot.waitUntil(sheet.isVisible)
    desk.click(sheet.field("to").findChild(QToolButton, "point"))
    wanted = desk.session.wanted
    assert wanted.says == "a zone"
    assert set(wanted.ids) == {"yard", "shed", "attic"}
    wanted.taken("shed")
    assert used(desk)[0].to == ("yard", "shed")


def test_an_answer_that_comes_too_late_changes_nothing(desk):
    desk.select(("feature", "valve"))
    desk.click(open_first(desk).field("to").findChild(QToolButton, "point"))
    wanted = desk.session.wanted
    desk.select(("zone", "yard"))
    wanted.taken("shed")
    assert used(desk)[0].to == ("yard",)


def test_the_pointer_over_an_effect_lights_up_what_it_would_change(desk):
    lit = []
    desk.session.lit_changed.connect(lit.append)
    desk.select(("feature", "valve"))
    row = desk.field("used").rows[0]
    row.hovered.emit(True)
    row.hovered.emit(False)
    assert lit == [Lit(ids=("yard",)), Lit()]


@pytest.mark.parametrize(
    ("effect", "lit"),
    [
        (SetDoor(door="gate", state="open"), Lit(("gate",))),
        (MoveFighters(move=("ada",), to=Square(3, 4)), Lit(("ada",), (Square(3, 4),))),
        (PaintSquares(paint="rubble", squares=(Square(1, 1),), level="roof"),
         Lit((), (Square(1, 1),), "roof")),
        (Hurt(hurt=("shed", "bo"), damage=3), Lit(("shed", "bo"))),
        (Say(say="Hm"), Lit()),
    ],
)  # fmt: skip
def test_what_an_effect_touches(effect, lit):
    assert touched(effect) == lit
