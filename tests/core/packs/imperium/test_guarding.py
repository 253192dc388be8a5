"""Defend: an ally, or the way in from a neighbouring zone."""

import pytest

from desktop.core.packs.imperium.barring import Bar, PushPast
from desktop.core.packs.imperium.guarding import Defend
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.rules import events as e
from desktop.core.rules.actions import Walk
from tests.helpers.attacks import SWORD, scene, sides_of, someone
from tests.helpers.build import attack
from tests.helpers.moves import left, rules, zone_of

BUCKLER = attack("buckler", skill="melee (one-handed)", damage=4, traits=("shield 2",))
MIGHT = {"athletics (might)": 40}


def guarded(rulings=None, **g):
    """Return a foe's turn, with its target A defended by G, all within reach."""
    people = (
        someone("A", side="heroes"), someone("G", side="heroes", **g), someone("F"),
    )  # fmt: skip
    made = scene(*people, rulings=rulings).turn("G").close("A", "G").close("F", "A").close("F", "G")
    return made.take(Defend(who="G", ally="A")).turn("F")


@pytest.mark.rule("IM-ACTIONS-18")
def test_a_blow_at_a_defended_ally_hits_the_defender_who_may_oppose_it():
    made = guarded().take(Strike(who="F", target="A"), 21, 80)
    assert [(tested.who, tested.against) for tested in made.tests] == [("F", "G"), ("G", "F")]
    assert made.wounds.who == "G"
    made = guarded().take(Strike(who="F", target="A"), 40, 21)
    assert made.only(e.Contested).winner == "G"
    assert made.facts(e.WoundsTaken) == []


@pytest.mark.rule("IM-ACTIONS-18")
def test_a_shot_at_a_defended_ally_hits_the_defender_who_cannot_dodge_it():
    made = guarded(armour=3).take(Shoot(who="F", target="A", attack="rifle"), 12)
    assert made.wounds.who == "G"
    assert (made.wounds.damage.total, made.wounds.armour.total) == (
        7 + 2,
        3,
    )  # 12 becomes 21: within reach
    assert not any(key.startswith("dodge") for key in made.words())


@pytest.mark.rule("IM-ACTIONS-18")
def test_the_gm_may_let_it_hit_the_ally_all_the_same():
    words = {"defends|G|A": False}
    made = guarded().take(Strike(who="F", target="A"), 21, 80, words=words)
    assert made.wounds.who == "A"


@pytest.mark.rule("IM-ACTIONS-18")
def test_it_lasts_until_the_defenders_next_turn_and_no_longer_than_its_reach():
    made = guarded()
    made.let(e.Parted(kind="reach", one="A", other="G"))
    made.take(Strike(who="F", target="A"), 21, 80)
    assert made.wounds.who == "A"
    made = guarded().turn("G").turn("F").take(Strike(who="F", target="A"), 21, 80)
    assert made.wounds.who == "A"
    down = e.ConditionSet(who="G", condition="unconscious", now=e.Condition())
    made = guarded().let(down).take(Strike(who="F", target="A"), 21, 80)
    assert made.wounds.who == "A"


@pytest.mark.rule("IM-ACTIONS-18")
def test_only_an_ally_within_reach_is_defended():
    made = guarded().turn("G")
    assert rules(made.refused(Defend(who="G", ally="F"))) == ["IM-ACTIONS-18"]
    assert rules(made.refused(Defend(who="G", ally="G"))) == ["IM-ACTIONS-18"]
    far = scene(someone("G", side="heroes"), someone("A", "b", side="heroes")).turn("G")
    assert far.refused(Defend(who="G", ally="A"))


def gate(rulings=None, others=(), holder=(SWORD,), mover=MIGHT, **g):
    """Return the turn of M, a foe in `a`, with G barring the way into `b` from there."""
    people = (
        someone("G", "b", side="heroes", attacks=holder, skills=MIGHT, **g),
        someone("M", "a", skills=mover),
    )  # fmt: skip
    made = scene(*people, *others, rulings=rulings).turn("G")
    return made.take(Bar(who="G", zone="a")).turn("M")


@pytest.mark.rule("IM-ACTIONS-19")
def test_a_foe_cannot_walk_in_where_the_way_is_barred():
    made = gate()
    assert rules(made.refused(Walk(who="M", to="b"))) == ["IM-ACTIONS-19"]
    made.take(PushPast(who="M", zone="b"), 21, 30)
    assert (zone_of(made, "M"), left(made, "action", "M")) == ("b", 0)


@pytest.mark.rule("IM-ACTIONS-19")
def test_whoever_does_not_push_past_has_lost_its_action_and_stays():
    made = gate().take(PushPast(who="M", zone="b"), 35, 12)
    assert made.only(e.Contested).winner == "G"
    assert (zone_of(made, "M"), left(made, "action", "M"), left(made, "move", "M")) == ("a", 0, 1)


@pytest.mark.rule("IM-ACTIONS-19")
def test_from_other_zones_and_for_friends_the_way_is_open():
    friend = someone("H", "a", side="heroes")
    made = gate(others=[friend, someone("N", "c")])
    assert made.turn("H").refused(Walk(who="H", to="b")) == ()
    assert made.turn("N").refused(Walk(who="N", to="b")) == ()
    assert rules(made.refused(PushPast(who="N", zone="b"))) == ["IM-ACTIONS-19"]


@pytest.mark.rule("IM-ACTIONS-19")
def test_it_ends_with_the_next_turn_with_moving_away_and_with_falling():
    made = gate().turn("G").turn("M")
    assert made.refused(Walk(who="M", to="b")) == ()
    made = gate().let(e.ConditionSet(who="G", condition="unconscious", now=e.Condition()))
    assert made.refused(Walk(who="M", to="b")) == ()
    made = gate().turn("G").take(Bar(who="G", zone="a")).take(Walk(who="G", to="c"))
    assert list(made.state.related("bars", "G")) == []


@pytest.mark.rule("IM-ACTIONS-20")
def test_a_shield_or_an_ally_at_the_same_border_gives_advantage():
    made = gate(holder=(BUCKLER,)).take(PushPast(who="M", zone="b"), 21, 70)
    assert sides_of(made.test_of("G").tally, "for") == ["shield"]
    helper = someone("H", "b", side="heroes", skills={"athletics (might)": 20})
    made = gate(others=[helper]).turn("G").take(Bar(who="G", zone="a"))
    made.turn("H").take(Bar(who="H", zone="a")).turn("M")
    made.take(PushPast(who="M", zone="b"), 21, 70)
    assert sides_of(made.test_of("G").tally, "for") == ["beside an ally who bars it too"]
    made = gate().take(PushPast(who="M", zone="b"), 21, 70)
    assert sides_of(made.test_of("G").tally, "for") == []


@pytest.mark.rule("IM-ACTIONS-19", "IM-ENGAGED-02", "IM-HAZARD-02")
def test_pushing_past_leaves_a_melee_and_enters_what_is_there():
    engaged = someone("H", "a", side="heroes")
    made = gate(others=[engaged]).traits("b", "minor hazard").close("M", "H")
    made.let(e.Related(kind="engaged", one="M", other="H"))
    made.take(PushPast(who="M", zone="b"), 21, 80, 90, 40, 7)
    assert zone_of(made, "M") == "b"
    assert [taken.who for taken in made.facts(e.WoundsTaken)] == ["M"]
    assert made.state.fighters["H"].left["reaction"] == 0
