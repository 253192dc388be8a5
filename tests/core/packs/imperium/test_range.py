import pytest

from desktop.core.errors import IllegalActionError
from desktop.core.packs.imperium.reach import StepUp
from desktop.core.rules.actions import Force, Put
from desktop.core.rules.events import LeftBoard, Moved, Parted, PlaceChanged, PlaceParts, Related
from tests.helpers.attacks import Scene, someone
from tests.helpers.build import board, feature, link, row, zone
from tests.helpers.moves import band, distance, go, left, plan, rules, walker, zone_of

ROW = row("a", "b", "c", "d", "e", "f", "g", "h")


def near(made: Scene, one: str = "P", other: str = "Q") -> bool:
    return made.state.holds("reach", one, other)


@pytest.mark.rule("IM-RANGE-01")
@pytest.mark.parametrize(
    ("zone_", "band_"),
    [("a", "short"), ("b", "medium"), ("c", "long"), ("d", "extreme"), ("h", "extreme")],
)
def test_five_bands(zone_: str, band_: str) -> None:
    made = walker(ROW, others=[someone("Q", zone_)])
    assert band(made, "P", "Q") == band(made, "Q", "P") == band(made, "P", zone_) == band_


@pytest.mark.rule("IM-RANGE-02", "IM-RANGE-01")
def test_immediate_is_nearer_than_the_same_zone() -> None:
    made = walker(ROW, others=[someone("Q", "a"), someone("R", "a")]).close("P", "Q")
    assert (band(made, "P", "Q"), band(made, "Q", "P")) == ("immediate", "immediate")
    assert (band(made, "P", "R"), band(made, "Q", "R")) == ("short", "short")


@pytest.mark.rule("IM-RANGE-02")
def test_across_a_border_only_by_the_gm_or_by_the_other_reading() -> None:
    foe = someone("Q", (8, 2))
    made = walker(ROW, at=(7, 2), others=[foe])
    assert band(made, "P", "Q") == "medium"
    made.let(Related(kind="reach", one="P", other="Q"))
    assert band(made, "P", "Q") == "immediate"
    touching = {"immediate_across_border": "touching tokens"}
    assert band(walker(ROW, at=(7, 2), others=[foe], rulings=touching), "P", "Q") == "immediate"
    assert band(walker(ROW, at=(6, 2), others=[foe], rulings=touching), "P", "Q") == "medium"


@pytest.mark.rule("IM-RANGE-03")
def test_a_feature_is_stepped_up_to_for_free_and_not_from_the_next_zone() -> None:
    on = row("a", "b")
    panel = feature("panel", (6, 4))
    on = board(*on.zones.values(), *on.links.values(), panel, size=(16, 6))
    made = walker(on, at=(1, 1))
    assert band(made, "P", "panel") == "short"
    made.take(StepUp(who="P", to="panel"))
    assert band(made, "P", "panel") == "immediate"
    assert (left(made, "move"), left(made, "action")) == (1, 1)
    seat = made.state.fighters["P"].seat  # type: ignore[index]
    assert seat is not None
    assert max(abs(seat.x - 6), abs(seat.y - 4)) == 1
    away = walker(on, at="b")
    (refusal,) = away.refused(StepUp(who="P", to="panel"))
    assert (refusal.rule, refusal.instead) == ("IM-RANGE-03", "Go to a first.")
    go(away, "a")
    away.take(StepUp(who="P", to="panel"))
    assert near(away, "P", "panel")


@pytest.mark.rule("IM-RANGE-04")
def test_three_zones_and_more_are_all_extreme() -> None:
    made = walker(ROW)
    assert [band(made, "P", name) for name in "de"] == ["extreme", "extreme"]
    assert distance(made, "P", "e").steps == 4


@pytest.mark.rule("IM-RANGE-05")
def test_the_fewest_steps_decide_whatever_the_links_are() -> None:
    on = board(
        *(zone(id, at=(i * 4, 0, 4, 4)) for i, id in enumerate("abdec")),
        link("a", "b", "barrier"), link("b", "c"), link("a", "d"), link("d", "e"), link("e", "c"),
    )  # fmt: skip
    made = walker(on)
    assert (distance(made, "P", "c").steps, band(made, "P", "c")) == (2, "long")


@pytest.mark.rule("IM-RANGE-05")
def test_range_counts_both_ways_over_a_ledge_and_a_view() -> None:
    on = board(
        zone("a", at=(0, 0, 4, 4)), zone("b", at=(4, 0, 4, 4)), zone("c", at=(0, 4, 4, 4)),
        link("a", "b", "ledge"), link("a", "c", "sight"),
    )  # fmt: skip
    made = walker(on, at="b")
    assert (band(made, "P", "a"), band(made, "P", "c")) == ("medium", "long")


