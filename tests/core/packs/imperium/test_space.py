"""What holds of plans and reach whatever the board, the Speed and the readings."""

from random import Random
from typing import Any

import pytest

from desktop.core.errors import IllegalActionError
from desktop.core.model.board import Board
from desktop.core.model.words import FighterId
from desktop.core.packs.imperium.wounds import limited
from desktop.core.rules.actions import Force, Put, Walk
from desktop.core.rules.book import Leg, Plan
from desktop.core.rules.events import BudgetSet, Moved, Overridden, Said
from desktop.core.rules.tally import Consequence
from desktop.core.rules.walk import completed, planned
from tests.helpers.attacks import Scene, someone
from tests.helpers.build import board, door, link, row, wall, zone
from tests.helpers.moves import distance, go, left, plan, reach, rules, walker, zone_of

KINDS = ("open", "open", "open", "stairs", "barrier", "ledge", "sight")
TRAITS: tuple[list[str], ...] = ([], [], ["difficult"], ["minor hazard"], ["difficult", "dark"])
READINGS = {
    "run_distance": "speed again",
    "run_needs_move": "move too",
    "dt_duration": "while there",
    "dt_leftover": "steps too",
    "dt_multi_run": "clear zones only",
    "one_way_links": "both ways",
    "move_split": "around the action",
    "hazard_multiple": "each counts",
    "speed_stack": "only one",
}
PAYS = ("free", "move", "run", "move and run")


