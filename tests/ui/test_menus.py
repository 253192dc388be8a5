"""The one table: keys that do not clash, reasons that are sentences, menus that are views of it."""

from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.core.model.words import Point
from desktop.ui import theme
from desktop.ui.canvas.coordinates import to_scene
from desktop.ui.dialogs.keys import page
from desktop.ui.menus import changes, front, selection
from desktop.ui.menus.captions import menu_line
from desktop.ui.menus.hand import Hand
from desktop.ui.menus.table import MENUS, VERBS, in_menu
from desktop.ui.menus.verb import Context
from desktop.ui.session import Ref, Session
from tests.helpers.build import board, encounter, fighter, group, link, profile, zone

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
TIGHT = """\
format: 1
name: Salt chapel
board:
  size: [24, 16]
  zones:
    yard: {at: [1, 1, 6, 7]}
    nave: {at: [7, 1, 8, 7]}
    vestry: {at: [7, 8, 8, 6]}
    crypt: {at: [15, 1, 5, 13]}
"""


@pytest.fixture
def session(qapp):
    """Return a session on three zones in a row with people in them."""
    return Session(
        encounter(
            board(
                zone("a", (0, 0, 4, 4), traits=["light cover"]),
                zone("b", (4, 0, 4, 4), traits=["light cover"]),
                zone("c", (8, 0, 4, 4), traits=["dark"]),
                link("a", "b"),
                size=(20, 12),
            ),
            profile("guard", name="Guard"),
            fighter("ada", profile="guard", at="a"),
            fighter("bo", profile="guard", at="b"),
            group("dogs", profile="guard", count=2, at="c"),
        )
    )


def contexts(session):
    """Yield every kind of moment that the table tells apart and that needs no fight."""
    hand = Hand()
    yield "nothing open", Context(None, hand)
    yield "nothing selected", Context(session, hand)
    session.select([Ref("zone", "a"), Ref("zone", "b")])
    yield "zones", Context(session, hand)
    session.select([Ref("fighter", "ada")])
    yield "a fighter", Context(session, hand)
    session.set_mode("play")
    yield "play", Context(session, hand)
    hand.set_change_place(True)
    hand.take("zone")
    yield "changing the place", Context(session, hand)


def test_no_two_lines_that_can_be_done_at_once_share_a_key(session):
    for name, context in contexts(session):
        possible = [verb for verb in VERBS.values() if not verb.why_not(context)]
        for one, other in combinations(possible, 2):
            shared = {QKeySequence(key).toString() for key in one.keys} & {
                QKeySequence(key).toString() for key in other.keys
            }
            assert not shared, f"{name}: {one.id} and {other.id} share {shared}"


def test_every_reason_is_a_sentence(session):
    for _, context in contexts(session):
        for verb in VERBS.values():
            reason = verb.why_not(context)
            assert not reason or (reason[0].isupper() and reason[-1] == "."), (verb.id, reason)


def test_every_key_is_one_that_qt_knows(qapp):
    for verb in VERBS.values():
        for key in verb.keys:
            assert QKeySequence(key).toString(), f"{verb.id}: {key}"


def test_every_icon_is_of_the_family(qapp):
    for verb in VERBS.values():
        if verb.icon:
            assert not theme.icon(verb.icon).isNull(), verb.id


def test_tools_have_the_keys_of_the_rail():
    keys = "".join(verb.keys[0] for verb in VERBS.values() if verb.id.startswith("tool."))
    assert keys == "VHZLTPWFGBM"


def test_the_page_of_keys_names_every_line_that_has_one(qapp):
    text = page()
    for verb in VERBS.values():
        if verb.keys:
            assert verb.text.replace("'", "&#x27;").replace("…", "…") in text, verb.id


def test_menus_are_views_of_the_table(shown, small):
    window = shown(small)
    for name, _ in MENUS:
        shown_names = {action.objectName() for action in window.menus[name].actions()}
        assert {verb.id for verb in in_menu(name)} <= shown_names
    undo = window.actions_["edit.undo"]
    assert not undo.isEnabled()
    window.session.edit("rename", kind="zone", id="yard", name="Court & yard")
    assert undo.isEnabled()
    assert undo.text().startswith("Undo: rename")
    assert "&&" in undo.text() or "&" not in undo.text()


