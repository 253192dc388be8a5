"""The inspector of the fight's own board: each change is a step, and the document stays."""

import json

import pytest

from desktop.core import play
from desktop.core.model.board import Trait
from desktop.core.model.edits import apply
from desktop.core.model.moments import AddTrait
from desktop.core.rules.actions import BeginTurn, Change
from desktop.ui.fight import Fight
from desktop.ui.panels.inspector import FightInspector
from desktop.ui.session import Ref
from tests.ui.panels.inspecting import YARD, Desk


class FightDesk(Desk):
    """The inspector of a fight that has just begun."""

    def __init__(self, qtbot):
        super().__init__(qtbot, YARD.replace("at: [[", "squares: [["))
        combat = play.begin(self.encounter)
        self.fight = Fight(combat.book, combat, self.session)
        self.session.set_fight(self.fight)
        self.session.set_mode("play")
        self.document = self.encounter
        self.panel = FightInspector(self.session)
        qtbot.addWidget(self.panel)
        self.panel.resize(264, 700)
        self.panel.show()
        qtbot.waitExposed(self.panel)

    @property
    def now(self):
        return self.fight.state.encounter

    @property
    def board(self):
        return self.now.board

    @property
    def last(self):
        return self.fight.combat.steps[self.fight.combat.cursor - 1].action


@pytest.fixture
def desk(qtbot):
    return FightDesk(qtbot)


def steps(desk):
    return desk.fight.combat.cursor


def test_a_field_changes_the_fight_in_one_step_and_never_the_document(desk):
    desk.select(("zone", "yard"))
    before = steps(desk)
    desk.type("name", "Court")
    assert desk.board.zones["yard"].name == "Court"
    assert desk.encounter is desk.document
    assert steps(desk) == before + 1
    assert isinstance(desk.last, Change)
    desk.fight.undo()
    assert desk.field("name").edit.text() == "Yard"


def test_traits_laid_here_hold_in_the_fight(desk):
    desk.select(("zone", "shed"))
    desk.click(desk.field("traits").chips.chips[1].cross)
    assert desk.board.zones["shed"].traits == (Trait("light cover"),)


def test_what_is_the_same_takes_no_step(desk):
    desk.select(("zone", "yard"))
    before = steps(desk)
    desk.type("name", "Yard")
    assert steps(desk) == before


def test_a_fighter_stands_where_it_is_in_the_fight(desk):
    desk.fight.take(Change(edit="put_people", arguments={"people": ["ada"], "at": (5, 6)}))
    desk.select(("fighter", "ada"))
    assert "5" in desk.field("at").edit.text()
    assert "6" in desk.field("at").edit.text()
    assert not any(line.path.startswith("starts") for line in desk.page.lines)


def test_a_refused_change_is_explained_below_its_field(desk):
    desk.select(("zone", "yard"))
    desk.unfold()
    before = steps(desk)
    desk.type("name", "")
    box = desk.field("box")
    box.committed.emit({"left": 0, "top": 0, "width": 12, "height": 8})
    assert "Shed" in desk.row("box").wrong.text()
    assert steps(desk) <= before + 1


def test_nothing_selected_is_the_place_with_weather_clocks_and_sides(desk):
    assert desk.panel.kind.text() == "THE PLACE"
    desk.unfold()
    field = desk.field("weather")
    field.menu.aboutToShow.emit()
    next(line for line in field.menu.actions() if line.text() == "Dark").trigger()
    assert desk.board.traits == (Trait("dark"),)
    desk.panel.open("clock", "alarm")
    desk.type("size", "8")
    assert desk.now.clocks["alarm"].size == 8


def test_it_says_nothing_of_what_is_selected_in_build(desk):
    desk.session.set_mode("build")
    desk.select(("zone", "shed"))
    assert desk.panel.kind.text() == "THE PLACE"


def test_while_looking_back_a_change_is_refused_with_the_remedy(desk):
    desk.fight.take(BeginTurn())
    desk.fight.look_at(0)
    desk.select(("zone", "yard"))
    before = desk.fight.combat
    desk.type("name", "Court")
    assert desk.fight.combat is before
    assert "Return to now" in desk.row("name").wrong.text()


CHANGES = (
    (("zone", "yard"), "set", {"notes": "Mud.", "exit": False}),
    (("link", "yard-shed"), "set", {"kind": "open", "metres": 2}),
    (("door", "gate"), "set", {"state": "locked", "lock.skill": "tech (security)"}),
    (("feature", "valve"), "effects", {"used": (AddTrait(add="dark", to=("shed",)),)}),
    (("level", "roof"), "set", {"height": 6}),
    (("fighter", "bo"), "set", {"side": "heroes", "notes": "Turned."}),
    (("group", "dogs"), "set", {"count": 4}),
    (("fighter", "dogs/B"), "set", {"name": "Rex"}),
    (("wall", "0"), "set", {"breakable": True}),
    (("piece", "0"), "set", {"damage": 3}),
    (("piece", "1"), "set", {"source": "a pipe"}),
)


@pytest.mark.parametrize(("ref", "noun", "values"), CHANGES)
def test_every_change_can_be_kept_in_a_file_and_read_again(desk, ref, noun, values):
    desk.session.select([Ref(*ref)])
    before = desk.fight.combat.cursor
    assert desk.page.source.set(noun, values) is None
    assert desk.fight.combat.cursor == before + 1
    words = play.vocabulary()
    line = json.dumps(words.tagged(desk.last, "action"))
    again = words.from_tagged(json.loads(line), "action")
    old = desk.fight.combat.at(before).encounter
    wanted = apply(old, desk.last.edit, **desk.last.arguments)
    assert wanted != old
    assert apply(old, again.edit, **again.arguments) == wanted
