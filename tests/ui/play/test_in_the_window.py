"""A turn in the real window: from the page before round 1 to an attack, and all of it undone."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.core.model.words import Point
from desktop.core.rules.actions import Put, Walk
from desktop.ui.canvas.coordinates import to_scene
from desktop.ui.fight import DROPPED
from desktop.ui.main_window.files import FRESH_SQ
from tests.ui.conftest import SAMPLE
from tests.ui.play.players import focus


class Window:
    """Hands on the whole window."""

    def __init__(self, window):
        self.window = window

    def key(self, key, held=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(focus(), key, held)
        for _ in range(3):
            QApplication.processEvents()

    @property
    def fight(self):
        return self.window.fight

    def click(self, who_or_place):
        at = who_or_place
        if isinstance(at, str):
            seat = self.fight.state.fighters[at].seat
            at = (seat.x + 0.5, seat.y + 0.5)
        view = self.window.canvas.view
        at = view.mapFromScene(to_scene(Point(*at)))
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
        for _ in range(3):
            QApplication.processEvents()


def test_a_turn_from_the_start_page_to_an_attack_and_back(shown, qtbot, tmp_path):
    path = tmp_path / "dock.yaml"
    path.write_text(SAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    hands = Window(shown(path))
    with qtbot.waitActive(hands.window):
        hands.window.activateWindow()
    hands.key(Qt.Key.Key_F5)
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: hands.fight is not None and "roll" in hands.window.bench.panels)
    hands.key(Qt.Key.Key_N)
    assert hands.fight.state.actor == "pell"
    hands.click((18.5, 9.5))
    hands.click((18.5, 9.5))
    assert isinstance(hands.fight.combat.steps[-1].action, Walk)
    assert hands.fight.state.zone_of("pell") == "stacks"
    hands.fight.take(Put(who="loaders/A", at="stacks", beside="pell"))
    hands.click("loaders/A")
    roll = hands.window.bench.panels["roll"]
    assert roll.showing
    assert roll.isVisible()
    for digit in (Qt.Key.Key_3, Qt.Key.Key_2):
        hands.key(digit)
    hands.key(Qt.Key.Key_Return)
    assert hands.fight.exchange is None
    steps = len(hands.fight.combat.steps)
    for _ in range(steps):
        hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert hands.fight.state is hands.fight.combat.start
    assert len(hands.fight.combat.steps) == steps
    assert list(tmp_path.glob("dock.*.fight.yaml"))


def test_the_status_line_says_that_the_open_roll_was_dropped(shown, qtbot, small):
    hands = Window(shown(small))
    with qtbot.waitActive(hands.window):
        hands.window.activateWindow()
    hands.key(Qt.Key.Key_F5)
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: hands.fight is not None and "roll" in hands.window.bench.panels)
    hands.key(Qt.Key.Key_N)
    actor = hands.fight.state.actor
    hands.fight.take(Put(who=actor, at="yard"))
    other = next(who for who in hands.fight.state.fighters if who != actor)
    hands.fight.take(Put(who=other, at="yard", beside=actor))
    hands.click(other)
    assert hands.fight.exchange is not None
    hands.window.canvas.view.setFocus()
    hands.key(Qt.Key.Key_N)
    assert hands.fight.exchange is None
    assert hands.window.status.text.text() == DROPPED


def test_a_new_encounter_has_a_board_with_room(shown, qtbot):
    window = shown()
    window.command("new")
    assert window.session.encounter.board.size == FRESH_SQ == (24, 16)
    assert not window.session.unsaved
