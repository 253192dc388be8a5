"""A monkey at the window: random but plausible events, the same for the same seed."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QWidget,
)

from desktop.ui.fight import Fight
from desktop.ui.main_window import MainWindow
from desktop.ui.menus.front import encounter_of
from desktop.ui.menus.table import VERBS
from tests.ui.holding import at_all_times, on_the_whole
from tests.ui.tastes import (
    CTRL,
    HELD,
    KEYS,
    LEFT,
    LIKES,
    NEVER,
    NONE,
    RIGHT,
    SHIFT,
    TEXTS,
    TOOLS,
)  # fmt: skip
from tests.ui.watcher import Watcher


class BrokenError(AssertionError):
    """What a monkey broke, with the last events that led there."""


class Monkey(Watcher):
    """Sends events to a window, and looks after each whether everything still holds."""

    def __init__(
        self, window: MainWindow, seed: int, folder: Path, likes: Mapping[str, int] | None = None
    ) -> None:
        super().__init__(window, seed, folder)
        self.likes = likes or LIKES
        self.slowest = (0.0, "")
        self._first = None
        self._document = None

    # Running

    def run(self, many: int, *, every: int = 10) -> None:
        """Do so many random things. Raises BrokenError at the first that breaks something."""
        self.lay_pictures()
        with self.watching():
            for number in range(many):
                self.step()
                self.look(whole=number % every == every - 1)
            self._close_waiting()
            self.look(whole=True)

    def step(self) -> None:
        """Do one random thing."""
        began = time.perf_counter()
        getattr(self, self.any.choices(list(self.likes), list(self.likes.values()))[0])()
        for _ in range(self.any.choice((0, 1, 2))):
            QApplication.processEvents()
        took = time.perf_counter() - began
        if took > self.slowest[0]:
            self.slowest = took, self.log[-1] if self.log else ""

    # Hands on the board

    @property
    def view(self) -> QWidget | None:
        """The view on the board, if one can be reached now."""
        canvas = self.window.canvas
        return None if canvas is None or self.window.page_open else canvas.view

    def spot(self) -> QPoint:
        """Return a place of the viewport: mostly on or beside something."""
        view = self.window.canvas.view
        things = [each.covers() for each in view.scene().items_by_key.values()]
        if things and self.any.random() < 0.75:
            box = self.any.choice(things)
            at = QPointF(
                box.left() + box.width() * self.any.choice((0, 0.5, 0.5, 1, self.any.random())),
                box.top() + box.height() * self.any.choice((0, 0.5, 0.5, 1, self.any.random())),
            )
            px = view.mapFromScene(at)
            if view.viewport().rect().contains(px):
                return px
        return QPoint(
            self.any.randrange(max(1, view.viewport().width())),
            self.any.randrange(max(1, view.viewport().height())),
        )

    def _move(self, at: QPoint, held: Qt.KeyboardModifier, button: Qt.MouseButton = LEFT) -> None:
        port = self.window.canvas.view.viewport()
        event = QMouseEvent(
            QEvent.Type.MouseMove, QPointF(at), QPointF(port.mapToGlobal(at)),
            Qt.MouseButton.NoButton, button, held,
        )  # fmt: skip
        QApplication.sendEvent(port, event)

    def pointer(self) -> None:
        """Click, click twice, or drag."""
        if self.view is None:
            return
        session = self.window.session
        document = session.encounter if session.mode == "play" else None
        self._use_pointer()
        if document is not None and session is self.window.session and not self._is_interrupted:
            assert session.encounter is document, "the pointer changed the document in Play"

    def _use_pointer(self) -> None:
        self._is_interrupted = False
        port, held = self.window.canvas.view.viewport(), self.any.choice(HELD)
        at = self.spot()
        what = self.any.choice(("click", "click", "double", "drag", "drag", "drag"))
        self.say(f"{what} {at.toTuple()} {held.name}")
        QTest.mousePress(port, LEFT, held, at)
        if what == "drag":
            for _ in range(self.any.randrange(1, 4)):
                at = self.spot()
                if not self._alive(port):
                    return
                self.say(f"  to {at.toTuple()}")
                self._move(at, held)
                if self.any.random() < 0.15:
                    self._interrupt()
        if not self._alive(port):
            return
        QTest.mouseRelease(port, LEFT, held, at)
        if what == "double" and self._alive(port):
            QTest.mouseDClick(port, LEFT, held, at)
            if self._alive(port):
                QTest.mouseRelease(port, LEFT, held, at)

    def _alive(self, port: QWidget) -> bool:
        canvas = self.window.canvas
        return canvas is not None and canvas.view.viewport() is port

    def _interrupt(self) -> None:
        """Do something else in the middle of a drag."""
        self._is_interrupted = True
        self.any.choice((self.key, self.undo, self.verb, self.tool, self.select, self.fight))()

    def half_drag(self) -> None:
        """Press and move, and never let go."""
        if self.view is None:
            return
        port, at = self.window.canvas.view.viewport(), self.spot()
        self.say(f"press {at.toTuple()} and move")
        QTest.mousePress(port, LEFT, NONE, at)
        self._move(self.spot(), NONE)

    def right_click(self) -> None:
        """Ask for the menu."""
        if self.view is None:
            return
        at = self.spot()
        self.say(f"right click {at.toTuple()}")
        port = self.window.canvas.view.viewport()
        QTest.mousePress(port, RIGHT, NONE, at)
        QTest.mouseRelease(port, RIGHT, NONE, at)
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu):
            self.in_menu(menu)

    def zoom(self) -> None:
        """Zoom in or out."""
        if self.view is not None:
            factor = self.any.choice((0.5, 0.8, 1.25, 2))
            self.say(f"zoom {factor}")
            self.window.canvas.view.zoom_by(factor)

    # Keys and verbs

    def key(self) -> None:
        """Press a key wherever the focus is, or on the canvas."""
        key, held = self.any.choice(KEYS), self.any.choice((NONE, NONE, NONE, CTRL, SHIFT))
        if key == Qt.Key.Key_Q and held == CTRL:
            return
        focus = QApplication.focusWidget()
        if self.view is not None and self.any.random() < 0.5:
            self.window.canvas.view.setFocus()
            focus = self.window.canvas.view
        if focus is None:
            return
        self.say(f"key {key.name} {held.name} on {type(focus).__name__} {focus.objectName()}")
        QTest.keyClick(focus, key, held)

    def tool(self) -> None:
        """Take a tool in hand."""
        if self.view is not None:
            letter = self.any.choice(TOOLS)
            self.say(f"tool {letter}")
            self.window.canvas.view.setFocus()
            QTest.keyClick(self.window.canvas.view, letter.lower())

    def verb(self) -> None:
        """Do a line of the table."""
        name = self.any.choice([each for each in VERBS if each not in NEVER])
        if name in ("file.welcome", "file.close", "file.new") and self.any.random() < 0.9:
            return
        self.say(f"verb {name}")
        self.window.actions_[name].trigger()

    def undo(self) -> None:
        """Undo or redo some steps."""
        name = self.any.choice(("edit.undo", "edit.undo", "edit.redo"))
        for _ in range(self.any.choice((1, 1, 2, 5))):
            self.say(f"verb {name}")
            self.window.actions_[name].trigger()

    def fight(self) -> None:
        """Start a fight, switch the mode, or let somebody's turn begin."""
        session = self.window.session
        if session is None:
            return
        if self.window.page_open:
            page = self.window.bench.current_page
            self.say("start the fight")
            page.begin()
        elif session.fight is None:
            self.say("F5")
            self.window.actions_["fight.start"].trigger()
        else:
            name = self.any.choice(
                ("fight.next", "fight.next", "view.mode", "fight.return", "fight.change_place")
            )
            self.say(f"verb {name}")
            self.window.actions_[name].trigger()

    def play(self) -> None:
        """Act for whoever acts, roll, look back, or change what was done."""
        session = self.window.session
        if session is None or session.fight is None or session.mode != "play" or not self.view:
            return
        view, fight = self.window.canvas.view, session.fight
        what = self.any.choice(
            ("next", "act", "act", "token", "token", "token", "type", "type", "enter", "enter",
             "undo", "redo", "due", "look", "look", "now", "again", "select")
        )  # fmt: skip
        if fight.looking_back and self.any.random() < 0.6:
            what = "now"
        self.say(f"play {what}")
        if what == "token":
            self._click_a_token()
        elif what == "type":
            self._type_digits()
        elif what in ("enter", "select"):
            focus = QApplication.focusWidget() or view
            QTest.keyClick(focus, Qt.Key.Key_Return if what == "enter" else Qt.Key.Key_Down)
        elif what in ("look", "again"):
            self._click_in_log(fight, again=what == "again")
        else:
            view.setFocus()
            act = Qt.Key(ord(self.any.choice("123456789")))
            due = Qt.Key(ord(self.any.choice("AS")))
            keys = {"next": Qt.Key.Key_N, "act": act, "due": due, "now": Qt.Key.Key_Home}
            held = {"undo": CTRL, "redo": CTRL | SHIFT}.get(what, NONE)
            QTest.keyClick(view, keys.get(what, Qt.Key.Key_Z), held)

    def _click_a_token(self) -> None:
        view = self.window.canvas.view
        tokens = view.scene().tokens()
        if tokens:
            at = view.mapFromScene(self.any.choice(tokens).covers().center())
            if view.viewport().rect().contains(at):
                self.say(f"  click {at.toTuple()}")
                QTest.mouseClick(view.viewport(), LEFT, self.any.choice(HELD), at)

    def _type_digits(self) -> None:
        for letter in self.any.choice(("12", "55", "7", "0", "00", "93")):
            focus = QApplication.focusWidget()
            if focus is not None:
                self.say(f"  {letter} on {type(focus).__name__}")
                QTest.keyClick(focus, letter)

    def _click_in_log(self, fight: Fight, *, again: bool) -> None:
        log = self.window.bench.panels["log"]
        item = log.tree.topLevelItem(self.any.randrange(max(1, log.tree.topLevelItemCount())))
        if item is None or not log.tree.isVisible():
            return
        log.tree.scrollToItem(item)
        QTest.mouseClick(log.tree.viewport(), LEFT, NONE, log.tree.visualItemRect(item).center())
        if again:
            self.in_menu(log.menu(self.any.randrange(len(fight.combat.steps))))

    def next(self) -> None:
        """Let the next turn begin; start the fight where there is none."""
        session = self.window.session
        if session is not None and session.mode == "play" and not self.window.page_open:
            self.say("next turn")
            self.window.actions_["fight.next"].trigger()
        elif session is not None and session.fight is not None and not self.window.page_open:
            self.say("to Play")
            self.window.actions_["view.mode"].trigger()
        else:
            self.fight()

    def widget(self) -> None:
        """Do something to a widget of the window."""
        self.in_widgets(self.window.centralWidget())

    def level(self) -> None:
        """Show another level, add one, or delete one that is selected."""
        session = self.window.session
        if session is None:
            return
        level = self.any.choice(list(encounter_of(session).board.levels))
        what = self.any.choice(("show", "show", "select", "delete", "add"))
        self.say(f"level {what} {level}")
        if what == "show":
            session.show_level(level)
        elif what == "add":
            self.window.want("level.add")
        else:
            from desktop.ui.session import Ref

            session.select([Ref("level", level)])
            if what == "delete":
                self.window.actions_["edit.delete"].trigger()

    def select(self) -> None:
        """Select a few things of one or more kinds, as the outline would."""
        from desktop.ui.session import Ref

        session = self.window.session
        if session is None:
            return
        encounter = encounter_of(session)
        board = encounter.board
        refs = [
            *(Ref("zone", key) for key in board.zones), *(Ref("link", key) for key in board.links),
            *(Ref("door", key) for key in board.doors),
            *(Ref("level", key) for key in board.levels),
            *(Ref("feature", key) for key in board.features),
            *(Ref("fighter", key) for key in encounter.fighters),
            *(Ref("group", key) for key in encounter.groups),
            *(Ref("wall", str(at)) for at in range(len(board.walls))),
            *(Ref("piece", str(at)) for at in range(len(board.fields) + len(board.clouds))),
        ]  # fmt: skip
        chosen = self.any.sample(refs, min(len(refs), self.any.choice((1, 1, 1, 2, 5))))
        self.say(f"select {[tuple(each) for each in chosen]}")
        session.select(chosen)

    # Widgets

    def in_menu(self, menu: QMenu) -> None:
        """Choose a line of a menu, or leave it."""
        lines = [each for each in menu.actions() if each.isEnabled() and not each.isSeparator()]
        lines = [each for each in lines if each.objectName() not in NEVER and not each.menu()]
        if not lines or self.any.random() < 0.2:
            self.say("leave the menu")
            menu.close()
            return
        line = self.any.choice(lines)
        self.say(f"menu line {line.text()}")
        menu.close()
        line.trigger()

    def in_widgets(self, root: QWidget) -> None:
        """Do something to a widget that is in sight."""
        kinds = (
            QLineEdit, QPlainTextEdit, QComboBox, QAbstractButton, QAbstractSpinBox,
            QAbstractItemView,
        )  # fmt: skip
        seen = [
            each for each in root.findChildren(QWidget)
            if each.isVisible() and each.isEnabled() and not each.visibleRegion().isEmpty()
            and (isinstance(each, kinds) or type(each).__module__.startswith("desktop."))
        ]  # fmt: skip
        if not seen:
            return
        widget = self.any.choice(seen)
        name = f"{type(widget).__name__} {widget.objectName()}"
        if isinstance(widget, QAbstractButton) and widget.text() in ("Quit",):
            return
        if isinstance(widget, QLineEdit | QPlainTextEdit | QAbstractSpinBox):
            self._type_into(widget, name)
        elif isinstance(widget, QComboBox):
            at = self.any.randrange(max(1, widget.count()))
            self.say(f"choose {at} in {name}")
            widget.setCurrentIndex(at)
            widget.activated.emit(at)
        else:
            self._click_in(widget, name)

    def _type_into(self, widget: QWidget, name: str) -> None:
        text = self.any.choice(TEXTS)
        end = self.any.choice((Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Escape, None))
        self.say(f"type {text[:40]!r} into {name}, then {end.name if end else 'nothing'}")
        widget.setFocus()
        if self.any.random() < 0.7 and hasattr(widget, "selectAll"):
            widget.selectAll()
        if text.isascii() and text.isprintable() and len(text) < 50:
            QTest.keyClicks(widget, text)
        elif isinstance(widget, QLineEdit):
            widget.insert(text)
        elif isinstance(widget, QPlainTextEdit):
            widget.insertPlainText(text)
        if end is not None and widget.isVisible():
            QTest.keyClick(widget, end)

    def _click_in(self, widget: QWidget, name: str) -> None:
        if isinstance(widget, QAbstractItemView):
            widget = widget.viewport()
        room = widget.visibleRegion().boundingRect()
        if room.isEmpty():
            return
        at = QPoint(
            self.any.randrange(room.left(), room.right() + 1),
            self.any.randrange(room.top(), room.bottom() + 1),
        )
        button, held = self.any.choice((LEFT, LEFT, LEFT, RIGHT)), self.any.choice(HELD)
        self.say(f"click {at.toTuple()} {button.name} {held.name} in {name}")
        QTest.mouseClick(widget, button, held, at)
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu):
            self.in_menu(menu)

    def finder(self) -> None:
        """Find or do something by its name."""
        field = self.window.finder
        text = self.any.choice((*TEXTS, "level", "turn", "add", "a", "e"))
        self.say(f"find {text[:40]!r}")
        self.window.actions_["view.finder"].trigger()
        edit = field if isinstance(field, QLineEdit) else field.findChild(QLineEdit)
        if edit is not None:
            edit.setText(text)
            QApplication.processEvents()
            if any(word in text.casefold() for word in ("quit", "log", "folder")):
                return
            QTest.keyClick(edit, self.any.choice((Qt.Key.Key_Down, Qt.Key.Key_Escape)))
            QTest.keyClick(edit, Qt.Key.Key_Escape)

    def look(self, *, whole: bool = False) -> None:
        """Raise BrokenError where something does not hold any more."""
        try:
            self._note_start()
            at_all_times(self.window)
            if whole:
                on_the_whole(self.window)
        except AssertionError as error:
            self.wrong.append(f"does not hold: {error}")
        if self.wrong:
            lines = "\n".join(self.log[-25:])
            raise BrokenError(f"{self.wrong[0]}\nafter {len(self.log)}:\n{lines}")

    def _note_start(self) -> None:
        """Keep what another document in the window began with."""
        session = self.window.session
        if session is not None and session is not self._document:
            done = session._done
            self._document, self._first = session, done[0].before if done else session.encounter

    def undo_all(self) -> None:
        """Undo to the start and redo to the end; both must be what they were."""
        session = self.window.session
        if session is None:
            return
        last, done = session.encounter, len(session.history)
        for _ in range(done):
            session.undo()
        assert session is not self._document or session.encounter == self._first, "another start"
        for _ in range(done):
            session.redo()
        assert session.encounter == last, "redo does not lead to the end"
        self.look(whole=True)
