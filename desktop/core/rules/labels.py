"""What things of a fight are called to the GM."""

from desktop.core.model.board import Board, Link
from desktop.core.model.edits import things
from desktop.core.model.words import FighterId, LevelId, LinkId, Square
from desktop.core.rules.state import CombatState

LINKS = {"open": "link", "sight": "link"}
"""What a link without a name is called where the word for its kind does not do."""


def label_of(state: CombatState, subject: str) -> str:
    """Return the name of a fighter or of whatever else has an id; the id itself if nothing has.

    A link without a name is called by its ends: its id may tell of zones that have other names.
    """
    person = state.people.get(FighterId(subject))
    if person is not None:
        twin = state.letters.get(person.id)
        return f"{person.name} {twin}" if twin else person.name
    link = state.encounter.board.links.get(LinkId(subject))
    if link is not None and not link.name:
        return _between(state.encounter.board, link)
    return things.label_of(state.encounter, subject)


def label_at(state: CombatState, level: LevelId, square: Square) -> str:
    """Return the name of the zone of a square, with the square itself where squares count."""
    where = f"{square.x}, {square.y}"
    zone = state.place.zone_at(level, square)
    if zone is None:
        return where
    label = label_of(state, zone)
    return label if state.encounter.space == "zones" else f"{label} ({where})"


def _between(board: Board, link: Link) -> str:
    ends = [board.zones[end].label if end in board.zones else end for end in (link.from_, link.to)]
    return f"the {LINKS.get(link.kind, link.kind)} between {ends[0]} and {ends[1]}"


def begun(says: str) -> str:
    """Return a sentence with a capital where it begins with `the`."""
    return f"The{says[3:]}" if says.startswith("the ") else says
