"""The outline: found, selected, renamed, shown, locked and put in order."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.ui.panels.outline_model import EYE, LOCK, MIME, NAME
from desktop.ui.session import Ref
from tests.ui.panels.opened import opened
from tests.ui.panels.outline_reader import ALT, CTRL, LEFT, NONE, SHIFT, Reader


def test_it_lists_everything_with_counts(outline):
    assert outline.rows("zone") == ["Yard", "Shed", "Crypt"]
    assert outline.rows("link") == ["Yard – Shed"]
    assert outline.rows("fighter") == ["Ada", "Bo", "Dogs"]
    assert outline.rows("group", "dogs") == ["Dogs A", "Dogs B", "Dogs C"]
    assert outline.detail("zone") == "3"
    assert outline.detail("fighter") == "5"
    assert outline.detail("zone", "shed") == "4"
    assert outline.detail("zone", "crypt") == ""
    assert outline.detail("group", "dogs") == "×3"


def test_a_click_selects_what_lies_under_something_else_and_brings_it_into_view(outline):
    outline.click("zone", "yard")
    assert outline.session.selection == (Ref("zone", "yard"),)
    assert outline.wanted == [("view.show", Ref("zone", "yard"))]


def test_ctrl_and_shift_select_several(outline):
    outline.click("zone", "yard")
    outline.click("fighter", "ada", held=CTRL)
    assert outline.session.selection == (Ref("zone", "yard"), Ref("fighter", "ada"))
    outline.click("zone", "yard")
    outline.click("zone", "crypt", held=SHIFT)
    assert set(outline.session.selection) == {Ref("zone", z) for z in ("yard", "shed", "crypt")}
    outline.click("zone", "shed", held=CTRL)
    assert set(outline.session.selection) == {Ref("zone", z) for z in ("yard", "crypt")}


def test_f2_renames_in_place_and_a_double_click_does(outline):
    outline.click("zone", "yard", column=EYE)
    outline.key(Qt.Key.Key_F2)
    outline.type_name("Court")
    assert outline.session.encounter.board.zones["yard"].name == "Court"
    index = outline.index("fighter", "bo")
    outline.tree.scrollTo(index)
    at = outline.tree.visualRect(index).center()
    QTest.mouseClick(outline.tree.viewport(), LEFT, NONE, at)
    QTest.mouseDClick(outline.tree.viewport(), LEFT, NONE, at)
    outline.type_name("Boris")
    assert outline.session.encounter.fighters["bo"].name == "Boris"
    assert outline.session.history == ("Rename Yard", "Rename Bo")
    assert outline.rows("link") == ["Court – Shed"]


def test_a_row_that_goes_as_its_name_is_typed_goes_with_that_name(outline):
    outline.click("zone", "crypt", column=EYE)
    outline.key(Qt.Key.Key_F2)
    outline.type_name("Vault")
    outline.session.edit("remove", things=[["zone", "crypt"]])
    QApplication.processEvents()  # where Qt would warn of a field that belongs to no row
    assert outline.session.history == ("Rename Crypt", "Delete Vault")
    assert outline.editor is None
    outline.session.undo()
    assert outline.rows("zone") == ["Yard", "Shed", "Vault"]


def test_a_member_of_a_group_gets_a_name_of_its_own(outline):
    outline.unfold("group", "dogs")
    outline.click("fighter", "dogs/B")
    outline.key(Qt.Key.Key_F2)
    outline.type_name("Fang")
    assert outline.session.encounter.groups["dogs"].members["B"].name == "Fang"
    assert outline.rows("group", "dogs") == ["Dogs A", "Fang", "Dogs C"]


def test_esc_leaves_a_name_as_it_was(outline):
    outline.click("zone", "yard")
    outline.key(Qt.Key.Key_F2)
    QTest.keyClicks(outline.editor, "Nonsense")
    QTest.keyClick(outline.editor, Qt.Key.Key_Escape)
    assert outline.session.history == ()


@pytest.mark.parametrize(
    ("kind", "words"), [("zone", {"zone"}), ("fighter", {"fighter", "group", "token"})]
)
def test_eyes_and_locks_belong_to_the_view_alone(outline, kind, words):
    changed = []
    outline.session.view_changed.connect(lambda: changed.append(1))
    outline.session.select([Ref("zone", "crypt")])
    outline.click(kind, column=EYE)
    assert outline.session.shown.hidden_kinds == words
    outline.click(kind, column=LOCK)
    assert outline.session.shown.locked_kinds == words
    outline.click(kind, column=EYE)
    assert outline.session.shown.hidden_kinds == set()
    assert len(changed) == 3
    assert not outline.session.unsaved
    assert outline.session.selection == (Ref("zone", "crypt"),)
    assert outline.wanted == []


def test_levels_have_an_eye_and_a_lock_each_and_stand_the_highest_on_top(qtbot):
    session = opened()
    session.edit("add_level", name="Loft", height=4)
    outline = Reader(qtbot, session)
    loft = next(each for each in session.encounter.board.levels if each != "ground")
    assert outline.rows("level") == ["Loft", "ground"]
    assert outline.detail("level", loft) == "+4 m"
    outline.click("level", loft, column=EYE)
    outline.click("level", "ground", column=LOCK)
    assert session.shown.hidden_levels == {loft}
    assert session.shown.locked_levels == {"ground"}
    session.edit("set_field", kind="level", ids=[loft], field="height", value=-4)
    assert outline.rows("level") == ["ground", "Loft"]


def test_a_click_on_a_level_brings_it_into_view(qtbot):
    session = opened()
    session.edit("add_level", name="Loft", height=4)
    outline = Reader(qtbot, session)
    loft = next(each for each in session.encounter.board.levels if each != "ground")
    outline.click("level", loft)
    assert session.level == loft


def test_space_toggles_the_eye_and_shift_space_the_lock(outline):
    outline.click("zone")
    outline.key(Qt.Key.Key_Space)
    outline.key(Qt.Key.Key_Space, SHIFT)
    assert outline.session.shown.hidden_kinds == {"zone"}
    assert outline.session.shown.locked_kinds == {"zone"}


def test_a_click_on_a_kind_folds_it_and_keeps_the_selection(outline):
    outline.session.select([Ref("zone", "yard")])
    assert outline.tree.isExpanded(outline.index("zone"))
    outline.click("zone")
    assert not outline.tree.isExpanded(outline.index("zone"))
    outline.click("zone")
    assert outline.tree.isExpanded(outline.index("zone"))
    assert outline.session.selection == (Ref("zone", "yard"),)


def test_what_is_folded_is_kept_with_the_view(qtbot):
    session = opened()
    outline = Reader(qtbot, session)
    outline.click("zone")
    outline.click("link")
    QTest.keyClicks(outline.panel.finding, "yard")
    outline.panel.finding.clear()
    assert session.shown.folds == {"outline zone", "outline link"}
    again = Reader(qtbot, session)
    assert not again.tree.isExpanded(again.index("zone"))
    assert again.tree.isExpanded(again.index("link"))
    outline.click("zone")
    assert session.shown.folds == {"outline link"}
    assert not session.unsaved


def test_the_find_field_leaves_what_matches_and_folds_come_back(outline):
    field = outline.panel.finding
    QTest.keyClicks(field, "yard")
    assert outline.visible("zone") == ["Yard"]
    assert outline.visible("link") == ["Yard – Shed"]
    assert outline.tree.isExpanded(outline.index("link"))
    assert outline.tree.isRowHidden(outline.index("door").row(), outline.tree.rootIndex())
    field.clear()
    assert outline.visible("zone") == ["Yard", "Shed", "Crypt"]
    assert not outline.tree.isExpanded(outline.index("link"))
    assert outline.tree.isExpanded(outline.index("zone"))


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
def test_it_finds_by_trait_profile_side_member_and_kind(outline, typed, kind, found):
    QTest.keyClicks(outline.panel.finding, typed)
    assert outline.visible(kind) == found


def test_enter_in_the_find_field_chooses_the_first_found_and_esc_empties_it(outline):
    field = outline.panel.finding
    QTest.keyClicks(field, "cry")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert outline.session.selection == (Ref("zone", "crypt"),)
    assert outline.tree.hasFocus()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == ""


def test_those_of_one_name_have_the_letters_that_a_fight_calls_them_by(outline):
    outline.unfold("fighter")
    outline.session.edit("rename", kind="fighter", id="bo", name="Ada")
    assert outline.rows("fighter") == ["Ada A", "Ada B", "Dogs"]
    told = []
    outline.model.dataChanged.connect(lambda a, b: told.append((a.row(), b.row())))
    outline.session.edit("rename", kind="fighter", id="bo", name="Bo")
    assert outline.rows("fighter") == ["Ada", "Bo", "Dogs"]
    assert (0, 1) in told
    outline.session.undo()
    outline.click("fighter", "bo")
    outline.key(Qt.Key.Key_F2)
    assert outline.editor.text() == "Ada"


def test_walls_doors_features_pictures_and_pieces_are_listed(outline):
    session = outline.session
    session.edit("add_wall", along=[[0, 0], [4, 0]])
    session.edit("add_door", on=[[8, 2], [8, 3]], name="Gate", state="locked")
    session.edit("add_feature", kind="lift", squares=[[1, 1]], name="Hoist")
    session.edit("set_background", level="ground", picture={"file": "map.png"})
    session.edit("lay", of="cloud", kind="light cloud", squares=[[1, 1], [1, 2]])
    session.edit("paint", kind="rubble", squares=[[5, 5]])
    assert outline.rows("wall") == ["From 0, 0"]
    assert outline.rows("door") == ["Gate"]
    assert outline.detail("door", next(iter(session.encounter.board.doors))) == "locked"
    assert outline.rows("feature") == ["Hoist"]
    assert outline.rows("picture") == ["ground"]
    assert outline.rows("square") == ["Light cloud"]
    assert outline.detail("square") == "3"
    outline.unfold("wall")
    outline.click("wall", "0")
    assert session.selection == (Ref("wall", "0"),)
    session.edit("set_background", level="ground", picture=None)
    assert outline.rows("picture") == []


def test_alt_and_an_arrow_put_a_thing_elsewhere_in_the_file(outline):
    outline.click("zone", "yard")
    outline.key(Qt.Key.Key_Down, ALT)
    assert list(outline.session.encounter.board.zones) == ["shed", "yard", "crypt"]
    assert outline.rows("zone") == ["Shed", "Yard", "Crypt"]
    assert outline.session.selection == (Ref("zone", "yard"),)
    assert outline.tree.currentIndex() == outline.index("zone", "yard")
    outline.key(Qt.Key.Key_Up, ALT)
    outline.key(Qt.Key.Key_Up, ALT)
    assert list(outline.session.encounter.board.zones) == ["yard", "shed", "crypt"]
    assert outline.told[-1] == "It cannot be moved further, or its order does not count."


def drop(outline, kind, id_, row, parent):
    """Let a row go between two others, as the tree does at the end of a drag."""
    mime = outline.model.mimeData([outline.index(kind, id_)])
    action = Qt.DropAction.MoveAction
    if not outline.model.canDropMimeData(mime, action, row, 0, parent):
        return False
    return outline.model.dropMimeData(mime, action, row, 0, parent)


def test_a_row_is_dropped_among_its_own_kind_alone(outline):
    zones, people = outline.index("zone"), outline.index("fighter")
    assert drop(outline, "zone", "yard", 3, zones)
    assert list(outline.session.encounter.board.zones) == ["shed", "crypt", "yard"]
    assert not drop(outline, "zone", "yard", 1, people)
    assert not drop(outline, "zone", "yard", -1, zones)
    assert drop(outline, "fighter", "bo", 0, people)
    assert list(outline.session.encounter.fighters) == ["bo", "ada"]
    assert not drop(outline, "fighter", "bo", 3, people)  # groups stand after fighters
    assert drop(outline, "fighter", "bo", -1, outline.index("fighter", "ada", EYE))  # onto a row
    assert list(outline.session.encounter.fighters) == ["ada", "bo"]


def test_only_what_has_a_place_can_be_dragged_and_only_while_all_is_shown(outline):
    def dragged(*refs):
        indexes = [outline.index(*ref, column) for ref in refs for column in (NAME, EYE, LOCK)]
        mime = outline.model.mimeData(indexes)
        return mime and bytes(mime.data(MIME).data()).decode()

    assert dragged(("level", "ground"), ("fighter", "dogs/A"), ("zone", "yard")) == "zone yard"
    assert dragged(("level", "ground"), ("fighter", "dogs/A")) is None
    assert outline.tree.dragEnabled()
    QTest.keyClicks(outline.panel.finding, "yard")
    assert not outline.tree.dragEnabled()
    outline.panel.finding.clear()
    assert outline.tree.dragEnabled()


def test_delete_asks_the_window_and_enter_shows(outline):
    outline.click("zone", "crypt")
    outline.wanted.clear()
    outline.key(Qt.Key.Key_Return)
    outline.key(Qt.Key.Key_Delete)
    assert outline.wanted == [("view.show", Ref("zone", "crypt")), ("edit.delete", None)]


def test_the_menu_has_a_line_for_everything_that_the_hand_does(outline):
    outline.session.select([Ref("zone", "yard")])
    menu = outline.panel.menu_of(outline.index("zone", "yard"))
    texts = [action.text().split("\t")[0] for action in menu.actions()]
    for line in ("Show on the board", "Rename", "Delete", "Duplicate", "Move down in the file"):
        assert line in texts
    kinds = outline.panel.menu_of(outline.index("zone"))
    lines = {action.text().split("\t")[0]: action for action in kinds.actions()}
    lines["Hide"].trigger()
    assert outline.session.shown.hidden_kinds == {"zone"}
    lines["Select all of these"].trigger()
    assert len(outline.session.selection) == 3


def test_an_empty_place_of_the_tree_keeps_the_hand_free(outline):
    empty = QPoint(100, outline.tree.viewport().height() - 2)
    assert not outline.tree.indexAt(empty).isValid()
    QTest.mouseClick(outline.tree.viewport(), LEFT, NONE, empty)
    assert outline.session.selection == ()
