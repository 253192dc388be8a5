"""Fields of points and squares: pairs of numbers, a comma in each pair."""

from __future__ import annotations

import re
from collections.abc import Sequence

from desktop.ui.menus.fields.field import SEVERAL
from desktop.ui.menus.fields.text import TextField

PAIR = re.compile(r"\(?\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*\)?[\s;]*")


class PointsField(TextField):
    """Points as `3,4  5,4`; the numbers of squares are whole."""

    def __init__(self, hint: str = "", *, whole: bool = False, single: bool = False) -> None:
        super().__init__(hint)
        self._whole = whole
        self._single = single

    def take(self, found: object) -> None:
        """Take a square that was clicked elsewhere, beside those that are there."""
        typed = self.edit.text().strip()
        try:
            had = self.value_of(typed) if typed else None
        except ValueError:
            return
        points = [*had] if isinstance(had, tuple) and not self._single else []
        if isinstance(found, tuple) and found not in points:
            points.append((found[0], found[1]))
            self.committed.emit(points[0] if self._single else tuple(points))

    def text_of(self, value: object) -> str:
        """Return the points as one writes them."""
        if value is SEVERAL or not isinstance(value, Sequence) or not value:
            return ""
        points = [value] if self._single else value
        return "  ".join(f"{x:.10g},{y:.10g}" for x, y in points)

    def value_of(self, text: str) -> object:
        """Return the points, or None for nothing."""
        text = text.strip()
        if not text:
            return None
        points: list[tuple[float, float]] = []
        place = 0
        while place < len(text):
            match = PAIR.match(text, place)
            if match is None:
                raise ValueError("Type pairs of numbers, as 3,4  5,4.")
            points.append((float(match[1]), float(match[2])))
            place = match.end()
        if self._whole:
            if any(not number.is_integer() for point in points for number in point):
                raise ValueError("Squares are counted in whole numbers.")
            points = [(int(x), int(y)) for x, y in points]
        if self._single:
            if len(points) > 1:
                raise ValueError("Type one pair of numbers, as 3,4.")
            return points[0]
        return tuple(points)
