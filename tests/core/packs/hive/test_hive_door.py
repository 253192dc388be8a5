"""Doors: operating, locks, forcing, breaking, and being shut in them."""

import pytest

from desktop.core import play
from desktop.core.model.words import Square
from desktop.core.packs.hive.door import AttackDoor, ForceDoor, OperateDoor
from desktop.core.packs.imperium.lock import OpenLock
from desktop.core.packs.imperium.using import WorkDoor
from desktop.core.rules import events as e
from desktop.core.rules.actions import Walk
from desktop.core.rules.questions import Asked
from desktop.core.rules.sight import sees
from tests.helpers.build import attack, board, door, feature, link, wall, zone
from tests.helpers.hive import SPACES, ganger, guest, hive, said

OPERATE = OperateDoor(who="P", door="gate")
FIRST = {"zm_door_version": "first printing"}


def rules(refusals):
    return [refusal.rule for refusal in refusals]


def gated(*people, state="closed", space="squares", rulings=None, things=(), at=(4, 3), **p):
    """Two rooms with a door of two squares between them; P stands at it."""
    on = board(
        zone("west", at=(0, 0, 6, 8), start="heroes"), zone("east", at=(6, 0, 6, 8)),
        link("west", "east", through="gate"),
        wall((6, 0), (6, 3)), wall((6, 5), (6, 8)), door("gate", ((6, 3), (6, 5)), state),
        *things, size=(12, 8),
    )  # fmt: skip
    me = ganger("P", at, side="heroes", **p)
    return hive(me, *people, on=on, space=space, rulings=rulings).turn("P")


def state_of(made):
    return made.state.encounter.board.doors["gate"].state


def seat(made, who):
    return made.state.fighters[who].seat


# Operating


@pytest.mark.rule("ZM-DOOR-01")
@pytest.mark.parametrize("space", [each for each in SPACES if each != "zones"])
def test_a_closed_door_stops_movement_and_sight(space):
    made = gated(ganger("Q", (6, 3)), at=(5, 3), space=space)
    assert sees(made.book, made.state, "P", "Q")
    assert made.refused(Walk(who="P", to=Square(7, 4)))
    made.take(OPERATE)
    assert sees(made.book, made.state, "P", "Q") == ()
    assert made.refused(Walk(who="P", to=Square(6, 4))) == ()


@pytest.mark.rule("ZM-DOOR-01")
def test_the_table_may_set_each_door_before_the_fight():
    on = gated().state.encounter.board
    made = hive(
        ganger("P", (4, 3)), on=on, rulings={"zm_door_start": "set each"},
        words={"start|gate": "open"},
    )  # fmt: skip
    assert state_of(made) == "open"
    assert state_of(hive(ganger("P", (4, 3)), on=on)) == "closed"


@pytest.mark.rule("ZM-DOOR-02")
@pytest.mark.parametrize("space", SPACES)
def test_a_simple_action_opens_and_shuts_it(space):
    made = gated(space=space, at=(5, 3)).take(OPERATE)
    assert state_of(made) == "open"
    assert made.state.fighters["P"].left == {"move": 0, "action": 1, "reaction": 1}
    made.take(OPERATE)
    assert state_of(made) == "closed"
    assert "ZM-DOOR-02" in rules(made.refused(OPERATE))


@pytest.mark.rule("ZM-DOOR-02")
def test_it_is_operated_from_within_an_inch_or_in_contact():
    assert gated(at=(4, 3)).refused(OPERATE) == ()
    assert rules(gated(at=(3, 3)).refused(OPERATE)) == ["ZM-DOOR-02"]
    contact = {"zm_operate_door": "base contact"}
    assert rules(gated(at=(4, 3), rulings=contact).refused(OPERATE)) == ["ZM-DOOR-02"]
    assert gated(at=(5, 3), rulings=contact).refused(OPERATE) == ()


@pytest.mark.rule("ZM-DOOR-02")
def test_one_who_lies_or_fights_operates_no_door():
    made = gated().let(e.ConditionSet(who="P", condition="prone", now=e.Condition()))
    assert rules(made.refused(OPERATE)) == ["ZM-DOOR-02"]


