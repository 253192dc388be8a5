"""What was open is let go with everything that was made for it, and nothing of it acts again."""

import gc
import weakref

from PySide6.QtCore import QCoreApplication, QEvent, Qt

from desktop.core import play
from desktop.core.rules.actions import Write
from desktop.ui import app
from desktop.ui.fight import Fight

EVERY_TOOL = ("zone", "link", "traits", "terrain", "wall", "feature", "fighter", "picture")


def begun(window):
    """Start the fight as the page before round 1 does."""
    page = window.bench.current_page
    combat = play.begin(window.session.encounter, stock=window.session.stock)
    page.ready.emit(Fight(combat.book, combat, window.session))
    return weakref.ref(window.session.fight)


def collected():
    QCoreApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()


def other(small):
    path = small.with_name("other.yaml")
    path.write_bytes(small.read_bytes())
    return path


def test_another_encounter_takes_the_place_of_the_one_before(shown, small):
    window = shown(small)
    for tool in EVERY_TOOL:
        window.hand.take(tool)
    gone = [weakref.ref(each) for each in (window.session, *window.bench.panels.values())]
    assert window.files.open_path(other(small))
    collected()
    assert [each() for each in gone] == [None] * len(gone)
    for tool in EVERY_TOOL:  # what is chosen for a tool reaches the palette that is there
        window.hand.take(tool)
        window.hand.choose(f"{tool}.kind", "of no kind")


def test_a_fight_goes_with_its_encounter(shown, small, qtbot):
    window = shown(small)
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_F5)
    fight = begun(window)
    gone = [fight, *map(weakref.ref, window.bench.panels.values())]
    assert window.files.open_path(other(small))
    collected()
    assert [each() for each in gone] == [None] * len(gone)


def test_another_fight_takes_the_place_of_the_one_before(shown, small, qtbot):
    window = shown(small)
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_F5)
    first = begun(window)
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_F5)
    second = begun(window)
    collected()
    assert first() is None
    second().take(Write(text="Rain."))
    assert window.top.round.text() == "Before round 1"


def test_a_fight_of_the_open_encounter_goes_on_with_what_is_on_the_bench(shown, small, qtbot):
    window = shown(small)
    qtbot.keyClick(window.canvas.view, Qt.Key.Key_F5)
    begun(window)
    path, bench = window.fights.keeper.path, window.bench
    window.actions_.do("fight.leave")
    window.session.edit("rename", kind="zone", id="yard", name="Court")
    window.session.saved()
    assert window.fights.resume(path)
    assert window.bench is bench
    assert window.session.undo_says == "Rename yard"
    window.session.fight.take(Write(text="Rain."))
    assert window.session.fight.combat.steps[-1].action == Write(text="Rain.")


def test_what_is_open_is_set_apart_from_collections_until_another_is(
    shown, small, qtbot, monkeypatch
):
    readied = []
    monkeypatch.setattr(app, "RESTS_MS", 0)
    monkeypatch.setattr(play, "load_shapely", lambda: readied.append(True))
    gc.unfreeze()
    window = shown(small)
    app.spare_pauses(window)
    gone = weakref.ref(window.session)
    try:
        assert window.files.open_path(small)
        qtbot.waitUntil(lambda: gc.get_freeze_count() > 0)
        assert readied, "what the first of many edits would wait for is loaded"
        assert window.files.open_path(other(small))
        again = weakref.ref(window.session)
        qtbot.waitUntil(lambda: gone() is None)
        assert again() is not None
    finally:
        gc.unfreeze()
