"""Riding: getting on and off, what a mount is, whose turn and whose movement it is."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.words import FighterId, ZoneId
from desktop.core.packs.imperium import difficult, hazard, reach, saddle
from desktop.core.packs.imperium.acting import helpless, unable
from desktop.core.packs.imperium.afoot import get_off
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.size import SIZES
from desktop.core.packs.imperium.speed import STEPS, own_speed
from desktop.core.rules.actions import Doing, Walk
from desktop.core.rules.book import ActionRule, Leg, Offer, Pack, Plan, Rulebook
from desktop.core.rules.events import (
    BudgetSet,
    Event,
    LeftBoard,
    MarkSet,
    MomentCame,
    Moved,
    Parted,
    Related,
)
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import REACH, RIDING, SECURED
from desktop.core.rules.now import Now
from desktop.core.rules.riders import carried
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Consequence, Part, Refusal, RuleRef, TallyFor

FITS = RuleRef("IM-MOUNTS-01")
GETS_ON = RuleRef("IM-MOUNTS-02")
GETS_OFF = RuleRef("IM-MOUNTS-03")
PACE = RuleRef("IM-MOUNTS-04")
NO_TURN = RuleRef("IM-MOUNTS-11")
RIDES = RuleRef("IM-MOUNTS-12")
OBEYS = RuleRef("IM-MOUNTS-13")
OWN_MIND = RuleRef("IM-MOUNTS-14")
BOTH = RuleRef("IM-MOUNTS-17")
STRAPS = RuleRef("IM-MOUNTS-06")

ANIMALS = "rapport (animals)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mount(Doing):
    """Get onto a mount, stepping up to it first where need be."""

    deed: ClassVar[str] = "mounts {mount}"

    mount: FighterId


@dataclass(frozen=True, slots=True, kw_only=True)
class Dismount(Doing):
    """Get off one's mount."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Secure(Doing):
    """Strap oneself to one's mount."""

    deed: ClassVar[str] = "straps itself to its mount"


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Doing):
    """Have one's mount take an Action; a Test says whether it obeys."""

    deed: ClassVar[str] = "commands its mount"


@dataclass(frozen=True, slots=True, kw_only=True)
class MountIs(Doing):
    """The GM says what kind of mount somebody is; what is None stays as it is."""

    deed: ClassVar[str] = "is another kind of mount now"

    temper: saddle.Temper | None = None
    controlled: bool | None = None
    """Whether it obeys its rider, whatever its temper, by the reading that the GM sets it."""
    wants_off: bool | None = None
    willing: bool | None = None


# Getting on


def _mount_refusals(book: Rulebook, state: CombatState, action: Mount) -> Iterator[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "move")
    yield from _misfits(state, action.who, action.mount)
    if state.on_board(action.who) and state.on_board(action.mount):
        yield from reach.step_up_refusals(book, state, action.who, action.mount)


def _misfits(state: CombatState, who: FighterId, mount: FighterId) -> Iterator[Refusal]:
    name, label = label_of(state, who), label_of(state, mount)
    if who == mount:
        yield Refusal("Nobody rides itself.", FITS, final=True)
        return
    if not state.on_board(mount) or helpless(state, mount):
        yield Refusal(f"{label} can carry nobody.", FITS)
    if any(state.related(RIDING, who)):
        yield Refusal(f"{name} rides already.", FITS, "Get off first.")
    if any(state.related(RIDING, mount)):
        yield Refusal(f"{label} rides itself.", FITS)
    if saddle.riders_of(state, mount):
        yield Refusal(f"{label} has a rider already.", FITS)
    yield from _unfit(state, who, mount)
    if "prone" in state.fighters[who].conditions:
        yield Refusal(f"{name} is Prone.", GETS_ON, "Stand up first.")


