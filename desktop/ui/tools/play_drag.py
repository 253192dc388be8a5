"""Drags in Play: the acting one goes, anyone else is put or moved by force, a band selects."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from desktop.core.model.words import FighterId, Point, Square
from desktop.core.rules.actions import Put, Walk
from desktop.core.rules.labels import label_of
from desktop.core.rules.riders import mover_of
from desktop.core.rules.seating import seat_beside
from desktop.core.rules.walk import planned
from desktop.ui.canvas import overlay as ink
from desktop.ui.canvas.overlay import Overlay
from desktop.ui.canvas.tool import PointerEvent
from desktop.ui.session import Ref
from desktop.ui.tools import play_view
from desktop.ui.tools.build_tool import Gesture
from desktop.ui.tools.play_goal import walk_to
from desktop.ui.tools.play_march import Goal
from desktop.ui.tools.play_push import Push, straight

if TYPE_CHECKING:
    from desktop.ui.tools.play import PlayTool


class Carry(Gesture):
    """A fighter in the hand; subclasses say what letting go means."""

    def __init__(self, tool: PlayTool, who: FighterId, start: PointerEvent) -> None:
        self.tool, self.who = tool, who
        fighter = tool.fight.state.fighters[who]
        seat = fighter.seat or start.square
        self.grip = (start.square.x - seat.x, start.square.y - seat.y)
        self.start = start

    def seat(self, event: PointerEvent) -> Square:
        """Return the square that its seat would come to."""
        return Square(event.square.x - self.grip[0], event.square.y - self.grip[1])

    def ghost(self, event: PointerEvent) -> ink.Ghost:
        """Return the token under the pointer."""
        state = self.tool.fight.state
        seat, at = state.fighters[self.who].seat, self.seat(event)
        dx, dy = (at.x - seat.x, at.y - seat.y) if seat is not None else (0, 0)
        return ink.Ghost((Ref("fighter", self.who),), dx, dy)

    def put(self, event: PointerEvent) -> Put:
        """Return putting it where the pointer is; on somebody else: within reach of them."""
        other = self.tool.fighter_at(event, but=self.who)
        zone = self.tool.zone_at(event)
        if other is not None and zone is not None and not self.tool.on_squares:
            return Put(who=self.who, at=zone, beside=other)
        return Put(who=self.who, at=self.seat(event), level=event.level, beside=other)


class Going(Carry):
    """The acting fighter goes where it is dragged."""

    def __init__(self, tool: PlayTool, who: FighterId, start: PointerEvent) -> None:
        super().__init__(tool, who, start)
        self._key: object = None
        self.walk: Walk | None = None

    def move(self, event: PointerEvent) -> None:
        """Show the way with its price."""
        self.says = "Let go: it goes there · Ctrl: put there, no rules, noted"
        if event.ctrl:
            self.overlay = Overlay((self.ghost(event),))
            return
        goal = self._goal(event)
        key = (goal, event.level)
        if key != self._key:
            self._key = key
            self.walk = walk_to(self.tool, goal, event)
            self.plan = planned(self.tool.fight.book, self.tool.fight.state, self.walk)
        state = self.tool.fight.state
        shapes = play_view.way_shapes(state, self.plan, event.level, self.walk.via)  # type: ignore[union-attr]  # set with the key
        shapes.append(self.ghost(event))
        if self.plan.refusals:
            why = str(self.plan.refusals[0])
            shapes.append(play_view.beside(event.point, why, refused=True))
        self.overlay = Overlay(tuple(shapes))

    def _goal(self, event: PointerEvent) -> Square:
        """Return the square to go to; where zones measure, on somebody: a free one beside them."""
        other, state = self.tool.fighter_at(event, but=self.who), self.tool.fight.state
        mover = mover_of(state, self.who)
        if other is None or other == mover or self.tool.on_squares:
            return self.seat(event)
        return seat_beside(state, mover, other).square

    def release(self, event: PointerEvent) -> None:
        """Go; where that is refused, ask at the pointer."""
        take = self.tool.take
        if event.ctrl:
            take(self.put(event))
            return
        self.move(event)
        if self.walk is None or self.seat(event) == self.tool.fight.state.fighters[self.who].seat:
            return
        if not self.plan.refusals:
            take(self.walk)
            return
        walk, put = self.walk, self.put(event)
        refusals = self.plan.refusals
        lines = (
            ("Stay", "Enter", lambda: None),
            ("Go all the same", "G", lambda: take(replace(walk, forced=True))),
            ("Put there, no rules", "P", lambda: take(put)),
        )
        self.tool.question.ask(str(refusals[0]), lines, event, self.overlay, why=refusals)


class Leading(Carry):
    """One of several chosen of the group that acts: all walk as far as this one is dragged."""

    says = "Let go: all of them walk there, one after another · Ctrl: put there, no rules, noted"

    def __init__(self, tool: PlayTool, who: FighterId, start: PointerEvent) -> None:
        super().__init__(tool, who, start)
        self.walkers = tool.march.walkers

    def _goal(self, event: PointerEvent) -> Goal:
        here, to = (
            self.tool.fight.state.fighters[self.who].seat or self.start.square,
            self.seat(event),
        )
        return Goal(event.level, to, shift=(to.x - here.x, to.y - here.y))

    def move(self, event: PointerEvent) -> None:
        """Show all their ways."""
        goal, march = self._goal(event), self.tool.march
        if goal != march.goal:
            march.show(goal)
        ghost = ink.Ghost(
            tuple(Ref("fighter", who) for who in self.walkers), *(goal.shift or (0, 0))
        )
        self.overlay = Overlay((ghost, *(() if event.ctrl else march.shapes(event.level))))

    def release(self, event: PointerEvent) -> None:
        """Let them go; where somebody is refused, ask at the pointer."""
        goal, march = self._goal(event), self.tool.march
        if goal.shift == (0, 0) and event.level == self.tool.fight.state.fighters[self.who].level:
            march.stop()
            return
        self.move(event)
        if event.ctrl:
            self._put(goal)
        elif not march.refusals:
            march.go()
        else:
            lines = [
                ("Stay", "Enter", lambda: march.stop() and None),
                ("Put all of them there, no rules", "P", lambda: self._put(goal)),
            ]
            if len(march.refusals) < len(march.sent):
                lines.insert(1, ("Go, those who can", "G", march.go))
            ask = self.tool.question.ask
            ask(march.says, lines, event, self.overlay, why=march.refusals)

    def drop(self) -> None:
        """Leave no trace."""
        self.tool.march.stop()
        super().drop()

    def _put(self, goal: Goal) -> None:
        self.tool.march.stop()
        state = self.tool.fight.state
        for who in self.walkers:
            seat = goal.seat(state.fighters[who].seat or goal.square)
            self.tool.take(Put(who=who, at=seat, level=goal.level))


class Carrying(Carry):
    """Anyone else: put there, or moved by force."""

    says = (
        "Let go: put there or moved by force · Shift: straight · Ctrl: put there, no rules, noted"
    )

    def seat(self, event: PointerEvent) -> Square:
        """Return the square that its seat would come to, with Shift in a straight line."""
        to, here = super().seat(event), self.tool.fight.state.fighters[self.who].seat
        if not event.shift or here is None:
            return to
        dx, dy = straight(to.x - here.x, to.y - here.y)
        return Square(here.x + dx, here.y + dy)

    def move(self, event: PointerEvent) -> None:
        """Show an arrow for each who is carried, with its length."""
        push = self._push(event)
        if event.ctrl or (push.dx, push.dy) == (0, 0):
            self.overlay = Overlay((self.ghost(event),))
            return
        state, to = self.tool.fight.state, self.seat(event)
        far = max(abs(push.dx), abs(push.dy))
        length = ink.Beside(
            Point(to.x + 0.5, to.y + 0.5), "1 square" if far == 1 else f"{far} squares"
        )
        self.overlay = Overlay((*push.arrows(state, self.tool.desk.level), length))

    def victims(self) -> tuple[FighterId, ...]:
        """Return who is moved: all that are chosen, in the order of clicking, or this one."""
        chosen = self.tool.chosen.fighters
        return chosen if self.who in chosen else (self.who,)

    def _push(self, event: PointerEvent) -> Push:
        """Return the arrow for all of them."""
        state, to = self.tool.fight.state, self.seat(event)
        here = state.fighters[self.who].seat or self.start.square
        return Push(self.victims(), to.x - here.x, to.y - here.y, event.level, state.actor)

    def _force(self, push: Push) -> None:
        """Show what comes of it; from here on the chain says who is the first, who the next."""
        self.tool.desk.session.select([])
        self.tool.chain.begin(push)

    def release(self, event: PointerEvent) -> None:
        """Ask at the pointer which it is."""
        tool, put, push = self.tool, self.put(event), self._push(event)
        state = tool.fight.state
        if (push.dx, push.dy) == (0, 0) and event.level == state.fighters[self.who].level:
            return
        if event.ctrl:
            tool.take(put)
            return
        name = label_of(state, self.who)
        many = f", all {len(push.victims)}" if len(push.victims) > 1 else ""
        lines = (
            (f"Put {name} there" if many else "Put there", "Enter", lambda: tool.take(put)),
            (f"Moved by force{many}", "M", lambda: self._force(push)),
        )
        says = f"{name}: put there, or moved by force?"
        tool.question.ask(says, lines, event, self.overlay)


class Choosing(Gesture):
    """A rubber band takes the fighters that it touches."""

    says = "Let go: selects the fighters in the band · Shift: more"

    def __init__(self, tool: PlayTool, start: PointerEvent) -> None:
        self.tool, self.start = tool, start

    def move(self, event: PointerEvent) -> None:
        """Show the band."""
        self.overlay = Overlay((ink.Band(self.start.point, event.point),))

    def release(self, event: PointerEvent) -> None:
        """Select who is in it."""
        found = self.tool.desk.view.in_rectangle(self.start.point, event.point)
        refs = [ref for ref in found if ref.kind == "fighter"]
        had = self.tool.desk.session.selection if event.shift else ()
        self.tool.desk.session.select([*had, *refs])
