"""Any thing by kind and id: its fields set, its place in the file changed, itself taken out."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from types import NoneType
from typing import Any, Literal, NamedTuple, get_args

from desktop.core.errors import EditError
from desktop.core.model.board import (
    Door,
    Feature,
    GroundKind,
    Level,
    Link,
    OwnTrait,
    Piece,
    Trait,
    Wall,
    Zone,
)
from desktop.core.model.edits import groups, levels, links, profiles, terrain, traits, walls, zones
from desktop.core.model.edits.checks import check
from desktop.core.model.edits.common import (
    all_found,
    found,
    listed,
    on_board,
    pinned,
    with_features_in_zones,
)
from desktop.core.model.edits.people import check_person, in_order
from desktop.core.model.encounter import (
    FOES,
    HEROES,
    Clock,
    Cue,
    Encounter,
    Fighter,
    Group,
    Member,
    OwnTable,
    Side,
    member_of,
)
from desktop.core.model.geometry import outline_of
from desktop.core.model.outlines import REMEDY, fault_of
from desktop.core.model.plain import Hint, closest_words, field_named, hints_of, value_of
from desktop.core.model.profile import Profile
from desktop.core.model.references import mapped, redirected, with_fields
from desktop.core.model.replacing import replace
from desktop.core.model.tables import with_things, without
from desktop.core.model.words import GroupId, LevelId, SideId

Kind = Literal[
    "encounter", "board", "level", "zone", "link", "wall", "door", "feature", "field", "cloud",
    "ground", "trait", "side", "profile", "fighter", "group", "member", "clock", "cue", "table",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Shelf:
    """Where the things of a kind are kept."""

    cls: type
    where: str
    on_board: bool = False
    called: str = ""
    by_index: bool = False


SHELVES: Mapping[str, _Shelf] = {
    "level": _Shelf(Level, "levels", True),
    "zone": _Shelf(Zone, "zones", True),
    "link": _Shelf(Link, "links", True),
    "wall": _Shelf(Wall, "walls", True, by_index=True),
    "door": _Shelf(Door, "doors", True),
    "feature": _Shelf(Feature, "features", True),
    "field": _Shelf(Piece, "fields", True, by_index=True),
    "cloud": _Shelf(Piece, "clouds", True, by_index=True),
    "ground": _Shelf(GroundKind, "kinds", True, "kind of ground of your own"),
    "trait": _Shelf(OwnTrait, "traits", called="trait of your own"),
    "side": _Shelf(Side, "sides"),
    "profile": _Shelf(Profile, "profiles"),
    "fighter": _Shelf(Fighter, "fighters"),
    "group": _Shelf(Group, "groups"),
    "clock": _Shelf(Clock, "clocks"),
    "cue": _Shelf(Cue, "cues"),
    "table": _Shelf(OwnTable, "tables"),
}
_OF_ENCOUNTER = (
    "name", "notes", "for_players", "goal", "space", "square", "packs", "slots", "rulings",
)  # fmt: skip
Values = Mapping[str, object]
_LAYING_OUT = frozenset(("outline", "at", "level", "from", "from_", "to"))
"""Fields that the layout of zones without an outline hangs on."""


def set_field(
    encounter: Encounter,
    *,
    kind: Kind,
    field: str,
    value: object = None,
    ids: tuple[str, ...] = (),
    id: str = "",
) -> Encounter:
    """Set a field of one thing or of several, by a path as `starts.wounds`; None unsays it."""
    return set_fields(encounter, kind=kind, ids=ids, id=id, values={field: value})


def set_fields(
    encounter: Encounter,
    *,
    kind: Kind,
    values: Mapping[str, object],
    ids: tuple[str, ...] = (),
    id: str = "",
) -> Encounter:
    """Set several fields of one thing or of several; None unsays one."""
    if kind == "encounter":
        return _encounter_with(encounter, values)
    if kind == "board":
        return _board_with(encounter, values)
    every = (*ids, id) if id else ids
    if not every:
        raise EditError(f"Say which {kind} is meant.")
    drawn = not _LAYING_OUT.isdisjoint(values)
    if kind in ("zone", "link") and drawn:
        encounter = replace(encounter, board=pinned(encounter.board))
    encounter = _with(encounter, kind, dict.fromkeys(every), values)
    if kind == "zone" and "level" in values:
        encounter = with_features_in_zones(encounter)
    if kind in ("fighter", "group", "profile"):
        encounter = profiles.with_own_shots(encounter)
    for id_ in dict.fromkeys(every):
        check(encounter, thing_of(encounter, kind, id_), drawn=drawn)
    return encounter


def rename(encounter: Encounter, *, kind: Kind, id: str, name: str) -> Encounter:
    """Give a thing another name for people; its id stays."""
    if kind == "encounter":
        return replace(encounter, name=name)
    return set_fields(encounter, kind=kind, id=id, values={"name": "" if name == id else name})


def thing_of(encounter: Encounter, kind: str, id_: str) -> Any:
    """Return the thing of a kind and id. Raises EditError where there is none."""
    if kind == "member" or (kind == "fighter" and "/" in id_):
        check_person(encounter, id_)
        group, letter = member_of(id_)
        if not letter:
            raise EditError(f"{id_} is no member of a group; those are called GROUP/LETTER.")
        return encounter.groups[group].members.get(letter, Member(id=letter))
    shelf = found(SHELVES, kind, "kind of thing")
    things = _things(encounter, shelf)
    if shelf.by_index:
        walls.indices((id_,), len(things), kind)
        return things[int(id_)]
    if kind == "side" and id_ in (HEROES, FOES):
        return things.get(id_, Side(id=SideId(id_)))
    if kind == "ground" and id_ not in things:
        raise EditError(f"There is no {shelf.called} called {id_}.")
    return found(things, id_, shelf.called or kind)


def _things(encounter: Encounter, shelf: _Shelf) -> Any:
    return getattr(encounter.board if shelf.on_board else encounter, shelf.where)


def _with(encounter: Encounter, kind: str, ids: Iterable[str], values: Values) -> Encounter:
    afters: dict[str, Any] = {}
    if kind == "group" and isinstance(count := values.get("count"), int):
        for id_ in ids:  # all first: whoever goes may be named by another of them
            encounter = groups.set_count(encounter, group=GroupId(id_), count=count)
    for id_ in ids:
        thing = thing_of(encounter, kind, id_)
        after = _changed(thing, type(thing), values, id_)
        if isinstance(after, Member):
            encounter = _with_member(encounter, id_, after)
        else:
            afters[id_] = after
    return _with_things(encounter, SHELVES[kind], afters) if afters else encounter


def _with_things(encounter: Encounter, shelf: _Shelf, afters: Mapping[str, Any]) -> Encounter:
    things = _things(encounter, shelf)
    new: Any
    if shelf.by_index:
        by_index = {int(id_): after for id_, after in afters.items()}
        new = tuple(by_index.get(i, thing) for i, thing in enumerate(things))
    else:
        new = with_things(things, afters)
    if shelf.on_board:
        return on_board(encounter, **{shelf.where: new})
    return with_fields(encounter, **{shelf.where: new})


def _with_member(encounter: Encounter, id_: str, member: Member) -> Encounter:
    group_id, letter = member_of(id_)
    group = encounter.groups[group_id]
    members = dict(group.members)
    members[letter] = replace(member, id=letter)
    if members[letter] == Member(id=letter):
        del members[letter]
    after = replace(group, members=in_order(members))
    return replace(encounter, groups={**encounter.groups, group.id: after})


def _encounter_with(encounter: Encounter, values: Values) -> Encounter:
    for path in values:
        if path.split(".")[0] not in _OF_ENCOUNTER:
            hint = closest_words(path, _OF_ENCOUNTER)
            raise EditError(f"An encounter has no field {path} to set.{hint}")
    after: Encounter = _changed(encounter, Encounter, values, "the encounter")
    return after


def _board_with(encounter: Encounter, values: Values) -> Encounter:
    for path, value in values.items():
        if path == "size" and isinstance(value, (list, tuple)):
            width, height = value_of(tuple[int, int], value, "the size")
            encounter = levels.set_size(encounter, width=width, height=height)
        elif path == "size" and value is None:
            encounter = on_board(encounter, size=None)
        elif path == "traits":
            laid = value_of(tuple[Trait, ...], value or (), "traits")
            encounter = traits.replace_traits(encounter, traits=laid)
        else:
            raise EditError(f"A board has no field {path} to set; it has size and traits.")
    return encounter


# Paths


class _Where(NamedTuple):
    """The field that is set, and whose it is."""

    of: str
    path: str

    def value(self, hint: Hint, plain: object) -> Any:
        """Return a plain value as the field's own. Raises EditError that says whose it is."""
        try:
            return value_of(hint, plain, self.path)
        except EditError as error:
            raise EditError(error.why, error.path, self.of) from None

    def __str__(self) -> str:
        return f"{self.of}: {self.path}"


