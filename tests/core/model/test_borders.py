from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.core.model.edits.common import boxes_of
from desktop.core.model.geometry import box
from desktop.core.model.memo import Memo
from desktop.core.model.place import Place
from desktop.core.model.words import Square
from tests.helpers.any_edit import dock, drawn_edit, tried
from tests.helpers.build import row, wall


def from_nothing(made):
    """A place that takes nothing over from those before it."""
    place = Place(made)
    place._memo = Memo()
    return place


def of_links(place):
    links = place.board.links
    return {link: (place.link_stop(link), place.link_spot(link)) for link in links}


def of_levels(place):
    """What is known of every level, zone by zone and square by square."""
    return {
        level: (
            dict(place.zone_map(level).owners), dict(place.zone_map(level).squares),
            place.zone_map(level).bare(place.size),
            place.ground(level).walls, place.ground(level).solid, place.ground(level).opaque,
            place.ground(level).dark, place.ground(level).clouds,
        )
        for level in place.board.levels
    }  # fmt: skip


def check_as_from_nothing(made):
    place, fresh = Place.of(made), from_nothing(made)
    assert list(place.outlines.items()) == list(fresh.outlines.items())
    assert of_levels(place) == of_levels(fresh)
    assert of_links(place) == of_links(fresh)
    assert list(place.borders) == list(made.links)
    drawn = {zone.id: box(zone.outline) for zone in made.zones.values() if zone.outline}
    assert {each: extent for each, extent in boxes_of(made.zones).items() if each in drawn} == drawn


@given(st.integers(0, 2**32))
@settings(max_examples=40)
def test_after_any_edits_and_back_a_place_is_as_it_would_be_from_nothing(seed):
    chance, done = Random(seed), [dock()]
    for _ in range(12):
        after, _error = tried(done[-1], *drawn_edit(chance, done[-1]))
        done += [after] if after is not None else []
        check_as_from_nothing(done[-1].board)
        if chance.random() < 0.3:
            check_as_from_nothing(chance.choice(done).board)


def test_after_an_undo_a_place_follows_from_the_board_it_went_back_to():
    made = row("a", "b", "c", "d")
    before = Place.of(made)
    assert list(before.borders) == list(made.links)
    assert Place.of(painted(made, (7, 2), (15, 2))).borders["b-c"] is not before.borders["b-c"]
    assert Place.of(made) is before
    assert Place.of(painted(made, (7, 2))).borders["b-c"] is before.borders["b-c"]


def painted(made, *squares):
    return replace(made, squares={"ground": dict.fromkeys(map(Square._make, squares), "wall")})


def test_what_is_far_from_a_border_leaves_what_is_known_of_it():
    made = painted(row("a", "b", "c"), (0, 0))
    before = Place.of(made).borders
    assert Place.of(painted(made, (0, 0), (2, 2))).borders is before
    near = Place.of(painted(made, (7, 2))).borders
    first, second = made.links
    assert near[first] is not before[first]
    assert near[second] is before[second]


def test_a_wall_along_a_whole_border_shuts_its_link_alone():
    made = row("a", "b", "c")
    assert [stop for stop, _ in of_links(Place.of(made)).values()] == [None, None]
    shut = replace(made, walls=(wall((8, 0), (8, 6)),))
    assert [stop is None for stop, _ in of_links(Place.of(shut)).values()] == [False, True]
