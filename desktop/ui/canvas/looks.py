"""From what is drawn to the look of every item; what did not change is not worked out again."""

from __future__ import annotations

from collections.abc import Callable

from desktop.core.model.crew import twins
from desktop.ui.canvas.drawn import Drawn
from desktop.ui.canvas.layers import Layers
from desktop.ui.canvas.link_looks import LinkLooks
from desktop.ui.canvas.note_item import note_looks
from desktop.ui.canvas.thing_looks import doors, features, pictures, walls
from desktop.ui.canvas.token_looks import TokenLooks
from desktop.ui.canvas.zone_looks import ZoneLooks
from desktop.ui.pictures import KEPT


class Looks:
    """The looks of one canvas. Each family is worked out again only where its parts are others."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[tuple[object, ...], Layers]] = {}
        self._zones, self._links, self._tokens = ZoneLooks(), LinkLooks(), TokenLooks()

    def of(self, drawn: Drawn) -> Layers:
        """Return every look; where all of a layer are the same, its table is the same."""
        board, place = drawn.encounter.board, drawn.place
        where = (drawn.level, drawn.below, drawn.hidden_kinds)
        zones = (board.zones, place.outlines, board.traits, drawn.encounter.sides, *where)
        families: dict[str, tuple[tuple[object, ...], Callable[[Drawn], Layers]]] = {
            "picture": ((board.levels, place.size, drawn.folder, KEPT.era, *where), pictures),
            "zone": (zones, self._zones.grounds),
            "name": ((drawn.stands, board.features, *zones), self._zones.names),
            "link": ((place.borders, board.levels, *where), self._links.of),
            "wall": ((board.walls, *where), walls),
            "door": ((board.doors, *where), doors),
            "feature": (
                (board.features, board.zones, place.outlines, drawn.notes, *where), features
            ),
            "token": (
                (drawn.stands, twins(drawn.encounter.fighters), drawn.encounter.sides,
                 drawn.folder, *where), self._tokens.of
            ),
            "note": ((drawn.notes, board, *where), note_looks),
        }  # fmt: skip
        found: Layers = {}
        for name, (parts, make) in families.items():
            kept = self._kept.get(name)
            if kept is None or not all(map(_same, kept[0], parts)):
                kept = self._kept[name] = parts, make(drawn)
            found.update(kept[1])
        return found


def _same(one: object, other: object) -> bool:
    """Return whether a part is the same; large ones are compared by identity alone."""
    return one is other or (not isinstance(one, dict) and one == other)
