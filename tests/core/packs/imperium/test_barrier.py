from dataclasses import replace
from typing import Any

import pytest

from desktop.core.errors import IllegalActionError
from desktop.core.model.board import Board, LinkTest
from desktop.core.model.moments import SetLink
from desktop.core.packs.imperium.barrier import NO_END_EFFECTS, CrossBarrier
from desktop.core.packs.imperium.reach import StepUp
from desktop.core.packs.imperium.size import Fits
from desktop.core.rules.actions import BeginTurn, Do, Put, Walk
from desktop.core.rules.book import Pack
from desktop.core.rules.events import (
    BudgetSet,
    Condition,
    ConditionSet,
    MarkSet,
    MomentCame,
    Moved,
    Related,
)
from desktop.core.rules.questions import Answer, ScriptedTable
from desktop.core.rules.resolve import resolve
from desktop.core.rules.sight import sees
from desktop.core.rules.tally import Refusal, RuleRef
from tests.helpers.attacks import Scene, someone
from tests.helpers.build import board, group, link, zone
from tests.helpers.moves import again, left, plan, reach, rules, walker, within, zone_of

CLIMB = LinkTest(skill="athletics (climbing)")
UNLOCK = LinkTest(skill="tech (security)")


def walled(*, test: LinkTest | None = CLIMB, traits: Any = (), **fields: Any) -> Board:
    """Return A and B with a barrier between them, C behind B, and a stair from A to D to B."""
    return board(
        zone("a", at=(0, 0, 4, 4)), zone("b", at=(4, 0, 4, 4), traits=traits),
        zone("c", at=(8, 0, 4, 4)),
        link("a", "b", "barrier", id="bar", test=test, **fields), link("b", "c"),
    )  # fmt: skip


def cross(made: Scene, *faces: Any, who: str = "P", forced: bool = False, **answers: Any) -> Scene:
    return made.take(CrossBarrier(who=who, link="bar", forced=forced), *faces, **answers)


def climber(on: Board | None = None, skill: int = 45, **fields: Any) -> Scene:
    return walker(on or walled(), skills={"athletics (climbing)": skill}, **fields)


@pytest.mark.rule("IM-BARRIER-01")
def test_a_barrier_sits_on_a_link_and_leaves_the_others_open() -> None:
    on = board(
        zone("a", at=(0, 0, 4, 4)), zone("b", at=(4, 0, 4, 4)),
        link("a", "b", "barrier", id="bar", along=((4, 0), (4, 1))),
        link("a", "b", "stairs", id="stair", along=((4, 2), (4, 4))),
    )  # fmt: skip
    made = climber(on)
    (leg,) = plan(made, "b").legs
    assert (leg.link, plan(made, "b").refusals) == ("stair", ())
    assert {"barrier:bar"} == {key for key in made.offers("P") if key.startswith("barrier")}
    both = board(
        zone("a", at=(0, 0, 4, 4)), zone("b", at=(0, 4, 4, 4)), zone("c", at=(4, 0, 4, 8)),
        link("a", "c", "barrier"), link("b", "c", "barrier"),
    )  # fmt: skip
    for start in ("a", "b"):
        assert rules(plan(climber(both, at=start), "c").refusals) == ["IM-BARRIER-02"]


@pytest.mark.rule("IM-BARRIER-02")
def test_no_walk_crosses_it_and_the_action_is_offered() -> None:
    made = climber(speed="fast")
    for pay in ("", "move", "run", "move and run"):
        (refusal,) = plan(made, "c", pay=pay).refusals
        assert refusal.rule == "IM-BARRIER-02"
        assert refusal.instead == "Cross it with an Action and a Test."
    assert reach(made)["b"].startswith("The barrier between a and b lies in the way.")
    offer = made.offers("P")["barrier:bar"]
    assert (offer.cost, offer.refusals) == ("Action", ())
    made.let(BudgetSet(who="P", left={"move": 1, "action": 0}))
    assert rules(made.offers("P")["barrier:bar"].refusals) == ["IM-TURN-01"]
    with pytest.raises(IllegalActionError):
        cross(made)


