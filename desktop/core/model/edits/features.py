"""Features: things one can use or set off."""

from desktop.core.errors import EditError
from desktop.core.model.board import Board, Feature, Stop
from desktop.core.model.edits.checks import check
from desktop.core.model.edits.common import (
    all_found,
    found,
    free_name,
    fresh_id,
    level_of,
    name_for,
    on_board,
    square_on_board,
)
from desktop.core.model.encounter import Encounter
from desktop.core.model.replacing import replace
from desktop.core.model.words import FeatureId, FeatureKind, LevelId, Square, ZoneId

Squares = tuple[Square, ...]


def add_feature(
    encounter: Encounter,
    *,
    kind: FeatureKind = "own",
    squares: Squares = (),
    zone: ZoneId | None = None,
    level: LevelId | None = None,
    stops: tuple[Stop, ...] = (),
    blocks: bool = False,
    blocks_sight: bool = False,
    name: str = "",
    id: str = "",
) -> Encounter:
    """Put a feature on squares, or somewhere in a zone."""
    board = encounter.board
    name = name or ("feature" if kind == "own" else kind)
    name = free_name(name, (feature.label for feature in board.features.values()))
    id_ = FeatureId(fresh_id(encounter, id, name))
    feature = Feature(
        id=id_, name=name_for(id_, name), kind=kind, level=level_of(board, level), stops=stops,
        blocks=blocks, blocks_sight=blocks_sight, hit_by_attack=kind == "still",
    )  # fmt: skip
    feature = _standing(board, feature, squares, zone)
    check(encounter, feature)
    return on_board(encounter, features={**board.features, id_: feature})


def _standing(board: Board, feature: Feature, squares: Squares, zone: ZoneId | None) -> Feature:
    if squares:
        for square in squares:
            square_on_board(board, square, feature.label)
        return replace(feature, squares=tuple(dict.fromkeys(squares)), zone=None)
    if zone is None:
        raise EditError(f"Say where {feature.label} stands: squares, or a zone.")
    return replace(feature, squares=(), zone=zone, level=found(board.zones, zone, "zone").level)


def put_feature(
    encounter: Encounter,
    *,
    feature: FeatureId,
    squares: Squares = (),
    zone: ZoneId | None = None,
    level: LevelId | None = None,
) -> Encounter:
    """Put a feature elsewhere."""
    board = encounter.board
    here = found(board.features, feature, "feature")
    here = replace(here, level=level_of(board, level) if level else here.level)
    after = _standing(board, here, squares, zone)
    return on_board(encounter, features={**board.features, feature: after})


def move_features(
    encounter: Encounter,
    *,
    features: tuple[FeatureId, ...],
    dx: int = 0,
    dy: int = 0,
    level: LevelId | None = None,
) -> Encounter:
    """Move features by whole squares; those placed by zone alone stay."""
    board = encounter.board
    after = dict(board.features)
    for feature in all_found(board.features, features, "feature"):
        if not feature.squares:
            continue
        to_level = level_of(board, level) if level else feature.level
        squares = tuple(
            square_on_board(board, Square(x + dx, y + dy), feature.label)
            for x, y in feature.squares
        )
        after[feature.id] = replace(feature, squares=squares, level=to_level)
    return on_board(encounter, features=after)


def connect(encounter: Encounter, *, panel: FeatureId, thing: str, on: bool = True) -> Encounter:
    """Say that a panel works a door or another feature, or no longer does."""
    board = encounter.board
    here = found(board.features, panel, "feature")
    if on and thing not in board.doors and thing not in board.features:
        raise EditError(f"There is no door or feature called {thing} to work.")
    left = tuple(id_ for id_ in here.works if id_ != thing)
    after = replace(here, works=(*left, thing) if on else left)
    return on_board(encounter, features={**board.features, panel: after})
