"""Water: how deep it is for a body, swimming, treading water, floundering and drowning."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from desktop.core.model.board import Feature, Piece
from desktop.core.model.ground import kind_of
from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId
from desktop.core.packs.yards.checks import check
from desktop.core.packs.yards.economy import lacking, spend, unable
from desktop.core.packs.yards.figures import has_ability, part_of
from desktop.core.packs.yards.ground import WATER, neighbours
from desktop.core.rules.actions import Doing, Walk
from desktop.core.rules.book import ActionRule, Leg, Note, Offer, Pack, Plan, Rulebook
from desktop.core.rules.events import (
    BudgetSet,
    Condition,
    ConditionSet,
    Event,
    MarkSet,
    Moved,
    PlaceChanged,
    Said,
    Until,
)
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import ActionLost, Now
from desktop.core.rules.readings import reads
from desktop.core.rules.riders import mover_of
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor
from desktop.core.rules.walk import spot_of

EVERY_ACTION = RuleRef("INQ-SWIM-02")
ABLE = RuleRef("INQ-SWIM-03")
FLOUNDERS = RuleRef("INQ-SWIM-04")
LOUD = RuleRef("INQ-SWIM-05")
DROWNS = RuleRef("INQ-SWIM-06")
TREADS = RuleRef("INQ-SWIM-07")
HALVED = RuleRef("INQ-SWIM-08")
MEANWHILE = RuleRef("INQ-SWIM-09")

Depth = Literal["", "shallow", "wading", "deep"]
"""Of water against a body; empty where there is none."""
SWIMS = "yards swim"
JUST_TREADING = "yards tread"
TREADING = "yards tread meanwhile"
"""While something else is done in the same action."""
FLOUNDERING = "floundering"
DROWNING = "drowning"
DRY = frozenset(("leap", "fly"))
"""Gaits that do not go through the water."""
KEPT_UP = "keeps up in movement "
"""Before the number of a movement of its walk, the mark on a fighter: whether it kept up in it."""
NOISE = "loud noise"
"""The mark on a fighter that makes a loud noise, with the round."""
DEEP_TAG = "deep water"
"""The tag of a zone whose water is over everybody's chest, where zones measure."""


def depth_at(state: CombatState, who: FighterId, spot: Spot) -> Depth:
    """Return how deep the water of a square is for a fighter."""
    for layer in state.place.layers(*spot):
        if not WATER.isdisjoint(layer.qualities):
            return _depth(state, who, layer.qualities, _metres(state, layer.kind, layer.thing))
    return ""


def _metres(state: CombatState, word: str, thing: Piece | Feature | None) -> float | None:
    if isinstance(thing, Feature) and thing.metres is not None:
        return thing.metres
    metres = kind_of(state.encounter.board, word).metres
    return None if metres is None else abs(metres)


def _depth(
    state: CombatState, who: FighterId, qualities: frozenset[str], metres: float | None
) -> Depth:
    if metres is None or reads(state, "inq_water_depth", "gm tags"):
        if "deep" in qualities:
            return "deep"
        return "shallow" if "rough" in qualities else "wading"
    if metres < part_of(state, who, "knee"):
        return "shallow"
    return "wading" if metres <= part_of(state, who, "chest") + 1e-6 else "deep"


def in_deep(book: Rulebook, state: CombatState, who: FighterId) -> bool:
    """Whether a fighter is in water over its chest that this book settles."""
    spot = spot_of(state, who)
    if spot is None or state.fighters[who].above > 0 or mover_of(state, who) != who:
        return False
    if not isinstance(book.provider("swim"), YardsSwim):
        return False
    if not book.space.on_squares:
        zone = state.zone_of(who)
        return zone is not None and DEEP_TAG in state.encounter.board.zones[zone].tags
    return depth_at(state, who, spot) == "deep"


# The test of each action


def keeps_afloat(now: Now, who: FighterId, says: str, rule: RuleRef, purpose: str) -> bool:
    """Let a fighter try to keep up for an action; whether it does, with all that failing brings."""
    if has_ability(now.state, who, "swim"):
        return True
    done = check(now, who, "strength", says, rule, purpose=purpose)
    if done.passed:
        return True
    if done.matched_failure:
        _drown(now, who)
    else:
        _flounder(now, who)
    return False


def _flounder(now: Now, who: FighterId) -> None:
    name = label_of(now.state, who)
    until = Until("end of round", now.state.round)
    now.happens(
        ConditionSet(who=who, condition=FLOUNDERING, now=Condition(until=until), rule=FLOUNDERS),
        MarkSet(subject=who, name=NOISE, value=now.state.round, until=until, rule=LOUD),
        Said(text=f"{name} splashes loudly.", who=who, rule=LOUD),
    )


