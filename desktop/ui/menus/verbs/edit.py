"""What the Edit menu holds."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from desktop.ui.menus.verb import (
    Commands,
    Context,
    Do,
    Verb,
    calls,
    needs_build,
    needs_file,
    needs_selection,
    needs_zones,
)

if TYPE_CHECKING:
    from desktop.core.rules.combat import Combat
    from desktop.ui.fight import Fight
    from desktop.ui.session import Session


def change(name: str) -> Do:
    """Return a doing that hands the open session to a function of `menus.changes`."""

    def do(window: Commands, _argument: object) -> None:
        if window.session is not None:
            changes = import_module("desktop.ui.menus.changes")
            getattr(changes, name)(window.session)

    return do


def _undo(window: Commands, _argument: object) -> None:
    session = window.session
    if session is None:
        return
    fight = session.fight if in_fight(session) else None
    if fight is None:
        session.undo()
    elif says := _fight_takes_back(fight):
        fight.undo()
        session.told.emit(f"Undid: {says}")


def _redo(window: Commands, _argument: object) -> None:
    session = window.session
    if session is None:
        return
    fight = session.fight if in_fight(session) else None
    if fight is None:
        session.redo()
    elif says := _fight_does_again(fight):
        fight.redo()
        session.told.emit(f"Did again: {says}")


def in_fight(session: Session) -> bool:
    """Whether undo and redo act on the fight: it is what is in front."""
    return session.mode == "play" and session.fight is not None


def undo_takes_back(context: Context) -> str:
    """Return what undo would take back; empty when there is nothing."""
    session = context.session
    if session is None:
        return ""
    if session.fight is None or not in_fight(session):
        return _lowered(session.undo_says)
    return _fight_takes_back(session.fight)


def _fight_takes_back(fight: Fight) -> str:
    from desktop.ui.gestures import gesture_before

    if fight.exchange is not None:
        return "the last answer" if fight.exchange.given else "the roll that is open"
    if fight.undo_says:
        return _lowered(fight.undo_says)
    return _gesture_says(fight.combat, gesture_before(fight.combat), fight.combat.cursor)


def redo_does_again(context: Context) -> str:
    """Return what redo would do again; empty when there is nothing."""
    session = context.session
    if session is None:
        return ""
    if session.fight is None or not in_fight(session):
        return _lowered(session.redo_says)
    return _fight_does_again(session.fight)


def _fight_does_again(fight: Fight) -> str:
    from desktop.ui.gestures import gesture_after

    if fight.redo_says:
        return _lowered(fight.redo_says)
    return _gesture_says(fight.combat, fight.combat.cursor, gesture_after(fight.combat))


def _gesture_says(combat: Combat, first: int, after: int) -> str:
    """Return what the log calls the steps of one gesture; empty where there are none."""
    from desktop.core.rules.actions import BeginTurn
    from desktop.ui.menus.headlines import headline

    after = min(after, len(combat.steps))
    if not 0 <= first < after:
        return ""
    turns = (at for at in range(first, after) if isinstance(combat.steps[at].action, BeginTurn))
    at = next(turns, first)
    return headline(combat.at(at), combat.steps[at])


def _undo_text(context: Context) -> str:
    says = undo_takes_back(context)
    return f"Undo: {says}" if says else "Undo"


def _redo_text(context: Context) -> str:
    says = redo_does_again(context)
    return f"Redo: {says}" if says else "Redo"


def _lowered(says: str) -> str:
    """Return a text with a small first letter, unless it begins with an abbreviation or a name."""
    plain = says[1:2].islower()
    return says[:1].lower() + says[1:] if plain else says


def _needs_undo(context: Context) -> str:
    if (refused := needs_file(context)) or undo_takes_back(context):
        return refused
    session = context.session
    if session is not None and in_fight(session):
        return "Nothing was done since the fight began. F5 starts another."
    return "There is nothing to undo."


def _needs_redo(context: Context) -> str:
    return needs_file(context) or ("" if redo_does_again(context) else "There is nothing to redo.")


def _needs_one(context: Context) -> str:
    if refused := needs_selection(context):
        return refused
    named = [ref for ref in context.selection if ref.kind not in ("wall", "piece")]
    return "" if len(named) == 1 else "Select one thing that has a name."


def _needs_one_in_build(context: Context) -> str:
    playing = context.mode == "play"
    return "This is for Build. Switch over with Ctrl+Tab." if playing else _needs_one(context)


def _needs_fighters(context: Context) -> str:
    if refused := needs_selection(context):
        return refused
    alone = [ref for ref in context.selection if ref.kind == "fighter" and "/" not in ref.id]
    return "" if alone else "Select fighters that are in no group yet."


def _needs_group(context: Context) -> str:
    if refused := needs_selection(context):
        return refused
    members = [ref for ref in context.selection if ref.kind == "group" or "/" in ref.id]
    return "" if members else "Select a group, or one of its members."


def _needs_two_zones(context: Context) -> str:
    return needs_zones(context, 2)


def _select(name: str) -> Do:
    """Return a doing that selects what a function of `menus.selection` chooses."""

    def do(window: Commands, _argument: object) -> None:
        if window.session is not None:
            selection = import_module("desktop.ui.menus.selection")
            window.session.select(getattr(selection, name)(window.session))

    return do


def _nudge(dx: int, dy: int) -> Do:
    def do(window: Commands, _argument: object) -> None:
        window.command("nudge", (dx, dy))

    return do


def _in_file(step: int) -> Do:
    def do(window: Commands, _argument: object) -> None:
        window.command("outline.move", step)

    return do


def _nudges() -> tuple[Verb, ...]:
    """Return the arrow keys: a square, with Shift five."""
    ways = (("left", "Left", -1, 0), ("right", "Right", 1, 0), ("up", "Up", 0, -1),
            ("down", "Down", 0, 1))  # fmt: skip
    return tuple(
        Verb(
            id=f"edit.nudge_{name}{'_far' if far > 1 else ''}",
            text=f"Move {name} by {'five squares' if far > 1 else 'a square'}",
            do=_nudge(dx * far, dy * far),
            keys=(f"Shift+{key}" if far > 1 else key,), scope="canvas", why_not=needs_selection,
            found=False,
        )
        for far in (1, 5)
        for name, key, dx, dy in ways
    )  # fmt: skip


VERBS = (
    Verb(
        id="edit.undo", text="Undo", do=_undo, menu="edit", keys=("Ctrl+Z",), icon="undo",
        why_not=_needs_undo, says=_undo_text, words="back take back",
    ),
    Verb(
        id="edit.redo", text="Redo", do=_redo, menu="edit", keys=("Ctrl+Shift+Z", "Ctrl+Y"),
        icon="redo", why_not=_needs_redo, says=_redo_text, words="again forward",
    ),
    Verb(
        id="edit.cut", text="Cut", do=change("cut"), menu="edit", keys=("Ctrl+X",),
        gap=True, icon="content-cut", why_not=needs_selection,
    ),
    Verb(
        id="edit.copy", text="Copy", do=change("copy"), menu="edit",
        keys=("Ctrl+C",), icon="content-copy", why_not=needs_selection,
    ),
    Verb(
        id="edit.paste", text="Paste", do=calls("paste"), menu="edit", keys=("Ctrl+V",),
        icon="content-paste", why_not=needs_build, words="insert picture",
    ),
    Verb(
        id="edit.duplicate", text="Duplicate", do=change("duplicate"), menu="edit",
        keys=("Ctrl+D",), why_not=needs_selection, words="copy again twin",
    ),
    Verb(
        id="edit.delete", text="Delete", do=change("delete"), menu="edit",
        keys=("Del",), icon="trash-can-outline", scope="canvas", why_not=needs_selection,
        words="remove erase",
    ),
    Verb(
        id="edit.rename", text="Rename", do=calls("rename"), menu="edit", keys=("F2",),
        icon="rename-outline", why_not=_needs_one, words="name call",
    ),
    Verb(
        id="edit.select_all", text="Select all on this level",
        do=_select("on_level"), menu="edit", keys=("Ctrl+A",), gap=True,
        icon="select-all", why_not=needs_build, words="everything",
    ),
    Verb(
        id="edit.select_like", text="Select all like this", do=_select("like"),
        menu="edit", keys=("Ctrl+Shift+A",), why_not=needs_selection,
        words="same trait kind profile similar",
    ),
    Verb(
        id="edit.select_next", text="Select the next", do=_select("next_after"),
        menu="edit", keys=("Tab",), scope="canvas", why_not=needs_build,
    ),
    Verb(
        id="edit.select_last", text="Select the one before", do=_select("before"),
        keys=("Shift+Tab",), scope="canvas", why_not=needs_build,
    ),
    Verb(
        id="edit.group", text="Group", do=change("group"), menu="edit",
        keys=("Ctrl+G",), gap=True, icon="account-group-outline", why_not=_needs_fighters,
        words="together letters",
    ),
    Verb(
        id="edit.ungroup", text="Take the group apart", do=change("ungroup"),
        menu="edit", keys=("Ctrl+Shift+G",), why_not=_needs_group, words="ungroup single",
    ),
    Verb(
        id="edit.merge", text="Merge the zones", do=change("merge"), menu="edit",
        keys=("Ctrl+M",), icon="vector-union", why_not=_needs_two_zones, words="join unite",
    ),
    Verb(
        id="edit.earlier", text="Move up in the file", do=_in_file(-1),
        why_not=_needs_one_in_build,
        words="order earlier outline first",
    ),
    Verb(
        id="edit.later", text="Move down in the file", do=_in_file(1),
        why_not=_needs_one_in_build,
        words="order later outline last",
    ),
    *_nudges(),
)  # fmt: skip
