"""Sides, clocks, cues, tables, and issues that the GM means."""

from collections.abc import Mapping

from desktop.core.errors import EditError
from desktop.core.model.board import Amount
from desktop.core.model.edits.checks import check
from desktop.core.model.edits.common import free_name, fresh_id, name_for
from desktop.core.model.encounter import Clock, Cue, Encounter, Muted, OwnTable, Side
from desktop.core.model.moments import BY_HAND, Effect, Moment
from desktop.core.model.replacing import replace
from desktop.core.model.words import ClockId, Colour, CueId, DiceBy, Health, Notch, SideId


def add_side(
    encounter: Encounter,
    *,
    name: str = "Side",
    id: str = "",
    colour: Colour | None = None,
    notch: Notch | None = None,
    against: tuple[SideId, ...] | None = None,
    dice: DiceBy = "program",
    health: Health = "words",
) -> Encounter:
    """Add a side."""
    name = free_name(name, (side.label for side in encounter.all_sides.values()))
    id_ = SideId(fresh_id(encounter, id, name))
    side = Side(
        id=id_, name=name_for(id_, name), colour=colour, notch=notch, against=against, dice=dice,
        health=health,
    )  # fmt: skip
    check(encounter, side)
    return replace(encounter, sides={**encounter.sides, id_: side})


def add_clock(
    encounter: Encounter,
    *,
    name: str = "Clock",
    id: str = "",
    size: int = 4,
    filled: Amount = 0,
    ticks: Moment = BY_HAND,
    full: tuple[Effect, ...] = (),
    text: str = "",
) -> Encounter:
    """Add a clock."""
    if not 1 <= size <= 100:
        raise EditError(f"A clock has 1 to 100 segments, not {size}.")
    name = free_name(name, (clock.label for clock in encounter.clocks.values()))
    id_ = ClockId(fresh_id(encounter, id, name))
    clock = Clock(
        id=id_,
        name=name_for(id_, name),
        size=size,
        filled=filled,
        ticks=ticks,
        full=full,
        text=text,
    )
    after = replace(encounter, clocks={**encounter.clocks, id_: clock})
    check(after, clock)
    return after


def add_cue(
    encounter: Encounter,
    *,
    name: str = "Cue",
    id: str = "",
    when: Moment = BY_HAND,
    text: str = "",
    do: tuple[Effect, ...] = (),
) -> Encounter:
    """Add a cue."""
    name = free_name(name, (cue.label for cue in encounter.cues.values()))
    id_ = CueId(fresh_id(encounter, id, name))
    cue = Cue(id=id_, name=name_for(id_, name), when=when, text=text, do=do)
    after = replace(encounter, cues={**encounter.cues, id_: cue})
    check(after, cue)
    return after


def mute(encounter: Encounter, *, issue: str, at: str = "", why: str = "") -> Encounter:
    """Mute an issue at its place, with the reason."""
    left = tuple(each for each in encounter.muted if (each.issue, each.at) != (issue, at))
    return replace(encounter, muted=(*left, Muted(issue=issue, at=at, why=why)))


def unmute(encounter: Encounter, *, issue: str, at: str = "") -> Encounter:
    """Let an issue be heard again."""
    left = tuple(each for each in encounter.muted if (each.issue, each.at) != (issue, at))
    if left == encounter.muted:
        raise EditError(f"The issue {issue} is not muted{f' at {at}' if at else ''}.")
    return replace(encounter, muted=left)


def set_table(
    encounter: Encounter, *, name: str, rows: Mapping[int, str] | None = None
) -> Encounter:
    """Fill a table in, text by the lowest face it begins at; without rows it goes."""
    if not name:
        raise EditError("Name the table.")
    tables = {key: table for key, table in encounter.tables.items() if key != name or rows}
    if rows:
        tables[name] = OwnTable(rows=dict(sorted(rows.items())))
    return replace(encounter, tables=tables)
