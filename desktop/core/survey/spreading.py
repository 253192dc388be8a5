"""What is reached in a graph whose zones are numbers, and several of them an integer of bits."""

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import accumulate, compress
from operator import and_, or_

from desktop.core.survey.places import flags

Near = Sequence[int]
"""By the number of a zone its neighbours; 0 for a number that no zone has."""
Reached = Callable[[int], tuple[int, ...]]
"""What gives the zones reached from one with no move, with one and so on."""


def number_of(bit: int) -> int:
    """Return the number of a zone by its bit."""
    return bit.bit_length() - 1


def each(bits: int) -> Iterator[int]:
    """Yield the numbers of some bits."""
    while bits:
        bit = bits & -bits
        yield bit.bit_length() - 1
        bits ^= bit


MOST_SPREADS = 2000
"""How many are kept; of more, all are worked out again."""
FEW = 14
"""Below so many it is quicker, as measured, to go from one to the next than through all."""


def union(near: Near, bits: int) -> int:
    """Return the neighbours of several zones."""
    if bits.bit_count() >= FEW:
        return reduce(or_, compress(near, flags(bits)), 0)
    found = 0
    while bits:
        bit = bits & -bits
        found |= near[bit.bit_length() - 1]
        bits ^= bit
    return found


def spread(
    near: Near, layers: tuple[int, ...], shut: int = 0, most: int | None = None
) -> tuple[int, ...]:
    """Return the zones reached with no move, with one and so on, never into those `shut`.

    The first are given: where one starts, or all that is known already.
    """
    *found, fresh = layers
    seen = reduce(or_, layers, shut)
    while fresh:
        found.append(fresh)
        if most is not None and len(found) > most:
            break
        fresh = union(near, fresh) & ~seen
        seen |= fresh
    return tuple(found)


class Spreads:
    """What is reached from where by some neighbours, each worked out once.

    Of what was reached by others before, all is taken over up to where one comes to a change.
    """

    def __init__(self, near: Near) -> None:
        self.near = near
        self._known: dict[tuple[int, int], tuple[int, ...]] = {}
        self._before: dict[tuple[int, int], tuple[int, ...]] = {}
        self._changed = 0

    def follow(self, before: "Spreads", changed: int) -> None:
        """Take over what was reached before some zones changed, or got other neighbours."""
        self._before, self._changed = before._known, changed

    def reached(self, starts: int, shut: int = 0) -> tuple[int, ...]:
        """Return the zones reached with no move, with one and so on, never into those `shut`."""
        key = starts, shut
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= MOST_SPREADS:
                self._known.clear()
            known = self._known[key] = self._reached(starts, shut, self._before.get(key, ()))
        return known

    def _reached(self, starts: int, shut: int, before: tuple[int, ...]) -> tuple[int, ...]:
        many = next((n for n, layer in enumerate(before) if layer & self._changed), None)
        if many is None:
            return before or spread(self.near, (starts,), shut)
        return spread(self.near, before[: many + 1], shut)


class Across:
    """How far the two zones of a part are apart that are furthest from each other.

    Seen from a hub in the middle two zones are at most as far apart as both are from there: so
    only the zones furthest from it are asked, until none nearer can be of a longer way.
    """

    def __init__(self, reached: Reached, part: tuple[int, ...], hub: int) -> None:
        self._reached = reached
        self._balls: list[tuple[int, ...]] = []
        """What is reached from each zone that was asked, by moves."""
        around = self._seen_from(hub) if hub & reduce(or_, part) else part
        if self._longest() < 2 * len(around) - 6:
            hub, around = self._best_hub(part)
        self.hub = hub
        self.longest = self._asked(around)

    def _seen_from(self, zone: int) -> tuple[int, ...]:
        """Return what is seen from a zone, and ask one of those furthest from it."""
        seen = self._reached(zone)
        self._ask(seen[-1] & -seen[-1])
        return seen

    def _ask(self, zone: int) -> None:
        self._balls.append(tuple(accumulate(self._reached(zone), or_)))

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
                longest = max(longest, len(self._reached(1 << zone)) - 1)
        return longest
