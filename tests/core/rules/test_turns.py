"""Rounds, turns and moments: who acts when, and what lapses where."""

from dataclasses import replace

import pytest

from desktop.core.errors import IllegalActionError
from desktop.core.model.encounter import Clock, Member, Starts
from desktop.core.model.geometry import distance
from desktop.core.model.moments import AddTrait, Moment
from desktop.core.rules.actions import (
    Begin,
    BeginTurn,
    Decree,
    Do,
    EndTurn,
    Put,
    SetOrder,
    TakeOver,
)
from desktop.core.rules.book import Pack
from desktop.core.rules.compose import joined
from desktop.core.rules.events import (
    BudgetSet,
    ConditionSet,
    LeftBoard,
    MarkSet,
    MomentCame,
    OrderSet,
    Related,
    Said,
    TurnPassed,
    Until,
)
from desktop.core.rules.labels import label_of
from tests.helpers.build import encounter, fighter, group, row
from tests.helpers.fight import TINY, dazed, events, fight, play


def three(**fields):
    return encounter(
        row("a", "b"),
        fighter("ilse", "a", side="heroes", initiative=30),
        group("gang", 3, "b", initiative=20),
        fighter("vex", "b", initiative=10),
        **fields,
    )


def turn(*names):
    """Return steps that begin and end the turns of the next so many."""
    return [step for _ in range(names[0] if names else 1) for step in (BeginTurn(), EndTurn())]


def points(combat):
    return [
        (event.point, event.entry, event.who)
        for event in events(combat, MomentCame)
        if event.entry or event.point
    ]


# The order of things


@pytest.mark.rule("HOUSE-ORDER-01")
def test_the_highest_initiative_begins_and_each_turn_is_a_step_of_its_own():
    combat = fight(three())
    acting = []
    for _ in range(4):
        combat = play(combat, BeginTurn())
        acting.append((combat.state.round, combat.state.acting, combat.state.actor))
        combat = play(combat, EndTurn())
        assert combat.state.acting == ""
    assert acting == [
        (1, "ilse", "ilse"), (1, "gang", "gang/A"), (1, "vex", "vex"), (2, "ilse", "ilse"),
    ]  # fmt: skip


def test_a_round_ends_with_its_end_phase_before_the_next_begins():
    combat = play(fight(three()), *turn(3), BeginTurn())
    assert points(combat)[:3] == [
        ("end phase", "", None), ("end of round", "", None), ("start of round", "", None),
    ]  # fmt: skip
    assert [event.round for event in events(combat, MomentCame)][:3] == [1, 1, 2]


def test_a_groups_members_have_their_moments_before_the_group():
    combat = play(fight(three()), *turn(), BeginTurn())
    assert points(combat) == [
        ("start of turn", "gang", "gang/A"),
        ("start of turn", "gang", "gang/B"),
        ("start of turn", "gang", "gang/C"),
        ("start of turn", "gang", None),
    ]
    combat = play(combat, EndTurn())
    assert points(combat)[-1] == ("end of turn", "gang", None)
    assert points(combat)[0] == ("end of turn", "gang", "gang/A")


def test_ties_keep_the_order_of_the_file_and_typed_numbers_win():
    meeting = encounter(
        row("a"), fighter("one", "a"), fighter("two", "a"), fighter("late", "a", initiative=3)
    )
    assert [entry.id for entry in fight(meeting).state.order] == ["one", "two", "late"]
    typed = fight(meeting, begin=Begin(initiatives={"late": 40, "one": 5}))
    assert [entry.id for entry in typed.state.order] == ["late", "two", "one"]
    assert [entry.initiative for entry in typed.state.order] == [40, 10, 5]


def test_the_gm_puts_the_order_by_hand_and_the_turn_stays_with_its_entry():
    combat = play(fight(three()), *turn(), BeginTurn())
    ilse, gang, vex = combat.state.order
    combat = play(combat, SetOrder(order=(vex, ilse, gang)), EndTurn(), BeginTurn())
    assert combat.state.acting == "vex"
    assert combat.state.acted == ("ilse", "gang")


