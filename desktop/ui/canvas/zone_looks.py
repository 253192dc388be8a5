"""From zones to their looks: ground, frame, and the name in its free corner."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import Qt

from desktop.core.model.board import Trait, Zone
from desktop.core.model.footprint import covered
from desktop.core.model.geometry import Outline
from desktop.core.model.tables import renewed, things_changed
from desktop.core.model.words import (
    FeatureId,
    FighterId,
    LevelId,
    SideId,
    Square,
    TraitWord,
    ZoneId,
)
from desktop.ui.canvas.derived import Derived
from desktop.ui.canvas.drawn import Drawn
from desktop.ui.canvas.layers import Layers, layers
from desktop.ui.canvas.name_corners import corner_for, squares_under
from desktop.ui.canvas.sides import UNKNOWN_SIDE, SideLook, side_looks
from desktop.ui.canvas.standing import Stand
from desktop.ui.canvas.taken import Taken
from desktop.ui.canvas.thing_looks import squares_of
from desktop.ui.canvas.trait_looks import (
    cover_grade,
    dimmed,
    gravest,
    sky_badge,
    sky_fill,
    trait_badge,
    trait_fill,
)
from desktop.ui.canvas.zone_item import Badge, Fill, ZoneFrameLook, ZoneGroundLook, ZoneNameLook
from desktop.ui.theme import colours, mixed

FLOOR_OVER_BELOW = 0.55
"""How much a zone's floor hides of the level below."""


class ZoneLooks:
    """The looks of zones, kept zone by zone."""

    def __init__(self) -> None:
        self._grounds: defaultdict[str, Derived[ZoneId, ZoneGroundLook]] = defaultdict(Derived)
        self._frames: defaultdict[str, Derived[ZoneId, ZoneFrameLook]] = defaultdict(Derived)
        self._places: Derived[ZoneId, _Spots] = Derived()
        self._spots: Mapping[ZoneId, _Spots] = {}
        self._names: Mapping[ZoneId, ZoneNameLook] = {}
        self._here: Derived[FighterId, Stand] = Derived()
        self._people: Taken[FighterId, Stand, Square] = Taken(
            lambda stand: covered(stand.seat, stand.side_sq)
        )
        self._things: Taken[FeatureId, tuple[Square, ...], Square] = Taken(tuple)
        self._taken: set[Square] = set()

    def grounds(self, drawn: Drawn) -> Layers:
        """Return ground and frame of every zone."""
        board, sides = drawn.encounter.board, side_looks(drawn.encounter)
        tables = board.zones, drawn.place.outlines
        found: Layers = {}
        for layer, level, faint in layers(drawn, "zone"):
            covers = drawn.below is not None and layer == "zone"
            common = level, board.traits, sides, faint
            found[layer] = self._grounds[layer].of(
                partial(_ground, *common, covers), *tables, common=(*common, covers)
            )
            frame = layer.replace("zone", "frame")
            found[frame] = self._frames[frame].of(partial(_frame, *common), *tables, common=common)
        return found

    def names(self, drawn: Drawn) -> Layers:
        """Return every zone's name, in the corner that is free of tokens and features."""
        if "zone" in drawn.hidden_kinds:
            return {}
        board, sides = drawn.encounter.board, side_looks(drawn.encounter)
        common = drawn.level, board.traits, sides
        spots = self._places.of(
            partial(_spots, *common), board.zones, drawn.place.outlines, common=common
        )
        found, self._spots = things_changed(self._spots, spots), spots
        stirred = self._stirred(drawn)
        anew: set[str] = {*found.changed, *found.added}
        if stirred:
            anew.update(id_ for id_, spot in spots.items() if not spot.under.isdisjoint(stirred))
        made = {id_: _name(spots[id_], self._taken) for id_ in filter(anew.__contains__, spots)}
        self._names = renewed(self._names, made, spots, found)
        return {"name": self._names}

    def _stirred(self, drawn: Drawn) -> set[Square]:
        """Return the squares that came to be taken, or free, since names were last placed."""
        level, board = drawn.level, drawn.encounter.board
        here = self._here.of(
            lambda stand: stand if stand.level == level else None, drawn.stands, common=(level,)
        )
        features = {
            feature.id: squares_of(drawn, feature, level) for feature in board.features.values()
        }
        stirred = {
            at
            for at in self._people.follow(here) | self._things.follow(features)
            if (at in self._taken) != (at in self._people.by or at in self._things.by)
        }
        self._taken ^= stirred
        return stirred


