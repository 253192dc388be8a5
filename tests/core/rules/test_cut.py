"""A leg is gone up to each square that brings something, and the mover is looked at again."""

from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId, LevelId, LinkId, Square, ZoneId
from desktop.core.rules.book import Leg, Pack
from desktop.core.rules.combat import Combat
from desktop.core.rules.compose import joined
from desktop.core.rules.events import MarkSet, Moved, Related
from desktop.core.rules.marks import OUT, REACH
from desktop.core.rules.now import Now
from desktop.core.rules.walk import cut, go
from tests.helpers.build import encounter, fighter, row
from tests.helpers.fight import TINY, fight, table

A, GROUND = FighterId("a"), LevelId("ground")
INTO_B = dict(leaves=ZoneId("one"), enters=ZoneId("two"), link=LinkId("one-two"))


def spots(*columns: int) -> tuple[Spot, ...]:
    return tuple(Spot(GROUND, Square(x, 1)) for x in columns)


def scene(*columns: int, entered=()) -> Combat:
    """Return a fight in which entering these columns brings something."""
    chapter = Pack(
        name="imperium",
        notable=(lambda book, state, who, spot: spot.square.x in columns,),
        entering=tuple(entered),
    )
    board = row("one", "two", width=4)
    people = (fighter("a", (0, 1)), fighter("b", (0, 2)), fighter("c", (5, 2)))
    return fight(encounter(board, *people), book=joined("imperium", "Tiny", TINY, chapter))


def now_of(combat: Combat) -> Now:
    return Now(book=combat.book, state=combat.state, table=table())


def test_only_the_last_part_enters_the_zone_and_crosses_the_link():
    combat = scene(1, 3)
    leg = Leg(path=spots(1, 2, 3, 4), gaits=("climb",), **INTO_B)
    parts = cut(combat.book, combat.state, A, leg)
    assert [part.path for part in parts] == [spots(1), spots(2, 3), spots(4)]
    assert [part.enters for part in parts] == [None, None, ZoneId("two")]
    assert [part.link for part in parts] == ["", "", "one-two"]
    assert [part.gaits for part in parts] == [(), (), ("climb",)], "the link is climbed, once"


def test_what_is_gone_in_one_way_from_the_start_is_tried_at_the_start():
    combat = scene(1)
    leg = Leg(path=spots(1, 2), leaves=None, enters=None, gaits=("swim",))
    assert [part.gaits for part in cut(combat.book, combat.state, A, leg)] == [("swim",), ()]


def test_a_leg_that_brings_nothing_on_its_way_stays_whole():
    combat = scene(4)
    leg = Leg(path=spots(1, 2, 3, 4), **INTO_B)
    assert cut(combat.book, combat.state, A, leg) == (leg,), "its end is looked at anyway"


def test_whom_one_steps_up_to_is_beside_one_at_the_end_only():
    combat = scene(1)
    now = now_of(combat)
    leg = Leg(path=spots(1, 2), leaves=None, enters=None, beside=("b", "c"))
    assert [part.beside for part in cut(combat.book, now.state, A, leg)] == [(), ("b", "c")]
    now.happens(related("b"))
    assert [part.beside for part in cut(combat.book, now.state, A, leg)] == [("b",), ("b", "c")]


def related(other: str):
    return Related(kind=REACH, one=A, other=other)


def test_each_such_square_is_entered_and_the_mover_is_looked_at_again():
    entered = []

    def entering(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
        entered.append(leg.path[-1].square.x)
        if leg.path[-1].square.x == 2:
            now.happens(MarkSet(subject=who, name=OUT, value=True))

    combat = scene(1, 2, entered=[entering])
    now = now_of(combat)
    leg = Leg(path=spots(1, 2, 3), leaves=None, enters=None)
    assert not go(now, A, (leg,), "walked"), "it goes down on the way"
    assert entered == [1, 2]
    moves = [event.to.x for event in now.events if isinstance(event, Moved)]
    assert moves == [1, 2]
    assert now.state.fighters[A].seat == Square(2, 1)
