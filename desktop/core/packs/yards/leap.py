"""Leaping: how far up or across, what a run-up adds, and the stumble at the brink."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import floor
from typing import cast

from desktop.core.model.board import Link
from desktop.core.model.geometry import line
from desktop.core.model.place import Spot, Way
from desktop.core.model.words import At, FighterId, LevelId, Location, Square, ZoneId
from desktop.core.packs.yards.checks import Check, check
from desktop.core.packs.yards.economy import lacking, spend, unable
from desktop.core.packs.yards.figures import (
    YARD,
    has_ability,
    part_of,
    strength,
)
from desktop.core.packs.yards.ground import EVEN, drop_at, get_onto, in_the_way, neighbours, surface
from desktop.core.packs.yards.harm import fell_down, levels_at
from desktop.core.rules.book import Pack, Rulebook
from desktop.core.rules.events import Said
from desktop.core.rules.labels import label_of
from desktop.core.rules.lengths import length_asked, length_told, square_metres
from desktop.core.rules.near import height_of
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.seating import seat_for
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor
from desktop.core.rules.walk import spot_of

TESTED = RuleRef("INQ-LEAP-01")
ACROBATIC = RuleRef("INQ-LEAP-02")
LEGS = RuleRef("INQ-LEAP-03")
RUN_UP = RuleRef("INQ-LEAP-04")
JUDGED = RuleRef("INQ-LEAP-05")
ONE_ACTION = RuleRef("INQ-LEAP-06")
UP = RuleRef("INQ-LEAP-07")
ACROSS = RuleRef("INQ-LEAP-08")
LEAST = RuleRef("INQ-LEAP-09")
TRIPS = RuleRef("INQ-LEAP-10")
BRINK = RuleRef("INQ-LEAP-11")
PLAIN = RuleRef("INQ-LEAP-12")

PURPOSE = "yards leap"
RUNNING = "run-up"
HIGH = "up"


@dataclass(frozen=True, slots=True)
class Jump:
    """A leap that is wanted: from where to where, how far, which way."""

    who: FighterId
    start: Spot
    goal: Spot | None
    """None: the far side of a gap that nobody has drawn."""
    metres: float
    high: bool
    link: Link | None = None


class YardsLeap:
    """How this book leaps."""

    def refusals(
        self,
        book: Rulebook,
        state: CombatState,
        who: FighterId,
        to: At,
        level: LevelId | None,
        *,
        gap: float | None,
        high: bool | None,
        run_up: bool,
    ) -> Iterator[Refusal]:
        """Yield why a fighter cannot leap there."""
        yield from unable(book, state, who)
        if not state.on_board(who):
            return
        yield from lacking(state, who, moving=True, rule=ONE_ACTION)
        if "prone" in state.fighters[who].conditions:
            yield Refusal(f"{label_of(state, who)} is Prone.", TESTED, "Stand up first.")
        jump = wanted(book, state, who, to, level, gap=gap, high=high)
        if jump is None:
            yield Refusal("No link leads there to leap over.", TESTED, "Name a square, or a gap.")
        elif jump.goal is not None and book.space.on_squares:
            stop = in_the_way(state.place, jump.start, jump.goal)
            if stop is not None:
                yield Refusal(stop.in_the_way, TESTED)

    def foretold(
        self, book: Rulebook, state: CombatState, who: FighterId, to: At, level: LevelId | None
    ) -> str:
        """Say how far a leap would be, and how far its check takes one at least."""
        jump = wanted(book, state, who, to, level, gap=None, high=None)
        if jump is None:
            return ""
        yards = strength(state, who) / (50 if jump.high else 20)
        sure = length_told(state, rounded(state, yards) * YARD)
        up = " up" if jump.high else ""
        return f"Leap{up} {length_told(state, jump.metres)}: {sure} at the least"

    def leap(
        self,
        now: Now,
        who: FighterId,
        to: At,
        level: LevelId | None,
        *,
        gap: float | None,
        high: bool | None,
        run_up: bool,
    ) -> None:
        """Let a fighter leap over so many metres, or up them."""
        jump = wanted(now.book, now.state, who, to, level, gap=gap, high=high)
        if jump is None:
            return
        spend(now, who, ONE_ACTION, moving=True)
        running = not jump.high and _runs_up(now, who, run_up)
        how = frozenset(word for word, on in ((RUNNING, running), (HIGH, jump.high)) if on)
        done = check(
            now, who, "strength", _told(now.state, jump), TESTED,
            purpose=PURPOSE, how=how,
        )  # fmt: skip
        if done.matched_failure:
            _stumble(now, who)
            return
        _land(now, jump, reached(now.state, who, done, high=jump.high, how=how))


def _told(state: CombatState, jump: Jump) -> str:
    """Return what is tried, as `leaping 4 yd`."""
    up, far = " up" if jump.high else "", length_told(state, jump.metres)
    return f"leaping{up} {far}"


def wanted(
    book: Rulebook,
    state: CombatState,
    who: FighterId,
    to: At,
    level: LevelId | None,
    *,
    gap: float | None,
    high: bool | None,
) -> Jump | None:
    """Return the leap that is meant; None where nothing leads there and nobody says how far."""
    start = spot_of(state, who)
    assert start is not None  # asked of those on the board
    if not book.space.on_squares:
        return _over_link(state, who, start, to, level, gap, high)
    goal = Spot(level or start.level, Square(*to)) if isinstance(to, tuple) else None
    goal = goal or seat_for(state, who, to)
    if goal is None:
        return None
    rise = surface(state.place, goal) - height_of(state, who)
    across = _length(start.square, goal.square) * square_metres(state)
    up = rise > EVEN and across < 2 * square_metres(state) if high is None else high
    metres = gap if gap is not None else (rise if up else across)
    return Jump(who, start, goal, max(0.0, metres), up)


def _over_link(
    state: CombatState,
    who: FighterId,
    start: Spot,
    to: At,
    level: LevelId | None,
    gap: float | None,
    high: bool | None,
) -> Jump | None:
    here = state.zone_of(who)
    if isinstance(to, tuple):
        goal: Spot | None = Spot(level or start.level, Square(*to))
        there = state.place.zone_at(*goal) if goal is not None else None
    else:
        there, goal = ZoneId(to), seat_for(state, who, to)
    ways = state.place.links_between(here, there) if here is not None and there is not None else ()
    way = next(iter(ways), None)
    if here == there:
        return None if gap is None else Jump(who, start, goal, gap, bool(high))
    if way is None:
        return None
    metres = gap if gap is not None else (way.link.metres or 0.0)
    up = _leads_up(state, way) if high is None else high
    return Jump(who, start, goal, metres, up, way.link)


def _leads_up(state: CombatState, way: Way) -> bool:
    board = state.encounter.board
    other = way.link.from_ if way.forward else way.link.to
    heights = [board.levels[board.zones[zone].level].height for zone in (other, way.to)]
    return heights[1] > heights[0] or (way.link.kind == "ledge" and not way.forward)


def _length(a: Square, b: Square) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


def _runs_up(now: Now, who: FighterId, default: bool) -> bool:
    says = f"{label_of(now.state, who)} has a reasonable run-up"
    return bool(now.word(now.unique(f"run-up|{who}"), says, default, JUDGED))


# How far it goes


def reached(
    state: CombatState, who: FighterId, done: Check, *, high: bool, how: frozenset[str]
) -> float:
    """Return how many metres a leap comes to that was not tripped over."""
    plain = strength(state, who)
    if reads(state, "inq_leap_minimum", "modified strength"):
        plain += sum(part.amount for part in leap_parts(state, who, how))
    yards = max(0, plain) / (50 if high else 20)
    if done.passed:
        yards += max(0, done.margin) / (20 if high else 10)
    return rounded(state, yards) * YARD


def rounded(state: CombatState, yards: float) -> float:
    """Return yards as this book's figures are rounded."""
    if reads(state, "inq_yard_rounding", "nearest half"):
        return floor(yards * 2 + 0.5) / 2
    return floor(yards * 10 + 1e-9) / 10


