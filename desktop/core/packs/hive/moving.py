"""How far a Move goes by this book's own figure, an inch a square."""

from collections.abc import Iterator

from desktop.core.packs.hive.harm import figures
from desktop.core.rules.book import Pack, Rulebook
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, TallyFor

GOES_ON = RuleRef("ZM-LIFT-03")


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what != "move":
        return
    own = figures(state, wanted.who).movement_in
    if own is not None:
        yield Part(key="move", says=f"Movement {own}", does="base", amount=own, rule=GOES_ON)


CHAPTER = Pack(name="hive", parts=(_parts,))
