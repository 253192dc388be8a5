"""Everyone and their letters, followed from edit to edit: never otherwise than from nothing."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.core.model.crew import crew_by_id, crew_of, lettered, twins
from desktop.core.model.edits import apply
from desktop.core.model.encounter import people
from desktop.core.model.footprint import covered, seats, side_of, taken_on
from desktop.core.model.tables import _things_changed, things_changed
from tests.helpers.any_edit import dock, drawn_edit, tried
from tests.helpers.build import encounter, fighter, group, row


def check_as_from_nothing(here):
    crew = tuple(people(here))
    assert crew_of(here) == crew
    assert list(crew_by_id(here).items()) == [(person.id, person) for person in crew]
    letters = lettered((who, each.label) for who, each in here.fighters.items())
    assert list(twins(here.fighters).items()) == list(letters.items())
    sides = {person.id: side_of(person.profile) for person in crew}
    for level in here.board.levels:
        assert taken_on(here, level, {"vex"}) == {
            square
            for who, at in seats(here).items()
            if at.level == level and who != "vex"
            for square in covered(at.square, sides[who])
        }


@given(st.integers(0, 2**32))
@settings(max_examples=30)
def test_after_any_edits_and_back_everyone_is_as_from_nothing(seed):
    chance, done = Random(seed), [dock()]
    for _ in range(12):
        after, _error = tried(done[-1], *drawn_edit(chance, done[-1]))
        done += [after] if after is not None else []
        check_as_from_nothing(done[-1])
        if chance.random() < 0.3:
            check_as_from_nothing(chance.choice(done))


@given(st.integers(0, 2**32))
@settings(max_examples=30)
def test_what_is_said_of_everyone_beforehand_is_what_comparing_them_finds(seed):
    chance, now = Random(seed), dock()
    crew, letters = crew_by_id(now), twins(now.fighters)
    for _ in range(12):
        now = tried(now, *drawn_edit(chance, now))[0] or now
        tables = (crew, crew_by_id(now)), (letters, twins(now.fighters))
        for before, after in tables:
            said, found = things_changed(before, after), _things_changed(before, after)
            assert set(said.all) == set(found.all)
            assert (said.added, said.removed) == (found.added, found.removed)
            assert said.reordered == found.reordered
        crew, letters = crew_by_id(now), twins(now.fighters)


def here():
    return encounter(
        row("a", "b"), fighter("p", at="a"), fighter("q", at="b"), group("g", 3, "a"), group("h", 2)
    )


def same_people(before, after):
    was, now = crew_by_id(before), crew_by_id(after)
    return {who for who in was if was[who] is now.get(who)}


def test_whoever_an_edit_leaves_alone_is_the_very_same():
    before = here()
    everyone = set(crew_by_id(before))
    moved = apply(before, "put_people", people=["p"], at="b")
    assert same_people(before, moved) == everyone - {"p"}
    apart = apply(moved, "put_people", people=["g/B"], at="b")
    assert same_people(moved, apart) == everyone - {"g/B"}
    joined = apply(apart, "add_fighter", name="r", at="b")
    assert same_people(apart, joined) == everyone
    assert list(crew_by_id(joined)) == ["p", "q", "r", "g/A", "g/B", "g/C", "h/A", "h/B"]


def test_letters_are_the_very_same_while_nobody_has_another():
    before = here()
    assert twins(apply(before, "put_people", people=["p"], at="b").fighters) is twins(
        before.fighters
    )
    named = apply(before, "rename", kind="fighter", id="p", name="q")
    assert twins(named.fighters) == {"p": "A", "q": "B"}
    moved = apply(named, "put_people", people=["p"], at="b")
    assert twins(moved.fighters) is twins(named.fighters)