def _changed(thing: Any, cls: type, values: Values, of: str) -> Any:
    for path, value in values.items():
        thing = _with_path(thing, cls, path.split("."), value, _Where(of, path))
    return thing


def _with_path(thing: Any, hint: Hint, path: list[str], value: object, where: _Where) -> Any:
    if isinstance(thing, Mapping):
        return _mapping_with(thing, hint, path, value, where)
    cls: type = type(thing)
    if not is_dataclass(cls):
        raise EditError(f"There is no field {'.'.join(path)} here ({where}).")
    name = field_named(cls, path[0], value if len(path) == 1 else {})
    known = hints_of(cls)
    if name not in known or name == "id":
        hint_text = closest_words(name, known)
        raise EditError(f"There is no field {path[0]} to set ({where}).{hint_text}")
    item = next(item for item in fields(cls) if item.name == name)
    default = item.default_factory() if item.default_factory is not MISSING else item.default
    if len(path) == 1:
        if value is None:
            return with_fields(thing, **{name: default})
        new = where.value(known[name], _outline(cls, path[0], value))
        if cls is Zone and name == "outline" and new and fault_of(new):
            raise EditError(f"The outline of {thing.label} {fault_of(new)}. {REMEDY}")
        return with_fields(thing, **{name: new})
    inner_hint = _inner(known[name])
    inner = getattr(thing, name)
    empty = _empty(inner_hint)
    inner = _with_path(empty if inner is None else inner, inner_hint, path[1:], value, where)
    return with_fields(thing, **{name: None if default is None and inner == empty else inner})


