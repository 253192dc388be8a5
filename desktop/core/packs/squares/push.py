"""Forced movement: square by square, through what breaks, into what does not, over edges."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from desktop.core.model.geometry import stride
from desktop.core.model.place import Spot
from desktop.core.model.words import At, FighterId, LevelId, Square
from desktop.core.packs.squares.breaking import RUBBLE, smash, without_edges
from desktop.core.packs.squares.figures import figures
from desktop.core.packs.squares.harm import TOTAL, hurt, points
from desktop.core.packs.squares.ledge import drop_between, under
from desktop.core.packs.squares.meeting import (
    CRASH,
    DROP,
    EDGE,
    OBSTACLE,
    WALL,
    WEAK,
    Meeting,
    met,
)
from desktop.core.rules.actions import Force
from desktop.core.rules.book import Leg, Pack
from desktop.core.rules.events import MarkSet, PlaceChanged, PlaceParts, Said
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import PUSHED
from desktop.core.rules.near import foot_side
from desktop.core.rules.now import Now
from desktop.core.rules.order import is_out
from desktop.core.rules.questions import Option
from desktop.core.rules.readings import reads
from desktop.core.rules.seating import seat_for
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef
from desktop.core.rules.walk import go, leg_to, spot_of
from desktop.core.rules.ways import free_near

JOINS = RuleRef("GRID-COLLISION-07")
ALONE = RuleRef("GRID-COLLISION-08")
ORDER = RuleRef("GRID-COLLISION-09")
LARGE = RuleRef("GRID-MASSIVE-01")
FIXED = RuleRef("GRID-COLLISION-13")
EACH = 2
"""Damage for each square of an obstacle, and for each square that a wall takes off a push."""


def _spent(state: CombatState, start: Square, way: Sequence[Square]) -> list[int]:
    """Return what a push has used up after each of its squares, nothing first."""
    dear = reads(state, "grid_diagonal_cost", "every second double")
    spent, slanting = [0], 0
    for before, after in pairwise((start, *way)):
        slants = before[0] != after[0] and before[1] != after[1]
        slanting += slants
        spent.append(spent[-1] + (2 if dear and slants and slanting % 2 == 0 else 1))
    return spent


@dataclass(slots=True)
class _Course:
    """One push while it goes on."""

    now: Now
    who: FighterId
    by: FighterId | None
    how: Force
    parts: list[Part] = field(default_factory=list)
    """What the collisions of the mover deal."""
    struck: dict[FighterId, int] = field(default_factory=dict)
    rule: RuleRef = ALONE
    start: Spot = Spot(LevelId(""), Square(0, 0))

    @property
    def here(self) -> Spot | None:
        """Where the mover is now."""
        return spot_of(self.now.state, self.who)

    # Along the way

    def run(self, way: Sequence[Square]) -> None:
        """Go square by square as far as anything lets it."""
        before = self.here
        assert before is not None  # asked before
        self.start = before
        spent = _spent(self.now.state, before.square, way)
        total = self.how.squares or spent[-1]
        for gone, square in enumerate(way):
            if spent[gone + 1] > total:
                break
            meeting = self._met(square)
            if not self._passes(meeting, total - spent[gone]):
                break
            self._step(meeting.to)
            if self.here != meeting.to:
                return
            if meeting.falls is not None and not self._goes_on():
                self._fall(*meeting.falls)
                return
        self._fall_at_the_end()

    def _met(self, square: Square) -> Meeting:
        """Return what is on the next square; into a hole of another book nobody simply falls."""
        meeting = met(self.now.state, self.who, square)
        if meeting.falls is not None and self.now.book.is_hole(self.now.state, meeting.to):
            return replace(meeting, falls=None)
        return meeting

    def _passes(self, meeting: Meeting, left: int) -> bool:
        """Let happen what a square does to the mover; whether it comes onto it."""
        if meeting.meets == "edge":
            if reads(self.now.state, "grid_map_edge", "as a wall"):
                self._stop(meeting, left)
            return False
        if meeting.meets == "creature":
            self._crash(meeting, left)
            return False
        if meeting.meets in ("wall", "weak wall") and not self._breaks(meeting):
            self._stop(meeting, left)
            return False
        if meeting.falls is not None and not self._may_fall():
            return False
        if meeting.meets == "hard obstacle":
            return self._hard(meeting, left)
        if meeting.meets:
            return self._through(meeting, left)
        return True

    def _breaks(self, meeting: Meeting) -> bool:
        """Whether a wall gives way as an obstacle does: a weak one, or as the GM says."""
        if not meeting.asked:
            return meeting.weak
        key = self.now.unique(f"weak wall|{self.who}")
        what = f"{meeting.says[:1].upper()}{meeting.says[1:]}"
        says = f"{what} gives way to {label_of(self.now.state, self.who)}"
        return bool(self.now.word(key, says, meeting.weak, WEAK))

    def _stop(self, meeting: Meeting, left: int) -> None:
        rule = EDGE if meeting.meets == "edge" else WALL
        says = f"against {meeting.says}, {left} square{'' if left == 1 else 's'} left"
        self._add(says, EACH * left, rule)

    def _crash(self, meeting: Meeting, left: int) -> None:
        for other in meeting.struck:
            self.struck[other] = left
        times = (
            len(meeting.struck)
            if reads(self.now.state, "grid_multi_crash", "mover each time")
            else 1
        )
        self._add(f"into {meeting.says}", left * times, CRASH, "grid_multi_crash")

    def _hard(self, meeting: Meeting, left: int) -> bool:
        if not reads(self.now.state, "grid_hard_obstacle", "pass over"):
            self._stop(meeting, left)
            return False
        if left == 1:
            return False
        self._add(f"over {meeting.says}", EACH * len(meeting.bulks), OBSTACLE, "grid_hard_obstacle")
        return True

    def _through(self, meeting: Meeting, left: int) -> bool:
        """Break what is in the way; one by one reading stops short of what it would end in."""
        if left == 1 and reads(self.now.state, "grid_push_ends_inside", "stops before"):
            return False
        count = max(1, len(meeting.bulks))
        self._add(f"through {meeting.says}", EACH * count, OBSTACLE)
        self._clear_away(meeting)
        return True

    def _clear_away(self, meeting: Meeting) -> None:
        now, level = self.now, meeting.to.level
        smash(now, level, meeting.bulks, RUBBLE)
        if meeting.doors:
            doors = now.state.encounter.board.doors
            broken = {name: replace(doors[name], state="broken") for name in meeting.doors}
            says = f"{doors[meeting.doors[0]].label}: broken"
            now.happens(PlaceChanged(says=says, parts=PlaceParts(doors=broken), rule=RUBBLE))
        if meeting.edges:
            walls = without_edges(now.state, level, meeting.edges)
            if walls != now.state.encounter.board.walls:
                says = "a thin wall breaks"
                now.happens(PlaceChanged(says=says, parts=PlaceParts(walls=walls), rule=RUBBLE))

    def _step(self, to: Spot) -> None:
        state = self.now.state
        before, here = self.here, state.zone_of(self.who)
        there = state.place.zone_at(*to)
        crosses = there is not None and there != here
        link = state.place.link_at(before, to) if crosses and before is not None else None
        go(self.now, self.who, (leg_to(state, self.who, to, link or ""),), "forced")

    # Over an edge

    def _may_fall(self) -> bool:
        return self.how.does == "push" or not reads(
            self.now.state, "grid_ledge_cause", "pushes only"
        )

    def _goes_on(self) -> bool:
        return reads(self.now.state, "grid_ledge_rest", "push first")

    def _fall(self, to: Spot, metres: float) -> None:
        self.now.happens(MarkSet(subject=self.who, name=PUSHED, value=None, rule=DROP))
        self.now.book.fall.fall(self.now, self.who, metres, rule=DROP, to=to)

    def _fall_at_the_end(self) -> None:
        """By one reading, fall only when the whole push is over."""
        here = self.here
        if here is None or not self._goes_on() or self.now.state.fighters[self.who].above > 0:
            return
        hole = self.now.book.is_hole(self.now.state, here)
        found = None if hole else under(self.now.state, self.who, here)
        metres = drop_between(self.now.state, self.who, self.start, here)
        if found is not None and found[1]:
            self._fall(*found)
        elif metres:
            self._fall(here, metres)

    # Harm

    def _add(self, says: str, amount: int, rule: RuleRef, ruling: str = "") -> None:
        key = f"{len(self.parts) + 1}"
        self.parts.append(points(key, says, amount, rule, ruling))
        self.rule = rule

    def settle(self) -> None:
        """Deal the harm of it: to the mover as one total, then to whom it struck."""
        parts, joined = list(self.parts), self.now.state.mark(self.who, TOTAL)
        attacked = self.how.damage > 0
        if attacked:
            own = points("attack", "the attack", self.how.damage, JOINS)
            more = [points("way", "on the way", int(joined), JOINS)] if joined else []
            parts = [own, *parts, *more]
        if joined is not None:
            self.now.happens(MarkSet(subject=self.who, name=TOTAL, value=None, rule=JOINS))
        says = "an attack" if attacked else "being moved by force"
        rule = JOINS if attacked else self.rule
        hurt(self.now, self.who, says, *parts, rule=rule, by=self.by, attack=attacked)
        joins = reads(self.now.state, "grid_crash_in_attack", "both shares")
        for other, amount in self.struck.items():
            says = f"{label_of(self.now.state, self.who)} crashes into it"
            part = points("crash", says, amount, CRASH, "grid_crash_in_attack")
            hurt(
                self.now, other, says, part, rule=CRASH,
                by=self.by if joins else None, attack=joins and attacked,
            )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SquaresPush:
    """How this book moves somebody by force."""

    def push(
        self,
        now: Now,
        who: FighterId,
        to: At,
        level: LevelId | None,
        by: FighterId | None,
        how: Force | None = None,
    ) -> None:
        """Move a fighter against its will, along the squares to its aim."""
        how = how or Force(who=who, to=to, level=level, by=by)
        here = spot_of(now.state, who)
        if here is None:
            return
        aim = seat_for(now.state, who, to, level or here.level)
        if aim is None or _is_gone(now, who) or _stands_firm(now, who):
            return
        if aim.level != here.level:
            go(now, who, (_thrown(now.state, who, aim),), "forced")
            return
        course = _Course(now, who, by, how)
        now.happens(MarkSet(subject=who, name=PUSHED, value=True, rule=ALONE))
        if how.damage:
            now.happens(MarkSet(subject=who, name=TOTAL, value=0, rule=JOINS))
        course.run(stride(here.square, aim.square, how.squares))
        if now.state.mark(who, PUSHED):
            now.happens(MarkSet(subject=who, name=PUSHED, value=None, rule=ALONE))
        course.settle()


def _thrown(state: CombatState, who: FighterId, to: Spot) -> Leg:
    return leg_to(state, who, free_near(state, who, to))


def _is_gone(now: Now, who: FighterId) -> bool:
    """Whether a fighter has been taken out by now, so that it is skipped; by one reading it goes.

    What lies there is put elsewhere by the GM's hand.
    """
    if not is_out(now.state, who) or reads(now.state, "grid_removed_mover", "waits"):
        return False
    text = f"{label_of(now.state, who)} is out and is moved no more."
    now.happens(Said(text=text, who=who, rule=ORDER))
    return True


def _stands_firm(now: Now, who: FighterId) -> bool:
    """Whether a fighter cannot be moved: by its nature, or one too large as the GM says."""
    name = label_of(now.state, who)
    if figures(now.state, who).fixed:
        text = f"{name} cannot be moved by force."
        now.happens(Said(text=text, who=who, rule=FIXED))
        return True
    if foot_side(now.state, who) > 1 and reads(now.state, "grid_massive_pushed", "gm decides"):
        options = [Option("moves", "is moved, all of it"), Option("stays", "stays where it is")]
        return now.choose(options, None, f"{name} is large and", LARGE) == "stays"
    return False


CHAPTER = Pack(name="squares", slots={"push": SquaresPush()})
