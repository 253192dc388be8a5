"""What the outline lists: kinds, the things of each, and the members of groups under them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple, cast

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem

from desktop.core.model.board import Level
from desktop.core.model.encounter import FOES, Encounter, Fighter, Group, member_id
from desktop.core.model.memo import Memo
from desktop.core.model.profile import Profile
from desktop.core.model.words import (
    DoorId,
    FeatureId,
    FighterId,
    GroupId,
    LevelId,
    LinkId,
    ProfileId,
    SideId,
    ZoneId,
)
from desktop.ui.menus.naming import NAMELESS, thing_of, told_apart
from desktop.ui.session import Kind, Ref, Shown


class KindRow(NamedTuple):
    """A kind of things, with what the view calls it where it is hidden or locked."""

    kind: str
    text: str
    icon: str
    words: tuple[str, ...]
    """As in `Shown.hidden_kinds`; a kind may go by several names there."""
    has_lock: bool = True


KINDS: tuple[KindRow, ...] = (
    KindRow("level", "Levels", "layers-outline", ()),
    KindRow("zone", "Zones", "vector-rectangle", ("zone",)),
    KindRow("fighter", "Fighters", "account-outline", ("fighter", "group", "token")),
    KindRow("link", "Links", "vector-link", ("link",)),
    KindRow("door", "Doors", "door", ("door",)),
    KindRow("feature", "Features", "valve", ("feature",)),
    KindRow("wall", "Walls", "wall", ("wall",)),
    KindRow("square", "Painted squares", "brush", ("square", "piece")),
    KindRow("picture", "Pictures", "image-outline", ("picture",)),
    KindRow("grid", "Grid", "grid", ("grid",), has_lock=False),
)
KIND_ROWS: Mapping[str, KindRow] = {row.kind: row for row in KINDS}
REORDERED = ("zone", "link", "door", "feature", "fighter", "group")
"""Kinds whose order in the file can be changed by hand; levels stand by their height."""
COLUMNS = 3
"""The name, the eye and the lock."""


def is_hidden(shown: Shown, row: KindRow) -> bool:
    """Whether a kind of things is not shown."""
    return not shown.hidden_kinds.isdisjoint(row.words)


def is_locked(shown: Shown, row: KindRow) -> bool:
    """Whether a kind of things cannot be grabbed."""
    return not shown.locked_kinds.isdisjoint(row.words)


def turn(words: set[str], told: Iterable[str]) -> None:
    """Take words out of a set, or put them in where none of them is there."""
    told = set(told)
    if words & told:
        words -= told
    else:
        words |= told


class Node(QStandardItem):
    """One row: a kind, a thing, or a member under its group. Qt owns it while it has a place.

    Only its name is an item; the eye and the lock beside it are asked of the model.
    """

    def __init__(self, kind: str, ref: Ref | None = None) -> None:
        super().__init__()
        self.kind = kind
        self.ref = ref
        """None for the row of a kind."""
        self.place = 0
        """Where it shall stand among its like, while they are put in order."""
        self.setColumnCount(COLUMNS)
        self.setFlags(_flags(None if ref is None else ref.kind, is_ordered=self.is_ordered))

    def __lt__(self, other: QStandardItem) -> bool:
        """Let Qt sort by place."""
        return self.place < cast("Node", other).place

    @property
    def is_member(self) -> bool:
        """Whether it stands for a member of a group."""
        return self.ref is not None and self.ref.kind == "fighter" and "/" in self.ref.id

    @property
    def is_ordered(self) -> bool:
        """Whether its place in the file can be changed by hand."""
        return self.ref is not None and self.ref.kind in REORDERED and not self.is_member

    @property
    def children(self) -> list[Node]:
        """The rows under it."""
        return [cast("Node", self.child(row)) for row in range(self.rowCount())]


@lru_cache
def _flags(kind: Kind | None, *, is_ordered: bool) -> Qt.ItemFlag:
    """Return what can be done with a row; kept, for Python joins flags slowly."""
    if kind is None:
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsDropEnabled
    flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
    if kind != "group":
        flags |= Qt.ItemFlag.ItemNeverHasChildren
    if kind not in NAMELESS:
        flags |= Qt.ItemFlag.ItemIsEditable
    return flags | Qt.ItemFlag.ItemIsDragEnabled if is_ordered else flags


class Look(NamedTuple):
    """What a row shows, folded or not; two that are equal look alike."""

    kind: str
    ref: Ref | None
    text: str
    detail: str
    colour: str
    is_dimmed: bool
    eye: bool | None
    """Whether it is open; None where there is none."""
    lock: bool | None


Table = Mapping[Any, object]
"""Things by id, in their order."""


def tables_of(encounter: Encounter, kind: str) -> dict[Kind, Table]:
    """Return what is listed under a kind by id, table after table, in the order of the rows.

    Levels stand the highest first; walls and pieces go by their number. The same parts of an
    encounter give the very same tables.
    """
    board = encounter.board
    levels = board.levels
    match kind:
        case "level":
            return {"level": _MEMO.get("level", (levels,), lambda: _by_height(levels))}
        case "zone":
            return {"zone": board.zones}
        case "fighter":
            return {"fighter": encounter.fighters, "group": encounter.groups}
        case "link":
            return {"link": board.links}
        case "door":
            return {"door": board.doors}
        case "feature":
            return {"feature": board.features}
        case "wall":
            return {"wall": _MEMO.get("wall", (board.walls,), lambda: _numbered(board.walls))}
        case "square":
            parts = board.fields, board.clouds
            return {"piece": _MEMO.get("piece", parts, lambda: _numbered(chain(*parts)))}
        case "picture":
            return {"picture": _MEMO.get("picture", (levels,), lambda: _pictured(levels))}
    return {}


_MEMO = Memo()
_PARTS: Mapping[str, tuple[Callable[[Encounter], object], ...]] = {
    "level": (attrgetter("board.levels"),),
    "zone": (attrgetter("board.zones"),),
    "fighter": (attrgetter("fighters"), attrgetter("groups")),
    "link": (attrgetter("board.links"),),
    "door": (attrgetter("board.doors"),),
    "feature": (attrgetter("board.features"),),
    "wall": (attrgetter("board.walls"),),
    "square": tuple(map(attrgetter, ("board.squares", "board.fields", "board.clouds"))),
    "picture": (attrgetter("board.levels"),),
    "grid": (),
}
"""What the rows of each kind are made from, and counted by."""


def differs(before: Encounter, after: Encounter, kind: str) -> bool:
    """Whether rows of a kind may come, go or show something else of their own things."""
    return any(part(before) is not part(after) for part in _PARTS[kind])


def _by_height(levels: Mapping[LevelId, Level]) -> Table:
    return {level.id: level for level in sorted(levels.values(), key=lambda each: -each.height)}


def _pictured(levels: Mapping[LevelId, Level]) -> Table:
    return {level.id: level for level in levels.values() if level.background}


def _numbered(things: Iterable[object]) -> Table:
    return {str(number): thing for number, thing in enumerate(things)}


def members_of(group: Group) -> Table:
    """Return the members of a group by id, each as far as it differs."""
    return {member_id(group.id, mark): group.members.get(mark) for mark in group.letters}


def detail_of(encounter: Encounter, ref: Ref) -> str:
    """Return what stands small at the right of a row; of zones it is counted elsewhere."""
    board = encounter.board
    if ref.kind == "level":
        height = board.levels[LevelId(ref.id)].height
        return f"{height:+g} m" if height else "0 m"
    if ref.kind == "link":
        link = board.links[LinkId(ref.id)]
        return "" if link.kind == "open" else link.kind
    if ref.kind == "door":
        door = board.doors[DoorId(ref.id)]
        return door.state
    if ref.kind == "feature":
        feature = board.features[FeatureId(ref.id)]
        return "" if feature.kind == "own" else feature.kind
    if ref.kind == "group":
        return f"×{encounter.groups[GroupId(ref.id)].count}"
    if ref.kind == "piece":
        return str(len((*board.fields, *board.clouds)[int(ref.id)].squares))
    return ""


def side_of(
    encounter: Encounter, ref: Ref, stock: Mapping[ProfileId, Profile] | None = None
) -> SideId:
    """Return the side that a fighter, group or member fights for."""
    group, _, mark = ref.id.partition("/")
    one: Fighter | Group
    if mark or ref.kind == "group":
        one = encounter.groups[GroupId(group)]
    else:
        one = encounter.fighters[FighterId(ref.id)]
    profile = encounter.profiles.get(one.profile) or (stock or {}).get(one.profile)
    return one.side or (profile.side if profile is not None else None) or FOES


def search_text(
    encounter: Encounter, ref: Ref, stock: Mapping[ProfileId, Profile] | None = None
) -> str:
    """Return everything by which the find field finds a row, in small letters."""
    parts = [told_apart(encounter, ref), detail_of(encounter, ref), ref.id]
    thing = thing_of(encounter, ref)
    if thing is not None:
        parts += [thing.seen_as, *thing.tags]
    if ref.kind == "zone":
        parts += [trait.word for trait in encounter.board.zones[ZoneId(ref.id)].traits]
    if isinstance(thing, (Fighter, Group)):
        profile = encounter.profiles.get(thing.profile) or (stock or {}).get(thing.profile)
        side = encounter.all_sides.get(side_of(encounter, ref, stock))
        parts += [profile.label if profile else thing.profile, side.label if side else ""]
    return " ".join(parts).casefold()
