"""Climbing, crawling, sneaking, swimming, squeezing: a step slower, with a Test if the GM asks."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from desktop.core.model.board import Link
from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId, LinkId
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.aloft import is_flying
from desktop.core.packs.imperium.economy import has
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.size import SQUEEZING, passes
from desktop.core.packs.imperium.skills import DIFFICULTIES, title
from desktop.core.packs.imperium.speed import slowed
from desktop.core.rules.actions import Walk
from desktop.core.rules.book import Leg, Offer, Pack, Plan, Rulebook
from desktop.core.rules.events import MarkSet, Said, Until
from desktop.core.rules.house import no_such
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Consequence, Part, Refusal, RuleRef, TallyFor

SLOWER = RuleRef("IM-GYMNASTICS-01")
TESTED = RuleRef("IM-GYMNASTICS-02")
CRAWLING = RuleRef("IM-PRONE-04")

SKILLS = {
    "climb": "athletics (climbing)",
    "crawl": "athletics",
    "sneak": "stealth (move silently)",
    "swim": "athletics (swimming)",
    "squeeze": "reflexes (acrobatics)",
}
"""The ways of going that are slower, each with the usual skill of its Test."""
DOES = {
    "climb": "climbs", "crawl": "crawls", "sneak": "sneaks", "swim": "swims",
    "squeeze": "squeezes through",
}  # fmt: skip
KNOWN = (*SKILLS, "fly", "leap")
NO_TEST = "none"
DONE = "slowed by "
"""Before the way of going, the mark on a fighter that it slows to the end of the turn."""
FALL_METRES = 5
"""How far one falls from a climb whose height nobody says."""


def part_of(gait: str) -> Part:
    """Return the part of a Speed that a way of going takes."""
    if gait == "squeeze":
        return replace(SQUEEZING, ruling="gym_scope")
    rule = CRAWLING if gait == "crawl" else SLOWER
    return slowed(gait, DOES[gait], rule, ruling="gym_scope")


def own_gaits(state: CombatState, who: FighterId, gait: str) -> tuple[str, ...]:
    """Return how a fighter goes all the way: as it says, and crawling where it is Prone."""
    crawls = ("crawl",) if "prone" in state.fighters[who].conditions else ()
    return tuple(dict.fromkeys((*crawls, *((gait,) if gait else ()))))


def link_gaits(state: CombatState, who: FighterId, link: Link, gait: str = "") -> tuple[str, ...]:
    """Return how a fighter gets over a link that is not simply walked."""
    found = []
    if link.kind == "climb" and gait != "leap" and not is_flying(state, who):
        found.append("climb")
    if passes(state, who, link) == "squeeze":
        found.append("squeeze")
    return tuple(found)


def slow_parts(gaits: Iterable[str]) -> tuple[Part, ...]:
    """Return what ways of going take off a Speed."""
    return tuple(part_of(gait) for gait in gaits if gait in SKILLS)


# Slower, for the stretch or for the turn


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what != "speed":
        return
    if "prone" in state.fighters[wanted.who].conditions:
        yield part_of("crawl")
    for gait in SKILLS:
        if state.mark(wanted.who, DONE + gait):
            yield part_of(gait)


def _set_out(now: Now, who: FighterId, plan: Plan) -> None:
    """By one reading, note what slows a fighter to the end of its turn."""
    if not reads(now.state, "gym_scope", "whole turn"):
        return
    until = Until("end of turn", who=who)
    done = dict.fromkeys(gait for leg in plan.legs for gait in leg.gaits if gait in SKILLS)
    facts = [
        MarkSet(subject=who, name=DONE + gait, value=True, until=until, rule=SLOWER)
        for gait in done
    ]
    if facts:
        now.happens(*facts)


def _stops(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[Refusal]:
    if book.space.walks_in_gaits:
        return  # gaits are that space's own
    for gait in leg.gaits:
        if gait not in KNOWN:
            yield no_such("way of going", gait, KNOWN)


# The Test


@dataclass(frozen=True, slots=True)
class ImperiumGait:
    """How this book lets somebody climb or swim."""

    gait: str

    def passes(self, now: Now, who: FighterId, leg: Leg) -> bool:
        """Let a fighter try a leg that it climbs or swims; whether it gets on."""
        return attempt(now, who, leg, self.gait)


def attempt(now: Now, who: FighterId, leg: Leg, gait: str) -> bool:
    """Make the Test of a leg, if there is one; whether the fighter gets on."""
    state = now.state
    link = state.encounter.board.links.get(LinkId(leg.link))
    where = label_of(state, link.id) if link is not None else ""
    key = f"{gait}|{who}|{link.id if link is not None else state.zone_of(who)}"
    usual = SKILLS[gait]
    said = link.test if link is not None else None
    default = NO_TEST if said is None else said.skill or usual
    does = f"{label_of(state, who)} {DOES[gait]} {where}".strip()
    skills = dict.fromkeys((NO_TEST, default, *SKILLS.values()))
    options = [Option(skill, "no Test" if skill == NO_TEST else title(skill)) for skill in skills]
    skill = str(now.word(f"gait test|{key}", f"Test when {does}", default, TESTED, options))
    if skill == NO_TEST:
        return True
    hard = [Option(str(by), f"{name} {by:+d}") for by, name in DIFFICULTIES.items()]
    by = now.word(
        f"gait difficulty|{key}", f"Difficulty when {does}",
        str(said.difficulty if said is not None else 0), TESTED, hard,
    )  # fmt: skip
    wanted = TallyFor(what="test", who=who, purpose=gait, skill=skill)
    says = f"{title(skill)}, {does}"
    if now.book.test.test(now, wanted, says, int(by), TESTED).passed:
        return True
    _failed(now, who, leg, gait, key)
    return False


def _failed(now: Now, who: FighterId, leg: Leg, gait: str, key: str) -> None:
    """Nothing is gained by a failed Test; whether it is a fall is the GM's word, or a reading."""
    name = label_of(now.state, who)
    now.happens(Said(text=f"{name} gets no further.", who=who, rule=TESTED))
    default = gait == "climb" and reads(now.state, "gym_test_fail", "always a fall")
    if not now.word(f"gait fall|{key}", f"{name} falls", default, TESTED):
        return
    link = now.state.encounter.board.links.get(LinkId(leg.link))
    metres = link.metres if link is not None and link.metres is not None else FALL_METRES
    now.book.fall.fall(now, who, metres, rule=TESTED, to=_foot(now.state, who, leg))


