"""Riders that may lose their seat: on mounts that are pushed, go down or will not be ridden."""

from collections.abc import Iterator

from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import hazard, opposed, saddle, tests
from desktop.core.packs.imperium.acting import helpless
from desktop.core.packs.imperium.afoot import drop_of, get_off, put_beside, throw
from desktop.core.packs.imperium.aloft import is_flying
from desktop.core.packs.imperium.falling import landing
from desktop.core.packs.imperium.mounts import ANIMALS
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.skills import title
from desktop.core.packs.imperium.suffering import suffer
from desktop.core.rules.book import Due, Leg, Pack, Rulebook
from desktop.core.rules.events import (
    BudgetSet,
    ConditionSet,
    LeftBoard,
    MomentCame,
    Moved,
    Parted,
    Tested,
)
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import DUE, RIDING, SECURED
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef, TallyFor

PUSHED = RuleRef("IM-MOUNTS-05")
LEAPS = RuleRef("IM-MOUNTS-07")
CAUGHT = RuleRef("IM-MOUNTS-08")
OUT_OF_THE_AIR = RuleRef("IM-MOUNTS-09")
STAYS_ON = RuleRef("IM-MOUNTS-15")
BUCKED = RuleRef("IM-MOUNTS-16")

RIDING_SKILLS = ("athletics (riding)", ANIMALS)
MIGHT = "athletics (might)"
DOWN = ("prone", "dead")
"""Conditions of a mount that lies on the ground."""


def _ride(now: Now, who: FighterId, says: str, rule: RuleRef) -> Tested:
    """Make the Test of a rider that keeps its seat."""
    wants = {
        skill: TallyFor(what="test", who=who, purpose="riding", skill=skill)
        for skill in RIDING_SKILLS
    }
    best = RIDING_SKILLS[0]
    if not reads(now.state, "mount_test_pick", "gm picks"):
        best = max(wants, key=lambda skill: tests.promise(now.book, now.state, wants[skill]))
    options = [Option(skill, title(skill)) for skill in RIDING_SKILLS]
    told = f"{label_of(now.state, who)} rides with"
    skill = str(now.word(now.unique(f"rides with|{who}"), told, best, rule, options))
    wanted = wants.get(skill, wants[best])
    return now.book.test.test(now, wanted, f"{title(wanted.skill)}, {says}", 0, rule)


# A mount that is moved against its will


def _holds_on(now: Now, who: FighterId, mount: FighterId) -> bool:
    if saddle.is_secured(now.state, who):
        return True
    says = f"{label_of(now.state, mount)} is moved by force"
    return _ride(now, who, says, PUSHED).passed


