"""What refers to what: everything in an encounter that names a thing by its id."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

from desktop.core.model.board import Board, Feature, Link, Zone
from desktop.core.model.encounter import (
    Clock,
    Cue,
    Encounter,
    Fighter,
    Group,
    Member,
    Starts,
    member_of,
)
from desktop.core.model.memo import Memo
from desktop.core.model.moments import (
    BY_HAND,
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
from desktop.core.model.replacing import replace
from desktop.core.model.tables import Changed, renewed, with_things
from desktop.core.model.words import FighterId, Square

T = TypeVar("T")
Mapped = Mapping[str, Sequence[str]]
"""Ids that change, each with what stands in its place; nothing at all where it is gone."""


def ids_of(encounter: Encounter) -> set[str]:
    """Return every id that is in use; the two sides that need not be written among them."""
    board = encounter.board
    return set().union(
        board.levels, board.zones, board.links, board.doors, board.features,
        encounter.profiles, encounter.fighters, encounter.groups, encounter.clocks,
        encounter.cues, encounter.all_sides,
    )  # fmt: skip


def new_id(encounter: Encounter, name: str, avoid: Collection[str] = ()) -> str:
    """Return an id made from a name that nothing has, nor anything in `avoid`."""
    return free_id(name, ids_of(encounter).union(avoid))


def free_id(name: str, used: Collection[str]) -> str:
    """Return an id made from a name that is not among those used."""
    plain = " ".join(name.lower().replace("/", " ").replace("_", " ").split()) or "thing"
    if plain not in used:
        return plain
    stem, _, last = plain.rpartition(" ")
    counted = bool(stem) and last.isdecimal() and len(last) < 6
    base, number = (stem, int(last) + 1) if counted else (plain, 2)
    while f"{base} {number}" in used:
        number += 1
    return f"{base} {number}"


# Effects


def with_effects(encounter: Encounter, change: Callable[[Effect], Effect | None]) -> Encounter:
    """Return an encounter with each effect changed, or left out where nothing is returned."""

    def changed(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
        after = tuple(new for effect in effects if (new := change(effect)) is not None)
        return effects if after == effects else after

    def feature_changed(feature: Feature) -> Feature:
        return with_fields(
            feature,
            used=changed(feature.used), hit=changed(feature.hit), passed=changed(feature.passed),
        )  # fmt: skip

    def clock_changed(clock: Clock) -> Clock:
        return with_fields(clock, full=changed(clock.full))

    def cue_changed(cue: Cue) -> Cue:
        return with_fields(cue, do=changed(cue.do))

    board = encounter.board
    return with_fields(
        encounter,
        board=with_fields(board, features=mapped(board.features, feature_changed)),
        clocks=mapped(encounter.clocks, clock_changed),
        cues=mapped(encounter.cues, cue_changed),
    )


K = TypeVar("K", bound=str)


def mapped(things: Mapping[K, T], change: Callable[[T], T]) -> Mapping[K, T]:
    """Return things changed; the same mapping where none is another object."""
    others = {key: new for key, thing in things.items() if (new := change(thing)) is not thing}
    return with_things(things, others) if others else things


def with_fields(thing: T, **values: object) -> T:
    """Return a value with fields replaced; the very same where none is another object."""
    changed = {name: value for name, value in values.items() if getattr(thing, name) is not value}
    return replace(thing, **changed) if changed else thing


# Redirection


def not_on_squares(fighters: Mapping[FighterId, Fighter]) -> tuple[FighterId, ...]:
    """Return the fighters who start elsewhere than on a square, or ride: few, as a rule."""
    return _MEMO.get(
        "not on squares",
        (fighters,),
        lambda: tuple(
            id_
            for id_, one in fighters.items()
            if not isinstance(one.at, tuple) or one.starts.riding is not None
        ),
    )


_MEMO = Memo()


class Redirection:
    """Ids put in the place of others, everywhere at once; what cannot do without one goes too."""

    def __init__(self, ids: Mapped) -> None:
        self.ids = dict(ids)

    def one(self, id_: T) -> T | None:
        """Return what stands for an id; None where it is gone."""
        if not isinstance(id_, str):
            return id_
        new = self._new(id_)
        if new is None:
            return id_
        return new[0] if new else None  # type: ignore[return-value]  # an id of the same kind

    def _new(self, id_: str) -> Sequence[str] | None:
        new = self.ids.get(id_)
        if new is None and "/" in id_:
            group, letter = member_of(id_)
            of_group = self.ids.get(group)
            if of_group is not None:
                return (f"{of_group[0]}/{letter}",) if of_group else ()
        return new

    def many(self, ids: tuple[T, ...]) -> tuple[T, ...]:
        """Return what stands for several ids, each once."""
        found: list[Any] = []
        for id_ in ids:
            new = self._new(str(id_))
            found.extend((id_,) if new is None else new)
        after = tuple(dict.fromkeys(found))
        return ids if after == ids else after

    def __call__(self, encounter: Encounter) -> Encounter:
        """Return an encounter with all references redirected."""
        links = self._links(encounter.board)
        of_sides = not self.ids.keys().isdisjoint(encounter.all_sides)
        board = self._board(encounter.board, links, of_sides=of_sides)
        encounter = with_effects(with_fields(encounter, board=board), self._effect)
        return with_fields(
            encounter,
            fighters=self._fighters(encounter.fighters, of_sides=of_sides),
            groups=mapped(encounter.groups, self._group),
            sides=mapped(encounter.sides, self._side),
            profiles=mapped(encounter.profiles, self._profile),
            clocks=mapped(encounter.clocks, self._clock),
            cues=mapped(encounter.cues, self._cue),
            muted=self._muted(encounter),
        )

    def _links(self, board: Board) -> Mapping[Any, Link]:
        """Return the links that are left; those that are not are gone for everything else too."""
        ids = self.ids
        anew = {
            key: self._link(link)
            for key, link in board.links.items()
            if link.from_ in ids or link.to in ids or link.through in ids
        }
        gone = tuple(key for key, link in anew.items() if link is None)
        ids.update(dict.fromkeys(gone, ()))
        left = {key: link for key, link in anew.items() if link is not None}
        return renewed(board.links, left, board.links, Changed(removed=gone))

    def _link(self, link: Link) -> Link | None:
        one, other = self.one(link.from_), self.one(link.to)
        if one is None or other is None or (one == other and link.from_ != link.to):
            return None
        after = with_fields(link, from_=one, to=other, through=self.one(link.through) or "")
        return after

    def _board(self, board: Board, links: Mapping[Any, Link], *, of_sides: bool) -> Board:
        return with_fields(
            board,
            links=links,
            zones=mapped(board.zones, self._zone) if of_sides else board.zones,
            features=mapped(board.features, self._feature),
            fields=self._pieces(board.fields),
            clouds=self._pieces(board.clouds),
        )

    def _zone(self, zone: Zone) -> Zone:
        return with_fields(zone, start=self.one(zone.start))

    def _pieces(self, pieces: tuple[Any, ...]) -> tuple[Any, ...]:
        after = tuple(with_fields(piece, until=self._until(piece.until)) for piece in pieces)
        return pieces if all(a is b for a, b in zip(after, pieces, strict=True)) else after

    def _feature(self, feature: Feature) -> Feature:
        return with_fields(feature, zone=self.one(feature.zone), works=self.many(feature.works))

    def _fighters(
        self, fighters: Mapping[FighterId, Fighter], *, of_sides: bool
    ) -> Mapping[FighterId, Fighter]:
        who = fighters if of_sides else not_on_squares(fighters)
        return with_things(fighters, {id_: self._fighter(fighters[id_]) for id_ in who})

    def _fighter(self, fighter: Fighter) -> Fighter:
        return with_fields(
            fighter, at=self.one(fighter.at), side=self.one(fighter.side),
            starts=self._starts(fighter.starts),
        )  # fmt: skip

    def _starts(self, starts: Starts) -> Starts:
        return with_fields(starts, riding=self.one(starts.riding))

    def _group(self, group: Group) -> Group:
        return with_fields(
            group, at=self.one(group.at), side=self.one(group.side),
            starts=self._starts(group.starts),
            members=mapped(group.members, self._member),
        )  # fmt: skip

    def _member(self, member: Member) -> Member:
        starts = self._starts(member.starts) if member.starts is not None else None
        return with_fields(member, at=self.one(member.at), starts=starts)

    def _side(self, side: Any) -> Any:
        against = self.many(side.against) if side.against is not None else None
        return with_fields(side, against=against)

    def _profile(self, profile: Any) -> Any:
        return with_fields(profile, side=self.one(profile.side))

    def _clock(self, clock: Clock) -> Clock:
        return with_fields(clock, ticks=self._moment(clock.ticks))

    def _cue(self, cue: Cue) -> Cue:
        return with_fields(cue, when=self._moment(cue.when))

    def _moment(self, moment: Moment) -> Moment:
        """Return a moment with its thing redirected; without one it waits for the GM's hand."""
        return self._until(moment) or BY_HAND

    def _until(self, moment: Moment | None) -> Moment | None:
        if moment is None or not moment.of:
            return moment
        of = self.one(moment.of)
        return None if of is None else with_fields(moment, of=of)

    def _muted(self, encounter: Encounter) -> tuple[Any, ...]:
        muted = tuple(
            with_fields(each, at=self.one(each.at))
            for each in encounter.muted
            if not each.at or self.one(each.at) is not None
        )
        return encounter.muted if muted == encounter.muted else muted

    def _effect(self, effect: Effect) -> Effect | None:  # noqa: C901 - one line for each kind
        match effect:
            case AddTrait():
                to = self.many(effect.to)
                return with_fields(effect, to=to, until=self._until(effect.until)) if to else None
            case ClearTrait():
                off = self.many(effect.off)
                return (
                    with_fields(effect, off=off, until=self._until(effect.until)) if off else None
                )
            case SetLink():
                link = self.one(effect.link)
                return (
                    with_fields(effect, link=link, until=self._until(effect.until))
                    if link
                    else None
                )
            case SetDoor():
                door = self.one(effect.door)
                return (
                    with_fields(effect, door=door, until=self._until(effect.until))
                    if door
                    else None
                )
            case PaintSquares():
                return with_fields(effect, until=self._until(effect.until))
            case Bring():
                who = self.many(effect.bring)
                return with_fields(effect, bring=who, at=self.one(effect.at)) if who else None
            case MoveFighters():
                who, place = self.many(effect.move), self.one(effect.to)
                return (
                    with_fields(effect, move=who, to=place) if who and place is not None else None
                )
            case Hurt():
                return self._list(effect, "hurt")
            case Remove():
                return self._list(effect, "remove")
            case Show():
                return self._list(effect, "show")
            case Hide():
                return self._list(effect, "hide")
            case Tick():
                clock = self.one(effect.tick)
                return with_fields(effect, tick=clock) if clock else None
            case _:
                return effect

    def _list(self, effect: Effect, name: str) -> Effect | None:
        ids = self.many(getattr(effect, name))
        return with_fields(effect, **{name: ids}) if ids else None


def redirected(encounter: Encounter, ids: Mapped) -> Encounter:
    """Return an encounter in which ids stand for others: several, one, or none that are gone.

    Links, effects and mutes that cannot do without what is gone go too; a moment that named it
    becomes one by hand. Profiles are not meant: whoever stands there may have the id of its own.
    """
    return Redirection(ids)(encounter) if ids else encounter


# Squares


def with_squares(
    encounter: Encounter, move: Callable[[str | None, Square], Square | None]
) -> Encounter:
    """Return an encounter with the squares that effects name moved, or left out."""

    def changed(effect: Effect) -> Effect | None:
        match effect:
            case PaintSquares():
                moved = (move(effect.level, at) for at in effect.squares)
                squares = tuple(square for square in moved if square is not None)
                return with_fields(effect, squares=squares) if squares else None
            case Bring(at=Square() as at):
                return with_fields(effect, at=move(effect.level, at))
            case MoveFighters(to=Square() as to):
                new = move(effect.level, to)
                return with_fields(effect, to=new) if new is not None else None
            case _:
                return effect

    return with_effects(encounter, changed)
