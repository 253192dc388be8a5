"""Where two areas of squares touch: the same as looked for square by square."""

from hypothesis import given
from hypothesis import strategies as st

from desktop.core.model.crossing import border, closest, longest_run, stretch
from desktop.core.model.geometry import distance, edge_between, ends_of
from desktop.core.model.words import Square

AREAS = st.frozensets(st.builds(Square, st.integers(0, 4), st.integers(0, 4)), max_size=14)


@given(AREAS, AREAS)
def test_a_border_is_every_pair_side_by_side_also_of_areas_that_share_squares(
    a: frozenset[Square], b: frozenset[Square]
) -> None:
    pairs = [
        (one, other) for one in a for other in b if abs(one.x - other.x) + abs(one.y - other.y) == 1
    ]
    assert border(a, b) == tuple(
        sorted(pairs, key=lambda pair: (pair[0].y, pair[0].x, pair[1].y, pair[1].x))
    )


@given(AREAS, AREAS)
def test_a_stretch_goes_from_end_to_end_of_a_run(
    a: frozenset[Square], b: frozenset[Square]
) -> None:
    run = longest_run(border(a, b))
    points = [point for pair in run for point in ends_of(edge_between(*pair))]
    assert not run or stretch(run) == (min(points), max(points))


@given(AREAS, AREAS, st.integers(0, 9), st.integers(0, 9))
def test_the_closest_two_squares_are_so_among_all(
    a: frozenset[Square], b: frozenset[Square], dx: int, dy: int
) -> None:
    def apart(pair: tuple[Square, Square]) -> tuple[int, int]:
        (ax, ay), (bx, by) = pair
        return distance(*pair), (ax - bx) ** 2 + (ay - by) ** 2

    moved = frozenset(Square(x + dx, y + dy) for x, y in b)
    found = closest(a, moved)
    pairs = [(one, other) for one in a for other in moved]
    if found is None or a & moved:
        assert found is not None or not pairs
        return
    assert found in pairs
    assert apart(found) == min(map(apart, pairs))
