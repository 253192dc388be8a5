"""Climbing over, onto, up and down: an action each, with the check that its height asks for."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from desktop.core.model.geometry import distance
from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId, LevelId, LinkId, Square
from desktop.core.packs.yards import rope
from desktop.core.packs.yards.checks import check
from desktop.core.packs.yards.economy import lacking, spend, spend_all, unable, untouched
from desktop.core.packs.yards.figures import YARD
from desktop.core.packs.yards.ground import (
    EVEN,
    above_at,
    get_onto,
    in_the_way,
    neighbours,
    surface,
)
from desktop.core.packs.yards.obstacles import (
    Climb,
    class_of,
    climb_to,
    leads_down,
    link_metres,
)
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Leg, Note, Offer, Pack, Plan, Rulebook
from desktop.core.rules.events import MarkSet, Moved, Said
from desktop.core.rules.labels import label_of
from desktop.core.rules.lengths import length_told
from desktop.core.rules.marks import place_key
from desktop.core.rules.near import foot_side, spot_named
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.readings import reads
from desktop.core.rules.seating import taken_on
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Consequence, Refusal, RuleRef
from desktop.core.rules.walk import spot_of

CLASSED = RuleRef("INQ-CLIMB-01")
OVER = RuleRef("INQ-CLIMB-02")
ALONE = RuleRef("INQ-CLIMB-03")
ONTO = RuleRef("INQ-CLIMB-04")
DROPS = RuleRef("INQ-CLIMB-05")
DROPPED = RuleRef("INQ-CLIMB-06")
PACE = RuleRef("INQ-CLIMB-07")
TESTED = RuleRef("INQ-CLIMB-08")
STAYS = RuleRef("INQ-CLIMB-09")
HOLDS = RuleRef("INQ-GEAR-07")
HANGS = RuleRef("INQ-GEAR-08")

STEP_METRES = 2 * YARD
SLOWLY = "slowly"
WAYS_DOWN = (Option("drop", "dropping"), Option(SLOWLY, "climbing, as down a high one"))
CLIMBING = "climbing"
"""The mark on a fighter halfway up or down: `level|x|y` of where it climbs to."""
CLIMBED = "climbed "
"""Before a link's id, the mark on a fighter with the millimetres that it is up a link of zones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClimbTo(Doing):
    """Climb onto a square beside one, over it where it is low, or down to it."""

    deed: ClassVar[str] = "climbs at {to}"

    to: Square
    level: LevelId | None = None
    """Unsaid: the one that the fighter is on."""
    slowly: bool = False
    """Down a medium height as if it were a high one, where the table plays it so."""


# The action


def _climb(state: CombatState, action: ClimbTo) -> Climb:
    level = action.level or state.fighters[action.who].level
    climb = climb_to(state, action.who, Spot(level, Square(*action.to)))
    return replace(climb, kind="high") if state.mark(action.who, CLIMBING) else climb


def is_ours(book: Rulebook, climb: Climb) -> bool:
    """Whether this book settles a climb."""
    return isinstance(book.provider("climb", climb.book), YardsClimb)


def _refusals(book: Rulebook, state: CombatState, action: ClimbTo) -> Iterator[Refusal]:
    yield from unable(book, state, action.who)
    spot = spot_of(state, action.who)
    if spot is None:
        return
    climb, name = _climb(state, action), label_of(state, action.who)
    if not book.space.on_squares:
        yield Refusal("Where zones measure, one climbs over links.", CLASSED, "Walk over one.")
    if not is_ours(book, climb):
        yield Refusal("Another book settles how this is climbed.", CLASSED, final=True)
        return
    yield from _cannot_reach(state, action, climb, spot)
    if not climb.kind:
        yield Refusal(f"There is nothing to climb for {name}.", CLASSED, "Walk there.")
    if climb.kind == "high" and climb.metres is None:
        yield Refusal("Nobody says how high that is.", CLASSED, "Give it its metres.", final=True)
    if action.slowly and not reads(state, "inq_climb_down", "slowly too"):
        yield Refusal("A medium height is dropped down from.", DROPS)
    if climb.kind == "low" and not climb.down and not untouched(book, state, action.who):
        says = f"Getting over that cannot be combined with what {name} has done."
        yield Refusal(says, ALONE)
    yield from lacking(state, action.who, moving=True)


