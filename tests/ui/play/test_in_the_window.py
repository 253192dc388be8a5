"""A turn in the real window: from the page before round 1 to an attack, and all of it undone."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.core.model.moments import AddTrait
from desktop.core.model.words import Point
from desktop.core.packs.imperium.using import Use
from desktop.core.rules.actions import BeginTurn, Put, Walk
from desktop.core.rules.events import Tested
from desktop.core.rules.traits import traits_at
from desktop.ui.canvas.coordinates import to_scene
from desktop.ui.fight import DROPPED
from desktop.ui.main_window.files import FRESH_SQ
from desktop.ui.session import Ref
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


def start(hands, qtbot):
    """Start the fight of the open encounter."""
    with qtbot.waitActive(hands.window):
        hands.window.activateWindow()
    hands.key(Qt.Key.Key_F5)
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: hands.fight is not None and "roll" in hands.window.bench.panels)


def begin(hands, qtbot):
    """Start the fight of the open encounter, and the first turn of it."""
    start(hands, qtbot)
    hands.key(Qt.Key.Key_N)


def strike_begun(hands, qtbot):
    """Begin the fight and a blow at the one who does not act; return whom it is aimed at."""
    begin(hands, qtbot)
    actor = hands.fight.state.actor
    hands.fight.take(Put(who=actor, at="yard"))
    other = next(who for who in hands.fight.state.fighters if who != actor)
    hands.fight.take(Put(who=other, at="yard", beside=actor))
    hands.click(other)
    return other


def test_a_turn_from_the_start_page_to_an_attack_and_back(shown, qtbot, tmp_path):
    path = tmp_path / "dock.yaml"
    path.write_text(SAMPLE.read_text(encoding="utf-8"), encoding="utf-8")
    hands = Window(shown(path))
    begin(hands, qtbot)
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
    hands.key(Qt.Key.Key_Return)
    log = hands.window.bench.panels["log"]
    log.tree.setFocus()
    change = next(a for a in log.menu(steps - 1).actions() if a.text() == "Change this step")
    change.trigger()
    for key in (Qt.Key.Key_9, Qt.Key.Key_8, Qt.Key.Key_Return):
        hands.key(key)
    tested = next(f for f in hands.fight.combat.steps[steps - 1].events if isinstance(f, Tested))
    assert tested.face == 98
    for _ in range(steps):
        hands.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert hands.fight.state == hands.fight.combat.at(1), "as it began"
    assert len(hands.fight.combat.steps) == steps
    assert list(tmp_path.glob("dock.*.fight.yaml"))


def test_the_status_line_says_that_the_open_roll_was_dropped(shown, qtbot, small):
    hands = Window(shown(small))
    other = strike_begun(hands, qtbot)
    assert hands.fight.exchange is not None
    hands.fight.take(Put(who=other, at="yard"))
    assert hands.fight.exchange is None
    assert hands.window.status.text.text() == DROPPED


def test_the_next_turn_waits_for_a_roll_that_dice_lie_for(shown, qtbot, small):
    hands = Window(shown(small))
    strike_begun(hands, qtbot)
    question = hands.fight.exchange.question
    if question is not None:  # the other's dice are rolled by hand, or the program's dice tied
        hands.fight.answer(44 if question.kind == "roll" else question.options[0].key)
    assert hands.fight.exchange.holds_dice
    hands.window.canvas.view.setFocus()
    hands.key(Qt.Key.Key_N)
    assert hands.fight.exchange.holds_dice
    assert hands.window.status.text.text().startswith("Dice lie on the table")


def test_a_new_encounter_has_a_board_with_room(shown, qtbot):
    window = shown()
    window.command("new")
    assert window.session.encounter.board.size == FRESH_SQ == (24, 16)
    assert not window.session.unsaved


LAMP = """\
format: 1
name: Yard
board:
  zones: {yard: {at: [0, 0, 8, 8], start: heroes}, shed: {at: [8, 0, 8, 8], start: foes}}
  links: {yard-shed: {from: yard, to: shed}}
  features: {lamp: {name: Lamp, at: [2, 2]}}
profiles: {guard: {name: Guard, size: medium, imperium: {speed: normal, wounds: 8}}}
fighters:
  ada: {name: Ada, profile: guard, side: heroes, at: [3, 3]}
  bo: {name: Bo, profile: guard, side: foes, at: shed}