def leap_parts(state: CombatState, who: FighterId, how: frozenset[str]) -> list[Part]:
    """Return what changes the number that a leap is tested against."""
    parts: list[Part] = []
    if has_ability(state, who, "acrobatic"):
        parts.append(
            Part(key="acrobatic", says="Acrobatic", does="adds", amount=10, rule=ACROBATIC)
        )
    if RUNNING in how:
        parts.append(Part(key=RUNNING, says="run-up", does="adds", amount=20, rule=RUN_UP))
    legs = levels_at(state, who, *cast("tuple[Location, ...]", ("left leg", "right leg")))
    levels = max(legs) if reads(state, "inq_leap_leg_levels", "worse leg") else sum(legs)
    if levels:
        parts.append(
            Part(
                key="legs", says="injured legs", does="adds", amount=-10 * levels, rule=LEGS,
                ruling="inq_leap_leg_levels",
            )
        )  # fmt: skip
    return parts


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what == "test" and wanted.purpose == PURPOSE:
        yield from leap_parts(state, wanted.who, wanted.how)


# Where it ends


def _land(now: Now, jump: Jump, far: float) -> None:
    """Bring a leap down at its goal, or where it falls short."""
    who, rule = jump.who, UP if jump.high else ACROSS
    name = label_of(now.state, who)
    what = "up" if jump.high else "across"
    done, wanted = length_told(now.state, far), length_told(now.state, jump.metres)
    text = f"{name} leaps {done} {what}, {wanted} needed."
    now.happens(Said(text=text, who=who, rule=rule))
    if far + 1e-6 >= jump.metres:
        if jump.goal is not None:
            _come_to(now, jump, jump.goal)
        return
    if jump.high:
        return
    if now.book.space.on_squares:
        _short(now, jump, far)
    else:
        _short_of_a_zone(now, jump)


