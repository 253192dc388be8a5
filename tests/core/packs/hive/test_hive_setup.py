"""Before the fight, walls, and which packs and pieces the rules speak for."""

from dataclasses import replace

import pytest

from desktop.core import play
from desktop.core.model import sight as lines
from desktop.core.model.place import Spot
from desktop.core.model.words import Square
from desktop.core.packs.hive.lift import RideLift
from desktop.core.packs.hive.setup import AgreeOnPiece, SetUpTile, mode, tile_of, tiles
from desktop.core.packs.hive.walls import ClimbWall
from desktop.core.rules import events as e
from desktop.core.rules.actions import Force, Walk
from desktop.core.rules.sight import sees
from tests.helpers.build import board, door, encounter, feature, level, wall, zone
from tests.helpers.hive import SPACES, ganger, hive, said

GRID = [space for space in SPACES if space != "zones"]
OVER = ClimbWall(who="P", to=Square(4, 2))
ROOFED = {"walls": "roofed"}
CLIMBED = {"walls": "climbable"}


def rules(refusals):
    return [refusal.rule for refusal in refusals]


def walled(*people, levels=(), space="squares", words=None, rulings=None, things=(), at=(3, 2)):
    paint = {Square(4, y): "wall" for y in range(5)}
    first = levels[0].id if levels else "ground"
    on = board(*levels, zone("a", at=(0, 0, 10, 5), start="heroes"), *things, size=(10, 5),
               squares={first: paint})  # fmt: skip
    me = ganger("P", at, side="heroes")
    return hive(me, *people, on=on, space=space, words=words, rulings=rulings).turn("P")


# How walls are


@pytest.mark.rule("ZM-SETUP-01")
def test_the_table_says_how_walls_are_before_anybody_moves():
    flat = walled()
    assert mode(flat.state) == "roofed"
    assert mode(walled(words=CLIMBED).state) == "climbable"
    two = walled(levels=(level("floor"), level("deck", 4)))
    assert mode(two.state) == "climbable"
    begun = hive(ganger("P", (3, 2)), on=board(zone("a", at=(0, 0, 10, 5)), size=(10, 5)))
    assert begun.words()["walls"].default == "roofed"


@pytest.mark.rule("ZM-SETUP-01", "ZM-SETUP-07")
def test_who_does_not_agree_rolls_off():
    from desktop.core.rules.actions import Begin
    from desktop.core.rules.questions import Asked, ScriptedTable
    from desktop.core.rules.resolve import resolve
    from desktop.core.rules.start import begin_state
    from desktop.core.store.catalogue import catalogue

    on = board(zone("a", at=(0, 0, 10, 5), start="heroes"), size=(10, 5))
    people = (*ganger("P", (3, 2), side="heroes"), *ganger("Q", (8, 2)))
    made = encounter(on, *people, packs=("hive",), rulings={"zm_no_agreement": "winner decides"})
    state = begin_state(made, catalogue().defaults())
    table = ScriptedTable(in_order=(3, 3, 2, 5))
    with pytest.raises(Asked) as asked:
        resolve(play.rulebook(made), state, Begin(), table)
    assert asked.value.question.says == "Walls of this board: foes decides"
    table = ScriptedTable(in_order=(3, 3, 2, 5, "climbable"))
    after = resolve(play.rulebook(made), state, Begin(), table).state
    assert mode(after) == "climbable"


@pytest.mark.rule("ZM-SETUP-02")
@pytest.mark.parametrize("space", GRID)
def test_the_top_of_a_wall_is_a_platform_or_out_of_reach(space):
    made = walled(words=CLIMBED, space=space)
    assert "climb wall" in made.offers("P")
    made.take(OVER)
    fighter = made.state.fighters["P"]
    assert (fighter.seat, fighter.above) == ((4, 2), 4.0)
    roofed = walled(words=ROOFED, space=space)
    assert "ZM-SETUP-02" in rules(roofed.refused(OVER))
    assert "climb wall" not in roofed.offers("P")


@pytest.mark.rule("ZM-SETUP-02")
def test_a_wall_is_as_high_as_the_table_says():
    made = walled(words=CLIMBED).take(OVER, words={"wall|P": 3})
    assert made.state.fighters["P"].above == 3.0
    over = walled(words=CLIMBED).take(ClimbWall(who="P", to=Square(5, 2)))
    assert (over.state.fighters["P"].seat, over.state.fighters["P"].above) == ((5, 2), 0)
    nothing = ClimbWall(who="P", to=Square(2, 2))
    assert rules(walled(words=CLIMBED).refused(nothing)) == ["ZM-SETUP-02"]


