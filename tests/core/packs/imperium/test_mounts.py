"""Mounts: getting on and off, riding, being thrown, falling together."""

from dataclasses import replace

import pytest

from desktop.core.packs.imperium import saddle
from desktop.core.packs.imperium.flying import GainFlight, TakeOff
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.mounts import Command, Dismount, Mount, MountIs, Secure
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.reach import StepUp
from desktop.core.packs.imperium.suffering import Suffer
from desktop.core.rules import events as e
from desktop.core.rules.actions import BeginTurn, EndTurn, Force, Put, Settle, Walk
from desktop.core.rules.order import idle_because
from tests.helpers.attacks import Scene, scene, sides_of, someone
from tests.helpers.build import row
from tests.helpers.moves import dues, go, left, reach, rules, with_traits, zone_of

ZONES = row("a", "b", "c", "d")
RIDER = {"athletics (riding)": 40, "reflexes": 45, "rapport (animals)": 30}
ON = Mount(who="P", mount="M")


def beast(at="a", *, size="large", mount=True, tags=(), speed="normal", initiative=3, **fields):
    fighter, own = someone("M", at, side="heroes", speed=speed, initiative=initiative, **fields)
    return fighter, replace(own, size=size, mount=mount, tags=tags)


def stable(mount=None, *, on=ZONES, rulings=None, others=(), faces=(), **rider) -> Scene:
    """Return a fight in which it is the turn of P, within reach of the mount M."""
    skills = {**RIDER, **rider.pop("skills", {})}
    hero = someone("P", "a", side="heroes", initiative=6, skills=skills, **rider)
    made = scene(hero, mount or beast(), *others, on=on, rulings=rulings)
    made.take(BeginTurn(entry="P"), *faces)
    return made.close("P", "M")


def ridden(mount=None, *, secured=False, **fields) -> Scene:
    """Return the same with P in the saddle, in a turn that has just begun."""
    made = stable(mount, **fields).let(e.Related(kind="riding", one="P", other="M", mutual=False))
    if secured:
        made.take(Secure(who="P"))
    return made


def afresh(made: Scene, *faces, **fields) -> Scene:
    """End turns until that of P begins once more, with these answers."""
    made.take(EndTurn())
    while True:
        waiting = [entry for entry in made.state.order if entry.id not in made.state.acted]
        able = [each for each in waiting if not idle_because(made.book, made.state, each)]
        if not able or able[0].id == "P":
            return made.take(BeginTurn(), *faces, **fields)
        made.take(BeginTurn()).take(EndTurn())


def rides(made: Scene) -> bool:
    return saddle.mount_of(made.state, "P") == "M"


def prone(made: Scene, who: str = "P") -> bool:
    return "prone" in made.state.fighters[who].conditions


def near(made: Scene) -> bool:
    return made.book.space.in_reach(made.state, "P", "M")


def seats(made: Scene) -> bool:
    one, other = (made.state.fighters[who] for who in ("P", "M"))
    return (one.level, one.seat, one.above) == (other.level, other.seat, other.above)


# Getting on and off


@pytest.mark.rule("IM-MOUNTS-01")
def test_a_mount_is_larger_willing_and_built_for_it():
    assert rules(stable(beast(size="medium")).refused(ON)) == ["IM-MOUNTS-01"]
    assert stable(beast(size="large")).refused(ON) == ()
    assert rules(stable(beast(mount=None)).refused(ON)) == ["IM-MOUNTS-01"]
    made = stable().take(MountIs(who="M", willing=False))
    assert rules(made.refused(ON)) == ["IM-MOUNTS-01"]
    assert made.take(MountIs(who="M", willing=True)).refused(ON) == ()
    ticked = stable(beast(size="medium"), rulings={"size_table": "gm ticks"})
    assert ticked.refused(ON) == ()


@pytest.mark.rule("IM-MOUNTS-01")
def test_one_rider_to_a_mount_and_one_mount_to_a_rider():
    made = stable(others=[someone("Q", "a", side="heroes")]).take(ON)
    assert rules(made.refused(ON))[-2:] == ["IM-MOUNTS-01", "IM-MOUNTS-01"]
    assert rules(made.refused(Mount(who="P", mount="P"))) == ["IM-TURN-01", "IM-MOUNTS-01"]
    assert [r.final for r in made.refused(Mount(who="P", mount="nobody"))] == [True]


