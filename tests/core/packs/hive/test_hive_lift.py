"""Lifts: stepping on, riding, and being in the way."""

from dataclasses import replace

import pytest

from desktop.core.model.words import Square
from desktop.core.packs.hive.lift import RideLift
from desktop.core.rules import events as e
from desktop.core.rules.actions import Put, Walk
from desktop.core.rules.grid import left_of
from desktop.core.rules.order import is_out
from tests.helpers.build import board, feature, level, link, zone
from tests.helpers.hive import SPACES, ganger, guest, hive

UP = RideLift(who="P", lift="hoist", to="gantry")
DOWN = RideLift(who="P", lift="hoist", to="floor")


def shaft(height=4, **fields):
    """A floor and a gantry over it, with a lift of two squares a side at 4, 2."""
    squares = [(4, 2), (5, 2), (4, 3), (5, 3)]
    fields.setdefault("stops", (("floor", (4, 2)), ("gantry", (4, 2))))
    return board(
        level("floor"), level("gantry", height),
        zone("hall", at=(0, 0, 12, 8), start="heroes"),
        zone("walk", at=(0, 0, 12, 8), level="gantry"),
        feature("hoist", *squares, kind="lift", **fields),
        size=(12, 8),
    )  # fmt: skip


def riding(*others, space="squares", at=(4, 2), height=4, rulings=None, **p):
    people = (ganger("P", at, side="heroes", **p), *others)
    return hive(*people, on=shaft(height), space=space, rulings=rulings).turn("P")


def spot(made, who):
    fighter = made.state.fighters[who]
    return fighter.level, fighter.seat


def rules(refusals):
    return [refusal.rule for refusal in refusals]


# Getting it to go


@pytest.mark.rule("ZM-LIFT-01")
@pytest.mark.parametrize("space", SPACES)
def test_whoever_moves_onto_a_lift_may_let_it_go(space):
    made = riding(at=(2, 2), space=space)
    assert "ZM-LIFT-01" in rules(made.refused(UP))
    made.take(Walk(who="P", to=Square(4, 2)))
    assert made.offers("P")["lift:hoist:gantry"].refusals == ()
    made.take(UP)
    assert spot(made, "P") == ("gantry", (4, 2))


@pytest.mark.rule("ZM-LIFT-01", "ZM-HATCH-01")
def test_a_charge_that_ends_on_a_lift_or_beside_a_hatch_is_no_move():
    from desktop.core.packs.hive.hatch import EnterHatch
    from desktop.core.packs.imperium.charge import Charge
    from tests.helpers.attacks import SWORD

    squares = [(x, y) for x in range(6, 10) for y in range(1, 5)]
    on = board(
        level("floor"), level("gantry", 4), zone("west", at=(0, 0, 4, 6), start="heroes"),
        zone("hall", at=(4, 0, 8, 6)), zone("walk", at=(0, 0, 12, 6), level="gantry"),
        link("west", "hall"), feature("hatch", (8, 2), kind="hatch"),
        feature("hoist", *squares, kind="lift", stops=(("floor", (6, 1)), ("gantry", (6, 1)))),
        size=(12, 6),
    )  # fmt: skip
    people = (
        guest("P", (2, 2), side="heroes", attacks=(SWORD,), skills={"melee": 45}),
        guest("Q", (7, 2), attacks=(SWORD,), skills={"melee": 45}),
    )
    made = hive(*people, on=on, space="squares").turn("P")
    made.take(Charge(who="P", target="Q"), 85, 72)
    assert made.state.fighters["P"].seat in squares
    assert rules(made.refused(UP)) == ["ZM-LIFT-01"]
    assert "ZM-HATCH-01" in rules(made.refused(EnterHatch(who="P", hatch="hatch")))[:1]


