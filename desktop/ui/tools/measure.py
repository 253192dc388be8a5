"""M: squares, length, zones with the range band, and sight; stores nothing."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt

from desktop.core.errors import PackError
from desktop.core.model import sight
from desktop.core.model.geometry import distance, leaving
from desktop.core.model.place import Place, Spot
from desktop.core.model.stops import Stop
from desktop.core.model.words import Point, Square, ZoneId
from desktop.core.rules.lengths import UNITS
from desktop.core.rules.lines import looking
from desktop.ui.canvas import overlay as ink
from desktop.ui.canvas.overlay import Overlay
from desktop.ui.canvas.tool import PointerEvent
from desktop.ui.menus.front import fight_of
from desktop.ui.tools import sketch
from desktop.ui.tools.build_tool import BuildTool, Gesture

if TYPE_CHECKING:  # the first picture does without the rules
    from desktop.core.model.encounter import Encounter
    from desktop.core.rules.book import Space
    from desktop.core.rules.state import CombatState


class Line(Gesture):
    """A line from square to square, also from level to level."""

    def __init__(self, tool: MeasureTool, start: PointerEvent) -> None:
        self.tool = tool
        self.start = Spot(start.level, start.square)

    def move(self, event: PointerEvent) -> None:
        """Show what lies between."""
        end = Spot(event.level, event.square)
        self.says = self.tool.reading(self.start, end)
        self.overlay = self.tool.drawing(self.start, end)

    def release(self, event: PointerEvent) -> None:
        """Leave it in view until the next click."""
        self.move(event)
        self.tool.kept, self.tool.kept_says = self.overlay, self.says


class MeasureTool(BuildTool):
    """Measures."""

    id = "measure"
    text = "Measure"
    shortcut = "M"
    cursor = Qt.CursorShape.CrossCursor
    builds: ClassVar[bool] = False
    idle: ClassVar[str] = (
        "Measure: drag from square to square, hold over a level to measure to there"
    )

    _before: tuple[Encounter, Space, CombatState] | None = None
    """What measures in Build: of which encounter, the space, and the state before its fight."""
    kept: Overlay | None = None
    kept_says: str = ""

    @property
    def status(self) -> str:
        """What was measured."""
        return super().status if self.gesture is not None else self.kept_says or self.idle

    def begin(self, start: PointerEvent) -> Gesture | None:
        """Begin a line."""
        self.cancel()
        return Line(self, start)

    def click(self, event: PointerEvent) -> None:
        """Put the last line away."""
        self.cancel()

    def idle_overlay(self) -> Overlay | None:
        """Return the last line."""
        return self.kept

    def cancel(self) -> bool:
        """Put the line away."""
        had = self.kept is not None
        self.kept, self.kept_says = None, ""
        return super().cancel() or had

    def reading(self, a: Spot, b: Spot) -> str:
        """Return what lies between two squares, in one line."""
        parts = [self._squares(a, b), *self._zones(a, b)]
        return " · ".join([*parts, self._sees(a, b)])

    def _sees(self, a: Spot, b: Spot) -> str:
        stop, hidden = self._stop(a, b), self._hidden(a, b)
        if stop is None:
            return f"no sight: {hidden}" if hidden else "in sight"
        says = f"sight ends at {stop.at.x},{stop.at.y}: {stop.says}"
        one, other = self.place.zone_at(*a), self.place.zone_at(*b)
        if hidden or self.encounter.space != "zones" or one is None or other is None:
            return says
        whose = "all in a zone" if one == other else "the two zones"
        return f"{says}; for the rules {whose} see each other"

    def _hidden(self, a: Spot, b: Spot) -> str:
        """Return what hides one zone from the other, whatever the line crosses."""
        one, other = self.place.zone_at(*a), self.place.zone_at(*b)
        if one is None or other is None or one == other:
            return ""
        from desktop.core.packs.imperium.obscured import unseen

        try:
            by_links = self.encounter.space == "zones"
            return unseen(self._rules()[1], one, other, by_links=by_links)
        except PackError:  # its books do not go together, which starting the fight tells
            return ""

    def _squares(self, a: Spot, b: Spot) -> str:
        levels = self.encounter.board.levels
        up = levels[b.level].height - levels[a.level].height
        height = f", {up:+g} m" if up else ""
        counted = self._counted(a, b)
        if counted is None:
            count = distance(a.square, b.square)
            squares = "1 square" if count == 1 else f"{count} squares"
            return f"{squares}, {self._length(a, b)}{height}"
        told, band = counted
        length = "" if self.encounter.space == "measured" else f", {self._length(a, b)}"
        return f"{told}{length}{height}: {band}"

    def _length(self, a: Spot, b: Spot) -> str:
        """Return how long the line is on the plan."""
        dx, dy = b.square.x - a.square.x, b.square.y - a.square.y
        return f"{hypot(dx, dy):.1f} {UNITS[self.encounter.square]}"

    def _counted(self, a: Spot, b: Spot) -> tuple[str, str] | None:
        """Return how far it is as the space counts, and the band; None where zones measure."""
        if self.encounter.space == "zones":
            return None
        from desktop.core.rules.grid import GridSpace

        try:
            space, state = self._rules()
        except PackError:  # its books do not go together, which starting the fight tells
            return None
        if not isinstance(space, GridSpace) or not (self._is_on(a) and self._is_on(b)):
            return None
        far = space.between(state, a, b)
        return space.told(state, far.steps), far.band.capitalize()

    def _rules(self) -> tuple[Space, CombatState]:
        """Return what measures in front, and the state it asks; in Build that before a fight."""
        fight = fight_of(self.desk.session)
        if fight is not None:
            return fight.book.space, fight.state
        if self._before is None or self._before[0] is not self.encounter:
            from desktop.core import play

            state = play.begin_state(self.encounter, self.desk.session.stock)
            self._before = self.encounter, play.rulebook(self.encounter).space, state
        return self._before[1:]

    def _is_on(self, spot: Spot) -> bool:
        return self.place.is_inside(spot.square)

    def _zones(self, a: Spot, b: Spot) -> list[str]:
        one, other = self.place.zone_at(*a), self.place.zone_at(*b)
        if one is None or other is None:
            return ["outside the zones"]
        zones = self.encounter.board.zones
        away = zones_between(self.place, one, other)
        names = zones[one].label if one == other else f"{zones[one].label} to {zones[other].label}"
        if self.encounter.space != "zones":
            return [names]
        return [f"{names}: {band_of(away)}"]

    def _stop(self, a: Spot, b: Spot) -> Stop | None:
        if not (self._is_on(a) and self._is_on(b)) or a == b:
            return None
        fight = fight_of(self.desk.session)
        by = looking(self.encounter if fight is None else fight.state)
        return sight.stop(self.place, a, b, by=by)

    def _cut(self, a: Spot, b: Spot, stop: Stop) -> Point:
        """Return where the line is cut: seen from the upper end, as sight is."""
        levels = self.place.levels
        if levels.index(a.level) < levels.index(b.level):
            a, b = b, a
        return leaving(_middle(a), _middle(b), stop.at)

    def _leaves(self, a: Spot, b: Spot) -> Point:
        """Return where the line from square to square leaves the zone that it begins in."""
        start, end, here = _middle(a), _middle(b), self.place.zone_at(*a)
        steps = 4 * max(1, distance(a.square, b.square))
        for step in range(1, steps):
            x, y = (p + (q - p) * step / steps for p, q in zip(start, end, strict=True))
            if self.place.zone_at(a.level, Square(int(x), int(y))) != here:
                return Point(x, y)
        return end

    def drawing(self, a: Spot, b: Spot) -> Overlay:
        """Return the line with the place where sight ends."""
        start, end = _middle(a), _middle(b)
        stop, hidden = self._stop(a, b), self._hidden(a, b)
        at = None if stop is None else self._cut(a, b, stop)
        why = "" if stop is None else stop.says
        if hidden and stop is None:
            at, why = self._leaves(a, b), hidden
        parts = [f"{distance(a.square, b.square)} sq", self._length(a, b)]
        counted = self._counted(a, b)
        if counted is not None:
            lengths = parts[1:] if self.encounter.space == "squares" else []
            parts = [counted[0], *lengths, counted[1]]
        elif self.encounter.space == "zones":
            parts.append(self._zones(a, b)[0].rpartition(": ")[2])
        label = " · ".join(parts)
        sight_line = ink.Sight(start, end, at, why)
        return Overlay((sight_line, sketch.hint(end, label)))


def _middle(spot: Spot) -> Point:
    return Point(spot.square[0] + 0.5, spot.square[1] + 0.5)


def zones_between(place: Place, one: ZoneId, other: ZoneId) -> int | None:
    """Return the fewest links from zone to zone, of whatever kind; None without a chain."""
    steps = {one: 0}
    waiting = [one]
    for zone in waiting:
        if zone == other:
            return steps[zone]
        for near in place.neighbours(zone, "any"):
            if near not in steps:
                steps[near] = steps[zone] + 1
                waiting.append(near)
    return None


def band_of(zones: int | None) -> str:
    """Return how far so many zones are, with the range band."""
    from desktop.core.packs.imperium.space import BANDS

    if zones is None:
        return "no way there, Extreme"
    count = "same zone" if zones == 0 else "1 zone" if zones == 1 else f"{zones} zones"
    return f"{count}, {BANDS[min(zones, len(BANDS) - 1)].capitalize()}"
