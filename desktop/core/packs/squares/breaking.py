"""Walls and obstacles that break: what is left of them, and who may break what."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from desktop.core.model.board import Feature, Piece, Wall
from desktop.core.model.edits.walls import erase_walls
from desktop.core.model.geometry import Edge, edges_along
from desktop.core.model.words import FeatureId, FighterId, KindWord, LevelId, Square
from desktop.core.packs.squares.ground import Bulk, bulk_at, is_breakable, mark_of
from desktop.core.rules.actions import Action
from desktop.core.rules.book import ActionRule, Pack, Rulebook
from desktop.core.rules.events import MarkSet, PlaceChanged, PlaceParts
from desktop.core.rules.grid import not_now
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

FIRM = RuleRef("GRID-WALL-03")
BREAKS = RuleRef("GRID-OBSTACLE-04")
RUBBLE = RuleRef("GRID-OBSTACLE-05")
RUBBLE_KIND = KindWord("rubble")


@dataclass(frozen=True, slots=True, kw_only=True)
class SmashSquare(Action):
    """Break the wall or obstacle on a square; it becomes rubble."""

    deed: ClassVar[str] = "smashes what stands at {at}"

    at: Square
    level: LevelId | None = None
    who: FighterId | None = None
    """Who does it; unsaid, whatever the GM says does."""

    def deed_in(self, state: CombatState) -> str:
        """Return it as what is done, where nobody does it."""
        return self.deed if self.who else "Smash what stands at {at}"

    @property
    def doer(self) -> FighterId | None:
        """Who does it, if anybody."""
        return self.who


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkBreakable(Action):
    """The GM says whether the wall or obstacle on a square can be broken."""

    deed: ClassVar[str] = "Let what stands at {at} be broken"

    at: Square
    breakable: bool
    level: LevelId | None = None

    def deed_in(self, state: CombatState) -> str:
        """Return what the GM says of it."""
        return self.deed if self.breakable else "Let what stands at {at} hold"


def _level(state: CombatState, level: LevelId | None) -> LevelId:
    return level or state.encounter.board.first_level


def _bulk(state: CombatState, action: SmashSquare | MarkBreakable) -> Bulk | None:
    return bulk_at(state.place, _level(state, action.level), action.at)


def _smash_refusals(book: Rulebook, state: CombatState, action: SmashSquare) -> Iterator[Refusal]:
    if action.who is not None:
        yield from not_now(state, action.who)
    bulk = _bulk(state, action)
    where = f"{action.at[0]},{action.at[1]}"
    if bulk is None:
        yield Refusal(f"Nothing stands on {where} that could break.", BREAKS, final=True)
    elif not is_breakable(state, _level(state, action.level), bulk):
        rule = FIRM if bulk.kind == "wall" else BREAKS
        says = f"The {bulk.layer.kind} on {where} cannot be broken."
        yield Refusal(says, rule, "Mark it as breakable.")


def _smash(now: Now, action: SmashSquare) -> None:
    bulk = _bulk(now.state, action)
    if bulk is not None:
        smash(now, _level(now.state, action.level), (bulk,), RUBBLE)


def _mark_refusals(book: Rulebook, state: CombatState, action: MarkBreakable) -> Iterator[Refusal]:
    if _bulk(state, action) is None:
        where = f"{action.at[0]},{action.at[1]}"
        yield Refusal(f"Neither wall nor obstacle stands on {where}.", BREAKS, final=True)


def _mark(now: Now, action: MarkBreakable) -> None:
    level = _level(now.state, action.level)
    now.happens(
        MarkSet(subject=level, name=mark_of(action.at), value=action.breakable, rule=BREAKS)
    )


# Rubble


def smash(now: Now, level: LevelId, several: Iterable[Bulk], rule: RuleRef) -> None:
    """Turn what stands on squares into rubble, by one reading all of a big thing at once."""
    bulks = tuple(several)
    if reads(now.state, "grid_big_obstacle", "all of it"):
        bulks = tuple(_whole(now.state, level, bulks))
    if bulks:
        x, y = bulks[0].square
        more = f" and {len(bulks) - 1} squares more" if len(bulks) > 1 else ""
        says = f"{bulks[0].layer.kind} at {x}, {y}{more}: rubble"
        parts = rubble_parts(now.state, level, bulks)
        now.happens(PlaceChanged(says=says, parts=parts, rule=rule))


def rubble_parts(state: CombatState, level: LevelId, bulks: Iterable[Bulk]) -> PlaceParts:
    """Return the place with what stood on squares as rubble."""
    board = state.encounter.board
    painted = dict(board.squares.get(level, {}))
    fields = board.fields
    features: dict[FeatureId, Feature | None] = {}
    as_field = reads(state, "grid_rubble_layer", "always a field")
    gone = frozenset(bulk.square for bulk in bulks)
    for bulk in bulks:
        if isinstance(bulk.layer.thing, Feature):
            name = FeatureId(bulk.layer.thing.id)
            had = features.get(name) or board.features[name]
            left = tuple(at for at in had.squares if at != bulk.square)
            features[name] = replace(had, squares=left) if left else None
        if bulk.layer.of == "ground":
            painted.pop(bulk.square, None)
        if not as_field:
            painted[bulk.square] = RUBBLE_KIND
    if as_field or any(bulk.is_conjured for bulk in bulks):
        fields = tuple(
            replace(piece, squares=left) if piece.level == level else piece
            for piece in fields
            if (left := tuple(at for at in piece.squares if at not in gone)) or piece.level != level
        )
    if as_field:
        fields = (*fields, Piece(kind=RUBBLE_KIND, level=level, squares=tuple(sorted(gone))))
    return PlaceParts(
        squares={level: painted}, fields=fields if fields != board.fields else None,
        features=features,
    )  # fmt: skip


def _whole(state: CombatState, level: LevelId, bulks: Iterable[Bulk]) -> Iterator[Bulk]:
    """Yield all of the things that some squares are parts of."""
    seen: set[Square] = set()
    waiting = list(bulks)
    while waiting:
        bulk = waiting.pop()
        if bulk.square in seen:
            continue
        seen.add(bulk.square)
        yield bulk
        x, y = bulk.square
        for to in (Square(x, y - 1), Square(x + 1, y), Square(x, y + 1), Square(x - 1, y)):
            near = bulk_at(state.place, level, to)
            if near is not None and near.layer.kind == bulk.layer.kind:
                waiting.append(near)


def without_edges(state: CombatState, level: LevelId, edges: Iterable[Edge]) -> tuple[Wall, ...]:
    """Return the thin walls of a board with some edges broken out of them."""
    walls = state.encounter.board.walls
    there = {edge for wall in walls if wall.level == level for edge in edges_along(wall.along)}
    gone = tuple((edge.x, edge.y, str(edge.side)) for edge in edges if edge in there)
    return erase_walls(state.encounter, level=level, edges=gone).board.walls if gone else walls


CHAPTER = Pack(
    name="squares",
    actions={
        SmashSquare: ActionRule(refusals=_smash_refusals, resolve=_smash),
        MarkBreakable: ActionRule(refusals=_mark_refusals, resolve=_mark),
    },
)
