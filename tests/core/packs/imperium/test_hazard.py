from dataclasses import replace

import pytest

from desktop.core.model.board import Trait
from desktop.core.model.moments import AddTrait
from desktop.core.model.words import Square
from desktop.core.rules.actions import Do, EndTurn, Force, Put, Settle
from desktop.core.rules.book import Pack
from desktop.core.rules.events import (
    LeftBoard,
    MarkSet,
    Moved,
    Overridden,
    PlaceChanged,
    PlaceParts,
    WoundsTaken,
)
from desktop.core.rules.now import Now
from tests.helpers.attacks import Scene, someone
from tests.helpers.moves import again, dues, go, plan, walker, with_traits, zone_of

MINOR = with_traits(b="minor hazard")
MAJOR = with_traits(b="major hazard")


def wounds(made: Scene, who: str = "P") -> int:
    return made.state.fighters[who].wounds  # type: ignore[index]


@pytest.mark.rule("IM-HAZARD-01")
@pytest.mark.parametrize(
    ("grade", "damage"), [("minor hazard", 5), ("major hazard", 10), ("deadly hazard", 15)]
)
def test_three_grades(grade: str, damage: int) -> None:
    made = walker(with_traits(b=grade))
    go(made, "b", 6)
    assert made.wounds.damage.total == damage
    assert made.wounds.damage.parts[0].rule == "IM-HAZARD-01"


@pytest.mark.rule("IM-HAZARD-01", "IM-ZONES-09")
def test_of_several_the_worst_counts_or_by_the_other_reading_each() -> None:
    on = with_traits(b="minor hazard, major hazard")
    made = walker(on)
    go(made, "b", 6)
    assert wounds(made) == 10
    other = walker(on, rulings={"hazard_multiple": "each counts"})
    assert plan(other, "b").says == "Move to b, enters Minor Hazard 5, Major Hazard 10"
    go(other, "b", 6, 6)
    assert sorted(fact.wounds for fact in other.facts(WoundsTaken)) == [5, 10]


@pytest.mark.rule("IM-HAZARD-02")
def test_it_hurts_at_the_moment_of_entering() -> None:
    made = walker(MAJOR)
    assert plan(made, "b").consequences[0].says == "enters Major Hazard 10"
    go(made, "b", 6)
    assert (zone_of(made), wounds(made)) == ("b", 10)


@pytest.mark.rule("IM-HAZARD-03")
def test_it_hurts_at_the_start_of_a_turn_and_not_at_its_end() -> None:
    made = walker(MINOR)
    go(made, "b", 6)
    assert wounds(made) == 5
    made.take(EndTurn())
    assert wounds(made) == 5
    again(made, 6)
    assert wounds(made) == 10
    assert made.wounds.rule == "IM-HAZARD-03"


@pytest.mark.rule("IM-HAZARD-04")
def test_moving_about_in_it_hurts_no_more() -> None:
    made = walker(MINOR, at=(9, 1), faces=(6,))
    go(made, (14, 4))
    assert wounds(made) == 5


@pytest.mark.rule("IM-HAZARD-05")
def test_being_pushed_in_is_entering_on_whosever_turn() -> None:
    made = walker(with_traits(b="deadly hazard"), others=[someone("Q", "a")])
    made.take(Force(who="Q", to="b", by="P"), 6)
    assert (wounds(made, "Q"), made.wounds.rule) == (15, "IM-HAZARD-05")


@pytest.mark.rule("IM-HAZARD-05")
def test_being_put_there_by_the_gm_enters_nothing() -> None:
    made = walker(MAJOR).take(Put(who="P", at="b"))
    assert (zone_of(made), wounds(made)) == ("b", 0)


@pytest.mark.rule("IM-HAZARD-02", "IM-HAZARD-03")
def test_every_entry_hurts_unless_the_other_reading_says_once_a_turn() -> None:
    made = walker(MINOR, at="b", faces=(6,), speed="fast")
    go(made, "c")
    go(made, "b", 6, pay="run")
    assert wounds(made) == 10
    other = walker(
        MINOR, at="b", faces=(6,), speed="fast", rulings={"hazard_reentry": "once a turn"}
    )
    go(other, "c")
    go(other, "b", pay="run")
    assert wounds(other) == 5
    again(other, 6)
    assert wounds(other) == 10


@pytest.mark.rule("IM-HAZARD-06")
def test_a_hazard_that_appears_waits_for_the_next_start() -> None:
    vent = Do(effects=(AddTrait(add="major hazard", to=("a",)),))
    made = walker(with_traits(), others=[someone("Q", "e")]).turn("Q").take(vent)
    assert wounds(made) == 0
    again(made, 6)
    assert wounds(made) == 10
    other = walker(
        with_traits(),
        others=[someone("Q", "e")],
        rulings={"relocate_is_enter": "counts as entering"},
    ).turn("Q")
    other.take(vent, 6)
    assert (wounds(other), other.wounds.rule) == (10, "IM-HAZARD-06")