def _cannot_reach(
    state: CombatState, action: ClimbTo, climb: Climb, spot: Spot
) -> Iterator[Refusal]:
    name, target = label_of(state, action.who), climb.target
    if "prone" in state.fighters[action.who].conditions:
        yield Refusal(f"{name} is Prone.", CLASSED, "Stand up first.")
    if distance(spot.square, target.square) > foot_side(state, action.who):
        yield Refusal(f"That is not beside {name}.", CLASSED, "Go there first.")
    place = state.place
    if place.is_open(*target) or "wall" in place.qualities_at(*target):
        yield Refusal("There is nothing to stand on.", CLASSED)
    elif _between_levels(state, spot, target):
        yield Refusal("A floor is in the way.", CLASSED)
    elif spot.square != target.square and in_the_way(place, spot, target):
        yield Refusal("A wall is in the way.", CLASSED)
    if climb.kind != "low" and target.square in taken_on(state, target.level, but=action.who):
        yield Refusal("Somebody stands there.", CLASSED)


def _foretold(book: Rulebook, state: CombatState, action: ClimbTo) -> str:
    """Say what getting there takes, as `Climb up, 5 yd: Strength for each 2 yd`."""
    if spot_of(state, action.who) is None:
        return ""
    climb = _climb(state, action)
    if not climb.kind:
        return ""
    far = f", {length_told(state, climb.metres)}" if climb.metres is not None else ""
    tested = ": Initiative" if climb.kind == "medium" and climb.down else ""
    if climb.kind == "high":
        tested = f": Strength for each {length_told(state, STEP_METRES)}"
    return f"{_verb(climb)}{far}{tested}"


def _verb(climb: Climb) -> str:
    if not climb.down:
        return VERBS[climb.kind]
    return "Drop down" if climb.kind == "medium" else "Climb down"


def _resolve(now: Now, action: ClimbTo) -> None:
    if not now.state.on_board(action.who):
        return
    climb = _climb(now.state, action)
    if climb.kind == "low":
        _low(now, action.who, climb)
        return
    spend(now, action.who, PACE if climb.kind == "high" else ONTO, moving=True)
    if climb.kind == "high" or action.slowly:
        _high(now, action.who, climb)
    elif climb.down:
        _drop(now, action.who, climb)
    else:
        get_onto(now, action.who, climb.target, ONTO)


# Low, medium, high


def _low(now: Now, who: FighterId, climb: Climb) -> None:
    """Cross what is low, in an action that nothing else goes with unless the GM says so."""
    says = f"{label_of(now.state, who)} does something else beside climbing over"
    if climb.down or now.word(now.unique(f"low climb|{who}"), says, False, ALONE):
        spend(now, who, OVER, moving=True)
    else:
        spend_all(now, who, OVER)
    start = spot_of(now.state, who)
    assert start is not None  # its refusals ask before
    beyond = _beyond(now.state, who, start, climb.target) if not climb.down else None
    get_onto(now, who, beyond or climb.target, OVER)


def _beyond(state: CombatState, who: FighterId, start: Spot, over: Spot) -> Spot | None:
    """Return the square behind a low obstacle, straight on; None where nobody can stand there."""
    (ax, ay), (bx, by) = start.square, over.square
    far = Spot(over.level, Square(2 * bx - ax, 2 * by - ay))
    place = state.place
    if not place.is_inside(far.square) or place.is_open(*far) or in_the_way(place, over, far):
        return None
    if far.square in taken_on(state, far.level, but=who):
        return None
    drop = surface(place, over) - surface(place, far)
    return far if class_of(state, who, drop) in ("", "low") and drop > -EVEN else None


def _drop(now: Now, who: FighterId, climb: Climb) -> None:
    """Drop down from a medium height: who fails lands as from a fall."""
    metres = climb.metres or 0.0
    says = f"dropping {length_told(now.state, metres)}"
    if check(now, who, "initiative", says, DROPS, purpose="yards drop").passed:
        get_onto(now, who, climb.target, DROPS)
    else:
        now.book.fall.fall(now, who, metres, rule=DROPPED, to=climb.target)


