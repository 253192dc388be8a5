"""What Grapple and Shove share: strength or skill against the same, or against a dodge."""

from collections.abc import Iterable

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import melee, opposed, reach, skills, tests, unaware
from desktop.core.packs.imperium.acting import cannot_fight, helpless, unable
from desktop.core.packs.imperium.aware import unfound
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import Rulebook
from desktop.core.rules.events import Tested
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.order import is_surprised
from desktop.core.rules.questions import Option
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef, TallyFor

MIGHT = "athletics (might)"
BRAWL = "melee (brawling)"
NOTHING = "none"


def refusals(
    book: Rulebook, state: CombatState, who: FighterId, target: FighterId, rule: RuleRef
) -> Iterable[Refusal]:
    """Yield why a fighter cannot lay hands on another."""
    yield from unable(state, who)
    yield from lacks(state, who, "action")
    if not state.on_board(target):
        yield Refusal(f"{label_of(state, target)} is not on the board.", rule)
    elif target == who:
        yield Refusal("Nobody lays hands on itself.", rule)
    elif state.on_board(who):
        yield from unfound(state, who, target)
        yield from reach.step_up_refusals(book, state, who, target)


def closed_in(now: Now, action: Doing, target: FighterId, rule: RuleRef) -> bool:
    """Step up to somebody, pay and be engaged; return whether the two come to grips."""
    who = action.who
    if not reach.step_up(now, who, target) and not action.forced:
        return False
    if cannot_fight(now.state, who):
        return False
    spend(now, who, "action", rule)
    melee.engage(now, who, target)
    return True


def margin(
    now: Now,
    who: FighterId,
    other: FighterId,
    purpose: str,
    *,
    mine: tuple[str, ...],
    theirs: tuple[str, ...],
    rule: RuleRef,
) -> int | None:
    """Contest two fighters; return the Success Levels by which the first wins, None if not.

    Each uses the best of its skills unless the GM says otherwise; who cannot oppose does not.
    """
    skill = _chosen(now, who, other, purpose, mine, rule)
    attack = _test(now, who, other, purpose, skill, rule)
    defence = None
    if not helpless(now.state, other) and unaware.may_oppose(now.state, other, who):
        against = _chosen(now, other, who, f"resist {purpose}", (*theirs, NOTHING), rule)
        if against != NOTHING:
            defence = _test(now, other, who, f"resist {purpose}", against, rule)
    if defence is None:
        return attack.levels if attack.passed else None
    contested = opposed.contest(now, attack, defence, rule)
    return contested.margin if contested.winner == who else None


def _wanted(who: FighterId, other: FighterId, purpose: str, skill: str) -> TallyFor:
    return TallyFor(what="test", who=who, purpose=purpose, skill=skill, against=other)


def _chosen(
    now: Now, who: FighterId, other: FighterId, purpose: str, ways: tuple[str, ...], rule: RuleRef
) -> str:
    """Return the skill that a fighter uses, the best by default."""
    real = [way for way in ways if way != NOTHING]
    best = max(
        real, key=lambda way: tests.promise(now.book, now.state, _wanted(who, other, purpose, way))
    )
    if NOTHING in ways and is_surprised(now.state, who):
        best = NOTHING
    options = [Option(way, "nothing" if way == NOTHING else skills.title(way)) for way in ways]
    if len(options) == 1:
        return best
    says = f"{label_of(now.state, who)} uses"
    said = now.word(now.unique(f"{purpose}|{who}|{other}"), says, best, rule, options)
    return str(said) if said in ways else best


def _test(
    now: Now, who: FighterId, other: FighterId, purpose: str, skill: str, rule: RuleRef
) -> Tested:
    says = f"{skills.title(skill)} against {label_of(now.state, other)}"
    return now.book.test.test(now, _wanted(who, other, purpose, skill), says, 0, rule)
