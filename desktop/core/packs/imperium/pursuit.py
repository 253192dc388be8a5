"""Pursuit: a Distance from 0 to 10 on a clock, and Tests that make it grow and shrink."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from desktop.core.model.encounter import Clock
from desktop.core.model.words import ClockId, FighterId
from desktop.core.packs.imperium import saddle
from desktop.core.packs.imperium.acting import downed, helpless
from desktop.core.packs.imperium.aloft import is_flying
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.skills import title
from desktop.core.packs.imperium.speed import STEPS, speed_of
from desktop.core.rules.actions import Action
from desktop.core.rules.book import ActionRule, Offer, Pack, Rulebook
from desktop.core.rules.events import (
    ClockSet,
    Event,
    MarkSet,
    PlaceChanged,
    PlaceParts,
    Said,
    Tested,
)
from desktop.core.rules.house import no_such
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef, TallyFor
from desktop.core.rules.telling import signed

START = RuleRef("IM-PURSUIT-01")
TESTS = RuleRef("IM-PURSUIT-02")
COMPARED = RuleRef("IM-PURSUIT-03")
GAINS = RuleRef("IM-PURSUIT-04")
LOSES = RuleRef("IM-PURSUIT-05")
EVEN = RuleRef("IM-PURSUIT-06")
CAUGHT = RuleRef("IM-PURSUIT-07")
QUARRY_CHOOSES = RuleRef("IM-PURSUIT-08")
PURSUERS_CHOOSE = RuleRef("IM-PURSUIT-09")
ESCAPED = RuleRef("IM-PURSUIT-10")
GOES_ON = RuleRef("IM-PURSUIT-11")

FAR = 10
GOOD_START = 4
QUARRY = "quarry of "
"""Before the clock, the mark on one that is chased."""
PURSUER = "pursuer of "
"""Before the clock, the mark on one that chases."""
SKILL = "chases with"
"""The mark on a fighter: the skill of its Tests in a chase, where the GM has said."""
DISTANCE = "distance"
"""The mark on a clock: how far the Quarry is ahead, which may be beyond the clock's ends."""
HEAD_START = "head start"
"""The mark on a clock: the Distance that the chase began with."""
WAY = ("athletics (running)", "athletics (riding)", "piloting")
ANY_WAY = (*WAY, "athletics (swimming)", "reflexes (acrobatics)")


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveChase(Action):
    """Let a pursuit begin, or let more join the one that is on, by the reading of one for all."""

    deed: ClassVar[str] = "{pursuers} gives chase to {quarry}"

    quarry: tuple[FighterId, ...]
    pursuers: tuple[FighterId, ...]
    distance: int = GOOD_START
    skills: Mapping[FighterId, str] = field(default_factory=dict)
    """What each tests where that is not how it goes now, as `piloting`."""

    def deed_in(self, state: CombatState) -> str:
        """Return who gives chase, one or several."""
        return self.deed if len(self.pursuers) == 1 else self.deed.replace("gives", "give")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chase(Action):
    """Let a pursuit advance: everyone tests, and the Distance follows."""

    deed: ClassVar[str] = "Go on with {clock}"

    clock: ClockId


@dataclass(frozen=True, slots=True, kw_only=True)
class EndChase(Action):
    """Let a pursuit be over."""

    deed: ClassVar[str] = "End {clock}"

    clock: ClockId


def quarry_of(state: CombatState, clock: str) -> tuple[FighterId, ...]:
    """Return who is chased, in the order of the fighters."""
    return tuple(who for who in state.fighters if state.mark(who, QUARRY + clock))


def pursuers_of(state: CombatState, clock: str) -> tuple[FighterId, ...]:
    """Return who chases, in the order of the fighters."""
    return tuple(who for who in state.fighters if state.mark(who, PURSUER + clock))


def chases(state: CombatState) -> tuple[ClockId, ...]:
    """Return the clocks of the pursuits that are on."""
    return tuple(
        clock for clock in state.encounter.clocks if state.mark(clock, DISTANCE) is not None
    )


