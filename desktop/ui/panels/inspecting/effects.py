"""A field for effects: each a sentence, and below the one that is open its fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.core.model.encounter import Encounter
from desktop.core.model.moments import Effect
from desktop.core.model.words import ZoneId
from desktop.ui.menus.captions import NOT_NOW_SIGN, refused
from desktop.ui.menus.fields.field import SAID, SEVERAL, Field, dress, empty
from desktop.ui.menus.fields.pairs import cross
from desktop.ui.menus.fields.sheet import Wrong
from desktop.ui.menus.keys import PRESSES
from desktop.ui.panels.inspecting.effect_sheet import EffectSheet, OneEffect
from desktop.ui.panels.inspecting.effect_words import VERBS, drafts, sentence, touched
from desktop.ui.session import Lit, Session

Effects = tuple[Effect, ...]


class EffectsField(Field):
    """What happens: none, one or several things, in their order."""

    looked = Signal(str)
    """The id of a thing that was clicked, to be looked at."""
    worked = Signal()
    """Somebody works on this list."""

    def __init__(
        self,
        encounter: Callable[[], Encounter],
        commit: Callable[[Effects], Wrong],
        home: Callable[[], ZoneId | None] = lambda: None,
        session: Session | None = None,
    ) -> None:
        super().__init__()
        self._session = session
        self._encounter = encounter
        self._commit = commit
        self._home = home
        self._value: object = ()
        self._open: int | None = None
        self._sheet: EffectSheet | None = None
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self._said = QLabel(SAID, self)
        self._said.setProperty("role", "muted")
        self._said.hide()
        self._rows = QVBoxLayout()
        self._rows.setSpacing(4)
        self.rows: list[EffectRow] = []
        column.addWidget(self._said)
        column.addLayout(self._rows)
        self.menu = QMenu(self)
        self.menu.setToolTipsVisible(True)
        self.menu.aboutToShow.connect(self._offer)
        self.button = QPushButton("+ Effect", self)
        self.button.setProperty("role", "add")
        self.button.setMenu(self.menu)
        self._foot = QHBoxLayout()
        self._foot.addWidget(self.button)
        self._foot.addStretch(1)
        column.addLayout(self._foot)
        self._line.addLayout(column, 1)

    def put_at_foot(self, button: QWidget) -> None:
        """Put a button beside the one that adds an effect."""
        self._foot.insertWidget(1, button)

    @property
    def effects(self) -> Effects:
        """The effects that are shown."""
        return self._value if isinstance(self._value, tuple) else ()

    @property
    def sheet(self) -> EffectSheet | None:
        """The fields of the effect that is open."""
        return self._sheet

    def show_value(self, value: object) -> None:
        """Show effects; the open one stays open."""
        before = self.effects
        self._value = value
        self._said.setVisible(value is SEVERAL)
        effects = self.effects
        if [type(each) for each in before] == [type(each) for each in effects] and (
            len(self.rows) == len(effects)
        ):
            for row, effect in zip(self.rows, effects, strict=True):
                row.says.setText(sentence(self._encounter(), effect))
            if self._sheet is not None and self._open is not None:
                source = self._sheet.source
                if isinstance(source, OneEffect):
                    source.effect = effects[self._open]
                self._sheet.refresh()
            return
        if self._open is not None and self._open >= len(effects):
            self._open = None
        self._rebuild(effects)

    def _rebuild(self, effects: Sequence[Effect]) -> None:
        self._sheet = None
        empty(self._rows)
        self.rows = []
        for index, effect in enumerate(effects):
            row = EffectRow(sentence(self._encounter(), effect), first=index == 0)
            row.toggled.connect(lambda index=index: self._toggle(index))
            row.removed.connect(lambda index=index: self._without(index))
            row.earlier.connect(lambda index=index: self._earlier(index))
            row.hovered.connect(lambda on, index=index: self._light(index, on))
            self.rows.append(row)
            self._rows.addWidget(row)
        if self._open is not None:
            self._unfold(self._open)

    def restore(self) -> None:
        """Close the one that is open."""
        self._close()

    def _toggle(self, index: int) -> None:
        self.worked.emit()
        opened = self._open == index
        self._close()
        if not opened:
            self._open = index
            self._unfold(index)

    def _close(self) -> None:
        if self._sheet is not None:
            self._sheet.flush()
        if self._open is not None and self._open < len(self.rows):
            self.rows[self._open].show_body(None)
        self._open, self._sheet = None, None

    def _unfold(self, index: int) -> None:
        source = OneEffect(
            self._encounter, self.effects[index], lambda effect: self._with(index, effect)
        )
        self._sheet = EffectSheet(source, self.looked.emit, self._session)
        self.rows[index].show_body(self._sheet)

    def _light(self, index: int, on: bool) -> None:
        """Light up what an effect would change, while the pointer is over it."""
        if self._session is not None and index < len(self.effects):
            self._session.light(touched(self.effects[index]) if on else Lit())

    # Changes

    def _with(self, index: int, effect: Effect) -> Wrong:
        effects = self.effects
        return self._commit((*effects[:index], effect, *effects[index + 1 :]))

    def _without(self, index: int) -> None:
        effects = self.effects
        if self._open is not None:
            self._open = None if self._open == index else self._open - (index < self._open)
        self._hand_over((*effects[:index], *effects[index + 1 :]))

    def _earlier(self, index: int) -> None:
        effects = list(self.effects)
        effects[index - 1 : index + 1] = effects[index], effects[index - 1]
        if self._open in (index, index - 1):
            self._open = 2 * index - 1 - self._open
        after = tuple(effects)
        if not self._hand_over(after):
            self._rebuild(after)

    def _add(self, effect: Effect) -> None:
        self._close()
        self._open = len(self.effects)
        if self._hand_over((*self.effects, effect)):
            self._open = None

    def _hand_over(self, effects: Effects) -> Wrong:
        wrong = self._commit(effects)
        self.complaint.emit(str(wrong or ""))
        return wrong

    def begin(self, kind: str) -> None:
        """Add an effect of a kind, as `AddTrait`, and open it."""
        found = drafts(self._encounter(), self._home())
        draft = next(each for each in found if each.__name__ == kind)
        effect = found[draft]
        if isinstance(effect, str):
            self.complaint.emit(effect)
        else:
            self._add(effect)

    def _offer(self) -> None:
        self.worked.emit()
        self.menu.clear()
        found = drafts(self._encounter(), self._home())
        for kind, text in VERBS.items():
            draft = found[kind]
            if isinstance(draft, str):
                refused(self.menu, f"{text}{NOT_NOW_SIGN}", [draft])
            else:
                action = self.menu.addAction(text)
                action.triggered.connect(lambda _=False, draft=draft: self._add(draft))

    def flush(self) -> None:
        """Commit what was typed in the open one."""
        if self._sheet is not None:
            self._sheet.flush()


class EffectRow(QFrame):
    """One effect. Enter opens it, Delete takes it away."""

    toggled = Signal()
    hovered = Signal(bool)
    """The pointer came, or went."""
    removed = Signal()
    earlier = Signal()

    def __init__(self, text: str, *, first: bool) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._body: QWidget | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(8, 2, 2, 2)
        head.setSpacing(0)
        self.says = QLabel(text, self)
        self.says.setWordWrap(True)
        head.addWidget(self.says, 1)
        if not first:
            up = QToolButton(self)
            up.setArrowType(Qt.ArrowType.UpArrow)
            up.setFixedSize(20, 24)
            up.setToolTip("Let it happen earlier")
            up.setAccessibleName("Let it happen earlier")
            up.setProperty("role", "cross")
            up.clicked.connect(self.earlier)
            head.addWidget(up, 0, Qt.AlignmentFlag.AlignTop)
        self.cross = cross("Take this effect away")
        self.cross.clicked.connect(self.removed)
        head.addWidget(self.cross, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        self._column = column

    def show_body(self, body: QWidget | None) -> None:
        """Show the fields below the sentence, or none."""
        if self._body is not None:
            self._column.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
        self._body = body
        if body is not None:
            self._column.addWidget(body)
        dress(self, body is not None, "opened")

    def enterEvent(self, event: QEnterEvent) -> None:
        """Tell that the pointer came."""
        super().enterEvent(event)
        self.hovered.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        """Tell that it went."""
        super().leaveEvent(event)
        self.hovered.emit(False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open or close it."""
        in_head = event.position().y() <= self.says.geometry().bottom() + 4
        if event.button() == Qt.MouseButton.LeftButton and in_head:
            self.toggled.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open, close or take away by keys."""
        if event.key() in PRESSES:
            self.toggled.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self.removed.emit()
        else:
            super().keyPressEvent(event)
