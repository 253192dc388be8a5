"""Checks of the doors that a book works from two sides (of L28)."""

from collections.abc import Iterator

from desktop.core.model.geometry import beside, edges_along
from desktop.core.survey.issue import Found, Where
from desktop.core.survey.layout import Layout

TWO_SIDED = ("yards", "hive")
"""The books whose doors have somebody at each side of them."""


def doors_of_one_side(layout: Layout) -> Iterator[Found]:
    """L28: a door at the edge of the board, or with a wall on a side."""
    for door in layout.doors.values():
        book = door.book or layout.slots.get("door")
        if book not in TWO_SIDED or door.level not in layout.levels:
            continue
        place = layout.place
        walls = place.ground(door.level).walls
        sides = zip(*map(beside, edges_along(door.on)), strict=True)
        n = sum(any(place.is_inside(at) and at not in walls for at in side) for side in sides)
        if n < 2:
            has = "can be got at from one side only" if n else "can be got at from no side"
            fields = {"feature": door.label, "has": has, "needed": "two"}
            places = (Where("door", door.id),)
            yield Found(check="L28", grade="error", at=places, fields=fields)


CHECKS = (doors_of_one_side,)
