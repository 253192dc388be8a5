"""What an action is called, of every action that there is."""

from dataclasses import dataclass, replace
from types import UnionType
from typing import Any, ClassVar, Union, get_args, get_origin

import pytest

from desktop.core import play
from desktop.core.model.plain import hints_of
from desktop.core.model.words import AttackId, FighterId, LevelId, Square
from desktop.core.packs.imperium.suffering import CONDITIONS
from desktop.core.rules.actions import Doing, third_person
from desktop.core.rules.deeds import deed, done_to
from desktop.core.rules.events import Condition
from desktop.core.rules.names import THINGS
from desktop.core.rules.state import CombatState, Mark
from desktop.core.script import action_of
from tests.helpers.attacks import RIFLE, scene, someone
from tests.helpers.build import door, feature, row

BESIDES = {"who", "by", "side"}
"""Fields that say who does it, not what it is done to."""


@pytest.fixture(scope="module")
def state() -> CombatState:
    gate, valve, one = (
        door("gate", ((8, 1), (8, 3)), name="Gate"),
        feature("valve", (2, 2), name="Valve"),
        feature("1", (3, 3), name="Crate"),
    )
    things = {each.id: each for each in (valve, one)}
    place = replace(row("a", "b"), doors={gate.id: gate}, features=things)
    return scene(someone("ann", side="heroes"), someone("bob", "b"), on=place).state


@pytest.mark.parametrize(
    ("verb", "says"),
    [
        ("treat wounds", "treats wounds"), ("fly", "flies"), ("search", "searches"),
        ("give chase", "gives chase"), ("go", "goes"), ("destroy", "destroys"),
    ],
)  # fmt: skip
def test_a_verb_is_told_of_somebody(verb: str, says: str) -> None:
    assert third_person(verb) == says


ANN: list[tuple[str, dict[str, Any], str]] = [
    ("attack with both", {"target": "bob", "first": "x", "second": "y"},
     "ann attacks bob with both weapons"),
    ("shoot zone", {"zone": "b", "attack": RIFLE.id}, f"ann attacks b with {RIFLE.label}"),
    ("disengage", {}, "ann disengages"),
    ("disengage", {"foe": "bob"}, "ann disengages from bob"),
    ("let go", {"target": "bob"}, "ann lets bob go"),
    ("ready", {"attack": RIFLE.id, "away": True}, f"ann puts away {RIFLE.label}"),
    ("take in off hand", {"attack": "axe"}, "ann takes axe into the off hand"),
    ("take in off hand", {"attack": "axe", "out": True}, "ann takes axe out of the off hand"),
    ("overwatch", {"attack": "axe", "zone": "b"}, "ann is on Overwatch: b with axe"),
    ("topple", {"off": True}, "ann is toppled no more"),
    *(("suffer", {"condition": each}, f"ann is {each}") for each in CONDITIONS),
    ("recover", {"condition": "ablaze"}, "ann is ablaze no more"),
    ("treat", {"patient": "bob", "condition": "poisoned"}, "ann treats bob, who is poisoned"),
    ("fall", {"metres": 3}, "ann falls"),
    ("strike", {"target": "bob"}, "ann strikes bob"),
    ("drop prone", {}, "ann drops prone"),
    ("walk", {"to": [9, 2], "gait": "crawl"}, "ann crawls to b"),
    ("walk", {"to": "b", "gait": "{0.__class__}"}, "ann {0.__class__}s to b"),
    ("walk", {"to": "b", "gait": "{says} {"}, "ann {says}s { to b"),
    ("put", {"at": None}, "ann is taken off the board"),
    ("work door", {"door": "gate"}, "ann opens Gate"),
    ("break door", {"door": "gate", "attack": "axe", "lock": True},
     "ann attacks the lock of Gate"),
    ("break", {"how": "surrenders"}, "ann breaks and surrenders"),
    ("hook on", {"gear": "grapnel", "to": [9, 2]}, "ann hooks on the grapnel at b"),
    ("smash square", {"at": [9, 2]}, "ann smashes what stands at b"),
]  # fmt: skip
NOBODY: list[tuple[str, dict[str, Any], str]] = [
    ("give chase", {"quarry": ["bob"], "pursuers": ["ann"]}, "ann gives chase to bob"),
    ("give chase", {"quarry": ["bob"], "pursuers": ["ann", "bob"]},
     "ann, bob give chase to bob"),
    ("hit door", {"door": "gate", "damage": 3}, "Hit Gate"),
    ("hit door", {"door": "gate", "damage": 3, "by": "bob"}, "bob hits Gate"),
    ("hit still", {"still": "valve", "by": "bob", "target": "ann"}, "bob hits Valve"),
    ("smash square", {"at": [9, 2]}, "Smash what stands at b"),
    ("mark breakable", {"at": [9, 2], "breakable": False}, "Let what stands at b hold"),
    ("flyers meet", {"where": "b", "what": "light", "escape": True},
     "Let flyers escape what b does"),
    ("begin turn", {}, "Next turn"),
    ("begin turn", {"entry": "ann"}, "Turn of ann"),
    ("do", {"effects": []}, "Let effects happen"),
    ("do", {"effects": [{"hide": ["ann", "bob"]}]}, "Hide ann, bob from the players"),
    ("do", {"effects": [{"remove": ["bob"]}]}, "Take bob off the board"),
    ("do", {"effects": [{"remove": ["bob"]}], "source": "Valve"}, "Let Valve do its work"),
    ("do", {"effects": [], "source": "Valve"}, "Let Valve do its work"),
    ("settle", {"due": "stand up|ann"}, "Skips what is due: ann"),
    ("settle", {"due": "clock:gate"}, "Skips what is due: Gate"),
    ("settle", {"due": "cue:gate", "skip": False}, "Lets come what is due: Gate"),
    ("settle", {"due": "lapse:ann:stunned"}, "Skips what is due: ann"),
    ("decree", {"facts": [{"event": "Related", "kind": "{says}", "one": "ann", "other": "bob"}]},
     "ann and bob: {says}"),
    ("set up tile", {"side": "heroes", "tile": 1}, "Set up tile 1 for heroes"),
    ("write", {"text": "{who} is [here"}, "Write “{who} is [here”"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "given", "says"), ANN)