"""


def started(hands, qtbot):
    start(hands, qtbot)
    hands.fight.take(BeginTurn(entry="ada"))
    return hands


def test_using_a_feature_that_does_nothing_opens_its_list(shown, qtbot, tmp_path):
    path = tmp_path / "lamp.yaml"
    path.write_text(LAMP, encoding="utf-8")
    hands = started(Window(shown(path)), qtbot)
    assert hands.fight.take(Use(who="ada", feature="lamp"))
    place = hands.window.bench.panels["place"]
    qtbot.waitUntil(place.isVisible)
    assert place.kind.text() == "FEATURE"
    place.page.source.set("effects", {"used": (AddTrait(add="dark", to=("shed",)),)})
    qtbot.mouseClick(place.page.now, Qt.MouseButton.LeftButton)
    assert "dark" in [each.word for each in traits_at(hands.fight.state, "shed")]
    assert not hands.window.session.encounter.board.features["lamp"].used
    assert not hands.window.hand.change_place
    assert not place.isVisible()
    hands.fight.undo()
    hands.fight.redo()
    assert not hands.window.hand.change_place


def test_with_the_place_being_changed_the_select_tool_is_that_of_build(shown, qtbot, small):
    hands = Window(shown(small))
    start(hands, qtbot)
    bench = hands.window.bench
    assert bench.tool_in_hand.id == "play"
    hands.window.hand.set_change_place(True)
    assert bench.tool_in_hand.id == "select"
    hands.click((2.5, 6.5))
    assert hands.window.session.selection == (("zone", "yard"),)
    assert bench.panels["place"].kind.text() == "ZONE"
    hands.key(Qt.Key.Key_Delete)
    assert hands.fight.exchange is not None
    assert bench.panels["roll"].isVisible()
    hands.key(Qt.Key.Key_Escape)
    assert bench.panels["place"].isVisible()
    hands.window.hand.set_change_place(False)
    assert bench.panels["card"].isVisible()
    assert bench.tool_in_hand.id == "play"


def test_done_ends_the_change_of_the_place_whatever_is_in_hand(shown, qtbot, small):
    hands = Window(shown(small))
    start(hands, qtbot)
    hands.window.actions_["fight.change_place"].trigger()
    assert "Done: play on" in hands.window.status.text.text()
    place = hands.window.bench.panels["place"]
    hands.window.hand.take("zone")
    hands.click((2.5, 6.5))
    QTest.mouseClick(place.done, Qt.MouseButton.LeftButton)
    assert not hands.window.hand.change_place
    assert not place.isVisible()
    assert hands.window.bench.panels["card"].isVisible()
    assert hands.window.bench.tool_in_hand.id == "play"


def test_a_right_click_begins_to_change_the_place(shown, qtbot, small):
    hands = Window(shown(small))
    start(hands, qtbot)
    hands.window.want("place.change", Ref("zone", "shed"))
    assert hands.window.hand.change_place
    assert hands.window.session.selection == (("zone", "shed"),)
    assert hands.window.bench.panels["place"].isVisible()


def test_each_mode_comes_back_to_what_was_looked_at_in_it(shown, qtbot, small):
    window = shown(small)
    hands, view = Window(window), window.canvas.view
    with qtbot.waitActive(window):
        window.activateWindow()
    view.zoom_to(2.0)
    view.centre_on(Point(9, 3))
    QApplication.processEvents()
    before = view.frame
    hands.key(Qt.Key.Key_F5)
    hands.key(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "roll" in window.bench.panels)
    seats = [view.mapFromScene(to_scene(Point(x, y))) for x, y in ((0, 0), (16, 8))]
    assert all(view.viewport().rect().contains(each) for each in seats)
    playing = view.zoom
    hands.key(Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    assert window.session.mode == "build"
    after = view.frame
    assert abs(after.zoom - before.zoom) < 1e-9
    assert (after.centre - before.centre).manhattanLength() < 2
    hands.key(Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    assert abs(view.zoom - playing) < 1e-9


def test_what_is_in_view_as_a_whole_stays_so_when_a_line_comes_over_it(shown, small):
    window = shown(small)
    view = window.canvas.view
    view.fit_board()
    zoom = view.zoom
    window.notice.tell("Something is odd.\n" * 20)
    QApplication.processEvents()
    assert view.zoom < zoom
    corners = [view.mapFromScene(to_scene(Point(x, y))) for x, y in ((0, 0), (16, 8))]
    assert all(view.viewport().rect().contains(each) for each in corners)
