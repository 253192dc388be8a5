"""The view: zoom, pan, the drag threshold, what reaches a tool and what does not."""

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QNativeGestureEvent,
    QPainter,
    QPointingDevice,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.core.model.words import Point
from desktop.ui.canvas.coordinates import square_of, to_board, to_scene
from desktop.ui.canvas.overlay import Band, Overlay
from desktop.ui.canvas.view import BoardView
from desktop.ui.session import Ref
from tests.ui.canvas.hand import (
    LEFT,
    MIDDLE,
    RIGHT,
    click,
    drag_pixels,
    move,
    pixel,
    place,
    recorder,
    wheel,
)

KIND = "application/x-enfilade-profile"


@pytest.fixture
def view(canvas) -> BoardView:
    return canvas.view


def test_a_place_on_the_screen_and_back_is_the_same_place():
    assert to_board(to_scene(Point(3.25, -7.5))) == Point(3.25, -7.5)
    assert square_of(Point(-0.1, 2.9)) == (-1, 2)


def test_the_board_fits_with_all_its_corners(view):
    width, height = view.scene().drawn.place.size
    for corner in ((0, 0), (width, height)):
        assert view.viewport().rect().contains(pixel(view, corner))


def test_the_wheel_zooms_at_the_pointer(view):
    at = pixel(view, (30, 4))
    before, zoom = place(view, at), view.zoom
    for _ in range(3):
        wheel(view, at, 1)
    after = place(view, at)
    assert view.zoom == pytest.approx(zoom * 1.2**3)
    assert after == pytest.approx(before, abs=0.1)


def test_zoom_has_ends_and_tells_of_itself(view):
    told = []
    view.zoom_changed.connect(told.append)
    for _ in range(60):
        wheel(view, QPoint(300, 300), 1)
    most = view.zoom
    for _ in range(90):
        wheel(view, QPoint(300, 300), -1)
    assert most == pytest.approx(8.0)
    assert view.zoom == pytest.approx(0.05)
    assert told[-1] == pytest.approx(view.zoom)


def test_antialiasing_rests_while_zooming_and_comes_back(view, qtbot):
    smooth = QPainter.RenderHint.Antialiasing
    assert view.renderHints() & smooth
    wheel(view, QPoint(300, 300), 1)
    assert not view.renderHints() & smooth
    qtbot.waitUntil(lambda: bool(view.renderHints() & smooth), timeout=2000)


@pytest.mark.parametrize("button", [MIDDLE, RIGHT])
def test_middle_and_right_drags_pan(view, button):
    view.zoom_to(1.5)
    held = place(view, QPoint(400, 300))
    drag_pixels(view, QPoint(400, 300), QPoint(420, 310), QPoint(330, 260), button=button)
    assert place(view, QPoint(330, 260)) == pytest.approx(held, abs=0.05)


def test_space_and_left_drag_pan_and_never_reach_the_tool(canvas, view):
    tool = recorder(canvas)
    view.zoom_to(1.5)
    held = place(view, QPoint(400, 300))
    QTest.keyPress(view, Qt.Key.Key_Space)
    drag_pixels(view, QPoint(400, 300), QPoint(410, 300), QPoint(350, 330))
    QTest.keyRelease(view, Qt.Key.Key_Space)
    assert place(view, QPoint(350, 330)) == pytest.approx(held, abs=0.05)
    assert tool.words == []
    click(view, (5, 5))
    assert tool.words == ["press", "click"]


def test_a_pan_paints_only_what_comes_into_view(view):
    view.zoom_to(2.0)
    QApplication.processEvents()
    painted = []
    original = view.paintEvent
    view.paintEvent = lambda event: (painted.append(event.region()), original(event))
    view.scroll_by(QPoint(0, 3))
    QApplication.processEvents()
    area = sum(r.width() * r.height() for region in painted for r in region)
    assert 0 < area < view.viewport().width() * view.viewport().height() / 5


def test_a_click_that_trembles_moves_nothing(canvas, view):
    tool = recorder(canvas)
    start = pixel(view, (5, 5))
    drag_pixels(view, start, start + QPoint(2, 1), start + QPoint(-1, -3))
    assert tool.words == ["press", "click"]


def test_a_drag_begins_after_four_pixels_and_stays_one(canvas, view):
    tool = recorder(canvas)
    start = pixel(view, (5, 5))
    drag_pixels(view, start, start + QPoint(3, 0), start + QPoint(9, 0), start)
    assert tool.words == ["press", "drag", "drag", "drop"]
    assert tool.told[0][1].square == (5, 5)
    assert tool.told[1][1].distance_px(tool.told[0][1].point) == pytest.approx(9, abs=0.01)


def test_hovering_and_modifiers_reach_the_tool(canvas, view):
    tool = recorder(canvas)
    move(view, pixel(view, (2.5, 3.5)), modifiers=Qt.KeyboardModifier.ControlModifier)
    word, event = tool.told[0]
    assert (word, event.square, event.ctrl, event.shift) == ("hover", (2, 3), True, False)
    QTest.keyPress(view, Qt.Key.Key_Shift)
    QTest.keyRelease(view, Qt.Key.Key_Shift)
    shift = Qt.KeyboardModifier.ShiftModifier
    assert [bool(held & shift) for held in tool.held] == [True, False]


def test_a_double_click_is_told_in_place_of_the_second_press(canvas, view):
    tool = recorder(canvas)
    at = pixel(view, (4, 4))
    QTest.mouseClick(view.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, at)
    QTest.mouseDClick(view.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, at)
    assert tool.words[:2] == ["press", "click"]
    assert "twice" in tool.words


