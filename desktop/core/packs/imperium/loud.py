"""Loud weapons: everyone within Long range hears them."""

from desktop.core.model.profile import Attack
from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import weapons
from desktop.core.packs.imperium.acting import helpless
from desktop.core.rules.events import MarkSet
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import UNAWARE
from desktop.core.rules.now import Now
from desktop.core.rules.tally import RuleRef

RULE = RuleRef("IM-WEAPONS-10")
HEARD_IN = ("immediate", "short", "medium", "long")


def alert(now: Now, who: FighterId, weapon: Attack) -> None:
    """Let the foes hear a loud weapon who did not know that there is a fight."""
    if not weapons.has(weapon, "loud"):
        return
    heard = [
        foe
        for foe in now.state.fighters
        if now.state.mark(foe, UNAWARE) and now.state.against(foe, who) and _hears(now, who, foe)
    ]
    if not heard:
        return
    names = ", ".join(label_of(now.state, foe) for foe in heard)
    says = f"{names} heard {weapon.label}"
    if now.word(now.unique(f"alerts|{who}"), says, True, RULE):
        now.happens(*(MarkSet(subject=foe, name=UNAWARE, value=None, rule=RULE) for foe in heard))


def _hears(now: Now, who: FighterId, foe: FighterId) -> bool:
    if not now.state.on_board(foe) or helpless(now.state, foe):
        return False
    band = now.book.space.distance(now.state, who, foe).band
    return band in HEARD_IN or band == ""
