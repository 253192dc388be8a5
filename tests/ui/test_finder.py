"""Ctrl+K: names jump, verbs do, a line places."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop.core.model.profile import ImperiumFigures, Profile
from desktop.ui.canvas.ink import elided
from desktop.ui.menus.hand import Hand
from desktop.ui.menus.table import VERBS
from desktop.ui.menus.verb import Context
from desktop.ui.panels.finder_list import GAP_PX, room_aside
from desktop.ui.panels.finding import Placing, best, find, placing, score
from desktop.ui.session import Ref, Session
from tests.helpers.build import board, encounter, fighter, group, link, profile, zone

STOCK = {"thug": Profile(id="thug", name="Dockside thug", imperium=ImperiumFigures(wounds=9))}


@pytest.fixture
def docks():
    """Return an encounter whose names are near to each other."""
    return encounter(
        board(
            zone("dock", (0, 0, 8, 8), name="Dock"),
            zone("alley", (8, 0, 8, 8), name="Alley"),
            zone("dark", (16, 0, 8, 8), name="Dark corner"),
            link("dock", "alley"),
        ),
        profile("ganger", name="Ganger"),
        fighter("ilse", profile="ganger", name="Ilse", at="dock"),
        group("loaders", profile="ganger", count=3, name="Loaders", at="alley"),
    )


@pytest.mark.parametrize("aside", ["Ctrl+O", "Ctrl+Shift+S", "Candle, Move", "Gren, Free"])
def test_what_stands_at_the_right_of_a_row_is_whole_where_there_is_room(qapp, aside):
    font = qapp.font()
    font.setPointSizeF(9.37)
    assert elided(aside, font, room_aside(aside, font, 400) - GAP_PX) == aside


def test_a_beginning_fits_better_than_a_middle_and_that_better_than_scattered_letters():
    assert score("dock", "Dock") == 1
    fits = [
        score("do", "Dock"),
        score("do", "The dock"),
        score("do", "Condor"),
        score("do", "Dr Woo"),
    ]
    assert fits == sorted(fits, reverse=True)
    assert fits[-1] > 0
    assert score("dox", "Dock") == 0
    assert score("", "Dock") == 0


def test_several_words_fit_in_any_order():
    assert score("corner dark", "Dark corner") > 0.5


def test_a_slip_of_the_hand_still_finds_the_nearest_name():
    names = [("a", ["Ganger"]), ("b", ["Cultist"])]
    assert best("ganegr", names) == "a"
    assert best("gangers", names) == "a"
    assert best("zzz", names) is None


@pytest.mark.parametrize(
    "text",
    ["ganger x6 @dock", "6 gangers @ dock", "6x ganger @doc", "ganger × 6 @DOCK", "ganger*6@dock"],
)
def test_a_line_with_number_and_zone_places_a_group(docks, text):
    assert placing(text, docks, STOCK) == Placing("ganger", "Ganger", 6, "dock", "Dock")


def test_a_profile_of_the_stock_is_found_after_those_of_the_encounter(docks):
    found = placing("thug @alley", docks, STOCK)
    assert isinstance(found, Placing)
    assert (found.profile, found.count, found.from_stock) == ("thug", 1, True)
    assert found.says == "Place Dockside thug in Alley"


def test_a_line_that_names_nobody_or_nowhere_says_so(docks):
    assert "“xyzzy”" in str(placing("xyzzy x2 @dock", docks, STOCK))
    assert "“qqq”" in str(placing("ganger x2 @qqq", docks, STOCK))
    assert "200" in str(placing("ganger x900", docks, STOCK))
    assert placing("dock", docks, STOCK) is None


def test_things_verbs_and_profiles_are_offered_with_what_they_are(docks):
    session = Session(docks, stock=STOCK)
    context = Context(session, Hand())
    found = {each.text: each for each in find("al", context, VERBS.values())}
    assert found["Alley"].ref == Ref("zone", "alley")
    assert found["Alley"].beside == "zone"
    member = next(each for each in find("loaders b", context, VERBS.values()) if each.ref)
    assert member.ref == Ref("fighter", "loaders/B")
    fit = find("fit the board", context, VERBS.values())[0]
    assert fit.verb is VERBS["view.fit"]
    thug = find("thug", context, VERBS.values())[0]
    assert (thug.text, thug.placing.profile, thug.placing.from_stock) == (
        "Place Dockside thug", "thug", True,
    )  # fmt: skip
    assert fit.beside == "0"


def test_what_was_taken_last_comes_first(docks):
    context = Context(Session(docks), Hand())
    plain = [each.key for each in find("d", context, VERBS.values())]
    recent = find("d", context, VERBS.values(), ["zone:dark"])
    assert plain[0] == "zone:dock"
    assert recent[0].key == "zone:dark"
    assert find("", context, VERBS.values(), ["zone:dark"])[0].key == "zone:dark"


def test_what_cannot_be_done_is_offered_with_its_reason():
    nothing = Context(None, Hand())
    save = next(each for each in find("save", nothing, VERBS.values()) if each.text == "Save")
    assert "No encounter is open" in save.why_not


def test_ctrl_k_jumps_to_a_name_and_gives_the_keys_back(shown, small, qtbot):
    window = shown(small)
    view = window.canvas.view
    qtbot.keyClick(view, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert window.finder.hasFocus()
    qtbot.keyClicks(window.finder, "she")
    assert window.finder.offered[0].ref == Ref("zone", "shed")
    qtbot.keyClick(window.finder, Qt.Key.Key_Return)
    assert window.session.selection == (Ref("zone", "shed"),)
    assert view.hasFocus()
    assert window.finder.text() == ""


def test_ctrl_k_places_a_group_as_one_step(shown, small, qtbot):
    window = shown(small)
    before = window.session.encounter
    window.finder.open()
    qtbot.keyClicks(window.finder, "guard x4 @shed")
    assert window.finder.offered[0].text == "Place 4 × Guard, as a group in shed"
    qtbot.keyClick(window.finder, Qt.Key.Key_Return)
    groups = window.session.encounter.groups
    assert [(each.profile, each.count, each.at) for each in groups.values()] == [
        ("guard", 4, "shed")
    ]
    assert window.session.selection == (Ref("group", next(iter(groups))),)
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.session.encounter == before


def test_arrows_choose_and_esc_leaves_without_a_trace(shown, small, qtbot):
    window = shown(small)
    window.finder.open()
    qtbot.keyClicks(window.finder, "zoom")
    first = window.finder.list.currentRow()
    qtbot.keyClick(window.finder, Qt.Key.Key_Down)
    assert window.finder.list.currentRow() == first + 1
    qtbot.keyClick(window.finder, Qt.Key.Key_Up)
    qtbot.keyClick(window.finder, Qt.Key.Key_Escape)
    assert window.finder.offered == ()
    assert window.canvas.view.hasFocus()


def test_a_verb_that_cannot_be_done_stays_in_the_list(shown, small, qtbot):
    window = shown(small)
    window.finder.open("return to now")
    assert window.finder.offered[0].why_not
    qtbot.keyClick(window.finder, Qt.Key.Key_Return)
    assert window.finder.offered[0].text == "Return to now"


def test_in_a_fight_every_action_and_condition_is_found(shown, small, qtbot):
    window = shown(small)
    window.actions_.do("fight.start")
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.fight is not None and "card" in window.bench.panels)
    window.fight.next_turn()
    actor = window.fight.state.actor

    def take(text):
        window.finder.open(text)
        found = window.finder.offered[0]
        QTest.keyClick(window.finder, Qt.Key.Key_Return)
        return found

    assert take("drop prone").wish == ("act.offer", "drop prone")
    assert "prone" in window.fight.state.fighters[actor].conditions
    assert take("poisoned").wish == ("condition.step", "poisoned")
    assert "poisoned" in window.fight.state.fighters[actor].conditions
    assert take("grapple").wish == ("act.offer", "grapple")
    assert window.fight.armed == "grapple"
    window.finder.open("place")
    texts = [each.text for each in window.finder.offered]
    assert texts.index("Change the place") < texts.index("Place Warden")


def test_a_trait_is_laid_on_the_selected_zones_or_on_the_board(shown, small):
    window = shown(small)

    def take(text):
        window.finder.open(text)
        QTest.keyClick(window.finder, Qt.Key.Key_Return)

    window.session.select([Ref("zone", "shed")])
    take("heavily obscured")
    assert [each.word for each in window.session.encounter.board.zones["shed"].traits] == [
        "heavily obscured"
    ]
    window.session.select([])
    take("add dark")
    assert [each.word for each in window.session.encounter.board.traits] == ["dark"]
    assert len(window.session.history) == 2


def test_every_effect_is_found_to_be_added_and_to_happen(shown, small, qtbot):
    window = shown(small)
    window.session.edit("add_feature", kind="own", level="ground", squares=((2, 2),), name="Lamp")
    window.session.select([Ref("feature", "lamp")])
    window.hand.choose("feature.occasion", "hit")
    window.finder.open("effect add a trait")
    assert window.finder.offered[0].beside == "effect of Lamp"
    QTest.keyClick(window.finder, Qt.Key.Key_Return)
    field = window.bench.panels["inspector"].page.field("hit")
    assert (len(field.effects), field.sheet is not None) == (1, True)
    window.finder.open("lamp obscured")
    assert window.finder.offered[0].ref == Ref("feature", "lamp")
    window.actions_.do("fight.start")
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.fight is not None and "card" in window.bench.panels)
    window.finder.open("lamp obscured")
    QTest.keyClick(window.finder, Qt.Key.Key_Return)
    assert any(
        trait.word == "lightly obscured"
        for zone in window.fight.state.encounter.board.zones.values()
        for trait in zone.traits
    )


def test_a_word_of_the_encounter_leads_to_its_field(shown, small, qtbot):
    window = shown(small)
    window.session.select([Ref("zone", "shed")])
    window.finder.open("space")
    QTest.keyClick(window.finder, Qt.Key.Key_Return)
    page = window.bench.panels["inspector"].page
    assert window.focusWidget() is page.field("space").choice.box
    window.finder.open("books")
    QTest.keyClick(window.finder, Qt.Key.Key_Return)
    assert page.field("packs").isAncestorOf(window.focusWidget())
    window.session.edit("add_clock", name="Alarm")
    window.finder.open("alarm")
    QTest.keyClick(window.finder, Qt.Key.Key_Return)
    assert window.bench.panels["inspector"].page.source.kind == "clock"


def test_an_eye_a_file_and_the_legend_are_found(shown, small, qtbot):
    window = shown(small)
    for text in ("hide links", "legend"):
        window.finder.open(text)
        QTest.keyClick(window.finder, Qt.Key.Key_Return)
    assert window.session.shown.hidden_kinds == {"link"}
    for text in ("select all zones", "shed", "move up in"):
        window.finder.open(text)
        QTest.keyClick(window.finder, Qt.Key.Key_Return)
        if text.startswith("select"):
            assert window.session.selected("zone") == ("yard", "shed")
    assert list(window.session.encounter.board.zones) == ["shed", "yard"]
    window.session.undo()
    assert window.canvas.legend.is_open
    window.finder.open("under the weir")
    QTest.keyClick(window.finder, Qt.Key.Key_Return)
    assert window.document.path.stem == "under-the-weir"


def test_in_a_fight_what_the_rows_and_the_right_click_offer_is_found(shown, small, qtbot):
    window = shown(small)
    window.session.edit("add_clock", name="Alarm")
    window.actions_.do("fight.start")
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.fight is not None and "card" in window.bench.panels)
    window.fight.next_turn()
    actor = window.fight.state.actor
    window.session.select([Ref("fighter", actor)])

    def take(text):
        window.finder.open(text)
        QTest.keyClick(window.finder, Qt.Key.Key_Return)

    take("hide fighters")
    assert not window.session.shown.hidden_kinds
    window.finder.clear()
    take("alarm fill")
    assert window.fight.state.clocks["alarm"] == 1
    take("hide from")
    name, log = window.fight.state.people[actor].name, window.bench.play_panels.log.tree
    last = log.topLevelItem(log.topLevelItemCount() - 1)
    assert last.text(0) == f"Hide {name} from the players"
    assert window.fight.state.knows[actor].shown == "unknown"
    assert "already" in VERBS["fight.hide"].why_not(window.actions_.context())
    take("show to")
    assert window.fight.state.knows[actor].shown == "seen"
    before = [entry.id for entry in window.fight.state.order]
    take("later in the order")
    assert [entry.id for entry in window.fight.state.order] != before
    window.session.select([Ref("fighter", who) for who in window.fight.state.people])
    take("take off")
    assert not any(each.seat for each in window.fight.state.fighters.values())
    window.fight.undo()
    assert all(each.seat for each in window.fight.state.fighters.values()), "as one step"
    window.fight.redo()
    window.session.select([Ref("fighter", actor)])
    take(f"put {name}")
    assert window.fight.armed == f"put:{actor}"