def test_a_right_click_asks_for_the_menu_where_it_was(canvas, view):
    tool = recorder(canvas)
    asked = []
    view.menu_wanted.connect(lambda event, at: asked.append((event, at)))
    click(view, (6.5, 4.5), RIGHT)
    assert [event.square for event, _ in asked] == [(6, 4)]
    assert asked[0][1] == view.viewport().mapToGlobal(pixel(view, (6.5, 4.5)))
    assert "press" not in tool.words


def test_a_right_drag_asks_for_no_menu(view):
    asked = []
    view.menu_wanted.connect(lambda *_: asked.append(1))
    drag_pixels(view, QPoint(400, 300), QPoint(440, 300), button=RIGHT)
    assert asked == []


def test_escape_drops_what_a_tool_has_begun(canvas, view):
    tool = recorder(canvas)
    tool.begun = True
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert not tool.busy


def test_another_tool_drops_what_the_first_had_begun_and_brings_its_own_look(canvas, view):
    first = recorder(canvas)
    first.begun = True
    first.shown = Overlay((Band(Point(1, 1), Point(3, 3)),))
    view.refresh_overlay()
    assert canvas.scene.overlay.overlay == first.shown
    told = []
    view.status_changed.connect(lambda status, under_way: told.append((status, under_way)))
    second = type(first)()
    second.says = "other"
    view.set_tool(second)
    assert not first.busy
    assert canvas.scene.overlay.overlay == Overlay(())
    assert told == [("other", False)]
    assert view.viewport().cursor().shape() == Qt.CursorShape.CrossCursor


def test_what_a_tool_shows_follows_each_event(canvas, view):
    tool = recorder(canvas)
    tool.shown = Overlay((Band(Point(1, 1), Point(3, 3)),))
    move(view, QPoint(200, 200))
    assert canvas.scene.overlay.overlay == tool.shown
    tool.shown = None
    tool.changed()
    assert canvas.scene.overlay.overlay == Overlay(())


def test_keys_reach_the_tool_and_the_rest_go_on(canvas, view):
    tool = recorder(canvas)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert tool.keys == [Qt.Key.Key_Return]


def test_fitting_things_shows_them_and_revealing_keeps_the_zoom(view):
    view.fit([Ref("fighter", "idol")])
    assert view.zoom == pytest.approx(2.0)
    at = pixel(view, (34.5, 5.5))
    assert view.viewport().rect().center() == pytest.approx(at, abs=2) or (
        abs(at.x() - view.viewport().rect().center().x()) <= 2
    )
    view.reveal([Ref("fighter", "ilse")])
    assert view.zoom == pytest.approx(2.0)
    assert view.viewport().rect().contains(pixel(view, (6.5, 4.5)))


def test_what_is_pinned_stays_in_its_corner(canvas, view):
    before = canvas.strip.pos()
    view.zoom_to(2.0)
    view.scroll_by(QPoint(40, 25))
    assert canvas.strip.pos() == before
    canvas.resize(700, 500)
    assert canvas.strip.pos() == before


def touch(view, by, modifiers=Qt.KeyboardModifier.NoModifier):
    """Move two fingers on a touchpad."""
    at = QPointF(400, 300)
    event = QWheelEvent(
        at, QPointF(view.viewport().mapToGlobal(at.toPoint())), by, by * 2,
        Qt.MouseButton.NoButton, modifiers, Qt.ScrollPhase.ScrollUpdate, False,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)


def test_two_fingers_pan_and_with_ctrl_they_zoom(view):
    view.zoom_to(1.5)
    held, zoom = place(view, QPoint(400, 300)), view.zoom
    touch(view, QPoint(30, -20))
    assert view.zoom == zoom
    assert place(view, QPoint(430, 280)) == pytest.approx(held, abs=0.05)
    touch(view, QPoint(0, 60), Qt.KeyboardModifier.ControlModifier)
    assert view.zoom > zoom


def test_a_pinch_zooms_where_the_fingers_are(view):
    at = QPointF(400, 300)
    held, zoom = place(view, at.toPoint()), view.zoom
    pinch = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture, QPointingDevice.primaryPointingDevice(), 2,
        at, at, QPointF(view.viewport().mapToGlobal(at.toPoint())), 0.25, QPointF(), 1,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), pinch)
    assert view.zoom == pytest.approx(1.25 * zoom)
    assert place(view, at.toPoint()) == pytest.approx(held, abs=0.1)


def test_what_was_announced_can_be_dropped_on_the_board(view):
    view.accept_mime(KIND)
    told = []
    view.dropped.connect(lambda mime, event: told.append((mime.data(KIND).data(), event.square)))
    mime, other = QMimeData(), QMimeData()
    mime.setData(KIND, b"hero")
    other.setText("a letter")
    at = QPointF(pixel(view, (5.5, 6.5)))
    for dragged in (mime, other):
        keys = Qt.KeyboardModifier.NoModifier
        enter = QDragEnterEvent(at.toPoint(), Qt.DropAction.CopyAction, dragged, LEFT, keys)
        QApplication.sendEvent(view.viewport(), enter)
        assert enter.isAccepted() == (dragged is mime)
        drop = QDropEvent(at, Qt.DropAction.CopyAction, dragged, LEFT, keys)
        QApplication.sendEvent(view.viewport(), drop)
    assert told == [(b"hero", (5, 6))]
