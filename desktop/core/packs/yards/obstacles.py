"""Obstacles against the body of who climbs them: low, medium or high."""

from dataclasses import dataclass
from typing import Literal

from desktop.core.model.board import Link
from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId, KindWord, PackName
from desktop.core.packs.yards.figures import height_of as body_height
from desktop.core.packs.yards.figures import part_of
from desktop.core.packs.yards.ground import EVEN, metres_of, surface
from desktop.core.rules.near import height_of
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState

Class = Literal["", "low", "medium", "high"]
"""Empty: nothing to climb."""
MEDIUM_BODIES = 1.5
"""How many bodies high the highest medium obstacle is."""
TAGS: tuple[Class, ...] = ("low", "medium", "high")


@dataclass(frozen=True, slots=True)
class Climb:
    """A way up, or with `down` a way down."""

    target: Spot
    """Where one stands when it is done."""
    metres: float | None
    """From here to there; None where nobody says."""
    kind: Class
    down: bool = False
    book: PackName | None = None


def class_of(state: CombatState, who: FighterId, metres: float) -> Class:
    """Return how a height is classed against a fighter; the limits belong to the lower class."""
    if metres <= EVEN:
        return ""
    if metres <= part_of(state, who, "waist") + 1e-6:
        return "low"
    return "medium" if metres <= MEDIUM_BODIES * body_height(state, who) + 1e-6 else "high"


def climb_to(state: CombatState, who: FighterId, target: Spot) -> Climb:
    """Return what it takes to get onto a square from where a fighter is."""
    metres: float | None = surface(state.place, target) - height_of(state, who)
    assert metres is not None
    down = metres < 0
    tag, said, book = _tagged(state, target)
    if not down and not said and tag:
        metres = None
    kind = class_of(state, who, abs(metres)) if metres is not None else tag
    if tag and not down and reads(state, "inq_obstacle_class", "gm tags"):
        kind = tag
    return Climb(target, abs(metres) if metres is not None else None, kind, down, book)


def _tagged(state: CombatState, spot: Spot) -> tuple[Class, bool, PackName | None]:
    """Return the class that the ground of a square names, whether it says metres, and its book."""
    tag: Class = ""
    said, book = False, None
    for layer in state.place.layers(*spot):
        if layer.of not in ("ground", "feature"):
            continue
        tag = next((each for each in TAGS if each in layer.qualities), tag)
        said = said or metres_of(state.place, layer) is not None
        thing = layer.thing or state.encounter.board.kinds.get(KindWord(layer.kind))
        book = book or getattr(thing, "book", None)
    return tag, said, book


def link_metres(state: CombatState, link: Link) -> float | None:
    """Return how high a link leads: what it says, else its levels; None where neither does."""
    if link.metres is not None:
        return link.metres
    board = state.encounter.board
    heights = [board.levels[board.zones[zone].level].height for zone in (link.from_, link.to)]
    return abs(heights[0] - heights[1]) or None


def leads_down(state: CombatState, link: Link, leaves: str | None) -> bool:
    """Whether a link leads down from a zone: by its levels, else as it is told, up."""
    board = state.encounter.board
    heights = {
        zone: board.levels[board.zones[zone].level].height for zone in (link.from_, link.to)
    }  # fmt: skip
    other = link.to if leaves == link.from_ else link.from_
    if leaves in heights and heights[link.from_] != heights[link.to]:
        return heights[other] < heights[leaves]  # type: ignore[index]  # it is in there
    from_above = link.kind == "ledge"
    return (leaves == link.from_) == from_above