@pytest.mark.rule("IM-RANGE-04", "IM-RANGE-05")
def test_without_a_chain_it_is_extreme_and_says_so() -> None:
    made = walker(board(zone("a", at=(0, 0, 4, 4)), zone("b", at=(4, 0, 4, 4))))
    away = distance(made, "P", "b")
    assert (away.steps, away.band) == (float("inf"), "extreme")
    assert away.says == "Extreme: no chain of links leads there"


@pytest.mark.rule("IM-RANGE-07")
def test_metres_are_shown_and_decide_nothing() -> None:
    on = board(zone("a", at=(0, 0, 4, 4)), zone("b", at=(44, 0, 4, 4)), link("a", "b"))
    made = walker(on)
    assert distance(made, "P", "b").says == "Medium: next zone, some 15 to 20 m"


# How reach begins and ends


@pytest.mark.rule("IM-RANGE-02", "IM-RANGE-03")
def test_stepping_up_is_free_and_mutual_and_draws_them_side_by_side() -> None:
    made = walker(ROW, at=(1, 1), others=[someone("Q", (6, 4))])
    made.take(StepUp(who="P", to="Q"))
    assert near(made)
    assert near(made, "Q", "P")
    one, other = (made.state.fighters[who].seat for who in ("P", "Q"))  # type: ignore[index]
    assert one is not None
    assert other is not None
    assert max(abs(one.x - other.x), abs(one.y - other.y)) == 1
    assert left(made, "move") == 1


@pytest.mark.rule("IM-SPEED-04")
def test_slow_steps_up_with_its_move() -> None:
    made = walker(ROW, at=(1, 1), speed="slow", others=[someone("Q", (6, 4)), someone("R", (1, 4))])
    made.take(StepUp(who="P", to="Q"))
    assert left(made, "move") == 0
    (refusal,) = made.refused(StepUp(who="P", to="R"))
    assert refusal.rule == "IM-SPEED-04"
    with pytest.raises(IllegalActionError):
        made.take(StepUp(who="P", to="R"))


@pytest.mark.rule("IM-RANGE-02")
def test_a_step_up_keeps_to_whom_one_is_in_reach_of_unless_the_gm_says_no() -> None:
    others = [someone("Q", (2, 1)), someone("R", (6, 4))]
    made = walker(ROW, at=(1, 1), others=others).close("P", "Q")
    made.take(StepUp(who="P", to="R"))
    assert (near(made), near(made, "P", "R")) == (True, True)
    assert made.words()["stays|P|R"].value is True
    other = walker(ROW, at=(1, 1), others=others).close("P", "Q")
    other.take(StepUp(who="P", to="R"), words={"stays|P|R": False})
    assert (near(other), near(other, "P", "R")) == (False, True)


@pytest.mark.rule("IM-RANGE-02")
def test_walking_elsewhere_or_leaving_ends_it() -> None:
    made = walker(ROW, at=(1, 1), others=[someone("Q", (2, 1))]).close("P", "Q")
    go(made, (6, 4))
    assert not near(made)
    assert made.only(Parted).kind == "reach"
    away = walker(ROW, at=(1, 1), others=[someone("Q", (2, 1))]).close("P", "Q")
    go(away, "b")
    assert not near(away)
    pushed = walker(ROW, at=(1, 1), others=[someone("Q", (2, 1))]).close("P", "Q")
    pushed.take(Force(who="Q", to="b"))
    assert not near(pushed)


@pytest.mark.rule("IM-RANGE-02")
def test_walking_to_a_square_beside_somebody_makes_it() -> None:
    made = walker(ROW, at=(1, 1), others=[someone("Q", (10, 2))])
    (leg,) = plan(made, (9, 2)).legs
    assert leg.beside == ("Q",)
    go(made, (9, 2))
    assert (zone_of(made), near(made)) == ("b", True)
    again = walker(ROW, at=(1, 1), others=[someone("Q", (10, 2))])
    go(again, "b")
    assert not near(again)
    friends = [someone(name, "b", side="heroes") for name in ("R", "S", "T")]
    among = walker(ROW, others=friends)
    go(among, "b")
    assert not any(near(among, "P", name) for name in ("R", "S", "T"))


@pytest.mark.rule("IM-RANGE-02")
def test_putting_a_token_beside_another_makes_it_and_elsewhere_ends_it() -> None:
    made = walker(ROW, others=[someone("Q", "c")])
    made.take(Put(who="P", at="c", beside="Q"))
    assert (near(made), zone_of(made)) == (True, "c")
    seat = made.state.fighters["P"].seat  # type: ignore[index]
    assert seat is not None
    made.take(Put(who="P", at=seat, level="ground"))
    assert near(made)
    made.take(Put(who="P", at=(16, 5)))
    assert not near(made)


@pytest.mark.rule("IM-RANGE-02")
def test_whoever_leaves_the_board_is_in_nobodys_reach() -> None:
    made = walker(ROW, others=[someone("Q", "a")]).close("P", "Q")
    made.let(LeftBoard(who="Q", why="out"))
    assert not near(made)


