from typing import Any

import pytest

from desktop.core.errors import IllegalActionError
from desktop.core.packs.imperium.melee import Strike
from desktop.core.rules.actions import Force, Walk
from desktop.core.rules.events import (
    BudgetSet,
    Contested,
    MarkSet,
    Moved,
    Related,
    Said,
    WoundsTaken,
)
from tests.helpers.attacks import someone
from tests.helpers.build import board, link, row, zone
from tests.helpers.moves import (
    again,
    go,
    left,
    plan,
    reach,
    rules,
    walker,
    with_traits,
    within,
    zone_of,
)

ROW = row("a", "b", "c", "d", "e")


@pytest.mark.rule("IM-MOVEMENT-01")
def test_two_zones_cost_a_normal_fighter_its_move_and_its_action() -> None:
    made = walker(ROW)
    assert plan(made, "c").pays == {"move": 1, "action": 1}
    go(made, "c")
    assert zone_of(made) == "c"
    assert (left(made, "move"), left(made, "action")) == (0, 0)
    refused = made.refused(Walk(who="P", to="d"))
    assert rules(refused) == ["IM-SPEED-10"]


@pytest.mark.rule("IM-MOVEMENT-01")
def test_the_gm_may_give_a_fighter_more_actions_by_the_other_reading() -> None:
    made = walker(ROW, rulings={"action_economy": "set by gm"})
    made.marked("P", "turn holds action", 2).turn("P")
    assert left(made, "action") == 2
    assert max(reach(made)) == "d"


@pytest.mark.rule("IM-MOVEMENT-02", "IM-ACTIONS-01")
def test_run_needs_no_move() -> None:
    made = walker(ROW)
    made.let(BudgetSet(who="P", left={"move": 0, "action": 1}))
    go(made, "b")
    assert zone_of(made) == "b"
    assert left(made, "action") == 0


@pytest.mark.rule("IM-MOVEMENT-02")
def test_run_may_come_before_the_move() -> None:
    made = walker(ROW)
    go(made, "b", pay="run")
    assert (left(made, "move"), left(made, "action")) == (1, 0)
    go(made, "c")
    assert zone_of(made) == "c"


@pytest.mark.rule("IM-MOVEMENT-02")
def test_by_the_other_reading_run_needs_a_move_that_was_not_spent_otherwise() -> None:
    made = walker(ROW, rulings={"run_needs_move": "move too"})
    made.let(BudgetSet(who="P", left={"move": 0, "action": 1}))
    assert "b" not in reach(made)
    assert plan(made, "b").refusals
    walking = walker(ROW, rulings={"run_needs_move": "move too"})
    go(walking, "b")
    go(walking, "c")
    assert zone_of(walking) == "c"
    assert left(walking, "action") == 0


@pytest.mark.rule("IM-MOVEMENT-03")
def test_without_a_link_no_move_leads_there_and_the_zone_between_is_offered() -> None:
    made = walker(ROW)
    refused = plan(made, "c", pay="move").refusals
    assert rules(refused)[0] == "IM-MOVEMENT-03"
    assert "b" in within(made, "move")
    with pytest.raises(IllegalActionError):
        go(made, "c", pay="move")


@pytest.mark.rule("IM-MOVEMENT-03")
def test_where_no_chain_of_links_leads_the_sentence_says_so() -> None:
    on = board(zone("a", at=(0, 0, 4, 4)), zone("b", at=(6, 0, 4, 4)))
    made = walker(on)
    (refusal,) = plan(made, "b").refusals
    assert refusal.rule == "IM-MOVEMENT-03"
    assert refusal.says == "No link leads P to b."


@pytest.mark.rule("IM-MOVEMENT-03")
def test_sight_only_is_no_way_and_a_ledge_leads_one_way() -> None:
    on = board(
        zone("a", at=(0, 0, 4, 4)), zone("b", at=(4, 0, 4, 4)), zone("c", at=(0, 4, 4, 4)),
        link("a", "b", "sight"), link("a", "c", "ledge"),
    )  # fmt: skip
    made = walker(on)
    assert within(made, "move") == {"c"}
    assert reach(made)["b"] == "The link between a and b is for sight only."
    go(made, "c")
    made.turn("P")
    (refusal,) = plan(made, "a").refusals
    assert (refusal.says, refusal.rule) == (
        "The ledge between a and c leads the other way only.",
        "IM-MOVEMENT-03",
    )
    both = walker(on, at="c", rulings={"one_way_links": "both ways"})
    assert within(both, "move") == {"a"}


