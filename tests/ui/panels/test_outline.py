"""The outline: found, selected, renamed, shown, locked and put in order, and always up to date."""

import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel, QObject, QPoint, QRect, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from desktop.ui.panels.outline import Outline
from desktop.ui.panels.outline_model import DETAIL, EYE, LOCK, MIME, NAME
from desktop.ui.session import Ref, Session
from tests.bench.big import large
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
        QApplication.processEvents()  # Qt takes a name over at the next turn of its loop


@pytest.fixture
def reader(qtbot):
    return Reader(qtbot)


def test_it_lists_everything_with_counts(reader):
    assert reader.rows("zone") == ["Yard", "Shed", "Crypt"]
    assert reader.rows("link") == ["Yard – Shed"]
    assert reader.rows("fighter") == ["Ada", "Bo", "Dogs"]
    assert reader.rows("group", "dogs") == ["Dogs A", "Dogs B", "Dogs C"]
    assert reader.detail("zone") == "3"
    assert reader.detail("fighter") == "5"
    assert reader.detail("zone", "shed") == "4"
    assert reader.detail("zone", "crypt") == ""
    assert reader.detail("group", "dogs") == "×3"


def test_a_click_selects_what_lies_under_something_else_and_brings_it_into_view(reader):
    reader.click("zone", "yard")
    assert reader.session.selection == (Ref("zone", "yard"),)
    assert reader.wanted == [("view.show", Ref("zone", "yard"))]


def test_ctrl_and_shift_select_several(reader):
    reader.click("zone", "yard")
    reader.click("fighter", "ada", held=CTRL)
    assert reader.session.selection == (Ref("zone", "yard"), Ref("fighter", "ada"))
    reader.click("zone", "yard")
    reader.click("zone", "crypt", held=SHIFT)
    assert set(reader.session.selection) == {Ref("zone", z) for z in ("yard", "shed", "crypt")}
    reader.click("zone", "shed", held=CTRL)
    assert set(reader.session.selection) == {Ref("zone", z) for z in ("yard", "crypt")}


def test_what_is_selected_elsewhere_is_chosen_here_without_asking_for_anything(reader):
    reader.session.select([Ref("zone", "shed"), Ref("fighter", "dogs/B")])
    chosen = {reader.model.ref_of(i) for i in reader.tree.selectionModel().selectedRows(NAME)}
    assert chosen == {Ref("zone", "shed"), Ref("fighter", "dogs/B")}
    assert reader.wanted == []
    assert reader.detail("zone") == "1 of 3"
    assert not reader.tree.isExpanded(reader.index("group", "dogs"))


def test_f2_renames_in_place_and_a_double_click_does(reader):
    reader.click("zone", "yard", column=EYE)
    reader.key(Qt.Key.Key_F2)
    reader.type_name("Court")
    assert reader.session.encounter.board.zones["yard"].name == "Court"
    index = reader.index("fighter", "bo")
    reader.tree.scrollTo(index)
    at = reader.tree.visualRect(index).center()
    QTest.mouseClick(reader.tree.viewport(), LEFT, NONE, at)
    QTest.mouseDClick(reader.tree.viewport(), LEFT, NONE, at)
    reader.type_name("Boris")
    assert reader.session.encounter.fighters["bo"].name == "Boris"
    assert reader.session.history == ("Rename Yard", "Rename Bo")
    assert reader.rows("link") == ["Court – Shed"]


def test_a_member_of_a_group_gets_a_name_of_its_own(reader):
    reader.unfold("group", "dogs")
    reader.click("fighter", "dogs/B")
    reader.key(Qt.Key.Key_F2)
    reader.type_name("Fang")
    assert reader.session.encounter.groups["dogs"].members["B"].name == "Fang"
    assert reader.rows("group", "dogs") == ["Dogs A", "Fang", "Dogs C"]


def test_esc_leaves_a_name_as_it_was(reader):
    reader.click("zone", "yard")
    reader.key(Qt.Key.Key_F2)
    QTest.keyClicks(reader.editor, "Nonsense")
    QTest.keyClick(reader.editor, Qt.Key.Key_Escape)
    assert reader.session.history == ()


@pytest.mark.parametrize(
    ("kind", "words"), [("zone", {"zone"}), ("fighter", {"fighter", "group", "token"})]
)
def test_eyes_and_locks_belong_to_the_view_alone(reader, kind, words):
    changed = []
    reader.session.view_changed.connect(lambda: changed.append(1))
    reader.session.select([Ref("zone", "crypt")])
    reader.click(kind, column=EYE)
    assert reader.session.shown.hidden_kinds == words
    reader.click(kind, column=LOCK)
    assert reader.session.shown.locked_kinds == words
    reader.click(kind, column=EYE)
    assert reader.session.shown.hidden_kinds == set()
    assert len(changed) == 3
    assert not reader.session.unsaved
    assert reader.session.selection == (Ref("zone", "crypt"),)
    assert reader.wanted == []


