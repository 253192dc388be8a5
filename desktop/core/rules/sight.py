"""Who sees whom: what every pack has to say about it, joined."""

from desktop.core.model.words import FighterId
from desktop.core.rules.book import Rulebook
from desktop.core.rules.house import NAMES
from desktop.core.rules.labels import label_of
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal


def sees(book: Rulebook, state: CombatState, who: FighterId, target: str) -> tuple[Refusal, ...]:
    """Return why a fighter does not see a fighter, zone or feature; empty where it does."""
    gone = tuple(
        Refusal(f"{label_of(state, FighterId(each))} is not on the board.", NAMES)
        for each in (who, target)
        if each in state.fighters and not state.on_board(FighterId(each))
    )
    if gone:
        return gone
    found = (refusal for sight in book.all("sight") for refusal in sight(book, state, who, target))
    return tuple(dict.fromkeys(found))
