"""Locks of doors: getting one open needs a Test, and so takes an Action."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.board import Door
from desktop.core.model.moments import SetDoor
from desktop.core.model.words import DoorId, FighterId
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.skills import title
from desktop.core.packs.imperium.using import NEEDED
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.doors import at_door
from desktop.core.rules.effects import let
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef, TallyFor

TESTED = RuleRef("IM-TURN-03")

USUAL = "tech (security)"
SKILLS = (USUAL, "athletics (might)", "dexterity (lock picking)")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenLock(Doing):
    """Try to get a locked door open."""

    deed: ClassVar[str] = "tries the lock of {door}"

    door: DoorId


def _refusals(book: Rulebook, state: CombatState, action: OpenLock) -> Iterator[Refusal]:
    door = state.encounter.board.doors[action.door]
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    if book.provider("door", door.book) is not None:
        yield Refusal(f"{door.label} follows other rules.", TESTED, "Open it by those.")
    if door.state != "locked":
        yield Refusal(f"{door.label} is not locked.", TESTED)
    if state.on_board(action.who) and not at_door(book, state, action.who, door):
        name = label_of(state, action.who)
        yield Refusal(f"{door.label} is out of the reach of {name}.", NEEDED, "Go there first.")


def _resolve(now: Now, action: OpenLock) -> None:
    door = now.state.encounter.board.doors[action.door]
    spend(now, action.who, "action", TESTED)
    skill, difficulty = _test_of(now, door)
    wanted = TallyFor(what="test", who=action.who, purpose="lock", skill=skill)
    says = f"{title(skill)} at {door.label}"
    if now.book.test.test(now, wanted, says, difficulty, TESTED).passed:
        let(now, (SetDoor(door=action.door, state="open"),), label_of(now.state, action.who))


def _test_of(now: Now, door: Door) -> tuple[str, int]:
    """Return the Test of a lock; where it says none the GM has a word on the usual one."""
    difficulty = door.lock.difficulty if door.lock is not None else 0
    if door.lock is not None and door.lock.skill:
        return door.lock.skill, difficulty
    options = [Option(each, title(each)) for each in SKILLS]
    says = f"Test of the lock of {door.label}"
    return str(now.word(f"lock skill|{door.id}", says, USUAL, TESTED, options)), difficulty


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    for door in state.encounter.board.doors.values() if state.on_board(who) else ():
        own = book.provider("door", door.book) is None
        if own and door.state == "locked":
            action = OpenLock(who=who, door=DoorId(door.id))
            yield Offer(
                about="things",
                key=f"lock:{door.id}", says=f"Unlock {door.label}", cost="Action", action=action,
                refusals=tuple(_refusals(book, state, action)),
                far=not at_door(book, state, who, door),
            )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={OpenLock: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
)