def _unfit(state: CombatState, who: FighterId, mount: FighterId) -> Iterator[Refusal]:
    """Yield why a mount is none for a rider, whatever the two are doing."""
    name, label = label_of(state, who), label_of(state, mount)
    profile = state.people[mount].profile
    if not profile.mount:
        yield Refusal(f"{label} is not built for riding.", FITS, "Tick that it can be ridden.")
    if state.mark(mount, saddle.UNWILLING):
        yield Refusal(f"{label} will not be ridden.", FITS)
    if not reads(state, "size_table", "gm ticks"):
        larger = SIZES.index(profile.size or "medium")
        if larger <= SIZES.index(state.people[who].profile.size or "medium"):
            yield Refusal(f"{label} is not a size larger than {name}.", FITS)


def _mount(now: Now, action: Mount) -> None:
    if not reach.step_up(now, action.who, action.mount) and not action.forced:
        return
    who, mount = action.who, action.mount
    if helpless(now.state, who) or not (now.state.on_board(who) and now.state.on_board(mount)):
        return
    spend(now, who, "move", GETS_ON)
    now.happens(Related(kind=RIDING, one=who, other=mount, mutual=False, rule=GETS_ON))
    if saddle.is_controlled(now.state, mount) and now.state.actor == who:
        entry = now.state.entry_of(mount)
        left = dict(now.book.economy.refreshed(now.state, mount))
        if entry is not None and entry.id in now.state.acted:
            left["move"] = now.state.fighters[mount].left.get("move", 0)
        if reads(now.state, "mount_rider_move", "shared move"):
            left["move"] = 0
        now.happens(BudgetSet(who=mount, left={**left, "action": 0}, rule=NO_TURN))


def _got_on(now: Now, fact: Related) -> None:
    """A rider is where its mount is, and within its reach."""
    if fact.kind != RIDING or fact.other not in now.state.fighters:
        return
    mount, who = FighterId(fact.other), FighterId(fact.one)
    facts: list[Event] = list(carried(now.state, mount))
    if not now.book.space.on_squares and saddle.mount_of(now.state, who) == mount:
        facts += [Related(kind=REACH, one=who, other=mount, rule=fact.rule)]
    if facts:
        now.happens(*facts)


# Getting off


def _dismount_refusals(book: Rulebook, state: CombatState, action: Dismount) -> Iterator[Refusal]:
    yield from _rider_refusals(state, action.who)
    if action.who in state.fighters and saddle.is_secured(state, action.who):
        yield from lacks(state, action.who, "action")


def _rider_refusals(state: CombatState, who: FighterId) -> Iterator[Refusal]:
    yield from unable(state, who)
    if saddle.mount_of(state, who) is None:
        yield Refusal(f"{label_of(state, who)} rides nobody.", GETS_OFF, final=True)


def _dismount(now: Now, action: Dismount) -> None:
    who, mount = action.who, saddle.mount_of(now.state, action.who)
    if mount is None:
        return
    if saddle.is_secured(now.state, who):
        spend(now, who, "action", GETS_OFF)
    get_off(now, who, mount, GETS_OFF)
    if reads(now.state, "mount_dismount_leave", "movement ends"):
        spend(now, who, "move", GETS_OFF)


def _secure_refusals(book: Rulebook, state: CombatState, action: Secure) -> Iterator[Refusal]:
    yield from _rider_refusals(state, action.who)
    if action.who in state.fighters and saddle.is_secured(state, action.who):
        yield Refusal(f"{label_of(state, action.who)} is secured already.", STRAPS)


def _secure(now: Now, action: Secure) -> None:
    now.happens(MarkSet(subject=action.who, name=SECURED, value=True, rule=STRAPS))


# Having it act


def _command_refusals(book: Rulebook, state: CombatState, action: Command) -> Iterator[Refusal]:
    yield from _rider_refusals(state, action.who)
    mount = saddle.mount_of(state, action.who) if action.who in state.fighters else None
    if mount is None:
        return
    yield from lacks(state, action.who, "action")
    if not saddle.is_controlled(state, mount):
        yield Refusal(f"{label_of(state, mount)} decides for itself.", OWN_MIND)


