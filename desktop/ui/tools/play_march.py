"""Several of the group that acts go to one place: one after another, each by its own Move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from desktop.core.model.words import FighterId, LevelId, Square, ZoneId
from desktop.core.rules.actions import TakeOver, Walk
from desktop.core.rules.book import Plan
from desktop.core.rules.foresee import begun
from desktop.core.rules.labels import label_of
from desktop.core.rules.outcome import together
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal
from desktop.core.rules.walk import planned
from desktop.ui.canvas import overlay as ink
from desktop.ui.canvas.overlay import Shape
from desktop.ui.gestures import PASSED_ON
from desktop.ui.menus.group_turn import able_members
from desktop.ui.tools import play_view

if TYPE_CHECKING:
    from desktop.ui.tools.play import PlayTool

NEAR_SQ = 3
"""So far from where one is sent it may come to stand, besides what the others need."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Where all are sent: to one place, or each as far from where it stands."""

    level: LevelId
    square: Square
    """What is clicked; of a drag, where the first of them is let go."""
    beyond: ZoneId | None = None
    """Where the stairs or ladder that is clicked leads."""
    shift: tuple[int, int] | None = None
    """How far each is dragged, in squares; None for a click."""

    def seat(self, here: Square) -> Square:
        """Return where somebody is sent who stands here."""
        if self.shift is None:
            return self.square
        return Square(here.x + self.shift[0], here.y + self.shift[1])

    def zone(self, state: CombatState, seat: Square | None = None) -> ZoneId | None:
        """Return the zone that one is sent to, to a square of it or just there."""
        return self.beyond or state.place.zone_at(self.level, seat or self.square)


@dataclass(frozen=True, slots=True)
class Sent:
    """One of them: how it goes, from where everybody stands when it is its turn to go."""

    walk: Walk
    plan: Plan
    state: CombatState