@pytest.mark.rule("IM-MOVEMENT-04")
def test_the_zone_between_does_its_work_on_the_way() -> None:
    made = walker(with_traits(b="minor hazard"), speed="fast")
    go(made, "c", 6)
    assert zone_of(made) == "c"
    assert made.wounds.wounds == 5
    kinds = [type(fact) for fact in made.last.step.events]  # type: ignore[union-attr]
    assert kinds.index(Moved) < kinds.index(WoundsTaken)
    assert len(made.facts(Moved)) == 2


@pytest.mark.rule("IM-MOVEMENT-04")
def test_of_ways_with_one_price_the_one_that_hurts_least_is_taken() -> None:
    on = board(
        zone("a", at=(0, 0, 4, 4)), zone("b", at=(4, 0, 4, 4), traits=["minor hazard"]),
        zone("d", at=(0, 4, 4, 4)), zone("c", at=(4, 4, 4, 4)),
        link("a", "b"), link("b", "c"), link("a", "d"), link("d", "c"),
    )  # fmt: skip
    made = walker(on, speed="fast")
    assert [leg.enters for leg in plan(made, "c").legs] == ["d", "c"]
    corner = (("ground", (5, 1)),)
    by_hand = plan(made, "c", via=corner)
    assert [leg.enters for leg in by_hand.legs] == ["b", "c"]
    assert by_hand.says == "Move to c, enters Minor Hazard 5"


@pytest.mark.rule("IM-MOVEMENT-05")
def test_crossing_has_its_order_blow_arrival_hazard_rubble() -> None:
    foe = someone("Q", "a")
    made = walker(with_traits(b="difficult, major hazard"), speed="fast", others=[foe])
    made.close("P", "Q").let(Related(kind="engaged", one="P", other="Q"))
    go(made, "c", 95, 20, 6, pay="move")
    order = [
        type(fact)
        for fact in made.last.step.events  # type: ignore[union-attr]
        if isinstance(fact, Contested | Moved | WoundsTaken | Said)
    ]
    assert order == [Contested, Moved, WoundsTaken, Said]
    assert made.wounds.wounds == 10
    assert zone_of(made) == "b"
    said = [fact for fact in made.facts(Said) if fact.rule == "IM-DIFFICULT-03"]
    assert len(said) == 1
    assert left(made, "reaction", "Q") == 0


@pytest.mark.rule("IM-MOVEMENT-05")
def test_a_leaver_that_is_struck_down_stays_where_it_was() -> None:
    foe = someone("Q", "a", melee=80)
    made = walker(ROW, others=[foe], wounds=4, melee=10, skills={"fortitude (pain)": 20})
    made.close("P", "Q").let(Related(kind="engaged", one="P", other="Q"))
    go(made, "b", 16, 99, 5, 90)
    assert "unconscious" in made.state.fighters["P"].conditions
    assert zone_of(made) == "a"
    assert not made.facts(Moved)


@pytest.mark.rule("IM-MOVEMENT-06")
@pytest.mark.parametrize("reading", ["fixed order", "gm orders"])
def test_a_turn_starts_with_slowing_and_hazard_in_order(reading: str) -> None:
    on = with_traits(a="difficult, minor hazard")
    faces = (6,) if reading == "fixed order" else ("hazard", 6)
    made = walker(on, rulings={"turn_start_order": reading}, faces=faces)
    slowed = made.only(MarkSet, lambda mark: mark.name == "started in difficult terrain")
    facts = made.last.step.events  # type: ignore[union-attr]
    slowing_first = facts.index(slowed) < facts.index(made.wounds)
    assert slowing_first == (reading == "fixed order")
    assert made.wounds.wounds == 5


