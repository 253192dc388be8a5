"""Input that no one would call kind: huge, broken, of other scripts, in the wrong moment."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.core import play
from desktop.core.rules.actions import BeginTurn, Change, Write
from desktop.core.store import saving
from desktop.ui.fight import Fight
from desktop.ui.menus.fields.sums import SumError, value_of_sum
from desktop.ui.menus.fields.text import TextField
from desktop.ui.panels import small_fields
from desktop.ui.session import Ref
from tests.helpers.picture_files import png

LONG = "Whoever reads this to its end has time " * 8
NAMES = ("🐉🔥 the wyrm", "שומר הסף", "a" * 300, LONG, "<b>bold</b> & co", "two\nlines\tand a tab")


def settle():
    for _ in range(5):
        QApplication.processEvents()


def begin(window):
    combat = play.begin(window.session.encounter, stock=window.session.stock)
    window.actions_["fight.start"].trigger()
    window.bench.current_page.ready.emit(Fight(combat.book, combat, window.session))
    settle()
    return window.session.fight


# Levels and things that are there in one mode only


def test_the_level_in_view_can_be_deleted(shown, small):
    window = shown(small)
    session = window.session
    assert session.edit("add_level", name="Attic", height=4)
    added = next(each for each in session.encounter.board.levels if each != session.level)
    session.show_level(added)
    session.select([Ref("level", added)])
    window.actions_["edit.delete"].trigger()
    assert added not in session.encounter.board.levels
    assert session.level in session.encounter.board.levels
    session.undo()
    session.redo()
    assert window.canvas.scene.level == session.level


def test_a_level_made_in_the_fight_can_be_shown_and_taken_back(shown, small, qtbot):
    window = shown(small)
    fight = begin(window)
    session = window.session
    assert fight.take(Change(edit="add_level", arguments={"name": "Attic", "height": 4.0}))
    added = next(
        each for each in fight.state.encounter.board.levels
        if each not in session.encounter.board.levels
    )  # fmt: skip
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_PageUp)
    assert session.level == added
    fight.undo()
    assert session.level in fight.state.encounter.board.levels
    fight.redo()
    session.show_level(added)
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    assert session.mode == "build"
    assert session.level in session.encounter.board.levels
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_PageUp)


def test_what_is_not_on_the_other_board_is_selected_no_more(shown, small):
    window = shown(small)
    fight = begin(window)
    session = window.session
    session.set_mode("build")
    assert session.edit("add_zone", name="New", outline=((0, 9), (4, 9), (4, 12), (0, 12)))
    (new,) = set(session.encounter.board.zones) - {"yard", "shed"}
    session.select([Ref("zone", new), Ref("zone", "yard")])
    session.set_mode("play")
    assert session.selection == (Ref("zone", "yard"),)
    assert new not in fight.state.encounter.board.zones


def test_what_the_find_field_of_the_outline_left_can_be_deleted(shown, small):
    window = shown(small)
    session = window.session
    outline = window.bench.panels["outline"]
    QTest.keyClicks(outline.finding, "0")
    for name in ("hatch", "lift", "panel"):
        session.edit("add_feature", kind="container", zone="yard", name=f"{name} 0")
    settle()
    for _ in range(3):
        session.undo()
        settle()
    assert not session.encounter.board.features
    for _ in range(3):
        session.redo()
    session.select([Ref("feature", key) for key in session.encounter.board.features])
    window.actions_["edit.delete"].trigger()
    assert not session.encounter.board.features


def test_one_group_of_several_whose_members_are_selected_can_go(shown, small):
    session = shown(small).session
    for _ in range(2):
        assert session.edit("add_group", profile="guard", count=2, at="yard")
    first, other = tuple(session.encounter.groups)[-2:]
    session.select([Ref("fighter", f"{first}/A"), Ref("fighter", f"{other}/A")])
    assert session.edit("remove", things=[["group", first]])
    assert session.selection == (Ref("fighter", f"{other}/A"),)


def test_pasting_from_an_empty_clipboard_does_nothing(shown, small):
    window = shown(small)
    QApplication.clipboard().clear()
    window.actions_["edit.paste"].trigger()
    assert window.session.history == ()


def test_a_result_in_view_goes_when_something_without_numbers_is_done(shown, small):
    window = shown(small)
    fight = begin(window)
    roll = window.bench.panels["roll"]
    fight.review(0)
    assert roll.showing
    assert fight.propose(Write(text="Rain."))
    assert fight.in_view is None
    assert not roll.showing


# Numbers


@pytest.mark.parametrize(
    "text", ["(" * 5000, "-" * 5000, "9" * 5000, "1/0", "9" * 400 + "-" + "9" * 400]
)
def test_a_sum_without_measure_is_refused(text):
    with pytest.raises(SumError):
        value_of_sum(text)


@pytest.mark.parametrize(
    "text", ["+²", "-" + "9" * 5000, "=٣³", "--", "+", "=99999999999999999999"]
)
def test_wounds_that_are_no_number_change_nothing_and_say_so(shown, small, text):
    window = shown(small)
    fight = begin(window)
    window.session.select([Ref("fighter", "bo")])
    window.actions_["fight.wounds"].trigger()
    field = window.bench.panels["card"].field
    field.setText(text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    settle()
    assert fight.state.fighters["bo"].wounds < 10**6


@pytest.mark.parametrize("text", ["3,5", "+", "-", "1 000", "²", "99999999"])
def test_a_small_field_gives_whole_numbers_only(qtbot, text):
    field = small_fields.NumberField()
    qtbot.addWidget(field)
    field.show()
    field.show_number(3, typed=False)
    given = []
    field.given.connect(given.append)
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert all(isinstance(number, int) and abs(number) < 10_000 for number in given)


def test_an_initiative_with_a_comma_is_never_taken_for_another(shown, small):
    window = shown(small)
    window.actions_["fight.start"].trigger()
    row = window.bench.current_page.rows[0]
    row.field.setFocus()
    QTest.keyClicks(row.field, "3,5")
    assert (row.field.text(), row.typed) == ("35", 35)


# Names


def test_any_name_fits_into_every_list_and_on_its_token(shown, small):
    window = shown(small)
    session = window.session
    for name in NAMES:
        for kind, key in (("fighter", "bo"), ("zone", "yard"), ("link", "yard-shed")):
            assert session.edit("set_field", kind=kind, id=key, field="name", value=name)
        session.select([Ref("fighter", "bo")])
        settle()
        window.grab()
        assert window.size().width() == 1366
    assert session.edit("set_field", kind="fighter", id="ada", field="name", value=NAMES[0])
    fight = begin(window)
    for _ in range(2):
        fight.next_turn()
        settle()
        window.grab()
        assert window.size().width() == 1366


@pytest.mark.parametrize("name", ["🐉" * 200, "界" * 200, "a" * 4000])
def test_any_title_gives_a_file_name_that_the_disk_takes(tmp_path, name):
    path = tmp_path / f"{saving.portable(name)}.2026-11-30T02-30-20-99.fight.yaml"
    path.write_text("x", encoding="utf-8")
    assert path.exists()


def test_ten_million_letters_pasted_into_a_name_are_cut(shown, small):
    window = shown(small)
    window.session.select([Ref("fighter", "bo")])
    settle()
    QApplication.clipboard().setText("x" * 10_000_000)
    inspector = window.bench.panels["inspector"]
    field = next(each for each in inspector.findChildren(TextField) if each.isVisible()).edit
    field.setFocus()
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(field, Qt.Key.Key_Return)
    settle()
    assert 0 < len(window.session.encounter.fighters["bo"].name) < 50_000
    window.grab()


# Pictures


@pytest.mark.parametrize("content", [b"", b"no picture", png(20000, 20000), png(2**31 - 1, 1)])
def test_a_picture_that_cannot_be_shown_stops_nothing(shown, small, content):
    window = shown(small)
    bad = small.parent / "bad.png"
    bad.write_bytes(content)
    session = window.session
    session.edit("set_background", level="ground", picture={"file": "bad.png"})
    session.edit("set_field", kind="fighter", ids=["bo"], field="picture", value="bad.png")
    settle()
    window.grab()
    bad.unlink()
    session.undo()
    session.redo()
    settle()
    window.grab()
    issues = window.bench.panels["issues"]
    issues.look()
    assert [each.says for each in issues.issues if each.check == "F05"] == [
        "The picture bad.png of ground is not there.", "The picture bad.png of Bo is not there.",
    ]  # fmt: skip
    fight = begin(window)
    window.grab()
    assert [entry.id for entry in fight.state.order] == ["ada", "bo"]


# Encounters with too little or too much


BARE = "format: 1\nname: Bare\n"
NO_FIGHTERS = "format: 1\nname: Empty\nboard:\n  zones:\n    a: {at: [0, 0, 5, 5]}\n"
NO_ZONES = """\
format: 1
name: No zones
profiles:
  x: {name: X}
