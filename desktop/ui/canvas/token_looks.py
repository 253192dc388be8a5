"""From who stands on the board to the looks of their tokens."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from desktop.core.model.crew import twins
from desktop.core.model.encounter import letter
from desktop.core.model.footprint import covered, middle
from desktop.core.model.words import FighterId, Point, SideId, Square
from desktop.ui.canvas.drawn import Drawn
from desktop.ui.canvas.layers import Key, layers
from desktop.ui.canvas.sides import UNKNOWN_SIDE, SideLook, side_looks
from desktop.ui.canvas.standing import Stand
from desktop.ui.canvas.token_item import TokenLook
from desktop.ui.pictures import path_in

ALONE = (0, 1)
ABOVE, NOWHERE = (0, -1), (0, 0)
SIDES = (ABOVE, (1, 0), (-1, 0), (0, 1))
UP_IN_THE_SADDLE = 0.3
"""How far above a mount's middle its rider is drawn, in sides of the mount."""


class TokenLooks:
    """The looks of tokens; only where somebody changed are they made again."""

    def __init__(self) -> None:
        self._looks: dict[Key, TokenLook] = {}
        self._common: tuple[object, ...] = ()
        self._drawn: Mapping[FighterId, Stand] = {}
        self._stands: list[Stand] = []
        self._letters: Mapping[FighterId, str] = {}
        self._twins: dict[FighterId, str] = {}

    def of(self, drawn: Drawn) -> dict[Key, TokenLook]:
        """Return everyone's token; those who share a square know which of how many they are."""
        sides, letters = side_looks(drawn.encounter), self._twins_of(drawn)
        where = tuple(layers(drawn, "token"))
        common = (sides, drawn.folder, where, letters)
        same = common == self._common
        before, kept = (self._drawn, self._looks) if same else ({}, {})
        disturbed = _disturbed(before, drawn.stands)
        looks: dict[Key, TokenLook] = {}
        for layer, level, faint in where:
            here = drawn.on_level(level)
            anew = [stand for stand in here if stand.acting or stand.seat in disturbed]
            mounts = _mounts(anew, drawn)
            stacks = _stacks(anew, mounts)
            made = {
                stand.id: _token(
                    stand, mounts.get(stand.id), letters.get(stand.id, ""),
                    stacks.get(stand.id, ALONE), _clear_side(stand, here),
                    sides.get(stand.side, UNKNOWN_SIDE), faint, drawn.folder,
                )
                for stand in anew
            }  # fmt: skip
            for stand in here:
                key = layer, stand.id
                looks[key] = made[stand.id] if stand.id in made else kept[key]
        self._looks, self._common, self._drawn = looks, common, drawn.stands
        return looks

    def _twins_of(self, drawn: Drawn) -> dict[FighterId, str]:
        """Return the letters of twins, worked out again only where somebody is called otherwise."""
        before, now = self._stands, list(drawn.stands.values())
        letters = twins(drawn.encounter.fighters)
        if (
            letters is not self._letters
            or len(before) != len(now)
            or any(
                _called(one) != _called(other)
                for one, other in zip(before, now, strict=True)
                if one is not other
            )
        ):
            self._twins = twin_letters(now, letters)
        self._stands, self._letters = now, letters
        return self._twins


def _disturbed(
    before: Mapping[FighterId, Stand], now: Mapping[FighterId, Stand]
) -> frozenset[Square]:
    """Return the seats of those who changed, came or went, as they were and as they are."""
    changed = [(who, stand) for who, stand in now.items() if before.get(who) is not stand]
    gone = (stand.seat for who, stand in before.items() if who not in now)
    were = (before[who].seat for who, _ in changed if who in before)
    return frozenset((*(stand.seat for _, stand in changed), *were, *gone))


def _mounts(here: Iterable[Stand], drawn: Drawn) -> dict[FighterId, Stand]:
    """Return what those who ride sit on, where both are at one place already."""
    riders = ((stand, stand.rides) for stand in here if stand.rides is not None)
    return {
        rider.id: mount
        for rider, rides in riders
        if (mount := drawn.stands.get(rides)) is not None
        and (mount.level, mount.seat) == (rider.level, rider.seat)
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


def _called(stand: Stand) -> tuple[FighterId, str, str, SideId]:
    return stand.id, stand.name, stand.letter, stand.side


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
