"""Which zone a square of one level belongs to."""

from collections.abc import Mapping
from functools import lru_cache
from operator import attrgetter

from desktop.core.model.board import Board
from desktop.core.model.geometry import Outline, squares_in
from desktop.core.model.layout import outlines_for
from desktop.core.model.tables import Changed, renewed, things_changed
from desktop.core.model.words import LevelId, Square, ZoneId

NO_SQUARES: frozenset[Square] = frozenset()
NO_OUTLINES: Mapping[ZoneId, Outline] = {}


@lru_cache(maxsize=8)
def squares_of(width: int, height: int) -> frozenset[Square]:
    """Return every square of a size."""
    return frozenset(Square(x, y) for y in range(height) for x in range(width))


class Areas:
    """The outlines of zones, level by level; the very same ones as before where none differs."""

    def __init__(self, board: Board, before: "Areas | None") -> None:
        self.zones = board.zones
        self.outlines: Mapping[ZoneId, Outline] = {}
        self.by_level: dict[LevelId, Mapping[ZoneId, Outline]] = {}
        self.all_drawn = True
        """Whether no outline is laid out."""
        if before is None or not self._take_over(before):
            self._read(board, before)

    def of(self, level: LevelId) -> Mapping[ZoneId, Outline]:
        """Return the outlines of a level, in the file's order."""
        return self.by_level.get(level, NO_OUTLINES)

    def _take_over(self, before: "Areas") -> bool:
        """Take over all outlines but those of zones that differ; False where more may."""
        zones, olds = self.zones, before.zones
        found = things_changed(olds, zones)
        came, went = tuple(map(ZoneId, found.added)), tuple(map(ZoneId, found.removed))
        stayed = tuple(map(ZoneId, found.changed))
        anew = {zone: zones[zone].outline for zone in (*stayed, *came)}
        if not before.all_drawn or found.reordered or not all(anew.values()):
            return False
        if any(zones[zone].level != olds[zone].level for zone in stayed):
            return False
        self.outlines = renewed(before.outlines, anew, zones, found)
        levels = {*(zones[zone].level for zone in anew), *(olds[zone].level for zone in went)}
        self.by_level = {**before.by_level}
        for level in levels:
            own = {zone: outline for zone, outline in anew.items() if zones[zone].level == level}
            here = Changed(
                tuple(zone for zone in came if zones[zone].level == level),
                tuple(zone for zone in went if olds[zone].level == level),
            )
            self.by_level[level] = renewed(before.of(level), own, zones, here)
        return True

    def _read(self, board: Board, before: "Areas | None") -> None:
        zones = self.zones
        self.all_drawn = all(map(attrgetter("outline"), zones.values()))
        outlines = outlines_for(board)
        self.outlines = outlines if before is None else _kept(before.outlines, outlines)
        found: dict[LevelId, dict[ZoneId, Outline]] = {}
        for zone, outline in outlines.items():
            found.setdefault(zones[zone].level, {})[zone] = outline
        for level, own in found.items():
            self.by_level[level] = own if before is None else _kept(before.of(level), own)


def _kept(
    before: Mapping[ZoneId, Outline], now: Mapping[ZoneId, Outline]
) -> Mapping[ZoneId, Outline]:
    """Return the same outlines as before where all are, in one order."""
    return before if before == now and list(before) == list(now) else now


class ZoneMap:
    """The squares of each zone of a level; a square of two belongs to the first in the file."""

    def __init__(
        self,
        outlines: Mapping[ZoneId, Outline],
        owners: dict[Square, ZoneId],
        squares: Mapping[ZoneId, frozenset[Square]],
        *,
        crowded: bool,
    ) -> None:
        self.outlines = outlines
        self.owners = owners
        self.squares = squares
        self.crowded = crowded
        """Whether some square is claimed twice."""
        self._bare: tuple[tuple[int, int], frozenset[Square]] | None = None

    def bare(self, size: tuple[int, int]) -> frozenset[Square]:
        """Return the squares of a board of this size that belong to no zone."""
        if self._bare is None or self._bare[0] != size:
            self._bare = size, squares_of(*size).difference(self.owners)
        return self._bare[1]

    @classmethod
    def of(cls, outlines: Mapping[ZoneId, Outline], before: "ZoneMap | None") -> "ZoneMap":
        """Return the map of a level's outlines, made from one that differs little if there is."""
        if before is not None and not before.crowded:
            made = cls._changed(outlines, before)
            if made is not None:
                return made
        return cls._new(outlines)

    @classmethod
    def _new(cls, outlines: Mapping[ZoneId, Outline]) -> "ZoneMap":
        claims = {zone: squares_in(outline) for zone, outline in outlines.items()}
        owners: dict[Square, ZoneId] = {}
        for zone, squares in reversed(claims.items()):
            owners.update(dict.fromkeys(squares, zone))
        crowded = len(owners) < sum(map(len, claims.values()))
        if crowded:
            claims = {
                zone: frozenset(square for square in squares if owners[square] == zone)
                for zone, squares in claims.items()
            }
        return cls(outlines, owners, claims, crowded=crowded)

    @classmethod
    def _changed(cls, outlines: Mapping[ZoneId, Outline], before: "ZoneMap") -> "ZoneMap | None":
        change = things_changed(before.outlines, outlines)
        changed = [ZoneId(zone) for zone in (*change.added, *change.changed)]
        gone = [ZoneId(zone) for zone in change.removed]
        if not changed and not gone:
            same = cls(outlines, before.owners, before.squares, crowded=False)
            same._bare = before._bare
            return same
        if len(changed) * 3 > len(outlines):
            return None
        owners = before.owners.copy()
        claims = {zone: squares_in(outlines[zone]) for zone in changed}
        for zone in (*gone, *changed):
            for square in before.squares.get(zone, NO_SQUARES) - claims.get(zone, NO_SQUARES):
                del owners[square]
        for zone, claim in claims.items():
            came = claim - before.squares.get(zone, NO_SQUARES)
            if not owners.keys().isdisjoint(came):
                return None
            owners.update(dict.fromkeys(came, zone))
        squares = renewed(before.squares, claims, outlines, change)
        made = cls(outlines, owners, squares, crowded=False)
        if before._bare is not None:
            size, bare = before._bare
            left = (before.squares.get(zone, NO_SQUARES) for zone in (*gone, *changed))
            freed = frozenset[Square]().union(*left) & squares_of(*size)
            made._bare = size, (bare | freed).difference(*claims.values())
        return made
