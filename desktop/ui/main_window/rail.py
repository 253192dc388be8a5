"""The column of tools at the left edge."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QToolButton, QVBoxLayout, QWidget

from desktop.ui.menus.actions import Actions
from desktop.ui.menus.verbs.board import IN_BOTH, TOOLS

WIDTHS = (40, 44)


class Rail(QWidget):
    """A button for each tool; in Play only what works on a fight's board."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setObjectName("rail")
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.setSpacing(2)
        self.buttons: dict[str, QToolButton] = {}
        self._lines: list[QWidget] = []
        for tool, text, *_ in TOOLS:
            if tool in ("zone", "measure"):
                line = QFrame(self)
                line.setFrameShape(QFrame.Shape.HLine)
                self._lines.append(line)
                column.addWidget(line)
            button = QToolButton(self)
            button.setDefaultAction(actions[f"tool.{tool}"])
            button.setObjectName(f"rail {tool}")
            button.setAccessibleName(text)
            button.setIconSize(QSize(20, 20))
            button.setFixedHeight(32)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            column.addWidget(button)
            self.buttons[tool] = button
        column.addStretch(1)
        self.set_wide(False)

    def set_wide(self, wide: bool) -> None:
        """Take the width for a small or a large window."""
        width = WIDTHS[wide]
        self.setFixedWidth(width)
        for button in self.buttons.values():
            button.setFixedWidth(width - 8)

    def show_tools(self, *, building: bool) -> None:
        """Show the tools of Build, or only those that Play shares."""
        for tool, button in self.buttons.items():
            button.setVisible(building or tool in IN_BOTH)
        self._lines[0].setVisible(building)
