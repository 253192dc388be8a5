"""Initiative and Intelligence checks: as printed where a profile has the figure, else a Test."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from desktop.core.model.words import FighterId
from desktop.core.rules.events import Said, Tested
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, Tally, TallyFor

Figure = Literal["initiative", "intelligence"]
DICE: Mapping[Figure, str] = {"initiative": "d6", "intelligence": "2d6"}
VERDICTS = (Option("pass", "passes"), Option("fail", "fails"))


@dataclass(frozen=True, slots=True)
class Checked:
    """How a check went."""

    passed: bool
    natural: int | None = None
    """The face of this book's die as it fell; None where another die was rolled, or none."""


def initiative(now: Now, who: FighterId, says: str, rule: RuleRef, modifier: int = 0) -> Checked:
    """Let a fighter make an Initiative check."""
    return _check(now, who, "initiative", says, rule, modifier)


def intelligence(now: Now, who: FighterId, says: str, rule: RuleRef, modifier: int = 0) -> Checked:
    """Let a fighter make an Intelligence check."""
    return _check(now, who, "intelligence", says, rule, modifier)


def _check(
    now: Now, who: FighterId, figure: Figure, says: str, rule: RuleRef, modifier: int
) -> Checked:
    if reads(now.state, "zm_check_dice", "players enter"):
        return _entered(now, who, figure, says, rule)
    hive = now.state.people[who].profile.hive
    needed = getattr(hive, figure) if hive is not None else None
    if needed is not None:
        return _native(now, who, figure, says, rule, needed, modifier)
    stands = skill(now, figure)
    wanted = TallyFor(what="test", who=who, purpose=f"{figure} check", skill=stands)
    text = translated(stands, figure, says)
    return Checked(now.book.test.test(now, wanted, text, modifier * pip(now.state), rule).passed)


def _entered(now: Now, who: FighterId, figure: Figure, says: str, rule: RuleRef) -> Checked:
    says = f"{figure.capitalize()} check of {label_of(now.state, who)}, {says}"
    passed = now.choose(VERDICTS, who, says, rule) == "pass"
    now.happens(Said(text=f"{says}: {'passed' if passed else 'failed'}", who=who, rule=rule))
    return Checked(passed)


def _native(
    now: Now, who: FighterId, figure: Figure, says: str, rule: RuleRef, needed: int, modifier: int
) -> Checked:
    """Make the check of the book; a modifier to the roll is shown as what the dice must do more."""
    own = Part(key=figure, says=figure.capitalize(), does="base", amount=needed,
               rule=rule)  # fmt: skip
    parts = [own]
    if modifier:
        told = f"{modifier:+d} to the roll"
        parts.append(Part(key="modifier", says=told, does="adds", amount=-modifier, rule=rule))
    key = now.unique(f"check|{who}|{says}")
    tally = now.told(Tally(key=key, says=f"{figure.capitalize()}, {says}", parts=tuple(parts)))
    dice = DICE[figure]
    face = now.roll("d6", who, f"{figure.capitalize()}, {says}", rule)
    if dice == "2d6":
        face += now.roll("d6", who, f"{figure.capitalize()}, {says}, second die", rule)
    passed = face >= tally.total
    now.happens(
        Tested(
            who=who, says=f"{figure.capitalize()}, {says}", tally=tally, face=face, final=face,
            target=tally.total, levels=0, passed=passed, rule=rule, key=key, dice=dice,
        )
    )  # fmt: skip
    return Checked(passed, face)


# The translation


def skill(now: Now, figure: Figure) -> str:
    """Return the skill by which a fighter without this book's figures makes a check."""
    if figure == "initiative":
        athletic = reads(now.state, "hive_initiative_test", "athletics")
        return "athletics" if athletic else "reflexes"
    return "logic" if reads(now.state, "hive_intelligence_test", "logic") else "tech"


def translated(skill: str, figure: str, says: str) -> str:
    """Return what a Test says that stands for a figure, as `Reflexes for Initiative, on Steps`."""
    return f"{skill[:1].upper()}{skill[1:]} for {figure.capitalize()}, {says}"


def pip(state: CombatState) -> int:
    """Return what a point on this book's dice is on a d100."""
    return 5 if reads(state, "hive_pip", "five") else 10
