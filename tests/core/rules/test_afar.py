"""A way that is led to its goal costs what a search over the whole board finds."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.core.model import paths
from desktop.core.model.board import GroundKind
from desktop.core.model.place import Place, Spot
from desktop.core.model.remaining import AROUND, Lattice
from desktop.core.model.words import FighterId, Square
from desktop.core.packs.imperium import trail
from desktop.core.rules import afar
from desktop.core.rules.actions import Walk
from desktop.core.rules.walk import planned
from tests.helpers.attacks import Scene
from tests.helpers.build import board, door, feature, level, link, piece, wall, zone
from tests.helpers.on_squares import SLOTS, Squares, grid, native
from tests.helpers.yards import measured
from tests.helpers.yards import native as in_yards

WIDE, HIGH = 9, 7
LEVELS = ("low", "up")
KINDS = {
    "coals": GroundKind(qualities=("damaging",), damage=1), "stage": GroundKind(metres=3),
    "pond": GroundKind(qualities=("water", "difficult"), metres=-1),
}  # fmt: skip
WORDS = ["wall", "obstacle", "difficult", "rubble", "slippery", "void", "coals", "stage", "pond"]
READINGS = {
    "grid_diagonal_gap": "may pass", "grid_diagonal_cost": "every second double",
    "grid_difficult_stack": "each source", "grid_pass_creatures": "nobody",
}  # fmt: skip
LINKS = ["open", "climb", "ledge", "barrier", "narrow"]

cells = st.builds(Square, st.integers(0, WIDE - 1), st.integers(0, HIGH - 1))
levels = st.sampled_from(LEVELS)
spots = st.builds(Spot, levels, cells)


@st.composite
def lines(draw: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    (x, y), long, across = draw(cells), draw(st.integers(1, 4)), draw(st.booleans())
    return (x, y), (min(WIDE, x + long), y) if across else (x, min(HIGH, y + long))


@st.composite
def boards(draw: Any) -> dict[str, Any]:
    """Return the things and fields of a board of two levels, with and without zones."""
    things: list[Any] = [level("low"), level("up", draw(st.sampled_from([3, 5])))]
    things += [wall(*each, level=draw(levels)) for each in draw(st.lists(lines(), max_size=5))]
    for at, (x, y) in enumerate(draw(st.lists(cells, max_size=3))):
        fields = {"level": draw(levels), "kind": draw(st.sampled_from(["door", "window"]))}
        state = draw(st.sampled_from(["open", "closed"]))
        things.append(door(f"d{at}", ((x, y), (x + 1, y)), state, **fields))
    middle = draw(st.integers(2, WIDE - 2))
    parts = {"a": (0, middle), "b": (middle, WIDE)}
    ids = draw(st.sets(st.sampled_from([(on, part) for on in LEVELS for part in parts])))
    for on, part in sorted(ids):
        left, right = parts[part]
        things.append(zone(f"{on} {part}", at=(left, 0, right - left, HIGH), level=on))
    for on in LEVELS:
        if {(on, "a"), (on, "b")} <= ids:
            things.append(link(f"{on} a", f"{on} b", draw(st.sampled_from(LINKS))))
    for part in parts:
        if {("low", part), ("up", part)} <= ids and draw(st.booleans()):
            ends = draw(cells), draw(cells)
            things.append(
                link(f"low {part}", f"up {part}", draw(st.sampled_from(LINKS)), ends=ends)
            )
    things += [feature("crate", draw(cells), blocks=draw(st.booleans()), level=draw(levels))]
    paint = st.dictionaries(cells, st.sampled_from(WORDS), max_size=25)
    return {
        "things": things, "squares": {on: draw(paint) for on in LEVELS}, "kinds": KINDS,
        "fields": (piece("damaging", draw(cells), level=draw(levels)),),
        "clouds": (piece("dark cloud", draw(cells), level=draw(levels)),),
    }  # fmt: skip


@st.composite
def scenes(draw: Any) -> tuple[Scene, FighterId]:
    """Return a fight on such a board in either space, and who acts."""
    fields = draw(boards())
    things, size = fields.pop("things"), draw(st.sampled_from([None, "large", "enormous"]))
    seats = draw(st.lists(cells, min_size=4, max_size=4, unique=True))
    rulings = dict(draw(st.sets(st.sampled_from(list(READINGS.items())))))
    sides = ("foes", "heroes", "foes", "heroes")
    fields["squares"]["low"].pop(seats[0], None)
    if draw(st.booleans()):
        folk = [
            native(id, at, side=side, size=size if id == "A" else None)
            for id, at, side in zip("ABCD", seats, sides, strict=True)
        ]
        made: Scene = grid(
            *things, people=folk, size=(WIDE, HIGH), turn="A", rulings=rulings, slots=SLOTS,
            **fields,
        )  # fmt: skip
        return made, FighterId("A")
    people = [
        in_yards(id, at, side=side) for id, at, side in zip("PBCD", seats, sides, strict=True)
    ]
    people[0] = people[0][0], replace(people[0][1], size=size)
    on = board(*things, size=(WIDE, HIGH), **fields)
    return measured(*people, on=on, rulings=rulings), FighterId("P")


@settings(max_examples=25, deadline=None)
@given(scenes(), st.lists(spots, min_size=1, max_size=8), st.sampled_from(["", "fly"]))
def test_a_way_costs_what_a_look_over_the_whole_board_finds(
    made: tuple[Scene, FighterId], goals: list[Spot], gait: str
) -> None:
    scene, who = made
    if scene.state.fighters[who].seat is None:
        return
    going = scene.book.space.going(scene.book, scene.state, who, gait)  # type: ignore[attr-defined]
    everywhere = going.spread().whole()
    for goal, costs in everywhere.costs.items():
        ahead = afar.left(going, going.start, [goal])
        assert ahead is not None
        assert ahead.total <= costs
    for several in (goals, *((goal,) for goal in goals)):
        if going.start in several:
            continue
        found = afar.way(going, going.start, several, 0.0)
        least = min(everywhere.costs.get(goal, float("inf")) for goal in several)
        assert (found.cost if found else float("inf")) == pytest.approx(least, abs=1e-6)
        if found is not None:
            assert found.steps[-1].after in several
            assert sum(going.cost(step) or 0 for step in found.steps) == pytest.approx(found.cost)


@settings(max_examples=25, deadline=None)
@given(scenes(), st.sampled_from(["", "fly"]), st.sampled_from([3.0, 8.0, 1000.0]))
def test_a_search_that_knows_what_a_step_costs_at_least_finds_the_ways_of_one_that_does_not(
    made: tuple[Scene, FighterId], gait: str, limit: float
) -> None:
    scene, who = made
    if scene.state.fighters[who].seat is None:
        return
    going = scene.book.space.going(scene.book, scene.state, who, gait)  # type: ignore[attr-defined]
    asks_all = paths.Spread(
        going.place, going.start, going.cost,
        limit=limit, side=going.side, air=going.air, gaps=going.gaps,
    )  # fmt: skip
    assert going.spread(limit).whole() == asks_all.whole()


@settings(max_examples=20, deadline=None)
@given(boards(), st.sampled_from([1, 2, 3]), st.booleans())
def test_the_steps_of_a_whole_board_are_those_of_each_square(
    fields: dict[str, Any], side: int, air: bool
) -> None:
    place = Place.of(board(*fields.pop("things"), size=(WIDE, HIGH), **fields))
    lattice = Lattice.of(place, side, air, False)
    for on in LEVELS:
        ground = place.ground(on)  # type: ignore[arg-type]
        for seat in (Square(x, y) for x in range(WIDE) for y in range(HIGH)):
            if not ground.fits(seat, side, air=air):
                continue
            leads = {
                Square(seat.x + dx, seat.y + dy)
                for bit, (dx, dy) in enumerate(AROUND)
                if place.is_inside(Square(seat.x + dx, seat.y + dy))
                and lattice.ways[lattice.index(Spot(on, Square(seat.x + dx, seat.y + dy)))] >> bit
                & 1
            }  # type: ignore[arg-type]
            assert leads == set(ground.moves(seat, side, air=air))


@settings(max_examples=30, deadline=None)
@given(boards(), cells, cells, st.sampled_from([1, 2]))
def test_a_long_way_inside_a_zone_is_as_long_as_any(
    fields: dict[str, Any], start: Square, goal: Square, side: int
) -> None:
    place = Place.of(board(*fields.pop("things"), size=(WIDE, HIGH), **fields))
    for id, each in place.board.zones.items():
        with pytest.MonkeyPatch.context() as patched:
            found = []
            for long in (-1, 99):
                patched.setattr(trail, "LONG_SQ", long)
                way = trail.inside(place, Spot(each.level, start), Spot(each.level, goal), id, side)
                squares = [start, *(spot.square for spot in way)]
                slanting = sum(a.x != b.x and a.y != b.y for a, b in pairwise(squares))
                found.append((len(way), slanting))
        assert found[0] == found[1]


def far_off(*things: Any, **fields: Any) -> Squares:
    people = [native("A", (1, 1), speed=6), native("Z", (0, 0), side="heroes")]
    return grid(*things, people=people, size=(100, 100), turn="A", **fields)


def looked_at(made: Squares, monkeypatch: pytest.MonkeyPatch, to: tuple[int, int]) -> int:
    """Return of how many seats the steps are asked for until a plan is made."""
    asked: list[Spot] = []
    steps = paths.steps

    def counted(place: Place, spot: Spot, **fields: Any) -> Any:
        asked.append(spot)
        return steps(place, spot, **fields)

    monkeypatch.setattr(paths, "steps", counted)
    planned(made.book, made.state, Walk(who=FighterId("A"), to=Square(*to)))
    return len(asked)


LONG = [wall((50, 2), (50, 100)), wall((30, 0), (30, 97))]
ROOM = [wall((92, 100), (92, 92), (100, 92))]


@pytest.mark.parametrize(
    ("things", "most"), [([], 120), (LONG, 450), (ROOM, 0)], ids=["open", "walls", "walled off"]
)
def test_a_far_click_does_not_look_over_the_whole_board(things, most, monkeypatch):
    assert looked_at(far_off(*things), monkeypatch, (97, 98)) <= most


def test_a_first_click_in_reach_looks_only_where_its_way_may_lead(monkeypatch):
    assert looked_at(far_off(), monkeypatch, (7, 5)) <= 10


@pytest.mark.parametrize(("speed", "is_in_reach"), [(3, False), (30, True)])
def test_of_ways_that_cost_the_same_one_is_chosen_that_no_zone_ends(speed, is_in_reach):
    zones = [
        zone("quay", (0, 0, 4, 8)), zone("shed", (8, 0, 4, 8)),
        zone("bog", (4, 3, 4, 5), traits=["difficult"]), zone("pass", (4, 0, 4, 3)),
    ]  # fmt: skip
    ways = [link("quay", "bog"), link("bog", "shed"), link("quay", "pass"), link("pass", "shed")]
    made = grid(*zones, *ways, people=[native("A", (1, 4), speed=speed)], turn="A")
    plan = made.plan("A", (10, 4))
    assert "9 squares" in plan.says
    assert bool(plan.refusals) != is_in_reach
    assert {leg.enters for leg in plan.legs} - {None} == {"pass", "shed"}


LOST = "The edge of the board is in the way."


@pytest.mark.parametrize(("at", "why"), [((12, 3), []), ((99, 3), [LOST]), ((3, 99), [LOST])])
def test_somebody_lost_beside_the_board_comes_back_from_its_edge_alone(at, why):
    plan = grid(people=[native("A", at)], turn="A").plan("A", (5, 3))
    assert [each.says for each in plan.refusals] == why


def test_of_ways_that_cost_the_same_one_is_chosen_that_comes_to_no_zone_beside_it():
    zones = [zone("hall", (0, 0, 12, 4)), zone("stairs", (0, 4, 6, 8)), zone("yard", (6, 4, 6, 8))]
    ways = [link("hall", "stairs"), link("hall", "yard"), link("stairs", "yard")]
    made = grid(*zones, *ways, people=[native("A", (6, 3))], size=(12, 12), turn="A")
    for goal in ((5, 6), (4, 7), (3, 8)):
        assert [leg.enters for leg in made.plan("A", goal).legs if leg.enters] == ["stairs"]


def test_the_zone_of_the_goal_is_entered_late_for_it_may_end_the_movement():
    zones = [zone("hall", (0, 0, 6, 12)), zone("bog", (6, 0, 6, 12), traits=["difficult"])]
    people = [native("A", (3, 1))]
    made = grid(*zones, link("hall", "bog"), people=people, size=(12, 12), turn="A")
    path = [spot.square for leg in made.plan("A", (6, 8)).legs for spot in leg.path]
    assert [square for square in path if square.x >= 6] == [(6, 8)]
