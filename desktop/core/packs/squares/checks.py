"""The simple Grace check: as printed where a profile has the figure, else a Test."""

from desktop.core.model.words import FighterId
from desktop.core.packs.squares.figures import figures
from desktop.core.rules.events import Said, Tested
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.readings import reads
from desktop.core.rules.tally import Part, RuleRef, Tally, TallyFor

GRACE = "grace"
SIMPLE = 10
"""What a simple check must come to."""
VERDICTS = (Option("pass", "passes"), Option("fail", "fails"))


def grace(now: Now, who: FighterId, says: str, rule: RuleRef) -> bool:
    """Let a fighter make a Grace check of the simple kind; whether it passes."""
    name = label_of(now.state, who)
    own = (figures(now.state, who).checks or {}).get(GRACE)
    if reads(now.state, "grid_grace_check", "always ask"):
        told = f"Grace check of {name}, {says}"
        passed = now.choose(VERDICTS, who, told, rule) == "pass"
        now.happens(Said(text=f"{told}: {'passed' if passed else 'failed'}", who=who, rule=rule))
        return passed
    if own is None:
        agile = not reads(now.state, "grid_grace_test", "athletics")
        skill = "reflexes (acrobatics)" if agile else "athletics"
        wanted = TallyFor(what="test", who=who, purpose="grace check", skill=skill)
        return now.book.test.test(now, wanted, f"{says}, for Grace", 0, rule).passed
    return _native(now, who, says, rule, own)


def _native(now: Now, who: FighterId, says: str, rule: RuleRef, own: int) -> bool:
    name = label_of(now.state, who)
    key = now.unique(f"grace|{who}")
    says_target = f"What the Grace check of {name} must come to"
    target = now.count(f"{key}|target", says_target, SIMPLE, rule)
    part = Part(key=GRACE, says=f"Grace {own:+d}", does="base", amount=own, rule=rule)
    tally = now.told(Tally(key=key, says=f"Grace, {says}", parts=(part,)))
    face = now.roll("d20", who, f"Grace check of {name}, {says}", rule)
    passed = face + tally.total >= target
    now.happens(
        Tested(
            who=who, says=f"Grace, {says}", tally=tally, face=face, final=face + tally.total,
            target=target, levels=0, passed=passed, rule=rule, key=key, dice="d20",
        )
    )  # fmt: skip
    return passed