def test_an_entry_that_the_gm_takes_out_of_the_order_has_its_turn_no_more():
    combat = play(fight(three()), BeginTurn())
    combat = play(combat, SetOrder(order=combat.state.order[1:]), EndTurn())
    assert (combat.state.acting, combat.state.actor) == ("", None)
    assert play(combat, BeginTurn()).state.acting == "gang"


@pytest.mark.rule("HOUSE-NAMES-01")
def test_an_order_with_strangers_or_doubles_is_refused():
    combat = fight(three())
    ilse, gang, vex = combat.state.order
    with pytest.raises(IllegalActionError, match="stands twice"):
        play(combat, SetOrder(order=(ilse, ilse, gang)))
    with pytest.raises(IllegalActionError, match="no fighter nobody"):
        play(combat, SetOrder(order=(replace(vex, members=("nobody",)),)))
    assert play(combat, SetOrder(order=(vex, vex), forced=True)).state.order == (vex,)


def test_another_member_of_the_group_or_anybody_takes_over():
    combat = play(fight(three()), *turn(), BeginTurn(), TakeOver(who="gang/C"))
    assert (combat.state.acting, combat.state.actor) == ("gang", "gang/C")
    assert play(combat, TakeOver(who="vex")).state.actor == "vex"
    with pytest.raises(IllegalActionError, match="no fighter wick"):
        play(combat, TakeOver(who="wick"))


# What is refused


@pytest.mark.rule("HOUSE-FIGHT-01")
def test_nothing_begins_before_the_fight_and_the_fight_only_once():
    before = fight(three(), begin=None)
    with pytest.raises(IllegalActionError, match="has not begun"):
        play(before, BeginTurn())
    with pytest.raises(IllegalActionError, match="has not begun"):
        play(before, BeginTurn(forced=True))
    with pytest.raises(IllegalActionError, match="has begun"):
        play(fight(three()), Begin())
    with pytest.raises(IllegalActionError, match="no fighter wick"):
        play(before, Begin(present=("wick",)))


def test_a_turn_that_is_on_is_ended_first():
    combat = play(fight(three()), BeginTurn())
    with pytest.raises(IllegalActionError, match="still the turn of ilse"):
        play(combat, BeginTurn())
    forced = play(combat, BeginTurn(forced=True, note="they wait"))
    assert forced.state.acting == "gang"
    assert events(forced)[0].note == "they wait"
    assert points(forced)[0] == ("end of turn", "ilse", "ilse")


def test_things_are_called_by_their_names():
    meeting = replace(three(), groups={"gang": replace(group("gang", 2, "b"), name="Dockers")})
    combat = play(fight(meeting), BeginTurn(entry="gang"))
    with pytest.raises(IllegalActionError, match="still the turn of Dockers"):
        play(combat, BeginTurn())
    assert label_of(combat.state, "a") == "a"
    assert label_of(combat.state, "gang/B") == "Dockers B"
    assert label_of(combat.state, "nothing") == "nothing"


def test_an_entry_is_named_and_has_one_turn_a_round():
    combat = play(fight(three()), BeginTurn(entry="vex"))
    assert combat.state.acting == "vex"
    combat = play(combat, EndTurn())
    with pytest.raises(IllegalActionError, match="vex has had its turn"):
        play(combat, BeginTurn(entry="vex"))
    with pytest.raises(IllegalActionError, match="no entry wick"):
        play(combat, BeginTurn(entry="wick"))
    assert play(combat, BeginTurn()).state.acting == "ilse"


def test_ending_a_turn_that_nobody_has_is_refused_and_cannot_be_forced():
    combat = fight(three())
    for forced in (False, True):
        with pytest.raises(IllegalActionError, match="nobody's turn"):
            play(combat, EndTurn(forced=forced))


# Skipped turns


@pytest.mark.rule("HOUSE-ORDER-02")
def test_a_surprised_side_is_skipped_in_the_first_round_with_its_moments():
    combat = fight(three(), begin=Begin(surprised=("heroes",)))
    combat = play(combat, BeginTurn())
    assert combat.state.acting == "gang"
    assert ("start of turn", "ilse", "ilse") in points(combat)
    assert ("end of turn", "ilse", None) in points(combat)
    assert [each.text for each in events(combat, Said)] == ["ilse is surprised and does not act"]
    combat = play(combat, EndTurn(), *turn(), BeginTurn())
    assert (combat.state.round, combat.state.acting) == (2, "ilse")


