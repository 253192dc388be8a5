"""Wounds, hits and Injury dice: as printed where a profile has this book's health, else wounds."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from desktop.core.model.profile import HiveFigures
from desktop.core.model.words import FighterId
from desktop.core.packs.hive import sludge
from desktop.core.packs.hive.statuses import PRONE, SERIOUS, out_of_action, topple
from desktop.core.rules.book import Pack
from desktop.core.rules.events import (
    Condition,
    ConditionSet,
    MarkSet,
    Said,
    TableRolled,
    WoundsTaken,
)
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.order import is_out
from desktop.core.rules.questions import Option
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, Tally

TABLE = "hive injury"
"""The name of the table of Injury dice; the encounter's own of that name goes before."""
INJURIES: Mapping[int, str] = {1: "flesh wound", 3: "serious injury", 6: "out of action"}
"""What an Injury die does, by the lowest face it begins at."""
LOSES = RuleRef("ZM-LIFT-09")
NO_SAVE = "no save"
"""The key of the armour of harm that this book counts itself."""
BEST = 10
"""What is ahead of every face that Initiative asks for, so that 2+ comes to 8 and 6+ to 4."""
FLESH = "flesh wounds"
"""The mark on a fighter with its Flesh Wounds, each of which takes a point of Toughness."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A hit as this book writes it."""

    strength: int
    damage: int
    ap: int = 0
    """What it takes off the roll of a save."""

    def __str__(self) -> str:
        ap = f" AP-{self.ap}" if self.ap else ""
        return f"Strength {self.strength}{ap} Damage {self.damage}"


def figures(state: CombatState, who: FighterId) -> HiveFigures:
    """Return this book's figures of a fighter, all unsaid where it has none."""
    return state.people[who].profile.hive or HiveFigures()


def has_health(now: Now, who: FighterId) -> bool:
    """Whether a fighter's wounds are counted as this book counts them."""
    own = figures(now.state, who).wounds
    return own is not None and now.book.damage.maximum(now.state, who) is None


def toughness(state: CombatState, who: FighterId) -> tuple[Part, ...]:
    """Return a fighter's Toughness with what lowers it; empty where its profile does not say."""
    own = figures(state, who).toughness
    if own is None:
        return ()
    rule = sludge.WEAKER
    parts = [Part(key="toughness", says="Toughness", does="base", amount=own, rule=rule)]
    flesh = int(state.mark(who, FLESH) or 0)
    if flesh:
        parts.append(Part(key="flesh", says="Flesh Wounds", does="adds", amount=-flesh, rule=rule))
    sunk = sludge.part(state, who)
    return tuple(parts) if sunk is None else (*parts, sunk)


# A wound without saves


def wound(
    now: Now, who: FighterId, damage: int, rule: RuleRef, by: FighterId | None = None
) -> None:
    """Wound a fighter as by an attack of so much Damage, with no saves."""
    if has_health(now, who):
        single = reads(now.state, "zm_damage3_wound", "single wound")
        _lose(now, who, 1 if single else damage, rule, by)
        return
    worn = reads(now.state, "hive_armour", "armour counts")
    _translated(now, who, damage, rule, by, armour=worn)


def hit(now: Now, who: FighterId, by_what: Hit, rule: RuleRef, by: FighterId | None = None) -> None:
    """Let a fighter be hit: it is wounded on a roll, and may save."""
    name = label_of(now.state, who)
    now.happens(Said(text=f"{name} is hit: {by_what}", who=who, rule=rule))
    if not has_health(now, who):
        _translated(now, who, by_what.damage, rule, by, armour=True)
        return
    needed = _needed_to_wound(now, who, by_what.strength, rule)
    face = now.roll("d6", who, f"Wound roll against {name}", rule)
    wounded = face >= needed
    text = f"Wound roll against {name}, {face} on d6 against {needed}"
    now.happens(Said(text=f"{text}: {'wounded' if wounded else 'no wound'}", who=who, rule=rule))
    if wounded and not _saves(now, who, by_what, rule):
        _lose(now, who, by_what.damage, rule, by)


def needed_to_wound(strength: int, tough: int) -> int:
    """Return the face that a wound roll needs, by Strength against Toughness."""
    if strength >= 2 * tough:
        return 2
    if strength > tough:
        return 3
    if strength == tough:
        return 4
    return 6 if 2 * strength <= tough else 5


def _needed_to_wound(now: Now, who: FighterId, strength: int, rule: RuleRef) -> int:
    parts = toughness(now.state, who)
    if not parts:
        return 4
    key = now.unique(f"toughness|{who}")
    says = f"Toughness of {label_of(now.state, who)}"
    tough = now.told(Tally(key=key, says=says, parts=parts)).total
    return needed_to_wound(strength, max(0, tough))


def _saves(now: Now, who: FighterId, by_what: Hit, rule: RuleRef) -> bool:
    save, name = figures(now.state, who).save, label_of(now.state, who)
    if save is None or save + by_what.ap > 6:
        return False
    face = now.roll("d6", who, f"Save of {name}", rule)
    saved = face != 1 and face - by_what.ap >= save
    text = f"Save of {name}, {face} on d6 against {save + by_what.ap}"
    now.happens(Said(text=f"{text}: {'saved' if saved else 'no save'}", who=who, rule=rule))
    return saved