def random_board(chance: Random) -> Board:
    """Return nine zones, three by three, with links, walls and doors as they fall."""
    zones = [
        zone(f"z{i}", at=(i % 3 * 4, i // 3 * 4, 4, 4), traits=chance.choice(TRAITS))
        for i in range(9)
    ]
    pairs = [(i, i + 1) for i in range(9) if i % 3 < 2] + [(i, i + 3) for i in range(6)]
    links = [
        link(f"z{a}", f"z{b}", chance.choice(KINDS), narrow=chance.random() < 0.2)
        for a, b in pairs
        if chance.random() < 0.8
    ]
    things: list[Any] = [wall((4, 0), (4, 3)), door("gate", ((4, 3), (4, 4)))]
    return board(*zones, *links, *things[: chance.randrange(3)], size=(12, 12))


@pytest.mark.parametrize("seed", range(40))
def test_reach_and_plans_agree_and_a_plan_does_what_it_says(seed: int) -> None:
    chance = Random(seed)
    speed = chance.choice(["slow", "normal", "fast"])
    rulings = {key: value for key, value in READINGS.items() if chance.random() < 0.3}
    on = random_board(chance)
    made = walker(on, at="z4", speed=speed, rulings=rulings, faces=_faces(on), armour=20)
    found = reach(made)
    for name in on.zones:
        told = plan(made, name)
        if found.get(name) in PAYS:
            assert (told.refusals, told.pay) == ((), found[name]), name
            assert sum(told.pays.values()) == {"free": 0, "move and run": 2}.get(
                told.pay, sum(told.pays.values())
            )
        else:
            assert told.refusals, name
            assert not any(char in told.refusals[0].says for char in "{}"), told.refusals
    _goes(made, chance, [name for name, pay in found.items() if pay in PAYS])


def _faces(on: Board) -> tuple[int, ...]:
    hurts = any(trait.word == "minor hazard" for trait in on.zones["z4"].traits)  # type: ignore[index]
    return (6,) if hurts else ()


def _goes(made: Scene, chance: Random, names: list[Any]) -> None:
    name = chance.choice(names)
    told = plan(made, name)
    hurts = sum(each.says.startswith("enters") for each in told.consequences)
    before = {kind: left(made, kind) for kind in ("move", "action")}
    go(made, name, *[6] * hurts)
    assert zone_of(made) == name
    for kind, count in before.items():
        spent = count - left(made, kind)
        assert spent == told.pays.get(kind, 0) or (kind == "move" and spent >= 0)
    walked = [fact for fact in made.facts(Moved) if fact.how == "walked"]
    at = [fact.path[-1] for fact in walked]
    assert at == [(fact.level, fact.to) for fact in walked]


@pytest.mark.parametrize("seed", range(20))
def test_range_is_the_same_both_ways(seed: int) -> None:
    on = random_board(Random(seed))
    others = [someone(f"Q{i}", f"z{i}") for i in range(9)]
    made = walker(on, at="z4", others=others, faces=_faces(on))
    for i in range(9):
        there, back = distance(made, "P", f"Q{i}"), distance(made, f"Q{i}", "P")
        assert (there.steps, there.band) == (back.steps, back.band)


# Refusals and forcing


@pytest.mark.rule("HOUSE-NAMES-01")
def test_a_walk_names_only_what_there_is() -> None:
    made = walker(row("a", "b"))
    assert rules(made.refused(Walk(who="P", to="nowhere"))) == ["HOUSE-NAMES-01"]
    assert rules(made.refused(Walk(who="nobody", to="a"))) == ["HOUSE-NAMES-01"]
    assert rules(made.refused(Walk(who="P", to=(99, 1)))) == ["HOUSE-NAMES-01"]
    assert rules(made.refused(Walk(who="P", to=(1, 1), level="attic"))) == ["HOUSE-NAMES-01"]
    assert rules(made.refused(Force(who="nobody", to="a"))) == ["HOUSE-NAMES-01"]
    wrong = made.refused(Put(who="nobody", at=None, beside="nobody else"))
    assert rules(wrong) == ["HOUSE-NAMES-01", "HOUSE-NAMES-01"]


def test_whose_turn_it_is_not_walks_only_if_the_gm_says_so() -> None:
    made = walker(row("a", "b"), others=[someone("Q", "a")])
    walk = Walk(who="Q", to="b")
    assert rules(made.refused(walk)) == ["IM-TURN-01"]
    made.take(Walk(who="Q", to="b", forced=True))
    assert zone_of(made, "Q") == "b"
    assert made.only(Overridden).says == "It is not the turn of Q."


def test_the_gm_lets_it_go_where_the_rules_refuse() -> None:
    made = walker(row("a", "b", "c", "d", "e"))
    assert plan(made, "e").refusals
    made.take(Walk(who="P", to="e", forced=True))
    assert zone_of(made) == "e"
    assert len(made.facts(Moved)) == 4
    island = walker(board(zone("a", at=(0, 0, 4, 4)), zone("b", at=(6, 0, 4, 4))))
    island.take(Walk(who="P", to="b", forced=True))
    assert zone_of(island) == "b"


def test_whoever_is_off_the_board_goes_nowhere() -> None:
    made = walker(row("a", "b"))
    made.take(Put(who="P", at=None))
    assert made.state.fighters[FighterId("P")].off == "away"
    assert plan(made, "b").says == "is not on the board"
    assert made.refused(Walk(who="P", to="b"))
    assert rules(made.refused(Force(who="P", to="b"))) == ["HOUSE-NAMES-01"]
    assert reach(made) == {}
    made.take(Put(who="P", at="b"))
    assert zone_of(made) == "b"


@pytest.mark.rule("IM-WOUNDS-03")
def test_at_the_maximum_of_wounds_move_and_run_do_not_go_together() -> None:
    made = walker(row("a", "b", "c"), starts={"wounds": 30}, wounds=30)
    assert limited(made.state, FighterId("P"))
    assert reach(made) == {"a": "free", "b": "move"}
    slow = walker(row("a", "b", "c"), starts={"wounds": 30}, wounds=30, speed="slow")
    assert reach(slow) == {"a": "move", "b": "run"}


def test_a_fighter_on_its_own_square_stays_for_free() -> None:
    made = walker(row("a", "b"), at=(1, 1))
    told = plan(made, (1, 1))
    assert (told.legs, told.pay, told.refusals) == ((), "free", ())
    go(made, (1, 1))
    assert made.facts(Moved) == []


def test_paying_with_the_move_what_is_free_needs_one() -> None:
    made = walker(row("a", "b"), at=(1, 1))
    assert plan(made, (3, 3), pay="move").pays == {"move": 1}
    made.let(BudgetSet(who="P", left={"action": 1}))
    (refusal,) = plan(made, (3, 3), pay="move").refusals
    assert (refusal.rule, refusal.instead) == ("IM-TURN-01", "Go for free.")


def test_corners_shape_the_path_inside_a_zone() -> None:
    made = walker(row("a", "b"), at=(1, 1))
    corner = ("ground", (1, 5))
    path = [at for _, at in plan(made, (5, 1), via=(corner,)).legs[0].path]
    assert (1, 5) in path


def test_a_walk_stops_where_a_stop_comes_up_on_the_way() -> None:
    made = walker(row("a", "b", "c"), speed="fast")
    from dataclasses import replace

    from desktop.core.rules.book import Pack
    from desktop.core.rules.tally import Refusal, RuleRef

    def stops(book: Any, state: Any, who: Any, leg: Leg) -> Any:
        if state.zone_of(who) == "b":
            yield Refusal("The floor gives way.", RuleRef("IM-MOVEMENT-03"))

    pack = Pack(name="hive", stops=(stops,))
    made.book = replace(made.book, packs=(*made.book.packs, pack))
    go(made, "c")
    assert zone_of(made) == "b"
    assert made.only(Said).text == "P goes no further. The floor gives way."


def test_a_completed_plan_tells_each_thing_once_and_in_order() -> None:
    made = walker(row("a", "b"))
    seen = Consequence(who=FighterId("P"), says="is seen", rule="IM-MOVEMENT-04", at=0)  # type: ignore[arg-type]
    bare = Plan(
        who=FighterId("P"), legs=(), pays={}, pay="free", says="Free", consequences=(seen, seen)
    )
    assert completed(made.book, made.state, bare).consequences == (seen,)
    assert planned(made.book, made.state, Walk(who="P", to="b")).says == "Move to b"
    with pytest.raises(IllegalActionError):
        go(made, "nowhere")


def test_paths_go_to_where_a_link_can_be_reached_and_across_bare_ground() -> None:
    on = board(
        zone("a", at=(0, 0, 4, 4)), zone("b", at=(4, 0, 4, 4)), link("a", "b"),
        wall((0, 2), (4, 2)), wall((4, 2), (4, 4)),
    )  # fmt: skip
    made = walker(on, at=(1, 1))
    path = [at for _, at in plan(made, (5, 3)).legs[0].path]
    assert next(at for at in path if at[0] >= 4)[1] < 2
    below = walker(on, at=(1, 3))
    assert plan(below, (5, 3)).refusals == ()
    go(below, (5, 3))
    assert zone_of(below) == "b"
    apart = board(zone("a", at=(0, 0, 3, 3)), zone("b", at=(6, 0, 3, 3)), link("a", "b"))
    path = [at for _, at in plan(walker(apart, at=(1, 1)), "b").legs[0].path]
    assert {(3, 1), (4, 1), (5, 1)} <= set(path)


def test_a_path_turns_to_the_part_of_the_border_that_is_open_to_it() -> None:
    on = board(
        zone("a", at=(0, 0, 4, 6)), zone("b", at=(4, 0, 4, 6)), link("a", "b"),
        wall((2, 2), (4, 2)), wall((2, 2), (2, 4)), wall((2, 4), (4, 4)),
    )  # fmt: skip
    made = walker(on, at=(1, 3))
    path = [at for _, at in plan(made, (4, 3)).legs[0].path]
    assert not {(2, 2), (2, 3), (3, 2), (3, 3)} & set(path)
    assert path[-1] == (4, 3)


def test_sight_asks_nothing_of_whoever_is_off_the_board() -> None:
    from desktop.core.rules.sight import sees

    made = walker(row("a", "b"), others=[someone("Q", "b")])
    assert sees(made.book, made.state, FighterId("P"), "Q") == ()
    made.take(Put(who="Q", at=None))
    (refusal,) = sees(made.book, made.state, FighterId("P"), "Q")
    assert refusal.says == "Q is not on the board."


def test_a_zone_too_small_for_a_square_is_entered_at_its_middle() -> None:
    on = board(zone("a", at=(0, 0, 4, 4)), zone("b", at=(4.1, 0.1, 0.3, 0.3)), link("a", "b"))
    made = walker(on)
    told = plan(made, "b")
    assert told.refusals == ()
    assert len(told.legs) == 1


def test_whoever_is_out_walks_nowhere_even_when_forced_to_try() -> None:
    made = walker(row("a", "b")).marked("P", "out")
    made.take(Walk(who="P", to="b", forced=True))
    assert zone_of(made) == "a"


def test_who_dies_of_entering_goes_no_further() -> None:
    from dataclasses import replace

    from desktop.core.rules.book import Pack
    from desktop.core.rules.events import LeftBoard

    def entering(now: Any, who: Any, leg: Leg, forced: bool) -> None:
        now.happens(LeftBoard(who=who, why="out"))

    made = walker(row("a", "b", "c"), speed="fast")
    first = Pack(name="hive", entering=(entering,))
    made.book = replace(made.book, packs=(first, *made.book.packs))
    go(made, "c")
    assert made.state.fighters[FighterId("P")].off == "out"
    assert len(made.facts(Moved)) == 1


def test_two_in_one_zone_do_not_touch_across_a_border() -> None:
    rulings = {"immediate_across_border": "touching tokens"}
    made = walker(row("a", "b"), at=(1, 1), others=[someone("Q", (2, 1))], rulings=rulings)
    assert distance(made, "P", "Q").band == "short"


@pytest.mark.rule("IM-DIFFICULT-03")
def test_by_the_reading_that_takes_steps_too_nothing_is_left_without_an_action() -> None:
    on = board(
        zone("a", at=(0, 0, 4, 4)), zone("b", at=(4, 0, 4, 4), traits=["difficult"]), link("a", "b")
    )
    made = walker(on, rulings={"dt_leftover": "steps too"})
    go(made, "b", pay="run")
    assert rules(plan(made, (6, 3)).refusals) == ["IM-DIFFICULT-03"]
    assert reach(made)["b"] == "P has waded in and must Run to go on."


def test_who_is_put_where_there_is_nothing_stays() -> None:
    from desktop.core.rules.now import Now
    from desktop.core.rules.questions import ScriptedTable
    from desktop.core.rules.walk import put

    made = walker(row("a", "b"))
    now = Now(book=made.book, state=made.state, table=ScriptedTable())
    put(now, FighterId("P"), "nowhere")  # type: ignore[arg-type]
    assert now.events == []
