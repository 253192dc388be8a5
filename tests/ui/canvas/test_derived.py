"""Tables that follow from drawing to drawing are those made from nothing, and say what differs."""

from hypothesis import example, given
from hypothesis import strategies as st

from desktop.core.model.tables import _things_changed, things_changed
from desktop.core.model.words import Square
from desktop.ui.canvas.derived import Derived
from desktop.ui.canvas.taken import Taken

IDS = st.sampled_from("abcdef")
TABLES = st.dictionaries(IDS, st.integers(0, 3))


def made(number, other, common):
    """Return what the tests make of two tables: nothing of some, the same of several others."""
    return None if number == 0 else (number // 2, other, common)


@given(st.lists(st.tuples(TABLES, TABLES, st.integers(0, 1))))
@example([({"b": 0}, {}, 0), ({"a": 1, "b": 1}, {}, 0)])  # what was None comes behind a newcomer
def test_a_derived_table_is_the_one_made_from_nothing_in_its_order(drawings):
    derived, last = Derived(), {}
    for one, other, common in drawings:
        found = derived.of(lambda a, b, c=common: made(a, b, c), one, other, common=(common,))
        fresh = {id_: made(one[id_], other.get(id_), common) for id_ in one}
        assert list(found.items()) == [each for each in fresh.items() if each[1] is not None]
        changed = things_changed(last, found)
        assert changed == _things_changed(last, found)
        assert things_changed(found, last) == _things_changed(found, last)
        assert bool(changed) or found == last
        last = found


@given(TABLES)
def test_a_derived_table_is_the_very_same_while_nothing_differs(table):
    derived = Derived()
    first = derived.of(lambda number: number, table)
    assert derived.of(lambda number: number, dict(table)) is first


PLACES = st.dictionaries(IDS, st.frozensets(st.builds(Square, st.integers(0, 3), st.just(0))))


@given(st.lists(PLACES))
def test_who_takes_which_squares_follows_from_drawing_to_drawing(drawings):
    taken, last = Taken(frozenset), {}
    for where in drawings:
        stirred = taken.follow(where)
        squares = frozenset().union(*where.values())
        assert taken.by == {
            at: {who for who, covers in where.items() if at in covers} for at in squares
        }
        reordered = _things_changed(last, where).reordered
        moved = [who for who in {*last, *where} if reordered or last.get(who) != where.get(who)]
        assert stirred == frozenset().union(
            *(each.get(who, frozenset()) for each in (last, where) for who in moved)
        )
        last = where


def test_what_names_a_place_twice_leaves_it_for_good():
    taken = Taken(tuple)
    taken.follow({"lift": (Square(1, 1), Square(1, 1))})
    assert taken.follow({}) == {Square(1, 1)}
    assert taken.by == {}
