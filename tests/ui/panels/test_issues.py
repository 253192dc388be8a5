"""The issues: found after every change, jumped to, fixed, muted with a reason, heard again."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFontMetrics, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QStackedWidget, QWidget

from desktop.core.survey import Issue
from desktop.ui.panels.issue_list import IssueList
from desktop.ui.panels.issue_rows import IssueRows, Row
from desktop.ui.panels.issues import NOTHING, Issues
from desktop.ui.session import Ref
from tests.ui.panels.opened import opened, show

LEFT = Qt.MouseButton.LeftButton


class Reader:
    """Hands on the list of issues."""

    def __init__(self, qtbot, session, **size):
        self.session, self.qtbot = session, qtbot
        self.counts, self.wanted, self.told = [], [], []
        self.panel = Issues(session)
        self.panel.counts_changed.connect(lambda *both: self.counts.append(both))
        self.panel.wants.connect(lambda *both: self.wanted.append(both))
        session.told.connect(self.told.append)
        show(qtbot, self.panel, **size)
        qtbot.waitUntil(lambda: bool(self.counts))
        self.list = self.panel.list
        self.list.setFocus()

    @property
    def texts(self):
        return [row.text for row in self.panel.model.rows]

    def at(self, check, place=""):
        """Return the row of an issue."""
        return next(
            i
            for i, row in enumerate(self.panel.model.rows)
            if row.issue and row.issue.check == check and place in ("", row.issue.place)
        )

    def index(self, row):
        return self.panel.model.index(row, 0)

    def spot(self, row, part="says"):
        """Return the middle of a part of a row."""
        self.list.scrollTo(self.index(row))
        box = getattr(self.list.parts_of(self.index(row)), part)
        assert not box.isNull(), f"the row has no {part}"
        return self.list.visualRect(self.index(row)).topLeft() + box.center()

    def click(self, row, part="says"):
        self.click_at(self.spot(row, part))

    def click_at(self, at: QPoint):
        port = self.list.viewport()
        QTest.mouseClick(port, LEFT, Qt.KeyboardModifier.NoModifier, at)

    def key(self, key):
        QTest.keyClick(self.list, key)

    @property
    def field(self):
        return self.list.findChild(QLineEdit, "issue.reason")

    def settle(self):
        QTest.qWait(20)


@pytest.fixture
def reader(qtbot):
    return Reader(qtbot, opened(), height=420)


def test_issues_stand_by_grade_under_their_counts(reader):
    rows = reader.panel.model.rows
    grades = [row.issue.grade for row in rows if row.issue]
    assert grades == sorted(grades, key=["error", "warning", "hint"].index)
    errors = grades.count("error")
    assert errors > 1
    assert reader.texts[0] == f"{errors} errors"
    assert reader.counts == [(errors, grades.count("warning"))]


def test_a_change_is_surveyed_once_it_is_painted_and_only_what_differs_changes(reader):
    removed = []
    reader.panel.model.rowsRemoved.connect(lambda _p, first, last: removed.append((first, last)))
    before = reader.texts
    reader.session.edit("set_field", kind="zone", ids=["crypt"], field="scenery", value=True)
    assert reader.texts == before
    reader.qtbot.waitUntil(lambda: reader.texts != before)
    assert not any("Crypt" in text for text in reader.texts[:2])
    assert all(first > 0 or last < len(before) - 1 for first, last in removed)


def test_several_changes_in_a_row_are_surveyed_once(reader):
    looks = []
    reader.panel.model.rowsInserted.connect(lambda *_: looks.append(1))
    for name in ("Court", "Close", "Garth"):
        reader.session.edit("rename", kind="zone", id="yard", name=name)
    reader.settle()
    assert len(looks) == 1
    assert any("Garth" in text for text in reader.texts)


def test_what_nobody_sees_is_listed_once_somebody_does(reader):
    reader.panel.hide()
    before = reader.texts
    reader.session.edit("rename", kind="zone", id="crypt", name="Vault")
    reader.settle()
    assert reader.texts == before
    reader.panel.show()
    assert any("Vault" in text for text in reader.texts)
    reader.panel.hide()
    reader.session.undo()
    assert reader.panel.next_issue() is not None
    assert not any("Vault" in text for text in reader.texts)


def test_a_click_jumps_to_the_place(reader):
    row = reader.at("L32")
    reader.click(row)
    assert reader.wanted == [("view.show", Ref("fighter", "ada"))]


def test_a_click_on_a_field_without_its_damage_jumps_to_the_field_and_not_to_its_level(reader):
    edits = [
        ("lay", {"of": "field", "kind": "slippery", "squares": [[1, 1]]}),
        ("lay", {"of": "field", "kind": "damaging", "squares": [[3, 3], [3, 4]]}),
        ("set_field", {"kind": "encounter", "field": "space", "value": "squares"}),
    ]
    assert reader.session.edit_several("Squares", edits)
    reader.settle()
    row = next(at for at, text in enumerate(reader.texts) if "without its damage" in text)
    assert "damaging" in reader.panel.model.rows[row].places
    reader.click(row)
    assert reader.wanted == [("view.show", Ref("piece", "1"))]


def test_a_click_on_what_is_about_the_whole_layout_says_so(reader):
    reader.session.select([Ref("zone", "shed")])
    reader.click(reader.at("L01"))
    assert reader.wanted == []
    assert reader.session.selection == ()
    assert reader.told[-1] == "This is about the layout as a whole."


def test_enter_jumps_and_enter_again_goes_on(reader):
    reader.list.setCurrentIndex(reader.index(1))
    reader.key(Qt.Key.Key_Return)
    reader.key(Qt.Key.Key_Return)
    first, second = (ref for _, ref in reader.wanted)
    assert {first, second} == {Ref("zone", "crypt"), Ref("fighter", "ada")}
    assert reader.list.currentIndex().row() == 2


def test_the_next_issue_goes_round_and_names_a_place_to_show(reader):
    heard = [i for i, row in enumerate(reader.panel.model.rows) if row.issue]
    seen = []
    for _ in range(len(heard) + 1):
        ref = reader.panel.next_issue()
        assert ref is not None
        seen.append(reader.list.currentIndex().row())
    assert seen == [*heard, heard[0]]


def test_the_next_issue_looks_first_when_something_just_changed(reader):
    reader.session.edit("remove", things=[["zone", "crypt"]])
    ref = reader.panel.next_issue()
    assert ref == Ref("fighter", "ada")


def test_one_click_fixes_as_one_step(reader):
    row = reader.at("L02")
    says = reader.panel.model.rows[row].issue.fix.says
    reader.click(row, "fix")
    assert reader.session.history == (says,)
    assert set(reader.session.encounter.board.links) - {"yard-shed"}
    assert reader.wanted == []
    reader.settle()
    assert all(row.issue is None or row.issue.check != "L02" for row in reader.panel.model.rows)


def test_a_slot_that_its_book_does_not_fill_is_an_error_that_one_click_takes_away(reader):
    slots = {"economy": "squares", "leap": "yards"}
    reader.session.edit("set_field", kind="encounter", field="slots", value=slots)
    reader.settle()
    reader.click(reader.at("F11"), "fix")
    assert reader.session.encounter.slots == {"leap": "yards"}
    reader.settle()
    assert all(row.issue is None or row.issue.check != "F11" for row in reader.panel.model.rows)


def test_after_a_fix_the_next_issue_is_chosen_in_its_place(reader):
    reader.session.edit("remove", things=[["link", "yard-shed"]])
    reader.settle()
    row = reader.at("L02")
    reader.click(row, "fix")
    scrolled = reader.list.verticalScrollBar().value()
    reader.settle()
    chosen = reader.list.currentIndex().row()
    assert abs(chosen - row) <= 1
    assert reader.list.verticalScrollBar().value() == scrolled


def test_space_fixes_and_says_when_there_is_no_fix(reader):
    reader.list.setCurrentIndex(reader.index(reader.at("L32")))
    reader.key(Qt.Key.Key_Space)
    assert reader.told[-1] == "There is no fix that one click could make."
    reader.list.setCurrentIndex(reader.index(reader.at("L02")))
    reader.key(Qt.Key.Key_Space)
    assert len(reader.session.history) == 1


def test_an_issue_is_muted_with_a_reason_typed_on_the_spot(reader):
    row = reader.at("L32")
    errors = reader.counts[-1][0]
    reader.list.setCurrentIndex(reader.index(row))
    reader.click(row, "mute")
    QTest.keyClicks(reader.field, "she knows the way")
    QTest.keyClick(reader.field, Qt.Key.Key_Return)
    muted = reader.session.encounter.muted
    assert [(each.issue, each.at, each.why) for each in muted] == [
        ("L32", "ada", "she knows the way")
    ]
    reader.settle()
    assert reader.counts[-1][0] == errors - 1
    assert reader.texts[-1] == "1 muted"
    assert not any("Ada starts" in text for text in reader.texts)


def test_an_issue_is_muted_without_words_too(reader):
    reader.list.setCurrentIndex(reader.index(reader.at("L32")))
    reader.key(Qt.Key.Key_Delete)
    QTest.keyClick(reader.field, Qt.Key.Key_Return)
    assert [(each.issue, each.why) for each in reader.session.encounter.muted] == [("L32", "")]


def test_escape_in_the_field_mutes_nothing(reader):
    reader.list.setCurrentIndex(reader.index(reader.at("L32")))
    reader.key(Qt.Key.Key_Delete)
    QTest.keyClicks(reader.field, "half a")
    QTest.keyClick(reader.field, Qt.Key.Key_Escape)
    assert reader.session.encounter.muted == ()
    assert reader.session.history == ()


def test_leaving_the_field_mutes_nothing(reader):
    reader.list.setCurrentIndex(reader.index(reader.at("L32")))
    reader.key(Qt.Key.Key_Delete)
    QTest.keyClicks(reader.field, "half a thought")
    reader.list.setFocus()
    assert reader.session.encounter.muted == ()


def test_those_muted_unfold_with_their_reason_and_can_be_heard_again(reader):
    reader.session.edit("mute", issue="L32", at="ada", why="she knows")
    reader.settle()
    reader.click(len(reader.texts) - 1)
    row = reader.at("L32")
    assert row == len(reader.texts) - 1
    assert reader.panel.model.rows[row].issue.muted == "she knows"
    reader.list.setCurrentIndex(reader.index(row))
    reader.settle()
    reader.click(row, "mute")
    assert reader.session.encounter.muted == ()
    reader.settle()
    assert "1 muted" not in reader.texts


def test_the_chosen_row_says_why_and_stays_chosen_through_a_change(reader):
    row = reader.at("L32")
    short = reader.list.visualRect(reader.index(row)).height()
    reader.list.setCurrentIndex(reader.index(row))
    reader.settle()
    assert reader.list.visualRect(reader.index(row)).height() > short
    reader.session.edit("remove", things=[["zone", "crypt"]])
    reader.settle()
    chosen = reader.panel.model.rows[reader.list.currentIndex().row()]
    assert chosen.issue.check == "L32"


def test_where_nothing_is_odd_a_sentence_says_so(qtbot):
    session = opened()
    reader = Reader(qtbot, session)
    assert not reader.panel.empty.isVisible()
    for issue in reader.panel.issues:
        session.edit("mute", issue=issue.check, at=issue.place, why="meant")
    reader.settle()
    assert reader.panel.empty.isVisible()
    assert reader.panel.empty.text() == NOTHING
    assert reader.panel.next_issue() is None


def test_findings_of_the_file_stand_among_the_others(reader):
    reader.panel.session.odd_keys = ((12, "colr"),)
    reader.panel.look()
    reader.settle()
    assert any("colr" in text for text in reader.texts)


def test_the_menu_offers_what_the_buttons_do_and_leads_to_the_rule(reader):
    row = reader.panel.model.rows[reader.at("L32")]
    menu = reader.panel.menu_of(row)
    texts = [action.text().split("\t")[0] for action in menu.actions() if action.text()]
    assert texts[0] == "Show where"
    assert "Mute…" in texts
    rules = [action for action in menu.actions() if action.text().startswith("Rule ")]
    for action in rules:
        action.trigger()
    assert [name for name, _ in reader.wanted] == ["help.rule"] * len(rules)


def test_tool_tips_say_what_a_button_does(reader):
    row = reader.at("L02")
    fix = reader.panel.model.rows[row].issue.fix
    assert reader.list.tip_at(reader.spot(row, "fix")) == f"{fix.says}  (Space)"
    assert "L02" in reader.list.tip_at(reader.spot(row))


def test_right_clicks_offer_without_jumping(reader):
    port, at = reader.list.viewport(), reader.spot(reader.at("L32"))
    for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
        right = Qt.MouseButton.RightButton
        QApplication.sendEvent(
            port,
            QMouseEvent(kind, at.toPointF(), port.mapToGlobal(at).toPointF(), right, right,
                        Qt.KeyboardModifier.NoModifier),
        )  # fmt: skip
    assert reader.wanted == []


def test_rows_that_bring_the_scroll_bar_are_high_enough_beside_it(qtbot):
    tabs = QStackedWidget()
    qtbot.addWidget(tabs)
    tabs.addWidget(QWidget())
    rows = IssueList()
    tabs.addWidget(rows)
    model = IssueRows(rows)
    rows.setModel(model)
    tabs.resize(264, 230)
    tabs.show()
    qtbot.waitExposed(tabs)
    metrics, says = QFontMetrics(rows.font()), "wall "
    while metrics.horizontalAdvance(says) < 216:  # fits beside no scroll bar, but not beside one
        says += "i"
    found = [Issue(check="F03", grade="warning", says=says, why="") for _ in range(9)]
    model.show([Row(issue.says, issue) for issue in found])
    QApplication.processEvents()
    tabs.setCurrentWidget(rows)
    QTest.qWait(150)  # a layout put off is done by then
    assert rows.verticalScrollBar().isVisible()
    boxes = [rows.visualRect(model.index(number, 0)) for number in range(len(found))]
    assert [one.bottom() + 1 for one in boxes[:-1]] == [each.top() for each in boxes[1:]]
