"""What the edits share: finding things or saying that there are none, names, checks of a board."""

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import NamedTuple, TypeVar, cast

from desktop.core.errors import EditError
from desktop.core.model import geometry
from desktop.core.model.board import BOARD_LIMIT_SQ, Board, Feature, Trait, Zone
from desktop.core.model.encounter import Encounter, Fighter, Group
from desktop.core.model.geometry import Box, Outline
from desktop.core.model.memo import Memo
from desktop.core.model.outlines import fault_of
from desktop.core.model.place import Place
from desktop.core.model.plain import closest_words
from desktop.core.model.references import ids_of, mapped, new_id, with_fields
from desktop.core.model.replacing import replace
from desktop.core.model.tables import remade, things_changed
from desktop.core.model.words import TRAITS, LevelId, Square, TraitWord, ZoneId

APART = 1e-6
"""Outlines that overlap by less than this lie side by side."""

K = TypeVar("K", bound=str)
T = TypeVar("T")


def found(things: Mapping[K, T], id_: K | str, what: str) -> T:
    """Return the thing of an id. Raises EditError where there is none."""
    if id_ not in things:
        raise EditError(f"There is no {what} called {id_}.{closest_words(id_, things)}")
    return things[cast("K", id_)]


def all_found(things: Mapping[K, T], ids: Iterable[K | str], what: str) -> list[T]:
    """Return the things of several ids, each once. Raises EditError where one is missing."""
    known = [found(things, id_, what) for id_ in dict.fromkeys(ids)]
    if not known:
        raise EditError(f"Name at least one {what}.")
    return known


def on_board(encounter: Encounter, **values: object) -> Encounter:
    """Return an encounter with fields of its board replaced."""
    return with_fields(encounter, board=with_fields(encounter.board, **values))


def fresh_id(encounter: Encounter, given: str, name: str) -> str:
    """Return the id that was given, if it is free, or one made from a name."""
    if not given:
        return new_id(encounter, name)
    checked_id(given)
    if given in ids_of(encounter):
        raise EditError(f"The id {given} is taken.")
    return given


def checked_id(given: str) -> str:
    """Return an id. Raises EditError for one that a file cannot hold."""
    if "/" in given:
        raise EditError(f"An id has no stroke in it: {given}.")
    if not given or given != given.strip() or len(given.splitlines()) > 1:
        raise EditError(f"An id is one line that neither begins nor ends with a space: {given!r}.")
    return given


def name_for(id_: str, name: str) -> str:
    """Return the name to write down: none where the id says it already."""
    return "" if name == id_ else name


def free_name(name: str, taken: Iterable[str]) -> str:
    """Return a name, with a number behind it where others have it already."""
    used = set(taken)
    if name not in used:
        return name
    number = 2
    while f"{name} {number}" in used:
        number += 1
    return f"{name} {number}"


def level_of(board: Board, level: LevelId | None) -> LevelId:
    """Return the level that is meant: the first where none is named."""
    if not level:
        return board.first_level
    found(board.levels, level, "level")
    return level


def listed(names: Sequence[str]) -> str:
    """Return names as one reads them: `Dock, Alley and Yard`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


# Traits


def checked_traits(encounter: Encounter, traits: Iterable[Trait]) -> tuple[Trait, ...]:
    """Return traits with their words as known. Raises EditError for one that nobody describes."""
    return tuple(
        replace(trait, word=known_trait(encounter, trait.word)) if "_" in trait.word else trait
        for trait in traits
        if known_trait(encounter, trait.word)
    )


def known_trait(encounter: Encounter, word: str) -> TraitWord:
    """Return a trait's word with spaces. Raises EditError for one that nobody describes."""
    for spelt in (word, word.replace("_", " ")):
        if spelt in TRAITS or spelt in encounter.traits:
            return TraitWord(spelt)
    known = (*TRAITS, *encounter.traits)
    raise EditError(f"There is no trait called {word}.{closest_words(word, known)}")


# Outlines


def pinned(board: Board) -> Board:
    """Return a board whose laid out zones have their outlines for good, so that none jumps."""
    if all([zone.outline for zone in board.zones.values()]):
        return board
    place = Place.of(board)
    zones = {
        zone.id: zone if zone.outline else replace(zone, outline=place.outlines[zone.id])
        for zone in board.zones.values()
    }
    return replace(board, zones=zones)


