"""Frozen values to plain JSON and back, by their annotations: what fight files are made of.

Fields that have their default are left out. Where an annotation does not say which dataclass
stands there, its name stands beside its fields under `is`. Facts keep numbers exactly; the file
form of an encounter (`forms`) is another matter.
"""

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

Plain = Any
"""Dicts, lists, texts, numbers, true, false and null."""
TAG = "is"


class PlainError(ValueError):
    """Something plain that is no value of the type that is wanted."""


class Vocabulary:
    """The dataclasses that may stand where an annotation leaves open which one does.

    `tagged` gives those that have a name under a tag of their own, as `event`.
    """

    def __init__(self, kinds: Iterable[type] = (), **tagged: Iterable[type]) -> None:
        self._kinds = _by_name(kinds)
        self._tagged = {tag: _by_name(own) for tag, own in tagged.items()}
        self._everything: dict[str, type] = {}
        for several in (*self._tagged.values(), self._kinds):
            self._everything.update(several)

    def to_plain(self, value: Any, annotation: Any = object) -> Plain:
        """Return a value in plain JSON, as its annotation has it."""
        return self._write(value, annotation)

    def from_plain(self, plain: Plain, annotation: Any = object) -> Any:
        """Return the value of a type. Raises PlainError with what does not fit."""
        return self._read(plain, annotation)

    def tagged(self, value: Any, tag: str) -> dict[str, Plain]:
        """Return a dataclass in plain JSON with its name under `tag`, before its fields."""
        name = type(value).__name__
        if self._under(tag).get(name) is not type(value):
            raise TypeError(f"{name} is not known as one of `{tag}`")
        return {tag: name, **self._fields(value)}

    def from_tagged(self, plain: Plain, tag: str) -> Any:
        """Return the value whose name stands under `tag`. Raises PlainError."""
        if not isinstance(plain, dict) or tag not in plain:
            raise PlainError(f"a mapping with the key `{tag}` is expected")
        rest = {key: own for key, own in plain.items() if key != tag}
        return self._make(_named(plain[tag], self._under(tag)), rest)

    def _under(self, tag: str) -> Mapping[str, type]:
        return self._tagged.get(tag, self._everything)

    def _kind(self, name: Any, annotation: Any) -> type:
        allowed = _records(annotation)
        kind = _named(name, allowed if name in allowed else self._everything)
        if allowed and not issubclass(kind, tuple(allowed.values())):
            raise PlainError(f"{kind.__name__} is none of {', '.join(allowed)}")
        return kind

    def _write(self, value: Any, annotation: Any) -> Plain:
        if value is None or isinstance(value, bool | int | float | str):
            return value
        if is_dataclass(value):
            plain = self._fields(value)
            if _only_record(annotation) is type(value):
                return plain
            return {TAG: type(value).__name__, **plain}
        if isinstance(value, Mapping):
            return self._write_mapping(value, annotation)
        if isinstance(value, tuple | list | frozenset):
            inner = _items(annotation, len(value))
            return [self._write(each, own) for each, own in zip(value, inner, strict=True)]
        raise TypeError(f"{type(value).__name__} has no plain form")

    def _write_mapping(self, value: Mapping[Any, Any], annotation: Any) -> Plain:
        key, own = _mapping(annotation)
        if all(isinstance(each, str) for each in value):
            return {str(each): self._write(part, own) for each, part in value.items()}
        if key is object and all(type(each) is int for each in value):
            # whoever takes it knows what its keys are, and reads numbers from texts
            return {str(each): self._write(part, own) for each, part in value.items()}
        # JSON has no other keys than texts
        return [[self._write(each, key), self._write(part, own)] for each, part in value.items()]

    def _fields(self, value: Any) -> dict[str, Plain]:
        plain: dict[str, Plain] = {}
        kind: Any = type(value)
        for name, annotation, default in _layout(kind):
            part = getattr(value, name)
            given = default()
            if given is MISSING or type(part) is not type(given) or part != given:
                plain[name] = self._write(part, annotation)
        return plain

    def fields_from(self, kind: type, plain: Mapping[str, Plain]) -> dict[str, Any]:
        """Return the fields of a dataclass that stand there. Raises PlainError."""
        layout = {name: annotation for name, annotation, _ in _layout(kind)}
        odd = [key for key in plain if key not in layout]
        if odd:
            raise PlainError(f"{kind.__name__} has no {odd[0]}")
        return {key: self._read(own, layout[key]) for key, own in plain.items()}

    def _make(self, kind: type, plain: dict[str, Plain]) -> Any:
        values = self.fields_from(kind, plain)
        try:
            return kind(**values)
        except TypeError as error:
            missing = [item.name for item in fields(kind) if _is_missing(item, values)]
            says = f" needs {', '.join(missing)}" if missing else f": {error}"
            raise PlainError(f"{kind.__name__}{says}") from None

    def _read(self, plain: Plain, annotation: Any) -> Any:
        if plain is None or isinstance(plain, bool | int | float | str):
            return _scalar(plain, annotation)
        if isinstance(plain, dict):
            return self._read_dict(plain, annotation)
        if isinstance(plain, list):
            return self._read_list(plain, annotation)
        raise PlainError(f"{type(plain).__name__} is no plain value")

    def _read_dict(self, plain: dict[str, Plain], annotation: Any) -> Any:
        if TAG in plain and not _is_mapping(annotation):
            kind = self._kind(plain[TAG], annotation)
            return self._make(kind, {key: own for key, own in plain.items() if key != TAG})
        record = _only_record(annotation)
        if record is not None:
            return self._make(record, plain)
        if not (_is_mapping(annotation) or _is_open(annotation)):
            raise PlainError(f"a mapping is not what is expected there, or lacks `{TAG}`")
        key, own = _mapping(annotation)
        return {self._read(each, key): self._read(part, own) for each, part in plain.items()}

    def _read_list(self, plain: list[Plain], annotation: Any) -> Any:
        if _is_mapping(annotation):
            key, own = _mapping(annotation)
            if not all(isinstance(pair, list) and len(pair) == 2 for pair in plain):
                raise PlainError("pairs of a key and a value are expected")
            return {self._read(each, key): self._read(part, own) for each, part in plain}
        if _sequence_type(annotation) is None:
            raise PlainError("a list is not what is expected there")
        inner = _items(annotation, len(plain))
        values = [self._read(each, own) for each, own in zip(plain, inner, strict=True)]
        return _sequence(annotation)(values)


