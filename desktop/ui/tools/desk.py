"""The board that a tool works on: the document's, or in Play that of the fight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from desktop.core.errors import EditError
from desktop.core.model.edits import apply, several
from desktop.core.model.encounter import Encounter
from desktop.core.model.place import Place
from desktop.core.model.words import FighterId, LevelId
from desktop.ui.canvas.canvas import Canvas
from desktop.ui.canvas.drawn import Drawn
from desktop.ui.canvas.standing import Stand, Standing
from desktop.ui.canvas.view import BoardView
from desktop.ui.fight import Fight
from desktop.ui.menus import front
from desktop.ui.menus.front import Edit
from desktop.ui.menus.hand import Hand
from desktop.ui.session import Ref, Session


class Desk:
    """What every tool needs: the board as it is shown, and the way to change it."""

    def __init__(self, canvas: Canvas, session: Session, hand: Hand) -> None:
        self.canvas = canvas
        self.session = session
        self.hand = hand
        self._standing = Standing()

    @property
    def view(self) -> BoardView:
        """The view that the tool is in."""
        return self.canvas.view

    @property
    def fight(self) -> Fight | None:
        """The fight whose board is shown, or None in Build."""
        return front.fight_of(self.session)

    @property
    def encounter(self) -> Encounter:
        """The encounter on the canvas."""
        return front.encounter_of(self.session)

    @property
    def place(self) -> Place:
        """The board on the canvas, with everything derived from it."""
        return front.place_of(self.session)

    @property
    def drawn(self) -> Drawn:
        """What the canvas shows, tokens with their seats included."""
        drawn = self.canvas.scene.drawn
        return self.canvas.sync.drawn() if drawn is None else drawn

    def stands_in(self, encounter: Encounter) -> Mapping[FighterId, Stand]:
        """Return where everyone would stand in Build; asking for much the same again is cheap."""
        return self._standing.before(encounter, self.session.stock)

    @property
    def level(self) -> LevelId:
        """The level in view."""
        return self.session.level

    def edit(self, name: str, /, **arguments: object) -> bool:
        """Change the board as one step. Returns False, and the reason is told, where refused."""
        return front.edit(self.session, name, **arguments)

    def edit_several(self, says: str, edits: Iterable[Edit]) -> bool:
        """Change the board by several edits as one step, all or none."""
        return front.edit_several(self.session, says, edits)

    def tried(self, name: str, /, **arguments: object) -> Encounter | EditError:
        """Return what an edit would give, or why it is refused."""
        try:
            return apply(self.encounter, name, **arguments)
        except EditError as error:
            return error

    def tried_several(self, edits: Iterable[Edit]) -> Encounter | EditError:
        """Return what several edits would give, or why one of them is refused."""
        try:
            return several(self.encounter, list(edits))
        except EditError as error:
            return error

    def is_locked(self, ref: Ref) -> bool:
        """Whether the eye or the lock of its kind or level keeps a thing from being grabbed."""
        shown = self.session.shown
        kind = "fighter" if ref.kind == "group" else ref.kind
        if kind in shown.locked_kinds or kind in shown.hidden_kinds:
            return True
        return self.is_closed(self.level)

    def is_closed(self, level: LevelId) -> bool:
        """Whether nothing on a level can be grabbed or changed."""
        shown = self.session.shown
        return level in shown.locked_levels or level in shown.hidden_levels

    def tell(self, says: str) -> None:
        """Say one sentence in the status line."""
        self.session.told.emit(says)