@pytest.mark.rule("IM-BARRIER-02")
def test_the_action_is_the_whole_cost_unless_the_move_is_spent_too() -> None:
    spent = climber().let(BudgetSet(who="P", left={"move": 0, "action": 1}))
    cross(spent, 40)
    assert zone_of(spent) == "b"
    other = climber(rulings={"barrier_cost": "move too"})
    other.let(BudgetSet(who="P", left={"move": 0, "action": 1}))
    assert rules(other.refused(CrossBarrier(who="P", link="bar"))) == ["IM-TURN-01"]


@pytest.mark.rule("IM-BARRIER-02")
def test_a_slow_fighter_crosses_it_like_any_other() -> None:
    made = climber(speed="slow")
    cross(made, 40)
    assert zone_of(made) == "b"


@pytest.mark.rule("IM-BARRIER-03")
def test_the_test_is_the_links_own() -> None:
    made = walker(walled(test=UNLOCK), skills={"tech (security)": 40})
    cross(made, 40)
    assert (made.test_of("P").target, made.test_of("P").says) == (
        40,
        "Tech (security) past the barrier between a and b",
    )


@pytest.mark.rule("IM-BARRIER-03")
def test_where_none_is_set_the_usual_one_is_taken_and_the_gm_may_choose() -> None:
    made = climber(walled(test=None))
    cross(made, 40)
    assert made.test_of("P").target == 45
    asked = made.words()
    assert asked["barrier skill|bar"].value == "athletics (climbing)"
    assert "tech (security)" in [option.key for option in asked["barrier skill|bar"].options]
    other = walker(walled(test=None), skills={"tech (security)": 40})
    words = {"barrier skill|bar": "tech (security)", "barrier difficulty|bar": "20"}
    cross(other, 60, words=words)
    assert (other.test_of("P").target, zone_of(other)) == (60, "b")


@pytest.mark.rule("IM-BARRIER-04")
@pytest.mark.parametrize(("skill", "ends"), [(45, "b"), (43, "a")])
def test_plus_zero_passes_and_minus_zero_stays(skill: int, ends: str) -> None:
    made = climber(skill=skill)
    cross(made, 44)
    assert made.test_of("P").levels == 0
    assert zone_of(made) == ends


@pytest.mark.rule("IM-BARRIER-05")
@pytest.mark.parametrize("face", [40, 90])
def test_the_turn_ends_at_once_whatever_the_result(face: int) -> None:
    made = climber(others=[someone("Q", "c")])
    cross(made, face)
    assert made.state.acting == ""
    assert (left(made, "move"), left(made, "action"), left(made, "reaction")) == (0, 0, 1)
    assert made.refused(Walk(who="P", to="b"))
    assert made.refused(StepUp(who="P", to="Q"))
    made.take(BeginTurn())
    assert made.state.actor == "Q"


@pytest.mark.rule("IM-BARRIER-05")
def test_in_a_group_only_the_turn_of_the_one_who_tried_ends() -> None:
    _, own = someone("Q", "a", skills={"athletics (climbing)": 45})
    made = walker(walled(), others=[(group("gang", 2, "a", profile=own.id), own)])
    made.turn("gang")
    cross(made, 40, who="gang/A")
    assert (zone_of(made, "gang/A"), made.state.acting, made.state.actor) == ("b", "gang", "gang/B")
    assert left(made, "move", "gang/A") == 0
    cross(made, 90, who="gang/B")
    assert made.state.acting == ""


@pytest.mark.rule("IM-BARRIER-06")
def test_getting_past_is_entering_and_failing_is_not() -> None:
    on = walled(traits=["major hazard"])
    made = climber(on)
    cross(made, 40, 6)
    assert made.wounds.wounds == 10
    facts = made.last.step.events  # type: ignore[union-attr]
    ended = made.only(MomentCame, lambda came: came.who == "P")
    assert facts.index(made.wounds) < facts.index(ended)
    failed = climber(on)
    cross(failed, 90)
    assert failed.state.fighters["P"].wounds == 0  # type: ignore[index]


