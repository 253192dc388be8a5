"""Where panels stand: under strips with their titles, in tabs where the window is small."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QLabel,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.ui.menus.fields.field import let_nothing_through
from desktop.ui.menus.panel import Panel

if TYPE_CHECKING:
    from desktop.ui.panels.action_bar import ActionBar
    from desktop.ui.panels.card import Card
    from desktop.ui.panels.due import DueList
    from desktop.ui.panels.inspector import Inspector
    from desktop.ui.panels.issues import Issues
    from desktop.ui.panels.log import Log
    from desktop.ui.panels.order import Order
    from desktop.ui.panels.outline import Outline
    from desktop.ui.panels.palette import Palette
    from desktop.ui.panels.roll import RollPanel

STRIP = 24
"""Height of the strip with a panel's title."""


@dataclass(frozen=True, slots=True)
class BuildPanels:
    """The panels of Build, made together when it is first looked at."""

    palette: Palette
    inspector: Inspector
    outline: Outline
    issues: Issues


@dataclass(frozen=True, slots=True)
class PlayPanels:
    """The panels of Play, made together when it is first looked at."""

    order: Order
    card: Card
    log: Log
    roll: RollPanel
    due: DueList
    action_bar: ActionBar


class Section(QWidget):
    """A panel under a strip with its title."""

    def __init__(self, panel: Panel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "section")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.strip = QLabel(panel.title.upper(), self)
        self.strip.setProperty("role", "strip")
        self.strip.setFixedHeight(STRIP)
        self.strip.setVisible(bool(panel.title))
        panel.title_changed.connect(self._retitle)
        column.addWidget(self.strip)
        column.addWidget(panel, 1)
        panel.show()

    def _retitle(self, title: str) -> None:
        self.strip.setText(title.upper())
        self.strip.setVisible(bool(title))


def splitter(*widgets: QWidget, upright: bool = True) -> QSplitter:
    """Return a splitter that never hides a part of itself."""
    made = QSplitter(Qt.Orientation.Vertical if upright else Qt.Orientation.Horizontal)
    made.setChildrenCollapsible(False)
    made.setHandleWidth(2)
    for widget in widgets:
        made.addWidget(widget)
    return made


class BuildColumn(QWidget):
    """Inspector over Outline and Issues."""

    SMALL = (400, 240)
    LARGE = (440, 300, 212)

    def __init__(self, panels: BuildPanels, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._upper = Section(panels.inspector)
        self._lower: tuple[Panel, Panel] = (panels.outline, panels.issues)
        self._parts = splitter(self._upper)
        self.tabs: QTabWidget | None = None
        self._sections: list[Section] = []
        self._many_issues = 0
        self._beside = QLabel()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._parts)

    def set_large(self, large: bool) -> None:
        """Stack all three in a large window; in a small one two of them share a place."""
        if large == bool(self._sections) and (self._sections or self.tabs):
            return
        for panel in self._lower:
            panel.setParent(None)
        for old in (*self._sections, self.tabs):
            if old is not None:
                old.setParent(None)
                old.deleteLater()
        self._sections, self.tabs = [], None
        if large:
            self._sections = [Section(panel) for panel in self._lower]
            for section in self._sections:
                self._parts.addWidget(section)
            self._parts.setSizes(list(self.LARGE))
        else:
            self.tabs = QTabWidget()
            self.tabs.setDocumentMode(True)
            for panel in self._lower:
                self.tabs.addTab(panel, panel.title)
            self._beside = _beside_tab(self.tabs, 1)
            self._parts.addWidget(self.tabs)
            self._parts.setSizes(list(self.SMALL))
        self.say_issues(self._many_issues)

    def say_issues(self, many: int) -> None:
        """Show how many issues are open, where they are listed."""
        self._many_issues = many
        says = str(many or "")
        if self.tabs is not None:
            self._beside.setText(says)
            let_nothing_through(self._beside)
        elif self._sections:
            title = self._lower[1].title.upper()
            self._sections[1].strip.setText(f"{title} {says}".rstrip())

    def show_issues(self) -> None:
        """Bring the issues to the front."""
        if self.tabs is not None:
            self.tabs.setCurrentIndex(1)


def _beside_tab(tabs: QTabWidget, at: int) -> QLabel:
    """Return a place for a number beside a tab's text.

    Within it each change would lay out the tabs, and paint all that they hold, anew; so would
    a place whose size may change, or through which one sees.
    """
    label = QLabel()
    label.setObjectName("beside_tab")
    label.setProperty("role", "muted")
    label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    metrics = label.fontMetrics()
    label.setFixedSize(metrics.horizontalAdvance("0000"), metrics.height())
    tabs.tabBar().setTabButton(at, QTabBar.ButtonPosition.RightSide, label)
    return label


class PlayColumn(QWidget):
    """Card and log, or the roll panel in their place, over what is due."""

    SMALL = ((300, 280), (580, 96))
    LARGE = ((360, 380), (740, 212))

    def __init__(self, panels: PlayPanels, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._roll = panels.roll
        self._reading = splitter(Section(panels.card), Section(panels.log))
        self._upper = QStackedWidget()
        self._upper.addWidget(self._reading)
        self._upper.addWidget(self._roll)
        self._resting: QWidget = self._reading
        self._place: QWidget | None = None
        self._parts = splitter(self._upper, Section(panels.due))
        self._parts.setStretchFactor(0, 1)
        self._parts.setStretchFactor(1, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._parts)

    def set_large(self, large: bool) -> None:
        """Take the heights for a small or a large window."""
        reading, parts = self.LARGE if large else self.SMALL
        self._reading.setSizes(list(reading))
        self._parts.setSizes(list(parts))

    def show_roll(self, wanted: bool) -> None:
        """Put the roll panel in the place of card and log, or take it away."""
        self._upper.setCurrentWidget(self._roll if wanted else self._resting)

    def add_place(self, inspector: Panel) -> None:
        """Take the inspector of the fight's board in."""
        self._place = Section(inspector)
        self._upper.addWidget(self._place)

    def show_place(self, wanted: bool) -> None:
        """Put that inspector in the place of card and log, or take it away; a roll goes first."""
        self._resting = self._place if wanted and self._place is not None else self._reading
        if self._upper.currentWidget() is not self._roll:
            self._upper.setCurrentWidget(self._resting)
