"""People brought in from rosters."""

import pytest
from PySide6.QtCore import Qt

from desktop.core.model.profile import Profile
from desktop.core.store.reading import read
from desktop.ui.dialogs.roster import RosterDialog
from desktop.ui.session import Ref, Session
from tests.ui.panels.inspecting import YARD, choose, write

pytestmark = pytest.mark.qt_log_ignore("does not support (raise|grabbing)", extend=True)
PARTY = """\
format: 1
name: The party
profiles:
  bold: {name: Bold, side: heroes, imperium: {wounds: 10}}
  idle: {name: Idle, imperium: {wounds: 3}}
fighters:
  kim: {profile: bold, name: Kim}
groups:
  pack: {profile: idle, count: 3, name: Pack}
"""
STOCK = {"crab": Profile(id="crab", name="Crab")}


@pytest.fixture
def roster(qtbot, tmp_path):
    (tmp_path / "party.yaml").write_text(PARTY, encoding="utf-8")
    (tmp_path / "spoilt.yaml").write_text("format: [", encoding="utf-8")
    dialog = RosterDialog(Session(read(YARD).encounter, stock=STOCK), tmp_path)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


def tick(qtbot, dialog, head, row):
    """Click the box before a line of the tree."""
    tree = dialog.tree
    heads = [tree.topLevelItem(i) for i in range(tree.topLevelItemCount())]
    item = next(each for each in heads if each.text(0) == head).child(row)
    rect = tree.visualItemRect(item)
    pos = rect.topLeft()
    pos.setX(2 * tree.indentation() + 12)
    pos.setY(rect.center().y())
    qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=pos)


def test_rosters_of_the_folder_stand_beside_the_stock(roster):
    names = [roster.list.item(i).text() for i in range(roster.list.count())]
    assert names == ["Stock", "The party", "spoilt (cannot be read)"]
    assert roster.list.currentRow() == 1
    assert roster.bring.text() == "Bring in 2"


def test_people_come_with_their_profiles_in_one_step_and_are_selected(roster, qtbot):
    session = roster.session
    choose(qtbot, roster.side.box, "The gang")
    write(qtbot, roster.at.edit, "Shed")
    qtbot.mouseClick(roster.bring, Qt.MouseButton.LeftButton)
    encounter = session.encounter
    assert (encounter.fighters["kim"].side, encounter.groups["pack"].side) == ("gang", "gang")
    assert encounter.fighters["kim"].at == "shed"
    assert {"bold", "idle"} <= set(encounter.profiles)
    assert session.selection == (Ref("fighter", "kim"), Ref("group", "pack"))
    assert session.history == ("Bring in from The party",)


def test_only_what_is_ticked_comes(roster, qtbot):
    tick(qtbot, roster, "Fighters", 0)
    assert roster.bring.text() == "Bring in 1"
    qtbot.mouseClick(roster.bring, Qt.MouseButton.LeftButton)
    assert "kim" not in roster.session.encounter.fighters
    assert "bold" not in roster.session.encounter.profiles
    assert "pack" in roster.session.encounter.groups


def test_the_stock_lends_its_profiles(roster, qtbot):
    roster.list.setCurrentRow(0)
    assert not roster.bring.isEnabled()
    tick(qtbot, roster, "Profiles", 0)
    qtbot.mouseClick(roster.bring, Qt.MouseButton.LeftButton)
    assert roster.session.encounter.profiles["crab"].name == "Crab"


def test_profiles_that_are_there_already_are_not_brought_in_without_a_word(roster, qtbot):
    roster.list.setCurrentRow(0)
    tick(qtbot, roster, "Profiles", 0)
    qtbot.mouseClick(roster.bring, Qt.MouseButton.LeftButton)
    roster.show()
    qtbot.waitExposed(roster)
    qtbot.mouseClick(roster.bring, Qt.MouseButton.LeftButton)
    assert roster.isVisible()
    assert roster.says.text() == "The encounter has these profiles already."
    assert len(roster.session.history) == 1


def test_a_file_that_cannot_be_read_says_why(roster, tmp_path):
    roster.open(tmp_path / "spoilt.yaml")
    assert roster.says.text().startswith("spoilt.yaml cannot be read: line")
