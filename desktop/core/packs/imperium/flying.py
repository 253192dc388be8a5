"""Flying: taking off, landing, up and down, and what happens when the lift is lost."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId, LinkId, SpeedWord, ZoneId
from desktop.core.packs.imperium import difficult, hazard
from desktop.core.packs.imperium.acting import helpless, unable
from desktop.core.packs.imperium.aloft import (
    FLYERS,
    LOW,
    MEANS,
    PACE,
    can_fly,
    escapes,
    is_flying,
    is_sky,
    is_up,
    means_of,
)
from desktop.core.packs.imperium.economy import spend
from desktop.core.packs.imperium.falling import landing
from desktop.core.packs.imperium.overhead import sky_over, way_made, with_sky
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.space import pay_inside
from desktop.core.packs.imperium.suffering import has
from desktop.core.rules.actions import Action, Doing, Walk
from desktop.core.rules.book import ActionRule, Due, Leg, Offer, Pack, Rulebook
from desktop.core.rules.events import ConditionSet, Event, MarkSet, Moved
from desktop.core.rules.fold import fold
from desktop.core.rules.house import no_such
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import DUE, RIDING
from desktop.core.rules.now import Now
from desktop.core.rules.seating import footprint_of, taken_on
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef
from desktop.core.rules.walk import WALK, planned

MOVES = RuleRef("IM-FLYING-01")
TRAITS = RuleRef("IM-FLYING-04")
UPWARD = RuleRef("IM-FLYING-05")
OVERHEAD = RuleRef("IM-FLYING-06")
LOST = RuleRef("IM-FLYING-07")
BY = RuleRef("IM-FLYING-08")

SKY_METRES = 10
"""How far up a zone overhead is made, where nobody says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeOff(Doing):
    """Rise into the air above one's zone."""

    metres: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Land(Doing):
    """Come down to the ground of one's zone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ascend(Doing):
    """Fly up into the open air overhead, which is made where there is none."""

    deed: ClassVar[str] = "flies up[ into {to}]"

    to: ZoneId | None = None
    """Unsaid: the first sky zone that leads up from here."""
    metres: float | None = None
    """How far up a new one is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Descend(Doing):
    """Fly down out of the open air."""

    deed: ClassVar[str] = "flies down[ to {to}]"

    to: ZoneId | None = None
    """Unsaid: what lies straight below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GainFlight(Doing):
    """Give a fighter something to fly by, or note what it is."""

    means: str
    speed: SpeedWord | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseFlight(Doing):
    """Let what keeps a fighter up stop working."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlyersMeet(Action):
    """The GM says whether flyers meet what a zone or a barrier does, now and later."""

    deed: ClassVar[str] = "Let flyers meet what {where} does"

    where: str
    """A zone or a link."""
    what: Literal["hazard", "difficult", "obscured", "light", "warp", "barrier"]
    escape: bool

    def deed_in(self, state: CombatState) -> str:
        """Return whether they meet or escape it."""
        return self.deed.replace("meet", "escape") if self.escape else self.deed


# Up and down within a zone


def _fit(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Refusal]:
    """Yield why a fighter cannot go anywhere in the air now."""
    yield from unable(state, who)
    name = label_of(state, who)
    if not can_fly(state, who):
        yield Refusal(f"{name} has nothing to fly by.", BY)
    if has(state, who, "prone") and not is_up(state, who):
        yield Refusal(f"{name} lies on the ground.", MOVES, "Stand up first.")
    if state.on_board(who):
        still = Leg(path=(), leaves=None, enters=None)
        for stop in book.all("stops"):
            yield from stop(book, state, who, still)


def _pays(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Refusal]:
    if state.on_board(who):
        _, refusal = pay_inside(book, state, who, "")
        if refusal is not None:
            yield refusal


