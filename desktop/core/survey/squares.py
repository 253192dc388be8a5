"""Checks of squares that contradict themselves or lack a number (L27, and of L29)."""

from collections.abc import Iterator

from desktop.core.model.board import Piece
from desktop.core.model.edits.terrain import Layer
from desktop.core.model.words import KindWord, LevelId, Square
from desktop.core.survey.issue import Fix, Found, Where
from desktop.core.survey.layout import Layout


def several_pieces(layout: Layout) -> Iterator[Found]:
    """L27: two clouds or two fields on one square, told once for each two pieces."""
    both: tuple[tuple[Layer, tuple[Piece, ...]], ...] = (
        ("cloud", layout.clouds), ("field", layout.fields),
    )  # fmt: skip
    for of, pieces in both:
        on: dict[tuple[LevelId, Square], Piece] = {}
        told: set[tuple[int, int]] = set()
        for piece in pieces:
            for square in piece.squares:
                had = on.get((piece.level, square))
                if had is not None and (id(had), id(piece)) not in told:
                    told.add((id(had), id(piece)))
                    names = _called(of, had), _called(of, piece)
                    yield _contradiction(piece.level, square, *names, _newest(of, piece))
                on[piece.level, square] = piece


def _called(of: Layer, piece: Piece) -> str:
    """Return what a piece is called, as `the field fire`, but `the dark cloud`."""
    return f"the {piece.kind}" if piece.kind.endswith(of) else f"the {of} {piece.kind}"


def _newest(of: Layer, piece: Piece) -> Fix:
    arguments = {
        "of": of, "kind": piece.kind, "squares": [list(at) for at in piece.squares],
        "level": piece.level, "source": piece.source, "until": piece.until,
        "damage": piece.damage,
    }  # fmt: skip
    return Fix(f"Keep {_called(of, piece)}", (("lay", arguments),))


def _contradiction(
    level: LevelId, square: Square, name: str, other: str, fix: Fix | None = None
) -> Found:
    return _wrong(level, square, f"{other} as well as {name}", fix)


def _wrong(
    level: LevelId, square: Square, has: str, fix: Fix | None = None, piece: int | None = None
) -> Found:
    fields = {"square": f"{square[0]}, {square[1]}", "has": has}
    return Found(check="L27", grade="error", at=_on(level, piece), fields=fields, fix=fix)


def _on(level: LevelId, piece: int | None) -> tuple[Where, ...]:
    """Return a level, and a field or cloud there by its place in the list: fields come first."""
    return (Where("level", level), *(() if piece is None else (Where("piece", str(piece)),)))


def wall_and_obstacle(layout: Layout) -> Iterator[Found]:
    """L27: a square that is a wall and an obstacle at once, told once for each two things."""
    told: set[tuple[str, str]] = set()
    for level, square, name, is_obstacle in _laid(layout):
        ground = layout.painted.get(level, {}).get(square)
        if ground is None or (ground, name) in told:
            continue
        wanted = "wall" if is_obstacle else "obstacle"
        if wanted in layout.kind(ground).qualities:
            told.add((ground, name))
            pair = f"the {wanted} {ground}", f"the {'obstacle' if is_obstacle else 'wall'} {name}"
            yield _contradiction(level, square, *pair)


def _laid(layout: Layout) -> Iterator[tuple[LevelId, Square, str, bool]]:
    """Yield what stands on squares besides the ground, and whether it is an obstacle or a wall."""
    for piece in layout.fields:
        qualities = layout.kind(piece.kind).qualities
        if "wall" in qualities or "obstacle" in qualities:
            for square in piece.squares:
                yield piece.level, square, piece.kind, "wall" not in qualities
    for feature in layout.features.values():
        for square in feature.squares if feature.blocks else ():
            yield feature.level, square, feature.label, not feature.blocks_sight


def harm_without_a_number(layout: Layout) -> Iterator[Found]:
    """L27 of fields, L29 of ground and clouds that hurt, and nobody says how much."""
    if layout.space == "zones":
        return
    for level, words in layout.words_painted.items():
        for word in words:
            if _hurts_unsaid(layout, word):
                yield _missing(f"The ground {word}", level)
    fields = len(layout.fields)
    for at, piece in enumerate((*layout.fields, *layout.clouds)):
        if not piece.squares or piece.damage is not None or not _hurts_unsaid(layout, piece.kind):
            continue
        x, y = square = piece.squares[0]
        if at < fields:
            has = f"{_called('field', piece)} without its damage"
            yield _wrong(piece.level, square, has, piece=at)
        else:
            yield _missing(f"The cloud {piece.kind} at {x}, {y}", piece.level, piece=at)


def _hurts_unsaid(layout: Layout, word: KindWord) -> bool:
    kind = layout.kind(word)
    return "damaging" in kind.qualities and kind.damage is None


def air_without_a_depth(layout: Layout) -> Iterator[Found]:
    """L29: open air with no level below it and no metres, so that nobody falls into it."""
    levels = layout.levels
    if layout.space != "squares" or not levels:
        return
    lowest = min(level.height for level in levels.values())
    for level, words in layout.words_painted.items():
        if levels[level].height > lowest:
            continue
        for word in words:
            kind = layout.kind(word)
            if "void" in kind.qualities and "ledge" not in kind.qualities and not kind.metres:
                yield _missing(f"The ground {word}", level, "depth in metres")


def _missing(name: str, level: LevelId, field: str = "damage", piece: int | None = None) -> Found:
    fields = {"name": name, "field": field}
    return Found(check="L29", grade="hint", at=_on(level, piece), fields=fields)


CHECKS = (several_pieces, wall_and_obstacle, harm_without_a_number, air_without_a_depth)
