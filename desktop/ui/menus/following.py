"""Following the fight of a session, whichever it is: one place that connects and lets go."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from desktop.ui.fight import Fight
from desktop.ui.session import Session


class Following(QObject):
    """Tells of everything that happens to the fight in the window, also when another comes."""

    moved = Signal()
    """The state that is shown is another one, or another fight is there."""
    exchanged = Signal()
    """The exchange or result in view is another one."""
    armed = Signal()
    refused = Signal(object, object)
    told = Signal(str)
    typed = Signal(str)
    levelled = Signal()
    """Another level of the board is in view."""
    other = Signal()
    """Another fight is in the window, or none."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._fight: Fight | None = None
        session.fight_changed.connect(self._follow)
        session.level_changed.connect(self._levelled)
        self._follow()

    @property
    def fight(self) -> Fight | None:
        """The fight that is followed."""
        return self._fight

    def _follow(self) -> None:
        fight = self._session.fight
        if fight is self._fight:
            return
        if self._fight is not None:
            self._let_go(self._fight)
        self._fight = fight
        if fight is not None:
            fight.changed.connect(self._moved)
            fight.exchange_changed.connect(self.exchanged)
            fight.armed_changed.connect(self._armed)
            fight.refused.connect(self.refused)
            fight.told.connect(self.told)
            fight.typed.connect(self.typed)
        self.other.emit()
        self.moved.emit()
        self.exchanged.emit()

    def _let_go(self, fight: Fight) -> None:
        fight.changed.disconnect(self._moved)
        fight.exchange_changed.disconnect(self.exchanged)
        fight.armed_changed.disconnect(self._armed)
        fight.refused.disconnect(self.refused)
        fight.told.disconnect(self.told)
        fight.typed.disconnect(self.typed)

    def _moved(self, _before: object, _after: object) -> None:
        self.moved.emit()

    def _levelled(self, _level: str) -> None:
        self.levelled.emit()

    def _armed(self, _key: str) -> None:
        self.armed.emit()
