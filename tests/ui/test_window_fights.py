"""A fight is on disk after every step, is offered first at the next start, and goes on."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from desktop.core import play
from desktop.core.rules.actions import BeginTurn, Walk, Write
from desktop.core.store import fights, places, recent
from desktop.ui.fight import Fight
from desktop.ui.session import Ref
from tests.helpers import disk

CTRL = Qt.KeyboardModifier.ControlModifier


def start(window):
    """Start the fight as the page before round 1 does."""
    page = window.bench.current_page
    combat = play.begin(window.session.encounter, stock=window.session.stock)
    page.ready.emit(Fight(combat.book, combat))


@pytest.fixture
def fighting(shown, small, qtbot):
    window = shown(small)
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_F5)
    start(window)
    return window


def file_of(window):
    return fights.read_fight(window.fights.keeper.path, play.vocabulary())


def test_a_fight_begins_in_play_with_its_file_beside_the_encounter(fighting, small):
    assert fighting.session.mode == "play"
    assert fighting.top.play.isChecked()
    path = fighting.fights.keeper.path
    assert path.parent == small.parent
    assert path.name.startswith("yard.")
    assert len(file_of(fighting).history()[0]) == 1
    assert file_of(fighting).header.source == "yard.yaml"


def test_the_page_before_round_1_knows_what_is_being_typed(shown, small, qtbot):
    window = shown(small)
    window.session.select([Ref("fighter", "ada")])
    edit = window.bench.panels["inspector"].page.field("initiative").edit
    edit.setFocus()
    qtbot.keyClicks(edit, "17")
    qtbot.keyClick(edit, Qt.Key.Key_F5)
    row = window.bench.current_page.findChild(QWidget, "start ada")
    assert row.number.text() == "17"


def test_every_step_is_on_disk_and_so_is_every_step_back(fighting, qtbot):
    view = fighting.canvas.view
    fight = fighting.session.fight
    qtbot.keyClick(view, Qt.Key.Key_N)
    assert len(file_of(fighting).history()[0]) == len(fight.combat.steps) == 2
    fight.take(Write(text="Rain."))
    assert file_of(fighting).history() == (fight.combat.steps, 3)
    qtbot.keyClick(view, Qt.Key.Key_Z, CTRL)
    assert fight.combat.cursor == 2
    assert file_of(fighting).history()[1] == 2
    qtbot.keyClick(view, Qt.Key.Key_Z, CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert file_of(fighting).history() == (fight.combat.steps, 3)
    fight.undo()
    fight.take(Write(text="Hail."))
    steps, cursor = file_of(fighting).history()
    assert (steps, cursor) == (fight.combat.steps, 3)


def test_undo_in_play_takes_back_the_fight_and_says_what(fighting, qtbot):
    fight = fighting.session.fight
    fight.take(Write(text="Rain."))
    document = fighting.session.encounter
    assert fighting.actions_["edit.undo"].text() == "Undo: “Rain.”"
    fight.undo()
    fight.take(BeginTurn(entry="ada"))
    fight.take(Walk(who="ada", to="shed"))
    assert fighting.actions_["edit.undo"].text() == "Undo: Ada goes to shed"
    fight.undo()
    qtbot.keyClick(fighting.canvas.view, Qt.Key.Key_Z, CTRL)
    assert fight.combat.cursor == 1
    assert fighting.status.text.text() == "Undid: Round 1, turn of Ada"
    assert fighting.session.encounter is document


def test_the_fight_leaves_the_encounter_and_its_file_alone(fighting, small, qtbot):
    before = small.read_bytes()
    qtbot.keyClick(fighting.canvas.view, Qt.Key.Key_N)
    assert small.read_bytes() == before
    assert not fighting.isWindowModified()
    whole = fighting.fights.keeper.path.read_bytes()
    fighting.session.edit("rename", kind="zone", id="yard", name="Court")
    assert fighting.files.save()
    assert fighting.fights.keeper.path.read_bytes() == whole


def test_an_unfinished_fight_is_offered_first_and_goes_on_where_it_stood(
    fighting, shown, small, qtbot
):
    fight = fighting.session.fight
    qtbot.keyClick(fighting.canvas.view, Qt.Key.Key_N)
    state = fight.state
    path = fighting.fights.keeper.path
    assert fighting.close()
    again = shown()
    first = again.welcome.rows[0]
    assert Path(first.line.path) == path
    assert first.line.name == "Yard"
    qtbot.waitUntil(lambda: first.line.mark == "Round 1")
    first.click()
    assert again.session.mode == "play"
    assert again.session.fight.state == state
    assert again.document.path == small
    again.session.fight.take(Write(text="On we go."))
    assert len(fights.read_fight(path, play.vocabulary()).history()[0]) == 3


def test_a_fight_that_was_killed_in_the_middle_of_a_line_goes_on(fighting, shown, qtbot):
    fighting.session.fight.take(Write(text="Rain."))
    path = fighting.fights.keeper.path
    fighting.fights.let_go()
    path.write_bytes(path.read_bytes()[:-20])
    fighting.session.set_fight(None)
    assert fighting.close()
    again = shown()
    assert again.files.open_path(path)
    assert len(again.session.fight.combat.steps) == 1
    again.session.fight.take(Write(text="Hail."))
    steps, _ = fights.read_fight(path, play.vocabulary()).history()
    assert steps[-1].action == Write(text="Hail.")
    for _ in range(3):  # the first two are about the whole layout
        qtbot.keyClick(again.canvas.view, Qt.Key.Key_F8)
    assert again.session.selection == (Ref("zone", "yard"),)


def test_several_fights_do_not_touch_each_other(fighting, shown, small, qtbot):
    first = fighting.fights.keeper.path
    whole = first.read_bytes()
    qtbot.keyClick(fighting.canvas.view, Qt.Key.Key_F5)
    start(fighting)
    second = fighting.fights.keeper.path
    assert second != first
    assert first.read_bytes() == whole
    assert {each.path for each in fights.unfinished(small.parent)} == {first, second}


def test_putting_a_fight_aside_and_ending_it(fighting, small, qtbot):
    path = fighting.fights.keeper.path
    view = fighting.canvas.view
    qtbot.keyClick(view, Qt.Key.Key_N)
    qtbot.mouseMove(view.viewport(), view.viewport().rect().center())
    fighting.actions_.do("fight.leave")
    assert fighting.session.mode == "build"
    assert fighting.session.fight is None
    assert [each.path for each in fights.unfinished(small.parent)] == [path]
    assert fighting.fights.resume(path)
    fighting.actions_.do("fight.end")
    assert fights.unfinished(small.parent) == []
    assert path.is_file()
    says = "The fight has ended after 1 round. Heroes: nobody is out. Foes: nobody is out."
    assert fighting.notice.says.text() == f"{says} Its file stays."
    qtbot.keyClick(view, Qt.Key.Key_F5)
    start(fighting)
    assert fighting.session.fight is not None
    assert fighting.notice.says.text() == ""


def test_a_damaged_fight_goes_on_and_what_is_played_then_is_kept(fighting):
    path = fighting.fights.keeper.path
    fighting.session.fight.take(Write(text="Rain."))
    fighting.actions_.do("fight.leave")
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([*lines[:2], b"--- {broken", *lines[3:]]))
    assert fighting.fights.resume(path)
    assert "is damaged" in fighting.notice.says.text()
    fighting.session.fight.take(Write(text="Snow."))
    assert file_of(fighting).history() == (fighting.session.fight.combat.steps, 2)


def test_a_fight_of_which_not_one_step_is_left_is_taken_up_before_its_first(fighting):
    path = fighting.fights.keeper.path
    fighting.actions_.do("fight.leave")
    head, _ = path.read_bytes().split(b"\n")[:2]
    path.write_bytes(head + b"\n--- {broken\n")
    assert fighting.fights.resume(path)
    assert "is damaged" in fighting.notice.says.text()
    assert fighting.session.fight.combat.steps == ()


def test_a_disk_that_refuses_a_step_is_told_and_the_step_is_written_later(fighting, monkeypatch):
    keeper = fighting.fights.keeper

    def refuse(_handle):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(os, "fsync", refuse)
        fighting.session.fight.take(Write(text="Rain."))
    assert "was not saved" in fighting.notice.says.text()
    assert keeper.keep()
    assert file_of(fighting).history() == (fighting.session.fight.combat.steps, 2)


def test_a_fight_of_a_folder_that_cannot_be_written_is_in_the_programs_own(shown, small, qtbot):
    window = shown(small)
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_F5)
    with disk.write_protected(small.parent):
        start(window)
    assert window.fights.keeper.path.parent == places.fights_folder()


def test_opening_an_encounter_offers_its_unfinished_fight(fighting, shown, small, qtbot):
    assert fighting.close()
    recent.remember(small)
    again = shown(small)
    qtbot.waitUntil(lambda: again.notice.isVisible())
    assert "unfinished fight" in again.notice.says.text()
    assert again.session.mode == "build"


def test_the_round_stands_in_the_top_bar(fighting, qtbot):
    assert fighting.top.round.isVisible()
    qtbot.keyClick(fighting.canvas.view, Qt.Key.Key_N)
    assert fighting.top.round.text() == "Round 1"
    fighting.session.fight.look_at(1)
    assert fighting.top.round.text().endswith("looking back")


def test_a_fight_file_that_is_damaged_goes_on_from_before_and_says_so(fighting, shown):
    for text in ("one", "two", "three"):
        fighting.session.fight.take(Write(text=text))
    path = fighting.fights.keeper.path
    assert fighting.close()
    lines = path.read_bytes().split(b"\n")
    lines[2] = b"--- {broken"
    path.write_bytes(b"\n".join(lines))
    again = shown()
    assert again.files.open_path(path)
    assert len(again.session.fight.combat.steps) == 1
    assert "Line 3" in again.notice.says.text()


def test_a_fight_whose_encounter_is_damaged_goes_on_without_it_and_says_so(fighting, shown, small):
    path = fighting.fights.keeper.path
    fought = fighting.session.fight.state.encounter
    assert fighting.close()
    small.write_text("format: 1\nboard: [\n", encoding="utf-8")
    again = shown()
    assert again.files.open_path(path)
    assert again.session.fight.state.encounter == fought
    assert again.session.path == ""
    assert "yard.yaml was not opened" in again.notice.says.text()
    assert again.notice.says.text().endswith("The fight goes on without it.")