def _command(now: Now, action: Command) -> None:
    mount = saddle.mount_of(now.state, action.who)
    if mount is None:
        return
    spend(now, action.who, "action", OBEYS)
    wanted = TallyFor(what="test", who=action.who, purpose="command", skill=ANIMALS)
    says = f"Rapport (animals), {label_of(now.state, mount)} is told to act"
    if now.book.test.test(now, wanted, says, 0, OBEYS).passed:
        left = now.state.fighters[mount].left
        now.happens(BudgetSet(who=mount, left={**left, "action": 1}, rule=OBEYS))


def _is(now: Now, action: MountIs) -> None:
    unwilling = None if action.willing is None else not action.willing
    said = {
        saddle.TEMPER: action.temper, saddle.CONTROLLED: action.controlled,
        saddle.BUCKS: action.wants_off, saddle.UNWILLING: unwilling,
    }  # fmt: skip
    facts = [
        MarkSet(subject=action.who, name=name, value=value, rule=OWN_MIND)
        for name, value in said.items()
        if value is not None
    ]
    if facts:
        now.happens(*facts)


# Turns


def _idle(book: Rulebook, state: CombatState, who: FighterId) -> str:
    return "ridden" if saddle.is_controlled(state, who) else ""


def _moment(now: Now, came: MomentCame) -> None:
    """A mount that obeys has its Move in its rider's turn; for an Action it must be told."""
    if came.point != "start of turn" or came.who is None:
        return
    mount = saddle.mount_of(now.state, came.who)
    if mount is None or not saddle.is_controlled(now.state, mount):
        return
    left = {**now.book.economy.refreshed(now.state, mount), "action": 0}
    now.happens(BudgetSet(who=mount, left=left, rule=NO_TURN))
    difficult.start_turn(now, mount)


def _spent(now: Now, fact: BudgetSet) -> None:
    """By one reading, rider and mount share one Move."""
    if fact.left.get("move", 0) or not reads(now.state, "mount_rider_move", "shared move"):
        return
    mount = saddle.mount_of(now.state, fact.who)
    for other in (mount,) if mount is not None else saddle.riders_of(now.state, fact.who):
        left = now.state.fighters[other].left
        if left.get("move", 0) and saddle.is_controlled(now.state, mount or fact.who):
            now.happens(BudgetSet(who=other, left={**left, "move": 0}, rule=RIDES))


# Going


