"""What a step of a fight is called where there is room for a few words only."""

import re

from desktop.core.model.edits import EDITS
from desktop.core.rules.actions import Action, Begin, BeginTurn, Change, Decree, EndTurn, Write
from desktop.core.rules.events import BudgetSet
from desktop.core.rules.labels import label_of
from desktop.core.rules.state import CombatState
from desktop.core.rules.telling import sentence

LINE_LETTERS = 44
"""A sentence beside the pointer is broken after so many letters."""

_WORDS = re.compile(r"(?<!^)(?=[A-Z])")
VERBS = {"Force": "moved by force"}
"""What an action is called where its own name is no word for it."""
WHO = ("who", "attacker", "by")
THINGS = ("lift", "panel", "duct", "hatch", "still", "reclamator", "thing")
"""Fields that name what an action is about before all else, where it has one of them."""
WHOM = ("target", *THINGS, "at", "to", "foe", "condition")


def action_says(action: Action, state: CombatState) -> str:
    """Return an action in a few words."""
    if isinstance(action, Begin):
        return "Start the fight"
    if isinstance(action, BeginTurn):
        return f"Turn of {label_of(state, action.entry)}" if action.entry else "Next turn"
    if isinstance(action, EndTurn):
        return "End the turn"
    if isinstance(action, Write):
        return f"Write “{action.text}”"
    if isinstance(action, Change):
        return action.note or EDITS[action.edit].says(state.encounter, action.arguments)
    if isinstance(action, Decree):
        return _decreed(action, state)
    kind = type(action).__name__
    verb = VERBS.get(kind) or _WORDS.sub(" ", kind).lower()
    who = _name(action, WHO, state)
    whom = _name(action, WHOM, state)
    for thing in THINGS if whom else ():
        verb = verb.removesuffix(f" {thing}")
    said = f"{verb} {whom}".strip()
    return f"{who}: {said}" if who else said[:1].upper() + said[1:]


def _decreed(action: Decree, state: CombatState) -> str:
    """Return what the GM sets, by the first fact that tells something."""
    for fact in action.facts:
        if isinstance(fact, BudgetSet):
            left = ", ".join(f"{kind} {count}" for kind, count in fact.left.items())
            return f"{label_of(state, fact.who)} has left: {left}"
        if told := sentence(state, fact):
            return told.rstrip(".")
    return "The GM changes something"


def _name(action: Action, fields: tuple[str, ...], state: CombatState) -> str:
    """Return what the first of some fields names that is an id."""
    ids = (getattr(action, field, None) for field in fields)
    return next((label_of(state, each) for each in ids if isinstance(each, str) and each), "")


def wrapped(text: str, letters: int = LINE_LETTERS) -> str:
    """Return a sentence in lines that are no longer than so many letters."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + len(word) < letters:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return "\n".join(lines)
