"""Hypothesis strategies for whole encounters: everything that a file can hold, and odd texts."""

import itertools
import types
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from annotated_types import Ge, Le
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from desktop.core.model import board, encounter, moments, profile, words
from desktop.core.model.encounter import Encounter, letter
from desktop.core.model.ground import KINDS, QUALITIES
from desktop.core.model.named import Named
from desktop.core.model.words import TRAITS, Point, Square

ODD_TEXTS = [
    "no", "yes", "on", "y", "null", "~", "true", "012", "1:30", "1e3", "0x1F", "2026-11-30", ".5",
    "1_000", "-", "- a", "a: b", "a #b", "# a", "a, b", "[a]", "{a}", "*a", "&a", "!a", "|", ">",
    "'a'", '"a"', "a\\b", " a", "a ", "a\nb", "a\nb\n", "\na", "a\n\n\nb\n\n", "a\n  b\n", "@a",
    "tab\there", "ß Łódź 東京 🐙", "\x07", "\x85", "\u2028", "%a", "`a`", "<<", "=", "...", "---",
]  # fmt: skip

texts = st.sampled_from(ODD_TEXTS) | st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
"""Texts as people and cats type them."""


def _is_id(text: str) -> bool:
    return "/" not in text and "\n" not in text and bool(text) and text == text.strip()


ids = texts.filter(_is_id)
"""Whatever may be an id."""


@dataclass
class World:
    """What an encounter has, and its size in squares."""

    width: int
    height: int
    own: dict[Any, list[Any]] = field(default_factory=dict)
    """The ids of its things, by what they name."""
    counts: dict[Any, int] = field(default_factory=dict)
    """How many each group holds."""
    own_traits: list[Any] = field(default_factory=list)
    own_kinds: list[Any] = field(default_factory=list)
    known: dict[Any, list[Any]] = field(default_factory=dict)
    """What may be named, by what it names: its own things, members of groups and stock words."""
    strategies: dict[Any, Any] = field(default_factory=dict)


def of(annotation: Any, world: World) -> st.SearchStrategy[Any]:
    """Return a strategy for a type of the model; `nothing()` where the world has none of it."""
    if annotation not in world.strategies:
        world.strategies[annotation] = _of(annotation, world)
    return world.strategies[annotation]


def _of(annotation: Any, world: World) -> st.SearchStrategy[Any]:
    if annotation in _SPECIALS:
        return _SPECIALS[annotation](world)
    if isinstance(annotation, NewType):
        return st.sampled_from(found) if (found := world.known.get(annotation)) else st.nothing()
    if is_dataclass(annotation):
        return things(annotation, world)
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return st.sampled_from(args)
    if origin is Annotated:
        return _number(args[0], args[1:])
    if origin in (Union, types.UnionType):
        return st.one_of(*(of(arg, world) for arg in args))
    if origin is tuple:
        if args[1:] == (Ellipsis,):
            inner = of(args[0], world)
            return st.just(()) if inner.is_empty else st.lists(inner, max_size=2).map(tuple)
        return st.tuples(*(of(arg, world) for arg in args))
    if origin is not None and issubclass(origin, Mapping):
        return _mappings(*args, world)
    return _number(annotation, ())


