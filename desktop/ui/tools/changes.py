"""The edits that gestures come to: names of the one table of edits, with their arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from desktop.core.model.board import Link
from desktop.core.model.edits import apply
from desktop.core.model.encounter import Encounter, letter, member_id
from desktop.core.model.geometry import Edge, Outline, edges_along, translate
from desktop.core.model.profile import Profile
from desktop.core.model.proposals import Proposal
from desktop.core.model.words import (
    DoorId,
    FeatureId,
    FeatureKind,
    FighterId,
    GroupId,
    KindWord,
    LevelId,
    LinkKind,
    Point,
    ProfileId,
    SideId,
    Square,
    TraitWord,
    ZoneId,
)
from desktop.ui.menus.naming import listed
from desktop.ui.session import Ref

Edit = tuple[str, dict[str, object]]


class Plan(NamedTuple):
    """Several edits that are one step."""

    says: str
    edits: list[Edit]


# Zones


def zone_added(outline: Outline, level: LevelId, *, cut: bool, name: str = "") -> Edit:
    """Draw a zone."""
    arguments: dict[str, object] = {"outline": outline, "level": level, "cut": cut}
    if name:
        arguments["name"] = name
    return "add_zone", arguments


def reshaped(outlines: Mapping[ZoneId, Outline], *, cut: bool = True) -> Edit:
    """Give zones new outlines."""
    return "reshape_zones", {"outlines": dict(outlines), "cut": cut}


def split(zone: ZoneId, line: Sequence[Point]) -> Edit:
    """Cut a zone in two."""
    return "split_zone", {"zone": zone, "along": tuple(line)}


# Links


def link_added(
    from_: ZoneId,
    to: ZoneId,
    kind: LinkKind,
    *,
    ends: tuple[Square, Square] | None = None,
    through: str = "",
) -> Edit:
    """Join two zones."""
    arguments: dict[str, object] = {"from_": from_, "to": to, "kind": kind}
    if through:
        arguments["through"] = through
    if ends is not None:
        arguments["ends"] = ends
    return "add_link", arguments


def proposal_taken(proposal: Proposal) -> Edit:
    """Take a proposal up."""
    arguments: dict[str, object] = {
        "from_": proposal.from_, "to": proposal.to, "kind": proposal.kind
    }  # fmt: skip
    if proposal.through:
        arguments["through"] = proposal.through
    return "add_link", arguments


def link_ended(link: Link, to: ZoneId, square: Square, *, first: bool, on_square: bool) -> Edit:
    """End a link in another zone; on a very square where it has squares or shall have them."""
    ends = link.ends
    if on_square and ends is None:
        ends = (square, square)
    if ends is not None:
        ends = (square, ends[1]) if first else (ends[0], square)
    changes: dict[str, object] = {"from_" if first else "to": to, "ends": ends, "along": None}
    return "set_fields", {"kind": "link", "ids": (link.id,), "values": changes}


# Traits


def traits_laid(
    encounter: Encounter,
    zones: Sequence[ZoneId],
    words: Sequence[TraitWord],
    *,
    off: bool = False,
    more: bool = False,
    alone: bool = False,
) -> Plan:
    """Lay traits on zones, or on the board without any; `alone` takes every other one off."""
    where = listed(encounter, [Ref("zone", zone) for zone in zones]) if zones else "the board"
    named = " and ".join(words) or "nothing"
    if off:
        edit: Edit = ("set_traits", {"zones": tuple(zones), "off": tuple(words)})
        return Plan(f"Take {named} off {where}", [edit])
    if alone:
        return Plan(
            f"Give {where} {named}",
            [("replace_traits", {"zones": tuple(zones), "traits": tuple(words)})],
        )
    edit = ("set_traits", {"zones": tuple(zones), "add": tuple(words), "beside": more})
    return Plan(f"Lay {named} on {where}", [edit])


# Squares


def painted(layer: str, level: LevelId, kind: KindWord, squares: Iterable[Square]) -> Edit:
    """Paint squares, or clear them with an empty kind; a layer is ground, field or cloud."""
    inside = tuple(sorted(squares, key=lambda at: (at[1], at[0])))
    arguments: dict[str, object] = {"level": level, "squares": inside}
    if layer == "ground":
        return "paint", {**arguments, "kind": kind}
    if kind:
        return "lay", {**arguments, "of": layer, "kind": kind}
    return "lift", {**arguments, "of": layer}


# Walls and doors


def wall_added(level: LevelId, path: Sequence[Point]) -> Edit:
    """Build a wall."""
    return "add_wall", {"level": level, "along": tuple(path)}


def walls_erased(encounter: Encounter, level: LevelId, edges: Sequence[Edge]) -> Plan:
    """Take walls and doors away along edges; no edits where there is nothing."""
    board, gone = encounter.board, set(edges)
    doors = [
        door.id
        for door in board.doors.values()
        if door.level == level and gone.intersection(edges_along(door.on))
    ]
    walls = any(
        wall.level == level and gone.intersection(edges_along(wall.along)) for wall in board.walls
    )
    edits: list[Edit] = []
    if walls:
        edits.append(("erase_walls", {"level": level, "edges": tuple(tuple(e) for e in edges)}))
    if doors:
        edits.append(removed([Ref("door", door) for door in doors]))
    return Plan("Erase walls" if walls else "Erase doors", edits)


def door_added(level: LevelId, on: tuple[Point, Point], kind: str, state: str) -> Edit:
    """Put a door on a stretch."""
    return "add_door", {"level": level, "on": on, "kind": kind, "state": state}


def stretched(ref: Ref, points: tuple[Point, ...]) -> Edit:
    """Lay a door, a wall or a link's stretch of border along other points."""
    if ref.kind == "link":
        return "set_fields", {"kind": "link", "ids": (ref.id,), "values": {"along": points}}
    if ref.kind == "door":
        return "move_door", {"door": ref.id, "on": points}
    return "move_wall", {"index": int(ref.id), "along": points}


