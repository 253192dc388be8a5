"""Stairs: walked like level ground, and no place to be knocked down on."""

from desktop.core.model.board import Feature
from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId, Square
from desktop.core.packs.hive import checks, pieces
from desktop.core.packs.hive.harm import Hit, hit
from desktop.core.packs.hive.inches import inches
from desktop.core.packs.hive.pitfall import chose, went_down
from desktop.core.packs.hive.statuses import end_activation, topple
from desktop.core.rules.book import Pack
from desktop.core.rules.events import ConditionSet, Said
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef
from desktop.core.rules.walk import land

CHECK = RuleRef("ZM-STAIRS-03")
FALLS = RuleRef("ZM-STAIRS-04")
HURTS = RuleRef("ZM-STAIRS-05")
LIES = RuleRef("ZM-STAIRS-06")

FAR_IN = 3
"""The inches from which a fall down stairs hurts."""
HIT = Hit(strength=3, damage=1)


def under(state: CombatState, who: FighterId) -> Feature | None:
    """Return the stairs that a fighter stands on."""
    fighter = state.fighters[who]
    for feature in pieces.of_kind(state, "stairs"):
        if fighter.seat in feature.squares and fighter.level == feature.level:
            return feature
    return None


def _landings(stairs: Feature, at: int) -> list[int]:
    """Return which steps below one are landings, counted from the foot, the nearest first."""
    stops = [stop.at for stop in stairs.stops if stop.level == stairs.level]
    return [step for step in range(at - 1, -1, -1) if stairs.squares[step] in stops]


def foot(state: CombatState, stairs: Feature) -> Spot:
    """Return where stairs begin: their lowest stop that is no step, else beside the first step."""
    levels = state.encounter.board.levels
    below = [
        stop
        for stop in stairs.stops
        if not (stop.level == stairs.level and stop.at in stairs.squares)
        and levels[stop.level].height <= levels[stairs.level].height
    ]
    if below:
        lowest = min(below, key=lambda stop: levels[stop.level].height)
        return Spot(lowest.level, lowest.at)
    first = stairs.squares[0]
    ground = state.place.ground(stairs.level)
    free = [at for at in ground.moves(first) if at not in stairs.squares]
    return Spot(stairs.level, _straight(stairs, free) if free else first)


def _straight(stairs: Feature, free: list[Square]) -> Square:
    """Return the free square in line with the stairs, else the first that one can step to."""
    if len(stairs.squares) > 1:
        (ax, ay), (bx, by) = stairs.squares[:2]
        ahead = Square(2 * ax - bx, 2 * ay - by)
        if ahead in free:
            return ahead
    return free[0]


def height_in(state: CombatState, stairs: Feature) -> float | None:
    """Return how high stairs are: what they say, else what their stops are apart."""
    if stairs.metres is not None:
        return inches(state, stairs.metres)
    levels = state.encounter.board.levels
    heights = [levels[stop.level].height for stop in stairs.stops]
    heights.append(levels[stairs.level].height)
    return inches(state, max(heights) - min(heights)) or None


def _drop(now: Now, who: FighterId, stairs: Feature, at: int, to: int) -> float:
    """Return how many inches one falls from a step to another, -1 being the foot."""
    steps = at - to
    if reads(now.state, "zm_stairs_distance", "along the steps"):
        return steps
    high = height_in(now.state, stairs)
    known = steps if high is None else round(high * steps / len(stairs.squares), 2)
    says = f"{label_of(now.state, who)} falls so many inches down {stairs.label}"
    return now.amount(f"down|{stairs.id}|{who}", says, known, HURTS)


def _laid_low(now: Now, fact: ConditionSet) -> None:
    """Whoever goes down on stairs has a check, by one reading not who chose to."""
    who = fact.who
    stairs = under(now.state, who) if went_down(now, fact) else None
    if stairs is None or fact.rule == LIES:
        return
    if reads(now.state, "zm_stairs_voluntary", "choice is exempt") and chose(now, fact):
        return
    checked = checks.initiative(now, who, f"on {stairs.label}", CHECK)
    if not checked.passed or checked.natural == 1:
        _tumble(now, who, stairs)


def _tumble(now: Now, who: FighterId, stairs: Feature) -> None:
    seat = now.state.fighters[who].seat
    assert seat is not None  # it stands on them
    at = stairs.squares.index(seat)
    landing = next(iter(_landings(stairs, at)), None)
    far = _drop(now, who, stairs, at, -1 if landing is None else landing)
    to = foot(now.state, stairs) if landing is None else Spot(stairs.level, stairs.squares[landing])
    where = "to a landing" if landing is not None else "to the foot"
    text = f"{label_of(now.state, who)} falls {far:g} inches down {stairs.label}, {where}"
    now.happens(Said(text=text, who=who, rule=FALLS))
    land(now, who, to)
    if far >= FAR_IN and now.state.on_board(who):
        hit(now, who, HIT, HURTS)
    topple(now, who, LIES)
    end_activation(now, who, LIES)


CHAPTER = Pack(name="hive", follows={ConditionSet: (_laid_low,)})
