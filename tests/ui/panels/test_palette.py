"""The palette: a page a tool, every choice by hand and by key, and it follows hand and board."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from desktop.core import play
from desktop.core.model.words import TRAIT_FAMILIES
from desktop.core.rules.actions import Change
from desktop.core.store import places
from desktop.ui.fight import Fight
from desktop.ui.menus.hand import Hand
from desktop.ui.panels.palette import Palette
from desktop.ui.panels.palette.palette import PAGES
from desktop.ui.session import Ref
from desktop.ui.tools import TOOLS
from tests.ui.panels.opened import opened, show
from tests.ui.tools.hands import Hands

LEFT = Qt.MouseButton.LeftButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


class Painter:
    """A palette, and hands on it."""

    def __init__(self, qtbot, tool, session=None, *, width=180, height=640):
        self.session = session or opened()
        self.hand = Hand()
        self.wanted, self.titles, self.told = [], [], []
        self.session.told.connect(self.told.append)
        self.hand.take(tool)
        self.panel = Palette(self.session, self.hand)
        self.panel.wants.connect(lambda *both: self.wanted.append(both))
        self.panel.title_changed.connect(self.titles.append)
        show(qtbot, self.panel, width=width, height=height)

    @property
    def page(self):
        return self.panel.page

    @property
    def board(self):
        return self.session.encounter.board

    def words(self, zone):
        return [trait.word for trait in self.board.zones[zone].traits]

    def press(self, cells, value, held=NONE):
        QTest.mouseClick(cells, LEFT, held, cells.box_of(value).center())

    def pick(self, kinds, value):
        """Click a kind of a list."""
        row = next(i for i, line in enumerate(kinds.lines) if line.value == value)
        box = kinds.visualItemRect(kinds.item(row))
        QTest.mouseClick(kinds.viewport(), LEFT, NONE, box.center())

    def click(self, button):
        QTest.mouseClick(button, LEFT)

    def choice(self, name, unsaid=""):
        return self.hand.choice(name, unsaid)


@pytest.fixture
def painter(qtbot):
    def make(tool, **more):
        return Painter(qtbot, tool, **more)

    return make


# The panel


def test_every_tool_has_its_page_and_title_and_the_others_fold_it_away(painter):
    it = painter("zone")
    assert it.titles == ["Zone"]
    for tool in TOOLS:
        assert it.panel.folds(tool) is (tool not in PAGES)
    for tool in PAGES:
        it.hand.take(tool)
        assert it.page.objectName() == f"palette.{tool}"
        assert it.page.isVisible()
    assert it.titles[1:] == [PAGES[tool][2] for tool in list(PAGES)[1:]]
    assert [it.panel.folds(tool) for tool in ("select", "hand", "measure")] == [True] * 3


@pytest.mark.parametrize("tool", list(PAGES))
@pytest.mark.parametrize("width", [180, 232])
def test_no_page_is_wider_than_the_palette(painter, tool, width):
    it = painter(tool, width=width)
    it.session.select([Ref("zone", "yard"), Ref("zone", "shed")])
    assert it.page.width() <= width
    assert it.page.minimumSizeHint().width() <= width


@pytest.mark.parametrize("tool", list(PAGES))
def test_everything_on_a_page_can_be_reached_by_tab(painter, tool):
    it = painter(tool)
    for button in it.page.findChildren(QPushButton):
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus


# Zone, wall, feature


def test_the_zone_page_chooses_shape_and_splitting(painter):
    it = painter("zone")
    it.press(it.page.shape, "outline")
    assert it.choice("zone.shape") == "outline"
    it.press(it.page.doing, "split")
    assert it.choice("zone.op") == "split"
    assert not it.page.shape.isEnabled()
    it.hand.choose("zone.op", "draw")
    assert it.page.doing.value == "draw"
    assert it.page.shape.isEnabled()


def test_merging_is_asked_of_the_window_for_two_zones(painter):
    it = painter("zone")
    assert not it.page.merge.isEnabled()
    it.session.select([Ref("zone", "yard"), Ref("zone", "shed")])
    assert it.page.merge.text() == "Merge 2"
    it.click(it.page.merge)
    assert it.wanted == [("edit.merge", None)]


def test_cells_are_chosen_with_arrows_and_space(painter):
    it = painter("zone")
    cells = it.page.shape
    cells.setFocus()
    QTest.keyClick(cells, Qt.Key.Key_Right)
    assert it.choice("zone.shape", "rectangle") == "rectangle"
    QTest.keyClick(cells, Qt.Key.Key_Space)
    assert it.choice("zone.shape") == "outline"


def test_the_wall_page_chooses_kind_and_state_of_doors(painter):
    it = painter("wall")
    assert not it.page.state.isEnabled()
    it.pick(it.page.kinds, "grille")
    assert it.choice("wall.kind") == "grille"
    it.press(it.page.state, "locked")
    assert it.choice("wall.state") == "locked"
    it.hand.choose("wall.kind", "window")
    assert it.page.kinds.lines[it.page.kinds.currentRow()].value == "window"


def test_the_feature_page_chooses_with_the_arrows_too(painter):
    it = painter("feature")
    kinds = it.page.kinds
    kinds.setFocus()
    QTest.keyClick(kinds, Qt.Key.Key_Down)
    assert it.choice("feature.kind") == "stairs"
    it.pick(kinds, "lift")
    assert it.choice("feature.kind") == "lift"


# Link


def test_the_link_page_chooses_and_changes_the_selected_links_in_one_step(painter):
    it = painter("link")
    it.pick(it.page.kinds, "ladder")
    assert it.choice("link.kind") == "ladder"
    assert it.session.history == ()
    it.session.select([Ref("link", "yard-shed")])
    it.pick(it.page.kinds, "barrier")
    assert it.board.links["yard-shed"].kind == "barrier"
    assert len(it.session.history) == 1
    it.click(it.page.accept)
    assert it.wanted == [("link.accept_all", None)]


# Traits


def test_a_grade_goes_on_the_brush_and_again_puts_it_down(painter):
    it = painter("traits")
    cover = it.page.rows["Cover"]
    it.press(cover, "medium cover")
    assert it.choice("traits.word") == "medium cover"
    assert cover.brush == {"medium cover"}
    assert [chip.text for chip in it.page.brush.chips] == ["medium cover"]
    assert it.session.history == ()
    it.press(cover, "medium cover")
    assert it.choice("traits.word", "x") == ""


def test_with_zones_selected_a_grade_is_laid_on_them_in_one_step(painter):
    it = painter("traits")
    it.session.select([Ref("zone", "yard"), Ref("zone", "shed")])
    it.press(it.page.rows["Cover"], "light cover")
    assert it.words("yard") == ["minor hazard", "light cover"]
    assert it.words("shed") == ["light cover"]
    it.press(it.page.rows["Cover"], "heavy cover", SHIFT)
    assert "light cover" in it.words("yard")
    assert "heavy cover" in it.words("yard")
    it.press(it.page.rows["Cover"], "")
    assert it.words("yard") == ["minor hazard"]
    assert it.words("shed") == []
    assert len(it.session.history) == 3
    it.session.undo()
    assert "light cover" in it.words("shed")


def test_it_shows_what_all_and_what_some_selected_zones_have(painter):
    it = painter("traits")
    it.session.select([Ref("zone", "yard"), Ref("zone", "crypt")])
    every, some, is_asked = it.page.rows["Hazard"].laid
    assert (every, is_asked) == (frozenset(), True)
    assert "minor hazard" in some
    it.session.select([Ref("zone", "yard")])
    assert "minor hazard" in it.page.rows["Hazard"].laid[0]
    it.session.select([])
    assert it.page.rows["Hazard"].laid == (frozenset(), frozenset(), False)


def test_a_style_picked_up_stands_on_the_brush_until_it_is_put_down(painter):
    it = painter("traits")
    it.hand.choose("traits.picked", ("dark", "light cover"))
    assert [chip.text for chip in it.page.brush.chips] == ["dark", "light cover"]
    assert it.page.rows["Light"].brush >= {"dark"}
    it.click(it.page.brush.chips[0].cross)
    assert it.choice("traits.picked", ()) == ()
    assert it.page.brush.chips == []
    it.session.select([Ref("zone", "yard")])
    it.click(it.page.pick_up)
    assert it.wanted == [("board.pick_up", None)]


def test_the_weather_is_the_boards_own(painter):
    it = painter("traits")
    it.page.menu.aboutToShow.emit()
    offered = [action for action in it.page.menu.actions() if action.text()]
    known = [word for words in TRAIT_FAMILIES.values() for word in words]
    assert [action.text() for action in offered] == known
    next(action for action in offered if action.text() == "dark").trigger()
    assert [trait.word for trait in it.board.traits] == ["dark"]
    chip = it.page.weather.chips[0]
    assert chip.text == "dark"
    it.click(chip.cross)
    assert it.board.traits == ()
    assert it.page.weather.chips == []


def test_a_trait_of_the_gms_own_is_described_and_painted(painter):
    it = painter("traits")
    it.click(it.page.making.opener)
    name, says = it.page.making.fields
    QTest.keyClicks(name, "ankle-deep")
    QTest.keyClicks(says, "Wet")
    QTest.keyClick(says, Qt.Key.Key_Return)
    assert it.session.encounter.traits["ankle-deep"].says == "Wet"
    assert it.choice("traits.word") == "ankle-deep"
    it.session.select([Ref("zone", "shed")])
    it.press(it.page.rows["ankle-deep"], "ankle-deep")
    assert it.words("shed") == ["ankle-deep"]
    it.session.undo()
    it.session.undo()
    assert "ankle-deep" not in it.page.rows


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Return])
def test_a_trait_without_a_name_is_not_made(painter, key):
    it = painter("traits")
    it.click(it.page.making.opener)
    QTest.keyClick(it.page.making.fields[0], key)
    assert it.session.history == ()


def test_in_play_the_fights_board_is_changed_and_never_the_document(painter):
    it = painter("traits")
    there = it.session.encounter
    fight = Fight(play.rulebook(there), play.begin(there, stock=it.session.stock), it.session)
    it.session.set_fight(fight)
    it.session.set_mode("play")
    it.session.select([Ref("zone", "shed")])
    it.press(it.page.rows["Light"], "dark")
    assert [t.word for t in fight.state.encounter.board.zones["shed"].traits] == ["dark"]
    assert isinstance(fight.combat.steps[-1].action, Change)
    assert it.page.rows["Light"].laid[0] == {"dark"}
    assert it.words("shed") == []
    fight.undo()
    assert it.page.rows["Light"].laid[0] == set()


# Terrain


def test_the_terrain_page_chooses_shape_size_layer_and_kind(painter):
    it = painter("terrain")
    it.press(it.page.shape, "box")
    assert it.choice("terrain.shape") == "box"
    assert not it.page.more.isEnabled()
    it.press(it.page.shape, "brush")
    it.click(it.page.more)
    it.click(it.page.more)
    assert it.choice("terrain.size", 1) == 3
    it.hand.choose("terrain.size", 15)
    assert it.page.size_says.text() == "15"
    assert not it.page.more.isEnabled()
    it.press(it.page.layer, "field")
    assert it.choice("terrain.layer") == "field"
    it.pick(it.page.kinds, "rubble")
    assert it.choice("terrain.kind") == "rubble"
    it.pick(it.page.kinds, "")
    assert it.choice("terrain.kind", "x") == ""


def test_a_kind_of_the_gms_own_is_described_and_taken_in_hand(painter):
    it = painter("terrain")
    it.click(it.page.making.opener)
    next(each for each in it.page.menu.actions() if each.text() == "damaging").trigger()
    assert it.page.qualities.text() == "damaging"
    QTest.keyClicks(it.page.making.fields[0], "broken glass")
    QTest.keyClick(it.page.making.fields[0], Qt.Key.Key_Return)
    assert it.board.kinds["broken glass"].qualities == ("damaging",)
    assert it.choice("terrain.kind") == "broken glass"
    assert it.page.kinds.lines[-1].value == "broken glass"


# Fighter


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
    from desktop.ui.tools.drops import Drops

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
    hands.click((10.5, 2.5))
    assert list(hands.encounter.groups.values())[-1].count == 3


# Picture


def test_the_picture_page_asks_for_a_file_while_there_is_none(painter):
    it = painter("picture")
    assert it.page.file.text() == "No picture yet"
    assert not it.page.fit.isEnabled()
    it.click(it.page.choose)
    assert it.wanted == [("picture.choose", Ref("picture", "ground"))]


def hung(painter):
    session = opened()
    session.edit("set_background", level="ground", picture={"file": "map.png", "at": [1, 2]})
    return painter("picture", session=session)


def typed(field, text):
    field.edit.setFocus()
    field.edit.selectAll()
    QTest.keyClicks(field.edit, text)
    QTest.keyClick(field.edit, Qt.Key.Key_Return)


def test_numbers_take_fractions_and_sums(painter):
    it = hung(painter)
    fields = it.page.fields
    typed(fields["left"], "-0.5")
    typed(fields["width"], "24 + 1.6")
    typed(fields["faded"], "40")
    picture = it.board.levels["ground"].background
    assert (picture.at, picture.width, picture.faded) == ((-0.5, 2), 25.6, 0.4)
    it.press(it.page.turn, "1")
    assert it.board.levels["ground"].background.turned == 1
    assert len(it.session.history) == 5


def test_a_number_that_will_not_do_is_refused_with_the_reason(painter):
    it = hung(painter)
    typed(it.page.fields["faded"], "140")
    assert it.board.levels["ground"].background.faded == 0
    assert it.told[-1] != ""
    assert it.page.fields["faded"].edit.text() == "0"


def test_moving_and_aligning_and_what_the_window_does(painter):
    it = hung(painter)
    it.press(it.page.doing, "align")
    assert it.choice("picture.op") == "align"
    assert it.page.align_hint.isVisible()
    it.click(it.page.fit)
    it.click(it.page.players)
    assert it.wanted == [("picture.fit_board", None), ("picture.players", "ground")]
    it.click(it.page.off)
    assert it.board.levels["ground"].background is None
    assert it.page.file.text() == "No picture yet"


def test_players_may_have_a_picture_of_their_own_and_the_same_again(painter):
    it = hung(painter)
    assert not it.page.same.isVisible()
    it.session.edit(
        "set_background", level="ground", picture={"file": "theirs.png"}, players=True
    )  # fmt: skip
    assert it.page.players_file.text() == "theirs.png"
    it.click(it.page.same)
    assert it.board.levels["ground"].players_background is None


def test_it_follows_the_level_in_view(painter):
    it = hung(painter)
    it.session.edit("add_level", name="Loft", height=4)
    loft = next(each for each in it.board.levels if each != "ground")
    it.session.show_level(loft)
    assert it.page.file.text() == "No picture yet"
    it.session.show_level("ground")
    assert it.page.file.text() == "map.png"
