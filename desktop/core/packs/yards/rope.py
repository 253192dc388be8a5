"""Climbing gear: fixed at the top, or hooked on from below, so that fewer slips are falls."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from desktop.core.model.geometry import distance
from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId, LevelId, LinkId, Square
from desktop.core.packs.yards.checks import check
from desktop.core.packs.yards.economy import lacking, spend, unable
from desktop.core.packs.yards.figures import (
    YARD,
    figures,
    has_ability,
)
from desktop.core.packs.yards.ground import surface
from desktop.core.packs.yards.obstacles import leads_down, link_metres
from desktop.core.rules.actions import Action, Doing
from desktop.core.rules.book import ActionRule, Note, Offer, Pack, Rulebook
from desktop.core.rules.events import MarkSet, Said
from desktop.core.rules.labels import label_of
from desktop.core.rules.lengths import length_asked, length_told
from desktop.core.rules.marks import place_key, place_of
from desktop.core.rules.near import height_of, spot_named
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor
from desktop.core.rules.walk import spot_of

USELESS = RuleRef("INQ-GEAR-01")
FIXED = RuleRef("INQ-GEAR-02")
FROM_BELOW = RuleRef("INQ-GEAR-03")
HOOKED = RuleRef("INQ-GEAR-04")
THROWN = RuleRef("INQ-GEAR-05")
METAL = RuleRef("INQ-GEAR-06")

Gear = Literal["climbing gear", "grappling hook", "grapnel"]
SHOT: tuple[Gear, ...] = ("grapnel", "grappling hook")
"""What can be hooked on from below."""
TIED = "gear tied"
"""The mark on a link or a place that something to climb by is tied there: what it is."""
PURPOSE = "yards hook"
UNSKILLED = "unskilled"
SPECIALIST = "specialist weapon - thrown"


@dataclass(frozen=True, slots=True, kw_only=True)
class FixGear(Doing):
    """Fix climbing gear, a hook or a grapnel at the top that one stands on."""

    deed: ClassVar[str] = "fixes the {gear}[ for {link}]"

    gear: Gear
    link: LinkId | None = None
    """The climb it is for; unsaid, the square that one stands on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HookOn(Doing):
    """Shoot a grapnel or throw a grappling hook up from below."""

    deed: ClassVar[str] = "hooks on the {gear}[ at {to}][ for {link}]"

    gear: Gear
    to: Square | None = None
    """The square above that it is to hold on."""
    level: LevelId | None = None
    link: LinkId | None = None
    """Or the climb that it is for."""


def is_tied(state: CombatState, target: Spot) -> bool:
    """Whether one climbs to a square, or down from beside it, by something that is tied there."""
    if state.mark(place_key(target), TIED):
        return True
    places = (place_of(subject) for subject, name in state.marks if name == TIED)
    return any(place is not None and _is_above(state, place, target) for place in places)


def _is_above(state: CombatState, place: Spot, target: Spot) -> bool:
    """Whether a place where gear is tied lies above a square, right beside it."""
    level, square = place
    if level not in state.encounter.board.levels or distance(square, target.square) != 1:
        return False
    return surface(state.place, place) > surface(state.place, target)


def is_tied_to_link(state: CombatState, link: str) -> bool:
    """Whether a link is climbed by something that is tied there."""
    return bool(state.mark(link, TIED))


def has_gear(state: CombatState, who: FighterId, gear: str) -> bool:
    """Whether a fighter carries such a thing."""
    return any(each.casefold().startswith(gear) for each in figures(state, who).gear or ())


def range_of(state: CombatState, who: FighterId, gear: str) -> float | None:
    """Return how many yards up a fighter's thing gets; None where it does not say."""
    for each in figures(state, who).gear or ():
        name, _, last = each.casefold().rpartition(" ")
        if name == gear and last.isdigit():
            return float(last)
    return None


# Fixing it at the top


def _common(book: Rulebook, state: CombatState, who: FighterId, gear: str) -> Iterator[Refusal]:
    yield from unable(book, state, who)
    if not has_gear(state, who, gear):
        yield Refusal(f"{label_of(state, who)} has no {gear}.", USELESS)
    yield from lacking(state, who, moving=False)


