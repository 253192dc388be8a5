"""Changes of the place and of who is in it, in the middle of a fight, by the edits of Build."""

from dataclasses import replace

import pytest

from desktop.core.errors import EditError, IllegalActionError
from desktop.core.model.board import Trait
from desktop.core.model.edits.traits import set_traits
from desktop.core.model.encounter import Clock, Cue, Member, Starts
from desktop.core.model.moments import AddTrait, Moment
from desktop.core.model.words import Square
from desktop.core.rules.actions import BeginTurn, Change, Decree, Do, EndTurn, Put, TakeOver
from desktop.core.rules.changes import as_encounter, keep_in_encounter
from desktop.core.rules.events import (
    AmmunitionSet,
    Condition,
    ConditionSet,
    Entry,
    LeftBoard,
    MarkSet,
    Moved,
    OrderSet,
    PlaceChanged,
    PlaceParts,
    Related,
    Said,
    TurnPassed,
    WoundsSet,
)
from desktop.core.rules.labels import label_of
from desktop.core.store.checks import problems_of
from tests.helpers.build import encounter, fighter, group, profile, row
from tests.helpers.fight import events, fight, play


def dock():
    return encounter(
        row("quay", "shed", "hold"),
        profile("ganger"),
        fighter("ilse", "quay", side="heroes", initiative=30),
        fighter("vex", "hold", initiative=10, profile="ganger"),
        group("gang", 3, "shed", initiative=20, profile="ganger"),
        Clock(id="alarm"),
        Cue(id="steam", when=Moment("entering", of="shed"), text="Steam"),
    )


def change(edit, **arguments):
    return Change(edit=edit, arguments=arguments)


def changed(combat):
    (fact,) = events(combat, PlaceChanged)
    return fact.parts


# The encounter as it is now


def test_everyone_stands_in_the_encounter_where_the_fight_has_them():
    combat = play(fight(dock()), Put(who="ilse", at=Square(20, 3)), Put(who="gang/B", at=None))
    now = as_encounter(combat.state)
    assert (now.fighters["ilse"].at, now.fighters["ilse"].level) == ((20, 3), "ground")
    members = now.groups["gang"].members
    assert members["A"].at == combat.state.fighters["gang/A"].seat
    assert "B" not in members  # off the board
    assert now.board is combat.state.encounter.board


# Things


def test_whole_new_values_of_what_changed_are_told_and_nothing_else():
    combat = play(fight(dock()), change("set_traits", zones=["quay"], add=["dark"]))
    parts = changed(combat)
    assert list(parts.zones) == ["quay"]
    assert [trait.word for trait in parts.zones["quay"].traits] == ["dark"]
    assert (parts.links, parts.people, parts.fighters, parts.walls) == ({}, {}, {}, None)
    assert combat.state.encounter.board.zones["quay"] == parts.zones["quay"]
    assert combat.start.encounter.board.zones["quay"].traits == ()


def test_painting_walls_and_doors_are_changes_like_any():
    combat = play(
        fight(dock()),
        change("paint", squares=[[0, 0], [1, 0]], kind="difficult"),
        change("add_wall", along=[[8, 0], [8, 4]]),
        change("add_door", on=[[8, 4], [8, 5]], name="Gate"),
        change("lay", of="cloud", kind="dark cloud", squares=[[3, 3]]),
        change("add_clock", name="Fuse"),
        change("add_side", name="Cult"),
    )
    board = combat.state.encounter.board
    assert board.squares["ground"] == {(0, 0): "difficult", (1, 0): "difficult"}
    assert len(board.walls) == len(board.clouds) == 1
    assert [door.label for door in board.doors.values()] == ["Gate"]
    assert [clock.label for clock in combat.state.encounter.clocks.values()] == ["alarm", "Fuse"]
    assert "Cult" in [side.label for side in combat.state.encounter.sides.values()]
    cleared = play(combat, change("paint", squares=[[0, 0], [1, 0]], kind=""))
    assert not cleared.state.encounter.board.squares.get("ground")


def test_an_edit_that_cannot_be_is_a_sentence_and_changes_nothing():
    combat = fight(dock())
    with pytest.raises(EditError, match="nowhere"):
        play(combat, change("set_traits", zones=["nowhere"], add=["dark"]))


def test_an_edit_that_changes_nothing_tells_nothing():
    combat = play(fight(dock()), change("set_traits", zones=["quay"], off=["dark"]))
    assert combat.steps[-1].events == ()


def test_nobody_enters_by_a_change_of_the_board():
    combat = fight(dock())
    combat = play(combat, change("put_people", people=["ilse"], at="shed"))
    assert [(event.who, event.how) for event in events(combat, Moved)] == [("ilse", "put")]
    assert combat.state.zone_of("ilse") == "shed"
    assert events(combat, Said) == []


