from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.core.model import paths, sight
from desktop.core.model.geometry import outline_of
from desktop.core.model.place import Place, Spot
from desktop.core.model.words import Square
from desktop.core.model.zone_map import squares_of
from tests.helpers.build import board, door, feature, level, link, paint, piece, row, wall, zone

G = "ground"


def at(x, y, on=G):
    return Spot(on, Square(x, y))


# Zones and squares


def test_zones_and_squares_agree():
    place = Place.of(row("a", "b"))
    assert place.zone_at(G, Square(7, 5)) == "a"
    assert place.zone_at(G, Square(8, 0)) == "b"
    assert place.zone_at(G, Square(16, 0)) is None
    assert len(place.squares_of("a")) == 48
    assert all(place.zone_at(G, square) == "b" for square in place.squares_of("b"))


def test_the_first_in_the_file_has_a_square_that_two_zones_claim():
    place = Place.of(board(zone("a", (0, 0, 4, 4)), zone("b", (2, 0, 4, 4)), size=(8, 8)))
    assert place.zone_at(G, Square(3, 0)) == "a"
    assert Square(3, 0) not in place.squares_of("b")
    assert place.squares_of("a").isdisjoint(place.squares_of("b"))


def test_a_square_on_a_slanting_border_belongs_to_one_zone_whichever_side_it_is():
    diamond = zone("d", outline=[(3.5, 0.5), (6.5, 3.5), (3.5, 6.5), (0.5, 3.5)])
    place = Place.of(board(diamond, size=(8, 8)))
    assert {place.zone_at(G, Square(*p)) for p in ((2, 1), (5, 2), (5, 5), (1, 4))} <= {"d", None}
    assert all(place.zone_at(G, Square(*p)) == "d" for p in ((3, 0), (6, 3), (3, 6), (0, 3)))


def test_the_same_board_has_the_same_place():
    here = row("a", "b")
    assert Place.of(here) is Place.of(here)
    assert Place.of(here) is not Place.of(replace(here, traits=()))


zones_moved = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 12), st.integers(0, 12)), min_size=1, max_size=6
)


@given(zones_moved)
def test_a_map_made_from_the_last_one_equals_one_made_anew(moves):
    here = board(*(zone(f"z{i}", (4 * i, 0, 4, 4)) for i in range(6)), size=(30, 30))
    Place.of(here).zone_map(G)
    for number, x, y in moves:
        moved = replace(here.zones[f"z{number}"], outline=outline_of(x, y, 4, 4))
        here = replace(here, zones={**here.zones, moved.id: moved})
        place = Place.of(here)
        for square in (Square(x, y) for x in range(30) for y in range(20)):
            first = next(
                (
                    each.id
                    for each in here.zones.values()
                    if each.outline[0].x <= square.x < each.outline[1].x
                    and each.outline[0].y <= square.y < each.outline[2].y
                ),
                None,
            )
            assert place.zone_at(G, square) == first


def test_zones_of_different_levels_may_lie_above_each_other():
    place = Place.of(
        board(
            level("floor"),
            level("gantry", 5),
            zone("a", (0, 0, 4, 4)),
            zone("b", (0, 0, 4, 4), level="gantry"),
            size=(8, 8),
        )
    )
    assert place.zone_at("floor", Square(1, 1)) == "a"
    assert place.zone_at("gantry", Square(1, 1)) == "b"


def test_squares_without_a_zone_are_named():
    place = Place.of(board(zone("a", (0, 0, 4, 4)), size=(5, 4)))
    bare = squares_of(*place.size).difference(place.zone_map(G).owners)
    assert bare == {(4, 0), (4, 1), (4, 2), (4, 3)}


# Underfoot


def test_what_is_at_a_square_comes_from_the_top():
    here = board(
        feature("valve", (1, 1)), size=(8, 8),
        squares={G: {(1, 1): "difficult", (2, 2): "void"}},
        clouds=(piece("dark cloud", (1, 1)),), fields=(piece("damaging", (1, 1)),),
    )  # fmt: skip
    place = Place.of(here)
    assert [layer.of for layer in place.layers(G, Square(1, 1))] == [
        "cloud", "field", "feature", "ground",
    ]  # fmt: skip
    assert place.qualities_at(G, Square(1, 1)) == {"blinding", "damaging", "difficult"}
    assert place.layers(G, Square(5, 5)) == ()
    assert place.is_open(G, Square(2, 2))


