"""What the survey keeps from one encounter to the next changes nothing of what it finds."""

from collections.abc import Iterator
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.core.model.encounter import Encounter
from desktop.core.model.words import TRAITS
from desktop.core.store.catalogue import catalogue
from desktop.core.survey.all_checks import issues_of, survey
from desktop.core.survey.facts import Facts, fact
from desktop.core.survey.facts import given as held
from desktop.core.survey.layout import Layout
from tests.helpers.any_edit import dock, drawn_edit, tried
from tests.helpers.build import attack, board, encounter, fighter, group, link, profile, zone

STOCK = {"hero": profile("hero", attacks=(attack("club", kind="melee", damage=5),))}


def town() -> Encounter:
    """Twelve zones in rows of four, with people who fight: large enough for every check."""
    ids = [f"t{n}" for n in range(12)]
    zones = [
        zone(id_, (8 * (n % 4), 8 * (n // 4), 8, 8), traits=[TRAITS[n]] if n % 3 else [])
        for n, id_ in enumerate(ids)
    ]
    ways = [link(ids[n], ids[n + 1]) for n in range(11) if n % 4 < 3]
    ways += [link(ids[n], ids[n + 4], "stairs" if n % 2 else "open") for n in range(8)]
    shooter = profile("shooter", attacks=(attack("rifle", kind="ranged", damage=8, range="long"),))
    people = [
        shooter, profile("big", size="large"), fighter("ada", at="t0", profile="hero"),
        fighter("bo", at=(1, 1), profile="shooter", side="heroes"),
        group("pack", count=5, at="t11", profile="big", side="foes"),
        group("dogs", count=9, at="t5", profile="hero", side="foes"),
    ]  # fmt: skip
    return encounter(board(*zones, *ways, size=(32, 24)), *people)


def words_of(chance: Random, here: Encounter) -> tuple[str, dict[str, object]]:
    """Draw an edit of what the others leave alone: weather, texts, marks, mutes."""
    zones, issues = sorted(here.board.zones), survey(here, catalogue(), STOCK)
    some = [chance.choice(zones)] if zones else ["nothing"]
    field, value = chance.choice(
        [
            ("exit", True), ("goal", True), ("scenery", True), ("sheltered", True),
            ("hidden", True), ("capacity", 1), ("tags", ["air", "ambush"]), ("start", "heroes"),
            ("for_players", "The quay lies still."), ("name", "quay"), ("exit", False),
        ]
    )  # fmt: skip
    odd = chance.choice(issues) if issues else None
    return chance.choice(
        [
            ("set_field", {"kind": "zone", "ids": some, "field": field, "value": value}),
            ("set_traits", {"add": [chance.choice(TRAITS)]}),
            ("set_field", {"kind": "encounter", "field": "for_players", "value": "Vex waits."}),
            ("mute", {"issue": odd.check, "at": odd.place, "why": "meant"} if odd else {}),
        ]
    )


def followed(seed: int, here: Encounter) -> Iterator[Encounter]:
    """Yield an encounter and what a dozen edits by chance make of it, a fifth of them undone."""
    chance, before = Random(seed), here
    yield here
    for _ in range(12):
        draw = words_of if chance.random() < 0.3 else drawn_edit
        after, _error = tried(here, *draw(chance, here))
        if after is not None:
            undone = chance.random() < 0.2
            before, here = here, before if undone else after
            yield here


def check_survey(here: Encounter) -> None:
    """Compare what was kept with what is found from nothing, in words and in order."""
    kept, fresh = survey(here, catalogue(), STOCK), issues_of(Layout(here, STOCK), catalogue())
    assert [repr(each) for each in kept] == [repr(each) for each in fresh]


@given(st.integers(0, 2**32), st.sampled_from([dock, town]))
@settings(max_examples=40)
def test_after_any_edits_the_survey_is_what_it_would_be_from_nothing(seed, begun):
    for here in followed(seed, begun()):
        check_survey(here)


class Shelf(Facts):
    def __init__(self, things, before=None):
        self.own = things
        self.made = []
        super().__init__(before)

    @held
    def things(self):
        return self.own["things"]

    @held
    def other(self):
        return self.own["other"]

    @fact
    def names(self):
        self.made.append("names")
        return {thing: thing.upper() for thing in self.things}

    @fact
    def longest(self):
        self.made.append("longest")
        return max(self.names, key=len)

    @fact
    def picked(self):
        self.made.append("picked")
        return self.longest if self.things else self.other


def made(shelf):
    value = shelf.picked
    return value, shelf.made


def test_a_fact_is_made_again_only_where_something_that_it_read_is_another_object():
    first = Shelf({"things": ["a", "bb"], "other": 1})
    assert made(first) == ("bb", ["picked", "longest", "names"])
    same = Shelf({"things": first.own["things"], "other": 2}, first)
    assert made(same) == ("bb", [])


def test_a_fact_that_turns_out_equal_leaves_what_was_made_from_it():
    first = Shelf({"things": ["a", "bb"], "other": 1})
    made(first)
    equal = Shelf({"things": ["a", "bb"], "other": 1}, first)
    assert equal.names is first.names
    assert made(equal) == ("bb", ["names", "picked"])


def test_another_order_makes_another_mapping():
    first = Shelf({"things": ["a", "b"], "other": 1})
    made(first)
    turned = Shelf({"things": ["b", "a"], "other": 1}, first)
    assert made(turned) == ("b", ["picked", "names", "longest"])


def test_what_was_not_read_the_last_time_is_read_when_it_comes_to_count():
    first = Shelf({"things": ["a"], "other": 1})
    made(first)
    emptied = Shelf({"things": [], "other": 7}, first)
    assert made(emptied)[0] == 7
