"""Playing on the board: one fighter is acting, and all clicks act for it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Qt, QTimer, Signal, SignalInstance
from PySide6.QtWidgets import QMenu

from desktop.core.model.words import FeatureId, FighterId, LevelId, Point, ZoneId
from desktop.core.rules.actions import Action
from desktop.core.rules.tally import Refusal
from desktop.ui.canvas.canvas import Canvas
from desktop.ui.canvas.overlay import Overlay, Shape
from desktop.ui.canvas.tool import KeyPress, PlainTool, PointerEvent
from desktop.ui.fight import Fight
from desktop.ui.menus.following import Following
from desktop.ui.menus.hand import Hand
from desktop.ui.menus.keys import ENTER
from desktop.ui.session import Ref, Session
from desktop.ui.tools import play_view
from desktop.ui.tools.build_tool import Gesture
from desktop.ui.tools.desk import Desk
from desktop.ui.tools.play_aim import typed
from desktop.ui.tools.play_choice import Choices
from desktop.ui.tools.play_chosen import Chosen
from desktop.ui.tools.play_click import click
from desktop.ui.tools.play_drag import Carrying, Choosing, Going, Leading
from desktop.ui.tools.play_goal import way_at
from desktop.ui.tools.play_hints import Hints
from desktop.ui.tools.play_lines import Ask, Does, Offered, Propose, Take
from desktop.ui.tools.play_march import March
from desktop.ui.tools.play_menu import PlayMenu
from desktop.ui.tools.play_push import Chain
from desktop.ui.tools.play_question import AtPointer
from desktop.ui.tools.play_status import status_of
from desktop.ui.tools.play_way import ShownWay


class _Asks(QObject):
    """What the tool asks of the window."""

    wants = Signal(str, object)


class PlayTool(PlainTool):
    """Attacks by a click on a foe, goes by a click on a place, offers all on a right click."""

    id = "play"
    text = "Play"

    def __init__(self, canvas: Canvas, session: Session, hand: Hand) -> None:
        super().__init__()
        self.desk = Desk(canvas, session, hand)
        self.gesture: Gesture | None = None
        self.question = AtPointer(canvas.view, lambda: self.changed())
        self.chosen = Chosen(self)
        self._pressed: PointerEvent | None = None
        self.hover: PointerEvent | None = None
        """Where the pointer is."""
        self.said: tuple[Point, str] | None = None
        """Why the last click did nothing, beside the pointer."""
        self._is_active = False
        self._is_fitted = False
        """All that is played on was shown once in this fight."""
        self._was_open = False
        self._shown: tuple[FighterId | None, LevelId | None] = (None, None)
        """Who acted when it was shown last, and on which level."""
        self._hints = Hints(self)
        self.chain = Chain(lambda: self.fight, lambda: self.changed())
        self.march = March(self)
        self.way = ShownWay(self)
        self.choices = Choices(self.desk, lambda: self._following.fight)
        self._asks = _Asks(canvas)
        self._following = Following(session, canvas)
        self._following.other.connect(self._begin_anew)
        self._following.moved.connect(self._moved)
        self._following.exchanged.connect(self._exchanged)
        self._following.armed.connect(self._armed)
        self._following.refused.connect(self._refused)
        self._following.levelled.connect(lambda: self.changed())

    @property
    def wants(self) -> SignalInstance:
        """What the tool asks of the window: a verb and what it shall be done with."""
        return self._asks.wants

    # What there is

    @property
    def fight(self) -> Fight:
        """The fight in the window."""
        fight = self._following.fight
        assert fight is not None  # asked for only where there is one
        return fight

    @property
    def _playing(self) -> bool:
        return self._following.fight is not None

    @property
    def actor(self) -> FighterId | None:
        """Whom all clicks act for, if it stands on the board now."""
        if not self._playing or self.fight.looking_back:
            return None
        actor = self.fight.state.actor
        return actor if actor is not None and self.fight.state.on_board(actor) else None

    @property
    def on_squares(self) -> bool:
        """Whether squares measure, and not zones."""
        return self.fight.book.space.on_squares

    def fighter_at(self, event: PointerEvent, but: FighterId | None = None) -> FighterId | None:
        """Return the uppermost fighter under the pointer."""
        for ref in self.desk.view.under(event.point):
            if ref.kind == "fighter" and ref.id != but:
                return FighterId(ref.id)
        return None

    def feature_at(self, event: PointerEvent) -> FeatureId | None:
        """Return the feature that lies uppermost under the pointer."""
        under = self.desk.view.under(event.point)
        return FeatureId(under[0].id) if under and under[0].kind == "feature" else None

    def stopping_feature_at(self, event: PointerEvent) -> FeatureId | None:
        """Return the feature under the pointer, unless one goes onto it by its squares."""
        feature, things = self.feature_at(event), self.fight.state.encounter.board.features
        goes_on = feature is not None and self.on_squares and not things[feature].blocks
        return None if goes_on else feature

    def zone_at(self, event: PointerEvent) -> ZoneId | None:
        """Return the zone under the pointer."""
        return self.fight.state.place.zone_at(event.level, event.square)

    # What the view asks

    @property
    def status(self) -> str:
        """What the hand can do now."""
        if self.gesture is not None:
            return self.gesture.says
        if not self._playing:
            return ""
        return status_of(self)

    @property
    def busy(self) -> bool:
        """Whether a drag is under way."""
        return self.gesture is not None

    @property
    def overlay(self) -> Overlay | None:
        """What is drawn over the board now; one thing at a time."""
        if self.gesture is not None:
            return self.gesture.overlay
        if not self._playing:
            return None
        if self.question.overlay is not None:
            return self.question.overlay
        level = self.desk.level
        shapes = self.chain.shapes(level) if self.chain.push else self._shapes()
        if self.said is not None:
            at, text = self.said
            shapes.append(play_view.beside(at, text, refused=True))
        return Overlay(tuple(shapes)) if shapes else None

    def _shapes(self) -> list[Shape]:
        return self.choices.shapes(self.hover) or self._hints.shapes()

    # The fight moves on

    def activate(self) -> None:
        """Come to hand."""
        self._is_active = True
        self.desk.view.pointer_left.connect(self._left)
        if self._playing and not self._is_fitted:
            self._is_fitted = True
            QTimer.singleShot(0, self.desk.view, self._fit)
        self._show_actor()

    def _fit(self) -> None:
        """Bring everything into view that one plays on, and no more.

        Turns on several levels go from one to the other, so all of the board is in view there.
        """
        zones = self.desk.encounter.board.zones.values()
        if {zone.level for zone in zones} == {self.desk.level}:
            self.desk.view.fit([Ref("zone", zone.id) for zone in zones])
        else:
            self.desk.view.fit_board()

    def deactivate(self) -> None:
        """Be put down, and forget where the pointer was."""
        self._is_active = False
        self.desk.view.pointer_left.disconnect(self._left)
        self.hover = None
        super().deactivate()

    def _left(self) -> None:
        """Say nothing more about a place that the pointer has left."""
        self.hover = self.said = None
        self.changed()

    def _begin_anew(self) -> None:
        self._is_fitted = False

    def _moved(self) -> None:
        self.hover = None  # nobody has pointed at anything since
        if self.gesture is not None:
            self._let_go()
            self.desk.tell("The fight went on under the drag, which was dropped. Drag again.")
        if self._playing:
            self.chain.moved()
            self.march.moved()
        else:
            self.chain.stop()
            self.march.stop()
        self.forget()
        self._show_actor()
        self.changed()

    def forget(self) -> None:
        """Show no way and say nothing; whatever is asked for next is worked out anew."""
        self.way.forget()
        self.said = None
        self._hints.forget()

    def _show_actor(self) -> None:
        """Bring whoever acts now into view, and follow it where it goes to another level."""
        actor = self.fight.state.actor if self._playing else None
        on_board = actor is not None and self.fight.state.on_board(actor)
        level = self.fight.state.fighters[actor].level if actor is not None else None
        (before, was_on), self._shown = self._shown, (actor, level)
        if not on_board or not self._is_active or (before, was_on) == (actor, level):
            return
        if actor != before and actor not in self.chosen.fighters:
            self.desk.session.select([])
        assert level is not None  # it stands somewhere
        self.desk.session.show_level(level)
        self.desk.view.reveal([Ref("fighter", str(actor))])

    def _exchanged(self) -> None:
        is_open = self._playing and self.fight.exchange is not None
        if self._was_open and not is_open and self._is_active:
            self.desk.view.setFocus(Qt.FocusReason.OtherFocusReason)
        if not is_open:
            self.march.dropped()
        if self._was_open and not is_open:
            self.hover = None  # Esc leaves no trace; nobody has pointed at anything since
        self._was_open = is_open
        self.choices.show()
        self.changed()

    def _armed(self) -> None:
        if self.fight.armed:
            self.forget()
        self.changed()

    def _refused(self, _action: object, refusals: object) -> None:
        if isinstance(refusals, tuple) and refusals and self.hover is not None:
            says = [str(each) for each in refusals if isinstance(each, Refusal)]
            self.said = (self.hover.point, says[0] if says else "")
            self.changed()

    # Pointer

    def press(self, event: PointerEvent) -> None:
        """Remember where a click or drag begins; one that was never let go of is dropped."""
        self._let_go()
        self._pressed = self.hover = event
        self.said = None
        self.chain.stop()

    def move(self, event: PointerEvent) -> None:
        """Carry a drag on, or show what a click would do."""
        self.hover = event
        if not event.dragging:
            if self.said is not None and event.distance_px(self.said[0]) > 24:
                self.said = None
            return
        if self._pressed is not None and self.gesture is None:
            start, self._pressed = self._pressed, None
            self.gesture = self._begin(start)
        if self.gesture is not None:
            self.gesture.move(event)

    def _begin(self, start: PointerEvent) -> Gesture | None:
        if not self._playing or self.fight.looking_back:
            return None
        who = self.fighter_at(start)
        if who is None:
            return Choosing(self, start)
        if who in self.march.walkers:
            return Leading(self, who, start)
        if who == self.actor and self.fight.exchange is None:
            return Going(self, who, start)
        return Carrying(self, who, start)

    def release(self, event: PointerEvent) -> None:
        """End a drag; without one it was a click."""
        gesture, self.gesture = self.gesture, None
        pressed, self._pressed = self._pressed, None
        if gesture is not None:
            gesture.release(event)
        elif pressed is not None and not event.dragging and not self.choices.click(event):
            if self._playing:
                click(self, event)
            else:
                self.chosen.select(event)

    def double_click(self, event: PointerEvent) -> None:
        """Take a second press as a click: it goes where the first one showed the way."""
        self.press(event)

    def modifiers(self, held: Qt.KeyboardModifier) -> None:
        """Preview anew as Ctrl comes and goes."""
        if self.gesture is not None and self.hover is not None:
            self.hover = replace(self.hover, modifiers=held)
            self.gesture.move(self.hover)

    def say(self, event: PointerEvent, text: str) -> None:
        """Say why a click did nothing."""
        self.said = (event.point, text)
        self.desk.tell(text)

    def take(self, action: Action) -> None:
        """Take an action that needs no look before it happens."""
        self.fight.take(action)

    # The right click

    def menu(self, event: PointerEvent) -> QMenu | None:
        """Return everything that can be done here, possible or not."""
        if not self._playing or self.fight.looking_back:
            return None
        self.hover = event
        who, under = self.fighter_at(event), self.desk.view.under(event.point)
        if who is not None and who not in self.chosen.fighters:
            self.desk.session.select([Ref("fighter", who)])
        beyond = way_at(self, event)
        items = Offered(self.fight).at(who, under, event.square, event.level, beyond)
        return PlayMenu(self.desk.view, self._do).fill(items)

    def _do(self, does: Does) -> None:
        match does:
            case Take(action):
                self.take(action)
            case Propose(action):
                self.fight.propose(action)
            case Ask(verb, about):
                self.wants.emit(verb, about)

    # Keys

    def claims(self, press: KeyPress) -> bool:
        """Return whether a key is meant for a roll that is open, or for the way that is shown."""
        if not self._playing:
            return False
        if self.fight.exchange is not None:
            return bool(typed(press))
        waits = self.way.is_shown or self.march.is_shown or self.fight.result is not None
        return press.key in ENTER and (waits or self.chain.push is not None)

    def key(self, press: KeyPress) -> bool:
        """Go with Enter; hand digits on to a roll that is open."""
        if press.key == Qt.Key.Key_Escape:
            return self.cancel()
        if not self._playing:
            return False
        if self.fight.exchange is not None and (digit := typed(press)):
            self.fight.typed.emit(digit)
            return True
        if self.chain.key(press):
            return True
        if press.key in ENTER and self.march.is_shown:
            self.march.go()
            return True
        if press.key in ENTER and self.way.is_shown:
            self.way.go()
            return True
        if press.key in ENTER and self.fight.result is not None:
            self.fight.drop()
            return True
        return False

    def _let_go(self) -> bool:
        """Drop the drag; return whether there was one."""
        gesture, self.gesture = self.gesture, None
        if gesture is not None:
            gesture.drop()
        return gesture is not None

    def cancel(self) -> bool:
        """Drop the drag, the way that is shown, or what waits for a target."""
        self._pressed = None
        if self._let_go():
            return True
        if self.chain.stop() or self.march.stop():
            return True
        if self.way.is_shown or self.said is not None:
            self.forget()
            return True
        if self._playing and self.fight.armed:
            self.fight.arm("")
            return True
        return False