class March:
    """Who is chosen together, and the ways they are shown; a second click or Enter goes."""

    def __init__(self, tool: PlayTool) -> None:
        self._tool = tool
        self.goal: Goal | None = None
        self.sent: tuple[Sent, ...] = ()
        self._waiting: tuple[FighterId, ...] = ()
        self._going: Walk | TakeOver | None = None
        """The step under way, which may ask something."""
        self._has_begun = False

    @property
    def walkers(self) -> tuple[FighterId, ...]:
        """Those who are chosen, in the order of clicking, where the group of all of them acts."""
        tool = self._tool
        if tool.actor is None or tool.fight.exchange is not None:
            return ()
        chosen = tool.chosen.fighters
        able = able_members(tool.fight)
        return chosen if len(chosen) > 1 and set(chosen) <= set(able) else ()

    # Shown

    @property
    def is_shown(self) -> bool:
        """Whether the ways of those who are chosen now are in view."""
        return bool(self.sent) and {each.walk.who for each in self.sent} <= set(self.walkers)

    def can_go(self, goal: Goal) -> bool:
        """Whether several are chosen, of whom somebody is not there yet."""
        return any(not self._is_there(self._tool.fight.state, who, goal) for who in self.walkers)

    def _is_there(self, state: CombatState, who: FighterId, goal: Goal) -> bool:
        if self._tool.on_squares or goal.shift is not None:
            return False
        return goal.zone(state) == state.zone_of(who)

    def show(self, goal: Goal) -> None:
        """Work out how each would go, and show it."""
        self.goal, self.sent = goal, tuple(self._sent(goal))

    def is_for(self, goal: Goal) -> bool:
        """Whether the ways to a place are what is shown."""
        shown = self.goal
        if not self.is_shown or shown is None or shown.shift is not None:
            return False
        if self._tool.on_squares:
            return shown == goal
        state = self._tool.fight.state
        return shown.zone(state) == goal.zone(state)

    def _sent(self, goal: Goal) -> Iterator[Sent]:
        book, state = self._tool.fight.book, self._tool.fight.state
        for who in self.walkers:
            if self._is_there(state, who, goal):
                continue
            state = begun(book, state, TakeOver(who=who)).state
            walk, plan = self._way(state, who, goal)
            yield Sent(walk, plan, state)
            if not plan.refusals:
                state = begun(book, state, walk).state

    def _way(self, state: CombatState, who: FighterId, goal: Goal) -> tuple[Walk, Plan]:
        """Return the first way that may be gone, else the one that was meant."""
        book = self._tool.fight.book
        meant: tuple[Walk, Plan] | None = None
        for walk in self._ways(state, who, goal):
            plan = planned(book, state, walk)
            if not plan.refusals:
                return walk, plan
            meant = meant or (walk, plan)
        assert meant is not None  # there is one way at least
        return meant

    def _ways(self, state: CombatState, who: FighterId, goal: Goal) -> Iterator[Walk]:
        here = state.fighters[who].seat
        seat = goal.seat(here) if here is not None else goal.square
        zone = goal.zone(state, seat)
        if zone is None or (self._tool.on_squares and not goal.beyond):
            yield Walk(who=who, to=seat, level=goal.level)
            near = self._nearest(state, who, goal.level, seat)
            if near is not None:
                yield Walk(who=who, to=near, level=goal.level)
            return
        if goal.shift is not None:
            yield Walk(who=who, to=seat, level=goal.level)
        if goal.shift is None or zone != state.zone_of(who):
            yield Walk(who=who, to=zone)

    def _nearest(
        self, state: CombatState, who: FighterId, level: LevelId, seat: Square
    ) -> Square | None:
        """Return the nearest square to one that is taken or too far, if it is near it."""
        reach = self._tool.fight.book.space.reach(self._tool.fight.book, state, who)
        most = NEAR_SQ + len(self.walkers)
        near = [
            square
            for on, square in reach.squares
            if on == level and max(abs(square.x - seat.x), abs(square.y - seat.y)) <= most
        ]
        return min(
            near, default=None, key=lambda at: ((at.x - seat.x) ** 2 + (at.y - seat.y) ** 2, at)
        )

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Why some of them stay."""
        return tuple(dict.fromkeys(each.plan.refusals[0] for each in self.sent if _stays(each)))

    @property
    def says(self) -> str:
        """Who goes for what price, and who stays and why."""
        state = self._tool.fight.state
        prices: dict[str, list[FighterId]] = {}
        for each in self.sent:
            if not _stays(each):
                prices.setdefault(each.plan.says, []).append(each.walk.who)
        parts = [f"{together(state, several)}: {price}" for price, several in prices.items()]
        for each in self.sent:
            if _stays(each):
                parts.append(
                    f"{label_of(state, each.walk.who)} stays: {each.plan.refusals[0].says}"
                )
        return " · ".join(part.rstrip(".") for part in parts)

    def shapes(self, level: LevelId) -> list[Shape]:
        """Return the way of each with its number; what it costs beside the first of a price."""
        found: list[Shape] = []
        said: set[str] = set()
        for number, each in enumerate(self.sent, start=1):
            here = self._tool.fight.state.fighters[each.walk.who]
            if here.seat is not None and here.level == level:
                found.append(ink.Mark(here.seat, str(number)))
            if _stays(each):
                continue
            for shape in play_view.way_shapes(each.state, each.plan, level):
                if isinstance(shape, ink.Way) and shape.text in said:
                    shape = replace(shape, text="")
                elif isinstance(shape, ink.Way):
                    said.add(shape.text)
                found.append(shape)
        hover = self._tool.hover
        if hover is not None and self.refusals:
            found.append(play_view.beside(hover.point, self.says, refused=True))
        return found

    # On the way

    def go(self) -> None:
        """Let all of them go who may, one after another."""
        if self.refusals:
            self._tool.desk.tell(self.says)
        waiting = tuple(each.walk.who for each in self.sent if not _stays(each))
        if waiting:
            self.sent, self._waiting, self._has_begun = (), waiting, False
            self._go_on()

    def _go_on(self) -> None:
        fight, goal = self._tool.fight, self.goal
        if not self._waiting or goal is None:
            self.stop()
            return
        who = self._waiting[0]
        if not fight.state.on_board(who) or who not in able_members(fight):
            self._waiting = self._waiting[1:]
            self._go_on()
            return
        if fight.state.actor != who:
            self._going = TakeOver(who=who, note=PASSED_ON if self._has_begun else "")
        else:
            self._waiting, self._has_begun = self._waiting[1:], True
            self._going, _ = self._way(fight.state, who, goal)
        if not fight.take(self._going) and fight.exchange is None:
            self.stop()  # refused: it was said

    def moved(self) -> None:
        """Follow the fight: on after one's own step, else let go."""
        combat, going = self._tool.fight.combat, self._going
        last = combat.steps[combat.cursor - 1].action if combat.cursor else None
        if going is None or last != going:
            self.stop()
            return
        self._going = None
        self._go_on()

    def dropped(self) -> None:
        """Stop where what a step asks is not answered."""
        if self._going is not None:
            self.stop()

    def stop(self) -> bool:
        """Let go of what is left of it; return whether there was anything."""
        had = bool(self.sent or self._waiting or self._going)
        self.goal, self.sent, self._waiting, self._going = None, (), (), None
        return had


def _stays(each: Sent) -> bool:
    return bool(each.plan.refusals)