@pytest.mark.rule("ZM-SETUP-05")
@pytest.mark.parametrize("space", GRID)
def test_a_wall_is_neither_crossed_nor_seen_through(space):
    thin = wall((7, 0), (7, 5))
    made = walled(ganger("Q", (6, 2)), ganger("R", (8, 2)), things=(thin,), at=(5, 2), space=space)
    assert sees(made.book, made.state, "P", "Q") == ()
    assert sees(made.book, made.state, "Q", "R")
    assert made.refused(Walk(who="P", to=Square(8, 2)))
    assert made.refused(Walk(who="P", to=Square(4, 2)))


@pytest.mark.rule("ZM-SETUP-06")
def test_from_a_walkway_the_pieces_decide_what_is_seen():
    paint = {"deck": {Square(3, 2): "obstacle"}}
    on = board(
        level("floor"), level("deck", 4), zone("hall", at=(0, 0, 12, 5)),
        zone("walk", at=(0, 0, 4, 5), level="deck"), size=(12, 5), squares=paint,
    )  # fmt: skip
    made = hive(ganger("P", (2, 2), level="deck"), ganger("Q", (9, 2)), on=on, space="squares")
    assert sees(made.book, made.state, "P", "Q") == ()
    under = Spot("floor", Square(1, 2))
    assert lines.stop(made.state.place, Spot("deck", Square(2, 2)), under) is not None


# Tiles


@pytest.mark.rule("ZM-SETUP-03")
def test_a_tile_is_twelve_inches_square():
    three = board(zone("a", at=(0, 0, 36, 36)), size=(36, 36))
    assert tiles(three) == (3, 3)
    assert [tile_of(three, Square(*at)) for at in ((0, 0), (12, 0), (11, 12), (35, 35))] == [
        1, 2, 4, 9,
    ]  # fmt: skip
    made = hive(ganger("P", (3, 2), side="heroes"), on=three)
    assert rules(made.refused(SetUpTile(side="heroes", tile=10))) == ["ZM-SETUP-03"]


@pytest.mark.rule("ZM-SETUP-04")
def test_only_who_sets_up_a_tile_dresses_it():
    made = hive(ganger("P", (3, 2), side="heroes"), on=board(zone("a", at=(0, 0, 24, 12)),
                size=(24, 12)))  # fmt: skip
    vat = SetUpTile(side="heroes", tile=2, kind="reclamator", squares=(Square(14, 3),))
    made.take(vat)
    assert [each.kind for each in made.state.encounter.board.features.values()] == ["reclamator"]
    theirs = SetUpTile(side="foes", tile=2, kind="still", squares=(Square(15, 3),))
    assert rules(made.refused(theirs)) == ["ZM-SETUP-04"]
    beside = SetUpTile(side="heroes", tile=2, kind="still", squares=(Square(3, 3),))
    assert rules(made.refused(beside)) == ["ZM-SETUP-04"]
    assert made.refused(SetUpTile(side="foes", tile=1)) == ()


# Which pieces


@pytest.mark.rule("ZM-SETUP-07")
def test_pieces_are_special_one_by_one():
    stops = (("floor", (2, 2)), ("deck", (2, 2)))
    on = board(
        level("floor"), level("deck", 4),
        zone("a", at=(0, 0, 12, 5), start="heroes"), zone("b", at=(0, 0, 12, 5), level="deck"),
        feature("one", (2, 2), kind="lift", stops=stops),
        feature("two", (3, 2), kind="lift", stops=(("deck", (3, 2)),), book="imperium"),
        door("gate", ((6, 2), (6, 3))), size=(12, 5),
    )  # fmt: skip
    people = ganger("P", (2, 2), side="heroes"), ganger("R", (3, 2), side="heroes")
    made = hive(*people, on=on, space="squares").turn("P")
    up = RideLift(who="P", lift="one", to="deck")
    assert made.refused(up) == ()
    made.take(AgreeOnPiece(thing="one", special=False))
    assert said(made) == ["one is plain scenery"]
    assert rules(made.refused(up)) == ["ZM-SETUP-07"]
    other = RideLift(who="R", lift="two", to="deck")
    assert rules(made.turn("R").refused(other)) == ["ZM-SETUP-07"]
    nothing = AgreeOnPiece(thing="attic")
    assert [refusal.final for refusal in made.refused(nothing)] == [True]


@pytest.mark.rule("ZM-SETUP-08")
def test_the_rules_are_on_where_the_encounter_takes_them_and_nowhere_else():
    on = walled().state.encounter.board
    lift = feature("hoist", (2, 2), kind="lift")
    plain = encounter(replace(on, features={"hoist": lift}))
    assert "hive" not in [pack.name for pack in play.rulebook(plain).packs]
    accepted = replace(plain, packs=("hive",))
    assert "hive" in [pack.name for pack in play.rulebook(accepted).packs]
    own = replace(lift, book="hive")
    named = encounter(replace(on, features={"hoist": own}))
    assert "hive" in [pack.name for pack in play.rulebook(named).packs]