def test_a_key_of_a_text_field_is_not_taken_by_the_window(shown, small, qtbot):
    window = shown(small)
    window.session.select([Ref("zone", "yard")])
    window.finder.open()
    before = window.session.encounter
    for key in (Qt.Key.Key_Z, Qt.Key.Key_1, Qt.Key.Key_Delete, Qt.Key.Key_0, Qt.Key.Key_Left):
        qtbot.keyClick(window.finder, key)
    qtbot.keyClick(window.finder, Qt.Key.Key_A, CTRL)
    assert window.hand.tool == "select"
    assert window.session.encounter is before
    assert window.session.selection == (Ref("zone", "yard"),)
    assert window.finder.text() == "z10" or window.finder.text() == ""


def test_keys_take_tools_and_esc_puts_them_down(shown, small, qtbot):
    window = shown(small)
    view = window.canvas.view
    for key, tool in ((Qt.Key.Key_Z, "zone"), (Qt.Key.Key_M, "measure"), (Qt.Key.Key_T, "traits")):
        qtbot.keyClick(view, key)
        assert window.hand.tool == tool
        assert view.tool.id == tool
        assert window.actions_[f"tool.{tool}"].isChecked()
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert window.hand.tool == "select"


def test_a_key_that_can_do_nothing_now_says_why(shown, small, qtbot):
    window = shown(small)
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_N)
    assert window.status.text.text() == "No fight is on. Start one with F5."


def test_delete_takes_links_along_and_undo_says_what_it_takes_back(session):
    told = []
    session.told.connect(told.append)
    session.select([Ref("zone", "a")])
    assert changes.delete(session)
    assert told[-1] == "Delete a with 1 link"
    assert "a" not in session.encounter.board.zones
    assert session.encounter.board.links == {}
    assert session.undo_says == "Delete a"
    session.undo()
    assert "a-b" in session.encounter.board.links


def test_duplicate_puts_zones_where_there_is_room_with_their_links_and_traits(session):
    session.select([Ref("zone", "a"), Ref("zone", "b")])
    assert changes.duplicate(session)
    board = session.encounter.board
    assert len(board.zones) == 5
    made = [board.zones[ref.id] for ref in session.selection if ref.kind == "zone"]
    assert [each.word for zone_ in made for each in zone_.traits] == ["light cover"] * 2
    assert {min(y for _, y in zone_.outline) for zone_ in made} == {4}
    assert len(board.links) == 2
    session.undo()
    assert len(session.encounter.board.zones) == 3


def test_a_zone_without_room_for_its_copy_makes_the_board_wider(qapp):
    session = Session(encounter(board(zone("a", (0, 0, 4, 4)), size=(4, 4))))
    session.select([Ref("zone", "a")])
    assert changes.duplicate(session)
    assert session.place.size == (8, 4)
    assert len(session.encounter.board.zones) == 2
    session.undo()
    assert session.place.size == (4, 4)


def test_a_zone_is_pasted_whole_at_the_free_place_nearest_to_the_pointer(shown, tmp_path):
    path = tmp_path / "yard.yaml"
    path.write_text(TIGHT, encoding="utf-8")
    window = shown(path)
    view = window.canvas.view
    window.session.select([Ref("zone", "yard")])
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_C, CTRL)
    QTest.mouseMove(view.viewport(), view.mapFromScene(to_scene(Point(3.5, 2.5))))
    QTest.keyClick(view, Qt.Key.Key_V, CTRL)
    (pasted,) = (zone for zone in window.session.selection if zone.kind == "zone")
    outline = window.session.encounter.board.zones[pasted.id].outline
    assert set(outline) == {(1, 8), (7, 8), (7, 15), (1, 15)}
    assert window.session.place.size == (24, 16)


def test_where_no_zone_fits_it_is_pasted_whole_beside_the_board(qapp):
    session = Session(encounter(board(zone("a", (0, 0, 4, 4)), size=(6, 4))))
    session.select([Ref("zone", "a")])
    changes.copy(session)
    assert changes.paste(session, (1.5, 1.5))
    assert session.place.size == (10, 4)
    outline = list(session.encounter.board.zones.values())[-1].outline
    assert set(outline) == {(6, 0), (10, 0), (10, 4), (6, 4)}


