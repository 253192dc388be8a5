"""From the annotations of the model's dataclasses to shapes: one definition of each type serves
memory, reading, writing and the published schema.

Why this and not pydantic or cattrs: a text field takes its scalar as written, every problem
carries its mark, keys that the format does not know are kept, and the same walk must read, write
and describe. Neither library does these in one definition.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from functools import reduce
from operator import or_
from typing import (
    Annotated,
    Any,
    Literal,
    NewType,
    TypeGuard,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from annotated_types import Ge, Gt, Le, Lt

from desktop.core.model.ground import KINDS
from desktop.core.model.named import Named
from desktop.core.model.plain import FAR
from desktop.core.model.words import TRAITS
from desktop.core.store.notes import Shape
from desktop.core.store.scalars import Flag, Real, Text, Whole, Word
from desktop.core.store.shapes import Entry, Fixed, Keyed, OneOf, Record, Several

Special = Callable[[], Shape]
Settle = Callable[[dict[str, Any]], dict[str, Any]]

_KNOWN = {"TraitWord": TRAITS, "KindWord": tuple(KINDS)}
"""Words that the program knows, beside those of an encounter's own."""
_TAIL = ("seen_as", "hidden", "tags", "picture", "for_players", "notes")
"""What every named thing may have stands behind what is its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InFile:
    """How a dataclass differs in a file."""

    keys: Mapping[str, str] = field(default_factory=dict)
    """Keys by field, where they are named otherwise."""
    order: tuple[str, ...] = ()
    """Fields that come first."""
    without: tuple[str, ...] = ()
    """Fields that are left out."""
    first_level: bool = False
    """An unsaid `level` is the board's first."""
    also: Mapping[str, tuple[str, Special]] = field(default_factory=dict)
    """A second key of a field, with its own shape."""
    settle: Settle | None = None
    """Fits what a file says to the fields."""
    needed: tuple[str, ...] = ()
    """Fields that a file must say though memory has a default for them."""


ALIKE = InFile()


class Codec:
    """The shape of every type: by its annotations, but for what is told to differ in a file."""

    def __init__(self) -> None:
        self._specials: dict[Any, Special] = {}
        self._field_specials: dict[tuple[type, str], Special] = {}
        self._in_file: dict[type, InFile] = {}
        self._shapes: dict[Any, Shape] = {}

    def special(self, annotation: Any, shape: Special) -> None:
        """Let every value of a type have a shape of its own in a file."""
        self._specials[annotation] = shape

    def special_field(self, cls: type, name: str, shape: Special) -> None:
        """Let one field of a dataclass have a shape of its own in a file."""
        self._field_specials[cls, name] = shape

    def in_file(self, cls: type, how: InFile) -> None:
        """Let a dataclass differ in a file."""
        self._in_file[cls] = how

    def shape_of(self, annotation: Any) -> Shape:
        """Return the shape of a type; the same one each time."""
        known = self._shapes.get(annotation)
        if known is None:
            known = self._shapes[annotation] = self._shape_of(annotation)
        return known

    def _shape_of(self, annotation: Any) -> Shape:
        if annotation in self._specials:
            return self._specials[annotation]()
        plain = self._plain_shape(annotation)
        if plain is not None:
            return plain
        origin, args = get_origin(annotation), get_args(annotation)
        if origin is Literal:
            return Word(args)
        if origin is Annotated:
            return self._bounded(args[0], args[1:])
        if origin in (Union, types.UnionType):
            return self._union(tuple(arg for arg in args if arg is not type(None)))
        if origin is tuple:
            if len(args) == 2 and args[1] is Ellipsis:
                return Several(self.shape_of(args[0]))
            return Fixed(tuple(map(self.shape_of, args)), _pack, f"A list of {len(args)}")
        if origin is not None and issubclass(origin, Mapping):
            return self._keyed(*args)
        raise TypeError(f"the file format has no shape for {annotation!r}")

    def _plain_shape(self, annotation: Any) -> Shape | None:
        if isinstance(annotation, NewType):
            name = annotation.__name__
            if name in _KNOWN:
                return Text("A word", spaced=True, known=_KNOWN[name])
            return Text("An id", is_id=True)
        if annotation in _SCALARS:
            return _SCALARS[annotation]()
        if _is_named_tuple(annotation):
            hints = get_type_hints(annotation)
            what = f"A {annotation.__name__.lower()} [{', '.join(hints)}]"
            return Fixed(tuple(map(self.shape_of, hints.values())), annotation, what)
        if _is_record(annotation):
            return self._record(annotation)
        return None

    def _bounded(self, inner: Any, marks: tuple[Any, ...]) -> Shape:
        low: Any = -FAR
        high: Any = FAR
        for mark in marks:
            low = mark.ge if isinstance(mark, Ge) else low
            high = mark.le if isinstance(mark, Le) else high
            if isinstance(mark, Gt | Lt):
                raise TypeError("the file format knows Ge and Le only")
        if inner is int:
            return Whole(low, high)
        if inner is float:
            return Real(low, high)
        return self.shape_of(inner)

    def _union(self, members: tuple[Any, ...]) -> Shape:
        if len(members) == 1:
            return self.shape_of(members[0])
        joined = reduce(or_, members)
        if joined in self._specials:
            return self._specials[joined]()
        records = [self._record(member) for member in members if _is_record(member)]
        if len(records) == len(members):
            by_key = {each.entries[0].key: each for each in records}
            return OneOf(by_key, "An effect")
        raise TypeError(f"the file format cannot tell {members} apart")

    def _keyed(self, key: Any, value: Any) -> Shape:
        named = is_dataclass(value) and isinstance(value, type) and issubclass(value, Named)
        return Keyed(self.shape_of(key), self.shape_of(value), named)

    def _record(self, cls: type) -> Record:
        hints = get_type_hints(cls, include_extras=True)
        how = self._in_file.get(cls, ALIKE)
        entries: list[Entry] = []
        for item in _in_order(cls, how.order):
            if item.name in how.without or (item.name == "id" and issubclass(cls, Named)):
                continue
            default: Any = MISSING if item.name in how.needed else _default(item)
            other = how.also.get(item.name)
            if other is not None:
                entries.append(Entry(other[0], item.name, other[1](), default))
            own = self._field_specials.get((cls, item.name))
            shape = self.shape_of(hints[item.name]) if own is None else own()
            entries.append(Entry(how.keys.get(item.name, item.name), item.name, shape, default))
        return Record(cls, tuple(entries), how.first_level, how.settle)


_SCALARS: Mapping[type, Special] = {str: Text, bool: Flag, int: Whole, float: Real}


def _is_record(annotation: Any) -> TypeGuard[type]:
    return isinstance(annotation, type) and is_dataclass(annotation)


def _is_named_tuple(annotation: Any) -> TypeGuard[type]:
    return (
        isinstance(annotation, type)
        and issubclass(annotation, tuple)
        and hasattr(annotation, "_fields")
    )


def _pack(*values: Any) -> tuple[Any, ...]:
    return values


def _in_order(cls: type, first: tuple[str, ...]) -> list[Field[Any]]:
    first = ("name", *first)

    def place(item: Field[Any]) -> tuple[int, int]:
        if item.name in first:
            return 0, first.index(item.name)
        if issubclass(cls, Named) and item.name in _TAIL:
            return 2, _TAIL.index(item.name)
        return 1, 0

    return sorted(fields(cls), key=place)


def _default(item: Field[Any]) -> Any:
    if item.default_factory is not MISSING:
        return item.default_factory()
    return item.default
