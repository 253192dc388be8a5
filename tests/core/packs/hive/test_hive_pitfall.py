"""Pitfalls: shunned, fallen into, and stopped at."""

import pytest

from desktop.core.errors import IllegalActionError
from desktop.core.model.words import Square
from desktop.core.packs.hive.fall import hit_of
from desktop.core.packs.imperium.falling import Fall
from desktop.core.packs.imperium.jump import Leap
from desktop.core.packs.imperium.prone import DropProne
from desktop.core.packs.imperium.suffering import Suffer
from desktop.core.rules import events as e
from desktop.core.rules.actions import Force, Walk
from desktop.core.rules.questions import Asked
from tests.helpers.build import board, feature, level, zone
from tests.helpers.hive import SPACES, ganger, guest, hive, said

GRID = [space for space in SPACES if space != "zones"]
PUSH = Force(who="P", to=Square(4, 2))
LAY = Suffer(who="P", condition="prone")
HALF = {"zm_pit_trigger": "half an inch"}


def rules(refusals):
    return [refusal.rule for refusal in refusals]


def pit(*people, at=(3, 2), squares=((4, 2),), space="squares", rulings=None, painted=False,
        things=(), **p):  # fmt: skip
    hole = () if painted else (feature("pit", *squares, kind="pitfall"),)
    paint = {"ground": dict.fromkeys(map(lambda at: Square(*at), squares), "pitfall")}
    on = board(zone("a", at=(0, 0, 10, 5), start="heroes"), *hole, *things, size=(10, 5),
               squares=paint if painted else None)  # fmt: skip
    me = ganger("P", at, side="heroes", **p)
    return hive(me, *people, on=on, space=space, rulings=rulings).turn("P")


def seat(made):
    return made.state.fighters["P"].seat


# Shunned


@pytest.mark.rule("ZM-PITFALL-01")
@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("painted", [False, True])
def test_nobody_steps_in(space, painted):
    made = pit(space=space, painted=painted)
    before = made.state.fighters["P"].left
    with pytest.raises(IllegalActionError) as refused:
        made.take(Walk(who="P", to=Square(4, 2)))
    assert "ZM-PITFALL-01" in rules(refused.value.refusals)
    assert made.state.fighters["P"].left == before


@pytest.mark.rule("ZM-PITFALL-01")
@pytest.mark.parametrize("space", GRID)
def test_the_way_leads_round_it(space):
    made = pit(space=space).take(Walk(who="P", to=Square(5, 2)))
    assert seat(made) == (5, 2)
    assert made.tests == []


@pytest.mark.rule("ZM-PITFALL-01", "ZM-PITFALL-02", "ZM-RECLAMATOR-01")
@pytest.mark.parametrize("kind", ["pitfall", "reclamator"])
def test_by_one_reading_any_overlap_is_in_it(kind):
    on = board(zone("a", at=(0, 0, 10, 5), start="heroes"), feature("pit", (4, 2), kind=kind),
               size=(10, 5))  # fmt: skip
    rule = "ZM-PITFALL-01" if kind == "pitfall" else "ZM-RECLAMATOR-01"
    for rulings, inside in (({}, False), ({"zm_pit_overlap": "any overlap"}, True)):
        big = ganger("P", (1, 2), side="heroes", squares=2)
        made = hive(big, on=on, space="squares", rulings=rulings).turn("P")
        assert rules(made.refused(Walk(who="P", to=Square(3, 2)))) == [rule] * inside
        made.take(Force(who="P", to=Square(3, 2)), *([5] * inside))
        assert len(made.tests) == inside


@pytest.mark.rule("ZM-PITFALL-01")
def test_it_is_leapt_like_any_gap_or_not():
    over = Leap(who="P", to=Square(5, 2))
    assert pit().refused(over) == ()
    assert "ZM-PITFALL-01" in rules(pit().refused(Leap(who="P", to=Square(4, 2))))
    never = pit(rulings={"zm_pit_leap": "not allowed"})
    assert rules(never.refused(over)) == ["ZM-PITFALL-01"]


# Moved in