def _outline(cls: type, key: str, value: object) -> object:
    if cls is Zone and key == "at" and isinstance(value, (list, tuple)) and len(value) == 4:
        return outline_of(*value)
    return value


def _mapping_with(
    things: Mapping[str, Any], hint: Hint, path: list[str], value: object, where: _Where
) -> Mapping[str, Any]:
    key_hint, value_hint = get_args(hint)
    key = where.value(key_hint, path[0])
    if len(path) > 1:
        inner = things.get(key, _empty(_inner(value_hint), key))
        return {**things, key: _with_path(inner, value_hint, path[1:], value, where)}
    if value is None:
        return {known: thing for known, thing in things.items() if known != key}
    if isinstance(value, Mapping) and is_dataclass(value_hint):
        value = {**value, "id": key}
    return {**things, key: where.value(value_hint, value)}


def _inner(hint: Hint) -> Hint:
    """Return a type without its None."""
    members = [member for member in get_args(hint) if member is not NoneType]
    return members[0] if NoneType in get_args(hint) and members else hint


def _empty(hint: Hint, key: str = "") -> Any:
    """Return a value that says nothing, for a path that leads into what is not there yet."""
    if isinstance(hint, type) and is_dataclass(hint):
        make: Callable[..., Any] = hint
        return make(id=key) if key and "id" in hints_of(hint) else make()
    return {}


# Order and removal


def reorder(encounter: Encounter, *, kind: Kind, id: str, to: int) -> Encounter:
    """Give a thing another place among those of its kind, counted from 0."""
    if kind == "level":
        return levels.reorder_level(encounter, LevelId(id), to)
    shelf = found(SHELVES, kind, "kind of thing")
    if shelf.by_index:
        raise EditError(f"The order of each {kind} does not count.")
    if kind == "zone":
        encounter = replace(encounter, board=pinned(encounter.board))
    things = _things(encounter, shelf)
    found(things, id, shelf.called or kind)
    others = [key for key in things if key != id]
    place = max(to, 0)
    new = {key: things[key] for key in (*others[:place], id, *others[place:])}
    if shelf.on_board:
        return on_board(encounter, **{shelf.where: new})
    return with_fields(encounter, **{shelf.where: new})