def _fix_refusals(book: Rulebook, state: CombatState, action: FixGear) -> Iterator[Refusal]:
    yield from _common(book, state, action.who, action.gear)
    if action.link is None and not book.space.on_squares:
        yield Refusal("Say which climb it is for.", FIXED)
    if action.link is not None and state.on_board(action.who):
        link = state.encounter.board.links[action.link]
        zone = state.zone_of(action.who)
        if zone not in (link.from_, link.to) or not leads_down(state, link, zone):
            says = f"{label_of(state, action.who)} is not at the top of {label_of(state, link.id)}."
            yield Refusal(says, FIXED)
    by_hand = reads(state, "inq_grapnel_by_hand", "metal always")
    if by_hand and action.gear == "grapnel" and not _is_metal(state, _top(state, action)):
        yield Refusal("A grapnel holds on metal only.", METAL)


def _top(state: CombatState, action: FixGear | HookOn) -> str | Spot:
    """Return the link or the square that something is tied to."""
    if action.link is not None:
        return action.link
    if isinstance(action, HookOn) and action.to is not None:
        return Spot(action.level or state.fighters[action.who].level, Square(*action.to))
    spot = spot_of(state, action.who)
    assert spot is not None  # its refusals ask before
    return spot


def _fix(now: Now, action: FixGear) -> None:
    if not now.state.on_board(action.who):
        return
    _pay(now, action.who, action.gear, FIXED)
    _tie(now, action.who, action.gear, _top(now.state, action), FIXED)


def _tie(now: Now, who: FighterId, gear: str, at: str | Spot, rule: RuleRef) -> None:
    subject = at if isinstance(at, str) else place_key(at)
    text = f"{label_of(now.state, who)} has a {gear} tied on."
    now.happens(
        MarkSet(subject=subject, name=TIED, value=gear, rule=rule),
        Said(text=text, who=who, rule=rule),
    )


def _pay(now: Now, who: FighterId, gear: str, rule: RuleRef) -> None:
    """Spend an action, or by one reading what the GM says that it takes."""
    count = 1
    if reads(now.state, "inq_gear_cost", "gm sets cost"):
        says = f"Actions that it takes {label_of(now.state, who)} to fix the {gear}"
        count = now.count(now.unique(f"gear cost|{who}"), says, 1, rule)
    spend(now, who, rule, moving=False, count=count)


# Hooking it on from below


def _hook_refusals(book: Rulebook, state: CombatState, action: HookOn) -> Iterator[Refusal]:
    yield from _common(book, state, action.who, action.gear)
    if action.gear not in SHOT:
        yield Refusal("Climbing gear is fixed by hand, at the top.", FROM_BELOW)
    if action.to is None and action.link is None:
        yield Refusal("Say what it is to hold on.", FROM_BELOW, final=True)
        return
    if not state.on_board(action.who):
        return
    up = _height_up(state, action)
    if up is not None and up <= 0:
        yield Refusal("That is not above.", FROM_BELOW)
    far = range_of(state, action.who, action.gear)
    if reads(state, "inq_gear_range", "gm sets height"):
        return
    if up is not None and far is not None and up > far * YARD + 1e-6:
        yield Refusal(
            f"That is {length_told(state, up)} up; it gets {length_told(state, far * YARD)}.",
            HOOKED,
        )


def _height_up(state: CombatState, action: HookOn) -> float | None:
    at = _top(state, action)
    if isinstance(at, Spot):
        return surface(state.place, at) - height_of(state, action.who)
    return link_metres(state, state.encounter.board.links[LinkId(at)])


def _gets_there(now: Now, action: HookOn) -> bool:
    """Whether a shot or throw gets high enough, where the GM says how high it gets."""
    up = _height_up(now.state, action)
    if up is None or not reads(now.state, "inq_gear_range", "gm sets height"):
        return True
    far = range_of(now.state, action.who, action.gear)
    default = far * YARD if far is not None else up
    key, says = now.unique(f"gear height|{action.who}"), f"The {action.gear} gets up so many"
    return up <= length_asked(now, key, says, default, HOOKED) + 1e-3


