"""Gaits: yards an action, sneaking, rough ground under a sprint, and what is too far."""

from collections.abc import Callable, Iterator, Mapping

from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId
from desktop.core.packs.yards import harm
from desktop.core.packs.yards.checks import check
from desktop.core.packs.yards.economy import payers
from desktop.core.packs.yards.figures import YARD, figures, strength
from desktop.core.packs.yards.leap import rounded
from desktop.core.packs.yards.water import DROWNING, FLOUNDERING, FLOUNDERS, depth_at, floundering
from desktop.core.rules.actions import Action, Walk
from desktop.core.rules.book import Leg, Note, Offer, Pack, Plan, Rulebook
from desktop.core.rules.events import BudgetSet, ConditionSet, MarkSet, Moved, Said, Until
from desktop.core.rules.grid import POINTS, left_of, not_now, pace, printed_sq, set_left
from desktop.core.rules.house import no_such
from desktop.core.rules.labels import label_of
from desktop.core.rules.lengths import SEVERAL, length_told, square_metres
from desktop.core.rules.near import spot_named, square_named
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef
from desktop.core.rules.walk import spot_of

ADVICE = RuleRef("INQ-MOVEMENT-01")
PER_ACTION = RuleRef("INQ-MOVEMENT-02")
ON_FOOT = RuleRef("INQ-MOVEMENT-03")
SNEAKS = RuleRef("INQ-MOVEMENT-04")
WADES = RuleRef("INQ-MOVEMENT-05")
SWIMS = RuleRef("INQ-MOVEMENT-06")
ROUGH = RuleRef("INQ-MOVEMENT-07")
MARKED = RuleRef("INQ-MOVEMENT-08")
FALLS = RuleRef("INQ-MOVEMENT-09")
HURTS = RuleRef("INQ-MOVEMENT-10")
SWUM = RuleRef("INQ-SWIM-01")

YARDS: Mapping[str, float] = {
    "crawl": 2, "sneak": 2, "wade": 2, "walk": 4, "run": 6, "sprint": 10, "climb": 2,
}  # fmt: skip
"""Yards an action."""
USUAL = "run"
"""The gait of those who name none: the fastest that asks for no check."""
OTHERS = ("swim", "squeeze", "leap", "fly")
ON_ROUGH = "on rough ground"
"""The mark of a leg of a sprint that ends on rough ground."""
UNEVEN = frozenset(("rough", "rubble"))
STEALTHY = "stealthy"
"""The mark on a fighter that sneaks: whether its check passed."""
WAY = "way of the sprint"
"""The mark on a sprinter with the squares of its way on which it may go down."""
PLACES: Mapping[str, int] = {"run": 1, "swim": 1, "wade": 1, "sprint": 2}
"""Where gaits stand in the action bar: those of every turn have a key."""
MORE = 99
FAST_FACTOR = {0: 0.5, 1: 1.0, 2: 2.0, 3: 3.0}
"""What Slow, Normal, Fast and Swift make of a figure, by one reading."""


def allowance(book: Rulebook, state: CombatState, who: FighterId, gait: str) -> float:
    """Return how many yards a fighter goes in an action."""
    gait = gait if gait in YARDS or gait == "swim" else USUAL
    own = figures(state, who)
    said = {key.casefold(): value for key, value in (own.gaits_yd or {}).items()}
    if gait in said:
        return float(said[gait])
    if gait == "swim":
        return rounded(state, strength(state, who) / 20)
    if gait == "walk" and own.speed_yd is not None:
        return float(own.speed_yd)
    printed = printed_sq(book, state, who) if gait == USUAL else None
    if printed is not None:
        return printed * square_metres(state) / YARD
    factor = FAST_FACTOR[pace(book, state, who)] if reads(state, "inq_pace", "by speed") else 1.0
    return YARDS[gait] * factor


def in_squares(state: CombatState, yards: float) -> float:
    """Return yards in the measure of the board."""
    return yards * YARD / square_metres(state)


