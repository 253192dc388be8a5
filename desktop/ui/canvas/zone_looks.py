"""From zones to their looks: ground, frame, and the name in its free corner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import is_
from typing import Any, NamedTuple

from PySide6.QtCore import Qt

from desktop.core.model.board import Trait, Zone
from desktop.core.model.footprint import covered
from desktop.core.model.geometry import Outline
from desktop.core.model.words import LevelId, SideId, Square, ZoneId
from desktop.ui.canvas.drawn import Drawn
from desktop.ui.canvas.layers import Kept, Key, layers
from desktop.ui.canvas.name_corners import corner_for, squares_under
from desktop.ui.canvas.sides import UNKNOWN_SIDE, SideLook, side_looks
from desktop.ui.canvas.thing_looks import squares_of
from desktop.ui.canvas.trait_looks import (
    DIMMED,
    cover_grade,
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
        self._grounds: Kept[tuple[ZoneGroundLook, ZoneFrameLook]] = Kept()
        self._spots: Kept[_Spots] = Kept()
        self._named: tuple[object, ...] = ()
        """What names were last made from, but for who and what is in their way."""
        self._wanted: dict[ZoneId, _Spots] = {}
        self._names: dict[ZoneId, tuple[_Spots, ZoneNameLook]] = {}
        self._taken: frozenset[Square] = frozenset()

    def grounds(self, drawn: Drawn) -> dict[Key, Any]:
        """Return ground and frame of every zone."""
        self._grounds.turn()
        sides = side_looks(drawn.encounter)
        weather = drawn.encounter.board.traits
        found: dict[Key, Any] = {}
        for layer, level, faint in layers(drawn, "zone"):
            is_below = layer != "zone"
            covers = drawn.below is not None and not is_below
            frame = layer.replace("zone", "frame")
            for zone, outline in zones_on(drawn, level):
                side = sides.get(zone.start) if zone.start else None
                key = (layer, zone.id)
                ground, border = self._grounds.get(
                    key, _ground_and_frame, zone, outline, weather, side, faint, covers
                )
                found[key] = ground
                found[frame, zone.id] = border
        return found

    def names(self, drawn: Drawn) -> dict[Key, ZoneNameLook]:
        """Return every zone's name, in the corner that is free of tokens and features."""
        if "zone" in drawn.hidden_kinds:
            return {}
        board, sides = drawn.encounter.board, side_looks(drawn.encounter)
        named = drawn.level, board.zones, drawn.place.outlines, board.traits, sides
        if len(named) != len(self._named) or not all(map(is_, named, self._named)):
            self._named, self._wanted = named, self._all_spots(drawn, sides)
        before, was, taken = self._names, self._taken, self._taken_by(drawn)
        other = was ^ taken
        self._names = {}
        for id_, spots in self._wanted.items():
            kept = before.get(id_)
            if kept is None or kept[0] is not spots or not spots.under.isdisjoint(other):
                corner = corner_for(spots.outline, spots.label, len(spots.badges), taken)
                kept = spots, ZoneNameLook(id_, spots.label, spots.badges, *corner)
            self._names[id_] = kept
        return {("name", id_): look for id_, (_, look) in self._names.items()}

    def _all_spots(self, drawn: Drawn, sides: Mapping[SideId, SideLook]) -> dict[ZoneId, _Spots]:
        self._spots.turn()
        weather = drawn.encounter.board.traits
        found: dict[ZoneId, _Spots] = {}
        for zone, outline in zones_on(drawn, drawn.level):
            side = sides.get(zone.start, UNKNOWN_SIDE) if zone.start else None
            found[zone.id] = self._spots.get(zone.id, _spots, zone, outline, weather, side)
        return found

    def _taken_by(self, drawn: Drawn) -> frozenset[Square]:
        """Return the squares that a name should not cover, the same object while they are."""
        here = drawn.on_level(drawn.level)
        squares = {stand.seat for stand in here}
        for stand in here:
            if stand.side_sq > 1:
                squares.update(covered(stand.seat, stand.side_sq))
        for feature in drawn.encounter.board.features.values():
            squares.update(squares_of(drawn, feature, drawn.level))
        if squares != self._taken:
            self._taken = frozenset(squares)
        return self._taken


class _Spots(NamedTuple):
    """What a zone's name needs to choose its corner."""

    label: str
    outline: Outline
    badges: tuple[Badge, ...]
    under: frozenset[Square]
    """The squares that the name may come to lie on."""


def _spots(
    zone: Zone, outline: Outline, weather: tuple[Trait, ...], side: SideLook | None
) -> _Spots:
    badges = tuple(_badges(zone, weather, side))
    return _Spots(zone.label, outline, badges, squares_under(outline, zone.label, len(badges)))


def zones_on(drawn: Drawn, level: LevelId) -> Iterator[tuple[Zone, Outline]]:
    """Yield the zones of a level with their outlines, in the file's order."""
    outlines = drawn.place.outlines
    for zone in drawn.encounter.board.zones.values():
        if zone.level == level and len(outlines[zone.id]) >= 3:
            yield zone, outlines[zone.id]


def shown_words(zone: Zone, weather: tuple[Trait, ...]) -> tuple[str, ...]:
    """Return the traits that show in a zone, the board's own included unless it is sheltered."""
    traits = zone.traits if zone.sheltered or not weather else (*zone.traits, *weather)
    return gravest(trait.word for trait in traits)


def _ground_and_frame(
    zone: Zone,
    outline: Outline,
    weather: tuple[Trait, ...],
    side: SideLook | None,
    faint: float,
    covers: bool,
) -> tuple[ZoneGroundLook, ZoneFrameLook]:
    theme, is_below = colours(), faint < 1
    words = shown_words(zone, weather)
    tint = theme.sky if zone.sky else theme.zone
    ground = ZoneGroundLook(
        outline, mixed(tint, side.colour, 0.35) if side else tint,
        0.10 if zone.scenery else 0.22, FLOOR_OVER_BELOW if covers else 0,
        max((DIMMED.get(word, 0) for word in words), default=0),
        () if is_below else tuple(_fills(zone, words)), faint,
    )  # fmt: skip
    style = Qt.PenStyle.SolidLine
    if zone.hidden:
        style = Qt.PenStyle.DashLine
    elif zone.scenery:
        style = Qt.PenStyle.DotLine
    frame = ZoneFrameLook(
        outline, mixed(theme.zone_line, side.colour, 0.55) if side else theme.zone_line, style,
        0 if is_below else cover_grade(words), faint,
    )  # fmt: skip
    return ground, frame


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
