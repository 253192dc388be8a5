"""Warp-touched zones: powers come easier, build more Warp Charge, and whoever stays is tainted."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.words import FighterId, ZoneId
from desktop.core.packs.imperium import saddle, skills
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.aloft import zone_for
from desktop.core.packs.imperium.barrier import NO_END_EFFECTS
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.manifesting import MASTERY, denied, pushed, usual
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.skills import title
from desktop.core.packs.imperium.tables import text_of
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Due, Note, Offer, Pack, Rulebook
from desktop.core.rules.events import MarkSet, MomentCame, Said, TableRolled, Until
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import CORRUPTION, DUE, WARP_CHARGE
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor
from desktop.core.rules.traits import has_trait

MANIFESTS = RuleRef("IM-ACTIONS-27")
EASIER = RuleRef("IM-WARP-01")
CHARGES = RuleRef("IM-WARP-02")
TAINTS = RuleRef("IM-WARP-03")
STAYING = RuleRef("IM-WARP-04")
PLACE = RuleRef("IM-WARP-05")

TOUCHED = "warp-touched"
EXPOSED = "exposed to the warp"
"""The mark on a fighter that a warp-touched zone has tested in this fight."""
OFFERED = "phenomena may come"
"""The mark on a zone, with who stayed there: the GM may roll for it until the round is over."""
TABLE = "phenomena"
ROUTINE = 20
SKILLS = ("fortitude", "discipline", "discipline (psychic)")


def touches(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter is in a zone that the warp has touched, and not above its reach."""
    return has_trait(state, zone_for(state, who, "warp"), TOUCHED)


def key_of(who: FighterId) -> str:
    """Return the key by which the GM waives the exposure Test of a fighter."""
    return f"warp|{who}"


# Powers


@dataclass(frozen=True, slots=True, kw_only=True)
class UsePower(Doing):
    """Manifest a Psychic Power: its Test and its Warp Charge. What it does is for the GM."""

    deed: ClassVar[str] = "manifests[ {power}]"

    power: str = ""
    skill: str = MASTERY
    """As `psychic mastery (telepathy)`."""
    difficulty: int = 0
    charge: int = 0
    """The power's rating: the Warp Charge that it builds by itself."""


