"""How fast a fighter is now: its own Speed with every change in force."""

from collections.abc import Mapping

from desktop.core.model.words import FighterId, SpeedWord
from desktop.core.packs.imperium.aloft import flight_speed, is_flying
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.skills import figures
from desktop.core.rules.book import Rulebook
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, Tally, TallyFor, parts_from

STEPS: Mapping[SpeedWord, int] = {"none": -1, "slow": 0, "normal": 1, "fast": 2, "swift": 3}
"""The Speeds as steps above Slow."""
WORDS: Mapping[int, SpeedWord] = {steps: word for word, steps in STEPS.items()}
NEAREST: Mapping[SpeedWord, SpeedWord] = {"none": "slow", "swift": "fast"}
"""What Speeds beyond the three are taken for where there are only these three."""
OWN = RuleRef("IM-SPEED-01")
CHANGED = RuleRef("IM-SPEED-07")
FLOWN = RuleRef("IM-FLYING-01")

CHANGE = "speed"
"""The mark on a fighter whose Speed an effect changes: the word of the Speed that it has."""


def own_speed(state: CombatState, who: FighterId) -> SpeedWord:
    """Return the Speed that a fighter's profile says, or what it flies by; Normal unsaid."""
    word = flight_speed(state, who) or figures(state.people[who].profile).speed or "normal"
    return word if _has_more(state) else NEAREST.get(word, word)


def _has_more(state: CombatState) -> bool:
    return reads(state, "speed_extra_tiers", "none and swift")


def never_moves(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter has no Speed at all, as a turret."""
    return own_speed(state, who) == "none"


def speed_tally(book: Rulebook, state: CombatState, who: FighterId, *more: Part) -> Tally:
    """Return a fighter's Speed as steps above Slow, with its reasons; see `speed_of`."""
    own = own_speed(state, who)
    flies = is_flying(state, who)
    base = Part(
        key="own", says=f"Speed on the wing {own}" if flies else f"own Speed {own}", does="base",
        amount=STEPS[own], rule=FLOWN if flies else OWN,
    )  # fmt: skip
    wanted = TallyFor(what="speed", who=who)
    found = (rule(book, state, wanted) for rule in book.all("parts"))
    parts = parts_from([(base, *_change(state, who, own), *more), *found])
    return Tally(key=f"speed|{who}", says="Speed", parts=parts)


def _change(state: CombatState, who: FighterId, own: SpeedWord) -> tuple[Part, ...]:
    word = state.mark(who, CHANGE)
    changed = next((speed for speed in STEPS if speed == word), None)
    if changed is None:
        return ()
    steps = STEPS[changed] - STEPS[own]
    return (Part(key="change", says=f"made {changed}", does="adds", amount=steps, rule=CHANGED),)


def word_of(state: CombatState, tally: Tally) -> SpeedWord:
    """Return the Speed that a tally of it comes to, within the Speeds that there are.

    Nobody is slowed below Slow; who has no Speed never comes by one.
    """
    if any(part.amount == STEPS["none"] for part in tally.live("base")):
        return "none"
    steps = tally.total
    if tally.typed is None and reads(state, "speed_stack", "only one"):
        slowings = [part.amount for part in tally.live("adds") if part.key != "change"]
        steps -= sum(slowings) + 1 if slowings else 0
        steps = min([steps, *(part.amount for part in tally.live("at most"))])
    fastest = STEPS["swift" if _has_more(state) else "fast"]
    return WORDS[min(max(steps, STEPS["slow"]), fastest)]


def speed_of(book: Rulebook, state: CombatState, who: FighterId, *more: Part) -> SpeedWord:
    """Return how fast a fighter is now; `more` are reasons of this movement alone."""
    return word_of(state, speed_tally(book, state, who, *more))


def slowed(key: str, says: str, rule: RuleRef, ruling: str = "") -> Part:
    """Return the part that takes a Speed one step down."""
    return Part(key=key, says=says, does="adds", amount=-1, rule=rule, ruling=ruling)