def test_what_somebody_does(
    state: CombatState, name: str, given: dict[str, Any], says: str
) -> None:
    assert deed(action_of(name, {"who": "ann", **given}), state) == says


@pytest.mark.parametrize(("name", "given", "says"), NOBODY)
def test_what_is_let_happen(
    state: CombatState, name: str, given: dict[str, Any], says: str
) -> None:
    assert deed(action_of(name, given), state) == says


@pytest.mark.parametrize(
    ("called", "end"),
    [
        ("ann\u202e", "\u202c"), ("\u2067ann \u202a", "\u202c\u2069"), ("a\u202en\u202cn", ""),
        ("\u2066ann\u202b\u2069", ""), ("ann \u05d0", ""),
    ],
)  # fmt: skip
def test_a_name_turns_nothing_that_is_said_after_it(called: str, end: str) -> None:
    state = scene(someone(called, side="heroes"), on=row("a")).state
    assert deed(action_of("drop prone", {"who": called}), state) == f"{called}{end} drops prone"


def test_a_lapse_is_told_of_whoever_has_it_though_an_id_holds_a_colon() -> None:
    who = [someone(each, side="heroes") for each in ("ann", "ann:2", "ann:2:b")]
    state = scene(*who, on=row("a")).state
    stunned = replace(state.fighters[FighterId("ann")], conditions={"stunned": Condition()})
    marked = replace(
        state,
        fighters={**state.fighters, FighterId("ann:2"): stunned},
        marks={("ann:2:b", "laid b:stunned"): Mark(value=True)},
    )
    for due, whose in (
        ("ann:2:stunned", "ann:2"), ("ann:2:b:laid b:stunned", "ann:2:b"), ("ann:2:dazed", "ann:2"),
        ("nobody:dazed", "nobody"),
    ):  # fmt: skip
        says = deed(action_of("settle", {"due": f"lapse:{due}"}), marked)
        assert says == f"Skips what is due: {whose}"


def test_whoever_is_shot_treated_or_held_is_the_one_that_it_is_done_to(state: CombatState) -> None:
    for name, given in (
        ("shoot", {"target": "bob", "attack": RIFLE.id}), ("let go", {"target": "bob"}),
        ("treat wounds", {"patient": "bob"}), ("disengage", {"foe": "bob"}),
    ):  # fmt: skip
        assert done_to(action_of(name, {"who": "ann", **given}), state) == "bob"
    assert done_to(action_of("drop prone", {"who": "ann"}), state) is None


def test_every_action_that_is_about_something_names_it() -> None:
    told = {AttackId, Square, *THINGS} - {LevelId}
    silent = [
        kind.called()
        for kind in play.actions()
        if not kind.names
        and any(_types(hint) & told for name, hint in hints_of(kind).items() if name not in BESIDES)
    ]
    assert silent == []


def _types(hint: Any) -> set[Any]:
    return set(get_args(hint)) if get_origin(hint) in (Union, UnionType) else {hint}


def test_a_deed_that_names_a_field_that_is_not_there_is_no_action() -> None:
    with pytest.raises(TypeError, match="Prod has no field foe, which its deed names"):

        @dataclass(frozen=True, slots=True, kw_only=True)
        class Prod(Doing):
            deed: ClassVar[str] = "prods {foe}"
            whom: FighterId