def _come_to(now: Now, jump: Jump, goal: Spot) -> None:
    rule = UP if jump.high else ACROSS
    if get_onto(now, jump.who, goal, rule, jump.link.id if jump.link is not None else ""):
        fall_off(now, jump.who)


def fall_off(now: Now, who: FighterId, rule: RuleRef = ACROSS) -> None:
    """Let a fighter fall that has come to where there is no floor."""
    spot = spot_of(now.state, who)
    if spot is None or not now.state.place.is_open(*spot):
        return
    down = drop_at(now.state, who, spot)
    if down is not None and down[1] > EVEN:
        now.book.fall.fall(now, who, down[1], rule=rule, to=down[0])


def _short(now: Now, jump: Jump, far: float) -> None:
    """Come down on the furthest square that the leap reaches, or through it."""
    assert jump.goal is not None  # on squares a leap has one
    most = far / square_metres(now.state) + 1e-6
    at = jump.start.square
    for _, after, _ in line(jump.start.square, jump.goal.square):
        if _length(jump.start.square, after) > most:
            break
        at = after
    if at == jump.start.square:
        return
    level = jump.start.level
    _come_to(now, jump, Spot(level, at))


def _short_of_a_zone(now: Now, jump: Jump) -> None:
    who = jump.who
    says = f"{label_of(now.state, who)} falls into the gap"
    if not now.word(now.unique(f"leap falls|{who}"), says, False, ACROSS):
        return
    deep = length_asked(now, now.unique(f"deep|{who}"), "The gap is deep: so many", 0.0, ACROSS)
    if deep:
        now.book.fall.fall(now, who, deep, rule=ACROSS)


def _stumble(now: Now, who: FighterId) -> None:
    """Trip before the leap, and perhaps go over the edge."""
    text = f"{label_of(now.state, who)} trips before leaping."
    now.happens(Said(text=text, who=who, rule=TRIPS))
    fell_down(now, who, TRIPS)
    down = brink(now, who)
    if down is None or reads(now.state, "inq_leap_brink", "nobody goes over"):
        return
    deep = length_told(now.state, down[1])
    says = f"{label_of(now.state, who)} stumbles over the edge, {deep} down"
    if now.word(now.unique(f"brink|{who}"), says, True, BRINK):
        now.book.fall.fall(now, who, down[1], rule=BRINK, to=down[0])


def brink(now: Now, who: FighterId) -> tuple[Spot, float] | None:
    """Return the deepest drop beside a fighter that is more than a step, with where one lands."""
    spot = spot_of(now.state, who)
    if spot is None or not now.book.space.on_squares:
        return _ledge(now.state, who)
    found = [
        down
        for near in neighbours(now.state.place, spot)
        if (down := drop_at(now.state, who, near)) is not None
        and down[1] > part_of(now.state, who, "waist")
    ]
    return max(found, key=lambda down: down[1], default=None)


def _ledge(state: CombatState, who: FighterId) -> tuple[Spot, float] | None:
    zone = state.zone_of(who)
    if zone is None:
        return None
    for way in state.place.links_of(zone):
        if way.link.kind == "ledge" and way.forward and way.link.metres:
            seat = seat_for(state, who, way.to)
            return None if seat is None else (seat, way.link.metres)
    return None


CHAPTER = Pack(name="yards", slots={"leap": YardsLeap()}, parts=(_parts,))