@pytest.mark.rule("IM-MOUNTS-02")
def test_getting_on_costs_the_move():
    made = stable()
    assert left(made.take(ON), "move") == 0
    assert rides(made)
    assert near(made)
    assert seats(made)
    late = go(stable(), "b")
    assert "IM-TURN-01" in rules(late.refused(ON))


@pytest.mark.rule("IM-MOUNTS-03")
def test_getting_off_is_free_unless_one_is_strapped_on():
    made = ridden().take(Dismount(who="P"))
    assert (rides(made), near(made), left(made, "move"), left(made, "action")) == (
        False, True, 1, 1,
    )  # fmt: skip
    made = ridden(secured=True)
    spent = made.let(e.BudgetSet(who="P", left={"move": 1, "action": 0, "reaction": 1}))
    assert rules(spent.refused(Dismount(who="P"))) == ["IM-TURN-01"]
    made = ridden(secured=True).take(Dismount(who="P"))
    assert (rides(made), left(made, "action"), left(made, "move")) == (False, 0, 1)
    assert made.state.mark("P", saddle.SECURED) is None


@pytest.mark.rule("IM-MOUNTS-03")
def test_by_one_reading_getting_off_ends_ones_movement():
    made = ridden(rulings={"mount_dismount_leave": "movement ends"}).take(Dismount(who="P"))
    assert left(made, "move") == 0
    assert rules(ridden().take(Dismount(who="P")).refused(Dismount(who="P"))) == ["IM-MOUNTS-03"]


# Riding


@pytest.mark.rule("IM-MOUNTS-04")
def test_a_slow_rider_on_a_fast_mount_is_fast():
    made = afresh(ridden(beast(speed="fast"), speed="slow"))
    found = reach(made)
    assert (found["a"], found["b"], found["c"]) == ("free", "move", "move")
    go(made, "c")
    assert (zone_of(made), zone_of(made, "M"), left(made, "move")) == ("c", "c", 1)
    assert left(made, "move", "M") == 0


@pytest.mark.rule("IM-MOUNTS-04", "IM-MOUNTS-12")
def test_the_mount_carries_its_rider_in_the_same_moment():
    made = afresh(ridden()).take(Walk(who="M", to="b"))
    assert [(fact.who, fact.how) for fact in made.facts(e.Moved)] == [
        ("M", "walked"), ("P", "carried"),
    ]  # fmt: skip
    assert seats(made)
    assert rides(made)
    assert near(made)


@pytest.mark.rule("IM-MOUNTS-10")
def test_rider_and_mount_are_two_targets():
    made = ridden(others=[someone("Q", "b")]).turn("Q")
    for target in ("P", "M"):
        assert made.refused(Shoot(who="Q", target=target, attack="rifle")) == ()
    made.take(Shoot(who="Q", target="M", attack="rifle"), 26)
    assert (made.wounds.who, made.state.fighters["P"].wounds) == ("M", 0)


@pytest.mark.rule("IM-MOUNTS-10", "IM-ENGAGED-02")
@pytest.mark.parametrize(
    ("reading", "words", "hit"),
    [
        ({}, {}, "P"), ({}, {"struck|Q": "M"}, "M"),
        ({"mount_engaged": "engaged one"}, {"struck|Q": "M"}, "P"),
        ({"engaged_interrupt": "after moving"}, {"struck|Q": "M"}, "M"),
    ],
)  # fmt: skip
def test_riding_off_a_foe_strikes_once_at_whom_it_likes(reading, words, hit):
    made = afresh(ridden(others=[someone("Q", "a")], rulings=reading))
    made.close("P", "Q").close("M", "Q")
    made.let(e.Related(kind="engaged", one="P", other="Q"))
    made.let(e.Related(kind="engaged", one="M", other="Q"))
    made.take(Walk(who="M", to="b"), 96, 3, words={**words, "leave|Q|M": False})
    assert {test.against for test in made.tests if test.who == "Q"} == {hit}
    assert left(made, "reaction", "Q") == 0


@pytest.mark.rule("IM-MOUNTS-11")
def test_a_trained_mount_has_no_turn_of_its_own():
    made = ridden()
    made.take(EndTurn()).take(BeginTurn())
    assert made.state.acting == "P"
    assert any("ridden" in said.text for said in made.facts(e.Said))
    assert rules(made.refused(Walk(who="M", to="b"))) == []
    made = ridden(others=[someone("Q", "c", initiative=1)]).turn("Q")
    assert "IM-TURN-01" in rules(made.refused(Walk(who="M", to="b")))


