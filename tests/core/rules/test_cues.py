"""Cues and clocks: they come due at their moments, at their place in the order, or by hand."""

import pytest

from desktop.core.errors import IllegalActionError, RuleLoopError
from desktop.core.model.encounter import Clock, Cue
from desktop.core.model.moments import Moment, Say, Tick
from desktop.core.rules.actions import BeginTurn, Decree, EndTurn, FireCue, Settle, TickClock
from desktop.core.rules.book import Pack
from desktop.core.rules.compose import joined
from desktop.core.rules.due import due
from desktop.core.rules.events import (
    ClockSet,
    MomentCame,
    Moved,
    Overridden,
    PlaceChanged,
    PlaceParts,
    Said,
    Until,
)
from tests.helpers.build import encounter, fighter, row
from tests.helpers.fight import TINY, dazed, events, fight, play, table


def pair(*things):
    return encounter(
        row("a", "b"), fighter("ilse", "a", side="heroes", initiative=30),
        fighter("vex", "b", initiative=10), *things,
    )  # fmt: skip


def rounds(combat, n):
    """Return the fight at the first turn of the round n."""
    while combat.state.round < n:
        combat = play(combat, BeginTurn()) if not combat.state.acting else play(combat, EndTurn())
    return combat


def said(combat):
    return [event.text for step in combat.steps for event in step.events if isinstance(event, Said)]


def steam(**fields):
    return Cue(id="steam", text="Steam vents", do=(Say(say="hiss"),), **fields)


def walked(who, x):
    return Moved(who=who, how="walked", level="ground", to=(x, 2))


@pytest.mark.rule("HOUSE-MOMENT-01")
@pytest.mark.parametrize(
    ("when", "before", "after"),
    [
        (Moment("start of round", 3), 2, 3),
        (Moment("end of round", 2), 2, 3),
        (Moment("end phase", 1), 1, 2),
        (Moment("start of turn", 2, of="vex"), 2, 3),
    ],
)
def test_a_cue_comes_due_at_its_moment_once(when, before, after):
    combat = rounds(fight(pair(steam(when=when))), before)
    assert said(combat) == []
    combat = rounds(combat, after)
    assert said(combat) == ["Steam vents", "hiss"]
    assert said(rounds(combat, after + 2)) == ["Steam vents", "hiss"]


def test_a_cue_without_a_number_comes_every_round():
    combat = rounds(fight(pair(steam(when=Moment("start of round")))), 3)
    assert said(combat).count("Steam vents") == 3


def test_entering_and_leaving_let_cues_off_and_being_put_does_not():
    combat = fight(
        pair(
            steam(when=Moment("entering", of="b")),
            Cue(id="gone", text="Gone", when=Moment("leaving", of="a")),
        )
    )
    combat = play(combat, Decree(facts=(walked("ilse", 10),)))
    assert said(combat) == ["Gone", "Steam vents", "hiss"]
    put = Moved(who="vex", how="put", level="ground", to=(1, 1))
    combat = play(combat, Decree(facts=(put,)), Decree(facts=(walked("ilse", 12),)))
    assert len(said(combat)) == 3


def test_a_clock_ticks_and_full_brings_its_text_its_effects_and_its_cues():
    clock = Clock(
        id="alarm", size=2, ticks=Moment("end of round"), text="The alarm wails",
        full=(Say(say="doors shut"),),
    )  # fmt: skip
    combat = fight(pair(clock, steam(when=Moment("full", of="alarm"))))
    combat = rounds(combat, 2)
    assert (combat.state.clocks["alarm"], said(combat)) == (1, [])
    combat = rounds(combat, 3)
    assert said(combat) == ["The alarm wails", "doors shut", "Steam vents", "hiss"]
    combat = rounds(combat, 5)
    assert combat.state.clocks["alarm"] == 2
    assert len(said(combat)) == 4


def test_a_clock_is_filled_and_emptied_by_hand_and_never_beyond_its_ends():
    combat = fight(pair(Clock(id="alarm", size=3)))
    combat = play(combat, TickClock(clock="alarm", by=7))
    assert combat.state.clocks["alarm"] == 3
    combat = play(combat, TickClock(clock="alarm", by=-9))
    assert combat.state.clocks["alarm"] == 0
    assert said(combat) == ["alarm is full"]
    with pytest.raises(IllegalActionError, match="no clock bell"):
        play(combat, TickClock(clock="bell"))


def test_a_cue_is_let_off_by_hand():
    combat = play(fight(pair(steam())), FireCue(cue="steam"))
    assert said(combat) == ["Steam vents", "hiss"]
    with pytest.raises(IllegalActionError, match="no cue fire"):
        play(combat, FireCue(cue="fire"))


def test_a_cue_let_off_before_its_round_does_not_come_again_then():
    combat = play(fight(pair(steam(when=Moment("start of round", 2)))), FireCue(cue="steam"))
    assert said(rounds(combat, 4)) == ["Steam vents", "hiss"]
    always = play(fight(pair(steam(when=Moment("start of round")))), FireCue(cue="steam"))
    assert said(rounds(always, 2)).count("hiss") == 3


def test_a_cue_with_initiative_has_its_place_in_the_order_and_a_step_of_its_own():
    combat = fight(pair(steam(when=Moment("start of round", 2), initiative=20)))
    assert [(entry.id, entry.kind) for entry in combat.state.order] == [
        ("ilse", "fighter"), ("steam", "cue"), ("vex", "fighter"),
    ]  # fmt: skip
    combat = play(combat, BeginTurn(), EndTurn(), BeginTurn())
    assert combat.state.acting == "vex"  # in round 1 nothing is due there, and it is passed over
    combat = play(combat, EndTurn(), BeginTurn(), EndTurn(), BeginTurn())
    assert said(combat) == ["Steam vents", "hiss"]
    assert (combat.state.acting, combat.state.acted) == ("", ("ilse", "steam"))
    assert play(combat, BeginTurn()).state.acting == "vex"


