"""Harm of this book: injury points and levels, or Wounds of Imperium Maledictum."""

from typing import get_args

from desktop.core.model.words import FighterId, Location
from desktop.core.packs.yards.figures import figures
from desktop.core.rules.book import Pack
from desktop.core.rules.events import Condition, ConditionSet, MarkSet, Said, WoundsTaken
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, Tally

OWN = RuleRef("INQ-HARM-01")
WOUNDS = RuleRef("INQ-HARM-02")

LOCATIONS: tuple[tuple[int, Location], ...] = (
    (10, "right leg"), (20, "left leg"), (60, "body"), (75, "right arm"), (90, "left arm"),
    (100, "head"),
)  # fmt: skip
"""Where something random hits, by the highest face of a d100."""
LEVELS = "injury level "
"""Before a location, the mark on a fighter with the levels of injury that it has there."""
MOST_ROLLS = 30


def levels_at(state: CombatState, who: FighterId, *places: Location) -> tuple[int, ...]:
    """Return the levels of injury of each location."""
    return tuple(int(state.mark(who, LEVELS + place) or 0) for place in places)


def damage(now: Now, who: FighterId, key: str, says: str, amount: int, rule: RuleRef) -> Tally:
    """Return damage that dice came to, shown and open to the GM's word."""
    part = Part(key="dice", says=key, does="base", amount=amount, rule=rule)
    return now.told(Tally(key=now.unique(f"{key}|{who}"), says=says, parts=(part,)))


def hurt(
    now: Now,
    who: FighterId,
    dealt: Tally,
    *,
    rule: RuleRef,
    location: Location | None = None,
    by: FighterId | None = None,
    located: bool = True,
    armour: bool = True,
) -> None:
    """Deal damage to a location, rolled where unsaid, less the armour there unless told otherwise.

    What is not `located` hits the whole body: armour does not count, and no location is injured.
    """
    armour = armour and located
    if figures(now.state, who).injury is None:
        armour = armour and not reads(now.state, "inq_harm", "past armour")
        place = location if located else "body"
        now.book.damage.hurt(now, who, dealt, rule=rule, by=by, location=place, armour=armour)
        return
    if located and location is None:
        location = random_location(now, who, rule)
    _injure(now, who, dealt, location if located else None, by, rule, armour=armour)


def _injure(
    now: Now,
    who: FighterId,
    dealt: Tally,
    location: Location | None,
    by: FighterId | None,
    rule: RuleRef,
    *,
    armour: bool,
) -> None:
    """Deal injury points as this book does, with the levels that the GM says."""
    name, worn = label_of(now.state, who), figures(now.state, who).armour or {}
    counts = armour and location is not None
    amount = worn.get(location, 0) if location is not None and armour else 0
    says = f"Armour, {location}" if counts else "no Armour counts"
    part = Part(key="worn", says=says, does="base", amount=amount, rule=OWN)
    off = now.told(Tally(key=now.unique(f"armour|{who}"), says=says, parts=(part,)))
    points = max(0, dealt.total - max(0, off.total))
    total = now.state.fighters[who].wounds + points
    now.happens(
        WoundsTaken(
            who=who, damage=dealt, armour=off, location=location, wounds=points, total=total,
            by=by, rule=rule,
        )
    )  # fmt: skip
    if location is not None and points:
        had = int(now.state.mark(who, LEVELS + location) or 0)
        key = now.unique(f"levels|{who}|{location}")
        more = now.word(key, f"Levels of injury to the {location} of {name}", 1, OWN)
        if int(more):
            value = had + int(more)
            now.happens(MarkSet(subject=who, name=LEVELS + location, value=value, rule=OWN))
    most = figures(now.state, who).injury or 0
    if points and total >= most > total - points:
        text = f"{name} has taken all its injury points; what that does is for the GM to say."
        now.happens(Said(text=text, who=who, rule=OWN))


def random_location(now: Now, who: FighterId, rule: RuleRef) -> Location:
    """Return a location of a fighter at random."""
    face = now.roll("d100", who, f"Where {label_of(now.state, who)} is hit", rule)
    return next(place for most, place in LOCATIONS if face <= most)


def random_locations(now: Now, who: FighterId, count: int, rule: RuleRef) -> list[Location]:
    """Return several locations at random, each once; a repeated one is rolled again."""
    found: list[Location] = []
    for _ in range(MOST_ROLLS):
        if len(found) == count:
            return found
        place = random_location(now, who, rule)
        if place not in found or reads(now.state, "inq_shards_repeat", "repeats allowed"):
            found.append(place)
    left = (place for place in get_args(Location) if place not in found)
    return [*found, *list(left)[: count - len(found)]]


def fell_down(now: Now, who: FighterId, rule: RuleRef) -> None:
    """Let a fighter lie on the ground."""
    if now.state.on_board(who) and "prone" not in now.state.fighters[who].conditions:
        now.happens(ConditionSet(who=who, condition="prone", now=Condition(), rule=rule))


def _health(state: CombatState, who: FighterId) -> int | None:
    return figures(state, who).injury


CHAPTER = Pack(name="yards", health=(_health,))