def distance_of(state: CombatState, clock: str) -> int:
    """Return how far the Quarry is ahead."""
    return int(state.mark(clock, DISTANCE) or 0)


# How it begins


def _begin_refusals(book: Rulebook, state: CombatState, action: GiveChase) -> Iterator[Refusal]:
    if not action.quarry or not action.pursuers:
        yield Refusal("A pursuit needs Quarry and Pursuers.", START, "Name both.", final=True)
    both = set(action.quarry) & set(action.pursuers)
    if both:
        names = ", ".join(label_of(state, who) for who in sorted(both))
        yield Refusal(f"{names} cannot be on both sides of a pursuit.", START, final=True)
    for who in (*action.pursuers, *action.quarry):
        if who in state.fighters:
            yield from downed(state, who)
    low, high = (1, FAR - 1) if reads(state, "pursuit_start_edge", "one to nine") else (0, FAR)
    if not low <= action.distance <= high:
        says = f"The Distance {action.distance} is not from {low} to {high}."
        yield Refusal(says, START, "1 is nearly caught, 8 nearly away.", final=True)


def _begin(now: Now, action: GiveChase) -> None:
    running = chases(now.state)
    joins = bool(running) and reads(now.state, "pursuit_compare_groups", "one for all")
    clock = running[0] if joins else _free_id(now.state)
    facts: list[Event] = []
    if not joins:
        filled = _shown(action.distance)
        made = Clock(
            id=clock, name=f"Pursuit{clock[7:]}", size=FAR, filled=filled,
            text=f"The Quarry is {FAR} ahead",
        )  # fmt: skip
        parts = PlaceParts(clocks={clock: made})
        facts.append(PlaceChanged(says="a pursuit begins", parts=parts, rule=START))
        facts.append(MarkSet(subject=clock, name=HEAD_START, value=action.distance, rule=START))
        facts += _at(clock, action.distance, START)
    for name, several in ((QUARRY, action.quarry), (PURSUER, action.pursuers)):
        for who in several:
            facts += [*_out_of_all(now.state, who)]
            facts.append(MarkSet(subject=who, name=name + clock, value=True, rule=START))
    facts += [
        MarkSet(subject=who, name=SKILL, value=skill, rule=TESTS)
        for who, skill in action.skills.items()
    ]
    if action.distance in (0, FAR) and not joins:
        facts.append(Said(text="The pursuit is settled as soon as it begins", rule=START))
    now.happens(*facts)
    if not joins:
        _settle(now, clock, {})


def _free_id(state: CombatState) -> ClockId:
    taken, count = state.encounter.clocks, 1
    while ClockId("pursuit" if count == 1 else f"pursuit-{count}") in taken:
        count += 1
    return ClockId("pursuit" if count == 1 else f"pursuit-{count}")


def _out_of_all(state: CombatState, who: FighterId) -> Iterator[Event]:
    for clock in chases(state):
        for name in (QUARRY, PURSUER):
            if state.mark(who, name + clock):
                yield MarkSet(subject=who, name=name + clock, value=None, rule=START)


def _shown(distance: int) -> int:
    return max(0, min(FAR, distance))


def _at(clock: ClockId, distance: int, rule: RuleRef) -> list[Event]:
    return [
        MarkSet(subject=clock, name=DISTANCE, value=distance, rule=rule),
        ClockSet(clock=clock, filled=_shown(distance)),
    ]


# How it goes on


def _clock_refusals(
    book: Rulebook, state: CombatState, action: Chase | EndChase
) -> Iterator[Refusal]:
    if action.clock not in chases(state):
        yield no_such("pursuit", action.clock, chases(state))


