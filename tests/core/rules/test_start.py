"""From an encounter to the first step of its fight."""

from dataclasses import replace

from desktop.core.model.encounter import Clock, Side, Starts
from desktop.core.model.words import Square
from desktop.core.rules import now
from desktop.core.rules.actions import Begin
from desktop.core.rules.events import Condition, FightBegan, LeftBoard, Moved
from desktop.core.rules.start import begin_state
from tests.helpers.build import board, encounter, fighter, group, level, profile, row, zone
from tests.helpers.fight import RULINGS, events, fight


def test_before_the_first_step_everyone_is_known_and_nobody_placed():
    meeting = encounter(
        row("a"), fighter("ilse", "a", side="heroes"), group("gang", 2, "a"),
        Clock(id="alarm", filled=2), Side(id="heroes", counters={"superiority": 2}),
        rulings={"reading_two": "there"},
    )  # fmt: skip
    state = begin_state(meeting, RULINGS)
    assert list(state.people) == ["ilse", "gang/A", "gang/B"]
    assert {fighter.off for fighter in state.fighters.values()} == {"not yet here"}
    assert state.rulings == {"reading_one": "first", "reading_two": "there"}
    assert (state.clocks, state.counters) == ({"alarm": 2}, {"heroes": {"superiority": 2}})
    assert state.order == ()


def test_profiles_that_the_file_lacks_are_the_stocks():
    meeting = encounter(row("a"), fighter("ilse", "a", profile="hero"))
    state = begin_state(meeting, RULINGS, {"hero": profile("hero", size="large")})
    assert state.people["ilse"].profile.size == "large"


def test_everyone_stands_where_the_encounter_says():
    on = board(
        level("floor"), level("top", 4), zone("a", (0, 0, 6, 6), start="heroes"),
        zone("b", (6, 0, 6, 6), start="foes"), zone("c", (0, 0, 4, 4), level="top"), size=(12, 6),
    )  # fmt: skip
    combat = fight(
        encounter(
            on,
            fighter("start", side="heroes"),
            fighter("square", (4, 4), level="top", side="heroes", starts={"above": 3}),
            fighter("zone", "c"),
            fighter("one", "b"),
            fighter("two", "b"),
            fighter("stranger", side="third"),
            fighter("ghost", "nowhere"),
        )
    )
    at = {who: (each.level, each.seat) for who, each in combat.state.fighters.items()}
    assert combat.state.zone_of("start") == "a"
    assert at["square"] == ("top", Square(4, 4))
    assert combat.state.fighters["square"].above == 3
    assert combat.state.zone_of("zone") == "c"
    assert at["one"] != at["two"]
    assert combat.state.zone_of("two") == "b"
    assert {at["stranger"][1], at["ghost"][1]} == {None}
    assert combat.state.fighters["ghost"].off == "not yet here"
    assert "ghost" not in [entry.id for entry in combat.state.order]
    assert all(event.how == "put" for event in events(combat, Moved))


def test_it_is_the_same_every_time():
    meeting = encounter(row("a", "b"), group("gang", 20, "a"), group("mob", 9, "b", side="x"))
    assert fight(meeting).state == fight(meeting).state
    seats = [each.seat for each in fight(meeting).state.fighters.values()]
    assert len(set(seats)) == len(seats)


def test_any_state_that_a_fight_can_reach_is_a_start():
    starts = Starts(
        wounds=3, criticals=("broken rib",), conditions={"prone": "", "bleeding": "major"},
        ammunition={"gun": 7}, in_cover="light cover", riding="horse", unaware=True,
    )  # fmt: skip
    ilse = replace(fighter("ilse", "a", side="heroes"), starts=starts)
    lonely = replace(fighter("pell", "a", side="heroes"), starts=Starts(riding="nobody"))
    combat = fight(encounter(row("a"), ilse, fighter("horse", "a", side="heroes"), lonely))
    state = combat.state
    now = state.fighters["ilse"]
    assert (now.wounds, now.criticals, now.ammunition) == (3, ("broken rib",), {"gun": 7})
    assert now.conditions == {"prone": Condition(), "bleeding": Condition(tier="major")}
    assert state.mark("ilse", "in cover") == "light cover"
    assert state.mark("ilse", "unaware") is True
    assert state.holds("riding", "ilse", "horse")
    assert not state.holds("riding", "horse", "ilse")
    assert list(state.related("riding", "pell")) == []


def test_who_is_off_the_board_says_why():
    away = fighter("away", "a", starts={"off": "below a hatch"})
    combat = fight(encounter(row("a"), fighter("here", "a"), away))
    assert events(combat, LeftBoard) == [LeftBoard(who="away", why="below a hatch")]
    assert [entry.id for entry in combat.state.order] == ["here", "away"]


def test_only_those_present_are_in_it():
    meeting = encounter(row("a"), fighter("one", "a"), fighter("two", "a"))
    combat = fight(meeting, begin=Begin(present=("two",), counters={"foes": {"superiority": 2}}))
    assert [entry.id for entry in combat.state.order] == ["two"]
    assert combat.state.fighters["one"].off == "not yet here"
    assert combat.state.counters == {"foes": {"superiority": 2}}


def test_what_was_given_at_the_start_is_in_the_first_steps_facts():
    meeting = encounter(row("a"), fighter("one", "a"), fighter("two", "a", side="heroes"))
    combat = fight(meeting, begin=Begin(initiatives={"two": 50}, surprised=("foes",)))
    (began,) = events(combat, FightBegan)
    assert began.surprised == ("foes",)
    assert [(entry.id, entry.initiative) for entry in began.order] == [("two", 50), ("one", 10)]
    assert combat.state.fighters["one"].left == {"action": 1, "reaction": 1}


def test_a_crowd_is_no_circle(monkeypatch):
    monkeypatch.setattr(now, "MOST_FACTS", 10)
    meeting = encounter(row("a", "b"), group("gang", 20, "a"), group("mob", 20, "b"))
    assert len(fight(meeting).state.order) == 2
