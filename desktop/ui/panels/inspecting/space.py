"""What measures and prices movement, switched only once it is said what that changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop.core.model.words import SpaceName
from desktop.core.survey.switching import Switch
from desktop.ui.menus.fields.choice import ChoiceField
from desktop.ui.menus.fields.field import SEVERAL, Field
from desktop.ui.panels.inspecting.buttons import add_button


class SpaceField(Field):
    """A choice that lists what it would change, and waits for a word on it."""

    def __init__(
        self,
        options: Sequence[tuple[SpaceName, str]],
        changes: Callable[[SpaceName], Sequence[Switch]],
    ) -> None:
        super().__init__()
        self._called: dict[object, str] = dict(options)
        self._changes = changes
        self._value: object = None
        self._wanted: SpaceName | None = None
        self.choice = ChoiceField(options)
        self.choice.committed.connect(self._chosen)
        self.setFocusProxy(self.choice)
        self.question = QWidget()
        self.list = QLabel()
        self.list.setWordWrap(True)
        self.switch, self.leave = add_button("Switch"), add_button("Leave it")
        self.switch.setAutoDefault(True)  # Enter presses it
        self.switch.clicked.connect(self._switch)
        self.leave.clicked.connect(self.restore)
        line = QHBoxLayout()
        line.addWidget(self.switch)
        line.addWidget(self.leave)
        line.addStretch(1)
        below = QVBoxLayout(self.question)
        below.setContentsMargins(0, 0, 0, 0)
        below.addWidget(self.list)
        below.addLayout(line)
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.choice)
        column.addWidget(self.question)
        self._line.addLayout(column, 1)
        self.question.hide()

    def show_value(self, value: object) -> None:
        """Show which it is; a question that is open stays while the value is the same."""
        if self._wanted is not None and value == self._value:
            return
        self._value = value
        self.restore()

    def restore(self) -> None:
        """Leave it as it is."""
        self._wanted, self.asks = None, ""
        self.choice.show_value(self._value)
        self.question.hide()

    def _chosen(self, value: object) -> None:
        if value == self._value or value is SEVERAL:
            self.restore()
            return
        self._wanted = value  # type: ignore[assignment]  # one of the options
        was, new = self._called[self._value], self._called[value]
        self.asks = f"The space is still {was}: press Switch in the inspector for {new}."
        found = self._changes(self._wanted)  # type: ignore[arg-type]  # as above
        self.list.setText("\n".join(f"• {each.says}" for each in found) or "Nothing else changes.")
        self.question.show()
        QTimer.singleShot(0, self, self._bring_into_view)

    def _bring_into_view(self) -> None:
        """Scroll to what is asked, which Enter answers: below the edge nobody looks for it."""
        around = self.parentWidget()
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        if around is not None and self.question.isVisible():
            around.ensureWidgetVisible(self.question, 0, 8)
            self.switch.setFocus(Qt.FocusReason.OtherFocusReason)

    def _switch(self) -> None:
        wanted, self._wanted, self.asks = self._wanted, None, ""
        self.question.hide()
        if wanted is not None:
            self.committed.emit(wanted)
