"""Features: things one can use, as an icon on their squares with a name under it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from desktop.core.model.words import FeatureId, FeatureKind, Point, Square
from desktop.ui.canvas import ink
from desktop.ui.canvas.coordinates import SQUARE_PX, rect_of_square, to_scene
from desktop.ui.canvas.item import BoardItem
from desktop.ui.theme import colours, faded, paint_icon

ICONS: dict[FeatureKind, str] = {
    "lift": "elevator", "panel": "tune-variant", "hatch": "arrow-down-box", "duct": "pipe",
    "still": "flask", "reclamator": "recycle", "container": "package-variant-closed",
    "stairs": "stairs", "pitfall": "arrow-collapse-down", "own": "star-four-points-outline",
}  # fmt: skip
NAME_FROM_PX = 22.0
"""The name shows where a square is at least so big on the screen."""
NAME_PX = 11
LEAST_ICON_PX, MOST_ICON_PX = 12.0, 64.0


class FeatureLook(NamedTuple):
    """One feature on its squares."""

    id: FeatureId
    name: str
    kind: FeatureKind
    squares: tuple[Square, ...]
    hidden: bool
    blocks: bool
    spent: bool = False
    """It does nothing now."""
    away: bool = False
    """Only where a lift stops, which is elsewhere."""
    faint: float = 1


class FeatureItem(BoardItem[FeatureLook]):
    """A feature: a plate over its squares, an icon, a name."""

    def adopt(self, look: FeatureLook) -> None:
        """Take over the squares."""
        self._icon, self._name = ink.Stamp(), ink.Stamp()
        self._plate = QRectF()
        for square in look.squares:
            self._plate = self._plate.united(rect_of_square(square))
        self._bounds = self._covered()
        self.faint = look.faint
        self.tip = look.name

    def zoomed(self) -> bool:
        """Cover what the icon reaches at the zoom in view, however small its squares are there."""
        self._bounds = self._covered()
        return True

    def _covered(self) -> QRectF:
        reach = max(96.0, ink.text_width(self._look.name, ink.font(NAME_PX)) / 2 / 0.6)
        icon = LEAST_ICON_PX / self._screen.zooms[0]
        around = QRectF(0, 0, icon, icon)
        around.moveCenter(self._plate.center())
        return self._plate.adjusted(-reach, -4, reach, 32) | around

    def shape(self) -> QPainterPath:
        """Return its squares, so that only they show its name."""
        path = QPainterPath()
        path.addRect(self._plate)
        return path

    def is_under(self, point: Point, reach: float) -> bool:
        """Return whether a place is on one of its squares."""
        at = to_scene(point)
        slack = max(0.0, reach * SQUARE_PX - SQUARE_PX / 2)
        return any(
            rect_of_square(square).adjusted(-slack, -slack, slack, slack).contains(at)
            for square in self._look.squares
        )

    def draw(self, painter: QPainter) -> None:
        """Paint plate, icon and name."""
        look, theme = self._look, colours()
        style = Qt.PenStyle.DashLine if look.hidden or look.away else Qt.PenStyle.SolidLine
        painter.setPen(ink.cosmetic(theme.way, 1.4, style))
        solid = 0.9 if look.blocks else 0.2 if look.away else 0.6
        painter.setBrush(faded(theme.plate, solid))
        for square in look.squares if len(look.squares) > 1 else ():
            painter.fillRect(rect_of_square(square), faded(theme.plate, 0.5))
        if self._is_solid():
            painter.drawRoundedRect(self._plate.adjusted(2, 2, -2, -2), 5, 5)
        zoom, plate = self._screen.zoom, self._plate
        side = min(plate.width(), plate.height()) * zoom * 0.7
        side = min(max(side, LEAST_ICON_PX), MOST_ICON_PX)
        self._icon.draw(
            painter, self._screen, (plate.center().x(), plate.center().y()),
            (-side / 2, -side / 2), (side, side),
            (look.kind, look.spent, look.away), self._paint_icon(side),
        )  # fmt: skip
        if zoom * SQUARE_PX >= NAME_FROM_PX:
            used = ink.font(NAME_PX)
            width = min(ink.text_width(look.name, used), 150.0) + 8
            self._name.draw(
                painter, self._screen, (plate.center().x(), plate.bottom()),
                (-width / 2, 0), (width, 15), look.name, self._paint_name(width),
            )  # fmt: skip

    def _is_solid(self) -> bool:
        squares = len(self._look.squares)
        return squares * SQUARE_PX**2 == round(self._plate.width() * self._plate.height())

    def _paint_icon(self, side: float) -> Callable[[QPainter], None]:
        def paint(painter: QPainter) -> None:
            look, box = self._look, QRectF(0, 0, side, side)
            painter.setOpacity(0.4 if look.spent or look.away else 1)
            paint_icon(painter, box, ICONS[look.kind], colours().way)

        return paint

    def _paint_name(self, width: float) -> Callable[[QPainter], None]:
        def paint(painter: QPainter) -> None:
            used, theme = ink.font(NAME_PX), colours()
            ink.plate(painter, QRectF(0, 0, width, 15), faded(theme.plate, 0.8))
            painter.setFont(used)
            painter.setPen(QPen(faded(theme.zone_text, 1)))
            text = ink.elided(self._look.name, used, width - 6)
            painter.drawText(QRectF(0, 0, width, 15), Qt.AlignmentFlag.AlignCenter, text)

        return paint
