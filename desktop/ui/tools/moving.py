"""Moving what is selected by whole squares, and to another level."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import cast

from desktop.core.errors import EditError
from desktop.core.model.encounter import Encounter, member_id
from desktop.core.model.footprint import covered
from desktop.core.model.geometry import beside, edges_along, translate
from desktop.core.model.words import DoorId, FeatureId, FighterId, GroupId, LevelId, Square, ZoneId
from desktop.core.rules.actions import Put
from desktop.ui.canvas import overlay as ink
from desktop.ui.canvas.overlay import Overlay
from desktop.ui.canvas.tool import PointerEvent
from desktop.ui.session import Ref
from desktop.ui.tools import changes, seating, sketch, snapping
from desktop.ui.tools.build_tool import BuildTool, Gesture
from desktop.ui.tools.desk import Desk

Seats = dict[FighterId, tuple[Square, LevelId]]

MOVED: frozenset[str] = frozenset(("zone", "fighter", "group", "feature", "door", "wall", "piece"))
"""Kinds of things that a drag moves; a link follows its zones."""


def movable(refs: Sequence[Ref]) -> tuple[Ref, ...]:
    """Return those of the things that a drag moves."""
    return tuple(ref for ref in refs if ref.kind in MOVED)


def fighters_of(encounter: Encounter, refs: Sequence[Ref]) -> tuple[FighterId, ...]:
    """Return the fighters among things, a group with all its members."""
    found: dict[FighterId, None] = {}
    for ref in refs:
        if ref.kind == "fighter":
            found[FighterId(ref.id)] = None
        elif ref.kind == "group":
            group = encounter.groups[GroupId(ref.id)]
            found.update(dict.fromkeys(member_id(group.id, mark) for mark in group.letters))
    return tuple(found)


def zones_of(refs: Sequence[Ref]) -> frozenset[ZoneId]:
    """Return the zones among things."""
    return frozenset(ZoneId(ref.id) for ref in refs if ref.kind == "zone")


def in_zones(desk: Desk, zones: Collection[ZoneId]) -> frozenset[FighterId]:
    """Return who stands in zones, and goes along with them."""
    if not zones:
        return frozenset()
    place = desk.place
    return frozenset(
        stand.id
        for stand in desk.drawn.stands.values()
        if place.zone_at(stand.level, stand.seat) in zones
    )


def by_themselves(desk: Desk, refs: Sequence[Ref], level: LevelId) -> tuple[Ref, ...]:
    """Return things without those that go along with a zone among them."""
    zones, place, board = zones_of(refs), desk.place, desk.encounter.board
    if not zones:
        return tuple(refs)

    def goes_along(ref: Ref) -> bool:
        if ref.kind == "feature":
            return place.zone_of_feature(FeatureId(ref.id)) in zones
        if ref.kind == "door":
            edges = edges_along(board.doors[DoorId(ref.id)].on)
        elif ref.kind == "wall":
            edges = edges_along(board.walls[int(ref.id)].along)
        else:
            return False
        squares = [square for edge in edges for square in beside(edge)]
        return any(place.zone_at(level, square) in zones for square in squares)

    return tuple(ref for ref in refs if not goes_along(ref))


def seats_after(
    desk: Desk, who: Sequence[FighterId], dx: int, dy: int, level: LevelId | None, *, exact: bool
) -> Seats:
    """Return where fighters that are moved come to stand; without a level, on the one they are on.

    Where somebody stands already, on the free square next to it; with `exact` there all the same.
    """
    stands = desk.drawn.stands
    taken: dict[LevelId, set[Square]] = {}
    found: Seats = {}
    for one in who:
        stand = stands.get(one)
        if stand is None:
            continue
        on = level or stand.level
        full = taken.setdefault(on, seating.taken_squares(desk.drawn, on, who))
        seat = Square(stand.seat.x + dx, stand.seat.y + dy)
        if not exact and not full.isdisjoint(covered(seat, stand.side_sq)):
            seat = seating.nearest_free(desk.place, on, seat, stand.side_sq, full)
        full.update(covered(seat, stand.side_sq))
        found[one] = (seat, on)
    return found


class MoveThings(Gesture):
    """Zones with all that is in them, fighters, features, doors and walls, by whole squares."""

    def __init__(self, tool: BuildTool, refs: Sequence[Ref], start: PointerEvent) -> None:
        self.tool, self.desk = tool, tool.desk
        self.refs = movable(refs)
        self.start, self.level = start.point, start.level
        self.zones = zones_of(self.refs)
        self.fighters = fighters_of(tool.encounter, self.refs)
        self.plan: changes.Plan | None = None
        self.after: Encounter | None = None
        """The encounter as the plan would leave it."""
        self.why_not = ""
        self._shown: tuple[object, ...] = ()

    def move(self, event: PointerEvent) -> None:
        """Preview where everything goes."""
        dx, dy = self._way(event)
        shown = (dx, dy, event.level, event.ctrl)
        if shown != self._shown:
            self._shown = shown
            self._plan(dx, dy, event)
        self.says = self._status(dx, dy)
        self.overlay = self._preview(dx, dy, event)

    def _way(self, event: PointerEvent) -> tuple[float, float]:
        dx, dy = event.point.x - self.start.x, event.point.y - self.start.y
        if event.shift:
            dx, dy = snapping.one_axis(dx, dy)
        if event.ctrl and self.zones and not self.fighters:
            return round(dx, 2), round(dy, 2)
        return snapping.whole_steps(self.start, self.start._replace(
            x=self.start.x + dx, y=self.start.y + dy
        ))  # fmt: skip

    def _plan(self, dx: float, dy: float, event: PointerEvent) -> None:
        self.plan, self.after, self.why_not = None, None, ""
        level = event.level if event.level != self.level else None
        if not (dx or dy or level):
            return
        plan = planned(self.desk, self.refs, dx, dy, level=level, exact=event.ctrl)
        tried = self.desk.tried_several(plan.edits)
        if isinstance(tried, EditError):
            self.why_not = str(tried)
        else:
            self.plan, self.after = plan, tried

    def _status(self, dx: float, dy: float) -> str:
        way = f"{_signed(dx)} across, {_signed(dy)} down"
        if self.zones:
            return f"{way} · Ctrl: the zone alone, without snapping · Shift: straight"
        return (
            f"{way} · Ctrl: on this very square · Shift: straight · hold over a level to go there"
        )

    def _preview(self, dx: float, dy: float, event: PointerEvent) -> Overlay:
        shapes: list[ink.Shape] = [ink.Ghost(self._ghosts(alone=event.ctrl), dx, dy)]
        outlines = self.tool.place.outlines
        for zone in self.zones:
            moved = translate(outlines[zone], dx, dy)
            if self.why_not:
                shapes.append(ink.Stretch(moved, "refused"))
            elif self.after is not None:
                kept = self.after.board.zones[zone].outline
                if kept != moved:
                    shapes.append(ink.Stretch(moved, "cut"))
                shapes.append(ink.Stretch(kept, "preview"))
        if self.why_not:
            shapes.append(sketch.refusal(event.point, self.why_not))
        return Overlay(tuple(shapes))

    def _ghosts(self, *, alone: bool) -> tuple[Ref, ...]:
        if alone or not self.zones:
            return self.refs
        place, board = self.tool.place, self.tool.encounter.board
        along = [Ref("fighter", who) for who in sorted(in_zones(self.desk, self.zones))]
        along += [
            Ref("feature", feature)
            for feature in board.features
            if place.zone_of_feature(feature) in self.zones
        ]
        return tuple(dict.fromkeys((*self.refs, *along)))

    def release(self, event: PointerEvent) -> None:
        """Move it all in one step."""
        self.move(event)
        if self.plan is not None:
            commit(self.desk, self.plan)
        elif self.why_not:
            self.desk.tell(self.why_not)


def planned(
    desk: Desk,
    refs: Sequence[Ref],
    dx: float,
    dy: float,
    *,
    level: LevelId | None = None,
    exact: bool = False,
) -> changes.Plan:
    """Return the edits that move things; with `exact` zones go alone and squares are shared."""
    who = fighters_of(desk.encounter, refs)
    if not exact:
        along = in_zones(desk, zones_of(refs))
        who = tuple(one for one in who if one not in along)
        refs = by_themselves(desk, refs, desk.level)
    seats = seats_after(desk, who, round(dx), round(dy), level, exact=exact)
    return changes.moved(desk.encounter, refs, seats, dx, dy, level=level, alone=exact)


def nudge(desk: Desk, refs: Sequence[Ref], dx: int, dy: int) -> bool:
    """Move things by squares as one step; returns whether there was anything to move."""
    refs = movable(refs)
    if refs:
        commit(desk, planned(desk, refs, dx, dy))
    return bool(refs)


def commit(desk: Desk, plan: changes.Plan) -> bool:
    """Make a move as one step; nobody else changes place by it.

    In a fight fighters are put where they shall be, no rules asked.
    """
    if desk.fight is None:
        return desk.edit_several(plan.says, settled(desk, plan.edits))
    edits = [edit for edit in plan.edits if edit[0] != "put_each"]
    done = desk.edit_several(plan.says, edits) if edits else True
    for who, (seat, level) in _places(plan.edits).items():
        done = desk.fight.take(Put(who=who, at=seat, level=level)) and done
    return done


def _places(edits: Sequence[changes.Edit]) -> Seats:
    found: Seats = {}
    for name, arguments in edits:
        if name == "put_each":
            found |= cast("Seats", arguments["places"])
    return found


def settled(desk: Desk, edits: Sequence[changes.Edit]) -> list[changes.Edit]:
    """Return edits and, where a free square was picked for someone, what keeps them on it.

    Those placed by zone alone would else make room for newcomers, or close ranks behind who goes.
    In a fight everyone has a square.
    """
    if desk.fight is not None:
        return list(edits)
    before, named = desk.drawn.stands, _places(edits)
    waiting = _placed_by_zone(desk.encounter) - named.keys()
    if not waiting or any(name == "move_zones" for name, _ in edits):
        return list(edits)
    after = desk.tried_several(edits)
    if isinstance(after, EditError):
        return list(edits)
    now = desk.stands_in(after)
    kept: Seats = {
        who: (stand.seat, stand.level)
        for who, stand in before.items()
        if who in waiting
        and who in now
        and (now[who].seat, now[who].level) != (stand.seat, stand.level)
    }
    return [*edits, ("put_each", {"places": kept})] if kept else list(edits)


def _placed_by_zone(encounter: Encounter) -> set[FighterId]:
    found = {one.id for one in encounter.fighters.values() if not isinstance(one.at, tuple)}
    for group in encounter.groups.values():
        for mark in group.letters:
            member = group.members.get(mark)
            at = group.at if member is None or member.at is None else member.at
            if not isinstance(at, tuple):
                found.add(member_id(group.id, mark))
    return found


def _signed(number: float) -> str:
    return f"{number:+g}" if number else "0"
