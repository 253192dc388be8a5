"""Moved by force: a chain of fighters, one after another, drawn before it happens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from desktop.core.model.footprint import side_of
from desktop.core.model.geometry import distance
from desktop.core.model.words import FighterId, LevelId, Point, Square
from desktop.core.rules.actions import Force
from desktop.core.rules.events import ConditionSet, Event, LeftBoard, Moved, PlaceChanged
from desktop.core.rules.foresee import Foreseen, Harm, foreseen
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

UNTOLD = "harm not known beforehand"
"""What is said where a push may end in more ways than are looked through."""


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

    @property
    def is_one_of_many(self) -> bool:
        """Whether its links have numbers."""
        return self.number > 1 or len(self.victims) > 1

    def action(self, state: CombatState, who: FighterId) -> Force | None:
        """Return one's own movement; None for one that is off the board by now."""
        seat = state.fighters[who].seat if who in state.fighters else None
        if seat is None:
            return None
        to = Square(seat.x + self.dx, seat.y + self.dy)
        does = _does(state, self.by, seat, to)
        return Force(who=who, to=to, level=self.level, by=self.by, does=does)

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

    def arrows(self, state: CombatState, level: LevelId) -> list[Shape]:
        """Return a bare arrow for each who stands on a level, with its number."""
        found: list[Shape] = []
        for number, who in enumerate(self.victims, start=self.number):
            fighter = state.fighters[who]
            if fighter.seat is None or fighter.level != level:
                continue
            x, y = fighter.seat
            way = (fighter.seat, Square(x + self.dx, y + self.dy))
            found.append(ink.Ghost((Ref("fighter", who),), self.dx, self.dy))
            found.append(ink.Way(way, side_sq=_side(state, who), pointed=True))
            if self.is_one_of_many:
                found.append(ink.Mark(fighter.seat, str(number)))
        return found


def _does(
    state: CombatState, by: FighterId | None, here: Square, to: Square
) -> Literal["push", "pull", "slide"]:
    """Return whether one is pushed away from somebody, pulled nearer, or neither."""
    origin = state.fighters[by].seat if by is not None and by in state.fighters else None
    if origin is None:
        return "push"
    before, after = distance(origin, here), distance(origin, to)
    return "pull" if after < before else "push" if after > before else "slide"


def _side(state: CombatState, who: FighterId) -> int:
    return side_of(state.people[who].profile)


def straight(dx: int, dy: int) -> tuple[int, int]:
    """Return the arrow along the nearest of the eight directions, as long as it was."""
    across, down = abs(dx), abs(dy)
    far = max(across, down)
    if 2 * down < across:
        return dx, 0
    if 2 * across < down:
        return 0, dy
    return (far if dx > 0 else -far if dx else 0), (far if dy > 0 else -far if dy else 0)


# In words


def told(link: Foreseen) -> str:
    """Return the harm of a link and what else comes of it, in a few words; empty for none."""
    who = link.action.doer
    parts = [_harm(link.state, each, who) for each in link.harms()]
    if link.asks is not None and not link.ends:
        parts = [UNTOLD]
    parts += _else(link.sure(), link.state, who)
    parts += [str(refusal) for refusal in link.refused[:1]]
    if link.asks is not None:
        parts.append(f"{link.asks.die or 'asks'}: {link.asks.says}")
    elif not link.refused and isinstance(link.action, Force):
        parts += _short(link, link.action)
    return " · ".join(dict.fromkeys(parts))


def _harm(state: CombatState, harm: Harm, mover: object) -> str:
    amount = f"{harm.most}" if harm.least == harm.most else f"{harm.least} to {harm.most}"
    what = "damage less armour" if harm.armoured else "wound" if amount == "1" else "wounds"
    said = f"{amount} {what}"
    if harm.who != mover:
        return f"{label_of(state, harm.who)} {said}"
    reasons = dict.fromkeys(part.says for part in harm.reasons)
    return f"{said} ({', '.join(reasons)})" if reasons else said


def _else(facts: Iterable[Event], state: CombatState, mover: object) -> Iterator[str]:
    for fact in facts:
        if isinstance(fact, PlaceChanged) and fact.says:
            yield fact.says
        elif isinstance(fact, ConditionSet) and fact.now is not None:
            yield f"{_whose(state, fact.who, mover)}{fact.condition}"
        elif isinstance(fact, LeftBoard):
            yield f"{_whose(state, fact.who, mover)}out"


def _whose(state: CombatState, who: FighterId, mover: object) -> str:
    return "" if who == mover else f"{label_of(state, who)} "


def _short(link: Foreseen, action: Force) -> Iterator[str]:
    """Yield that one comes to a stop before the end of its arrow."""
    seat = link.state.fighters[action.who].seat
    if seat is not None and seat != action.to:
        yield "stops short"


# Drawn


