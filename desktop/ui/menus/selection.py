"""What can be selected in one go: all on a level, all like these, the next one."""

from collections.abc import Iterator

from desktop.core.model.encounter import Encounter, member_id
from desktop.core.model.words import (
    DoorId,
    FeatureId,
    FighterId,
    GroupId,
    LevelId,
    LinkId,
    Square,
    ZoneId,
)
from desktop.ui.menus.front import encounter_of, spots_of
from desktop.ui.session import Ref, Session


def on_level(session: Session, level: LevelId | None = None) -> tuple[Ref, ...]:
    """Return everything on a level, zones first; unsaid, on the level in view."""
    level = session.level if level is None else level
    spots = spots_of(session)

    def is_there(ref: Ref) -> bool:
        if ref.kind == "fighter":
            spot = spots.get(FighterId(ref.id))
            return spot is not None and spot.level == level
        return ref.kind != "group" and level in levels_of(session, ref)

    shown = session.shown
    if level in shown.locked_levels | shown.hidden_levels:
        return ()
    kept = shown.locked_kinds | shown.hidden_kinds
    return tuple(
        ref for ref in everything(encounter_of(session)) if ref.kind not in kept and is_there(ref)
    )


def everything(encounter: Encounter) -> Iterator[Ref]:
    """Yield all that can be selected but levels and their pictures, in the file's order."""
    board = encounter.board
    yield from (Ref("zone", zone) for zone in board.zones)
    yield from (Ref("link", link) for link in board.links)
    yield from (Ref("wall", str(index)) for index in range(len(board.walls)))
    yield from (Ref("door", door) for door in board.doors)
    yield from (Ref("feature", feature) for feature in board.features)
    pieces = len(board.fields) + len(board.clouds)
    yield from (Ref("piece", str(index)) for index in range(pieces))
    yield from (Ref("fighter", fighter) for fighter in encounter.fighters)
    for group in encounter.groups.values():
        yield Ref("group", group.id)
        yield from (Ref("fighter", member_id(group.id, mark)) for mark in group.letters)


def pieces_at(session: Session, square: Square) -> tuple[Ref, ...]:
    """Return the fields and clouds on a square of the level in view, clouds first."""
    board = encounter_of(session).board
    pieces = (*board.fields, *board.clouds)
    return tuple(
        Ref("piece", str(index))
        for index in reversed(range(len(pieces)))
        if pieces[index].level == session.level and square in pieces[index].squares
    )


def levels_of(session: Session, ref: Ref) -> tuple[LevelId, ...]:
    """Return the levels a thing is on; none for a fighter that is off the board."""
    encounter = encounter_of(session)
    board = encounter.board
    if ref.kind in ("level", "picture"):
        return (LevelId(ref.id),)
    if ref.kind == "zone":
        return (board.zones[ZoneId(ref.id)].level,)
    if ref.kind == "link":
        link = board.links[LinkId(ref.id)]
        return tuple(
            dict.fromkeys(
                board.zones[end].level for end in (link.from_, link.to) if end in board.zones
            )
        )
    if ref.kind == "wall":
        return (board.walls[int(ref.id)].level,)
    if ref.kind == "piece":
        return ((*board.fields, *board.clouds)[int(ref.id)].level,)
    if ref.kind == "door":
        return (board.doors[DoorId(ref.id)].level,)
    if ref.kind == "feature":
        feature = board.features[FeatureId(ref.id)]
        zone = board.zones.get(feature.zone) if feature.zone else None
        return (feature.level if zone is None else zone.level,)
    return _levels_of_people(session, ref)


def _levels_of_people(session: Session, ref: Ref) -> tuple[LevelId, ...]:
    spots = spots_of(session)
    mine = f"{ref.id}/"
    return tuple(
        dict.fromkeys(
            spot.level for who, spot in spots.items() if who == ref.id or who.startswith(mine)
        )
    )


def like(session: Session) -> tuple[Ref, ...]:
    """Return everything like what is selected: by trait, by kind or by profile.

    Zones are alike that share their traits, links, doors and features of one kind, fighters of one
    profile, walls that can both be broken or neither, pieces of one kind.
    """
    encounter = encounter_of(session)
    wanted = {(ref.kind, _likeness(session, ref)) for ref in session.selection}
    found = [ref for ref in everything(encounter) if (ref.kind, _likeness(session, ref)) in wanted]
    return tuple(dict.fromkeys([*session.selection, *found]))


def _likeness(session: Session, ref: Ref) -> object:
    encounter = encounter_of(session)
    board = encounter.board
    if ref.kind == "zone":
        return frozenset(trait.word for trait in board.zones[ZoneId(ref.id)].traits)
    if ref.kind == "link":
        return board.links[LinkId(ref.id)].kind
    if ref.kind == "door":
        return board.doors[DoorId(ref.id)].kind
    if ref.kind == "feature":
        return board.features[FeatureId(ref.id)].kind
    if ref.kind == "wall":
        return board.walls[int(ref.id)].breakable
    if ref.kind == "piece":
        return (*board.fields, *board.clouds)[int(ref.id)].kind
    if ref.kind == "group":
        return encounter.groups[GroupId(ref.id)].profile
    if ref.kind == "fighter":
        return _profile_of(encounter, FighterId(ref.id))
    return None


def _profile_of(encounter: Encounter, who: FighterId) -> str:
    group, mark, _ = who.partition("/")
    if mark:
        return encounter.groups[GroupId(group)].profile
    return encounter.fighters[who].profile


def next_after(session: Session, step: int = 1) -> tuple[Ref, ...]:
    """Return the thing after the last selected one on the level in view, round and round."""
    all_there = on_level(session)
    if not all_there:
        return ()
    last = session.selection[-1] if session.selection else None
    if last not in all_there:
        return (all_there[0 if step > 0 else -1],)
    return (all_there[(all_there.index(last) + step) % len(all_there)],)


def before(session: Session) -> tuple[Ref, ...]:
    """Return the thing before the last selected one, round and round."""
    return next_after(session, -1)
