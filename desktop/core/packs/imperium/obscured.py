"""Lightly and Heavily Obscured zones, and being Blinded."""

from collections.abc import Iterator

from desktop.core.model.words import FighterId, ZoneId
from desktop.core.packs.imperium.aloft import zone_for
from desktop.core.packs.imperium.light import HIDE, SIGHT, SURE, is_hampered_shot, looked_at
from desktop.core.packs.imperium.purposes import ATTACK
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.sight import lets_sight, stacked, zones_in_sight
from desktop.core.packs.imperium.skills import DODGE, plain
from desktop.core.packs.imperium.suffering import suffer
from desktop.core.rules.book import Pack, Rulebook, Standing
from desktop.core.rules.events import Condition, ConditionSet
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor
from desktop.core.rules.traits import LAID, has_trait

LIGHTLY = "lightly obscured"
HEAVILY = "heavily obscured"
BLINDED = "blinded"
INSIDE = RuleRef("IM-OBSCURED-03")
OUTSIDE = RuleRef("IM-OBSCURED-04")
SMOKE = RuleRef("IM-OBSCURED-06")
BLIND = RuleRef("IM-OBSCURED-11")


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what != "test" or not state.on_board(wanted.who):
        return
    shoots = wanted.ranged and wanted.purpose == ATTACK
    if is_hampered_shot(state, wanted) or wanted.skill == SIGHT:
        yield from _mist(state, wanted, shoots=shoots)
    if wanted.skill == HIDE:
        yield from _hiding(state, wanted)
    if BLINDED in state.fighters[wanted.who].conditions:
        yield from _blind(wanted, shoots=shoots)


def _mist(state: CombatState, wanted: TallyFor, *, shoots: bool) -> Iterator[Part]:
    """Yield each zone of mist that a shot or look goes from, into or through, once."""
    own = zone_for(state, wanted.who, "obscured")
    there = looked_at(state, wanted, "obscured")
    inside, outside, between = (
        (stacked(state, key) if shoots else key) for key in ("mist", "mist there", "mist between")
    )
    if has_trait(state, own, LIGHTLY):
        yield Part(key=inside, says="lightly obscured", does="against", rule=INSIDE)
    if there != own and has_trait(state, there, LIGHTLY):
        yield Part(key=outside, says="target lightly obscured", does="against", rule=OUTSIDE)
    if any(has_trait(state, zone, LIGHTLY) for zone in _between(state, own, there)):
        yield Part(
            key=between, says="lightly obscured between", does="against", rule=OUTSIDE,
            ruling="obsc_between",
        )  # fmt: skip


def _between(state: CombatState, own: ZoneId | None, there: ZoneId | None) -> list[ZoneId]:
    """Return the zones in between on the nearest ways that let sight through, clear ones first.

    Empty where one way at least leads past every mist.
    """
    if own is None or there is None or own == there:
        return []
    if reads(state, "obsc_between", "never matters"):
        return []
    ahead, back = zones_in_sight(state, own), zones_in_sight(state, there)
    if there not in ahead:
        return []
    steps: dict[int, list[ZoneId]] = {}
    for zone, distance in ahead.items():
        if zone in back and zone not in (own, there) and distance + back[zone] == ahead[there]:
            steps.setdefault(distance, []).append(zone)
    return [
        zone
        for zones in steps.values()
        if all(_misty(state, zone) for zone in zones)
        for zone in zones
    ]


def _misty(state: CombatState, zone: ZoneId) -> bool:
    return has_trait(state, zone, LIGHTLY) or has_trait(state, zone, HEAVILY)


