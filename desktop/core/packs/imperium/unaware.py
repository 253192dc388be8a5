"""Attacks on somebody who does not know of the attacker."""

from collections.abc import Iterator

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import criticals, hiding
from desktop.core.packs.imperium.aware import is_aware
from desktop.core.packs.imperium.purposes import ATTACK
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.suffering import has
from desktop.core.rules.book import Pack, Rulebook
from desktop.core.rules.events import MarkSet, Parted, Tested
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import UNAWARE, UNAWARE_OF
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, TallyFor

EDGE = RuleRef("IM-UNAWARE-01")
CRITICAL = RuleRef("IM-UNAWARE-02")
NOTICED = RuleRef("IM-UNAWARE-03")


def is_sure(state: CombatState, who: FighterId, target: FighterId, *, ranged: bool) -> bool:
    """Whether a hit is a Critical Hit without any double, its target being unaware."""
    if is_aware(state, target, who):
        return False
    return not (ranged and reads(state, "unaware_crit_ranged", "melee only"))


def may_oppose(state: CombatState, target: FighterId, attacker: FighterId) -> bool:
    """Whether a target may oppose a melee attack, unaware or not."""
    return is_aware(state, target, attacker) or not reads(state, "unaware_oppose", "may not")


def after(
    now: Now, attack: Tested, target: FighterId, *, sure: bool, hit: bool, critical: bool
) -> None:
    """Bring what an attack on the unaware brings besides, and let its target notice it.

    `critical` says that its double has caused a Critical Hit; a hit has caused one already.
    """
    applies = sure and (hit or reads(now.state, "unaware_hit", "misses too"))
    second = critical and reads(now.state, "unaware_double", "two criticals")
    if applies and (second or not (hit or critical)):
        criticals.hit(now, target, attack, CRITICAL)
    _notice(now, target, attack.who)
    hiding.give_away(now, attack.who)


def _notice(now: Now, target: FighterId, attacker: FighterId) -> None:
    if is_aware(now.state, target, attacker) or has(now.state, target, "unconscious"):
        return
    says = f"{label_of(now.state, target)} now knows of {label_of(now.state, attacker)}"
    if not now.word(now.unique(f"notices|{target}|{attacker}"), says, True, NOTICED):
        return
    if now.state.mark(target, UNAWARE):
        now.happens(MarkSet(subject=target, name=UNAWARE, value=None, rule=NOTICED))
    if now.state.holds(UNAWARE_OF, target, attacker):
        now.happens(Parted(kind=UNAWARE_OF, one=target, other=attacker, rule=NOTICED))


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    attacking = wanted.what == "test" and wanted.purpose == ATTACK
    target = wanted.against
    if attacking and target is not None and not is_aware(state, target, wanted.who):
        yield Part(key="unaware", says="unaware target", does="for", rule=EDGE)


CHAPTER = Pack(name="imperium", parts=(_parts,))