def _stops(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[Refusal]:
    mount = saddle.mount_of(state, who)
    if mount is not None and leg.path:
        says = f"{label_of(state, who)} sits on {label_of(state, mount)}."
        yield Refusal(says, PACE, "Ride, or get off first.")


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterable[Part]:
    mount = saddle.mount_of(state, wanted.who) if wanted.what == "speed" else None
    if mount is not None:
        own, its = own_speed(state, wanted.who), own_speed(state, mount)
        steps = STEPS[its] - STEPS[own]
        says = f"rides {label_of(state, mount)}, {its}"
        yield Part(key="mount", says=says, does="adds", amount=steps, rule=PACE)


def _entering(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
    """Riders come within reach of whom their mount comes up to, and meet what it meets."""
    for rider in saddle.riders_of(now.state, who):
        near = [
            Related(kind=REACH, one=rider, other=each, rule=PACE)
            for each in leg.beside
            if each != rider and not now.state.holds(REACH, rider, each)
        ]
        if near:
            now.happens(*near)
        if leg.enters is not None and not forced and not saddle.is_spared(now.state, rider):
            hazard.enter(now, rider, leg.enters, BOTH)


def _foretells(
    book: Rulebook, state: CombatState, who: FighterId, plan: Plan
) -> Iterator[Consequence]:
    riders = [each for each in saddle.riders_of(state, who) if not saddle.is_spared(state, each)]
    for at, leg in enumerate(plan.legs):
        if leg.enters is None or not hazard.damage_in(state, leg.enters):
            continue
        for rider in riders:
            says = f"{label_of(state, rider)} too: {hazard.told(state, leg.enters)}"
            yield Consequence(who=rider, says=says, rule=BOTH, at=at, grave=True)


def _moved(now: Now, fact: Moved) -> None:
    """A mount takes its riders along; a rider moved by itself has left the saddle."""
    along = carried(now.state, fact.who)
    if along:
        now.happens(*along)
    mount = saddle.mount_of(now.state, fact.who)
    if mount is None or fact.how == "carried" or not now.before.holds(RIDING, fact.who, mount):
        return
    fighter, its = now.state.fighters[fact.who], now.state.fighters[mount]
    if (fighter.level, fighter.seat) != (its.level, its.seat):
        now.happens(Parted(kind=RIDING, one=fact.who, other=mount, rule=GETS_OFF))


def _parted(now: Now, fact: Parted) -> None:
    if fact.kind == RIDING and now.state.mark(fact.one, SECURED):
        now.happens(MarkSet(subject=fact.one, name=SECURED, value=None, rule=fact.rule))


def _left(now: Now, fact: LeftBoard) -> None:
    off = [
        Parted(kind=RIDING, one=fact.who, other=mount, rule=GETS_OFF)
        for mount in now.state.related(RIDING, fact.who)
    ]
    if off:
        now.happens(*off)


# The action bar


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if not state.on_board(who):
        return
    mount = saddle.mount_of(state, who)
    if mount is None:
        if any(person.profile.mount for person in state.people.values()):
            yield Offer(
                about="movement",
                key="mount", says="Mount", cost="Move", wants="fighter",
                aimed=lambda other: Mount(who=who, mount=FighterId(other)),
                refusals=(*unable(state, who), *lacks(state, who, "move")),
            )  # fmt: skip
        return
    obeys = saddle.is_controlled(state, mount)
    if obeys:
        yield Offer(
            about="movement",
            key="ride", says=f"Ride {label_of(state, mount)}", cost="Free", wants="zone",
            aimed=lambda zone: Walk(who=mount, to=ZoneId(zone)),
            refusals=(*unable(state, mount), *lacks(state, mount, "move")),
        )  # fmt: skip
    off, straps, tell = Dismount(who=who), Secure(who=who), Command(who=who)
    secured = saddle.is_secured(state, who)
    yield Offer(
        about="movement",
        key="dismount", says="Dismount", cost="Action" if secured else "Free", action=off,
        beside=mount, refusals=tuple(_dismount_refusals(book, state, off)),
    )  # fmt: skip
    yield Offer(
        about="movement",
        key="secure", says="Secure to the mount", cost="Free", action=straps,
        beside=mount, refusals=tuple(_secure_refusals(book, state, straps)),
    )  # fmt: skip
    if obeys:
        yield Offer(
            about="movement",
            key="command", says=f"Have {label_of(state, mount)} act", cost="Action", action=tell,
            beside=mount, refusals=tuple(_command_refusals(book, state, tell)),
        )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={
        Mount: ActionRule(refusals=_mount_refusals, resolve=_mount),
        Dismount: ActionRule(refusals=_dismount_refusals, resolve=_dismount),
        Secure: ActionRule(refusals=_secure_refusals, resolve=_secure),
        Command: ActionRule(refusals=_command_refusals, resolve=_command),
        MountIs: ActionRule(resolve=_is),
    },
    parts=(_parts,),
    stops=(_stops,),
    entering=(_entering,),
    foretells=(_foretells,),
    idle=(_idle,),
    follows={
        MomentCame: (_moment,),
        BudgetSet: (_spent,),
        Related: (_got_on,),
        Moved: (_moved,),
        Parted: (_parted,),
        LeftBoard: (_left,),
    },
    offers=(_offers,),
)
