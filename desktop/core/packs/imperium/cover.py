"""Cover: getting into it, what it is worth, and when it is lost."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from desktop.core.model.words import TRAIT_FAMILIES, FighterId, TraitWord, ZoneId
from desktop.core.packs.imperium import bar, speed, weapons
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.events import LeftBoard, MarkSet, MomentCame, Moved, PlaceChanged, Until
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import IN_COVER
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor
from desktop.core.rules.traits import LAID, LIFTED, TraitInForce, traits_at

ARMOUR = RuleRef("IM-COVER-01")
ONE = RuleRef("IM-COVER-03")
TAKEN = RuleRef("IM-COVER-04")
BY_MOVE = RuleRef("IM-COVER-05")
BY_ACTION = RuleRef("IM-COVER-06")
LIMITED = RuleRef("IM-COVER-07")

COVERS = TRAIT_FAMILIES["cover"]
LIGHT = COVERS[0]
WORTH = dict(zip(COVERS, (2, 4, 6), strict=True))
WORTH_SIMPLY = dict(zip(COVERS, (3, 3, 6), strict=True))
BEGAN_IN = "turn began in"
"""The mark on a fighter, with the zone in which its turn began, until the turn ends."""
BEGAN_WITH = "turn began with "
"""Before a cover's word, the mark beside it: that the zone offered it then."""
WALKED_WITHIN = "walked within"
"""The mark of a Slow fighter that has paid its Move to walk within its zone this turn."""
EXPLOSIVE = ("blast", "spread", "flamer")


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeCover(Doing):
    """Get into a cover of the zone one is in."""

    deed: ClassVar[str] = "takes cover"

    cover: TraitWord = TraitWord("")
    """Unsaid: the best there is."""
    by: Literal["", "move", "action"] = ""
    """What pays for it; unsaid, the Move where that will do, else the Action."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveCover(Doing):
    """Give up the cover one is in."""

    deed: ClassVar[str] = "leaves cover"


def covers_in(state: CombatState, zone: ZoneId | None) -> tuple[TraitInForce, ...]:
    """Return the covers that a zone offers, the best first; one only where the GM picks."""
    offered = [trait for trait in traits_at(state, zone) if trait.word in WORTH]
    if reads(state, "cover_which", "gm picks"):
        return tuple(offered[:1])
    return tuple(sorted(offered, key=lambda trait: -WORTH[trait.word]))


def cover_of(state: CombatState, who: FighterId) -> TraitInForce | None:
    """Return the cover a fighter is in, as long as its zone still offers it."""
    word = state.mark(who, IN_COVER)
    if not word:
        return None
    offered = covers_in(state, state.zone_of(who))
    return next((trait for trait in offered if trait.word == word), None)


# What it is worth


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what != "armour" or not wanted.ranged:
        return
    cover = cover_of(state, wanted.who)
    if cover is None or _is_past(state, wanted):
        return
    worth = WORTH_SIMPLY if reads(state, "cover_values", "three and six") else WORTH
    amount, says, rule = worth[cover.word], str(cover.word), ARMOUR
    if cover.word == LIGHT and cover.only and wanted.location not in cover.only:
        amount, says, rule = 0, f"{cover.word}, not at the {wanted.location}", LIMITED
    yield Part(
        key="cover", says=says, does="adds", amount=amount, rule=rule, ruling="cover_same_zone"
    )


def _is_past(state: CombatState, wanted: TallyFor) -> bool:
    """Whether an attack goes past cover."""
    if wanted.against is None or wanted.attack is None:
        return False
    weapon = weapons.attack_of(state, wanted.against, wanted.attack)
    if weapon is not None and weapons.has(weapon, "flamer"):
        return True
    if not reads(state, "cover_same_zone", "other zones only"):
        return False
    explosive = weapon is not None and any(weapons.has(weapon, trait) for trait in EXPLOSIVE)
    return explosive or state.zone_of(wanted.against) == state.zone_of(wanted.who)


# Getting into it


def began_in(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter's turn, the one that is on, began in the zone it is in."""
    zone = state.zone_of(who)
    return zone is not None and state.mark(who, BEGAN_IN) == zone


