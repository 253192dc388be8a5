"""Whatever is pushed, ridden and shut where two books meet: one on a square, nobody in the air."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from desktop.core import play
from desktop.core.errors import IllegalActionError
from desktop.core.model.board import GroundKind
from desktop.core.model.encounter import Encounter
from desktop.core.model.words import Square
from desktop.core.packs.hive.door import OperateDoor
from desktop.core.packs.hive.duct import CrawlThroughDuctway
from desktop.core.packs.hive.lift import RideLift
from desktop.core.packs.hive.still import HitStill
from desktop.core.packs.hive.walls import ClimbWall
from desktop.core.packs.imperium.suffering import Suffer
from desktop.core.rules import combat as combats
from desktop.core.rules.actions import Action, BeginTurn, EndTurn, Force, Walk
from desktop.core.rules.combat import Combat
from desktop.core.rules.order import is_out
from desktop.core.rules.seating import footprint_of
from desktop.core.rules.state import CombatState
from tests.helpers.build import board, door, encounter, feature, level, piece, wall, zone
from tests.helpers.hive import ganger, guest

WIDE, DEEP = 12, 9
LEVELS = ("floor", "gantry")
LIFT = [(4, 2), (5, 2), (4, 3), (5, 3)]
THINGS = (
    feature("hoist", *LIFT, kind="lift", stops=(("floor", (4, 2)), ("gantry", (4, 2)))),
    feature("vat", (8, 2), (8, 3), kind="reclamator"), feature("pit", (2, 6), kind="pitfall"),
    feature("hole", (9, 6), kind="pitfall", level="gantry"),
    feature("still", (10, 2), kind="still"),
    feature("steps", (0, 8), (1, 8), (2, 8), kind="stairs", metres=4),
    feature("duct", (7, 8), kind="duct"), door("gate", ((7, 4), (7, 6)), "open"),
    wall((7, 0), (7, 4)), wall((7, 6), (7, 9), breakable=True),
)  # fmt: skip
WORDS = ("wall", "obstacle", "slippery", "embers", "stage", "sludge")
KINDS = {
    "embers": GroundKind(qualities=("damaging",), damage=1), "stage": GroundKind(metres=3),
}  # fmt: skip
SEATS = ((0, 0), (3, 5), (5, 2), (10, 6), (9, 0))
READINGS = {
    "zm_pit_forced_path": "end only", "zm_crush_order": "checks first",
    "zm_pit_overlap": "any overlap", "grid_ledge_rest": "push first",
    "zm_pit_rim_shift": "both", "hive_doorway": "beside it",
}  # fmt: skip


def _made(dice: Random) -> Encounter:
    """Return a board of both books with five on it, of whom two are large."""
    bare = [(x, y) for x in range(WIDE) for y in range(DEEP) if not (2 < x < 7 and 1 < y < 7)]
    bare = [at for at in bare if all(max(abs(at[0] - x), abs(at[1] - y)) > 1 for x, y in SEATS)]
    squares = {on: {at: dice.choice(WORDS) for at in dice.sample(bare, 16)} for on in LEVELS}
    squares["gantry"].update(dict.fromkeys(dice.sample(bare, 6), "void"))
    on = board(
        level("floor"), level("gantry", 4), *THINGS,
        *(zone(each, at=(0, 0, WIDE, DEEP), level=each) for each in LEVELS),
        squares=squares, kinds=KINDS, size=(WIDE, DEEP),
        clouds=(piece("dark cloud", *LIFT, level="gantry"),),
    )  # fmt: skip
    people: list[Any] = []
    for number, at in enumerate(SEATS):
        kind = guest if number == 4 else ganger
        more = {"squares": 2 if number in (2, 3) else 1, "side": ("foes", "heroes")[number % 2]}
        people += kind("PQRST"[number], at, level="floor", **more)
    push = dice.choice(("squares", "imperium"))
    slots = {"door": "hive", "fall": dice.choice(("hive", "squares")), "push": push}
    rulings = dict(pair for pair in READINGS.items() if dice.random() < 0.3)
    return encounter(
        on, *people, packs=("hive",), space="squares", square="inch", slots=slots, rulings=rulings
    )


def _action(state: CombatState, dice: Random) -> Action:
    who = dice.choice(list(state.fighters))
    acting, fighter = state.actor or who, state.fighters[who]
    x, y = fighter.seat or (5, 5)
    to = Square(x + dice.randint(-5, 5), y + dice.randint(-5, 5))
    several: list[Action] = [
        *[Force(who=who, to=to, level=fighter.level, squares=dice.choice((0, 5)))] * 6,
        *[RideLift(who=acting, lift="hoist", to=each, forced=True) for each in LEVELS],
        *[Walk(who=acting, to=to, level=state.fighters[acting].level)] * 3,
        OperateDoor(who=acting, door="gate", forced=True), Suffer(who=who, condition="prone"),
        CrawlThroughDuctway(who=acting, duct="duct", forced=True), ClimbWall(who=acting, to=to),
        HitStill(still="still", strength=7), EndTurn() if state.acting else BeginTurn(),
    ]  # fmt: skip
    return dice.choice(several)


def _is_sound(state: CombatState) -> bool:
    """Whether nobody shares a square, sticks out of the board, hangs in the air or in a wall."""
    taken: Counter[Any] = Counter()
    for who, fighter in state.fighters.items():
        if fighter.seat is None or is_out(state, who):
            continue
        ground, squares = state.place.ground(fighter.level), footprint_of(state, who)
        taken.update((fighter.level, at) for at in squares)
        on_top = fighter.seat in ground.walls
        if (fighter.above > 0) is not on_top or not all(map(state.place.is_inside, squares)):
            return False
        if all(state.place.is_open(fighter.level, at) for at in squares):
            return False
    return max(taken.values(), default=0) <= 1


@pytest.mark.parametrize("seed", range(10))
def test_where_two_books_meet_everybody_stands_somewhere_and_alone(seed: int) -> None:
    dice = Random(seed)
    combat: Combat = play.begin(_made(dice), table=play.SeededTable(seed))
    for number in range(25):
        action = _action(combat.state, dice)
        try:
            combat = combat.take(action, play.SeededTable(100 * seed + number))
        except IllegalActionError:
            continue
        assert _is_sound(combat.state), action
    again = combats.replayed(combat.book, combat.start, combat.steps, len(combat.steps))
    assert again.state == combat.state
    assert combat.back(combat.cursor // 2).forward(combat.cursor // 2).state == combat.state
    verdicts = combats.verify(combat.book, combat.start, combat.steps, same_rules=True)
    assert {verdict.found for verdict in verdicts} == {"same"}
