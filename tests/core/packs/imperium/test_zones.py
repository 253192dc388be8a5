import pytest

from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.rules.actions import Walk
from desktop.core.rules.traits import traits_at
from tests.helpers.attacks import someone
from tests.helpers.build import board, level, link, wall, zone
from tests.helpers.moves import (
    band,
    distance,
    go,
    plan,
    rules,
    walker,
    with_traits,
    within,
    zone_of,
)


@pytest.mark.rule("IM-ZONES-01")
def test_the_drawn_size_of_zones_decides_nothing() -> None:
    on = board(zone("a", at=(0, 0, 30, 8)), zone("b", at=(30, 0, 3, 3)), link("a", "b"))
    made = walker(on, others=[someone("Q", "b")])
    assert (band(made, "P", "Q"), band(made, "Q", "P")) == ("medium", "medium")
    assert plan(made, "b").pay == "move"


@pytest.mark.rule("IM-ZONES-01")
def test_zones_that_nobody_has_drawn_play_the_same() -> None:
    on = board(zone("a"), zone("b"), zone("c"), link("a", "b"), link("b", "c"))
    made = walker(on, others=[someone("Q", "c")])
    assert band(made, "P", "Q") == "long"
    go(made, "c")
    assert zone_of(made) == "c"


@pytest.mark.rule("IM-ZONES-01")
def test_who_stands_in_no_zone_is_told_so() -> None:
    on = board(zone("a", at=(0, 0, 4, 4)), zone("b", at=(6, 0, 4, 4)), link("a", "b"))
    made = walker(on, at=(5, 1))
    (refusal,) = plan(made, "a").refusals
    assert (refusal.rule, refusal.instead) == ("IM-ZONES-01", "Put it into a zone.")
    assert rules(plan(walker(on), (5, 1)).refusals) == ["IM-ZONES-01"]
    assert plan(walker(on), "b").pay == "move"
    made.take(Walk(who="P", to="a", forced=True))
    assert zone_of(made) == "a"


@pytest.mark.rule("IM-ZONES-02")
def test_the_gm_draws_the_borders_with_the_wall_or_without() -> None:
    across = wall((4, 0), (4, 4))
    one = walker(board(zone("hall", at=(0, 0, 8, 4)), across), at=(1, 1))
    assert plan(one, (6, 1)).pay == "free"
    go(one, (6, 1))
    assert one.state.fighters["P"].seat == (6, 1)  # type: ignore[index]
    two = walker(board(zone("a", at=(0, 0, 4, 4)), zone("b", at=(4, 0, 4, 4)), across), at="a")
    assert rules(plan(two, "b").refusals) == ["IM-MOVEMENT-03"]


@pytest.mark.rule("IM-ZONES-03")
def test_a_gallery_above_a_floor_is_a_zone_of_its_own() -> None:
    on = board(
        level("floor"), level("gallery", height=5),
        zone("hall", at=(0, 0, 8, 8)), zone("loft", at=(0, 0, 8, 3), level="gallery"),
        link("hall", "loft", "stairs", ends=((2, 2), (2, 2))),
    )  # fmt: skip
    made = walker(on, at="hall", others=[someone("Q", "loft")])
    assert band(made, "P", "Q") == "medium"
    go(made, "loft")
    assert (zone_of(made), made.state.fighters["P"].level) == ("loft", "gallery")  # type: ignore[index]


@pytest.mark.rule("IM-ZONES-04")
def test_one_sky_over_four_zones_is_next_to_each() -> None:
    on = board(
        level("ground"), level("sky", height=20),
        *(zone(id, at=(i * 4, 0, 4, 4)) for i, id in enumerate("abcd")),
        zone("air", at=(0, 0, 16, 4), level="sky"),
        *(link(id, "air", "open") for id in "abcd"),
    )  # fmt: skip
    made = walker(on, others=[someone("Q", "air")])
    assert {band(made, "Q", id) for id in "abcd"} == {"medium"}
    assert band(made, "P", "d") == "long"


@pytest.mark.rule("IM-ZONES-05")
def test_metres_never_feed_the_range() -> None:
    on = board(zone("a", at=(0, 0, 30, 30)), zone("b", at=(30, 0, 30, 30)), link("a", "b"))
    made = walker(on, at=(0, 0), others=[someone("Q", (29, 29)), someone("R", (30, 0))])
    assert (band(made, "P", "Q"), band(made, "P", "R")) == ("short", "medium")


@pytest.mark.rule("IM-ZONES-09")
def test_all_traits_of_a_zone_apply_together() -> None:
    made = walker(with_traits(a="difficult, minor hazard"), faces=(6,))
    assert made.state.fighters["P"].wounds == 5  # type: ignore[index]
    assert within(made, "move") == {"a"}
    assert within(made, "run") == {"b"}


@pytest.mark.rule("IM-ZONES-10")
def test_a_trait_covers_the_whole_zone() -> None:
    on = board(
        zone("a", at=(0, 0, 4, 4)), zone("b", at=(4, 0, 9, 9), traits=["dark"]), link("a", "b")
    )
    for face, passes in ((5, True), (6, False)):
        for seat in ((4, 0), (8, 4)):
            made = walker(on, others=[someone("Q", seat)])
            made.take(Shoot(who="P", target="Q", attack="rifle"), face)
            assert made.test_of("P").passed == passes
            assert [trait.word for trait in traits_at(made.state, zone_of(made, "Q"))] == ["dark"]


@pytest.mark.rule("IM-ZONES-11")
@pytest.mark.parametrize("seat", [(2, 1), (7, 5)])
def test_where_a_token_stands_within_its_zone_means_nothing(seat: tuple[int, int]) -> None:
    made = walker(with_traits(), at=(1, 1), others=[someone("Q", seat)])
    assert band(made, "P", "Q") == "short"
    made.close("P", "Q")
    assert band(made, "P", "Q") == "immediate"
    assert distance(made, "P", "Q").steps == 0
