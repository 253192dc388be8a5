"""The inspector: what is selected, one or several, shown and changed by mouse and keys."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from desktop.core.model.board import Trait
from desktop.core.model.words import Square
from desktop.ui.session import Ref
from tests.ui.panels.inspecting import Desk, choose, wheel, write

pytestmark = pytest.mark.qt_log_ignore("does not support (raise|grabbing)", extend=True)
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def desk(qtbot):
    return Desk(qtbot)


def trait_words(desk, zone):
    return [trait.word for trait in desk.encounter.board.zones[zone].traits]


# What is shown


def test_nothing_selected_shows_the_encounter(desk):
    assert desk.panel.kind.text() == "ENCOUNTER"
    assert desk.field("name").edit.text() == "Yard"
    assert desk.field("notes").edit.toPlainText() == "Nobody is here."
    assert desk.field("goal.by_round").edit.text() == "4"


@pytest.mark.parametrize(
    ("ref", "kind", "who"),
    [
        (("zone", "shed"), "ZONE", "shed"),
        (("link", "yard-shed"), "LINK", "Yard – Shed, id yard-shed"),
        (("wall", "0"), "WALL", ""),
        (("door", "gate"), "DOOR", "gate"),
        (("feature", "valve"), "FEATURE", "valve"),
        (("piece", "0"), "FIELD", ""),
        (("piece", "1"), "CLOUD", ""),
        (("fighter", "bo"), "FIGHTER", "bo"),
        (("group", "dogs"), "GROUP", "Dog, id dogs"),
        (("fighter", "dogs/B"), "GROUP MEMBER", "dogs/B"),
        (("level", "roof"), "LEVEL", "roof"),
        (("picture", "roof"), "LEVEL", "roof"),
    ],
)
def test_every_kind_of_thing_has_its_page(desk, ref, kind, who):
    desk.select(ref)
    assert (desk.panel.kind.text(), desk.panel.who.text()) == (kind, who)
    assert desk.page.isVisible()


def test_several_show_what_they_share_and_say_where_they_differ(desk):
    desk.select(("zone", "yard"), ("zone", "shed"))
    assert desk.panel.kind.text() == "2 ZONES"
    assert desk.field("name").edit.text() == ""
    assert desk.field("name").edit.placeholderText() == "several"
    assert desk.field("exit").box.checkState() == Qt.CheckState.PartiallyChecked
    assert desk.field("start").box.currentIndex() == -1
    assert desk.field("start").box.placeholderText() == "several"
    chips = {chip.text: bool(chip.property("faint")) for chip in desk.field("traits").chips.chips}
    assert chips == {"light cover": False, "dark 1/2": True}


def test_things_of_several_kinds_show_what_all_have_and_can_be_narrowed(desk):
    desk.select(("zone", "yard"), ("fighter", "ada"), ("fighter", "bo"))
    assert desk.panel.kind.text() == "3 THINGS"
    desk.type("tags", "first, wave")
    assert desk.encounter.fighters["ada"].tags == ("first", "wave")
    assert desk.encounter.board.zones["yard"].tags == ("first", "wave")
    assert len(desk.session.history) == 1
    desk.click(desk.field("kinds").rows[1].button)
    assert desk.session.selection == (Ref("fighter", "ada"), Ref("fighter", "bo"))
    assert desk.panel.kind.text() == "2 FIGHTERS"


# One gesture, one step


def test_enter_commits_one_step_with_its_name(desk):
    desk.select(("zone", "yard"))
    desk.type("name", "Court")
    assert desk.encounter.board.zones["yard"].name == "Court"
    assert desk.session.history == ("Change the name of Yard",)
    desk.session.undo()
    assert desk.field("name").edit.text() == "Yard"


def test_tab_and_leaving_commit_too(desk, qtbot):
    desk.select(("zone", "yard"))
    desk.type("seen_as", "A court", Qt.Key.Key_Tab)
    assert desk.encounter.board.zones["yard"].seen_as == "A court"
    write(qtbot, desk.field("name").edit, "Court")
    desk.select(("zone", "shed"))
    assert desk.encounter.board.zones["yard"].name == "Court"
    assert desk.encounter.board.zones["shed"].name == "Shed"
    assert desk.field("name").edit.text() == "Shed"


def test_esc_brings_the_old_text_back_and_changes_nothing(desk, qtbot):
    desk.select(("zone", "yard"))
    edit = desk.field("name").edit
    write(qtbot, edit, "Wrong")
    qtbot.keyClick(edit, Qt.Key.Key_Escape)
    assert edit.text() == "Yard"
    assert desk.session.history == ()


def test_a_name_that_is_the_id_is_not_written_down(desk):
    desk.select(("zone", "yard"))
    desk.type("name", "yard")
    assert desk.encounter.board.zones["yard"].name == ""


def test_several_are_set_in_one_step(desk):
    desk.select(("zone", "yard"), ("zone", "shed"))
    desk.tick("exit")
    assert [desk.encounter.board.zones[z].exit for z in ("yard", "shed")] == [True, True]
    desk.choose("start", "The gang")
    assert {desk.encounter.board.zones[z].start for z in ("yard", "shed")} == {"gang"}
    assert len(desk.session.history) == 2
    desk.session.undo()
    assert desk.field("start").box.currentIndex() == -1


def test_notes_commit_by_ctrl_enter_and_by_leaving(desk, qtbot):
    desk.select(("zone", "yard"))
    edit = desk.field("notes").edit
    edit.setFocus()
    qtbot.keyClicks(edit, "A trap")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    qtbot.keyClicks(edit, "door")
    assert desk.session.history == ()
    qtbot.keyClick(edit, Qt.Key.Key_Return, CTRL)
    assert desk.encounter.board.zones["yard"].notes == "A trap\ndoor"
    qtbot.keyClicks(edit, "!")
    qtbot.keyClick(edit, Qt.Key.Key_Tab)
    assert desk.encounter.board.zones["yard"].notes == "A trap\ndoor!"


def test_what_is_being_typed_survives_a_change_of_something_else(desk, qtbot):
    desk.select(("zone", "yard"))
    edit = desk.field("name").edit
    write(qtbot, edit, "Cou")
    desk.session.edit("set_field", kind="zone", id="shed", field="exit", value=True)
    assert edit.text() == "Cou"
    qtbot.keyClicks(edit, "rt")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert desk.encounter.board.zones["yard"].name == "Court"


def test_something_deleted_while_its_name_is_typed_leaves_no_trace(desk, qtbot):
    desk.select(("feature", "lift"))
    write(qtbot, desk.field("name").edit, "Cage")
    desk.session.edit("remove", things=[["feature", "lift"]])
    assert desk.panel.kind.text() == "ENCOUNTER"
    assert desk.session.history == ("Delete lift",)


# Numbers and refusals


@pytest.mark.parametrize(("typed", "value"), [("3+4", 7), ("2*(5-1)", 8), ("12", 12), ("", None)])
def test_numbers_take_sums(desk, typed, value):
    desk.select(("door", "gate"))
    desk.type("toughness", "40")
    desk.type("toughness", typed)
    assert desk.encounter.board.doors["gate"].toughness == value
    assert desk.field("toughness").edit.text() == ("" if value is None else str(value))


def test_usual_numbers_are_offered_by_name(desk):
    desk.select(("door", "gate"))
    usual = {line.text(): line for line in desk.field("toughness").presets.menu().actions()}
    usual["House door\t40"].trigger()
    assert desk.encounter.board.doors["gate"].toughness == 40
    assert desk.field("toughness").edit.text() == "40"


def test_what_is_no_number_is_explained_below_the_field(desk, qtbot):
    desk.select(("door", "gate"))
    desk.type("toughness", "3+")
    row = desk.row("toughness")
    assert row.wrong.isVisible()
    assert row.wrong.text() == "Type a number, or a sum like 3 + 4."
    assert desk.field("toughness").edit.property("wrong") is True
    qtbot.keyClick(desk.field("toughness").edit, Qt.Key.Key_Escape)
    assert not row.wrong.isVisible()
    assert desk.session.history == ()


def test_a_refused_value_keeps_what_was_typed_and_says_why(desk, qtbot):
    desk.select(("door", "gate"))
    desk.type("toughness", "-5")
    assert desk.row("toughness").wrong.text() == "Toughness must be at least 0, not -5."
    assert desk.field("toughness").edit.text() == "-5"
    desk.type("toughness", "5")
    assert not desk.row("toughness").wrong.isVisible()
    assert desk.encounter.board.doors["gate"].toughness == 5


def test_the_wheel_changes_no_field_and_scrolls_the_panel(desk):
    desk.panel.resize(264, 300)
    desk.select(("zone", "yard"))
    QApplication.processEvents()
    before = desk.encounter
    desk.field("start").box.setFocus()
    bar = desk.panel.area.verticalScrollBar()
    for widget in (desk.field("start").box, desk.field("exit").box, desk.field("name").edit):
        bar.setValue(0)
        wheel(widget)
        assert bar.value() > 0
    assert desk.encounter is before


def test_pictures_of_a_narrow_panel_are_never_wider_than_it(desk):
    for ref in (("zone", "shed"), ("link", "yard-shed"), ("feature", "valve"), ("group", "dogs")):
        desk.select(ref)
        desk.unfold()
        QApplication.processEvents()
        assert desk.page.minimumSizeHint().width() <= desk.panel.area.viewport().width(), ref


# Zones


def test_a_trait_is_added_from_the_menu_and_replaces_its_family(desk, qtbot):
    desk.select(("zone", "yard"), ("zone", "shed"))
    field = desk.field("traits")
    field.menu.popup(field.mapToGlobal(field.rect().center()))
    heavy = next(action for action in field.menu.actions() if action.text() == "Heavy cover")
    qtbot.mouseClick(
        field.menu, Qt.MouseButton.LeftButton, pos=field.menu.actionGeometry(heavy).center()
    )
    assert trait_words(desk, "yard") == ["heavy cover"]
    assert trait_words(desk, "shed") == ["heavy cover", "dark"]
    assert len(desk.session.history) == 1


def test_a_cross_takes_a_trait_off_wherever_it_lies(desk):
    desk.select(("zone", "yard"), ("zone", "shed"))
    desk.click(desk.field("traits").chips.chips[1].cross)
    assert trait_words(desk, "shed") == ["light cover"]
    assert trait_words(desk, "yard") == ["light cover"]


def test_a_faint_trait_is_laid_on_all_by_a_click(desk):
    desk.select(("zone", "yard"), ("zone", "shed"))
    desk.click(desk.field("traits").chips.chips[1])
    assert trait_words(desk, "yard") == ["light cover", "dark"]


def test_the_sign_and_secret_of_a_trait_are_under_its_word(desk, qtbot):
    desk.select(("zone", "yard"))
    field = desk.field("traits")
    desk.click(field.chips.chips[0])
    details = field._details
    write(qtbot, details.field("sign").edit, "Low crates")
    qtbot.keyClick(details.field("sign").edit, Qt.Key.Key_Return)
    for box in (details.field("secret").box, details.field("only").boxes["head"]):
        qtbot.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(7, box.height() // 2))
    laid = desk.encounter.board.zones["yard"].traits
    assert laid == (Trait("light cover", ("head",), "Low crates", True),)


def test_the_place_of_a_rectangle_is_numbers(desk):
    desk.select(("zone", "yard"))
    desk.unfold()
    box = desk.field("box").numbers
    assert [box[part].edit.text() for part in ("left", "top", "width", "height")] == [
        "0", "0", "8", "8",
    ]  # fmt: skip
    write(desk.qtbot, box["height"].edit, "8+2")
    desk.qtbot.keyClick(box["height"].edit, Qt.Key.Key_Return)
    assert max(y for _, y in desk.encounter.board.zones["yard"].outline) == 10
    write(desk.qtbot, box["width"].edit, "9")
    desk.qtbot.keyClick(box["width"].edit, Qt.Key.Key_Return)
    assert "would overlap Shed" in desk.row("box").wrong.text()


def test_hidden_is_written_only_where_it_is_not_as_usual(desk):
    desk.select(("zone", "yard"))
    desk.tick("hidden")
    assert desk.encounter.board.zones["yard"].hidden is True
    desk.tick("hidden")
    assert desk.encounter.board.zones["yard"].hidden is None
    desk.select(("fighter", "bo"))
    assert desk.field("hidden").box.currentText() == "Unknown (side)"
    desk.choose("hidden", "Known")
    assert desk.encounter.fighters["bo"].hidden is False
    desk.choose("hidden", "Unknown (side)")
    assert desk.encounter.fighters["bo"].hidden is None


# Links and doors


def test_a_link_is_led_through_a_door_by_its_name(desk):
    desk.select(("link", "yard-shed"))
    desk.type("through", "gate")
    assert desk.encounter.board.links["yard-shed"].through == "gate"
    desk.type("through", "")
    assert desk.encounter.board.links["yard-shed"].through == ""


def test_an_unknown_name_gets_the_nearest_one(desk):
    desk.select(("link", "yard-shed"))
    desk.type("to", "Shedd")
    assert desk.row("to").wrong.text() == "There is no zone called Shedd. Did you mean Shed?"
    assert desk.encounter.board.links["yard-shed"].to == "shed"


def test_a_ledge_is_turned_round(desk):
    desk.select(("link", "yard-shed"))
    desk.click(desk.page.turn)
    link = desk.encounter.board.links["yard-shed"]
    assert (link.from_, link.to) == ("shed", "yard")
    assert len(desk.session.history) == 1


def test_a_test_is_typed_in_parts(desk):
    desk.select(("link", "yard-shed"))
    desk.type("test.skill", "athletics (climbing)")
    desk.type("test.difficulty", "-20")
    test = desk.encounter.board.links["yard-shed"].test
    assert (test.skill, test.difficulty) == ("athletics (climbing)", -20)
    desk.type("test.skill", "")
    desk.type("test.difficulty", "0")
    assert desk.encounter.board.links["yard-shed"].test is None


def test_a_link_without_a_name_is_called_after_its_zones_wherever_it_is_told_of(desk):
    desk.select(("link", "shed-attic"))
    assert desk.field("name").edit.placeholderText() == "Shed – attic"
    desk.tick("blocks_sight")
    assert desk.session.undo_says == "Change the sight of Shed – attic"
    desk.session.edit("rename", kind="zone", id="attic", name="Loft")
    assert desk.panel.who.text() == "Shed – Loft, id shed-attic"
    desk.type("name", "Hatch")
    assert desk.panel.who.text() == "Hatch, id shed-attic"


def test_lines_that_are_pasted_into_a_name_become_one(desk, qtbot):
    desk.select(("zone", "yard"))
    edit = desk.field("name").edit
    edit.setFocus()
    edit.selectAll()
    QApplication.clipboard().setText(" The salt\n\nyard \n")
    qtbot.keyClick(edit, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    assert desk.encounter.board.zones["yard"].name == "The salt yard"
    assert edit.text() == "The salt yard"


def test_a_zone_that_is_called_otherwise_than_its_id_says_both(desk):
    desk.select(("zone", "yard"))
    desk.type("name", "Vestry")
    assert desk.panel.who.text() == "Vestry, id yard"


def test_ends_of_a_link_are_squares(desk):
    desk.select(("link", "shed-attic"))
    desk.unfold()
    desk.type("ends", "9,2  9,2")
    assert desk.encounter.board.links["shed-attic"].ends == (Square(9, 2), Square(9, 2))
    desk.type("ends", "9,2 half")
    assert desk.row("ends").wrong.text() == "Type pairs of numbers, as 3,4  5,4."


def test_stops_of_a_lift_are_squares_with_their_level(desk, qtbot):
    desk.select(("feature", "lift"))
    desk.unfold()
    field = desk.field("stops")
    desk.click(field.add)
    write(qtbot, field.rows[0].at.edit, "9,3")
    qtbot.keyClick(field.rows[0].at.edit, Qt.Key.Key_Return)
    stop = desk.encounter.board.features["lift"].stops[0]
    assert (stop.level, stop.at) == ("roof", Square(9, 3))


# People


def test_a_fighter_moves_to_a_zone_or_a_square(desk):
    desk.select(("fighter", "ada"))
    desk.type("at", "Shed")
    assert desk.encounter.fighters["ada"].at == "shed"
    desk.type("at", "3, 4")
    assert desk.encounter.fighters["ada"].at == Square(3, 4)
    desk.type("at", "")
    assert desk.encounter.fighters["ada"].at is None


def test_the_side_says_what_it_is_by_its_profile(desk):
    desk.select(("fighter", "bo"))
    assert desk.field("side").box.currentText() == "The gang (profile)"
    desk.choose("side", "heroes")
    assert desk.encounter.fighters["bo"].side == "heroes"


def test_how_someone_starts(desk, qtbot):
    desk.select(("fighter", "bo"))
    desk.unfold()
    desk.type("starts.wounds", "2+1")
    field = desk.field("starts.conditions")
    desk.click(field.add)
    qtbot.waitUntil(field.rows[0].key.edit.hasFocus)
    qtbot.keyClicks(field.rows[0].key.edit, "bleeding")
    qtbot.keyClick(field.rows[0].key.edit, Qt.Key.Key_Tab)
    write(qtbot, field.rows[0].value.edit, "major")
    qtbot.keyClick(field.rows[0].value.edit, Qt.Key.Key_Return)
    desk.choose("starts.off", "Not yet here")
    starts = desk.encounter.fighters["bo"].starts
    assert starts.wounds == 3
    assert starts.conditions == {"bleeding": "major"}
    assert starts.off == "not yet here"
    desk.click(field.rows[0].cross)
    assert desk.encounter.fighters["bo"].starts.conditions == {}


def test_a_member_that_differs_keeps_what_its_group_starts_with(desk):
    desk.select(("fighter", "dogs/B"))
    desk.unfold()
    assert desk.field("starts.conditions").rows[0].name == "prone"
    desk.type("starts.wounds", "4")
    starts = desk.encounter.groups["dogs"].members["B"].starts
    assert (starts.wounds, starts.conditions) == (4, {"prone": ""})
    assert desk.encounter.groups["dogs"].starts.wounds == 0


def test_a_group_whose_members_stand_apart_is_at_several_places(desk):
    desk.select(("group", "dogs"))
    at = desk.field("at").edit
    assert (at.text(), at.placeholderText()) == ("Shed", "its side's start")
    desk.session.edit("put_people", people=["dogs"], at=[10, 4])
    assert (at.text(), at.placeholderText()) == ("", "several")
    desk.session.edit("put_people", people=["dogs"], at="yard")
    assert at.text() == "Yard"


def test_a_group_has_its_members_and_another_count(desk):
    desk.select(("group", "dogs"))
    desk.unfold()
    assert [row.entry.text for row in desk.field("members").rows] == ["Dog A", "Dog B", "Dog C"]
    desk.type("count", "3+2")
    assert desk.encounter.groups["dogs"].count == 5
    desk.click(desk.field("members").rows[4].button)
    assert desk.wanted[-1] == ("view.show", Ref("fighter", "dogs/E"))


def test_what_one_alone_has_is_listed_and_taken_back(desk):
    desk.session.edit("set_field", kind="fighter", id="bo", field="own.imperium.wounds", value=12)
    desk.session.edit(
        "set_field", kind="fighter", id="bo", field="own.imperium.skills", value={"melee": 55}
    )
    desk.select(("fighter", "bo"))
    assert "wounds 12" in desk.page.figures.text()
    field = desk.field("own")
    assert [row.findChildren(type(desk.page.figures))[0].text() for row in field.rows] == [
        "wounds: 12", "skills melee: 55",
    ]  # fmt: skip
    crosses = [row.findChildren(type(desk.panel.back))[0] for row in field.rows]
    desk.click(crosses[1])
    assert desk.encounter.fighters["bo"].own.imperium.skills is None
    desk.click(field.rows[0].findChildren(type(desk.panel.back))[0])
    assert desk.encounter.fighters["bo"].own is None
    assert "wounds 8" in desk.page.figures.text()


def test_profiles_are_edited_for_all_or_for_one(desk):
    desk.select(("fighter", "bo"))
    desk.click(desk.page.edit_profile)
    desk.click(desk.page.edit_own)
    assert desk.wanted[-2:] == [("profile.edit", "guard"), ("profile.edit", Ref("fighter", "bo"))]


def test_choose_is_a_real_list(desk, qtbot):
    desk.select(("door", "gate"))
    choose(qtbot, desk.field("state").box, "Locked")
    assert desk.encounter.board.doors["gate"].state == "locked"


def test_one_of_several_deleted_leaves_the_others(desk):
    desk.select(("fighter", "dogs/A"), ("fighter", "dogs/C"))
    desk.session.edit("remove", things=[["member", "dogs/A"]])
    assert desk.panel.kind.text() == "GROUP MEMBER"
    assert desk.panel.who.text() == "dogs/A"
    desk.select(("zone", "yard"), ("zone", "attic"))
    desk.session.edit("remove", things=[["zone", "attic"]])
    assert (desk.panel.kind.text(), desk.panel.who.text()) == ("ZONE", "yard")
