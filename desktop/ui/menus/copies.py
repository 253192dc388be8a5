"""Copies of things of one encounter as edits of another, or of the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from itertools import product
from math import ceil, floor, hypot

from desktop.core.model.board import Door, Feature, Zone
from desktop.core.model.crew import crew_by_id
from desktop.core.model.encounter import Encounter, Fighter, Group, Person, member_id, people
from desktop.core.model.footprint import covered, seats, side_of, taken_on
from desktop.core.model.place import Place, Spot
from desktop.core.model.profile import Profile
from desktop.core.model.references import new_id
from desktop.core.model.words import (
    DoorId,
    FeatureId,
    FighterId,
    GroupId,
    LevelId,
    Point,
    ProfileId,
    Square,
    ZoneId,
)
from desktop.ui.session import Ref

Edits = list[tuple[str, Mapping[str, object]]]
MOST_TRIED = 24
"""So many places along each side are tried for a zone's copy."""
_FAR = range(-6, 7)
NEAR = sorted(product(_FAR, _FAR), key=lambda by: (hypot(*by), by))
"""The shifts that are tried for people, the nearest first."""
Box = tuple[float, float, float, float]


class Copies:
    """What one paste puts down. All is moved by one shift and keeps its arrangement."""

    def __init__(
        self,
        source: Encounter,
        target: Encounter,
        stock: Mapping[ProfileId, Profile],
        level: LevelId,
    ) -> None:
        self._source = source
        self._target = target
        self._stock = stock
        self._level = level
        self._spots = seats(source, stock)
        self._used: list[str] = []
        self._levels: dict[LevelId, LevelId] = {}
        self._shift = (0, 0)

    def of(self, refs: Iterable[Ref], at: Point | None) -> Edits:
        """Return the edits that make copies of things, with the upper left corner at a place.

        Without a place they go a square further. Zones go on to where there is room for them, and
        people alone to where nobody stands yet.
        """
        refs = tuple(dict.fromkeys(refs))
        boxes = [box for ref in refs for box in self._boxes(ref)]
        self._levels = self._levels_for(refs)
        self._shift = self._shift_for(refs, boxes, at)
        if all(ref.kind in ("fighter", "group") for ref in refs):
            self._shift = self._beside_others(refs)
        has_zones = any(ref.kind == "zone" for ref in refs)
        edits = self._wider(boxes) if has_zones else []
        zones: dict[str, str] = {}
        for ref in refs:
            if ref.kind == "zone":
                edits += self._zone(ref, zones)
        edits += self._links(zones)
        for ref in refs:
            edits += self._thing(ref)
        return edits + self._people(refs)

    def _boxes(self, ref: Ref) -> Iterator[Box]:
        """Yield the left, top, right and bottom of what a thing covers."""
        board = self._source.board
        if ref.kind == "zone":
            yield _box(Place.of(board).outlines[ZoneId(ref.id)])
        elif ref.kind == "wall":
            yield _box(board.walls[int(ref.id)].along)
        elif ref.kind == "door":
            yield _box(board.doors[DoorId(ref.id)].on)
        elif ref.kind == "feature":
            squares = board.features[FeatureId(ref.id)].squares
            if squares:
                yield _box(squares)
        elif ref.kind == "piece":
            yield _box((*board.fields, *board.clouds)[int(ref.id)].squares)
        elif ref.kind in ("fighter", "group"):
            for spot in self._spots_of(ref).values():
                yield _box([spot.square])

    def _spots_of(self, ref: Ref) -> dict[FighterId, Spot]:
        return {
            who: spot
            for who, spot in self._spots.items()
            if who == ref.id or (ref.kind == "group" and who.startswith(f"{ref.id}/"))
        }

    def _levels_for(self, refs: tuple[Ref, ...]) -> dict[LevelId, LevelId]:
        """Return where each level's things go: all of one level to the one in view."""
        there = {level for ref in refs for level in self._levels_of(ref)}
        if len(there) == 1:
            return {there.pop(): self._level}
        return {
            level: level if level in self._target.board.levels else self._level for level in there
        }

    def _levels_of(self, ref: Ref) -> Iterator[LevelId]:
        board = self._source.board
        if ref.kind == "zone":
            yield board.zones[ZoneId(ref.id)].level
        elif ref.kind == "wall":
            yield board.walls[int(ref.id)].level
        elif ref.kind == "door":
            yield board.doors[DoorId(ref.id)].level
        elif ref.kind == "feature":
            yield board.features[FeatureId(ref.id)].level
        elif ref.kind == "piece":
            yield (*board.fields, *board.clouds)[int(ref.id)].level
        elif ref.kind in ("fighter", "group"):
            for spot in self._spots_of(ref).values():
                yield spot.level

    def _shift_for(
        self, refs: tuple[Ref, ...], boxes: list[Box], at: Point | None
    ) -> tuple[int, int]:
        if not boxes:
            return (1, 1)
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
        wanted = (0, 0)
        if at is not None:
            wanted = (floor(at[0]) - floor(left), floor(at[1]) - floor(top))
        if any(ref.kind == "zone" for ref in refs):
            return self._room_for((left, top, right, bottom), wanted)
        return wanted if at is not None else (1, 1)

    def _room_for(self, box: Box, wanted: tuple[int, int]) -> tuple[int, int]:
        """Return the shift nearest to one that leads to a free place, else beside the board."""

        def far(shift: tuple[int, int]) -> tuple[int, bool, bool]:
            dx, dy = shift[0] - wanted[0], shift[1] - wanted[1]
            return abs(dx) + abs(dy), dx <= 0, dy <= 0

        tried = product(self._flush(box, 0, wanted[0]), self._flush(box, 1, wanted[1]))
        free = (shift for shift in sorted(tried, key=far) if self._is_free(box, shift))
        width, _ = Place.of(self._target.board).size
        return next(free, (width - floor(box[0]), 0))

    def _flush(self, box: Box, axis: int, wanted: int) -> list[int]:
        """Return a shift along an axis and the nearest that are flush with zones or the board."""
        place = Place.of(self._target.board)
        start, end = floor(box[axis]), ceil(box[axis + 2])
        shifts = {-start, place.size[axis] - end}
        for outline in place.outlines.values():
            shifts |= {side - start for side in _sides(_box(outline), box, axis)}
        return [wanted, *sorted(shifts, key=lambda shift: abs(shift - wanted))[:MOST_TRIED]]

    def _beside_others(self, refs: tuple[Ref, ...]) -> tuple[int, int]:
        """Return the nearest shift that puts nobody on another; the very one where none does."""
        place, crew = Place.of(self._target.board), crew_by_id(self._source, self._stock)
        stands = {who: spot for ref in refs for who, spot in self._spots_of(ref).items()}
        taken = {level: taken_on(self._target, level, ()) for level in self._levels.values()}

        def is_free(shift: tuple[int, int]) -> bool:
            for who, (level, (x, y)) in stands.items():
                seat = Square(x + shift[0], y + shift[1])
                squares = covered(seat, side_of(crew[who].profile))
                there = taken[self._levels[level]]
                if any(each in there or not place.is_inside(each) for each in squares):
                    return False
            return True

        dx, dy = self._shift
        near = ((dx + x, dy + y) for x, y in NEAR)
        return next(filter(is_free, near), self._shift)

    def _wider(self, boxes: list[Box]) -> Edits:
        """Return what makes the board wide enough for zones that found no room on it."""
        width, _ = Place.of(self._target.board).size
        beyond = ceil(max((box[2] for box in boxes), default=0)) + self._shift[0] - width
        return [("resize_board", {"right": beyond})] if beyond > 0 else []

    def _is_free(self, box: Box, shift: tuple[int, int]) -> bool:
        """Whether a box lies on the board and meets no zone, once shifted."""
        place = Place.of(self._target.board)
        dx, dy = shift
        left, top, right, bottom = box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy
        width, height = place.size
        if left < 0 or top < 0 or right > width or bottom > height:
            return False
        levels = set(self._levels.values())
        for zone, outline in place.outlines.items():
            other = _box(outline)
            apart = other[2] <= left or other[0] >= right or other[3] <= top or other[1] >= bottom
            if not apart and place.board.zones[zone].level in levels:
                return False
        return True

    def _moved(self, points: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
        dx, dy = self._shift
        return [(x + dx, y + dy) for x, y in points]

    def _new_id(self, name: str) -> str:
        made = new_id(self._target, name, avoid=self._used)
        self._used.append(made)
        return made

    def _zone(self, ref: Ref, made: dict[str, str]) -> Edits:
        zone = self._source.board.zones[ZoneId(ref.id)]
        outline = Place.of(self._source.board).outlines[zone.id]
        made[zone.id] = self._new_id(zone.label)
        edits: Edits = [
            (
                "add_zone",
                {
                    "id": made[zone.id], "name": zone.label, "outline": self._moved(outline),
                    "level": self._levels[zone.level], "traits": list(zone.traits),
                },
            )
        ]  # fmt: skip
        return edits + _said("zone", made[zone.id], zone, Zone(), ("outline", "level", "traits"))

    def _links(self, zones: Mapping[str, str]) -> Edits:
        """Return the links between zones that are copied together."""
        edits: Edits = []
        for link in self._source.board.links.values():
            if link.from_ not in zones or link.to not in zones:
                continue
            more: dict[str, object] = {}
            if link.along is not None:
                more["along"] = self._moved(link.along)
            if link.ends is not None:
                more["ends"] = self._moved(link.ends)
            new = self._new_id(link.label)
            made = {"id": new, "from": zones[link.from_], "to": zones[link.to], "kind": link.kind}
            edits.append(("add_link", {**made, **more}))
            own = {
                name: getattr(link, name)
                for name in ("test", "metres", "blocks_sight", "narrow", "open_above", "notes")
                if getattr(link, name)
            }
            if own:
                edits.append(("set_fields", {"kind": "link", "ids": [new], "values": own}))
        return edits

    def _thing(self, ref: Ref) -> Edits:
        board = self._source.board
        if ref.kind == "wall":
            wall = board.walls[int(ref.id)]
            along = self._moved(wall.along)
            level = self._levels[wall.level]
            return [("add_wall", {"along": along, "level": level, "breakable": wall.breakable})]
        if ref.kind == "piece":
            index = int(ref.id)
            piece = (*board.fields, *board.clouds)[index]
            more: dict[str, object] = {"until": piece.until} if piece.until else {}
            if piece.damage is not None:
                more["damage"] = piece.damage
            laid = {
                "of": "field" if index < len(board.fields) else "cloud", "kind": piece.kind,
                "squares": self._moved(piece.squares), "level": self._levels[piece.level],
            }  # fmt: skip
            return [("lay", {**laid, **more})]
        if ref.kind == "door":
            return self._door(board.doors[DoorId(ref.id)])
        if ref.kind == "feature":
            return self._feature(board.features[FeatureId(ref.id)])
        return []

    def _door(self, door: Door) -> Edits:
        new = self._new_id(door.label)
        made: Edits = [
            (
                "add_door",
                {
                    "id": new, "on": self._moved(door.on), "level": self._levels[door.level],
                    "kind": door.kind, "state": door.state, "name": door.label,
                },
            )
        ]  # fmt: skip
        return made + _said("door", new, door, Door(), ("on", "level", "kind", "state"))

    def _feature(self, feature: Feature) -> Edits:
        new = self._new_id(feature.label)
        where: dict[str, object] = {"squares": self._moved(feature.squares)}
        if not feature.squares:
            where = {"zone": feature.zone}
        made = {
            "id": new, "kind": feature.kind, "level": self._levels.get(feature.level, self._level),
            "name": feature.label,
        }  # fmt: skip
        said = _said(
            "feature", new, feature, Feature(), ("kind", "level", "squares", "zone", "stops")
        )
        return [("add_feature", {**made, **where}), *said]

    def _people(self, refs: tuple[Ref, ...]) -> Edits:
        """Return what brings in copies of all people, with profiles that are missing here."""
        groups = {ref.id for ref in refs if ref.kind == "group"}
        known = {person.id: person for person in people(self._source, self._stock)}
        places: dict[str, object] = {}
        fighters = [
            self._fighter(known[FighterId(ref.id)], places)
            for ref in refs
            if ref.kind == "fighter" and ref.id.partition("/")[0] not in groups
        ]
        many = [
            self._group(self._source.groups[GroupId(ref.id)], places)
            for ref in refs
            if ref.kind == "group"
        ]
        if not fighters and not many:
            return []
        wanted = dict.fromkeys([*(one.profile for one in fighters), *(one.profile for one in many)])
        profiles = [
            self._source.profiles[each]
            for each in wanted
            if each in self._source.profiles and each not in self._target.profiles
        ]
        brought = {"profiles": profiles, "fighters": fighters, "groups": many}
        put: Edits = [("put_each", {"places": places})] if places else []
        return [("bring_in", brought), *put]

    def _fighter(self, person: Person, places: dict[str, object]) -> Fighter:
        """Return a copy of one person; a member of a group becomes a fighter alone."""
        new = FighterId(self._new_id(person.name))
        self._place(person.id, new, places)
        if person.group is None:
            return replace(self._source.fighters[person.id], id=new)
        held = self._source.groups[person.group]
        member = held.members.get(person.letter)
        return Fighter(
            id=new, name=person.name, profile=held.profile, side=held.side, starts=person.starts,
            own=(member.own if member else None) or held.own, notes=person.notes,
            picture=person.picture, hidden=person.hidden,
        )  # fmt: skip

    def _group(self, group: Group, places: dict[str, object]) -> Group:
        new = self._new_id(group.label)
        for mark in group.letters:
            self._place(member_id(group.id, mark), f"{new}/{mark}", places)
        return replace(group, id=GroupId(new))

    def _place(self, who: FighterId, new: str, places: dict[str, object]) -> None:
        """Note where the copy of somebody goes who stands on the board."""
        spot = self._spots.get(who)
        if spot is not None:
            x, y = spot.square
            at = [x + self._shift[0], y + self._shift[1]]
            places[new] = [at, self._levels.get(spot.level, self._level)]


def _box(points: Iterable[tuple[float, float]]) -> Box:
    listed = list(points)
    return (
        min(x for x, _ in listed), min(y for _, y in listed),
        max(x for x, _ in listed), max(y for _, y in listed),
    )  # fmt: skip


def _sides(other: Box, box: Box, axis: int) -> tuple[int, int, int]:
    """Return where a box can begin to touch another, or be flush with it, along an axis."""
    long = ceil(box[axis + 2]) - floor(box[axis])
    return (ceil(other[axis + 2]), floor(other[axis]) - long, floor(other[axis]))


def _said(kind: str, new: str, thing: object, unsaid: object, without: tuple[str, ...]) -> Edits:
    """Return what a thing says beyond what its making was given, as one edit or none."""
    skipped = {"id", "name", *without}
    values = {
        each.name: getattr(thing, each.name)
        for each in fields(thing)  # type: ignore[arg-type]  # a dataclass by contract
        if each.name not in skipped and getattr(thing, each.name) != getattr(unsaid, each.name)
    }
    return [("set_fields", {"kind": kind, "ids": [new], "values": values})] if values else []
