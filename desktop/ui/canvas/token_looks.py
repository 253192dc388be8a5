"""From who stands on the board to the looks of their tokens."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, cast

from desktop.core.model.crew import twins
from desktop.core.model.diff import Changed, things_changed
from desktop.core.model.encounter import letter
from desktop.core.model.footprint import covered, middle
from desktop.core.model.words import FighterId, LevelId, Point, SideId, Square
from desktop.ui.canvas.drawn import Drawn
from desktop.ui.canvas.kept import Kept, renewed
from desktop.ui.canvas.layers import Layers, layers
from desktop.ui.canvas.sides import UNKNOWN_SIDE, SideLook, side_looks
from desktop.ui.canvas.standing import Stand
from desktop.ui.canvas.taken import Taken
from desktop.ui.canvas.token_item import TokenLook
from desktop.ui.pictures import path_in

ALONE = (0, 1)
ABOVE, NOWHERE = (0, -1), (0, 0)
SIDES = (ABOVE, (1, 0), (-1, 0), (0, 1))
UP_IN_THE_SADDLE = 0.3
"""How far above a mount's middle its rider is drawn, in sides of the mount."""

_Called = tuple[str, str, SideId]
"""A fighter's name, its letter in a group, its side."""


class TokenLooks:
    """The looks of tokens; only where somebody changed are they made again."""

    def __init__(self) -> None:
        self._layers: defaultdict[str, _Tokens] = defaultdict(_Tokens)
        self._names: Kept[FighterId, _Called] = Kept()
        self._called: Mapping[FighterId, _Called] = {}
        self._letters: Mapping[FighterId, str] = {}
        self._twins: dict[FighterId, str] = {}

    def of(self, drawn: Drawn) -> Layers:
        """Return everyone's token; those who share a square know which of how many they are."""
        sides, letters = side_looks(drawn.encounter), self._twins_of(drawn)
        return {
            layer: self._layers[layer].of(
                drawn.stands, letters, _Common(level, faint, sides, drawn.folder)
            )
            for layer, level, faint in layers(drawn, "token")
        }

    def _twins_of(self, drawn: Drawn) -> dict[FighterId, str]:
        """Return the letters of twins, worked out again only where somebody is called otherwise."""
        called, letters = self._names.of(_called, drawn.stands), twins(drawn.encounter.fighters)
        if letters is not self._letters or called is not self._called:
            self._called, self._letters = called, letters
            self._twins = twin_letters(drawn.stands.values(), letters)
        return self._twins


class _Common(NamedTuple):
    """What all the tokens of a layer are drawn with."""

    level: LevelId
    faint: float
    sides: Mapping[SideId, SideLook]
    folder: Path | None


class _Tokens:
    """The tokens of one layer."""

    def __init__(self) -> None:
        self._common: _Common | None = None
        self._on_level: Kept[FighterId, Stand] = Kept()
        self._acting: Kept[FighterId, Stand] = Kept()
        self._seats: Taken[FighterId, Stand] = Taken(lambda stand: (stand.seat,))
        self._here: Mapping[FighterId, Stand] = {}
        self._letters: Mapping[FighterId, str] = {}
        self._looks: Mapping[FighterId, TokenLook] = {}

    def of(
        self, stands: Mapping[FighterId, Stand], letters: Mapping[FighterId, str], common: _Common
    ) -> Mapping[FighterId, TokenLook]:
        """Return the tokens of everyone on the level."""
        here = self._on_level.of(
            lambda stand: stand if stand.level == common.level else None, stands,
            common=(common.level,),
        )  # fmt: skip
        acting = self._acting.of(lambda stand: stand if stand.acting else None, here)
        called, found = things_changed(self._letters, letters), things_changed(self._here, here)
        seats = self._seats.follow(here)
        self._letters, self._here = letters, here
        if common != self._common:
            self._common, self._looks, found = common, {}, Changed(added=tuple(here))
        anew: Iterable[Stand] = here.values()
        if self._looks and not found.reordered:
            others = cast("tuple[FighterId, ...]", called.all)
            seats.update(here[who].seat for who in (*others, *acting) if who in here)
            anew = self._sitting_on(seats)
        made = _tokens(tuple(anew), here, letters, common)
        self._looks = renewed(self._looks, made, here, found)
        return self._looks

    def _sitting_on(self, seats: Collection[Square]) -> Iterable[Stand]:
        """Return who sits on any of these squares, in the file's order."""
        there = {who for seat in seats for who in self._seats.by.get(seat, ())}
        return (self._here[who] for who in filter(there.__contains__, self._here if there else ()))


