"""A choice of the open roll that means places or things: they are lit, and a click answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from desktop.core.errors import AnswerError
from desktop.core.model.words import FeatureId, FighterId, LevelId, Square, ZoneId
from desktop.core.rules.actions import BeginTurn, EndTurn
from desktop.core.rules.now import Discretion
from desktop.core.rules.questions import Option, Question
from desktop.core.rules.seating import footprint_of, taken_on
from desktop.core.rules.state import CombatState
from desktop.ui.canvas import overlay as ink
from desktop.ui.canvas.overlay import Shape
from desktop.ui.canvas.tool import PointerEvent
from desktop.ui.fight import Fight
from desktop.ui.tools import play_view
from desktop.ui.tools.desk import Desk


@dataclass(frozen=True, slots=True)
class Choice:
    """Several ways that are places or things of the board, and the one that holds."""

    key: str
    says: str
    options: tuple[Option, ...]
    value: str
    is_asked: bool
    """It has no default, and the rule waits for it."""
    is_said: bool
    """The GM has had a word on it."""

    def levels(self, state: CombatState) -> Iterator[LevelId]:
        """Yield the level of each way, that of the one which holds first."""
        for option in sorted(self.options, key=lambda each: each.key != self.value):
            yield from (level for level, _ in _squares(state, option))


class Choices:
    """What can be answered on the board, of the roll that is open or the result in view."""

    def __init__(self, desk: Desk, fight: Callable[[], Fight | None]) -> None:
        self._desk, self._fight = desk, fight
        self._shown: tuple[str, ...] = ()

    def all(self) -> list[Choice]:
        """Return the choices in view that lie on the board, as they came."""
        fight = self._fight()
        exchange = fight.in_view if fight is not None else None
        if fight is None or exchange is None or fight.looking_back:
            return []
        state, is_open = fight.state_of(exchange), fight.exchange is not None
        if not is_open and isinstance(exchange.action, BeginTurn | EndTurn):
            return []  # another turn is on: a click on the board is that one's
        found = []
        for item in (*exchange.trace, exchange.question):
            if not isinstance(item, Discretion | Question) or len(item.options) < 2:
                continue
            placed = tuple(
                each
                for each in item.options  # of a result only squares: a click on a foe attacks
                if each.at is not None or (is_open and any(_squares(state, each)))
            )
            if not placed:
                continue
            asked = isinstance(item, Question)
            answer = exchange.answers.get(item.key) if asked else exchange.words.get(item.key)
            default = item.default if isinstance(item, Discretion) else ""
            value = str(answer.value if answer is not None else default)
            found.append(Choice(item.key, item.says, placed, value, asked, answer is not None))
        return found

    def show(self) -> None:
        """Bring the level of a choice into view that has just come up and lies elsewhere."""
        fight, several = self._fight(), self.all()
        new = [each for each in several if each.key not in self._shown]
        self._shown = tuple(each.key for each in several)
        if not new or fight is None or fight.in_view is None:
            return
        levels = list(new[-1].levels(fight.state_of(fight.in_view)))
        if self._desk.level not in levels:
            self._desk.session.show_level(levels[0])

    @property
    def status(self) -> str:
        """What a click and the keys do while a roll or its result is in view."""
        several, fight = self.all(), self._fight()
        lit = f"{several[-1].says}: click what is lit" if several else "A roll is open"
        if fight is not None and fight.exchange is None:
            return f"{lit} to change it · Esc puts the result away"
        return f"{lit} · Enter applies, Esc drops it without a trace"

    def shapes(self, hover: PointerEvent | None) -> list[Shape]:
        """Return what can be clicked lit, and what holds in a frame."""
        fight = self._fight()
        if fight is None or fight.in_view is None:
            return []
        state, level = fight.state_of(fight.in_view), self._desk.level
        found: list[Shape] = []
        for choice in self.all():
            for option in choice.options:
                squares = tuple(at for on, at in _squares(state, option) if on == level)
                if squares:
                    style: ink.Style = "selected" if option.key == choice.value else "proposed"
                    found.append(ink.Area(squares, style))
        meant = self._meant(hover) if hover is not None else None
        if meant is not None and hover is not None:
            choice, option = meant
            name = "" if option.at is not None else f" {option.says}"
            found.append(play_view.beside(hover.point, f"{choice.says}{name}", refused=False))
        return found

    def click(self, event: PointerEvent) -> bool:
        """Answer what is meant by a click; whether one was."""
        fight, meant = self._fight(), self._meant(event)
        if fight is None or meant is None:
            return False
        choice, option = meant
        try:
            if not choice.is_asked:
                fight.say(choice.key, option.key)
            elif choice.is_said:
                fight.change_answer(choice.key, option.key)
            else:
                fight.answer(option.key)
        except AnswerError as error:
            self._desk.tell(str(error))
        return True

    def _meant(self, event: PointerEvent) -> tuple[Choice, Option] | None:
        """Return the way that lies under the pointer; of several choices the first unsaid one."""
        fight = self._fight()
        if fight is None or fight.in_view is None or event.ctrl:
            return None
        state, spot = fight.state_of(fight.in_view), (event.level, event.square)
        if fight.exchange is None and event.square in taken_on(fight.state, event.level):
            return None  # it has happened: a click on somebody means what it always does
        found = [
            (choice, option)
            for choice in self.all()
            for option in choice.options
            if option.key != choice.value and spot in _squares(state, option)
        ]
        unsaid = (pair for pair in found if not pair[0].is_said)
        return next(unsaid, found[-1] if found else None)


def _squares(state: CombatState, option: Option) -> Iterator[tuple[LevelId, Square]]:
    """Yield the squares that a way means: its own, or those of the thing whose id its key is."""
    if option.at is not None:
        yield option.at.level, option.at.square
        return
    board = state.encounter.board
    feature = board.features.get(FeatureId(option.key))
    zone = board.zones.get(ZoneId(option.key))
    fighter = state.fighters.get(FighterId(option.key))
    if feature is not None:
        yield from ((feature.level, square) for square in feature.squares)
    elif zone is not None:
        yield from ((zone.level, square) for square in state.place.squares_of(ZoneId(zone.id)))
    elif fighter is not None and fighter.seat is not None:
        yield from (
            (fighter.level, square) for square in footprint_of(state, FighterId(option.key))
        )