@pytest.mark.rule("IM-MOUNTS-12")
@pytest.mark.parametrize(
    ("reading", "rider_left", "after_mounting"),
    [({}, 1, 1), ({"mount_rider_move": "shared move"}, 0, 0)],
)
def test_having_the_mount_move_is_free(reading, rider_left, after_mounting):
    made = afresh(ridden(rulings=reading)).take(Walk(who="M", to="b"))
    assert (left(made, "move", "M"), left(made, "action"), left(made, "move")) == (
        0, 1, rider_left,
    )  # fmt: skip
    assert left(stable(rulings=reading).take(ON), "move", "M") == after_mounting


@pytest.mark.rule("IM-MOUNTS-13")
@pytest.mark.parametrize(("face", "obeys"), [(48, True), (52, False)])
def test_an_action_of_the_mount_costs_the_riders_and_a_test(face, obeys):
    made = afresh(ridden(skills={"rapport (animals)": 50})).take(Walk(who="M", to="b"))
    run = Walk(who="M", to="c", pay="run")
    assert rules(made.refused(run)) == ["IM-SPEED-10"]
    made.take(Command(who="P"), face)
    assert (left(made, "action"), made.test_of("P").target) == (0, 50)
    assert (made.refused(run) == ()) == obeys
    if obeys:
        assert zone_of(made.take(run)) == "c"


@pytest.mark.rule("IM-MOUNTS-13")
def test_a_mount_that_obeys_attacks():
    made = afresh(ridden(skills={"rapport (animals)": 50}, others=[someone("Q", "a")]))
    made.close("M", "Q")
    strike = Strike(who="M", target="Q", attack="sword")
    assert "IM-TURN-01" in rules(made.refused(strike))
    made.take(Command(who="P"), 20)
    assert made.refused(strike) == ()


@pytest.mark.rule("IM-MOUNTS-14")
@pytest.mark.parametrize("temper", ["untrained", "intelligent"])
def test_a_mount_with_its_own_mind_has_its_own_turn(temper):
    made = ridden().take(MountIs(who="M", temper=temper))
    assert "IM-TURN-01" in rules(made.refused(Walk(who="M", to="b")))
    assert "IM-TURN-01" in rules(made.refused(Walk(who="P", to="b")))
    assert "IM-MOUNTS-14" in rules(made.refused(Command(who="P")))
    assert "ride" not in made.offers("P")
    made.take(EndTurn()).take(BeginTurn())
    assert made.state.acting == "M"
    assert zone_of(made.take(Walk(who="M", to="b"))) == "b"


@pytest.mark.rule("IM-MOUNTS-14", "IM-MOUNTS-11")
def test_by_one_reading_the_gm_says_of_each_mount_whether_it_obeys():
    made = ridden(beast(tags=("intelligent",)), rulings={"mount_intelligent": "gm sets"})
    assert not saddle.is_controlled(made.state, "M")
    assert saddle.is_controlled(made.take(MountIs(who="M", controlled=True)).state, "M")
    plain = ridden(beast(tags=("intelligent",))).take(MountIs(who="M", controlled=True))
    assert not saddle.is_controlled(plain.state, "M")


@pytest.mark.rule("IM-OUTNUMBERING-01", "IM-OUTNUMBERING-02")
@pytest.mark.parametrize(
    ("reading", "attacks", "edge"),
    [
        ({}, False, []), ({}, True, ["2 against 1"]),
        ({"outnumber_mounts": "always"}, False, ["2 against 1"]),
    ],
)  # fmt: skip
def test_a_mount_swells_its_side_only_if_it_attacks_unless_read_otherwise(reading, attacks, edge):
    made = afresh(ridden(others=[someone("Q", "a")], rulings=reading))
    made.close("P", "Q").close("M", "Q")
    for one in ("P", "M"):
        made.let(e.Related(kind="engaged", one=one, other="Q"))
    if attacks:
        made.take(Command(who="P"), 20)
        made.take(Strike(who="M", target="Q", attack="sword"), 40, 60)
        made.let(e.BudgetSet(who="P", left={"action": 1}))
    made.take(Strike(who="P", target="Q", attack="sword"), 41, 60)
    assert sides_of(made.test_of("P").tally, "for") == edge
    made.take(Put(who="M", at="c"))
    assert made.state.mark("M", saddle.FIGHTS) is None