@pytest.mark.rule("IM-MOVEMENT-07")
def test_move_and_action_come_in_either_order() -> None:
    foe = someone("Q", "a")
    made = walker(ROW, others=[foe]).close("P", "Q")
    made.take(Strike(who="P", target="Q", attack="sword"), 95, 20)
    assert left(made, "action") == 0
    assert "b" in within(made, "move")
    other_way = walker(ROW, others=[someone("Q", "b")])
    go(other_way, "b")
    assert left(other_way, "action") == 1


@pytest.mark.rule("IM-MOVEMENT-07")
def test_a_move_is_made_in_one_go_unless_it_may_be_split() -> None:
    made = walker(ROW, speed="fast")
    go(made, "b")
    assert within(made, "move") == set()
    split = walker(ROW, speed="fast", rulings={"move_split": "around the action"})
    go(split, "b")
    assert within(split, "move") == {"a", "c"}
    assert plan(split, "c").pays == {}
    go(split, "c")
    assert within(split, "move") == set()
    assert within(split, "run") == {"b", "d"}
    again(split)
    assert split.state.mark("P", "rest of the move") is None


@pytest.mark.rule("IM-MOVEMENT-01")
def test_without_an_action_two_zones_are_refused_and_the_next_is_offered() -> None:
    made = walker(ROW).let(BudgetSet(who="P", left={"move": 1, "action": 0}))
    (refusal,) = plan(made, "c").refusals
    assert refusal.rule == "IM-MOVEMENT-01"
    assert str(refusal) == (
        "c is 2 zones away: that takes the Move and an Action for Run. Go to b."
    )


@pytest.mark.rule("IM-MOVEMENT-03")
def test_a_corner_of_the_path_that_no_link_leads_to_is_refused() -> None:
    on = board(
        zone("a", at=(0, 0, 4, 4)), zone("b", at=(4, 0, 4, 4)), zone("c", at=(8, 0, 4, 4)),
        link("a", "b"),
    )  # fmt: skip
    made = walker(on)
    assert rules(plan(made, "b", via=(("ground", (9, 1)),)).refusals) == ["IM-MOVEMENT-03"]


@pytest.mark.rule("IM-MOVEMENT-07", "IM-DIFFICULT-03")
def test_nothing_is_left_of_a_split_move_in_difficult_terrain() -> None:
    split = {"move_split": "around the action"}
    made = walker(with_traits(c="difficult"), speed="fast", rulings=split)
    go(made, "b")
    assert made.state.mark("P", "rest of the move") == 1
    go(made, "c")
    assert made.state.mark("P", "rest of the move") is None
    halted = walker(with_traits(b="difficult"), speed="fast", rulings=split)
    go(halted, "b")
    assert halted.state.mark("P", "rest of the move") is None
    assert within(halted, "move") == set()


@pytest.mark.rule("IM-MOVEMENT-04")
def test_pushed_over_several_zones_one_enters_each() -> None:
    made = walker(with_traits(b="minor hazard"), others=[someone("Q", "a")])
    made.take(Force(who="Q", to="c"), 6)
    assert (zone_of(made, "Q"), made.wounds.wounds) == ("c", 5)


@pytest.mark.rule("IM-MOVEMENT-03")
def test_pushed_where_no_link_leads_or_over_a_barrier_one_goes_all_the_same() -> None:
    on = board(
        zone("a", at=(0, 0, 4, 4)), zone("b", at=(4, 0, 4, 4)), zone("c", at=(8, 0, 4, 4)),
        link("a", "b", "barrier"),
    )  # fmt: skip
    made = walker(on).take(Force(who="P", to="b"))
    assert zone_of(made) == "b"
    made.take(Force(who="P", to="c"))
    assert zone_of(made) == "c"
    made.take(Force(who="P", to="c"))
    assert zone_of(made) == "c"


@pytest.mark.rule("IM-MOVEMENT-05")
def test_a_blow_that_pushes_the_leaver_elsewhere_ends_its_walk() -> None:
    from dataclasses import replace

    from desktop.core.rules.book import Pack

    def leaving(now: Any, who: Any, leg: Any, forced: bool) -> None:
        if not forced:
            now.book.push.push(now, who, "c", None, None)

    made = walker(ROW)
    pack = Pack(name="hive", leaving=(leaving,))
    made.book = replace(made.book, packs=(*made.book.packs, pack))
    go(made, "b")
    assert zone_of(made) == "c"
