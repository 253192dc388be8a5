"""What lights up on the board while somebody looks at a line about it."""

from __future__ import annotations

from collections.abc import Iterator

from desktop.core.model.footprint import covered
from desktop.core.model.words import DoorId, FeatureId, LinkId, ZoneId
from desktop.ui.canvas.overlay import Overlay, Shape
from desktop.ui.session import Lit
from desktop.ui.tools import sketch
from desktop.ui.tools.desk import Desk


def lit_overlay(desk: Desk, lit: Lit) -> Overlay | None:
    """Return the shapes of what is lit, as far as it is on the level in view."""
    shapes = tuple(lit_shapes(desk, lit))
    return Overlay(shapes) if shapes else None


def lit_shapes(desk: Desk, lit: Lit) -> Iterator[Shape]:
    """Yield an outline for each thing, and the squares."""
    for id_ in lit.ids:
        yield from _of_thing(desk, id_)
    level = lit.level or desk.encounter.board.first_level
    if lit.squares and level == desk.level:
        yield sketch.area(lit.squares)


def _of_thing(desk: Desk, id_: str) -> Iterator[Shape]:
    board, place, level = desk.encounter.board, desk.place, desk.level
    zone, link = board.zones.get(ZoneId(id_)), board.links.get(LinkId(id_))
    door, feature = board.doors.get(DoorId(id_)), board.features.get(FeatureId(id_))
    if zone is not None and zone.level == level:
        yield sketch.room(place.outlines[zone.id])
    elif link is not None:
        ends = [ZoneId(each) for each in (link.from_, link.to)]
        if all(end in board.zones and board.zones[end].level == level for end in ends):
            yield sketch.line(place.middle_of(ends[0]), place.middle_of(ends[1]))
    elif door is not None and door.level == level:
        yield sketch.line(*door.on)
    elif feature is not None and feature.level == level and feature.squares:
        yield sketch.area(feature.squares)
    else:
        for who, stand in desk.drawn.stands.items():
            if (who == id_ or who.partition("/")[0] == id_) and stand.level == level:
                yield sketch.area(covered(stand.seat, stand.side_sq))
