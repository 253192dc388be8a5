"""The bar that names an error, its place and its remedy; it asks nothing and stops nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.ui.menus.fields.field import empty

if TYPE_CHECKING:
    from PySide6.QtWidgets import QPlainTextEdit

DETAILS_LINES = 8


class Notice(QFrame):
    """One sentence, a fold with the details, what can be done about it, and a cross."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 6, 8, 6)
        column.setSpacing(4)
        row = QHBoxLayout()
        row.setSpacing(8)
        self.says = QLabel(self)
        self.says.setObjectName("notice_text")
        self.says.setWordWrap(True)
        self.says.setTextFormat(Qt.TextFormat.PlainText)
        self.says.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.says.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row.addWidget(self.says, 1)
        self.about = ""
        """What it speaks of, for whoever may have to take it back."""
        self._offers = QHBoxLayout()
        row.addLayout(self._offers)
        self.fold = QToolButton(self)
        self.fold.setObjectName("notice_details")
        self.fold.setText("Details")
        self.fold.setCheckable(True)
        self.fold.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.fold.toggled.connect(self._unfold)
        row.addWidget(self.fold)
        self.cross = QToolButton(self)
        self.cross.setObjectName("notice_close")
        self.cross.setText("×")
        self.cross.setToolTip("Close this line")
        self.cross.setAccessibleName("Close this line")
        self.cross.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.cross.clicked.connect(self.clear)
        row.addWidget(self.cross)
        column.addLayout(row)
        self._column = column
        self.clear()

    @cached_property
    def details(self) -> QPlainTextEdit:
        """What is folded away: every problem with its line, or the trace of a fault."""
        from PySide6.QtWidgets import QPlainTextEdit

        details = QPlainTextEdit(self)
        details.setReadOnly(True)
        details.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        details.setFixedHeight(details.fontMetrics().lineSpacing() * DETAILS_LINES + 16)
        details.hide()
        self._column.addWidget(details)
        return details

    def tell(
        self,
        says: str,
        details: str = "",
        offers: tuple[tuple[str, Callable[[], object]], ...] = (),
        about: str = "",
    ) -> None:
        """Say one sentence; `offers` are buttons, which close the bar when pressed."""
        self.says.setText(says)
        self.about = about
        if details:
            self.details.setPlainText(details)
            self.details.hide()
        self.fold.setVisible(bool(details))
        self.fold.setChecked(False)
        empty(self._offers)
        for text, do in offers:
            button = QPushButton(text, self)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(self.clear)
            button.clicked.connect(lambda _checked=False, do=do: do())
            self._offers.addWidget(button)
        self.show()

    def clear(self) -> None:
        """Close the bar."""
        self.says.clear()
        self.about = ""
        empty(self._offers)
        self.hide()

    def _unfold(self, wanted: bool) -> None:
        if wanted or "details" in self.__dict__:
            self.details.setVisible(wanted)
        self.fold.setText("Hide details" if wanted else "Details")