@pytest.mark.rule("IM-BARRIER-07")
def test_the_end_of_the_turn_is_a_real_one_unless_its_effects_are_skipped() -> None:
    made = climber()
    cross(made, 40)
    assert [came.point for came in made.facts(MomentCame)] == ["end of turn", "end of turn"]
    assert not [mark for mark in made.facts(MarkSet) if mark.name == NO_END_EFFECTS]
    other = climber(rulings={"barrier_turn_end": "skipped"})
    cross(other, 40)
    names = [fact.name for fact in other.facts(MarkSet) if fact.value]
    assert NO_END_EFFECTS in names
    bleeding = ConditionSet(who="P", condition="bleeding", now=Condition(tier="minor"))
    for rulings, faces in (({}, (6,)), ({"barrier_turn_end": "skipped"}, ())):
        bled = climber(rulings=rulings).let(bleeding)
        cross(bled, 90, *faces)
        assert bled.state.fighters["P"].wounds == len(faces)  # type: ignore[index]
    assert other.state.mark("P", NO_END_EFFECTS) is None
    assert left(other, "reaction") == 1


@pytest.mark.rule("IM-BARRIER-08")
def test_it_stays_for_the_next_one() -> None:
    made = climber(others=[someone("Q", "a", skills={"athletics (climbing)": 45})])
    cross(made, 40)
    made.turn("Q")
    assert rules(made.refused(Walk(who="Q", to="b"))) == ["IM-BARRIER-02"]
    cross(made, 90, who="Q")
    assert zone_of(made, "Q") == "a"
    again(made)
    made.take(Do(effects=(SetLink(link="bar", kind="open"),)))
    assert within(made, "move") == {"a", "c"}


@pytest.mark.rule("IM-BARRIER-08")
def test_the_gm_may_say_that_it_is_gone_and_one_reading_lets_tech_clear_it() -> None:
    made = climber()
    cross(made, 40, words={"barrier stays|bar": False})
    assert made.state.encounter.board.links["bar"].kind == "open"
    hacked = walker(
        walled(test=UNLOCK),
        skills={"tech (security)": 40},
        rulings={"barrier_persist": "tech clears it"},
    )
    cross(hacked, 30)
    assert hacked.state.encounter.board.links["bar"].kind == "open"


def engaged(**fields: Any) -> Scene:
    foe = someone("Q", "a")
    made = climber(others=[foe], **fields).close("P", "Q")
    return made.let(Related(kind="engaged", one="P", other="Q"))


@pytest.mark.rule("IM-BARRIER-02", "IM-MOVEMENT-05")
def test_the_try_provokes_before_the_test_or_by_the_other_reading_after_a_pass() -> None:
    made = engaged()
    cross(made, 95, 20, 90)
    assert [tested.who for tested in made.tests] == ["Q", "P", "P"]
    assert left(made, "reaction", "Q") == 0
    other = engaged(rulings={"barrier_engaged": "success only"})
    cross(other, 90)
    assert left(other, "reaction", "Q") == 1
    passed = engaged(rulings={"barrier_engaged": "success only"})
    cross(passed, 40, 95, 20)
    assert passed.tests[0].who == "P"
    assert (left(passed, "reaction", "Q"), zone_of(passed)) == (0, "b")


@pytest.mark.rule("IM-BARRIER-01")
def test_one_sees_through_it_unless_it_is_marked_or_the_reading_says_no() -> None:
    def blind(made: Scene) -> bool:
        return bool(sees(made.book, made.state, "P", "Q"))

    foe = someone("Q", "b")
    assert not blind(climber(others=[foe]))
    assert blind(climber(walled(blocks_sight=True), others=[foe]))
    assert blind(climber(others=[foe], rulings={"barrier_ranged": "blocks sight"}))


@pytest.mark.rule("IM-BARRIER-04")
def test_asking_again_rolls_nothing_anew() -> None:
    made = climber()
    table = ScriptedTable(
        by_key={"P|Athletics (climbing) past the barrier between a and b|IM-BARRIER-04": Answer(40)}
    )
    action = CrossBarrier(who="P", link="bar")
    one, two = (resolve(made.book, made.state, action, table) for _ in range(2))
    assert one == two
    assert [fact.to for fact in one.step.events if isinstance(fact, Moved)]