def test_what_was_copied_is_put_down_where_the_pointer_is(session):
    session.select([Ref("fighter", "ada"), Ref("group", "dogs")])
    changes.copy(session)
    session.select([])
    assert changes.paste(session, (6.4, 8.9))
    people = session.encounter.fighters
    fresh = [each for each in people.values() if each.id not in ("ada", "bo")]
    assert len(fresh) == 1
    assert fresh[0].at is not None
    assert len(session.encounter.groups) == 2
    assert {ref.kind for ref in session.selection} == {"fighter", "group"}


@pytest.mark.parametrize("put_down", [lambda session: changes.paste(session, (2.5, 2.5)),
                                      changes.duplicate])  # fmt: skip
def test_a_copy_of_people_stands_on_nobody(session, put_down):
    session.edit("put_each", places={"ada": [2, 2], "bo": [3, 3]})
    session.select([Ref("fighter", "ada")])
    changes.copy(session)
    for _ in range(3):
        assert put_down(session)
    on = [spot.square for spot in front.spots_of(session).values()]
    assert len(on) == len(set(on))
    fresh = [one.at for one in session.encounter.fighters.values() if one.id not in ("ada", "bo")]
    assert all(max(abs(x - 3), abs(y - 3)) <= 2 for x, y in fresh)


def test_pasting_into_another_encounter_brings_the_profile_along(session, qapp):
    other = Session(encounter(board(zone("x", (0, 0, 6, 6)))))
    session.select([Ref("fighter", "ada")])
    changes.copy(session)
    other.clipboard = session.clipboard
    assert changes.paste(other, (2, 2))
    assert "guard" in other.encounter.profiles
    assert next(iter(other.encounter.fighters.values())).at == (2, 2)


def test_grouping_and_taking_apart(session):
    session.select([Ref("fighter", "ada"), Ref("fighter", "bo")])
    assert changes.group(session)
    assert len(session.encounter.groups) == 2
    made = next(each for each in session.encounter.groups if each != "dogs")
    session.select([Ref("group", made)])
    assert changes.ungroup(session)
    assert len(session.encounter.fighters) == 2


def test_merging_keeps_the_first_and_says_which_traits_stay(session):
    told = []
    session.told.connect(told.append)
    session.select([Ref("zone", "a"), Ref("zone", "b")])
    assert changes.merge(session)
    assert set(session.encounter.board.zones) == {"a", "c"}
    assert "light cover" in told[-1]


def test_the_board_is_cut_to_what_stands_on_it(session):
    assert changes.fit_board(session)
    assert session.place.size == (12, 4)


def test_the_level_in_view_is_walled_in(session):
    assert changes.wall_in(session)
    (wall,) = session.encounter.board.walls
    assert wall.level == session.level
    assert not changes.wall_in(session), "it is walled in already"


def test_all_like_these_goes_by_trait_and_by_profile(session):
    session.select([Ref("zone", "a")])
    assert selection.like(session) == (Ref("zone", "a"), Ref("zone", "b"))
    session.select([Ref("fighter", "ada")])
    assert Ref("fighter", "dogs/A") in selection.like(session)


def test_tab_goes_through_the_level_round_and_round(session):
    everything = selection.on_level(session)
    assert everything[0] == Ref("zone", "a")
    assert Ref("group", "dogs") not in everything
    session.select([everything[-1]])
    assert selection.next_after(session) == (everything[0],)
    assert selection.before(session) == (everything[-2],)


def test_what_is_locked_is_not_selected_with_all(session):
    session.shown.locked_kinds.add("zone")
    assert not any(ref.kind == "zone" for ref in selection.on_level(session))


def test_a_line_of_a_menu_is_cut_in_its_middle_where_a_name_is_very_long():
    assert menu_line("Strike & run") == "Strike && run"
    line = menu_line(f"Put {'Ossianphal ' * 30} here, no rules")
    assert line.startswith("Put Ossianphal")
    assert line.endswith("here, no rules")
    assert "…" in line
    assert len(line) <= 151


def test_a_long_id_leaves_the_inspector_as_wide_as_it_is(shown, tmp_path):
    path = tmp_path / "long.yaml"
    name = "z" * 300
    path.write_text(f"format: 1\nboard:\n  zones:\n    {name}: {{at: [0, 0, 4, 4]}}\n", "utf-8")
    window = shown(path)
    before = window.bench.inspector.width()
    window.session.select([Ref("zone", name)])
    QApplication.processEvents()
    assert window.bench.inspector.who.text() == name
    assert window.bench.inspector.width() == before
