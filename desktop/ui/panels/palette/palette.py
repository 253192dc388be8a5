"""The palette as a panel: the page of the tool in hand."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedLayout, QWidget

from desktop.ui.menus.following import Following
from desktop.ui.menus.hand import Hand
from desktop.ui.menus.panel import Panel
from desktop.ui.panels.palette.page import Page
from desktop.ui.session import Session

PAGES: Mapping[str, tuple[str, str, str]] = {
    "zone": ("zones", "ZonePage", "Zone"),
    "link": ("links", "LinkPage", "Link"),
    "traits": ("traits", "TraitsPage", "Traits"),
    "terrain": ("terrains", "TerrainPage", "Terrain"),
    "wall": ("walls", "WallPage", "Wall and door"),
    "feature": ("features", "FeaturePage", "Feature"),
    "fighter": ("fighters", "FighterPage", "Fighter"),
    "picture": ("pictures", "PicturePage", "Picture"),
}
"""The module, class and title of each tool's page; a page is made when its tool is taken."""


class Palette(Panel):
    """Follows the tool in hand. Tools without a page fold it away."""

    title: ClassVar[str] = "Palette"

    def __init__(self, session: Session, hand: Hand, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.hand = hand
        self.pages: dict[str, Page] = {}
        self._stack = QStackedLayout(self)
        self._areas: dict[str, QScrollArea] = {}
        self.setMinimumHeight(80)
        hand.tool_changed.connect(self._take)
        hand.choice_changed.connect(self.refresh)
        session.changed.connect(self.refresh)
        session.selection_changed.connect(self.refresh)
        session.level_changed.connect(self.refresh)
        session.mode_changed.connect(self.refresh)
        Following(session, self).moved.connect(self.refresh)
        self._take(hand.tool)

    def folds(self, tool: str) -> bool:
        """Return whether there is nothing to show for a tool."""
        return tool not in PAGES

    @property
    def page(self) -> Page | None:
        """The page of the tool in hand."""
        return self.pages.get(self.hand.tool)

    def _take(self, tool: str) -> None:
        if self.folds(tool):
            return
        if tool not in self.pages:
            self._make(tool)
        self._stack.setCurrentWidget(self._areas[tool])
        self.setFocusProxy(self._areas[tool])
        self.title_changed.emit(PAGES[tool][2])
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Say once more whose palette it is: the strip may be newer than the tool in hand."""
        super().showEvent(event)
        if not self.folds(self.hand.tool):
            self.title_changed.emit(PAGES[self.hand.tool][2])

    def _make(self, tool: str) -> None:
        module, name, _title = PAGES[tool]
        kind: type[Page] = getattr(import_module(f"{__package__}.{module}"), name)
        page = kind(self.session, self.hand)
        page.setObjectName(f"palette.{tool}")
        page.wants.connect(self.wants)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(page)
        self.pages[tool], self._areas[tool] = page, area
        self._stack.addWidget(area)

    def refresh(self, *_: object) -> None:
        """Make the page of the tool in hand true again."""
        page = self.page
        if page is not None:
            page.refresh()
