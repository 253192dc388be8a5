"""Zones: drawn, moved, reshaped, split, joined."""

from collections import Counter
from collections.abc import Iterator, Mapping

from desktop.core.errors import EditError
from desktop.core.model import geometry
from desktop.core.model.board import Board, Link, Trait, Zone
from desktop.core.model.crossing import border, pairs_along
from desktop.core.model.edits.common import (
    all_found,
    beside,
    boxes_of,
    check_apart,
    check_inside,
    checked_traits,
    fitted,
    found,
    free_name,
    fresh_id,
    level_of,
    listed,
    name_for,
    on_board,
    pinned,
    with_features_in_zones,
)
from desktop.core.model.edits.people import settled
from desktop.core.model.edits.shift import Shift, carried
from desktop.core.model.edits.traits import joined_traits
from desktop.core.model.encounter import Encounter
from desktop.core.model.geometry import Outline, squares_in
from desktop.core.model.place import Place
from desktop.core.model.references import redirected
from desktop.core.model.replacing import replace
from desktop.core.model.tables import Changed, renewed, with_things, without
from desktop.core.model.words import DoorId, LevelId, LinkId, Point, Square, ZoneId

Rectangle = tuple[float, float, float, float]
"""Left, top, width and height."""

NEAR = 1e-3
"""Corners that lie no further apart are one."""


def add_zone(
    encounter: Encounter,
    *,
    outline: tuple[Point, ...] = (),
    at: Rectangle | None = None,
    level: LevelId | None = None,
    name: str = "Zone",
    id: str = "",
    traits: tuple[Trait, ...] = (),
    cut: bool = True,
) -> Encounter:
    """Draw a zone, cut back along those that are there already."""
    board = pinned(encounter.board)
    name = free_name(name, (zone.label for zone in board.zones.values()))
    id_ = ZoneId(fresh_id(encounter, id, name))
    zone = Zone(
        id=id_, name=name_for(id_, name), level=level_of(board, level),
        traits=checked_traits(encounter, traits),
    )  # fmt: skip
    drawn = geometry.outline_of(*at) if at is not None else outline
    zone = replace(zone, outline=fitted(board, zone, drawn, cut=cut))
    return on_board(replace(encounter, board=board), zones={**board.zones, id_: zone})


def reshape_zones(
    encounter: Encounter, *, outlines: Mapping[ZoneId, tuple[Point, ...]], cut: bool = True
) -> Encounter:
    """Give zones new outlines at once; each is cut back along those that keep theirs."""
    board = pinned(encounter.board)
    all_found(board.zones, outlines, "zone")
    return replace(encounter, board=_reshaped(board, outlines, cut=cut))


def _reshaped(
    board: Board, outlines: Mapping[ZoneId, Outline], *, cut: bool, together: bool = False
) -> Board:
    """Return a board with new outlines; those that all move `together` cannot come to overlap."""
    near = beside(board.zones, outlines.values())
    staying = [zone for zone in near if zone.id not in outlines]
    reshaped: dict[ZoneId, Zone] = {}
    for zone_id, outline in outlines.items():
        zone = board.zones[zone_id]
        cut_back = fitted(board, zone, outline, cut=cut, along=staying)
        reshaped[zone_id] = replace(zone, outline=cut_back)
    if not together:
        changed = list(reshaped.values())
        for i, zone in enumerate(changed):
            check_apart(zone, changed[:i])
    return replace(board, zones=with_things(board.zones, reshaped))


def resize_zone(
    encounter: Encounter, *, zone: ZoneId, at: Rectangle, alone: bool = False
) -> Encounter:
    """Give a rectangle another place and size; rectangles that share the moved side follow."""
    board = pinned(encounter.board)
    here = found(board.zones, zone, "zone")
    before = geometry.rectangle_of(here.outline)
    if before is None:
        raise EditError(f"{here.label} is no rectangle; move its corners.")
    outlines = {zone: geometry.outline_of(*at)}
    if not alone:
        outlines |= _followers(board, here, before, at)
    return replace(encounter, board=_reshaped(board, outlines, cut=True))