@pytest.mark.rule("ZM-LIFT-01")
def test_after_a_run_the_lift_is_not_offered():
    made = riding(at=(4, 4)).take(Walk(who="P", to=Square(4, 2), pay="run"))
    assert rules(made.offers("P")["lift:hoist:gantry"].refusals) == ["ZM-LIFT-01"]


@pytest.mark.rule("ZM-LIFT-02")
@pytest.mark.parametrize(("height", "goes"), [(4, True), (5, False)])
def test_a_lift_goes_four_inches_at_most(height, goes):
    assert rules(riding(height=height).refused(UP)) == ([] if goes else ["ZM-LIFT-02"])


@pytest.mark.rule("ZM-LIFT-02")
def test_a_lift_goes_straight_up_and_to_its_stops_only():
    on = shaft(stops=(("gantry", (6, 2)),))
    made = hive(ganger("P", (4, 2), side="heroes"), on=on, space="squares").turn("P")
    assert rules(made.refused(UP)) == ["ZM-LIFT-02"]
    assert rules(made.refused(DOWN)) == ["ZM-LIFT-02"]


@pytest.mark.rule("ZM-LIFT-01", "ZM-LIFT-03")
@pytest.mark.parametrize("space", [each for each in SPACES if each != "zones"])
def test_of_a_move_of_five_two_are_left_after_three_to_the_lift_and_four_up(space):
    for rulings, left in (({}, 2), ({"zm_lift_ride_cost": "counts too"}, None)):
        made = riding(at=(1, 2), rulings=rulings, space=space)
        made.take(Walk(who="P", to=Square(4, 2)))
        assert made.state.mark("P", "movement left") == 2
        made.take(UP)
        assert made.state.mark("P", "movement left") == left
    slanting = riding(at=(1, 1), height=1, rulings={"zm_lift_ride_cost": "counts too"}, space=space)
    slanting.take(Walk(who="P", to=Square(4, 2)))
    before = left_of(slanting.state, "P")
    assert left_of(slanting.take(UP).state, "P") == before - 1


@pytest.mark.rule("ZM-LIFT-03", "ZM-STAIRS-01")
def test_after_the_ride_one_goes_on_upstairs():
    made = riding(at=(1, 2)).take(Walk(who="P", to=Square(4, 2))).take(UP)
    made.take(Walk(who="P", to=Square(6, 2)))
    assert spot(made, "P") == ("gantry", (6, 2))
    assert made.state.fighters["P"].left == {"move": 0, "action": 1, "reaction": 1}
    assert made.state.mark("P", "movement left") is None


@pytest.mark.rule("ZM-LIFT-04")
def test_one_who_begins_on_a_lift_works_it_for_nothing():
    made = riding()
    left = dict(made.state.fighters["P"].left)
    made.take(UP)
    assert made.state.fighters["P"].left == left


@pytest.mark.rule("ZM-LIFT-04")
def test_one_who_lies_or_fights_gets_no_offer():
    prone = riding().let(e.ConditionSet(who="P", condition="prone", now=e.Condition()))
    assert rules(prone.refused(UP)) == ["ZM-LIFT-04"]
    engaged = riding(ganger("Q", (4, 3)))
    engaged.let(e.Related(kind="engaged", one="P", other="Q"))
    assert rules(engaged.refused(UP)) == ["ZM-LIFT-04"]


@pytest.mark.rule("ZM-LIFT-05")
def test_a_lift_moves_once_in_a_round():
    made = riding(ganger("Q", (4, 3), side="heroes")).take(UP).turn("Q")
    back = RideLift(who="Q", lift="hoist", to="floor")
    assert rules(made.refused(back)) == ["ZM-LIFT-05"]
    made.turn("P").turn("Q")
    assert made.state.round == 2
    assert made.refused(back) == ()


