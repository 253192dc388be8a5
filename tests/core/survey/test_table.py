"""Tables that follow others place by place, and who stands where in them."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from desktop.core.survey.places import first, index_after, index_of, picked, places
from desktop.core.survey.table import Table, exchanged, remade


def drawn(chance, before):
    """Draw things by id from others: some go, some come, some are otherwise, rarely in disorder."""
    kept = [id_ for id_ in before if chance.random() < 0.9]
    for n in range(chance.randint(0, 3)):
        kept.insert(chance.randint(0, len(kept)), f"n{chance.randint(0, 99)}-{n}")
    if chance.random() < 0.2:
        chance.shuffle(kept)
    return {
        id_: before.get(id_, 0) if chance.random() < 0.8 else chance.randint(0, 3) for id_ in kept
    }


@given(st.integers(0, 2**32), st.integers(0, 150))
def test_a_table_that_follows_is_the_one_made_from_nothing(seed, many):
    chance = Random(seed)
    things = {f"n{n}": chance.randint(0, 3) for n in range(many)}
    source = Table.of(things)
    made = Table(source.ids, tuple(value % 2 for value in source.column))
    index = index_of(source)
    for _ in range(4):
        things = drawn(chance, things)
        was, source = source, Table.of(things, source)
        made = remade(made, was, source, lambda value: value % 2)
        assert dict(made.pairs()) == made.by_id == {id_: n % 2 for id_, n in things.items()}
        assert made.ids.names == tuple(things)
        index = index_after(index, was, source)
        assert index == index_of(source)
        gone, come = exchanged(was, source)
        left = sorted([*was.column, *come])
        assert left == sorted([*source.column, *gone])


def test_a_table_stays_the_same_where_what_is_made_of_its_things_does():
    was, now = Table.of({"a": 1, "b": 2}), {"a": 3, "b": 2}
    made = Table(was.ids, (1, 0))
    assert remade(made, was, Table.of(now, was), lambda value: value % 2) is made


def test_places_are_picked_in_their_order():
    index = index_of(Table.of(dict(zip("abcd", "xyxx", strict=True))))
    assert first(index["y"]) == 1
    assert list(places(index["x"])) == [0, 2, 3]
    assert list(picked(("p", "q", "r", "s"), index["x"])) == ["p", "r", "s"]
