"""The frame: modes, sizes, focus, Esc, and what stands in the status line."""

import os
import re
import subprocess
import sys
from inspect import getclosurevars

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QTabWidget

from desktop.ui.main_window import MainWindow
from desktop.ui.menus.table import VERBS
from desktop.ui.menus.verb import calls
from desktop.ui.session import Ref
from tests.ui.conftest import SAMPLE

ROOT = SAMPLE.parent.parent
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.mark.parametrize(
    ("width", "height", "rail", "right"), [(1366, 768, 40, 264), (1920, 1080, 44, 336)]
)
def test_the_parts_have_the_widths_of_their_screen(shown, small, qtbot, width, height, rail, right):
    window = shown(small)
    window.resize(width, height)
    bench = window.bench
    qtbot.waitUntil(lambda: bench.rail.width() == rail)
    assert window.top.height() == 32
    assert window.status.height() == 24
    assert bench.panels["inspector"].width() == pytest.approx(right, abs=4)
    is_stacked = bench.findChild(QTabWidget) is None
    assert is_stacked is (width > 1600)
    for name in ("outline", "issues"):
        panel = bench.panels[name]
        assert panel.isVisible() is (is_stacked or name == "outline")


def test_all_that_the_table_asks_of_the_window_is_there(shown, small):
    window = shown(small)
    asked = {
        verb.id: getclosurevars(verb.do).nonlocals["name"]
        for verb in VERBS.values()
        if verb.do.__qualname__ == calls("").__qualname__
    }
    assert len(asked) > 20
    assert {id: name for id, name in asked.items() if name not in window._commands} == {}


def test_the_palette_folds_away_with_tools_that_have_none(shown, small, qtbot):
    window = shown(small)
    palette = window.bench.panels["palette"]
    assert not palette.isVisible()
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_T)
    assert palette.isVisible()
    assert palette.width() == pytest.approx(180, abs=4)
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_F5)
    assert not palette.isVisible()
    qtbot.keyClick(window.bench.current_page, Qt.Key.Key_Escape)
    assert palette.isVisible()
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_V)
    assert not palette.isVisible()


def test_the_status_line_shows_square_zone_and_level(shown, small, qtbot):
    window = shown(small)
    view = window.canvas.view
    at = view.mapFromScene(10 * 32 + 16, 3 * 32 + 16)
    qtbot.mouseMove(view.viewport(), at)
    qtbot.waitUntil(lambda: "shed" in window.status.where.text())
    assert window.status.where.text().split("   ") == ["10, 3", "shed", "ground"]


def test_news_stand_in_the_status_line_and_the_hint_of_the_next_tool_comes_back(
    shown, small, qtbot
):
    window = shown(small)
    window.session.edit("rename", kind="zone", id="yard", name="Court")
    assert window.status.text.text() == "Rename yard"
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_Z)
    assert window.status.text.text() == window.canvas.view.tool.status


class Seen(QObject):
    """Which widgets of a window are painted, and whether any is laid out anew."""

    def __init__(self, app):
        super().__init__(app)
        self.painted, self.laid_out = [], []
        app.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            self.painted.append(watched)
        elif event.type() == QEvent.Type.LayoutRequest:
            self.laid_out.append(watched)
        return False


def test_what_says_something_else_is_painted_without_all_around_it(shown, small, qapp, qtbot):
    window = shown(small)
    tree, status = window.bench.panels["outline"].tree, window.status
    number = window.findChild(QLabel, "beside_tab")
    qtbot.waitUntil(lambda: number.text() != "")
    qtbot.wait(50)
    seen = Seen(qapp)
    window.tell("Something else, and it is longer")
    number.setText("7")
    tree.verticalScrollBar().update()
    tree.viewport().update()
    qtbot.wait(20)
    qapp.removeEventFilter(seen)
    parts = {status, status.text, number, tree.viewport(), tree.verticalScrollBar()}
    assert set(seen.painted) == parts
    assert seen.laid_out == []


def test_what_a_drag_came_to_stays_in_the_status_line_until_the_next_one(shown, small, qtbot):
    window = shown(small)
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_L)
    canvas = window.canvas.view.viewport()
    yard, beside = (window.canvas.view.mapFromScene(32 * x, 32 * 3) for x in (3, -2))
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=yard)
    qtbot.mouseMove(canvas, beside)
    assert window.status.text.text().startswith("Link (open): let go over a zone")
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=beside)
    assert window.status.text.text() == "No link was made. A link ends in a zone."
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=yard)
    qtbot.mouseMove(canvas, beside)
    assert window.status.text.text().startswith("Link (open): let go over a zone")


def test_the_board_stays_where_it_is_when_the_palette_comes_and_goes(shown, small, qtbot):
    window = shown(small)
    view = window.canvas.view

    def corner():
        return view.viewport().mapTo(window, view.mapFromScene(0, 0))

    qtbot.keyClick(view, Qt.Key.Key_Z)
    qtbot.wait(20)
    with_palette, zoom = corner(), view.zoom
    for key in (Qt.Key.Key_V, Qt.Key.Key_T, Qt.Key.Key_V):
        width = view.width()
        qtbot.keyClick(view, key)
        qtbot.waitUntil(lambda width=width: view.width() != width)
        qtbot.wait(20)
        assert (corner(), view.zoom) == (with_palette, zoom)


