"""Before the fight: who sets up a tile, which pieces are special, whether walls are climbed."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from desktop.core.errors import EditError
from desktop.core.model.board import Board, Door, Feature
from desktop.core.model.edits.features import add_feature
from desktop.core.model.ground import kind_of
from desktop.core.model.underfoot import qualities_of
from desktop.core.model.words import FeatureKind, LevelId, SideId, Square
from desktop.core.packs.hive import pieces
from desktop.core.packs.hive.door import DOORS
from desktop.core.rules.actions import Action
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.changes import parts_between
from desktop.core.rules.events import FightBegan, MarkSet, PlaceChanged, PlaceParts, Said
from desktop.core.rules.house import NAMES, no_such
from desktop.core.rules.labels import label_of
from desktop.core.rules.near import spot_named
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

MODE = RuleRef("ZM-SETUP-01")
TILE = RuleRef("ZM-SETUP-03")
OWNER = RuleRef("ZM-SETUP-04")
FLAT = RuleRef("ZM-SETUP-05")
PIECES = RuleRef("ZM-SETUP-07")

TILE_SQ = 12
"""How many squares a side a tile has."""
WALLS = "walls"
"""The mark on the fight: `climbable`, or `roofed`."""
CLIMBABLE, ROOFED = "climbable", "roofed"
FLOOR_TILE = "tile "
"""Before the number of a tile, the mark on the fight with the side that sets it up."""
FIGHT = ""
"""The subject of marks on the fight as a whole."""
SOLID = "solid"
VALUES = (
    Option(SOLID, "neither crossed nor seen through"),
    Option("seen over", "seen over, but not crossed"),
    Option("crossed", "crossed like difficult ground, and seen over"),
)
"""What the table may say of walls on a flat board."""
QUALITIES: Mapping[str, Mapping[str, Any]] = {
    "seen over": {"qualities": ("obstacle",), "breakable": False},
    "crossed": {"qualities": ("difficult",)},
}
"""What that makes of their kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpTile(Action):
    """Set up a tile for a side, and put a piece of terrain on it."""

    deed: ClassVar[str] = "Set up tile {tile} for {side}"

    side: SideId
    tile: int
    """Counted from 1, row by row."""
    kind: FeatureKind = "own"
    squares: tuple[Square, ...] = ()
    """Where the piece stands; unsaid, only the tile is set up."""
    level: LevelId | None = None
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreeOnPiece(Action):
    """Agree that a piece has the special rules of its kind, or that it is plain scenery."""

    deed: ClassVar[str] = "Agree on {thing}"

    thing: str
    """A door or feature."""
    special: bool = True


# Tiles


def tiles(board: Board) -> tuple[int, int]:
    """Return how many whole tiles a board takes across and down."""
    width, height = board.size or (0, 0)
    return width // TILE_SQ, height // TILE_SQ


def tile_of(board: Board, square: Square) -> int | None:
    """Return the tile that a square lies on, counted from 1 row by row; None beside them all."""
    across, down = tiles(board)
    x, y = square[0] // TILE_SQ, square[1] // TILE_SQ
    return 1 + y * across + x if 0 <= x < across and 0 <= y < down else None


def _tile_refusals(book: Rulebook, state: CombatState, action: SetUpTile) -> Iterator[Refusal]:
    board = state.encounter.board
    across, down = tiles(board)
    if not 1 <= action.tile <= across * down:
        says = f"There is no tile {action.tile}; the board takes {across * down}."
        yield Refusal(says, TILE, final=True)
        return
    owner = state.mark(FIGHT, f"{FLOOR_TILE}{action.tile}")
    if owner not in (None, action.side):
        says = f"{label_of(state, str(owner))} sets up tile {action.tile}."
        yield Refusal(says, OWNER, "Take another.")
    if any(tile_of(board, square) != action.tile for square in action.squares):
        yield Refusal(f"That piece does not lie on tile {action.tile}.", OWNER)


def _set_up(now: Now, action: SetUpTile) -> None:
    name = f"{FLOOR_TILE}{action.tile}"
    says = f"{label_of(now.state, action.side)} sets up tile {action.tile}"
    now.happens(
        MarkSet(subject=FIGHT, name=name, value=action.side, rule=OWNER),
        Said(text=says, rule=OWNER),
    )
    if not action.squares:
        return
    before = now.state.encounter
    try:
        after = add_feature(
            before, kind=action.kind, squares=action.squares, level=action.level, name=action.name
        )
    except EditError as error:
        now.happens(Said(text=str(error), rule=NAMES))
        return
    parts = parts_between(before, after)
    label = next(each.label for each in parts.features.values() if each is not None)
    now.happens(PlaceChanged(says=f"{label} on tile {action.tile}", parts=parts, rule=OWNER))


# Pieces


def _piece_refusals(book: Rulebook, state: CombatState, action: AgreeOnPiece) -> Iterator[Refusal]:
    board = state.encounter.board
    if pieces.thing_of(state, action.thing) is None:
        yield no_such("door or feature", action.thing, (*board.doors, *board.features))


def _agree(now: Now, action: AgreeOnPiece) -> None:
    value = None if action.special else True
    verb = "has its special rules" if action.special else "is plain scenery"
    now.happens(
        MarkSet(subject=action.thing, name=pieces.PLAIN, value=value, rule=PIECES),
        Said(text=f"{label_of(now.state, action.thing)} {verb}", rule=PIECES),
    )


