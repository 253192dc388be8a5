"""Moved by force: a chain of fighters, one after another, drawn before it happens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from desktop.core.model.footprint import side_of
from desktop.core.model.words import FighterId, LevelId, Point, Square
from desktop.core.rules.actions import Force
from desktop.core.rules.events import (
    ConditionSet,
    Event,
    LeftBoard,
    Moved,
    PlaceChanged,
    WoundsTaken,
)
from desktop.core.rules.foresee import Foreseen, foreseen
from desktop.core.rules.labels import label_of
from desktop.core.rules.state import CombatState
from desktop.ui.canvas import overlay as ink
from desktop.ui.canvas.overlay import Shape
from desktop.ui.canvas.tool import KeyPress
from desktop.ui.fight import Fight
from desktop.ui.menus.keys import ENTER
from desktop.ui.menus.sentences import wrapped
from desktop.ui.session import Ref
from desktop.ui.tools import play_view


@dataclass(frozen=True, slots=True)
class Push:
    """Who is still to be moved, in the order of clicking, each as far as the arrow says."""

    victims: tuple[FighterId, ...]
    dx: int
    dy: int
    level: LevelId
    by: FighterId | None = None
    number: int = 1
    """That of the first of them in the whole chain."""

    def action(self, state: CombatState, who: FighterId) -> Force | None:
        """Return one's own movement; None for one that is off the board by now."""
        seat = state.fighters[who].seat if who in state.fighters else None
        if seat is None:
            return None
        to = Square(seat.x + self.dx, seat.y + self.dy)
        return Force(who=who, to=to, level=self.level, by=self.by)

    def rest(self) -> Push | None:
        """Return the chain after its first link; None where that was the last."""
        if len(self.victims) < 2:
            return None
        return replace(self, victims=self.victims[1:], number=self.number + 1)

    def links(self, fight: Fight) -> Iterator[Foreseen]:
        """Yield what each link would come to, up to one that has to be rolled for."""
        state = fight.state
        for who in self.victims:
            action = self.action(state, who)
            if action is None:
                continue
            link = foreseen(fight.book, state, action)
            yield link
            if link.asks is not None:
                return
            state = link.state

    def is_plain(self, fight: Fight) -> bool:
        """Whether it is one fighter that goes where it is sent, and nothing else comes of it."""
        links = tuple(self.links(fight))
        if len(self.victims) != 1 or len(links) != 1:
            return False
        return not told(links[0]) and links[0].asks is None

    def shapes(self, fight: Fight, level: LevelId) -> list[Shape]:
        """Return every link as a way with its harm, numbered where there are several."""
        found: list[Shape] = []
        state = fight.state
        for number, link in enumerate(self.links(fight), start=self.number):
            assert isinstance(link.action, Force)
            many = self.number > 1 or len(self.victims) > 1
            found += _drawn(state, link, level, number if many else 0)
            state = link.state
        return found

    def says(self, fight: Fight) -> str:
        """Return what the next link is, and the keys, for the status line."""
        link = next(self.links(fight), None)
        if link is None or not isinstance(link.action, Force):
            return "Nobody is left to be moved. Esc ends"
        if link.refused:
            return f"{link.refused[0]} Esc ends"
        name = label_of(fight.state, link.action.who)
        harm = told(link)
        says = f"{name} is moved" + (f": {harm}" if harm else "")
        keys = "Enter moves it" if len(self.victims) == 1 else "Enter: next · Ctrl+Enter: all"
        return f"{says}. {keys} · Esc stops here"


def straight(dx: int, dy: int) -> tuple[int, int]:
    """Return the arrow along the nearest of the eight directions, as long as it was."""
    across, down = abs(dx), abs(dy)
    far = max(across, down)
    if 2 * down < across:
        return dx, 0
    if 2 * across < down:
        return 0, dy
    return (far if dx > 0 else -far if dx else 0), (far if dy > 0 else -far if dy else 0)


