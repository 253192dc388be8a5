"""In hand while a field waits for a click on the board; no tool of the rail."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Qt

from desktop.core.model.words import Square
from desktop.ui.canvas.overlay import Overlay, Shape
from desktop.ui.canvas.tool import KeyPress, PointerEvent
from desktop.ui.session import Lit
from desktop.ui.tools import sketch
from desktop.ui.tools.build_tool import BuildTool
from desktop.ui.tools.lighting import lit_shapes


class PickTool(BuildTool):
    """Hands the thing or square that is clicked to whoever wants one; Shift picks more."""

    id = "pick"
    text = "Pick"
    cursor = Qt.CursorShape.CrossCursor
    builds: ClassVar[bool] = False

    @property
    def status(self) -> str:
        """What is waited for."""
        wanted = self.session.wanted
        return f"Click {wanted.says} · Shift: and another · Esc leaves it" if wanted else ""

    def _found(self, event: PointerEvent) -> str | Square | None:
        wanted = self.session.wanted
        if wanted is None:
            return None
        for ref in self.desk.view.under(event.point):
            if ref.kind not in ("wall", "piece") and ref.id in wanted.ids:
                return ref.id
        on_board = wanted.squares and self.place.is_inside(event.square)
        return event.square if on_board else None

    def click(self, event: PointerEvent) -> None:
        """Hand it over."""
        wanted, found = self.session.wanted, self._found(event)
        if wanted is None:
            return
        if found is None:
            self.desk.tell(f"Click {wanted.says}, or Esc.")
            return
        if not event.shift:
            self.session.want(None)
        wanted.taken(found)

    def idle_overlay(self) -> Overlay | None:
        """Return what a click would take."""
        event = self.hovered
        found = None if event is None else self._found(event)
        if event is None or found is None:
            return None
        lit = Lit(ids=(found,)) if isinstance(found, str) else Lit((), (found,), event.level)
        shapes: list[Shape] = list(lit_shapes(self.desk, lit))
        if self.session.wanted is not None:
            shapes.append(sketch.hint(event.point, self.session.wanted.says))
        return Overlay(tuple(shapes)) if shapes else None

    def key(self, press: KeyPress) -> bool:
        """Leave it with Esc."""
        return press.key == Qt.Key.Key_Escape and self.cancel()

    def cancel(self) -> bool:
        """Wait no longer."""
        had = self.session.wanted is not None
        super().cancel()
        self.session.want(None)
        return had

    def deactivate(self) -> None:
        """Be put down: whoever waited is told by that."""
        self.desk.view.pointer_left.disconnect(self._left)
        self.hovered = None