def _is_new(state: CombatState, who: FighterId, word: str) -> bool:
    """Whether a cover has come up around a fighter since its turn began in this zone."""
    return began_in(state, who) and not state.mark(who, BEGAN_WITH + word)


def _pays(state: CombatState, who: FighterId, word: str) -> str:
    """Return what taking a cover costs now: `move`, `action`, or `free`."""
    if not began_in(state, who) or _is_new(state, who, word):
        return "action"
    walked = state.mark(who, WALKED_WITHIN) == state.zone_of(who)
    if walked and not reads(state, "cover_slow_dt", "two moves"):
        return "free"
    return "action" if list(lacks(state, who, "move")) else "move"


def _refusals(book: Rulebook, state: CombatState, action: TakeCover) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    if not state.on_board(action.who):
        return
    name = label_of(state, action.who)
    offered = covers_in(state, state.zone_of(action.who))
    if not offered:
        yield Refusal(f"There is no cover where {name} is.", TAKEN)
        return
    if action.cover and action.cover not in [trait.word for trait in offered]:
        words = ", ".join(trait.word for trait in offered)
        yield Refusal(f"There is no {action.cover} where {name} is, only {words}.", ONE)
        return
    yield from _cost_refusals(state, action, action.cover or offered[0].word)


def _cost_refusals(state: CombatState, action: TakeCover, word: TraitWord) -> Iterator[Refusal]:
    pays = action.by or _pays(state, action.who, word)
    name = label_of(state, action.who)
    if pays == "move" and not began_in(state, action.who):
        says = f"{name} has come here this turn, so the Move does not do."
        yield Refusal(says, BY_ACTION, "Take Cover is an Action.")
    elif pays == "move" and _is_new(state, action.who, word):
        says = f"The turn of {name} began before the {word} was here, so the Move does not do."
        yield Refusal(says, BY_MOVE, "Take Cover is an Action.")
    elif pays == "move" and _pays(state, action.who, word) != "free":
        yield from lacks(state, action.who, "move")
    if pays == "action":
        yield from _newcomers_only(state, action.who, word)
        yield from lacks(state, action.who, "action")


def _newcomers_only(state: CombatState, who: FighterId, word: TraitWord) -> Iterator[Refusal]:
    """With the other reading, the Action is for those alone who entered this turn."""
    if not reads(state, "cover_started_no_move", "newcomers only") or not began_in(state, who):
        return
    name = label_of(state, who)
    if not _is_new(state, who, word):
        yield Refusal(f"{name} began its turn here and needs its Move for cover.", BY_MOVE)
    elif not reads(state, "relocate_is_enter", "counts as entering"):
        yield Refusal(f"The {word} is for {name} from its next turn on.", BY_MOVE)


def _resolve(now: Now, action: TakeCover) -> None:
    offered = covers_in(now.state, now.state.zone_of(action.who))
    word = action.cover or (offered[0].word if offered else LIGHT)
    pays = _pays(now.state, action.who, word)
    if action.by == "action" or (action.by == "move" and pays != "free"):
        pays = action.by
    rule = BY_ACTION if pays == "action" else BY_MOVE
    if pays != "free":
        spend(now, action.who, pays, rule)
    now.happens(MarkSet(subject=action.who, name=IN_COVER, value=word, rule=rule))


def _leave_refusals(book: Rulebook, state: CombatState, action: LeaveCover) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    if not state.mark(action.who, IN_COVER):
        yield Refusal(f"{label_of(state, action.who)} is in no cover.", TAKEN)


def _leave(now: Now, action: LeaveCover) -> None:
    _lose(now, action.who)


def _lose(now: Now, who: FighterId) -> None:
    if now.state.mark(who, IN_COVER):
        now.happens(MarkSet(subject=who, name=IN_COVER, value=None, rule=TAKEN))


