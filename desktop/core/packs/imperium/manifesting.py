"""What a Psychic Power adds to the Warp Charge of whoever manifests it, and who denies it."""

from collections.abc import Iterable, Iterator

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import criticals, skills
from desktop.core.packs.imperium.acting import cannot_fight
from desktop.core.packs.imperium.economy import has, spend
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.book import Pack, Rulebook
from desktop.core.rules.events import Said, Tested
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, TallyFor

GAINED = RuleRef("IM-PSYCHIC-01")
DOUBLES = RuleRef("IM-PSYCHIC-02")
PUSHED = RuleRef("IM-PSYCHIC-03")
DENIED = RuleRef("IM-PSYCHIC-07")

MASTERY = "psychic mastery"
PUSH = "push"
NEAR = ("immediate", "short")


def usual(state: CombatState, tested: Tested, rating: int, *, passed: bool) -> int:
    """Return what a power of a rating adds by itself, as its Test went."""
    if passed:
        gained = rating
        if criticals.is_double(state, tested):
            ease = skills.bonus(state.people[tested.who].profile, "wil") or 0
            gained = min(gained, max(1, gained - ease))
        return gained
    size = abs(tested.levels)
    both = reads(state, "power_failed_charge", "rating and sl")
    gained = rating + size if both else min(size, rating)
    return gained * 2 if criticals.is_double(state, tested) else gained


def pushed(now: Now, tested: Tested, name: str) -> int:
    """Return the Warp Charge that a power brings on top because it was pushed."""
    if not any(part.key == PUSH for part in tested.tally.live("for")):
        return 0
    return now.roll("d10", tested.who, f"Warp Charge of pushing {name}", PUSHED)


def denied(now: Now, tested: Tested, name: str) -> bool:
    """Let foes of a psyker deny its power, where the table says so; whether it comes to nothing."""
    levels = tested.levels
    for who in tuple(_deniers(now.book, now.state, tested.who)):
        says = f"{label_of(now.state, who)} denies {name}"
        if not now.word(f"deny|{who}", says, False, DENIED):
            continue
        spend(now, who, "reaction", DENIED)
        wanted = TallyFor(what="test", who=who, purpose="deny", skill=MASTERY)
        levels -= max(0, now.book.test.test(now, wanted, says, 0, DENIED).levels)
    if not tested.passed or levels >= 0:
        return False
    now.happens(Said(text=f"{name} is denied.", who=tested.who, rule=DENIED))
    return True


def is_psyker(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter's profile names a psychic power, or a skill in them."""
    figures = skills.figures(state.people[who].profile)
    known = figures.skills or {}
    return bool(figures.powers) or any(skills.plain(skill.casefold()) == MASTERY for skill in known)


def _deniers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[FighterId]:
    for other in state.fighters:
        if other == who or not state.against(other, who) or cannot_fight(state, other):
            continue
        near = is_psyker(state, other) and has(state, other, "reaction")
        if near and book.space.distance(state, other, who).band in NEAR:
            yield other


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterable[Part]:
    if wanted.what == "test" and wanted.purpose == "power":
        yield Part(key=PUSH, says="pushed", does="for", rule=PUSHED, offered=True)


CHAPTER = Pack(name="imperium", parts=(_parts,))
