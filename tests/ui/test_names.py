"""Names are only names: whatever a thing is called, every part of the window shows just that."""

import json
import re

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QInputDialog,
    QLabel,
    QMessageBox,
    QTabBar,
    QToolTip,
    QWidget,
)

from desktop.core import play
from desktop.core.errors import LoadError
from desktop.core.model.edits import apply
from desktop.core.store.reading import read, read_file
from desktop.core.store.writing import write
from desktop.ui.dialogs import asking
from desktop.ui.fight import Fight
from desktop.ui.menus.fields.sums import value_of_sum
from desktop.ui.session import Ref

FULL = """\
format: 1
name: Yard
board:
  levels:
    floor: {name: Floor}
    loft: {name: Loft, height: 4}
  zones:
    yard: {at: [0, 0, 8, 8], start: heroes, traits: [light cover]}
    shed: {at: [8, 0, 8, 8], start: foes}
  links:
    yard-shed: {from: yard, to: shed}
  doors:
    gate: {on: [[8, 2], [8, 4]], kind: door, state: closed}
  features:
    panel: {kind: panel, at: [2, 2]}
sides:
  heroes: {name: Heroes}
  foes: {name: Foes}
profiles:
  guard:
    name: Guard
    side: foes
    size: medium
    imperium: {speed: normal, wounds: 8}
fighters:
  ada: {name: Ada, profile: guard, side: heroes, at: yard}
  bo: {name: Bo, profile: guard, at: shed}
groups:
  gang: {name: Gang, profile: guard, count: 3, at: shed}
clocks:
  alarm: {name: Alarm, size: 6}
cues:
  rain: {name: Rain, on: start of round 2, says: It rains.}
"""
NAMES = [
    "No", "1:30", "012", "null", "~", "=", "<<", "a: b # c", "- x", "'quoted' \"twice\"",
    "<b>bold</b>", "<img src='x.png'>", "R&D", "Fish &amp; chips", "&Ash &Co", "100 %s %d {0} {x}",
    "🐉🔥 wyrm", "שומר הסף", "\u202eevil\u202c", "e\u0301\u0323" * 20, "a/b\\c|d?*", "x" * 300,
    "two\nlines", "tab\there", "界" * 120, "$name ${x}", "%1 %n", "C:\\CON", "trailing. ",
    "[*] starred",
]  # fmt: skip
THINGS = [
    ("level", "floor"), ("zone", "yard"), ("zone", "shed"), ("link", "yard-shed"),
    ("door", "gate"), ("feature", "panel"), ("side", "heroes"), ("side", "foes"),
    ("profile", "guard"), ("fighter", "ada"), ("fighter", "bo"), ("group", "gang"),
    ("clock", "alarm"), ("cue", "rain"), ("encounter", ""),
]  # fmt: skip


TELLING = [
    name for name in NAMES if name[:3] in ("<b>", "Fis", "100", "\u05e9\u05d5\u05de", "xxx", "two")
]
"""One of each sort, for what takes long."""


def settle():
    for _ in range(3):
        QApplication.processEvents()


@pytest.fixture
def full(tmp_path):
    path = tmp_path / "full.yaml"
    path.write_text(FULL, encoding="utf-8")
    return path


def call_everything(session, name):
    edits = [
        ("set_field", {"kind": kind, "id": key, "field": "name", "value": name})
        for kind, key in THINGS
    ]
    assert session.edit_several(f"Call all {name}", edits)


def plain_faults(window, name):
    """Yield every label that reads tags, and every button or action that swallows an `&`."""
    for top in {window, *QApplication.topLevelWidgets()}:
        labels = [*top.findChildren(QLabel), *([top] if isinstance(top, QLabel) else ())]
        for label in labels:
            plain = label.textFormat() == Qt.TextFormat.PlainText or label.property("rich")
            if label.isVisible() and not plain:
                yield f"label {label.objectName()} {label.text()[:60]!r} reads tags"
        for text in captions(top) if "&" in name else ():
            if re.search(rf"(?<!&){re.escape(name)}", text):
                yield f"{text[:60]!r} swallows an &"


