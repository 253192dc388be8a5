"""Lifts: once a round up or down, with who stands on them and over who is in the way."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from desktop.core.model.board import Feature, Stop
from desktop.core.model.words import FeatureId, FighterId, LevelId, Square
from desktop.core.packs.hive import activation, crush, harm, pieces
from desktop.core.packs.hive.inches import height_in, inches, rise
from desktop.core.packs.hive.statuses import active, unable
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Note, Offer, Pack, Rulebook
from desktop.core.rules.events import Event, MarkSet, Moved, PlaceChanged, PlaceParts, Until
from desktop.core.rules.grid import left_of, set_left
from desktop.core.rules.labels import label_of
from desktop.core.rules.near import covered_at
from desktop.core.rules.now import Now
from desktop.core.rules.order import is_out
from desktop.core.rules.readings import reads
from desktop.core.rules.seating import footprint_of
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

BOARDED = RuleRef("ZM-LIFT-01")
TRAVELS = RuleRef("ZM-LIFT-02")
GOES_ON = RuleRef("ZM-LIFT-03")
AHEAD = RuleRef("ZM-LIFT-04")
ONCE = RuleRef("ZM-LIFT-05")
CARRIES = RuleRef("ZM-LIFT-06")
CHECK = RuleRef("ZM-LIFT-07")
ESCAPES = RuleRef("ZM-LIFT-08")
HURTS = RuleRef("ZM-LIFT-09")
CLEARS = RuleRef("ZM-LIFT-10")

TRAVEL_IN = 4
"""The inches that a lift goes up or down at most."""
DAMAGE = 3
MOVED = "moved in this round"
"""The mark on a lift that has moved, until the round is over."""
ROUNDING = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class RideLift(Doing):
    """Let the lift that one stands on go up or down."""

    deed: ClassVar[str] = "rides {lift} to {to}"

    lift: FeatureId
    to: LevelId
    """The level of the stop that it goes to."""


# Where it is, and where it goes


def platform(feature: Feature) -> tuple[LevelId, tuple[Square, ...]]:
    """Return where a lift is now: its own squares, else its first stop."""
    if feature.squares or not feature.stops:
        return feature.level, feature.squares
    return feature.stops[0].level, (feature.stops[0].at,)


def others(feature: Feature) -> Iterator[Stop]:
    """Yield the stops of a lift where it is not now."""
    level, squares = platform(feature)
    for stop in feature.stops:
        if not (stop.level == level and stop.at in squares):
            yield stop


def stop_on(feature: Feature, level: LevelId) -> Stop | None:
    """Return the stop of a lift on another level."""
    return next((stop for stop in others(feature) if stop.level == level), None)


def landing(feature: Feature, stop: Stop) -> tuple[Square, ...]:
    """Return the squares that a lift covers at a stop; the stop is the first of them."""
    _, squares = platform(feature)
    if not squares:
        return (stop.at,)
    dx, dy = stop.at[0] - squares[0][0], stop.at[1] - squares[0][1]
    return tuple(Square(x + dx, y + dy) for x, y in squares)


def riders(state: CombatState, feature: Feature) -> tuple[FighterId, ...]:
    """Return who stands on a lift, friend or foe, on its feet or not; not who flies over it."""
    level, squares = platform(feature)
    return tuple(
        who
        for who, fighter in state.fighters.items()
        if fighter.seat in squares and fighter.level == level and fighter.above <= 0
    )


def _taken_by(state: CombatState, feature: Feature, stop: Stop) -> set[Square]:
    """Return the squares that a lift takes where it goes, with those that its riders stick out."""
    _, squares = platform(feature)
    there = landing(feature, stop)
    where = dict(zip(squares, there, strict=True)) if squares else {}
    taken = set(there)
    for who in riders(state, feature):
        seat = state.fighters[who].seat
        assert seat is not None  # riders stand on it
        taken.update(covered_at(state, who, where[seat]))
    return taken


def in_the_way(state: CombatState, feature: Feature, stop: Stop) -> tuple[FighterId, ...]:
    """Return who does not ride and is where a lift goes, or by one reading where it ends."""
    level, _ = platform(feature)
    shaft, on_it = _taken_by(state, feature, stop), riders(state, feature)
    levels = state.encounter.board.levels
    low, high = sorted((levels[level].height, levels[stop.level].height))
    whole = not reads(state, "zm_lift_swept", "end only")
    found = []
    for who, fighter in state.fighters.items():
        if fighter.seat is None or who in on_it or is_out(state, who):
            continue
        flies = fighter.above > 0
        if shaft.isdisjoint(footprint_of(state, who)) or (fighter.level == level and not flies):
            continue
        height = height_in(state, who)
        between = inches(state, low) - ROUNDING <= height <= inches(state, high) + ROUNDING
        if (fighter.level == stop.level and not flies) or (whole and between):
            found.append(who)
    return tuple(found)


# Why it does not go


def barred(
    state: CombatState, feature: Feature, to: LevelId, *, at_panel: bool = False
) -> Iterator[Refusal]:
    """Yield why a lift cannot go to a level, whoever asks."""
    yield from pieces.refusals(state, FeatureId(feature.id), "lift")
    yield from pieces.down_refusals(state, feature.id)
    extra = at_panel and reads(state, "zm_lift_panel_limit", "panels extra")
    if state.mark(feature.id, MOVED) and not extra:
        says = f"{feature.label} has moved in this round."
        yield Refusal(says, ONCE, "It can again in the next.")
    stop = stop_on(feature, to)
    label = label_of(state, to)
    if stop is None:
        yield Refusal(f"{feature.label} has no other stop on {label}.", TRAVELS)
        return
    level, squares = platform(feature)
    if squares and stop.at != squares[0]:
        yield Refusal(f"The stop on {label} is not straight above or below.", TRAVELS)
    far = abs(rise(state, stop.level, level))
    if far > TRAVEL_IN + ROUNDING:
        says = f"{feature.label} would go {far:g} inches; it goes {TRAVEL_IN} at most."
        yield Refusal(says, TRAVELS)


def _refusals(book: Rulebook, state: CombatState, action: RideLift) -> Iterator[Refusal]:
    feature = state.encounter.board.features[action.lift]
    yield from unable(book, state, action.who)
    yield from barred(state, feature, action.to)
    if not state.on_board(action.who):
        return
    name = label_of(state, action.who)
    if action.who not in riders(state, feature):
        yield Refusal(f"{name} does not stand on {feature.label}.", BOARDED, "Go there first.")
    elif not activation.has_just_moved(state, action.who):
        if activation.has_begun(state, action.who):
            says = f"{name} can work {feature.label} ahead of all else or right after a Move."
            yield Refusal(says, BOARDED)
        else:
            yield from active(state, action.who, AHEAD)


# How it goes


def _resolve(now: Now, action: RideLift) -> None:
    feature = now.state.encounter.board.features[action.lift]
    stop = stop_on(feature, action.to)
    assert stop is not None or action.forced  # refused else
    if stop is None:
        return
    far = abs(rise(now.state, stop.level, platform(feature)[0]))
    move(now, action.lift, stop, action.who, AHEAD)
    if reads(now.state, "zm_lift_ride_cost", "counts too"):
        _deduct(now, action.who, far)


def _deduct(now: Now, who: FighterId, far: float) -> None:
    """With the other reading the ride takes of what is left of the Move."""
    left = left_of(now.state, who)
    if left:
        now.happens(set_left(now.state, who, max(0.0, left - far), GOES_ON))


def move(now: Now, id_: FeatureId, stop: Stop, by: FighterId | None, rule: RuleRef) -> None:
    """Let a lift go to a stop with everyone on it; who is in the way has its check."""
    feature = now.state.encounter.board.features[id_]
    level, squares = platform(feature)
    on_it, victims = riders(now.state, feature), in_the_way(now.state, feature, stop)
    there = landing(feature, stop)
    after = replace(
        feature, level=stop.level, squares=there, zone=None,
        stops=_with_stop(feature, level, squares),
    )  # fmt: skip
    verb = "up" if rise(now.state, stop.level, level) > 0 else "down"
    says = f"{feature.label} goes {verb} to {label_of(now.state, stop.level)}"
    facts: list[Event] = [
        PlaceChanged(says=says, parts=PlaceParts(features={id_: after}), rule=rule),
        MarkSet(subject=id_, name=MOVED, value=True, until=Until("end of round"), rule=ONCE),
    ]
    where = dict(zip(squares, there, strict=True)) if squares else {}
    for who in on_it:
        fighter = now.state.fighters[who]
        assert fighter.seat is not None  # riders stand on it
        to = where[fighter.seat]
        facts.append(
            Moved(
                who=who, how="carried", level=stop.level, to=to, above=fighter.above, rule=CARRIES
            )
        )  # fmt: skip
    now.happens(*facts)
    if victims:
        crush.catch(now, victims, _trap(feature, there), by)


def _with_stop(feature: Feature, level: LevelId, squares: tuple[Square, ...]) -> tuple[Stop, ...]:
    """Return the stops of a lift with the one that it leaves among them."""
    left = Stop(level=level, at=squares[0]) if squares else None
    if left is None or left in feature.stops:
        return feature.stops
    return (left, *feature.stops)


def _trap(feature: Feature, there: tuple[Square, ...]) -> crush.Trap:
    off = frozenset(there)

    def harmed(now: Now, who: FighterId) -> None:
        harm.wound(now, who, DAMAGE, HURTS)

    return crush.Trap(
        thing=feature.id, says=f"in the way of {feature.label}", check=CHECK, escapes=ESCAPES,
        hurts=HURTS, clears=CLEARS, harm=harmed, off=lambda who: off,
    )  # fmt: skip


# Around it


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if not state.on_board(who):
        return
    for feature in pieces.of_kind(state, "lift"):
        far = who not in riders(state, feature) or pieces.is_down(state, feature.id)
        for stop in others(feature):
            ride = RideLift(who=who, lift=FeatureId(feature.id), to=stop.level)
            verb = "up" if rise(state, stop.level, platform(feature)[0]) > 0 else "down"
            yield Offer(
                about="things",
                key=f"lift:{feature.id}:{stop.level}",
                says=f"{feature.label} {verb} to {label_of(state, stop.level)}", cost="Free",
                action=ride, refusals=tuple(_refusals(book, state, ride)),
                place=pieces.AT_HAND, far=far,
            )  # fmt: skip


def _notes(book: Rulebook, state: CombatState) -> Iterator[Note]:
    for feature in pieces.of_kind(state, "lift"):
        if state.mark(feature.id, MOVED):
            yield Note(feature.id, "has moved", spent=True)


CHAPTER = Pack(
    name="hive",
    actions={RideLift: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
    notes=(_notes,),
)
