"""Short calls that build values for tests: `encounter(row("a", "b"), fighter("p", at="a"))`."""

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from desktop.core.model.board import (
    GROUND,
    Board,
    Door,
    Feature,
    Level,
    Link,
    Piece,
    Stop,
    Trait,
    Wall,
    Zone,
)
from desktop.core.model.encounter import Clock, Cue, Encounter, Fighter, Group, Side, Starts
from desktop.core.model.geometry import outline_of
from desktop.core.model.profile import Attack, ImperiumFigures, Profile, SquaresFigures
from desktop.core.model.words import Point, Square

Pair = tuple[float, float]


def zone(
    id: str,
    at: tuple[float, float, float, float] | None = None,
    *,
    outline: Iterable[Pair] = (),
    traits: Iterable[str | Trait] = (),
    **fields: Any,
) -> Zone:
    """Return a zone: `at` is left, top, width, height; without it and an outline, laid out."""
    corners = outline_of(*at) if at is not None else tuple(Point(*pair) for pair in outline)
    return Zone(id=id, outline=corners, traits=_traits(traits), **fields)


def _traits(words: Iterable[str | Trait]) -> tuple[Trait, ...]:
    return tuple(word if isinstance(word, Trait) else Trait(word) for word in words)


def link(from_: str, to: str, kind: str = "open", *, id: str = "", **fields: Any) -> Link:
    """Return a link; its id is `FROM-TO` unless given."""
    for name, made in (("along", Point), ("ends", Square)):
        if fields.get(name) is not None:
            fields[name] = tuple(made(*pair) for pair in fields[name])
    return Link(id=id or f"{from_}-{to}", from_=from_, to=to, kind=kind, **fields)


def door(id: str, on: tuple[Pair, Pair], state: str = "closed", **fields: Any) -> Door:
    """Return a door between two grid points."""
    return Door(id=id, on=(Point(*on[0]), Point(*on[1])), state=state, **fields)


def wall(*along: Pair, level: str = GROUND, **fields: Any) -> Wall:
    """Return a thin wall from grid point to grid point."""
    return Wall(level=level, along=tuple(Point(*pair) for pair in along), **fields)


def feature(id: str, *squares: tuple[int, int], kind: str = "own", **fields: Any) -> Feature:
    """Return a feature on squares."""
    stops = tuple(Stop(level=level, at=Square(*at)) for level, at in fields.pop("stops", ()))
    return Feature(
        id=id, kind=kind, squares=tuple(Square(*pair) for pair in squares), stops=stops, **fields
    )


def piece(kind: str, *squares: tuple[int, int], level: str = GROUND, **fields: Any) -> Piece:
    """Return a field or a cloud on squares."""
    return Piece(kind=kind, level=level, squares=tuple(Square(*p) for p in squares), **fields)


def level(id: str, height: float = 0, **fields: Any) -> Level:
    """Return a level."""
    return Level(id=id, height=height, **fields)


def paint(*rows: str, legend: Mapping[str, str], at: tuple[int, int] = (0, 0)) -> dict[Any, Any]:
    """Return painted squares from a drawing, one character a square; what has no legend is bare."""
    return {
        Square(at[0] + x, at[1] + y): legend[mark]
        for y, row_ in enumerate(rows)
        for x, mark in enumerate(row_)
        if mark in legend
    }


def board(
    *things: Zone | Link | Wall | Door | Feature | Level,
    squares: Mapping[Any, Mapping[Any, str]] | None = None,
    traits: Iterable[str | Trait] = (),
    **fields: Any,
) -> Board:
    """Return a board of these things, in this order; `squares` by level."""
    levels = {thing.id: thing for thing in things if isinstance(thing, Level)}
    if levels:
        fields["levels"] = levels
    first = next(iter(levels), GROUND)
    placed = [
        replace(thing, level=first)
        if isinstance(thing, (Zone, Wall, Door, Feature)) and thing.level == GROUND
        else thing
        for thing in things
    ]
    painted = {
        on: {Square(*at): kind for at, kind in kinds.items()}
        for on, kinds in (squares or {}).items()
    }
    return Board(
        zones={thing.id: thing for thing in placed if isinstance(thing, Zone)},
        links={thing.id: thing for thing in placed if isinstance(thing, Link)},
        walls=tuple(thing for thing in placed if isinstance(thing, Wall)),
        doors={thing.id: thing for thing in placed if isinstance(thing, Door)},
        features={thing.id: thing for thing in placed if isinstance(thing, Feature)},
        squares=painted,
        traits=_traits(traits),
        **fields,
    )


def row(*ids: str, width: int = 8, height: int = 6, **fields: Any) -> Board:
    """Return a board of zones side by side, each linked openly to the next."""
    zones = [zone(id, at=(i * width, 0, width, height)) for i, id in enumerate(ids)]
    links = [link(a, b) for a, b in itertools.pairwise(ids)]
    return board(*zones, *links, size=(width * len(ids), height), **fields)


def fighter(
    id: str,
    at: str | tuple[int, int] | None = None,
    *,
    profile: str = "",
    side: str | None = None,
    starts: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Fighter:
    """Return a fighter in a zone or on a square."""
    return Fighter(
        id=id,
        profile=profile,
        side=side,
        at=Square(*at) if isinstance(at, tuple) else at,
        starts=Starts(**(starts or {})),
        **fields,
    )


def group(id: str, count: int = 3, at: Any = None, *, profile: str = "", **fields: Any) -> Group:
    """Return a group in a zone or on a square."""
    place = Square(*at) if isinstance(at, tuple) else at
    return Group(id=id, count=count, profile=profile, at=place, **fields)


def attack(id: str, **fields: Any) -> Attack:
    """Return an attack."""
    return Attack(id=id, **fields)


def profile(id: str, *, attacks: Iterable[Attack] = (), **fields: Any) -> Profile:
    """Return a profile; fields of `ImperiumFigures` may be given beside its own."""
    own = {name: fields.pop(name) for name in list(fields) if name in Profile.__slots__}
    own |= {name: fields.pop(name) for name in list(fields) if name in _NAMED}
    if attacks:
        fields["attacks"] = {each.id: each for each in attacks}
    if fields:
        own["imperium"] = ImperiumFigures(**fields)
    return Profile(id=id, **own)


_NAMED = ("name", "seen_as", "hidden", "notes", "picture", "tags")


def squares_figures(**fields: Any) -> SquaresFigures:
    """Return figures of the square-grid game."""
    return SquaresFigures(**fields)


def encounter(
    on: Board | None = None,
    *things: Fighter | Group | Profile | Side | Clock | Cue,
    **fields: Any,
) -> Encounter:
    """Return an encounter on a board with these people and things."""

    def of(kind: type) -> dict[Any, Any]:
        return {thing.id: thing for thing in things if isinstance(thing, kind)}

    return Encounter(
        board=on or Board(),
        fighters=of(Fighter),
        groups=of(Group),
        profiles=of(Profile),
        sides=of(Side),
        clocks=of(Clock),
        cues=of(Cue),
        **fields,
    )