def _drawn(before: CombatState, link: Foreseen, level: LevelId, number: int) -> Iterator[Shape]:
    assert isinstance(link.action, Force)
    who = link.action.who
    fighter = before.fighters[who]
    start = fighter.seat
    if start is None or fighter.level != level:
        return
    squares = [start]
    for fact in link.sure():
        if isinstance(fact, Moved) and fact.who == who:
            steps = fact.path or ((fact.level, fact.to),)
            squares += [square for on, square in steps if on == level]
    end = squares[-1]
    if end != start:
        yield ink.Ghost((Ref("fighter", who),), end.x - start.x, end.y - start.y)
    says = told(link)
    text = wrapped(f"{number}: {says}" if number and says else says)
    yield ink.Way(
        tuple(squares), "" if link.refused else text, 0 if link.refused else None, (),
        _side(before, who), pointed=True,
    )  # fmt: skip
    if number:
        yield ink.Mark(start, str(number))
    if link.refused:
        yield play_view.beside(_middle(end), says, refused=True)


def _middle(square: Square) -> Point:
    return Point(square.x + 0.5, square.y + 0.5)


# In hand


class _Taken(NamedTuple):
    """A link that happened: what was still to come before it, and where the fight stood."""

    push: Push
    action: Force
    cursor: int


class Chain:
    """The chain in hand: Enter takes its next link, Ctrl+Enter all of them, Esc stops there.

    Undo brings back the link that it takes back.
    """

    def __init__(self, fight: Callable[[], Fight], changed: Callable[[], None]) -> None:
        self._fight, self._changed = fight, changed
        self.push: Push | None = None
        self._going: tuple[Force, int] | None = None
        """The link under way, which may have to be rolled for, and where the fight stood."""
        self._all = False
        self._past: list[_Taken] = []
        self._seen: tuple[Push, CombatState, tuple[Foreseen, ...]] | None = None

    def begin(self, push: Push) -> None:
        """Show a chain, or take it at once where nothing comes of it but the way itself."""
        self.stop()
        self.push = push
        self._all = self._is_plain()
        if self._all:
            self._go_on()
        self._changed()

    def _is_plain(self) -> bool:
        """Whether it is one fighter that goes where it is sent, and nothing else comes of it."""
        links = self._links()
        return len(links) == 1 and links[0].asks is None and not told(links[0])

    def _links(self) -> tuple[Foreseen, ...]:
        """Return what is known of the links; worked out once for each state."""
        fight, push = self._fight(), self.push
        if push is None:
            return ()
        kept = self._seen
        if kept is None or kept[0] != push or kept[1] is not fight.state:
            kept = self._seen = (push, fight.state, tuple(push.links(fight)))
        return kept[2]

    def shapes(self, level: LevelId) -> list[Shape]:
        """Return every link as an arrow with its harm, numbered where there are several."""
        push, state = self.push, self._fight().state
        if push is None:
            return []
        known: set[FighterId] = set()
        found: list[Shape] = []
        for link in self._links():
            assert isinstance(link.action, Force)
            who = link.action.who
            known.add(who)
            number = push.number + push.victims.index(who) if push.is_one_of_many else 0
            found += _drawn(state, link, level, number)
            state = link.state
        waiting: Push | None = push
        while waiting is not None and waiting.victims[0] in known:
            waiting = waiting.rest()
        return found + (waiting.arrows(state, level) if waiting is not None else [])

    @property
    def says(self) -> str:
        """What the next link is, and the keys, for the status line."""
        link = next(iter(self._links()), None)
        if self.push is None or link is None or not isinstance(link.action, Force):
            return "Nobody is left to be moved. Esc ends"
        number = f"{self.push.number}: " if self.push.is_one_of_many else ""
        name = label_of(self._fight().state, link.action.who)
        comes = told(link)
        says = f"{number}{name} is moved" + (f": {comes}" if comes else "")
        several = len(self.push.victims) > 1
        keys = "Enter: next · Ctrl+Enter: all" if several else "Enter moves it"
        return f"{says.rstrip('.')}. {keys} · Esc stops here"

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
        self.push, self._going, self._all, self._past = None, None, False, []
        return had

    def moved(self) -> None:
        """Follow the fight: on after the chain's own link, back with undo, else let go."""
        combat, going = self._fight().combat, self._going
        last = combat.steps[combat.cursor - 1].action if combat.cursor else None
        if self.push is not None and going is not None and last == going[0]:
            self._past.append(_Taken(self.push, *going))
            self._going, self.push = None, self.push.rest()
            if self._all and self.push is not None:
                self._go_on()
            return
        while self._past and self._past[-1].cursor > combat.cursor:
            self._past.pop()
        if self._past and self._past[-1].cursor == combat.cursor:
            taken = self._past.pop()
            self.push, self._going, self._all = taken.push, (taken.action, taken.cursor), False
        else:
            self.stop()

    def _go_on(self) -> None:
        """Take the next link; those who are off the board by now are passed over."""
        fight = self._fight()
        while self.push is not None:
            action = self.push.action(fight.state, self.push.victims[0])
            if action is not None:
                self._going = (action, fight.combat.cursor)
                if fight.take(action) or fight.exchange is not None:
                    return
                self._going = None  # refused: the others still go
            if self.push is not None:
                self.push = self.push.rest()