class _Spots(NamedTuple):
    """What a zone's name needs to choose its corner."""

    zone: ZoneId
    label: str
    outline: Outline
    badges: tuple[Badge, ...]
    under: frozenset[Square]
    """The squares that the name may come to lie on."""


def _spots(
    level: LevelId, weather: tuple[Trait, ...], sides: Mapping[SideId, SideLook],
    zone: Zone, outline: Outline,
) -> _Spots | None:  # fmt: skip
    if not _is_on(level, zone, outline):
        return None
    side = sides.get(zone.start, UNKNOWN_SIDE) if zone.start else None
    badges = tuple(_badges(zone, weather, side))
    under = squares_under(outline, zone.label, len(badges))
    return _Spots(zone.id, zone.label, outline, badges, under)


def _name(spots: _Spots, taken: Set[Square]) -> ZoneNameLook:
    corner = corner_for(spots.outline, spots.label, len(spots.badges), taken)
    return ZoneNameLook(spots.zone, spots.label, spots.badges, *corner)


def _is_on(level: LevelId, zone: Zone, outline: Outline) -> bool:
    """Return whether a zone shows on a level."""
    return zone.level == level and len(outline) >= 3


def shown_words(zone: Zone, weather: tuple[Trait, ...]) -> tuple[TraitWord, ...]:
    """Return the traits that show in a zone, the board's own included unless it is sheltered."""
    traits = zone.traits if zone.sheltered or not weather else (*zone.traits, *weather)
    return gravest(tuple([trait.word for trait in traits]))


def _ground(
    level: LevelId, weather: tuple[Trait, ...], sides: Mapping[SideId, SideLook], faint: float,
    covers: bool, zone: Zone, outline: Outline,
) -> ZoneGroundLook | None:  # fmt: skip
    if not _is_on(level, zone, outline):
        return None
    theme, words = colours(), shown_words(zone, weather)
    tint, side = theme.sky if zone.sky else theme.zone, _starting(zone, sides)
    return ZoneGroundLook(
        outline, mixed(tint, side.colour, 0.35) if side else tint,
        0.10 if zone.scenery else 0.22, FLOOR_OVER_BELOW if covers else 0,
        dimmed(words),
        () if faint < 1 else tuple(_fills(zone, words)), faint,
    )  # fmt: skip


def _frame(
    level: LevelId, weather: tuple[Trait, ...], sides: Mapping[SideId, SideLook], faint: float,
    zone: Zone, outline: Outline,
) -> ZoneFrameLook | None:  # fmt: skip
    if not _is_on(level, zone, outline):
        return None
    theme, side = colours(), _starting(zone, sides)
    style = Qt.PenStyle.SolidLine
    if zone.hidden:
        style = Qt.PenStyle.DashLine
    elif zone.scenery:
        style = Qt.PenStyle.DotLine
    return ZoneFrameLook(
        outline, mixed(theme.zone_line, side.colour, 0.55) if side else theme.zone_line, style,
        0 if faint < 1 else cover_grade(shown_words(zone, weather)), faint,
    )  # fmt: skip


def _starting(zone: Zone, sides: Mapping[SideId, SideLook]) -> SideLook | None:
    """Return the look of the side that starts in a zone; of one that is not there none shows."""
    return sides.get(zone.start) if zone.start else None


def _fills(zone: Zone, words: tuple[str, ...]) -> Iterator[Fill]:
    if zone.sky:
        yield sky_fill()
    yield from (fill for fill in map(trait_fill, words) if fill is not None)


def _badges(zone: Zone, weather: tuple[Trait, ...], side: SideLook | None) -> Iterator[Badge]:
    theme = colours()
    own = {trait.word for trait in zone.traits}
    for word in shown_words(zone, weather):
        yield trait_badge(word, from_board=word not in own)
    if zone.sky:
        yield sky_badge()
    if side is not None:
        yield Badge("START", side.colour, theme.ink)
    if zone.goal:
        yield Badge("GOAL", theme.acting, theme.ink)
    if zone.exit:
        yield Badge("EXIT", theme.good, theme.ink)
    if zone.sheltered and weather:
        yield Badge("SH", theme.raised, theme.text)
