"""Painted squares, fields, clouds, and the GM's own kinds of ground."""

from typing import Literal

from desktop.core.errors import EditError
from desktop.core.model.board import Amount, Board, GroundKind, Height, Piece
from desktop.core.model.diff import note_words_changed
from desktop.core.model.edits.common import level_of, limits, on_board
from desktop.core.model.edits.shift import joined
from desktop.core.model.encounter import Encounter
from desktop.core.model.ground import KINDS, QUALITIES
from desktop.core.model.moments import Moment
from desktop.core.model.place import Place
from desktop.core.model.plain import closest_words
from desktop.core.model.references import with_effects
from desktop.core.model.replacing import replace
from desktop.core.model.words import KindWord, LevelId, PackName, Square

Layer = Literal["field", "cloud"]
Squares = tuple[Square, ...]


def paint(
    encounter: Encounter, *, squares: Squares, kind: str = "", level: LevelId | None = None
) -> Encounter:
    """Paint squares with a kind of ground, or clear them where none is named."""
    board = encounter.board
    on = level_of(board, level)
    inside = _inside(board, squares)
    before = board.squares.get(on, {})
    painted = dict(before)
    if kind:
        painted.update(dict.fromkeys(inside, known_kind(board, kind)))
    else:
        for square in inside:
            painted.pop(square, None)
    note_words_changed(before, painted, inside)
    return on_board(encounter, squares=_with_level(board, on, painted))


def _inside(board: Board, squares: Squares) -> Squares:
    width, height = limits(board)
    inside = tuple(at for at in squares if 0 <= at[0] < width and 0 <= at[1] < height)
    if squares and not inside:
        raise EditError(f"These squares lie outside the board, which is {width} by {height}.")
    return inside


def _with_level(
    board: Board, level: LevelId, painted: dict[Square, KindWord]
) -> dict[LevelId, dict[Square, KindWord]]:
    after = {**board.squares, level: painted}
    return {on: after[on] for on in board.levels if after.get(on)}  # type: ignore[misc]  # mappings are read only


def known_kind(board: Board, word: str) -> KindWord:
    """Return a kind's word with spaces. Raises EditError for one that nobody describes."""
    for spelt in (KindWord(word), KindWord(word.replace("_", " "))):
        if spelt in KINDS or spelt in board.kinds:
            return spelt
    hint = closest_words(word, (*KINDS, *board.kinds))
    raise EditError(f"There is no kind of ground called {word}.{hint}")


def known_qualities(qualities: tuple[str, ...]) -> tuple[str, ...]:
    """Return qualities. Raises EditError for one that the program does not know."""
    for quality in qualities:
        if quality not in QUALITIES:
            hint = closest_words(quality, QUALITIES)
            raise EditError(f"There is no quality called {quality}.{hint}")
    return qualities


def fill(
    encounter: Encounter, *, square: Square, kind: str = "", level: LevelId | None = None
) -> Encounter:
    """Paint all around a square, as far as walls, zone borders and other ground."""
    on = level_of(encounter.board, level)
    squares = filled(Place.of(encounter.board), on, square)
    return paint(encounter, squares=squares, kind=kind, level=on)


def filled(place: Place, level: LevelId, square: Square) -> Squares:
    """Return the squares that a fill from one reaches, itself among them."""
    if not place.is_inside(square):
        raise EditError(f"{square.x},{square.y} lies outside the board.")
    painted = place.board.squares.get(level, {})
    owners, edges = place.zone_map(level).owners, place.ground(level).edges
    ground, zone = painted.get(square), owners.get(square)
    width, height = place.size
    reached, waiting = {square}, [square]
    while waiting:
        x, y = waiting.pop()
        for to, edge in (
            ((x, y - 1), (x, y, "n")), ((x + 1, y), (x + 1, y, "w")),
            ((x, y + 1), (x, y + 1, "n")), ((x - 1, y), (x, y, "w")),
        ):  # fmt: skip
            if to in reached or edge in edges or not (0 <= to[0] < width and 0 <= to[1] < height):
                continue
            if painted.get(to) == ground and owners.get(to) == zone:  # type: ignore[call-overload]  # pairs equal squares
                reached.add(Square(*to))
                waiting.append(Square(*to))
    return tuple(sorted(reached, key=lambda at: (at[1], at[0])))