@pytest.mark.rule("ZM-DOOR-02")
def test_the_one_offer_for_a_door_goes_by_its_own_book():
    made = gated(at=(5, 3))
    offers = made.offers("P")
    assert offers["door:gate"].cost == "Simple"
    assert "hive door:gate" not in offers
    made.take(WorkDoor(who="P", door="gate"))
    assert state_of(made) == "open"
    assert made.only(e.PlaceChanged).rule == "ZM-DOOR-02"
    assert "hive door:gate" in gated(at=(4, 3)).offers("P")


@pytest.mark.rule("ZM-DOOR-01")
def test_a_door_of_another_book_is_left_to_it():
    from dataclasses import replace

    on = gated().state.encounter.board
    own = replace(on.doors["gate"], book="imperium")
    made = hive(ganger("P", (5, 3), side="heroes"), on=replace(on, doors={"gate": own})).turn("P")
    assert "ZM-DOOR-01" in rules(made.refused(OPERATE))


# Locks, force


@pytest.mark.rule("ZM-DOOR-01", "ZM-DOOR-02")
def test_a_linked_panel_locks_a_door_until_it_is_overcome():
    panel = feature("panel", (1, 1), kind="panel", works=("gate",))
    made = gated(things=(panel,))
    assert rules(made.refused(OPERATE)) == ["ZM-DOOR-01"]
    made.take(ForceDoor(who="P", door="gate"), 6)
    assert state_of(made) == "open"
    made.turn("P").take(OPERATE)
    assert (state_of(made), made.refused(OPERATE)) == ("closed", ())
    never = gated(things=(panel,), rulings={"zm_door_lock": "never locked"})
    assert never.refused(OPERATE) == ()


@pytest.mark.rule("ZM-DOOR-01")
def test_forcing_needs_nine_with_strength_and_friends():
    force = ForceDoor(who="P", door="gate")
    made = gated(state="locked", at=(5, 3)).take(force, 5)
    assert state_of(made) == "locked"
    friend = ganger("F", (5, 4), side="heroes")
    made = gated(friend, state="locked", at=(5, 3)).take(force, 4)
    assert state_of(made) == "open"
    assert made.state.fighters["P"].left["action"] == 0
    assert "ZM-DOOR-01" in rules(made.refused(force))


@pytest.mark.rule("ZM-DOOR-01")
def test_the_lock_is_not_that_of_the_main_book() -> None:
    made = gated(state="locked", at=(5, 3))
    assert made.refused(OpenLock(who="P", door="gate"))
    assert "lock:gate" not in made.offers("P")
    assert "force:gate" in made.offers("P")


@pytest.mark.rule("ZM-DOOR-01")
def test_a_guest_forces_it_by_a_test():
    on = gated(state="locked").state.encounter.board
    strong = guest("P", (5, 3), side="heroes", skills={"athletics": 30, "fortitude": 60})
    friend = ganger("F", (5, 4), side="heroes")
    made = hive(strong, friend, on=on, space="squares").turn("P")
    made.take(ForceDoor(who="P", door="gate"), 50)
    assert (made.tests[0].target, state_of(made)) == (50, "open")
    other = {"hive_force_test": "fortitude", "hive_pip": "five"}
    made = hive(strong, friend, on=on, space="squares", rulings=other).turn("P")
    made.take(ForceDoor(who="P", door="gate"), 70)
    assert made.tests[0].target == 70


@pytest.mark.rule("ZM-DOOR-10")
def test_an_attack_always_hits_and_four_wounds_break_it():
    hit = AttackDoor(who="P", door="gate", strength=5, damage=2)
    made = gated().take(hit, 4)
    assert (made.tests, made.state.mark("gate", "wounds lost")) == ([], 2)
    made.turn("P").take(hit, 3)
    assert made.state.mark("gate", "wounds lost") == 2
    made.turn("P").take(hit, 4)
    assert state_of(made) == "broken"
    assert rules(gated(rulings={"zm_door_attack": "no attacks"}).refused(hit)) == ["ZM-DOOR-10"]


