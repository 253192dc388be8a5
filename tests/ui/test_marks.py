"""What is changed has its mark, and what is kept elsewhere has none."""

import pytest

from desktop.core import play
from desktop.core.rules.actions import Write
from desktop.core.store import fights, recent
from tests.ui.conftest import SMALL
from tests.ui.outside import asked_when_closing, begin, copies, rename


@pytest.mark.fault("L06")
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("set_field", {"kind": "zone", "ids": ["yard"], "field": "notes", "value": "wet"}),
        ("set_traits", {"zones": ["yard"], "add": ["difficult"]}),
        ("set_field", {"kind": "fighter", "ids": ["bo"], "field": "hidden", "value": True}),
        ("set_field", {"kind": "fighter", "ids": ["bo"], "field": "starts.wounds", "value": 3}),
        ("set_field", {"kind": "fighter", "ids": ["bo"], "field": "initiative", "value": 4}),
        ("set_field", {"kind": "fighter", "ids": ["bo"], "field": "starts.conditions",
                       "value": {"prone": ""}}),
        ("set_field", {"kind": "encounter", "ids": [""], "field": "square", "value": "yard"}),
        ("set_field", {"kind": "encounter", "ids": [""], "field": "name", "value": "Night"}),
        ("set_background", {"level": "ground", "picture": {"file": "map.png"}}),
        ("move_people", {"people": ["bo"], "dx": 1, "dy": 0}),
        ("paint", {"kind": "wall", "squares": [[3, 3]]}),
    ],
)  # fmt: skip
def test_every_change_marks_the_document_and_closing_asks(shown, small, name, arguments):
    window = shown(small)
    assert window.session.edit(name, **arguments)
    assert window.isWindowModified()
    assert asked_when_closing(window)
    window.files.keeping._stop()
    window.files.keeping.copy()
    window.files.keeping._stop()
    assert len(copies()) == 1


@pytest.mark.fault("L06")
def test_what_is_kept_elsewhere_marks_nothing_and_asks_nothing(shown, small):
    """The view is kept per file, the fight in its own file with every step."""
    window = shown(small)
    window.session.shown.hidden_kinds.add("grid")
    window.session.view_changed.emit()
    window.canvas.view.zoom_to(2)
    fight = begin(window)
    window.canvas.view.zoom_to(0.4)
    assert fight.take(Write(text="Bo bleeds."))
    assert not window.isWindowModified()
    steps = fight.combat.steps
    path = window.fights.keeper.path
    assert not asked_when_closing(window)
    assert fights.read_fight(path, play.vocabulary()).history()[0] == steps
    assert recent.view_of(small)["hidden_kinds"] == ["grid"]
    assert recent.view_of(small)["zoom"] == 2, "Build's, not that of the fight"
    assert small.read_text("utf-8") == SMALL


@pytest.mark.fault("X02")
def test_only_the_state_at_the_last_save_is_clean(shown, small):
    window = shown(small)
    for number in range(2):
        rename(window, f"Name {number}")
    assert window.files.save()
    for number in range(2, 5):
        rename(window, f"Name {number}")
    marks = []
    for _ in range(4):
        window.session.undo()
        marks.append(window.isWindowModified())
    assert marks == [True, True, False, True]
    window.session.redo()
    assert not window.isWindowModified()


@pytest.mark.fault("X02")
def test_there_is_no_limit_of_undo_beyond_which_a_change_counts_as_saved(shown, small):
    """More steps than other programs keep, then all of them taken back."""
    window = shown(small)
    rename(window, "First")
    assert window.files.save()
    for number in range(1200):
        rename(window, f"Name {number}")
    for _ in range(1200):
        window.session.undo()
    assert not window.isWindowModified()
    window.session.undo()
    assert window.isWindowModified()
    assert window.session.encounter.board.zones["yard"].name == ""