# Pushed and brought down


@pytest.mark.rule("IM-MOUNTS-05")
@pytest.mark.parametrize(("face", "stays"), [(55, False), (33, True)])
def test_a_mount_that_is_pushed_may_throw_its_rider(face, stays):
    made = ridden().take(Force(who="M", to="b"), face)
    assert (rides(made), prone(made)) == (stays, not stays)
    assert (zone_of(made), zone_of(made, "M")) == ("b", "b")
    assert near(made)


@pytest.mark.rule("IM-MOUNTS-05")
def test_the_rider_rides_with_its_better_skill_or_the_gms():
    made = ridden(skills={"rapport (animals)": 60}).take(Force(who="M", to="b"), 55)
    assert made.test_of("P").says.startswith("Rapport")
    words = {"rides with|P": "athletics (riding)"}
    made = ridden(skills={"rapport (animals)": 60}).take(Force(who="M", to="b"), 55, words=words)
    assert not rides(made)
    made = ridden(skills={"rapport (animals)": 60}, rulings={"mount_test_pick": "gm picks"})
    assert made.take(Force(who="M", to="b"), 55).test_of("P").says.startswith("Athletics")


@pytest.mark.rule("IM-MOUNTS-06")
def test_a_secured_rider_is_pushed_along_without_a_roll():
    made = ridden(secured=True).take(Force(who="M", to="b"))
    assert made.tests == []
    assert rides(made)
    assert zone_of(made) == "b"


@pytest.mark.rule("IM-MOUNTS-05", "IM-HAZARD-05")
@pytest.mark.parametrize(
    ("reading", "faces", "burnt", "there"),
    [
        ({}, (7, 55, 7), ["M", "P"], "b"),
        ({"mount_forced_place": "old place"}, (55, 7), ["M"], "a"),
        ({"mount_zone_effects": "mount only"}, (7, 55, 7), ["M", "P"], "b"),
        ({"mount_zone_effects": "mount only"}, (7, 33), ["M"], "b"),
    ],
)
def test_a_rider_thrown_into_a_hazard_burns(reading, faces, burnt, there):
    made = ridden(on=with_traits(b="minor hazard"), rulings=reading)
    made.take(Force(who="M", to="b"), *faces)
    assert [harm.who for harm in made.facts(e.WoundsTaken)] == burnt
    assert zone_of(made) == there


@pytest.mark.rule("IM-MOUNTS-07")
@pytest.mark.parametrize(
    ("faces", "words", "lies"),
    [((40,), {}, False), ((60,), {}, True), ((), {"leaps|P": False}, True)],
)
def test_a_mount_that_goes_down_lets_its_rider_leap_clear(faces, words, lies):
    made = ridden().take(Suffer(who="M", condition="prone"), *faces, words=words)
    assert (rides(made), prone(made), near(made)) == (False, lies, True)
    assert not seats(made)


@pytest.mark.rule("IM-MOUNTS-08")
@pytest.mark.parametrize(
    ("reading", "tied"), [({}, True), ({"mount_secured_prone": "thrown clear"}, False)]
)
def test_a_secured_rider_goes_down_with_its_mount(reading, tied):
    made = ridden(secured=True, rulings=reading).take(Suffer(who="M", condition="prone"))
    assert (made.tests, prone(made), rides(made)) == ([], True, tied)


def flown(**fields) -> Scene:
    made = ridden(**fields).take(GainFlight(who="M", means="wings")).take(TakeOff(who="M"))
    for who in ("M", "P"):
        seat = made.state.fighters[who].seat
        how = "walked" if who == "M" else "carried"
        made.let(e.Moved(who=who, how=how, level="ground", to=seat, above=10))
    return made


@pytest.mark.rule("IM-MOUNTS-09", "IM-FALLING-04")
@pytest.mark.parametrize("secured", [False, True])
@pytest.mark.parametrize("reading", [{}, {"fall_prone_flying": "keeps flying"}])
def test_a_flying_mount_falls_with_its_rider(secured, reading):
    made = flown(secured=secured, rulings=reading)
    made.take(Suffer(who="M", condition="prone"), 3, 5, 3, 5)
    assert [each.bonus for each in made.criticals_of("M")] == [2]
    assert [each.bonus for each in made.criticals_of("P")] == [2]
    assert (prone(made), prone(made, "M"), rides(made)) == (True, True, secured)
    assert made.state.fighters["P"].above == 0


