"""Profiles made, copied and changed; what one alone has otherwise."""

from dataclasses import fields

import pytest
from PySide6.QtCore import QPoint, Qt

from desktop.core.model import profile as profiles
from desktop.core.model.profile import Profile
from desktop.core.store.reading import read
from desktop.ui.dialogs.profile_editor import ProfileEditor
from desktop.ui.menus.fields.fold import Fold
from desktop.ui.session import Ref, Session
from tests.ui.panels.inspecting import YARD, choose, write

pytestmark = pytest.mark.qt_log_ignore("does not support (raise|grabbing)", extend=True)
STOCK = {"crab": Profile(id="crab", name="Crab", size="small")}


class Editing:
    def __init__(self, qtbot, what):
        self.qtbot = qtbot
        self.session = Session(read(YARD).encounter, stock=STOCK)
        self.dialog = ProfileEditor(self.session, what)
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(self.dialog)
        self.dialog.show()
        qtbot.waitExposed(self.dialog)

    @property
    def encounter(self):
        return self.session.encounter

    def tab(self, text):
        tabs = self.dialog.tabs
        index = next(i for i in range(tabs.count()) if tabs.tabText(i) == text)
        bar = tabs.tabBar()
        self.qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(index).center())

    def line(self, path):
        sheets = self.dialog.sheets
        if self.dialog.tabs.currentWidget() is self.dialog.attacks:
            sheets = [self.dialog.attacks.sheet]
        every = [line for sheet in sheets for line in sheet.lines]
        return next(line for line in every if line.row.field.objectName() == path)

    def field(self, path):
        return self.line(path).row.field

    def type(self, path, text):
        edit = self.field(path).edit
        write(self.qtbot, edit, text)
        self.qtbot.keyClick(edit, Qt.Key.Key_Return)

    def click(self, widget):
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)

    def save(self):
        self.click(self.dialog.keep)


@pytest.fixture
def editing(qtbot):
    return lambda what: Editing(qtbot, what)


def test_a_new_profile_needs_a_name_and_is_one_step(editing):
    it = editing("")
    it.save()
    assert it.dialog.isVisible()
    assert it.dialog.says.text() == "Give it a name."
    it.type("name", "Rat")
    choose(it.qtbot, it.field("size").box, "Tiny")
    it.tab("Imperium")
    it.type("imperium.wounds", "2+1")
    it.save()
    assert not it.dialog.isVisible()
    made = it.encounter.profiles["rat"]
    assert (made.label, made.size, made.imperium.wounds) == ("Rat", "tiny", 3)
    assert len(it.session.history) == 1


def test_a_hero_of_no_side_comes_to_the_heroes(editing):
    it = editing("")
    it.type("name", "Mira")
    choose(it.qtbot, it.field("role").box, "Hero")
    assert it.field("side").box.currentText().startswith("heroes")
    choose(it.qtbot, it.field("side").box, "foes")
    choose(it.qtbot, it.field("role").box, "Elite")
    choose(it.qtbot, it.field("role").box, "Hero")
    it.save()
    assert it.encounter.profiles["mira"].side == "foes"


def test_nothing_changes_before_it_is_saved(editing):
    it = editing("guard")
    it.type("name", "Watch")
    assert it.encounter.profiles["guard"].name == "Guard"
    it.save()
    assert it.encounter.profiles["guard"].name == "Watch"
    it.session.undo()
    assert it.encounter.profiles["guard"].name == "Guard"


