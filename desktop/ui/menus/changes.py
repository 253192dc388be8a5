"""What the Edit and Board menus do to the selection, each as one step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil, floor

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from desktop.core.model.board import Board
from desktop.core.model.encounter import Encounter, people
from desktop.core.model.footprint import covered, side_of
from desktop.core.model.place import Place
from desktop.core.model.summary import taken_along
from desktop.core.model.words import Point, ZoneId
from desktop.ui.menus import front
from desktop.ui.menus.copies import Copies, Edits
from desktop.ui.menus.front import encounter_of, spots_of
from desktop.ui.menus.naming import listed
from desktop.ui.menus.selection import everything
from desktop.ui.session import Ref, Session

Change = Callable[[Session], object]

COPIED = "application/x-enfilade-things"
"""What marks the system's clipboard while the last thing copied was copied here."""


def delete(session: Session) -> bool:
    """Take out what is selected, and tell what went with it; the people of zones stay."""
    refs = session.selection
    encounter = encounter_of(session)
    says = f"Delete {listed(encounter, refs)}"
    edits: Edits = [
        ("set_background", {"level": ref.id, "picture": None})
        for ref in refs
        if ref.kind == "picture"
    ]
    things = [_as_thing(encounter.board, ref) for ref in refs if ref.kind != "picture"]
    if things:
        edits.append(("remove", {"things": things}))
    if not edits or not front.edit_several(session, says, edits):
        return False
    also = taken_along(encounter, encounter_of(session), {ref.id for ref in refs})
    if also:
        session.told.emit(says + also)
    return True


def _as_thing(board: Board, ref: Ref) -> list[str]:
    """Return a ref as edits name things: a piece is a field or a cloud by its own index."""
    if ref.kind != "piece":
        return [ref.kind, ref.id]
    index = int(ref.id)
    many = len(board.fields)
    return ["field", ref.id] if index < many else ["cloud", str(index - many)]


def copy(session: Session) -> None:
    """Keep a copy of what is selected, as it is now."""
    session.clipboard.encounter = encounter_of(session)
    session.clipboard.refs = session.selection
    says = listed(encounter_of(session), session.selection)
    mime = QMimeData()
    mime.setText(says)
    mime.setData(COPIED, b"")
    QGuiApplication.clipboard().setMimeData(mime)
    session.told.emit(f"Copied {says}")


def cut(session: Session) -> None:
    """Keep a copy of what is selected and take it out."""
    copy(session)
    delete(session)


def paste(session: Session, at: Point | None = None) -> bool:
    """Put down what was copied, its upper left corner at a place; unsaid, beside the original."""
    source, refs = session.clipboard.encounter, session.clipboard.refs
    if source is None or not refs:
        session.told.emit("Nothing was copied.")
        return False
    return _put_down(session, source, refs, at, "Paste")


def duplicate(session: Session) -> bool:
    """Put a copy of what is selected beside it."""
    return _put_down(session, encounter_of(session), session.selection, None, "Duplicate")


def group(session: Session) -> bool:
    """Make one group of the selected fighters."""
    alone = [who for who in session.selected("fighter") if "/" not in who]
    return front.edit(session, "group_people", fighters=alone)


def ungroup(session: Session) -> bool:
    """Make single fighters of the members of every selected group."""
    chosen = [*session.selected("group")]
    chosen += [who.partition("/")[0] for who in session.selected("fighter") if "/" in who]
    groups = tuple(dict.fromkeys(chosen))
    names = listed(encounter_of(session), [Ref("group", each) for each in groups])
    return front.edit_several(
        session, f"Take apart {names}", [("ungroup", {"group": each}) for each in groups]
    )


def merge(session: Session) -> bool:
    """Make one zone of the selected ones; the first keeps its id."""
    zones = session.selected("zone")
    if not front.edit(session, "merge_zones", zones=list(zones)):
        return False
    session.select([Ref("zone", zones[0])])
    stays = ", ".join(
        trait.word for trait in encounter_of(session).board.zones[ZoneId(zones[0])].traits
    )
    session.told.emit(f"Merged. Its traits: {stays or 'none'}.")
    return True


def take_picture_off(session: Session) -> None:
    """Take the picture off the level in view."""
    front.edit(session, "set_background", level=session.level, picture=None)


def fit_board(session: Session) -> bool:
    """Cut or widen the board to what stands on it."""
    encounter = encounter_of(session)
    corners = list(_extents(encounter, session))
    if not corners:
        session.told.emit("Nothing stands on the board.")
        return False
    width, height = Place.of(encounter.board).size
    left = floor(min(x for x, _ in corners))
    top = floor(min(y for _, y in corners))
    right = ceil(max(x for x, _ in corners))
    bottom = ceil(max(y for _, y in corners))
    return front.edit(
        session, "resize_board", left=-left, top=-top, right=right - width, bottom=bottom - height
    )


def wall_in(session: Session) -> bool:
    """Build thin walls around the level in view."""
    return front.edit(session, "wall_in", level=session.level)


def _extents(encounter: Encounter, session: Session) -> Iterator[tuple[float, float]]:
    board = encounter.board
    for outline in Place.of(board).outlines.values():
        yield from outline
    for painted in board.squares.values():
        for x, y in painted:
            yield from ((x, y), (x + 1, y + 1))
    for wall in board.walls:
        yield from wall.along
    for door in board.doors.values():
        yield from door.on
    on_squares = [feature.squares for feature in board.features.values()]
    on_squares += [piece.squares for piece in (*board.fields, *board.clouds)]
    for squares in on_squares:
        for x, y in squares:
            yield from ((x, y), (x + 1, y + 1))
    sizes = {person.id: side_of(person.profile) for person in people(encounter, session.stock)}
    for who, spot in spots_of(session).items():
        for x, y in covered(spot.square, sizes[who]):
            yield from ((x, y), (x + 1, y + 1))


def _put_down(
    session: Session, source: Encounter, refs: tuple[Ref, ...], at: Point | None, says: str
) -> bool:
    before = encounter_of(session)
    edits = Copies(source, before, session.stock, session.level).of(refs, at)
    if not edits:
        session.told.emit("Of this there can be no copy.")
        return False
    if not front.edit_several(session, f"{says} {listed(source, refs)}", edits):
        return False
    there = set(everything(before))
    made = [ref for ref in everything(encounter_of(session)) if ref not in there]
    groups = {ref.id for ref in made if ref.kind == "group"}
    session.select(
        ref for ref in made if ref.id.partition("/")[0] not in groups or "/" not in ref.id
    )
    return True
