"""Faults of hands on the board: half-done drags, small things, keys that belong to a field."""

import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit

from desktop.core.model.encounter import Encounter
from desktop.core.model.words import Point
from desktop.core.store import places, recent
from desktop.core.store.reading import read
from desktop.core.store.writing import write
from desktop.ui import app
from desktop.ui.canvas.coordinates import to_scene
from desktop.ui.menus.fields.text import TextField
from desktop.ui.session import Ref
from desktop.ui.tools import TOOLS
from desktop.ui.tools.name_field import NameField
from tests.helpers import picture_files
from tests.helpers.build import board, encounter, fighter, link, profile, zone
from tests.ui import holding
from tests.ui.conftest import SMALL
from tests.ui.outside import begin

ROOT = Path(__file__).parent.parent.parent
CTRL = Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier


def settle():
    for _ in range(4):
        QApplication.processEvents()


KEYS = (
    (Qt.Key.Key_Z, CTRL), (Qt.Key.Key_Delete, NONE), (Qt.Key.Key_Escape, NONE),
    (Qt.Key.Key_Z, CTRL | Qt.KeyboardModifier.ShiftModifier), (Qt.Key.Key_A, CTRL),
)  # fmt: skip


@pytest.mark.fault("L11")
@pytest.mark.parametrize("tool", [name for name in TOOLS if name != "hand"])
def test_a_key_in_the_middle_of_a_drag_breaks_nothing(shown, small, tool):
    window = shown(small)
    session, view = window.session, window.canvas.view
    port, left = view.viewport(), Qt.MouseButton.LeftButton

    def px(x, y):
        return view.mapFromScene(to_scene(Point(x, y)))

    for key, held in KEYS:
        assert session.edit("rename", kind="zone", id="yard", name=f"Before {key}")
        window.hand.take(tool)
        settle()
        QTest.mousePress(port, left, NONE, px(2, 2))
        QTest.mouseMove(port, px(4, 3))
        QTest.mouseMove(port, px(6, 5))
        QTest.keyClick(view, key, held)
        QTest.mouseMove(port, px(9, 6))
        QTest.mouseRelease(port, left, NONE, px(9, 6))
        settle()
        QTest.keyClick(view, Qt.Key.Key_Escape)
        settle()
        assert read(write(session.encounter)).encounter == session.encounter
        holding.at_all_times(window)
    holding.on_the_whole(window)
    while session.history:
        session.undo()
    assert session.encounter.board.zones["yard"].name == ""


def full_fighter() -> Encounter:
    starts = {"wounds": 3, "conditions": {"prone": "", "stunned": "by the blast"}}
    on = board(
        zone("a", (0, 0, 8, 8), traits=["light cover"], notes="wet"), zone("b", (8, 0, 8, 8)),
        link("a", "b"), size=(16, 8),
    )  # fmt: skip
    who = fighter(
        "ann", (2, 2), profile="p", side="heroes", starts=starts, name="Ann", notes="brave",
        hidden=True, tags=("x",), seen_as="Hood", picture="ann.png",
    )  # fmt: skip
    return encounter(on, profile("p", name="P", wounds=8), who)


@pytest.mark.fault("L13")
def test_a_copy_has_all_that_the_thing_had_and_shares_nothing(shown, tmp_path):
    path = tmp_path / "copies.yaml"
    path.write_text(write(full_fighter()), encoding="utf-8")
    window = shown(path)
    session = window.session
    session.select([Ref("fighter", "ann")])
    window.actions_["edit.copy"].trigger()
    for _ in range(2):
        window.actions_["edit.paste"].trigger()
        settle()
    people = session.encounter.fighters
    assert len(people) == 3
    first = people["ann"]
    copies = [each for key, each in people.items() if key != "ann"]
    for copy in copies:
        same = replace(copy, id=first.id, name=first.name, at=first.at)
        assert same == first
    one, other = (each.id for each in copies)
    session.edit("set_field", kind="fighter", id=one, field="notes", value="changed")
    session.edit("set_field", kind="fighter", id=one, field="hidden", value=False)
    again = read(write(session.encounter)).encounter.fighters
    assert again[one].notes == "changed"
    assert (again[other].notes, again["ann"].notes) == ("brave", "brave")
    assert (again[other].hidden, again["ann"].hidden) == (True, True)