def captions(top):
    """Yield what stands on buttons, lines of menus, and tabs."""
    yield from (button.text() for button in top.findChildren(QAbstractButton))
    yield from (action.text() for action in top.findChildren(QAction))
    for tabs in top.findChildren(QTabBar):
        yield from (tabs.tabText(index) for index in range(tabs.count()))


def sound(window, name):
    """Check that nothing in the window reads a name as anything else, or is widened by it."""
    settle()
    assert list(plain_faults(window, name)) == [], name
    assert window.width() == 1366, name
    assert window.minimumSizeHint().width() <= 1366, name
    wide = [
        each for each in window.findChildren(QWidget) if each.isVisible() and each.width() > 1366
    ]
    assert wide == [], name


def begin(window, name):
    combat = play.begin(window.session.encounter, stock=window.session.stock)
    window.actions_["fight.start"].trigger()
    settle()
    page = window.bench.current_page
    sound(window, name)
    page.ready.emit(Fight(combat.book, combat, window.session))
    settle()


@pytest.mark.parametrize("part", range(2))
def test_a_name_is_shown_as_it_is_all_over_the_window_in_build(shown, full, part):
    window = shown(full)
    for name in NAMES[part::2]:
        _in_build(window, name)


def _in_build(window, name):
    session = window.session
    call_everything(session, name)
    for kind, key in (THINGS[0], THINGS[1], THINGS[3], THINGS[5], THINGS[9], THINGS[11]):
        session.select([Ref(kind, key)])
        settle()
        assert window.minimumSizeHint().width() <= 1366, name
    session.select([])
    for tool in ("traits", "fighter", "picture"):
        window.hand.take(tool)
        settle()
    sound(window, name)
    session.show_level("loft" if session.level == "floor" else "floor")
    window.actions_["view.finder"].trigger()
    sound(window, name)
    window.grab()
    assert (name.split() or [name])[0] in " ".join(outline_texts(window)), name
    assert window.windowTitle().startswith(" ".join(name.split()).replace("[*]", "[*][*]")), name


def outline_texts(window):
    model = window.bench.panels["outline"].model
    return [
        str(model.data(index))
        for index in model.match(
            model.index(0, 0), Qt.ItemDataRole.DisplayRole, "", -1,
            Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive,
        )
    ]  # fmt: skip


@pytest.mark.parametrize("name", TELLING)
def test_a_name_is_shown_as_it_is_all_over_the_window_in_play(shown, full, name):
    window = shown(full)
    call_everything(window.session, name)
    begin(window, name)
    fight = window.session.fight
    for _ in range(5):
        window.actions_["fight.next"].trigger()
        sound(window, name)
    for who in ("ada", "bo", "gang/A"):
        window.session.select([Ref("fighter", who)])
        sound(window, name)
    card = window.bench.panels["card"]
    assert any(name.split()[0][:4] in each.text() for each in card.findChildren(QLabel)), name
    for number in range(1, 10):
        window.actions_[f"fight.act_{number}"].trigger()
        settle()
        assert window.minimumSizeHint().width() <= 1366, name
        fight.drop()
    sound(window, name)
    window.grab()
    assert window.fights.keeper is not None


@pytest.mark.qt_log_ignore("does not support", extend=True)
def test_menus_show_a_name_as_it_is(shown, full, qtbot):
    window, name = shown(full), "R&D"
    call_everything(window.session, name)
    begin(window, name)
    window.actions_["fight.next"].trigger()
    settle()
    more = window.bench.panels["action_bar"].menu()
    seat, view = window.session.fight.state.fighters["bo"].seat, window.canvas.view
    at = view.mapFromScene(seat.x * 32 + 16, seat.y * 32 + 16)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=at)
    board = QApplication.activePopupWidget()
    assert "Open R&&D\tFree" in captions(more)
    assert "R&&D B" in captions(board)
    assert list(plain_faults(window, name)) == []
    board.close()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.fault("L08")
