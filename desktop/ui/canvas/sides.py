"""What tells sides apart on the board: a colour, and a notch that says it again."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, get_args

from desktop.core.model.encounter import Encounter, Side
from desktop.core.model.words import Colour, Notch, SideId
from desktop.ui.theme import SIDE_COLOURS

COLOURS: tuple[Colour, ...] = get_args(Colour)
NOTCHES: tuple[Notch, ...] = get_args(Notch)


class SideLook(NamedTuple):
    """How a side's tokens are ringed."""

    colour: str
    notch: Notch
    name: str


UNKNOWN_SIDE = SideLook(SIDE_COLOURS["grey"], "none", "")


def side_looks(encounter: Encounter) -> Mapping[SideId, SideLook]:
    """Return the look of every side; what one leaves unsaid is the next that is free."""
    return _looks(tuple(encounter.all_sides.values()))


# Sides hold mappings, which cannot be hashed, so the answer is kept by what is asked of them.
def _looks(sides: tuple[Side, ...]) -> Mapping[SideId, SideLook]:
    return _resolved(tuple((side.id, side.label, side.colour, side.notch) for side in sides))


@lru_cache(maxsize=64)
def _resolved(
    sides: tuple[tuple[SideId, str, Colour | None, Notch | None], ...],
) -> Mapping[SideId, SideLook]:
    free_colours = [word for word in COLOURS if word not in {side[2] for side in sides}]
    free_notches = [word for word in NOTCHES if word not in {side[3] for side in sides}]
    found: dict[SideId, SideLook] = {}
    for side, name, colour, notch in sides:
        if colour is None:
            colour = free_colours.pop(0) if free_colours else "grey"
        if notch is None:
            notch = free_notches.pop(0) if free_notches else "double"
        found[side] = SideLook(SIDE_COLOURS[colour], notch, name)
    return found
