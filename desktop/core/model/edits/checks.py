"""What must hold of a thing after one of its fields is set: what it names is there."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from desktop.core.errors import EditError
from desktop.core.model.board import Door, Feature, GroundKind, Level, Link, Piece, Wall, Zone
from desktop.core.model.edits.common import (
    checked_id,
    checked_traits,
    fitted,
    found,
    known_trait,
    limits,
    square_on_board,
)
from desktop.core.model.edits.links import check_link
from desktop.core.model.edits.people import check_person, checked_at, checked_count, known_side
from desktop.core.model.edits.terrain import known_kind, known_qualities
from desktop.core.model.edits.walls import door_stretch, grid_line
from desktop.core.model.encounter import Clock, Cue, Encounter, Fighter, Group, Member, Side, Starts
from desktop.core.model.moments import (
    AddTrait,
    Bring,
    ClearTrait,
    Effect,
    Hide,
    Hurt,
    Moment,
    MoveFighters,
    PaintSquares,
    Remove,
    SetDoor,
    SetLink,
    Show,
    Tick,
)
from desktop.core.model.place import Place
from desktop.core.model.profile import Profile
from desktop.core.model.references import ids_of
from desktop.core.model.words import At, LevelId, Square


def check_level(encounter: Encounter, level: LevelId | None) -> None:
    """Raise EditError for a level that there is not."""
    if level is not None:
        found(encounter.board.levels, level, "level")


def check_at(encounter: Encounter, at: At | None, level: LevelId | None, what: str) -> None:
    """Raise EditError for a place that there is not."""
    checked_at(encounter.board, at, level, what)


def check_moment(encounter: Encounter, moment: Moment | None) -> None:
    """Raise EditError where a moment names what there is not."""
    if moment is None or not moment.of:
        return
    if moment.point in ("entering", "leaving"):
        found(encounter.board.zones, moment.of, "zone")
    elif moment.point == "full":
        found(encounter.clocks, moment.of, "clock")
    elif moment.of in encounter.cues or moment.of in encounter.clocks:
        return
    else:
        check_person(encounter, moment.of)


def check_effects(encounter: Encounter, effects: Iterable[Effect]) -> None:
    """Raise EditError where an effect names what there is not."""
    for effect in effects:
        _EFFECTS.get(type(effect), _fine)(encounter, effect)
        check_moment(encounter, getattr(effect, "until", None))


def _fine(encounter: Encounter, effect: Any) -> None:
    """Accept what names nothing."""


def _on_zones(encounter: Encounter, effect: AddTrait | ClearTrait) -> None:
    word, zones = (
        (effect.add, effect.to) if isinstance(effect, AddTrait) else (effect.clear, effect.off)
    )
    known_trait(encounter, word)
    for zone in zones:
        found(encounter.board.zones, zone, "zone")


def _paints(encounter: Encounter, effect: PaintSquares) -> None:
    if effect.paint:
        known_kind(encounter.board, effect.paint)
    check_level(encounter, effect.level)
    for x, y in effect.squares:
        square_on_board(encounter.board, Square(x, y), effect.paint or "Nothing")


def _brings(encounter: Encounter, effect: Bring) -> None:
    check_people(encounter, effect.bring)
    check_at(encounter, effect.at, effect.level, "They")


def _moves(encounter: Encounter, effect: MoveFighters) -> None:
    check_people(encounter, effect.move)
    check_at(encounter, effect.to, effect.level, "They")


def _hurts(encounter: Encounter, effect: Hurt) -> None:
    check_people(encounter, (id_ for id_ in effect.hurt if id_ not in encounter.board.zones))


def _shows(encounter: Encounter, effect: Show | Hide) -> None:
    ids = effect.show if isinstance(effect, Show) else effect.hide
    known = ids_of(encounter)
    check_people(encounter, (id_ for id_ in ids if id_ not in known))


def check_people(encounter: Encounter, ids: Iterable[str]) -> None:
    """Raise EditError where no fighter, group or member has one of the ids."""
    for id_ in ids:
        check_person(encounter, id_)


_EFFECTS: dict[type, Callable[[Encounter, Any], None]] = {
    AddTrait: _on_zones,
    ClearTrait: _on_zones,
    PaintSquares: _paints,
    Bring: _brings,
    MoveFighters: _moves,
    Hurt: _hurts,
    Show: _shows,
    Hide: _shows,
    Remove: lambda encounter, effect: check_people(encounter, effect.remove),
    Tick: lambda encounter, effect: _known(encounter.clocks, effect.tick, "clock"),
    SetLink: lambda encounter, effect: _known(encounter.board.links, effect.link, "link"),
    SetDoor: lambda encounter, effect: _known(encounter.board.doors, effect.door, "door"),
}


def _known(things: Mapping[Any, Any], id_: str, what: str) -> None:
    found(things, id_, what)


# Things


def check(encounter: Encounter, thing: object, *, drawn: bool = True) -> None:
    """Raise EditError where a thing does not fit its encounter, which holds it already.

    Unless it was `drawn` anew, the outline of a zone is taken on trust.
    """
    if isinstance(thing, Zone) and drawn:
        outline = thing.outline or Place.of(encounter.board).outlines[thing.id]
        fitted(encounter.board, thing, outline, cut=False)
    look = _THINGS.get(type(thing))
    if look is not None:
        look(encounter, thing)


def _zone(encounter: Encounter, zone: Zone) -> None:
    check_level(encounter, zone.level)
    checked_traits(encounter, zone.traits)
    known_side(encounter, zone.start)


def _door(encounter: Encounter, door: Door) -> None:
    check_level(encounter, door.level)
    door_stretch(encounter.board, door.on)


def _wall(encounter: Encounter, wall: Wall) -> None:
    check_level(encounter, wall.level)
    grid_line(encounter.board, wall.along)


def _feature(encounter: Encounter, feature: Feature) -> None:
    board = encounter.board
    check_level(encounter, feature.level)
    for level, square in (
        *((feature.level, square) for square in feature.squares),
        *((stop.level, stop.at) for stop in feature.stops),
    ):
        check_level(encounter, level)
        square_on_board(board, square, feature.label)
    if feature.zone is not None:
        found(board.zones, feature.zone, "zone")
    for id_ in feature.works:
        if id_ not in board.doors and id_ not in board.features:
            raise EditError(f"There is no door or feature called {id_} to work.")
    check_effects(encounter, feature.effects)


def _piece(encounter: Encounter, piece: Piece) -> None:
    check_level(encounter, piece.level)
    known_kind(encounter.board, piece.kind)
    check_moment(encounter, piece.until)
    width, height = limits(encounter.board)
    if not piece.squares or any(not (0 <= x < width and 0 <= y < height) for x, y in piece.squares):
        raise EditError("A field or cloud lies on squares of the board.")


def _ground(encounter: Encounter, kind: GroundKind) -> None:
    known_qualities(kind.qualities)


def _someone(encounter: Encounter, one: Fighter) -> None:
    check_at(encounter, one.at, one.level, one.label)
    known_side(encounter, one.side)
    _starts(encounter, one.starts)
    _own(encounter, one.own)


def _group(encounter: Encounter, group: Group) -> None:
    check_at(encounter, group.at, group.level, group.label)
    known_side(encounter, group.side)
    checked_count(group.count)
    _starts(encounter, group.starts)
    _own(encounter, group.own)
    for member in group.members.values():
        _member(encounter, member)


def _member(encounter: Encounter, member: Member) -> None:
    check_at(encounter, member.at, member.level, member.label)
    _own(encounter, member.own)
    if member.starts is not None:
        _starts(encounter, member.starts)


def _starts(encounter: Encounter, starts: Starts) -> None:
    if starts.riding:
        check_person(encounter, starts.riding)
    if starts.in_cover:
        known_trait(encounter, starts.in_cover)


def _side(encounter: Encounter, side: Side) -> None:
    for other in side.against or ():
        found(encounter.all_sides, other, "side")


def _clock(encounter: Encounter, clock: Clock) -> None:
    check_moment(encounter, clock.ticks)
    check_effects(encounter, clock.full)
    if clock.filled > clock.size:
        raise EditError(f"{clock.label} has only {clock.size} segments.")


def _cue(encounter: Encounter, cue: Cue) -> None:
    check_moment(encounter, cue.when)
    check_effects(encounter, cue.do)


def _profile(encounter: Encounter, profile: Profile) -> None:
    known_side(encounter, profile.side)
    for attack in (profile.imperium and profile.imperium.attacks) or ():
        checked_id(attack)


def _own(encounter: Encounter, own: Profile | None) -> None:
    if own is not None:
        _profile(encounter, own)


_THINGS: dict[type, Callable[[Encounter, Any], None]] = {
    Zone: _zone,
    Link: lambda encounter, link: check_link(encounter.board, link),
    Door: _door,
    Wall: _wall,
    Feature: _feature,
    Piece: _piece,
    GroundKind: _ground,
    Fighter: _someone,
    Group: _group,
    Member: _member,
    Side: _side,
    Clock: _clock,
    Cue: _cue,
    Profile: _profile,
    Level: _fine,
}