def _leaving(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
    """By one reading a thrown rider lies where the mount was; it goes on alone."""
    if not forced or not reads(now.state, "mount_forced_place", "old place"):
        return
    for rider in saddle.riders_of(now.state, who):
        if not _holds_on(now, rider, who):
            throw(now, rider, who, PUSHED)


def _entering(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
    if not forced:
        return
    last = now.happened(Moved, who=who)
    by_force = last is not None and last.how == "forced"
    tested = not by_force or reads(now.state, "mount_forced_place", "old place")
    for rider in saddle.riders_of(now.state, who):
        thrown = not tested and not _holds_on(now, rider, who)
        if thrown:
            throw(now, rider, who, PUSHED)
        on_board = now.state.on_board(rider)
        if leg.enters is not None and on_board and not saddle.is_spared(now.state, rider):
            hazard.enter(now, rider, leg.enters, hazard.FORCED)


# A mount that goes down


def _conditioned(now: Now, fact: ConditionSet) -> None:
    mount, riders = fact.who, saddle.riders_of(now.state, fact.who)
    if fact.now is None or not riders:
        return
    down = fact.condition in DOWN
    if is_flying(now.state, mount) and (down or helpless(now.state, mount)):
        _both_fall(now, mount, riders)
    elif down and not any(each in now.before.fighters[mount].conditions for each in DOWN):
        for rider in riders:
            _comes_down(now, rider, mount)


def _comes_down(now: Now, who: FighterId, mount: FighterId) -> None:
    """Let a rider leap clear of a mount that goes down, or lie beside it."""
    if saddle.is_secured(now.state, who):
        _tied(now, who, mount)
    elif _leaps(now, who, mount):
        get_off(now, who, mount, LEAPS)
    else:
        throw(now, who, mount, LEAPS)


def _tied(now: Now, who: FighterId, mount: FighterId) -> None:
    if now.state.on_board(mount) and not reads(now.state, "mount_secured_prone", "thrown clear"):
        suffer(now, who, "prone", rule=CAUGHT)
    else:
        throw(now, who, mount, CAUGHT)


def _leaps(now: Now, who: FighterId, mount: FighterId) -> bool:
    name, label = label_of(now.state, who), label_of(now.state, mount)
    if helpless(now.state, who):
        return False
    if not now.word(now.unique(f"leaps|{who}"), f"{name} leaps clear of {label}", True, LEAPS):
        return False
    wanted = TallyFor(what="test", who=who, purpose="leap clear", skill="reflexes")
    return now.book.test.test(now, wanted, f"Reflexes, leaping clear of {label}", 0, LEAPS).passed


def _both_fall(now: Now, mount: FighterId, riders: tuple[FighterId, ...]) -> None:
    """Let a flying mount that is knocked down fall with its riders, each from that height."""
    spot, metres = landing(now.state, mount)
    clear: list[FighterId] = []
    for rider in riders:
        secured = saddle.is_secured(now.state, rider)
        may_leap = not secured and reads(now.state, "mount_secured_fall", "may leap")
        if may_leap and _leaps(now, rider, mount):
            clear.append(rider)
        if not secured or reads(now.state, "mount_secured_prone", "thrown clear"):
            now.happens(Parted(kind=RIDING, one=rider, other=mount, rule=OUT_OF_THE_AIR))
    now.book.fall.fall(now, mount, metres, rule=OUT_OF_THE_AIR, to=spot)
    for rider in riders:
        if not now.state.on_board(rider):
            continue
        if rider in clear:
            _lands(now, rider, mount)
        elif saddle.mount_of(now.state, rider) == mount:
            now.book.fall.fall(now, rider, metres, rule=OUT_OF_THE_AIR)
        else:
            now.book.fall.fall(now, rider, metres, rule=OUT_OF_THE_AIR, to=spot)
            if now.state.on_board(rider):
                put_beside(now, rider, mount, OUT_OF_THE_AIR)


def _lands(now: Now, who: FighterId, mount: FighterId) -> None:
    """Bring a rider that leapt down to the ground on its feet."""
    fighter = now.state.fighters[who]
    spot, _ = landing(now.state, who)
    if spot is None and fighter.seat is not None:
        spot = Spot(fighter.level, fighter.seat)
    if spot is not None:
        now.happens(Moved(who=who, how="put", level=spot.level, to=spot.square, rule=LEAPS))
    put_beside(now, who, mount, LEAPS)


def _left(now: Now, fact: LeftBoard) -> None:
    """A mount that is taken out goes down under its riders; one that is put away does not."""
    for rider in saddle.riders_of(now.before, fact.who):
        if not now.state.on_board(rider) or not now.state.holds(RIDING, rider, fact.who):
            continue
        if fact.why != "out":
            now.happens(Parted(kind=RIDING, one=rider, other=fact.who, rule=LEAPS))
        elif drop_of(now.state, rider) is None:
            _from_the_dead(now, rider, fact.who, secured=bool(now.state.mark(rider, SECURED)))
        else:
            get_off(now, rider, fact.who, OUT_OF_THE_AIR)


def _from_the_dead(now: Now, who: FighterId, mount: FighterId, *, secured: bool) -> None:
    stands = not secured and _leaps(now, who, mount)
    now.happens(Parted(kind=RIDING, one=who, other=mount, rule=LEAPS))
    if not stands:
        suffer(now, who, "prone", rule=CAUGHT if secured else LEAPS)


# A mount that will not be ridden


def _moment(now: Now, came: MomentCame) -> None:
    if came.point != "start of turn" or came.who is None:
        return
    if reads(now.state, "mount_stay_turn", "mount turn"):
        for rider in saddle.riders_of(now.state, came.who):
            _stay_on(now, rider, came.who)
        return
    mount = saddle.mount_of(now.state, came.who)
    if mount is not None:
        _stay_on(now, came.who, mount)


def key_of(who: FighterId) -> str:
    """Return the key by which the GM waives the Test of a rider to stay on."""
    return f"stay on|{who}"


def _must_stay_on(state: CombatState, who: FighterId, mount: FighterId) -> bool:
    if saddle.temper_of(state, mount) != "untrained" or saddle.is_controlled(state, mount):
        return False
    spared = reads(state, "mount_secured_stay", "passes")
    return not (spared and saddle.is_secured(state, who))


def _stay_on(now: Now, who: FighterId, mount: FighterId) -> None:
    if not _must_stay_on(now.state, who, mount):
        return
    label = label_of(now.state, mount)
    if now.skips(key_of(who), f"{label_of(now.state, who)} stays on {label}", STAYS_ON):
        return
    if now.state.mark(mount, saddle.BUCKS) and not helpless(now.state, mount):
        wanted = TallyFor(what="test", who=mount, purpose="bucking", skill=MIGHT, against=who)
        says = f"{title(MIGHT)}, {label} wants its rider off"
        its = now.book.test.test(now, wanted, says, 0, BUCKED)
        own = _ride(now, who, f"staying on {label}", BUCKED)
        stays = opposed.contest(now, its, own, BUCKED).winner == who
    else:
        stays = _ride(now, who, f"staying on {label}", STAYS_ON).passed
    if stays:
        return
    if reads(now.state, "mount_stay_fail", "loses action"):
        left = now.state.fighters[who].left
        now.happens(BudgetSet(who=who, left={**left, "action": 0}, rule=STAYS_ON))
    else:
        throw(now, who, mount, STAYS_ON)


def _due(book: Rulebook, state: CombatState) -> Iterator[Due]:
    """Yield who will have to stay on at the start of a turn."""
    by_mount = reads(state, "mount_stay_turn", "mount turn")
    for who in state.fighters:
        mount = saddle.mount_of(state, who)
        if mount is None or not _must_stay_on(state, who, mount):
            continue
        entry = state.entry_of(mount if by_mount else who)
        if entry is None:
            continue
        later = entry.id in state.acted or entry.id == state.acting
        round_ = max(state.round, 1) + (1 if later else 0)
        key = key_of(who)
        yield Due(
            key=key, when=f"round {round_}" if later else "start of turn",
            order=(round_, state.order.index(entry)), who=label_of(state, who),
            says=f"stays on {label_of(state, mount)}", rule=STAYS_ON,
            skipped=bool(state.mark(DUE, key)),
        )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    leaving=(_leaving,),
    entering=(_entering,),
    follows={ConditionSet: (_conditioned,), LeftBoard: (_left,), MomentCame: (_moment,)},
    due=(_due,),
)
