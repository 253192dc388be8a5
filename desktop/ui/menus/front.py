"""What is in front: the encounter in Build, the fight's own board in Play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from desktop.core.errors import EditError
from desktop.core.model.edits import apply
from desktop.core.model.encounter import Encounter
from desktop.core.model.footprint import seats
from desktop.core.model.place import Place, Spot
from desktop.core.model.words import FighterId
from desktop.core.rules.actions import Change
from desktop.ui.fight import Fight
from desktop.ui.session import Session

Edit = tuple[str, Mapping[str, object]]


def fight_of(session: Session) -> Fight | None:
    """Return the fight whose board is in front; None in Build."""
    return session.fight if session.mode == "play" else None


def encounter_of(session: Session) -> Encounter:
    """Return the encounter whose board is in front."""
    return session.front


def place_of(session: Session) -> Place:
    """Return the board in front, with everything derived from it."""
    return Place.of(encounter_of(session).board)


def spots_of(session: Session) -> Mapping[FighterId, Spot]:
    """Return where everyone stands who is on the board in front."""
    fight = fight_of(session)
    if fight is None:
        return seats(session.encounter, session.stock)
    return {
        who: Spot(fighter.level, fighter.seat)
        for who, fighter in fight.state.fighters.items()
        if fighter.seat is not None
    }


def edit(session: Session, name: str, /, **arguments: object) -> bool:
    """Apply an edit to what is in front, as one step; where it is refused, the reason is told."""
    fight = fight_of(session)
    if fight is None:
        return session.edit(name, **arguments)
    try:
        apply(fight.state.encounter, name, **arguments)
    except EditError as error:
        session.told.emit(str(error))
        return False
    return fight.take(Change(edit=name, arguments=arguments))


def edit_several(session: Session, says: str, edits: Iterable[Edit]) -> bool:
    """Apply several edits to what is in front, as one step, all or none."""
    edits = list(edits)
    if fight_of(session) is None:
        return session.edit_several(says, edits)
    if len(edits) == 1:
        return edit(session, edits[0][0], **edits[0][1])
    plain = [[name, dict(arguments)] for name, arguments in edits]
    return edit(session, "together", edits=plain, says=says)
