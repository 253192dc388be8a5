"""Who takes the place of another when a change of people gives out ids anew.

Taking a member out of a group moves those behind it up a letter, and making a group or taking it
apart gives everyone another id. Whoever stands where another stood is that one.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from desktop.core.model.encounter import Person
from desktop.core.model.words import FighterId
from desktop.core.rules.events import (
    AmmunitionSet,
    BudgetSet,
    ConditionSet,
    CriticalsSet,
    Event,
    MarkSet,
    Parted,
    Related,
    WoundsSet,
)
from desktop.core.rules.state import CombatState, FighterState, Relation

Heirs = Mapping[FighterId, FighterId]
"""The new id of each who has one, by the old."""


def heirs_of(state: CombatState, after: Iterable[Person], gone: Iterable[FighterId]) -> Heirs:
    """Return who goes on under another id, told by where they stand; nobody gone, nobody."""
    lost = frozenset(gone)
    groups = {state.people[who].group for who in lost} - {None}
    stood = {
        (fighter.level, fighter.seat): who
        for who, fighter in state.fighters.items()
        if fighter.seat is not None and (who in lost or state.people[who].group in groups)
    }
    heirs: dict[FighterId, FighterId] = {}
    for person in after:
        if person.id in state.people and person.group not in groups:
            continue
        was = stood.get((person.level, person.at))  # type: ignore[arg-type]  # else not found
        if was is not None and was != person.id:
            heirs[was] = person.id
    return heirs


def inherited(state: CombatState, heirs: Heirs) -> list[Event]:
    """Return the facts that give everyone under a new id what it had under the old."""
    facts: list[Event] = []
    for was, who in heirs.items():
        facts += _body(state.fighters[was], state.fighters.get(who), who)
    facts += _marks(state, heirs)
    facts += _relations(state, heirs)
    return facts


def _body(was: FighterState, had: FighterState | None, who: FighterId) -> Iterator[Event]:
    yield WoundsSet(who=who, total=was.wounds)
    yield CriticalsSet(who=who, criticals=was.criticals)
    for name in had.conditions if had is not None else ():
        if name not in was.conditions:
            yield ConditionSet(who=who, condition=name, now=None)
    for name, condition in was.conditions.items():
        yield ConditionSet(who=who, condition=name, now=condition)
    for attack, left in was.ammunition.items():
        yield AmmunitionSet(who=who, attack=attack, left=left)
    yield BudgetSet(who=who, left=was.left)


def _marks(state: CombatState, heirs: Heirs) -> Iterator[Event]:
    touched = {*heirs, *heirs.values()}
    for subject, name in state.marks:
        if subject in touched:
            yield MarkSet(subject=subject, name=name, value=None)
    for (subject, name), mark in state.marks.items():
        if subject in heirs:
            who = heirs[FighterId(subject)]
            yield MarkSet(subject=who, name=name, value=mark.value, until=mark.until)


def _relations(state: CombatState, heirs: Heirs) -> Iterator[Event]:
    touched = {*heirs, *heirs.values()}
    changed = [each for each in state.relations if each.one in touched or each.other in touched]
    for each in changed:
        yield Parted(kind=each.kind, one=each.one, other=each.other)
    for each in changed:
        ends = [_heir(end, heirs) for end in (each.one, each.other)]
        if None not in ends:
            yield _told(replace(each, one=str(ends[0]), other=str(ends[1])))


def _heir(end: str, heirs: Heirs) -> str | None:
    """Return the new id of one end; None where another has taken its id and it is gone."""
    if end in heirs:
        return heirs[FighterId(end)]
    return None if end in heirs.values() else end


def _told(relation: Relation) -> Related:
    return Related(
        kind=relation.kind, one=relation.one, other=relation.other,
        mutual=relation.mutual, until=relation.until,
    )  # fmt: skip
