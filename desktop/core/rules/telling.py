"""Facts in the words of the log: one short sentence each, with the names the GM uses."""

from collections.abc import Iterator
from functools import singledispatch

from desktop.core.rules import events as e
from desktop.core.rules import marks
from desktop.core.rules.labels import label_at, label_of
from desktop.core.rules.lengths import length_told
from desktop.core.rules.now import Step
from desktop.core.rules.state import CombatState

QUIET = (e.MarkSet, e.BudgetSet, e.TurnPassed, e.KnowledgeSet)
"""Kinds that the log leaves out; the cards and badges show them."""


def told(before: CombatState, step: Step) -> tuple[str, ...]:
    """Return what happened in a step, a sentence for each fact worth one, in order.

    `before` is the state that the step began from.
    """
    if step.waits:
        return (f"Waits: {step.waits}",)
    return tuple(line for event in step.events for line in _lines(before, event))


def _lines(state: CombatState, event: e.Event) -> Iterator[str]:
    unaware = isinstance(event, e.Related | e.Parted) and event.kind == marks.UNAWARE_OF
    if not isinstance(event, QUIET) and not unaware and not _ends_unsaid(state, event):
        line = _told(event, state)
        if line:
            yield line


def _ends_unsaid(state: CombatState, event: e.Event) -> bool:
    """Whether a condition ends that came and went within a step, which is worth no sentence."""
    if not isinstance(event, e.ConditionSet) or event.now is not None:
        return False
    had = state.fighters.get(event.who)  # who came within the step was nowhere before
    return had is None or event.condition not in had.conditions


def sentence(state: CombatState, event: e.Event) -> str:
    """Return one fact in a sentence; empty for one that has none."""
    return _told(event, state)


def name(state: CombatState, who: str | None) -> str:
    """Return what the GM calls somebody or something; `somebody` where nobody is named."""
    return label_of(state, who) if who else "somebody"


def signed(levels: int, passed: bool) -> str:
    """Return a Success Level with its sign; a zero has one too (IM-TESTS-02)."""
    return f"{levels:+d}" if levels else ("+0" if passed else "-0")


def face_of(face: int) -> str:
    """Return a d100 as the dice show it: two digits, 00 for a hundred."""
    return f"{face % 100:02d}"


@singledispatch
def _told(event: object, state: CombatState) -> str:
    return ""


@_told.register
def _(event: e.FightBegan, state: CombatState) -> str:
    return "The fight begins."


@_told.register
def _(event: e.MomentCame, state: CombatState) -> str:
    if event.point == "start of round":
        return f"Round {event.round}."
    if event.point == "start of turn" and event.who is None:
        return f"Turn of {name(state, event.entry)}."
    return ""


@_told.register
def _(event: e.OrderSet, state: CombatState) -> str:
    return "The order is changed."


@_told.register
def _(event: e.Moved, state: CombatState) -> str:
    if event.how == "walked" and event.above and not event.path:
        return f"{name(state, event.who)} is {length_told(state, event.above)} up."
    verb = {
        "walked": "goes to", "forced": "is moved to", "carried": "is carried to",
        "fell": "falls to", "put": "stands in",
    }[event.how]  # fmt: skip
    if event.how == "walked" and _stays_in_zone(state, event):
        verb = "moves within"
    return f"{name(state, event.who)} {verb} {label_at(state, event.level, event.to)}."


def _stays_in_zone(state: CombatState, event: e.Moved) -> bool:
    """Whether somebody only goes elsewhere in its own zone, where zones measure."""
    place, zone = state.place, state.zone_of(event.who)
    if state.encounter.space != "zones" or zone is None:
        return False
    return all(place.zone_at(*spot) == zone for spot in (*event.path, (event.level, event.to)))


@_told.register
def _(event: e.LeftBoard, state: CombatState) -> str:
    why = {
        "not yet here": "is not here yet", "away": "leaves", "out": "is out of the fight",
        "below a hatch": "goes below",
    }[event.why]  # fmt: skip
    return f"{name(state, event.who)} {why}."


@_told.register
def _(event: e.Tested, state: CombatState) -> str:
    outcome = "passes" if event.passed else "fails"
    if event.dice != "d100":
        rolled = f"{event.face} on {event.dice} against {event.target}"
        return f"{name(state, event.who)}: {event.says}, {rolled}, {outcome}."
    face = face_of(event.face)
    if event.final != event.face:
        face += f" read as {face_of(event.final)}"
    came_to = event.outcome or f"{outcome} at {signed(event.levels, event.passed)} SL"
    return f"{name(state, event.who)}: {event.says}, {face} against {event.target}, {came_to}."


@_told.register
def _(event: e.Contested, state: CombatState) -> str:
    if event.winner is None:
        return f"{event.says}: nobody wins."
    how = f"wins by {event.margin}" if event.margin else "wins the tie"
    return f"{event.says}: {name(state, event.winner)} {how}."