def _tokens(
    anew: Collection[Stand], here: Mapping[FighterId, Stand],
    letters: Mapping[FighterId, str], common: _Common,
) -> dict[FighterId, TokenLook]:  # fmt: skip
    """Return tokens made anew; all who sit on a square are among them, or nobody of it."""
    mounts = _mounts(anew, here)
    stacks = _stacks(anew, mounts)
    return {
        stand.id: _token(
            stand, mounts.get(stand.id), letters.get(stand.id, ""), stacks.get(stand.id, ALONE),
            _clear_side(stand, here.values()), common.sides.get(stand.side, UNKNOWN_SIDE),
            common.faint, common.folder,
        )
        for stand in anew
    }  # fmt: skip


def _mounts(riders: Iterable[Stand], here: Mapping[FighterId, Stand]) -> dict[FighterId, Stand]:
    """Return what those who ride sit on, where both are at one place already."""
    return {
        rider.id: mount
        for rider in riders
        if rider.rides is not None
        and (mount := here.get(rider.rides)) is not None
        and mount.seat == rider.seat
    }


def _clear_side(stand: Stand, here: Iterable[Stand]) -> tuple[int, int]:
    """Return the side of a token on which a mark hides nobody; `NOWHERE` where there is none.

    Only the token of the acting one has a mark.
    """
    if not stand.acting:
        return ABOVE
    own = covered(stand.seat, stand.side_sq)
    others = {each for other in here for each in covered(other.seat, other.side_sq)} - set(own)
    free = (
        (across, down)
        for across, down in SIDES
        if not others & {Square(x + across, y + down) for x, y in own}
    )
    return next(free, NOWHERE)


def _called(stand: Stand) -> _Called:
    return stand.name, stand.letter, stand.side


def _stacks(
    here: Iterable[Stand], mounted: Container[FighterId]
) -> dict[FighterId, tuple[int, int]]:
    """Return, of those who share a square, which of how many each is; riders sit above it."""
    together: defaultdict[tuple[Square, int], list[FighterId]] = defaultdict(list)
    for stand in here:
        if stand.id not in mounted:
            together[stand.seat, stand.side_sq].append(stand.id)
    return {
        who: (number, len(sharing))
        for sharing in together.values()
        if len(sharing) > 1
        for number, who in enumerate(sharing)
    }


def _token(
    stand: Stand, mount: Stand | None, twin: str, stack: tuple[int, int], pointer: tuple[int, int],
    side: SideLook, faint: float, folder: Path | None,
) -> TokenLook:  # fmt: skip
    centre = middle(stand.seat, stand.side_sq)
    if mount is not None:
        x, y = middle(mount.seat, mount.side_sq)
        centre = Point(x, y - UP_IN_THE_SADDLE * mount.side_sq)
    file = path_in(folder, stand.picture) if stand.picture else ""
    own, share = group_letter(stand), None
    if stand.wounds_max is not None:
        share = stand.wounds / stand.wounds_max if stand.wounds_max else float(stand.wounds > 0)
    return TokenLook(
        stand.id, stand.name, initials(stand.name, own), own or twin,
        side.colour, side.notch, centre, stand.side_sq, share, stand.conditions, stand.acting,
        stand.hidden, stand.out, stand.above, file, stack, mount is not None, faint,
        pointer,
    )  # fmt: skip


def group_letter(stand: Stand) -> str:
    """Return the letter of one of a group; one with a name of its own goes by that alone."""
    return stand.letter if stand.letter and stand.name.endswith(f" {stand.letter}") else ""


@lru_cache(maxsize=4096)
def initials(name: str, own_letter: str = "") -> str:
    """Return the one or two letters of a name; a group's own letter is left out."""
    words = name.removesuffix(f" {own_letter}").split() if own_letter else name.split()
    if not words:
        return "?"
    if len(words) == 1:
        return words[0][:1].upper() + words[0][1:2]
    return (words[0][:1] + words[-1][:1]).upper()


def twin_letters(stands: Iterable[Stand], letters: Mapping[FighterId, str]) -> dict[FighterId, str]:
    """Return a letter for each of several fighters whose tokens would look the same.

    Those of one name have theirs from `letters`, by which a fight will call them.
    """
    found: dict[FighterId, str] = {}
    alike: dict[tuple[str, SideId], list[FighterId]] = {}
    for stand in stands:
        if stand.id in letters and not stand.letter:
            found[stand.id] = letters[stand.id]
        elif not group_letter(stand):
            alike.setdefault((initials(stand.name), stand.side), []).append(stand.id)
    for same in alike.values():
        if len(same) > 1:
            found.update((who, letter(number)) for number, who in enumerate(same))
    return found
