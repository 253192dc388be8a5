"""What the survey asks of the zones and the ways between them."""

from dataclasses import replace

import pytest

from desktop.core.model.edits import several
from desktop.core.model.moments import SetLink
from tests.helpers.build import board, encounter, feature, group, level, link, profile, row, zone
from tests.helpers.surveyed import SIX, foe, found, grades, hero, ring, with_zone


@pytest.mark.rule("IM-ZONES-05")
@pytest.mark.parametrize(
    ("zones", "expected"),
    [(1, ["warning"]), (4, ["warning"]), (5, []), (10, []), (11, ["warning"])],
)
def test_five_to_ten_zones_are_advised_and_never_an_error(zones: int, expected: list[str]) -> None:
    made = encounter(row(*[f"z{n}" for n in range(zones)]))
    assert grades(made, "L01") == expected


def test_a_zone_nobody_can_walk_to_is_an_error_with_a_link_as_its_fix() -> None:
    lone = board(*row("a", "b").zones.values(), link("a", "b"), zone("c", at=(20, 0, 6, 6)))
    made = encounter(lone, *hero(at="a"))
    (issue,) = found(made, "L02")
    assert issue.grade == "error"
    assert issue.place == "c"
    assert "c" in issue.says
    assert issue.fix is not None
    assert issue.fix.edits[0][1] == {"from_": "c", "to": "b"}
    for meant in ("scenery", "sky"):
        assert not found(encounter(with_zone(lone, "c", **{meant: True}), *hero(at="a")), "L02")


def test_a_ledge_leads_one_way_only() -> None:
    made = board(zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)), link("b", "a", "ledge"))
    assert grades(encounter(made, *hero(at="a")), "L02") == ["error"]
    assert grades(encounter(made, *hero(at="b")), "L02") == []


def test_a_row_of_six_has_no_way_round_and_too_many_choke_points_and_a_long_way() -> None:
    made = encounter(row(*SIX))
    assert grades(made, "L03") == ["warning"]
    assert grades(made, "L05") == ["warning"]
    assert grades(made, "L09") == []
    seven = encounter(row(*SIX, "g"))
    assert grades(seven, "L09") == ["warning"]


def test_a_ring_has_a_way_round_and_no_choke_point() -> None:
    made = encounter(ring(*SIX))
    assert grades(made, "L03") == []
    assert grades(made, "L05") == ["hint"]


def test_five_zones_may_do_without_a_choke_point_but_not_be_full_of_them() -> None:
    assert grades(encounter(row(*SIX[:5])), "L05") == ["warning"]
    assert grades(encounter(ring(*SIX[:5])), "L05") == []
    assert grades(encounter(row(*SIX[:4])), "L05") == []


def test_one_route_to_the_goal_is_a_warning_and_two_are_none() -> None:
    lone = with_zone(row(*SIX), "d", goal=True)
    assert grades(encounter(lone, *hero()), "L04") == ["warning"]
    two = with_zone(ring(*SIX), "d", goal=True)
    assert grades(encounter(two, *hero()), "L04") == []


def test_a_hub_with_spokes_is_named() -> None:
    spokes = [zone(f"s{n}", at=(8 * n, 10, 6, 6)) for n in range(6)]
    hub = zone("hub", at=(0, 0, 48, 6))
    made = encounter(board(hub, *spokes, *[link("hub", each.id) for each in spokes]))
    (issue,) = found(made, "L06")
    assert issue.place == "hub"
    assert "100 %" in issue.says
    assert not found(encounter(ring(*SIX)), "L06")


def test_a_dead_end_needs_a_reason() -> None:
    made = row(*SIX)
    assert {issue.place for issue in found(encounter(made), "L07")} == {"a", "f"}
    reason = with_zone(with_zone(made, "a", exit=True), "f", goal=True)
    assert not found(encounter(reason), "L07")


