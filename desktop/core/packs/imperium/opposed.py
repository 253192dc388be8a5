"""Opposed Tests."""

from desktop.core.packs.imperium import tests
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.events import Contested, Tested
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.tally import RuleRef
from desktop.core.rules.telling import signed

RULE = RuleRef("IM-TESTS-06")


def contest(now: Now, one: Tested, other: Tested, rule: RuleRef) -> Contested:
    """Compare two Tests, the second being the defender's, and let it happen."""
    margin = abs(one.levels - other.levels)
    winner = one if one.levels > other.levels else other
    if margin == 0:
        winner = _tied(now, one, other)
    says = " against ".join(
        f"{label_of(now.state, each.who)} {signed(each.levels, each.passed)}"
        for each in (one, other)
    )
    contested = Contested(
        one=one.who, other=other.who, winner=winner.who, margin=margin,
        says=says, rule=rule,
    )  # fmt: skip
    now.happens(contested)
    return contested


def _tied(now: Now, one: Tested, other: Tested) -> Tested:
    if one.passed != other.passed and reads(now.state, "zero_sign_rank", "plus zero wins"):
        return one if one.passed else other
    if reads(now.state, "opposed_tie", "defender wins"):
        return other
    mine, theirs = tests.bare_skill(one), tests.bare_skill(other)
    if mine != theirs:
        return one if mine > theirs else other
    options = [Option(tested.who, label_of(now.state, tested.who)) for tested in (one, other)]
    names = " and ".join(option.says for option in options)
    won = now.choose(options, None, f"{names} are equal in everything: who wins", RULE)
    return one if won == one.who else other