@pytest.mark.fault("L13")
def test_a_copied_zone_keeps_its_traits_and_leads_nowhere_it_did_not(shown, tmp_path):
    path = tmp_path / "copies.yaml"
    path.write_text(write(full_fighter()), encoding="utf-8")
    window = shown(path)
    session = window.session
    QCursor.setPos(window.mapToGlobal(QPoint(0, 0)))  # off the board: pasted beside the zone
    session.select([Ref("zone", "a")])
    window.actions_["edit.copy"].trigger()
    window.actions_["edit.paste"].trigger()
    settle()
    zones = session.encounter.board.zones
    (new,) = set(zones) - {"a", "b"}
    assert (zones[new].traits, zones[new].notes) == (zones["a"].traits, "wet")
    assert [each.id for each in session.encounter.board.links.values()] == ["a-b"]


@pytest.mark.fault("L34")
def test_a_token_of_six_pixels_is_grabbed_beside_it_every_time(hands):
    on = board(zone("a", (0, 0, 120, 90)), size=(120, 90))
    at = hands(encounter(on, profile("p", wounds=8), fighter("ann", (40, 40), profile="p")))
    scale = at.view.transform().m11() * 32
    assert scale <= 8, "a square is small on the screen"
    for turn in range(20):
        seat = at.seat("ann")[:2]
        middle = at.px((seat[0] + 0.5, seat[1] + 0.5))
        spot = at.board_point(middle + _aside(turn))
        to = (41 + turn, 42)
        at.drag((spot.x, spot.y), (spot.x + 3, spot.y + 3), (to[0] + 0.5, to[1] + 0.5))
        assert at.seat("ann")[:2] != seat, f"try {turn} moved nothing"
    steps = len(at.history)
    assert steps == 20
    seat = at.seat("ann")[:2]
    at.click((seat[0] + 0.5, seat[1] + 0.5))
    assert (at.seat("ann")[:2], len(at.history)) == (seat, steps)


def _aside(turn):
    return (QPoint(4, 0), QPoint(-4, 0), QPoint(0, 4), QPoint(0, -4))[turn % 4]


@pytest.mark.fault("L36")
@pytest.mark.parametrize("where", ["name", "finder", "outline", "notes", "on the board"])
def test_what_is_typed_in_a_field_is_text_and_nothing_else(shown, small, where):
    window = shown(small)
    session = window.session
    session.select([Ref("zone", "yard")])
    settle()
    field = field_of(window, where)
    field.setFocus()
    before, tool = session.encounter, window.hand.tool
    QTest.keyClicks(field, "Del vhzltpwfgbm 123 []")
    for key in (
        Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Space, Qt.Key.Key_Left,
        Qt.Key.Key_Up, Qt.Key.Key_Home,
    ):  # fmt: skip
        QTest.keyClick(field, key)
    QTest.keyClick(field, Qt.Key.Key_A, CTRL)
    QTest.keyClick(field, Qt.Key.Key_Z, CTRL)
    settle()
    assert session.encounter is before
    assert window.hand.tool == tool
    assert session.selection == (Ref("zone", "yard"),)


@pytest.mark.fault("L36")
def test_what_is_typed_in_a_fight_is_text_and_nothing_else(shown, small):
    window = shown(small)
    fight = begin(window)
    fight.next_turn()
    settle()
    steps = fight.combat.steps
    line = window.bench.panels["log"].field
    line.setFocus()
    QTest.keyClicks(line, "n nasty 1 2 as")
    for key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Left, Qt.Key.Key_Up):
        QTest.keyClick(line, key)
    QTest.keyClick(line, Qt.Key.Key_Z, CTRL)
    settle()
    assert fight.combat.steps is steps


def field_of(window, where):
    if where == "on the board":
        window.actions_["edit.rename"].trigger()
        settle()
        return window.canvas.view.viewport().findChild(NameField)
    if where == "notes":
        inspector = window.bench.panels["inspector"]
        return next(e for e in inspector.findChildren(QPlainTextEdit) if e.isVisible())
    if where == "outline":
        return window.bench.panels["outline"].finding
    if where == "finder":
        window.actions_["view.finder"].trigger()
        settle()
        return next(
            each for each in window.findChildren(QLineEdit) if each.isVisible() and each.hasFocus()
        )
    inspector = window.bench.panels["inspector"]
    return next(each for each in inspector.findChildren(TextField) if each.isVisible()).edit


