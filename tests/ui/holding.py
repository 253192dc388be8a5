"""What must hold in the window after whatever was done to it; each raises AssertionError."""

from __future__ import annotations

from desktop.core import play
from desktop.core.store import fights
from desktop.ui.canvas.scene import BoardScene
from desktop.ui.main_window import MainWindow
from desktop.ui.menus.front import encounter_of
from desktop.ui.session import Session, exists


def at_all_times(window: MainWindow) -> None:
    """Check what costs next to nothing to look at."""
    session = window.session
    if session is None or window.bench is None:
        return
    encounter = encounter_of(session)
    gone = [ref for ref in session.selection if not exists(encounter, ref)]
    assert not gone, f"selected, but not there: {gone}"
    assert session.level in encounter.board.levels, f"no level {session.level} in view"
    if session.mode == "play" and session.fight is not None:
        _fight(window, session)
    if not window.bench.panels:  # they come with the next turn of the loop
        return
    tool = window.canvas.view.tool
    assert tool is window.bench.tool_in_hand, "the view has another tool than the hand"


def _fight(window: MainWindow, session: Session) -> None:
    fight = session.fight
    exchange = fight.exchange
    if exchange is not None:
        open_ = exchange.question is not None
        assert open_ != (exchange.resolved is not None), "an exchange asks nothing and has all"
        assert not fight.looking_back, "an exchange is open while looking back"
    roll = window.bench.panels.get("roll")
    if roll is not None:
        assert roll.showing == (fight.in_view is not None), "the roll panel shows another"
    if fight.looking_back:
        assert 0 <= fight.looked_at <= len(fight.combat.steps), "looking beyond the steps"


def on_the_whole(window: MainWindow) -> None:
    """Check that the canvas is what a new one would be, and that the file tells the fight."""
    session = window.session
    if session is None or window.bench is None:
        return
    canvas = window.canvas
    fresh = BoardScene()
    fresh.show_drawn(canvas.sync.drawn())
    mine, new = canvas.scene.looks(), fresh.looks()
    differ = [key for key in {*mine, *new} if mine.get(key) != new.get(key)]
    shown = [(key, mine.get(key), new.get(key)) for key in differ[:3]]
    assert not differ, f"the canvas is not what a new one is: {shown}"
    keeper = window.fights.keeper
    if keeper is not None and session.fight is not None:
        again = play.resumed(fights.read_fight(keeper.path, play.vocabulary()))
        assert again.cursor == session.fight.combat.cursor, "the file has another cursor"
        assert again.state == session.fight.combat.state, "the file tells another state"