@pytest.mark.rule("IM-HAZARD-06")
def test_a_passing_hazard_that_a_cue_lays_counts_the_same() -> None:
    from desktop.core.model.moments import Moment

    until = Moment("end of round", 2, later=True)
    gas = Do(effects=(AddTrait(add="minor hazard", to=("a",), until=until),))
    made = walker(with_traits(), rulings={"relocate_is_enter": "counts as entering"})
    made.take(gas, 6)
    assert wounds(made) == 5


@pytest.mark.rule("IM-HAZARD-07")
def test_armour_of_a_random_location_is_taken_off() -> None:
    armour = {"head": 1, "left leg": 3}
    made = walker(MAJOR, armour=armour)
    go(made, "b", 4)
    assert (made.wounds.location, made.wounds.wounds) == ("left leg", 7)
    assert made.wounds.armour.parts[0].rule == "IM-HAZARD-07"
    other = walker(MAJOR, armour=armour, rulings={"hazard_armour": "past armour"})
    go(other, "b", 4)
    assert other.wounds.wounds == 10
    assert other.wounds.armour.parts[0].rule == "IM-HAZARD-07"


@pytest.mark.rule("IM-HAZARD-03")
def test_what_is_due_names_who_starts_in_it_and_the_gm_can_skip_it() -> None:
    made = walker(MINOR, others=[someone("Q", "b")])
    due = dues(made)["hazard|Q|b"]
    assert (due.who, due.says, due.number, due.when) == (
        "Q",
        "Minor Hazard 5",
        "5",
        "start of turn",
    )
    go(made, "b", 6)
    assert dues(made)["hazard|P|b"].when == "round 2"
    made.take(Settle(due="hazard|Q|b"))
    assert dues(made)["hazard|Q|b"].skipped
    made.turn("Q")
    assert wounds(made, "Q") == 0
    assert made.only(Overridden).key == "hazard|Q|b"
    assert made.only(MarkSet, lambda mark: mark.subject == "due").value is None


@pytest.mark.rule("IM-HAZARD-02")
def test_the_gm_can_skip_it_in_the_step_itself_or_change_its_number() -> None:
    made = walker(MAJOR)
    go(made, "b", words={"hazard|P|b": False})
    assert wounds(made) == 0
    other = walker(MAJOR)
    go(other, "b", 6, words={"hazard damage|P|b": 4})
    assert wounds(other) == 4


@pytest.mark.rule("IM-HAZARD-03")
def test_whoever_is_dead_is_hurt_no_more() -> None:
    from desktop.core.rules.events import Condition, ConditionSet

    made = walker(MINOR, others=[someone("Q", "b")])
    made.let(ConditionSet(who="Q", condition="dead", now=Condition()))
    assert "hazard|Q|b" not in dues(made)


@pytest.mark.rule("IM-HAZARD-06")
def test_by_that_reading_what_was_there_already_bites_no_second_time() -> None:
    rulings = {"relocate_is_enter": "counts as entering"}
    made = walker(MINOR, at="b", faces=(6,), rulings=rulings, others=[someone("Q", "a")])
    made.take(Do(effects=(AddTrait(add="poorly lit", to=("b",)),)))
    assert wounds(made) == 5
    made.take(Do(effects=(AddTrait(add="major hazard", to=("b",)),)), 6)
    assert wounds(made) == 15
    off = walker(with_traits(), rulings=rulings).take(Put(who="P", at=None))
    off.take(Do(effects=(AddTrait(add="major hazard", to=("a",)),)))
    assert wounds(off) == 0


@pytest.mark.rule("IM-HAZARD-01")
def test_no_place_is_no_hazard() -> None:
    from desktop.core.packs.imperium.hazard import damage_in, hazards_in

    made = walker(MINOR)
    assert (hazards_in(made.state, None), damage_in(made.state, None)) == ((), 0)
    assert dues(made).keys().isdisjoint({"hazard|P|a"})


@pytest.mark.rule("IM-HAZARD-06")
def test_who_is_put_elsewhere_as_it_breaks_out_has_entered_nothing() -> None:
    made = walker(with_traits(), at=(1, 1), rulings={"relocate_is_enter": "counts as entering"})
    before = made.state.encounter.board.zones["a"]  # type: ignore[index]
    burning = replace(before, traits=(Trait("major hazard"),))  # type: ignore[arg-type]
    parts = PlaceParts(zones={before.id: burning})
    moved = Moved(who="P", how="put", level="ground", to=Square(5, 5))  # type: ignore[arg-type]
    made.let(PlaceChanged(says="fire", parts=parts), moved)
    assert wounds(made) == 0


@pytest.mark.rule("IM-HAZARD-01")
def test_whoever_is_gone_after_the_first_of_several_hazards_takes_no_second() -> None:
    def gone(now: Now, fact: WoundsTaken) -> None:
        now.happens(LeftBoard(who=fact.who, why="out"))

    on = with_traits(b="minor hazard, major hazard")
    made = walker(on, rulings={"hazard_multiple": "each counts"})
    pack = Pack(name="hive", follows={WoundsTaken: (gone,)})
    made.book = replace(made.book, packs=(*made.book.packs, pack))
    go(made, "b", 6)
    assert len(made.facts(WoundsTaken)) == 1
