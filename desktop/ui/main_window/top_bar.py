"""The bar across the top: menus, Build or Play, the field for everything, what is odd."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QMenuBar,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from desktop.ui.menus.actions import Actions
from desktop.ui.menus.fields.field import dress, let_nothing_through
from desktop.ui.panels.finder import Finder

HEIGHT = 32
FINDER_WIDTH = (200, 360)


class TopBar(QWidget):
    """One row of 32 pixels; what does not fit the width gives way from the right."""

    def __init__(self, actions: Actions, menus: QMenuBar, finder: Finder, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setObjectName("top_bar")
        self.setFixedHeight(HEIGHT)
        self.finder = finder
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 8, 0)
        row.setSpacing(8)
        menus.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        row.addWidget(menus, 0, Qt.AlignmentFlag.AlignVCenter)
        self.build, self.play = self._modes(row, actions)
        self.round = QLabel(self)
        self.round.setObjectName("round")
        row.addWidget(self.round)
        row.addStretch(1)
        finder.setMinimumWidth(FINDER_WIDTH[0])
        finder.setMaximumWidth(FINDER_WIDTH[1])
        row.addWidget(finder, 3)
        row.addStretch(1)
        self._fight_buttons = [
            _button(actions["edit.undo"], self, icon_only=True),
            _button(actions["edit.redo"], self, icon_only=True),
            _button(actions["fight.next"], self, icon_only=False),
        ]
        for button in self._fight_buttons:
            row.addWidget(button)
        self.issues = QToolButton(self)
        self.issues.setObjectName("issue_counts")
        self.issues.setToolTip("Next issue  F8")
        self.issues.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.issues.clicked.connect(actions["view.next_issue"].trigger)
        row.addWidget(self.issues)

    def _modes(self, row: QHBoxLayout, actions: Actions) -> tuple[QToolButton, QToolButton]:
        """Return the two halves of the switch between Build and Play."""
        group = QButtonGroup(self)
        pair = QHBoxLayout()
        pair.setSpacing(0)
        made = []
        for text, side in (("Build", "left"), ("Play", "right")):
            button = QToolButton(self)
            button.setObjectName(f"mode {text.lower()}")
            button.setProperty("segment", side)
            button.setText(text)
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setToolTip(f"{text}  Ctrl+Tab")
            group.addButton(button)
            pair.addWidget(button)
            made.append(button)
        made[0].setChecked(True)
        row.addLayout(pair)
        return made[0], made[1]

    def showEvent(self, event: QShowEvent) -> None:
        """Let nothing under it be painted with it."""
        super().showEvent(event)
        let_nothing_through(self)

    def show_mode(self, mode: str, *, is_open: bool, has_fight: bool = False) -> None:
        """Show Build or Play, or neither while no encounter is open."""
        for button in (self.build, self.play):
            button.setVisible(is_open)
        (self.play if mode == "play" else self.build).setChecked(True)
        in_fight = is_open and mode == "play" and has_fight
        for each in self._fight_buttons:
            each.setVisible(in_fight)
        self.round.setVisible(in_fight)
        self.issues.setVisible(is_open and not in_fight)

    def show_round(self, text: str) -> None:
        """Show the round and whose turn it is."""
        self.round.setText(text)

    def forget_counts(self) -> None:
        """Say nothing of errors and warnings until the layout has been looked over."""
        self.issues.setText("")

    def show_counts(self, errors: int, warnings: int) -> None:
        """Show how many errors and warnings are open; hints are for the list alone."""
        if not errors and not warnings:
            self.issues.setText("No warnings")
        else:
            parts = [_counted(errors, "error"), _counted(warnings, "warning")]
            self.issues.setText("  ".join(part for part in parts if part))
        dress(self.issues, "error" if errors else "warning" if warnings else "", "grade")


def _counted(number: int, word: str) -> str:
    return "" if not number else f"{number} {word}{'' if number == 1 else 's'}"


def _button(action: QAction, parent: QWidget, *, icon_only: bool) -> QToolButton:
    button = QToolButton(parent)
    button.setDefaultAction(action)
    button.setIconSize(QSize(18, 18))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    style = Qt.ToolButtonStyle
    button.setToolButtonStyle(
        style.ToolButtonIconOnly if icon_only else style.ToolButtonTextBesideIcon
    )
    return button
