"""What differs between two encounters, so that a canvas or a fight can follow narrowly."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import compress
from operator import ne

from desktop.core.model.board import Board, Piece, Wall
from desktop.core.model.encounter import Encounter
from desktop.core.model.memo import Memo
from desktop.core.model.tables import SAME, Changed, things_changed
from desktop.core.model.words import KindWord, LevelId, Square

NOWHERE: frozenset[Square] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What differs; false where nothing does."""

    levels: Changed = SAME
    zones: Changed = SAME
    links: Changed = SAME
    doors: Changed = SAME
    features: Changed = SAME
    kinds: Changed = SAME
    walls: frozenset[LevelId] = frozenset()
    """The levels whose thin walls differ."""
    squares: Mapping[LevelId, frozenset[Square]]
    """The squares whose paint differs, level by level."""
    fields: Mapping[LevelId, frozenset[Square]]
    clouds: Mapping[LevelId, frozenset[Square]]
    board: frozenset[str] = frozenset()
    """Of `size` and `traits`, those that differ."""
    profiles: Changed = SAME
    fighters: Changed = SAME
    groups: Changed = SAME
    sides: Changed = SAME
    clocks: Changed = SAME
    cues: Changed = SAME
    document: frozenset[str] = frozenset()
    """The other fields of the encounter that differ, as `name` or `rulings`."""

    def __bool__(self) -> bool:
        return any(getattr(self, item.name) for item in fields(self))

    @property
    def place(self) -> bool:
        """Whether the board differs in anything."""
        return any(
            (
                self.levels, self.zones, self.links, self.doors, self.features, self.kinds,
                self.walls, self.squares, self.fields, self.clouds, self.board,
            )
        )  # fmt: skip


_ON_BOARD = ("levels", "zones", "links", "doors", "features", "kinds")
_IN_ENCOUNTER = ("profiles", "fighters", "groups", "sides", "clocks", "cues")
_DOCUMENT = (
    "name", "notes", "for_players", "goal", "space", "square", "packs", "slots", "rulings",
    "traits", "tables", "muted",
)  # fmt: skip


def changes(before: Encounter, after: Encounter) -> Changes:
    """Return what differs. Fast where little does: the very same parts are not looked into."""
    return _MEMO.get("changes", (before, after), lambda: _changes(before, after))


def _changes(before: Encounter, after: Encounter) -> Changes:
    old, new = before.board, after.board
    kinds = {
        name: things_changed(getattr(before, name), getattr(after, name)) for name in _IN_ENCOUNTER
    }
    if old is not new:
        kinds |= {
            name: things_changed(getattr(old, name), getattr(new, name)) for name in _ON_BOARD
        }
    return Changes(
        **kinds,
        walls=_walls(old, new),
        squares=squares_changed(old.squares, new.squares),
        fields=_pieces(old.fields, new.fields),
        clouds=_pieces(old.clouds, new.clouds),
        board=frozenset(_differing(old, new, ("size", "traits"))),
        document=frozenset(_differing(before, after, _DOCUMENT)),
    )


_MEMO = Memo()


def _differing(before: object, after: object, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        old, new = getattr(before, name), getattr(after, name)
        if old is not new and old != new:
            yield name


def squares_changed(
    before: Mapping[LevelId, Mapping[Square, KindWord]],
    after: Mapping[LevelId, Mapping[Square, KindWord]],
) -> dict[LevelId, frozenset[Square]]:
    """Return the squares whose paint differs; levels without any are left out."""
    found: dict[LevelId, frozenset[Square]] = {}
    if before is after:
        return found
    for level in dict.fromkeys((*before, *after)):
        old, new = before.get(level, {}), after.get(level, {})
        differing = words_changed(old, new)
        if differing:
            found[level] = differing
    return found


def words_changed(
    before: Mapping[Square, KindWord], after: Mapping[Square, KindWord]
) -> frozenset[Square]:
    """Return the squares whose word differs, those with none before or after among them."""
    if before is after:
        return NOWHERE
    return _MEMO.get("words", (before, after), lambda: _words_changed(before, after))


def note_words_changed(
    before: Mapping[Square, KindWord],
    after: Mapping[Square, KindWord],
    among: Iterable[Square],
) -> None:
    """Keep which squares differ, where an edit knows among which to look, for there and back."""
    differing = frozenset(at for at in among if before.get(at) != after.get(at))
    for parts in ((before, after), (after, before)):
        _MEMO.get("words", parts, lambda: differing)


def _words_changed(
    before: Mapping[Square, KindWord], after: Mapping[Square, KindWord]
) -> frozenset[Square]:
    differing = set(compress(after, map(ne, map(before.get, after), after.values())))
    came = sum(at not in before for at in differing)
    if len(before) + came > len(after):
        differing |= before.keys() - after.keys()
    return frozenset(differing)


def _walls(old: Board, new: Board) -> frozenset[LevelId]:
    if old.walls is new.walls or old.walls == new.walls:
        return frozenset()
    levels = {wall.level for wall in (*old.walls, *new.walls)}
    return frozenset(
        level for level in levels if _of_level(old.walls, level) != _of_level(new.walls, level)
    )


def _of_level(walls: tuple[Wall, ...], level: LevelId) -> list[Wall]:
    return [wall for wall in walls if wall.level == level]


def _pieces(
    before: tuple[Piece, ...], after: tuple[Piece, ...]
) -> dict[LevelId, frozenset[Square]]:
    if before is after or before == after:
        return {}
    kept = [piece for piece in before if piece in after]
    found: dict[LevelId, set[Square]] = {}
    for piece in (*before, *after):
        if piece not in kept:
            found.setdefault(piece.level, set()).update(piece.squares)
    return {level: frozenset(squares) for level, squares in found.items() if squares}
