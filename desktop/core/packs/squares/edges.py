"""Edges and cuts: reasons for and against a deed, counted, and what they are in a Test."""

from collections.abc import Iterable

from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, PartDoes, RuleRef, TallyFor

FLAT = 10
"""What one is worth on a d100 where a table plays them as plain numbers: 2 on a d20."""


def is_deed(wanted: TallyFor) -> bool:
    """Whether a number is wanted for a deed aimed at somebody."""
    return wanted.what == "test" and wanted.purpose == "attack" and wanted.against is not None


def edge(state: CombatState, key: str, says: str, rule: RuleRef) -> Part:
    """Return a reason for a deed."""
    return _part(state, key, says, rule, "for", FLAT)


def cut(state: CombatState, key: str, says: str, rule: RuleRef) -> Part:
    """Return a reason against a deed."""
    return _part(state, key, says, rule, "against", -FLAT)


def _part(
    state: CombatState, key: str, says: str, rule: RuleRef, does: PartDoes, flat: int
) -> Part:
    if reads(state, "grid_edge_mode", "flat"):
        return Part(
            key=key, says=says, does="adds", amount=flat, rule=rule, ruling="grid_edge_mode"
        )
    return Part(key=key, says=says, does=does, rule=rule, ruling="grid_edge_mode")


def counted(parts: Iterable[Part]) -> tuple[int, int]:
    """Return how many edges and how many cuts there are among reasons."""
    several = [part for part in parts if part.ruling == "grid_edge_mode" and part.on]
    edges = [part for part in several if part.does == "for" or part.amount > 1]
    return len(edges), len(several) - len(edges)
