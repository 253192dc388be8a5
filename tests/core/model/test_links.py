"""Links on the board: where they lie, what shuts them, and which one a step takes."""

from dataclasses import replace

from desktop.core.model import paths
from desktop.core.model.board import GROUND
from desktop.core.model.place import Place
from tests.helpers.build import board, door, feature, level, link, row, wall, zone
from tests.helpers.spots import at


def test_links_are_seen_from_both_ends():
    place = Place.of(row("a", "b", "c"))
    assert place.neighbours("b") == ("a", "c")
    assert [place.neighbours(zone, "plan") for zone in "abc"] == [("b",), ("a", "c"), ("b",)]
    assert [way.forward for way in place.links_of("b")] == [False, True]


def test_a_link_through_a_door_is_open_when_the_door_is():
    def house(state, kind="door"):
        return Place.of(
            board(
                zone("a", (0, 0, 4, 4)),
                zone("b", (4, 0, 4, 4)),
                wall((4, 0), (4, 4)),
                door("d", ((4, 1), (4, 2)), state, kind=kind),
                link("a", "b", through="d"),
                size=(8, 4),
            )
        )

    assert house("open").neighbours("a") == ("b",)
    assert house("open").crossings("a-b") == (((3, 1), (4, 1)),)
    assert house("locked").neighbours("a") == ()
    assert house("locked").neighbours("a", "plan") == ("b",)
    assert house("locked").link_stop("a-b").says == "the door d, which is locked"
    assert house("closed").neighbours("a", "sight") == ()
    assert house("closed", "window").neighbours("a", "sight") == ("b",)
    assert house("closed").link_spot("a-b").along == ((4, 1), (4, 2))


def test_a_link_walled_off_along_its_whole_border_is_shut():
    def walled(height):
        return Place.of(
            board(
                zone("a", (0, 0, 4, 4)),
                zone("b", (4, 0, 4, 4)),
                wall((4, 0), (4, height)),
                link("a", "b"),
                size=(8, 4),
            )
        )

    assert walled(3).link_stop("a-b") is None
    assert walled(4).link_stop("a-b").why == "wall"
    assert walled(4).neighbours("a", "sight") == ()
    assert walled(3).link_spot("a-b").along == ((4, 3), (4, 4))


def test_sight_links_are_seen_along_and_not_walked():
    place = Place.of(board(*row("a", "b").zones.values(), link("a", "b", "sight"), size=(16, 6)))
    assert place.neighbours("a") == ()
    assert place.neighbours("a", "sight") == ("b",)
    assert place.zones_seen("a") == {"b": 1}


def test_zones_are_seen_along_a_chain_of_zones_that_let_sight_through():
    place = Place.of(row("a", "b", "c", "d"))
    assert place.zones_seen("a") == {"b": 1, "c": 2, "d": 3}
    assert place.zones_seen("a", through=("b",)) == {"b": 1, "c": 2}


def test_a_link_is_drawn_where_its_zones_come_closest():
    apart = board(zone("a", (0, 0, 4, 4)), zone("b", (6, 0, 4, 4)), link("a", "b"), size=(10, 4))
    spot = Place.of(apart).link_spot("a-b")
    assert (spot.first.square.x, spot.second.square.x) == (3, 6)
    assert spot.along is None
    stated = replace(row("a", "b"), links={"l": link("a", "b", id="l", along=[(8, 1), (8, 3)])})
    assert Place.of(stated).link_spot("l").middle == (8, 2)
    assert Place.of(stated).crossings("l") == (((7, 1), (8, 1)), ((7, 2), (8, 2)))


def test_a_link_between_levels_is_where_its_zones_lie_over_each_other():
    place = Place.of(
        board(
            level("floor"),
            level("up", 4),
            zone("a", (0, 0, 5, 5)),
            zone("b", (2, 2, 5, 5), level="up"),
            link("a", "b", "stairs"),
            size=(9, 9),
        )
    )
    assert place.crossings("a-b") == (((3, 3), (3, 3)),)
    spot = place.link_spot("a-b")
    assert (spot.first, spot.second, spot.middle) == (at(3, 3, "floor"), at(3, 3, "up"), (3.5, 3.5))
    assert paths.Spread(place, at(0, 0, "floor")).path_to([at(3, 3, "up")]).steps[-1].link == "a-b"


def test_a_stretch_on_a_slanting_border_takes_the_squares_beside_it():
    slanted = board(
        zone("a", outline=[(0, 0), (8, 0), (0, 8)]),
        zone("b", outline=[(8, 0), (8, 8), (0, 8)]),
        link("a", "b", along=[(5, 3), (3, 5)]),
        size=(8, 8),
    )
    place = Place.of(slanted)
    pairs = place.crossings("a-b")
    assert pairs
    assert all(
        place.zone_at(GROUND, a) == "a" and place.zone_at(GROUND, b) == "b" for a, b in pairs
    )
    assert all(2 <= a.x <= 6 and 2 <= a.y <= 6 for a, _ in pairs)
    assert len(pairs) < len(
        Place.of(replace(slanted, links={"l": link("a", "b", id="l")})).crossings("l")
    )


def test_a_zone_that_holds_no_square_has_links_that_lead_nowhere():
    place = Place.of(
        board(zone("a", (0.6, 0.6, 0.3, 0.3)), zone("b", (2, 2, 2, 2)), link("a", "b"), size=(5, 5))
    )
    assert place.crossings("a-b") == ()
    assert place.link_spot("a-b") is None


def test_a_lift_joins_the_squares_where_it_stops():
    here = board(
        level("floor"), level("gantry", 5), zone("a", (0, 0, 4, 4)),
        zone("b", (0, 0, 4, 4), level="gantry"),
        feature("lift", (1, 2), kind="lift", stops=[("gantry", (3, 3))]),
        link("a", "b", through="lift"), size=(4, 4),
    )  # fmt: skip
    place = Place.of(here)
    assert place.crossings("a-b") == (((1, 2), (3, 3)),)
    assert place.ends[at(1, 2, "floor")] == (("a-b", at(3, 3, "gantry")),)


def with_gap_and_gate():
    """Return two zones with two links between them, one with a stretch of its own."""
    gate = link("a", "b", "barrier", id="gate", along=[(8, 0), (8, 2)])
    links = {"gap": link("a", "b", id="gap"), "gate": gate}
    return Place.of(replace(row("a", "b"), links=links))


def test_of_two_links_between_zones_a_step_takes_the_one_it_crosses():
    place = with_gap_and_gate()
    assert place.link_at(at(7, 1), at(8, 1)) == "gate"
    assert place.link_at(at(7, 4), at(8, 4)) == "gap"
    assert place.link_at(at(8, 4), at(7, 4)) == "gap"


def test_a_slanting_step_takes_the_link_whose_stretch_it_slips_by():
    place = with_gap_and_gate()
    assert place.link_at(at(7, 0), at(8, 1)) == "gate"
    assert place.link_at(at(7, 3), at(8, 4)) == "gap"
    assert place.link_at(at(1, 3), at(2, 4)) is None


def test_a_ledge_is_named_both_ways_where_no_other_link_serves():
    zones = row("a", "b").zones.values()
    ledge = link("a", "b", "ledge")
    place = Place.of(board(*zones, ledge, size=(16, 6)))
    assert place.link_at(at(8, 0), at(7, 0)) == "a-b"
    stairs = Place.of(board(*zones, ledge, link("b", "a", "stairs"), size=(16, 6)))
    assert stairs.link_at(at(8, 0), at(7, 0)) == "b-a"
