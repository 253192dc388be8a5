"""Arm's reach in the space of zones: a fact between two, made by stepping up, ended by leaving."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.footprint import apart, free_seat_on, side_of
from desktop.core.model.geometry import squares_around
from desktop.core.model.place import Spot
from desktop.core.model.words import FeatureId, FighterId
from desktop.core.packs.imperium import saddle, trail
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.economy import spend
from desktop.core.packs.imperium.neighbours import touches
from desktop.core.packs.imperium.space import SLOW_INSIDE, pay_inside
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Leg, Offer, Pack, Rulebook
from desktop.core.rules.events import Event, LeftBoard, Moved, Parted, PlaceChanged, Related
from desktop.core.rules.house import NAMES, no_such
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import REACH, RIDING
from desktop.core.rules.now import Now
from desktop.core.rules.riders import mover_of
from desktop.core.rules.seating import seat_beside, taken_on
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef
from desktop.core.rules.walk import go

ARM = RuleRef("IM-RANGE-02")
NEEDED = RuleRef("IM-RANGE-03")
NEAR_SQ = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class StepUp(Doing):
    """Come within arm's reach of a fighter or feature of one's own zone."""

    deed: ClassVar[str] = "steps up to {to}"

    to: str


def in_reach(book: Rulebook, state: CombatState, one: FighterId, other: str) -> bool:
    """Return whether a fighter or feature is within a fighter's arm's reach."""
    return book.space.in_reach(state, one, other)


def step_up_refusals(
    book: Rulebook, state: CombatState, who: FighterId, other: str
) -> tuple[Refusal, ...]:
    """Return why a fighter cannot come within reach of another thing by a step; empty if it can.

    Empty as well where it is in reach already.
    """
    return tuple(_step_refusals(book, state, who, other))


def _step_refusals(
    book: Rulebook, state: CombatState, who: FighterId, other: str
) -> Iterator[Refusal]:
    if in_reach(book, state, who, other):
        return
    board, name = state.encounter.board, label_of(state, who)
    thing = board.features.get(FeatureId(other))
    label = thing.label if thing is not None else label_of(state, other)
    here, there = state.zone_of(who), state.zone_of_thing(other)
    if thing is None and not state.on_board(FighterId(other)):
        yield Refusal(f"{label} is not on the board.", NEEDED)
    elif there is not None and here != there:
        away = board.zones[there].label
        says = f"{label} is in {away}, out of the reach of {name}."
        yield Refusal(says, NEEDED, f"Go to {away} first.")
    elif there is None or book.space.on_squares:
        yield Refusal(f"{label} is out of the reach of {name}.", NEEDED, "Go there first.")
    else:
        mover = mover_of(state, who)
        if mover != who and not saddle.is_controlled(state, mover):
            yield Refusal(
                f"{label_of(state, mover)} goes where it likes.", NEEDED, "Get off first."
            )
        pay, refusal = pay_inside(book, state, mover, "")
        if refusal is not None:
            yield refusal
        elif pay == "run":
            yield Refusal(f"{name} has waded in and must Run to go on.", SLOW_INSIDE)


def step_up(now: Now, who: FighterId, other: str) -> bool:
    """Bring a fighter within reach of another thing of its zone; whether it is in reach then.

    Free for Normal and Fast, the Move for Slow. It keeps to whom it was in reach of unless the
    GM says otherwise. A rider's mount takes the step.
    """
    if in_reach(now.book, now.state, who, other):
        return True
    if step_up_refusals(now.book, now.state, who, other):
        return False
    mover = mover_of(now.state, who)
    pay, _ = pay_inside(now.book, now.state, mover, "")
    if pay == "move":
        spend(now, mover, "move", SLOW_INSIDE)
    kept = tuple(
        near
        for near in now.state.related(REACH, mover)
        if near != other and not _rides(now.state, mover, near)
    )
    if kept:
        names = ", ".join(label_of(now.state, near) for near in kept)
        says = f"{label_of(now.state, who)} stays within reach of {names}"
        if not now.word(f"stays|{who}|{other}", says, True, ARM):
            kept = ()
    leg = Leg(
        path=_path_beside(now.state, mover, other), leaves=None, enters=None, beside=(other, *kept)
    )
    go(now, mover, (leg,), "walked")
    return in_reach(now.book, now.state, who, other)


def _path_beside(state: CombatState, who: FighterId, other: str) -> tuple[Spot, ...]:
    """Return the squares to a free one beside a fighter or feature.

    Where one is drawn there already it is one's own: place in a zone means nothing, and whoever
    steps up leaves its cover and its aim behind.
    """
    fighter, zone = state.fighters[who], state.zone_of(who)
    assert fighter.seat is not None  # one that may step up stands in a zone
    assert zone is not None
    here = Spot(fighter.level, fighter.seat)
    seat = _seat_beside(state, who, here, other)
    if seat is None:
        return (here,)
    return trail.inside(state.place, here, seat, zone, trail.side(state, who))


def _seat_beside(state: CombatState, who: FighterId, here: Spot, other: str) -> Spot | None:
    if other in state.fighters:
        if touches(state, who, here, FighterId(other)):
            return None
        return Spot(*seat_beside(state, who, FighterId(other)))
    feature = state.encounter.board.features[FeatureId(other)]
    size = side_of(state.people[who].profile)
    if not feature.squares or any(apart(here.square, size, at, 1) <= 1 for at in feature.squares):
        return None
    zone, place = state.zone_of(who), state.place
    near = {
        square
        for square in squares_around(feature.squares[0], NEAR_SQ)
        if place.zone_at(feature.level, square) == zone
    } - set(feature.squares)
    taken = taken_on(state, feature.level, but=who)
    seat = free_seat_on(place, feature.level, near, side=size, taken=taken)
    return None if seat is None else Spot(feature.level, seat)


# How it begins and ends


def _entering(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
    """A fighter that has gone somewhere is in reach of those it went up to, and of no others."""
    if now.book.space.on_squares:
        return
    facts: list[Event] = [
        Parted(kind=REACH, one=who, other=near, rule=ARM)
        for near in now.state.related(REACH, who)
        if near not in leg.beside and not _rides(now.state, who, near)
    ]
    facts += [
        Related(kind=REACH, one=who, other=near, rule=ARM)
        for near in leg.beside
        if not now.state.holds(REACH, who, near)
    ]
    if facts:
        now.happens(*facts)


def _rides(state: CombatState, one: str, other: str) -> bool:
    return state.holds(RIDING, one, other) or state.holds(RIDING, other, one)


def _moved(now: Now, fact: Moved) -> None:
    """Who is put or carried elsewhere keeps those it is still next to."""
    if fact.how in ("walked", "forced") or now.book.space.on_squares:
        return
    who, here = fact.who, Spot(fact.level, fact.to)
    _part(now, who, [n for n in now.state.related(REACH, who) if not _still(now, who, here, n)])


def _still(now: Now, who: FighterId, here: Spot, near: str) -> bool:
    if now.state.zone_of(who) != now.state.zone_of_thing(near):
        return False
    if _rides(now.state, who, near):
        return True
    if near in now.state.fighters:
        return touches(now.state, who, here, FighterId(near))
    feature = now.state.encounter.board.features[FeatureId(near)]
    size = side_of(now.state.people[who].profile)
    return not feature.squares or any(
        apart(here.square, size, at, 1) <= 1 for at in feature.squares
    )


def _left(now: Now, fact: LeftBoard) -> None:
    _part(now, fact.who, list(now.state.related(REACH, fact.who)))


def _changed(now: Now, fact: PlaceChanged) -> None:
    """A change of the place that puts two into different zones ends their reach."""
    if now.book.space.on_squares:
        return
    for each in now.state.relations:
        if each.kind != REACH or each.one not in now.state.fighters:
            continue
        here, there = now.state.zone_of_thing(each.one), now.state.zone_of_thing(each.other)
        before = (now.before.zone_of_thing(thing) for thing in (each.one, each.other))
        if here != there and len(set(before)) == 1:
            _part(now, FighterId(each.one), [each.other])


def _part(now: Now, who: FighterId, several: Iterable[str]) -> None:
    facts = [Parted(kind=REACH, one=who, other=near, rule=ARM) for near in several]
    if facts:
        now.happens(*facts)


# The action


def _refusals(book: Rulebook, state: CombatState, action: StepUp) -> Iterator[Refusal]:
    yield from unable(state, action.who)
    features = state.encounter.board.features
    if action.to not in state.fighters and action.to not in features:
        yield no_such("fighter or feature", action.to, (*state.fighters, *features))
    elif action.to == action.who:
        yield Refusal("Nobody steps up to itself.", NAMES, final=True)
    else:
        yield from _step_refusals(book, state, action.who, action.to)


def _resolve(now: Now, action: StepUp) -> None:
    step_up(now, action.who, action.to)


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if book.space.on_squares or not state.on_board(who):
        return
    pay, refusal = pay_inside(book, state, who, "")
    yield Offer(
        about="movement",
        key="step up", says="Step up", cost="Move" if pay == "move" else "Free", wants="fighter",
        aimed=lambda other: StepUp(who=who, to=other),
        refusals=(*unable(state, who), *((refusal,) if refusal is not None else ())),
    )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={StepUp: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
    entering=(_entering,),
    follows={Moved: (_moved,), LeftBoard: (_left,), PlaceChanged: (_changed,)},
)