def _drown(now: Now, who: FighterId) -> None:
    """Start to drown; what that does is for the GM to say."""
    if reads(now.state, "inq_drowning", "flounders too"):
        _flounder(now, who)
    text = f"{label_of(now.state, who)} is drowning; what that does is for the GM to say."
    now.happens(
        ConditionSet(who=who, condition=DROWNING, now=Condition(), rule=DROWNS),
        Said(text=text, who=who, rule=DROWNS),
    )


class YardsSwim:
    """How this book swims a leg."""

    def passes(self, now: Now, who: FighterId, leg: Leg) -> bool:
        """Let a fighter try a leg that it swims; whether it gets on."""
        return keeps_afloat(now, who, "swimming", EVERY_ACTION, SWIMS)


# Treading water, and all else that one does there


@dataclass(frozen=True, slots=True, kw_only=True)
class TreadWater(Doing):
    """Keep up in deep water for an action."""


def _tread_refusals(book: Rulebook, state: CombatState, action: TreadWater) -> Iterator[Refusal]:
    yield from unable(book, state, action.who)
    if not state.on_board(action.who):
        return
    name = label_of(state, action.who)
    if not in_deep(book, state, action.who):
        yield Refusal(f"{name} is not in deep water.", TREADS)
    yield from floundering(state, action.who)
    if not _is_free(state, action.who):
        yield from lacking(state, action.who, moving=False, rule=HALVED)


def floundering(state: CombatState, who: FighterId) -> Iterator[Refusal]:
    """Yield why somebody cannot swim that flounders."""
    if FLOUNDERING not in state.fighters[who].conditions:
        return
    if not reads(state, "inq_flounder_round", "that action only"):
        yield Refusal(f"{label_of(state, who)} flounders until the round ends.", FLOUNDERS)


def _is_free(state: CombatState, who: FighterId) -> bool:
    """Whether treading water costs a swimmer nothing and halves nothing, by one reading."""
    return has_ability(state, who, "swim") and reads(state, "inq_swim_ability_tread", "free")


def _tread(now: Now, action: TreadWater) -> None:
    if not now.state.on_board(action.who):
        return
    if not _is_free(now.state, action.who):
        spend(now, action.who, HALVED, moving=False)
    if keeps_afloat(now, action.who, "treading water", TREADS, JUST_TREADING):
        text = f"{label_of(now.state, action.who)} treads water."
        now.happens(Said(text=text, who=action.who, rule=TREADS))


def _paid(now: Now, fact: BudgetSet) -> None:
    """Whoever does something in deep water keeps up first, or loses the action."""
    who = fact.who
    if who not in now.before.fighters or isinstance(now.action, Walk | TreadWater):
        return
    if now.state.point is None or not _acts(now, fact):
        return
    if now.action is None or now.action.doer != who:
        return
    if not in_deep(now.book, now.state, who):
        return
    once = reads(now.state, "inq_flounder_round", "that action only")
    if FLOUNDERING in now.state.fighters[who].conditions and not once:
        says = f"{label_of(now.state, who)} acts although it flounders"
        if now.word(now.unique(f"flounder|{who}"), says, False, FLOUNDERS):
            return
        raise ActionLost
    if not keeps_afloat(now, who, "treading water meanwhile", MEANWHILE, TREADING):
        raise ActionLost


def _acts(now: Now, fact: BudgetSet) -> bool:
    """Whether an action is spent, or a Move as one."""
    had = now.before.fighters[fact.who].left
    return any(fact.left.get(kind, 0) < had.get(kind, 0) for kind in ("move", "action"))


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    """Yield the half of what is left of a chance while one treads water."""
    if wanted.what != "test" or wanted.purpose in (SWIMS, JUST_TREADING):
        return
    if wanted.purpose == TREADING and not reads(state, "inq_halving_both", "treading too"):
        return
    if not in_deep(book, state, wanted.who) or _is_free(state, wanted.who):
        return
    first = reads(state, "inq_halving_order", "characteristic first")
    does: Literal["halves", "halves base"] = "halves base" if first else "halves"
    yield Part(
        key="treading", says="treading water", does=does, rule=HALVED, ruling="inq_halving_order"
    )


