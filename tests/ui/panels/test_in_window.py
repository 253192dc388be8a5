"""The panels of Build inside the real window: its keys, its commands, its canvas."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QToolButton

from desktop.ui.panels.outline_model import EYE, LOCK, NAME
from desktop.ui.session import Ref
from tests.ui.conftest import SAMPLE
from tests.ui.panels.opened import YARD

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def window(shown, tmp_path):
    path = tmp_path / "yard.yaml"
    path.write_text(YARD, encoding="utf-8")
    made = shown(path)
    made.activateWindow()
    return made


def click_row(outline, ref, column=NAME):
    index = outline.model.kind_index(ref) if isinstance(ref, str) else outline.model.index_of(ref)
    index = index.siblingAtColumn(column)
    outline.tree.scrollTo(index)
    QTest.mouseClick(
        outline.tree.viewport(), LEFT, NONE, outline.tree.visualRect(index).center()
    )  # fmt: skip


def test_f2_in_the_outline_renames_there_and_not_on_the_canvas(window, qtbot):
    outline = window.bench.panels["outline"]
    click_row(outline, Ref("zone", "shed"))
    QTest.keyClick(outline.tree, Qt.Key.Key_F2)
    fields = [each for each in outline.tree.viewport().findChildren(QLineEdit) if each.isVisible()]
    assert len(fields) == 1
    fields[0].selectAll()
    QTest.keyClicks(fields[0], "Barn")
    QTest.keyClick(fields[0], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.session.encounter.board.zones["shed"].name == "Barn")


def test_delete_in_the_outline_takes_out_what_is_selected(window):
    outline = window.bench.panels["outline"]
    click_row(outline, Ref("zone", "crypt"))
    QTest.keyClick(outline.tree, Qt.Key.Key_Delete)
    assert "crypt" not in window.session.encounter.board.zones


@pytest.mark.parametrize("kind", ["zone", "fighter", "link"])
def test_an_eye_hides_on_the_canvas_and_a_lock_keeps_from_being_selected(window, kind):
    outline, scene = window.bench.panels["outline"], window.canvas.scene
    ref = {"zone": "yard", "fighter": "ada", "link": "yard-shed"}[kind]
    layer = {"fighter": "token"}.get(kind, kind)
    assert ref in {each for each, _ in scene.of_layer(layer)}
    click_row(outline, kind, EYE)
    assert list(scene.of_layer(layer)) == []
    click_row(outline, kind, EYE)
    click_row(outline, kind, LOCK)
    window.want("edit.select_all")
    assert not window.session.selected(kind)
    assert not window.session.unsaved


def test_a_click_in_the_outline_shows_what_is_out_of_view(window):
    view = window.canvas.view
    view.zoom_to(4)
    outline = window.bench.panels["outline"]
    click_row(outline, Ref("zone", "crypt"))
    shown = view.mapToScene(view.viewport().rect()).boundingRect()
    assert shown.intersects(window.canvas.scene.bounds_of([Ref("zone", "crypt")]))


def test_issues_are_counted_once_the_layout_was_looked_over_and_not_before(window, qtbot):
    counts = window.findChild(QToolButton, "issue_counts")
    qtbot.waitUntil(lambda: counts.text() != "")
    window.files.open_path(SAMPLE.with_name("first-blood.yaml"))
    assert counts.text() == ""
    qtbot.waitUntil(lambda: counts.text() == "2 warnings")


def test_f8_goes_through_the_issues_and_the_top_bar_counts_them(window, qtbot):
    issues = window.bench.panels["issues"]
    qtbot.waitUntil(lambda: bool(issues.issues))
    errors = sum(each.grade == "error" for each in issues.issues)
    counts = window.findChild(QToolButton, "issue_counts")
    assert counts.text().startswith(f"{errors} error")
    QTest.keyClick(window.canvas.view, Qt.Key.Key_F8)
    assert issues.isVisible()
    assert window.session.selection == (Ref("zone", "crypt"),)
    QTest.keyClick(window.canvas.view, Qt.Key.Key_F8)
    assert window.session.selection == (Ref("fighter", "ada"),)


def test_a_click_on_an_issue_shows_its_place(window, qtbot):
    issues = window.bench.panels["issues"]
    qtbot.waitUntil(lambda: bool(issues.issues))
    window.bench.show_issues()
    index = issues.model.index(2, 0)
    spot = issues.list.visualRect(index).topLeft() + issues.list.parts_of(index).says.center()
    QTest.mouseClick(issues.list.viewport(), LEFT, NONE, spot)
    assert window.session.selection == (Ref("fighter", "ada"),)


def test_all_proposed_links_are_taken_up_from_the_palette(window):
    window.session.edit("remove", things=[["link", "yard-shed"]])
    QTest.keyClick(window.canvas.view, Qt.Key.Key_L)
    QTest.mouseClick(window.bench.panels["palette"].page.accept, LEFT)
    assert len(window.session.encounter.board.links) == 1


def test_a_profile_is_found_armed_and_stamped(window):
    view = window.canvas.view
    QTest.keyClick(view, Qt.Key.Key_G)
    page = window.bench.panels["palette"].page
    page.finding.setFocus()
    QTest.keyClicks(page.finding, "marks")
    QTest.keyClick(page.finding, Qt.Key.Key_Return)
    assert QApplication.focusWidget() in (view, view.viewport())
    at = view.mapFromScene(10 * 32 + 16, 5 * 32 + 16)
    QTest.mouseClick(view.viewport(), LEFT, NONE, at)
    made = list(window.session.encounter.fighters.values())[-1]
    assert made.profile == "marksman"
    assert made.at == (10, 5)


def test_esc_in_the_palette_gives_the_keys_to_the_board_and_then_puts_the_tool_down(window):
    view = window.canvas.view
    QTest.keyClick(view, Qt.Key.Key_P)
    kinds = window.bench.panels["palette"].page.kinds
    kinds.setFocus()
    QTest.keyClick(kinds, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() in (view, view.viewport())
    assert window.hand.tool == "terrain"
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert window.hand.tool == "select"


def test_the_strip_names_the_tool(window):
    QTest.keyClick(window.canvas.view, Qt.Key.Key_W)
    palette = window.bench.panels["palette"]
    assert palette.parentWidget().strip.text() == "WALL AND DOOR"


def test_keys_step_traits_and_the_palette_shows_it(window):
    view = window.canvas.view
    QTest.keyClick(view, Qt.Key.Key_T)
    window.session.select([Ref("zone", "shed")])
    QTest.keyClick(view, Qt.Key.Key_2)
    page = window.bench.panels["palette"].page
    assert page.rows["Hazard"].laid[0] >= {"minor hazard"}


def test_players_get_a_picture_of_their_own_where_the_gms_lies(window, tmp_path, monkeypatch):
    from desktop.ui.dialogs import asking

    for name in ("mine.png", "theirs.png"):
        image = QImage(40, 30, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.darkGreen)
        assert image.save(str(tmp_path / name))
    monkeypatch.setattr(asking, "file_to_open", lambda *_: tmp_path / "theirs.png")
    picture = {"file": "mine.png", "at": [1, 2], "width": 40}
    window.session.edit("set_background", level="ground", picture=picture)
    QTest.keyClick(window.canvas.view, Qt.Key.Key_B)
    page = window.bench.panels["palette"].page
    QTest.mouseClick(page.players, LEFT)
    level = window.session.encounter.board.levels["ground"]
    assert level.background.file == "mine.png"
    assert level.players_background.file == "theirs.png"
    assert level.players_background.at == (1, 2)
    QTest.mouseClick(page.fit, LEFT)
    assert window.session.encounter.board.size == (41, 32)


def test_a_key_that_nobody_knows_is_an_issue(shown, tmp_path):
    path = tmp_path / "odd.yaml"
    path.write_text("format: 1\nname: Odd\nwheather: rain\n", encoding="utf-8")
    window = shown(path)
    issues = window.bench.panels["issues"]
    issues.look()
    (issue,) = [each for each in issues.issues if each.check == "F01"]
    assert "wheather" in issue.says
    assert "Line 3" in issue.says