def _off_refusals(book: Rulebook, state: CombatState, action: TakeOff) -> Iterator[Refusal]:
    yield from _fit(book, state, action.who)
    if action.who not in state.fighters:
        return
    yield from _pays(book, state, action.who)
    if is_up(state, action.who):
        yield Refusal(f"{label_of(state, action.who)} is in the air already.", MOVES)


def _take_off(now: Now, action: TakeOff) -> None:
    _pay(now, action.who)
    default = action.metres if action.metres is not None else LOW
    rise(now, action.who, default)


def rise(now: Now, who: FighterId, metres: float = LOW) -> None:
    """Put a fighter into the air over where it stands."""
    fighter = now.state.fighters[who]
    if fighter.seat is None or fighter.above > 0:
        return
    says = f"{label_of(now.state, who)} flies so many metres up"
    above = now.amount(f"above|{who}", says, metres, MOVES) or metres
    now.happens(
        Moved(who=who, how="walked", level=fighter.level, to=fighter.seat, above=above, rule=MOVES)
    )


def _pay(now: Now, who: FighterId) -> None:
    pay, _ = pay_inside(now.book, now.state, who, "")
    if pay != "free":
        spend(now, who, "move" if pay == "move" else "action", MOVES)


def _land_refusals(book: Rulebook, state: CombatState, action: Land) -> Iterator[Refusal]:
    yield from _fit(book, state, action.who)
    if action.who not in state.fighters or not state.on_board(action.who):
        return
    yield from _pays(book, state, action.who)
    name = label_of(state, action.who)
    if is_sky(state, state.zone_of(action.who)):
        yield Refusal(f"There is no ground where {name} is.", UPWARD, "Descend first.")
    elif not is_up(state, action.who):
        yield Refusal(f"{name} is on the ground.", MOVES)


def _land(now: Now, action: Land) -> None:
    who, zone = action.who, now.state.zone_of(action.who)
    fighter = now.state.fighters[who]
    if fighter.seat is None:
        return
    _pay(now, who)
    had = {family: escapes(now.state, who, zone, family) for family in ("hazard", "difficult")}
    now.happens(
        Moved(who=who, how="walked", level=fighter.level, to=fighter.seat, above=0, rule=MOVES)
    )
    if zone is not None and had["hazard"]:
        hazard.enter(now, who, zone)
    if had["difficult"] and difficult.is_difficult(now.state, zone):
        difficult.enter(now, who)


# From zone to zone


def _up(state: CombatState, action: Ascend) -> ZoneId | None:
    """Return the zone that one flies up into; None where there is none overhead yet."""
    return action.to or sky_over(state, action.who)


def _ascend_refusals(book: Rulebook, state: CombatState, action: Ascend) -> Iterator[Refusal]:
    yield from _fit(book, state, action.who)
    if action.who not in state.fighters or state.zone_of(action.who) is None:
        return
    zone = _up(state, action)
    if zone is None:
        made, zone = with_sky(state, action.who, action.metres or SKY_METRES)
        state = fold(state, made)
    elif action.to is not None and not is_sky(state, action.to):
        yield Refusal(f"{label_of(state, action.to)} is no open air.", UPWARD, "Go there.")
    yield from _flight_refusals(book, state, action.who, zone)


def _flight_refusals(
    book: Rulebook, state: CombatState, who: FighterId, zone: ZoneId
) -> Iterator[Refusal]:
    """Yield what keeps a fighter from flying up or down, beside what keeps it from all flying."""
    known = set(_fit(book, state, who))
    made = way_made(state, who, zone)
    there = state if made is None else fold(state, made)
    refusals = planned(book, there, Walk(who=who, to=zone, gait="fly")).refusals
    yield from (refusal for refusal in refusals if refusal not in known)