def test_levels_have_an_eye_and_a_lock_each_and_stand_the_highest_on_top(qtbot):
    session = opened()
    session.edit("add_level", name="Loft", height=4)
    reader = Reader(qtbot, session)
    loft = next(each for each in session.encounter.board.levels if each != "ground")
    assert reader.rows("level") == ["Loft", "ground"]
    assert reader.detail("level", loft) == "+4 m"
    reader.click("level", loft, column=EYE)
    reader.click("level", "ground", column=LOCK)
    assert session.shown.hidden_levels == {loft}
    assert session.shown.locked_levels == {"ground"}
    session.edit("set_field", kind="level", ids=[loft], field="height", value=-4)
    assert reader.rows("level") == ["ground", "Loft"]


def test_a_click_on_a_level_brings_it_into_view(qtbot):
    session = opened()
    session.edit("add_level", name="Loft", height=4)
    reader = Reader(qtbot, session)
    loft = next(each for each in session.encounter.board.levels if each != "ground")
    reader.click("level", loft)
    assert session.level == loft


def test_space_toggles_the_eye_and_shift_space_the_lock(reader):
    reader.click("zone")
    reader.key(Qt.Key.Key_Space)
    reader.key(Qt.Key.Key_Space, SHIFT)
    assert reader.session.shown.hidden_kinds == {"zone"}
    assert reader.session.shown.locked_kinds == {"zone"}


def test_a_click_on_a_kind_folds_it_and_keeps_the_selection(reader):
    reader.session.select([Ref("zone", "yard")])
    assert reader.tree.isExpanded(reader.index("zone"))
    reader.click("zone")
    assert not reader.tree.isExpanded(reader.index("zone"))
    reader.click("zone")
    assert reader.tree.isExpanded(reader.index("zone"))
    assert reader.session.selection == (Ref("zone", "yard"),)


def test_what_is_folded_is_kept_with_the_view(qtbot):
    session = opened()
    reader = Reader(qtbot, session)
    reader.click("zone")
    reader.click("link")
    QTest.keyClicks(reader.panel.finding, "yard")
    reader.panel.finding.clear()
    assert session.shown.folds == {"outline zone", "outline link"}
    again = Reader(qtbot, session)
    assert not again.tree.isExpanded(again.index("zone"))
    assert again.tree.isExpanded(again.index("link"))
    reader.click("zone")
    assert session.shown.folds == {"outline link"}
    assert not session.unsaved


def test_the_find_field_leaves_what_matches_and_folds_come_back(reader):
    field = reader.panel.finding
    QTest.keyClicks(field, "yard")
    assert reader.visible("zone") == ["Yard"]
    assert reader.visible("link") == ["Yard – Shed"]
    assert reader.tree.isExpanded(reader.index("link"))
    assert reader.tree.isRowHidden(reader.index("door").row(), reader.tree.rootIndex())
    field.clear()
    assert reader.visible("zone") == ["Yard", "Shed", "Crypt"]
    assert not reader.tree.isExpanded(reader.index("link"))
    assert reader.tree.isExpanded(reader.index("zone"))


@pytest.mark.parametrize(
    ("typed", "kind", "found"),
    [
        ("warp", "zone", ["Crypt"]),
        ("guard", "fighter", ["Ada", "Bo", "Dogs"]),
        ("heroes", "fighter", ["Ada"]),
        ("dogs b", "fighter", ["Dogs"]),
        ("zones", "zone", ["Yard", "Shed", "Crypt"]),
    ],
)
def test_it_finds_by_trait_profile_side_member_and_kind(reader, typed, kind, found):
    QTest.keyClicks(reader.panel.finding, typed)
    assert reader.visible(kind) == found


def test_enter_in_the_find_field_chooses_the_first_found_and_esc_empties_it(reader):
    field = reader.panel.finding
    QTest.keyClicks(field, "cry")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert reader.session.selection == (Ref("zone", "crypt"),)
    assert reader.tree.hasFocus()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == ""


def test_what_comes_while_something_is_sought_is_filtered_too(reader):
    QTest.keyClicks(reader.panel.finding, "crypt")
    reader.session.edit("add_zone", at=[30, 0, 4, 4], name="Crypt stair")
    reader.session.edit("add_zone", at=[35, 0, 4, 4], name="Garden")
    assert reader.visible("zone") == ["Crypt", "Crypt stair"]
    reader.session.edit("rename", kind="zone", id="crypt", name="Vault")
    assert reader.visible("zone") == ["Vault", "Crypt stair"]  # its id is still found


