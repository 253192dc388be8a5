"""Whatever one does to an encounter, it stays whole."""

import pickle
from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.core.model.diff import changes
from desktop.core.model.edits import EDITS
from desktop.core.model.edits.people import members_of
from desktop.core.model.footprint import seats
from desktop.core.model.outlines import fault_of
from desktop.core.model.place import Place
from desktop.core.store.checks import problems_of
from tests.helpers.any_edit import dock, drawn_edit, tried


def check_whole(here):
    made = here.board
    ids = [
        id_
        for things in (
            made.levels, made.zones, made.links, made.doors, made.features, here.profiles,
            here.fighters, here.groups, here.sides, here.clocks, here.cues,
        )
        for id_, thing in things.items()
    ]  # fmt: skip
    assert len(ids) == len(set(ids))
    assert all(zone.id == id_ for id_, zone in made.zones.items())
    assert [each for each in problems_of(here) if "profile" not in str(each)] == []
    place = Place.of(made)
    for level_id in made.levels:
        owners = place.zone_map(level_id).owners
        held = [place.squares_of(z.id) for z in made.zones.values() if z.level == level_id]
        assert sum(map(len, held)) == len(owners)
    drawn = [each for each in made.zones.values() if each.outline]
    for i, one in enumerate(drawn):
        assert fault_of(one.outline) is None
        for other in drawn[:i]:
            if one.level == other.level:
                assert overlap(one.outline, other.outline) < 1e-3


def overlap(one, other):
    from shapely import Polygon

    return Polygon(one).intersection(Polygon(other)).area


def played(seed: int, count: int, done: Counter[str]) -> None:
    """Do some edits, each of which leaves a whole encounter or is refused with a sentence."""
    chance = Random(seed)
    here = dock()
    for _ in range(count):
        name, arguments = drawn_edit(chance, here)
        kept = pickle.dumps(here)
        says = EDITS[name].says(here, arguments)
        assert says
        assert "{" not in says
        after, error = tried(here, name, arguments)
        assert pickle.dumps(here) == kept
        if after is None:
            assert error.endswith((".", "?"))
            continue
        check_whole(after)
        # Mappings that differ in nothing but order are equal to Python, and not to a file.
        assert bool(changes(here, after)) == (here != after) or name == "reorder"
        known = {
            each for id_ in (*after.fighters, *after.groups) for each in members_of(after, id_)
        }
        assert set(seats(after)) <= known
        done[name] += 1
        here = after


@given(st.integers(0, 2**32))
@settings(max_examples=25)
def test_no_edits_in_any_order_break_an_encounter_or_change_the_one_before(seed):
    played(seed, 12, Counter())


def test_the_edits_that_are_drawn_are_done_and_not_merely_refused():
    done: Counter[str] = Counter()
    for seed in range(20):
        played(seed, 25, done)
    assert len(done) > 28
