"""The one place that turns a change of the document or the fight into changes of items."""

from __future__ import annotations

from functools import cached_property, lru_cache
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from desktop.core.store.places import pictures_folder
from desktop.ui.canvas.drawn import Drawn, from_encounter, from_state
from desktop.ui.canvas.scene import BoardScene
from desktop.ui.canvas.standing import Standing
from desktop.ui.fight import Fight
from desktop.ui.session import Session


class CanvasSync(QObject):
    """Keeps a scene equal to what a session shows: the document in Build, the fight in Play."""

    shown = Signal(object)
    """Another `Drawn` is on the canvas."""

    def __init__(self, session: Session, scene: BoardScene, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._scene = scene
        self._fight: Fight | None = None
        self._standing = Standing()
        session.changed.connect(self._changed)
        session.level_changed.connect(self._changed)
        session.mode_changed.connect(self._changed)
        session.view_changed.connect(self._changed)
        session.fight_changed.connect(self._other_fight)
        self._other_fight()

    def _other_fight(self) -> None:
        if self._fight is not None:
            self._fight.changed.disconnect(self._changed)
        self._fight = self._session.fight
        if self._fight is not None:
            self._fight.changed.connect(self._changed)
        self._changed()

    def _changed(self, *_: object) -> None:
        self.refresh()

    @cached_property
    def _waiting_pictures(self) -> Path:
        """Where pictures are until the encounter has a folder of its own."""
        return pictures_folder()

    @property
    def is_fight(self) -> bool:
        """Whether the fight's board is shown, not the document's."""
        return self._session.mode == "play" and self._session.fight is not None

    def drawn(self) -> Drawn:
        """Return what is to be shown now."""
        session = self._session
        hidden = frozenset(session.shown.hidden_kinds)
        hidden_levels = frozenset(session.shown.hidden_levels)
        folder = _folder_of(session.path) if session.path else self._waiting_pictures
        if self.is_fight and session.fight is not None:
            state = session.fight.state
            board = state.encounter.board
            level = session.level if session.level in board.levels else board.first_level
            return from_state(
                state, level, hidden_kinds=hidden, hidden_levels=hidden_levels, folder=folder,
                standing=self._standing, notes=session.fight.book.notes(state),
            )  # fmt: skip
        return from_encounter(
            session.encounter, session.level, stock=session.stock, hidden_kinds=hidden,
            hidden_levels=hidden_levels, folder=folder, standing=self._standing,
        )  # fmt: skip

    def refresh(self) -> None:
        """Bring the scene in line; called for every change, cheap where nothing did."""
        drawn = self.drawn()
        self._scene.show_drawn(drawn)
        self.shown.emit(drawn)


@lru_cache(maxsize=4)
def _folder_of(path: str) -> Path:
    """Return the folder of a file, the same object, so that looks made for it compare fast."""
    return Path(path).parent