def _fly(now: Now, who: FighterId, zone: ZoneId) -> None:
    """Let a fighter fly up or down, straight where it can; a link is made where there is none."""
    made = way_made(now.state, who, zone)
    if made is not None:
        now.happens(made)
    straight = None if now.book.space.on_squares else _straight(now.state, who, zone)
    if straight is None:
        WALK.resolve(now, Walk(who=who, to=zone, gait="fly"))
    else:
        WALK.resolve(now, Walk(who=who, to=straight.square, level=straight.level, gait="fly"))


def _straight(state: CombatState, who: FighterId, zone: ZoneId) -> Spot | None:
    """Return the square of a zone straight above or below a fighter; None where it is taken."""
    level, seat = state.encounter.board.zones[zone].level, state.fighters[who].seat
    if seat is None or state.place.zone_at(level, seat) != zone:
        return None
    free = taken_on(state, level).isdisjoint(footprint_of(state, who))
    return Spot(level, seat) if free else None


def _ascend(now: Now, action: Ascend) -> None:
    if now.state.zone_of(action.who) is None:
        return
    zone = _up(now.state, action)
    if zone is None:
        default = action.metres if action.metres is not None else SKY_METRES
        if reads(now.state, "fall_height", "five a level"):
            default = LOW
        says = "The new zone overhead is so many metres up"
        metres = now.amount(f"sky|{now.state.zone_of(action.who)}", says, default, OVERHEAD)
        made, zone = with_sky(now.state, action.who, metres or default)
        now.happens(made)
    _fly(now, action.who, zone)


def _down(state: CombatState, action: Descend) -> ZoneId | None:
    """Return the zone that one flies down into; None where nothing is below."""
    if action.to is not None:
        return action.to
    spot = landing(state, action.who)[0]
    return None if spot is None else state.place.zone_at(*spot)


def _descend_refusals(book: Rulebook, state: CombatState, action: Descend) -> Iterator[Refusal]:
    yield from _fit(book, state, action.who)
    if action.who not in state.fighters or not state.on_board(action.who):
        return
    zone = _down(state, action)
    if zone is None or not is_sky(state, state.zone_of(action.who)):
        says = f"There is nothing below the open air for {label_of(state, action.who)}."
        yield Refusal(says, UPWARD, "Land.")
        return
    yield from _flight_refusals(book, state, action.who, zone)


def _descend(now: Now, action: Descend) -> None:
    zone = _down(now.state, action) if now.state.on_board(action.who) else None
    if zone is not None:
        _fly(now, action.who, zone)


def _leaving(now: Now, who: FighterId, leg: Leg, forced: bool) -> bool | None:
    """Whoever flies a leg has taken off before it, and stays on the wing after it."""
    if not forced and "fly" in leg.gaits and can_fly(now.state, who):
        rise(now, who)
    return None