def test_a_clock_with_initiative_ticks_every_round_at_its_place_and_can_be_given_its_turn():
    combat = fight(pair(Clock(id="alarm", size=6, initiative=20)))
    combat = rounds(combat, 3)
    assert combat.state.clocks["alarm"] == 2
    combat = play(combat, EndTurn(), BeginTurn(entry="alarm"))
    assert combat.state.clocks["alarm"] == 3
    assert combat.state.acting == ""
    assert [event.entry for event in events(combat, MomentCame)] == ["alarm", "alarm"]


def test_what_is_due_is_skipped_beforehand_and_noted():
    combat = fight(pair(steam(when=Moment("start of round", 1))))
    combat = play(combat, Settle(due="cue:steam"), BeginTurn())
    assert said(combat) == []
    assert [event.key for event in events(combat, Overridden)] == ["cue:steam"]
    assert combat.state.mark("due", "cue:steam") is None


def test_a_skip_is_taken_back():
    combat = fight(pair(steam(when=Moment("start of round", 1))))
    combat = play(combat, Settle(due="cue:steam"), Settle(due="cue:steam", skip=False), BeginTurn())
    assert said(combat) == ["Steam vents", "hiss"]


def test_the_gm_skips_in_the_step_itself_and_the_word_is_kept():
    clock = Clock(id="alarm", ticks=Moment("start of round"))
    combat = fight(pair(clock))
    combat = play(combat, (BeginTurn(), table(words={"clock:alarm": False})))
    assert combat.state.clocks["alarm"] == 0
    assert combat.steps[-1].answers["clock:alarm"].by == "gm"


def test_clocks_that_fill_each_other_are_stopped_with_a_sentence():
    clock = Clock(id="alarm", size=1, full=(Tick(tick="alarm", by=-1), Tick(tick="alarm")))
    with pytest.raises(RuleLoopError, match="round in a circle"):
        play(fight(pair(clock)), TickClock(clock="alarm"))


def test_a_clock_that_nobody_knows_brings_nothing():
    combat = play(fight(pair()), Decree(facts=(ClockSet(clock="none", filled=1),)))
    assert events(combat, Said) == []


def test_a_cue_that_another_takes_out_before_its_turn_does_not_come():
    first = Cue(id="first", when=Moment("start of round"), text="First")
    second = Cue(id="second", when=Moment("start of round"), text="Second")
    gone = PlaceChanged(says="gone", parts=PlaceParts(cues={"second": None}))

    def takes_out(now, fact):
        if fact.text == "First":
            now.happens(gone)

    chapter = Pack(name="imperium", follows={Said: (takes_out,)})
    combat = fight(pair(first, second), book=joined("imperium", "T", TINY, chapter))
    assert said(play(combat, BeginTurn())) == ["First"]


# What is due


def test_the_list_of_what_is_due_is_in_the_order_in_which_it_comes():
    things = (
        Clock(id="alarm", size=4, ticks=Moment("end of round")),
        Cue(id="wave", when=Moment("start of round", 4), text="A wave"),
        Cue(id="bell", when=Moment("start of turn", of="vex"), text="Bong"),
        steam(initiative=20),
        Cue(id="trap", when=Moment("entering", of="b")),
    )
    combat = play(fight(pair(*things)), BeginTurn())
    found = due(combat.book, combat.state)
    assert [(each.key, each.when) for each in found] == [
        ("cue:steam", "start of turn steam"),
        ("cue:bell", "start of turn vex"),
        ("clock:alarm", "end of round"),
        ("cue:wave", "round 4"),
    ]
    assert found[2].number == "1/4"
    assert found[0].by_hand == FireCue(cue="steam")
    assert found[2].by_hand is None
    combat = play(combat, Settle(due="cue:wave"))
    assert [each.key for each in due(combat.book, combat.state) if each.skipped] == ["cue:wave"]


def test_what_has_come_in_this_round_is_due_in_the_next_or_never_again():
    things = (
        Cue(id="first", when=Moment("start of round", 1)),
        Cue(id="always", when=Moment("start of round")),
        Cue(id="ilses", when=Moment("end of turn", 1, of="ilse")),
    )
    combat = fight(pair(*things))
    assert {each.key for each in due(combat.book, combat.state)} == {
        "cue:first", "cue:always", "cue:ilses",
    }  # fmt: skip
    combat = play(combat, BeginTurn(), EndTurn())
    found = due(combat.book, combat.state)
    assert [(each.key, each.when) for each in found] == [("cue:always", "round 2")]


def test_nothing_is_due_before_the_fight():
    before = fight(pair(steam(when=Moment("start of round"))), begin=None)
    assert due(before.book, before.state) == ()


def test_a_condition_that_lapses_is_due_with_its_name_and_can_be_ended_at_once():
    daze = dazed("vex", Until("end of turn", 2, "vex"))
    combat = play(fight(pair()), Decree(facts=(daze,)), BeginTurn())
    (one,) = due(combat.book, combat.state)
    assert (one.who, one.says, one.when) == ("vex", "no longer dazed", "round 2")
    combat = play(combat, one.by_hand)
    assert combat.state.fighters["vex"].conditions == {}
