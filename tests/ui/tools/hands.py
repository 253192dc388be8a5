"""Hands on a canvas: real presses, moves and keys through the viewport, given in squares."""

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.core.model.words import Point
from desktop.ui.canvas.canvas import Canvas
from desktop.ui.canvas.coordinates import to_board, to_scene
from desktop.ui.menus.hand import Hand
from desktop.ui.session import Ref, Session
from desktop.ui.tools import TOOLS
from desktop.ui.tools.name_field import NameField

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
SIZE_PX = (900, 680)


class Hands:
    """A session on a canvas with one tool in hand."""

    def __init__(self, qtbot, encounter, tool="select", *, stock=None, **choices):
        self.session = Session(encounter, stock=stock)
        self.canvas = Canvas(self.session)
        qtbot.addWidget(self.canvas)
        self.canvas.resize(*SIZE_PX)
        self.canvas.show()
        self.view = self.canvas.view
        self.view.fit_board()
        self.hand = Hand(self.session)
        self.told = []
        self.session.told.connect(self.told.append)
        for name, value in choices.items():
            self.choose(name.replace("_", ".", 1), value)
        self.take(tool)

    def take(self, tool):
        self.tool = TOOLS[tool](self.canvas, self.session, self.hand)
        self.view.set_tool(self.tool)
        self.view.setFocus()

    def choose(self, name, value):
        self.hand.choose(name, value)

    @property
    def encounter(self):
        return self.session.encounter

    @property
    def board(self):
        return self.session.encounter.board

    @property
    def history(self):
        return self.session.history

    @property
    def shapes(self):
        overlay = self.tool.overlay
        return () if overlay is None else overlay.shapes

    def shape(self, kind):
        return next((shape for shape in self.shapes if isinstance(shape, kind)), None)

    def px(self, at) -> QPoint:
        return self.view.mapFromScene(to_scene(Point(*at)))

    def board_point(self, px):
        """Return the place of the board under a place of the viewport."""
        return to_board(self.view.mapToScene(px))

    def over_level(self, level):
        """Return the place of the board that a level of the strip lies over."""
        strip = self.canvas.strip
        middle = strip.width() // 2
        spot = next(
            QPoint(middle, y) for y in range(strip.height())
            if strip.level_at(QPoint(middle, y)) == level
        )  # fmt: skip
        return self.board_point(self.view.viewport().mapFromGlobal(strip.mapToGlobal(spot)))

    # Mouse

    def press(self, at, held=NONE):
        QTest.mousePress(self.view.viewport(), LEFT, held, self.px(at))

    def release(self, at, held=NONE):
        QTest.mouseRelease(self.view.viewport(), LEFT, held, self.px(at))

    def move(self, at, held=NONE, *, button=LEFT):
        port, px = self.view.viewport(), self.px(at)
        event = QMouseEvent(
            QEvent.Type.MouseMove, QPointF(px), QPointF(port.mapToGlobal(px)),
            Qt.MouseButton.NoButton, button, held,
        )  # fmt: skip
        QApplication.sendEvent(port, event)

    def hover(self, at, held=NONE):
        self.move(at, held, button=Qt.MouseButton.NoButton)

    def pull(self, a, *via, held=NONE):
        """Press and move, and keep the button down."""
        self.press(a, held)
        for at in via:
            self.move(at, held)

    def drag(self, a, *via, held=NONE):
        self.pull(a, *via, held=held)
        self.release(via[-1], held)

    def click(self, at, held=NONE):
        self.press(at, held)
        self.release(at, held)

    def double_click(self, at):
        self.click(at)
        QTest.mouseDClick(self.view.viewport(), LEFT, NONE, self.px(at))

    def drop(self, mime, at):
        """Drag something in from elsewhere and let go."""
        port, px = self.view.viewport(), self.px(at)
        action = Qt.DropAction.CopyAction
        QApplication.sendEvent(port, QDragEnterEvent(px, action, mime, LEFT, NONE))
        QApplication.sendEvent(port, QDropEvent(QPointF(px), action, mime, LEFT, NONE))

    # Keys

    def key(self, key, held=NONE):
        QTest.keyClick(self.view, key, held)

    def keys(self, text):
        QTest.keyClicks(self.view, text)

    def esc(self):
        self.key(Qt.Key.Key_Escape)

    @property
    def field(self):
        return next(
            (each for each in self.view.viewport().findChildren(NameField) if not each.isHidden()),
            None,
        )

    def type_name(self, text):
        assert self.field is not None
        QTest.keyClicks(self.field, text)
        QTest.keyClick(self.field, Qt.Key.Key_Return)

    # The document

    def select(self, *refs):
        self.session.select([Ref(kind, id_) for kind, id_ in refs])

    def outline(self, zone):
        return self.session.place.outlines[zone]

    def seat(self, who):
        stand = self.canvas.scene.drawn.stands[who]
        return (*stand.seat, stand.level)
