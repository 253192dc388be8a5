"""Short ways to the shapes that previews are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from desktop.core.model.words import Point, Square
from desktop.ui.canvas.overlay import Area, Beside, Stretch, Style


def line(a: Point, b: Point, style: Style = "preview", text: str = "") -> Stretch:
    """Return a straight line."""
    return Stretch((a, b), style, closed=False, text=text)


def open_line(points: Sequence[Point], style: Style = "preview") -> Stretch:
    """Return a line through points."""
    return Stretch(tuple(points), style, closed=False)


def room(outline: Sequence[Point], style: Style = "preview") -> Stretch:
    """Return an outline with its inside."""
    return Stretch(tuple(outline), style, filled=True)


def area(squares: Iterable[Square], style: Style = "preview") -> Area:
    """Return filled squares."""
    return Area(tuple(squares), style)


def refusal(at: Point, why: str) -> Beside:
    """Return why not, beside the pointer."""
    return Beside(at, why, "refusal")


def hint(at: Point, text: str) -> Beside:
    """Return a word beside the pointer."""
    return Beside(at, text, "hint")
