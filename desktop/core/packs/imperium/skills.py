"""Skills, characteristics and what a profile says of them."""

from desktop.core.model.profile import ImperiumFigures, Profile
from desktop.core.model.words import BUILDS_ON

NAMES = {
    "ws": "Weapon Skill", "bs": "Ballistic Skill", "str": "Strength", "tgh": "Toughness",
    "ag": "Agility", "int": "Intelligence", "per": "Perception", "wil": "Willpower",
    "fel": "Fellowship",
}  # fmt: skip
"""What the characteristics are called in full."""
DIFFICULTIES = {
    60: "Very Easy",
    40: "Easy",
    20: "Routine",
    0: "Challenging",
    -10: "Difficult",
    -20: "Hard",
    -30: "Very Hard",
}

RESULTS = {5: "Astounding", 3: "Impressive", 1: "", 0: "Marginal"}
"""What a pass or a failure is called from so many Success Levels on."""
ADVANCE = 5
"""What an advance adds, see IM-SKILLS-02."""

DODGE = "reflexes (dodge)"
"""The skill that gets out of the way."""
NO_FIGURES = ImperiumFigures()


def figures(profile: Profile) -> ImperiumFigures:
    """Return this book's figures of a profile, all unsaid where it has none."""
    return profile.imperium or NO_FIGURES


def plain(skill: str) -> str:
    """Return a skill without its specialisation."""
    return skill.partition(" (")[0]


def title(skill: str) -> str:
    """Return a skill or characteristic as one reads it, as `Ranged (long guns)`."""
    return NAMES.get(skill) or skill[:1].upper() + skill[1:]


def figure(profile: Profile, skill: str) -> tuple[int | None, str]:
    """Return the number a Test starts from and what it is called, None where nothing is said.

    The specialisation comes first, then the skill, then the characteristic. Capitals do not count.
    """
    said = figures(profile)
    skill = skill.casefold()
    skills = {name.casefold(): value for name, value in (said.skills or {}).items()}
    characteristics = said.characteristics or {}
    for name in (skill, plain(skill)):
        if name in skills:
            return skills[name], title(name)
    short = BUILDS_ON.get(plain(skill), skill)
    if short in characteristics:
        return characteristics[short], title(short)
    return None, title(skill)


def advanced(profile: Profile, skill: str, advances: int) -> int | None:
    """Return the total of a skill with so many advances; None where it builds on nothing said.

    A specialisation builds on its skill, a skill on its characteristic.
    """
    skill = skill.casefold()
    under = plain(skill) if plain(skill) != skill else BUILDS_ON.get(skill, skill)
    number, _ = figure(profile, under)
    return None if number is None else number + ADVANCE * advances


def result(levels: int, *, passed: bool) -> str:
    """Return what a Test comes to in words, as `Impressive success`; see IM-SKILLS-06."""
    how = next(word for least, word in RESULTS.items() if abs(levels) >= least)
    return f"{how} {'success' if passed else 'failure'}".strip().capitalize()


def bonus(profile: Profile, characteristic: str) -> int | None:
    """Return a characteristic's bonus, its tens; None where the profile does not say."""
    characteristics = figures(profile).characteristics or {}
    value = characteristics.get(characteristic)
    return None if value is None else value // 10
