"""The outline follows what changes elsewhere, and paints no more than what shows something else."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QItemSelectionModel, QObject, QPoint, QRect
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.core.model.encounter import people
from desktop.core.model.place import Place
from desktop.core.model.words import Square
from desktop.ui.panels.outline_counts import headcount
from desktop.ui.panels.outline_model import NAME, OutlineModel
from desktop.ui.session import Ref, Session
from tests.bench.big import large
from tests.helpers.any_edit import dock, drawn_edit, tried
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


def test_rows_find_their_places_while_one_stands_for_what_is_gone(outline):
    session = outline.session
    session.edit("group_people", fighters=["ada"])
    QApplication.processEvents()
    # Qt does so at once where something of an earlier change waits, as a name being typed
    outline.model.rowsInserted.connect(lambda *_: outline.tree.doItemsLayout())
    session.undo()
    assert outline.rows("fighter") == ["Ada", "Bo", "Dogs"]


def test_members_of_a_group_are_dimmed_with_all_who_are_not_shown(outline):
    outline.unfold("group", "dogs")
    assert is_painted(outline.tree)
    outline.session.shown.hidden_kinds.add("token")
    outline.session.view_changed.emit()
    assert is_painted(outline.tree)


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


def looks(model):
    """Everything that the rows of an outline show, by kind or ref."""
    below = [child for kind in model.kinds for child in kind.children]
    nodes = (*model.kinds, *below, *(each for child in below for each in child.children))
    return {node.ref or node.kind: model.look_of(node.index()) for node in nodes}


class Following:
    """An outline, and which of its rows it told of."""

    def __init__(self, encounter):
        self.session = Session(encounter)
        self.model = OutlineModel(self.session)
        self.told = set()
        self.model.dataChanged.connect(self._note)

    def _note(self, first, last, _roles):
        for row in range(first.row(), last.row() + 1):
            node = self.model.node_of(first.siblingAtRow(row))
            self.told.add(node.ref or node.kind)

    def check(self, change):
        self.told.clear()
        before = looks(self.model)
        change()
        now = looks(self.model)
        assert list(now.items()) == list(looks(OutlineModel(self.session)).items())
        assert {each for each in now if each in before and now[each] != before[each]} <= self.told


@given(st.integers(0, 2**32))
@settings(max_examples=20)
def test_whatever_changes_rows_are_as_in_a_new_outline_and_told_of(seed):
    chance, outline = Random(seed), Following(dock())
    for _ in range(12):
        here = outline.session.encounter
        after, _error = tried(here, *drawn_edit(chance, here))
        outline.check(outline.session.undo if after is None or chance.random() < 0.3 else
                      lambda after=after: outline.session.replace("Edit", after))  # fmt: skip


def counted(here):
    """How many start in each zone, counted one by one."""
    place, found = Place.of(here.board), Counter()
    for person in people(here):
        at = person.at
        if person.starts.off is not None:
            continue
        if isinstance(at, Square):
            at = place.zone_at(person.level or here.board.first_level, at)
        elif at is None:
            zones = here.board.zones.values()
            at = next((zone.id for zone in zones if zone.start == person.side), None)
        found.update([at] if at is not None else ())
    return found


@given(st.integers(0, 2**32))
@settings(max_examples=20)
def test_whatever_changes_the_heads_in_each_zone_are_as_one_counts_them(seed):
    chance, done = Random(seed), [dock()]
    for _ in range(15):
        after, _error = tried(done[-1], *drawn_edit(chance, done[-1]))
        done += [after] if after is not None else []
        here = chance.choice(done) if chance.random() < 0.3 else done[-1]
        assert headcount(here) == counted(here)
