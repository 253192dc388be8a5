"""The scene: items by layer and id, kept equal to what is drawn. Nothing else moves an item."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from PySide6.QtCore import QObject, QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPixmapCache, QTransform
from PySide6.QtWidgets import QGraphicsScene, QGraphicsSceneHelpEvent, QToolTip

from desktop.core.model.tables import things_changed
from desktop.core.model.words import FighterId, LevelId
from desktop.ui.canvas import ink
from desktop.ui.canvas.coats import FRONT, GROUND, LINES, Coat, Front
from desktop.ui.canvas.coordinates import path_of, rect_of, rect_of_square, to_scene
from desktop.ui.canvas.drawn import Drawn
from desktop.ui.canvas.feature_item import FeatureItem
from desktop.ui.canvas.ground_items import BoardLook, Floor, Grid, Picture, Veil
from desktop.ui.canvas.item import DEPTHS, BoardItem
from desktop.ui.canvas.layers import BELOW, FAINT, Key, Layers
from desktop.ui.canvas.link_item import LinkItem
from desktop.ui.canvas.looks import Looks
from desktop.ui.canvas.note_item import NoteItem
from desktop.ui.canvas.overlay import Beside
from desktop.ui.canvas.overlay_item import OverlayItem
from desktop.ui.canvas.squares_item import SquaresItem
from desktop.ui.canvas.thing_looks import squares_look
from desktop.ui.canvas.token_item import TokenItem, paint_token
from desktop.ui.canvas.wall_items import DoorItem, WallItem
from desktop.ui.canvas.zone_item import ZoneFrame, ZoneGround, ZoneName
from desktop.ui.session import Kind, Ref
from desktop.ui.theme import colours

AROUND_SQ = 24
"""How far one can look beyond the board."""

MAKERS: Mapping[str, Callable[[Any, ink.Screen], BoardItem[Any]]] = {
    "picture": Picture, "zone": ZoneGround, "frame": ZoneFrame, "name": ZoneName,
    "link": LinkItem, "wall": WallItem, "door": DoorItem, "feature": FeatureItem,
    "token": TokenItem, "note": NoteItem,
}  # fmt: skip

LAYERS: Mapping[Kind, str] = {
    "zone": "zone", "link": "link", "wall": "wall", "door": "door", "feature": "feature",
    "fighter": "token", "picture": "picture",
}  # fmt: skip
"""Where the items of a kind are."""


TOLD = tuple(part + layer for part in ("", BELOW) for layer in ("token", "feature", "door", "link"))
"""The layers whose things are named under the pointer, the uppermost first."""


class BoardScene(QGraphicsScene):
    """The board of one level, the level below it faintly, and everyone on it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setBackgroundBrush(QColor(colours().beside))
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.drawn: Drawn | None = None
        self._looks = Looks()
        self._layers: Layers = {}
        self.items_by_key: dict[Key, BoardItem[Any]] = {}
        empty = BoardLook((1, 1))
        self._screen = screen = ink.Screen()
        self._ground = Coat(GROUND, screen, QColor(colours().beside))
        self._lines = Coat(LINES, screen, QColor(0, 0, 0, 0))
        self._front = Coat(FRONT, screen, QColor(0, 0, 0, 0))
        self.coats = self._ground, self._lines, self._front
        self._floor, self._veil = Floor(empty, screen), Veil(empty, screen)
        self._grid = Grid(empty, screen)
        self.squares, self._squares_below = SquaresItem(screen), SquaresItem(screen)
        self.selection = OverlayItem(self, "selection")
        self.overlay = OverlayItem(self, "overlay")
        self._painter = Front(self._front)
        for item in (self._painter, self.selection, self.overlay):
            self.addItem(item)
        self._coat_of = {layer: coat for coat in self.coats for layer in DEPTHS if layer in coat}

    @property
    def level(self) -> LevelId | None:
        """The level in view."""
        return self.drawn.level if self.drawn is not None else None

    @property
    def under(self) -> tuple[Coat, ...]:
        """The coats under the tokens, of which views keep pictures."""
        return self.coats[:2]

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Paint what lies under the tokens, where no view keeps pictures of it."""
        super().drawBackground(painter, rect)
        self.look_at(painter)
        for coat in self.under:
            coat.paint(painter, [QRectF(rect)])

    def look_at(self, painter: QPainter) -> None:
        """Take note of what is painted on next, before any picture."""
        self._screen.look_at(painter)

    def helpEvent(self, event: QGraphicsSceneHelpEvent) -> None:
        """Name the thing under the pointer, unless the tool says something there already."""
        said = any(isinstance(shape, Beside) for shape in self.overlay.overlay.shapes)
        tip = "" if said else self._tip_at(event.scenePos())
        QToolTip.showText(event.screenPos(), tip, event.widget())
        event.setAccepted(bool(tip))

    def _tip_at(self, at: QPointF) -> str:
        for layer in TOLD:
            for _, item in sorted(self.of_layer(layer), key=lambda each: each[1].raised)[::-1]:
                if item.shape().contains(at):
                    return item.tip
        return ""

    def show_drawn(self, drawn: Drawn) -> None:
        """Bring every item in line with what is drawn now; what is the same is left alone."""
        before, self.drawn = self.drawn, drawn
        self._show_board(drawn)
        self._show_squares(before, drawn)
        layers_before, self._layers = self._layers, self._looks.of(drawn)
        for layer in dict.fromkeys((*layers_before, *self._layers)):
            self._show_layer(layer, layers_before.get(layer, {}), self._layers.get(layer, {}))
        self._spread()

    def _show_board(self, drawn: Drawn) -> None:
        size, (width, height) = BoardLook(drawn.place.size), drawn.place.size
        around = rect_of(-AROUND_SQ, -AROUND_SQ, width + 2 * AROUND_SQ, height + 2 * AROUND_SQ)
        if around != self.sceneRect():
            self.setSceneRect(around)
            self._painter.cover(around)
        for layer, item, is_shown in (
            ("board", self._floor, True),
            ("veil", self._veil, drawn.below is not None),
            ("grid", self._grid, "grid" not in drawn.hidden_kinds),
        ):
            differs = item.show_look(size)
            if not is_shown:
                self._ground.drop(layer, "")
            elif differs or not self._ground.holds(layer):
                self._ground.show(layer, "", item)

    def zoomed(self, zoom: float) -> None:
        """Take note of the zoom at which one looks at it."""
        self.overlay.zoomed(zoom)
        self.selection.zoomed(zoom)
        self._screen.zooms = zoom, zoom
        for (layer, id_), item in self.items_by_key.items():
            if item.zoomed():
                self._coat_of[layer].place(layer, id_, item)

    def retheme(self) -> None:
        """Draw everything anew in the colours now in force."""
        QPixmapCache.clear()
        self.setBackgroundBrush(QColor(colours().beside))
        drawn, self.drawn = self.drawn, None
        for layer, looks in self._layers.items():
            self._show_layer(layer, looks, {})
        self._layers = {}
        self._looks = Looks()
        self._ground.ground = QColor(colours().beside)
        for coat in self.coats:
            coat.forget()
        if drawn is not None:
            self.show_drawn(drawn)

    def fan_out(self, shifts: Mapping[FighterId, QPointF]) -> None:
        """Let tokens stand beside their squares, so many pixels of the scene, as long as said."""
        for who, shift in shifts.items():
            token = self.items_by_key.get(("token", who))
            if isinstance(token, TokenItem) and token.fan_out(shift):
                self._front.show("token", who, token)
        self._spread()

    def _spread(self) -> None:
        """Have painted again what shows something else."""
        for coat in self.coats:
            for area in coat.spread():
                self.update(area)

    def _show_layer(self, layer: str, before: Mapping[str, Any], looks: Mapping[str, Any]) -> None:
        found, coat = things_changed(before, looks), self._coat_of[layer]
        for id_ in found.removed:
            del self.items_by_key[layer, id_]
            coat.drop(layer, id_)
        for id_ in found.added:
            made = MAKERS[layer.removeprefix(BELOW)](looks[id_], self._screen)
            self.items_by_key[layer, id_] = made
            coat.show(layer, id_, made)
        for id_ in found.changed:
            item = self.items_by_key[layer, id_]
            if item.show_look(looks[id_]):
                coat.show(layer, id_, item)
        if found.added or found.reordered:
            coat.order(layer, looks, anew=found.reordered)

    def _show_squares(self, before: Drawn | None, drawn: Drawn) -> None:
        if before is not None and _same_squares(before, drawn):
            return
        for layer, item, level, faint in (
            ("squares", self.squares, drawn.level, 1.0),
            ("below squares", self._squares_below, drawn.below, FAINT),
        ):
            if level is None:
                self._ground.drop(layer, "")
                continue
            areas = item.show_look(squares_look(drawn, level, faint))
            if self._ground.holds(layer):
                self._ground.place(layer, "", item)
                self._ground.spoil(*areas)
            else:
                self._ground.show(layer, "", item)

    def looks(self) -> dict[Key, object]:
        """Return the look of every item, for comparing with a scene that is built anew."""
        found: dict[Key, object] = {key: item.look for key, item in self.items_by_key.items()}
        for name, item in (("squares", self.squares), ("below squares", self._squares_below)):
            if self._ground.holds(name):
                for number, sheet in enumerate(item.sheets):
                    image = bytes(sheet.image().constBits())
                    found[name, str(number)] = (sheet.size, dict(sheet.words), image)
        found["board", ""] = self._floor.look
        return found

    # Things by ref

    def item_of(self, ref: Ref) -> BoardItem[Any] | None:
        """Return the item of a thing on the level in view."""
        layer = LAYERS.get(ref.kind)
        return self.items_by_key.get((layer, ref.id)) if layer is not None else None

    def of_layer(self, layer: str) -> Iterable[tuple[str, BoardItem[Any]]]:
        """Return the items of a layer that is drawn, in the file's order, with their ids."""
        return [(id_, self.items_by_key[layer, id_]) for id_ in self._layers.get(layer, ())]

    def tokens(self) -> list[TokenItem]:
        """Return the tokens of the level in view."""
        return [item for _, item in self.of_layer("token") if isinstance(item, TokenItem)]

    def outline_of(self, ref: Ref) -> QPainterPath:
        """Return a thing's outline in the scene; empty for what is not on this level."""
        if ref.kind == "group" and self.drawn is not None:
            path = QPainterPath()
            for token in self.tokens():
                if token.look.id.partition("/")[0] == ref.id:
                    path.addPath(self.outline_of(Ref("fighter", token.look.id)))
            return path
        if ref.kind == "piece":
            return self._piece_path(ref)
        item = self.item_of(ref)
        return QPainterPath() if item is None else _outline(item)

    def _piece_path(self, ref: Ref) -> QPainterPath:
        path = QPainterPath()
        if self.drawn is None:
            return path
        board = self.drawn.encounter.board
        pieces = (*board.fields, *board.clouds)
        number = int(ref.id) if ref.id.isdigit() else len(pieces)
        if number < len(pieces) and pieces[number].level == self.drawn.level:
            for square in pieces[number].squares:
                path.addRect(rect_of_square(square))
        return path.simplified()

    def paint_ghost(self, painter: QPainter, ref: Ref, shift: QPointF) -> bool:
        """Paint a token elsewhere; other things are shown by their outline alone."""
        item = self.item_of(ref)
        if not isinstance(item, TokenItem):
            return False
        zoom = ink.zoom_of(painter)
        at = painter.worldTransform().map(to_scene(item.look.centre) + shift)
        before = painter.worldTransform()
        painter.setWorldTransform(QTransform())
        paint_token(painter, item.look, at, item.radius * zoom)
        painter.setWorldTransform(before)
        return True

    def bounds_of(self, refs: Iterable[Ref]) -> QRectF:
        """Return what things of this level cover of the scene; empty where there are none."""
        bounds = QRectF()
        for ref in refs:
            bounds = bounds.united(self.outline_of(ref).boundingRect())
        return bounds

    def board_rect(self) -> QRectF:
        """Return the board in the scene."""
        return self._floor.covers()


def _same_squares(before: Drawn, drawn: Drawn) -> bool:
    one, other = before.encounter.board, drawn.encounter.board
    if (before.level, before.below, before.hidden_kinds, before.place.size) != (
        drawn.level, drawn.below, drawn.hidden_kinds, drawn.place.size
    ):  # fmt: skip
        return False
    return (
        one.squares is other.squares
        and one.fields is other.fields
        and one.clouds is other.clouds
        and one.kinds is other.kinds
    )


def _outline(item: BoardItem[Any]) -> QPainterPath:
    path = QPainterPath()
    if isinstance(item, TokenItem):
        path.addEllipse(item.at, item.radius + 2, item.radius + 2)
    elif isinstance(item, ZoneGround):
        path = path_of(item.look.outline)
    elif isinstance(item, WallItem):
        path = path_of(item.look.along, closed=False)
    elif isinstance(item, DoorItem):
        path = path_of(item.look.on, closed=False)
    elif isinstance(item, FeatureItem):
        for square in item.look.squares:
            path.addRect(rect_of_square(square))
        path = path.simplified()
    elif isinstance(item, LinkItem):
        path = item.outline()
    else:
        path.addRect(item.covers())
    return path
