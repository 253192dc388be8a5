"""What the GM typed for the book's tables: kept in the encounter, found again the next time."""

from __future__ import annotations

from collections.abc import Mapping

from desktop.core.model.encounter import Encounter
from desktop.core.rules.now import Discretion
from desktop.ui.panels.roll_lines import row_of
from desktop.ui.session import Session


def text_in(encounter: Encounter, word: Discretion) -> str:
    """Return what an encounter's tables say at the result that a text is asked for."""
    table, result = row_of(word)
    own = encounter.tables.get(table)
    if own is None:
        return ""
    begun = [lowest for lowest in own.rows if lowest <= result]
    return own.rows[max(begun)] if begun else ""


def rows_with(rows: Mapping[int, str], result: int, text: str) -> dict[int, str]:
    """Return the rows of a table with a text for one result; those beside it stay as they are."""
    begun = [lowest for lowest in rows if lowest <= result]
    after = rows[max(begun)] if begun else ""
    made = {**rows, result: text}
    made.setdefault(result + 1, after)
    return dict(sorted(made.items()))


def keep(session: Session, table: str, result: int, text: str) -> None:
    """Keep what the GM typed in the encounter, as one undoable step."""
    own = session.encounter.tables.get(table)
    rows = rows_with(own.rows if own is not None else {}, result, text)
    session.edit("set_table", name=table, rows=rows)