def _followers(
    board: Board, zone: Zone, before: Rectangle, after: Rectangle
) -> dict[ZoneId, Outline]:
    """Return the rectangles that share a whole moved side with a zone, with that side moved."""
    moved = dict(zip(geometry.outline_of(*before), geometry.outline_of(*after), strict=True))
    followers: dict[ZoneId, Outline] = {}
    for other in board.zones.values():
        if other.level != zone.level or other.id == zone.id:
            continue
        corners = tuple(moved.get(corner, corner) for corner in other.outline)
        if corners != other.outline and geometry.rectangle_of(corners) is not None:
            followers[other.id] = corners
    return followers


def move_corner(
    encounter: Encounter,
    *,
    corner: Point,
    to: Point,
    level: LevelId | None = None,
    zone: ZoneId | None = None,
    alone: bool = False,
    cut: bool = True,
) -> Encounter:
    """Move a corner; those of other zones that lie at the same point move with it."""
    board = pinned(encounter.board)
    on = found(board.zones, zone, "zone").level if zone else level_of(board, level)
    outlines = {
        each.id: tuple(to if _same(point, corner) else point for point in each.outline)
        for each in _reaching(board, corner)
        if each.level == on
        and (each.id == zone or not (alone and zone))
        and any(_same(point, corner) for point in each.outline)
    }
    if not outlines:
        raise EditError(f"No zone has a corner at {corner.x:g},{corner.y:g}.")
    return replace(encounter, board=_reshaped(board, outlines, cut=cut))


def _reaching(board: Board, point: Point) -> Iterator[Zone]:
    """Yield the zones whose extent reaches to a point."""
    x, y = point
    for zone, (left, top, right, bottom) in boxes_of(board.zones).items():
        if left - NEAR <= x <= right + NEAR and top - NEAR <= y <= bottom + NEAR:
            yield board.zones[zone]


def _same(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) < NEAR and abs(one[1] - other[1]) < NEAR


def insert_corner(encounter: Encounter, *, zone: ZoneId, after: int, at: Point) -> Encounter:
    """Give an outline another corner, behind one of those that it has."""
    board = pinned(encounter.board)
    outline = found(board.zones, zone, "zone").outline
    if not 0 <= after < len(outline):
        raise EditError(f"{board.zones[zone].label} has no corner {after}.")
    corners = (*outline[: after + 1], at, *outline[after + 1 :])
    return replace(encounter, board=_reshaped(board, {zone: corners}, cut=True))


def remove_corner(encounter: Encounter, *, zone: ZoneId, corner: int) -> Encounter:
    """Take a corner out of an outline."""
    board = pinned(encounter.board)
    here = found(board.zones, zone, "zone")
    if not 0 <= corner < len(here.outline):
        raise EditError(f"{here.label} has no corner {corner}.")
    if len(here.outline) == 3:
        raise EditError(f"{here.label} has only three corners; delete the zone instead.")
    corners = here.outline[:corner] + here.outline[corner + 1 :]
    return replace(encounter, board=_reshaped(board, {zone: corners}, cut=True))


def move_zones(
    encounter: Encounter,
    *,
    zones: tuple[ZoneId, ...],
    dx: float = 0,
    dy: float = 0,
    level: LevelId | None = None,
    alone: bool = False,
) -> Encounter:
    """Move zones with all that stands in them, by whole squares; alone, just their outlines.

    Each is cut back along the zones that stay.
    """
    board = pinned(encounter.board)
    moving = all_found(board.zones, zones, "zone")
    before = encounter = replace(encounter, board=board)
    if not alone:
        dx, dy = round(dx), round(dy)
        encounter = _with_contents(encounter, moving, int(dx), int(dy), level)
    to_level = level_of(board, level) if level else None
    changed = {zone.id: replace(zone, level=to_level or zone.level) for zone in moving}
    outlines = {zone.id: geometry.translate(zone.outline, dx, dy) for zone in moving}
    if not alone:
        at_new = {zone.id: replace(zone, outline=outlines[zone.id]) for zone in moving}
        moved = with_things(encounter.board.zones, at_new)
        check_inside(on_board(encounter, zones=moved), before)
    on_levels = replace(encounter.board, zones=with_things(encounter.board.zones, changed))
    after = _reshaped(on_levels, outlines, cut=True, together=not level)
    encounter = replace(encounter, board=_loosened(after, frozenset(outlines)))
    return with_features_in_zones(encounter) if level else encounter


