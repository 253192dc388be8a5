import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from desktop.core.model.board import Level, LevelPicture
from desktop.core.model.words import Point
from desktop.core.store.places import pictures_folder
from desktop.ui.session import Ref
from desktop.ui.tools.drops import Drops
from tests.helpers.build import board, encounter, fighter, zone
from tests.ui.tools.hands import CTRL, SHIFT, Hands


@pytest.fixture
def picture():
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.darkGreen)
    path = pictures_folder() / "yard.png"
    assert image.save(str(path))
    return path


@pytest.fixture
def yard(picture):
    ground = Level(
        id="ground", background=LevelPicture(file=picture.name, at=Point(2, 2), width=10)
    )
    return encounter(board(zone("a", (0, 0, 8, 8)), ground, size=(24, 16)), fighter("ann", (9, 9)))


def laid(at):
    found = at.board.levels["ground"].background
    return (*found.at, found.width)


def test_a_drag_moves_it_by_whole_squares_and_with_ctrl_freely(hands, yard):
    at = hands(yard, "picture")
    at.drag((6, 4), (7, 5), (8.3, 5.2))
    assert laid(at) == (4, 3, 10)
    assert len(at.history) == 1
    at.drag((8, 5), (9, 6), (8.5, 6.25), held=CTRL)
    assert laid(at)[:2] == (pytest.approx(4.5, abs=0.06), pytest.approx(4.25, abs=0.06))


def test_a_corner_scales_it_and_the_opposite_one_stays(hands, yard):
    at = hands(yard, "picture")
    at.drag((12, 7), (14, 8), (16, 9))
    assert laid(at) == (2, 2, 14)
    at.drag((2, 2), (4, 3), (6, 4))
    assert laid(at) == (6, 4, 10)


def test_a_box_over_three_drawn_squares_by_three_aligns_it(hands, yard):
    at = hands(yard, "picture", picture_op="align")
    # A drawn square is 0.5 of the board's: the picture must become twice as large.
    at.drag((4.1, 3.1), (5, 4), (5.6, 4.6))
    left, top, width = laid(at)
    assert width == pytest.approx(20, rel=0.05)
    # What was under the box's corner lies on a corner of a square now.
    assert left + (4.1 - 2) * width / 10 == pytest.approx(4, abs=0.1)
    assert top + (3.1 - 2) * width / 10 == pytest.approx(3, abs=0.1)


def test_a_box_that_is_not_square_aligns_nothing(hands, yard):
    at = hands(yard, "picture", picture_op="align")
    at.drag((4, 3), (6, 4), (10, 4))
    assert at.history == ()
    assert "as high as wide" in at.told[-1]


def test_arrows_nudge_by_a_pixel_of_it_and_with_shift_by_five(hands, yard):
    at = hands(yard, "picture")
    at.key(Qt.Key.Key_Right)
    assert laid(at) == (2.025, 2, 10)
    at.key(Qt.Key.Key_Up, SHIFT)
    assert laid(at) == (2.025, 1.875, 10)


def test_the_board_can_be_given_the_pictures_size(hands, yard):
    at = hands(yard, "picture")
    at.drag((6, 4), (5, 3), (4, 2))
    at.drag((10, 5), (14, 8), (20, 10))
    assert laid(at) == (0, 0, 20)
    at.tool.fit_board()
    assert at.board.size == (20, 10)


def test_esc_drops_a_drag(hands, yard):
    at = hands(yard, "picture")
    at.pull((6, 4), (9, 9))
    at.esc()
    at.release((9, 9))
    assert at.history == ()


def test_outside_the_tool_it_cannot_be_grabbed(hands, yard):
    at = hands(yard, "picture")
    assert at.session.selection == (("picture", "ground"),)
    at.take("select")
    assert at.session.selection == ()
    at.drag((12, 7), (13, 8), (14, 9))
    assert at.history == ()
    at.click((11.5, 6.5))
    assert at.session.selection == ()


def dropped(at: Hands, where, path):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    at.drop(mime, where)


def test_a_dropped_file_is_for_the_level_and_on_a_fighter_its_portrait(hands, yard, picture):
    at = hands(yard)
    drops, wanted = Drops(at.canvas, at.session, at.hand), []
    drops.wants.connect(lambda *what: wanted.append(what))
    dropped(at, (15, 3), picture)
    dropped(at, (9.5, 9.5), picture)
    assert wanted == [
        ("file.picture", (str(picture), Ref("picture", "ground"))),
        ("file.picture", (str(picture), Ref("fighter", "ann"))),
    ]


def test_other_files_are_told_to_be_no_pictures(hands, yard, tmp_path):
    at = hands(yard)
    drops = Drops(at.canvas, at.session, at.hand)
    dropped(at, (15, 3), tmp_path / "notes.txt")
    assert "PNG or JPEG" in at.told[-1]
    drops.deleteLater()


def test_a_picture_on_the_clipboard_is_pasted(hands, yard, picture, home):
    at = hands(yard)
    drops, wanted = Drops(at.canvas, at.session, at.hand), []
    drops.wants.connect(lambda *what: wanted.append(what))
    QApplication.clipboard().setImage(QImage(str(picture)))
    assert drops.paste()
    (what, (path, ref)) = wanted[0]
    assert (what, ref) == ("file.picture", Ref("picture", "ground"))
    assert QImage(path).width() == 400
    QApplication.clipboard().clear()
    assert not drops.paste()
