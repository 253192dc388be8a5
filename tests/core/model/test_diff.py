from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.core.model.diff import changes, squares_changed, words_changed
from desktop.core.model.edits import apply
from desktop.core.model.tables import _things_changed, things_changed
from tests.helpers.any_edit import dock, drawn_edit, tried
from tests.helpers.build import encounter, fighter, piece, row, wall


def here():
    return encounter(row("a", "b", "c"), fighter("p", at="a"), fighter("q", at=(9, 1)))


def test_nothing_differs_between_equal_encounters():
    one = here()
    assert not changes(one, one)
    assert not changes(one, here())


def test_things_that_came_went_and_changed_are_named():
    before = here()
    after = apply(before, "rename", kind="zone", id="a", name="Nave")
    after = apply(after, "remove", things=[["zone", "c"], ["fighter", "q"]])
    after = apply(after, "add_fighter", name="r", at="b")
    found = changes(before, after)
    assert found.zones.changed == ("a",)
    assert found.zones.removed == ("c",)
    assert found.links.removed == ("b-c",)
    assert (found.fighters.added, found.fighters.removed) == (("r",), ("q",))
    assert found.place
    assert found.document == frozenset()
    assert set(changes(after, before).zones.all) == {"a", "c"}


def test_another_order_is_told():
    before = here()
    after = apply(before, "reorder", kind="fighter", id="q", to=0)
    assert changes(before, after).fighters.reordered
    assert not changes(before, after).place


def test_painted_squares_and_pieces_are_told_square_by_square():
    before = here()
    after = apply(before, "paint", squares=[[0, 0], [1, 0]], kind="difficult")
    assert changes(before, after).squares == {"ground": {(0, 0), (1, 0)}}
    later = apply(after, "paint", squares=[[1, 0]])
    assert changes(after, later).squares == {"ground": {(1, 0)}}
    smoke = replace(later, board=replace(later.board, clouds=(piece("light cloud", (2, 2)),)))
    assert changes(later, smoke).clouds == {"ground": {(2, 2)}}


def test_walls_are_told_by_level_and_the_rest_by_name():
    before = here()
    built = replace(before.board, walls=(wall((1, 1), (1, 3)),), size=(30, 30))
    after = replace(before, board=built, name="Dock", rulings={"barrier_cost": "move too"})
    found = changes(before, after)
    assert found.walls == {"ground"}
    assert found.board == {"size"}
    assert found.document == {"name", "rulings"}


TABLES = st.dictionaries(st.sampled_from("abcdef"), st.sampled_from(["one", "two", (1,)]))


@given(TABLES, TABLES, TABLES)
def test_painted_squares_are_compared_as_one_by_one(before, more, other):
    for after in (other, {**before, **more}, {each: more.get(each, "one") for each in before}):
        differ = {at for at in {*before, *after} if before.get(at) != after.get(at)}
        assert words_changed(before, after) == words_changed(after, before) == differ


@given(st.integers(0, 2**32))
@settings(max_examples=30)
def test_after_any_edits_the_painted_squares_that_differ_are_those_that_do(seed):
    chance, here = Random(seed), dock()
    for _ in range(12):
        after, _error = tried(here, *drawn_edit(chance, here))
        if after is None:
            continue
        old, new = here.board.squares, after.board.squares
        differ = {
            level: {at for at in {*old.get(level, {}), *new.get(level, {})}
                    if old.get(level, {}).get(at) != new.get(level, {}).get(at)}
            for level in {*old, *new}
        }  # fmt: skip
        differ = {level: squares for level, squares in differ.items() if squares}
        assert squares_changed(old, new) == squares_changed(new, old) == differ
        here = after


@given(st.integers(0, 2**32))
@settings(max_examples=30)
def test_what_an_edit_says_of_its_tables_is_what_comparing_them_finds(seed):
    chance, done = Random(seed), [dock()]
    for _ in range(12):
        here = chance.choice(done)
        after, _error = tried(here, *drawn_edit(chance, here))
        for before, now in ((here, after), (after, here)) if after is not None else ():
            for one, other in (
                (before.board.zones, now.board.zones), (before.board.links, now.board.links),
                (before.board.features, now.board.features),
                (before.fighters, now.fighters), (before.groups, now.groups),
            ):  # fmt: skip
                said, found = things_changed(one, other), _things_changed(one, other)
                assert replace(said, changed=()) == replace(found, changed=())
                assert {*said.changed} == {*found.changed}
        done += [after] if after is not None else []