def test_what_is_not_built_on_an_upper_level_is_open_air():
    place = Place.of(
        board(
            level("pit", -4),
            level("floor"),
            level("gantry", 5),
            zone("walk", (0, 0, 4, 1), level="gantry"),
            size=(8, 8),
            squares={"gantry": {(5, 5): "difficult"}},
        )
    )
    assert [layer.of for layer in place.layers("gantry", Square(6, 6))] == ["open air"]
    assert not place.is_open("gantry", Square(1, 0))
    assert not place.is_open("gantry", Square(5, 5))
    assert not place.is_open("floor", Square(6, 6))
    assert not place.is_open("pit", Square(6, 6))


# Steps


def test_walls_and_closed_doors_stop_a_step():
    shut = board(wall((2, 0), (2, 4)), door("d", ((2, 1), (2, 2))), size=(4, 4))
    place = Place.of(shut)
    assert place.blocked(G, Square(1, 0), Square(2, 0)).why == "wall"
    stop = place.blocked(G, Square(1, 1), Square(2, 1))
    assert (stop.why, stop.what, stop.says) == ("door", "d", "the door d, which is closed")
    for state in ("open", "broken"):
        opened = replace(shut, doors={"d": replace(shut.doors["d"], state=state)})
        assert Place.of(opened).blocked(G, Square(1, 1), Square(2, 1)) is None
    assert place.blocked(G, Square(0, 0), Square(-1, 0)).why == "border"


def test_an_unknown_door_is_a_wall():
    place = Place.of(board(door("d", ((2, 1), (2, 2)), "open"), size=(4, 4)))
    assert place.blocked(G, Square(1, 1), Square(2, 1)) is None
    assert place.blocked(G, Square(1, 1), Square(2, 1), unknown={"d"}).why == "wall"
    assert place.sight_stop(G, Square(1, 1), Square(2, 1), unknown={"d"}).says == "a wall"


def test_a_step_through_a_corner_is_stopped_when_both_ways_round_are():
    one = Place.of(board(size=(4, 4), squares={G: {(2, 1): "wall"}}))
    both = Place.of(board(size=(4, 4), squares={G: {(2, 1): "wall", (1, 2): "wall"}}))
    assert one.blocked(G, Square(1, 1), Square(2, 2)) is None
    assert both.blocked(G, Square(1, 1), Square(2, 2)).why == "corner"
    edges = Place.of(board(wall((2, 0), (2, 2)), size=(4, 4)))
    assert edges.blocked(G, Square(1, 1), Square(2, 2)) is None
    bent = Place.of(board(wall((2, 0), (2, 2), (0, 2)), size=(4, 4)))
    assert bent.blocked(G, Square(1, 1), Square(2, 2)).why == "corner"


def test_obstacles_stop_walkers_only():
    here = board(
        feature("crate", (2, 2), blocks=True), size=(4, 4), squares={G: {(1, 1): "obstacle"}}
    )
    place = Place.of(here)
    assert place.blocked(G, Square(0, 1), Square(1, 1)).why == "obstacle"
    assert place.blocked(G, Square(2, 1), Square(2, 2)).what == "crate"
    assert place.blocked(G, Square(0, 1), Square(1, 1), air=True) is None
    assert place.sight_stop(G, Square(0, 1), Square(3, 1)) is None


def test_a_footprint_passes_only_where_all_of_it_fits():
    place = Place.of(board(wall((0, 2), (2, 2)), wall((3, 2), (6, 2)), size=(6, 6)))
    start = at(2, 0)
    assert paths.path(place, start, [at(2, 3)]) is not None
    assert paths.path(place, start, [at(2, 3)], side=2) is None
    wide = Place.of(board(wall((0, 2), (2, 2)), wall((4, 2), (6, 2)), size=(6, 6)))
    assert paths.path(wide, start, [at(2, 3)], side=2).cost == 3
    assert paths.path(wide, start, [at(2, 3)], side=3) is None


