"""Height: shooting from well above."""

from collections.abc import Iterator

from desktop.core.model.words import FighterId
from desktop.core.packs.squares.edges import edge, is_deed
from desktop.core.rules.book import Pack, Rulebook
from desktop.core.rules.lengths import square_metres
from desktop.core.rules.near import height_of
from desktop.core.rules.order import is_out
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, TallyFor

ABOVE = RuleRef("GRID-HEIGHT-01")
ENOUGH_SQ = 2
"""How many squares higher one must be."""


def is_above(state: CombatState, who: FighterId, other: FighterId) -> bool:
    """Whether a fighter is two squares or more above another one."""
    if not state.on_board(who) or not state.on_board(other):
        return False
    higher = height_of(state, who) - height_of(state, other)
    return higher / square_metres(state) >= ENOUGH_SQ


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    target = wanted.against
    if not is_deed(wanted) or not wanted.ranged or target is None or not book.space.on_squares:
        return
    below = is_above(state, wanted.who, target) and state.against(wanted.who, target)
    if not below and reads(state, "grid_height_scope", "any target"):
        below = any(
            is_above(state, wanted.who, foe)
            for foe in state.fighters
            if state.against(wanted.who, foe) and not is_out(state, foe)
        )
    if below:
        yield edge(state, "height", "from two squares or more above", ABOVE)


CHAPTER = Pack(name="squares", parts=(_parts,))
