"""Hazards: zones that hurt whoever enters and whoever starts a turn there."""

from collections.abc import Iterator

from desktop.core.model.words import FighterId, TraitWord, ZoneId, family_of
from desktop.core.packs.imperium import saddle
from desktop.core.packs.imperium.aloft import escapes, spared
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.book import Due, Leg, Pack, Plan, Rulebook
from desktop.core.rules.events import MarkSet, Until
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import DUE
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Consequence, Part, RuleRef, TallyFor
from desktop.core.rules.traits import laid_at, traits_at

GRADES = RuleRef("IM-HAZARD-01")
ENTERED = RuleRef("IM-HAZARD-02")
STARTED = RuleRef("IM-HAZARD-03")
FORCED = RuleRef("IM-HAZARD-05")
APPEARED = RuleRef("IM-HAZARD-06")
ARMOUR = RuleRef("IM-HAZARD-07")
BITES = (ENTERED, STARTED, FORCED, APPEARED)
"""The rules by which a hazard hurts."""

DAMAGE: dict[TraitWord, int] = {
    TraitWord("minor hazard"): 5,
    TraitWord("major hazard"): 10,
    TraitWord("deadly hazard"): 15,
}
HURT = "hurt by hazard "
"""Before the zone, the mark on a fighter that a hazard has hurt in the turn that is on."""


def hazards_in(state: CombatState, zone: ZoneId | None) -> tuple[TraitWord, ...]:
    """Return the hazards of a zone that deal Damage: the worst alone, or by one reading each."""
    if zone is None:
        return ()
    if reads(state, "hazard_multiple", "each counts"):
        laid = [trait.word for trait in laid_at(state, zone)]
    else:
        laid = [trait.word for trait in traits_at(state, zone)]
    return tuple(word for word in laid if family_of(word) == "hazard")


def damage_in(state: CombatState, zone: ZoneId | None) -> int:
    """Return the Damage before Armour of a zone's hazards, 0 where there is none."""
    return sum(DAMAGE[word] for word in hazards_in(state, zone))


def told(state: CombatState, zone: ZoneId | None) -> str:
    """Return a zone's hazards as one reads them: `Minor Hazard 5`."""
    return ", ".join(f"{word.title()} {DAMAGE[word]}" for word in hazards_in(state, zone))


def key_of(who: FighterId, zone: ZoneId) -> str:
    """Return the key by which the GM skips what a hazard does to a fighter."""
    return f"hazard|{who}|{zone}"


def start_turn(now: Now, who: FighterId) -> None:
    """Hurt a fighter that starts its turn in a hazard."""
    zone = now.state.zone_of(who)
    if zone is not None and not _is_beyond(now.state, who):
        _bite(now, who, zone, STARTED)


def _is_beyond(state: CombatState, who: FighterId) -> bool:
    """Whether nothing hurts a fighter any more; one that is unconscious still burns."""
    dead = not state.on_board(who) or "dead" in state.fighters[who].conditions
    return dead or saddle.is_spared(state, who)


def enter(now: Now, who: FighterId, zone: ZoneId, rule: RuleRef = ENTERED) -> None:
    """Hurt a fighter that has come into a zone, if the zone is a hazard."""
    _bite(now, who, zone, rule)


def _bite(now: Now, who: FighterId, zone: ZoneId, rule: RuleRef) -> None:
    words = hazards_in(now.state, zone)
    once = reads(now.state, "hazard_reentry", "once a turn")
    if not words or (once and now.state.mark(who, HURT + zone)):
        return
    label = now.state.encounter.board.zones[zone].label
    says = f"{label_of(now.state, who)}, {label}: {told(now.state, zone)}"
    if spared(now, who, zone, "hazard", says) or now.skips(key_of(who, zone), says, rule):
        return
    if once:
        until = Until("end of turn")
        now.happens(MarkSet(subject=who, name=HURT + zone, value=True, until=until, rule=rule))
    armour = not reads(now.state, "hazard_armour", "past armour")
    for index, word in enumerate(words):
        key = f"hazard damage|{who}|{zone}" + (f"|{index + 1}" if index else "")
        part = Part(
            key="grade", says=word.title(), does="base", amount=DAMAGE[word], rule=GRADES,
            ruling="hazard_multiple",
        )  # fmt: skip
        damage = now.tally(
            TallyFor(what="damage", who=who, purpose="hazard"), key, f"{word.title()}", part
        )
        now.book.damage.hurt(now, who, damage, rule=rule, armour=armour)
        if not now.state.on_board(who):
            return


def _entering(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
    if leg.enters is not None:
        enter(now, who, leg.enters, FORCED if forced else ENTERED)


def _foretells(
    book: Rulebook, state: CombatState, who: FighterId, plan: Plan
) -> Iterator[Consequence]:
    for at, leg in enumerate(plan.legs):
        if leg.enters is None or escapes(state, who, leg.enters, "hazard"):
            continue
        if damage_in(state, leg.enters):
            says = f"enters {told(state, leg.enters)}"
            yield Consequence(who=who, says=says, rule=ENTERED, at=at, grave=True)


def _due(book: Rulebook, state: CombatState) -> Iterator[Due]:
    """Yield who will start its next turn in a hazard."""
    for place, entry in enumerate(state.order):
        later = entry.id in state.acted or entry.id == state.acting
        round_ = max(state.round, 1) + (1 if later else 0)
        for who in entry.members:
            zone = state.zone_of(who)
            if zone is None or _is_beyond(state, who) or not damage_in(state, zone):
                continue
            if escapes(state, who, zone, "hazard"):
                continue
            key = key_of(who, zone)
            yield Due(
                key=key, when=f"round {round_}" if later else "start of turn",
                order=(round_, place), who=label_of(state, who), says=told(state, zone),
                number=str(damage_in(state, zone)), rule=STARTED,
                skipped=bool(state.mark(DUE, key)),
            )  # fmt: skip


CHAPTER = Pack(name="imperium", entering=(_entering,), foretells=(_foretells,), due=(_due,))