def fitted(
    board: Board, zone: Zone, outline: Outline, *, cut: bool, along: Iterable[Zone] | None = None
) -> Outline:
    """Return an outline cut back to the board and along other zones of its level.

    `along` are the zones to spare; unsaid, all others. Without `cut` nothing is cut and what
    overlaps is refused. Raises EditError for what vanishes, falls apart, or is no polygon.
    """
    outline = geometry.tidy(outline)
    fault = fault_of(outline)
    if fault is not None:
        raise EditError(f"The outline of {zone.label} {fault}.")
    outline = _on_the_board(board, zone, outline, cut=cut)
    near = board.zones.values() if along is None else along
    others = _under(outline, [other for other in near if other.level == zone.level], zone.id)
    return _cut_back(zone, outline, others, cut=cut) if others else _with_a_square(zone, outline)


def check_apart(zone: Zone, others: Iterable[Zone]) -> None:
    """Raise EditError where the outline of a zone overlaps others."""
    under = _under(zone.outline, [other for other in others if other.level == zone.level], zone.id)
    if under:
        _cut_back(zone, zone.outline, under, cut=False)


class _Boxes(NamedTuple):
    zones: Mapping[ZoneId, Zone]
    boxes: Mapping[ZoneId, Box]


_MEMO = Memo()
_NO_BOXES = _Boxes({}, {})
_NOWHERE: Box = (inf, inf, -inf, -inf)


def boxes_of(zones: Mapping[ZoneId, Zone]) -> Mapping[ZoneId, Box]:
    """Return the extent of each zone; that of one which is not drawn reaches nowhere."""

    def make() -> _Boxes:
        before: _Boxes = _MEMO.last("boxes") or _NO_BOXES
        return _Boxes(zones, remade(before.boxes, before.zones, zones, _box_of))

    return _MEMO.get("boxes", (zones,), make).boxes


def _box_of(zone: Zone) -> Box:
    return geometry.box(zone.outline) if zone.outline else _NOWHERE


def beside(zones: Mapping[ZoneId, Zone], outlines: Iterable[Outline]) -> list[Zone]:
    """Return the zones that may overlap any of some outlines, or lie against one."""
    boxes = [geometry.bounds(outline) for outline in outlines if outline]
    if not boxes:
        return []
    left, top = (min(box[side] for box in boxes) - 1 for side in (0, 1))
    right, bottom = (max(box[side] for box in boxes) + 1 for side in (2, 3))
    return [
        zones[zone]
        for zone, (x1, y1, x2, y2) in boxes_of(zones).items()
        if x1 < right and x2 > left and y1 < bottom and y2 > top
    ]


def _under(outline: Outline, others: Iterable[Zone], own: ZoneId) -> list[Zone]:
    """Return the zones whose extent overlaps that of an outline."""
    left, top, right, bottom = geometry.box(outline)
    found_ones: list[Zone] = []
    for other in others:
        if other.outline and other.id != own:
            x1, y1, x2, y2 = geometry.box(other.outline)
            beside = left >= x2 - APART or x1 >= right - APART
            if not (beside or top >= y2 - APART or y1 >= bottom - APART):
                found_ones.append(other)
    return found_ones


def _cut_back(zone: Zone, outline: Outline, others: Sequence[Zone], *, cut: bool) -> Outline:
    names = listed([other.label for other in others])
    try:
        rest = geometry.difference(outline, [other.outline for other in others])
    except ValueError:
        raise EditError(f"{zone.label} would lie all round {names}; zones have no holes.") from None
    if not rest:
        are = "are" if len(others) > 1 else "is"
        raise EditError(f"Nothing would be left of {zone.label}: {names} {are} there already.")
    if len(rest) > 1:
        raise EditError(f"{zone.label} would fall into {len(rest)} pieces along {names}.")
    kept = geometry.area(rest[0])
    if abs(kept - geometry.area(outline)) < 1e-6:
        return _with_a_square(zone, outline)
    if not cut:
        raise EditError(f"{zone.label} would overlap {names}.")
    return _with_a_square(zone, rest[0])