def remove(encounter: Encounter, *, things: tuple[tuple[Kind, str], ...]) -> Encounter:
    """Take things out, with what cannot be without them."""
    if not things:
        raise EditError("Choose what to delete.")
    for kind, take_out in _REMOVAL.items():
        ids = tuple(dict.fromkeys(id_ for each, id_ in things if each in kind.split()))
        if ids:
            encounter = take_out(encounter, ids)
    wrong = next((kind for kind, _ in things if not any(kind in k.split() for k in _REMOVAL)), None)
    if wrong is not None:
        raise EditError(f"The {wrong} cannot be deleted.")
    return encounter


Removal = Callable[[Encounter, tuple[str, ...]], Encounter]


def _plainly(kind: str) -> Removal:
    """Return the removal of things that others can be without."""

    def take_out(encounter: Encounter, ids: tuple[str, ...]) -> Encounter:
        shelf = SHELVES[kind]
        all_found(_things(encounter, shelf), ids, kind)
        after = redirected(encounter, {id_: () for id_ in ids})
        left = without(_things(after, shelf), ids)
        if shelf.on_board:
            return on_board(after, **{shelf.where: left})
        return with_fields(after, **{shelf.where: left})

    return take_out


def _pieces(where: str) -> Removal:
    def take_out(encounter: Encounter, ids: tuple[str, ...]) -> Encounter:
        pieces = getattr(encounter.board, where)
        gone = walls.indices(ids, len(pieces), where[:-1])
        left = tuple(piece for i, piece in enumerate(pieces) if i not in gone)
        return on_board(encounter, **{where: left})

    return take_out


def _sides(encounter: Encounter, ids: tuple[str, ...]) -> Encounter:
    for id_ in ids:
        if id_ in (HEROES, FOES):
            raise EditError(f"The side {id_} is always there.")
        found(encounter.sides, id_, "side")
    gone = frozenset(ids)

    def foe(one: Any) -> Any:
        return with_fields(one, side=FOES) if one.side in gone else one

    encounter = replace(
        encounter,
        fighters=mapped(encounter.fighters, foe),
        groups=mapped(encounter.groups, foe),
        profiles=mapped(encounter.profiles, foe),
    )
    after = redirected(encounter, {id_: () for id_ in ids})
    return replace(after, sides=without(after.sides, ids))


def _tables(encounter: Encounter, ids: tuple[str, ...]) -> Encounter:
    all_found(encounter.tables, ids, "table")
    return replace(encounter, tables=without(encounter.tables, ids))


_REMOVAL: Mapping[str, Removal] = {
    "fighter group member": groups.remove_people,
    "cue": _plainly("cue"),
    "clock": _plainly("clock"),
    "link": links.remove_links,
    "feature": _plainly("feature"),
    "door": _plainly("door"),
    "wall": walls.remove_walls,
    "field": _pieces("fields"),
    "cloud": _pieces("clouds"),
    "zone": zones.remove_zones,
    "level": levels.remove_levels,
    "profile": profiles.remove_profiles,
    "side": _sides,
    "ground": terrain.remove_ground_kinds,
    "trait": traits.remove_traits,
    "table": _tables,
}
"""How things of each kind are taken out; what depends on others goes before them."""


def names_of(encounter: Encounter, ids: Iterable[str]) -> str:
    """Return the names of things as one reads them, their number where they are many."""
    every = list(ids)
    if len(every) > 3:
        return f"{len(every)} things"
    return listed([label_of(encounter, id_) for id_ in every])


def label_of(encounter: Encounter, id_: str) -> str:
    """Return the name of whatever has an id; the id itself where nothing has."""
    for shelf in SHELVES.values():
        if shelf.by_index or "id" not in hints_of(shelf.cls):
            continue
        thing = _things(encounter, shelf).get(id_)
        if thing is not None:
            return str(link_label(encounter, thing) if shelf.cls is Link else thing.label)
    group, letter = member_of(id_)
    if letter and group in encounter.groups:
        here = encounter.groups[group]
        member = here.members.get(letter)
        return (member.name if member else "") or f"{here.label} {letter}"
    return id_


def link_label(encounter: Encounter, link: Link) -> str:
    """Return what a link is called: after its two zones where it has no name."""
    if link.name:
        return link.label
    zones = encounter.board.zones
    return " – ".join(zones[end].label if end in zones else end for end in (link.from_, link.to))
