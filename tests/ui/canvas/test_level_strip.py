"""The strip of levels and the zoom in the status line."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QToolButton

from desktop.ui.canvas.zoom_box import ZoomBox
from tests.ui.canvas.hand import LEFT, NONE, move, pixel, recorder

FIELD = "levels.name"


def row(canvas, level):
    return canvas.strip.findChild(object, f"levels.{level}")


def test_the_highest_level_is_on_top_and_a_click_shows_it(canvas):
    gantry, floor = row(canvas, "gantry"), row(canvas, "floor")
    assert gantry.y() < floor.y()
    QTest.mouseClick(gantry, LEFT)
    assert canvas.session.level == "gantry"
    assert canvas.scene.level == "gantry"


def test_the_plus_asks_for_a_level_in_build_alone(canvas):
    asked = []
    canvas.strip.add_wanted.connect(lambda: asked.append(1))
    QTest.mouseClick(canvas.strip.findChild(QToolButton, "levels.add"), LEFT)
    assert asked == [1]
    canvas.session.set_mode("play")
    assert not canvas.strip.findChild(QToolButton, "levels.add").isVisible()


@pytest.mark.parametrize(("key", "told"), [(Qt.Key.Key_Return, [("floor", "Hall")]),
                                           (Qt.Key.Key_Escape, [])])  # fmt: skip
def test_a_double_click_opens_the_name_and_enter_keeps_it(canvas, key, told):
    named = []
    canvas.strip.renamed.connect(lambda *what: named.append(what))
    QTest.mouseDClick(row(canvas, "floor"), LEFT)
    field = canvas.strip.findChild(QLineEdit, FIELD)
    field.setText("Hall")
    QTest.keyClick(field, key)
    assert named == told


def test_a_drag_held_over_a_level_carries_on_there(canvas, qtbot):
    view = canvas.view
    tool = recorder(canvas)
    start = pixel(view, (5, 5))
    QTest.mousePress(view.viewport(), LEFT, NONE, start)
    over = view.viewport().mapFromGlobal(
        row(canvas, "gantry").mapToGlobal(row(canvas, "gantry").rect().center())
    )
    move(view, over, LEFT)
    assert canvas.session.level == "floor"
    qtbot.waitUntil(lambda: canvas.session.level == "gantry", timeout=2000)
    move(view, pixel(view, (12, 7)), LEFT)
    assert tool.told[-1][1].level == "gantry"
    QTest.mouseRelease(view.viewport(), LEFT, NONE, pixel(view, (12, 7)))
    assert tool.words[-1] == "drop"


def test_the_zoom_is_read_and_set(canvas, qtbot):
    box = ZoomBox(canvas.view)
    qtbot.addWidget(box)
    canvas.view.zoom_to(1.1)
    assert box.findChild(QLabel, "zoom").text() == "110 %"
    minus, plus, fit = box.findChildren(QToolButton)
    QTest.mouseClick(plus, LEFT)
    assert canvas.view.zoom > 1.3
    QTest.mouseClick(minus, LEFT)
    assert canvas.view.zoom == pytest.approx(1.1)
    QTest.mouseClick(fit, LEFT)
    assert canvas.view.zoom < 1
