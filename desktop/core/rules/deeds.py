"""What an action is called, in a few words: `Ganger B shoots Ilse`, `End the turn`."""

import re
from collections.abc import Callable, Container, Mapping
from typing import Any

from desktop.core.model.edits import EDITS
from desktop.core.model.moments import Hide, Remove, Show
from desktop.core.model.plain import Hint, hints_of
from desktop.core.model.words import AttackId, FighterId, LevelId, Square
from desktop.core.rules.actions import FIELDS, Action, Change, Decree, Do, Settle
from desktop.core.rules.events import BudgetSet
from desktop.core.rules.labels import label_at, label_of
from desktop.core.rules.state import CombatState
from desktop.core.rules.telling import name, sentence

_BRACKETS = re.compile(r"\[(.*?)\]")


def deed(action: Action, state: CombatState) -> str:
    """Return what an action is, said of whoever does it."""
    match action:
        case Change():
            return action.note or EDITS[action.edit].says(state.encounter, action.arguments)
        case Decree():
            return _decreed(action, state)
        case Settle():
            return _settled(action, state)
        case Do() if says := effect_deed(action, state):
            return says
    known = _hints(action)  # a word that somebody wrote into an action is no field of it
    said = _filled(action.deed_in(state), known, lambda field: _named(action, field, state))
    return f"{name(state, action.doer)} {said}" if action.doer else said


def done_to(action: Action, state: CombatState) -> FighterId | None:
    """Return the fighter that an action is done to, the first that it names; None for nobody."""
    named = (FighterId(each) for each in action.named if isinstance(each, str))
    return next((each for each in named if each in state.people), None)


def _decreed(action: Decree, state: CombatState) -> str:
    """Return what the GM sets, by the first fact that tells something."""
    for fact in action.facts:
        if isinstance(fact, BudgetSet):
            left = ", ".join(f"{kind} {count}" for kind, count in fact.left.items())
            return f"{label_of(state, fact.who)} has left: {left}"
        if told := sentence(state, fact):
            return told.rstrip(".")
    return "The GM changes something"


def _settled(action: Settle, state: CombatState) -> str:
    kind, _, thing = action.due.partition(":")
    if kind == "lapse":
        subjects = [_lapsing(thing, state)]
    else:
        subjects = [thing] if kind in ("cue", "clock") else action.due.split("|")[1:]
    whose = ", ".join(name(state, each) for each in subjects)
    does = "Skips what is due" if action.skip else "Lets come what is due"
    return f"{does}: {whose}" if whose else does


def _lapsing(what: str, state: CombatState) -> str:
    """Return whose it is what lapses, as `ann` of `ann:stunned`; any name may hold colons."""
    pairs = [(what[:at], what[at + 1 :]) for at, sign in enumerate(what) if sign == ":"]
    for subject, mark in pairs:
        fighter = state.fighters.get(FighterId(subject))
        conditions = fighter.conditions if fighter is not None else ()
        if (subject, mark) in state.marks or mark in conditions:
            return subject
    known = [subject for subject, _ in pairs if subject in state.people]
    return known[-1] if known else what.partition(":")[0]


def effect_deed(action: Do, state: CombatState) -> str:
    """Return what the GM does to somebody by one effect, as `Hide Ilse from the players`.

    Empty for effects of something, and for those that their facts tell better.
    """
    if action.source:
        return ""
    match action.effects:
        case (Show(show=whom),):
            says = "Show {} to the players"
        case (Hide(hide=whom),):
            says = "Hide {} from the players"
        case (Remove(remove=whom),):
            says = "Take {} off the board"
        case _:
            return ""
    return says.format(", ".join(name(state, each) for each in whom))


# What it is about


def _filled(says: str, known: Container[str], named: Callable[[str], str]) -> str:
    """Return the words of a deed with what its fields name."""
    parts: list[str] = []
    for index, part in enumerate(_BRACKETS.split(says)):
        values = {field: named(field) for field in FIELDS.findall(part) if field in known}
        if index % 2 == 0 or all(values.values()):
            parts.append(FIELDS.sub(lambda match: values.get(match[1], match[0]), part))  # noqa: B023
    return "".join(parts).strip()


def _named(action: Action, field: str, state: CombatState) -> str:
    """Return what a field names as the GM calls it; empty where it says nothing."""
    value = getattr(action, field)
    if value is None or value == "":
        return ""
    if isinstance(value, tuple):
        if all(isinstance(each, str) for each in value):
            return ", ".join(name(state, each) for each in value)
        return label_at(state, _level(action, state), Square(*value))
    if isinstance(value, int):
        return str(value)  # a number, though a thing may go by it
    if _hints(action)[field] is AttackId:
        return _weapon(action, state, value)
    return name(state, str(value))


def _hints(action: Action) -> Mapping[str, Hint]:
    kind: Any = type(action)
    return hints_of(kind)


def _level(action: Action, state: CombatState) -> LevelId:
    """Return the level that an action says its square is on, else that of who does it."""
    levels = (field for field, hint in _hints(action).items() if hint == LevelId | None)
    said = next((level for field in levels if (level := getattr(action, field))), None)
    doer = state.fighters.get(FighterId(action.doer or ""))
    own = doer.level if doer is not None else None
    return said or own or state.encounter.board.first_level


def _weapon(action: Action, state: CombatState, attack: AttackId) -> str:
    person = state.people.get(FighterId(action.doer or ""))
    figures = person.profile.imperium if person is not None else None
    known = figures.attacks or {} if figures is not None else {}
    return known[attack].label if attack in known else attack
