"""What somebody does, in a few words: the head of the roll panel and the lines of the log."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice

from desktop.core.model.words import DoorId, FighterId, Square
from desktop.core.rules import actions as a
from desktop.core.rules import events as e
from desktop.core.rules.actions import Action
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Step
from desktop.core.rules.state import CombatState
from desktop.core.rules.telling import name, sentence
from desktop.ui.menus.sentences import THINGS, action_says

OBJECTS = (
    "target", "ally", "patient", "mount", *THINGS, "link", "to", "at", "feature", "door", "foe",
    "zone", "attack", "condition", "power",
)  # fmt: skip
_WORDS = re.compile(r"(?<!^)(?=[A-Z])")
MOST = 3
"""Consequences that fit in a line."""


def deed(action: Action, state: CombatState) -> str:
    """Return what an action is, as `Ganger B shoots Ilse`."""
    who = getattr(action, "who", None)
    if pursuers := getattr(action, "pursuers", ()):
        who_all, whom = (
            ", ".join(name(state, each) for each in several)
            for several in (pursuers, getattr(action, "quarry", ()))
        )
        return f"{who_all} {'gives' if len(pursuers) == 1 else 'give'} chase to {whom}"
    if who is None or who not in state.people:
        return action_says(action, state)
    kind = type(action).__name__
    verb = action.deed or third_person(_WORDS.sub(" ", kind).lower())
    if getattr(action, "away", False):
        verb = "puts away"
    if kind == "WorkDoor":
        door = state.encounter.board.doors.get(DoorId(getattr(action, "door", "")))
        verb = verb if door is None else "shuts" if door.state == "open" else "opens"
    gait = getattr(action, "gait", "")
    if gait:
        verb = f"{third_person(gait)} to"
    if getattr(action, "lock", False) is True:
        verb = f"{verb} the lock of"
    if getattr(action, "out", False):
        verb = "takes[ {} out of the off hand]"
    if getattr(action, "off", False):
        verb = f"{verb} no more"
    return f"{name(state, who)} {_of(verb, _object(action, state))}"


def _of(verb: str, what: str) -> str:
    """Return a verb with what it is about, which stands in its brackets where it has any."""
    bare, has_place, place = verb.partition("[")
    if not what:
        return bare
    return bare + place.rstrip("]").format(what) if has_place else f"{bare} {what}"


def third_person(verb: str) -> str:
    """Return a verb as one says it of somebody, as `treats wounds`."""
    first, gap, rest = verb.partition(" ")
    if first.endswith(("s", "sh", "ch", "x", "o")):
        first += "es"
    elif first.endswith("y") and first[-2:-1] not in "aeiou":
        first = f"{first[:-1]}ies"
    else:
        first += "s"
    return f"{first}{gap}{rest}"


def _object(action: Action, state: CombatState) -> str:
    if isinstance(action, a.TakeOver):
        return ""
    if gear := getattr(action, "gear", ""):
        return f"the {gear}"
    for field in OBJECTS:
        value = getattr(action, field, None)
        if value is None or value == "":
            continue
        if isinstance(value, tuple):
            return _place(action, state, Square(*value))
        if field == "attack":
            return _weapon(action, state)
        weapon = _weapon(action, state) if field == "zone" else ""
        return f"{name(state, str(value))}{weapon and f' with {weapon}'}"
    return "off the board" if isinstance(action, a.Put) else ""


def _place(action: Action, state: CombatState, square: Square) -> str:
    level = getattr(action, "level", None)
    who = state.fighters.get(FighterId(str(getattr(action, "who", ""))))
    on = level or (who.level if who is not None else state.encounter.board.first_level)
    zone = state.place.zone_at(on, square)
    where = f"{square[0]}, {square[1]}"
    if zone is None:
        return where
    on = f" ({where})" if state.encounter.space != "zones" else ""
    return f"{name(state, zone)}{on}"


def _weapon(action: Action, state: CombatState) -> str:
    attack = str(getattr(action, "attack", None) or "")
    who = FighterId(getattr(action, "who", ""))
    figures = state.people[who].profile.imperium if who in state.people else None
    known = figures.attacks or {} if figures is not None else {}
    found = next((each for key, each in known.items() if key == attack), None)
    return found.label if found is not None else attack


# The lines of the log


def headline(before: CombatState, step: Step) -> str:
    """Return a step in one line with what came of it, as `Ganger B shoots Ilse: 5 wounds`."""
    action = step.action
    if step.waits:
        return deed(action, before)
    if isinstance(action, a.Write):
        return f"“{action.text}”"
    if isinstance(action, a.BeginTurn):
        return _turn(before, step)
    if isinstance(action, a.EndTurn):
        ended = label_of(before, before.acting) if before.acting else "nobody"
        return ", ".join([f"End of the turn of {ended}", *_outcomes(before, step)][: MOST + 1])
    if isinstance(action, a.Decree | a.Do | a.Settle | a.Change | a.TickClock | a.Read):
        told = [line for fact in step.events if (line := sentence(before, fact))]
        return told[0].rstrip(".") if told else _by_the_gm(action, before)
    comes_to = next((fact.text for fact in step.events if isinstance(fact, e.Said)), "")
    if comes_to and getattr(action, "who", None) is None:
        return comes_to  # nobody does it: what it comes to says more
    outcomes = _outcomes(before, step)[:MOST]
    said = _gone(before, step) if isinstance(action, a.Force | a.Walk) else deed(action, before)
    if not outcomes:
        words = (fact.text.rstrip(".") for fact in step.events if isinstance(fact, e.Said))
        outcomes = list(islice(words, 1))
    return f"{said}: {', '.join(outcomes)}" if outcomes else said


def _gone(before: CombatState, step: Step) -> str:
    """Return a walk or push with where it came to in the end, which may be short of its aim."""
    action = step.action
    assert isinstance(action, a.Force | a.Walk)
    ends = [f for f in step.events if isinstance(f, e.Moved) and f.who == action.who]
    if not ends:
        return f"{name(before, action.who)} stays where it is"
    if not isinstance(action.to, tuple):
        return deed(action, before)
    return deed(replace(action, to=ends[-1].to, level=ends[-1].level), before)


def _by_the_gm(action: Action, before: CombatState) -> str:
    if isinstance(action, a.Settle):
        whose = ", ".join(name(before, each) for each in action.due.split("|")[1:])
        does = "Skips what is due" if action.skip else "Lets come what is due"
        return f"{does}: {whose}" if whose else does
    return action_says(action, before)


def _turn(before: CombatState, step: Step) -> str:
    entry = next((fact.entry for fact in step.events if isinstance(fact, e.TurnPassed)), "")
    rounds = [
        f"Round {fact.round}"
        for fact in step.events
        if isinstance(fact, e.MomentCame) and fact.point == "start of round"
    ]
    turn = [f"turn of {label_of(before, entry)}"] if entry else []
    said = ", ".join([*rounds, *turn])
    said = said[:1].upper() + said[1:] or "Next turn"
    outcomes = _outcomes(before, step)[:MOST]
    return f"{said}: {', '.join(outcomes)}" if outcomes else said


def _outcomes(before: CombatState, step: Step) -> list[str]:
    """Return what came of a step, the gravest words only."""
    found: list[str] = []
    hit = any(isinstance(fact, e.WoundsTaken) for fact in step.events)
    tests = [fact for fact in step.events if isinstance(fact, e.Tested)]
    if tests and not hit:
        found.append(_tested(before, step, tests))
    actor = getattr(step.action, "target", None)
    for fact in step.events:
        words = _outcome(before, fact, actor)
        if words:
            found.append(words)
    return found


def _tested(before: CombatState, step: Step, tests: list[e.Tested]) -> str:
    contests = (fact for fact in step.events if isinstance(fact, e.Contested))
    contested = next(contests, None)
    first, who = tests[0], getattr(step.action, "who", None)
    if contested is not None and who is not None and first.who != who:  # as at one who leaves
        missed = not first.passed or contested.winner != first.who
        return f"{name(before, first.who)} {'misses' if missed else 'does no harm'}"
    if contested is not None and not hasattr(step.action, "attack"):
        return "succeeds" if contested.winner == who else "fails"
    if target_named(step.action):
        return "misses" if not first.passed or len(tests) > 1 else "no harm"
    return "passes" if first.passed else "fails"


def target_named(action: Action) -> bool:
    """Whether an action is aimed at a fighter."""
    return isinstance(getattr(action, "target", None), str)


def _outcome(before: CombatState, fact: e.Event, target: str | None) -> str:
    whose = ""
    who = getattr(fact, "who", None)
    if who is not None and who != target:
        whose = f"{name(before, who)} "
    if isinstance(fact, e.WoundsTaken):
        wounds = "no wound" if fact.wounds == 0 else f"{fact.wounds} wound"
        return f"{whose}{wounds}{'s' if fact.wounds > 1 else ''}"
    if isinstance(fact, e.TableRolled):
        text = f" ({fact.text})" if fact.text else ""
        return f"{whose}{fact.table} {fact.result}{text}"
    if isinstance(fact, e.ConditionSet) and fact.now is not None and not fact.now.source:
        return f"{whose}{fact.condition}"
    if isinstance(fact, e.LeftBoard):
        return f"{whose}{fact.why}"
    return ""