def _power_refusals(book: Rulebook, state: CombatState, action: UsePower) -> Iterator[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    if action.charge < 0:
        yield Refusal("Warp Charge is never less than 0.", CHARGES, "Give 0 or more.")


def _power(now: Now, action: UsePower) -> None:
    who, name = action.who, action.power or "the power"
    spend(now, who, "action", MANIFESTS)
    wanted = TallyFor(what="test", who=who, purpose="power", skill=action.skill)
    says = f"{title(action.skill)} for {name}"
    tested = now.book.test.test(now, wanted, says, _difficulty(now, action, name), EASIER)
    passed = tested.passed and not denied(now, tested, name)
    if passed and (does := _does(now.state, action)):
        now.happens(Said(text=does, who=who, rule=MANIFESTS))
    rating = max(0, _whole(now.word(f"rating|{who}", f"Rating of {name}", action.charge, CHARGES)))
    told = f"Usual Warp Charge of {name}, {'passed' if passed else 'failed'}"
    by_itself = usual(now.state, tested, rating, passed=passed)
    gained = _whole(now.word(f"charge|{who}", told, by_itself, CHARGES))
    gained += pushed(now, tested, name)
    if touches(now.state, who):
        gained += _extra(now.state, tested.levels, passed=passed)
    had = charge_of(now.state, who)
    total = max(0, had + gained)
    if total != had:
        now.happens(MarkSet(subject=who, name=WARP_CHARGE, value=total or None, rule=CHARGES))


def _does(state: CombatState, action: UsePower) -> str:
    """Return what the profile notes of a power; empty where it has no such power."""
    powers = skills.figures(state.people[action.who].profile).powers or {}
    return next((each.notes for each in powers.values() if each.label == action.power), "")


def _difficulty(now: Now, action: UsePower, name: str) -> int:
    """Return how hard a power is; the GM has a word on it."""
    hard = [Option(str(by), f"{called} {by:+d}") for by, called in skills.DIFFICULTIES.items()]
    key = f"power difficulty|{action.who}"
    said = now.word(key, f"Difficulty of {name}", str(action.difficulty), MANIFESTS, hard)
    return int(said)


def charge_of(state: CombatState, who: FighterId) -> int:
    """Return the Warp Charge that a psyker has built up."""
    return _whole(state.mark(who, WARP_CHARGE) or 0)


def _extra(state: CombatState, levels: int, *, passed: bool) -> int:
    if not passed and reads(state, "warp_failed_sl", "signed sl"):
        return levels
    return abs(levels)


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterable[Part]:
    power = wanted.purpose == "power" or skills.plain(wanted.skill) == MASTERY
    if wanted.what == "test" and power and touches(state, wanted.who):
        yield Part(key="warp", says=TOUCHED, does="for", rule=EASIER)


# Staying there


def _moment(now: Now, came: MomentCame) -> None:
    who = came.who
    if came.point != "end of turn" or who is None or not _is_exposed(now.state, who):
        return
    zone = zone_for(now.state, who, "warp")
    if zone is None:  # the whole board is warp-touched, and it stands in no zone
        return
    failed = _expose(now, who, zone)
    if failed or not reads(now.state, "warp_phenomena_freq", "failed tests"):
        until = Until("end of round")
        now.happens(MarkSet(subject=zone, name=OFFERED, value=who, until=until, rule=PLACE))


def _is_exposed(state: CombatState, who: FighterId) -> bool:
    if not state.on_board(who) or "dead" in state.fighters[who].conditions:
        return False
    if saddle.is_spared(state, who):
        return False
    return touches(state, who) and not state.mark(who, NO_END_EFFECTS)


def _expose(now: Now, who: FighterId, zone: ZoneId) -> bool:
    """Test a fighter that has ended its turn in the zone; whether it is tainted."""
    once = reads(now.state, "warp_gm_scope", "once a fight")
    if once and now.state.mark(who, EXPOSED):
        return False
    name, label = label_of(now.state, who), label_of(now.state, zone)
    if now.skips(key_of(who), f"{name} is exposed in {label}", TAINTS):
        return False
    if once:
        now.happens(MarkSet(subject=who, name=EXPOSED, value=True, rule=STAYING))
    options = [Option(skill, title(skill)) for skill in SKILLS]
    skill = str(
        now.word(
            now.unique(f"exposure skill|{who}"), f"What {name} resists with", SKILLS[0],
            TAINTS, options,
        )
    )  # fmt: skip
    wanted = TallyFor(what="test", who=who, purpose="exposure", skill=skill)
    says = f"{title(skill)} against the warp in {label}"
    if now.book.test.test(now, wanted, says, ROUTINE, TAINTS).passed:
        return False
    total = corruption_of(now.state, who) + 1
    now.happens(MarkSet(subject=who, name=CORRUPTION, value=total, rule=TAINTS))
    return True


def corruption_of(state: CombatState, who: FighterId) -> int:
    """Return the Corruption that a fighter has gained in this fight."""
    return _whole(state.mark(who, CORRUPTION) or 0)


def _due(book: Rulebook, state: CombatState) -> Iterator[Due]:
    """Yield whom the zone tests at the end of its turn, and places that the GM may roll for."""
    for place, entry in enumerate(state.order):
        round_ = max(state.round, 1) + (1 if entry.id in state.acted else 0)
        for who in entry.members:
            if who not in state.fighters or not _is_exposed(state, who):
                continue
            if reads(state, "warp_gm_scope", "once a fight") and state.mark(who, EXPOSED):
                continue
            key = key_of(who)
            yield Due(
                key=key, when="end of turn" if entry.id == state.acting else f"round {round_}",
                order=(round_, place), who=label_of(state, who), says="exposed to the warp",
                number="+20", rule=TAINTS, skipped=bool(state.mark(DUE, key)),
            )  # fmt: skip
    for (subject, name), mark in state.marks.items():
        if name == OFFERED and subject in state.encounter.board.zones:
            roll = RollPhenomena(who=FighterId(str(mark.value)))
            yield Due(
                key=f"phenomena|{subject}", when="now", order=(state.round, -1),
                who=label_of(state, subject), says="Psychic Phenomena may be rolled", rule=PLACE,
                by_hand=roll,
            )  # fmt: skip


# Phenomena


@dataclass(frozen=True, slots=True, kw_only=True)
class RollPhenomena(Doing):
    """The GM rolls Psychic Phenomena for the place where somebody is."""

    deed: ClassVar[str] = "brings on Psychic Phenomena"

    bonus: int = 0


def _roll(now: Now, action: RollPhenomena) -> None:
    phenomena(now, action.who, 0, action.bonus)


def phenomena(
    now: Now, who: FighterId, charge: int, bonus: int = 0, roller: FighterId | None = None
) -> None:
    """Roll Psychic Phenomena where somebody is, the worse for Warp Charge that was let go.

    Without a roller it is the GM who rolls.
    """
    zone = now.state.zone_of(who)
    label = label_of(now.state, zone) if zone is not None else label_of(now.state, who)
    says = f"Psychic Phenomena, {label}"
    fact = rolled(now, who, TABLE, says, charge, PLACE, bonus=bonus, roller=roller)
    if fact.text:
        now.happens(Said(text=f"{label}: {fact.text}", rule=PLACE))
    if zone is not None and now.state.mark(zone, OFFERED):
        now.happens(MarkSet(subject=zone, name=OFFERED, value=None, rule=PLACE))


def small_tables(state: CombatState) -> bool:
    """Whether the tables of the warp are those of a d10."""
    return reads(state, "warp_tables", "small tables")


def rolled(
    now: Now, who: FighterId, table: str, says: str, charge: int, rule: RuleRef, *,
    roller: FighterId | None, bonus: int = 0,
) -> TableRolled:  # fmt: skip
    """Roll on a table of the warp, with so much Warp Charge on top, and let it happen."""
    small = small_tables(now.state)
    face = now.roll("d10" if small else "d100", roller, says, rule)
    bonus += charge * (1 if small else 10)
    key = now.unique(f"text|{who}|{table}")
    default = text_of(now.state, table, face + bonus, 10 if small else 100)
    text = str(now.word(key, f"{table} {face + bonus}", default, rule))
    fact = TableRolled(who=who, table=table, face=face, bonus=bonus, text=text, rule=rule)
    now.happens(fact)
    return fact


# The action bar


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if not state.on_board(who):
        return
    figures = skills.figures(state.people[who].profile)
    for id_, each in (figures.powers or {}).items():
        power = UsePower(
            who=who, power=each.label, skill=each.skill or MASTERY, difficulty=each.difficulty,
            charge=each.rating,
        )  # fmt: skip
        yield Offer(
            about="attacks",
            key=f"power:{id_}", says=each.label, cost="Action", action=power,
            refusals=tuple(_power_refusals(book, state, power)),
        )  # fmt: skip
    for skill in figures.skills or {}:
        if skills.plain(skill) == MASTERY:
            power = UsePower(who=who, skill=skill)
            yield Offer(
                about="attacks",
                key=f"power:{skill}", says=title(skill), cost="Action", action=power,
                refusals=tuple(_power_refusals(book, state, power)),
            )  # fmt: skip
    if touches(state, who):
        yield Offer(key=TABLE, says="Roll Phenomena", cost="Free", action=RollPhenomena(who=who))


def _notes(book: Rulebook, state: CombatState) -> Iterator[Note]:
    for (who, name), mark in state.marks.items():
        if name == WARP_CHARGE:
            yield Note(who, f"Warp Charge {mark.value}")


CHAPTER = Pack(
    name="imperium",
    actions={
        UsePower: ActionRule(refusals=_power_refusals, resolve=_power),
        RollPhenomena: ActionRule(resolve=_roll),
    },
    parts=(_parts,),
    follows={MomentCame: (_moment,)},
    due=(_due,),
    offers=(_offers,),
    notes=(_notes,),
)