def _stops(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[Refusal]:
    if "swim" in leg.gaits or _just_goes(book, state, who, leg):
        yield from floundering(state, who)


def _just_goes(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> bool:
    """Whether one that is in deep water goes on without a word of swimming.

    Where each action has its gait the water itself makes it a swim.
    """
    if book.space.walks_in_gaits or not DRY.isdisjoint(leg.gaits):
        return False
    return "swim" not in leg.gaits and in_deep(book, state, who)


def _goes_by_points(book: Rulebook) -> bool:
    """Whether a way over squares is paid in points, which may reach into the next action."""
    return book.space.on_squares and not book.space.walks_in_gaits


def _set_out(now: Now, who: FighterId, plan: Plan) -> None:
    """What is left of a movement was tried for when that was paid."""
    if not _goes_by_points(now.book) or not in_deep(now.book, now.state, who):
        return
    if plan.legs and plan.legs[-1].charge >= sum(plan.pays.values()):
        now.happens(_tried(who, 0, kept=True))


def _leaving(now: Now, who: FighterId, leg: Leg, forced: bool) -> bool | None:
    """Where no gait says so, keep up before the first way of each action."""
    if forced or not _just_goes(now.book, now.state, who, leg):
        return None
    return False if _kept(now, who, leg) is False else None


def _entering(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
    """Where points pay, keep up once in deep water, whatever the action set out from."""
    if not forced and _goes_by_points(now.book) and _just_goes(now.book, now.state, who, leg):
        _kept(now, who, leg)


def _kept(now: Now, who: FighterId, leg: Leg) -> bool | None:
    """Let a walker try to keep up for an action, once; None where nothing has to be tried."""
    if not isinstance(now.action, Walk) or has_ability(now.state, who, "swim"):
        return None
    if not now.happened(BudgetSet, who=who):
        return None
    tried = now.happened(MarkSet, subject=who, name=f"{KEPT_UP}{leg.charge}")
    if tried is not None:
        return bool(tried.value)
    kept = keeps_afloat(now, who, "swimming", EVERY_ACTION, SWIMS)
    now.happens(_tried(who, leg.charge, kept=kept))
    return kept


def _tried(who: FighterId, charge: int, *, kept: bool) -> MarkSet:
    until, name = Until("end of turn", who=who), f"{KEPT_UP}{charge}"
    return MarkSet(subject=who, name=name, value=kept, until=until, rule=EVERY_ACTION)


def _is_shore(book: Rulebook, state: CombatState, who: FighterId, spot: Spot) -> bool:
    """Whether deep water begins at a square, where points pay for the way."""
    if not _is_paced(book, state, who, spot):
        return False
    near = neighbours(state.place, spot)
    return any(depth_at(state, who, each) != "deep" for each in near)


def _is_paced(book: Rulebook, state: CombatState, who: FighterId, spot: Spot) -> bool:
    if not _goes_by_points(book) or not isinstance(book.provider("swim"), YardsSwim):
        return False
    return depth_at(state, who, spot) == "deep" and not has_ability(state, who, "swim")


def _moved(now: Now, fact: Moved) -> None:
    if fact.who in now.before.fighters:
        _on_dry_land(now, fact.who)


def _changed(now: Now, fact: PlaceChanged) -> None:
    for who in tuple(now.state.fighters):
        _on_dry_land(now, who)


def _on_dry_land(now: Now, who: FighterId) -> None:
    """Nobody drowns or flounders on dry land."""
    facts: list[Event] = [
        ConditionSet(who=who, condition=name, now=None, rule=DROWNS)
        for name in (FLOUNDERING, DROWNING)
        if name in now.state.fighters[who].conditions
    ]
    if facts and not in_deep(now.book, now.state, who):
        now.happens(*facts)


def _notes(book: Rulebook, state: CombatState) -> Iterator[Note]:
    for subject, name in state.marks:
        if name == NOISE and subject in state.fighters:
            yield Note(subject, "heard splashing", badge="loud")


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if state.on_board(who) and in_deep(book, state, who):
        tread = TreadWater(who=who)
        yield Offer(
            about="movement",
            key="tread water", says="Tread water", cost="Action", action=tread,
            refusals=tuple(_tread_refusals(book, state, tread)),
        )  # fmt: skip


CHAPTER = Pack(
    name="yards",
    slots={"swim": YardsSwim()},
    actions={TreadWater: ActionRule(refusals=_tread_refusals, resolve=_tread)},
    parts=(_parts,),
    stops=(_stops,),
    set_out=(_set_out,),
    leaving=(_leaving,),
    entering=(_entering,),
    notable=(_is_shore,),
    paced=(_is_paced,),
    follows={BudgetSet: (_paid,), Moved: (_moved,), PlaceChanged: (_changed,)},
    notes=(_notes,),
    offers=(_offers,),
)
