"""What the outline lists: kinds, the things of each, and the members of groups under them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from desktop.core.model.board import Board
from desktop.core.model.encounter import (
    FOES,
    Encounter,
    Fighter,
    Group,
    letter,
    member_id,
)
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
from desktop.ui.menus.naming import thing_of, told_apart
from desktop.ui.session import Ref, Shown

T = TypeVar("T")


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


@dataclass(slots=True, eq=False)
class Node:
    """One row."""

    number: int
    kind: str
    ref: Ref | None = None
    """None for the row of a kind."""
    parent: Node | None = None
    row: int = 0
    children: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """Yield itself and everything under it."""
        yield self
        for child in self.children:
            yield from child.walk()


def refs_of(encounter: Encounter, kind: str) -> list[Ref]:
    """Return the things listed under a kind, in the file's order; levels the highest first."""
    board = encounter.board
    if kind == "level":
        levels = sorted(board.levels.values(), key=lambda level: -level.height)
        return [Ref("level", level.id) for level in levels]
    if kind == "picture":
        return [Ref("picture", level.id) for level in board.levels.values() if level.background]
    if kind == "wall":
        return [Ref("wall", str(number)) for number in range(len(board.walls))]
    if kind == "square":
        many = len(board.fields) + len(board.clouds)
        return [Ref("piece", str(number)) for number in range(many)]
    if kind == "fighter":
        people = [Ref("fighter", fighter) for fighter in encounter.fighters]
        return [*people, *(Ref("group", group) for group in encounter.groups)]
    things: Mapping[str, list[Ref]] = {
        "zone": [Ref("zone", each) for each in board.zones],
        "link": [Ref("link", each) for each in board.links],
        "door": [Ref("door", each) for each in board.doors],
        "feature": [Ref("feature", each) for each in board.features],
    }
    return things.get(kind, [])


def members_of(encounter: Encounter, ref: Ref) -> list[Ref]:
    """Return the members of a group; nothing for anything else."""
    if ref.kind != "group":
        return []
    group = encounter.groups[GroupId(ref.id)]
    return [
        Ref("fighter", member_id(group.id, letter(number))) for number in range(group.count)
    ]  # fmt: skip


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


def zone_labels(board: Board) -> list[str]:
    """Return what the zones are called, in the file's order."""
    return [zone.label for zone in board.zones.values()]


def runs_of(things: Sequence[T], wanted: Callable[[T], bool]) -> list[tuple[int, int]]:
    """Return the first and last place of every stretch of things that are wanted."""
    return stretches(at for at, thing in enumerate(things) if wanted(thing))


def stretches(places: Iterable[int]) -> list[tuple[int, int]]:
    """Return the first and last of every stretch of places that follow each other."""
    found: list[tuple[int, int]] = []
    for at in places:
        if found and found[-1][1] == at - 1:
            found[-1] = (found[-1][0], at)
        else:
            found.append((at, at))
    return found