def crowd() -> Encounter:
    zones = [zone(f"z{n}", (n % 6 * 10, n // 6 * 10, 10, 10)) for n in range(30)]
    links = [link(f"z{n}", f"z{n + 1}") for n in range(29) if n % 6 != 5]
    people = [
        fighter(f"f{n}", (n % 60, n // 60 * 10 + 3), profile="p", side=("heroes", "foes")[n % 2])
        for n in range(200)
    ]  # fmt: skip
    painted = {"ground": {(n % 60, n // 60 + 4): "difficult" for n in range(2000)}}
    on = board(*zones, *links, size=(60, 50), squares=painted)
    return encounter(on, profile("p", wounds=8), *people)


@pytest.mark.fault("L38")
def test_a_crowd_is_saved_and_read_dragged_about_and_zoomed_without_waiting(hands, tmp_path):
    made = crowd()
    began = time.process_time()
    assert read(write(made)).encounter.fighters.keys() == made.fighters.keys()
    assert time.process_time() - began < 2
    at = hands(made)
    at.session.select([Ref("fighter", "f7")])
    settle()
    took = []
    at.press((7.5, 3.5))
    for step in range(40):
        began = time.process_time()
        at.move((8 + step / 4, 4 + step / 8))
        at.view.viewport().repaint()
        took.append(time.process_time() - began)
    at.release((18, 9))
    assert median(took) < 0.1, "a third of that is usual on a slow machine"
    picture = picture_files.whole_png(4096, 4096)
    (tmp_path / "map.png").write_bytes(picture)
    at.session.path = str(tmp_path / "crowd.yaml")
    at.session.edit("set_background", level="ground", picture={"file": "map.png"})
    at.view.viewport().repaint()
    for scale in (0.25, 1, 8):
        at.view.zoom_to(scale)
        took = []
        for step in range(10):
            began = time.process_time()
            at.view.zoom_to(scale * (1 + step / 100))
            at.view.viewport().repaint()
            took.append(time.process_time() - began)
        assert median(took) < 0.1, f"zoomed to {scale}"


@pytest.mark.fault("X17")
def test_the_window_opens_on_a_screen_whatever_was_stored(qtbot, small, qapp):
    path = places.state_folder() / "views.json"
    for content in (b"\xff\x00garbage", b'{"geometry": [5000, -3000, 10, 10]}', b"[]", b"{"):
        for each in (path, *places.config_folder().glob("*"), *places.state_folder().glob("*.*")):
            each.write_bytes(content)
        recent.remember(small)
        window = app.MainWindow()
        qtbot.addWidget(window)
        app.start(window, small)
        qtbot.waitExposed(window)
        qtbot.waitUntil(lambda window=window: window.document is not None)
        screen = qapp.primaryScreen().availableGeometry()
        assert screen.contains(window.frameGeometry().center())
        assert window.frameGeometry().top() >= screen.top()
        window.close()


CLOSED = """
import os, sys
os.close(1); os.close(2)
sys.stdout = sys.stderr = None
from desktop import cli
from pathlib import Path
out = Path(sys.argv[2])
try:
    code = cli.main(["check", sys.argv[1]])
    told = f"left with {code}"
except BaseException as error:
    told = f"{type(error).__name__}: {error}"
out.write_text(told, encoding="utf-8")
"""
WINDOW = """
import os, sys
os.close(1); os.close(2)
sys.stdout = sys.stderr = None
from pathlib import Path
from PySide6.QtCore import QTimer, qWarning
from PySide6.QtWidgets import QApplication
from desktop.ui import app
from desktop.ui.canvas.coordinates import to_scene
out = Path(sys.argv[2])
starts = app.start
def look(window):
    qWarning("a warning of Qt")
    QTimer.singleShot(0, lambda: 1 / 0)
    def end():
        out.write_text(window.notice.says.text(), encoding="utf-8")
        QApplication.exit(0)
    QTimer.singleShot(300, end)
def start(window, file):
    starts(window, file)
    QTimer.singleShot(1200, lambda: look(window))
app.start = start
app.run(Path(sys.argv[1]))
"""


def without_console(code, *arguments):
    place = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, env=place, timeout=60, check=False)


@pytest.mark.fault("X19")
def test_a_command_without_a_console_leaves_without_a_fault(tmp_path, small):
    without_console(CLOSED, small, tmp_path / "told")
    assert (tmp_path / "told").read_text(encoding="utf-8") in ("left with 0", "left with 1")


@pytest.mark.fault("X19")
def test_the_window_without_a_console_shows_and_logs_what_went_wrong(tmp_path):
    broken = tmp_path / "broken.yaml"
    broken.write_text(SMALL.replace("format: 1", "format: x"), encoding="utf-8")
    done = without_console(WINDOW, broken, tmp_path / "told")
    assert done.returncode == 0
    assert "ZeroDivisionError" in (tmp_path / "told").read_text(encoding="utf-8")
    logs = list(places.state_folder().glob("*.log"))
    assert logs
    told = logs[0].read_text(encoding="utf-8")
    assert "a warning of Qt" in told
    assert "ZeroDivisionError" in told
