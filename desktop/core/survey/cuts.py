"""Zones without which others are cut off from each other; neighbours are so both ways here."""

from typing import NamedTuple

from desktop.core.survey.spreading import Near, each, number_of, union


class Cuts(NamedTuple):
    """Which zones of a graph cut it, and what it was found from."""

    near: Near
    zones: int
    found: int


def cuts_of(near: Near, zones: int) -> Cuts:
    """Return which zones cut a graph.

    Depth first. Where all that was come to by way of a zone is beside nothing else than itself and
    that zone, it is cut off without it.
    """
    found, left = 0, zones
    while left:
        start = left & -left
        left ^= start
        way, within, beside, branches = [start], [start], [near[number_of(start)]], 0
        while way:
            # Of those come to by way of it every neighbour was come to: what is left is its own.
            if fresh := beside[-1] & left:
                fresh &= -fresh
                left ^= fresh
                way.append(fresh)
                within.append(fresh)
                beside.append(near[number_of(fresh)])
                continue
            way.pop()
            those, others = within.pop(), beside.pop()
            if way:
                before = way[-1]
                if not others & ~(those | before):
                    found |= before
                    branches += before == start
                within[-1] |= those
                beside[-1] |= others
        if branches < 2:  # everything is come to by way of the start, cut or not
            found &= ~start
    return Cuts(near, zones, found)


def cuts_after(before: Cuts, changed: int, near: Near, zones: int) -> Cuts:
    """Return which zones cut a graph, from another in which some zones have other neighbours.

    Every way that opened or was shut is between two of those that changed. Where these hang
    together before and now, whatever was joined by way of them still is, so that nothing is
    different for the others. Their neighbours are counted in, for with them they do so more often.
    """
    was = before.zones & changed
    stirred = changed | union(before.near, was) | union(near, changed)
    if 4 * stirred.bit_count() > zones.bit_count():  # all at one go is sooner then
        return cuts_of(near, zones)
    if not (
        _hang_together(before.near, stirred & before.zones)
        and _hang_together(near, stirred & zones)
    ):
        return cuts_of(near, zones)
    found = before.found & ~stirred
    for number in each(stirred & zones):
        found |= _is_cut(near, number) << number
    return Cuts(near, zones, found)


def _hang_together(near: Near, zones: int) -> bool:
    """Return whether one comes from each of some zones to all others by way of them alone."""
    return not zones & ~_reached(near, zones & -zones, ~zones, zones)


def _is_cut(near: Near, number: int) -> bool:
    """Return whether one comes from some neighbour of a zone to another only through it."""
    beside = near[number]
    return bool(beside & ~_reached(near, beside & -beside, 1 << number, beside))


def _reached(near: Near, start: int, shut: int, wanted: int) -> int:
    """Return what is reached, until that is all that is wanted."""
    seen = fresh = start
    while fresh and wanted & ~seen:
        fresh = union(near, fresh) & ~(seen | shut)
        seen |= fresh
    return seen