@pytest.mark.rule("ZM-PITFALL-02", "ZM-PITFALL-05")
@pytest.mark.parametrize("space", SPACES)
def test_whoever_is_pushed_in_checks_and_stops_on_the_rim(space):
    made = pit(space=space).take(PUSH, 4)
    assert [(test.rule, test.face) for test in made.tests] == [("ZM-PITFALL-02", 4)]
    assert seat(made) != (4, 2)
    assert max(abs(seat(made).x - 4), abs(seat(made).y - 2)) == 1
    assert {"prone", "pinned"} <= made.state.fighters["P"].conditions.keys()


@pytest.mark.rule("ZM-PITFALL-02")
def test_a_push_along_the_rim_asks_nothing():
    assert pit().take(Force(who="P", to=Square(3, 1))).tests == []


@pytest.mark.rule("ZM-PITFALL-02")
@pytest.mark.parametrize("space", GRID)
def test_a_push_across_stops_there_or_goes_over(space):
    across = Force(who="P", to=Square(6, 2))
    made = pit(space=space).take(across, 5)
    assert len(made.tests) == 1
    assert seat(made).x <= 5
    over = pit(space=space, rulings={"zm_pit_forced_path": "end only"}).take(across)
    assert (over.tests, seat(over)) == ([], (6, 2))


@pytest.mark.rule("ZM-PITFALL-04")
def test_a_failure_is_out_of_action_at_once():
    made = pit(save=2).take(PUSH, 3)
    assert made.state.fighters["P"].off == "out"
    assert made.facts(e.WoundsTaken) == []


@pytest.mark.rule("ZM-PITFALL-04", "ZM-PITFALL-03")
def test_a_natural_one_is_nothing_special_or_fails():
    word = {"check|P|beside pit": 1}
    assert pit(initiative=2).take(PUSH, 1, words=word).state.on_board("P")
    lost = pit(initiative=2, rulings=HALF).take(PUSH, 1, words=word)
    assert lost.state.fighters["P"].off == "out"


@pytest.mark.rule("ZM-PITFALL-02")
def test_a_guest_makes_a_test():
    on = pit().state.encounter.board
    hero = guest("P", (3, 2), side="heroes", skills={"reflexes": 40})
    made = hive(hero, on=on, space="squares").turn("P").take(PUSH, 60)
    assert (made.tests[0].target, made.state.fighters["P"].off) == (40, "out")


# Laid low beside it


@pytest.mark.rule("ZM-PITFALL-03")
def test_whoever_is_laid_low_within_an_inch_checks():
    made = pit().take(Suffer(who="P", condition="prone"), 4, words={"chose|P": False})
    assert [test.rule for test in made.tests] == ["ZM-PITFALL-03"]
    assert seat(made) == (3, 2)
    far = pit(at=(2, 2)).take(LAY)
    assert far.tests == []


@pytest.mark.rule("ZM-PITFALL-03")
def test_whoever_lies_down_by_choice_does_not():
    assert pit().take(DropProne(who="P")).tests == []
    thrown = pit(ganger("Q", (9, 4))).turn("Q").take(LAY, 4)
    assert len(thrown.tests) == 1


@pytest.mark.rule("ZM-PITFALL-03")
def test_half_an_inch_spares_who_touches_a_corner_only():
    words = {"chose|P": False}
    assert len(pit(at=(3, 1)).take(LAY, 6, words=words).tests) == 1
    assert pit(at=(3, 1), rulings=HALF).take(LAY).tests == []
    assert len(pit(at=(3, 2), rulings=HALF).take(LAY, 6, words=words).tests) == 1


@pytest.mark.rule("ZM-PITFALL-03", "ZM-PITFALL-05")
def test_one_laid_low_an_inch_away_slides_to_the_rim_or_not():
    both = {"zm_pit_rim_shift": "both"}
    made = pit(at=(3, 1)).take(LAY, 6, words={"chose|P": False})
    assert seat(made) == (3, 1)
    made = pit(at=(3, 1), rulings=both).take(LAY, 6, words={"chose|P": False})
    assert max(abs(seat(made).x - 4), abs(seat(made).y - 2)) == 1


@pytest.mark.rule("ZM-PITFALL-05", "ZM-RECLAMATOR-04")
def test_pinned_on_the_rim_is_one_check_or_two():
    assert len(pit().take(PUSH, 4).tests) == 1
    again = pit(rulings={"zm_pit_recheck": "check again"}).take(PUSH, 4, 5)
    assert [test.rule for test in again.tests] == ["ZM-PITFALL-02", "ZM-PITFALL-03"]


