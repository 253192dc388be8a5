"""The outline follows what changes elsewhere, and paints no more than what shows something else."""

from PySide6.QtCore import QEvent, QItemSelectionModel, QObject, QPoint, QRect
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.ui.panels.outline_model import NAME
from desktop.ui.session import Ref, Session
from tests.bench.big import large
from tests.ui.panels.outline_reader import Reader


def test_what_is_selected_elsewhere_is_chosen_here_without_asking_for_anything(outline):
    outline.session.select([Ref("zone", "shed"), Ref("fighter", "dogs/B")])
    chosen = {outline.model.ref_of(i) for i in outline.tree.selectionModel().selectedRows(NAME)}
    assert chosen == {Ref("zone", "shed"), Ref("fighter", "dogs/B")}
    assert outline.wanted == []
    assert outline.detail("zone") == "1 of 3"
    assert not outline.tree.isExpanded(outline.index("group", "dogs"))


def test_changes_come_as_narrow_as_they_are_and_undo_brings_all_back(outline):
    told = []
    outline.model.rowsInserted.connect(lambda _p, a, b: told.append(("in", a, b)))
    outline.model.rowsRemoved.connect(lambda _p, a, b: told.append(("out", a, b)))
    outline.model.modelReset.connect(lambda: told.append("reset"))
    session = outline.session
    session.edit("rename", kind="zone", id="yard", name="Court")
    assert told == []
    session.edit("remove", things=[["zone", "shed"]])
    assert told == [("out", 1, 1), ("out", 0, 0)]  # its link goes along
    assert outline.rows("zone") == ["Court", "Crypt"]
    assert outline.rows("link") == []
    session.undo()
    assert outline.rows("zone") == ["Court", "Shed", "Crypt"]
    assert outline.rows("link") == ["Court – Shed"]
    session.edit("set_count", group="dogs", count=5)
    assert outline.rows("group", "dogs")[-1] == "Dogs E"
    session.edit("ungroup", group="dogs")
    assert outline.detail("fighter") == "7"
    while session.undo_says:
        session.undo()
    assert outline.rows("group", "dogs") == ["Dogs A", "Dogs B", "Dogs C"]


def test_what_comes_while_something_is_sought_is_filtered_too(outline):
    QTest.keyClicks(outline.panel.finding, "crypt")
    outline.session.edit("add_zone", at=[30, 0, 4, 4], name="Crypt stair")
    outline.session.edit("add_zone", at=[35, 0, 4, 4], name="Garden")
    assert outline.visible("zone") == ["Crypt", "Crypt stair"]
    outline.session.edit("rename", kind="zone", id="crypt", name="Vault")
    assert outline.visible("zone") == ["Vault", "Crypt stair"]  # its id is still found


def test_a_row_far_down_comes_into_view_when_it_is_selected_elsewhere(qtbot):
    session = Session(large())
    outline = Reader(qtbot, session, height=240, tested=False)
    session.select([Ref("zone", "z150")])
    box = outline.tree.visualRect(outline.index("zone", "z150"))
    assert outline.tree.viewport().rect().contains(box.center())


def test_it_follows_a_large_board_without_rebuilding(qtbot):
    session = Session(large())
    outline = Reader(qtbot, session, tested=False)
    model, kept = outline.tree.selectionModel(), outline.index("fighter", "f499")
    model.setCurrentIndex(kept, QItemSelectionModel.SelectionFlag.NoUpdate)
    resets = []
    outline.model.modelReset.connect(lambda: resets.append(1))
    session.edit("remove", things=[["fighter", f"f{n}"] for n in range(0, 400, 2)])
    assert outline.detail("fighter") == "300"
    assert outline.tree.currentIndex() == outline.index("fighter", "f499")
    session.undo()
    assert outline.rows("fighter")[:3] == ["f0", "f1", "f2"]
    assert resets == []


class Painted(QObject):
    """What is painted of a widget, in bands from top to bottom."""

    def __init__(self, widget):
        super().__init__(widget)
        self.bands = []
        widget.installEventFilter(self)

    def eventFilter(self, _watched, event):
        if event.type() == QEvent.Type.Paint:
            self.bands += [(box.top(), box.height()) for box in event.region()]
        return False


def is_painted(tree):
    """Whether the screen shows a tree as it would be painted anew."""
    QApplication.processEvents()
    window = tree.window()
    shown = window.screen().grabWindow(window.winId()).toImage()
    area = QRect(tree.viewport().mapTo(window, QPoint()), tree.viewport().size())
    fresh = window.grab().toImage().convertToFormat(shown.format())
    return shown.copy(area) == fresh.copy(area)


def test_nothing_is_left_on_the_screen_where_rows_were(qtbot):
    outline = Reader(qtbot, height=360)
    bar = outline.tree.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    assert is_painted(outline.tree)
    outline.session.edit("remove", things=[["zone", "yard"], ["zone", "shed"], ["group", "dogs"]])
    assert is_painted(outline.tree)
    assert bar.maximum() == 0
    outline.session.undo()
    assert is_painted(outline.tree)
    outline.click("zone")
    assert is_painted(outline.tree)


def test_only_rows_that_show_something_else_are_painted_again(qtbot):
    session = Session(large())
    outline = Reader(qtbot, session, tested=False)
    tree = outline.tree
    painted = Painted(tree.viewport())

    def bands_after(name, /, **arguments):
        QApplication.processEvents()
        painted.bands.clear()
        assert session.edit(name, **arguments) if name else not session.undo()
        QApplication.processEvents()
        bands = list(painted.bands)
        assert is_painted(tree)
        return bands

    def top(kind, id_=None):
        return tree.visualRect(outline.index(kind, id_)).top()

    assert bands_after("add_fighter", profile="ganger", at=[33, 33], side="foes") == []
    assert bands_after("") == []
    assert bands_after("rename", kind="zone", id="z3", name="Here") == [(top("zone", "z3"), 24)]
    gone = top("zone", "z9")
    bands = bands_after("remove", things=[["zone", "z9"]])
    assert min(bands) == (top("zone"), 24)
    assert min(band for band in bands if band[0] > top("zone"))[0] >= gone
