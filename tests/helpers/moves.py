"""What tests of movement ask of a scene: where somebody is, can go, and what it would bring."""

from collections.abc import Mapping
from typing import Any

from desktop.core.model.board import Board
from desktop.core.model.words import FighterId, ZoneId
from desktop.core.rules.actions import BeginTurn, EndTurn, Walk
from desktop.core.rules.book import Distance, Plan
from desktop.core.rules.due import due
from desktop.core.rules.order import next_entry
from desktop.core.rules.walk import planned
from tests.helpers.attacks import Scene, scene, someone
from tests.helpers.build import board, link, zone


def with_traits(**traits: str) -> Board:
    """Return five zones in a row, some with traits."""
    zones = [
        zone(id, at=(i * 8, 0, 8, 6), traits=traits.get(id, "").split(", ") if id in traits else ())
        for i, id in enumerate("abcde")
    ]
    links = [link(a, b) for a, b in zip("abcd", "bcde", strict=True)]
    return board(*zones, *links, size=(40, 6))


def walker(
    on: Board,
    at: Any = "a",
    *,
    speed: str | None = "normal",
    rulings: Mapping[str, str] | None = None,
    others: Any = (),
    faces: Any = (),
    words: Any = None,
    **figures: Any,
) -> Scene:
    """Return a fight on a board in which it is the turn of P, a hero of a Speed."""
    hero = someone("P", at, side="heroes", speed=speed, initiative=9, **figures)
    made = scene(hero, *others, on=on, rulings=rulings)
    return made.take(BeginTurn(entry=FighterId("P")), *faces, words=words)


def again(made: Scene, *faces: Any, words: Any = None) -> Scene:
    """End turns and begin others until P's next one begins, with these answers."""
    while True:
        if made.state.acting:
            made.take(EndTurn())
        entry = next_entry(made.state) or made.state.order[0]
        if entry.id == "P":
            return made.take(BeginTurn(), *faces, words=words)
        made.take(BeginTurn())


def zone_of(made: Scene, who: str = "P") -> ZoneId | None:
    return made.state.zone_of(FighterId(who))


def left(made: Scene, kind: str, who: str = "P") -> int:
    return made.state.fighters[FighterId(who)].left.get(kind, 0)


def plan(made: Scene, to: Any, who: str = "P", **fields: Any) -> Plan:
    return planned(made.book, made.state, Walk(who=FighterId(who), to=to, **fields))


def reach(made: Scene, who: str = "P") -> Mapping[ZoneId, str]:
    return made.book.space.reach(made.book, made.state, FighterId(who)).zones


def within(made: Scene, *pays: str, who: str = "P") -> set[str]:
    """Return the zones that are reached for one of these."""
    return {zone for zone, pay in reach(made, who).items() if pay in pays}


def distance(made: Scene, one: str, other: str) -> Distance:
    return made.book.space.distance(made.state, FighterId(one), other)


def band(made: Scene, one: str, other: str) -> str:
    return distance(made, one, other).band


def rules(refusals: Any) -> list[str]:
    """Return the ids of the rules that refusals or consequences cite."""
    return [refusal.rule for refusal in refusals]


def dues(made: Scene) -> dict[str, Any]:
    return {each.key: each for each in due(made.book, made.state)}


def go(
    made: Scene, to: Any, *faces: Any, who: str = "P", words: Any = None, **fields: Any
) -> Scene:
    """Walk somewhere, with these answers."""
    return made.take(Walk(who=FighterId(who), to=to, **fields), *faces, words=words)