def _with_a_square(zone: Zone, outline: Outline) -> Outline:
    if not geometry.squares_in(outline):
        raise EditError(f"{zone.label} would be too small to hold the centre of any square.")
    return outline


def _on_the_board(board: Board, zone: Zone, outline: Outline, *, cut: bool) -> Outline:
    width, height = limits(board)
    left, top, right, bottom = geometry.bounds(outline)
    if left >= 0 and top >= 0 and right <= width and bottom <= height:
        return outline
    if not cut or right <= 0 or bottom <= 0 or left >= width or top >= height:
        raise EditError(f"{zone.label} would lie outside the board, which is {width} by {height}.")
    far = BOARD_LIMIT_SQ * 10
    around = [
        geometry.outline_of(-far, -far, 2 * far + width, far),
        geometry.outline_of(-far, height, 2 * far + width, far),
        geometry.outline_of(-far, -far, far, 2 * far + height),
        geometry.outline_of(width, -far, far, 2 * far + height),
    ]
    rest = geometry.difference(outline, around)
    if len(rest) != 1:
        raise EditError(f"{zone.label} would fall apart at the edge of the board.")
    return rest[0]


def with_features_in_zones(encounter: Encounter) -> Encounter:
    """Return an encounter whose features that are placed by zone are on its level."""
    zones = encounter.board.zones

    def followed(feature: Feature) -> Feature:
        return feature if feature.zone is None else _on_level(feature, zones[feature.zone].level)

    return on_board(encounter, features=mapped(encounter.board.features, followed))


def _on_level(feature: Feature, level: LevelId) -> Feature:
    return feature if feature.level == level else replace(feature, level=level)


def limits(board: Board) -> tuple[int, int]:
    """Return how wide and high things may lie; a board without a size grows with them."""
    if board.size is None:
        return BOARD_LIMIT_SQ, BOARD_LIMIT_SQ
    return Place.of(board).size


def square_on_board(board: Board, square: Square, what: str) -> Square:
    """Return a square. Raises EditError where it is not on the board."""
    width, height = limits(board)
    if not (0 <= square.x < width and 0 <= square.y < height):
        raise EditError(
            f"{what} would stand at {square.x},{square.y}, outside the board ({width} by {height})."
        )
    return square


_NOTHING = Encounter()


def check_inside(encounter: Encounter, before: Encounter = _NOTHING) -> None:
    """Raise EditError where a zone, a person, a door or a feature lies outside the board.

    Only those are looked at that are otherwise than `before`.
    """
    outside = _outside(before, encounter, limits(encounter.board))
    if outside:
        names = listed(outside[:3]) if len(outside) < 4 else f"{', '.join(outside[:3])} and others"
        raise EditError(f"{names} would lie outside the board.")


def _others(before: Mapping[K, T], after: Mapping[K, T]) -> list[T]:
    """Return the things that came or are otherwise."""
    found = things_changed(before, after)
    return [after[cast("K", id_)] for id_ in (*found.added, *found.changed)]


def _outside(before: Encounter, after: Encounter, size: tuple[int, int]) -> list[str]:
    was, board = before.board, after.board
    width, height = size

    def out(square: Square) -> bool:
        return not (0 <= square[0] < width and 0 <= square[1] < height)

    def beyond(box: Box) -> bool:
        left, top, right, bottom = box
        return left < 0 or top < 0 or right > width or bottom > height

    names = [zone.label for zone in _others(was.zones, board.zones) if beyond(_box_of(zone))]
    names += [
        door.label for door in _others(was.doors, board.doors) if beyond(geometry.box(door.on))
    ]
    names += [
        feature.label
        for feature in _others(was.features, board.features)
        if any(map(out, (*feature.squares, *(stop.at for stop in feature.stops))))
    ]
    names += [
        link.label
        for link in _others(was.links, board.links)
        if link.ends and any(map(out, link.ends))
    ]
    groups = _others(before.groups, after.groups)
    everyone: list[Fighter | Group] = [*_others(before.fighters, after.fighters), *groups]
    names += [one.label for one in everyone if isinstance(one.at, tuple) and out(one.at)]
    return names + [
        group.label_of(mark)
        for group in groups
        for mark, member in group.members.items()
        if isinstance(member.at, tuple) and out(member.at)
    ]
