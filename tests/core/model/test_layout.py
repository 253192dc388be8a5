from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from desktop.core.model import geometry, layout
from desktop.core.model.place import Place
from tests.helpers.build import board, level, link, zone


def bare(ids, links, **fields):
    return board(*(zone(id) for id in ids), *(link(*pair) for pair in links), **fields)


def touching(place, link_id):
    return place.is_border(place.board.links[link_id])


def test_linked_zones_lie_side_by_side_as_equal_rectangles():
    place = Place.of(bare("abcd", [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")]))
    assert all(touching(place, each) for each in place.board.links)
    sizes = {geometry.rectangle_of(outline)[2:] for outline in place.outlines.values()}
    assert sizes == {(8, 6)}
    assert place.size == (16, 12)


def test_a_star_of_five_lies_round_its_hub():
    place = Place.of(bare("abcde", [("a", other) for other in "bcde"]))
    assert sum(touching(place, each) for each in place.board.links) >= 3


some_links = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=24)
drawn = st.sets(st.integers(0, 11), max_size=11)


@given(st.integers(1, 12), some_links, drawn, st.sampled_from([None, (40, 30), (12, 9), (200, 90)]))
def test_any_zones_are_laid_out_without_overlap_and_the_same_every_time(count, pairs, own, size):
    zones = [
        zone(f"z{i}", (5 * i, i % 3, 5, 4)) if i in own else zone(f"z{i}") for i in range(count)
    ]
    links = [
        link(f"z{a}", f"z{b}", id=f"l{i}")
        for i, (a, b) in enumerate(pairs)
        if a < count and b < count and a != b
    ]
    here = board(*zones, *links, size=size)
    outlines = layout.outlines_for(here)
    assert list(outlines) == list(here.zones)
    assert layout.outlines_for(replace(here, traits=())) == outlines
    bare_ones = [each.id for each in here.zones.values() if not each.outline]
    for one in bare_ones:
        squares = geometry.squares_in(outlines[one])
        assert squares
        for other in here.zones:
            assert other == one or squares.isdisjoint(geometry.squares_in(outlines[other]))
    width, height = layout.size_for(here, outlines)
    for one in bare_ones:
        left, top, right, bottom = geometry.bounds(outlines[one])
        assert 0 <= left <= right <= width
        assert 0 <= top <= bottom <= height


def test_laid_out_zones_stay_on_a_board_whose_size_is_said():
    place = Place.of(bare("abcdef", zip("abcde", "bcdef", strict=True), size=(20, 12)))
    assert place.size == (20, 12)


def test_a_zone_without_an_outline_goes_beside_the_drawn_one_it_is_linked_to():
    here = board(
        zone("a", (0, 0, 16, 12)), zone("b"), zone("c", (16, 0, 14, 12)), link("c", "b"),
        size=(48, 32),
    )  # fmt: skip
    place = Place.of(here)
    assert touching(place, "c-b")


def test_a_zone_above_lies_over_the_one_it_is_linked_to():
    here = board(
        level("floor"), level("gantry", 5), zone("quay", (0, 0, 16, 12), level="floor"),
        zone("shed", (16, 0, 14, 12), level="floor"), zone("walk", level="gantry"),
        link("shed", "walk", "ladder"), size=(48, 32),
    )  # fmt: skip
    place = Place.of(here)
    assert geometry.rectangle_of(place.outlines["walk"]) == (16, 0, 8, 6)


def test_a_board_without_a_size_is_as_large_as_what_is_on_it():
    here = board(zone("a", (0, 0, 5, 20)), squares={"ground": {(30, 2): "wall"}})
    assert Place.of(here).size == (31, 20)
    assert Place.of(board()).size == (8, 6)


def test_two_hundred_zones_are_laid_out():
    ids = [f"z{i}" for i in range(200)]
    links = [(f"z{i}", f"z{i + 1}") for i in range(199)]
    place = Place.of(bare(ids, links))
    assert len({outline for outline in place.outlines.values()}) == 200
