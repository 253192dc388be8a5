"""The palette of the picture under a level."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from desktop.ui.session import Ref
from tests.ui.panels.opened import opened


def test_the_picture_page_asks_for_a_file_while_there_is_none(painter):
    it = painter("picture")
    assert it.page.file.text() == "No picture yet"
    assert not it.page.fit.isEnabled()
    it.click(it.page.choose)
    assert it.wanted == [("picture.choose", Ref("picture", "ground"))]


def hung(painter):
    session = opened()
    session.edit("set_background", level="ground", picture={"file": "map.png", "at": [1, 2]})
    return painter("picture", session=session)


def typed(field, text):
    field.edit.setFocus()
    field.edit.selectAll()
    QTest.keyClicks(field.edit, text)
    QTest.keyClick(field.edit, Qt.Key.Key_Return)


def test_numbers_take_fractions_and_sums(painter):
    it = hung(painter)
    fields = it.page.fields
    typed(fields["left"], "-0.5")
    typed(fields["width"], "24 + 1.6")
    typed(fields["faded"], "40")
    picture = it.board.levels["ground"].background
    assert (picture.at, picture.width, picture.faded) == ((-0.5, 2), 25.6, 0.4)
    it.press(it.page.turn, "1")
    assert it.board.levels["ground"].background.turned == 1
    assert len(it.session.history) == 5


def test_a_picture_that_is_turned_keeps_the_size_of_what_is_drawn_on_it(painter, tmp_path):
    it = hung(painter)
    it.session.path = str(tmp_path / "dock.yaml")
    image = QImage(200, 50, QImage.Format.Format_RGB32)
    assert image.save(str(tmp_path / "map.png"))

    def lies():
        picture = it.board.levels["ground"].background
        return picture.width, picture.turned

    it.press(it.page.turn, "1")
    assert lies() == (None, 1), "as wide as the board"
    typed(it.page.fields["width"], "10")
    it.press(it.page.turn, "2")
    assert lies() == (40, 2)
    it.press(it.page.turn, "0")
    assert lies() == (40, 0)
    it.press(it.page.turn, "3")
    assert lies() == (10, 3)


def test_a_number_that_will_not_do_is_refused_with_the_reason(painter):
    it = hung(painter)
    typed(it.page.fields["faded"], "140")
    assert it.board.levels["ground"].background.faded == 0
    assert it.told[-1] != ""
    assert it.page.fields["faded"].edit.text() == "0"


def test_moving_and_aligning_and_what_the_window_does(painter):
    it = hung(painter)
    it.press(it.page.doing, "align")
    assert it.choice("picture.op") == "align"
    assert it.page.align_hint.isVisible()
    it.click(it.page.fit)
    it.click(it.page.players)
    assert it.wanted == [("picture.fit_board", None), ("picture.players", "ground")]
    it.click(it.page.off)
    assert it.board.levels["ground"].background is None
    assert it.page.file.text() == "No picture yet"


def test_players_may_have_a_picture_of_their_own_and_the_same_again(painter):
    it = hung(painter)
    assert not it.page.same.isVisible()
    it.session.edit(
        "set_background", level="ground", picture={"file": "theirs.png"}, players=True
    )  # fmt: skip
    assert it.page.players_file.text() == "theirs.png"
    it.click(it.page.same)
    assert it.board.levels["ground"].players_background is None


def test_it_follows_the_level_in_view(painter):
    it = hung(painter)
    it.session.edit("add_level", name="Loft", height=4)
    loft = next(each for each in it.board.levels if each != "ground")
    it.session.show_level(loft)
    assert it.page.file.text() == "No picture yet"
    it.session.show_level("ground")
    assert it.page.file.text() == "map.png"
