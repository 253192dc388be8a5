"""Tables are compared, and made from others, as if each thing were looked at."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from desktop.core.model.tables import (
    SAME,
    Changed,
    remade,
    things_changed,
    with_things,
    without,
)

TABLES = st.dictionaries(st.sampled_from("abcdef"), st.sampled_from(["one", "two", (1,)]))


def by_hand(before, after):
    """What became of the things of a table, looked at one by one."""
    stayed = [each for each in before if each in after]
    return Changed(
        added=tuple(each for each in after if each not in before),
        removed=tuple(each for each in before if each not in after),
        changed=tuple(each for each in after if each in before and before[each] != after[each]),
        reordered=stayed != [each for each in after if each in before],
    )


def in_order(found):
    return replace(found, changed=tuple(sorted(found.changed)))


@given(TABLES, TABLES)
def test_tables_are_compared_as_one_by_one(before, after):
    assert things_changed(before, after) == by_hand(before, after)
    again = {each: after[each] for each in before if each in after}
    assert things_changed(after, again) == by_hand(after, again)


@given(TABLES, TABLES)
def test_what_is_made_of_each_thing_is_made_again_only_where_it_differs(before, after):
    made = {each: repr(thing) for each, thing in before.items()}
    fresh = []
    found = remade(made, before, after, lambda thing: fresh.append(thing) or repr(thing))
    assert list(found.items()) == [(each, repr(thing)) for each, thing in after.items()]
    differ = things_changed(before, after)
    assert len(fresh) == len(differ.changed) + len(differ.added)
    assert (found is made) == (differ == SAME)


@given(TABLES, TABLES, st.sets(st.sampled_from("abcdef")))
def test_things_are_put_in_and_taken_out_and_it_is_known_how_tables_differ(things, anew, ids):
    for after, as_said in (
        (with_things(things, anew), {**things, **anew}),
        (without(things, ids), {each: things[each] for each in things if each not in ids}),
    ):
        assert list(after.items()) == list(as_said.items())
        for before, now in ((things, after), (after, things)):
            assert in_order(things_changed(before, now)) == in_order(by_hand(before, now))
        assert (after is things) == (after == things)
