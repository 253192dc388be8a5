"""What no single field can tell: references to nothing, ids said twice, places off the board.

Every problem is a path in the file and a sentence; `reading` finds the line.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType

from desktop.core.model.board import BOARD_LIMIT_SQ, Board, Trait
from desktop.core.model.encounter import Encounter, Fighter, Group, Member, Starts, member_id
from desktop.core.model.ground import KINDS, QUALITIES
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
from desktop.core.model.profile import Profile, laid_over
from desktop.core.model.words import TRAITS, At, LevelId, ProfileId, Square
from desktop.core.store.notes import did_you_mean
from desktop.core.store.outlines import outline_problem, stretch_problem
from desktop.core.store.yaml_tree import Path

Problem = tuple[Path, str]
Ids = Collection[str]
Stock = Mapping[ProfileId, Profile]
"""Profiles that a file may use without writing them out."""
NO_STOCK: Stock = MappingProxyType({})


@dataclass(slots=True)
class _Names:
    """Every id of an encounter, by what it names, and the size that squares must fit."""

    encounter: Encounter
    stock: Stock
    width: int
    height: int
    people: Ids = ()
    """Fighters, groups and members."""
    whose: Ids = ()
    """Whatever has a turn: people and the entries of the order."""
    anything: Ids = ()
    traits: Ids = ()
    kinds: Ids = ()
    through: Ids = ()

    def known_profile(self, id_: ProfileId) -> Profile | None:
        return self.encounter.profiles.get(id_) or self.stock.get(id_)


def problems_of(encounter: Encounter, stock: Stock = NO_STOCK) -> Iterator[Problem]:
    """Yield whatever keeps an encounter that was read from being one, in no fixed order."""
    yield from _repeated_ids(encounter)
    names = _names(encounter, stock)
    yield from _places(encounter.board, names)
    yield from _features(encounter.board, names)
    yield from _ground(encounter.board, names)
    yield from _sides(encounter, names)
    for id_, profile in encounter.profiles.items():
        yield from _reference(profile.side, encounter.all_sides, "side", ("profiles", id_, "side"))
    for fighter in encounter.fighters.values():
        yield from _one(fighter, ("fighters", fighter.id), names)
    for group in encounter.groups.values():
        yield from _group(group, names)
    yield from _order(encounter, names)


def _names(encounter: Encounter, stock: Stock) -> _Names:
    board = encounter.board
    width, height = board.size or (BOARD_LIMIT_SQ, BOARD_LIMIT_SQ)
    names = _Names(encounter, stock, width, height)
    members = (
        member_id(group.id, mark) for group in encounter.groups.values() for mark in group.letters
    )
    names.people = _joined(encounter.fighters, encounter.groups, members)
    names.whose = _joined(names.people, encounter.clocks, encounter.cues)
    names.through = _joined(board.doors, board.features)
    names.anything = _joined(
        names.whose, names.through, board.zones, board.links, board.levels,
        encounter.all_sides, encounter.traits,
    )  # fmt: skip
    names.traits = _joined(TRAITS, encounter.traits)
    names.kinds = _joined(KINDS, board.kinds)
    return names


def _joined(*several: Iterable[str]) -> Ids:
    """Return all ids, quick to look up and in their order."""
    return dict.fromkeys(chain.from_iterable(several))


def _repeated_ids(encounter: Encounter) -> Iterator[Problem]:
    """Yield what has the id of something else.

    Profiles may share theirs: nothing but `profile` refers to one, and those of the stock, which a
    file does not name, come in with whoever is called like them.
    """
    board = encounter.board
    kinds: tuple[tuple[str, Path, Ids], ...] = (
        ("side", ("sides",), encounter.sides),
        ("level", ("board", "levels"), board.levels),
        ("zone", ("board", "zones"), board.zones),
        ("link", ("board", "links"), board.links),
        ("door", ("board", "doors"), board.doors),
        ("feature", ("board", "features"), board.features),
        ("fighter", ("fighters",), encounter.fighters),
        ("group", ("groups",), encounter.groups),
        ("clock", ("clocks",), encounter.clocks),
        ("cue", ("cues",), encounter.cues),
    )
    first: dict[str, str] = {}
    for kind, path, things in kinds:
        for id_ in things:
            other = first.setdefault(id_, kind)
            if other != kind and not _is_unwritten_level(board, id_):
                says = f"`{id_}` is the id of a {other} already. Give the {kind} another."
                yield (*path, id_), says


def _is_unwritten_level(board: Board, id_: str) -> bool:
    return len(board.levels) == 1 and board.levels == Board().levels and id_ in board.levels


def _reference(id_: str | None, known: Ids, what: str, path: Path) -> Iterator[Problem]:
    if id_ is None or id_ in known:
        return
    if not id_:
        yield path, f"The id of a {what} is expected here, but nothing stands there."
        return
    hint = did_you_mean(id_, known)
    yield path, f"There is no {what} `{id_}` in this file. Write it, or correct the name.{hint}"


def _references(ids: Sequence[str], known: Ids, what: str, path: Path) -> Iterator[Problem]:
    for index, id_ in enumerate(ids):
        if id_ not in known:
            yield from _reference(id_, known, what, (*path, index))


def _trait(word: str | None, names: _Names, path: Path) -> Iterator[Problem]:
    if word is None or word in names.traits:
        return
    hint = did_you_mean(word, names.traits)
    yield path, f"The trait `{word}` is not known. Describe it under `traits`.{hint}"


def _traits(traits: Sequence[Trait], names: _Names, path: Path) -> Iterator[Problem]:
    for index, trait in enumerate(traits):
        yield from _trait(trait.word, names, (*path, index))


def _kind(word: str, names: _Names, path: Path) -> Iterator[Problem]:
    if word in names.kinds:
        return
    hint = did_you_mean(word, names.kinds)
    yield path, f"The kind of ground `{word}` is not known. Describe it in `board.kinds`.{hint}"


def _square(square: Square, names: _Names, path: Path) -> Iterator[Problem]:
    if not (0 <= square.x < names.width and 0 <= square.y < names.height):
        yield (
            path,
            (
                f"The square [{square.x}, {square.y}] lies outside the board, whose squares go "
                f"from [0, 0] to [{names.width - 1}, {names.height - 1}]. "
                "Move it, or change `board.size`."
            ),
        )


def _squares(squares: Sequence[Square], names: _Names, path: Path) -> Iterator[Problem]:
    for index, square in enumerate(squares):
        # one square may stand for the list, and then is where the list would be
        yield from _square(square, names, path if len(squares) == 1 else (*path, index))


def _at(at: At | None, names: _Names, path: Path) -> Iterator[Problem]:
    if isinstance(at, Square):
        yield from _square(at, names, path)
    elif at is not None:
        yield from _reference(at, names.encounter.board.zones, "zone", path)


def _level(level: LevelId | None, names: _Names, path: Path) -> Iterator[Problem]:
    yield from _reference(level, names.encounter.board.levels, "level", path)


def _places(board: Board, names: _Names) -> Iterator[Problem]:
    sides = names.encounter.all_sides
    yield from _traits(board.traits, names, ("board", "traits"))
    for zone in board.zones.values():
        path: Path = ("board", "zones", zone.id)
        yield from _level(zone.level, names, (*path, "level"))
        yield from _reference(zone.start, sides, "side", (*path, "start"))
        yield from _traits(zone.traits, names, (*path, "traits"))
        if zone.outline and (wrong := outline_problem(zone.outline)):
            yield (*path, "outline"), wrong
    for link in board.links.values():
        path = ("board", "links", link.id)
        yield from _reference(link.from_, board.zones, "zone", (*path, "from"))
        yield from _reference(link.to, board.zones, "zone", (*path, "to"))
        if link.from_ and link.from_ == link.to:
            yield (*path, "to"), "A link joins two zones; both ends are the same. Change one."
        yield from _squares(link.ends or (), names, (*path, "ends"))
        yield from _reference(
            link.through or None, names.through, "door or feature", (*path, "through")
        )
    for index, wall in enumerate(board.walls):
        path = ("board", "walls", index)
        yield from _level(wall.level, names, (*path, "level"))
        if wrong := stretch_problem(wall.along, "A wall"):
            yield (*path, "along"), wrong
    for door in board.doors.values():
        path = ("board", "doors", door.id)
        yield from _level(door.level, names, (*path, "level"))
        if wrong := stretch_problem(door.on, "A door"):
            yield (*path, "on"), wrong


def _features(board: Board, names: _Names) -> Iterator[Problem]:
    for feature in board.features.values():
        path: Path = ("board", "features", feature.id)
        yield from _level(feature.level, names, (*path, "level"))
        yield from _squares(feature.squares, names, (*path, "at"))
        yield from _reference(feature.zone, board.zones, "zone", (*path, "at"))
        for index, stop in enumerate(feature.stops):
            yield from _level(stop.level, names, (*path, "stops", index, "level"))
            yield from _square(stop.at, names, (*path, "stops", index, "at"))
        yield from _references(feature.works, names.through, "door or feature", (*path, "works"))
        for key in ("used", "hit", "passed"):
            yield from _effects(getattr(feature, key), names, (*path, key))


def _ground(board: Board, names: _Names) -> Iterator[Problem]:
    for word, kind in board.kinds.items():
        for index, quality in enumerate(kind.qualities):
            if quality not in QUALITIES:
                hint = did_you_mean(quality, QUALITIES)
                known = ", ".join(QUALITIES)
                yield (
                    ("board", "kinds", word, "qualities", index),
                    f"`{quality}` is no quality of ground. There are {known}.{hint}",
                )
    for level, painted in board.squares.items():
        path: Path = ("board", "squares", level)
        yield from _level(level, names, path)
        for word in dict.fromkeys(painted.values()):
            yield from _kind(word, names, (*path, "legend"))
        far = next((s for s in painted if s.x >= names.width or s.y >= names.height), None)
        if far is not None:
            yield from _square(far, names, (*path, "rows"))
    for key in ("fields", "clouds"):
        for index, piece in enumerate(getattr(board, key)):
            path = ("board", key, index)
            yield from _level(piece.level, names, (*path, "level"))
            yield from _kind(piece.kind, names, (*path, "kind"))
            yield from _squares(piece.squares, names, (*path, "squares"))
            yield from _moment(piece.until, names, (*path, "until"))


def _sides(encounter: Encounter, names: _Names) -> Iterator[Problem]:
    for side in encounter.sides.values():
        path = ("sides", side.id, "against")
        yield from _references(side.against or (), encounter.all_sides, "side", path)


def _one(who: Fighter | Group, path: Path, names: _Names) -> Iterator[Problem]:
    profile = names.known_profile(who.profile) if who.profile else None
    if profile is None and who.profile:
        known = _joined(names.stock, names.encounter.profiles)
        hint = did_you_mean(who.profile, known)
        yield (
            (*path, "profile"),
            f"There is no profile `{who.profile}` in this file or the stock. "
            f"Write it under `profiles`, or correct the name.{hint}",
        )
    yield from _reference(who.side, names.encounter.all_sides, "side", (*path, "side"))
    yield from _at(who.at, names, (*path, "at"))
    yield from _level(who.level, names, (*path, "level"))
    yield from _starts(who.starts, _with_own(profile, who.own), names, (*path, "starts"))
    yield from _own(who.own, names, (*path, "own"))


def _own(own: Profile | None, names: _Names, path: Path) -> Iterator[Problem]:
    if own is not None:
        yield from _reference(own.side, names.encounter.all_sides, "side", (*path, "side"))


def _with_own(profile: Profile | None, own: Profile | None) -> Profile | None:
    if profile is None or own is None:
        return profile
    return laid_over(profile, own)


def _starts(
    starts: Starts, profile: Profile | None, names: _Names, path: Path
) -> Iterator[Problem]:
    yield from _trait(starts.in_cover, names, (*path, "in_cover"))
    yield from _reference(starts.riding, names.people, "fighter", (*path, "riding"))
    figures = profile.imperium if profile else None
    if figures is not None:
        for id_ in starts.ammunition:
            known = figures.attacks or ()
            yield from _reference(id_, known, "attack", (*path, "ammunition", id_))


def _group(group: Group, names: _Names) -> Iterator[Problem]:
    path: Path = ("groups", group.id)
    yield from _one(group, path, names)
    letters = group.letters
    span = f"members, {letters[0]} to {letters[-1]}" if group.count > 1 else f"member, {letters[0]}"
    for mark, member in group.members.items():
        here = (*path, "members", mark)
        if mark not in letters:
            yield (
                here,
                f"The group has {group.count} {span}; "
                f"`{mark}` is none of them. Correct the letter, or raise `count`.",
            )
        yield from _member(member, here, names)


def _member(member: Member, path: Path, names: _Names) -> Iterator[Problem]:
    yield from _at(member.at, names, (*path, "at"))
    yield from _level(member.level, names, (*path, "level"))
    yield from _own(member.own, names, (*path, "own"))
    if member.starts is not None:
        yield from _starts(member.starts, None, names, (*path, "starts"))


def _order(encounter: Encounter, names: _Names) -> Iterator[Problem]:
    for clock in encounter.clocks.values():
        yield from _moment(clock.ticks, names, ("clocks", clock.id, "ticks"))
        yield from _effects(clock.full, names, ("clocks", clock.id, "full"))
    for cue in encounter.cues.values():
        yield from _moment(cue.when, names, ("cues", cue.id, "when"))
        yield from _effects(cue.do, names, ("cues", cue.id, "do"))


def _moment(moment: Moment | None, names: _Names, path: Path) -> Iterator[Problem]:
    if moment is None:
        return
    if moment.point in ("entering", "leaving"):
        yield from _reference(moment.of, names.encounter.board.zones, "zone", path)
    elif moment.point == "full":
        yield from _reference(moment.of, names.encounter.clocks, "clock", path)
    elif moment.of and moment.point in ("start of turn", "end of turn"):
        yield from _reference(moment.of, names.whose, "fighter, group, clock or cue", path)


def _effects(effects: Sequence[Effect], names: _Names, path: Path) -> Iterator[Problem]:
    for index, effect in enumerate(effects):
        yield from _effect(effect, names, (*path, index))


def _effect(effect: Effect, names: _Names, path: Path) -> Iterator[Problem]:
    yield from _moment(getattr(effect, "until", None), names, (*path, "until"))
    yield from _level(getattr(effect, "level", None), names, (*path, "level"))
    board, encounter = names.encounter.board, names.encounter
    match effect:
        case AddTrait():
            yield from _trait(effect.add, names, (*path, "add"))
            yield from _references(effect.to, board.zones, "zone", (*path, "to"))
        case ClearTrait():
            yield from _trait(effect.clear, names, (*path, "clear"))
            yield from _references(effect.off, board.zones, "zone", (*path, "off"))
        case SetLink():
            yield from _reference(effect.link, board.links, "link", (*path, "link"))
        case SetDoor():
            yield from _reference(effect.door, board.doors, "door", (*path, "door"))
        case PaintSquares():
            if effect.paint:
                yield from _kind(effect.paint, names, (*path, "paint"))
            yield from _squares(effect.squares, names, (*path, "squares"))
        case Tick():
            yield from _reference(effect.tick, encounter.clocks, "clock", (*path, "tick"))
        case _:
            yield from _on_people(effect, names, path)


def _on_people(effect: Effect, names: _Names, path: Path) -> Iterator[Problem]:
    match effect:
        case Bring():
            yield from _references(effect.bring, names.people, "fighter or group", (*path, "bring"))
            yield from _at(effect.at, names, (*path, "at"))
        case MoveFighters():
            yield from _references(effect.move, names.people, "fighter or group", (*path, "move"))
            yield from _at(effect.to, names, (*path, "to"))
        case Hurt():
            known = _joined(names.people, names.encounter.board.zones)
            yield from _references(effect.hurt, known, "fighter, group or zone", (*path, "hurt"))
        case Remove():
            who = effect.remove
            yield from _references(who, names.people, "fighter or group", (*path, "remove"))
        case Show():
            yield from _references(effect.show, names.anything, "thing", (*path, "show"))
        case Hide():
            yield from _references(effect.hide, names.anything, "thing", (*path, "hide"))
        case _:
            return