def test_no_footprint_straddles_a_thin_wall():
    place = Place.of(board(wall((3, 1), (5, 1)), size=(6, 2)))
    assert place.fits(G, Square(0, 0), 2)
    assert not place.fits(G, Square(3, 0), 2)
    assert not place.fits(G, Square(2, 0), 4)
    assert paths.path(place, at(0, 0), [at(4, 0)], side=2) is None


def test_the_cheapest_path_is_found_and_told_step_by_step():
    here = row("a", "b", "c")
    place = Place.of(here)
    found = paths.path(place, at(0, 0), [at(16, 0)])
    assert found.cost == 16
    assert [step.enters for step in found.steps if step.enters] == ["b", "c"]
    assert [step.link for step in found.steps if step.enters] == ["a-b", "b-c"]
    assert found.spots[-1] == at(16, 0)
    dear = paths.path(place, at(0, 0), [at(16, 0)], lambda step: None if step.enters else 1)
    assert dear is None


def test_a_path_over_ground_without_a_zone_is_priced_where_it_enters_the_next_zone():
    here = board(
        zone("a", (0, 0, 4, 4)), zone("b", (8, 0, 4, 4)), link("a", "b", "barrier"), size=(12, 4)
    )
    found = paths.path(Place.of(here), at(0, 0), [at(8, 0)])
    entering = [step for step in found.steps if step.enters]
    assert [(step.leaves, step.enters, step.link) for step in entering] == [("a", "b", "a-b")]


def test_reach_is_limited_by_cost():
    found = paths.reach(Place.of(row("a")), at(0, 0), limit=2)
    assert set(found.costs) == {at(x, y) for x in range(3) for y in range(3)}


def test_two_ended_links_are_steps_both_ways_but_a_ledge():
    def storeys(kind):
        return Place.of(
            board(
                level("floor"),
                level("gantry", 5),
                zone("a", (0, 0, 4, 4)),
                zone("b", (0, 0, 4, 4), level="gantry"),
                link("b", "a", kind, ends=[(1, 1), (2, 1)]),
                size=(4, 4),
            )
        )

    ladder, ledge = storeys("ladder"), storeys("ledge")
    up, down = at(2, 1, "floor"), at(1, 1, "gantry")
    assert paths.path(ladder, up, [down]).steps[0].link == "b-a"
    assert paths.path(ladder, down, [up]).cost == 1
    assert paths.path(ledge, down, [up]).cost == 1
    assert paths.path(ledge, up, [down]) is None
    assert ladder.ways("a", "foot")[0].to == "b"
    assert ledge.ways("a", "foot") == ()


# Sight


SHOTS = [((2, 3),), ((3, 2),), ((2, 3), (3, 2)), ((3, 3),)]


@pytest.mark.parametrize("walls", SHOTS)
def test_a_shot_past_a_corner_is_the_same_in_all_eight_mirrors_and_both_ways(walls):
    results = set()
    for turn in (lambda x, y: (x, y), lambda x, y: (y, x)):
        for flip_x in (False, True):
            for flip_y in (False, True):

                def mirror(x, y, turn=turn, flip_x=flip_x, flip_y=flip_y):
                    x, y = turn(x, y)
                    return Square(5 - x if flip_x else x, 5 - y if flip_y else y)

                place = Place.of(
                    board(size=(6, 6), squares={G: {mirror(*each): "wall" for each in walls}})
                )
                a, b = mirror(0, 0), mirror(5, 5)
                results.add(place.sight_stop(G, a, b) is None)
                results.add(place.sight_stop(G, b, a) is None)
    assert results == {len(walls) == 1 and walls != ((3, 3),)}


some_squares = st.tuples(st.integers(0, 7), st.integers(0, 7)).map(lambda pair: Square(*pair))


@given(
    st.dictionaries(some_squares, st.sampled_from(["wall", "obstacle", "void"]), max_size=20),
    st.sets(some_squares, max_size=12),
    st.lists(st.tuples(some_squares, st.booleans()), max_size=8),
    some_squares,
    some_squares,
)
def test_sight_is_the_same_both_ways(painted, smoke, walls, a, b):
    thin = [
        wall((x, y), (x + 1, y)) if flat else wall((x, y), (x, y + 1)) for (x, y), flat in walls
    ]
    clouds = (piece("dark cloud", *smoke),) if smoke else ()
    place = Place.of(board(*thin, size=(8, 8), squares={G: painted}, clouds=clouds))
    assert (place.sight_stop(G, a, b) is None) == (place.sight_stop(G, b, a) is None)