def test_showing_a_thing_brings_its_level_and_selects_it(shown, small):
    window = shown(small)
    window.session.edit("add_level", name="Loft", height=4)
    loft = next(each for each in window.session.encounter.board.levels if each != "ground")
    window.session.edit("add_zone", at=[0, 0, 4, 4], level=loft, name="Attic")
    attic = list(window.session.encounter.board.zones)[-1]
    window.want("view.show", Ref("zone", attic))
    assert window.session.level == loft
    assert window.session.selection == (Ref("zone", attic),)


def test_levels_go_up_and_down_by_key_and_end_with_a_word(shown, small, qtbot):
    window = shown(small)
    window.session.edit("add_level", name="Loft", height=4)
    view = window.canvas.view
    qtbot.keyClick(view, Qt.Key.Key_PageUp)
    assert window.session.level != "ground"
    qtbot.keyClick(view, Qt.Key.Key_PageUp)
    assert window.status.text.text() == "There is no level above."
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert window.session.level == "ground"


def test_the_keys_of_zoom(shown, small, qtbot):
    window = shown(small)
    view = window.canvas.view
    fits = view.zoom
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert view.zoom > fits
    qtbot.keyClick(view, Qt.Key.Key_Minus)
    qtbot.keyClick(view, Qt.Key.Key_Minus)
    assert view.zoom < fits
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert view.zoom == pytest.approx(fits)
    window.session.select([Ref("fighter", "ada")])
    qtbot.keyClick(view, Qt.Key.Key_0, SHIFT)
    assert view.zoom == pytest.approx(2)


def test_arrows_move_by_a_square_and_with_shift_by_five(shown, small, qtbot):
    window = shown(small)
    view = window.canvas.view
    window.session.edit("put_people", people=["ada"], at=[1, 1])
    window.session.select([Ref("fighter", "ada")])
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert window.session.encounter.fighters["ada"].at == (2, 1)
    qtbot.keyClick(view, Qt.Key.Key_Down, SHIFT)
    assert window.session.encounter.fighters["ada"].at == (2, 6)


def test_esc_goes_one_step_back_at_a_time(shown, small, qtbot):
    window = shown(small)
    view = window.canvas.view
    window.session.select([Ref("zone", "yard")])
    qtbot.keyClick(view, Qt.Key.Key_L)
    window.finder.open("ya")
    qtbot.keyClick(window.finder, Qt.Key.Key_Escape)
    assert view.hasFocus()
    assert window.hand.tool == "link"
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert window.hand.tool == "select"
    assert window.session.selection == (Ref("zone", "yard"),)
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert window.session.selection == ()


@pytest.mark.qt_log_ignore("does not support (raise|grabbing)", extend=True)
def test_right_click_offers_what_lies_there_and_selects_it(shown, small, qtbot):
    window = shown(small)
    view = window.canvas.view
    at = view.mapFromScene(10 * 32 + 16, 6 * 32 + 16)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=at)
    qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    names = [action.objectName() for action in menu.actions()]
    assert {"edit.delete", "edit.rename", "board.pick_up"} <= set(names)
    assert window.session.selection == (Ref("zone", "shed"),)
    menu.close()


def test_the_parts_of_the_window_are_reached_by_key(shown, small, qtbot):
    window = shown(small)
    seen = []
    for _ in range(8):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6)
        seen.append(QApplication.focusWidget())
    assert window.finder in seen
    assert window.canvas.view in seen


def test_the_panels_stand_beside_a_page_that_comes_before_the_board_is_seen(qtbot, small):
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    assert window.files.open_path(small)
    window.actions_["fight.start"].trigger()
    assert window.page_open
    assert {"inspector", "issues"} <= window.bench.panels.keys()


def test_going_to_play_without_a_fight_opens_the_page_before_round_1(shown, small, qtbot):
    window = shown(small)
    qtbot.mouseClick(window.top.play, Qt.MouseButton.LeftButton)
    assert window.page_open
    assert window.session.mode == "build"
    assert not window.canvas.isVisible()
    qtbot.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Escape)
    assert not window.page_open
    assert window.top.build.isChecked()


def test_opening_another_file_lets_the_first_go(shown, small):
    window = shown(small)
    first = window.bench
    assert window.files.open_path(SAMPLE)
    assert window.bench is not first
    assert window.session.encounter.name == "Dock Nine at night"
    QApplication.sendPostedEvents(first, QEvent.Type.DeferredDelete)
    window.hand.take("zone")
    window.hand.set_change_place(True)
    window.hand.set_change_place(False)
    assert window.canvas.view.tool.id == "select"


def test_whatever_a_panel_or_tool_asks_for_is_something_the_window_does(shown, small):
    window = shown(small)
    asked = {}
    for folder in ("panels", "tools", "dialogs", "canvas", "menus"):
        for path in sorted((ROOT / "desktop" / "ui" / folder).rglob("*.py")):
            for name in re.findall(r"wants\.emit\(\s*\"([^\"]+)\"", path.read_text("utf-8")):
                asked.setdefault(name, path.name)
    known = {*VERBS, *window._commands}
    assert asked
    assert {name: where for name, where in asked.items() if name not in known} == {}


def test_without_a_screen_it_says_so_in_one_sentence(tmp_path):
    environment = {key: value for key, value in os.environ.items()
                   if key not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "desktop"], capture_output=True, text=True, env=environment,
        cwd=ROOT, timeout=60,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1
    assert "no screen" in done.stderr


def test_keys_in_a_window_that_holds_nothing_yet_are_let_go(qtbot):
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    for key in (Qt.Key.Key_Z, Qt.Key.Key_F5, Qt.Key.Key_Escape):
        QTest.keyClick(window, key)
    window.show_welcome()
    assert window.welcome is not None
