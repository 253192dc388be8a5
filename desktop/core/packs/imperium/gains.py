"""How Superiority comes and goes in a fight, as the heroes or their foes are beaten."""

from desktop.core.model.encounter import HEROES, is_against
from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import skills
from desktop.core.packs.imperium.acting import helpless
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.superiority import COUNTER, GAIN, MOST, change, superiority
from desktop.core.rules.book import Pack
from desktop.core.rules.events import (
    ConditionSet,
    CounterSet,
    CriticalsSet,
    FightBegan,
    LeftBoard,
    MarkSet,
    MomentCame,
)
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.tally import RuleRef

BEFORE = RuleRef("IM-SUPERIORITY-03")
LOSS = RuleRef("IM-SUPERIORITY-05")
DEFEATED = "defeated"
"""The mark of a fighter whose defeat has counted."""
TROOPS = "troops defeated"
"""The mark on the heroes' side: how many Troops were defeated in this round, or this turn."""
COUNTED = "troops have counted"
"""The mark on the heroes' side that has had its Superiority for those."""
FIRST = "first critical wound"
"""The mark on the heroes' side that one of them has had a Critical Wound in this fight."""


# Before the fight and after a surprise


def _began(now: Now, fact: FightBegan) -> None:
    had = superiority(now.state)
    if had <= MOST:
        return
    says = f"Superiority {had} before the fight counts as"
    kept = now.count(now.unique("superiority|before"), says, MOST, BEFORE)
    if kept != had:
        now.happens(CounterSet(side=HEROES, counter=COUNTER, value=kept))


def _moment(now: Now, came: MomentCame) -> None:
    surprised = now.state.surprised
    if came.point == "end of round" and came.round == 1 and surprised and HEROES not in surprised:
        change(now, 1, "surprise", "The surprise round is over", GAIN)
    one_turn = reads(now.state, "superiority_troops", "one turn")
    over = (
        came.point == "end of turn" and came.who is None
        if one_turn
        else (came.point == "start of round")
    )
    if over:
        _forget(now)


def _forget(now: Now) -> None:
    facts = [
        MarkSet(subject=HEROES, name=name, value=None, rule=GAIN)
        for name in (TROOPS, COUNTED)
        if now.state.mark(HEROES, name) is not None
    ]
    if facts:
        now.happens(*facts)


# Who is beaten


def _left(now: Now, fact: LeftBoard) -> None:
    if fact.why == "out":
        _defeat(now, fact.who)


def _conditioned(now: Now, fact: ConditionSet) -> None:
    if fact.now is not None and helpless(now.state, fact.who):
        _defeat(now, fact.who)


def _defeat(now: Now, who: FighterId) -> None:
    """Let a fighter's defeat count, once."""
    if now.state.round == 0 or now.state.mark(who, DEFEATED):
        return
    hero = now.state.side_of(who) == HEROES
    if not hero and not is_against(now.state.encounter, HEROES, now.state.side_of(who)):
        return
    now.happens(MarkSet(subject=who, name=DEFEATED, value=True, rule=LOSS if hero else GAIN))
    why = f"{label_of(now.state, who)} is defeated"
    role = now.state.people[who].profile.role
    if hero:
        change(now, -1, f"defeated {who}", why, LOSS)
    elif role in ("leader", "elite"):
        change(now, 1, f"defeated {who}", why, GAIN)
    elif role == "troop":
        _troop(now, who)


def _troop(now: Now, who: FighterId) -> None:
    """Count a Troop; enough of them at once, by their own Resolve, are worth one."""
    count = int(now.state.mark(HEROES, TROOPS) or 0) + 1
    now.happens(MarkSet(subject=HEROES, name=TROOPS, value=count, rule=GAIN))
    resolve = skills.figures(now.state.people[who].profile).resolve
    if resolve is None or count < resolve or now.state.mark(HEROES, COUNTED):
        return
    now.happens(MarkSet(subject=HEROES, name=COUNTED, value=True, rule=GAIN))
    change(now, 1, "troops", f"{count} Troops are defeated at once", GAIN)


def _critical(now: Now, fact: CriticalsSet) -> None:
    """The party's first Critical Wound of the fight costs it one."""
    state, who = now.state, fact.who
    if state.round == 0 or state.side_of(who) != HEROES or state.mark(HEROES, FIRST):
        return
    had = now.before.fighters.get(who)  # who comes into the fight wounded was so before
    if had is None or len(fact.criticals) <= len(had.criticals):
        return
    now.happens(MarkSet(subject=HEROES, name=FIRST, value=True, rule=LOSS))
    change(now, -1, "first critical", f"The first Critical Wound, {label_of(state, who)}'s", LOSS)


CHAPTER = Pack(
    name="imperium",
    follows={
        FightBegan: (_began,),
        MomentCame: (_moment,),
        LeftBoard: (_left,),
        ConditionSet: (_conditioned,),
        CriticalsSet: (_critical,),
    },
)
