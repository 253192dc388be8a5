"""Links between zones."""

from desktop.core.errors import EditError
from desktop.core.model.board import Board, Link, LinkTest, Rise
from desktop.core.model.edits.common import (
    found,
    fresh_id,
    name_for,
    on_board,
    pinned,
    square_on_board,
)
from desktop.core.model.encounter import Encounter
from desktop.core.model.place import Place
from desktop.core.model.proposals import proposals
from desktop.core.model.references import free_id, ids_of
from desktop.core.model.replacing import replace
from desktop.core.model.words import LinkId, LinkKind, Point, Square, ZoneId


def add_link(
    encounter: Encounter,
    *,
    from_: ZoneId,
    to: ZoneId,
    kind: LinkKind = "open",
    along: tuple[Point, Point] | None = None,
    ends: tuple[Square, Square] | None = None,
    through: str = "",
    metres: Rise | None = None,
    test: LinkTest | None = None,
    blocks_sight: bool = False,
    name: str = "",
    id: str = "",
) -> Encounter:
    """Join two zones."""
    board = pinned(encounter.board)
    id_ = LinkId(fresh_id(encounter, id, name or f"{from_}-{to}"))
    link = Link(
        id=id_, name=name_for(id_, name), from_=from_, to=to, kind=kind, along=along, ends=ends,
        through=through, metres=metres, test=test, blocks_sight=blocks_sight,
    )  # fmt: skip
    check_link(board, link)
    return on_board(replace(encounter, board=board), links={**board.links, id_: link})


def check_link(board: Board, link: Link) -> None:
    """Raise EditError for a link whose zones, ends or door do not fit."""
    for end in (link.from_, link.to):
        found(board.zones, end, "zone")
    if link.from_ == link.to:
        raise EditError(f"A link joins two zones; both ends are {board.zones[link.to].label}.")
    if link.ends is not None:
        for square in link.ends:
            square_on_board(board, square, "An end of the link")
    if link.through and link.through not in board.doors and link.through not in board.features:
        raise EditError(f"There is no door or feature called {link.through} to lead through.")


def accept_links(
    encounter: Encounter, *, pairs: tuple[tuple[ZoneId, ZoneId], ...] | None = None
) -> Encounter:
    """Add the links that the drawing proposes: those of some pairs, or all."""
    board = pinned(encounter.board)
    proposed = proposals(Place.of(board))
    if pairs is not None:
        wanted = {frozenset(pair) for pair in pairs}
        proposed = tuple(one for one in proposed if frozenset((one.from_, one.to)) in wanted)
    if not proposed:
        raise EditError("There is no link to accept: no further zones touch or are joined.")
    links = dict(board.links)
    used = ids_of(encounter)
    for each in proposed:
        id_ = LinkId(free_id(f"{each.from_}-{each.to}", used))
        used.add(id_)
        links[id_] = Link(
            id=id_, from_=each.from_, to=each.to, kind=each.kind, through=each.through
        )
    return on_board(replace(encounter, board=board), links=links)


def remove_links(encounter: Encounter, ids: tuple[str, ...]) -> Encounter:
    """Delete links."""
    board = pinned(encounter.board)
    for id_ in ids:
        found(board.links, id_, "link")
    left = {key: link for key, link in board.links.items() if key not in ids}
    return on_board(replace(encounter, board=board), links=left)
