"""What differs between two encounters, so that a canvas or a fight can follow narrowly."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import compress
from operator import is_not, ne
from typing import Any, TypeVar, cast

from desktop.core.model.board import Board, Piece, Wall
from desktop.core.model.encounter import Encounter
from desktop.core.model.memo import Memo
from desktop.core.model.words import KindWord, LevelId, Square

K = TypeVar("K", bound=str)
T = TypeVar("T")
V = TypeVar("V")

NOWHERE: frozenset[Square] = frozenset()


@dataclass(frozen=True, slots=True)
class Changed:
    """What became of the things of one kind, by id, in the order of the file."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    reordered: bool = False
    """Whether those that stayed come in another order."""

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed or self.reordered)

    @property
    def all(self) -> tuple[str, ...]:
        """Every id that came, went or changed."""
        return (*self.removed, *self.added, *self.changed)


SAME = Changed()


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
PAIRS = 64
"""How many pairs of tables are known: an edit compares many, each asked for by several panels."""
_PAIRS: dict[tuple[int, int], tuple[object, object, Changed]] = {}
"""By identity, which is theirs for as long as they are held here."""


def _differing(before: object, after: object, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        old, new = getattr(before, name), getattr(after, name)
        if old is not new and old != new:
            yield name


def things_changed(before: Mapping[K, object], after: Mapping[K, object]) -> Changed:
    """Return what became of the things of one kind. The very same mappings are compared once."""
    if before is after:
        return SAME
    known = _PAIRS.get((id(before), id(after)))
    if known is not None:
        return known[-1]
    changed = _things_changed(before, after)
    _note(before, after, changed)
    return changed


def _note(before: Mapping[K, object], after: Mapping[K, object], changed: Changed) -> None:
    """Keep how two mappings differ, so that nobody looks for it again."""
    if len(_PAIRS) >= PAIRS:
        del _PAIRS[next(iter(_PAIRS))]
    _PAIRS[id(before), id(after)] = before, after, changed


def _things_changed(before: Mapping[K, object], after: Mapping[K, object]) -> Changed:
    were, are = list(before), list(after)
    if were == are:  # by far the most often: some things are otherwise
        others = compress(are, map(is_not, before.values(), after.values()))
        changed = tuple(id_ for id_ in others if before[id_] != after[id_])
        return Changed(changed=changed) if changed else SAME
    head = _alike(were, are)
    tail = _alike(were[head:][::-1], are[head:][::-1])
    gone, come = were[head : len(were) - tail], are[head : len(are) - tail]
    olds, news = list(before.values()), list(after.values())
    # What is between is looked for by its id; all the rest stands where it stood.
    olds[head : len(were) - tail] = (before.get(id_, after[id_]) for id_ in come)
    changed = tuple(are[at] for at in _differing_places(olds, news))
    stayed, now = [id_ for id_ in gone if id_ in after], [id_ for id_ in come if id_ in before]
    added = tuple(id_ for id_ in come if id_ not in before)
    removed = tuple(id_ for id_ in gone if id_ not in after)
    return Changed(added, removed, changed, stayed != now) or SAME


def _alike(one: list[K], other: list[K]) -> int:
    """Return how many things at the beginning of two lists are the same."""
    few, many = sorted((one, other), key=len)
    return next(_differing_places(few, many), len(few))


_RUN = 64


def _differing_places(olds: list[Any], news: list[Any]) -> Iterator[int]:
    """Yield where two lists differ, as far as the first goes; it passes over runs alike at once."""
    for start in range(0, len(olds), _RUN):
        run = olds[start : start + _RUN]
        if run != (now := news[start : start + _RUN]):
            for at in compress(range(start, start + _RUN), map(is_not, run, now)):
                if olds[at] != news[at]:
                    yield at


def renewed(
    made: Mapping[K, V], anew: Mapping[K, V], ids: Mapping[K, object], found: Changed
) -> Mapping[K, V]:
    """Return a table with what is made anew in it, in the order of `ids`.

    `found` says how `ids` differ from those of `made`, which is returned where nothing differs.
    """
    others = {id_: new for id_, new in anew.items() if id_ not in made or made[id_] != new}
    if not (found.added or found.removed or found.reordered):
        if not others:
            return made
        after = {**made, **others}
        _note(made, after, Changed(changed=tuple(others)))
        return after
    after = {**made, **others}
    for id_ in cast("tuple[K, ...]", found.removed):
        del after[id_]
    if list(after) != list(ids):  # what comes, comes last as a rule
        after = dict(zip(ids, map(after.__getitem__, ids), strict=True))
    changed = tuple(id_ for id_ in others if id_ in made)
    _note(made, after, Changed(found.added, found.removed, changed, found.reordered))
    return after


def remade(
    made: Mapping[K, V], before: Mapping[K, T], after: Mapping[K, T], make: Callable[[T], V]
) -> Mapping[K, V]:
    """Return what is made of each thing, made again only of those that are not as before.

    `made` is what was made of each thing `before`; it is returned itself where it turns out equal.
    """
    found = things_changed(before, after)
    others = cast("tuple[K, ...]", (*found.changed, *found.added))
    return renewed(made, {id_: make(after[id_]) for id_ in others}, after, found)


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
