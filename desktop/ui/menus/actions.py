"""The table's lines as Qt's own actions: menus, keys and buttons are views of them."""

from collections.abc import Callable, Iterable
from functools import cache

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from desktop.ui import theme
from desktop.ui.menus.captions import menu_line
from desktop.ui.menus.table import MENUS, VERBS, in_menu
from desktop.ui.menus.verb import Commands, Context, MenuName, Verb


class Actions(QObject):
    """One `QAction` for each line, kept true to what can be done just now."""

    def __init__(self, window: Commands, widget: QWidget) -> None:
        super().__init__(widget)
        self._window = window
        self._widget = widget
        self._made = {verb.id: self._make(verb) for verb in VERBS.values()}
        self._canvas: QWidget | None = None
        self._by_test: dict[Callable[[Context], str], list[Verb]] = {}
        """The lines by what may refuse them: many share it, and it is asked but once."""
        for verb in VERBS.values():
            self._by_test.setdefault(verb.why_not, []).append(verb)
        self._varying = [verb for verb in VERBS.values() if verb.says or verb.checked]
        """Those that may say something else, or be checked, while they are allowed as before."""
        self._reasons: dict[Callable[[Context], str], str] = {}
        self._texts: dict[str, tuple[str, str, bool]] = {}

    def _make(self, verb: Verb) -> QAction:
        action = QAction(verb.text, self)
        action.setObjectName(verb.id)
        action.setCheckable(verb.checked is not None)
        action.setShortcuts([QKeySequence(key) for key in verb.keys])
        action.setAutoRepeat(verb.id.startswith(("edit.nudge", "view.", "edit.undo", "edit.redo")))
        if verb.scope == "window":
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            self._widget.addAction(action)
        else:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(lambda: self.do(verb.id))
        return action

    def __getitem__(self, name: str) -> QAction:
        return self._made[name]

    def do(self, name: str, argument: object = None) -> None:
        """Do something of the table; one that cannot be done says why in the status line."""
        verb = VERBS[name]
        why_not = verb.why_not(self.context())
        if why_not and argument is None:
            self._window.tell(why_not)
        else:
            verb.do(self._window, argument)
        self.refresh()

    def context(self) -> Context:
        """Return what decides just now."""
        window = self._window
        return Context(window.session, window.hand, window.page_open)

    def set_canvas(self, canvas: QWidget | None) -> None:
        """Let a canvas hear the keys that are meant for it alone."""
        self._canvas = canvas
        if canvas is not None:
            canvas.addActions([self._made[verb.id] for verb in VERBS.values() if _local(verb)])

    def refresh(self) -> None:
        """Make every action say and allow what is so now."""
        context = self.context()
        before, self._reasons = self._reasons, {test: test(context) for test in self._by_test}
        for test, why_not in self._reasons.items():
            if before.get(test) != why_not:
                for verb in self._by_test[test]:
                    self._show(verb, context)
        for verb in self._varying:
            self._show(verb, context)

    def _show(self, verb: Verb, context: Context) -> None:
        label, why_not = verb.label(context), self._reasons[verb.why_not]
        is_checked = verb.checked is not None and verb.checked(context)
        if self._texts.get(verb.id) == (label, why_not, is_checked):
            return
        self._texts[verb.id] = (label, why_not, is_checked)
        action = self._made[verb.id]
        action.setText(menu_line(label))
        action.setEnabled(not why_not)
        action.setChecked(is_checked)
        keys = f"  {shown_keys(verb)}" if verb.keys else ""
        action.setToolTip(why_not or f"{label}{keys}")

    def why_not(self, keys: QKeySequence) -> str:
        """Return why nothing that these keys stand for can be done; empty where nothing does."""
        context = self.context()
        meant = (
            verb for verb in VERBS.values() if any(keys == QKeySequence(key) for key in verb.keys)
        )
        return next((reason for verb in meant if (reason := verb.why_not(context))), "")

    def dress(self) -> None:
        """Give the actions their icons; costs more than the rest of the window."""
        for verb in VERBS.values():
            if verb.icon:
                self._made[verb.id].setIcon(theme.icon(verb.icon))

    def menu(self, name: MenuName, text: str, parent: QWidget) -> QMenu:
        """Return a new menu with the lines of the table that belong in it."""
        menu = QMenu(text, parent)
        menu.setToolTipsVisible(True)
        for verb in in_menu(name):
            if verb.gap:
                menu.addSeparator()
            menu.addAction(self._made[verb.id])
        return menu

    def menu_bar(self, parent: QWidget) -> tuple[QMenuBar, dict[MenuName, QMenu]]:
        """Return the menu bar, and its menus by name."""
        bar = QMenuBar(parent)
        menus = {name: self.menu(name, text, bar) for name, text in MENUS}
        for menu in menus.values():
            bar.addMenu(menu)
        return bar, menus

    def offer(self, names: Iterable[str], parent: QWidget) -> QMenu:
        """Return a menu of a right click; an empty name draws a line."""
        menu = QMenu(parent)
        menu.setToolTipsVisible(True)
        for name in names:
            if name:
                menu.addAction(self._made[name])
            else:
                menu.addSeparator()
        return menu


def _local(verb: Verb) -> bool:
    return verb.scope == "canvas"


def shown_keys(verb: Verb) -> str:
    """Return the first keys of a line as people read them; empty where it has none."""
    return _as_read(verb.keys[0]) if verb.keys else ""


@cache
def _as_read(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