def test_windows_and_grilles_let_sight_through_and_shutters_do_not():
    for kind, sees in (("window", True), ("grille", True), ("door", False), ("shutter", False)):
        place = Place.of(board(door("d", ((2, 0), (2, 1)), kind=kind), size=(4, 1)))
        assert (place.sight_stop(G, Square(0, 0), Square(3, 0)) is None) == sees
        assert place.blocked(G, Square(1, 0), Square(2, 0)).why == "door"


def test_sight_tells_where_it_ends():
    place = Place.of(board(size=(8, 1), squares={G: {(5, 0): "wall"}}))
    assert place.sight_stop(G, Square(0, 0), Square(7, 0)).at == (4, 0)


def test_a_blinding_cloud_stops_every_line_but_one_to_a_neighbour_inside_it():
    smoke = piece("dark cloud", *((x, 2) for x in range(2, 6)))
    place = Place.of(board(size=(8, 5), clouds=(smoke,)))

    def sees(a, b):
        return place.sight_stop(G, Square(*a), Square(*b)) is None

    assert not sees((1, 2), (2, 2))
    assert not sees((2, 2), (1, 2))
    assert sees((2, 2), (3, 2))
    assert not sees((2, 2), (5, 2))
    assert not sees((0, 2), (7, 2))
    assert sees((0, 1), (7, 1))


def test_sight_between_levels_follows_the_upper_walls_until_the_first_open_square():
    def storeys(*walls, **fields):
        return Place.of(
            board(
                level("floor"),
                level("gantry", 5),
                zone("walk", (0, 0, 3, 1), level="gantry"),
                *walls,
                size=(8, 1),
                **fields,
            )
        )

    up, down, beneath = at(2, 0, "gantry"), at(6, 0, "floor"), at(1, 0, "floor")
    assert sight.stop(storeys(), up, down) is None
    assert sight.stop(storeys(), down, up) is None
    assert sight.stop(storeys(), up, beneath).why == "floor"
    railing = wall((3, 0), (3, 1), level="gantry")
    assert sight.stop(storeys(railing), up, down).why == "wall"
    assert sight.stop(storeys(wall((3, 0), (3, 1), level="floor")), up, down) is None
    assert sight.stop(storeys(wall((5, 0), (5, 1), level="floor")), down, up).why == "wall"


# Links


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


def test_of_two_links_between_zones_a_step_takes_the_one_it_crosses():
    here = replace(
        row("a", "b"),
        links={
            "gap": link("a", "b", id="gap"),
            "gate": link("a", "b", "barrier", id="gate", along=[(8, 0), (8, 2)]),
        },
    )
    place = Place.of(here)
    assert place.link_at(at(7, 1), at(8, 1)) == "gate"
    assert place.link_at(at(7, 4), at(8, 4)) == "gap"
    assert place.link_at(at(8, 4), at(7, 4)) == "gap"


def test_a_drawing_paints_squares():
    assert paint(".~", "#.", legend={"~": "difficult", "#": "wall"}, at=(1, 0)) == {
        (2, 0): "difficult", (1, 1): "wall",
    }  # fmt: skip


@given(
    st.dictionaries(some_squares, st.sampled_from(["wall", "obstacle"]), max_size=20),
    st.lists(st.tuples(some_squares, st.booleans()), max_size=20),
    some_squares,
    st.booleans(),
)
def test_the_moves_of_a_square_are_the_steps_that_nothing_blocks(painted, walls, seat, air):
    thin = [
        wall((x, y), (x + 1, y)) if flat else wall((x, y), (x, y + 1)) for (x, y), flat in walls
    ]
    ground = Place.of(board(*thin, size=(8, 8), squares={G: painted})).ground(G)
    around = {
        Square(seat.x + dx, seat.y + dy)
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
        if (dx, dy) != (0, 0)
    }
    free = {to for to in around if ground.blocked(seat, to, air=air) is None}
    assert set(ground.moves(seat, air=air)) == free
    assert set(ground._moves_from(seat, 1, air)) == free


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
    assert all(place.zone_at(G, a) == "a" and place.zone_at(G, b) == "b" for a, b in pairs)
    assert all(2 <= a.x <= 6 and 2 <= a.y <= 6 for a, _ in pairs)
    assert len(pairs) < len(
        Place.of(replace(slanted, links={"l": link("a", "b", id="l")})).crossings("l")
    )