def test_a_moved_zone_takes_its_people_along():
    combat = fight(dock())
    seat = combat.state.fighters["vex"].seat
    combat = play(combat, change("move_zones", zones=["hold"], dx=0, dy=0, level=None))
    assert combat.steps[-1].events == ()
    combat = play(combat, change("resize_board", bottom=6))
    combat = play(combat, change("move_zones", zones=["hold"], dx=0, dy=2))
    assert combat.state.fighters["vex"].seat == (seat.x, seat.y + 2)
    assert combat.state.zone_of("vex") == "hold"


def test_merged_zones_keep_the_firsts_id_and_marks_follow():
    mist = AddTrait(add="heavily obscured", to=("shed",), until=Moment("end of round", 9))
    combat = play(fight(dock()), Do(effects=(mist,), source="mist"))
    combat = play(combat, change("merge_zones", zones=["quay", "shed"]))
    state = combat.state
    assert list(state.encounter.board.zones) == ["quay", "hold"]
    assert state.mark("quay", "trait:heavily obscured") == "mist"
    assert state.marks[("quay", "trait:heavily obscured")].until.round == 9
    assert ("shed", "trait:heavily obscured") not in state.marks
    assert state.zone_of("gang/A") == "quay"
    assert "damp" in state.fighters["ilse"].conditions
    assert changed(combat).zones["shed"] is None


def test_a_zone_that_is_gone_leaves_its_people_where_they_stand_and_its_marks_nowhere():
    mist = AddTrait(add="heavily obscured", to=("hold",), until=Moment("end of round"))
    combat = play(fight(dock()), Do(effects=(mist,)))
    seat = combat.state.fighters["vex"].seat
    combat = play(combat, change("remove", things=[["zone", "hold"]]))
    assert combat.state.zone_of("vex") is None
    assert combat.state.fighters["vex"].seat == seat
    assert [subject for subject, _ in combat.state.marks] == []
    assert list(combat.state.encounter.board.links) == ["quay-shed"]


# People


def test_a_newcomer_is_placed_gets_its_start_and_its_turn():
    combat = play(fight(dock()), BeginTurn())
    combat = play(combat, change("add_fighter", profile="ganger", at="hold", name="Wick"))
    (who,) = changed(combat).people
    state = combat.state
    assert (state.zone_of(who), state.people[who].name) == ("hold", "Wick")
    assert who in [entry.id for entry in state.order]
    assert state.acting == "ilse"
    assert as_encounter(state).fighters[who].profile == "ganger"
    again = play(combat, change("set_field", kind="fighter", ids=[who], field="name", value="W"))
    assert again.state.people[who].name == "W"
    assert events(again, Moved) == []


def test_a_newcomer_starts_as_its_roster_says():
    wick = fighter("wick", profile="ganger")
    wick = replace(wick, starts=Starts(wounds=4))
    combat = play(fight(dock()), change("bring_in", fighters=[wick], at="hold"))
    assert combat.state.fighters["wick"].wounds == 4


def test_a_newcomer_may_wait_off_the_board():
    late = replace(fighter("wick", profile="ganger"), starts=Starts(off="not yet here"))
    combat = play(fight(dock()), change("bring_in", fighters=[late], at="hold"))
    assert combat.state.fighters["wick"].off == "not yet here"
    assert "wick" not in [entry.id for entry in combat.state.order]


def test_a_changed_profile_changes_its_people_and_not_where_they_stand():
    combat = play(fight(dock()), Put(who="vex", at=Square(3, 3)))
    combat = play(
        combat, change("set_field", kind="profile", ids=["ganger"], field="size", value="large")
    )
    assert combat.state.people["vex"].profile.size == "large"
    assert combat.state.people["gang/C"].profile.size == "large"
    assert combat.state.fighters["vex"].seat == (3, 3)
    assert events(combat, Moved) == []
    assert combat.state.people["vex"].at == "hold"


def test_who_is_taken_out_is_gone_from_everywhere():
    combat = play(
        fight(dock()),
        Decree(facts=(
            Related(kind="reach", one="ilse", other="vex"),
            MarkSet(subject="vex", name="aimed", value=True),
        )),
        change("remove", things=[["fighter", "vex"]]),
    )  # fmt: skip
    state = combat.state
    assert "vex" not in state.people
    assert "vex" not in state.fighters
    assert [entry.id for entry in state.order] == ["ilse", "gang"]
    assert (state.relations, state.marks) == ((), {})


