"""Faults of a fight: borders and walls, turns and conditions, who is who."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from desktop.core import play
from desktop.core.errors import EncounterError
from desktop.core.model.board import GROUND
from desktop.core.model.footprint import covered
from desktop.core.model.profile import Profile
from desktop.core.model.words import Square
from desktop.core.rules import telling
from desktop.core.rules.actions import BeginTurn, Change, Decree, EndTurn, SetOrder, Walk
from desktop.core.rules.events import (
    Condition,
    ConditionSet,
    LeftBoard,
    Moved,
    Until,
    WoundsSet,
    WoundsTaken,
)
from desktop.core.rules.labels import label_of
from desktop.core.store.reading import read
from desktop.core.store.writing import write
from desktop.ui.canvas.drawn import from_encounter, from_state
from desktop.ui.canvas.token_looks import TokenLooks
from desktop.ui.panels.card_lines import card_lines
from desktop.ui.panels.order_lines import order_lines
from tests.helpers.attacks import Scene, scene, someone
from tests.helpers.build import board, door, encounter, fighter, link, profile, wall, zone
from tests.helpers.moves import with_traits


def table(seed=1):
    return play.SeededTable(seed)


@pytest.mark.fault("L17")
def test_every_square_is_of_one_zone_at_most_and_stays_so_through_a_file():
    diamond = [(4, 0), (8, 4), (4, 8), (0, 4)]
    on = board(zone("gem", outline=diamond), zone("box", (8, 0, 8, 8)), size=(16, 8))
    place = play.begin(encounter(on)).state.place
    again = play.begin(read(write(encounter(on))).encounter).state.place
    squares = [Square(x, y) for x in range(16) for y in range(8)]
    zones = {square: place.zone_at(GROUND, square) for square in squares}
    assert zones == {square: again.zone_at(GROUND, square) for square in squares}
    for square, found in zones.items():
        assert [each for each in ("gem", "box") if square in place.squares_of(each)] == (
            [found] if found else []
        )
    mirrored = {Square(7 - x, y): zones[x, y] for x in range(8) for y in range(8)}
    same = sum(mirrored[square] == zones[square] for square in mirrored)
    assert same >= 64 - 8, "a slanting border takes at most its own squares to one side"


@pytest.mark.fault("X09")
@pytest.mark.parametrize("side_sq", [2, 3, 4])
def test_a_large_one_is_in_the_zone_of_its_seat_and_nothing_else_decides(side_sq):
    on = board(zone("a", (0, 0, 6, 8)), zone("b", (6, 0, 6, 8)), link("a", "b"), size=(12, 8))
    for x in range(12 - side_sq):
        who = profile("p", squares=side_sq)
        made = encounter(on, who, fighter("ann", (x, 2), profile="p", side="heroes"))
        state = play.begin(made).state
        seat = state.fighters["ann"].seat
        assert state.zone_of("ann") == ("a" if seat.x < 6 else "b")


@pytest.mark.fault("X09")
@pytest.mark.parametrize(("x", "zone_"), [(7, "a"), (8, "b")])
def test_ground_and_card_of_a_large_one_go_by_the_zone_of_its_seat(x, zone_):
    person = someone("P", (x, 2), side="heroes", wounds=20, initiative=9)
    on_two = [replace(each, squares=3) if isinstance(each, Profile) else each for each in person]
    made = encounter(with_traits(a="light cover", b="minor hazard"), *on_two)
    combat = play.begin(made, table=table())
    under = {combat.state.place.zone_at(GROUND, each) for each in covered(Square(x, 2), 3)}
    assert under == {"a", "b"}
    combat = combat.take(BeginTurn(entry="P"), table())
    hurt = any(isinstance(fact, WoundsTaken) for fact in combat.steps[-1].events)
    card = card_lines(combat.book, combat.state, "P").zone
    assert (combat.state.zone_of("P"), card.split(":")[0], hurt) == (zone_, zone_, zone_ == "b")


@pytest.mark.fault("L15")
@pytest.mark.parametrize("role", ["", "troop"])
def test_a_hazard_beyond_the_wounds_is_what_a_blow_beyond_them_is(role):
    figures = {"role": role, "criticals": None} if role else {}
    people = someone("P", "a", side="heroes", wounds=10, speed="normal", initiative=9, **figures)
    combat = play.begin(encounter(with_traits(b="major hazard"), *people), table=table())
    combat = combat.take(Decree(facts=(WoundsSet(who="P", total=8),)), table())
    before = combat.take(BeginTurn(entry="P"), table())
    combat = before.take(Walk(who="P", to="b"), table())
    hurt = [fact for fact in combat.steps[-1].events if isinstance(fact, WoundsTaken)]
    assert len(hurt) == 1, "once for the entry, not once a step"
    person = combat.state.fighters["P"]
    assert person.criticals
    assert (person.off == "out") == (role == "troop")
    told = " ".join(telling.told(before.state, combat.steps[-1]))
    assert "hazard" in told.lower()


@pytest.mark.fault("L22")
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("space", ["squares", "measured"])
def test_no_step_of_any_way_goes_through_a_wall(space, seed):
    dice = Random(seed)
    thin = [
        wall((x, y), (x + 1, y)) if dice.random() < 0.5 else wall((x, y), (x, y + 1))
        for x, y in ((dice.randrange(1, 11), dice.randrange(1, 7)) for _ in range(30))
    ]
    on = board(zone("a", (0, 0, 12, 8)), *thin, size=(12, 8))
    who = someone("P", (0, 0), side="heroes", speed="fast", initiative=9)
    made = encounter(on, *who, space=space)
    combat = play.begin(made, table=table()).take(BeginTurn(entry="P"), table())
    ground = combat.state.place.ground(GROUND)
    went = 0
    for _ in range(10):
        to = Square(dice.randrange(12), dice.randrange(8))
        try:
            after = combat.take(Walk(who="P", to=to), table())
        except EncounterError:
            continue
        start = combat.state.fighters["P"].seat
        for fact in after.steps[-1].events:
            if isinstance(fact, Moved) and fact.who == "P":
                for one, other in pairwise((start, *(spot.square for spot in fact.path))):
                    assert one == other or ground.blocked(one, other) is None
                    went += 1
                start = fact.path[-1].square
    assert went


@pytest.mark.fault("L25")
def test_those_of_one_initiative_each_have_their_turn_in_an_order_that_can_be_changed():
    numbers = (("A", 4), ("B", 4), ("C", 4), ("D", 2))
    made = scene(*(someone(name, "a", side="heroes", initiative=n) for name, n in numbers))
    assert [entry.id for entry in made.state.order] == ["A", "B", "C", "D"]
    by_id = {entry.id: entry for entry in made.state.order}
    made.take(SetOrder(order=tuple(by_id[name] for name in "CABD")))
    acted = []
    for _ in range(8):
        made.take(BeginTurn())
        acted.append((made.state.round, made.state.acting))
        made.take(EndTurn())
    assert acted == [(n, who) for n in (1, 2) for who in "CABD"]


def prone(who: str, until: Until) -> ConditionSet:
    return ConditionSet(who=who, condition="prone", now=Condition(until=until))


@pytest.mark.fault("L26")
def test_until_a_start_and_until_an_end_of_somebody_are_kept_apart():
    numbers = (("A", 9), ("B", 8), ("C", 7), ("D", 6))
    made: Scene = scene(
        *(someone(name, "a", side="heroes", initiative=n) for name, n in numbers)
    )  # fmt: skip
    made.take(BeginTurn()).take(EndTurn()).take(BeginTurn())
    assert made.state.acting == "B"
    made.let(
        prone("C", Until("start of turn", None, "C")), prone("D", Until("end of turn", 2, "B"))
    )
    held = []
    for _ in range(5):
        made.take(EndTurn()).take(BeginTurn())
        has = ["prone" in made.state.fighters[who].conditions for who in "CD"]
        held.append((made.state.round, made.state.acting, *has))
    assert held == [
        (1, "C", False, True), (1, "D", False, True), (2, "A", False, True), (2, "B", False, True),
        (2, "C", False, False),
    ]  # fmt: skip


@pytest.mark.fault("L26")
def test_what_hangs_on_somebodys_turn_ends_where_it_was_when_that_one_is_down():
    numbers = (("A", 9), ("B", 8), ("C", 7))
    made: Scene = scene(
        *(someone(name, "a", side="heroes", initiative=n) for name, n in numbers)
    )  # fmt: skip
    made.take(BeginTurn()).take(EndTurn()).take(BeginTurn())
    made.let(
        prone("A", Until("start of turn", None, "B")), prone("C", Until("end of turn", 2, "B")),
        LeftBoard(who="B", why="out"),
    )  # fmt: skip
    held = []
    for _ in range(3):
        made.take(EndTurn()).take(BeginTurn())
        has = ["prone" in made.state.fighters[who].conditions for who in "AC"]
        held.append((made.state.round, made.state.acting, *has))
    assert held == [(1, "C", True, True), (2, "A", True, True), (2, "C", False, False)]


@pytest.mark.fault("L28")
def test_back_and_forward_again_does_nothing_twice():
    numbers = (("A", 9), ("B", 8), ("C", 7))
    people = [x for name, n in numbers for x in someone(name, "a", side="heroes", initiative=n)]
    combat = play.begin(encounter(with_traits(a="minor hazard"), *people), table=table())
    combat = combat.take(BeginTurn(), table())
    before = combat.state
    combat = combat.take(EndTurn(), table()).take(BeginTurn(), table())
    after = combat.state
    assert after.fighters["B"].wounds > before.fighters["B"].wounds
    rewound = combat.back(2)
    assert rewound.state == before
    for _ in range(3):
        rewound = rewound.forward(2)
        assert rewound.state == after
        rewound = rewound.back(1).forward(1).back(2)
    assert len(rewound.steps) == len(combat.steps)


@pytest.mark.fault("X11")
def test_a_door_is_read_anew_each_time():
    on = board(
        zone("a", (0, 0, 6, 6)), zone("b", (6, 0, 6, 6)), wall((6, 0), (6, 6)),
        door("gate", ((6, 2), (6, 4)), "closed"), link("a", "b", through="gate"), size=(12, 6),
    )  # fmt: skip
    people = [*someone("P", (2, 3), side="heroes"), *someone("Q", (9, 3))]
    combat = play.begin(encounter(on, *people), table=table())

    def turned(found, state):
        given = {"kind": "door", "id": "gate", "field": "state", "value": state}
        return found.take(Change(edit="set_field", arguments=given), table())

    def passes(found):
        place = found.state.place
        sees = place.sight_stop(GROUND, Square(2, 3), Square(9, 3)) is None
        walks = place.blocked(GROUND, Square(5, 3), Square(6, 3)) is None
        return sees, walks, place.link_stop("a-b") is None

    opened = turned(combat, "open")
    closed = turned(opened, "closed")
    found = [passes(each) for each in (combat, opened, closed, closed.back(1), closed.back(2))]
    assert found == [(on,) * 3 for on in (False, True, False, True, False)]


@pytest.mark.fault("X15")
def test_several_of_one_name_are_told_apart_by_their_ids():
    on = board(zone("a", (0, 0, 8, 6)), size=(8, 6))
    who = profile("p", name="Ganger", wounds=8)
    people = [
        replace(fighter(f"g{n}", "a", profile="p", side="foes"), name="Ganger") for n in (1, 2, 3)
    ]
    combat = play.begin(encounter(on, who, *people), table=table())
    facts = (
        WoundsSet(who="g2", total=5),
        ConditionSet(who="g3", condition="prone", now=Condition()),
    )
    before = combat.state
    combat = combat.take(Decree(facts=facts), table())
    told = " ".join(telling.told(before, combat.steps[-1]))
    assert "Ganger B" in told
    assert "Ganger C" in told
    gone = Change(edit="remove", arguments={"things": [["fighter", "g1"]]})
    state = combat.take(gone, table()).state
    assert set(state.fighters) == {"g2", "g3"}
    assert [entry.id for entry in state.order] == ["g2", "g3"]
    bad = {who: (each.wounds, "prone" in each.conditions) for who, each in state.fighters.items()}
    assert bad == {"g2": (5, False), "g3": (0, True)}


@pytest.mark.fault("X15")
def test_those_of_one_name_have_one_letter_each_on_the_board_in_the_order_and_on_the_card():
    on = board(zone("a", (0, 0, 8, 6)), size=(8, 6))
    names = {"x": "Garth", "g1": "Ganger", "g2": "Ganger", "g3": "Ganger"}
    people = [replace(fighter(who, "a", profile="p"), name=name) for who, name in names.items()]
    made = encounter(on, profile("p", name="P", wounds=8), *people)
    combat = play.begin(made, table=table())
    state, book = combat.state, combat.book
    called = {"x": "Garth", "g1": "Ganger A", "g2": "Ganger B", "g3": "Ganger C"}
    assert {who: label_of(state, who) for who in names} == called
    assert {entry.id: entry.name for entry in order_lines(book, state)} == called
    assert {who: card_lines(book, state, who).name for who in names} == called
    for drawn in (from_encounter(made, GROUND), from_state(state, GROUND)):
        looks = TokenLooks().of(drawn)["token"]
        assert {who: (look.initials, look.letter) for who, look in looks.items()} == {
            "x": ("Ga", ""), "g1": ("Ga", "A"), "g2": ("Ga", "B"), "g3": ("Ga", "C"),
        }  # fmt: skip
