"""Where what is written beside the signs of links stands, so that none covers another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from math import inf

from desktop.core.model.words import Point
from desktop.ui.canvas.layers import Kept, Key
from desktop.ui.canvas.link_item import LinkLook

ENOUGH_SQ = 5.0
"""With so many squares free at its right a text stands there, as usual."""
SAME_LINE_SQ = 1.0
"""Signs no further apart, up or down, are in each other's way."""

Rows = Mapping[int, list[tuple[float, float, Key]]]
"""Where signs stand, by whole squares down: down, across, and whose."""


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
        gaps = {key: _gaps(rows, signs[key]) for key in named}
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
    rows: defaultdict[int, list[tuple[float, float, Key]]] = defaultdict(list)
    for key, (x, y) in signs.items():
        rows[int(y)].append((y, x, key))
    return rows


def _near(rows: Rows, at: Point) -> Iterator[tuple[float, Key]]:
    """Yield how far to the right of a place each sign on its line stands, below 0 at the left."""
    for row in range(int(at.y - SAME_LINE_SQ), int(at.y + SAME_LINE_SQ) + 1):
        for y, x, key in rows.get(row, ()):
            if abs(y - at.y) <= SAME_LINE_SQ and x != at.x:
                yield x - at.x, key


Gap = tuple[float, "Key | None"]
"""How many squares are free, and whose sign ends them."""


def _gaps(rows: Rows, at: Point) -> tuple[Gap, Gap]:
    """Return what is free at the left of a sign and at its right."""
    near = list(_near(rows, at))
    return _least((-far, key) for far, key in near if far < 0), _least(
        (far, key) for far, key in near if far > 0
    )


def _stacks(signs: Mapping[Key, Point]) -> Mapping[Point, list[Key]]:
    """Return whose signs stand on each spot, in their order."""
    stacks: defaultdict[Point, list[Key]] = defaultdict(list)
    for key, spot in signs.items():
        stacks[spot].append(key)
    return stacks


def _least(gaps: Iterable[tuple[float, Key]]) -> Gap:
    return min(gaps, default=(inf, None))


def _is_turned(left: Gap, right: Gap) -> bool:
    return right[0] < ENOUGH_SQ and left[0] > right[0]