def _foot(state: CombatState, who: FighterId, leg: Leg) -> Spot | None:
    """Return where one lands that falls off a leg to a lower level; None: where it is."""
    fighter = state.fighters[who]
    if not leg.path or leg.enters is None:
        return None
    levels = state.encounter.board.levels
    foot = leg.path[-1]
    return foot if levels[foot.level].height < levels[fighter.level].height else None


def _leaving(now: Now, who: FighterId, leg: Leg, forced: bool) -> bool | None:
    if forced:
        return None
    own_tests = now.book.space.walks_in_gaits
    for gait in leg.gaits:
        if own_tests and gait in ("crawl", "sneak"):
            continue
        if gait == "climb" or gait == "swim":
            on = now.book.gait(gait).passes(now, who, leg)  # type: ignore[arg-type]  # one of both
        else:
            on = gait not in SKILLS or attempt(now, who, leg, gait)
        if not on:
            return False
    return None


def _foretells(
    book: Rulebook, state: CombatState, who: FighterId, plan: Plan
) -> Iterator[Consequence]:
    """Yield the Tests that the links on the way ask of whoever does not simply walk over them."""
    ours = [gait for gait in SKILLS if gait not in ("climb", "swim")]
    ours += [gait for gait in ("climb", "swim") if isinstance(book.gait(gait), ImperiumGait)]
    for at, leg in enumerate(plan.legs):
        link = state.encounter.board.links.get(LinkId(leg.link))
        if link is None or link.test is None:
            continue
        for gait in leg.gaits:
            if gait in ours:
                says = f"{DOES[gait]}: {title(link.test.skill or SKILLS[gait])}"
                yield Consequence(who=who, says=says, rule=TESTED, at=at, grave=True)


# What the Test costs


def with_cost(state: CombatState, plan: Plan) -> Plan:
    """Return a plan that also spends the Action which, by one reading, its Tests need."""
    if not reads(state, "gym_test_cost", "costs the action") or plan.pays.get("action", 0):
        return plan
    links = state.encounter.board.links
    if not any(leg.gaits and _has_test(links.get(LinkId(leg.link))) for leg in plan.legs):
        return plan
    if has(state, plan.who, "action"):
        return replace(plan, pays={**plan.pays, "action": 1})
    says = f"{label_of(state, plan.who)} has no Action left for the Test on the way."
    return replace(plan, refusals=(*plan.refusals, Refusal(says, TESTED)))


def _has_test(link: Link | None) -> bool:
    return link is not None and link.test is not None


# The action bar


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if not state.on_board(who) or book.space.walks_in_gaits:
        return
    for gait in ("sneak", "swim"):
        yield Offer(
            about="movement",
            key=gait, says=gait.capitalize(), cost="Move", wants="zone",
            aimed=lambda zone, gait=gait: Walk(who=who, to=zone, gait=gait),  # type: ignore[misc]  # a default binds it
            refusals=tuple(unable(state, who)),
        )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    slots={"climb": ImperiumGait("climb"), "swim": ImperiumGait("swim")},
    parts=(_parts,),
    set_out=(_set_out,),
    stops=(_stops,),
    leaving=(_leaving,),
    foretells=(_foretells,),
    offers=(_offers,),
)
