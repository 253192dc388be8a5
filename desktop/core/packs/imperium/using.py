"""Using a feature, and opening and shutting a door."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from desktop.core.model.board import Door
from desktop.core.model.words import DoorId, DoorState, FeatureId, FighterId
from desktop.core.packs.imperium import reach
from desktop.core.packs.imperium.acting import helpless, unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.space import pay_inside
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.doors import at_door
from desktop.core.rules.effects import let
from desktop.core.rules.events import PlaceChanged, PlaceParts, Said
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.slots import DoorSlot
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef, TallyFor

USE = RuleRef("IM-ACTIONS-10")
EFFECTS = RuleRef("IM-FEATURE-02")
UNPLANNED = RuleRef("IM-FEATURE-03")
FREE = RuleRef("IM-TURN-02")
NEEDED = RuleRef("IM-RANGE-03")


@dataclass(frozen=True, slots=True, kw_only=True)
class Use(Doing):
    """Use a feature within reach, stepping up first where need be."""

    deed: ClassVar[str] = "uses {feature}"

    feature: FeatureId


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkDoor(Doing):
    """Open a door that one is at, or shut it where it is open."""

    deed: ClassVar[str] = "works {door}"

    door: DoorId

    def deed_in(self, state: CombatState) -> str:
        """Return whether it is opened or shut."""
        door = state.encounter.board.doors.get(self.door)
        if door is None:
            return self.deed
        return "shuts {door}" if door.state == "open" else "opens {door}"


# Features


def _refusals(book: Rulebook, state: CombatState, action: Use) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    if state.on_board(action.who):
        yield from reach.step_up_refusals(book, state, action.who, action.feature)


def _resolve(now: Now, action: Use) -> None:
    if not reach.step_up(now, action.who, action.feature) and not action.forced:
        return
    if helpless(now.state, action.who) or not now.state.on_board(action.who):
        return
    feature = now.state.encounter.board.features[action.feature]
    spend(now, action.who, "action", USE)
    text = f"{label_of(now.state, action.who)} uses {feature.label}"
    now.happens(Said(text=text, who=action.who, rule=USE))
    let(now, feature.used, feature.label)
    if feature.test is not None:
        wanted = TallyFor(
            what="test", who=action.who, purpose="feature", skill=feature.test.skill
        )  # fmt: skip
        says = f"{feature.test.skill} at {feature.label}"
        if now.book.test.test(now, wanted, says, feature.test.difficulty, EFFECTS).passed:
            let(now, feature.passed, feature.label)
    elif not feature.used:
        text = f"What {feature.label} does is for the GM to say"
        now.happens(Said(text=text, rule=UNPLANNED))


# Doors


def _door_refusals(book: Rulebook, state: CombatState, action: WorkDoor) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    door = state.encounter.board.doors[action.door]
    yield from _own_refusals(book, state, action.who, door)
    if state.on_board(action.who) and not at_door(book, state, action.who, door):
        name = label_of(state, action.who)
        yield Refusal(f"{door.label} is out of the reach of {name}.", NEEDED, "Go there first.")
    elif state.on_board(action.who):
        _, refusal = _step(book, state, action.who)
        if refusal is not None:
            yield refusal


def _own_refusals(
    book: Rulebook, state: CombatState, who: FighterId, door: Door
) -> Iterator[Refusal]:
    """Yield what the book that settles a door has against working it."""
    slot: DoorSlot | None = book.provider("door", door.book)
    if slot is not None:
        yield from slot.refusals(book, state, who, door)
        return
    if reads(state, "feature_reach", "always action"):
        yield from lacks(state, who, "action")
    if door.state in ("locked", "broken"):
        yield Refusal(f"{door.label} is {door.state}.", FREE)


def _step(book: Rulebook, state: CombatState, who: FighterId) -> tuple[str, Refusal | None]:
    """Return what stepping up to a door costs, and why it cannot be paid."""
    return ("free", None) if book.space.on_squares else pay_inside(book, state, who, "")


def _work(now: Now, action: WorkDoor) -> None:
    door = now.state.encounter.board.doors[action.door]
    rule = FREE
    if _step(now.book, now.state, action.who)[0] == "move":
        spend(now, action.who, "move", NEEDED)
    slot: DoorSlot | None = now.book.provider("door", door.book)
    if slot is not None:
        slot.work(now, action.who, door)
        return
    if reads(now.state, "feature_reach", "always action"):
        rule = USE
        spend(now, action.who, "action", rule)
    after: DoorState = "closed" if door.state in ("open", "broken") else "open"
    verb = "shuts" if after == "closed" else "opens"
    parts = PlaceParts(doors={action.door: replace(door, state=after)})
    says = f"{label_of(now.state, action.who)} {verb} {door.label}"
    now.happens(PlaceChanged(says=says, parts=parts, rule=rule))


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if not state.on_board(who):
        return
    own = (*unable(state, who), *lacks(state, who, "action"))
    if state.encounter.board.features:
        yield Offer(
            about="things",
            key="use", says="Use", cost="Action", wants="feature",
            aimed=lambda feature: Use(who=who, feature=FeatureId(feature)), refusals=own,
        )  # fmt: skip
    own_cost = "Action" if reads(state, "feature_reach", "always action") else "Free"
    for door in state.encounter.board.doors.values():
        action = WorkDoor(who=who, door=door.id)
        slot: DoorSlot | None = book.provider("door", door.book)
        yield Offer(
            about="things",
            key=f"door:{door.id}",
            says=f"{'Shut' if door.state == 'open' else 'Open'} {door.label}",
            cost=own_cost if slot is None else slot.cost, action=action,
            refusals=tuple(_door_refusals(book, state, action)),
            far=not at_door(book, state, who, door),
        )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={
        Use: ActionRule(refusals=_refusals, resolve=_resolve),
        WorkDoor: ActionRule(refusals=_door_refusals, resolve=_work),
    },
    offers=(_offers,),
)