# Features


def feature_added(
    kind: FeatureKind,
    level: LevelId,
    squares: Iterable[Square],
    *,
    stop: tuple[LevelId, Square] | None = None,
) -> Edit:
    """Place a feature, with where it comes out."""
    inside = tuple(sorted(squares, key=lambda at: (at[1], at[0])))
    arguments: dict[str, object] = {"kind": kind, "level": level, "squares": inside}
    if stop is not None:
        arguments["stops"] = ({"level": stop[0], "at": stop[1]},)
    return "add_feature", arguments


def panel_works(encounter: Encounter, panel: FeatureId, thing: str) -> Plan:
    """Let a panel work something, or no longer where it does already."""
    here = encounter.board.features[panel]
    on = thing not in here.works
    board = encounter.board
    target = board.doors.get(DoorId(thing)) or board.features.get(FeatureId(thing))
    name = target.label if target is not None else thing
    says = f"Let {here.label} work {name}" if on else f"Let {here.label} no longer work {name}"
    return Plan(says, [("connect", {"panel": panel, "thing": thing, "on": on})])


# Moving


def moved(
    encounter: Encounter,
    refs: Sequence[Ref],
    seats: Mapping[FighterId, tuple[Square, LevelId]],
    dx: float,
    dy: float,
    *,
    level: LevelId | None = None,
    alone: bool = False,
) -> Plan:
    """Move things; fighters to the seats given, the rest by so many squares."""
    board = encounter.board
    right, down = round(dx), round(dy)
    edits: list[Edit] = []
    for ref in refs:
        if ref.kind == "wall":
            edits.append(("move_wall", {"index": int(ref.id), "dx": right, "dy": down}))
        elif ref.kind == "door":
            on = translate(board.doors[DoorId(ref.id)].on, right, down)
            edits.append(("move_door", {"door": ref.id, "on": on, "level": level}))
        elif ref.kind == "piece":
            edits += _piece_moved(encounter, int(ref.id), right, down, level)
    features = tuple(ref.id for ref in refs if ref.kind == "feature")
    if features:
        moves: dict[str, object] = {"features": features, "dx": right, "dy": down, "level": level}
        edits.append(("move_features", moves))
    zones = tuple(ref.id for ref in refs if ref.kind == "zone")
    if zones:
        moves = {"zones": zones, "dx": dx, "dy": dy, "level": level, "alone": alone}
        edits.append(("move_zones", moves))
    if seats:
        edits.append(("put_each", {"places": dict(seats)}))
    return Plan(f"Move {listed(encounter, refs)}", edits)


