"""The d100 Test: its number, its die, its Success Levels."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import skills
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.suffering import has
from desktop.core.rules.book import Pack, Rulebook
from desktop.core.rules.events import Tested
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, Tally, TallyFor, parts_from

SURE_PASS = 5
SURE_FAILURE = 96
VERY_HARD = -30
EDGE_WORTH = 16.5
"""What an Advantage adds to a target number on average, for choosing between two Tests."""


class Outcome(NamedTuple):
    """What a roll comes to."""

    levels: int
    passed: bool


@dataclass(frozen=True, slots=True)
class ImperiumTest:
    """How this book makes a Test."""

    def test(self, now: Now, wanted: TallyFor, says: str, difficulty: int, rule: RuleRef) -> Tested:
        """Make a Test, dice and all, and let it happen."""
        key = now.unique(f"test|{wanted.who}|{says}")
        own = _own_parts(now.state, wanted, difficulty)
        words = {key: answer.value for key, answer in now.table.words.items()}
        bare = _silent(now.book, now.state, wanted, key, own)
        excess = _excess(now.state, bare.told(words))  # the last: it hangs on the others
        tally = now.told(replace(bare, says=says, parts=(*bare.parts, *excess)))
        face, final = _rolled(now, wanted.who, says, rule, edge_of(now.state, tally))
        target = _target(now.state, tally)
        levels, passed = _outcome(now.state, tally, face, final, target)
        if tally.most_levels is not None:
            levels = min(levels, tally.most_levels)
        tested = Tested(
            who=wanted.who, says=says, tally=tally, face=face, final=final, target=target,
            levels=levels, passed=passed, rule=rule, key=key, against=wanted.against,
        )  # fmt: skip
        now.happens(tested)
        return tested


def promise(book: Rulebook, state: CombatState, wanted: TallyFor, difficulty: int = 0) -> float:
    """Return how good a Test is likely to be, as a target number; asks nothing."""
    tally = _silent(book, state, wanted, "", _own_parts(state, wanted, difficulty)).told({})
    edge = edge_of(state, tally)
    extra = sum(part.amount for part in _excess(state, tally))
    return tally.total + extra + EDGE_WORTH * ((edge > 0) - (edge < 0))


def swapped(face: int) -> int:
    """Return a roll with tens and units swapped; 00 stays as it is."""
    tens, units = divmod(face, 10)
    return face if face == 100 else units * 10 + tens


def edge_of(state: CombatState, tally: Tally) -> int:
    """Return Advantages less Disadvantages, as the table nets them."""
    if reads(state, "adv_cancel", "any cancels") and tally.live("for") and tally.live("against"):
        return 0
    return tally.edge


def success_levels(state: CombatState, target: int, roll: int) -> int:
    """Return the Success Levels of a roll against a target, without sign of zero or bonus."""
    if reads(state, "sl_formula", "tens of difference"):
        return int((target - roll) / 10)
    return int(target / 10) - roll // 10


def bare_skill(tested: Tested) -> int:
    """Return the number a Test started from, without difficulty and modifiers."""
    base = tested.tally.live("base")
    if tested.tally.typed is not None and not any(part.amount for part in base):
        return tested.tally.typed
    return sum(part.amount for part in base)


def _own_parts(state: CombatState, wanted: TallyFor, difficulty: int) -> list[Part]:
    number, says = skills.figure(state.people[wanted.who].profile, wanted.skill)
    weary = has(state, wanted.who, "fatigued", "major") and difficulty > VERY_HARD
    difficulty = VERY_HARD if weary else difficulty
    if number is None:
        says = f"no figure for {says} in the profile"
    parts = [
        Part(key="skill", says=says, does="base", amount=number or 0, rule=RuleRef("IM-SKILLS-01"))
    ]
    if difficulty:
        name = skills.DIFFICULTIES.get(difficulty, "difficulty")
        parts.append(
            Part(
                key="difficulty", says=f"{name}: fatigued" if weary else name, does="adds",
                amount=difficulty, rule=RuleRef("IM-CONDITIONS-05" if weary else "IM-TESTS-08"),
            )
        )  # fmt: skip
    return parts


def _silent(
    book: Rulebook, state: CombatState, wanted: TallyFor, key: str, own: list[Part]
) -> Tally:
    found = (rule(book, state, wanted) for rule in book.all("parts"))
    return Tally(key=key, says="", parts=parts_from([own, *found]))


def _excess(state: CombatState, tally: Tally) -> tuple[Part, ...]:
    """Return what Advantages or Disadvantages beyond the first are worth."""
    edge = edge_of(state, tally)
    if abs(edge) < 2 or reads(state, "adv_excess_step", "none"):
        return ()
    amount = 10 * (edge - 1 if edge > 0 else edge + 1)
    what = "Advantages" if edge > 0 else "Disadvantages"
    part = Part(
        key="excess", says=f"{what} beyond the first", does="adds", amount=amount,
        rule=RuleRef("IM-TESTS-05"), ruling="adv_excess_step",
    )  # fmt: skip
    return (part,)


def _rolled(now: Now, who: FighterId, says: str, rule: RuleRef, edge: int) -> tuple[int, int]:
    """Return the face as it fell and what it becomes."""
    face = now.roll("d100", who, says, rule)
    if edge == 0:
        return face, face
    if reads(now.state, "adv_dis", "roll twice"):
        other = now.roll("d100", who, f"{says}, the second roll", rule)
    else:
        other = swapped(face)
    if edge < 0:
        return face, max(face, other)
    if other < face and reads(now.state, "adv_swap_choice", "ask player"):
        options = (Option("swap", f"{other:02d}"), Option("keep", f"{face:02d}"))
        kept = now.choose(options, who, f"{says}: which roll counts", RuleRef("IM-TESTS-04"))
        return face, other if kept == "swap" else face
    return face, min(face, other)


def _limit(state: CombatState, tally: Tally) -> int | None:
    """Return the highest roll that passes, where something allows only the lowest rolls."""
    limits = [part.amount for part in tally.live("at most")]
    if not limits or (min(limits) > 0 and reads(state, "dark_sl", "target five")):
        return None
    return min(limits)


def _target(state: CombatState, tally: Tally) -> int:
    if tally.typed is not None or _limit(state, tally) is None:
        return tally.total
    return replace(tally, parts=tuple(p for p in tally.parts if p.does != "at most")).total


def _outcome(state: CombatState, tally: Tally, face: int, final: int, target: int) -> Outcome:
    raw = success_levels(state, target, final)
    levels = raw + tally.levels
    limit = _limit(state, tally)
    if limit is not None:
        read = face if reads(state, "dark_read_roll", "as thrown") else final
        return Outcome(levels, True) if read <= limit else Outcome(min(levels, 0), False)
    if not reads(state, "auto_results", "no automatic results"):
        if final <= SURE_PASS:
            return Outcome(levels, True)
        if final >= SURE_FAILURE:
            return Outcome(levels, False)
    if levels != 0:
        return Outcome(levels, levels > 0)
    return Outcome(levels, final <= target or tally.levels > 0)


CHAPTER = Pack(name="imperium", slots={"test": ImperiumTest()})
