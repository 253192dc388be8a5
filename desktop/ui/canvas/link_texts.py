"""Where what is written beside the signs of links stands, so that none covers another."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping
from math import inf
from typing import Literal

from desktop.core.model.words import LinkId, Point
from desktop.ui.canvas.derived import Derived
from desktop.ui.canvas.link_item import LinkLook

ENOUGH_SQ = 5.0
"""With so many squares free at its right a text stands there, as usual."""
SAME_LINE_SQ = 1.0
"""Signs no further apart, up or down, are in each other's way."""

Sign = tuple[float, float, LinkId]
"""Where a sign stands, across and down, and whose it is."""
Rows = Mapping[int, list[Sign]]
"""Signs by whole squares down, from left to right."""
Gap = tuple[float, LinkId | None]
"""How many squares are free, and whose sign ends them."""
Placed = tuple[bool, float, int]
"""Whether a text stands at the left, the room for it, and how many signs of its spot are above."""


class LinkTexts:
    """Turns texts to the side where there is room, and says how much; one below another."""

    def __init__(self) -> None:
        self._named: Derived[LinkId, LinkLook] = Derived()
        self._places: Derived[LinkId, LinkLook] = Derived()

    def placed(self, looks: Mapping[LinkId, LinkLook]) -> Mapping[LinkId, LinkLook]:
        """Return the looks with their texts placed; those without a text are the same."""
        named = self._named.of(lambda look: look if look.text else None, looks)
        return self._places.of(_placed, looks, _places(looks, named)) if named else looks


def _places(
    looks: Mapping[LinkId, LinkLook], named: Mapping[LinkId, LinkLook]
) -> dict[LinkId, Placed]:
    """Return where each text stands, and which of those on one spot each of their signs is."""
    signs = {id_: look.spots[0] for id_, look in looks.items() if look.has_sign}
    rows, stacks = _rows(signs), _stacks(signs)
    gaps = {id_: (_gap(rows, signs[id_], -1), _gap(rows, signs[id_], 1)) for id_ in named}
    turned = {id_: _is_turned(*gaps[id_]) for id_ in named}
    found: dict[LinkId, Placed] = {}
    for id_ in named:
        room, beside = gaps[id_][0 if turned[id_] else 1]
        if beside is not None and turned.get(beside, turned[id_]) != turned[id_]:
            room /= 2  # the other text comes this way
        for below, other in enumerate(stacks[signs[id_]]):
            if other == id_:
                found[id_] = turned[id_], room, below
            elif other not in named:
                found[other] = False, inf, below
    return found


def _placed(look: LinkLook, place: Placed | None) -> LinkLook:
    if place is None:
        return look
    turned, room, below = place
    return look._replace(turned=turned, room=room, below=below)


def _rows(signs: Mapping[LinkId, Point]) -> Rows:
    rows: defaultdict[int, list[Sign]] = defaultdict(list)
    for key, (x, y) in signs.items():
        rows[int(y)].append((x, y, key))
    for row in rows.values():
        row.sort()
    return rows


def _gap(rows: Rows, at: Point, step: Literal[-1, 1]) -> Gap:
    """Return what is free at the left of a place, or at its right."""
    far, whose = inf, None
    for number in range(int(at.y - SAME_LINE_SQ), int(at.y + SAME_LINE_SQ) + 1):
        row = rows.get(number, ())
        place = bisect_right(row, at.x, key=_across)
        if step < 0:
            place = bisect_left(row, at.x, key=_across) - 1
        while 0 <= place < len(row) and abs(row[place][0] - at.x) < far:
            x, y, key = row[place]
            if abs(y - at.y) <= SAME_LINE_SQ:
                far, whose = abs(x - at.x), key
            place += step
    return far, whose


def _across(sign: Sign) -> float:
    return sign[0]


def _stacks(signs: Mapping[LinkId, Point]) -> Mapping[Point, list[LinkId]]:
    """Return whose signs stand on each spot, in their order."""
    stacks: defaultdict[Point, list[LinkId]] = defaultdict(list)
    for key, spot in signs.items():
        stacks[spot].append(key)
    return stacks


def _is_turned(left: Gap, right: Gap) -> bool:
    return right[0] < ENOUGH_SQ and left[0] > right[0]
