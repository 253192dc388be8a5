"""The closed lists of words that a file may use, and the types of ids."""

from typing import Literal, NamedTuple, NewType

LevelId = NewType("LevelId", str)
ZoneId = NewType("ZoneId", str)
LinkId = NewType("LinkId", str)
DoorId = NewType("DoorId", str)
FeatureId = NewType("FeatureId", str)
ProfileId = NewType("ProfileId", str)
AttackId = NewType("AttackId", str)
PowerId = NewType("PowerId", str)
FighterId = NewType("FighterId", str)
"""A fighter's id, or `GROUP/LETTER` for a member of a group."""
GroupId = NewType("GroupId", str)
SideId = NewType("SideId", str)
ClockId = NewType("ClockId", str)
CueId = NewType("CueId", str)
TraitWord = NewType("TraitWord", str)
"""A trait's name with spaces: one of `TRAITS`, or a key of the encounter's own `traits`."""
KindWord = NewType("KindWord", str)
"""A kind of ground, field or cloud: one of `ground.KINDS`, or a key of the board's own `kinds`."""


class Square(NamedTuple):
    """A square by its column and row, counted from 0 at the upper left."""

    x: int
    y: int


class Point(NamedTuple):
    """A place on the plan, in squares and fractions; whole numbers are grid corners."""

    x: float
    y: float


At = ZoneId | Square
"""Where something stands: somewhere in a zone, or on a square of its level."""

SpaceName = Literal["zones", "squares", "measured"]
SquareUnit = Literal["metre", "yard", "inch"]
PackName = Literal["imperium", "squares", "hive", "yards"]
SlotName = Literal[
    "economy", "test", "damage", "initiative", "push", "fall", "leap", "climb", "swim", "door"
]
LinkKind = Literal["open", "barrier", "stairs", "ladder", "climb", "ledge", "sight"]
DoorKind = Literal["door", "window", "shutter", "grille"]
DoorState = Literal["open", "closed", "locked", "broken"]
FeatureKind = Literal[
    "lift", "panel", "hatch", "duct", "still", "reclamator", "container", "stairs", "pitfall", "own"
]
SizeWord = Literal["tiny", "small", "medium", "large", "enormous", "monstrous"]
SpeedWord = Literal["none", "slow", "normal", "fast", "swift"]
Role = Literal["hero", "troop", "elite", "leader", "beast"]
AttackKind = Literal["melee", "ranged"]
BandWord = Literal["immediate", "short", "medium", "long", "extreme"]
Location = Literal["head", "left arm", "right arm", "left leg", "right leg", "body"]
DiceBy = Literal["hand", "program"]
Health = Literal["numbers", "words", "nothing"]
Notch = Literal["none", "top", "right", "bottom", "left", "double"]
Colour = Literal["blue", "orange", "green", "red", "purple", "yellow", "teal", "grey"]
GroupWounds = Literal["each", "shared"]
Shown = Literal["unknown", "known", "seen"]
Off = Literal["not yet here", "away", "below a hatch", "out"]

TRAIT_FAMILIES: dict[str, tuple[TraitWord, ...]] = {
    "cover": (TraitWord("light cover"), TraitWord("medium cover"), TraitWord("heavy cover")),
    "hazard": (TraitWord("minor hazard"), TraitWord("major hazard"), TraitWord("deadly hazard")),
    "obscured": (TraitWord("lightly obscured"), TraitWord("heavily obscured")),
    "light": (TraitWord("poorly lit"), TraitWord("dark")),
    "difficult": (TraitWord("difficult"),),
    "warp": (TraitWord("warp-touched"),),
}
"""The known traits of a zone by family, each family from its mildest grade to its gravest."""

TRAITS: tuple[TraitWord, ...] = tuple(word for words in TRAIT_FAMILIES.values() for word in words)

FOOTPRINT: dict[SizeWord, int] = {
    "tiny": 1, "small": 1, "medium": 1, "large": 2, "enormous": 3, "monstrous": 4,
}  # fmt: skip
"""Squares a side that a size covers unless the profile says otherwise."""

BUILDS_ON: dict[str, str] = {
    "athletics": "str", "awareness": "per", "dexterity": "ag", "discipline": "wil",
    "fortitude": "tgh", "intuition": "per", "linguistics": "int", "logic": "int", "lore": "int",
    "medicae": "int", "melee": "ws", "navigation": "int", "piloting": "ag", "presence": "wil",
    "psychic mastery": "wil", "ranged": "bs", "rapport": "fel", "reflexes": "ag", "stealth": "ag",
    "tech": "int",
}  # fmt: skip
"""The characteristic that each skill of Imperium Maledictum builds on."""


_FAMILY_OF: dict[str, str] = {
    word: family for family, words in TRAIT_FAMILIES.items() for word in words
}


def family_of(word: str) -> str | None:
    """Return the family of a known trait, or None for one of the encounter's own."""
    return _FAMILY_OF.get(word)
