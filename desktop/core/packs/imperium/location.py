"""Where a blow lands."""

from typing import get_args

from desktop.core.model.words import FighterId, Location
from desktop.core.packs.imperium.readings import reads
from desktop.core.rules.events import Tested
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.tally import RuleRef

RULE = RuleRef("IM-TESTS-07")
BY_UNITS: dict[int, Location] = {
    1: "head",
    2: "left arm",
    3: "right arm",
    4: "left leg",
    5: "right leg",
}
"""The hit locations by the units of a roll; every other digit is the body."""

OPTIONS = tuple(Option(place, place) for place in get_args(Location))


def located(face: int) -> Location:
    """Return the location that a roll's last digit says."""
    return BY_UNITS.get(face % 10, "body")


def random(now: Now, who: FighterId, rule: RuleRef = RULE) -> Location:
    """Return where something random hits a fighter: a die of its own."""
    name = label_of(now.state, who)
    if reads(now.state, "hit_location_table", "gm types"):
        return _asked(now, who, rule)
    face = now.roll("d10", who, f"Where {name} is hit", rule)
    return _worded(now, who, located(face), rule)


def of_attack(
    now: Now, attack: Tested, target: FighterId, *, critical: bool, chosen: Location | None,
    rule: RuleRef = RULE,
) -> Location:  # fmt: skip
    """Return where an attack hits, a fresh die thrown where it is a Critical."""
    if chosen is not None:
        return chosen
    if reads(now.state, "hit_location_table", "gm types"):
        return _asked(now, target, rule)
    if critical and not reads(now.state, "crit_location", "units digit"):
        return random(now, target, rule)
    thrown = reads(now.state, "location_after_swap", "as thrown")
    return _worded(now, target, located(attack.face if thrown else attack.final), rule)


def _asked(now: Now, who: FighterId, rule: RuleRef) -> Location:
    said = now.choose(OPTIONS, None, f"Where {label_of(now.state, who)} is hit", rule)
    return _as_location(said)


def _worded(now: Now, who: FighterId, default: Location, rule: RuleRef) -> Location:
    key = now.unique(f"location|{who}")
    said = now.word(key, f"{label_of(now.state, who)} is hit", default, rule, OPTIONS)
    return _as_location(str(said))


def _as_location(said: str) -> Location:
    return next((place for place in get_args(Location) if place == said), "body")