def test_a_slanting_step_takes_the_link_whose_stretch_it_slips_by():
    here = replace(
        row("a", "b"),
        links={
            "gap": link("a", "b", id="gap"),
            "gate": link("a", "b", "barrier", id="gate", along=[(8, 0), (8, 2)]),
        },
    )
    place = Place.of(here)
    assert place.link_at(at(7, 0), at(8, 1)) == "gate"
    assert place.link_at(at(7, 3), at(8, 4)) == "gap"
    assert place.link_at(at(1, 3), at(2, 4)) is None


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
    assert paths.path(place, at(0, 0, "floor"), [at(3, 3, "up")]).steps[-1].link == "a-b"


def test_features_may_stop_sight_and_links_may_block_it():
    here = board(
        feature("statue", (2, 0), blocks_sight=True),
        feature("duct", (0, 0), kind="duct"),
        zone("a", (0, 0, 2, 1)),
        zone("b", (3, 0, 2, 1)),
        link("a", "b", id="curtain", blocks_sight=True),
        link("a", "b", id="crawl", through="duct"),
        size=(5, 1),
    )
    place = Place.of(here)
    assert place.sight_stop(G, Square(0, 0), Square(4, 0)).what == "statue"
    assert place.blocked(G, Square(1, 0), Square(2, 0)) is None
    assert place.neighbours("a", "sight") == ()
    assert place.neighbours("a", "any") == ("b",)
    assert place.zone_of_feature("duct") == "a"
    assert place.zone_of_feature("statue") is None


def test_a_footprint_is_told_what_stops_it():
    ground = Place.of(board(wall((0, 2), (2, 2)), wall((3, 2), (6, 2)), size=(6, 6))).ground(G)
    assert ground.step_stop(Square(2, 1), Square(2, 2)) is None
    assert ground.step_stop(Square(0, 0), Square(0, 1), 2).why == "footprint"
    assert ground.step_stop(Square(4, 4), Square(5, 4), 2).why == "footprint"
    assert ground.step_stop(Square(0, 1), Square(0, 2)).why == "wall"


def test_what_is_out_of_reach_has_no_path():
    place = Place.of(board(wall((2, 0), (2, 4)), size=(4, 4)))
    found = paths.reach(place, at(0, 0))
    assert found.path_to(at(3, 3)) is None
    assert found.path_to(at(0, 0)).steps == ()


def test_a_zone_that_holds_no_square_has_links_that_lead_nowhere():
    place = Place.of(
        board(zone("a", (0.6, 0.6, 0.3, 0.3)), zone("b", (2, 2, 2, 2)), link("a", "b"), size=(5, 5))
    )
    assert place.crossings("a-b") == ()
    assert place.link_spot("a-b") is None


def test_a_cloud_on_the_upper_level_stops_sight_down():
    here = board(
        level("floor"),
        level("up", 5),
        zone("walk", (0, 0, 3, 1), level="up"),
        size=(8, 1),
        clouds=(piece("dark cloud", (1, 0), level="up"),),
    )
    place = Place.of(here)
    assert sight.stop(place, at(0, 0, "up"), at(6, 0, "floor")).why == "cloud"
    assert sight.stop(place, at(2, 0, "up"), at(6, 0, "floor")) is None
    assert sight.stop(place, at(0, 0, "floor"), at(6, 0, "floor")) is None


def test_a_ledge_is_named_both_ways_where_no_other_link_serves():
    zones = row("a", "b").zones.values()
    ledge = link("a", "b", "ledge")
    place = Place.of(board(*zones, ledge, size=(16, 6)))
    assert place.link_at(at(8, 0), at(7, 0)) == "a-b"
    stairs = Place.of(board(*zones, ledge, link("b", "a", "stairs"), size=(16, 6)))
    assert stairs.link_at(at(8, 0), at(7, 0)) == "b-a"
