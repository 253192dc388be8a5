"""What the GM's hand holds: the tool, and what it is loaded with."""

from typing import TypeVar

from PySide6.QtCore import QObject, Signal

T = TypeVar("T")

SELECT = "select"
PROFILE_MIME = "application/x-enfilade-profile"
"""What a profile is called while it is dragged; its id in UTF-8."""


class Hand(QObject):
    """The tool in hand and the choices its palette offers. Belongs to the window, no document."""

    tool_changed = Signal(str)
    choice_changed = Signal(str, object)
    """A choice's name and its new value."""
    change_place_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tool = SELECT
        self._choices: dict[str, object] = {}
        self._change_place = False

    @property
    def tool(self) -> str:
        """The id of the tool in hand."""
        return self._tool

    def take(self, tool: str) -> None:
        """Take a tool; it stays in hand until another is taken."""
        if tool != self._tool:
            self._tool = tool
            self.tool_changed.emit(tool)

    def choice(self, name: str, unsaid: T) -> T:
        """Return what was chosen under a name; `unsaid` where nothing of its type was."""
        value = self._choices.get(name, unsaid)
        return value if isinstance(value, type(unsaid)) else unsaid

    def choose(self, name: str, value: object) -> None:
        """Choose what the tool shall draw, paint or place."""
        if self._choices.get(name) != value:
            self._choices[name] = value
            self.choice_changed.emit(name, value)

    @property
    def change_place(self) -> bool:
        """Whether the tools of Build work on the fight's board."""
        return self._change_place

    def set_change_place(self, wanted: bool) -> None:
        """Let the tools of Build work on the fight's board, or no longer."""
        if wanted != self._change_place:
            self._change_place = wanted
            self.change_place_changed.emit(wanted)
            if not wanted:
                self.take(SELECT)
