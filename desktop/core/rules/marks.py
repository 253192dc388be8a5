"""Names of marks and relations, and keys of what is due, that more than one file speaks of."""

from desktop.core.model.place import Spot
from desktop.core.model.words import LevelId, Square

OUT = "out"
"""The mark of a fighter that is on the board and can act no more."""
IN_COVER = "in cover"
"""The mark of a fighter in cover: the word of the cover."""
UNAWARE = "unaware"
"""The mark of a fighter that knows of no foe."""
HIT = "hit"
"""The mark of a feature that an attack has hit: who did."""
HIT_WITH = "hit with"
"""The mark told together with that: the id of the attack."""
PUSHED = "is being pushed"
"""The mark on a fighter while a push takes it square by square: what ends there waits for it."""
WARP_CHARGE = "warp charge"
"""The mark on a psyker: the Warp Charge that it has built up."""
CORRUPTION = "corruption"
"""The mark on a fighter: the Corruption that it has gained in this fight."""
SECURED = "secured to the mount"
"""The mark on a rider that is strapped to its mount."""
DUE = "due"
"""The subject of the marks that skip what is due, each under its key."""

REACH = "reach"
"""The relation between two within arm's reach, where reach is a fact between them."""
ENGAGED = "engaged"
"""The relation between two who fight each other within reach."""
RIDING = "riding"
"""The relation from a rider to whom it rides."""
UNAWARE_OF = "unaware of"
"""The relation from a fighter to one that it does not know of."""
HOLDS = "holds"
"""The relation from a fighter to the one that it holds fast."""
DEFENDS = "defends"
"""The relation from a fighter to the ally whose attacks it takes upon itself."""
BARS = "bars"
"""The relation from a fighter to the zone from which it lets no foe in."""
HOLDS_SHUT = "holds shut"
"""The relation from a fighter to the door that it holds shut."""


def place_key(spot: Spot) -> str:
    """Return a square as marks name it."""
    return f"{spot.level}|{spot.square.x}|{spot.square.y}"


def place_of(key: object) -> Spot | None:
    """Return the square that a mark names, whatever its level is called; None for what is none."""
    level, *at = str(key).rsplit("|", 2)
    if len(at) < 2 or not all(each.isdecimal() for each in at):
        return None
    return Spot(LevelId(level), Square(int(at[0]), int(at[1])))


def cue_key(cue: str) -> str:
    """Return the key under which a cue is due and can be skipped."""
    return f"cue:{cue}"


def clock_key(clock: str) -> str:
    """Return the key under which the next tick of a clock is due and can be skipped."""
    return f"clock:{clock}"


def lapse_key(subject: str, name: str) -> str:
    """Return the key under which the end of a mark, condition or relation is due."""
    return f"lapse:{subject}:{name}"
