"""The lines of the log: what was done, and what came of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from desktop.core.model.words import FighterId
from desktop.core.rules import actions as a
from desktop.core.rules import events as e
from desktop.core.rules.actions import Assault
from desktop.core.rules.deeds import deed, done_to, effect_deed
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Step
from desktop.core.rules.state import CombatState
from desktop.core.rules.telling import name, sentence

MOST = 3
"""Consequences that fit in a line."""


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
    if isinstance(action, a.Do) and (says := effect_deed(action, before)):
        return says
    if isinstance(action, a.Decree | a.Do | a.Settle | a.Change | a.TickClock | a.Read):
        lines = (sentence(before, fact) for fact in step.events)
        told = [line.rstrip(".") for line in lines if line]
        several = MOST if isinstance(action, a.Decree) else 1  # what the GM says of many at once
        return ", ".join(told[:several]) or deed(action, before)
    comes_to = next((fact.text for fact in step.events if isinstance(fact, e.Said)), "")
    if comes_to and action.doer is None:
        return comes_to  # nobody does it: what it comes to says more
    outcomes = _outcomes(before, step)[:MOST]
    said = _gone(before, step) if isinstance(action, a.Force | a.Walk) else deed(action, before)
    if not outcomes:
        words = (fact.text.rstrip(".") for fact in step.events if isinstance(fact, e.Said))
        outcomes = list(islice(words, 1))
    outcomes = [each for each in outcomes if not set(each.split()) <= set(said.split())]
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
    whom = done_to(step.action, before)
    named = step.action.doer, getattr(step.action, "condition", "")
    for fact in step.events:
        words = _outcome(before, fact, whom)
        if isinstance(fact, e.ConditionSet) and (fact.who, fact.condition) == named:
            words = fact.now.tier if fact.now is not None else ""  # the rest is said already
        if words:
            found.append(words)
    return found


def _tested(before: CombatState, step: Step, tests: list[e.Tested]) -> str:
    contests = (fact for fact in step.events if isinstance(fact, e.Contested))
    contested = next(contests, None)
    first, doer = tests[0], step.action.doer
    if doer is not None and first.who != doer:
        return _answered(before, first, contested)
    if isinstance(step.action, Assault):
        return "misses" if not first.passed or len(tests) > 1 else "no harm"
    if contested is not None:
        return "succeeds" if contested.winner == doer else "fails"
    return "passes" if first.passed else "fails"


def _answered(before: CombatState, test: e.Tested, contested: e.Contested | None) -> str:
    """Return what came of somebody else's Test, as of who strikes at one that leaves."""
    who = name(before, test.who)
    if contested is not None:
        missed = not test.passed or contested.winner != test.who
        return f"{who} {'misses' if missed else 'does no harm'}"
    if test.against is not None and not test.passed:
        return f"{who} misses"
    return f"{who} {'passes' if test.passed else 'fails'}"


def _outcome(before: CombatState, fact: e.Event, whom: FighterId | None) -> str:
    """Return a fact in a few words; they leave out the name of whom everything was done to."""
    whose = ""
    who = getattr(fact, "who", None)
    if who is not None and who != whom:
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
