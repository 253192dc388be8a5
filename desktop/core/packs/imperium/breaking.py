"""Resolve: foes whose Resolve the heroes' Superiority has reached break."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from desktop.core.model.encounter import HEROES, is_against
from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import skills
from desktop.core.packs.imperium.acting import cannot_fight
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.superiority import superiority
from desktop.core.rules.actions import Action
from desktop.core.rules.book import ActionRule, Due, Pack, Rulebook
from desktop.core.rules.effects import those_named
from desktop.core.rules.events import Event, LeftBoard, MarkSet, Said
from desktop.core.rules.house import no_such
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import DUE, OUT
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

RULE = RuleRef("IM-SUPERIORITY-06")
BROKEN = "broken"
"""The mark of a fighter that has broken: how."""
How = Literal["flees", "surrenders", "charges"]
SAYS: dict[How, str] = {
    "flees": "breaks and flees",
    "surrenders": "breaks and surrenders",
    "charges": "breaks and charges without a thought",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Break(Action):
    """Let a foe, or a group of them, break: it flees, surrenders or charges recklessly."""

    deed: ClassVar[str] = "breaks and {how}"

    who: str
    """A fighter or a group."""
    how: How = "flees"

    @property
    def doer(self) -> str:
        """The fighter or group."""
        return self.who


def is_breaking(state: CombatState, who: FighterId) -> bool:
    """Whether a foe's Resolve is no match for the heroes' Superiority."""
    resolve = skills.figures(state.people[who].profile).resolve
    if resolve is None or state.side_of(who) == HEROES or cannot_fight(state, who):
        return False
    if state.mark(who, BROKEN) or not is_against(state.encounter, HEROES, state.side_of(who)):
        return False
    count = superiority(state)
    return count > resolve if reads(state, "resolve_break", "strictly above") else count >= resolve


def _due(book: Rulebook, state: CombatState) -> Iterator[Due]:
    """Yield who breaks, a group in one line."""
    named: dict[str, int] = {}
    for who in state.fighters:
        if state.round > 0 and is_breaking(state, who):
            resolve = skills.figures(state.people[who].profile).resolve or 0
            named.setdefault(state.people[who].group or who, resolve)
    for name, resolve in named.items():
        key = f"breaks|{name}"
        yield Due(
            key=key, when="now", order=(state.round, -1), who=label_of(state, name),
            says=f"Resolve {resolve}, Superiority {superiority(state)}: it breaks and flees",
            rule=RULE, skipped=bool(state.mark(DUE, key)), by_hand=Break(who=name),
        )  # fmt: skip


def _refusals(book: Rulebook, state: CombatState, action: Break) -> Iterable[Refusal]:
    several = _named(state, action.who)
    if not several:
        yield no_such("fighter or group", action.who, (*state.people, *state.encounter.groups))
    elif not any(is_breaking(state, who) for who in several):
        yield Refusal(f"{label_of(state, action.who)} has Resolve enough to stay.", RULE)


def _named(state: CombatState, name: str) -> list[FighterId]:
    return [who for who in those_named(state, [name]) if state.on_board(who)]


def _resolve(now: Now, action: Break) -> None:
    facts: list[Event] = []
    for who in _named(now.state, action.who):
        if not action.forced and not is_breaking(now.state, who):
            continue
        text = f"{label_of(now.state, who)} {SAYS[action.how]}"
        facts.append(MarkSet(subject=who, name=BROKEN, value=action.how, rule=RULE))
        facts.append(Said(text=text, who=who, rule=RULE))
        if action.how == "flees":
            facts.append(LeftBoard(who=who, why="away"))
        elif action.how == "surrenders":
            facts.append(MarkSet(subject=who, name=OUT, value=True, rule=RULE))
    if facts:
        now.happens(*facts)


CHAPTER = Pack(
    name="imperium",
    actions={Break: ActionRule(refusals=_refusals, resolve=_resolve)},
    due=(_due,),
)
