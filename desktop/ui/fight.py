"""A fight in the window: the combat, what is being asked just now, and the signals of both."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from PySide6.QtCore import QObject, Signal

from desktop.core.errors import EncounterError, IllegalActionError
from desktop.core.model.words import FighterId
from desktop.core.rules.actions import (
    Action,
    BeginTurn,
    Change,
    Decree,
    Do,
    EndTurn,
    FireCue,
    Read,
    SetOrder,
    Settle,
    TakeOver,
    TickClock,
    Write,
)
from desktop.core.rules.book import Rulebook
from desktop.core.rules.combat import Combat
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Discretion
from desktop.core.rules.order import entry_named, has_action, yet_to_act
from desktop.core.rules.questions import Answer, Question, Value
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef
from desktop.ui.exchange import Exchange, taken, tried_from
from desktop.ui.gestures import NEXT, PASSED_ON, Retakes, gesture_after, gesture_before

RULELESS = RuleRef("")
LOOKING_BACK = Refusal("The board shows an earlier point.", RULELESS, "Return to now first.")
DROPPED = "The roll that was open is dropped; nothing of it has happened."
BESIDE: tuple[type[Action], ...] = (
    Change, Decree, Do, FireCue, Read, SetOrder, Settle, TickClock, Write,
)  # fmt: skip
"""What the GM does while a roll is open, which then goes on from the state that it leads to."""
CHANGED_BEFORE = "The change of an earlier step"
TEXT = "text|"
"""How the keys of a table's texts begin, see the packs' tables."""


def _nothing(_text: Discretion) -> str:
    return ""


class Fight(QObject):
    """The combat, the exchange under way and the last result. One step for each gesture."""

    changed = Signal(object, object)
    """The states before and after: a step was taken, undone, redone, or is looked back at."""
    exchange_changed = Signal()
    """Another exchange, answer or result is in view, or none."""
    refused = Signal(object, object)
    """The action, and every refusal with its rule."""
    armed_changed = Signal(str)
    """The key of the offer that waits for a target; empty for none."""
    told = Signal(str)
    """What happened besides, as a sentence: a roll was dropped, the next of a group acts."""
    typed = Signal(str)
    """A key pressed elsewhere that belongs to the exchange: a digit, `enter` or `back`."""

    def __init__(
        self,
        book: Rulebook,
        combat: Combat,
        parent: QObject | None = None,
        *,
        dice: Random | None = None,
    ) -> None:
        super().__init__(parent)
        self._book = book
        self._combat = combat
        self._looked_at: int | None = None
        self._dice = dice or Random()
        self._armed = ""
        self._retakes = Retakes()
        self.exchange: Exchange | None = None
        self.result: Exchange | None = None
        """A step that has been taken and stays in view; every number of it can be changed."""
        self.remembered: Callable[[Discretion], str] = _nothing
        """What the GM typed earlier for the row of a table that has no text of its own."""

    @property
    def book(self) -> Rulebook:
        """The rulebook in force."""
        return self._book

    @property
    def combat(self) -> Combat:
        """Every step with its state, and the cursor."""
        return self._combat

    @property
    def state(self) -> CombatState:
        """What is shown: the state now, or the one the timeline looks back at."""
        if self._looked_at is not None:
            return self._combat.at(self._looked_at)
        return self._combat.state

    @property
    def looking_back(self) -> bool:
        """Whether the timeline shows an earlier point."""
        return self._looked_at is not None

    @property
    def looked_at(self) -> int | None:
        """How many steps the point that is looked back at has behind it."""
        return self._looked_at

    @property
    def in_view(self) -> Exchange | None:
        """What the roll panel shows: the exchange under way, else the last result."""
        return self.exchange or self.result

    def state_of(self, exchange: Exchange) -> CombatState:
        """Return the state that an exchange begins from."""
        return self._combat.state if exchange.index is None else self._combat.at(exchange.index)

    # Beginning

    def begin(self, action: Action, words: Mapping[str, Answer] | None = None) -> None:
        """Start an action and show it; nothing happens before `apply`."""
        self._begun(action, words, at_once=lambda _tried: False)

    def take(self, action: Action, words: Mapping[str, Answer] | None = None) -> bool:
        """Take an action that the panel need not show; what is asked opens it all the same.

        Returns whether it was taken.
        """
        return self._begun(action, words, at_once=lambda _tried: True)

    def propose(self, action: Action) -> bool:
        """Take an action at once where it has no numbers to look at first; else show it.

        Returns whether it was taken.
        """
        return self._begun(action, at_once=lambda tried: not tried.has_numbers)

    def _begun(
        self,
        action: Action,
        words: Mapping[str, Answer] | None = None,
        *,
        at_once: Callable[[Exchange], bool],
    ) -> bool:
        """Let an action happen where nothing is asked and it may at once, else show it.

        Returns whether it happened. One that is refused leaves open what is; any other takes
        its place, except for what the GM does beside it.
        """
        if self._refuses(action):
            return False
        tried = self._tried(Exchange(action=action, words=dict(words or {})))
        if tried is None:
            return False
        if tried.resolved is None or not at_once(tried):
            self._put_up(tried)
            return False
        under_way = self.exchange
        self._happen(tried)
        if under_way is not None and under_way.index is None and isinstance(action, BESIDE):
            self.result = None
            self._show(self._tried(under_way))
        if under_way is not None and self.exchange is None:
            self.told.emit(DROPPED)
        return True

    def next_turn(self) -> bool:
        """End the turn that is on and begin the next, a step each; whether it has begun."""
        under_way, ends = self.exchange, bool(self._combat.state.acting)
        if ends and not self.take(EndTurn()):
            return False
        begun = self.take(BeginTurn(note=NEXT if ends else ""))
        if begun and under_way is not None:
            self.told.emit(DROPPED)
        return begun

    def arm(self, key: str) -> None:
        """Let an offer wait for its target; empty: none does."""
        if key != self._armed:
            self._armed = key
            self.armed_changed.emit(key)

    @property
    def armed(self) -> str:
        """The key of the offer that waits for a target; empty for none."""
        return self._armed

    # Answers and words, in the exchange or in the result that is in view

    def answer(self, value: Value) -> None:
        """Answer the open question.

        Raises AnswerError when the question cannot take the value; nothing changes then.
        """
        exchange = self._open()
        if exchange.question is None:
            return
        value = exchange.question.accepted(value)
        answers = {**exchange.answers, exchange.question.key: Answer(value, "hand")}
        self._go_on(replace(exchange, answers=answers))

    def say(self, key: str, value: Value | None) -> None:
        """Give the GM's word on a tally, a part, a discretion or a reminder; None takes it back."""
        exchange = self._open()
        words = {other: word for other, word in exchange.words.items() if other != key}
        if value is not None:
            words[key] = Answer(value, "gm")
        self._go_on(replace(exchange, words=words))

    def change_answer(self, key: str, value: Value) -> None:
        """Type a face or choice over one that was given.

        Raises AnswerError when the question cannot take the value; nothing changes then.
        """
        exchange = self._open()
        asked = (each for each in exchange.trace if isinstance(each, Question))
        question = next((each for each in asked if each.key == key), None)
        if question is not None:
            value = question.accepted(value)
        self._go_on(replace(exchange, answers={**exchange.answers, key: Answer(value, "hand")}))

    def roll_by(self, key: str, *, hand: bool) -> None:
        """Let a die be rolled by hand, which asks for it again, or by the program, at once."""
        exchange = self._open()
        answers = {other: each for other, each in exchange.answers.items() if other != key}
        hands = {**exchange.hands, key: hand}
        self._go_on(replace(exchange, answers=answers, hands=hands, roll_rest=False))

    def change_action(self, action: Action) -> None:
        """Do something else instead, as with another weapon; answers that fit are kept."""
        self._go_on(replace(self._open(), action=action))

    def roll_rest(self) -> None:
        """Let the program roll whatever is still empty."""
        self._go_on(replace(self._open(), roll_rest=True))

    def step_back(self) -> None:
        """Take the last answer back that the table gave, with what the program rolled after it."""
        exchange = self._open()
        last = exchange.given
        if not last:
            return
        keys = list(exchange.answers)
        kept = {key: exchange.answers[key] for key in keys[: keys.index(last)]}
        self._go_on(replace(exchange, answers=kept, roll_rest=False))

    def drop(self) -> None:
        """Drop the exchange, which leaves no trace, and put the last result away."""
        if self.in_view is not None:
            self.exchange = self.result = None
            self.exchange_changed.emit()

    def apply(self) -> None:
        """Let the program roll what is still empty, and let it all happen."""
        if self.exchange is not None and self.exchange.resolved is None:
            self.roll_rest()
        rolled_out = self.exchange
        if rolled_out is not None and rolled_out.resolved is not None:
            self._happen(rolled_out)

    # Back and forth

    def undo(self) -> None:
        """Go back what one gesture did, in an exchange one answer; nothing is lost."""
        if self.exchange is None and (before := self._retakes.before(self._combat)) is not None:
            self._commit(before)
        elif self.exchange is None:
            self.go_to(gesture_before(self._combat))
        elif self.exchange.given and self.exchange.index is None:
            self.step_back()
        else:
            self.drop()

    def redo(self) -> None:
        """Take again what one gesture did, as it was."""
        if (after := self._retakes.after(self._combat)) is not None:
            self._commit(after)
        else:
            self.go_to(gesture_after(self._combat))

    @property
    def undo_says(self) -> str:
        """What undo takes back where that is no step but a change of an earlier one."""
        return CHANGED_BEFORE if self._retakes.before(self._combat) else ""

    @property
    def redo_says(self) -> str:
        """What redo takes again where that is no step but a change of an earlier one."""
        return CHANGED_BEFORE if self._retakes.after(self._combat) else ""

    def go_to(self, cursor: int) -> None:
        """Make the state after so many steps the state now."""
        if 0 <= cursor <= len(self._combat.steps) and cursor != self._combat.cursor:
            self._commit(self._combat.moved(cursor))

    def look_at(self, index: int | None) -> None:
        """Show the board as it stood after so many steps; None returns to now."""
        before = self.state
        self._looked_at = index if index != self._combat.cursor else None
        self.changed.emit(before, self.state)

    # Taking again

    def review(self, index: int | None) -> None:
        """Bring a step that has been taken into view, to be read and changed; None puts it away.

        One that waits is on its way again, with what it asks.
        """
        self.exchange = self.result = None
        if index is not None and self._combat.steps[index].waits:
            self.exchange = self._tried(taken(self._book, self._combat, index))
        elif index is not None:
            self.result = taken(self._book, self._combat, index)
        self.exchange_changed.emit()

    def force(self, index: int) -> None:
        """Take a step again all the same, whatever refuses it now."""
        kept = taken(self._book, self._combat, index)
        self.result = None
        self._go_on(replace(kept, action=replace(kept.action, forced=True)))

    @property
    def next_waiting(self) -> int | None:
        """The first step that waits behind the one whose result is in view."""
        index = self.result.index if self.result is not None else None
        if index is None:
            return None
        later = (each for each in self._combat.waiting if index < each < self._combat.cursor)
        return min(later, default=None)

    # Inside

    def _refuses(self, action: Action) -> bool:
        if self.looking_back:
            self.refused.emit(action, (LOOKING_BACK,))
        return self.looking_back

    def _open(self) -> Exchange:
        if self.in_view is None:
            raise ValueError("no exchange is under way")
        return self.in_view

    def _go_on(self, changed: Exchange) -> None:
        """Resolve what is in view anew; a step that is taken again happens as soon as it can.

        What is refused leaves everything as it is.
        """
        tried = self._tried(changed)
        if tried is None:
            self.exchange_changed.emit()  # the panel shows what is so, not what was typed
        elif changed.index is None or tried.resolved is None:
            self._show(tried)
        else:
            self._retaken(tried)

    def _put_up(self, exchange: Exchange) -> None:
        """Show another action; a roll that was open makes way for it."""
        under_way = self.exchange
        self.arm("")
        self.result = None
        self._show(exchange)
        if under_way is not None:
            self.told.emit(DROPPED)

    def _show(self, exchange: Exchange | None) -> None:
        self.exchange = exchange
        self.exchange_changed.emit()

    def _tried(self, exchange: Exchange) -> Exchange | None:
        """Return an exchange resolved as far as its answers go; None where it is refused."""
        try:
            tried = tried_from(self._book, self.state_of(exchange), exchange, self._dice)
        except IllegalActionError as error:
            self.refused.emit(exchange.action, error.refusals)
            return None
        except EncounterError as error:
            self.refused.emit(exchange.action, (Refusal(str(error), RULELESS),))
            return None
        texts = self._typed_before(tried)
        return self._tried(replace(tried, words={**tried.words, **texts})) if texts else tried

    def _typed_before(self, exchange: Exchange) -> dict[str, Answer]:
        """Return the texts of tables that the GM typed another time, where all is answered."""
        return {
            each.key: Answer(text, "gm")
            for each in (exchange.trace if exchange.resolved is not None else ())
            if isinstance(each, Discretion) and each.key.startswith(TEXT)
            if each.value == "" and each.key not in exchange.words
            if (text := self.remembered(each))
        }

    def _happen(self, exchange: Exchange) -> None:
        if exchange.index is not None:
            self._retaken(exchange)
        elif exchange.resolved is not None:
            before = self._combat.state
            done = replace(exchange, index=self._combat.cursor)
            self._commit(
                self._combat.added(exchange.resolved), result=done if done.shows_more else None
            )
            if before.actor is not None and before.actor == exchange.action.doer:
                self._pass_on(before, before.actor)

    def _pass_on(self, before: CombatState, actor: FighterId) -> None:
        """Let the next of a group act once a member has spent its Action."""
        state = self._combat.state
        entry = entry_named(state, state.acting)
        if entry is None or (state.acting, state.actor) != (before.acting, actor):
            return
        spent = has_action(before, actor) and not has_action(state, actor)
        waiting = yet_to_act(self._book, state)
        if not spent or not waiting:
            return
        at = entry.members.index(actor) if actor in entry.members else 0
        later = (who for who in entry.members[at:] if who in waiting)
        action = TakeOver(who=next(later, waiting[0]), note=PASSED_ON)
        tried = self._tried(Exchange(action=action))
        if tried is not None and tried.resolved is not None:
            self._commit(self._combat.added(tried.resolved), result=self.result)
            name = label_of(self._combat.state, action.who)
            self.told.emit(f"{name} acts; N ends the group's turn.")

    def _retaken(self, exchange: Exchange) -> None:
        """Take a step again with exactly these answers and words."""
        index = exchange.index
        if index is None:
            return
        steps = list(self._combat.steps)
        given = {**exchange.answers, **exchange.words}
        steps[index] = replace(steps[index], answers=given, spare={})
        before, combat = self._combat, replace(self._combat, steps=tuple(steps))
        self._commit(combat.retaken(index, action=exchange.action), result=exchange)
        self._retakes.add(before, self._combat)

    def _commit(self, combat: Combat, *, result: Exchange | None = None) -> None:
        before = self.state
        in_view = self.in_view
        self._combat = combat
        self._looked_at = None
        self.exchange, self.result = None, result
        self.arm("")
        self.changed.emit(before, self.state)
        if in_view is not None or result is not None:
            self.exchange_changed.emit()