def _number(kind: Any, marks: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    if kind is not int and kind is not float:
        raise TypeError(kind)
    low, high = -500, 500
    for mark in marks:
        low = int(mark.ge) + (mark.ge != int(mark.ge)) if isinstance(mark, Ge) else low
        high = min(int(mark.le), low + 500) if isinstance(mark, Le) else high
    if kind is int:
        return st.integers(low, high)
    return st.integers(low * 1000, high * 1000).map(lambda thousandths: thousandths / 1000)


def _mappings(key: Any, value: Any, world: World) -> st.SearchStrategy[dict[Any, Any]]:
    keys = ids if isinstance(key, NewType) or key is str else of(key, world)
    inner = of(value, world)
    if inner.is_empty:
        return st.just({})
    return st.dictionaries(keys, inner, max_size=2).map(
        lambda found: {each: _with_id(own, each) for each, own in found.items()}
    )


def _with_id(thing: Any, key: str) -> Any:
    if isinstance(thing, Named):
        object.__setattr__(thing, "id", key)
    return thing


def things(cls: type, world: World, **own: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return a strategy for a dataclass of the model, each field said or left at its default."""
    known = [item for item in fields(cls) if item.name != "id" or not issubclass(cls, Named)]
    needed = [
        item.name
        for item in known
        if (item.default is MISSING and item.default_factory is MISSING) or item.name in own
    ]
    other = [item.name for item in known if item.name not in needed]
    return _said(cls, tuple(needed), tuple(other), world, own)


@st.composite
def _said(
    draw: st.DrawFn,
    cls: type,
    needed: tuple[str, ...],
    other: tuple[str, ...],
    world: World,
    own: dict[str, Any],
) -> Any:
    said = draw(st.lists(st.sampled_from(other), max_size=3, unique=True)) if other else []
    hints = _hints(cls)
    return cls(
        **{
            name: draw(own[name] if name in own else _field(cls, name, hints[name], world))
            for name in (*needed, *said)
        }
    )


@cache
def _hints(cls: type) -> dict[str, Any]:
    return get_type_hints(cls, include_extras=True)


def _field(cls: type, name: str, hint: Any, world: World) -> st.SearchStrategy[Any]:
    special = _FIELDS.get((cls, name))
    return special(world) if special is not None else of(hint, world)


def outlines(world: World) -> st.SearchStrategy[tuple[Point, ...]]:
    """Return rectangles, triangles and L shapes, in squares and thousandths."""
    lengths = st.integers(1, 20_000).map(lambda part: part / 1000)
    corner = st.integers(-5_000, 50_000).map(lambda part: part / 1000)

    def made(shape: str, x: float, y: float, w: float, h: float) -> tuple[Point, ...]:
        corners = {
            "box": [(0, 0), (1, 0), (1, 1), (0, 1)],
            "other box": [(1, 0), (1, 1), (0, 1), (0, 0)],
            "triangle": [(0, 0), (1, 0), (0, 1)],
            "bend": [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)],
        }[shape]
        return tuple(Point(round(x + w * a, 3), round(y + h * b, 3)) for a, b in corners)

    shapes = st.sampled_from(["box", "other box", "triangle", "bend"])
    return st.just(()) | st.builds(made, shapes, corner, corner, lengths, lengths)


def _squares(world: World) -> st.SearchStrategy[Square]:
    return st.builds(
        Square, st.integers(0, world.width - 1), st.integers(0, world.height - 1)
    )  # fmt: skip


def _stretches(world: World) -> st.SearchStrategy[tuple[Point, Point]]:
    grid = st.integers(0, 20).map(float)
    length = st.integers(1, 9).map(float)
    across = st.builds(lambda x, y, n: (Point(x, y), Point(x + n, y)), grid, grid, length)
    down = st.builds(lambda x, y, n: (Point(x, y), Point(x, y - n)), grid, grid, length)
    return across | down


def _moments(world: World) -> st.SearchStrategy[moments.Moment]:
    zones, clocks = world.known[words.ZoneId], world.known[words.ClockId]
    whose = [*world.known["whose"], ""]
    counts = st.none() | st.integers(0, 99)
    rounds = st.sampled_from(["start of round", "end of round", "end phase"])
    kinds = [
        st.just(moments.BY_HAND),
        st.builds(_moment, rounds, counts, st.booleans()),
        st.builds(
            _moment, st.sampled_from(["start of turn", "end of turn"]), counts, st.booleans(),
            st.sampled_from(whose),
        ),
        st.builds(
            lambda point, zone: moments.Moment(point, of=zone),
            st.sampled_from(["entering", "leaving"]), st.sampled_from(zones),
        ),
    ]  # fmt: skip
    if clocks:
        kinds.append(st.sampled_from(clocks).map(lambda clock: moments.Moment("full", of=clock)))
    return st.one_of(*kinds)


def _moment(point: Any, number: int | None, later: bool, of: str = "") -> moments.Moment:
    return moments.Moment(point, number, later and number is not None, of)


def _some(world: World, *kinds: Any) -> st.SearchStrategy[tuple[Any, ...]]:
    known = [each for kind in kinds for each in world.known[kind]]
    return st.lists(st.sampled_from(known), max_size=2).map(tuple) if known else st.just(())


def _colours(world: World) -> st.SearchStrategy[str]:
    return texts


_SPECIALS: dict[Any, Any] = {
    str: lambda world: texts,
    bool: lambda world: st.booleans(),
    type(None): lambda world: st.none(),
    int: lambda world: _number(int, ()),
    float: lambda world: _number(float, ()),
    Square: _squares,
    Point: lambda world: st.builds(Point, _number(float, ()), _number(float, ())),
    moments.Moment: _moments,
    moments.Effect: lambda world: st.one_of(*(
        things(effect, world) for effect in get_args(moments.Effect)
    )),
}  # fmt: skip
_FIELDS: dict[tuple[type, str], Any] = {
    (board.Zone, "outline"): outlines,
    (board.Wall, "along"): _stretches,
    (board.Door, "on"): _stretches,
    (board.Level, "picture"): lambda world: st.just(""),
    (board.Link, "through"): lambda world: st.sampled_from(
        ["", *world.known[words.DoorId], *world.known[words.FeatureId]]
    ),
    (board.Feature, "works"): lambda world: _some(world, words.DoorId, words.FeatureId),
    (board.Feature, "zone"): lambda world: st.none(),
    (board.GroundKind, "qualities"): lambda world: st.lists(
        st.sampled_from(list(QUALITIES)), max_size=2
    ).map(tuple),
    (encounter.Starts, "ammunition"): lambda world: st.just({}),
    (moments.Bring, "bring"): lambda world: _some(world, "people"),
    (moments.MoveFighters, "move"): lambda world: _some(world, "people"),
    (moments.Hurt, "hurt"): lambda world: _some(world, "people", words.ZoneId),
    (moments.Remove, "remove"): lambda world: _some(world, "people"),
    (moments.Show, "show"): lambda world: _some(world, "people", words.ZoneId),
    (moments.Hide, "hide"): lambda world: _some(world, "people", words.SideId),
}


few = settings(
    max_examples=25,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
"""For tests of whole encounters: what fails is large, but shrinking it takes minutes."""


@st.composite
def encounters(draw: st.DrawFn) -> Encounter:
    """Return whole encounters that a file can hold, references and all."""
    world = draw(_worlds())
    return Encounter(
        **{
            name: draw(_field(Encounter, name, _hints(Encounter)[name], world))
            for name in (
                "name", "notes", "for_players", "goal", "space", "square", "packs", "slots",
                "rulings", "tables", "muted",
            )
        },
        traits={word: draw(_named(word, board.OwnTrait, world)) for word in world.own_traits},
        sides=draw(_all_of(words.SideId, encounter.Side, world)),
        board=draw(_boards(world)),
        profiles=draw(_all_of(words.ProfileId, profile.Profile, world)),
        fighters=draw(_all_of(words.FighterId, encounter.Fighter, world)),
        groups={id_: draw(_groups(id_, world)) for id_ in world.own[words.GroupId]},
        clocks=draw(_all_of(words.ClockId, encounter.Clock, world)),
        cues=draw(_all_of(words.CueId, encounter.Cue, world)),
    )  # fmt: skip


_KINDS = [
    words.LevelId, words.ZoneId, words.ZoneId, words.LinkId, words.DoorId, words.FeatureId,
    words.ProfileId, words.FighterId, words.GroupId, words.SideId, words.ClockId, words.CueId,
]  # fmt: skip
"""What every encounter has at least one of, and two zones for a link to lead between."""


@st.composite
def _worlds(draw: st.DrawFn) -> World:
    """Return the ids of an encounter to be, each of which may be named by anything in it."""
    fresh = draw(st.lists(ids, min_size=len(_KINDS), max_size=2 * len(_KINDS), unique=True))
    world = World(draw(st.integers(1, 40)), draw(st.integers(1, 40)))
    for kind, id_ in zip(itertools.cycle(_KINDS), fresh, strict=False):
        world.own.setdefault(kind, []).append(id_)
    world.counts = {group: draw(st.integers(1, 3)) for group in world.own[words.GroupId]}
    world.own_traits = draw(st.lists(ids.map(_spaced), max_size=2, unique=True))
    world.own_kinds = draw(st.lists(ids.map(_spaced), max_size=2, unique=True))
    own = world.own
    members = [f"{group}/{letter(i)}" for group, n in world.counts.items() for i in range(n)]
    people = [*own[words.FighterId], *own[words.GroupId], *members]
    world.known = {
        **own,
        "people": people,
        "whose": [*people, *own[words.ClockId], *own[words.CueId]],
        words.FighterId: [*own[words.FighterId], *members],
        words.SideId: [*own[words.SideId], encounter.HEROES, encounter.FOES],
        words.TraitWord: [*TRAITS, *world.own_traits],
        words.KindWord: [*KINDS, *world.own_kinds],
    }
    return world


@st.composite
def _named(draw: st.DrawFn, id_: str, cls: type, world: World, **fixed: Any) -> Any:
    return _with_id(draw(things(cls, world, **fixed)), id_)


@st.composite
def _all_of(draw: st.DrawFn, kind: Any, cls: type, world: World, **fixed: Any) -> dict[Any, Any]:
    return {id_: draw(_named(id_, cls, world, **fixed)) for id_ in world.own[kind]}


@st.composite
def _boards(draw: st.DrawFn, world: World) -> board.Board:
    first, second, *_ = world.own[words.ZoneId]
    made = board.Board(
        size=(world.width, world.height),
        traits=draw(of(tuple[board.Trait, ...], world)),
        levels=draw(_all_of(words.LevelId, board.Level, world)),
        zones=draw(_all_of(words.ZoneId, board.Zone, world)),
        links=draw(
            _all_of(words.LinkId, board.Link, world, from_=st.just(first), to=st.just(second))
        ),
        walls=draw(st.lists(_walls(world), max_size=2).map(tuple)),
        doors=draw(_all_of(words.DoorId, board.Door, world)),
        features=draw(_all_of(words.FeatureId, board.Feature, world)),
        kinds={kind: draw(things(board.GroundKind, world)) for kind in world.own_kinds},
        squares=draw(_painted(world)),
        fields=draw(of(tuple[board.Piece, ...], world)),
        clouds=draw(of(tuple[board.Piece, ...], world)),
    )
    return _on_levels(made, world.own[words.LevelId][0])


@st.composite
def _groups(draw: st.DrawFn, id_: str, world: World) -> encounter.Group:
    count = world.counts[id_]
    marks = draw(st.sets(st.sampled_from([letter(i) for i in range(count)])))
    return _replaced(
        draw(_named(id_, encounter.Group, world)),
        count=count,
        members={mark: draw(_named(mark, encounter.Member, world)) for mark in marks},
    )


def _spaced(text: str) -> str:
    return text.replace("_", " ").strip() or "x"


def _walls(world: World) -> st.SearchStrategy[board.Wall]:
    return things(board.Wall, world, along=_stretches(world))


def _painted(world: World) -> st.SearchStrategy[Any]:
    kinds = st.sampled_from(world.known[words.KindWord])
    painted = st.dictionaries(_squares(world), kinds, min_size=1, max_size=8)
    return st.dictionaries(st.sampled_from(world.known[words.LevelId]), painted, max_size=2)


def _replaced(thing: Any, **changes: Any) -> Any:
    for name, value in changes.items():
        object.__setattr__(thing, name, value)
    return thing


def _on_levels(place: board.Board, first: Any) -> board.Board:
    """Put what kept the default level, which this board may lack, on its first."""
    several = [
        *place.zones.values(), *place.walls, *place.doors.values(), *place.features.values(),
        *place.fields, *place.clouds,
        *(stop for feature in place.features.values() for stop in feature.stops),
    ]  # fmt: skip
    for thing in several:
        if thing.level not in place.levels:
            object.__setattr__(thing, "level", first)
    return place
