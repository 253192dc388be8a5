"""The palette of fighters: profiles found, armed, dragged and placed, also out of rosters."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.core.store import places
from desktop.ui.panels.palette import Palette
from desktop.ui.tools.drops import Drops
from tests.ui.panels.opened import opened, show
from tests.ui.panels.painter import LEFT, NONE
from tests.ui.tools.hands import Hands


def names(it):
    return [line.text for line in it.page.profiles.lines if line.profile is not None]


def test_profiles_are_those_of_the_encounter_then_the_stock(painter):
    it = painter("fighter")
    headings = [line.text for line in it.page.profiles.lines if line.is_heading]
    assert headings == ["This encounter", "Stock"]
    assert names(it)[0] == "Guard"
    assert "Warden" in names(it)


def test_typing_finds_and_enter_arms_and_gives_the_keys_to_the_board(painter):
    it = painter("fighter")
    field = it.page.finding
    QTest.keyClicks(field, "hero carb")
    assert names(it) == ["Warden"]
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert it.choice("fighter.profile") == "warden"
    assert it.wanted == [("view.escape", None)]
    assert it.page.profiles.in_hand.label == "Warden"
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == ""
    assert len(names(it)) > 5


def test_arrows_in_the_field_go_through_what_was_found(painter):
    it = painter("fighter")
    field = it.page.finding
    QTest.keyClick(field, Qt.Key.Key_Down)
    QTest.keyClick(field, Qt.Key.Key_Down)
    QTest.keyClick(field, Qt.Key.Key_Up)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert it.choice("fighter.profile") == names_ids(it)[1]


def names_ids(it):
    return [line.profile.id for line in it.page.profiles.lines if line.profile is not None]


def test_a_click_arms_a_profile(painter):
    it = painter("fighter")
    rows = it.page.profiles
    at = next(i for i, line in enumerate(rows.lines) if line.text == "Guard")
    QTest.mouseClick(rows.viewport(), LEFT, NONE, rows.visualItemRect(rows.item(at)).center())
    assert it.choice("fighter.profile") == "guard"


def test_side_number_and_group_are_chosen(painter):
    it = painter("fighter")
    it.page.side.setFocus()
    QTest.keyClick(it.page.side, Qt.Key.Key_Down)
    assert it.choice("fighter.side") == "heroes"
    it.page.number.edit.selectAll()
    QTest.keyClicks(it.page.number.edit, "2+3")
    QTest.keyClick(it.page.number.edit, Qt.Key.Key_Return)
    assert it.choice("fighter.count", 1) == 5
    it.page.number.edit.selectAll()
    QTest.keyClicks(it.page.number.edit, "500")
    QTest.keyClick(it.page.number.edit, Qt.Key.Key_Return)
    assert it.choice("fighter.count", 1) == 5
    assert it.told[-1] == "From 1 to 99 can be placed at once."
    it.click(it.page.group)
    assert it.choice("fighter.group", False) is True


def test_new_edit_and_copy(painter):
    it = painter("fighter")
    assert not it.page.edit.isEnabled()
    it.click(it.page.new)
    it.hand.choose("fighter.profile", "guard")
    it.click(it.page.edit)
    assert it.wanted == [("profile.new", None), ("profile.edit", "guard")]
    it.click(it.page.copy)
    made = it.choice("fighter.profile")
    assert made != "guard"
    assert it.session.encounter.profiles[made].imperium.wounds == 8
    it.hand.choose("fighter.profile", "warden")
    it.click(it.page.copy)
    assert it.session.encounter.profiles[it.choice("fighter.profile")].label == "Warden 2"


def test_a_profile_that_was_just_made_is_armed_in_view(painter):
    it = painter("fighter")
    rows = it.page.profiles
    rows.resize(180, 150)
    rows.scrollToBottom()
    it.session.edit("add_profile", name="Aaron")
    it.hand.choose("fighter.profile", "aaron")
    line = next(i for i, each in enumerate(rows.lines) if each.text == "Aaron")
    assert rows.currentRow() == line
    assert rows.viewport().rect().contains(rows.visualItemRect(rows.item(line)).center())


GANG = """\
format: 1
name: Low Lamps
profiles:
  lookout: {name: Lookout, side: lamps, imperium: {wounds: 6}}
  warden: {name: False warden, imperium: {wounds: 5}}
fighters:
  nix: {name: Nix, profile: lookout}