def _is_missing(item: Field[Any], values: Mapping[str, Any]) -> bool:
    has_default = item.default is not MISSING or item.default_factory is not MISSING
    return item.init and not has_default and item.name not in values


_Layout = tuple[tuple[str, Any, Callable[[], Any]], ...]


@cache
def _layout(kind: type) -> _Layout:
    """Return each field's name, annotation, and what gives its default."""
    hints = get_type_hints(kind)
    return tuple(
        (item.name, hints[item.name], _default(item.default, item.default_factory))
        for item in fields(kind)
        if item.init
    )


def _default(value: Any, factory: Any) -> Callable[[], Any]:
    return factory if factory is not MISSING else lambda: value


@cache
def _choices(annotation: Any) -> tuple[Any, ...]:
    """Return the types that may stand there, `None` and wrappings taken off."""
    if isinstance(annotation, NewType):
        return _choices(annotation.__supertype__)
    origin = get_origin(annotation)
    if origin is Annotated:
        return _choices(get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        return tuple(each for arg in get_args(annotation) for each in _choices(arg))
    return () if annotation is type(None) else (annotation,)


def _by_name(kinds: Iterable[type]) -> dict[str, type]:
    names: dict[str, type] = {}
    for kind in kinds:
        other = names.setdefault(kind.__name__, kind)
        if other is not kind:
            raise ValueError(f"two types are called {kind.__name__}: {other} and {kind}")
    return names


def _named(name: Any, kinds: Mapping[str, type]) -> type:
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise PlainError(f"nothing is known by the name {name!r}")
    return kind


@cache
def _records(annotation: Any) -> Mapping[str, type]:
    """Return the dataclasses that an annotation allows, by name."""
    choices = _choices(annotation)
    return {
        each.__name__: each for each in choices if isinstance(each, type) and is_dataclass(each)
    }


@cache
def _only_record(annotation: Any) -> type | None:
    """Return the one dataclass that an annotation allows, or None."""
    records = list(_records(annotation).values())
    return records[0] if len(records) == 1 else None


@cache
def _is_mapping(annotation: Any) -> bool:
    return any(_is_mapping_type(each) for each in _choices(annotation))


def _is_mapping_type(kind: Any) -> bool:
    origin = get_origin(kind) or kind
    return isinstance(origin, type) and issubclass(origin, Mapping)


@cache
def _mapping(annotation: Any) -> tuple[Any, Any]:
    for each in _choices(annotation):
        if _is_mapping_type(each) and get_args(each):
            key, own = get_args(each)
            return key, own
    return object, object


@cache
def _sequence_type(annotation: Any) -> Any:
    for each in _choices(annotation):
        origin = get_origin(each) or each
        if isinstance(origin, type) and issubclass(origin, tuple | list | frozenset):
            return each
    return tuple if _is_open(annotation) else None


@cache
def _is_open(annotation: Any) -> bool:
    """Whether anything at all may stand there."""
    return any(each is object or each is Any for each in _choices(annotation))


def _sequence(annotation: Any) -> Callable[[list[Any]], Any]:
    kind = _sequence_type(annotation)
    make: Callable[[list[Any]], Any] = getattr(kind, "_make", get_origin(kind) or kind)
    return make


def _items(annotation: Any, count: int) -> tuple[Any, ...]:
    """Return the annotation of each item of a sequence of so many."""
    kind = _sequence_type(annotation)
    if hasattr(kind, "_fields"):
        found = tuple(get_type_hints(kind).values())
    else:
        found = get_args(kind)
        if not found:
            return (object,) * count
        if get_origin(kind) is not tuple or (len(found) == 2 and found[1] is Ellipsis):
            return (found[0],) * count
    if len(found) != count:
        raise PlainError(f"{len(found)} items are expected, not {count}")
    return found


def _scalar(plain: Plain, annotation: Any) -> Any:
    """Return a scalar as it is, if the annotation has a place for it."""
    allowed = _scalars(annotation)
    if allowed is None or type(plain) in allowed or plain in _words(annotation):
        return plain
    if isinstance(plain, int) and float in allowed and not isinstance(plain, bool):
        return plain
    raise PlainError(f"{plain!r} is not what is expected there")


@cache
def _scalars(annotation: Any) -> frozenset[type] | None:
    """Return the scalar types an annotation allows; None: all of them."""
    if _is_open(annotation):
        return None
    plain = {each for each in _choices(annotation) if each in (bool, int, float, str)}
    if annotation is type(None) or type(None) in get_args(annotation):
        plain.add(type(None))
    return frozenset(plain)


@cache
def _words(annotation: Any) -> frozenset[Any]:
    return frozenset(
        word for each in _choices(annotation) if get_origin(each) is Literal
        for word in get_args(each)
    )  # fmt: skip