def _hiding(state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    own = zone_for(state, wanted.who, "obscured")
    if has_trait(state, own, LIGHTLY):
        yield Part(key="mist", says="lightly obscured", does="for", rule=RuleRef("IM-OBSCURED-02"))
    smoke = has_trait(state, own, HEAVILY)
    if smoke and not reads(state, "obsc_heavy_hide", "no help"):
        yield Part(
            key="mist", says="heavily obscured", does="for", rule=RuleRef("IM-OBSCURED-07"),
            ruling="obsc_heavy_hide",
        )  # fmt: skip


def _blind(wanted: TallyFor, *, shoots: bool) -> Iterator[Part]:
    if shoots or wanted.skill == SIGHT:
        yield Part(
            key="blind limit", says="blinded: only 01 to 05", does="at most", amount=SURE,
            rule=BLIND, ruling="obsc_heavy_inside",
        )  # fmt: skip
    elif plain(wanted.skill) == "melee" or wanted.skill == DODGE:
        yield Part(key="blinded", says="blinded", does="against", rule=BLIND)


def _zone_of(state: CombatState, thing: str) -> ZoneId | None:
    if thing in state.fighters:
        return zone_for(state, FighterId(thing), "obscured")
    return state.zone_of_thing(thing)


def unseen(state: CombatState, here: ZoneId, there: ZoneId, *, by_links: bool) -> str:
    """Return what hides a zone from another: smoke, and where zones measure a missing link.

    Empty where nothing does.
    """
    if here == there:
        return ""
    if by_links and not lets_sight(state, here, there):
        return "no link lets sight through"
    if has_trait(state, there, HEAVILY):
        return f"thick smoke in {label_of(state, there)}"
    return "thick smoke between" if _smoke_between(state, here, there) else ""


def _smoke_between(state: CombatState, here: ZoneId, there: ZoneId) -> bool:
    return any(has_trait(state, zone, HEAVILY) for zone in _between(state, here, there))


def _sight(book: Rulebook, state: CombatState, who: str, target: str) -> Iterator[Refusal]:
    own, there = _zone_of(state, who), _zone_of(state, target)
    if own is None or there is None:
        return
    names = label_of(state, who), label_of(state, target)
    if own != there and has_trait(state, there, HEAVILY):
        says = f"{names[0]} does not see {names[1]}, who is in thick smoke."
        yield Refusal(says, RuleRef("IM-OBSCURED-08"))
    elif reads(state, "obsc_heavy_inside", "no shots") and has_trait(state, own, HEAVILY):
        says = f"{names[0]} is in thick smoke and sees nobody."
        yield Refusal(says, RuleRef("IM-OBSCURED-11"))
    elif _smoke_between(state, own, there):
        says = f"Thick smoke is between {names[0]} and {names[1]}."
        yield Refusal(says, RuleRef("IM-OBSCURED-08"))


def _standing(book: Rulebook, state: CombatState) -> Iterator[Standing]:
    """Whoever is inside is Blinded for as long as it is."""
    if not _has_smoke(state):
        return
    zone_at = state.place.zone_at
    there = {
        who: zone_at(fighter.level, fighter.seat)
        for who, fighter in state.fighters.items()
        if fighter.seat is not None
    }
    smoky = {zone for zone in {None, *there.values()} if has_trait(state, zone, HEAVILY)}
    for who, zone in there.items():
        # Over a zone one is in the board's own smoke alone, so few need be asked whether they fly.
        if not smoky.isdisjoint((zone, None)) and zone_for(state, who, "obscured") in smoky:
            yield Standing(who, BLINDED, Condition(source=HEAVILY), SMOKE)


def _has_smoke(state: CombatState) -> bool:
    """Whether there is smoke anywhere at all; asked after every fact, so it asks little."""
    board = state.encounter.board
    laid = (*board.traits, *(trait for zone in board.zones.values() for trait in zone.traits))
    return any(trait.word == HEAVILY for trait in laid) or any(
        name == LAID + HEAVILY for _, name in state.marks
    )


def _cleared(now: Now, fact: ConditionSet) -> None:
    """By one reading, whoever comes out of smoke stays Blinded for as long as anybody else."""
    if fact.condition != BLINDED or fact.now is not None or fact.who not in now.before.fighters:
        return
    had = now.before.fighters[fact.who].conditions.get(BLINDED)
    if had is None or had.source != HEAVILY:
        return
    if now.state.on_board(fact.who) and reads(now.state, "obsc_blinded_end", "runs on"):
        suffer(now, fact.who, BLINDED, rule=SMOKE)


CHAPTER = Pack(
    name="imperium",
    parts=(_parts,),
    sight=(_sight,),
    standing=(_standing,),
    follows={ConditionSet: (_cleared,)},
)