@pytest.mark.rule("IM-MOUNTS-09", "IM-MOUNTS-07")
@pytest.mark.parametrize(("face", "hurt"), [(40, 0), (60, 1)])
def test_by_one_reading_a_rider_may_leap_off_in_the_air(face, hurt):
    made = flown(rulings={"mount_secured_fall": "may leap"})
    made.take(Suffer(who="M", condition="prone"), face, 3, 5, *([3, 5] * hurt))
    assert (len(made.criticals_of("P")), prone(made), rides(made)) == (hurt, bool(hurt), False)


# Staying on


def wild(bucks=False, **fields) -> Scene:
    return ridden(beast(tags=("untrained",), skills={"athletics (might)": 50}), **fields)


@pytest.mark.rule("IM-MOUNTS-15")
def test_an_untrained_mount_is_to_be_stayed_on_every_turn():
    made, count = wild(), 0
    for _ in range(3):
        afresh(made, 20)
        count += len([t for t in made.tests if t.rule == "IM-MOUNTS-15" and t.target == 40])
    assert (count, rides(made)) == (3, True)
    assert dues(made)["stay on|P"].when.startswith("round")


@pytest.mark.rule("IM-MOVEMENT-06", "IM-MOUNTS-15")
def test_a_riders_turn_starts_with_slowing_hazard_and_staying_on_in_that_order():
    made = wild().traits("a", "minor hazard", "difficult").take(EndTurn())
    made.take(BeginTurn(), 7).take(EndTurn()).take(BeginTurn(), 7, 20)
    assert made.state.acting == "P"
    slowed = made.only(e.MarkSet, lambda mark: mark.name == "started in difficult terrain")
    facts = made.last.step.events
    order = [facts.index(fact) for fact in (slowed, made.wounds, made.test_of("P"))]
    assert order == sorted(order)
    assert (made.wounds.wounds, made.test_of("P").target, rides(made)) == (5, 40, True)


@pytest.mark.rule("IM-MOUNTS-15")
def test_whoever_fails_to_stay_on_is_thrown():
    made = afresh(wild(), 77)
    assert (rides(made), prone(made), near(made)) == (False, True, True)
    made = afresh(wild(rulings={"mount_stay_fail": "loses action"}), 77)
    assert (rides(made), left(made, "action")) == (True, 0)
    made = wild().take(Settle(due="stay on|P"))
    assert rides(afresh(made))


@pytest.mark.rule("IM-MOUNTS-15")
def test_by_one_reading_the_test_comes_at_the_mounts_turn():
    made = wild(rulings={"mount_stay_turn": "mount turn"}).take(EndTurn())
    made.take(BeginTurn(entry="M"), 77)
    assert not rides(made)


@pytest.mark.rule("IM-MOUNTS-16")
@pytest.mark.parametrize(
    ("mount", "rider", "riding", "stays"),
    [
        (33, 31, 40, False), (33, 11, 40, True), (33, 21, 40, False), (33, 31, 55, True),
    ],
)  # fmt: skip
def test_a_mount_that_bucks_is_opposed(mount, rider, riding, stays):
    made = wild(skills={"athletics (riding)": riding}).take(MountIs(who="M", wants_off=True))
    afresh(made, mount, rider)
    assert made.only(e.Contested).rule == "IM-MOUNTS-16"
    assert rides(made) == stays


@pytest.mark.rule("IM-MOUNTS-18")
@pytest.mark.parametrize(
    ("reading", "faces"), [({}, (20,)), ({"mount_secured_stay": "passes"}, ())]
)
def test_straps_do_not_spare_the_test_to_stay_on(reading, faces):
    made = afresh(wild(secured=True, rulings=reading), *faces)
    assert len(made.tests) == len(faces)
    assert rides(made)


# What a zone does


