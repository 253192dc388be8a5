"""Groups that share their Wounds: one pool, out of which members leave one by one."""

from desktop.core.model.words import FighterId
from desktop.core.rules.book import Pack
from desktop.core.rules.events import Event, LeftBoard, WoundsSet, WoundsTaken
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef

RULE = RuleRef("HOUSE-GROUPS-01")


def is_shared(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter is one of a group that shares its Wounds."""
    name = state.people[who].group
    group = state.encounter.groups.get(name) if name is not None else None
    return group is not None and group.wounds == "shared"


def others_of(state: CombatState, who: FighterId) -> list[FighterId]:
    """Return the rest of a fighter's group that is on the board, in the order of letters."""
    name = state.people[who].group
    return [
        each
        for each, person in state.people.items()
        if person.group == name and each != who and state.on_board(each)
    ]


def settle(now: Now, taken: WoundsTaken, most: int | None) -> None:
    """Share what one of a group has taken: each maximum that is full takes one of them out.

    The one that was struck goes first, then the others by letter; what is left over stands for
    the whole pool and is what each of them shows.
    """
    filled = taken.total + taken.over
    gone, rest = divmod(filled, most) if most else (0, filled)
    in_line = [taken.who, *others_of(now.state, taken.who)]
    for who in in_line[:gone]:
        says = f"{label_of(now.state, who)} is out, its share of the Wounds being full"
        if now.state.on_board(who) and now.word(now.unique(f"out|{who}"), says, True, RULE):
            now.happens(LeftBoard(who=who, why="out"))
    _even_out(now, in_line, rest)


def _even_out(now: Now, several: list[FighterId], total: int) -> None:
    facts: list[Event] = [
        WoundsSet(who=who, total=total)
        for who in several
        if now.state.on_board(who) and now.state.fighters[who].wounds != total
    ]
    if facts:
        now.happens(*facts)


def _set(now: Now, fact: WoundsSet) -> None:
    """Healing or the GM's word for one of them counts for all."""
    if now.state.round > 0 and is_shared(now.state, fact.who):
        _even_out(now, others_of(now.state, fact.who), fact.total)


CHAPTER = Pack(name="imperium", follows={WoundsSet: (_set,)})
