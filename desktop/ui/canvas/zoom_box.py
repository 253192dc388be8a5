"""The zoom as one reads and sets it in the status line."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from desktop.ui.canvas.view import BoardView

STEP = 1.25


class ZoomBox(QWidget):
    """`-  110 %  +  fit`, as it stands for a view."""

    def __init__(self, view: BoardView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 4, 0)
        row.setSpacing(0)
        self._label = QLabel(self)
        self._label.setObjectName("zoom")
        self._label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._label.setMinimumWidth(48)
        row.addWidget(self._button("-", "Zoom out", lambda: view.zoom_by(1 / STEP)))
        row.addWidget(self._label)
        row.addWidget(self._button("+", "Zoom in", lambda: view.zoom_by(STEP)))
        row.addWidget(self._button("fit", "Show the whole board", view.fit_board))
        view.zoom_changed.connect(self._show)
        self._show(view.zoom)

    def _button(self, text: str, tip: str, do: Callable[[], None]) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setMaximumHeight(22)
        button.clicked.connect(lambda: do())
        return button

    def _show(self, zoom: float) -> None:
        self._label.setText(f"{round(zoom * 100)} %")