@pytest.mark.rule("IM-MOUNTS-17", "IM-HAZARD-02")
@pytest.mark.parametrize(
    ("reading", "faces", "hurt"),
    [({}, (7, 7), ["M", "P"]), ({"mount_zone_effects": "mount only"}, (7,), ["M"])],
)
def test_a_hazard_reaches_rider_and_mount(reading, faces, hurt):
    made = afresh(ridden(on=with_traits(b="minor hazard"), rulings=reading))
    made.take(Walk(who="M", to="b"), *faces)
    assert [(harm.who, harm.wounds) for harm in made.facts(e.WoundsTaken)] == [
        (who, 5) for who in hurt
    ]


# Rules that meet


@pytest.mark.rule("IM-MOUNTS-17", "IM-DIFFICULT-01")
def test_a_mount_that_starts_in_rubble_is_slowed_in_its_riders_turn():
    made = afresh(ridden(beast(speed="fast"), on=with_traits(a="difficult")))
    assert {zone for zone, pay in reach(made).items() if pay == "move"} == {"b"}


@pytest.mark.rule("IM-MOUNTS-07", "IM-WOUNDS-07")
@pytest.mark.parametrize(("face", "lies"), [(40, False), (60, True)])
def test_a_mount_shot_from_under_its_rider(face, lies):
    foe = someone("Q", "b")
    made = ridden(beast(wounds=5, criticals=0), others=[foe]).turn("Q")
    made.take(Shoot(who="Q", target="M", attack="rifle"), 26, 4, face)
    assert made.only(e.LeftBoard).who == "M"
    assert (made.state.on_board("P"), rides(made), prone(made)) == (True, False, lies)


@pytest.mark.rule("IM-MOUNTS-08", "IM-WOUNDS-07")
def test_a_strapped_rider_goes_down_with_a_mount_that_is_shot():
    made = ridden(beast(wounds=5, criticals=0), secured=True, others=[someone("Q", "b")]).turn("Q")
    made.take(Shoot(who="Q", target="M", attack="rifle"), 26, 4)
    assert (prone(made), rides(made), made.state.mark("P", saddle.SECURED)) == (True, False, None)


@pytest.mark.rule("IM-MOUNTS-11", "IM-CONDITIONS-13")
def test_a_mount_whose_rider_is_senseless_acts_for_itself():
    made = ridden().take(Suffer(who="P", condition="unconscious"))
    assert not saddle.is_controlled(made.state, "M")


@pytest.mark.rule("IM-MOUNTS-04", "IM-RANGE-03")
def test_a_rider_steps_up_on_its_mount():
    made = afresh(ridden(others=[someone("Q", "a")])).take(StepUp(who="P", to="Q"))
    assert rides(made)
    assert seats(made)
    assert made.book.space.in_reach(made.state, "P", "Q")
    assert made.book.space.in_reach(made.state, "M", "Q")


@pytest.mark.rule("IM-MOUNTS-05", "IM-ZONES-07")
def test_a_rider_goes_where_its_mount_is_put_when_their_zone_goes():
    from desktop.core.rules.actions import Change

    made = ridden()
    made.take(Change(edit="remove", arguments={"things": (("zone", "a"),)}), "c")
    assert (zone_of(made), zone_of(made, "M"), rides(made)) == ("c", "c", True)
    assert made.tests == []


@pytest.mark.rule("IM-MOUNTS-03")
def test_a_rider_that_is_put_elsewhere_has_left_the_saddle():
    made = ridden(secured=True).take(Put(who="P", at="c"))
    assert not rides(made)
    assert made.state.mark("P", saddle.SECURED) is None
    made = ridden().take(Put(who="M", at="c"))
    assert rides(made)
    assert zone_of(made) == "c"


@pytest.mark.rule("IM-MOUNTS-11", "IM-MOUNTS-04")
def test_a_fight_may_begin_in_the_saddle():
    hero = someone("P", "a", side="heroes", initiative=6, starts={"riding": "M"})
    made = scene(hero, beast("b"), on=ZONES).take(BeginTurn(entry="P"))
    assert rides(made)
    assert seats(made)
    assert near(made)
    assert left(made, "move", "M") == 1


@pytest.mark.rule("IM-MOUNTS-03", "IM-FALLING-03")
def test_getting_off_in_the_air_is_a_fall():
    made = flown().take(Dismount(who="P"), 3, 5)
    assert [each.bonus for each in made.criticals_of("P")] == [2]
    assert zone_of(made) == "a"
    assert not rides(made)
