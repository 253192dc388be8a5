"""Difficult Terrain: it slows who starts a turn there and halts who enters."""

from collections.abc import Iterable, Iterator

from desktop.core.model.words import FighterId, ZoneId
from desktop.core.packs.imperium.aloft import escapes
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.skills import DODGE
from desktop.core.packs.imperium.speed import slowed
from desktop.core.rules.book import Leg, Pack, Plan, Rulebook
from desktop.core.rules.events import BudgetSet, MarkSet, Until
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Consequence, Part, RuleRef, TallyFor
from desktop.core.rules.traits import has_trait

STARTED = RuleRef("IM-DIFFICULT-01")
ENTERED = RuleRef("IM-DIFFICULT-03")
TESTS = RuleRef("IM-DIFFICULT-05")

SLOWED = "started in difficult terrain"
"""The mark on a fighter, with the zone, until its turn ends."""
WADED = "waded in"
"""The mark on a fighter that entered this turn and, by one reading, has no steps left there."""

HAMPERED = ("athletics (running)", DODGE)


def is_difficult(state: CombatState, zone: ZoneId | None) -> bool:
    """Whether a zone is Difficult Terrain now."""
    return zone is not None and has_trait(state, zone, "difficult")


def hampers(state: CombatState, who: FighterId, zone: ZoneId | None) -> bool:
    """Whether a zone is Difficult Terrain that a fighter does not simply fly above."""
    return is_difficult(state, zone) and not escapes(state, who, zone, "difficult")


def start_turn(now: Now, who: FighterId) -> None:
    """Slow a fighter that starts its turn in Difficult Terrain."""
    zone = now.state.zone_of(who)
    if zone is not None and hampers(now.state, who, zone):
        until = Until("end of turn", who=who)
        now.happens(MarkSet(subject=who, name=SLOWED, value=zone, until=until, rule=STARTED))


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterable[Part]:
    if wanted.what == "speed":
        started = state.mark(wanted.who, SLOWED)
        if started and _still_slows(state, wanted.who, str(started)):
            yield slowed("difficult", "started in Difficult Terrain", STARTED, ruling="dt_duration")
    here = state.zone_of(wanted.who)
    if wanted.what == "test" and wanted.skill in HAMPERED and hampers(state, wanted.who, here):
        yield Part(key="difficult", says="Difficult Terrain", does="against", rule=TESTS)


def _still_slows(state: CombatState, who: FighterId, zone: str) -> bool:
    if not reads(state, "dt_duration", "while there"):
        return True
    return state.zone_of(who) == zone and hampers(state, who, ZoneId(zone))


def enter(now: Now, who: FighterId, *, forced: bool = False) -> None:
    """Use up the movement of a fighter that has come into Difficult Terrain."""
    own_turn = now.state.actor == who
    if forced and not (own_turn and reads(now.state, "dt_forced", "uses movement")):
        return
    left = now.state.fighters[who].left
    if left.get("move", 0):
        now.happens(BudgetSet(who=who, left={**left, "move": 0}, rule=ENTERED))
    if reads(now.state, "dt_leftover", "steps too"):
        until = Until("end of turn", who=who)
        now.happens(MarkSet(subject=who, name=WADED, value=True, until=until, rule=ENTERED))


def _entering(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
    if hampers(now.state, who, leg.enters):
        enter(now, who, forced=forced)


def _ends(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> RuleRef | None:
    return ENTERED if hampers(state, who, leg.enters) else None


def _foretells(
    book: Rulebook, state: CombatState, who: FighterId, plan: Plan
) -> Iterator[Consequence]:
    for at, leg in enumerate(plan.legs):
        if leg.enters is None or not hampers(state, who, leg.enters):
            continue
        label = state.encounter.board.zones[leg.enters].label
        more = any(each.charge == leg.charge for each in plan.legs[at + 1 :])
        says = f"stops in {label}: Difficult Terrain" if more else "ends in Difficult Terrain"
        yield Consequence(who=who, says=says, rule=ENTERED, at=at, grave=more)


def told(state: CombatState, who: FighterId, zone: ZoneId) -> str:
    """Return the sentence for one who cannot go on beyond a zone."""
    label = state.encounter.board.zones[zone].label
    return f"The movement of {label_of(state, who)} ends in {label}, which is Difficult Terrain."


CHAPTER = Pack(
    name="imperium",
    parts=(_parts,),
    entering=(_entering,),
    ends=(_ends,),
    foretells=(_foretells,),
)