def _high(now: Now, who: FighterId, climb: Climb) -> None:
    """Climb two yards up or down a high face."""
    state = now.state
    target, metres = climb.target, climb.metres or 0.0
    fighter = state.fighters[who]
    held = fighter.above if state.mark(who, CLIMBING) or not climb.down else metres
    outcome = _gets_on(now, who, rope.is_tied(state, target), held, metres)
    if outcome == "falls":
        _fall(now, who, held, target if climb.down else None, climb)
    elif outcome == "climbs":
        _further(now, who, climb, metres)


def _gets_on(now: Now, who: FighterId, tied: bool, held: float, metres: float) -> str:
    """Return what an action of climbing comes to: `climbs`, `hangs` or `falls`."""
    high = f", {length_told(now.state, held)} up" if held > EVEN else " from the foot"
    says = f"climbing{high}"
    rule = HOLDS if tied else TESTED
    done = check(now, who, "strength", says, rule, purpose="yards climb")
    if done.passed:
        return "climbs"
    if tied and not done.matched_failure:
        text = f"{label_of(now.state, who)} finds no hold and hangs on."
        now.happens(Said(text=text, who=who, rule=HANGS))
        return "hangs"
    return "falls"


def _fall(now: Now, who: FighterId, held: float, to: Spot | None, climb: Climb) -> None:
    """Let a climber fall from where the action began, or by one reading from where it led."""
    if reads(now.state, "inq_climb_fall_height", "height led to"):
        step = min(STEP_METRES, climb.metres or STEP_METRES)
        held = held - step if climb.down else held + step
    now.happens(MarkSet(subject=who, name=CLIMBING, value=None, rule=TESTED))
    if held > EVEN:
        now.book.fall.fall(now, who, held, rule=TESTED, to=to)
    else:
        text = f"{label_of(now.state, who)} slips at the foot, unhurt."
        now.happens(Said(text=text, who=who, rule=TESTED))


def _further(now: Now, who: FighterId, climb: Climb, left: float) -> None:
    """Get two yards further, and onto the top or the ground where that is enough."""
    if left <= STEP_METRES + 1e-6:
        now.happens(MarkSet(subject=who, name=CLIMBING, value=None, rule=PACE))
        get_onto(now, who, climb.target, PACE)
        return
    fighter, target = now.state.fighters[who], climb.target
    assert fighter.seat is not None
    value = place_key(target)
    if climb.down:
        above = left - STEP_METRES
        seat, level = target.square, target.level
    else:
        above = fighter.above + STEP_METRES
        seat, level = fighter.seat, fighter.level
    now.happens(
        Moved(who=who, how="walked", level=level, to=seat, above=round(above, 6), rule=PACE),
        MarkSet(subject=who, name=CLIMBING, value=value, rule=PACE),
    )


# Over links, where zones measure


