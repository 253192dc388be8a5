"""Control panels: a check at the terminal, and what they are linked to works, stops or starts."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from desktop.core.model.board import Door, Feature
from desktop.core.model.geometry import distance
from desktop.core.model.words import DoorId, FeatureId, FighterId, LevelId
from desktop.core.packs.hive import checks, door, lift, pieces
from desktop.core.packs.hive.inches import is_near
from desktop.core.packs.hive.paying import lacks, pay
from desktop.core.packs.hive.statuses import active, unable
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Due, Offer, Pack, Rulebook
from desktop.core.rules.doors import doorway
from desktop.core.rules.due import order_in_time
from desktop.core.rules.effects import let
from desktop.core.rules.events import MarkSet, Said, Until
from desktop.core.rules.house import no_such
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import DUE, lapse_key
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

IS_ONE = RuleRef("ZM-PANEL-01")
LINKED = RuleRef("ZM-PANEL-02")
NEAR = RuleRef("ZM-PANEL-03")
CHECK = RuleRef("ZM-PANEL-04")
SETS_OFF = RuleRef("ZM-PANEL-05")
SHUTS = RuleRef("ZM-PANEL-06")
BESIDE = RuleRef("ZM-PANEL-08")

MODIFIER = -2
What = Literal["work", "shut down", "start"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessTerminal(Doing):
    """Work a control panel: let something it is linked to act, shut it down or start it again."""

    deed: ClassVar[str] = "works {panel}[: {thing}]"

    panel: FeatureId
    thing: str = ""
    """The door or feature that it shall work; unsaid, the only one it is linked to."""
    does: What = "work"
    to: LevelId | None = None
    """Of a lift: the level that it shall go to; unsaid, its first other stop."""


def linked(book: Rulebook, state: CombatState, panel: Feature) -> tuple[str, ...]:
    """Return the doors and features that a panel works: those linked, else those beside it."""
    board = state.encounter.board
    known = tuple(each for each in panel.works if each in board.doors or each in board.features)
    if panel.works:
        return known
    doors = (each.id for each in board.doors.values() if _is_beside_door(panel, each))
    things = (
        each.id
        for each in board.features.values()
        if each.id != panel.id and each.kind != "panel" and _is_beside(panel, each)
    )
    return (*doors, *things)


def _is_beside(panel: Feature, other: Feature) -> bool:
    return panel.level == other.level and any(
        distance(one, two) <= 1 for one in panel.squares for two in other.squares
    )


def _is_beside_door(panel: Feature, other: Door) -> bool:
    near = doorway(other)
    return panel.level == other.level and any(
        distance(one, two) <= 1 for one in panel.squares for two in near
    )


def _named(book: Rulebook, state: CombatState, action: AccessTerminal) -> str:
    if action.thing:
        return action.thing
    several = linked(book, state, state.encounter.board.features[action.panel])
    return several[0] if len(several) == 1 else ""


# Why not


def at_panel(
    book: Rulebook, state: CombatState, who: FighterId, panel: FeatureId, rule: RuleRef
) -> Iterator[Refusal]:
    """Yield why a fighter cannot work a panel."""
    yield from pieces.refusals(state, panel, "panel")
    yield from unable(book, state, who)
    if not reads(state, "zm_terminal_status", "whoever can act"):
        yield from active(state, who, rule)
    if state.on_board(who) and not is_near(book, state, who, panel):
        says = f"{label_of(state, panel)} is more than an inch from {label_of(state, who)}."
        yield Refusal(says, rule, "Go there first.")


def _refusals(book: Rulebook, state: CombatState, action: AccessTerminal) -> Iterator[Refusal]:
    panel = state.encounter.board.features[action.panel]
    yield from at_panel(book, state, action.who, action.panel, NEAR)
    yield from lacks(state, action.who, "basic", NEAR, f"access {action.panel}")
    several, thing = linked(book, state, panel), _named(book, state, action)
    if not several and not panel.passed:
        yield Refusal(f"{panel.label} is linked to nothing.", LINKED, "Link it to something.")
    elif several and thing not in several:
        yield no_such("thing linked to that panel", thing, several)
    elif thing:
        yield from _barred(book, state, thing, action)


def _barred(
    book: Rulebook, state: CombatState, thing: str, action: AccessTerminal
) -> Iterator[Refusal]:
    """Yield why a thing cannot do what it shall."""
    down, label = pieces.is_down(state, thing), label_of(state, thing)
    if action.does == "start":
        if not down:
            yield Refusal(f"{label} is not shut down.", SHUTS)
        return
    if down:
        yield Refusal(f"{label} is shut down.", SHUTS, "Start it again.")
    elif action.does == "work":
        yield from _idle(book, state, thing, action.to)


def _idle(book: Rulebook, state: CombatState, thing: str, to: LevelId | None) -> Iterator[Refusal]:
    found = pieces.thing_of(state, thing)
    if isinstance(found, Door):
        if not door.is_ours(book, state, found):
            yield Refusal(f"{found.label} follows other rules.", LINKED, "Use it by those.")
        elif found.state == "broken":
            yield Refusal(f"{found.label} is broken.", door.BREAKS)
    elif found is not None and found.kind == "lift":
        yield from lift.barred(state, found, to or _first_level(found), at_panel=True)
    elif found is not None and found.kind == "reclamator":
        says = f"{found.label} is cycled from its panel, by an action of its own."
        yield Refusal(says, SETS_OFF, "Cycle it.")
    elif found is not None and not found.used:
        yield Refusal(f"{found.label} does nothing by a panel.", SETS_OFF)


def _first_level(found: Feature) -> LevelId:
    return next((stop.level for stop in lift.others(found)), LevelId(""))


# What it does


def _resolve(now: Now, action: AccessTerminal) -> None:
    panel = now.state.encounter.board.features[action.panel]
    thing = _named(now.book, now.state, action)
    pay(now, action.who, "basic", NEAR, f"access {action.panel}")
    says = f"at {panel.label}"
    if not checks.intelligence(now, action.who, says, CHECK, MODIFIER).passed:
        return
    if panel.passed:
        let(now, panel.passed, panel.label)
    if not thing:
        return
    if action.does == "shut down":
        _shut_down(now, action.who, thing)
    elif action.does == "start":
        text = f"{label_of(now.state, action.who)} starts {label_of(now.state, thing)} again"
        now.happens(
            MarkSet(subject=thing, name=pieces.DOWN, value=None, rule=SHUTS),
            Said(text=text, who=action.who, rule=SHUTS),
        )
    else:
        _work(now, action, thing)


def _shut_down(now: Now, who: FighterId, thing: str) -> None:
    after = reads(now.state, "zm_shutdown_end", "when it ends")
    point = Until("end of round" if after else "end phase", now.state.round + 1)
    text = f"{label_of(now.state, who)} shuts down {label_of(now.state, thing)}"
    now.happens(
        MarkSet(subject=thing, name=pieces.DOWN, value=True, until=point, rule=SHUTS),
        Said(text=text, who=who, rule=SHUTS),
    )


def _work(now: Now, action: AccessTerminal, thing: str) -> None:
    found = pieces.thing_of(now.state, thing)
    if isinstance(found, Door):
        door.unlock(now, found, SETS_OFF)
        door.work(now, found, action.who, SETS_OFF)
    elif found is not None and found.kind == "lift":
        stop = lift.stop_on(found, action.to or _first_level(found))
        if stop is not None:
            lift.move(now, FeatureId(found.id), stop, action.who, SETS_OFF)
    elif found is not None:
        let(now, found.used, found.label)


# The table is reminded


def _due(book: Rulebook, state: CombatState) -> Iterator[Due]:
    for (thing, name), mark in state.marks.items():
        if name != pieces.DOWN or mark.until is None:
            continue
        key = lapse_key(thing, name)
        at = order_in_time(state, mark.until)
        when = mark.until.point if at[0] == max(state.round, 1) else f"round {at[0]}"
        yield Due(
            key=key, when=when, order=at, who=label_of(state, thing), says="starts again",
            rule=SHUTS, skipped=bool(state.mark(DUE, key)),
        )  # fmt: skip


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if not state.on_board(who):
        return
    for panel in pieces.of_kind(state, "panel"):
        far = not is_near(book, state, who, panel.id)
        for thing in linked(book, state, panel):
            for says, action in _deeds(state, who, panel, thing):
                to = f":{action.to}" if action.to else ""
                yield Offer(
                    about="things",
                    key=f"panel:{panel.id}:{action.does}:{thing}{to}",
                    says=f"{panel.label}: {says}", cost="Action", action=action,
                    refusals=tuple(_refusals(book, state, action)), place=pieces.AT_HAND, far=far,
                )  # fmt: skip


def _deeds(
    state: CombatState, who: FighterId, panel: Feature, thing: str
) -> Iterator[tuple[str, AccessTerminal]]:
    """Yield what a panel may do with a thing, in words and as an action."""
    label, id_ = label_of(state, thing), FeatureId(panel.id)
    if pieces.is_down(state, thing):
        yield f"start {label}", AccessTerminal(who=who, panel=id_, thing=thing, does="start")
        return
    found = pieces.thing_of(state, thing)
    if isinstance(found, Door):
        verb = "shut" if found.state == "open" else "open"
        yield f"{verb} {label}", AccessTerminal(who=who, panel=id_, thing=DoorId(thing))
    elif found is not None and found.kind == "lift":
        for stop in lift.others(found):
            says = f"{label} to {label_of(state, stop.level)}"
            yield says, AccessTerminal(who=who, panel=id_, thing=thing, to=stop.level)
    elif found is not None and found.used:
        yield f"use {label}", AccessTerminal(who=who, panel=id_, thing=thing)
    shuts = AccessTerminal(who=who, panel=id_, thing=thing, does="shut down")
    yield f"shut down {label}", shuts


CHAPTER = Pack(
    name="hive",
    actions={AccessTerminal: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
    due=(_due,),
)