@pytest.mark.rule("ZM-DOOR-10")
def test_the_strength_of_a_guests_weapon_is_half_its_damage():
    on = gated().state.encounter.board
    axe = attack("axe", damage=10)
    made = hive(guest("P", (5, 3), side="heroes", attacks=(axe,)), on=on).turn("P")
    made.take(AttackDoor(who="P", door="gate", attack="axe"), 4)
    assert made.state.mark("gate", "wounds lost") == 1
    made.turn("P").take(AttackDoor(who="P", door="gate", attack="axe"), 3)
    assert made.state.mark("gate", "wounds lost") == 1
    whole = {"hive_weapon_strength": "its damage"}
    made = hive(guest("P", (5, 3), attacks=(axe,)), on=on, rulings=whole).turn("P")
    made.take(AttackDoor(who="P", door="gate", attack="axe"), 2)
    assert made.state.mark("gate", "wounds lost") == 1


# In the doorway


@pytest.mark.rule("ZM-DOOR-03")
@pytest.mark.parametrize("space", SPACES)
def test_two_in_the_doorway_make_two_checks(space):
    people = (ganger("Q", (5, 4), side="heroes"), ganger("R", (6, 3)))
    made = gated(*people, state="open", at=(4, 3), space=space)
    words = {"doorway|gate|Q": True, "doorway|gate|R": True}
    made.take(OPERATE, 4, 5, words=words)
    assert [test.who for test in made.tests] == ["Q", "R"]
    assert made.facts(e.WoundsTaken) == []


@pytest.mark.rule("ZM-DOOR-03", "ZM-DOOR-04")
def test_a_large_one_stands_on_both_sides_and_gets_out():
    made = gated(ganger("Q", (5, 3), squares=2), state="open", at=(4, 6)).take(
        OperateDoor(who="P", door="gate", forced=True), 5
    )
    assert [(test.who, test.rule) for test in made.tests] == [("Q", "ZM-DOOR-03")]
    assert seat(made, "Q").x in (4, 6)
    assert state_of(made) == "closed"


@pytest.mark.rule("ZM-DOOR-03")
def test_whoever_stands_beside_it_is_caught_by_another_reading():
    people = (ganger("Q", (6, 3)),)
    made = gated(*people, state="open", at=(5, 4)).take(OPERATE)
    assert made.tests == []
    made = gated(*people, state="open", at=(5, 4), rulings={"hive_doorway": "beside it"})
    made.take(OPERATE, 6)
    assert [test.who for test in made.tests] == ["Q"]
    assert seat(made, "Q") not in {(5, 3), (5, 4), (6, 3), (6, 4)}


@pytest.mark.rule("ZM-DOOR-04")
def test_nobody_gets_out_to_beside_a_foe():
    made = gated(ganger("Q", (5, 3), squares=2), ganger("H", (9, 3), side="heroes"),
                 state="open", at=(4, 6))  # fmt: skip
    made.take(OperateDoor(who="P", door="gate", forced=True), 5)
    word = next(each for key, each in made.words().items() if key.startswith("escape|"))
    for option in word.options:
        x, y = map(int, option.key.split(", "))
        assert x + 1 < 8 or y > 4 or y + 1 < 2


@pytest.mark.rule("ZM-DOOR-05", "ZM-DOOR-07")
def test_by_the_first_printing_it_is_a_wound_without_saves():
    made = gated(ganger("Q", (5, 3), squares=2, save=2), state="open", at=(4, 6), rulings=FIRST)
    made.take(OperateDoor(who="P", door="gate", forced=True), 2, 1, 1, 6)
    assert (made.wounds.wounds, made.wounds.rule) == (3, "ZM-DOOR-05")
    assert len(made.facts(e.TableRolled)) == 3


