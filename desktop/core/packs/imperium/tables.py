"""The book's tables: the face always, the text where the GM has filled one in."""

from desktop.core.model.words import FighterId, Location
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.events import TableRolled
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef

STAND_IN = ("light", "serious", "grave")
"""What stands in for a table that nobody has filled in, by thirds of its die."""


def text_of(state: CombatState, table: str, result: int, die: int = 10) -> str:
    """Return what the GM's table says at a result, empty where it says nothing.

    A table for everything of its kind, as `fumble` for `fumble melee`, serves where the one
    named is not filled in; by one reading something that is marked as a stand-in does.
    """
    for name in (table, table.partition(" ")[0]):
        own = state.encounter.tables.get(name)
        if own is not None:
            begun = [lowest for lowest in own.rows if lowest <= result]
            return own.rows[max(begun)] if begun else ""
    if not reads(state, "missing_tables", "placeholders"):
        return ""
    third = min(max(result - 1, 0) * len(STAND_IN) // die, len(STAND_IN) - 1)
    return f"stand-in: {STAND_IN[third]}"


def rolled(
    now: Now,
    who: FighterId,
    table: str,
    says: str,
    rule: RuleRef,
    *,
    bonus: int = 0,
    location: Location | None = None,
) -> TableRolled:
    """Roll on a table and let it happen; the GM may type what the book says."""
    face = now.roll("d10", who, says, rule)
    default = text_of(now.state, table, face + bonus)
    text = now.word(now.unique(f"text|{who}|{table}"), f"{table} {face + bonus}", default, rule)
    fact = TableRolled(
        who=who, table=table, face=face, bonus=bonus, location=location, text=str(text), rule=rule
    )
    now.happens(fact)
    return fact