def test_what_is_typed_last_is_saved_without_enter(editing):
    it = editing("guard")
    write(it.qtbot, it.field("name").edit, "Watch")
    it.qtbot.keyClick(it.field("name").edit, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert it.encounter.profiles["guard"].name == "Watch"


def test_enter_in_a_field_does_not_close_the_editor(editing):
    it = editing("guard")
    it.type("name", "Watch")
    assert it.dialog.isVisible()


def test_esc_drops_changes_only_when_pressed_twice(editing):
    it = editing("guard")
    it.type("name", "Watch")
    it.qtbot.keyClick(it.dialog, Qt.Key.Key_Escape)
    assert it.dialog.isVisible()
    assert "Esc again" in it.dialog.says.text()
    it.qtbot.keyClick(it.dialog, Qt.Key.Key_Escape)
    assert not it.dialog.isVisible()
    assert it.session.history == ()


def test_a_number_out_of_range_is_explained_and_keeps_it_open(editing):
    it = editing("guard")
    it.tab("Imperium")
    it.type("imperium.wounds", "2000")
    says = it.line("imperium.wounds").row.wrong.text()
    assert says == "Wounds must be at most 1000, not 2000."
    it.save()
    assert it.dialog.isVisible()
    assert it.dialog.says.text() == says


def test_armour_is_one_number_for_all_or_six(editing):
    it = editing("guard")
    it.tab("Imperium")
    armour = it.field("imperium.armour")
    write(it.qtbot, armour.every.edit, "3")
    it.qtbot.keyClick(armour.every.edit, Qt.Key.Key_Return)
    write(it.qtbot, armour.numbers["head"].edit, "3-1")
    it.qtbot.keyClick(armour.numbers["head"].edit, Qt.Key.Key_Return)
    it.save()
    armour = it.encounter.profiles["guard"].imperium.armour
    assert armour["head"] == 2
    assert {armour[place] for place in ("body", "left arm", "right leg")} == {3}


def test_skills_are_added_changed_and_taken_away(editing):
    it = editing("guard")
    it.tab("Imperium")
    skills = it.field("imperium.skills")
    it.click(skills.add)
    it.qtbot.waitUntil(skills.rows[2].key.edit.hasFocus)
    it.qtbot.keyClicks(skills.rows[2].key.edit, "tech")
    it.qtbot.keyClick(skills.rows[2].key.edit, Qt.Key.Key_Tab)
    write(it.qtbot, skills.rows[2].value.edit, "35")
    it.qtbot.keyClick(skills.rows[2].value.edit, Qt.Key.Key_Return)
    it.click(skills.rows[0].cross)
    it.save()
    assert it.encounter.profiles["guard"].imperium.skills == {"ranged": 30, "tech": 35}


def test_a_skill_without_a_total_is_asked_for_and_never_becomes_0(editing):
    it = editing("guard")
    it.tab("Imperium")
    skills = it.field("imperium.skills")
    before = dict(it.encounter.profiles["guard"].imperium.skills)
    it.click(skills.add)
    it.qtbot.waitUntil(skills.rows[2].key.edit.hasFocus)
    it.qtbot.keyClicks(skills.rows[2].key.edit, "tech")
    it.save()
    assert it.dialog.isVisible()
    assert it.dialog.says.text() == "tech has no number yet. Type it, or take the line away."
    assert it.encounter.profiles["guard"].imperium.skills == before
    it.click(skills.rows[2].cross)
    it.save()
    assert not it.dialog.isVisible()
    assert it.encounter.profiles["guard"].imperium.skills == before


def test_a_skill_whose_total_is_emptied_is_none(editing):
    it = editing("guard")
    it.tab("Imperium")
    skills = it.field("imperium.skills")
    name = skills.rows[0].name
    write(it.qtbot, skills.rows[0].value.edit, "")
    it.qtbot.keyClick(skills.rows[0].value.edit, Qt.Key.Key_Return)
    assert name not in it.dialog.draft.profile.imperium.skills


def test_attacks_are_made_copied_and_deleted(editing):
    it = editing("guard")
    it.tab("Attacks")
    page = it.dialog.attacks
    it.click(page.buttons["ranged"])
    it.type("name", "Long gun")
    it.type("damage", "4+3")
    it.type("magazine", "6")
    it.type("traits", "reliable, penetrating 2")
    it.click(page.buttons["copy"])
    it.type("name", "Old gun")
    page.list.setCurrentRow(0)
    assert it.field("name") is not None
    it.click(page.buttons["delete"])
    it.save()
    attacks = it.encounter.profiles["guard"].imperium.attacks
    assert [attack.label for attack in attacks.values()] == ["Long gun", "Old gun"]
    gun = attacks["gun"]
    assert (gun.kind, gun.range, gun.damage, gun.magazine) == ("ranged", "medium", 7, 6)
    assert gun.traits == ("reliable", "penetrating 2")


def test_other_books_have_their_figures(editing):
    it = editing("guard")
    it.tab("Squares")
    it.type("squares_figures.speed", "6")
    it.tab("Hive")
    it.type("hive.cool", "7")
    it.tab("Yards")
    it.type("yards.speed_yd", "5")
    it.save()
    guard = it.encounter.profiles["guard"]
    assert (guard.squares_figures.speed, guard.hive.cool, guard.yards.speed_yd) == (6, 7, 5)


def test_a_copy_gets_a_name_of_its_own(editing):
    it = editing("guard")
    it.click(it.dialog.copy)
    assert [each.label for each in it.encounter.profiles.values()] == ["Guard", "Guard 2"]
    assert it.encounter.profiles["guard 2"].imperium.wounds == 8


def test_one_of_the_stock_is_copied_in_when_saved(editing):
    it = editing("crab")
    it.type("name", "Big crab")
    it.save()
    assert it.encounter.profiles["crab"].name == "Big crab"
    assert STOCK["crab"].name == "Crab"


# This one only


def test_one_alone_differs_and_is_marked(editing):
    it = editing(Ref("fighter", "bo"))
    it.tab("Imperium")
    it.type("imperium.wounds", "12")
    row = it.line("imperium.wounds").row
    assert row.label.property("role") == "differs"
    it.save()
    assert it.encounter.fighters["bo"].own == Profile(imperium=profiles.ImperiumFigures(wounds=12))
    assert it.encounter.profiles["guard"].imperium.wounds == 8
    assert it.session.history == ("Change the figures of Bo alone",)


def test_a_difference_is_taken_back_by_its_arrow_and_all_by_a_button(editing):
    it = editing(Ref("fighter", "bo"))
    it.type("name", "Boss")
    it.tab("Imperium")
    it.type("imperium.wounds", "12")
    it.click(it.line("imperium.wounds").row._back)
    assert it.field("imperium.wounds").edit.text() == "8"
    it.click(it.dialog.back)
    assert it.dialog.draft.profile == it.dialog.draft.base
    it.save()
    assert it.encounter.fighters["bo"].own is None


def test_what_the_profile_has_cannot_be_taken_away_from_one(editing):
    it = editing(Ref("fighter", "bo"))
    it.tab("Attacks")
    it.click(it.dialog.attacks.buttons["delete"])
    it.save()
    assert it.dialog.isVisible()
    assert "cannot be taken away from one alone" in it.dialog.says.text()


def test_members_and_groups_have_differences_of_their_own(editing):
    it = editing(Ref("group", "dogs"))
    it.tab("Imperium")
    it.type("imperium.wounds", "5")
    it.save()
    assert it.encounter.groups["dogs"].own.imperium.wounds == 5
    it = editing(Ref("fighter", "dogs/B"))
    it.tab("Imperium")
    it.type("imperium.wounds", "6")
    it.save()
    assert it.encounter.groups["dogs"].members["B"].own.imperium.wounds == 6


# Reaching everything


@pytest.mark.parametrize(
    ("cls", "prefix"),
    [
        (profiles.Profile, ""), (profiles.ImperiumFigures, "imperium."),
        (profiles.SquaresFigures, "squares_figures."), (profiles.HiveFigures, "hive."),
        (profiles.YardsFigures, "yards."), (profiles.Flight, "flies."),
    ],
)  # fmt: skip
def test_every_figure_can_be_reached(editing, cls, prefix):
    it = editing("guard")
    paths = {line.row.field.objectName() for sheet in it.dialog.sheets for line in sheet.lines}
    wanted = {f"{prefix}{item.name}" for item in fields(cls)} - {"id", "imperium.attacks"}
    wanted -= {"imperium.powers", "imperium", "squares_figures", "hive", "yards", "flies"}
    assert wanted <= paths


def test_everything_of_an_attack_can_be_reached(editing):
    it = editing("guard")
    it.tab("Attacks")
    sheet = it.dialog.attacks.sheet
    it.click(sheet.findChild(Fold).button)
    paths = {line.row.field.objectName() for line in sheet.lines}
    assert paths == {item.name for item in fields(profiles.Attack)} - {"id"}
    box = it.field("natural").box
    it.qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(7, box.height() // 2))
    it.save()
    assert it.encounter.profiles["guard"].imperium.attacks["club"].natural is True


def test_a_power_is_made_and_everything_of_it_can_be_reached(editing):
    it = editing("guard")
    it.tab("Powers")
    it.click(it.dialog.powers.buttons["power"])
    sheet = it.dialog.powers.sheet
    it.click(sheet.findChild(Fold).button)
    paths = {line.row.field.objectName() for line in sheet.lines}
    assert paths == {item.name for item in fields(profiles.Power)} - {"id"}
    write(it.qtbot, sheet.field("rating").edit, "3")
    it.save()
    (made,) = it.encounter.profiles["guard"].imperium.powers.values()
    assert (made.rating, made.difficulty, made.skill) == (3, 0, "")


@pytest.mark.rule("IM-SKILLS-02")
def test_a_skill_is_typed_as_advances_over_what_it_builds_on(editing):
    it = editing(Ref("fighter", "ada"))
    it.tab("Imperium")
    skills = it.field("imperium.skills")
    it.click(skills.add)
    row = skills.rows[-1]
    it.qtbot.waitUntil(row.key.edit.hasFocus)
    it.qtbot.keyClicks(row.key.edit, "melee (brawling)")
    it.qtbot.keyClick(row.key.edit, Qt.Key.Key_Tab)
    write(it.qtbot, row.value.edit, "+2")
    it.qtbot.keyClick(row.value.edit, Qt.Key.Key_Return)
    assert it.dialog.draft.profile.imperium.skills["melee (brawling)"] == 40 + 10
    write(it.qtbot, skills.rows[0].value.edit, "+1")
    it.qtbot.keyClick(skills.rows[0].value.edit, Qt.Key.Key_Return)
    assert "Type the total" in it.line("imperium.skills").row.wrong.text()
