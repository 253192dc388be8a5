"""The part of the view that is the same for every board: zoom, pan, what floats over it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import (
    QEvent,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QHideEvent,
    QInputDevice,
    QNativeGestureEvent,
    QPainter,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from desktop.core.model.words import Point
from desktop.ui.canvas.coats import Kept
from desktop.ui.canvas.coordinates import SQUARE_PX, to_board
from desktop.ui.canvas.scene import BoardScene
from desktop.ui.session import Ref

LEAST_ZOOM, MOST_ZOOM = 0.05, 8.0
WHEEL_STEP = 1.2
"""How much a notch of the wheel zooms."""
REST_MS = 140
"""So long after the last zoom antialiasing is back."""
FIT_MARGIN_PX = 24
PIN_MARGIN_PX = 8


@dataclass(frozen=True, slots=True)
class Frame:
    """What is looked at: how big, and what is in the middle."""

    zoom: float
    centre: QPointF
    """Of the scene."""
    fitted: tuple[QRectF, float]
    """What was fitted last, of the scene, and at most how big."""


class ZoomingView(QGraphicsView):
    """Shows a `BoardScene`, zooms at the pointer, pans, and keeps widgets pinned over it."""

    zoom_changed = Signal(float)
    """1.0 is `SQUARE_PX` pixels a square."""

    def __init__(self, scene: BoardScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self._scene = scene
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.SmartViewportUpdate)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        # The background covers all of it; told so, Qt scrolls what is painted already.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._kept = [Kept(coat) for coat in scene.under]
        self._fitted: tuple[QRectF, float] | None = None
        """What was fitted last: while one sees all of it, one does in a smaller window too."""
        self._held: Callable[[], None] | None = None
        self._pinned: list[tuple[QWidget, Qt.Corner, int]] = []
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._rested)

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Show what lies under the tokens, most of it painted earlier."""
        self._scene.look_at(painter)
        for kept in self._kept:
            kept.show(painter, self.viewport())

    # Zoom and pan

    @property
    def zoom(self) -> float:
        """How big a square is, 1.0 for `SQUARE_PX` pixels of the screen."""
        return self.transform().m11()

    @property
    def px_per_square(self) -> float:
        """How many pixels of the screen a square is."""
        return self.zoom * SQUARE_PX

    def zoom_to(self, zoom: float, at: QPoint | None = None) -> None:
        """Zoom so that what lies at a place of the viewport, unsaid its middle, stays there."""
        zoom = min(max(zoom, LEAST_ZOOM), MOST_ZOOM)
        if abs(zoom - self.zoom) < 1e-9:
            return
        place = at if at is not None else self.viewport().rect().center()
        held = self.mapToScene(place)
        self._keep_moving()
        factor = zoom / self.zoom
        self.scale(factor, factor)
        moved = self.mapFromScene(held) - place
        self._scroll(moved.x(), moved.y())
        self._zoomed()

    def zoom_by(self, factor: float, at: QPoint | None = None) -> None:
        """Zoom in by a factor above 1, or out."""
        self.zoom_to(self.zoom * factor, at)

    def fit_board(self) -> None:
        """Show the whole board."""
        self._fit(self._scene.board_rect(), MOST_ZOOM)

    def fit(self, refs: Iterable[Ref]) -> None:
        """Show things of this level, at most at twice their size; without any, the board."""
        bounds = self._scene.bounds_of(refs)
        if bounds.isNull():
            self.fit_board()
        else:
            self._fit(bounds, 2.0)

    def reveal(self, refs: Iterable[Ref]) -> None:
        """Bring things of this level into view without zooming, where they are not."""
        bounds = self._scene.bounds_of(refs)
        if bounds.isNull():
            return
        shown = self.mapToScene(self.viewport().rect()).boundingRect()
        if not shown.contains(bounds.center()) or not shown.intersects(bounds):
            self.centre_on(to_board(bounds.center()))

    def hold_still(self, *, seen: bool) -> None:
        """Keep the board where it is on the screen when the view gets its next place in the window.

        A board that is in view as a whole, and would not be any more, is fitted anew; so is one
        that nobody has `seen` yet.
        """
        corner = self.viewport().mapTo(self.window(), QPoint())
        held = self.mapToScene(QPoint())
        whole = not seen or self._shows_all()

        def hold() -> None:
            now = self.viewport().mapTo(self.window(), QPoint())
            self.scroll_by(self.mapFromScene(held) - (corner - now))
            if not seen or (whole and not self._shows_all()):
                self.fit_board()

        self._held = hold

    def _let_go(self) -> None:
        self._held = None

    def _shows_all(self) -> bool:
        return self._shows(self._scene.board_rect(), self.viewport().size())

    def _shows(self, bounds: QRectF, room: QSize) -> bool:
        return self.mapToScene(QRect(QPoint(), room)).boundingRect().contains(bounds)

    @property
    def frame(self) -> Frame | None:
        """What is looked at, to come back to; None before anything was."""
        if self._fitted is None:
            return None
        centre = self.mapToScene(self.viewport().rect()).boundingRect().center()
        return Frame(self.zoom, centre, self._fitted)

    def come_back(self, frame: Frame) -> None:
        """Look at what was looked at before; where it stands in the window does not count."""
        self._held, self._fitted = None, frame.fitted
        self.scale(frame.zoom / self.zoom, frame.zoom / self.zoom)
        self.centerOn(frame.centre)
        self._zoomed()

    def centre_on(self, point: Point) -> None:
        """Bring a place to the middle of the view."""
        self.centerOn(point[0] * SQUARE_PX, point[1] * SQUARE_PX)

    def _fit(self, bounds: QRectF, most: float) -> None:
        if bounds.isEmpty() or self.viewport().size().isEmpty():
            return
        zoom, centre = self._framed(bounds, most)
        self._held, self._fitted = None, (bounds, most)
        factor = zoom / self.zoom
        self.scale(factor, factor)
        self.centerOn(centre)
        self._zoomed()

    def _framed(self, bounds: QRectF, most: float) -> tuple[float, QPointF]:
        """Return the zoom that shows it all, and what is in the middle then.

        What floats in the upper left corner covers none of it: there the names of zones stand.
        """
        zoom, middle = self._within(bounds, most)
        shown = QRectF(QPointF(), bounds.size() * zoom)
        shown.moveCenter(QPointF(self.viewport().rect().center()))
        for widget, corner, margin in self._pinned:
            if corner != Qt.Corner.TopLeftCorner or widget.isHidden():
                continue
            if shown.intersects(QRectF(widget.geometry())):
                beside = self._within(bounds, most, left=widget.width() + 2 * margin)
                below = self._within(bounds, most, top=widget.height() + 2 * margin)
                return max(beside, below, key=lambda each: each[0])
        return zoom, middle

    def _within(
        self, bounds: QRectF, most: float, *, left: int = 0, top: int = 0
    ) -> tuple[float, QPointF]:
        """Return the same for the room that is left beside so many pixels."""
        room = self.viewport().size()
        left, top = max(left, FIT_MARGIN_PX), max(top, FIT_MARGIN_PX)
        wide = max(room.width() - left - FIT_MARGIN_PX, 16) / bounds.width()
        high = max(room.height() - top - FIT_MARGIN_PX, 16) / bounds.height()
        zoom = min(max(min(wide, high), LEAST_ZOOM), most)
        off = QPointF(left - FIT_MARGIN_PX, top - FIT_MARGIN_PX) / (2 * zoom)
        return zoom, bounds.center() - off

    def _zoomed(self) -> None:
        self._scene.zoomed(self.zoom)
        self.zoom_changed.emit(self.zoom)

    def scroll_by(self, by: QPoint) -> None:
        """Move the board under the view by pixels of the screen."""
        if self.devicePixelRatioF() % 1:
            self._keep_moving()
        self._scroll(by.x(), 0)
        if by.x() and by.y() and self.isVisible():
            # Qt scrolls what is painted only while nothing waits to be painted.
            self.viewport().repaint(0, 0, 1, 1)
        self._scroll(0, by.y())

    def _scroll(self, across: int, down: int) -> None:
        for bar, by in ((self.horizontalScrollBar(), across), (self.verticalScrollBar(), down)):
            bar.setValue(bar.value() + by)

    def _keep_moving(self) -> None:
        """Let antialiasing rest until the hand does.

        A pan needs it only where a pixel is a fraction of dots: elsewhere what is painted scrolls.
        """
        self.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self._rest.start()

    def _rested(self) -> None:
        self.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer; two fingers on a touchpad pan, with Ctrl they zoom."""
        event.accept()
        ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if _is_touchpad(event) and not ctrl:
            pixels = event.pixelDelta()
            self.scroll_by(-(pixels if not pixels.isNull() else event.angleDelta() / 2))
            return
        turned = event.angleDelta().y() or event.angleDelta().x()
        if turned:
            self.zoom_by(WHEEL_STEP ** (turned / 120), event.position().toPoint())

    def viewportEvent(self, event: QEvent) -> bool:
        """Take pinches of a touchpad, which come to the viewport."""
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self.zoom_by(1 + event.value(), event.position().toPoint())
            return True
        return super().viewportEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Keep no pictures while nobody looks, nor until one that was let go of is collected."""
        for kept in self._kept:
            kept.forget()
        super().hideEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the board once, as soon as there is room, and anew where it would be cut."""
        fitted = self._fitted
        seen = fitted is not None and self._shows(fitted[0], event.oldSize())
        super().resizeEvent(event)
        self._place_pinned()
        if fitted is None and self._scene.drawn is not None and self.isVisible():
            self.fit_board()
        elif fitted is not None and seen and not self._shows(fitted[0], self.viewport().size()):
            self._fit(*fitted)
        if self._held is not None:
            self._held()  # the columns take their widths in more than one go
            QTimer.singleShot(0, self, self._let_go)

    # What floats over the board

    def pin(self, widget: QWidget, corner: Qt.Corner, margin: int = PIN_MARGIN_PX) -> None:
        """Keep a widget in a corner over the board, whatever is panned below it."""
        widget.setParent(self.viewport())
        widget.installEventFilter(self)
        self._pinned.append((widget, corner, margin))
        self._place_pinned()
        widget.show()

    def _place_pinned(self) -> None:
        room = self.viewport().size()
        for widget, corner, margin in self._pinned:
            right = corner in (Qt.Corner.TopRightCorner, Qt.Corner.BottomRightCorner)
            bottom = corner in (Qt.Corner.BottomLeftCorner, Qt.Corner.BottomRightCorner)
            widget.move(
                room.width() - widget.width() - margin if right else margin,
                room.height() - widget.height() - margin if bottom else margin,
            )

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Scroll what is painted, which takes what keeps in view along, and put that back.

        A widget beside the viewport that covers it would make every scroll a whole repaint.
        """
        super().scrollContentsBy(dx, dy)
        self._place_pinned()
        if self.scene() is None:
            return  # it is being let go of, and scrolls once more
        seen, by = QRectF(self.viewport().rect()), QPointF(dx, dy)
        for box in self._scene.overlay.left_behind(self.viewportTransform(), seen, by):
            self.viewport().update(box.toAlignedRect().adjusted(-1, -1, 1, 1))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep what is pinned in its corner when its size changes."""
        if event.type() == QEvent.Type.Resize:
            self._place_pinned()
        return super().eventFilter(watched, event)


def _is_touchpad(event: QWheelEvent) -> bool:
    if event.device().type() == QInputDevice.DeviceType.TouchPad:
        return True
    return event.phase() != Qt.ScrollPhase.NoScrollPhase and not event.pixelDelta().isNull()
