"""What is reached in a graph whose zones are numbers, and several of them an integer of bits."""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import accumulate, compress
from operator import and_, or_

from desktop.core.survey.places import flags

Near = Sequence[int]
"""By the number of a zone its neighbours; 0 for a number that no zone has."""


def number_of(bit: int) -> int:
    """Return the number of a zone by its bit."""
    return bit.bit_length() - 1


def each(bits: int) -> Iterator[int]:
    """Yield the numbers of some bits."""
    while bits:
        bit = bits & -bits
        yield bit.bit_length() - 1
        bits ^= bit


FEW = 14
"""Up to so many it is quicker, as measured, to go from one to the next than through all."""


def union(near: Near, bits: int) -> int:
    """Return the neighbours of several zones."""
    found = 0
    if bits.bit_count() < FEW:
        for number in each(bits):
            found |= near[number]
    else:
        for beside in compress(near, flags(bits)):
            found |= beside
    return found


def spread(near: Near, starts: int, shut: int = 0, most: int | None = None) -> tuple[int, ...]:
    """Return the zones reached with no move, with one and so on, never into those `shut`."""
    found, fresh, seen = [], starts, starts | shut
    while fresh:
        found.append(fresh)
        if most is not None and len(found) > most:
            break
        fresh = union(near, fresh) & ~seen
        seen |= fresh
    return tuple(found)


class Across:
    """How far the two zones of a part are apart that are furthest from each other.

    Seen from a hub in the middle two zones are at most as far apart as both are from there: so
    only the zones furthest from it are asked, until none nearer can be of a longer way.
    """

    def __init__(self, near: Near, part: tuple[int, ...], hub: int) -> None:
        self._near = near
        self._balls: list[tuple[int, ...]] = []
        """What is reached from each zone that was asked, by moves."""
        around = self._seen_from(hub) if hub & reduce(or_, part) else part
        if self._longest() < 2 * len(around) - 6:
            hub, around = self._best_hub(part)
        self.hub = hub
        self.longest = self._asked(around)

    def _seen_from(self, zone: int) -> tuple[int, ...]:
        """Return what is seen from a zone, and ask one of those furthest from it."""
        seen = spread(self._near, zone)
        self._ask(seen[-1] & -seen[-1])
        return seen

    def _ask(self, zone: int) -> None:
        self._balls.append(tuple(accumulate(spread(self._near, zone), or_)))

    def _longest(self) -> int:
        return max(map(len, self._balls), default=0) - 1

    def _best_hub(self, part: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """Return a zone in the middle of those furthest apart that could be found at once."""
        self._balls.clear()
        self._ask(part[-1] & -part[-1])
        for _ in range(2):
            newest = self._balls[-1]
            far = newest[-1] & ~newest[-2] if len(newest) > 1 else newest[-1]
            self._ask(far & -far)
            hub = self._middle()
            around = self._seen_from(hub)
        return hub, around

    def _middle(self) -> int:
        """Return a zone that is as near as can be to all that were asked."""
        for far in range(max(map(len, self._balls))):
            both = reduce(and_, (ball[min(far, len(ball) - 1)] for ball in self._balls))
            if both:
                return both & -both
        return self._balls[0][0]

    def _asked(self, around: tuple[int, ...]) -> int:
        longest = self._longest()
        for far in range(len(around) - 1, 0, -1):
            for zone in each(around[far]):
                if longest >= 2 * far:
                    return longest
                longest = max(longest, len(spread(self._near, 1 << zone)) - 1)
        return longest
