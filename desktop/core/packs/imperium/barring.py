"""Defend a border: barring the way in from a neighbouring zone, and pushing past."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.place import Way
from desktop.core.model.words import FighterId, ZoneId
from desktop.core.packs.imperium import opposed, skills, tests, weapons
from desktop.core.packs.imperium.acting import cannot_fight, helpless, unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.space import leg_over
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Leg, Offer, Pack, Rulebook
from desktop.core.rules.events import Event, Moved, Parted, Related, Until
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import BARS
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor
from desktop.core.rules.walk import arrive, leave

RULE = RuleRef("IM-ACTIONS-19")
WELL = RuleRef("IM-ACTIONS-20")
SKILL = "athletics (might)"
HOLDS, PUSHES = "bar the way", "push past"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar(Doing):
    """Let no foe in from a neighbouring zone, until the own next turn."""

    deed: ClassVar[str] = "bars the way in from {zone}"

    zone: ZoneId


@dataclass(frozen=True, slots=True, kw_only=True)
class PushPast(Doing):
    """Try to get past those who bar the way into a zone."""

    deed: ClassVar[str] = "pushes into {zone} past those who bar the way"

    zone: ZoneId


def barring(state: CombatState, who: FighterId, zone: ZoneId | None) -> list[FighterId]:
    """Return the foes who bar a fighter's way from its zone into another."""
    here = state.zone_of(who)
    if zone is None or here is None:
        return []
    return [
        FighterId(each.one)
        for each in state.relations
        if each.kind == BARS and each.other == here
        and state.zone_of(FighterId(each.one)) == zone
        and state.against(FighterId(each.one), who)
        and not cannot_fight(state, FighterId(each.one))
    ]  # fmt: skip


def _way(state: CombatState, who: FighterId, zone: ZoneId) -> Way | None:
    here = state.zone_of(who)
    ways = state.place.ways(here, "foot") if here is not None else ()
    return next((way for way in ways if way.to == zone), None)


# Barring the way


def _bar_refusals(book: Rulebook, state: CombatState, action: Bar) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    here = state.zone_of(action.who)
    if here is not None and action.zone not in state.place.neighbours(here, "any"):
        label = label_of(state, action.zone)
        says = f"{label} is no neighbour of the zone of {label_of(state, action.who)}."
        yield Refusal(says, RULE)


def _bar(now: Now, action: Bar) -> None:
    who = action.who
    spend(now, who, "action", RULE)
    before: list[Event] = [
        Parted(kind=BARS, one=who, other=other, rule=RULE) for other in now.state.related(BARS, who)
    ]
    until = Until("start of turn", who=who)
    fact = Related(kind=BARS, one=who, other=action.zone, mutual=False, until=until, rule=RULE)
    now.happens(*before, fact)


def _stops(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[Refusal]:
    if leg.enters is None or leg.leaves is None or leg.leaves != state.zone_of(who):
        return
    for foe in barring(state, who, leg.enters):
        says = f"{label_of(state, foe)} bars the way into {label_of(state, leg.enters)}."
        yield Refusal(says, RULE, "Push past, with an Action.")


def _moved(now: Now, fact: Moved) -> None:
    """Whoever goes to another zone bars no way any more."""
    if now.before.on_board(fact.who) and now.before.zone_of(fact.who) != now.state.zone_of(
        fact.who
    ):
        ended = [
            Parted(kind=BARS, one=fact.who, other=zone, rule=RULE)
            for zone in now.state.related(BARS, fact.who)
        ]
        if ended:
            now.happens(*ended)


# Pushing past


def _push_refusals(book: Rulebook, state: CombatState, action: PushPast) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    way, here = _way(state, action.who, action.zone), state.zone_of(action.who)
    label = label_of(state, action.zone)
    if way is None or here is None:
        yield Refusal(f"No way leads {label_of(state, action.who)} to {label}.", RULE)
        return
    if not barring(state, action.who, action.zone):
        yield Refusal(f"Nobody bars the way into {label}.", RULE, "Walk.")
    leg = leg_over(book, state, action.who, way, here)
    for stop in book.all("stops"):
        for refusal in stop(book, state, action.who, leg):
            if refusal.rule != RULE:
                yield refusal


def _push(now: Now, action: PushPast) -> None:
    way, here = _way(now.state, action.who, action.zone), now.state.zone_of(action.who)
    foes = barring(now.state, action.who, action.zone)
    if way is None or here is None:
        return
    spend(now, action.who, "action", RULE)
    past = (Refusal("", RULE),)
    leg = leg_over(now.book, now.state, action.who, way, here)
    if foes and not _gets_past(now, action.who, foes):
        return
    if leave(now, action.who, leg, "walked", past):
        arrive(now, action.who, leg, "walked")


def _gets_past(now: Now, who: FighterId, foes: list[FighterId]) -> bool:
    """Contest the way with the strongest of those who bar it."""

    def wanted(one: FighterId, other: FighterId, purpose: str) -> TallyFor:
        return TallyFor(what="test", who=one, purpose=purpose, skill=SKILL, against=other)

    foe = max(foes, key=lambda each: tests.promise(now.book, now.state, wanted(each, who, HOLDS)))
    title = skills.title(SKILL)
    mine = now.book.test.test(
        now, wanted(who, foe, PUSHES), f"{title} against {label_of(now.state, foe)}", 0, RULE
    )
    if helpless(now.state, foe):
        return mine.passed
    theirs = now.book.test.test(
        now, wanted(foe, who, HOLDS), f"{title} against {label_of(now.state, who)}", 0, RULE
    )
    return opposed.contest(now, mine, theirs, RULE).winner == who


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what != "test" or wanted.purpose != HOLDS:
        return
    shield = any(weapons.has(weapon, "shield") for weapon in weapons.in_hand(state, wanted.who))
    if shield:
        yield Part(key="holds", says="shield", does="for", rule=WELL)
    elif _has_help(state, wanted.who):
        yield Part(key="holds", says="beside an ally who bars it too", does="for", rule=WELL)


def _has_help(state: CombatState, who: FighterId) -> bool:
    """Whether an ally bars the same way."""
    barred = set(state.related(BARS, who))
    return any(
        each.kind == BARS and each.one != who and each.other in barred
        and state.zone_of(FighterId(each.one)) == state.zone_of(who)
        and not state.against(who, FighterId(each.one))
        and not cannot_fight(state, FighterId(each.one))
        for each in state.relations
    )  # fmt: skip


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    own = (*unable(state, who), *lacks(state, who, "action"))
    yield Offer(
        about="guarding and helping",
        key="bar", says="Defend a border", cost="Action", wants="zone",
        aimed=lambda zone: Bar(who=who, zone=ZoneId(zone)), refusals=own,
    )  # fmt: skip
    here = state.zone_of(who)
    for zone in state.place.neighbours(here, "foot") if here is not None else ():
        if barring(state, who, zone):
            action = PushPast(who=who, zone=zone)
            yield Offer(
                about="movement",
                key=f"push past:{zone}", says=f"Push past into {label_of(state, zone)}",
                cost="Action", action=action,
                refusals=tuple(_push_refusals(book, state, action)),
            )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={
        Bar: ActionRule(refusals=_bar_refusals, resolve=_bar),
        PushPast: ActionRule(refusals=_push_refusals, resolve=_push),
    },
    offers=(_offers,),
    parts=(_parts,),
    stops=(_stops,),
    follows={Moved: (_moved,)},
)
