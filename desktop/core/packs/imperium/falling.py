"""Falling: how far, how it is softened, what it does, and where one comes down."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.board import Link
from desktop.core.model.footprint import side_of
from desktop.core.model.place import Spot, Way
from desktop.core.model.words import FighterId, LevelId, LinkId, Square, ZoneId
from desktop.core.packs.imperium import criticals, location, tests
from desktop.core.packs.imperium.aloft import LOW, can_fly, is_flying, is_sky
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.skills import title
from desktop.core.packs.imperium.suffering import suffer
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Leg, Pack, Plan, Rulebook
from desktop.core.rules.events import Moved
from desktop.core.rules.labels import label_of
from desktop.core.rules.lengths import length_asked
from desktop.core.rules.marks import RIDING
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.seating import seat_for
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Consequence, Refusal, RuleRef, TallyFor
from desktop.core.rules.walk import land

PRONE = RuleRef("IM-FALLING-01")
SHORT = RuleRef("IM-FALLING-02")
HURTS = RuleRef("IM-FALLING-03")
SOFTENS = RuleRef("IM-FALLING-05")
AIR = RuleRef("IM-FLYING-07")

TALL = 1.8
"""Metres of height for each square a side, where the profile does not say."""
SOFT_METRES = 10
"""The longest drop that can be softened."""
STEP_METRES = 5
"""Metres that each add 1 to the Critical Hit; and those of a level, by one reading."""
SOFTENING = ("athletics", "reflexes")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fall(Doing):
    """Let somebody fall, or let oneself down on purpose."""

    deed: ClassVar[str] = "falls[ to {to}]"

    metres: float
    controlled: bool = False
    to: ZoneId | None = None
    """Where it lands, where that is not below it or its own zone."""


@dataclass(frozen=True, slots=True)
class ImperiumFall:
    """How this book lets somebody fall."""

    def fall(
        self,
        now: Now,
        who: FighterId,
        metres: float,
        *,
        rule: RuleRef,
        to: Spot | None = None,
        controlled: bool = False,
    ) -> None:
        """Let a fighter fall so far, with all that it brings, onto `to` or where it is."""
        if not now.state.on_board(who):
            return
        name = label_of(now.state, who)
        far = length_asked(now, f"metres|{who}", f"{name} falls so many", metres, rule)
        tall = _height(now, who)
        soft = far > tall and _is_softened(now, who, far, controlled=controlled)
        land(now, who, to)
        if not now.state.on_board(who):
            return
        if not (soft and reads(now.state, "fall_damage_word", "on its feet")):
            suffer(now, who, "prone", rule=SHORT if far <= tall else PRONE)
        if far > tall and not soft and now.state.on_board(who):
            place = location.random(now, who, HURTS)
            criticals.wound(now, who, place, bonus_of(now.state, far, tall), HURTS)


def bonus_of(state: CombatState, metres: float, tall: float) -> int:
    """Return what a fall adds to the roll of its Critical Hit."""
    counted = metres - tall if reads(state, "fall_bonus_base", "beyond own height") else metres
    return int(counted // STEP_METRES)


def height_of(state: CombatState, who: FighterId) -> float:
    """Return how tall a fighter is in metres; by its size where nothing says so."""
    profile = state.people[who].profile
    return profile.height if profile.height is not None else round(TALL * side_of(profile), 1)


def _height(now: Now, who: FighterId) -> float:
    tall = height_of(now.state, who)
    if now.state.people[who].profile.height is not None:
        return tall
    says = f"{label_of(now.state, who)} is so many metres tall, which its profile does not say"
    return now.amount(f"height|{who}", says, tall, SHORT)


# Softening


def _is_softened(now: Now, who: FighterId, metres: float, *, controlled: bool) -> bool:
    """Whether a drop is softened by a Test, which is had for the asking in a short one only."""
    name = label_of(now.state, who)
    default = controlled and metres <= SOFT_METRES
    if not now.word(f"soften|{who}", f"{name} may soften the drop", default, SOFTENS):
        return False
    wants = {
        skill: TallyFor(what="test", who=who, purpose="soften", skill=skill) for skill in SOFTENING
    }
    better = max(SOFTENING, key=lambda skill: tests.promise(now.book, now.state, wants[skill]))
    options = [Option(skill, title(skill)) for skill in SOFTENING]
    skill = str(now.word(f"soften skill|{who}", f"{name} softens with", better, SOFTENS, options))
    wanted = wants.get(skill, wants[better])
    says = f"{title(wanted.skill)}, softening a drop of {metres:g} m"
    return now.book.test.test(now, wanted, says, 0, SOFTENS).passed


# Where one comes down


def landing(state: CombatState, who: FighterId) -> tuple[Spot | None, float]:
    """Return where a fighter in the air comes down, None for where it is, and how far below."""
    fighter, zone = state.fighters[who], state.zone_of(who)
    if fighter.seat is None or zone is None or not is_sky(state, zone):
        return None, fighter.above or LOW
    metres, first = 0.0, zone
    while is_sky(state, zone):
        below = _under(state, zone, fighter.seat)
        if below is None:
            break
        zone, far = below
        metres += far
    if zone == first:
        return None, fighter.above or LOW
    level = state.encounter.board.zones[zone].level
    if state.place.zone_at(level, fighter.seat) == zone:
        return Spot(level, fighter.seat), metres
    return seat_for(state, who, zone), metres


def _under(state: CombatState, zone: ZoneId, seat: Square) -> tuple[ZoneId, float] | None:
    """Return the zone below another and how far down it is: straight below where there is one."""
    board = state.encounter.board
    here = board.levels[board.zones[zone].level].height

    def height(way: Way) -> float:
        return board.levels[board.zones[way.to].level].height

    def beside(way: Way) -> tuple[bool, float]:
        straight = state.place.zone_at(board.zones[way.to].level, seat) == way.to
        return not straight, -height(way)

    lower = [
        way
        for way in state.place.links_of(zone)
        if height(way) < here or (height(way) == here and not is_sky(state, way.to))
    ]
    way = min(lower, key=beside, default=None)
    if way is None or beside(way)[0]:
        floor = _floor_under(state, board.zones[zone].level, seat)
        straight = None if floor is None else state.place.zone_at(floor[0].level, seat)
        if floor is not None and straight is not None:
            return straight, floor[1]
    return None if way is None else (way.to, metres_of(state, way.link, zone))


def metres_of(state: CombatState, link: Link, upper: ZoneId) -> float:
    """Return how far down a link leads: what it says, else its levels, else the usual height."""
    if reads(state, "fall_height", "five a level"):
        return STEP_METRES
    if link.metres is not None:
        return link.metres
    board = state.encounter.board
    other = link.to if link.from_ == upper else link.from_
    heights = [board.levels[board.zones[zone].level].height for zone in (upper, other)]
    return heights[0] - heights[1] if heights[0] > heights[1] else LOW


# Over a ledge, and out of the sky


def _drop(state: CombatState, who: FighterId, leg: Leg) -> Link | None:
    """Return the ledge that a leg goes down over; None where it is no drop."""
    link = state.encounter.board.links.get(LinkId(leg.link))
    if link is None or link.kind != "ledge" or not link.metres or leg.leaves != link.from_:
        return None
    return None if is_flying(state, who) else link


def _entering(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
    """Going over a ledge higher than oneself is a drop, and being thrown over it a fall."""
    link = None if now.book.space.on_squares else _drop(now.state, who, leg)
    if link is None or link.metres is None:
        return
    says = f"{label_of(now.state, who)} falls from {label_of(now.state, link.id)}"
    default = forced or link.metres > height_of(now.state, who)
    if now.word(f"drop|{who}|{link.id}", says, default, PRONE):
        now.book.fall.fall(now, who, link.metres, rule=HURTS, controlled=not forced)


def _foretells(
    book: Rulebook, state: CombatState, who: FighterId, plan: Plan
) -> Iterator[Consequence]:
    for at, leg in enumerate(() if book.space.on_squares else plan.legs):
        link = _drop(state, who, leg)
        if link is not None and (link.metres or 0) > height_of(state, who):
            says = f"drops {link.metres:g} m"
            yield Consequence(who=who, says=says, rule=HURTS, at=at, grave=True)


def _under_edge(state: CombatState, who: FighterId) -> tuple[Spot, float] | None:
    """Return the floor below whoever stands in no zone, and how far down; None where none is."""
    fighter = state.fighters[who]
    if fighter.seat is None or state.zone_of(who) is not None:
        return None
    return _floor_under(state, fighter.level, fighter.seat)


def _floor_under(state: CombatState, level: LevelId, seat: Square) -> tuple[Spot, float] | None:
    """Return the next place straight below a square that lies in a zone, and how far down."""
    levels = state.encounter.board.levels
    here = levels[level].height
    floors = [
        (here - lower.height, id_) for id_, lower in levels.items()
        if lower.height < here and state.place.zone_at(id_, seat) is not None
    ]  # fmt: skip
    if not floors:
        return None
    metres, level_id = min(floors)
    far = STEP_METRES if reads(state, "fall_height", "five a level") else metres
    return Spot(level_id, seat), far


def _forced_off(now: Now, who: FighterId) -> None:
    """Whoever is moved by force to where its level has no floor falls, if the GM does not mind."""
    under = _under_edge(now.state, who)
    if under is None:
        return
    says = f"{label_of(now.state, who)} falls over the edge"
    if now.word(f"edge|{who}", says, True, PRONE):
        spot, metres = under
        now.book.fall.fall(now, who, metres, rule=HURTS, to=spot)


def _moved(now: Now, fact: Moved) -> None:
    """Whoever comes into open air without anything to fly by falls at once."""
    who = fact.who
    if can_fly(now.state, who) or next(iter(now.state.related(RIDING, who)), None):
        return
    if fact.how == "forced" and not now.book.space.on_squares:
        _forced_off(now, who)
    if fact.how == "put" or not is_sky(now.state, now.state.zone_of(who)):
        return
    spot, metres = landing(now.state, who)
    if spot is not None:
        now.book.fall.fall(now, who, metres, rule=AIR, to=spot)


# The action


def _refusals(book: Rulebook, state: CombatState, action: Fall) -> Iterator[Refusal]:
    if not state.on_board(action.who):
        yield Refusal(f"{label_of(state, action.who)} is not on the board.", PRONE)
    if action.metres < 0:
        yield Refusal("Nobody falls upwards.", PRONE, "Give the metres down.")


def _resolve(now: Now, action: Fall) -> None:
    if not now.state.on_board(action.who):
        return
    to = landing(now.state, action.who)[0]
    if action.to is not None and action.to in now.state.encounter.board.zones:
        to = seat_for(now.state, action.who, action.to)
    now.book.fall.fall(
        now, action.who, action.metres, rule=HURTS, to=to, controlled=action.controlled
    )


CHAPTER = Pack(
    name="imperium",
    slots={"fall": ImperiumFall()},
    actions={Fall: ActionRule(refusals=_refusals, resolve=_resolve)},
    entering=(_entering,),
    foretells=(_foretells,),
    follows={Moved: (_moved,)},
)
