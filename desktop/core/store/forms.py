"""Where a file differs from memory: short forms, keys of other names, squares drawn as text."""
# ruff: noqa: D102 - what `read`, `tree` and `schema` give, `Shape` says

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, get_args, get_origin, get_type_hints

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from desktop.core.model import board, encounter, moments, profile
from desktop.core.model.words import At, Location, Point, Square, ZoneId
from desktop.core.store.codec import Codec, InFile
from desktop.core.store.drawing import Drawings
from desktop.core.store.notes import (
    BAD,
    OMIT,
    Reading,
    Schema,
    Shape,
    Tree,
    Writing,
    did_you_mean,
)
from desktop.core.store.scalars import plain_number, rounded
from desktop.core.store.shapes import Keyed, Record, Several

LOCATIONS: tuple[str, ...] = get_args(Location)


def shape_of(annotation: Any) -> Shape:
    """Return how values of a type stand in an encounter's file; the same shape each time."""
    return _CODEC.shape_of(annotation)


@dataclass(frozen=True, slots=True)
class MomentText:
    """A moment as one string: `end of round +2`, `start of turn vex`, `entering shed`."""

    empty_is_text = False

    def read(self, node: Node, reading: Reading) -> Any:
        if type(node) is not ScalarNode:
            return reading.expected(node, "A moment, as `end of round +2`")
        found = moments.moment_of(node.value)
        if found is None:
            hint = did_you_mean(" ".join(node.value.split()[:3]), moments.POINTS)
            known = ", ".join(moments.POINTS)
            says = f"`{node.value}` is no moment. A moment begins with one of {known}"
            return reading.wrong(
                node, f"{says}; a number or +number may follow a point of the round or turn.{hint}"
            )
        return found

    def tree(self, value: moments.Moment, writing: Writing) -> Tree:
        return moments.moment_text(value)

    def schema(self, defs: Schema) -> Schema:
        return {"type": "string", "pattern": f"^({'|'.join(moments.POINTS)})( .*)?$"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands: a zone's id, or the square [x, y]."""

    empty_is_text = False

    def read(self, node: Node, reading: Reading) -> Any:
        if type(node) is ScalarNode:
            return ZoneId(node.value)
        return shape_of(Square).read(node, reading)

    def tree(self, value: At, writing: Writing) -> Tree:
        return list(value) if isinstance(value, Square) else str(value)

    def schema(self, defs: Schema) -> Schema:
        return {"anyOf": [{"type": ["string", "number"]}, shape_of(Square).schema(defs)]}


@dataclass(frozen=True, slots=True)
class Shorter:
    """A record that may stand as a single text, which is then its first key."""

    empty_is_text = False
    record: Record

    def read(self, node: Node, reading: Reading) -> Any:
        if type(node) is not ScalarNode:
            return self.record.read(node, reading)
        first = self.record.entries[0]
        value = first.shape.read(node, reading)
        return BAD if value is BAD else self.record.cls(**{first.name: value})

    def tree(self, value: Any, writing: Writing) -> Tree:
        tree = self.record.tree(value, writing)
        first = self.record.entries[0].key
        return tree[first] if set(tree) == {first} else tree

    def schema(self, defs: Schema) -> Schema:
        return {"anyOf": [{"type": "string"}, self.record.schema(defs)]}


@dataclass(frozen=True, slots=True)
class Squares:
    """A list of squares; one square may stand for itself."""

    empty_is_text = False

    def read(self, node: Node, reading: Reading) -> Any:
        one = shape_of(Square)
        if type(node) is SequenceNode and node.value and type(node.value[0]) is ScalarNode:
            square = one.read(node, reading)
            return BAD if square is BAD else (square,)
        return shape_of(tuple[Square, ...]).read(node, reading)

    def tree(self, value: Sequence[Square], writing: Writing) -> Tree:
        if len(value) == 1:
            return list(value[0])
        return [list(square) for square in value]

    def schema(self, defs: Schema) -> Schema:
        one = shape_of(Square).schema(defs)
        return {"anyOf": [one, {"type": "array", "items": one}]}


@dataclass(frozen=True, slots=True)
class EverywhereAlike:
    """Figures by hit location; one number stands for all six."""

    empty_is_text = False
    by_location: Keyed

    def read(self, node: Node, reading: Reading) -> Any:
        if type(node) is not ScalarNode:
            return self.by_location.read(node, reading)
        value = self.by_location.value.read(node, reading)
        return BAD if value is BAD else dict.fromkeys(LOCATIONS, value)

    def tree(self, value: Mapping[str, int], writing: Writing) -> Tree:
        if set(value) == set(LOCATIONS) and len(set(value.values())) == 1:
            return next(iter(value.values()))
        in_order = {each: value[each] for each in LOCATIONS if each in value}
        return self.by_location.tree(in_order, writing)

    def schema(self, defs: Schema) -> Schema:
        one = self.by_location.value.schema(defs)
        return {"anyOf": [one, self.by_location.schema(defs)]}


@dataclass(frozen=True, slots=True)
class Remarks:
    """Texts by name; a list of the names alone where no text says more (conditions)."""

    empty_is_text = False
    texts: Keyed

    def read(self, node: Node, reading: Reading) -> Any:
        if type(node) is MappingNode:
            return self.texts.read(node, reading)
        names = shape_of(tuple[str, ...]).read(node, reading)
        return BAD if names is BAD else dict.fromkeys(names, "")

    def tree(self, value: Mapping[str, str], writing: Writing) -> Tree:
        return self.texts.tree(value, writing) if any(value.values()) else list(value)

    def schema(self, defs: Schema) -> Schema:
        names = {"type": "array", "items": {"type": "string"}}
        return {"anyOf": [{"type": "string"}, names, self.texts.schema(defs)]}


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a table, straight under its name."""

    empty_is_text = False
    rows: Keyed

    def read(self, node: Node, reading: Reading) -> Any:
        rows = self.rows.read(node, reading)
        return BAD if rows is BAD else encounter.OwnTable(rows=rows)

    def tree(self, value: encounter.OwnTable, writing: Writing) -> Tree:
        return self.rows.tree(dict(sorted(value.rows.items())), writing)

    def schema(self, defs: Schema) -> Schema:
        return self.rows.schema(defs)


@dataclass(frozen=True, slots=True)
class Rectangle:
    """The outline of a rectangle as [left, top, width, height]."""

    empty_is_text = False

    def read(self, node: Node, reading: Reading) -> Any:
        at = shape_of(tuple[float, float, float, float]).read(node, reading)
        if at is BAD:
            return BAD
        if at[2] <= 0 or at[3] <= 0:
            says = "`at` is [left, top, width, height]; width and height are above 0."
            return reading.wrong(node, says)
        return corners(*at)

    def tree(self, value: Sequence[Point], writing: Writing) -> Tree:
        at = rectangle(value)
        return OMIT if at is None else [plain_number(part) for part in at]

    def schema(self, defs: Schema) -> Schema:
        return shape_of(tuple[float, float, float, float]).schema(defs)


@dataclass(frozen=True, slots=True)
class Outline:
    """The corners of an outline that is no rectangle."""

    empty_is_text = False

    def read(self, node: Node, reading: Reading) -> Any:
        return shape_of(tuple[Point, ...]).read(node, reading)

    def tree(self, value: Sequence[Point], writing: Writing) -> Tree:
        if rectangle(value) is not None:
            return OMIT
        return shape_of(tuple[Point, ...]).tree(value, writing)

    def schema(self, defs: Schema) -> Schema:
        return shape_of(tuple[Point, ...]).schema(defs)


def corners(left: float, top: float, width: float, height: float) -> tuple[Point, ...]:
    """Return the outline of a rectangle, from its upper left, clockwise."""
    right, bottom = rounded(left + width), rounded(top + height)
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


def rectangle(outline: Sequence[Point]) -> tuple[float, float, float, float] | None:
    """Return left, top, width and height of an outline that `corners` would give, else None."""
    if len(outline) != 4:
        return None
    points = tuple(Point(rounded(x), rounded(y)) for x, y in outline)
    left, top = points[0]
    width, height = rounded(points[2].x - left), rounded(points[2].y - top)
    if width <= 0 or height <= 0 or points != corners(left, top, width, height):
        return None
    return left, top, width, height


@dataclass(frozen=True, slots=True)
class ZoneOrSquares:
    """A feature's place: a zone's id, one square, or a list of squares."""

    empty_is_text = False

    def read(self, node: Node, reading: Reading) -> Any:
        if type(node) is ScalarNode:
            return ZoneId(node.value)
        return Squares().read(node, reading)

    def tree(self, value: Any, writing: Writing) -> Tree:
        return Squares().tree(value, writing)

    def schema(self, defs: Schema) -> Schema:
        return {"anyOf": [{"type": ["string", "number"]}, *Squares().schema(defs)["anyOf"]]}


def _zone_or_squares(values: dict[str, Any]) -> dict[str, Any]:
    if isinstance(values.get("squares"), str):
        values["zone"] = values.pop("squares")
    return values


def _record(cls: type) -> Record:
    shape = shape_of(cls)
    assert isinstance(shape, Record)
    return shape


def _keyed(annotation: Any) -> Keyed:
    shape = shape_of(annotation)
    assert isinstance(shape, Keyed)
    return shape


def _alone(item: Any) -> Several:
    return Several(shape_of(item), alone=True)


_IN_FILE: Mapping[type, InFile] = {
    board.Level: InFile(
        keys={"background": "picture", "players_background": "players_picture"},
        without=("picture",),
    ),
    board.Trait: InFile(keys={"word": "trait"}),
    board.Zone: InFile(
        order=("level", "outline", "start", "traits"),
        first_level=True,
        also={"outline": ("at", Rectangle)},
    ),
    board.Link: InFile(keys={"from_": "from"}),
    board.Wall: InFile(first_level=True, needed=("along",)),
    board.Door: InFile(order=("level", "on"), first_level=True, needed=("on",)),
    board.Stop: InFile(first_level=True, needed=("at",)),
    board.Piece: InFile(first_level=True),
    board.Feature: InFile(
        keys={"squares": "at", "zone": "at"},
        order=("kind", "level", "squares"),
        first_level=True,
        settle=_zone_or_squares,
    ),
    encounter.Side: InFile(order=("colour", "notch", "against", "dice", "counters", "health")),
    profile.Profile: InFile(keys={"squares": "footprint", "squares_figures": "squares"}),
}


def _declared() -> Codec:
    """Return what knows every difference between a file and memory; annotations say the rest."""
    codec = Codec()
    for cls, how in _IN_FILE.items():
        codec.in_file(cls, how)
    codec.special(moments.Moment, MomentText)
    codec.special(At, Place)
    codec.special(encounter.OwnTable, lambda: Rows(_keyed(Mapping[int, str])))
    for name in ("background", "players_background"):
        codec.special_field(board.Level, name, lambda: Shorter(_record(board.LevelPicture)))
    for cls, name in ((board.Zone, "traits"), (board.Board, "traits")):
        codec.special_field(cls, name, lambda: Several(Shorter(_record(board.Trait))))
    codec.special_field(board.Zone, "outline", Outline)
    codec.special_field(board.Piece, "squares", Squares)
    codec.special_field(moments.PaintSquares, "squares", Squares)
    codec.special_field(board.Feature, "squares", ZoneOrSquares)
    codec.special_field(board.Board, "squares", Drawings)
    codec.special_field(
        encounter.Starts, "conditions", lambda: Remarks(_keyed(Mapping[str, str]))
    )  # fmt: skip
    for effect in get_args(moments.Effect):
        for name, hint in get_type_hints(effect).items():
            if get_origin(hint) is tuple and get_args(hint)[0] is not Square:
                codec.special_field(effect, name, partial(_alone, get_args(hint)[0]))
    for figures in (profile.ImperiumFigures, profile.YardsFigures):
        codec.special_field(
            figures, "armour", lambda: EverywhereAlike(_keyed(Mapping[Location, profile.Figure]))
        )  # fmt: skip
    return codec


_CODEC = _declared()