# Points, wounds and Injury dice


def _lose(now: Now, who: FighterId, points: int, rule: RuleRef, by: FighterId | None) -> None:
    """Take points of damage, a Wound each."""
    most, had = figures(now.state, who).wounds or 1, now.state.fighters[who].wounds
    total = min(had + points, max(most, had))
    now.happens(
        WoundsTaken(
            who=who, damage=_damage(now, who, points, points, rule), armour=_no_armour(rule),
            location=None, wounds=points, total=total, over=had + points - total, by=by, rule=rule,
        )
    )  # fmt: skip


def _wounded(now: Now, fact: WoundsTaken) -> None:
    """The last Wound of this book's own and each point beyond it roll an Injury die.

    Points of another book count as those of this book are counted there.
    """
    who = fact.who
    if not has_health(now, who):
        return
    rule = fact.rule or LOSES
    most, had = figures(now.state, who).wounds or 1, now.before.fighters[who].wounds
    for _ in range(_points(now.state, fact) - max(0, most - had - 1)):
        if not now.state.on_board(who) or is_out(now.state, who):
            return
        _injury_die(now, who, rule)


def _points(state: CombatState, fact: WoundsTaken) -> int:
    ours = fact.armour.key == NO_SAVE
    five = not ours and reads(state, "hive_points", "five each")
    return ceil(fact.wounds / 5) if five else fact.wounds


def _damage(now: Now, who: FighterId, amount: int, points: int, rule: RuleRef) -> Tally:
    says = f"Damage {points}"
    ruling = "hive_points" if amount != points else ""
    part = Part(key="damage", says=says, does="base", amount=amount, rule=rule, ruling=ruling)
    return now.told(Tally(key=now.unique(f"damage|{who}"), says=says, parts=(part,)))


def _no_armour(rule: RuleRef) -> Tally:
    part = Part(key="none", says="no save", does="base", amount=0, rule=rule)
    return Tally(key=NO_SAVE, says="no save", parts=(part,))


def _translated(
    now: Now, who: FighterId, points: int, rule: RuleRef, by: FighterId | None, *, armour: bool
) -> None:
    amount = points * 5 if reads(now.state, "hive_points", "five each") else points
    damage = _damage(now, who, amount, points, rule)
    now.book.damage.hurt(now, who, damage, rule=rule, by=by, armour=armour)


def injury(now: Now, who: FighterId, rule: RuleRef, by: FighterId | None = None) -> None:
    """Let a fighter make one Injury roll; by another book's health it is a Critical Hit."""
    if has_health(now, who):
        _injury_die(now, who, rule)
        return
    if reads(now.state, "hive_injury", "one point"):
        _translated(now, who, 1, rule, by, armour=False)
        return
    damage = _damage(now, who, 0, 0, rule)
    now.book.damage.hurt(now, who, damage, rule=rule, by=by, armour=False, critical=True)


def _injury_die(now: Now, who: FighterId, rule: RuleRef) -> None:
    name = label_of(now.state, who)
    if reads(now.state, "zm_injury_die", "players enter"):
        options = [Option(each, each) for each in INJURIES.values()]
        came = now.choose(options, who, f"Injury die of {name}", rule)
    else:
        face = now.roll("d6", who, f"Injury die of {name}", rule)
        came = _injury(now.state, face)
        now.happens(TableRolled(who=who, table=TABLE, face=face, text=came, rule=rule))
    if came.startswith("out"):
        out_of_action(now, who, rule)
    elif came.startswith("serious") and SERIOUS not in now.state.fighters[who].conditions:
        now.happens(
            ConditionSet(who=who, condition=SERIOUS, now=Condition(), rule=rule),
        )
        topple(now, who, rule)
    else:
        _flesh_wound(now, who, rule)


def _injury(state: CombatState, face: int) -> str:
    """Return what a face of the Injury die does, by the table of the encounter or the usual one."""
    own = state.encounter.tables.get(TABLE)
    rows = own.rows if own is not None and own.rows else INJURIES
    begins = max((low for low in rows if low <= face), default=min(rows))
    return rows[begins].lower()


def _flesh_wound(now: Now, who: FighterId, rule: RuleRef) -> None:
    count = int(now.state.mark(who, FLESH) or 0) + 1
    now.happens(MarkSet(subject=who, name=FLESH, value=count, rule=rule))
    own = figures(now.state, who).toughness
    if own is not None and count >= own:
        out_of_action(now, who, rule)


def lies_hurt(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter lies Seriously Injured."""
    return {PRONE, SERIOUS} <= state.fighters[who].conditions.keys()


def _health(state: CombatState, who: FighterId) -> int | None:
    return figures(state, who).wounds


def _rank(state: CombatState, who: FighterId) -> int | None:
    """Return the initiative of a fighter that only this book knows: the better the higher."""
    own = figures(state, who).initiative
    if own is None or reads(state, "hive_order", "as listed"):
        return None
    return BEST - own


CHAPTER = Pack(name="hive", follows={WoundsTaken: (_wounded,)}, health=(_health,), ranks=(_rank,))
