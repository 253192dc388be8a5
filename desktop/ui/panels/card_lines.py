"""What the card shows of a fighter, and the facts by which the GM changes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from desktop.core.model.words import AttackId, FighterId
from desktop.core.rules.actions import Action, Decree
from desktop.core.rules.book import Rulebook
from desktop.core.rules.events import Condition, ConditionSet, Event, WoundsSet
from desktop.core.rules.labels import label_of
from desktop.core.rules.lengths import length_told
from desktop.core.rules.state import CombatState
from desktop.core.rules.traits import traits_at
from desktop.ui.panels.inspecting.summary import printed

TIERED = ("ablaze", "bleeding", "fatigued", "frightened", "poisoned", "restrained", "stunned")
PLAIN = ("blinded", "deafened", "incapacitated", "overburdened", "prone", "unconscious", "dead")
BUDGET = ("move", "action", "reaction")
NOTED: Mapping[str, str] = {
    "in cover": "", "dodging": "dodging", "aimed": "aiming", "disengaged": "disengaged",
    "waded in": "waded in", "unaware": "unaware", "out": "out",
}  # fmt: skip
"""Marks that are worth a chip, and what it says; empty: the mark's own word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackLine:
    """A weapon with its shots."""

    id: AttackId
    name: str
    traits: str
    left: int | None
    magazine: int | None
    stowed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionLine:
    """A condition in force."""

    name: str
    says: str
    source: str
    """What keeps it up; with one it cannot be taken off by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLines:
    """Everything that the card shows."""

    id: FighterId
    name: str
    beside: str
    wounds: int
    most: int | None
    criticals: tuple[str, ...]
    budget: tuple[tuple[str, int], ...]
    conditions: tuple[ConditionLine, ...]
    noted: tuple[str, ...]
    attacks: tuple[AttackLine, ...]
    figures: str
    """What its profile says in other books than the core one, a line for each."""
    zone: str
    near: str
    notes: str
    acting: bool


def card_lines(book: Rulebook, state: CombatState, who: FighterId) -> CardLines:
    """Return what the card shows of a fighter."""
    person, fighter = state.people[who], state.fighters[who]
    left, full = fighter.left, book.economy.refreshed(state, who)
    side = state.encounter.all_sides.get(person.side)
    return CardLines(
        id=who, name=label_of(state, who), beside=_beside(state, who, side.label if side else ""),
        wounds=fighter.wounds, most=book.most(state, who),
        criticals=fighter.criticals,
        budget=tuple(
            (name, left.get(name, 0))
            for name in dict.fromkeys((*BUDGET, *left))
            if name in left or name in full
        ),
        conditions=tuple(
            ConditionLine(
                name=name, says=f"{name} {now.tier}".strip(),
                source=label_of(state, now.source) if now.source else "",
            )
            for name, now in fighter.conditions.items()
        ),
        noted=tuple(_noted(book, state, who)), attacks=tuple(_attacks(state, who)),
        figures="\n".join(printed(state.people[who].profile)),
        zone=_zone(state, who), near=_near(state, who), notes=person.notes,
        acting=who == state.actor,
    )  # fmt: skip


def _beside(state: CombatState, who: FighterId, side: str) -> str:
    person = state.people[who]
    seen = f"seen as {person.seen_as}" if person.seen_as else ""
    kind = person.profile.label if person.profile.label != person.name else ""
    return ", ".join(part for part in (kind, side, seen) if part)


def _noted(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[str]:
    for name, says in NOTED.items():
        value = state.mark(who, name)
        if value:
            yield says or str(value)
    for relation in ("engaged", "riding"):
        names = [label_of(state, other) for other in state.related(relation, who)]
        if names:
            yield f"{relation}: {', '.join(names)}"
    yield from (note.says for note in book.notes(state).get(who, ()))


def _attacks(state: CombatState, who: FighterId) -> Iterator[AttackLine]:
    figures = state.people[who].profile.imperium
    attacks = figures.attacks if figures is not None and figures.attacks else {}
    for key, attack in attacks.items():
        left = state.fighters[who].ammunition.get(key, attack.magazine)
        yield AttackLine(
            id=key, name=attack.label or key, traits=", ".join(attack.traits), left=left,
            magazine=attack.magazine, stowed=bool(state.mark(who, f"stowed {key}")),
        )  # fmt: skip


def _zone(state: CombatState, who: FighterId) -> str:
    fighter = state.fighters[who]
    if fighter.seat is None:
        return f"Off the board: {fighter.off}"
    zone = state.zone_of(who)
    up = f", {length_told(state, fighter.above)} up" if fighter.above else ""
    if zone is None:
        return f"In no zone{up}" if state.encounter.board.zones else up.removeprefix(", ")
    traits = [trait.word for trait in traits_at(state, zone)]
    label = f"{label_of(state, zone)}{up}"
    return f"{label}: {', '.join(traits)}" if traits else label


def _near(state: CombatState, who: FighterId) -> str:
    names = [label_of(state, other) for other in dict.fromkeys(state.related("reach", who))]
    return f"Within reach: {', '.join(names)}" if names else ""


# What the GM changes


def wounds_changed(
    book: Rulebook, state: CombatState, several: Iterable[FighterId], by: int
) -> tuple[Event, ...]:
    """Return the facts that give fighters so many wounds more, or with a negative number fewer."""
    facts: list[Event] = []
    for who in several:
        had, most = state.fighters[who].wounds, book.most(state, who)
        total = max(0, had + by)
        if most is not None and by > 0:
            total = min(total, max(most, had))
        if total != had:
            facts.append(WoundsSet(who=who, total=total))
    return tuple(facts)


def wounds_told(
    book: Rulebook, state: CombatState, several: Iterable[FighterId], facts: Iterable[Event]
) -> str:
    """Return from what to what the wounds of fighters would go, as `Ann: 0 → 5 of 14`."""
    after = {fact.who: fact.total for fact in facts if isinstance(fact, WoundsSet)}
    parts = []
    for who in several:
        had, most = state.fighters[who].wounds, book.most(state, who)
        of = "" if most is None else f" of {most}"
        parts.append(f"{label_of(state, who)}: {had} → {after.get(who, had)}{of}")
    return " · ".join(parts)


def condition_stepped(
    book: Rulebook, state: CombatState, several: Iterable[FighterId], name: str, *, ruled: bool
) -> Action | None:
    """Return what brings a condition, makes it graver, or takes it away again; None for nobody.

    `ruled`: as the book says, with how long it lasts and what it brings; else as the GM's word.
    """
    several = tuple(several)
    now = _next_grade(state, several, name)
    meant = tuple(who for who in several if state.fighters[who].conditions.get(name) != now)
    return condition_set(book, meant, name, now, ruled=ruled) if meant else None


def condition_set(
    book: Rulebook, who: tuple[FighterId, ...], name: str, now: Condition | None, *, ruled: bool
) -> Action:
    """Return what gives fighters a condition or rids them of it, by the book or by decree."""
    by_rule = book.all("recovers" if now is None else "suffers") if ruled else ()
    found = (action for make in by_rule if (action := make(who, name)) is not None)
    facts = tuple(ConditionSet(who=each, condition=name, now=now) for each in who)
    return next(found, Decree(facts=facts))


def _next_grade(state: CombatState, several: tuple[FighterId, ...], name: str) -> Condition | None:
    had = [state.fighters[who].conditions.get(name) for who in several]
    if any(each is None for each in had):
        return Condition(tier="minor") if name in TIERED else Condition()
    minor = any(each is not None and each.tier != "major" for each in had)
    return Condition(tier="major") if name in TIERED and minor else None


def condition_text(state: CombatState, several: Iterable[FighterId], name: str) -> str:
    """Return a condition with its grade where all have it; its bare name otherwise."""
    had = [state.fighters[who].conditions.get(name) for who in several]
    tiers = {each.tier for each in had if each is not None}
    if None in had or len(tiers) != 1:
        return name
    return f"{name} {tiers.pop()}".strip()
