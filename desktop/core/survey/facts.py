"""Values worked out from others, and kept for as long as everything they read is the same.

A `given` is something that the encounter holds. A `fact` is worked out from givens and facts; what
it read is noted meanwhile, so that nobody has to say it. It is worked out again only where one of
those is another object than the last time, and where it turns out equal it stays the very object
that it was, so that whatever was made from it stays too. A fact of `each_of` is a table made thing
by thing from another table, and only of the things that are not as before.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial, reduce
from itertools import count
from operator import or_
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast, overload

from desktop.core.model.tables import remade

T = TypeVar("T")
K = TypeVar("K", bound=str)
V = TypeVar("V")


class Read(Generic[T]):
    """What a fact may read; as a method it reads as an attribute, as a function it is called."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make = make
        self.__doc__ = make.__doc__

    def __call__(self, facts: "Facts") -> T:
        """Return it, and note that it was read."""
        return cast("T", facts.read(self))

    @overload
    def __get__(self, facts: None, owner: type) -> "Read[T]": ...
    @overload
    def __get__(self, facts: "Facts", owner: type) -> T: ...
    def __get__(self, facts: "Facts | None", owner: type) -> "T | Read[T]":
        return self if facts is None else cast("T", facts.read(self))


class Given(Read[T]):
    """Something of an encounter, looked up anew in each; others notice where it is another."""

    _many: ClassVar[Iterator[int]] = count()

    def __init__(self, make: Callable[[Any], T]) -> None:
        super().__init__(make)
        self.bit = 1 << next(self._many)
        """Its own in a number that stands for several givens."""


class Fact(Read[T]):
    """Something worked out."""

    def made_after(self, before: "Known", facts: "Facts") -> T:
        """Return what it is now that something which it read is another."""
        value = self.make(facts)
        return before.value if _same(before.value, value) else value


class Each(Fact[Mapping[K, V]], Generic[K, T, V]):
    """A table with what is made of each thing of another one."""

    def __init__(self, things: Read[Mapping[K, T]], how: Callable[[Any], Callable[[T], V]]) -> None:
        super().__init__(self._made_of_all)
        self._things = things
        self._how = how
        self.__doc__ = how.__doc__

    def _made_of_all(self, facts: "Facts") -> Mapping[K, V]:
        things, make_one = self._things(facts), self._how(facts)
        return {id_: make_one(thing) for id_, thing in things.items()}

    def made_after(self, before: "Known", facts: "Facts") -> Mapping[K, V]:
        """Return the table, where only things differ with what was made of the others."""
        things = self._things(facts)
        besides = {read: was for read, was in before.reads.items() if read is not self._things}
        if facts.held(besides) is None:
            return super().made_after(before, facts)
        facts.note(besides)
        return remade(before.value, before.reads[self._things], things, self._how(facts))


def given(look_up: Callable[[Any], T]) -> Given[T]:
    """Make a method a given."""
    return Given(look_up)


def fact(make: Callable[[Any], T]) -> Fact[T]:
    """Make a method, or a function of one layout, a fact."""
    return Fact(make)


def each_of(
    things: Read[Mapping[K, T]],
) -> Callable[[Callable[[Any], Callable[[T], V]]], Each[K, T, V]]:
    """Make a method, or a function of one layout, that returns what makes one a fact of each."""
    return partial(Each, things)


class Known(NamedTuple):
    """A value with what it was made from."""

    value: Any
    reads: Mapping[Read[Any], Any]
    givens: int
    """The bits of all that it hangs on in the end."""


class Facts:
    """Keeps what was worked out, and takes over from `before` what still holds.

    The givens are looked up at once: an heir is to have what they are in before it calls this.
    """

    def __init__(self, before: "Facts | None" = None) -> None:
        self._reading: list[dict[Read[Any], Any]] = [{}]
        self._known: dict[Read[Any], Known] = {}
        self._before: Mapping[Read[Any], Known] = {}
        self._givens: dict[Given[Any], object] = {}
        if before is not None:
            self._before = before._known
            now = {given: given.make(self) for given in before._givens}
            others = [given for given, was in before._givens.items() if now[given] is not was]
            bits = sum(given.bit for given in others)
            self._givens = now
            self._known |= {
                read: known for read, known in self._before.items() if not known.givens & bits
            }
            self._known |= {given: Known(now[given], {}, given.bit) for given in others}

    def read(self, wanted: Read[Any]) -> Any:
        """Return a value, and note it for the fact that is being worked out."""
        known = self._known.get(wanted) or self._settled(wanted)
        self._reading[-1][wanted] = known.value
        return known.value

    def held(self, reads: Mapping[Read[Any], Any]) -> int | None:
        """Return what all these hang on, if they are the very same now, or None."""
        givens = 0
        # In the order of reading: as long as the first are the same, the next were read too.
        for read, value in reads.items():
            known = self._known.get(read) or self._settled(read)
            if known.value is not value:
                return None
            givens |= known.givens
        return givens

    def note(self, reads: Mapping[Read[Any], Any]) -> None:
        """Note what is read by the fact that is being worked out."""
        self._reading[-1].update(reads)

    def _settled(self, wanted: Read[Any]) -> Known:
        known: Known | None
        if isinstance(wanted, Given):
            self._givens[wanted] = value = wanted.make(self)
            known = Known(value, {}, wanted.bit)
        else:
            before = self._before.get(wanted)
            known = self._taken_over(before) if before is not None else None
            known = known or self._worked_out(cast("Fact[Any]", wanted), before)
        self._known[wanted] = known
        return known

    def _taken_over(self, before: Known) -> Known | None:
        givens = self.held(before.reads)
        if givens is None or givens == before.givens:
            return before if givens is not None else None
        return Known(before.value, before.reads, givens)  # what it read hangs on others now

    def _worked_out(self, wanted: Fact[Any], before: Known | None) -> Known:
        self._reading.append({})
        try:
            value = wanted.make(self) if before is None else wanted.made_after(before, self)
        finally:
            reads = self._reading.pop()
        return Known(value, reads, reduce(or_, (self._known[read].givens for read in reads), 0))


def _same(one: object, other: object) -> bool:
    """Return whether two values are equal, mappings in the same order too."""
    if one is other:
        return True
    if one != other:
        return False
    return not isinstance(one, dict) or list(one) == list(cast("dict[Any, Any]", other))