fighters:
  ada: {name: Ada, profile: x, side: heroes, at: [1, 1]}
  bo: {name: Bo, profile: x, side: foes, at: [3, 1]}
"""
CROWD = """\
format: 1
name: Crowd
board:
  zones:
    a: {at: [0, 0, 20, 20], start: heroes}
    b: {at: [20, 0, 20, 20]}
profiles:
  x: {name: X, size: medium, imperium: {speed: normal, wounds: 8}}
fighters:
  ada: {name: Ada, profile: x, side: heroes, at: a}
groups:
  mob: {name: Mob, profile: x, side: foes, count: 200, at: b}
"""
CLOCKS = BARE + "clocks:\n" + "".join(f"  c{n}: {{size: 6}}\n" for n in range(60))
NOTES = BARE + "notes: |\n" + "".join(f"  line {n} of the notes, {LONG[:80]}\n" for n in range(100))


@pytest.mark.parametrize("text", [BARE, NO_FIGHTERS, NO_ZONES, CROWD, CLOCKS, NOTES])
def test_too_little_and_too_much_can_be_built_and_played(shown, tmp_path, text):
    path = tmp_path / "odd.yaml"
    path.write_text(text, encoding="utf-8")
    window = shown(path)
    settle()
    window.grab()
    window.actions_["edit.select_all"].trigger()
    settle()
    window.actions_["fight.start"].trigger()
    settle()
    window.grab()
    page = window.bench.current_page
    page.begin()
    settle()
    if window.session.fight is None:
        assert page.wrong.isVisible() or not page.start.isEnabled()
        return
    for _ in range(3):
        window.actions_["fight.next"].trigger()
        settle()
    window.grab()
    for number in range(1, 10):
        window.actions_[f"fight.act_{number}"].trigger()
        settle()
        window.session.fight.drop()
    window.grab()


def test_a_profile_without_figures_can_stand_in_a_fight(shown, small):
    text = small.read_text(encoding="utf-8")
    bare = text.replace(", imperium: {speed: normal, wounds: 8}", "")
    assert bare != text
    small.write_text(bare, encoding="utf-8")
    window = shown(small)
    window.actions_["fight.start"].trigger()
    page = window.bench.current_page
    page.begin()
    settle()
    fight = window.session.fight
    if fight is None:
        assert page.wrong.isVisible()
        assert page.wrong.text()
        return
    for _ in range(2):
        window.actions_["fight.next"].trigger()
        for number in range(1, 10):
            window.actions_[f"fight.act_{number}"].trigger()
            settle()
            fight.drop()
    window.grab()


# Files


def test_two_windows_on_one_file_never_overwrite_each_other_unasked(shown, small):
    one, two = shown(small), shown(small)
    one.session.edit("set_field", kind="encounter", id="", field="notes", value="Of the first.")
    two.session.edit("set_field", kind="encounter", id="", field="notes", value="Of the second.")
    assert one.files.save()
    assert not two.files.save()
    assert "is open in another window" in two.notice.says.text()
    assert "Of the first." in small.read_text(encoding="utf-8")
    assert two.session.unsaved


def test_two_windows_play_one_encounter_each_with_a_file_of_its_own(shown, small):
    one, two = shown(small), shown(small)
    first, second = begin(one), begin(two)
    first.take(BeginTurn())
    second.take(Write(text="Rain."))
    paths = {one.fights.keeper.path, two.fights.keeper.path}
    assert len(paths) == 2
    assert not one.files.open_path(two.fights.keeper.path), "two would add to one file"
    assert "another window" in one.notice.says.text()
    steps, path = second.combat.steps, two.fights.keeper.path
    two.close()
    assert one.files.open_path(path)
    assert one.session.fight.combat.steps == steps


def test_a_folder_that_takes_nothing_loses_nothing(shown, small):
    window = shown(small)
    window.session.edit("set_field", kind="encounter", id="", field="notes", value="Kept.")
    window.session.path = str(small / "inside a file" / "yard.yaml")
    assert not window.files.save()
    assert window.notice.says.text()
    assert window.session.unsaved
    begin(window)
    assert window.fights.keeper is not None
    assert window.fights.keeper.path.exists()


@pytest.mark.parametrize(
    "content", [b"", b"\x00\xff\xfe", b"name: [", b"format: 99\n", b"- a\n" * 50]
)
def test_a_broken_file_leaves_the_open_one_as_it_was(shown, small, content):
    window = shown(small)
    session = window.session
    window.session.select([Ref("zone", "shed")])
    bad = small.parent / "bad.yaml"
    bad.write_bytes(content)
    assert not window.files.open_path(bad)
    assert window.session is session
    assert session.selection == (Ref("zone", "shed"),)
    assert window.notice.says.text().startswith("bad.yaml was not opened")