def add_ground_kind(
    encounter: Encounter,
    *,
    word: str,
    qualities: tuple[str, ...],
    metres: Height | None = None,
    damage: Amount | None = None,
    breakable: bool | None = None,
    colour: str = "",
    says: str = "",
    book: PackName | None = None,
) -> Encounter:
    """Describe a kind of ground of the GM's own, or describe it anew."""
    plain = KindWord(" ".join(word.replace("_", " ").split()))
    if not plain:
        raise EditError("Give the kind of ground a name.")
    kind = GroundKind(
        qualities=known_qualities(qualities), metres=metres, damage=damage, breakable=breakable,
        colour=colour, says=says, book=book,
    )  # fmt: skip
    return on_board(encounter, kinds={**encounter.board.kinds, plain: kind})


def remove_ground_kinds(encounter: Encounter, ids: tuple[str, ...]) -> Encounter:
    """Take kinds of the GM's own out, and off every square that they lie on."""
    board = encounter.board
    gone = frozenset(KindWord(word) for word in ids)
    for word in ids:
        if word not in board.kinds:
            raise EditError(f"There is no kind of ground of your own called {word}.")
    unknown = gone - KINDS.keys()
    squares = {
        level: left
        for level, painted in board.squares.items()
        if (left := {at: kind for at, kind in painted.items() if kind not in unknown})
    }
    after = on_board(
        encounter,
        kinds={word: kind for word, kind in board.kinds.items() if word not in gone},
        squares=squares,
        fields=tuple(piece for piece in board.fields if piece.kind not in unknown),
        clouds=tuple(piece for piece in board.clouds if piece.kind not in unknown),
    )
    return with_effects(
        after, lambda effect: None if getattr(effect, "paint", None) in unknown else effect
    )


def lay(
    encounter: Encounter,
    *,
    of: Layer,
    kind: str,
    squares: Squares,
    level: LevelId | None = None,
    source: str = "",
    until: Moment | None = None,
    damage: Amount | None = None,
) -> Encounter:
    """Lay a field or a cloud on squares, in the place of others of its sort."""
    board = encounter.board
    on = level_of(board, level)
    piece = Piece(
        kind=known_kind(board, kind), level=on, squares=tuple(sorted(set(_inside(board, squares)))),
        source=source, until=until, damage=damage,
    )  # fmt: skip
    if not piece.squares:
        raise EditError(f"A {of} needs at least one square.")
    left = _lifted(_pieces(board, of), on, frozenset(piece.squares))
    return _with_pieces(encounter, of, tuple(joined([*left, piece])))


def lift(
    encounter: Encounter, *, of: Layer, squares: Squares, level: LevelId | None = None
) -> Encounter:
    """Take fields or clouds off squares."""
    board = encounter.board
    left = _lifted(_pieces(board, of), level_of(board, level), frozenset(squares))
    return _with_pieces(encounter, of, left)


def _pieces(board: Board, of: Layer) -> tuple[Piece, ...]:
    return board.fields if of == "field" else board.clouds


def _with_pieces(encounter: Encounter, of: Layer, pieces: tuple[Piece, ...]) -> Encounter:
    return on_board(encounter, **{"fields" if of == "field" else "clouds": pieces})


def _lifted(
    pieces: tuple[Piece, ...], level: LevelId, squares: frozenset[Square]
) -> tuple[Piece, ...]:
    left: list[Piece] = []
    for piece in pieces:
        if piece.level != level or squares.isdisjoint(piece.squares):
            left.append(piece)
            continue
        rest = tuple(at for at in piece.squares if at not in squares)
        if rest:
            left.append(replace(piece, squares=rest))
    return tuple(left)
