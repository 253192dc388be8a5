"""Fields and clouds that last for a while: when they go, what is told of it, and what is due."""

import pytest

from desktop.core.model.board import Board
from desktop.core.model.moments import Moment, moment_of
from desktop.core.model.words import Square
from desktop.core.rules.actions import BeginTurn, Change, Decree, EndTurn, Settle
from desktop.core.rules.combat import Combat
from desktop.core.rules.due import due
from desktop.core.rules.events import Moved, PlaceChanged
from tests.helpers.build import encounter, fighter, piece, row
from tests.helpers.fight import fight, play


def started(**pieces) -> Combat:
    return fight(encounter(row("a", "b", **pieces), fighter("ilse", "a", initiative=9)))


def round_on(combat: Combat, rounds: int = 1) -> Combat:
    wanted = combat.state.round + rounds
    while combat.state.round < wanted:
        combat = play(combat, EndTurn() if combat.state.acting else BeginTurn())
    return combat


def board(combat: Combat) -> Board:
    return combat.state.encounter.board


def told(combat: Combat) -> list[str]:
    facts = (fact for step in combat.steps for fact in step.events)
    return [fact.says for fact in facts if isinstance(fact, PlaceChanged)]


SMOKE = piece("light cloud", (0, 0), source="smoke", until=Moment("end of round", 1))


def test_clouds_and_fields_end_at_their_moment_and_are_told_by_name():
    fields = (
        piece("damaging", (1, 0), until=Moment("start of round", 2)), piece("rough", (2, 0)),
    )  # fmt: skip
    combat = round_on(started(clouds=(SMOKE,), fields=fields))
    assert len(board(combat).clouds) == 1
    combat = round_on(combat)
    assert board(combat).clouds == ()
    assert [each.kind for each in board(combat).fields] == ["rough"]
    assert told(combat) == ["Light cloud (smoke) ends", "Damaging ends"]


def test_the_end_of_a_cloud_is_due_is_let_come_early_and_can_be_skipped():
    more = piece("light cloud", (3, 0), source="smoke", until=SMOKE.until)
    steam = piece("light cloud", (9, 0), source="steam", until=Moment("end of round", 1))
    combat = round_on(started(clouds=(SMOKE, more, steam)))
    found = {each.says: each for each in due(combat.book, combat.state)}
    assert list(found) == ["light cloud (smoke) ends", "light cloud (steam) ends"]
    assert [(each.who, each.when) for each in found.values()] == [
        ("a", "end of round"), ("b", "end of round"),
    ]  # fmt: skip
    early = found["light cloud (smoke) ends"].by_hand
    assert early is not None
    assert board(play(combat, early)).clouds == (steam,)
    combat = play(combat, Settle(due=found["light cloud (steam) ends"].key))
    assert board(round_on(combat)).clouds == (steam,)


def test_what_is_kept_stays_when_others_end_at_the_same_moment():
    steam = piece("light cloud", (9, 0), source="steam", until=SMOKE.until)
    combat = round_on(started(clouds=(SMOKE, steam)))
    first, _ = due(combat.book, combat.state)
    assert first.says == "light cloud (smoke) ends"
    combat = play(combat, Settle(due=first.key))
    assert board(round_on(combat)).clouds == (SMOKE,)


def test_what_is_laid_during_the_fight_counts_its_rounds_from_then():
    combat = round_on(started(clouds=(SMOKE,)), 3)
    lays = {
        "of": "cloud", "kind": "dark cloud", "squares": ((1, 1),),
        "until": Moment("end of round", 1, later=True),
    }  # fmt: skip
    combat = play(combat, Change(edit="lay", arguments=lays))
    (cloud,) = board(combat).clouds
    assert cloud.until == Moment("end of round", 4)
    combat = play(combat, Change(edit="lay", arguments={**lays, "squares": ((5, 5),)}))
    assert board(round_on(combat)).clouds
    assert board(round_on(combat, 2)).clouds == ()


def test_what_counts_from_the_start_does_so_still_when_a_part_of_it_is_lifted():
    until = Moment("end of round", 2, later=True)
    combat = round_on(started(clouds=(piece("dark cloud", (0, 0), (1, 0), until=until),)), 2)
    combat = play(combat, Change(edit="lift", arguments={"of": "cloud", "squares": ((0, 0),)}))
    assert board(combat).clouds[0].squares == ((1, 0),)
    assert board(round_on(combat)).clouds == ()


def test_a_moment_that_is_past_when_a_cloud_is_laid_comes_at_the_next_chance():
    combat = round_on(started(), 3)
    lays = {"of": "cloud", "kind": "dark cloud", "squares": ((1, 1),), "until": SMOKE.until}
    combat = play(combat, Change(edit="lay", arguments=lays))
    assert board(combat).clouds
    assert board(round_on(combat)).clouds == ()


@pytest.mark.parametrize(("until", "left"), [("entering b", 0), ("entering a", 1)])
def test_a_cloud_may_last_until_somebody_comes(until, left):
    cloud = piece("dark cloud", (0, 0), until=moment_of(until))
    combat = round_on(started(clouds=(cloud,)))
    assert due(combat.book, combat.state) == ()
    walk = Moved(who="ilse", how="walked", level="ground", to=Square(10, 2))
    assert len(board(play(combat, Decree(facts=(walk,)))).clouds) == left