def test_changes_come_as_narrow_as_they_are_and_undo_brings_all_back(reader):
    told = []
    reader.model.rowsInserted.connect(lambda _p, a, b: told.append(("in", a, b)))
    reader.model.rowsRemoved.connect(lambda _p, a, b: told.append(("out", a, b)))
    reader.model.modelReset.connect(lambda: told.append("reset"))
    session = reader.session
    session.edit("rename", kind="zone", id="yard", name="Court")
    assert told == []
    session.edit("remove", things=[["zone", "shed"]])
    assert told == [("out", 1, 1), ("out", 0, 0)]  # its link goes along
    assert reader.rows("zone") == ["Court", "Crypt"]
    assert reader.rows("link") == []
    session.undo()
    assert reader.rows("zone") == ["Court", "Shed", "Crypt"]
    assert reader.rows("link") == ["Court – Shed"]
    session.edit("set_count", group="dogs", count=5)
    assert reader.rows("group", "dogs")[-1] == "Dogs E"
    session.edit("ungroup", group="dogs")
    assert reader.detail("fighter") == "7"
    while session.undo_says:
        session.undo()
    assert reader.rows("group", "dogs") == ["Dogs A", "Dogs B", "Dogs C"]


def test_those_of_one_name_have_the_letters_that_a_fight_calls_them_by(reader):
    reader.unfold("fighter")
    reader.session.edit("rename", kind="fighter", id="bo", name="Ada")
    assert reader.rows("fighter") == ["Ada A", "Ada B", "Dogs"]
    told = []
    reader.model.dataChanged.connect(lambda a, b: told.append((a.row(), b.row())))
    reader.session.edit("rename", kind="fighter", id="bo", name="Bo")
    assert reader.rows("fighter") == ["Ada", "Bo", "Dogs"]
    assert (0, 1) in told
    reader.session.undo()
    reader.click("fighter", "bo")
    reader.key(Qt.Key.Key_F2)
    assert reader.editor.text() == "Ada"


def test_walls_doors_features_pictures_and_pieces_are_listed(reader):
    session = reader.session
    session.edit("add_wall", along=[[0, 0], [4, 0]])
    session.edit("add_door", on=[[8, 2], [8, 3]], name="Gate", state="locked")
    session.edit("add_feature", kind="lift", squares=[[1, 1]], name="Hoist")
    session.edit("set_background", level="ground", picture={"file": "map.png"})
    session.edit("lay", of="cloud", kind="light cloud", squares=[[1, 1], [1, 2]])
    session.edit("paint", kind="rubble", squares=[[5, 5]])
    assert reader.rows("wall") == ["From 0, 0"]
    assert reader.rows("door") == ["Gate"]
    assert reader.detail("door", next(iter(session.encounter.board.doors))) == "locked"
    assert reader.rows("feature") == ["Hoist"]
    assert reader.rows("picture") == ["ground"]
    assert reader.rows("square") == ["Light cloud"]
    assert reader.detail("square") == "3"
    reader.unfold("wall")
    reader.click("wall", "0")
    assert session.selection == (Ref("wall", "0"),)
    session.edit("set_background", level="ground", picture=None)
    assert reader.rows("picture") == []


def test_alt_and_an_arrow_put_a_thing_elsewhere_in_the_file(reader):
    reader.click("zone", "yard")
    reader.key(Qt.Key.Key_Down, ALT)
    assert list(reader.session.encounter.board.zones) == ["shed", "yard", "crypt"]
    assert reader.rows("zone") == ["Shed", "Yard", "Crypt"]
    assert reader.session.selection == (Ref("zone", "yard"),)
    assert reader.tree.currentIndex() == reader.index("zone", "yard")
    reader.key(Qt.Key.Key_Up, ALT)
    reader.key(Qt.Key.Key_Up, ALT)
    assert list(reader.session.encounter.board.zones) == ["yard", "shed", "crypt"]
    assert reader.told[-1] == "It cannot be moved further, or its order does not count."


def drop(reader, kind, id_, row, parent):
    """Let a row go between two others, as the tree does at the end of a drag."""
    mime = reader.model.mimeData([reader.index(kind, id_)])
    action = Qt.DropAction.MoveAction
    if not reader.model.canDropMimeData(mime, action, row, 0, parent):
        return False
    return reader.model.dropMimeData(mime, action, row, 0, parent)


def test_a_row_is_dropped_among_its_own_kind_alone(reader):
    zones, people = reader.index("zone"), reader.index("fighter")
    assert drop(reader, "zone", "yard", 3, zones)
    assert list(reader.session.encounter.board.zones) == ["shed", "crypt", "yard"]
    assert not drop(reader, "zone", "yard", 1, people)
    assert not drop(reader, "zone", "yard", -1, zones)
    assert drop(reader, "fighter", "bo", 0, people)
    assert list(reader.session.encounter.fighters) == ["bo", "ada"]
    assert not drop(reader, "fighter", "bo", 3, people)  # groups stand after fighters
    assert drop(reader, "fighter", "bo", -1, reader.index("fighter", "ada", EYE))  # onto a row
    assert list(reader.session.encounter.fighters) == ["ada", "bo"]