"""


def test_rosters_are_searched_too_and_their_people_can_be_brought_in(painter, qtbot):
    path = places.rosters_folder() / "gang.yaml"
    path.write_text(GANG, encoding="utf-8")
    (places.rosters_folder() / "torn.yaml").write_text("format: [", encoding="utf-8")
    it = painter("fighter")
    rows = it.page.profiles
    qtbot.waitUntil(lambda: any(line.text == "Low Lamps" for line in rows.lines))
    assert any(line.text == "torn cannot be read" for line in rows.lines)
    bring = next(i for i, line in enumerate(rows.lines) if line.roster)
    assert rows.lines[bring].text == "Bring in 1 fighter"
    QTest.mouseClick(rows.viewport(), LEFT, NONE, rows.visualItemRect(rows.item(bring)).center())
    assert it.wanted == [("roster.bring", str(path))]
    QTest.keyClicks(it.page.finding, "lamps")
    assert names(it) == ["Lookout", "False warden"]


def test_a_profile_of_a_roster_is_placed_though_the_stock_has_its_name(qtbot):
    path = places.rosters_folder() / "gang.yaml"
    path.write_text(GANG, encoding="utf-8")
    hands = Hands(qtbot, opened().encounter, "fighter", stock=opened().stock)
    hands.hand.take("fighter")
    panel = Palette(hands.session, hands.hand)
    show(qtbot, panel, width=232, height=600)
    page = panel.page
    qtbot.waitUntil(lambda: any(line.text == "Low Lamps" for line in page.profiles.lines))
    QTest.keyClicks(page.finding, "false")
    QTest.keyClick(page.finding, Qt.Key.Key_Return)
    hands.click((10.5, 2.5))
    made = list(hands.encounter.fighters.values())[-1]
    assert hands.encounter.profiles[made.profile].label == "False warden"
    page.finding.clear()
    QTest.keyClicks(page.finding, "lookout")
    QTest.keyClick(page.finding, Qt.Key.Key_Return)
    hands.click((12.5, 2.5))
    assert list(hands.encounter.profiles)[-1] == "lookout"
    assert hands.encounter.profiles["lookout"].side is None  # nobody here is of the lamps


def test_what_is_dragged_from_the_palette_is_dropped_on_the_board(qtbot):
    hands = Hands(qtbot, opened().encounter, "fighter", stock=opened().stock)
    drops = Drops(hands.canvas, hands.session, hands.hand, hands.canvas)
    hands.hand.take("fighter")
    panel = Palette(hands.session, hands.hand)
    show(qtbot, panel, width=232, height=600)
    rows = panel.page.profiles
    line = next(line for line in rows.lines if line.text == "Marksman")
    mime = rows.mime_of(line)
    hands.drop(mime, (9.5, 4.5))
    made = list(hands.encounter.fighters.values())[-1]
    assert made.profile == line.profile.id
    assert made.at == (9, 4)
    assert drops.parent() is hands.canvas


def test_a_number_stamps_so_many_at_once(qtbot):
    hands = Hands(qtbot, opened().encounter, "fighter", fighter_profile="guard", fighter_count=3)
    before = len(hands.encounter.fighters)
    hands.click((10.5, 2.5))
    assert len(hands.encounter.fighters) == before + 3


def test_no_row_moves_under_the_pointer_when_another_is_placed(qtbot):
    hands = Hands(qtbot, opened().encounter, "fighter", stock=opened().stock)
    hands.hand.take("fighter")
    panel = Palette(hands.session, hands.hand)
    show(qtbot, panel, width=232, height=600)
    rows = panel.page.profiles
    qtbot.wait(20)  # rosters are looked for once the page stands there

    def middle(name):
        at = next(row for row, line in enumerate(rows.lines) if line.text == name)
        return rows.visualItemRect(rows.item(at)).center()

    where = [(middle("Warden"), (10.5, 4.5)), (middle("Hero"), (12.5, 4.5))]
    where.sort(key=lambda each: -each[0].y())
    told = [rows.itemAt(at).text() for at, _ in where]
    for at, square in where:
        QTest.mouseClick(rows.viewport(), LEFT, NONE, at)
        hands.click(square)
    made = [each.profile for each in hands.encounter.fighters.values()][-2:]
    assert [hands.encounter.profiles[each].label for each in made] == told
    panel.hide()
    panel.show()
    qtbot.waitUntil(lambda: rows.lines[2].text == told[0])
    assert [line.text for line in rows.lines[:4]] == ["This encounter", "Guard", *told]
