"""From who stands on the board to the looks of their tokens."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, cast

from desktop.core.model.crew import twins
from desktop.core.model.encounter import letter
from desktop.core.model.footprint import covered, middle
from desktop.core.model.tables import Changed, renewed, things_changed
from desktop.core.model.words import FighterId, LevelId, Point, SideId, Square
from desktop.ui.canvas.derived import Derived
from desktop.ui.canvas.drawn import Drawn
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


class TokenLooks:
    """The looks of tokens; only where somebody changed are they made again."""

    def __init__(self) -> None:
        self._layers: defaultdict[str, _Tokens] = defaultdict(_Tokens)
        self._twins = _Twins()

    def of(self, drawn: Drawn) -> Layers:
        """Return everyone's token; those who share a square know which of how many they are."""
        sides, stands = side_looks(drawn.encounter), drawn.stands
        letters = self._twins.letters(stands, twins(drawn.encounter.fighters))
        return {
            layer: self._layers[layer].of(
                stands, letters, _Common(level, faint, sides, drawn.folder)
            )
            for layer, level, faint in layers(drawn, "token")
        }


class _Twins:
    """Letters for those whose tokens would look the same."""

    def __init__(self) -> None:
        self._signed: Derived[FighterId, _Sign] = Derived()
        self._signs: Mapping[FighterId, _Sign] = {}
        self._alike: Taken[FighterId, _Sign, _Sign] = Taken(_shared)
        self._letters: Mapping[FighterId, str] = {}

    def letters(
        self, stands: Mapping[FighterId, Stand], known: Mapping[FighterId, str]
    ) -> Mapping[FighterId, str]:
        """Return everyone's letter, which most lack.

        Those of one name have theirs from `known`, by which a fight will call them.
        """
        signs = self._signed.of(_sign, stands, known)
        found, self._signs = things_changed(self._signs, signs), signs
        alike: defaultdict[_Sign, list[FighterId]] = defaultdict(list)
        for who in self._alike.on(self._alike.follow(signs)):
            alike[signs[who]].append(who)
        anew = {
            who: letter(number) if len(sharing) > 1 else ""
            for sharing in alike.values()
            for number, who in enumerate(sharing)
        }
        for who in cast("tuple[FighterId, ...]", (*found.changed, *found.added)):
            sign = signs[who]
            if isinstance(sign, str):
                anew[who] = sign
        self._letters = renewed(self._letters, anew, signs, found)
        return self._letters


_Sign = str | tuple[str, SideId]
"""The letter one has anyhow, or the initials that are to be told apart from others of its side."""


def _sign(stand: Stand, known: str | None) -> _Sign:
    if known is not None and not stand.letter:
        return known
    return "" if group_letter(stand) else (initials(stand.name), stand.side)


def _shared(sign: _Sign) -> tuple[_Sign, ...]:
    return () if isinstance(sign, str) else (sign,)


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
        self._on_level: Derived[FighterId, Stand] = Derived()
        self._acting: Derived[FighterId, Stand] = Derived()
        self._seats: Taken[FighterId, Stand, Square] = Taken(lambda stand: (stand.seat,))
        self._stacks: dict[FighterId, tuple[int, int]] = {}
        """Of those who share a square, which of how many each is."""
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
        called, found = things_changed(self._letters, letters), things_changed(self._here, here)
        self._letters, self._here = letters, here
        anew = self._stacked(found)
        anew.update(self._acting.of(lambda stand: stand if stand.acting else None, here))
        anew.update(who for who in cast("tuple[FighterId, ...]", called.all) if who in here)
        if common != self._common:
            self._common, self._looks, found = common, {}, Changed(added=tuple(here))
            anew.update(here)
        made = {who: self._token(here[who], common) for who in filter(anew.__contains__, here)}
        self._looks = renewed(self._looks, made, here, found)
        return self._looks

    def _stacked(self, found: Changed) -> set[FighterId]:
        """Tell anew who shares the squares on which anything changed; return all who sit there."""
        here = self._here
        sitting = [here[who] for who in self._seats.on(self._seats.follow(here))]
        there = {stand.id for stand in sitting}
        for who in cast("tuple[FighterId, ...]", (*found.removed, *there)):
            self._stacks.pop(who, None)
        self._stacks.update(_stacks(sitting, {who for who in there if self._mount_of(here[who])}))
        return there

    def _mount_of(self, stand: Stand) -> Stand | None:
        """Return what one who rides sits on, where both are at one place already."""
        mount = self._here.get(stand.rides) if stand.rides is not None else None
        return mount if mount is not None and mount.seat == stand.seat else None

    def _token(self, stand: Stand, common: _Common) -> TokenLook:
        return _token(
            stand, self._mount_of(stand), self._letters[stand.id],
            self._stacks.get(stand.id, ALONE), _clear_side(stand, self._here.values()),
            common.sides.get(stand.side, UNKNOWN_SIDE), common.faint, common.folder,
        )  # fmt: skip


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
