import pytest

from desktop.core.packs.imperium.cover import TakeCover
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.prone import DropProne, StandUp
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.suffering import Suffer
from desktop.core.rules.actions import Walk
from tests.helpers.attacks import Scene, scene, sides_of, someone
from tests.helpers.build import row
from tests.helpers.moves import go, left, plan, rules, walker, with_traits, within, zone_of

ROW = row("a", "b", "c")


def prone(made: Scene, who: str = "P") -> bool:
    return "prone" in made.state.fighters[who].conditions


def knocked(made: Scene, who: str = "P") -> Scene:
    return made.take(Suffer(who=who, condition="prone"))


@pytest.mark.rule("IM-PRONE-01", "IM-CONDITIONS-10")
def test_whoever_is_knocked_down_is_prone() -> None:
    made = knocked(walker(ROW))
    assert prone(made)
    assert "prone" in made.state.fighters["P"].conditions
    assert rules(made.refused(DropProne(who="P"))) == ["IM-PRONE-01"]


@pytest.mark.rule("IM-PRONE-02", "IM-TURN-02")
def test_dropping_prone_is_free() -> None:
    made = walker(ROW).take(DropProne(who="P"))
    assert prone(made)
    assert (left(made, "move"), left(made, "action")) == (1, 1)


@pytest.mark.rule("IM-PRONE-03")
def test_standing_up_costs_the_move_which_is_gone_for_anything_else() -> None:
    made = knocked(walker(with_traits(a="light cover"))).take(StandUp(who="P"))
    assert not prone(made)
    assert (left(made, "move"), left(made, "action")) == (0, 1)
    assert within(made, "move") == set()
    assert within(made, "run") == {"b"}
    assert made.refused(TakeCover(who="P", by="move"))
    assert made.refused(TakeCover(who="P")) == ()
    assert rules(made.refused(StandUp(who="P"))) == ["IM-TURN-01", "IM-PRONE-01"]


@pytest.mark.rule("IM-PRONE-04")
def test_the_prone_crawl_one_step_slower() -> None:
    made = knocked(walker(ROW))
    inside = plan(made, (2, 2))
    assert (inside.pay, inside.pays) == ("move", {"move": 1})
    assert [leg.gaits for leg in inside.legs] == [("crawl",)]
    assert within(made, "move") == {"a"}
    assert within(made, "run") == {"b"}
    fast = knocked(walker(ROW, speed="fast"))
    assert within(fast, "move") == {"b"}
    assert plan(fast, (2, 2)).pay == "free"
    slow = knocked(walker(ROW, speed="slow"))
    assert within(slow, "run") == {"b"}


@pytest.mark.rule("IM-PRONE-04", "IM-GYMNASTICS-01")
def test_saying_that_one_crawls_changes_nothing_for_the_prone_and_slows_the_upright() -> None:
    fast = knocked(walker(ROW, speed="fast"))
    assert plan(fast, "b", gait="crawl").pay == "move"
    up = walker(ROW)
    assert plan(up, "b", gait="crawl").pay == "run"


@pytest.mark.rule("IM-PRONE-05", "IM-CONDITIONS-10")
def test_the_prone_are_easier_to_hit_from_nearby_and_harder_from_afar() -> None:
    made = scene(someone("P", side="heroes"), someone("Q"), someone("R", "b"), rulings={}).close(
        "P", "Q"
    )
    knocked(made.turn("Q"))
    made.take(Strike(who="Q", target="P"), 21, 90)
    assert sides_of(made.test_of("Q").tally, "for") == ["Prone target in reach"]
    assert sides_of(made.test_of("P").tally, "against") == ["prone"]
    made.turn("R").take(Shoot(who="R", target="P", attack="rifle"), 90)
    assert sides_of(made.test_of("R").tally, "against") == ["Prone target out of reach"]
    made.turn("P").take(Strike(who="P", target="Q"), 87, 10, words={"oppose|Q|P": "dodge"})
    assert sides_of(made.test_of("P").tally, "against") == ["prone"]


@pytest.mark.rule("IM-PRONE-05")
def test_with_the_other_reading_prone_changes_no_attack() -> None:
    made = scene(
        someone("P", side="heroes"), someone("Q"), rulings={"prone_effects": "no effects"}
    ).close("P", "Q")
    knocked(made.turn("Q"))
    made.take(Strike(who="Q", target="P"), 21, 90, words={"oppose|P|Q": "melee"})
    assert [sides_of(each.tally, "for", "against") for each in made.tests] == [[], []]


@pytest.mark.rule("IM-PRONE-04")
def test_with_the_other_reading_two_slowings_are_one_step() -> None:
    board = with_traits(a="difficult")
    both = knocked(walker(board, speed="fast"))
    assert within(both, "move") == {"a"}
    one = knocked(walker(board, speed="fast", rulings={"speed_stack": "only one"}))
    assert "b" in within(one, "move")
    assert go(one, "b").state.zone_of("P") == "b"


def test_the_bar_offers_what_can_be_done() -> None:
    made = walker(ROW)
    assert made.offers("P")["drop prone"].action == DropProne(who="P")
    knocked(made)
    offers = made.offers("P")
    assert "drop prone" not in offers
    assert (offers["stand up"].cost, offers["stand up"].refusals) == ("Move", ())
    assert zone_of(made) == "a"
    assert rules(made.refused(StandUp(who="nobody"))) == ["HOUSE-NAMES-01"]
    assert "IM-FLYING-08" in rules(made.refused(Walk(who="P", to="b", gait="fly")))