def is_rough(state: CombatState, who: FighterId, spot: Spot) -> bool:
    """Whether a sprinter may come to fall on a square."""
    if not UNEVEN.isdisjoint(state.place.qualities_at(*spot)):
        return True
    if any(layer.kind == "stairs" for layer in state.place.layers(*spot)):
        return True
    return depth_at(state, who, spot) == "shallow" or (
        depth_at(state, who, spot) == "wading" and reads(state, "inq_wading_gaits", "rough ground")
    )


def _stops(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[Refusal]:
    if not book.space.walks_in_gaits:
        return
    for gait in leg.gaits:
        if gait not in YARDS and gait not in OTHERS and gait != ON_ROUGH:
            yield no_such("gait", gait, (*YARDS, *OTHERS))


# Setting out: what the GM makes of a limit, and sneaking


def _set_out(now: Now, who: FighterId, plan: Plan) -> None:
    if not now.book.space.walks_in_gaits or not plan.legs:
        return
    if any("sneak" in leg.gaits for leg in plan.legs):
        _sneak(now, who, plan)
    if plan.legs[0].gaits[:1] == ("sprint",) and reads(
        now.state, "inq_sprint_fall_point", "gm picks"
    ):
        _note_way(now, who, plan)
    remark = next((each for each in plan.consequences if each.rule == ADVICE), None)
    if remark is None:
        return
    name, gives = label_of(now.state, who), round(plan.gives, 3)
    unit = SEVERAL[now.state.encounter.square]
    says = f"How many {unit} {name} may go, {gives:g} by default"
    if now.amount(now.unique(f"limit|{who}"), says, gives, ADVICE) == gives:
        now.happens(Said(text=f"{name} goes too far: {remark.says}.", who=who, rule=ADVICE))


def _sneak(now: Now, who: FighterId, plan: Plan) -> None:
    """Make a check for each action of sneaking; one that fails spoils the stealth."""
    count = max(1, len({leg.charge for leg in plan.legs if "sneak" in leg.gaits}))
    done = [
        check(now, who, "sneak", "sneaking", SNEAKS, purpose="yards sneak") for _ in range(count)
    ]
    passed = all(each.passed for each in done)
    until = Until("start of turn", who=who)
    now.happens(MarkSet(subject=who, name=STEALTHY, value=passed, until=until, rule=SNEAKS))
    name = label_of(now.state, who)
    text = f"{name} goes unheard." if passed else f"{name} is not stealthy."
    now.happens(Said(text=text, who=who, rule=SNEAKS))


# Rough ground


def _leaving(now: Now, who: FighterId, leg: Leg, forced: bool) -> bool | None:
    if forced or not now.book.space.walks_in_gaits:
        return None
    if "sprint" in leg.gaits and "prone" in now.state.fighters[who].conditions:
        return False
    failed = now.state.mark(who, STEALTHY) is False
    if "sneak" in leg.gaits and failed and reads(now.state, "inq_sneak_fail", "no movement"):
        return False
    return None


def _entering(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
    """Test a sprinter that comes onto rough ground."""
    if forced or ON_ROUGH not in leg.gaits or not now.book.space.walks_in_gaits:
        return
    says = "sprinting over rough ground"
    done = check(now, who, "initiative", says, ROUGH, purpose="yards sprint")
    if done.passed:
        return
    only_hurt = done.matched_failure and reads(now.state, "inq_sprint_matched", "damage only")
    if not only_hurt:
        _goes_down_at(now, who)
        harm.fell_down(now, who, FALLS)
        now.happens(MarkSet(subject=who, name=POINTS, value=None, rule=FALLS))
    if done.matched_failure:
        name = label_of(now.state, who)
        face = now.roll("d6", who, f"Damage of the sprint to {name}", HURTS)
        dealt = harm.damage(now, who, "sprint", "Sprinting over rough ground", face, HURTS)
        harm.hurt(now, who, dealt, rule=HURTS)


def _goes_down_at(now: Now, who: FighterId) -> None:
    """By one reading, bring a sprinter to the point of its way where the GM lets it fall."""
    way = str(now.state.mark(who, WAY) or "")
    if not way or not reads(now.state, "inq_sprint_fall_point", "gm picks"):
        return
    fighter = now.state.fighters[who]
    options = [
        Option(each, each, Spot(fighter.level, square_named(each))) for each in way.split("; ")
    ]
    says = f"Where {label_of(now.state, who)} goes down"
    square = square_named(now.choose(options, None, says, FALLS))
    if square != fighter.seat:
        now.happens(
            Moved(who=who, how="walked", level=fighter.level, to=square, above=fighter.above)
        )  # fmt: skip


def _note_way(now: Now, who: FighterId, plan: Plan) -> None:
    """Note the squares of a sprint from its first rough one on, for the GM to pick from."""
    level = now.state.fighters[who].level
    squares = [spot.square for leg in plan.legs for spot in leg.path if spot.level == level]
    rough = (is_rough(now.state, who, Spot(level, at)) for at in squares)
    first = next((at for at, found in enumerate(rough) if found), None)
    if first is not None:
        told_ = "; ".join(f"{x}, {y}" for x, y in squares[first:])
        until = Until("end of turn", who=who)
        now.happens(MarkSet(subject=who, name=WAY, value=told_, until=until, rule=FALLS))


def _spent(now: Now, fact: BudgetSet) -> None:
    """What is left of a movement is lost once something else is done."""
    if not now.book.space.walks_in_gaits or isinstance(now.action, Walk):
        return
    if fact.who in now.before.fighters and now.state.mark(fact.who, POINTS):
        before = now.before.fighters[fact.who].left
        if any(
            fact.left.get(kind, 0) < count for kind, count in before.items() if kind != "reaction"
        ):
            now.happens(MarkSet(subject=fact.who, name=POINTS, value=None, rule=PER_ACTION))


def _struck(now: Now, fact: ConditionSet) -> None:
    """Whoever flounders or begins to drown has lost the action that it swam by."""
    if fact.now is None or fact.condition not in (FLOUNDERING, DROWNING):
        return
    left = left_of(now.state, fact.who)
    if not left or not now.book.space.walks_in_gaits:
        return
    rest = 0.0
    if reads(now.state, "inq_flounder_round", "that action only"):
        rest = left - in_squares(now.state, allowance(now.book, now.state, fact.who, USUAL))
    now.happens(set_left(now.state, fact.who, max(0.0, rest), FLOUNDERS))


# What is noted, and the action bar


def _notes(book: Rulebook, state: CombatState) -> Iterator[Note]:
    for (subject, name), mark in state.marks.items():
        if name == STEALTHY and subject in state.fighters:
            word = "unheard" if mark.value else "heard"
            yield Note(subject, f"{word} while sneaking", badge=word)


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if not book.space.walks_in_gaits or spot_of(state, who) is None:
        return
    lacks = (
        ()
        if payers(state, who, moving=True) or left_of(state, who)
        else (Refusal(f"{label_of(state, who)} has no action left.", PER_ACTION),)
    )
    for gait in _offered(state, who):
        far = length_told(state, allowance(book, state, who, gait) * YARD)
        held = floundering(state, who) if gait == "swim" else ()
        yield Offer(
            about="movement",
            key=f"gait:{gait}", says=f"{gait.capitalize()}: {far}", cost="Action",
            wants="square", aimed=_aimed(who, gait), refusals=(*not_now(state, who), *lacks, *held),
            place=PLACES.get(gait, MORE),
        )  # fmt: skip


def _offered(state: CombatState, who: FighterId) -> tuple[str, ...]:
    """Return the gaits that one may name where a fighter stands: in water the water says."""
    spot = spot_of(state, who)
    depth = depth_at(state, who, spot) if spot is not None else ""
    if depth == "deep":
        return ("swim",)
    if depth == "wading" and not reads(state, "inq_wading_gaits", "rough ground"):
        return ("wade",)
    return ("walk", "run", "sprint", "sneak", "crawl")


def _aimed(who: FighterId, gait: str) -> Callable[[str], Action]:
    def walk(target: str) -> Walk:
        level, square = spot_named(target)
        return Walk(who=who, to=square, level=level, gait=gait)

    return walk


CHAPTER = Pack(
    name="yards",
    stops=(_stops,),
    set_out=(_set_out,),
    leaving=(_leaving,),
    entering=(_entering,),
    follows={BudgetSet: (_spent,), ConditionSet: (_struck,)},
    notes=(_notes,),
    offers=(_offers,),
)