def _hook(now: Now, action: HookOn) -> None:
    if not now.state.on_board(action.who):
        return
    _pay(now, action.who, action.gear, HOOKED)
    at = _top(now.state, action)
    if not _gets_there(now, action):
        text = f"The {action.gear} of {label_of(now.state, action.who)} does not get so high."
        now.happens(Said(text=text, who=action.who, rule=HOOKED))
        return
    unskilled = action.gear == "grappling hook" and not has_ability(
        now.state, action.who, SPECIALIST
    )
    how = frozenset((UNSKILLED,) if unskilled else ())
    done = check(
        now, action.who, "ballistic skill", f"{action.gear} from below", HOOKED,
        purpose=PURPOSE, how=how,
    )  # fmt: skip
    holds = action.gear != "grapnel" or bool(
        now.word(
            now.unique(f"metal|{action.who}"), "It is of metal", _is_metal(now.state, at), METAL
        )
    )
    if done.passed and holds:
        _tie(now, action.who, action.gear, at, HOOKED)
        return
    rule = HOOKED if not done.passed else METAL
    text = f"The {action.gear} of {label_of(now.state, action.who)} does not hold."
    now.happens(Said(text=text, who=action.who, rule=rule))


def _is_metal(state: CombatState, at: str | Spot) -> bool:
    if isinstance(at, str):
        return "metal" in state.encounter.board.links[LinkId(at)].tags
    return "metal" in state.place.qualities_at(*at)


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what != "test" or wanted.purpose != PURPOSE:
        return
    yield Part(key="from below", says="from below", does="adds", amount=-20, rule=HOOKED)
    if UNSKILLED in wanted.how:
        after = reads(state, "inq_hook_bs_order", "subtract first")
        does: Literal["halves", "halves base"] = "halves" if after else "halves base"
        yield Part(
            key=UNSKILLED, says="not used to throwing", does=does, rule=THROWN,
            ruling="inq_hook_bs_order",
        )  # fmt: skip


# What is noted, and the action bar


def _notes(book: Rulebook, state: CombatState) -> Iterator[Note]:
    for (subject, name), mark in state.marks.items():
        if name != TIED or not mark.value:
            continue
        if subject in state.encounter.board.links:
            yield Note(subject, f"{mark.value} tied")
        elif (place := place_of(subject)) is not None:
            yield Note(place, f"{mark.value} tied")


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if not state.on_board(who):
        return
    for gear in ("climbing gear", *SHOT):
        if not has_gear(state, who, gear):
            continue
        if book.space.on_squares:
            fix = FixGear(who=who, gear=gear)
            yield Offer(
                about="things",
                key=f"fix:{gear}", says=f"Fix {gear} here", cost="Action", action=fix,
                refusals=tuple(_fix_refusals(book, state, fix)),
            )  # fmt: skip
        if gear in SHOT:
            yield _hook_offer(book, state, who, gear)


def _hook_offer(book: Rulebook, state: CombatState, who: FighterId, gear: Gear) -> Offer:
    on_squares = book.space.on_squares

    def aimed(target: str) -> Action:
        if on_squares:
            level, square = spot_named(target)
            return HookOn(who=who, gear=gear, to=square, level=level)
        return HookOn(who=who, gear=gear, link=LinkId(target))

    return Offer(
        about="movement",
        key=f"hook:{gear}", says=f"Hook on a {gear}", cost="Action",
        wants="square" if on_squares else "link", aimed=aimed,
        refusals=tuple(_common(book, state, who, gear)),
    )  # fmt: skip


CHAPTER = Pack(
    name="yards",
    actions={
        FixGear: ActionRule(refusals=_fix_refusals, resolve=_fix),
        HookOn: ActionRule(refusals=_hook_refusals, resolve=_hook),
    },
    parts=(_parts,),
    notes=(_notes,),
    offers=(_offers,),
)
