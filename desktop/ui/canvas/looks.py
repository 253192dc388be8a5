"""From what is drawn to the look of every item; what did not change is not worked out again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from desktop.ui.canvas.drawn import Drawn
from desktop.ui.canvas.layers import Key, same
from desktop.ui.canvas.link_looks import LinkLooks
from desktop.ui.canvas.thing_looks import doors, features, pictures, walls
from desktop.ui.canvas.token_looks import TokenLooks
from desktop.ui.canvas.zone_looks import ZoneLooks

Family = dict[Key, Any]


class Looks:
    """The looks of one canvas. Each family is worked out again only where its parts are others."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[tuple[object, ...], Family]] = {}
        self._zones, self._links, self._tokens = ZoneLooks(), LinkLooks(), TokenLooks()

    def of(self, drawn: Drawn) -> dict[str, Family]:
        """Return the looks of every family, by layer and id; an unchanged family is the same."""
        board, place = drawn.encounter.board, drawn.place
        where = (drawn.level, drawn.below, drawn.hidden_kinds)
        zones = (board.zones, place.outlines, board.traits, drawn.encounter.sides, *where)
        ways = (board.links, board.doors, board.features, board.walls, board.squares, board.kinds)
        families: dict[str, tuple[tuple[object, ...], Callable[[Drawn], Family]]] = {
            "picture": ((board.levels, place.size, drawn.folder, *where), pictures),
            "zone": (zones, self._zones.grounds),
            "name": ((drawn.stands, board.features, *zones), self._zones.names),
            "link": ((*ways, board.levels, *zones), self._links.of),
            "wall": ((board.walls, *where), walls),
            "door": ((board.doors, *where), doors),
            "feature": ((board.features, board.zones, place.outlines, *where), features),
            "token": (
                (drawn.stands, drawn.encounter.sides, drawn.folder, *where), self._tokens.of
            ),
        }  # fmt: skip
        return {name: self._family(name, drawn, *rest) for name, rest in families.items()}

    def _family(
        self,
        name: str,
        drawn: Drawn,
        parts: tuple[object, ...],
        make: Callable[[Drawn], Family],
    ) -> Family:
        kept = self._kept.get(name)
        if kept is not None and all(a is b for a, b in zip(kept[0], parts, strict=True)):
            return kept[1]
        if kept is not None and same(_small(kept[0]), _small(parts)) and all(
            a is b
            for a, b in zip(_large(kept[0]), _large(parts), strict=True)
        ):  # fmt: skip
            return kept[1]
        made = make(drawn)
        self._kept[name] = parts, made
        return made


def _small(parts: tuple[object, ...]) -> tuple[object, ...]:
    """Return the parts that are compared by what they say; the others by identity alone."""
    return tuple(part for part in parts if not isinstance(part, dict))


def _large(parts: tuple[object, ...]) -> tuple[object, ...]:
    return tuple(part for part in parts if isinstance(part, dict))