def test_when_everyone_is_surprised_the_second_round_begins():
    combat = fight(three(), begin=Begin(surprised=("heroes", "foes")))
    combat = play(combat, BeginTurn())
    assert (combat.state.round, combat.state.acting) == (2, "ilse")


def test_who_is_out_is_skipped_and_gets_no_budget():
    combat = play(
        fight(three()),
        Decree(facts=(MarkSet(subject="ilse", name="out", value=True),)),
        BeginTurn(),
    )
    assert combat.state.acting == "gang"
    assert "ilse" not in [event.who for event in events(combat, BudgetSet)]
    assert ("start of turn", "ilse", "ilse") in points(combat)


def test_of_a_group_the_first_who_can_act_acts():
    combat = play(
        fight(three()), Decree(facts=(LeftBoard(who="gang/A", why="out"),)), *turn(), BeginTurn()
    )
    assert combat.state.actor == "gang/B"


def test_a_book_may_say_who_cannot_act():
    def asleep(book, state, who):
        return "asleep" if "dazed" in state.fighters[who].conditions else ""

    chapter = Pack(name="imperium", idle=(asleep,))
    naps = tuple(dazed(who, Until("end of round", 1)) for who in ("ilse", "gang/A"))
    combat = fight(three(), book=joined("imperium", "T", TINY, chapter))
    combat = play(combat, Decree(facts=naps), BeginTurn())
    assert (combat.state.acting, combat.state.actor) == ("gang", "gang/B")
    assert [each.text for each in events(combat, Said)] == ["ilse is asleep and does not act"]
    forced = play(combat, EndTurn(), BeginTurn(entry="ilse", forced=True))
    assert forced.state.actor == "ilse"


def test_with_nobody_left_the_next_turn_is_refused_and_forced_ends():
    gone = tuple(LeftBoard(who=who, why="away") for who in ("ilse", "vex"))
    gone += tuple(LeftBoard(who=f"gang/{mark}", why="out") for mark in "ABC")
    combat = play(fight(three()), Decree(facts=gone))
    with pytest.raises(IllegalActionError, match="Nobody is left"):
        play(combat, BeginTurn())
    with pytest.raises(IllegalActionError, match="vex is out"):
        play(combat, BeginTurn(entry="vex"))
    forced = play(combat, BeginTurn(forced=True))
    assert forced.state.acting == ""
    assert forced.state.round == 3


# Budgets and lapses


def test_a_budget_comes_back_at_the_start_of_the_turn_after_what_lapsed_there():
    combat = play(
        fight(three()),
        Decree(facts=(dazed("ilse", Until("start of turn", None, "ilse")),)),
        Decree(facts=(BudgetSet(who="ilse", left={"action": 0}),)),
        BeginTurn(),
    )
    kinds = [type(event).__name__ for event in events(combat)]
    assert kinds == [
        "MomentCame", "TurnPassed", "MomentCame", "ConditionSet", "BudgetSet", "MomentCame",
    ]  # fmt: skip
    assert combat.state.fighters["ilse"].left == {"action": 1, "reaction": 1}


@pytest.mark.rule("HOUSE-MOMENT-01")
def test_until_an_ending_lapses_after_all_else_there():
    clock = Clock(id="alarm", ticks=Moment("end of turn", of="ilse"))
    meeting = three()
    meeting = replace(meeting, clocks={"alarm": clock})
    combat = play(
        fight(meeting),
        Decree(facts=(dazed("ilse", Until("end of turn", None, "ilse")),)),
        BeginTurn(),
        EndTurn(),
    )
    kinds = [type(event).__name__ for event in events(combat)]
    assert kinds == ["MomentCame", "ClockSet", "ConditionSet", "MomentCame"]