@pytest.mark.rule("ZM-PITFALL-05")
def test_one_who_lay_already_only_stops():
    made = pit(starts={"conditions": {"prone": ""}}).take(PUSH, 4)
    assert made.facts(e.ConditionSet) == []


# Above ground


def platform(height=4, rulings=None, fall="hive", me=None):
    on = board(
        level("floor"), zone("hall", at=(0, 0, 10, 5)),
        level("deck", height), zone("top", at=(0, 0, 10, 5), level="deck"),
        feature("pit", (4, 2), kind="pitfall", level="deck"), size=(10, 5),
    )  # fmt: skip
    hero = me or ganger("P", (3, 2), side="heroes", level="deck", wounds=4)
    slots = {"door": "hive", "fall": fall}
    return hive(hero, on=on, space="squares", rulings=rulings, slots=slots).turn("P")


PUSHED = Force(who="P", to=Square(4, 2), level="deck")


@pytest.mark.rule("ZM-PITFALL-06")
def test_through_a_raised_one_one_falls_to_the_level_below():
    made = platform().take(PUSHED, 3, 4)
    fighter = made.state.fighters["P"]
    assert (fighter.level, fighter.seat, fighter.off) == ("floor", (4, 2), None)
    assert "P is hit: Strength 3 Damage 1" in said(made)
    assert (made.wounds.wounds, made.wounds.rule) == (1, "ZM-PITFALL-06")
    assert {"prone", "pinned"} <= fighter.conditions.keys()
    assert fighter.left["action"] == 0


@pytest.mark.rule("ZM-PITFALL-06")
@pytest.mark.parametrize(
    ("far", "hit"),
    [(2, None), (2.1, "Strength 3 Damage 1"), (5, "Strength 3 Damage 1"),
     (6, "Strength 5 AP-1 Damage 1"), (7.5, "Strength 7 AP-2 Damage 2"),
     (9, "Strength 7 AP-2 Damage 2"), (10, "Strength 9 AP-3 Damage 3")],
)  # fmt: skip
def test_the_table_of_falls_goes_by_the_inches_rounded_up(far, hit):
    assert (None if hit_of(far) is None else str(hit_of(far))) == hit


@pytest.mark.rule("ZM-PITFALL-06")
def test_the_players_may_say_what_a_fall_does():
    told = {"zm_fall_table": "players enter"}
    with pytest.raises(Asked) as asked:
        platform(rulings=told).take(PUSHED, 3)
    assert asked.value.question.options[0].key == "no hit"
    made = platform(rulings=told).take(PUSHED, 3, "no hit")
    assert made.facts(e.WoundsTaken) == []


@pytest.mark.rule("ZM-PITFALL-06")
def test_the_fall_is_that_of_the_book_that_has_the_slot():
    hero = guest("P", (3, 2), side="heroes", level="deck", skills={"reflexes": 30}, height=1.8)
    made = platform(fall="imperium", me=hero)
    made.take(PUSHED, 80, 3, 10)
    assert [fact.table.split()[0] for fact in made.facts(e.TableRolled)] == ["critical"]


@pytest.mark.rule("ZM-PITFALL-06")
def test_with_no_floor_right_below_one_falls_to_the_lowest_or_is_out():
    from dataclasses import replace

    lost = {"zm_pit_no_floor": "out of action"}
    made = platform()
    on = replace(made.state.encounter.board, squares={"floor": {Square(4, 2): "void"}})
    hero = ganger("P", (3, 2), side="heroes", level="deck", wounds=4)
    made = hive(hero, on=on, space="squares").turn("P").take(PUSHED, 3, 4)
    assert (made.state.fighters["P"].level, made.state.fighters["P"].off) == ("floor", None)
    made = hive(hero, on=on, space="squares", rulings=lost).turn("P").take(PUSHED, 3)
    assert made.state.fighters["P"].off == "out"


@pytest.mark.rule("ZM-PITFALL-06")
def test_a_fall_of_any_kind_follows_the_table_where_the_book_has_the_slot():
    hero = ganger("P", (8, 2), side="heroes", level="deck", wounds=4)
    made = platform(me=hero).take(Fall(who="P", metres=6), 2)
    assert "P is hit: Strength 5 AP-1 Damage 1" in said(made)
    assert made.facts(e.WoundsTaken) == []