def _stops(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[Refusal]:
    if "fly" in leg.gaits and not can_fly(state, who):
        yield Refusal(f"{label_of(state, who)} has nothing to fly by.", BY)


# What keeps it up


def _gain_refusals(book: Rulebook, state: CombatState, action: GainFlight) -> Iterator[Refusal]:
    if not action.means:
        yield Refusal("Flight needs a means.", BY, "Say what keeps it up.")


def _gain(now: Now, action: GainFlight) -> None:
    facts: list[Event] = [MarkSet(subject=action.who, name=MEANS, value=action.means, rule=BY)]
    if action.speed is not None:
        facts.append(MarkSet(subject=action.who, name=PACE, value=action.speed, rule=MOVES))
    now.happens(*facts)


def _lose_refusals(book: Rulebook, state: CombatState, action: LoseFlight) -> Iterator[Refusal]:
    if not can_fly(state, action.who):
        yield Refusal(f"{label_of(state, action.who)} has nothing to fly by.", BY)


def _lose(now: Now, action: LoseFlight) -> None:
    own = now.state.people[action.who].profile.flies is not None
    now.happens(
        MarkSet(subject=action.who, name=PACE, value=None, rule=LOST),
        MarkSet(subject=action.who, name=MEANS, value="" if own else None, rule=LOST),
    )


def _marked(now: Now, fact: MarkSet) -> None:
    """Whoever loses what it flies by in the air falls at once."""
    who = FighterId(fact.subject)
    if fact.name != MEANS or who not in now.before.fighters:
        return
    if is_flying(now.before, who) and is_up(now.state, who) and not can_fly(now.state, who):
        _drop(now, who)


def _conditioned(now: Now, fact: ConditionSet) -> None:
    """Whoever is knocked Prone in the air, or can do nothing there, falls."""
    who = fact.who
    if fact.now is None or not is_flying(now.state, who):
        return
    if fact.condition != "prone" and not helpless(now.state, who):
        return
    carried = next(iter(now.state.related(RIDING, who)), None)
    if carried is not None or reads(now.state, "fall_prone_flying", "keeps flying"):
        return
    if now.word(f"falls|{who}", f"{label_of(now.state, who)} falls", True, LOST):
        _drop(now, who)


def _drop(now: Now, who: FighterId) -> None:
    spot, metres = landing(now.state, who)
    now.book.fall.fall(now, who, metres, rule=LOST, to=spot)


def _due(book: Rulebook, state: CombatState) -> Iterator[Due]:
    """Yield everyone that flies by nobody knows what."""
    for who in state.fighters:
        if not state.on_board(who) or means_of(state, who) != "":
            continue
        key = f"flight|{who}"
        yield Due(
            key=key, when="now", order=(state.round, -1), who=label_of(state, who),
            says="flies: what keeps it up is not noted", rule=BY,
            skipped=bool(state.mark(DUE, key)),
        )  # fmt: skip


# What reaches flyers


def _meet_refusals(book: Rulebook, state: CombatState, action: FlyersMeet) -> Iterator[Refusal]:
    board = state.encounter.board
    if action.where not in board.zones and LinkId(action.where) not in board.links:
        yield no_such("zone or link", action.where, (*board.zones, *board.links))


def _meet(now: Now, action: FlyersMeet) -> None:
    word = "escape" if action.escape else "apply"
    now.happens(MarkSet(subject=action.where, name=FLYERS + action.what, value=word, rule=TRAITS))


# The action bar


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if not can_fly(state, who) or not state.on_board(who):
        return
    up, down = Ascend(who=who), Descend(who=who)
    off, land = TakeOff(who=who), Land(who=who)
    several: list[tuple[str, str, Action, Iterator[Refusal]]] = []
    if not is_up(state, who):
        several.append(("take off", "Take off", off, _off_refusals(book, state, off)))
    elif not is_sky(state, state.zone_of(who)):
        several.append(("land", "Land", land, _land_refusals(book, state, land)))
    if is_sky(state, state.zone_of(who)):
        several.append(("descend", "Descend", down, _descend_refusals(book, state, down)))
    several.append(("ascend", "Ascend", up, _ascend_refusals(book, state, up)))
    for key, says, action, refusals in several:
        cost = "Move" if key in ("ascend", "descend") else "Free"
        yield Offer(
            about="movement", key=key, says=says, cost=cost, action=action,
            refusals=tuple(refusals),
        )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={
        TakeOff: ActionRule(refusals=_off_refusals, resolve=_take_off),
        Land: ActionRule(refusals=_land_refusals, resolve=_land),
        Ascend: ActionRule(refusals=_ascend_refusals, resolve=_ascend),
        Descend: ActionRule(refusals=_descend_refusals, resolve=_descend),
        GainFlight: ActionRule(refusals=_gain_refusals, resolve=_gain),
        LoseFlight: ActionRule(refusals=_lose_refusals, resolve=_lose),
        FlyersMeet: ActionRule(refusals=_meet_refusals, resolve=_meet),
    },
    leaving=(_leaving,),
    stops=(_stops,),
    follows={MarkSet: (_marked,), ConditionSet: (_conditioned,)},
    due=(_due,),
    offers=(_offers,),
)