@pytest.mark.rule("IM-BARRIER-01", "IM-BARRIER-02")
def test_what_is_no_barrier_of_ones_zone_is_refused_with_the_reason() -> None:
    def refused(made: Scene, link: str = "bar", who: str = "P") -> list[str]:
        return rules(made.refused(CrossBarrier(who=who, link=link)))

    assert refused(climber(), who="nobody") == ["HOUSE-NAMES-01"]
    assert refused(climber(), "nowhere") == ["HOUSE-NAMES-01"]
    assert refused(climber(at="b"), "b-c") == ["IM-BARRIER-01"]
    (refusal,) = climber(at="c").refused(CrossBarrier(who="P", link="bar"))
    assert (refusal.rule, refusal.instead) == ("IM-BARRIER-01", "Go there first.")
    with pytest.raises(IllegalActionError):
        climber(at="c").take(CrossBarrier(who="P", link="bar", forced=True))
    off = climber().take(Put(who="P", at=None))
    assert "IM-BARRIER-01" in refused(off)


@pytest.mark.rule("IM-SIZE-03", "IM-BARRIER-02")
def test_who_does_not_fit_through_or_may_not_move_is_stopped() -> None:
    made = climber(walled(narrow=True), size="large")
    assert made.refused(CrossBarrier(who="P", link="bar")) == ()
    made.take(Fits(who="P", link="bar", how="refuse"))
    assert rules(made.refused(CrossBarrier(who="P", link="bar"))) == ["IM-SIZE-03"]
    held = climber()
    pack = Pack(name="hive", stops=(lambda *_: [Refusal("Held fast.", RuleRef("IM-BARRIER-02"))],))
    held.book = replace(held.book, packs=(*held.book.packs, pack))
    assert [str(each) for each in held.refused(CrossBarrier(who="P", link="bar"))] == ["Held fast."]
    held.take(CrossBarrier(who="P", link="bar", forced=True), 40)
    assert zone_of(held) == "b"


@pytest.mark.rule("IM-BARRIER-05")
def test_who_is_struck_down_at_it_has_its_turn_ended_all_the_same() -> None:
    foe = someone("Q", "a", melee=80)
    made = climber(others=[foe], wounds=4, melee=10).close("P", "Q")
    made.let(Related(kind="engaged", one="P", other="Q"))
    cross(made, 16, 99, 5, 90)
    assert (zone_of(made), made.state.acting) == ("a", "")
    assert not [tested for tested in made.tests if tested.rule == "IM-BARRIER-04"]


@pytest.mark.rule("IM-BARRIER-05")
def test_out_of_turn_nobody_elses_turn_ends() -> None:
    made = climber(others=[someone("Q", "a", skills={"athletics (climbing)": 45})])
    cross(made, 40, who="Q", forced=True)
    assert (zone_of(made, "Q"), made.state.actor) == ("b", "P")


ZONE = {"barrier_scope": "whole zone"}


@pytest.mark.rule("IM-BARRIER-01")
def test_a_barrier_on_a_whole_zone_bars_every_way_in_and_out() -> None:
    assert zone_of(climber(walled()).take(Put(who="P", at="b")).take(Walk(who="P", to="c"))) == "c"
    made = climber(walled(), rulings=ZONE).take(Put(who="P", at="b"))
    with pytest.raises(IllegalActionError, match="lies in the way"):
        made.take(Walk(who="P", to="c"))
    assert zone_of(made.take(CrossBarrier(who="P", link="b-c"), 80)) == "b"
    assert zone_of(again(made).take(CrossBarrier(who="P", link="b-c"), 30)) == "c"


@pytest.mark.rule("IM-BARRIER-03")
def test_every_way_into_a_barred_zone_takes_the_test_of_its_barrier() -> None:
    made = climber(walled(test=UNLOCK), rulings=ZONE).take(Put(who="P", at="c"))
    made.take(CrossBarrier(who="P", link="b-c"), 1)
    assert "security" in made.test_of("P").says