@pytest.mark.parametrize(
    ("until", "turns", "lasts"),
    [
        (Until("end of round"), 3, True),
        (Until("end of round"), 4, False),
        (Until("end of round", 2), 4, True),
        (Until("end of round", 2), 7, False),
        (Until("start of turn", None, "gang"), 1, True),
        (Until("start of turn", None, "gang"), 2, False),
        (Until("start of turn", None, "gang/B"), 2, False),
        (Until("end of turn", 2, "vex"), 5, True),
        (Until("end of turn", 2, "vex"), 6, False),
        (Until("start of turn"), 1, False),
        (Until("end phase", 1), 3, True),
        (Until("end phase", 1), 4, False),
        (Until("end of turn", None, "wick"), 3, True),  # nobody of this name has a turn
        (Until("end of turn", None, "wick"), 4, False),
    ],
)
def test_a_mark_lasts_until_its_point(until, turns, lasts):
    noted = MarkSet(subject="ilse", name="brave", value=True, until=until)
    combat = play(fight(three()), Decree(facts=(noted,)), *turn(turns))
    assert (combat.state.mark("ilse", "brave") is not None) is lasts


def test_a_relation_lapses_with_a_fact():
    watching = Related(kind="watching", one="ilse", other="vex", until=Until("end of turn"))
    combat = play(fight(three()), Decree(facts=(watching,)), BeginTurn(), EndTurn())
    assert not combat.state.holds("watching", "ilse", "vex")
    assert [type(event).__name__ for event in events(combat)][-1] == "Parted"


# Coming and going


def test_a_newcomer_gets_an_entry_behind_its_equals_and_the_turn_stays():
    late = fighter("wick", "b", initiative=20, starts={"off": "not yet here"})
    meeting = three()
    meeting = replace(meeting, fighters={**meeting.fighters, "wick": late})
    combat = fight(meeting)
    assert [entry.id for entry in combat.state.order] == ["ilse", "gang", "vex"]
    combat = play(combat, BeginTurn(), Put(who="wick", at="a"))
    assert [entry.id for entry in combat.state.order] == ["ilse", "gang", "wick", "vex"]
    assert combat.state.acting == "ilse"
    assert events(combat, OrderSet)
    assert combat.state.fighters["wick"].left == {"action": 1, "reaction": 1}


def test_a_member_that_comes_later_joins_its_group():
    late = group("gang", 2, "b")
    late = replace(late, members={"B": Member(id="B", starts=Starts(off="not yet here"))})
    combat = fight(encounter(row("a", "b"), fighter("ilse", "a", side="heroes"), late))
    assert combat.state.order[1].members == ("gang/A",)
    combat = play(combat, Put(who="gang/B", at="b"))
    assert combat.state.order[1].members == ("gang/A", "gang/B")


def test_who_is_away_keeps_its_entry():
    gone = fighter("pell", "a", side="heroes", starts={"off": "away"})
    combat = fight(encounter(row("a"), fighter("ilse", "a", side="heroes"), gone))
    assert [entry.id for entry in combat.state.order] == ["ilse", "pell"]
    assert combat.state.fighters["pell"].off == "away"


def test_the_turn_passes_to_another_member_when_the_first_falls_at_its_beginning():
    def bleeds(now, fact):
        if fact.point == "start of turn" and fact.who == "gang/A":
            now.happens(MarkSet(subject="gang/A", name="out", value=True))

    chapter = Pack(name="imperium", follows={MomentCame: (bleeds,)})
    combat = play(fight(three(), book=joined("imperium", "T", TINY, chapter)), *turn())
    combat = play(combat, BeginTurn())
    assert combat.state.actor == "gang/B"
    assert events(combat, TurnPassed)[-1] == TurnPassed(entry="gang", actor="gang/B")


def test_a_condition_kept_up_by_a_place_comes_and_goes_with_it():
    mist = AddTrait(add="heavily obscured", to=("b",), until=Moment("end of round"))
    combat = play(fight(three()), Do(effects=(mist,), source="mist"))
    assert "damp" in combat.state.fighters["vex"].conditions
    assert "damp" not in combat.state.fighters["ilse"].conditions
    combat = play(combat, Put(who="vex", at="a"))
    assert "damp" not in combat.state.fighters["vex"].conditions
    combat = play(combat, *turn(3), BeginTurn())
    assert [event.who for event in events(combat, ConditionSet)] == ["gang/A", "gang/B", "gang/C"]


def test_who_is_put_beside_another_stands_beside_it():
    combat = fight(three())
    seat = combat.state.fighters["vex"].seat
    combat = play(combat, Put(who="ilse", at="b", beside="vex"))
    assert distance(combat.state.fighters["ilse"].seat, seat) == 1
    assert combat.state.zone_of("ilse") == "b"