def told(link: Foreseen) -> str:
    """Return the harm of a link and what else comes of it, in a few words; empty for none."""
    parts = [*_harm(link.facts, link.state)]
    if link.asks is not None:
        parts.append(f"then {link.asks.die or 'a choice'}: {link.asks.says}")
    if link.refused:
        parts.append(str(link.refused[0]))
    elif isinstance(link.action, Force) and link.asks is None:
        parts += _short(link)
    return ", ".join(dict.fromkeys(parts))


def _harm(facts: Iterable[Event], state: CombatState) -> Iterator[str]:
    for fact in facts:
        if isinstance(fact, WoundsTaken):
            count = fact.wounds
            yield f"{label_of(state, fact.who)} {count} wound{'' if count == 1 else 's'}"
        elif isinstance(fact, ConditionSet) and fact.now is not None:
            yield f"{label_of(state, fact.who)} {fact.condition}"
        elif isinstance(fact, PlaceChanged) and fact.says:
            yield fact.says
        elif isinstance(fact, LeftBoard):
            yield f"{label_of(state, fact.who)} is out"


def _short(link: Foreseen) -> Iterator[str]:
    """Yield that one comes to a stop before the end of its arrow."""
    assert isinstance(link.action, Force)
    seat = link.state.fighters[link.action.who].seat
    if seat is not None and seat != link.action.to:
        yield "stops short"


def _drawn(before: CombatState, link: Foreseen, level: LevelId, number: int) -> Iterator[Shape]:
    assert isinstance(link.action, Force)
    who = link.action.who
    fighter = before.fighters[who]
    start = fighter.seat
    if start is None or fighter.level != level:
        return
    squares = [start]
    for fact in link.facts:
        if isinstance(fact, Moved) and fact.who == who:
            steps = fact.path or ((fact.level, fact.to),)
            squares += [square for on, square in steps if on == level]
    side = side_of(before.people[who].profile)
    yield ink.Way(tuple(squares), wrapped(told(link)), 0 if link.refused else None, (), side)
    end = squares[-1]
    if end != start:
        yield ink.Ghost((Ref("fighter", who),), end.x - start.x, end.y - start.y)
    if number:
        yield ink.Mark(start, str(number))
    if link.refused:
        yield play_view.beside(_middle(end), str(link.refused[0]), refused=True)


def _middle(square: Square) -> Point:
    return Point(square.x + 0.5, square.y + 0.5)


class Chain:
    """The chain in hand: Enter takes its next link, Ctrl+Enter all of them, Esc stops there."""

    def __init__(self, fight: Callable[[], Fight]) -> None:
        self._fight = fight
        self.push: Push | None = None
        self._taken: Force | None = None
        """The link that was taken last and may still have to be rolled for."""
        self._all = False

    def begin(self, push: Push) -> None:
        """Show a chain, or take it at once where nothing comes of it but the way itself."""
        self.push, self._all = push, push.is_plain(self._fight())
        if self._all:
            self._go_on()

    def key(self, press: KeyPress) -> bool:
        """Answer Enter and Ctrl+Enter; return whether they were meant for it."""
        if self.push is None or press.key not in ENTER:
            return False
        self._all = press.ctrl
        self._go_on()
        return True

    def stop(self) -> bool:
        """Let go of what is left of the chain; return whether there was anything."""
        had = self.push is not None
        self.push, self._taken, self._all = None, None, False
        return had

    def moved(self) -> None:
        """Go on where the fight moved by the chain's own link; let go where by anything else."""
        if self.push is None:
            return
        combat = self._fight().combat
        last = combat.steps[combat.cursor - 1].action if combat.cursor else None
        if self._taken is None or last != self._taken:
            self.stop()
            return
        self._taken, self.push = None, self.push.rest()
        if self._all and self.push is not None:
            self._go_on()

    def _go_on(self) -> None:
        """Take the next link; those who are off the board by now are passed over."""
        fight = self._fight()
        while self.push is not None:
            self._taken = self.push.action(fight.state, self.push.victims[0])
            if self._taken is not None:
                if fight.take(self._taken) or fight.exchange is not None:
                    return
                self._taken = None  # refused: the others still go
            if self.push is not None:
                self.push = self.push.rest()