# What the GM may let happen

PLACED: tuple[FeatureKind, ...] = (
    "lift", "panel", "stairs", "hatch", "duct", "pitfall", "still", "reclamator", "container",
)  # fmt: skip


def _gm_offers(book: Rulebook, state: CombatState) -> Iterator[Offer]:
    board = state.encounter.board
    things: tuple[Door | Feature, ...] = (*board.doors.values(), *board.features.values())
    for thing in things:
        if not _is_special(book, thing):
            continue
        plain = bool(state.mark(thing.id, pieces.PLAIN))
        says = "has its special rules again" if plain else "is plain scenery from now on"
        agree = AgreeOnPiece(thing=thing.id, special=plain)
        yield Offer(key=f"piece:{thing.id}", says=f"{thing.label} {says}", action=agree)
    if state.round or 0 in tiles(board):
        return
    there = {person.side for person in state.people.values()}
    for side in filter(there.__contains__, state.encounter.all_sides):
        says = f"{label_of(state, side)} set up the tile here"
        yield Offer(key=f"tile:{side}", says=says, wants="square", aimed=_tile(state, side))
    for kind in PLACED:
        what = "stairs are" if kind == "stairs" else f"a {kind} is"
        says = f"{what} put on the tile here"
        yield Offer(key=f"tile piece:{kind}", says=says, wants="square", aimed=_piece(state, kind))


def _is_special(book: Rulebook, thing: Door | Feature) -> bool:
    """Whether this book gives a thing special rules, agreed on or not."""
    if isinstance(thing, Door):
        return book.provider("door", thing.book) is DOORS
    return thing.kind in PLACED and thing.kind != "container" and thing.book in (None, pieces.BOOK)


def _tile(state: CombatState, side: SideId) -> Callable[[str], Action]:
    board = state.encounter.board

    def set_up(target: str) -> SetUpTile:
        level, square = spot_named(target)
        return SetUpTile(side=side, tile=tile_of(board, square) or 0, level=level)

    return set_up


def _piece(state: CombatState, kind: FeatureKind) -> Callable[[str], Action]:
    """Return how a piece is put on the tile of whichever side sets that up."""

    def put(target: str) -> SetUpTile:
        level, square = spot_named(target)
        tile = tile_of(state.encounter.board, square) or 0
        owner = state.mark(FIGHT, f"{FLOOR_TILE}{tile}")
        side = SideId(str(owner)) if owner is not None else next(iter(state.encounter.all_sides))
        return SetUpTile(side=side, tile=tile, kind=kind, squares=(square,), level=level)

    return put


# How the walls are


def usual(state: CombatState) -> str:
    """Return how walls are where nobody agrees: climbable on a board of several levels."""
    return CLIMBABLE if len(state.encounter.board.levels) > 1 else ROOFED


def mode(state: CombatState) -> str:
    """Return how the walls are in this fight: `climbable` or `roofed`."""
    return str(state.mark(FIGHT, WALLS) or usual(state))


def _begins(now: Now, fact: FightBegan) -> None:
    """Before the fight it is settled whether walls are climbed; nobody asks again."""
    if now.state.mark(FIGHT, WALLS) is not None:
        return
    options = [Option(CLIMBABLE, "walls can be climbed"), Option(ROOFED, "flat tunnels, roofed")]
    says, default = "Walls of this board", usual(now.state)
    if reads(now.state, "zm_no_agreement", "winner decides"):
        said = now.choose(options, None, f"{says}: {_winner(now)} decides", MODE)
    else:
        said = str(now.word(WALLS, says, default, MODE, options))
    value = said if said in (CLIMBABLE, ROOFED) else default
    now.happens(MarkSet(subject=FIGHT, name=WALLS, value=value, rule=MODE))
    if len(now.state.encounter.board.levels) == 1:
        _own_values(now)


def _own_values(now: Now) -> None:
    """By one reading the table says what the painted walls of a flat board do; thin ones hold."""
    board = now.state.encounter.board
    painted = {word for kinds in board.squares.values() for word in kinds.values()}
    walls = sorted(word for word in painted if "wall" in qualities_of(board, word))
    if not walls or not reads(now.state, "zm_wall_rules", "own values"):
        return
    said = now.word("wall values", "Painted walls are", SOLID, FLAT, VALUES)
    after = QUALITIES.get(str(said))
    if after is not None:
        kinds = {word: replace(kind_of(board, word), **after) for word in walls}
        says = f"painted walls: {next(each.says for each in VALUES if each.key == said)}"
        now.happens(PlaceChanged(says=says, parts=PlaceParts(kinds=kinds), rule=FLAT))


def _winner(now: Now) -> str:
    """Let the sides roll off until one is ahead, and return what it is called."""
    sides = dict.fromkeys(person.side for person in now.state.people.values())
    left = list(sides)
    while len(left) > 1:
        faces = {
            side: now.roll("d6", None, f"Roll-off of {label_of(now.state, side)}", MODE)
            for side in left
        }
        left = [side for side in left if faces[side] == max(faces.values())]
    return label_of(now.state, left[0]) if left else "the GM"


CHAPTER = Pack(
    name="hive",
    actions={
        SetUpTile: ActionRule(refusals=_tile_refusals, resolve=_set_up),
        AgreeOnPiece: ActionRule(refusals=_piece_refusals, resolve=_agree),
    },
    gm_offers=(_gm_offers,),
    follows={FightBegan: (_begins,)},
)