# What follows


def _moved(now: Now, moved: Moved) -> None:
    if not now.before.on_board(moved.who):
        return
    _walked(now, moved)
    before = now.before.zone_of(moved.who)
    stays = before is not None and before == now.state.zone_of(moved.who)
    if not (stays and reads(now.state, "cover_duration", "until it leaves")):
        _lose(now, moved.who)


def _walked(now: Now, moved: Moved) -> None:
    """Note a Slow fighter's walk within its zone, which cost it the Move."""
    who, zone = moved.who, now.state.zone_of(moved.who)
    if moved.how != "walked" or now.state.actor != who or zone is None:
        return
    if zone != now.before.zone_of(who) or speed.speed_of(now.book, now.state, who) != "slow":
        return
    until = Until("end of turn", who=who)
    now.happens(MarkSet(subject=who, name=WALKED_WITHIN, value=zone, until=until, rule=BY_MOVE))


def _cleared(now: Now, fact: PlaceChanged | MarkSet) -> None:
    """A cover that is gone is lost for good; another that comes up later must be taken anew."""
    if isinstance(fact, MarkSet) and not fact.name.startswith((LAID, LIFTED)):
        return
    for who in now.before.fighters:
        if cover_of(now.before, who) and who in now.state.fighters and not cover_of(now.state, who):
            _lose(now, who)


def _gone(now: Now, fact: LeftBoard) -> None:
    _lose(now, fact.who)


def _turn(now: Now, came: MomentCame) -> None:
    """Note where a turn begins; with the other reading cover is free from then on."""
    if came.point != "start of turn" or came.who is None:
        return
    who, zone = came.who, now.state.zone_of(came.who)
    if zone is None:
        return
    until = Until("end of turn", who=who)
    offered = covers_in(now.state, zone)
    names = (BEGAN_WITH + trait.word for trait in offered)
    now.happens(
        MarkSet(subject=who, name=BEGAN_IN, value=zone, until=until, rule=BY_MOVE),
        *(MarkSet(subject=who, name=name, value=True, until=until, rule=BY_MOVE) for name in names),
    )
    if offered and reads(now.state, "cover_next_turn", "free") and cover_of(now.state, who) is None:
        now.happens(MarkSet(subject=who, name=IN_COVER, value=offered[0].word, rule=BY_MOVE))


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    offered = covers_in(state, state.zone_of(who)) if state.on_board(who) else ()
    pays = _pays(state, who, offered[0].word) if offered else "action"
    first = TakeCover(who=who)
    yield Offer(
        about="guarding and helping",
        key="take cover", says="Take Cover", cost=pays.capitalize(), action=first,
        refusals=tuple(_refusals(book, state, first)), place=bar.COVER,
    )  # fmt: skip
    for trait in offered[1:]:
        action = TakeCover(who=who, cover=trait.word)
        yield Offer(
            about="guarding and helping",
            key=f"take cover:{trait.word}", says=f"Take Cover: {trait.word}",
            cost=_pays(state, who, trait.word).capitalize(), action=action,
            refusals=tuple(_refusals(book, state, action)),
        )  # fmt: skip
    if state.mark(who, IN_COVER):
        leave = LeaveCover(who=who)
        yield Offer(
            about="guarding and helping",
            key="leave cover", says="Leave cover", cost="Free", action=leave,
            refusals=tuple(_leave_refusals(book, state, leave)),
        )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={
        TakeCover: ActionRule(refusals=_refusals, resolve=_resolve),
        LeaveCover: ActionRule(refusals=_leave_refusals, resolve=_leave),
    },
    offers=(_offers,),
    parts=(_parts,),
    follows={
        Moved: (_moved,),
        LeftBoard: (_gone,),
        MomentCame: (_turn,),
        PlaceChanged: (_cleared,),
        MarkSet: (_cleared,),
    },
)