def _chase(now: Now, action: Chase) -> None:
    tested = {
        who: _test(now, who)
        for who in (
            *quarry_of(now.state, action.clock), *pursuers_of(now.state, action.clock)
        )
        if not helpless(now.state, who)
    }  # fmt: skip
    ahead = [tested[who] for who in quarry_of(now.state, action.clock) if who in tested]
    behind = [tested[who] for who in pursuers_of(now.state, action.clock) if who in tested]
    if ahead and behind:
        slowest, fastest = min(ahead, key=_rank), max(behind, key=_rank)
        _compare(now, action.clock, slowest, fastest)
    _settle(now, action.clock, tested)


def _rank(tested: Tested) -> tuple[int, bool]:
    return tested.levels, tested.passed


def _test(now: Now, who: FighterId) -> Tested:
    skill = _skill(now, who)
    wanted = TallyFor(what="test", who=who, purpose="pursuit", skill=skill)
    return now.book.test.test(now, wanted, f"{title(skill)}, the pursuit", 0, TESTS)


def _skill(now: Now, who: FighterId) -> str:
    """Return what a fighter tests by how it goes; for one that flies the GM says, once."""
    said = now.state.mark(who, SKILL)
    if said:
        return str(said)
    name = label_of(now.state, who)
    if is_flying(now.state, who):
        options = [Option(skill, title(skill)) for skill in ANY_WAY]
        skill = now.choose(options, None, f"What {name} chases with on the wing", TESTS)
        now.happens(MarkSet(subject=who, name=SKILL, value=skill, rule=TESTS))
        return skill
    way = WAY[0] if saddle.mount_of(now.state, who) is None else WAY[1]
    options = [Option(skill, title(skill)) for skill in ANY_WAY]
    is_quarry = any(who in quarry_of(now.state, clock) for clock in chases(now.state))
    does = "flees" if is_quarry else "chases"
    return str(now.word(f"chases with|{who}", f"{name} {does} with", way, TESTS, options))


def _compare(now: Now, clock: ClockId, quarry: Tested, pursuer: Tested) -> None:
    by = quarry.levels - pursuer.levels
    if not by and reads(now.state, "pursuit_zero_sign", "gains one"):
        by = int(quarry.passed) - int(pursuer.passed)
    rule = GAINS if by > 0 else LOSES if by < 0 else EVEN
    had = distance_of(now.state, clock)
    ahead, behind = (
        f"{label_of(now.state, each.who)} {signed(each.levels, each.passed)}"
        for each in (quarry, pursuer)
    )
    told = f"Distance {had + by}: {ahead} against {behind}"
    now.happens(Said(text=told, rule=COMPARED), *_at(clock, had + by, rule))


def _settle(now: Now, clock: ClockId, tested: Mapping[FighterId, Tested]) -> None:
    distance = distance_of(now.state, clock)
    if distance >= FAR:
        now.happens(Said(text="The Quarry has escaped", rule=ESCAPED))
        _over(now, clock)
    elif distance <= 0:
        now.happens(Said(text="The Quarry is caught", rule=CAUGHT))
        _caught(now, clock, tested)


# Caught


def _caught(now: Now, clock: ClockId, tested: Mapping[FighterId, Tested]) -> None:
    quarry = quarry_of(now.state, clock)
    options = (
        Option("abandon", "leave the slowest behind, so that the others get away"),
        Option("confront", "one of them stops and fights"),
    )
    choice = now.choose(options, None, "The Quarry is caught: what it does", QUARRY_CHOOSES)
    slowest = _slowest(now, quarry, tested) if choice == "abandon" else quarry
    left = slowest[0]
    if len(slowest) > 1:
        several = [Option(who, label_of(now.state, who)) for who in slowest]
        says = "Who of the slowest is left behind" if choice == "abandon" else "Who stops to fight"
        left = FighterId(now.choose(several, None, says, QUARRY_CHOOSES))
    if choice == "abandon":
        left = _overruled(now, quarry, left)
    verb = "is left behind" if choice == "abandon" else "stops to face the Pursuers"
    now.happens(
        Said(text=f"{label_of(now.state, left)} {verb}", who=left, rule=QUARRY_CHOOSES),
        MarkSet(subject=left, name=QUARRY + clock, value=None, rule=QUARRY_CHOOSES),
    )
    _go_on(now, clock, left)


