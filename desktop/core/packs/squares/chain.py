"""What a push will come to, link by link, before it is done."""

from collections.abc import Iterable
from dataclasses import dataclass

from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId
from desktop.core.rules.actions import Force
from desktop.core.rules.book import Rulebook
from desktop.core.rules.events import Moved, WoundsTaken
from desktop.core.rules.foresee import Foreseen, foreseen
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef, Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """One thing that happens to somebody on the way."""

    who: FighterId
    squares: tuple[Spot, ...] = ()
    """Those that it is moved over before it happens."""
    says: str = ""
    """As `through pews`, `against a thin wall, 3 squares left`; empty where it just moves."""
    harm: int = 0
    """Points of damage, before any armour."""
    rule: RuleRef | None = None


def chain(book: Rulebook, state: CombatState, action: Force) -> tuple[Link, ...]:
    """Return the links of a push up to the first die, the last of which says what is rolled.

    Several who are pushed in turn are several actions, each from the state after the last.
    """
    seen = foreseen(book, state, action)
    links: list[Link] = []
    way: list[Spot] = []
    for fact in seen.facts:
        if isinstance(fact, Moved) and fact.who == action.who:
            way.append(Spot(fact.level, fact.to))
        elif isinstance(fact, WoundsTaken):
            links += _harmed(fact, tuple(way) if fact.who == action.who else ())
            way = [] if fact.who == action.who else way
    damage = _reckoned_by_then(seen)
    if damage is not None and seen.asks is not None:
        links += _parts(seen.asks.who or action.who, damage, tuple(way))
    elif way:
        links.append(Link(who=action.who, squares=tuple(way)))
    return (*links, *_asked(seen, action))


def _harmed(fact: WoundsTaken, way: tuple[Spot, ...]) -> Iterable[Link]:
    return _parts(fact.who, fact.damage, way)


def _reckoned_by_then(seen: Foreseen) -> Tally | None:
    """Return the damage that is known where the first die is asked for, and not dealt yet."""
    dealt = [fact.damage for fact in seen.facts if isinstance(fact, WoundsTaken)]
    last = seen.numbers[-1] if seen.numbers else None
    return (
        last if last is not None and last.key.startswith("damage|") and last not in dealt else None
    )


def _parts(who: FighterId, damage: Tally, way: tuple[Spot, ...]) -> Iterable[Link]:
    for number, part in enumerate(damage.live("base", "adds")):
        yield Link(
            who=who, squares=() if number else way, says=part.says, harm=part.amount,
            rule=part.rule,
        )  # fmt: skip


def _asked(seen: Foreseen, action: Force) -> Iterable[Link]:
    if seen.asks is not None:
        yield Link(who=seen.asks.who or action.who, says=seen.asks.says, rule=seen.asks.rule)
    for refusal in seen.refused:
        yield Link(who=action.who, says=refusal.says, rule=refusal.rule)