@pytest.mark.rule("ZM-LIFT-06")
@pytest.mark.parametrize("space", SPACES)
def test_everyone_on_it_goes_along_on_the_same_square(space):
    made = riding(ganger("Q", (5, 3)), ganger("R", (5, 2), side="heroes"), space=space)
    made.let(e.ConditionSet(who="R", condition="prone", now=e.Condition())).take(UP)
    assert [fact.how for fact in made.facts(e.Moved)] == ["carried"] * 3
    assert [spot(made, who) for who in "PQR"] == [
        ("gantry", (4, 2)), ("gantry", (5, 3)), ("gantry", (5, 2)),
    ]  # fmt: skip
    assert made.state.encounter.board.features["hoist"].level == "gantry"


@pytest.mark.rule("ZM-LIFT-06")
def test_a_lift_comes_back_to_where_it_was():
    made = riding().take(UP).turn("P").turn("P").take(DOWN)
    assert spot(made, "P") == ("floor", (4, 2))
    assert made.state.encounter.board.features["hoist"].squares[0] == (4, 2)


# In the way


def above(*people, rulings=None, **p):
    """P rides up into whoever stands on the gantry."""
    return riding(*people, rulings=rulings, **p)


@pytest.mark.rule("ZM-LIFT-07", "ZM-LIFT-08")
@pytest.mark.parametrize("space", SPACES)
def test_who_is_in_the_way_checks_and_gets_clear(space):
    made = above(ganger("Q", (4, 2), level="gantry", side="heroes"), space=space).take(UP, 4)
    assert [(test.who, test.dice, test.face, test.target) for test in made.tests] == [
        ("Q", "d6", 4, 4)
    ]
    assert spot(made, "Q")[1] not in made.state.encounter.board.features["hoist"].squares
    assert made.facts(e.WoundsTaken) == []


@pytest.mark.rule("ZM-LIFT-07")
def test_two_riders_check_nothing_and_the_one_below_does():
    on = shaft()
    people = (
        ganger("P", (4, 2), side="heroes", level="gantry"),
        ganger("R", (5, 3), side="heroes", level="gantry"), ganger("Q", (5, 2)),
    )  # fmt: skip
    hoist = replace(on.features["hoist"], level="gantry")
    made = hive(*people, on=replace(on, features={"hoist": hoist}), space="squares").turn("P")
    made.take(DOWN, 5)
    assert [test.who for test in made.tests] == ["Q"]
    assert {spot(made, who)[0] for who in "PR"} == {"floor"}


@pytest.mark.rule("ZM-LIFT-07")
def test_a_landing_between_two_levels_is_on_the_way_or_not():
    on = shaft()
    half = replace(on.levels["gantry"], id="half", height=2)
    there = replace(on.zones["walk"], id="there", level="half")
    on = replace(on, levels={**on.levels, "half": half}, zones={**on.zones, "there": there})
    for rulings, asked in (({}, 1), ({"zm_lift_swept": "end only"}, 0)):
        people = ganger("P", (4, 2), side="heroes"), ganger("Q", (4, 2), level="half")
        made = hive(*people, on=on, space="squares", rulings=rulings).turn("P")
        made.take(UP, *([6] * asked))
        assert len(made.tests) == asked


@pytest.mark.rule("ZM-LIFT-08")
def test_one_gets_two_inches_and_not_beside_a_foe():
    # Q is of the foes; H, a hero on the gantry, bars one side of the shaft.
    made = above(ganger("Q", (5, 2), level="gantry"), ganger("H", (7, 2), level="gantry",
                 side="heroes")).take(UP, 6)  # fmt: skip
    _, (x, y) = spot(made, "Q")
    options = next(each for key, each in made.words().items() if key.startswith("escape|"))
    assert options.options[0].key == f"{x}, {y}"
    places = [tuple(map(int, each.key.split(", "))) for each in options.options]
    for x, y in places:
        assert max(abs(x - 5), abs(y - 2)) <= 2
        assert max(abs(x - 7), abs(y - 2)) > 1
        assert not (4 <= x <= 5 and 2 <= y <= 3)


