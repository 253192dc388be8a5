"""An outline, and hands on it."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLineEdit

from desktop.ui.panels.outline import Outline
from desktop.ui.panels.outline_model import DETAIL, NAME
from desktop.ui.session import Ref
from tests.ui.panels.opened import opened, show

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier


class Reader:
    """Hands on the outline."""

    def __init__(self, qtbot, session=None, height=500, *, tested=True):
        self.session = session or opened()
        self.wanted, self.told = [], []
        self.panel = Outline(self.session)
        self.panel.wants.connect(lambda *both: self.wanted.append(both))
        self.session.told.connect(self.told.append)
        self.model, self.tree = self.panel.model, self.panel.tree
        if tested:
            QAbstractItemModelTester(
                self.model, QAbstractItemModelTester.FailureReportingMode.Fatal, self.panel
            )
        show(qtbot, self.panel, height=height)

    def index(self, kind, id_=None, column=NAME):
        found = self.model.kind_index(kind) if id_ is None else self.model.index_of(Ref(kind, id_))
        assert found.isValid()
        return found.siblingAtColumn(column)

    def rows(self, kind, id_=None):
        """Return what stands under a row."""
        parent = self.index(kind, id_)
        return [
            self.model.index(row, NAME, parent).data()
            for row in range(self.model.rowCount(parent))
        ]  # fmt: skip

    def detail(self, kind, id_=None):
        return self.index(kind, id_).data(DETAIL)

    def visible(self, kind):
        parent = self.index(kind)
        return [
            text for row, text in enumerate(self.rows(kind))
            if not self.tree.isRowHidden(row, parent)
        ]  # fmt: skip

    def click(self, kind, id_=None, column=NAME, held=NONE):
        index = self.index(kind, id_, column)
        self.tree.scrollTo(index)
        box = self.tree.visualRect(index)
        assert not box.isEmpty()
        QTest.mouseClick(self.tree.viewport(), LEFT, held, box.center())

    def key(self, key, held=NONE):
        QTest.keyClick(self.tree, key, held)

    def unfold(self, kind, id_=None):
        self.tree.setExpanded(self.index(kind, id_), True)

    @property
    def editor(self):
        fields = self.tree.viewport().findChildren(QLineEdit)
        return next((field for field in fields if field.isVisible()), None)

    def type_name(self, text):
        field = self.editor
        assert field is not None
        field.selectAll()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)