def test_who_is_called_like_one_that_is_taken_out_keeps_its_letter():
    two = [fighter(who, "hold", name="Ganger", profile="ganger") for who in ("one", "two")]
    before = fight(encounter(row("quay", "hold"), profile("ganger"), *two))
    assert [label_of(before.state, who) for who in ("one", "two")] == ["Ganger A", "Ganger B"]
    combat = play(before, change("remove", things=[["fighter", "one"]]))
    assert label_of(combat.state, "two") == "Ganger B"
    combat = play(combat, change("add_fighter", profile="ganger", name="Ganger", at="quay"))
    (new,) = {*combat.state.people} - {"two"}
    combat = play(combat, change("rename", kind="fighter", id=new, name="Ganger"))
    assert [label_of(combat.state, who) for who in (new, "two")] == ["Ganger C", "Ganger B"]
    combat = play(combat, change("rename", kind="fighter", id="two", name="Boss"))
    assert label_of(combat.state, "two") == "Boss"


def test_a_clock_or_cue_that_is_taken_out_leaves_the_order():
    meeting = dock()
    meeting = replace(meeting, clocks={"alarm": Clock(id="alarm", initiative=15)})
    combat = fight(meeting)
    assert "alarm" in [entry.id for entry in combat.state.order]
    combat = play(combat, change("remove", things=[["clock", "alarm"]]))
    assert "alarm" not in [entry.id for entry in combat.state.order]
    combat = play(combat, change("remove", things=[["cue", "steam"]]))
    assert combat.state.encounter.cues == {}


def test_the_turn_of_an_entry_that_is_taken_out_is_over():
    combat = play(fight(dock()), BeginTurn(), change("remove", things=[["fighter", "ilse"]]))
    assert (combat.state.acting, combat.state.actor) == ("", None)
    combat = play(combat, BeginTurn())
    assert combat.state.acting == "gang"


def test_when_the_member_that_acts_is_taken_out_another_of_its_group_acts():
    combat = play(fight(dock()), BeginTurn(), EndTurn(), BeginTurn(), TakeOver(who="gang/C"))
    combat = play(combat, change("set_count", group="gang", count=2))
    assert (combat.state.acting, combat.state.actor) == ("gang", "gang/A")


def test_a_member_that_moves_up_a_letter_stays_itself():
    combat = play(
        fight(dock()),
        Decree(facts=(
            WoundsSet(who="gang/A", total=1),
            WoundsSet(who="gang/B", total=5),
            ConditionSet(who="gang/A", condition="prone", now=Condition()),
            ConditionSet(who="gang/B", condition="stunned", now=Condition()),
            MarkSet(subject="gang/B", name="aimed", value=True),
            MarkSet(subject="gang/A", name="hidden", value=True),
            Related(kind="reach", one="ilse", other="gang/B"),
            Related(kind="reach", one="vex", other="gang/A"),
            Related(kind="watching", one="gang/C", other="ilse", mutual=False),
        )),
    )  # fmt: skip
    seats = [combat.state.fighters[f"gang/{mark}"].seat for mark in "BC"]
    combat = play(combat, change("remove", things=[["member", "gang/A"]]))
    state = combat.state
    assert [state.fighters[f"gang/{mark}"].seat for mark in "AB"] == seats
    assert "gang/C" not in state.people
    assert state.fighters["gang/A"].wounds == 5
    assert list(state.fighters["gang/A"].conditions) == ["stunned"]
    assert state.fighters["gang/B"].wounds == 0
    assert dict(state.marks) == {("gang/A", "aimed"): state.marks[("gang/A", "aimed")]}
    assert state.holds("reach", "ilse", "gang/A")
    assert list(state.related("reach", "vex")) == []
    assert state.holds("watching", "gang/B", "ilse")
    assert next(entry for entry in state.order if entry.id == "gang").members == (
        "gang/A", "gang/B",
    )  # fmt: skip


def test_what_a_member_has_goes_with_it():
    combat = play(
        fight(dock()),
        Decree(facts=(
            AmmunitionSet(who="gang/B", attack="gun", left=2),
            MarkSet(subject="vex", name="aimed", value=True),
        )),
        change("remove", things=[["member", "gang/A"]]),
    )  # fmt: skip
    assert combat.state.fighters["gang/A"].ammunition == {"gun": 2}
    assert combat.state.mark("vex", "aimed") is True


def test_members_that_differ_keep_their_places_in_the_document():
    meeting = dock()
    own = Member(id="B", at="hold", own=profile("", size="large"))
    meeting = replace(meeting, groups={"gang": replace(meeting.groups["gang"], members={"B": own})})
    combat = play(
        fight(meeting),
        change("set_field", kind="group", ids=["gang"], field="notes", value="from the docks"),
        change("set_field", kind="member", ids=["gang/C"], field="name", value="Cut"),
    )
    gang = combat.state.encounter.groups["gang"]
    assert (gang.notes, gang.at, gang.members["B"].at) == ("from the docks", "shed", "hold")
    assert combat.state.people["gang/C"].name == "Cut"
    assert gang.members["C"].at is None