def _piece_moved(
    encounter: Encounter, index: int, dx: int, dy: int, level: LevelId | None
) -> list[Edit]:
    fields = encounter.board.fields
    of = "field" if index < len(fields) else "cloud"
    piece = (*fields, *encounter.board.clouds)[index]
    squares = tuple(Square(x + dx, y + dy) for x, y in piece.squares)
    laid: dict[str, object] = {
        "of": of, "kind": piece.kind, "squares": squares, "level": level or piece.level,
        "source": piece.source, "until": piece.until, "damage": piece.damage,
    }  # fmt: skip
    lifted: dict[str, object] = {"of": of, "squares": piece.squares, "level": piece.level}
    return [("lift", lifted), ("lay", laid)]


# Fighters


def fighters_added(
    encounter: Encounter,
    profile: ProfileId,
    copy: Profile | None,
    seats: Sequence[Square],
    level: LevelId,
    side: SideId | None,
) -> Plan:
    """Bring fighters in, each on a square; `copy` is their profile where the encounter lacks it."""
    arguments: dict[str, object] = {
        "profile": profile, "copy": copy, "level": level, "side": side
    }  # fmt: skip
    edits: list[Edit] = [("add_fighter", {**arguments, "at": seat}) for seat in seats]
    return Plan(f"Bring in {_counted(encounter, profile, copy, seats)}", edits)


def group_added(
    encounter: Encounter,
    profile: ProfileId,
    copy: Profile | None,
    seats: Sequence[Square],
    level: LevelId,
    side: SideId | None,
) -> Plan:
    """Bring a group in, each member on a square."""
    arguments: dict[str, object] = {
        "profile": profile, "copy": copy, "count": len(seats), "side": side
    }  # fmt: skip
    group = list(apply(encounter, "add_group", **arguments).groups)[-1]
    edits: list[Edit] = [
        ("add_group", {**arguments, "id": group}),
        ("put_each", {"places": _seated(group, 0, seats, level)}),
    ]
    return Plan(f"Bring in {_counted(encounter, profile, copy, seats)}, as a group", edits)


def group_joined(
    encounter: Encounter, group: GroupId, seats: Sequence[Square], level: LevelId
) -> Plan:
    """Give a group more members, each on a square."""
    here = encounter.groups[group]
    edits: list[Edit] = [
        ("set_count", {"group": group, "count": here.count + len(seats)}),
        ("put_each", {"places": _seated(group, here.count, seats, level)}),
    ]
    return Plan(f"Add {len(seats)} to {here.label}", edits)


def _seated(
    group: GroupId, first: int, seats: Sequence[Square], level: LevelId
) -> dict[FighterId, tuple[Square, LevelId]]:
    return {
        member_id(group, letter(first + index)): (seat, level) for index, seat in enumerate(seats)
    }


def _counted(
    encounter: Encounter, profile: ProfileId, copy: Profile | None, seats: Sequence[Square]
) -> str:
    known = encounter.profiles.get(profile) or copy
    name = known.label if known is not None else profile
    return f"{name} × {len(seats)}" if len(seats) > 1 else name


# Pictures


def picture_laid(encounter: Encounter, level: LevelId, at: Point, width: float) -> Edit:
    """Lay a level's picture elsewhere, larger or smaller."""
    picture = encounter.board.levels[level].background
    assert picture is not None
    at = Point(round(at.x, 3), round(at.y, 3))
    laid = {
        "file": picture.file, "at": at, "width": round(width, 3), "turned": picture.turned,
        "faded": picture.faded,
    }  # fmt: skip
    return "set_background", {"level": level, "picture": laid}


def board_sized(width: int, height: int) -> Edit:
    """Give the board another size."""
    return "set_size", {"width": width, "height": height}


# Anything


def renamed(ref: Ref, name: str) -> Edit:
    """Give a thing another name."""
    return "rename", {"kind": ref.kind, "id": ref.id, "name": name}


def removed(refs: Sequence[Ref]) -> Edit:
    """Take things away."""
    return "remove", {"things": tuple((ref.kind, ref.id) for ref in refs)}
