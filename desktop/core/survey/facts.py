"""Values worked out from others, and kept for as long as everything they read is the same.

A `given` is something that the encounter holds. A `fact` is worked out from givens and facts; what
it read is noted meanwhile, so that nobody has to say it. It is worked out again only where one of
those is another object than the last time, and where it turns out equal it stays the very object
that it was, so that whatever was made from it stays too. A fact of `each_of` is a table made thing
by thing from another table, and only of the things that are not as before; one that is `followed`
says itself what to make of the value before.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any, ClassVar, Generic, TypeVar, cast, overload

from desktop.core.survey.table import Table, remade

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
        return facts.read(self)

    @overload
    def __get__(self, facts: None, owner: type) -> "Read[T]": ...
    @overload
    def __get__(self, facts: "Facts", owner: type) -> T: ...
    def __get__(self, facts: "Facts | None", owner: type) -> "T | Read[T]":
        return self if facts is None else facts.read(self)


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


class Followed(Fact[T]):
    """Something that is worked out from what it was and what that was made from."""

    def __init__(
        self, follow: Callable[[Any, T, Mapping[Read[Any], Any]], T], make: Callable[[Any], T]
    ) -> None:
        super().__init__(make)
        self._follow = follow

    def made_after(self, before: "Known", facts: "Facts") -> T:
        """Return what it is now: the very same where nothing of it differs."""
        return self._follow(facts, before.value, before.reads)


class Listed(Fact[Table[K, V]], Generic[K, V]):
    """A table of things, for others to be made from it."""

    def __init__(self, things: Read[Mapping[K, V]]) -> None:
        super().__init__(lambda facts: Table.of(things(facts)))
        self._things = things

    def made_after(self, before: "Known", facts: "Facts") -> Table[K, V]:
        """Return the table; where nobody comes or goes, the ids are the same."""
        return Table.of(self._things(facts), before.value)


class Each(Fact[Table[K, V]], Generic[K, T, V]):
    """A table with what is made of each thing of another one."""

    def __init__(self, things: Read[Table[K, T]], how: Callable[[Any], Callable[[T], V]]) -> None:
        super().__init__(self._made_of_all)
        self._things = things
        self._how = how
        self.__doc__ = how.__doc__

    def _made_of_all(self, facts: "Facts") -> Table[K, V]:
        things, make_one = self._things(facts), self._how(facts)
        return Table(things.ids, tuple(map(make_one, things.column)))

    def made_after(self, before: "Known", facts: "Facts") -> Table[K, V]:
        """Return the table, where only things differ with what was made of the others."""
        things = self._things(facts)
        if len(before.reads) > 1:
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


def followed(
    follow: Callable[[Any, T, Mapping[Read[Any], Any]], T],
) -> Callable[[Callable[[Any], T]], Followed[T]]:
    """Make a method a fact; `follow` returns it anew from the layout, its value and reads before.

    It is to read all that the method reads, whatever it makes of it.
    """
    return partial(Followed, follow)


def table_of(things: Read[Mapping[K, V]]) -> Listed[K, V]:
    """Make a table of things by id."""
    return Listed(things)


def each_of(
    things: Read[Table[K, T]],
) -> Callable[[Callable[[Any], Callable[[T], V]]], Each[K, T, V]]:
    """Make a method, or a function of one layout, that returns what makes one a fact of each."""
    return partial(Each, things)


@dataclass(slots=True)
class Known:
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
        self.reading: list[dict[Read[Any], Any]] = [{}]
        """What was read so far by each fact that is being worked out, the innermost last."""
        self.known: dict[Read[Any], Known] = {}
        self._before: Mapping[Read[Any], Known] = {}
        self._givens: dict[Given[Any], object] = {}
        if before is not None:
            self._take_over(before)

    def _take_over(self, before: "Facts") -> None:
        """Keep all that hangs on nothing which is another now; what does is looked at when read."""
        bits, others = 0, dict[Read[Any], Known]()
        for given, was in before._givens.items():
            now = self._givens[given] = given.make(self)
            if now is not was:
                bits |= given.bit
                others[given] = Known(now, {}, given.bit)
        was_known = before.known
        self._before = {read: known for read, known in was_known.items() if known.givens & bits}
        self.known = was_known.copy()
        for read in self._before:
            del self.known[read]
        self.known |= others

    def read(self, wanted: Read[T]) -> T:
        """Return a value, and note that it was read."""
        known = self.known.get(wanted) or self.settled(wanted)
        value: T = known.value
        self.reading[-1][wanted] = value
        return value

    def values(self, wanted: Iterable[Read[T]]) -> tuple[T, ...]:
        """Return several values that nobody else is to note."""
        known = self.known
        return tuple([(known.get(each) or self.settled(each)).value for each in wanted])

    def held(self, reads: Mapping[Read[Any], Any]) -> int | None:
        """Return what all these hang on, if they are the very same now, or None."""
        givens = 0
        # In the order of reading: as long as the first are the same, the next were read too.
        for read, value in reads.items():
            known = self.known.get(read) or self.settled(read)
            if known.value is not value:
                return None
            givens |= known.givens
        return givens

    def note(self, reads: Mapping[Read[Any], Any]) -> None:
        """Note what is read by the fact that is being worked out."""
        self.reading[-1].update(reads)

    def settled(self, wanted: Read[Any]) -> Known:
        """Return what is not known yet: as it was where all that it read is the same, else anew."""
        before = self._before.get(wanted)
        givens = self.held(before.reads) if before is not None else None
        if before is None or givens is None:
            known = self._worked_out(wanted, before)
        elif givens == before.givens:
            known = before
        else:  # what it read hangs on others now
            known = Known(before.value, before.reads, givens)
        self.known[wanted] = known
        return known

    def _worked_out(self, wanted: Read[Any], before: Known | None) -> Known:
        if isinstance(wanted, Given):
            self._givens[wanted] = value = wanted.make(self)
            return Known(value, {}, wanted.bit)
        self.reading.append({})
        try:
            if before is None:
                value = wanted.make(self)
            else:
                value = cast("Fact[Any]", wanted).made_after(before, self)
        finally:
            reads = self.reading.pop()
        givens, known = 0, self.known
        for read in reads:
            givens |= known[read].givens
        return Known(value, reads, givens)


def _same(one: object, other: object) -> bool:
    """Return whether two values are equal, mappings in the same order too."""
    if one is other:
        return True
    if isinstance(one, Table) and isinstance(other, Table):
        return one.ids is other.ids and one.column == other.column
    if one != other:
        return False
    return not isinstance(one, dict) or list(one) == list(cast("dict[Any, Any]", other))