@_told.register
def _(event: e.WoundsTaken, state: CombatState) -> str:
    where = _cause(event) + (f" in the {event.location}" if event.location else "")
    armour = f", armour {event.armour.total}" if event.armour.total > 0 else ""
    wounds = "no wound" if event.wounds == 0 else _counted(event.wounds, "wound")
    over = f", {event.over} beyond the maximum" if event.over else ""
    return (
        f"{name(state, event.who)} takes {event.damage.total} damage{where}{armour}: "
        f"{wounds}{over}, {event.total} in all."
    )


def _cause(event: e.WoundsTaken) -> str:
    """Return what did the harm, where it was nobody: a Hazard, a fall, flames."""
    parts = [part for part in event.damage.parts if part.on and part.says]
    return f" ({parts[0].says})" if event.by is None and parts else ""


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


@_told.register
def _(event: e.WoundsSet, state: CombatState) -> str:
    return f"{name(state, event.who)} has {_counted(event.total, 'wound')}."


@_told.register
def _(event: e.TableRolled, state: CombatState) -> str:
    bonus = f" {event.bonus:+d} = {event.result}" if event.bonus else ""
    where = f" ({event.location})" if event.location else ""
    text = f": {event.text}" if event.text else ""
    return f"{name(state, event.who)}: {event.table}{where}, {event.face}{bonus}{text}."


@_told.register
def _(event: e.CriticalsSet, state: CombatState) -> str:
    return f"{name(state, event.who)} has {_counted(len(event.criticals), 'Critical Wound')}."


@_told.register
def _(event: e.ConditionSet, state: CombatState) -> str:
    who = name(state, event.who)
    if event.now is None:
        return f"{who} is no longer {event.condition}."
    tier = f" ({event.now.tier})" if event.now.tier else ""
    return f"{who} is {event.condition}{tier}."


RELATIONS = {
    marks.REACH: ("{one} and {other} are within reach.", "{one} and {other} are out of reach."),
    marks.ENGAGED: ("{one} and {other} are engaged.", "{one} and {other} are engaged no more."),
    marks.RIDING: ("{one} rides {other}.", "{one} rides {other} no more."),
    marks.UNAWARE_OF: ("{one} does not know of {other}.", "{one} knows of {other} now."),
    marks.HOLDS: ("{one} holds {other} fast.", "{one} holds {other} no more."),
    marks.DEFENDS: ("{one} defends {other}.", "{one} defends {other} no more."),
    marks.BARS: ("{one} lets no foe in from {other}.", "{one} bars the way from {other} no more."),
    marks.HOLDS_SHUT: ("{one} holds {other} shut.", "{one} holds {other} shut no more."),
}
"""What is said where a relation comes about, and where it ends."""


@_told.register
def _(event: e.Related, state: CombatState) -> str:
    one, other = name(state, event.one), name(state, event.other)
    if event.kind not in RELATIONS:
        return f"{one} and {other}: {event.kind}."
    return RELATIONS[event.kind][0].format(one=one, other=other)


@_told.register
def _(event: e.Parted, state: CombatState) -> str:
    one, other = name(state, event.one), name(state, event.other)
    if event.kind not in RELATIONS:
        return f"{one} and {other}: {event.kind} ends."
    return RELATIONS[event.kind][1].format(one=one, other=other)


@_told.register
def _(event: e.AmmunitionSet, state: CombatState) -> str:
    person = state.people.get(event.who)  # who comes in this very step is not there yet
    if person is None or state.fighters[event.who].ammunition.get(event.attack) == event.left:
        return ""
    figures = person.profile.imperium
    attacks = figures.attacks if figures is not None and figures.attacks else {}
    weapon = attacks[event.attack].label if event.attack in attacks else event.attack
    return f"{name(state, event.who)}: {weapon}, {_counted(event.left, 'shot')} left."


@_told.register
def _(event: e.PlaceChanged, state: CombatState) -> str:
    return f"{event.says.rstrip('.')}."


@_told.register
def _(event: e.ClockSet, state: CombatState) -> str:
    clock = state.encounter.clocks.get(event.clock)
    of = f" of {clock.size}" if clock is not None else ""
    return f"{name(state, event.clock)}: {event.filled}{of}."


@_told.register
def _(event: e.CounterSet, state: CombatState) -> str:
    side = state.encounter.all_sides.get(event.side)
    label = side.label if side is not None else event.side
    return f"{event.counter.capitalize()} of {label}: {event.value}."


@_told.register
def _(event: e.RulingSet, state: CombatState) -> str:
    return f"Read from here on: {event.ruling.replace('_', ' ')}, {event.reading}."


@_told.register
def _(event: e.Overridden, state: CombatState) -> str:
    note = f" ({event.note})" if event.note else ""
    return f"The GM: {event.says.rstrip('.')}{note}."


@_told.register
def _(event: e.Said, state: CombatState) -> str:
    return event.text
