"""Where what is written beside the signs of links stands, so that none covers another."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import Literal

from desktop.core.model.words import Point
from desktop.ui.canvas.layers import Kept, Key
from desktop.ui.canvas.link_item import LinkLook

ENOUGH_SQ = 5.0
"""With so many squares free at its right a text stands there, as usual."""
SAME_LINE_SQ = 1.0
"""Signs no further apart, up or down, are in each other's way."""

Sign = tuple[float, float, Key]
"""Where a sign stands, across and down, and whose it is."""
Rows = Mapping[int, list[Sign]]
"""Signs by whole squares down, from left to right."""
Gap = tuple[float, "Key | None"]
"""How many squares are free, and whose sign ends them."""


class LinkTexts:
    """Turns texts to the side where there is room, and says how much; one below another."""

    def __init__(self) -> None:
        self._placed: Kept[LinkLook] = Kept()

    def placed(self, looks: Mapping[Key, LinkLook]) -> dict[Key, LinkLook]:
        """Return the looks with their texts placed; those without a text are the same."""
        self._placed.turn()
        found = dict(looks)
        named = {key: look for key, look in looks.items() if look.text}
        if not named:
            return found
        signs = {
            key: look.spots[0] for key, look in looks.items() if key[0] == "link" and look.has_sign
        }
        rows = _rows(signs)
        gaps = {key: (_gap(rows, signs[key], -1), _gap(rows, signs[key], 1)) for key in named}
        turned = {key: _is_turned(*gaps[key]) for key in named}
        stacks = _stacks(signs)
        for key, look in named.items():
            room, beside = gaps[key][0 if turned[key] else 1]
            if beside is not None and turned.get(beside, turned[key]) != turned[key]:
                room /= 2  # the other text comes this way
            below = stacks[signs[key]].index(key)
            found[key] = self._placed.get(key, _place, look, turned[key], room, below)
            for other in stacks[signs[key]]:
                if other not in named:
                    at = stacks[signs[key]].index(other)
                    found[other] = self._placed.get(other, _place, looks[other], False, inf, at)
        return found


def _place(look: LinkLook, turned: bool, room: float, below: int) -> LinkLook:
    return replace(look, turned=turned, room=room, below=below)


def _rows(signs: Mapping[Key, Point]) -> Rows:
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


def _stacks(signs: Mapping[Key, Point]) -> Mapping[Point, list[Key]]:
    """Return whose signs stand on each spot, in their order."""
    stacks: defaultdict[Point, list[Key]] = defaultdict(list)
    for key, spot in signs.items():
        stacks[spot].append(key)
    return stacks


def _is_turned(left: Gap, right: Gap) -> bool:
    return right[0] < ENOUGH_SQ and left[0] > right[0]
