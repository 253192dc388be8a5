"""Superiority: a side's counter that its fighters may add to a Test, one a turn."""

from collections.abc import Iterator

from desktop.core.model.encounter import HEROES
from desktop.core.model.words import SideId
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.book import Pack, Rulebook
from desktop.core.rules.events import CounterSet, MarkSet, Tested, Until
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, TallyFor

RULE = RuleRef("IM-SUPERIORITY-02")
GAIN = RuleRef("IM-SUPERIORITY-04")
COUNTER = "superiority"
USED = "superiority used"
MOST = 3
"""The most that a side has before a fight, and by one reading ever."""


def superiority(state: CombatState, side: SideId = HEROES) -> int:
    """Return a side's Superiority."""
    return state.counters.get(side, {}).get(COUNTER, 0)


def change(now: Now, by: int, key: str, why: str, rule: RuleRef) -> None:
    """Give the heroes Superiority or take it, unless the GM says otherwise."""
    had = superiority(now.state)
    after = max(0, had + by)
    if by > 0 and reads(now.state, "superiority_cap", "cap three"):
        after = min(after, max(MOST, had))
    if after == had:
        return
    says = f"{why}: Superiority {by:+d}"
    if now.word(now.unique(f"superiority|{key}"), says, True, rule):
        now.happens(CounterSet(side=HEROES, counter=COUNTER, value=after))


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what != "test" or state.mark(wanted.who, USED):
        return
    count = superiority(state, state.side_of(wanted.who))
    if count > 0:
        yield Part(
            key="superiority", says=f"Superiority {count}", does="levels", amount=count,
            rule=RULE, offered=True, spends=COUNTER,
        )  # fmt: skip


def _tested(now: Now, tested: Tested) -> None:
    if any(part.key == "superiority" for part in tested.tally.live("levels")):
        until = Until("start of turn", who=tested.who)
        now.happens(MarkSet(subject=tested.who, name=USED, value=True, until=until, rule=RULE))


CHAPTER = Pack(name="imperium", parts=(_parts,), follows={Tested: (_tested,)})
