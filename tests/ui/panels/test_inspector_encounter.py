"""The inspector with nothing selected: the encounter, its board, and what has no square."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton

from tests.ui.panels.inspecting import Desk, choose, write

pytestmark = pytest.mark.qt_log_ignore("does not support (raise|grabbing)", extend=True)


@pytest.fixture
def desk(qtbot):
    desk = Desk(qtbot)
    desk.unfold()
    return desk


def press(desk, text):
    found = [each for each in desk.page.findChildren(QPushButton) if each.text() == text]
    desk.click(found[0])


def test_the_board_grows_and_shrinks_on_any_side_and_keeps_what_is_on_it(desk, qtbot):
    sides = desk.field("size").sides
    write(qtbot, sides["left"].edit, "2+1")
    qtbot.keyClick(sides["left"].edit, Qt.Key.Key_Return)
    assert desk.encounter.board.size == (27, 12)
    assert min(x for x, _ in desk.encounter.board.zones["yard"].outline) == 3
    assert sides["left"].edit.text() == ""
    write(qtbot, sides["top"].edit, "-5")
    qtbot.keyClick(sides["top"].edit, Qt.Key.Key_Return)
    assert "would lie outside the board" in desk.row("size").wrong.text()
    assert desk.encounter.board.size == (27, 12)


def test_the_size_is_typed_and_unsaid_again(desk, qtbot):
    field = desk.field("size")
    write(qtbot, field.width_.edit, "30")
    qtbot.keyClick(field.width_.edit, Qt.Key.Key_Return)
    assert desk.encounter.board.size == (30, 12)
    desk.click(field.fits)
    assert desk.encounter.board.size is None
    assert field.unsaid.isVisible()


def test_the_goal_comes_and_goes_by_its_fields(desk):
    desk.type("goal.by_round", "2*3")
    assert desk.encounter.goal.by_round == 6
    desk.type("goal.by_round", "-3")
    assert desk.row("goal.by_round").wrong.text() == "By round must be at least 1, not -3."
    assert desk.encounter.goal.by_round == 6
    desk.type("goal.text", "")
    desk.type("goal.by_round", "")
    assert desk.encounter.goal is None


def test_a_book_that_something_names_is_shown_as_on(desk, qtbot):
    desk.select()
    boxes = desk.field("packs").boxes
    assert not boxes["squares"].isChecked()
    desk.session.edit("set_field", kind="encounter", ids=[""], field="space", value="squares")
    assert boxes["squares"].isChecked()
    assert not boxes["squares"].isEnabled()
    hive = boxes["hive"]
    qtbot.mouseClick(hive, Qt.MouseButton.LeftButton, pos=QPoint(7, hive.height() // 2))
    assert desk.encounter.packs == ("hive",)


def test_space_square_and_books(desk, qtbot):
    field = desk.field("space")
    choose(qtbot, field.choice.box, "Squares")
    assert desk.encounter.space == "zones", "nothing is switched unasked"
    assert "counted in squares, not in zones" in field.list.text()
    desk.click(field.leave)
    assert (field.choice.box.currentText(), field.question.isHidden()) == ("Zones", True)
    choose(qtbot, field.choice.box, "Squares")
    qtbot.waitUntil(lambda: field.window().focusWidget() is field.switch, timeout=2000)
    qtbot.keyClick(field.switch, Qt.Key.Key_Return)
    assert desk.encounter.space == "squares"
    desk.choose("square", "1 yard")
    box = desk.field("packs").boxes["hive"]
    qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(7, box.height() // 2))
    desk.choose("slots.fall", "Hive")
    encounter = desk.encounter
    assert (encounter.space, encounter.square) == ("squares", "yard")
    assert (encounter.packs, encounter.slots) == (("hive",), {"fall": "hive"})
    desk.choose("slots.fall", "Imperium")
    assert desk.encounter.slots == {}


def test_weather_holds_on_the_whole_board(desk, qtbot):
    field = desk.field("weather")
    field.menu.popup(field.mapToGlobal(field.rect().center()))
    dark = next(action for action in field.menu.actions() if action.text() == "Dark")
    qtbot.mouseClick(
        field.menu, Qt.MouseButton.LeftButton, pos=field.menu.actionGeometry(dark).center()
    )
    assert [trait.word for trait in desk.encounter.board.traits] == ["dark"]
    desk.click(field.chips.chips[0].cross)
    assert desk.encounter.board.traits == ()


@pytest.mark.parametrize(
    ("text", "kind", "made"),
    [
        ("+ Side", "SIDE", lambda encounter: encounter.sides["side"]),
        ("+ Clock", "CLOCK", lambda encounter: encounter.clocks["clock"]),
        ("+ Cue", "CUE", lambda encounter: encounter.cues["cue"]),
        ("+ Level", "LEVEL", lambda encounter: encounter.board.levels["level"]),
    ],
)
def test_what_has_no_square_is_added_and_its_page_opened(desk, text, kind, made):
    press(desk, text)
    assert desk.panel.kind.text() == kind
    assert made(desk.encounter)
    assert len(desk.session.history) == 1
    desk.click(desk.panel.back)
    assert desk.panel.kind.text() == "ENCOUNTER"


@pytest.mark.parametrize(
    ("path", "kind"),
    [("new trait", "TRAIT OF YOUR OWN"), ("new kind of ground", "KIND OF GROUND"),
     ("new table", "TABLE")],
)  # fmt: skip
def test_what_is_described_is_named_first(desk, path, kind):
    desk.type(path, "slick")
    assert desk.panel.kind.text() == kind
    assert desk.panel.who.text() == "slick"


def test_lists_lead_to_pages_and_take_things_out(desk):
    field = desk.field("clocks")
    desk.click(field.rows[0].button)
    assert desk.panel.who.text() == "alarm"
    desk.session.undo()
    desk.click(desk.panel.back)
    desk.click(desk.field("cues").rows[0].cross)
    assert "bell" not in desk.encounter.cues
    desk.click(desk.field("sides").rows[-1].cross)
    assert "gang" not in desk.encounter.sides
    assert desk.field("sides").rows[0].cross is None


def test_a_page_of_something_deleted_gives_way_to_the_encounter(desk):
    desk.panel.open("clock", "alarm")
    desk.session.edit("remove", things=[["clock", "alarm"]])
    assert desk.panel.kind.text() == "ENCOUNTER"


def test_selecting_something_takes_the_place_of_an_opened_page(desk):
    desk.panel.open("clock", "alarm")
    desk.select(("zone", "yard"))
    assert desk.panel.kind.text() == "ZONE"
    assert not desk.panel.back.isVisible()


def test_a_clock_is_filled_by_clicks(desk):
    desk.panel.open("clock", "alarm")
    bar = desk.field("filled").bar
    desk.qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar._cell(2).center())
    assert desk.encounter.clocks["alarm"].filled == 3
    desk.qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar._cell(2).center())
    assert desk.encounter.clocks["alarm"].filled == 2
    desk.type("size", "1")
    assert desk.row("size").wrong.text() == "Alarm has only 1 segments."


def test_a_side_has_colour_foes_and_counters(desk, qtbot):
    desk.panel.open("side", "gang")
    desk.click(desk.field("colour").dots["green"])
    against = desk.field("against").pick.edit
    write(qtbot, against, "heroes")
    qtbot.keyClick(against, Qt.Key.Key_Return)
    field = desk.field("counters")
    desk.click(field.add)
    qtbot.waitUntil(field.rows[0].key.edit.hasFocus)
    qtbot.keyClicks(field.rows[0].key.edit, "superiority")
    qtbot.keyClick(field.rows[0].key.edit, Qt.Key.Key_Return)
    write(qtbot, field.rows[0].value.edit, "1+1")
    qtbot.keyClick(field.rows[0].value.edit, Qt.Key.Key_Return)
    side = desk.encounter.sides["gang"]
    assert (side.colour, side.against) == ("green", ("heroes",))
    assert side.counters == {"superiority": 2}
    desk.click(desk.field("colour").dots["green"])
    assert desk.encounter.sides["gang"].colour is None


def test_an_implied_side_is_written_once_it_says_something(desk):
    desk.panel.open("side", "foes")
    desk.type("break_point", "When half are down")
    assert desk.encounter.sides["foes"].break_point == "When half are down"


def test_a_table_is_lines_of_text(desk, qtbot):
    desk.panel.open("table", "critical head")
    edit = desk.field("rows").edit
    edit.setFocus()
    edit.selectAll()
    qtbot.keyClicks(edit, "1 A bruise")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.keyClicks(edit, "4-6: Blood in the eyes")
    qtbot.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert desk.encounter.tables["critical head"].rows == {1: "A bruise", 4: "Blood in the eyes"}
    qtbot.keyClick(edit, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.keyClicks(edit, "nothing")
    qtbot.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert desk.row("rows").wrong.text() == "Line 3 begins with no face. Write it as: 4 the text."


def test_muted_issues_have_a_reason_and_can_be_heard_again(desk, qtbot):
    _, why = desk.field("muted").rows[0]
    write(qtbot, why.edit, "on purpose")
    qtbot.keyClick(why.edit, Qt.Key.Key_Return)
    assert desk.encounter.muted[0].why == "on purpose"
    cross = desk.field("muted").rows[0][0].findChildren(type(desk.panel.back))[0]
    desk.click(cross)
    assert desk.encounter.muted == ()


def test_profiles_and_readings_are_asked_of_the_window(desk):
    desk.click(desk.field("profiles").rows[0].button)
    press(desk, "+ Profile")
    press(desk, "Bring in…")
    press(desk, "Readings…")
    assert desk.wanted == [
        ("profile.edit", "guard"), ("profile.new", None), ("roster.bring", None),
        ("rulings.open", None),
    ]  # fmt: skip


def test_a_picture_is_placed_by_numbers(desk):
    desk.panel.open("level", "ground")
    desk.unfold()
    desk.type("background.file", "dock.png")
    desk.type("background.at", "-0.5,0.25")
    desk.type("background.width", "24/2")
    desk.choose("background.turned", "Upside down")
    desk.type("background.faded", "30")
    picture = desk.encounter.board.levels["ground"].background
    assert (picture.file, picture.at, picture.width) == ("dock.png", (-0.5, 0.25), 12)
    assert (picture.turned, picture.faded) == (2, 0.3)
    assert desk.field("background.faded").edit.text() == "30"
    desk.type("background.faded", "300")
    assert desk.row("background.faded").wrong.text() == "Fade must be from 0 to 100 %."
    desk.type("background.file", "")
    assert desk.encounter.board.levels["ground"].background is None