def test_nobody_steps_up_to_itself_or_to_nothing() -> None:
    made = walker(ROW)
    for name in ("P", "nobody"):
        assert rules(made.refused(StepUp(who="P", to=name)))[0] == "HOUSE-NAMES-01"
    assert rules(made.refused(StepUp(who="nobody", to="P"))) == ["HOUSE-NAMES-01"]


@pytest.mark.rule("IM-RANGE-02")
def test_reach_to_a_thing_goes_with_being_put_elsewhere_and_stays_beside_it() -> None:
    panel = feature("panel", (3, 3))
    made = walker(board(*ROW.zones.values(), *ROW.links.values(), panel), at=(1, 1))
    made.take(Put(who="P", at=(2, 3)))
    made.take(StepUp(who="P", to="panel"))
    assert near(made, "P", "panel")
    made.take(Put(who="P", at=(4, 4)))
    assert near(made, "P", "panel")
    made.take(Put(who="P", at=(7, 5)))
    assert not near(made, "P", "panel")
    loose = feature("crate", zone="a")
    other = walker(board(*ROW.zones.values(), *ROW.links.values(), loose), at=(1, 1))
    other.take(StepUp(who="P", to="crate")).take(Put(who="P", at=(7, 5)))
    assert near(other, "P", "crate")


@pytest.mark.rule("IM-RANGE-03")
def test_walking_to_a_square_beside_a_thing_is_stepping_up_to_it() -> None:
    panel = feature("panel", (6, 4))
    made = walker(board(*ROW.zones.values(), *ROW.links.values(), panel), at=(1, 1))
    go(made, (6, 3))
    assert near(made, "P", "panel")


@pytest.mark.rule("IM-RANGE-02")
def test_a_rider_and_its_mount_stay_together() -> None:
    made = walker(ROW, at=(1, 1), others=[someone("Q", (2, 1))]).close("P", "Q")
    made.let(Related(kind="riding", one="Q", other="P", mutual=False))
    go(made, (6, 4))
    assert near(made)
    made.take(Put(who="P", at=(1, 5)))
    assert near(made)


@pytest.mark.rule("IM-RANGE-02")
def test_a_border_drawn_between_two_ends_their_reach() -> None:
    made = walker(ROW, at=(3, 1), others=[someone("Q", (4, 1))]).close("P", "Q")
    before = made.state.encounter.board.zones
    halves = {"a": zone("a", at=(0, 0, 4, 6)), "a2": zone("a2", at=(4, 0, 4, 6))}
    assert set(before) >= {"a"}
    parts = PlaceParts(zones=halves)  # type: ignore[arg-type]
    made.let(PlaceChanged(says="a wall of fire", parts=parts))
    assert zone_of(made, "Q") == "a2"
    assert not near(made)


@pytest.mark.rule("IM-RANGE-03")
def test_nobody_steps_up_to_who_is_off_the_board() -> None:
    made = walker(ROW, others=[someone("Q", "a")]).let(LeftBoard(who="Q", why="away"))
    (refusal,) = made.refused(StepUp(who="P", to="Q"))
    assert (refusal.rule, refusal.says) == ("IM-RANGE-03", "Q is not on the board.")
    made.take(StepUp(who="P", to="Q", forced=True))
    assert not near(made)
    assert made.offers("P")["step up"].cost == "Free"
    assert "step up" not in made.offers("Q")


@pytest.mark.rule("IM-RANGE-02")
def test_touching_tokens_mean_nothing_for_other_levels_or_things() -> None:
    touching = {"immediate_across_border": "touching tokens"}
    made = walker(ROW, at=(7, 2), others=[someone("Q", (8, 2))], rulings=touching)
    assert band(made, "P", "b") == "medium"
    made.let(LeftBoard(who="Q", why="away"))
    assert band(made, "P", "Q") == "extreme"


@pytest.mark.rule("IM-RANGE-02")
def test_stepping_up_to_somebody_next_to_one_moves_nobody() -> None:
    made = walker(ROW, at=(1, 1), others=[someone("Q", (2, 1))])
    made.take(StepUp(who="P", to="Q"))
    assert near(made)
    assert made.only(Moved).to == (1, 1)


@pytest.mark.rule("IM-ZONES-11", "IM-COVER-04", "IM-ACTIONS-06")
@pytest.mark.parametrize("drawn", [(2, 1), (7, 5)])
def test_a_step_up_leaves_cover_and_aim_however_near_the_other_is_drawn(
    drawn: tuple[int, int],
) -> None:
    made = walker(ROW, at=(1, 1), others=[someone("Q", drawn)])
    made.marked("P", "in cover", "heavy cover").marked("P", "aimed", 1)
    made.take(StepUp(who="P", to="Q"))
    assert (made.state.mark("P", "in cover"), made.state.mark("P", "aimed")) == (None, None)
    assert made.state.mark("Q", "in cover") is None
