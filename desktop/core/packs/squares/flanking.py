"""Flanking: two who engage a foe from opposite sides."""

from collections.abc import Iterator
from fractions import Fraction

from desktop.core.model.footprint import are_foes
from desktop.core.model.words import FighterId, Square
from desktop.core.packs.squares.edges import edge, is_deed
from desktop.core.rules.book import Pack, Rulebook
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import ENGAGED
from desktop.core.rules.near import foot_side
from desktop.core.rules.order import is_out
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, TallyFor

FLANKS = RuleRef("GRID-FLANKING-01")

Span = tuple[int, int]


def engages(book: Rulebook, state: CombatState, who: FighterId, foe: FighterId) -> bool:
    """Whether a fighter engages a foe: beside it, hostile and able to act."""
    if not state.on_board(who) or not state.on_board(foe) or not state.against(who, foe):
        return False
    if reads(state, "grid_engage", "gm says"):
        return state.holds(ENGAGED, who, foe)
    if is_out(state, who) or any(idle(book, state, who) for idle in book.all("idle")):
        return False
    return book.space.in_reach(state, who, foe)


def flanks_with(
    book: Rulebook, state: CombatState, who: FighterId, foe: FighterId
) -> FighterId | None:
    """Return the ally that engages a foe from the side opposite a fighter, or None."""
    if not engages(book, state, who, foe):
        return None
    for ally in state.fighters:
        if ally in (who, foe) or are_foes(state.encounter, state.side_of(who), state.side_of(ally)):
            continue
        if engages(book, state, ally, foe) and are_opposite(state, who, ally, foe):
            return ally
    return None


def are_opposite(state: CombatState, one: FighterId, other: FighterId, foe: FighterId) -> bool:
    """Whether the line between two centres runs through opposite sides or corners of a foe."""
    a, b = _centre(state, one), _centre(state, other)
    across, down = _extent(state, foe)
    sides = _through(a, b, across, down), _through(a[::-1], b[::-1], down, across)
    if "sides" in sides:
        return True
    return "corners" in sides and not reads(state, "grid_opposite", "sides only")


def _extent(state: CombatState, who: FighterId) -> tuple[Span, Span]:
    """Return the columns and rows that a fighter covers, from edge to edge, in half squares."""
    seat, side = state.fighters[who].seat or Square(0, 0), foot_side(state, who)
    left, top = (2 * (at - (side - 1) // 2) for at in seat)
    return (left, left + 2 * side), (top, top + 2 * side)


def _centre(state: CombatState, who: FighterId) -> tuple[int, int]:
    (left, right), (top, bottom) = _extent(state, who)
    return (left + right) // 2, (top + bottom) // 2


def _through(a: Span, b: Span, across: Span, down: Span) -> str:
    """Return how a line passes the left and the right side: `sides`, `corners` or neither."""
    if a[0] == b[0] or not (min(a[0], b[0]) < across[0] and max(a[0], b[0]) > across[1]):
        return ""
    slope = Fraction(b[1] - a[1], b[0] - a[0])
    at = [a[1] + slope * (x - a[0]) for x in across]
    if all(down[0] < y < down[1] for y in at):
        return "sides"
    return "corners" if sorted(at) == list(down) else ""


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    foe = wanted.against
    if not is_deed(wanted) or wanted.ranged or foe is None or not book.space.on_squares:
        return
    ally = flanks_with(book, state, wanted.who, foe)
    if ally is not None:
        name = label_of(state, ally)
        yield edge(state, "flanking", f"flanking with {name}", FLANKS)


CHAPTER = Pack(name="squares", parts=(_parts,))