def test_a_group_taken_apart_leaves_its_members_as_they_are():
    combat = play(fight(dock()), Decree(facts=(WoundsSet(who="gang/B", total=5),)))
    seat = combat.state.fighters["gang/B"].seat
    combat = play(combat, change("ungroup", group="gang"))
    state = combat.state
    (wounded,) = [who for who, each in state.fighters.items() if each.wounds == 5]
    assert state.fighters[wounded].seat == seat
    assert "gang" not in [entry.id for entry in state.order]
    assert len(state.order) == 5


def test_a_larger_group_brings_newcomers_into_its_entry():
    combat = play(fight(dock()), change("set_count", group="gang", count=4))
    state = combat.state
    assert "gang/D" in next(entry for entry in state.order if entry.id == "gang").members
    assert state.zone_of("gang/D") == "shed"
    smaller = play(combat, change("set_count", group="gang", count=2))
    assert "gang/D" not in smaller.state.people


def test_who_is_taken_off_by_an_edit_is_away():
    combat = play(fight(dock()), change("put_people", people=["vex"], at=None))
    assert events(combat, LeftBoard) == [LeftBoard(who="vex", why="away")]


# Keeping


def test_the_place_is_kept_in_the_document_and_its_people_stay_as_they_were():
    document = dock()
    combat = play(
        fight(document),
        Put(who="ilse", at="shed"),
        change("set_traits", zones=["quay"], add=["dark"]),
        change("remove", things=[["zone", "hold"]]),
        change("remove", things=[["zone", "shed"]]),
    )
    kept = keep_in_encounter(document, combat.state)
    assert list(kept.board.zones) == ["quay"]
    assert [trait.word for trait in kept.board.zones["quay"].traits] == ["dark"]
    assert kept.fighters["ilse"] == document.fighters["ilse"]
    assert kept.fighters["vex"].at == combat.state.fighters["vex"].seat
    assert kept.groups["gang"].at is None
    assert kept.groups["gang"].members["B"].at == combat.state.fighters["gang/B"].seat
    assert kept.profiles == document.profiles


def test_of_two_grades_only_the_one_in_force_is_kept():
    document = dock()
    had = (Trait("minor hazard"), Trait("light cover"))
    document = set_traits(document, zones=("quay",), add=had)
    combat = play(fight(document), Do(effects=(AddTrait(add="major hazard", to=("quay",)),)))
    assert len(combat.state.encounter.board.zones["quay"].traits) == 3, "it may be cleared again"
    kept = keep_in_encounter(document, combat.state)
    words = [trait.word for trait in kept.board.zones["quay"].traits]
    assert words == ["light cover", "major hazard"]


def test_what_is_kept_names_nobody_who_came_in_the_fight_and_nothing_that_is_gone():
    document = dock()
    combat = play(
        fight(document),
        change("add_fighter", id="newcomer", profile="ganger", at="quay"),
        change("add_cue", id="call", do=[{"hurt": ["newcomer", "ilse"], "damage": 3}]),
        change("add_cue", id="its turn", when="end of turn newcomer"),
        change("add_side", id="cult", name="Cult"),
        change("add_level", id="roof"),
    )
    kept = keep_in_encounter(document, combat.state)
    assert [problem for problem in problems_of(kept) if "profile" not in problem[1]] == []
    assert kept.cues["call"].do[0].hurt == ("ilse",)
    assert str(kept.cues["its turn"].when) == "by hand"


def test_a_place_that_cannot_be_is_not_decreed():
    shed = dock().board.zones["shed"]
    for parts, says in [
        ({"zones": {"shed": replace(shed, id="other")}}, "shed cannot be the id of other"),
        ({"zones": {"shed": replace(shed, outline=shed.outline[:1])}}, "corner"),
        ({"zones": {"shed": None}}, "no zone called shed"),
        ({"levels": {"ground": None}}, "one level at least"),
    ]:
        fact = PlaceChanged(says="x", parts=PlaceParts(**parts))
        with pytest.raises(IllegalActionError, match=says):
            play(fight(dock()), Decree(facts=(fact,)))


def test_nobody_acts_who_is_not_in_the_fight():
    stranger = Entry("wick", "fighter", 3, ("wick",))
    for fact in (TurnPassed(entry="ilse", actor="wick"), OrderSet(order=(stranger,))):
        with pytest.raises(IllegalActionError, match="no fighter wick"):
            play(fight(dock()), Decree(facts=(fact,)))
