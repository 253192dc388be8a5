"""Several of everyone at once: a number with a bit for each place in the order of a table.

So who of a side starts in a zone, how many they are and who of them comes first is told by a few
operations on numbers, and where somebody moves two numbers differ.
"""

from collections.abc import Hashable, Iterator, Mapping
from itertools import compress, count
from typing import Any, TypeVar

from desktop.core.survey.facts import Fact, Followed, Read
from desktop.core.survey.table import Shift, Table, difference

H = TypeVar("H", bound=Hashable)
V = TypeVar("V")
Index = Mapping[H, int]
"""By a value the bits of the places where it stands, in no order."""
_ZERO_OR_ONE = bytes.maketrans(b"01", b"\0\1")


def indexed(table: Read[Table[Any, H]]) -> Fact[Index[H]]:
    """Make a fact of where each value of a table stands."""
    return Followed(
        lambda facts, before, was: index_after(before, was[table], table(facts)),
        lambda facts: index_of(table(facts)),
    )


def index_of(table: Table[Any, H]) -> Index[H]:
    """Return where each value of a table stands."""
    found: dict[H, int] = {}
    for place, value in enumerate(table.column):
        found[value] = found.get(value, 0) | 1 << place
    return found


def index_after(before: Index[H], was: Table[Any, H], now: Table[Any, H]) -> Index[H]:
    """Return where each value of a table stands, from where it stood in another."""
    by, others = difference(was, now)
    if not (by or others):
        return before
    found, left = dict(before), [place for run in by.gone for place in run]
    left += map(by.before, others)
    for place in left:
        found[was.column[place]] ^= 1 << place
    for value in {was.column[place] for place in left}:
        if not found[value]:
            del found[value]
    found = _moved(found, by, len(was.column))
    for place in (*(place for run in by.come for place in run), *others):
        value = now.column[place]
        found[value] = found.get(value, 0) | 1 << place
    return found


def _moved(found: dict[H, int], by: Shift, many: int) -> dict[H, int]:
    """Return bits in the places where they come to stand when others go and come."""
    for run in reversed(by.gone):
        if run.stop < many:
            low, end, start = (1 << run.start) - 1, run.stop, run.start
            found = {value: bits & low | bits >> end << start for value, bits in found.items()}
        many -= len(run)
    for run in by.come:
        if run.start < many:
            low, end, start = (1 << run.start) - 1, run.stop, run.start
            found = {value: bits & low | bits >> start << end for value, bits in found.items()}
        many += len(run)
    return found


def first(those: int) -> int:
    """Return the first place of some."""
    return (those & -those).bit_length() - 1


def picked(column: tuple[V, ...], those: int) -> Iterator[V]:
    """Yield of a column what stands in the places of some."""
    return compress(column, flags(those))


def places(those: int) -> Iterator[int]:
    """Yield the places of some."""
    return compress(count(), flags(those))


def flags(those: int) -> bytes:
    """Return for every place as far as the last of some whether it is one of theirs."""
    return bin(those)[:1:-1].encode().translate(_ZERO_OR_ONE)
