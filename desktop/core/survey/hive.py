"""Checks of what the terrain of hive boards needs: stops, links, other ends, two sides (L28)."""

from collections.abc import Iterator
from itertools import pairwise

from desktop.core.model.board import Feature
from desktop.core.model.geometry import beside, distance, edges_along
from desktop.core.model.words import FeatureKind, PackName, Square
from desktop.core.rules.lengths import METRES
from desktop.core.survey.facts import fact
from desktop.core.survey.issue import Fix, Found, Where
from desktop.core.survey.layout import Layout

HIVE: PackName = "hive"
TRAVEL_SQ = 4
"""How many squares' length a lift goes up or down at most (ZM-LIFT-02)."""
BESIDE = ((0, -1), (1, 0), (0, 1), (-1, 0))
WORKING: tuple[FeatureKind, ...] = (
    "lift", "panel", "hatch", "duct", "pitfall", "still", "reclamator",
)  # fmt: skip
"""The kinds of features that no other book gives anything to do."""
MOST_NAMED = 3
DUCT_SQ = 2
"""How long a ductway is at most (ZM-DUCTWAY-01)."""


@fact
def is_on(layout: Layout) -> bool:
    """Whether this book speaks for what nobody else does."""
    doors, features = layout.doors.values(), layout.features.values()
    if HIVE in (*layout.packs, *layout.slots.values()):
        return True
    return any(door.book == HIVE for door in doors) or any(
        feature.book == HIVE for feature in features
    )


def _own(layout: Layout, kind: FeatureKind) -> Iterator[Feature]:
    for feature in layout.features.values() if is_on(layout) else ():
        if feature.kind == kind and feature.book in (None, HIVE):
            yield feature


def _found(feature: Feature, has: str, needed: str, *, error: bool = True) -> Found:
    fields = {"feature": feature.label, "has": has, "needed": needed}
    places = (Where("feature", feature.id),)
    return Found(check="L28", grade="error" if error else "warning", at=places, fields=fields)


def lifts(layout: Layout) -> Iterator[Found]:
    """L28: a lift with one stop, or with stops too far apart for it."""
    metres = METRES[layout.square]
    for lift in _own(layout, "lift"):
        levels = [stop.level for stop in lift.stops if stop.level in layout.levels]
        levels += [lift.level] if lift.squares else []
        heights = sorted({layout.levels[level].height for level in levels})
        places = len(dict.fromkeys(levels))
        if places < 2:
            has = "stops at one place only" if places else "stops nowhere"
            yield _found(lift, has, "two stops")
            continue
        gaps = (high - low for low, high in pairwise(heights))
        if any(gap / metres > TRAVEL_SQ for gap in gaps):
            needed = f"stops within {TRAVEL_SQ} inches of each other"
            yield _found(lift, "has its stops too far apart", needed, error=False)


def panels(layout: Layout) -> Iterator[Found]:
    """L28: a panel that is linked to nothing and stands beside nothing."""
    for panel in _own(layout, "panel"):
        near = {
            square
            for door in layout.doors.values()
            if door.level == panel.level
            for edge in edges_along(door.on)
            for square in beside(edge)
        }
        near |= {
            square
            for other in layout.features.values()
            if other.level == panel.level and other.id != panel.id and other.kind != "panel"
            for square in other.squares
        }
        has = panel.works or panel.effects
        if not has and not any(distance(a, b) <= 1 for a in panel.squares for b in near):
            yield _found(panel, "is linked to nothing", "something that it works", error=False)


def hatches(layout: Layout) -> Iterator[Found]:
    """L28: a hatch that is the only one."""
    several = list(_own(layout, "hatch"))
    if len(several) == 1:
        yield _found(several[0], "is the only hatch", "another to come out of")


def ducts(layout: Layout) -> Iterator[Found]:
    """L28: a ductway with one end, or longer than one may be."""
    for duct in _own(layout, "duct"):
        ends = {(stop.level, stop.at) for stop in duct.stops}
        if duct.stops and duct.squares:
            ends.add((duct.level, duct.squares[0]))
        if not duct.squares and len(ends) < 2:
            yield _found(duct, "has one end" if ends else "has no ends", "two")
        elif not duct.stops and not _is_walled(layout, duct):
            yield _found(duct, "leads through nothing", "a wall to lead through")
        elif not duct.stops and _length(duct) > DUCT_SQ:
            needed = f"a wall of {DUCT_SQ} inches at most"
            yield _found(duct, "is too long", needed, error=False)


def _is_walled(layout: Layout, duct: Feature) -> bool:
    """Whether a wall, thin or painted, is on or right beside a ductway."""
    ground = layout.place.ground(duct.level)
    near = {(x + dx, y + dy) for x, y in duct.squares for dx, dy in ((0, 0), *BESIDE)}
    if any(Square(*at) in ground.walls for at in near):
        return True
    steps = (
        (Square(*at), Square(at[0] + dx, at[1] + dy)) for at in duct.squares for dx, dy in BESIDE
    )
    return any(ground.blocked(*step, air=True) is not None for step in steps)


def _length(duct: Feature) -> int:
    """Return how many squares a ductway is long, seen along its longer side."""
    columns = {x for x, _ in duct.squares}
    rows = {y for _, y in duct.squares}
    return max(len(columns), len(rows))


def switched_off(layout: Layout) -> Iterator[Found]:
    """F08: terrain that works by this book only and has no effects, where the book is off."""
    if is_on(layout):
        return
    things = [
        each
        for each in layout.features.values()
        if each.kind in WORKING and each.book is None and not each.effects
    ]
    if things:
        names = told([each.label for each in things])
        packs = {"kind": "encounter", "field": "packs", "value": [*layout.packs, HIVE]}
        yield Found(
            check="F08", grade="hint", at=tuple(Where("feature", each.id) for each in things),
            fields={"name": names, "n": len(things)},
            fix=Fix("Use hive rules", (("set_field", packs),)),
        )  # fmt: skip


def told(names: list[str]) -> str:
    """Return a few names, and of more how many there are besides."""
    shown, more = names[:MOST_NAMED], len(names) - MOST_NAMED
    if more > 0:
        return f"{', '.join(shown)} and {more} more"
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def painted_ductways(layout: Layout) -> Iterator[Found]:
    """F09: painted ground that looks like a ductway, and is none."""
    for id_, level in layout.levels.items():
        words = layout.words_painted.get(id_, ())
        ducts = {word for word in words if "ductway" in layout.kind(word).qualities}
        if ducts:
            squares = sorted(at for at, word in layout.painted[id_].items() if word in ducts)
            edits = [("paint", {"squares": squares, "level": id_})]
            for piece in _joined(squares):
                edits.append(("add_feature", {"kind": "duct", "squares": piece, "level": id_}))
            fix = Fix("Make it ducts", tuple(edits))
            fields = {"name": level.label}
            yield Found(
                check="F09", grade="hint", at=(Where("level", id_),), fields=fields, fix=fix
            )


def _joined(squares: list[Square]) -> Iterator[list[Square]]:
    """Yield the squares that lie side by side together."""
    left = set(squares)
    for first in squares:
        if first not in left:
            continue
        left.remove(first)
        found = [first]
        for x, y in found:
            near = {Square(x + 1, y), Square(x - 1, y), Square(x, y + 1), Square(x, y - 1)} & left
            left -= near
            found += sorted(near)
        yield sorted(found)


CHECKS = (
    lifts, panels, hatches, ducts, switched_off, painted_ductways,
)  # fmt: skip