def _loosened(board: Board, moved: frozenset[ZoneId]) -> Board:
    """Return a board whose links that cross a border of old say no longer where."""
    loose = {
        link.id: replace(link, along=None)
        for link in board.links.values()
        if link.along is not None and (link.from_ in moved) != (link.to in moved)
    }
    return replace(board, links=with_things(board.links, loose)) if loose else board


def _with_contents(
    encounter: Encounter, moving: list[Zone], dx: int, dy: int, level: LevelId | None
) -> Encounter:
    board = encounter.board
    place = Place.of(board)
    gone = frozenset(zone.id for zone in moving)
    for on in dict.fromkeys(zone.level for zone in moving):
        owners = place.zone_map(on).owners
        inside: frozenset[Square] = frozenset().union(
            *(place.squares_of(zone.id) for zone in moving if zone.level == on)
        )
        shift = Shift(
            first=board.first_level, level=on, to_level=level_of(board, level) if level else on,
            dx=dx, dy=dy, squares=inside,
            stays=lambda at, owners=owners: owners.get(at, None) not in (None, *gone),  # type: ignore[misc]  # bound at once
        )  # fmt: skip
        encounter = carried(encounter, shift)
    return encounter


def split_zone(
    encounter: Encounter, *, zone: ZoneId, along: tuple[Point, ...], name: str = ""
) -> Encounter:
    """Cut a zone in two along a line; the larger piece keeps its id, an open link joins both.

    A link along a border that both pieces have is there for both from now on.
    """
    board = pinned(encounter.board)
    here = found(board.zones, zone, "zone")
    pieces = geometry.split(here.outline, along) if len(along) > 1 else ()
    if len(pieces) != 2:
        into = "does not cut it" if len(pieces) < 2 else f"cuts it into {len(pieces)} pieces"
        raise EditError(f"The line {into}: draw it right across {here.label}, once.")
    for piece in pieces:
        if not squares_in(piece):
            raise EditError(f"A piece of {here.label} would hold the centre of no square.")
    name = name or free_name(here.label, (each.label for each in board.zones.values()))
    id_ = ZoneId(fresh_id(encounter, "", name))
    larger = replace(here, outline=pieces[0])
    other = replace(here, id=id_, name=name_for(id_, name), outline=pieces[1])
    zones: dict[ZoneId, Zone] = {}
    for each in board.zones.values():
        zones |= {zone: larger, id_: other} if each.id == zone else {each.id: each}
    link_id = LinkId(fresh_id(encounter, "", f"{zone}-{id_}"))
    links: dict[LinkId, Link] = {}
    pieces_of = _Pieces(larger, other, replace(board, zones=zones))
    for key, link in board.links.items():
        links[key] = pieces_of.moved(link)
        if pieces_of.has_both(link):
            taken = replace(
                encounter, board=replace(board, zones=zones, links={**board.links, **links})
            )
            far = link.to if link.from_ == zone else link.from_
            twin = LinkId(fresh_id(taken, "", f"{far}-{id_}"))
            links[twin] = replace(_led_to(link, zone, id_), id=twin)
    links[link_id] = Link(id=link_id, from_=zone, to=id_)
    return replace(encounter, board=replace(board, zones=zones, links=links))


ALONG_BORDERS = frozenset(("open", "barrier", "climb", "ledge", "sight"))
"""Kinds of links that take up a stretch of border, and not a place on it."""


class _Pieces:
    """The two pieces of a zone that was split, and which links touch which of them."""

    def __init__(self, larger: Zone, other: Zone, board: Board) -> None:
        self._larger, self._other, self._board = larger, other, board
        self._squares = squares_in(larger.outline), squares_in(other.outline)

    def moved(self, link: Link) -> Link:
        """Return a link that leads to the piece which it touches, the larger one where both do."""
        larger, other = self._touched(link)
        return _led_to(link, self._larger.id, self._other.id) if other and not larger else link

    def has_both(self, link: Link) -> bool:
        """Whether a link takes up a border with both of them."""
        return link.kind in ALONG_BORDERS and not link.through and all(self._touched(link))

    def _touched(self, link: Link) -> tuple[bool, bool]:
        if self._larger.id not in (link.from_, link.to) or link.from_ == link.to:
            return True, False
        is_first = link.from_ == self._larger.id
        if link.ends is not None:
            moves = link.ends[0 if is_first else 1] in self._squares[1]
            return not moves, moves
        far = squares_in(self._board.zones[link.to if is_first else link.from_].outline)
        door = self._board.doors.get(DoorId(link.through))
        along = link.along if door is None else door.on
        larger, other = (_touches(piece, far, along) for piece in self._squares)
        return larger, other