def test_a_name_comes_back_from_the_file_as_it_was(full, name):
    before = read_file(full).encounter
    for kind, key in THINGS:
        given = {"kind": kind, "id": key, "field": "name", "value": name}
        before = apply(before, "set_field", **given)
    full.write_text(write(before), encoding="utf-8")
    after = read_file(full).encounter
    assert after == before
    assert after.board.zones["yard"].name == name


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.fault("L08")
def test_an_id_comes_back_from_the_file_as_it_was(full, name):
    board = {"zones": {name: {"at": [0, 0, 4, 4]}}}
    text = f"format: 1\nboard: {json.dumps(board, ensure_ascii=False)}\n"
    if "/" in name or "\n" in name or name != name.strip():
        with pytest.raises(LoadError, match="id"):
            read(text)
        return
    made = read(text).encounter
    assert list(made.board.zones) == [name]
    assert read(write(made)).encounter == made


@pytest.mark.qt_log_ignore("does not support raise", extend=True)
def test_a_tip_shows_a_name_as_it_is(shown, full):
    window = shown(full)
    QToolTip.showText(QPoint(5, 5), "<b>bold</b> & co", window)
    settle()
    tips = [
        each for each in QApplication.topLevelWidgets()
        if each.metaObject().className() == "QTipLabel"
    ]  # fmt: skip
    assert tips
    assert {tip.textFormat() for tip in tips} == {Qt.TextFormat.PlainText}
    QToolTip.hideText()


def test_the_question_about_unsaved_work_shows_the_title_as_it_is(shown, full):
    window = shown(full)
    seen = []

    def look():
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        seen.extend(
            (label.textFormat(), label.text())
            for label in box.findChildren(QLabel)
            if "bold" in label.text()
        )
        box.reject()

    QTimer.singleShot(50, look)
    asking.what_of_unsaved(window, "<b>bold</b>", ["Rename <i>yard</i>"])
    assert seen
    assert {how for how, _ in seen} == {Qt.TextFormat.PlainText}


@pytest.fixture
def german():
    """Let Qt speak as a German machine does, with a comma in numbers."""
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    yield
    QLocale.setDefault(before)


def test_a_decimal_comma_changes_nothing_in_files(shown, full, german):
    import locale

    kept = locale.setlocale(locale.LC_ALL)
    for wish in ("de_DE.UTF-8", "de_DE.utf8", "de_DE"):
        try:
            locale.setlocale(locale.LC_ALL, wish)
            break
        except locale.Error:
            continue
    try:
        window = shown(full)
        outline = [(0.5, 0), (7.25, 0), (7.25, 7.125), (0.5, 7)]
        assert window.session.edit("reshape_zones", outlines={"yard": outline})
        assert window.files.save()
        text = full.read_text(encoding="utf-8")
        assert "7.125" in text
        assert "7,125" not in text
        assert read_file(full).encounter == window.session.encounter
    finally:
        locale.setlocale(locale.LC_ALL, kept)


@pytest.mark.parametrize(("typed", "value"), [("3,5", 3.5), ("3.5", 3.5), ("1+0,5", 1.5)])
def test_a_sum_reads_a_comma_and_a_point(german, typed, value):
    assert value_of_sum(typed) == value


@pytest.mark.parametrize(
    ("typed", "value"), [("3,5", 3.5), ("3.5", 3.5), ("-2", -2), ("9999", 1000)]
)
def test_a_number_asked_for_reads_a_comma_and_a_point(shown, full, german, typed, value):
    window = shown(full)

    def answer():
        box = QApplication.activeModalWidget()
        assert isinstance(box, QInputDialog)
        box.setTextValue(typed)
        box.accept()

    QTimer.singleShot(50, answer)
    assert asking.number(window, "Add a level", "Metres above the ground:", 4.0) == value