def test_no_exit_is_a_warning_and_its_fix_marks_a_zone_near_the_party() -> None:
    made = encounter(row("a", "b", "c"), *hero(), *foe())
    (issue,) = found(made, "L08")
    assert issue.grade == "warning"
    assert issue.fix is not None
    assert issue.fix.edits[0][1]["ids"] in (["a"], ["b"])
    (issue,) = found(encounter(ring(*SIX), *hero(at="c"), *foe(at="f")), "L08")
    assert issue.fix is not None
    assert issue.fix.edits[0][1]["ids"] == ["c"]
    one = with_zone(row("a", "b", "c"), "a", exit=True)
    assert grades(encounter(one, *hero(), *foe()), "L08") == ["hint"]
    two = with_zone(one, "b", exit=True)
    assert grades(encounter(two, *hero(), *foe()), "L08") == []
    behind = with_zone(row("a", "b", "c"), "c", exit=True)
    assert grades(encounter(behind, *hero(), *foe(at="b")), "L08") == ["warning"]


@pytest.mark.rule("IM-ZONES-05")
def test_a_zone_thirty_metres_wide_is_a_hint_at_most() -> None:
    made = encounter(board(zone("a", at=(0, 0, 30, 30)), zone("b", at=(30, 0, 8, 8))))
    assert [(i.grade, i.place) for i in found(made, "L10")] == [("hint", "a")]
    yards = replace(encounter(board(zone("a", at=(0, 0, 21, 21)))), square="yard")
    assert not found(yards, "L10")


def test_a_second_route_that_a_feature_opens_is_a_route() -> None:
    made = with_zone(row(*SIX), "f", goal=True)
    gap = link("a", "f", "sight")
    made = replace(made, links={**made.links, gap.id: gap})
    assert grades(encounter(made, *hero()), "L04") == ["warning"]
    bridge = feature("bridge", (1, 1), used=(SetLink(link=gap.id, kind="open"),))
    assert not found(encounter(replace(made, features={"bridge": bridge}), *hero()), "L04")


def test_a_crowd_is_a_hint_and_beyond_the_capacity_a_warning() -> None:
    made = encounter(row("a", "b"), profile("p"), group("g", 9, "a", profile="p"))
    assert grades(made, "L11") == ["hint"]
    tight = with_zone(row("a", "b"), "a", capacity=4)
    made = encounter(tight, profile("p"), group("g", 5, "a", profile="p"))
    assert grades(made, "L11") == ["warning"]


def test_a_ladder_without_metres_is_a_warning() -> None:
    up = board(
        level("floor"), level("top", 5), zone("a", at=(0, 0, 6, 6)),
        zone("b", at=(0, 0, 6, 6), level="top"), link("a", "b", "ladder"),
    )  # fmt: skip
    (issue,) = found(encounter(up), "L12")
    assert issue.grade == "warning"
    assert issue.at[-1].id == "a-b"
    assert issue.says == "a has one way up or down, one without its metres."
    assert issue.fix is not None
    mended = several(encounter(up), issue.fix.edits)
    assert mended.board.links["a-b"].metres == 5
    assert not found(mended, "L12")
    measured = board(
        level("floor"), level("top", 5), zone("a", at=(0, 0, 6, 6)),
        zone("b", at=(0, 0, 6, 6), level="top"), link("a", "b", "ladder", metres=5),
    )  # fmt: skip
    assert not found(encounter(measured), "L12")


def test_six_zones_on_one_height_are_a_hint() -> None:
    assert not found(encounter(row(*SIX[:5])), "L12")
    (issue,) = found(encounter(row(*SIX)), "L12")
    assert (issue.grade, issue.says) == ("hint", "The board has no ways up or down.")
    steps = row(*SIX)
    links = {**steps.links, "a-b": replace(steps.links["a-b"], kind="stairs", metres=3)}
    assert not found(encounter(replace(steps, links=links)), "L12")


def test_a_sky_needs_no_ways_up() -> None:
    ground = row(*SIX)
    sky = zone("sky", at=(0, 0, 6, 6), level="air", sky=True)
    made = board(level("floor"), level("air", 10), *ground.zones.values(), sky)
    assert not found(encounter(made), "L12")


def test_links_all_of_one_kind_are_a_warning() -> None:
    assert grades(encounter(row(*SIX)), "L14") == ["warning"]
    made = row(*SIX)
    links = dict(made.links)
    links["a-b"] = replace(links["a-b"], kind="barrier")
    links["b-c"] = replace(links["b-c"], kind="stairs")
    assert grades(encounter(replace(made, links=links)), "L14") == []
