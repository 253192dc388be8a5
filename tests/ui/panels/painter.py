"""A palette with a tool in hand, and hands on it."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.ui.menus.hand import Hand
from desktop.ui.panels.palette import Palette
from tests.ui.panels.opened import opened, show

LEFT = Qt.MouseButton.LeftButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


class Painter:
    """A palette, and hands on it."""

    def __init__(self, qtbot, tool, session=None, *, width=180, height=640):
        self.session = session or opened()
        self.hand = Hand()
        self.wanted, self.titles, self.told = [], [], []
        self.session.told.connect(self.told.append)
        self.hand.take(tool)
        self.panel = Palette(self.session, self.hand)
        self.panel.wants.connect(lambda *both: self.wanted.append(both))
        self.panel.title_changed.connect(self.titles.append)
        show(qtbot, self.panel, width=width, height=height)

    @property
    def page(self):
        return self.panel.page

    @property
    def board(self):
        return self.session.encounter.board

    def words(self, zone):
        return [trait.word for trait in self.board.zones[zone].traits]

    def press(self, cells, value, held=NONE):
        QTest.mouseClick(cells, LEFT, held, cells.box_of(value).center())

    def pick(self, kinds, value):
        """Click a kind of a list."""
        row = next(i for i, line in enumerate(kinds.lines) if line.value == value)
        box = kinds.visualItemRect(kinds.item(row))
        QTest.mouseClick(kinds.viewport(), LEFT, NONE, box.center())

    def click(self, button):
        QTest.mouseClick(button, LEFT)

    def choice(self, name, unsaid=""):
        return self.hand.choice(name, unsaid)
