"""Plain values (text, numbers, lists, mappings) made into the model's own, checked on the way.

For the arguments of edits, which come from gestures, scripts and fight files. What a whole file
may say besides, and where in it, is the business of the store.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from difflib import get_close_matches
from functools import cache
from itertools import islice
from math import isfinite
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NewType,
    TypeGuard,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from annotated_types import Ge, Le

from desktop.core.errors import EditError
from desktop.core.model.board import Level, Link, Stop, Trait, Zone
from desktop.core.model.geometry import outline_of
from desktop.core.model.moments import Moment, moment_of
from desktop.core.model.profile import Profile
from desktop.core.model.words import KindWord, Point, Square, TraitWord

FAR = 100_000
"""No number without bounds of its own goes beyond this."""
SPACED = (TraitWord, KindWord)
"""Words that may be written with underscores for their spaces."""
Hint = Any
"""A type as it stands in an annotation; Python has no better word for it."""


def value_of(hint: Hint, plain: object, what: str) -> Any:
    """Return a plain value as one of a type; a value that is one already stays.

    `what` is the path of the EditError that tells what is wrong with it.
    """
    if isinstance(hint, NewType):
        if hint in SPACED and isinstance(plain, str):
            return plain.replace("_", " ")
        hint = hint.__supertype__
    origin = get_origin(hint)
    read = _BY_ORIGIN.get(origin) or _BY_TYPE.get(hint)
    if read is not None:
        return read(hint, plain, what)
    if isinstance(hint, type) and is_dataclass(hint):
        return _record(hint, plain, what)
    if plain is None and hint is NoneType:
        return None
    raise _wrong(what, "nothing" if hint is NoneType else str(hint), plain)


def _wrong(what: str, expected: str, plain: object) -> EditError:
    return EditError(f"must be {expected}, not {plain!r}.", what)


def nearest(word: str, known: Collection[str]) -> str:
    """Return the known word that one may mean, or nothing."""
    if len(word) > MOST_LETTERS:
        return ""
    near = _likely(word, known) if len(known) > MOST_WORDS else list(known)
    for spelt in (word.replace("_", " "), word.lower()):
        close = get_close_matches(spelt, near, n=1)
        if close:
            return close[0]
    return ""


MOST_WORDS, MOST_LETTERS = 200, 200
"""Of more words only the likely ones are compared, and none with a longer text: it takes long."""


def _likely(word: str, known: Collection[str]) -> list[str]:
    """Return the words of many that begin or end like one, no more than are quickly compared."""
    head, tail = word[:2].casefold(), word[-2:].casefold()
    alike = (
        each for each in known
        if each[:2].casefold() == head or each[-2:].casefold() == tail
    )  # fmt: skip
    return sorted(islice(alike, 10 * MOST_WORDS), key=lambda each: abs(len(each) - len(word)))[
        :MOST_WORDS
    ]


def closest_words(word: str, known: Collection[str]) -> str:
    """Return ` Did you mean X?` for the nearest of some words, or nothing."""
    near = nearest(word, known)
    return f" Did you mean {near}?" if near else ""


# Single values


def _text(hint: Hint, plain: object, what: str) -> str:
    if isinstance(plain, str):
        return plain
    if isinstance(plain, (bool, int, float)):
        raise EditError(f"must be text, not {plain}. Put it in quotes.", what)
    raise _wrong(what, "text", plain)


def _flag(hint: Hint, plain: object, what: str) -> bool:
    if isinstance(plain, bool):
        return plain
    raise _wrong(what, "true or false", plain)


def _whole(hint: Hint, plain: object, what: str) -> int:
    if isinstance(plain, float) and plain.is_integer():
        plain = int(plain)
    if isinstance(plain, int) and not isinstance(plain, bool):
        _check_near(plain, what)
        return plain
    raise _wrong(what, "a whole number", plain)


def _number(hint: Hint, plain: object, what: str) -> float:
    if isinstance(plain, (int, float)) and not isinstance(plain, bool) and isfinite(plain):
        _check_near(plain, what)
        return plain
    raise _wrong(what, "a number", plain)


def _check_near(number: float, what: str) -> None:
    if abs(number) > FAR:
        raise EditError(f"must lie between -{FAR:,} and {FAR:,}, not {number:,}.", what)


def _anything(hint: Hint, plain: object, what: str) -> object:
    return plain


def _word(hint: Hint, plain: object, what: str) -> object:
    known = get_args(hint)
    if plain in known:
        return plain
    if isinstance(plain, str):
        spaced = plain.replace("_", " ")
        if spaced in known:
            return spaced
        hints = closest_words(spaced, [str(word) for word in known])
        raise EditError(f"must be one of {', '.join(map(str, known))}, not {plain}.{hints}", what)
    raise _wrong(what, f"one of {', '.join(map(str, known))}", plain)


def _bounded(hint: Hint, plain: object, what: str) -> object:
    inner, *marks = get_args(hint)
    value = value_of(inner, plain, what)
    low = next((mark.ge for mark in marks if isinstance(mark, Ge)), None)
    high = next((mark.le for mark in marks if isinstance(mark, Le)), None)
    if low is not None and value < low:
        raise EditError(f"must be at least {low}, not {value}.", what)
    if high is not None and value > high:
        raise EditError(f"must be at most {high}, not {value}.", what)
    return value


def _square(hint: Hint, plain: object, what: str) -> Square:
    if isinstance(plain, Square):
        return plain
    if isinstance(plain, (list, tuple)) and len(plain) == 2:
        x, y = plain
        if type(x) is int and type(y) is int:
            return Square(x, y)
        return Square(_whole(int, x, what), _whole(int, y, what))
    raise _wrong(what, "a square as [x, y]", plain)


def _point(hint: Hint, plain: object, what: str) -> Point:
    if isinstance(plain, (list, tuple)) and len(plain) == 2:
        return Point(*(_number(float, number, what) for number in plain))
    raise _wrong(what, "a point as [x, y]", plain)


def _moment(plain: object, what: str) -> Moment:
    found = moment_of(plain) if isinstance(plain, str) else None
    if found is None:
        raise _wrong(what, "a moment, as `end of round +2`", plain)
    return found


# Lists, mappings, choices


def _tuple(hint: Hint, plain: object, what: str) -> tuple[Any, ...]:
    inner = get_args(hint)
    if len(inner) == 2 and inner[1] is Ellipsis:
        if isinstance(plain, str) or not isinstance(plain, Sequence):
            if isinstance(plain, (frozenset, set)):
                plain = sorted(plain)
            elif plain is None:
                raise _wrong(what, "a list", plain)
            else:
                plain = (plain,)
        hint = inner[0]
        if isinstance(hint, NewType) and hint not in SPACED:
            hint = hint.__supertype__
        read = _BY_TYPE.get(hint, value_of)
        return tuple(read(hint, item, what) for item in plain)
    if not isinstance(plain, (list, tuple)) or len(plain) != len(inner):
        raise _wrong(what, f"a list of {len(inner)}", plain)
    return tuple(value_of(part, item, what) for part, item in zip(inner, plain, strict=True))


def _mapping(hint: Hint, plain: object, what: str) -> dict[Any, Any]:
    key_hint, value_hint = get_args(hint)
    if not isinstance(plain, Mapping):
        raise _wrong(what, "a mapping", plain)
    named = isinstance(value_hint, type) and "id" in getattr(value_hint, "__dataclass_fields__", {})
    found: dict[Any, Any] = {}
    for key, item in plain.items():
        name = value_of(key_hint, _as_key(key_hint, key), what)
        if named and isinstance(item, Mapping):
            item = {**item, "id": name}
        found[name] = value_of(value_hint, item, f"{what}.{name}")
    return found


def _as_key(hint: Hint, key: object) -> object:
    """Return a key as its type wants it; JSON knows only text for keys."""
    if hint is int and isinstance(key, str) and key.lstrip("-").isdecimal():
        return int(key)
    return key


def _is_square(plain: object) -> TypeGuard[Sequence[int]]:
    """Whether a value is a pair of whole numbers, which is a square wherever one may stand."""
    return (
        isinstance(plain, (list, tuple)) and len(plain) == 2
        and type(plain[0]) is int and type(plain[1]) is int
    )  # fmt: skip


def _union(hint: Hint, plain: object, what: str) -> object:
    members = get_args(hint)
    if NoneType in members and (plain is None or (plain == "" and _names(members))):
        return None
    if Square in members and _is_square(plain):
        return Square(*plain)
    members = tuple(member for member in members if member is not NoneType)
    if isinstance(plain, Mapping):
        for member in members:
            if is_dataclass(member) and fields(member)[0].name in plain:
                return value_of(member, plain, what)
    return _first_that_fits(members, plain, what)


def _first_that_fits(members: tuple[Hint, ...], plain: object, what: str) -> object:
    wrong: EditError | None = None
    for member in members:
        if member not in (int, float) and isinstance(member, type) and isinstance(plain, member):
            return plain
    for member in members:
        try:
            return value_of(member, plain, what)
        except EditError as error:
            wrong = error
    if wrong is not None and len(members) == 1:
        raise wrong
    raise EditError(f"cannot be {plain!r}.", what)


def _names(members: tuple[Hint, ...]) -> bool:
    """Whether what stands there is the id of something, or nothing."""
    return any(isinstance(member, NewType) for member in members)


# Records


def _record(cls: type, plain: object, what: str) -> object:
    if isinstance(plain, cls):
        return plain
    if cls is Moment:
        return _moment(plain, what)
    if cls is Trait and not isinstance(plain, Mapping):
        return Trait(TraitWord(_text(str, plain, what)))
    if cls is Stop and not isinstance(plain, Mapping):
        return Stop(at=_square(Square, plain, what))
    if not isinstance(plain, Mapping):
        raise _wrong(what, "a mapping of its fields", plain)
    known = hints_of(cls)
    values: dict[str, object] = {}
    for given, item in plain.items():
        key = field_named(cls, given, item)
        if key not in known:
            names = ", ".join(known)
            hint = closest_words(str(given), known)
            raise EditError(f"has no {given}; it has {names}.{hint}", what)
        values[key] = value_of(known[key], _converted(cls, given, item), f"{what}.{given}")
    for item_field in fields(cls):
        if item_field.name not in values and not _has_default(item_field):
            raise EditError(f"needs {item_field.name}.", what)
    return cls(**values)


def _has_default(item: Field[Any]) -> bool:
    return item.default is not MISSING or item.default_factory is not MISSING


@cache
def hints_of(cls: type) -> dict[str, Hint]:
    """Return the type of each field of a class."""
    hints = get_type_hints(cls, include_extras=True)
    return {name: hint for name, hint in hints.items() if get_origin(hint) is not ClassVar}


def field_named(cls: type, key: str, item: object = None) -> str:
    """Return the field that a key of a file stands for; most are named alike."""
    if cls is Profile and key in ("footprint", "squares"):
        own = key == "footprint" or not (isinstance(item, Mapping) or is_dataclass(item))
        return "squares" if own else "squares_figures"
    if cls is Level and key == "picture" and isinstance(item, Mapping):
        return "background"
    return _ALIASES.get((cls, key), key)


def _converted(cls: type, key: str, item: object) -> object:
    if cls is Zone and key == "at" and isinstance(item, (list, tuple)) and len(item) == 4:
        return outline_of(*(_number(float, number, "at") for number in item))
    return item


_ALIASES: dict[tuple[type, str], str] = {
    (Link, "from"): "from_",
    (Trait, "trait"): "word",
    (Zone, "at"): "outline",
    (Level, "players_picture"): "players_background",
}

Reader = Callable[[Hint, object, str], Any]
_BY_ORIGIN: dict[Any, Reader] = {
    Annotated: _bounded,
    Literal: _word,
    Union: _union,
    UnionType: _union,
    tuple: _tuple,
    Mapping: _mapping,
    dict: _mapping,
}
_BY_TYPE: dict[Any, Reader] = {
    str: _text,
    bool: _flag,
    int: _whole,
    float: _number,
    object: _anything,
    Square: _square,
    Point: _point,
}