@pytest.mark.rule("ZM-LIFT-08")
def test_its_player_picks_where_it_gets_to():
    made = above(ganger("Q", (4, 2), level="gantry", side="heroes"))
    made.take(UP, 5, words={"escape|hoist|Q": "2, 4"})
    assert spot(made, "Q") == ("gantry", (2, 4))


@pytest.mark.rule("ZM-LIFT-09", "ZM-LIFT-10")
def test_a_failed_check_is_three_points_and_an_injury_die():
    made = above(ganger("Q", (4, 2), level="gantry", wounds=3, save=4, side="heroes"))
    made.take(UP, 2, 2)  # the check, then one Injury die: a Flesh Wound
    assert (made.wounds.wounds, made.wounds.total, made.wounds.armour.total) == (3, 3, 0)
    assert [each.face for each in made.facts(e.TableRolled)] == [2]
    assert spot(made, "Q")[1] not in made.state.encounter.board.features["hoist"].squares


@pytest.mark.rule("ZM-LIFT-09")
def test_one_wound_rolls_three_injury_dice_or_one():
    made = above(ganger("Q", (4, 2), level="gantry", toughness=5)).take(UP, 1, 1, 2, 3)
    assert [each.text for each in made.facts(e.TableRolled)] == [
        "flesh wound", "flesh wound", "serious injury",
    ]  # fmt: skip
    assert "seriously injured" in made.state.fighters["Q"].conditions
    single = {"zm_damage3_wound": "single wound"}
    made = above(ganger("Q", (4, 2), level="gantry"), rulings=single).take(UP, 1, 6)
    assert made.state.fighters["Q"].off == "out"


@pytest.mark.rule("ZM-LIFT-09")
def test_an_injury_die_may_be_told_or_have_a_table_of_its_own():
    told = {"zm_injury_die": "players enter", "zm_damage3_wound": "single wound"}
    made = above(ganger("Q", (4, 2), level="gantry"), rulings=told)
    made.take(UP, 1, "out of action")
    assert is_out(made.state, "Q")


@pytest.mark.rule("ZM-LIFT-09")
def test_nowhere_within_two_inches_is_a_wound_even_on_a_pass():
    foes = [ganger(f"H{x}{y}", (x, y), level="gantry", side="heroes")
            for x, y in ((2, 1), (5, 0), (7, 1), (2, 4), (5, 5), (7, 4))]  # fmt: skip
    made = above(ganger("Q", (4, 3), level="gantry", wounds=4), *foes).take(UP, 5)
    assert made.wounds.wounds == 3
    waived = {"zm_escape_near_enemy": "limit waived"}
    made = above(ganger("Q", (4, 3), level="gantry", wounds=4), *foes, rulings=waived)
    assert made.take(UP, 5).facts(e.WoundsTaken) == []


@pytest.mark.rule("ZM-LIFT-08")
def test_the_whole_way_may_have_to_keep_from_foes():
    foe = ganger("H", (6, 3), level="gantry", side="heroes")
    along = {"zm_escape_path": "whole path"}
    reached = []
    for rulings in ({}, along):
        made = above(ganger("Q", (5, 3), level="gantry"), foe, rulings=rulings).take(UP, 5)
        words = [each for key, each in made.words().items() if key.startswith("escape|")]
        reached.append({option.key for each in words for option in each.options})
    assert reached[1] < reached[0]


@pytest.mark.rule("ZM-LIFT-10")
def test_a_survivor_goes_further_rather_than_beside_a_foe():
    foe = ganger("H", (6, 1), level="gantry", side="heroes")
    made = above(ganger("Q", (5, 2), level="gantry", wounds=4), foe).take(UP, 1)
    _, (x, y) = spot(made, "Q")
    assert max(abs(x - 6), abs(y - 1)) > 1
    assert not (4 <= x <= 5 and 2 <= y <= 3)


