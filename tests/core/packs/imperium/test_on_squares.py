"""Attacks where squares measure: lines of sight, reach by squares, leaving step by step."""

from dataclasses import replace

import pytest

from desktop.core.model.footprint import apart, side_of
from desktop.core.packs.imperium import engaged
from desktop.core.packs.imperium.engaged import Disengage
from desktop.core.packs.imperium.melee import Strike
from desktop.core.packs.imperium.ranged import Shoot
from desktop.core.packs.imperium.using import WorkDoor
from desktop.core.rules import events as e
from desktop.core.rules.book import Distance, Leg
from desktop.core.rules.now import Now
from desktop.core.rules.questions import ScriptedTable
from desktop.core.rules.sight import sees
from tests.helpers.attacks import Scene, scene, someone
from tests.helpers.build import board, door, feature, link, wall, zone

SHOOT = Shoot(who="P", target="Q", attack="rifle")


class Grid:
    """A space that measures squares and has no range bands."""

    name = "squares"
    on_squares = True
    in_lengths = False
    walks_in_gaits = False

    def distance(self, state, one, other):
        return Distance(self._apart(state, one, other), "", "")

    def in_reach(self, state, one, other):
        near = (state.fighters[one].seat, state.fighters[other].seat)
        return None not in near and self._apart(state, one, other) <= 1

    def _apart(self, state, one, other):
        sides = [side_of(state.people[who].profile) for who in (one, other)]
        a, b = state.fighters[one], state.fighters[other]
        return apart(a.seat, sides[0], b.seat, sides[1])


def on_grid(*things, p=(1, 2), q=(8, 2), rulings=None, **q_figures) -> Scene:
    """Return P's turn on squares, P and Q standing there."""
    zones = zone("a", at=(0, 0, 6, 6)), zone("b", at=(6, 0, 6, 6)), link("a", "b")
    made = scene(
        someone("P", p, side="heroes"), someone("Q", q, **q_figures),
        on=board(*zones, *things, size=(12, 6)), rulings=rulings,
    )  # fmt: skip
    made.turn("P")
    made.book = replace(made.book, space=Grid())
    return made


@pytest.mark.rule("IM-RANGED-02")
def test_a_wall_on_the_line_blocks_sight_and_a_way_round_it_does_not_matter():
    made = on_grid(wall((6, 0), (6, 6)))
    (refusal,) = made.refused(SHOOT)
    assert refusal.says == "P does not see Q: a wall is between."
    assert not on_grid(wall((6, 3), (6, 6))).refused(SHOOT)


@pytest.mark.rule("IM-RANGED-02")
def test_of_a_large_one_any_square_will_do():
    blocks = wall((6, 1), (6, 6))
    assert on_grid(blocks, p=(1, 4), q=(8, 4)).refused(SHOOT)
    assert not on_grid(blocks, p=(1, 0), q=(8, 1), size="enormous").refused(SHOOT)


@pytest.mark.rule("IM-RANGED-02")
def test_a_feature_can_be_looked_at_too():
    made = on_grid(wall((6, 0), (6, 6)), feature("drum", (8, 4)), feature("valve", (2, 2)))
    assert sees(made.book, made.state, "P", "drum")
    assert not sees(made.book, made.state, "P", "valve")
    assert not sees(made.book, made.state, "P", "b")
    assert made.state.zone_of_thing("drum") == made.state.zone_of_thing("b") == "b"
    assert made.state.zone_of_thing("nowhere") is None
    made.let(e.LeftBoard(who="Q", why="away"))
    assert [each.says for each in sees(made.book, made.state, "P", "Q")] == [
        "Q is not on the board."
    ]


@pytest.mark.rule("IM-WEAPON_RANGE-01")
def test_without_bands_there_is_no_penalty_of_range():
    made = on_grid().take(SHOOT, 21)
    assert made.test_of("P").tally.live("against") == ()


@pytest.mark.rule("IM-MELEE-01")
def test_who_is_not_beside_its_foe_must_go_there_first():
    made = on_grid(p=(2, 2), q=(5, 2))
    assert made.refused(Strike(who="P", target="Q"))
    assert not on_grid(p=(4, 2), q=(5, 2)).refused(Strike(who="P", target="Q"))


def leaving(made: Scene, *squares) -> list:
    """Return who strikes when P goes along squares of its level."""
    made.let(e.Related(kind="engaged", one="P", other="Q"))
    now = Now(book=made.book, state=made.state, table=ScriptedTable(in_order=(97, 41)))
    path = tuple((made.state.fighters["P"].level, square) for square in squares)
    engaged.provoke(now, "P", Leg(path=path, leaves=None, enters=None))
    return [fact.who for fact in now.events if isinstance(fact, e.Tested)]


@pytest.mark.rule("IM-RANGE-03")
def test_outside_every_zone_a_foe_is_out_of_reach_and_still_on_the_board():
    made = scene(someone("P", (1, 2), side="heroes"), someone("Q", (8, 2)), on=board(size=(12, 6)))
    made.turn("P")
    made.book = replace(made.book, space=Grid())
    (refusal,) = made.refused(Strike(who="P", target="Q"))
    assert str(refusal) == "Q is out of the reach of P. Go there first."


@pytest.mark.rule("IM-ENGAGED-04")
def test_only_a_way_that_leads_out_of_reach_lets_a_foe_strike():
    from desktop.core.model.words import Square

    made = on_grid(p=(4, 2), q=(5, 2))
    assert leaving(made, Square(4, 1), Square(5, 1)) == []
    made = on_grid(p=(4, 2), q=(5, 2))
    assert leaving(made, Square(3, 2), Square(4, 1)) == ["Q", "P"]


@pytest.mark.rule("IM-ENGAGED-05", "IM-ACTIONS-03")
def test_disengage_with_its_step_goes_to_a_square_out_of_reach():
    made = on_grid(p=(4, 2), q=(5, 2), rulings={"disengage_move": "step included"})
    made.let(e.Related(kind="engaged", one="P", other="Q")).take(Disengage(who="P"))
    assert not made.book.space.in_reach(made.state, "P", "Q")
    assert not made.state.holds("engaged", "P", "Q")
    assert made.tests == []


@pytest.mark.rule("IM-ENGAGED-05")
def test_in_a_corner_disengage_finds_no_step():
    made = on_grid(
        wall((0, 1), (1, 1), (1, 0)),
        p=(0, 0),
        q=(1, 1),
        rulings={"disengage_move": "step included"},
    )
    made.let(e.Related(kind="engaged", one="P", other="Q")).take(Disengage(who="P"))
    assert made.state.fighters["P"].seat == (0, 0)


@pytest.mark.rule("IM-RANGE-03")
def test_a_door_is_worked_from_a_square_beside_it():
    gate = door("d", ((6, 2), (6, 3))), wall((6, 0), (6, 6))
    assert not on_grid(*gate, p=(5, 2)).refused(WorkDoor(who="P", door="d"))
    assert on_grid(*gate, p=(2, 2)).refused(WorkDoor(who="P", door="d"))