class YardsClimb:
    """How this book climbs a leg."""

    def passes(self, now: Now, who: FighterId, leg: Leg) -> bool:
        """Let a fighter try a leg that it climbs, an action at a time; whether it gets on."""
        link = now.state.encounter.board.links.get(LinkId(leg.link))
        metres = link_metres(now.state, link) if link is not None else None
        if link is None or metres is None:
            return True
        down = leads_down(now.state, link, leg.leaves or now.state.zone_of(who))
        kind = class_of(now.state, who, metres)
        if kind == "medium" and down:
            if not self._slowly(now, who, leg):
                return self._drops(now, who, leg, metres)
        elif kind != "high":
            return True
        return self._climbs(now, who, leg, metres, down=down)

    def _slowly(self, now: Now, who: FighterId, leg: Leg) -> bool:
        """Whether one climbs down a medium height as a high one, where the table plays it so."""
        if now.state.mark(who, CLIMBED + leg.link) is not None:
            return True
        if not reads(now.state, "inq_climb_down", "slowly too"):
            return False
        says = f"{label_of(now.state, who)} comes down by"
        return now.choose(WAYS_DOWN, who, says, DROPS) == SLOWLY

    def _drops(self, now: Now, who: FighterId, leg: Leg, metres: float) -> bool:
        says = f"dropping {length_told(now.state, metres)}"
        if check(now, who, "initiative", says, DROPS, purpose="yards drop").passed:
            return True
        to = leg.path[-1] if leg.path else None
        now.book.fall.fall(now, who, metres, rule=DROPPED, to=to)
        return False

    def _climbs(self, now: Now, who: FighterId, leg: Leg, metres: float, *, down: bool) -> bool:
        """Climb two yards more of a high link; whether that is all of it."""
        mark = CLIMBED + leg.link
        had = now.state.mark(who, mark)
        held = int(had) / 1000 if had is not None else (metres if down else 0.0)
        left = held if down else metres - held
        outcome = _gets_on(now, who, rope.is_tied_to_link(now.state, leg.link), held, left)
        if outcome == "hangs":
            return False
        if outcome == "falls":
            foot = leg.path[-1] if down and leg.path else None
            now.happens(MarkSet(subject=who, name=mark, value=None, rule=TESTED))
            _fall(now, who, held, foot, Climb(leg.path[-1], left, "high", down))
            return False
        done = left <= STEP_METRES + 1e-6
        after = held - STEP_METRES if down else held + STEP_METRES
        value = None if done else round(after * 1000)
        now.happens(MarkSet(subject=who, name=mark, value=value, rule=PACE))
        if not done:
            link = label_of(now.state, leg.link)
            text = f"{label_of(now.state, who)} is {length_told(now.state, after)} up {link}."
            now.happens(Said(text=text, who=who, rule=PACE))
        return done


def _foretells(
    book: Rulebook, state: CombatState, who: FighterId, plan: Plan
) -> Iterator[Consequence]:
    """Yield what the links on the way take that are climbed or dropped from."""
    if not isinstance(book.gait("climb"), YardsClimb):
        return
    for at, leg in enumerate(plan.legs):
        link = state.encounter.board.links.get(LinkId(leg.link))
        metres = link_metres(state, link) if link is not None and "climb" in leg.gaits else None
        if link is None or metres is None:
            continue
        down = leads_down(state, link, leg.leaves or state.zone_of(who))
        kind, far = class_of(state, who, metres), length_told(state, metres)
        if kind == "high":
            says = f"climbs {far}: Strength for each {length_told(state, STEP_METRES)}"
            yield Consequence(who=who, says=says, rule=TESTED, at=at, grave=True)
        elif kind == "medium" and down:
            says = f"drops {far}: Initiative"
            yield Consequence(who=who, says=says, rule=DROPS, at=at, grave=True)


# Up there