@pytest.mark.rule("ZM-DOOR-06", "ZM-DOOR-07")
def test_by_the_later_printing_it_is_a_hit_with_a_wound_roll_and_a_save():
    def caught(*faces, rulings=None):
        made = gated(ganger("Q", (5, 3), squares=2, save=5, wounds=4), state="open", at=(4, 6),
                     rulings=rulings)  # fmt: skip
        return made.take(OperateDoor(who="P", door="gate", forced=True), *faces)

    made = caught(1, 4, 4, 1)
    assert "Q is hit: Strength 3 Damage 2" in said(made)
    assert (made.wounds.wounds, made.wounds.rule) == (2, "ZM-DOOR-06")
    assert caught(1, 4, 5, 1).facts(e.WoundsTaken) == []
    spared = caught(1, 3, 1)
    assert spared.facts(e.WoundsTaken) == []
    assert "prone" not in spared.state.fighters["Q"].conditions
    pinned = caught(1, 3, 1, rulings={"zm_door_pin": "pinned too"})
    assert {"prone", "pinned"} <= pinned.state.fighters["Q"].conditions.keys()


@pytest.mark.rule("ZM-DOOR-03", "ZM-DOOR-06")
def test_the_later_printing_may_spare_who_lies_there():
    for rulings, tests in (({}, 1), ({"zm_door_who": "standing only"}, 0)):
        lies = ganger("Q", (5, 3), squares=2, starts={"conditions": {"prone": ""}})
        made = gated(lies, state="open", at=(4, 6), rulings=rulings)
        made.take(OperateDoor(who="P", door="gate", forced=True), *([6] * tests))
        assert len(made.tests) == tests


@pytest.mark.rule("ZM-DOOR-08")
def test_a_survivor_is_moved_to_the_side_that_it_is_on():
    # Three squares a side, two columns of it east of the door.
    made = gated(ganger("Q", (6, 3), squares=3, wounds=9), state="open", at=(4, 6), rulings=FIRST)
    made.take(OperateDoor(who="P", door="gate", forced=True), 1)
    assert seat(made, "Q") == (7, 3)


@pytest.mark.rule("ZM-DOOR-09")
@pytest.mark.parametrize(("face", "x"), [(1, 4), (2, 6)])
def test_in_the_very_middle_a_die_decides(face, x):
    made = gated(ganger("Q", (5, 3), squares=2, wounds=9), state="open", at=(3, 7), rulings=FIRST)
    made.take(OperateDoor(who="P", door="gate", forced=True), 1, face)
    assert seat(made, "Q").x == x


@pytest.mark.rule("ZM-DOOR-07")
def test_the_printing_is_a_ruling_with_the_later_one_for_a_default():
    from desktop.core.store.catalogue import catalogue

    ruling = catalogue().rulings["zm_door_version"]
    assert list(ruling.readings) == ["later printing", "first printing"]


@pytest.mark.rule("ZM-DOOR-10")
def test_a_blow_needs_to_be_at_the_door_and_a_shot_to_see_it():
    gun = attack("gun", kind="ranged", skill="ranged (pistols)", damage=8, range="long")
    on = gated(things=(wall((3, 0), (3, 6)),)).state.encounter.board
    for at, expected in (((4, 3), []), ((4, 7), ["axe"]), ((0, 0), ["axe", "gun"])):
        me = guest("P", at, side="heroes", attacks=(attack("axe", damage=10), gun))
        made = hive(me, on=on, space="squares").turn("P")
        attacks = [AttackDoor(who="P", door="gate", attack=each) for each in ("axe", "gun")]
        assert [each.attack for each in attacks if made.refused(each)] == expected


@pytest.mark.rule("ZM-DOOR-09")
def test_a_thousand_times_in_the_middle_each_side_has_about_half():
    made = gated(ganger("Q", (5, 3), squares=2, wounds=9), state="open", at=(3, 7), rulings=FIRST)
    with pytest.raises(Asked) as asked:
        made.take(OperateDoor(who="P", door="gate", forced=True), 1)
    question = asked.value.question
    assert (question.die, question.rule) == ("d2", "ZM-DOOR-09")
    faces = [play.SeededTable(seed).answer(question).value for seed in range(1000)]
    assert 450 <= faces.count(1) <= 550
    assert set(faces) == {1, 2}