def _led_to(link: Link, zone: ZoneId, to: ZoneId) -> Link:
    """Return a link that leads to another zone in the place of one."""
    return replace(link, from_=to) if link.from_ == zone else replace(link, to=to)


def _touches(
    piece: frozenset[Square], far: frozenset[Square], along: tuple[Point, Point] | None
) -> bool:
    pairs = border(piece, far)
    return bool(pairs if along is None else pairs_along(pairs, along))


def merge_zones(encounter: Encounter, *, zones: tuple[ZoneId, ...]) -> Encounter:
    """Make one zone of several that touch; the first keeps its id, traits join at their gravest."""
    board = pinned(encounter.board)
    joined = all_found(board.zones, zones, "zone")
    if len(joined) < 2:
        raise EditError("Choose at least two zones to merge.")
    names = listed([zone.label for zone in joined])
    if len({zone.level for zone in joined}) > 1:
        raise EditError(f"{names} are on different levels.")
    try:
        pieces = geometry.union([zone.outline for zone in joined])
    except ValueError:
        raise EditError(
            f"{names} would lie all round another place; zones have no holes."
        ) from None
    if len(pieces) != 1:
        raise EditError(f"{names} do not touch along a border.")
    first, *others = joined
    merged = _merged(first, joined, pieces[0])
    gone: dict[str, tuple[str]] = {zone.id: (first.id,) for zone in others}
    after = redirected(on_board(encounter, zones=board.zones), gone)
    went = Changed(removed=tuple(filter(gone.__contains__, after.board.zones)))
    left = renewed(after.board.zones, {first.id: merged}, after.board.zones, went)
    return _without_twins(on_board(after, zones=left), first.id)


def _without_twins(encounter: Encounter, zone: ZoneId) -> Encounter:
    """Return an encounter in which no two links that are alike join a zone to the same other."""
    kept: dict[Link, LinkId] = {}
    twins: dict[str, tuple[str]] = {}
    links = [
        link
        for link in encounter.board.links.values()
        if (link.from_ == zone or link.to == zone) and link.ends is None and not link.through
    ]
    many = Counter(end for link in links for end in (link.from_, link.to))
    for link in links:
        if many[link.from_] == 1 or many[link.to] == 1:
            continue  # no other joins these two
        alike = replace(link, id=LinkId(""), name="")
        if link.to == zone and link.kind != "ledge":
            alike = replace(alike, from_=zone, to=link.from_)
        if alike in kept:
            twins[link.id] = (kept[alike],)
        kept.setdefault(alike, link.id)
    after = redirected(encounter, twins)
    return on_board(after, links=without(after.board.links, twins))


def _merged(first: Zone, zones: list[Zone], outline: Outline) -> Zone:
    capacities = [zone.capacity for zone in zones]
    return replace(
        first,
        outline=outline,
        traits=joined_traits([zone.traits for zone in zones]),
        start=next((zone.start for zone in zones if zone.start), None),
        exit=any(zone.exit for zone in zones),
        goal=any(zone.goal for zone in zones),
        scenery=all(zone.scenery for zone in zones),
        capacity=None if None in capacities else sum(filter(None, capacities)),
        notes="\n".join(dict.fromkeys(zone.notes for zone in zones if zone.notes)),
        for_players="\n".join(dict.fromkeys(z.for_players for z in zones if z.for_players)),
        tags=tuple(dict.fromkeys(tag for zone in zones for tag in zone.tags)),
    )


def remove_zones(encounter: Encounter, ids: tuple[str, ...]) -> Encounter:
    """Delete zones with their links; whoever stands there stays where they stand."""
    gone = [zone.id for zone in all_found(encounter.board.zones, ids, "zone")]
    encounter = replace(encounter, board=pinned(encounter.board))
    encounter = settled(encounter, frozenset(gone))
    after = redirected(encounter, {zone: () for zone in gone})
    return on_board(after, zones=without(after.board.zones, gone))
