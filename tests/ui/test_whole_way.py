"""The whole way of an evening: built by hand, looked over, fought, the lid closed, found again."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.core import play
from desktop.core.model.words import Point
from desktop.core.store import fights
from desktop.core.store.reading import read_file
from desktop.ui.canvas.coordinates import to_scene
from desktop.ui.dialogs import asking
from tests.ui.play.players import focus

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier


def settle(times=4):
    for _ in range(times):
        QApplication.processEvents()


class Evening:
    """A GM's hands on the window."""

    def __init__(self, window, qtbot):
        self.window, self.qtbot = window, qtbot
        with qtbot.waitActive(window):
            window.activateWindow()

    @property
    def session(self):
        return self.window.document.session

    @property
    def fight(self):
        return self.window.fight

    def key(self, key, held=NONE):
        QTest.keyClick(focus(), key, held)
        settle()

    def type(self, text):
        QTest.keyClicks(focus(), text)
        settle()

    def at(self, x, y) -> QPoint:
        return self.window.canvas.view.mapFromScene(to_scene(Point(x, y)))

    def drag(self, start, end):
        port = self.window.canvas.view.viewport()
        QTest.mousePress(port, LEFT, NONE, self.at(*start))
        for part in (0.2, 0.5, 0.8, 1.0):
            x = start[0] + (end[0] - start[0]) * part
            y = start[1] + (end[1] - start[1]) * part
            QTest.mouseMove(port, self.at(x, y))
        QTest.mouseRelease(port, LEFT, NONE, self.at(*end))
        settle()

    def click(self, x, y):
        QTest.mouseClick(self.window.canvas.view.viewport(), LEFT, NONE, self.at(x, y))
        settle()

    def click_on(self, who):
        seat = self.fight.state.fighters[who].seat
        self.click(seat.x + 0.5, seat.y + 0.5)

    def draw_zone(self, start, end, name):
        self.drag(start, end)
        self.type(name)
        self.key(Qt.Key.Key_Return)

    def find(self, line):
        self.key(Qt.Key.Key_K, CTRL)
        self.type(line)
        self.key(Qt.Key.Key_Return)


def build(gm):
    gm.key(Qt.Key.Key_N, CTRL)
    gm.qtbot.waitUntil(lambda: gm.window.canvas is not None and "palette" in gm.window.bench.panels)
    gm.window.canvas.view.setFocus()
    gm.key(Qt.Key.Key_Z)
    gm.draw_zone((2, 2), (10, 9), "Gate")
    gm.draw_zone((10, 2), (18, 9), "Yard")
    gm.key(Qt.Key.Key_L)
    gm.drag((6, 6), (14, 6))
    gm.key(Qt.Key.Key_Escape)
    gm.find("warden x1 @gate")
    gm.find("ganger x3 @yard")


def test_a_gm_builds_is_told_fights_closes_the_lid_and_finds_everything_again(
    shown, qtbot, tmp_path, monkeypatch
):
    gm = Evening(shown(), qtbot)
    build(gm)
    board = gm.session.encounter.board
    assert {zone.label for zone in board.zones.values()} == {"Gate", "Yard"}
    assert [{link.from_, link.to} for link in board.links.values()] == [{"gate", "yard"}]
    assert len(list(play.begin_state(gm.session.encounter).people)) == 4

    issues = gm.window.bench.panels["issues"]
    qtbot.waitUntil(lambda: any(issue.check == "L01" for issue in issues.issues))
    assert any(issue.check == "L08" and issue.fix is not None for issue in issues.issues)

    path = tmp_path / "evening.yaml"
    # the system's own file dialog is the one thing a test cannot press
    monkeypatch.setattr(asking, "file_to_save", lambda *_: path)
    gm.key(Qt.Key.Key_S, CTRL)
    saved = read_file(path).encounter
    assert saved == gm.session.encounter
    bytes_of_the_encounter = path.read_bytes()

    gm.key(Qt.Key.Key_F5)
    settle()
    gm.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: gm.fight is not None and "roll" in gm.window.bench.panels)
    gm.key(Qt.Key.Key_N)
    who = gm.fight.state.actor
    foe = next(each for each in gm.fight.state.fighters if gm.fight.state.against(who, each))
    gm.click_on(foe)
    assert gm.window.bench.panels["roll"].showing
    gm.key(Qt.Key.Key_Return)
    settle()
    assert gm.fight.exchange is None
    assert gm.fight.combat.steps[-1].action.target == foe
    before = gm.fight.state
    steps = len(gm.fight.combat.steps)
    gm.key(Qt.Key.Key_Z, CTRL)
    assert gm.fight.combat.cursor == steps - 1
    gm.key(Qt.Key.Key_Y, CTRL)
    assert gm.fight.state == before

    gm.window.close()
    settle()
    assert path.read_bytes() == bytes_of_the_encounter
    (found,) = fights.unfinished(tmp_path)

    again = Evening(shown(), qtbot)
    again.window.files.open_path(found.path)
    qtbot.waitUntil(lambda: again.fight is not None)
    assert again.fight.state == before
    assert again.fight.combat.steps == gm.fight.combat.steps
    assert again.window.document.session.encounter == saved
