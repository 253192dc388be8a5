"""Outnumbering: two to one in a melee."""

from collections.abc import Iterator

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import saddle
from desktop.core.packs.imperium.acting import cannot_fight
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.skills import plain
from desktop.core.rules.book import Pack, Rulebook
from desktop.core.rules.events import MarkSet, Parted
from desktop.core.rules.marks import ENGAGED
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, TallyFor

RULE = RuleRef("IM-OUTNUMBERING-01")


def numbers(state: CombatState, who: FighterId, foe: FighterId) -> tuple[int, int]:
    """Return how many fight on a fighter's side in its melee with a foe, and how many against."""
    if reads(state, "outnumber_count", "per target"):
        mine = [FighterId(each) for each in state.related(ENGAGED, foe)]
        return len(_counted(state, [each for each in mine if not cannot_fight(state, each)])), 1
    melee = _counted(state, _linked(state, who))
    friends = sum(not state.against(who, each) for each in melee)
    return friends, len(melee) - friends


def _linked(state: CombatState, who: FighterId) -> list[FighterId]:
    """Return everyone in one melee with a fighter, however many engagements lie between."""
    found = [who]
    for each in found:
        for other in state.related(ENGAGED, each):
            name = FighterId(other)
            if name not in found and not cannot_fight(state, name):
                found.append(name)
    return found


def _counted(state: CombatState, several: list[FighterId]) -> list[FighterId]:
    """Return who of several counts: a mount beside its rider only if it attacks."""
    if reads(state, "outnumber_mounts", "always"):
        mounts = (saddle.mount_of(state, each) for each in several)
        able = (each for each in mounts if each is not None and not cannot_fight(state, each))
        return list(dict.fromkeys((*several, *able)))
    return [
        each
        for each in several
        if state.mark(each, saddle.FIGHTS) or set(saddle.riders_of(state, each)).isdisjoint(several)
    ]


def _parted(now: Now, fact: Parted) -> None:
    """A melee is over for a mount, and with it that it has attacked there."""
    if fact.kind != ENGAGED:
        return
    for each in (fact.one, fact.other):
        alone = next(iter(now.state.related(ENGAGED, each)), None) is None
        if alone and now.state.mark(each, saddle.FIGHTS):
            now.happens(MarkSet(subject=each, name=saddle.FIGHTS, value=None, rule=RULE))


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what != "test" or wanted.against is None or wanted.ranged:
        return
    if plain(wanted.skill) != "melee" or not state.holds(ENGAGED, wanted.who, wanted.against):
        return
    friends, foes = numbers(state, wanted.who, wanted.against)
    enough = 3 if reads(state, "outnumber_several", "three needed") else 2
    if foes and friends >= max(2 * foes, enough):
        yield Part(
            key="outnumbering", says=f"{friends} against {foes}", does="for", rule=RULE,
            ruling="outnumber_count",
        )  # fmt: skip


CHAPTER = Pack(name="imperium", parts=(_parts,), follows={Parted: (_parted,)})