def is_perched(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter stands on top of something that is climbed."""
    spot = spot_of(state, who)
    if spot is None or state.people[who].profile.flies is not None:
        return False
    above = state.fighters[who].above
    return above > EVEN and abs(above_at(state.place, spot) - above) <= EVEN


def _stops(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[Refusal]:
    """Yield why one that hangs on a face or stands on a top cannot just walk off."""
    if not book.space.on_squares or "leap" in leg.gaits:
        return
    name = label_of(state, who)
    if state.mark(who, CLIMBING) and leg.path:
        yield Refusal(f"{name} is climbing.", PACE, "Climb on, or down.")
    elif is_perched(state, who):
        here, place = surface(state.place, spot_of(state, who) or leg.path[0]), state.place
        lower = [at for at in leg.path if abs(surface(place, at) - here) > EVEN]
        other = [
            at for at in leg.path if abs(above_at(place, at) - state.fighters[who].above) > EVEN
        ]
        if lower or other:
            yield Refusal(f"{name} stands on top of something.", DROPS, "Climb or drop down.")


def _moved(now: Now, fact: Moved) -> None:
    """Nobody goes on climbing that has been moved or has fallen."""
    climbing = now.state.mark(fact.who, CLIMBING) if fact.who in now.before.fighters else None
    if climbing is not None and (fact.how != "walked" or not fact.above):
        now.happens(MarkSet(subject=fact.who, name=CLIMBING, value=None, rule=PACE))
    marks = [
        name
        for subject, name in now.state.marks
        if subject == fact.who and name.startswith(CLIMBED)
    ]
    for name in marks:  # halfway up a link one does not change place
        now.happens(MarkSet(subject=fact.who, name=name, value=None, rule=PACE))


# What is noted, and the action bar


def _notes(book: Rulebook, state: CombatState) -> Iterator[Note]:
    for who, fighter in state.fighters.items():
        if fighter.above > EVEN and not state.mark(who, CLIMBING) and is_perched(state, who):
            yield Note(who, f"on top, {length_told(state, fighter.above)} up")
    for (subject, name), mark in state.marks.items():
        if subject not in state.fighters or not mark.value:
            continue
        if name == CLIMBING:
            up = length_told(state, state.fighters[FighterId(subject)].above)
            yield Note(subject, f"climbing, {up} up", badge="climbing")
        elif name.startswith(CLIMBED):
            up = length_told(state, int(mark.value) / 1000)
            link = label_of(state, name.removeprefix(CLIMBED))
            yield Note(subject, f"{up} up {link}", badge="climbing")


VERBS = {"low": "Climb over", "medium": "Climb onto", "high": "Climb up"}


def climbs_beside(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Climb]:
    """Yield what a fighter could climb from where it is, each once."""
    spot = spot_of(state, who)
    if spot is None or not book.space.on_squares:
        return
    climbing = state.mark(who, CLIMBING)
    for level in state.place.levels:
        here = Spot(level, spot.square)
        for near in (here, *neighbours(state.place, here)):
            if (near == spot and not climbing) or _between_levels(state, spot, near):
                continue
            if level != spot.level and state.place.is_open(*near):
                continue
            climb = climb_to(state, who, near)
            if climbing:  # on to where it began, or down again
                if near != spot and climbing != place_key(near):
                    continue
                climb = replace(climb, kind="high")
            if climb.kind and is_ours(book, climb):
                yield climb


def _between_levels(state: CombatState, spot: Spot, target: Spot) -> bool:
    """Whether a floor is between a square and one of another level."""
    place = state.place
    order = place.levels
    here, there = order.index(spot.level), order.index(target.level)
    if here < there:
        return any(not place.is_open(level, spot.square) for level in order[here + 1 : there + 1])
    return any(not place.is_open(level, target.square) for level in order[there + 1 : here + 1])


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if not state.on_board(who) or not book.space.on_squares:
        return
    if not isinstance(book.provider("climb"), YardsClimb) and not any(
        kind.book == "yards" for kind in state.encounter.board.kinds.values()
    ):
        return
    yield Offer(
        about="movement",
        key="climb to", says="Climb", cost="Action", wants="square",
        aimed=lambda target: _aimed(who, target),
        refusals=(*unable(book, state, who), *lacking(state, who, moving=True)),
    )  # fmt: skip
    for climb in climbs_beside(book, state, who):
        (x, y), level = climb.target.square, climb.target.level
        height = f", {length_told(state, climb.metres)}" if climb.metres is not None else ""
        action = ClimbTo(who=who, to=climb.target.square, level=level)
        on = " on" if state.mark(who, CLIMBING) and not climb.down else ""
        verb = "Climb" if on else _verb(climb)
        yield Offer(
            about="movement",
            key=f"climb:{level}:{x}:{y}", says=f"{verb}{on} at {x}, {y}{height}", cost="Action",
            action=action, refusals=tuple(_refusals(book, state, action)),
        )  # fmt: skip


def _aimed(who: FighterId, target: str) -> ClimbTo:
    level, square = spot_named(target)
    return ClimbTo(who=who, to=square, level=level)


CHAPTER = Pack(
    name="yards",
    slots={"climb": YardsClimb()},
    actions={ClimbTo: ActionRule(refusals=_refusals, resolve=_resolve, foretold=_foretold)},
    stops=(_stops,),
    foretells=(_foretells,),
    follows={Moved: (_moved,)},
    notes=(_notes,),
    offers=(_offers,),
)
