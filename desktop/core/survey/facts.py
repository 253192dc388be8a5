"""Values worked out from others, and kept for as long as everything they read is the same.

A `given` is something that the encounter holds. A `fact` is worked out from givens and facts; what
it read is noted meanwhile, so that nobody has to say it. It is worked out again only where one of
those is another object than the last time, and where it turns out equal it stays the very object
that it was, so that whatever was made from it stays too.
"""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar, cast, overload

T = TypeVar("T")


class Given(Generic[T]):
    """Something of an encounter, looked up each time; others notice that it is another object."""

    def __init__(self, look_up: Callable[[Any], T]) -> None:
        self._look_up = look_up
        self.__doc__ = look_up.__doc__

    def __call__(self, facts: "Facts") -> T:
        """Return it, and note that it was read."""
        value = self._look_up(facts)
        facts.note(self, value)
        return value

    @overload
    def __get__(self, facts: None, owner: type) -> "Given[T]": ...
    @overload
    def __get__(self, facts: "Facts", owner: type) -> T: ...
    def __get__(self, facts: "Facts | None", owner: type) -> "T | Given[T]":
        return self if facts is None else self(facts)


class Fact(Generic[T]):
    """Something worked out; as a method it reads as an attribute, as a function it is called."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make = make
        self.__doc__ = make.__doc__

    def __call__(self, facts: "Facts") -> T:
        """Return it, worked out now if need be."""
        return cast("T", facts.settled(self))

    @overload
    def __get__(self, facts: None, owner: type) -> "Fact[T]": ...
    @overload
    def __get__(self, facts: "Facts", owner: type) -> T: ...
    def __get__(self, facts: "Facts | None", owner: type) -> "T | Fact[T]":
        return self if facts is None else self(facts)


def given(look_up: Callable[[Any], T]) -> Given[T]:
    """Make a method a given."""
    return Given(look_up)


def fact(make: Callable[[Any], T]) -> Fact[T]:
    """Make a method, or a function of one layout, a fact."""
    return Fact(make)


Read = Given[Any] | Fact[Any]


class _Known(NamedTuple):
    value: object
    reads: dict[Read, object]


class Facts:
    """Keeps what was worked out, and takes over from `before` what still holds."""

    def __init__(self, before: "Facts | None" = None) -> None:
        self._known: dict[Fact[Any], _Known] = {}
        self._before = before._known if before is not None else {}
        self._reading: list[dict[Read, object]] = [{}]

    def note(self, read: Read, value: object) -> None:
        """Note what is read by the fact that is being worked out."""
        self._reading[-1][read] = value

    def settled(self, wanted: Fact[Any]) -> object:
        """Return a fact's value."""
        known = self._known.get(wanted)
        if known is None:
            known = self._known[wanted] = self._settle(wanted)
        self._reading[-1][wanted] = known.value
        return known.value

    def _settle(self, wanted: Fact[Any]) -> _Known:
        before = self._before.get(wanted)
        self._reading.append({})
        try:
            # In the order of reading: as long as the first are the same, the next were read too.
            if before is not None and all(
                read(self) is value for read, value in before.reads.items()
            ):
                return before
            self._reading[-1] = {}
            value, reads = wanted.make(self), self._reading[-1]
        finally:
            self._reading.pop()
        if before is not None and _same(before.value, value):
            value = before.value
        return _Known(value, reads)


def _same(one: object, other: object) -> bool:
    """Return whether two values are equal, mappings in the same order too."""
    if one != other:
        return False
    return not isinstance(one, dict) or list(one) == list(cast("dict[Any, Any]", other))
