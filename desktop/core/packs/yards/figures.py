"""A fighter's figures in this book and its body in metres; yards become metres here."""

from collections.abc import Mapping

from desktop.core.model.footprint import side_of
from desktop.core.model.profile import Profile, YardsFigures
from desktop.core.model.words import FighterId
from desktop.core.rules.state import CombatState

YARD = 0.9144
"""Metres in a yard."""
TALL = 1.8
"""Metres of height for each square a side, where the profile does not say."""
SHARES = {"knee": 0.28, "waist": 0.5, "chest": 0.75}
"""How much of a body's height reaches up to where, where its profile does not say."""
AVERAGE = 50
"""A characteristic of an ordinary human, for whom no profile says it."""
IN_IMPERIUM: Mapping[str, str] = {
    "strength": "str", "toughness": "tgh", "agility": "ag", "initiative": "ag",
    "ballistic skill": "bs", "weapon skill": "ws", "sneak": "ag",
}  # fmt: skip
"""The characteristic of Imperium Maledictum that stands for one of this book."""
SHORT = {"bs": "ballistic skill", "ws": "weapon skill"}
NONE = YardsFigures()


def figures(state: CombatState, who: FighterId) -> YardsFigures:
    """Return what a fighter's profile says in this book; empty where it says nothing."""
    return state.people[who].profile.yards or NONE


def has_ability(state: CombatState, who: FighterId, ability: str) -> bool:
    """Whether a fighter has an ability of this book, as `swim`; capitals do not count."""
    return ability in {each.casefold() for each in figures(state, who).abilities or ()}


def native(state: CombatState, who: FighterId, name: str) -> int | None:
    """Return a characteristic or skill as this book's figures say it; None where they do not."""
    own = figures(state, who)
    plain = {"strength": own.strength, "toughness": own.toughness, "agility": own.agility}
    if plain.get(name) is not None:
        return plain[name]
    checks = {key.casefold(): value for key, value in (own.checks or {}).items()}
    return next((checks[key] for key in checks if SHORT.get(key, key) == name), None)


def strength(state: CombatState, who: FighterId) -> int:
    """Return a fighter's Strength: its own, that of Imperium Maledictum, or an ordinary one."""
    own = native(state, who, "strength")
    return own if own is not None else translated(state.people[who].profile, "strength", AVERAGE)


def translated(profile: Profile, name: str, usual: int) -> int:
    """Return the characteristic of Imperium Maledictum that stands for one of this book."""
    told = profile.imperium.characteristics if profile.imperium is not None else None
    return (told or {}).get(IN_IMPERIUM[name], usual)


# The body


def height_of(state: CombatState, who: FighterId) -> float:
    """Return how tall a fighter is, by its size where its profile does not say."""
    profile = state.people[who].profile
    return profile.height if profile.height else round(TALL * side_of(profile), 1)


def part_of(state: CombatState, who: FighterId, part: str) -> float:
    """Return how high a fighter's `knee`, `waist` or `chest` is."""
    own = figures(state, who)
    said = {"knee": own.knee, "waist": own.waist, "chest": own.chest}[part]
    return said if said is not None else SHARES[part] * height_of(state, who)


def in_yards(metres: float) -> float:
    """Return metres in yards."""
    return round(metres / YARD, 6)
