"""Sums, names and points as people type them."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QToolButton, QVBoxLayout, QWidget

from desktop.core.model.encounter import Encounter
from desktop.core.model.moments import Moment
from desktop.ui.menus.fields.chips import Chip, Chips
from desktop.ui.menus.fields.field import SEVERAL
from desktop.ui.menus.fields.known import Known, meant, zones
from desktop.ui.menus.fields.moment import MomentField
from desktop.ui.menus.fields.number import NumberField
from desktop.ui.menus.fields.pick import PickField
from desktop.ui.menus.fields.points import PointsField
from desktop.ui.menus.fields.sums import SumError, value_of_sum
from desktop.ui.menus.fields.text import TextField
from desktop.ui.menus.fields.values import at_path, shared
from tests.helpers.build import board, encounter, zone

ZONES = [("nave", "The nave"), ("north aisle", "North aisle"), ("south aisle", "South aisle")]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7), ("3+4", 7), ("3 + 4 * 2", 11), ("(3+4)*2", 14), ("-5", -5), ("10-2-3", 5),
        ("8/4/2", 1), ("2,5+1", 3.5), ("12×2", 24), ("5−8", -3), ("--2", 2),
    ],
)  # fmt: skip
def test_sums(text, value):
    assert value_of_sum(text) == value


def test_the_unit_of_a_field_may_stand_behind_its_number(qtbot):
    field = NumberField(unit="%")
    qtbot.addWidget(field)
    assert [field.value_of(text) for text in ("50%", "50 %", "50", "")] == [50, 50, 50, None]
    with pytest.raises(ValueError, match="number"):
        field.value_of("50 m")


def test_what_ends_at_a_round_unsaid_ends_at_the_next_one(qtbot):
    until, when = MomentField(encounter, never="For good"), MomentField(encounter)
    for field, says in ((until, "the next round"), (when, "every round")):
        qtbot.addWidget(field)
        field.show_value(Moment("end of round"))
        assert field.count.hint == says


@pytest.mark.parametrize("text", ["", "+", "3+", "(3", "3)", "3 4", "abc", "1/0", "2**3", "1e3"])
def test_what_is_no_sum(text):
    with pytest.raises(SumError):
        value_of_sum(text)


@pytest.mark.parametrize(
    ("text", "id_"),
    [("The nave", "nave"), ("the NAVE", "nave"), ("nave", "nave"), ("nor", "north aisle"),
     (" South aisle ", "south aisle"), ("he na", "nave")],
)  # fmt: skip
def test_a_name_an_id_or_a_part_that_only_one_has_is_enough(text, id_):
    assert meant(text, ZONES, "zone") == id_


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("North isle", "There is no zone called North isle. Did you mean North aisle?"),
        ("crypt", "There is no zone called crypt."),
    ],
)
def test_a_name_that_nothing_has_gets_the_nearest(text, says):
    with pytest.raises(ValueError) as wrong:  # noqa: PT011 - the sentence is what counts
        meant(text, ZONES, "zone")
    assert str(wrong.value) == says


@pytest.mark.qt_log_ignore("does not support (raise|grabbing)", extend=True)
def test_a_click_into_a_name_selects_it_and_enter_takes_the_only_one_that_is_offered(qtbot):
    made = encounter(board(zone("nave", (0, 0, 4, 4)), zone("crypt", (4, 0, 4, 4))))
    field = PickField(Known(lambda: made, zones, "zone"))
    qtbot.addWidget(field)
    field.show_value("nave")
    with qtbot.waitActive(field):
        field.show()
    field.box.clearFocus()
    qtbot.mouseClick(field.edit, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: field.edit.selectedText() == "nave")
    qtbot.keyClicks(field.edit, "ryp")
    offered = field.box.completer().popup()
    qtbot.waitUntil(offered.isVisible)
    with qtbot.waitSignal(field.committed) as committed:
        qtbot.keyClick(offered, Qt.Key.Key_Return)
    assert committed.args == ["crypt"]
    assert field.edit.text() == "crypt"


def test_a_field_that_the_keys_have_left_shows_the_start_of_its_text(qtbot):
    both, field, other = QWidget(), TextField(), QLineEdit()
    qtbot.addWidget(both)
    column = QVBoxLayout(both)
    column.addWidget(field)
    column.addWidget(other)
    field.show_value("The drowned reliquary of the kings")
    with qtbot.waitActive(both):
        both.show()
    qtbot.keyClick(field.edit, Qt.Key.Key_End)
    assert field.edit.cursorPosition() == len(field.edit.text())
    qtbot.keyClick(field.edit, Qt.Key.Key_Tab)
    qtbot.waitUntil(other.hasFocus)
    assert field.edit.cursorPosition() == 0
    field.restore()  # as where another thing is selected
    assert field.edit.cursorPosition() == 0


@pytest.mark.parametrize(
    ("text", "points"),
    [("3,4", ((3, 4),)), ("3,4 5,6", ((3, 4), (5, 6))), ("(3, 4); (5,6)", ((3, 4), (5, 6))),
     ("-1.5,2", ((-1.5, 2),)), ("", None)],
)  # fmt: skip
def test_points(qtbot, text, points):
    field = PointsField()
    qtbot.addWidget(field)
    assert field.value_of(text) == points


def test_points_are_written_as_they_are_read(qtbot):
    field = PointsField()
    qtbot.addWidget(field)
    assert field.text_of(((3.0, 4.25), (-1, 0))) == "3,4.25  -1,0"
    with pytest.raises(ValueError, match="whole"):
        PointsField(whole=True).value_of("1.5,2")


def test_what_things_share():
    assert shared([1, 1]) == 1
    assert shared([1, 2]) is SEVERAL
    assert shared([]) is None
    assert at_path(Encounter(), "goal.text") is None
    assert at_path(Encounter(rulings={"a": "b"}), "rulings.a") == "b"


def test_the_button_behind_chips_stands_behind_the_last_of_them(qtbot):
    chips, more = Chips(), QToolButton()
    more.setText("+")
    qtbot.addWidget(chips)
    chips.resize(160, 200)
    chips.show()
    for words in (["heavily obscured"], ["heavily obscured", "dark"], ["dark"], []):
        chips.show_chips([Chip(word) for word in words], after=more)
        qtbot.wait(10)
        places = [widget.geometry() for widget in chips.shown]
        assert not any(
            one.intersects(other) for i, one in enumerate(places) for other in places[:i]
        )