def _slowest(
    now: Now, quarry: tuple[FighterId, ...], tested: Mapping[FighterId, Tested]
) -> tuple[FighterId, ...]:
    """Return all those of whom none is slower."""
    if reads(now.state, "pursuit_slowest", "lowest speed"):
        speeds = {who: STEPS[speed_of(now.book, now.state, who)] for who in quarry}
    else:
        speeds = {who: tested[who].levels for who in quarry if who in tested}
        speeds = speeds or dict.fromkeys(quarry, 0)
        missing = [who for who in quarry if who not in speeds]
        if missing:
            return tuple(missing)
    return tuple(who for who, speed in speeds.items() if speed == min(speeds.values()))


def _overruled(now: Now, quarry: Iterable[FighterId], slowest: FighterId) -> FighterId:
    options = [Option(who, label_of(now.state, who)) for who in quarry]
    says = "The slowest of the Quarry"
    word = now.word("slowest", says, slowest, QUARRY_CHOOSES, options)
    return next((who for who in quarry if who == word), slowest)


def _go_on(now: Now, clock: ClockId, left: FighterId) -> None:
    """Let the Pursuers say who stops; the rest chase on after whoever is left of the Quarry."""
    stopped = []
    for who in pursuers_of(now.state, clock):
        says = f"{label_of(now.state, who)} stops for {label_of(now.state, left)}"
        if now.word(f"stops|{who}", says, False, PURSUERS_CHOOSE):
            stopped.append(who)
    if stopped:
        now.happens(
            *(
                MarkSet(subject=who, name=PURSUER + clock, value=None, rule=PURSUERS_CHOOSE)
                for who in stopped
            )
        )
    if not quarry_of(now.state, clock) or not pursuers_of(now.state, clock):
        _over(now, clock)
        return
    default = 1 + len(stopped)
    if reads(now.state, "pursuit_restart", "first head start"):
        default = int(now.state.mark(clock, HEAD_START) or default)
    distance = now.count(f"restart|{clock}", "The new Distance", default, GOES_ON)
    now.happens(*_at(clock, distance, GOES_ON))


# The end of it


def _over(now: Now, clock: ClockId) -> None:
    facts: list[Event] = [
        MarkSet(subject=who, name=name + clock, value=None, rule=GOES_ON)
        for name, several in (
            (QUARRY, quarry_of(now.state, clock)), (PURSUER, pursuers_of(now.state, clock)),
        )
        for who in several
    ]  # fmt: skip
    facts += [
        MarkSet(subject=clock, name=name, value=None, rule=GOES_ON)
        for name in (DISTANCE, HEAD_START)
    ]
    now.happens(*facts)


def _end(now: Now, action: EndChase) -> None:
    now.happens(Said(text="The pursuit is over", rule=GOES_ON))
    _over(now, action.clock)


# The action bar


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if not state.on_board(who):
        return
    for clock in chases(state):
        if state.mark(who, QUARRY + clock) or state.mark(who, PURSUER + clock):
            says = f"Chase, Distance {distance_of(state, clock)}"
            yield Offer(
                about="movement",
                key=f"chase:{clock}",
                says=says,
                cost="Free",
                action=Chase(clock=clock),
            )
            end = EndChase(clock=clock)
            yield Offer(
                about="movement",
                key=f"end chase:{clock}",
                says="End the pursuit",
                cost="Free",
                action=end,
            )
    yield Offer(
        about="movement",
        key="give chase", says="Give chase", cost="Free", wants="foe",
        aimed=lambda foe: GiveChase(quarry=(FighterId(foe),), pursuers=(who,)),
    )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={
        GiveChase: ActionRule(refusals=_begin_refusals, resolve=_begin),
        Chase: ActionRule(refusals=_clock_refusals, resolve=_chase),
        EndChase: ActionRule(refusals=_clock_refusals, resolve=_end),
    },
    offers=(_offers,),
)