def test_only_what_has_a_place_can_be_dragged_and_only_while_all_is_shown(reader):
    def dragged(*refs):
        indexes = [reader.index(*ref, column) for ref in refs for column in (NAME, EYE, LOCK)]
        mime = reader.model.mimeData(indexes)
        return mime and bytes(mime.data(MIME).data()).decode()

    assert dragged(("level", "ground"), ("fighter", "dogs/A"), ("zone", "yard")) == "zone yard"
    assert dragged(("level", "ground"), ("fighter", "dogs/A")) is None
    assert reader.tree.dragEnabled()
    QTest.keyClicks(reader.panel.finding, "yard")
    assert not reader.tree.dragEnabled()
    reader.panel.finding.clear()
    assert reader.tree.dragEnabled()


def test_delete_asks_the_window_and_enter_shows(reader):
    reader.click("zone", "crypt")
    reader.wanted.clear()
    reader.key(Qt.Key.Key_Return)
    reader.key(Qt.Key.Key_Delete)
    assert reader.wanted == [("view.show", Ref("zone", "crypt")), ("edit.delete", None)]


def test_the_menu_has_a_line_for_everything_that_the_hand_does(reader):
    reader.session.select([Ref("zone", "yard")])
    menu = reader.panel.menu_of(reader.index("zone", "yard"))
    texts = [action.text().split("\t")[0] for action in menu.actions()]
    for line in ("Show on the board", "Rename", "Delete", "Duplicate", "Move down in the file"):
        assert line in texts
    kinds = reader.panel.menu_of(reader.index("zone"))
    lines = {action.text().split("\t")[0]: action for action in kinds.actions()}
    lines["Hide"].trigger()
    assert reader.session.shown.hidden_kinds == {"zone"}
    lines["Select all of these"].trigger()
    assert len(reader.session.selection) == 3


def test_a_row_far_down_comes_into_view_when_it_is_selected_elsewhere(qtbot):
    session = Session(large())
    reader = Reader(qtbot, session, height=240, tested=False)
    session.select([Ref("zone", "z150")])
    box = reader.tree.visualRect(reader.index("zone", "z150"))
    assert reader.tree.viewport().rect().contains(box.center())


def test_it_follows_a_large_board_without_rebuilding(qtbot):
    session = Session(large())
    reader = Reader(qtbot, session, tested=False)
    model, kept = reader.tree.selectionModel(), reader.index("fighter", "f499")
    model.setCurrentIndex(kept, QItemSelectionModel.SelectionFlag.NoUpdate)
    resets = []
    reader.model.modelReset.connect(lambda: resets.append(1))
    session.edit("remove", things=[["fighter", f"f{n}"] for n in range(0, 400, 2)])
    assert reader.detail("fighter") == "300"
    assert reader.tree.currentIndex() == reader.index("fighter", "f499")
    session.undo()
    assert reader.rows("fighter")[:3] == ["f0", "f1", "f2"]
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
    reader = Reader(qtbot, height=360)
    bar = reader.tree.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    assert is_painted(reader.tree)
    reader.session.edit("remove", things=[["zone", "yard"], ["zone", "shed"], ["group", "dogs"]])
    assert is_painted(reader.tree)
    assert bar.maximum() == 0
    reader.session.undo()
    assert is_painted(reader.tree)
    reader.click("zone")
    assert is_painted(reader.tree)


def test_only_rows_that_show_something_else_are_painted_again(qtbot):
    session = Session(large())
    reader = Reader(qtbot, session, tested=False)
    tree = reader.tree
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
        return tree.visualRect(reader.index(kind, id_)).top()

    assert bands_after("add_fighter", profile="ganger", at=[33, 33], side="foes") == []
    assert bands_after("") == []
    assert bands_after("rename", kind="zone", id="z3", name="Here") == [(top("zone", "z3"), 24)]
    gone = top("zone", "z9")
    bands = bands_after("remove", things=[["zone", "z9"]])
    assert min(bands) == (top("zone"), 24)
    assert min(band for band in bands if band[0] > top("zone"))[0] >= gone


def test_an_empty_place_of_the_tree_keeps_the_hand_free(reader):
    empty = QPoint(100, reader.tree.viewport().height() - 2)
    assert not reader.tree.indexAt(empty).isValid()
    QTest.mouseClick(reader.tree.viewport(), LEFT, NONE, empty)
    assert reader.session.selection == ()