@pytest.mark.rule("ZM-SETUP-07")
def test_once_on_its_feet_nobody_is_pinned():
    made = walled()
    for name in ("prone", "pinned"):
        made.let(e.ConditionSet(who="P", condition=name, now=e.Condition()))
    made.let(e.ConditionSet(who="P", condition="prone", now=None))
    assert made.state.fighters["P"].conditions == {}


@pytest.mark.rule("ZM-SETUP-02")
@pytest.mark.parametrize("space", GRID)
def test_from_the_top_of_a_wall_one_climbs_along_it_or_down_and_walks_nowhere(space):
    made = walled(words=CLIMBED, space=space).take(OVER).turn("P")
    assert made.book.space.reach(made.book, made.state, "P").squares == {}
    assert "GRID-STEP-03" in rules(made.refused(Walk(who="P", to=Square(7, 2))))
    made.take(ClimbWall(who="P", to=Square(4, 1)))
    assert (made.state.fighters["P"].seat, made.state.fighters["P"].above) == ((4, 1), 4.0)
    made.turn("P").take(ClimbWall(who="P", to=Square(5, 1)))
    assert (made.state.fighters["P"].seat, made.state.fighters["P"].above) == ((5, 1), 0)


@pytest.mark.rule("ZM-SETUP-02", "ZM-PITFALL-06")
@pytest.mark.parametrize("push", ["squares", "imperium"])
def test_whoever_is_pushed_off_a_wall_falls(push):
    made = walled(words=CLIMBED).take(OVER)
    slots = {"door": "hive", "fall": "hive", "push": push}
    made.book = play.rulebook(replace(made.state.encounter, slots=slots))
    made.take(Force(who="P", to=Square(6, 2)), 1)
    fighter = made.state.fighters["P"]
    assert fighter.above == 0
    assert "P is hit: Strength 3 Damage 1" in said(made)
    assert fighter.seat == ((5, 2) if push == "squares" else (6, 2))


@pytest.mark.rule("ZM-SETUP-05")
@pytest.mark.parametrize(
    ("said_so", "seen", "walked"),
    [(None, False, False), ("seen over", True, False), ("crossed", True, True)],
)
def test_by_one_reading_the_table_says_what_the_walls_of_a_flat_board_do(said_so, seen, walked):
    own = {"zm_wall_rules": "own values"}
    words = {"wall values": said_so} if said_so else None
    made = walled(ganger("Q", (6, 2)), rulings=own, words=words)
    assert (sees(made.book, made.state, "P", "Q") == ()) is seen
    assert (made.refused(Walk(who="P", to=Square(4, 2))) == ()) is walked


@pytest.mark.rule("ZM-SETUP-07")
def test_of_five_pieces_the_three_that_were_chosen_offer_something():
    stops = (("floor", (2, 2)), ("deck", (2, 2)))
    panel = feature("panel", (1, 1), kind="panel", works=("lift",))
    things = (
        feature("lift", (2, 2), kind="lift", stops=stops), panel,
        feature("still", (2, 1), kind="still"), feature("plain", (1, 3), kind="still"),
        door("gate", ((3, 2), (3, 3))), door("hole", ((2, 1), (2, 2))),
    )  # fmt: skip
    on = board(
        level("floor"), level("deck", 4), zone("a", at=(0, 0, 12, 5), start="heroes"),
        zone("b", at=(0, 0, 12, 5), level="deck"), *things, size=(12, 5),
    )  # fmt: skip
    made = hive(ganger("P", (2, 2), side="heroes"), on=on, space="squares").turn("P")
    for thing in ("still", "plain", "panel"):
        made.take(AgreeOnPiece(thing=thing, special=False))

    def special() -> set[str]:
        ids = {*on.features, *on.doors}
        keys = [key for key in made.offers("P") if not key.startswith("door:")]
        return {part for key in keys for part in key.split(":") if part in ids}

    assert special() == {"lift", "gate", "hole"}
    made.take(AgreeOnPiece(thing="panel"))
    assert special() == {"lift", "gate", "hole", "panel"}


@pytest.mark.rule("ZM-LIFT-07")
def test_those_of_this_book_alone_stand_in_the_order_by_their_initiative():
    several = (ganger("A", (0, 0), initiative=5), ganger("B", (1, 0), initiative=3))
    last = ganger("C", (2, 0), initiative=None)
    on = board(zone("a", at=(0, 0, 10, 5)), size=(10, 5))
    order = [(each.id, each.initiative) for each in hive(*several, last, on=on).state.order]
    assert order == [("B", 7), ("A", 5), ("C", 0)]
    as_listed = hive(*several, last, on=on, rulings={"hive_order": "as listed"})
    assert [(each.id, each.initiative) for each in as_listed.state.order] == [
        ("A", 0), ("B", 0), ("C", 0),
    ]  # fmt: skip
