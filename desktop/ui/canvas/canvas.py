"""The canvas as a widget: view, level strip and sync, wired to one session."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtWidgets import QGridLayout, QWidget

from desktop.core.model.words import LevelId
from desktop.ui.canvas import ink
from desktop.ui.canvas.drawn import Drawn
from desktop.ui.canvas.legend_box import LegendBox
from desktop.ui.canvas.level_strip import LevelStrip
from desktop.ui.canvas.scene import BoardScene
from desktop.ui.canvas.sync import CanvasSync
from desktop.ui.canvas.tool import PointerEvent
from desktop.ui.canvas.view import BoardView
from desktop.ui.session import Session
from desktop.ui.theme import colours

HOLD_MS = 500
"""A drag held so long over a level carries on there."""


class Canvas(QWidget):
    """Everything of the board that one sees and touches. Tools come from `view.set_tool`."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dressed = (colours(), self.font().family())
        self.session = session
        self.scene = BoardScene(self)
        self.view = BoardView(self.scene, self)
        self.strip = LevelStrip()
        self.sync = CanvasSync(session, self.scene, self)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view, 0, 0)
        self.view.pin(self.strip, Qt.Corner.TopLeftCorner)
        self.legend = LegendBox()
        self.view.pin(self.legend, Qt.Corner.BottomLeftCorner)
        self._held: LevelId | None = None
        self._hold = QTimer(self)
        self._hold.setSingleShot(True)
        self._hold.setInterval(HOLD_MS)
        self._hold.timeout.connect(self._carry_on)
        self.setFocusProxy(self.view)
        self.strip.level_chosen.connect(self._choose_level)
        self.view.pointer_moved.connect(self._drag_over_strip)
        self.sync.shown.connect(self._shown)
        session.selection_changed.connect(self._select)
        if self.scene.drawn is not None:
            self._shown(self.scene.drawn)
        self._select(session.selection)

    def _shown(self, drawn: Drawn) -> None:
        levels = tuple(drawn.encounter.board.levels.values())
        may_add = self.session.mode == "build"
        self.strip.show_levels(levels, drawn.level, may_add=may_add)
        self.strip.setVisible(may_add or len(levels) > 1)
        self.legend.show_drawn(drawn)
        self.view.refresh_selection()

    def _select(self, refs: object) -> None:
        self.view.show_selection(self.session.selection)

    def _choose_level(self, level: str) -> None:
        self.session.show_level(LevelId(level))
        self.view.setFocus(Qt.FocusReason.MouseFocusReason)

    def _drag_over_strip(self, event: PointerEvent) -> None:
        at = self.strip.mapFromGlobal(event.global_)
        level = self.strip.level_at(at) if event.dragging else None
        if level is None or level == self.session.level:
            self._held = None
            self._hold.stop()
        elif level != self._held:
            self._held = level
            self._hold.start()

    def _carry_on(self) -> None:
        if self._held is not None:
            level, self._held = self._held, None
            self.session.show_level(level)

    def changeEvent(self, event: QEvent) -> None:
        """Draw anew in another theme or font; a mere showing of the window changes neither."""
        super().changeEvent(event)
        dressed = (colours(), self.font().family())
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and (
            dressed != self._dressed
        ):
            self._dressed = dressed
            ink.forget_fonts()
            self.scene.retheme()