@pytest.mark.rule("ZM-LIFT-08", "ZM-LIFT-10", "ZM-DOOR-03")
def test_several_are_settled_in_the_order_that_is_picked():
    people = (ganger("Q", (4, 2), level="gantry"), ganger("R", (5, 2), level="gantry"))
    made = above(*people).take(UP, 5, 6, words={"caught|hoist": "R"})
    assert [(test.who, test.face) for test in made.tests] == [("R", 5), ("Q", 6)]
    checks_first = {"zm_crush_order": "checks first"}
    made = above(*people, rulings=checks_first).take(UP, 5, 6)
    kinds = [
        type(fact).__name__
        for fact in made.last.step.events
        if isinstance(fact, e.Tested) or (isinstance(fact, e.Moved) and fact.how == "forced")
    ]
    assert kinds == ["Tested", "Tested", "Moved", "Moved"]


# Without figures of this book


@pytest.mark.rule("ZM-LIFT-07", "ZM-LIFT-09")
def test_a_guest_of_another_book_makes_a_test_and_takes_wounds():
    quick = guest("Q", (4, 2), level="gantry", skills={"reflexes": 40}, armour={"body": 9})
    made = above(quick).take(UP, 90, 10)
    assert (made.tests[0].dice, made.tests[0].target, made.tests[0].rule) == (
        "d100", 40, "ZM-LIFT-07",
    )  # fmt: skip
    assert (made.wounds.wounds, made.wounds.armour.total) == (3, 0)
    more = {"hive_points": "five each", "hive_armour": "armour counts"}
    made = above(quick, rulings=more).take(UP, 90, 10)
    assert (made.wounds.damage.total, made.wounds.wounds) == (15, 6)
    assert made.wounds.damage.parts[0].ruling == "hive_points"


@pytest.mark.rule("ZM-LIFT-07")
def test_a_check_may_be_told_by_the_players():
    told = {"zm_check_dice": "players enter"}
    made = above(ganger("Q", (4, 2), level="gantry"), rulings=told).take(UP, "pass")
    assert made.tests == []
    assert made.facts(e.WoundsTaken) == []


@pytest.mark.rule("ZM-LIFT-07")
def test_another_skill_may_stand_for_initiative():
    strong = guest("Q", (4, 2), level="gantry", skills={"reflexes": 20, "athletics": 55})
    made = above(strong, rulings={"hive_initiative_test": "athletics"}).take(UP, 12)
    assert made.tests[0].target == 55


@pytest.mark.rule("ZM-LIFT-06")
def test_nobody_walks_over_a_link_through_a_lift():
    on = shaft()
    on = replace(on, links={"h-w": link("hall", "walk", through="hoist", id="h-w")})
    made = hive(ganger("P", (4, 2), side="heroes"), on=on).turn("P")
    assert "ZM-LIFT-01" in rules(made.refused(Walk(who="P", to="walk")))
    assert made.take(UP).state.zone_of("P") == "walk"


@pytest.mark.rule("ZM-LIFT-06")
@pytest.mark.parametrize("space", SPACES)
def test_a_way_is_looked_for_beside_the_lift(space):
    on = shaft()
    links = (
        link("hall", "walk", through="hoist", id="lift"),
        link("hall", "walk", "stairs", ends=((9, 6), (9, 6)), id="stairs"),
    )
    on = replace(on, links={each.id: each for each in links})
    made = hive(ganger("P", (8, 5), side="heroes"), on=on, space=space).turn("P")
    to = "walk" if space == "zones" else Square(9, 5)
    made.take(Walk(who="P", to=to, level=None if space == "zones" else "gantry"))
    assert made.state.fighters["P"].level == "gantry"
    assert made.facts(e.Moved)[-1].how == "walked"


@pytest.mark.rule("ZM-LIFT-05")
def test_putting_somebody_onto_a_lift_is_no_move():
    made = riding(at=(2, 2)).take(Put(who="P", at=Square(4, 2)))
    assert made.refused(UP) == ()
