"""From what stands on a level to its looks: pictures, walls, doors, features, squares."""

from __future__ import annotations

from collections.abc import Mapping

from desktop.core.model.board import Feature, Piece, Stop
from desktop.core.model.words import KindWord, LevelId, Square, ZoneId
from desktop.core.store.pictures import GONE, fault_of
from desktop.core.store.saving import picture_path
from desktop.ui.canvas.drawn import Drawn
from desktop.ui.canvas.feature_item import FeatureLook
from desktop.ui.canvas.ground_items import PictureLook
from desktop.ui.canvas.layers import Layers, layers
from desktop.ui.canvas.squares_item import NOTHING, Painted, SquaresLook
from desktop.ui.canvas.trait_looks import ground_look
from desktop.ui.canvas.wall_items import DoorLook, WallLook


def pictures(drawn: Drawn) -> Layers:
    """Return the pictures under the levels."""
    found: Layers = {}
    for layer, level, _ in layers(drawn, "picture"):
        background = drawn.encounter.board.levels[level].background
        if background is None:
            continue
        file, stamp, fault = _file_of(drawn, background.file)
        look = PictureLook(
            level, file, background.at, background.width or drawn.place.size[0],
            background.turned, background.faded, stamp, fault,
        )  # fmt: skip
        found[layer] = {level: look}
    return found


def _file_of(drawn: Drawn, picture: str) -> tuple[str, int, str]:
    """Return a picture's whole path and when it was written, or what keeps it from being shown."""
    if drawn.folder is None:
        return "", 0, f"{picture} {GONE}"
    fault = fault_of(drawn.folder, picture)
    path = picture_path(drawn.folder, picture)
    if fault or path is None:
        return "", 0, f"{picture} {fault}"
    return str(path), path.stat().st_mtime_ns, ""


def walls(drawn: Drawn) -> Layers:
    """Return the thin walls, by their place in the list."""
    return {
        layer: {
            str(number): WallLook(wall.along, wall.breakable, faint)
            for number, wall in enumerate(drawn.encounter.board.walls)
            if wall.level == level and len(wall.along) > 1
        }
        for layer, level, faint in layers(drawn, "wall")
    }


def doors(drawn: Drawn) -> Layers:
    """Return the doors, windows, shutters and grilles."""
    return {
        layer: {
            door.id: DoorLook(
                door.id, door.label, door.on, door.kind, door.state, bool(door.hidden), faint
            )
            for door in drawn.encounter.board.doors.values()
            if door.level == level
        }
        for layer, level, faint in layers(drawn, "door")
    }  # fmt: skip


def features(drawn: Drawn) -> Layers:
    """Return the features; one without squares stands in the middle of its zone."""
    return {
        layer: {
            feature.id: FeatureLook(
                feature.id, feature.label, feature.kind, squares, bool(feature.hidden),
                feature.blocks, any(note.spent for note in drawn.notes.get(feature.id, ())),
                feature.kind == "lift" and level != feature.level, faint,
            )
            for feature in drawn.encounter.board.features.values()
            if (squares := squares_of(drawn, feature, level))
        }
        for layer, level, faint in layers(drawn, "feature")
    }  # fmt: skip


def squares_of(drawn: Drawn, feature: Feature, level: LevelId) -> tuple[Square, ...]:
    """Return the squares a feature shows on at a level, where it comes out included."""
    here = (stop for stop in feature.stops if stop.level == level)
    stops = tuple(at for stop in here for at in covers(feature, stop))
    if feature.squares:
        return (feature.squares if feature.level == level else ()) + tuple(
            at for at in stops if feature.level != level or at not in feature.squares
        )
    zone = drawn.encounter.board.zones.get(feature.zone or ZoneId(""))
    if zone is None or zone.level != level or zone.id not in drawn.place.outlines:
        return stops
    x, y = drawn.place.middle_of(zone.id)
    return (Square(int(x), int(y)), *stops)


def covers(feature: Feature, stop: Stop) -> tuple[Square, ...]:
    """Return the squares of a stop; a lift covers as many there as where it is."""
    if feature.kind != "lift" or not feature.squares or stop.level == feature.level:
        return (stop.at,)
    dx, dy = stop.at[0] - feature.squares[0][0], stop.at[1] - feature.squares[0][1]
    return tuple(Square(x + dx, y + dy) for x, y in feature.squares)


def squares_look(drawn: Drawn, level: LevelId, faint: float) -> SquaresLook:
    """Return what is painted on a level: ground, fields, clouds."""
    board = drawn.encounter.board
    if "square" in drawn.hidden_kinds:
        return SquaresLook(drawn.place.size, (NOTHING, NOTHING, NOTHING), faint)
    ground = board.squares.get(level, {})
    return SquaresLook(
        drawn.place.size,
        (
            _painted(drawn, ground),
            _painted(drawn, _pieces(board.fields, level)),
            _painted(drawn, _pieces(board.clouds, level)),
        ),
        faint,
    )


def _pieces(pieces: tuple[Piece, ...], level: LevelId) -> dict[Square, KindWord]:
    return {
        square: piece.kind for piece in pieces if piece.level == level for square in piece.squares
    }


def _painted(drawn: Drawn, words: Mapping[Square, KindWord]) -> Painted:
    board = drawn.encounter.board
    return words, {word: ground_look(board, word) for word in set(words.values())}
