"""Checks of this book: a d100 against a characteristic, or a Test of Imperium Maledictum."""

from dataclasses import dataclass

from desktop.core.model.words import FighterId
from desktop.core.packs.yards.figures import IN_IMPERIUM, native
from desktop.core.rules.book import Rulebook
from desktop.core.rules.events import Tested
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, Tally, TallyFor, parts_from

ROLL = RuleRef("INQ-CHECK-01")
MATCHED = RuleRef("INQ-CHECK-02")
TRANSLATED = RuleRef("INQ-CHECK-03")

SKILLS = {
    "strength": "athletics", "initiative": "reflexes", "agility": "reflexes (acrobatics)",
    "ballistic skill": "ranged", "weapon skill": "melee", "sneak": "stealth (move silently)",
}  # fmt: skip
"""The skill of Imperium Maledictum that a check becomes where a profile has no figure for it."""


@dataclass(frozen=True, slots=True)
class Check:
    """What a check came to."""

    tested: Tested
    matched: bool
    """Whether the dice showed doubles."""
    margin: int
    """By how much the roll is under what it is measured from."""

    @property
    def passed(self) -> bool:
        """Whether it passed."""
        return self.tested.passed

    @property
    def matched_failure(self) -> bool:
        """Whether it failed with doubles."""
        return self.matched and not self.tested.passed


def check(
    now: Now,
    who: FighterId,
    name: str,
    says: str,
    rule: RuleRef,
    *,
    purpose: str,
    how: frozenset[str] = frozenset(),
) -> Check:
    """Make a check of a characteristic, as printed where the profile has the figure for it.

    `says` goes on after the name of the characteristic, as `swimming`.
    """
    value = native(now.state, who, name)
    if value is None:
        tested = _translated(now, who, name, says, rule, purpose, how)
    else:
        tested = _as_printed(now, who, name, value, says, rule, purpose, how)
    return Check(tested, is_matched(now.state, tested.final), _margin(now.state, tested))


def is_matched(state: CombatState, face: int) -> bool:
    """Whether a d100 shows doubles; 100 is read as 00."""
    if face == 100:
        return not reads(state, "inq_matched_00", "without double zero")
    return face % 11 == 0


def _margin(state: CombatState, tested: Tested) -> int:
    if reads(state, "inq_margin_base", "plain characteristic"):
        plain = sum(part.amount for part in tested.tally.live("base"))
        return max(0, plain - tested.final)
    return tested.target - tested.final


def _as_printed(
    now: Now,
    who: FighterId,
    name: str,
    value: int,
    says: str,
    rule: RuleRef,
    purpose: str,
    how: frozenset[str],
) -> Tested:
    text = f"{name.capitalize()}, {says}"
    wanted = TallyFor(what="test", who=who, purpose=purpose, how=how, skill=name)
    base = Part(key="skill", says=name.capitalize(), does="base", amount=value, rule=ROLL)
    key = now.unique(f"test|{who}|{text}")
    parts = parts_from([[base], *_own_parts(now.book, now.state, wanted)])
    tally = now.told(Tally(key=key, says=text, parts=parts))
    face = now.roll("d100", who, text, rule)
    target = tally.total
    tested = Tested(
        who=who, says=text, tally=tally, face=face, final=face, target=target,
        levels=int((target - face) / 10), passed=face <= target, rule=rule, key=key,
        outcome=_outcome(now.state, face, target),
    )  # fmt: skip
    now.happens(tested)
    return tested


def _outcome(state: CombatState, face: int, target: int) -> str:
    if face <= target:
        return f"passes by {target - face}"
    matched = ", a matched failure" if is_matched(state, face) else ""
    return f"fails by {face - target}{matched}"


def _own_parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> list[list[Part]]:
    """Return what this book says of a number; the others reckon with another die."""
    return [
        list(rule(book, state, wanted))
        for pack in book.packs
        if pack.name == "yards"
        for rule in pack.parts
    ]


def _translated(
    now: Now,
    who: FighterId,
    name: str,
    says: str,
    rule: RuleRef,
    purpose: str,
    how: frozenset[str],
) -> Tested:
    plain = reads(now.state, "inq_checks", "characteristics")
    skill = IN_IMPERIUM[name] if plain else SKILLS[name]
    wanted = TallyFor(what="test", who=who, purpose=purpose, how=how, skill=skill)
    text = f"{skill[:1].upper()}{skill[1:]} for {name.capitalize()}, {says}"
    return now.book.test.test(now, wanted, text, 0, rule)
