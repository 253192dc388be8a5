"""Fights on hive boards: people with figures of that book or without, in whichever space."""

from collections.abc import Mapping
from typing import Any

from desktop.core import play
from desktop.core.model.board import Board
from desktop.core.model.encounter import Encounter, Fighter
from desktop.core.model.profile import HiveFigures, Profile
from desktop.core.packs import all_packs
from desktop.core.rules import compose
from desktop.core.rules.actions import Begin
from desktop.core.rules.events import Said
from desktop.core.rules.now import Resolved
from desktop.core.rules.start import begin_state
from desktop.core.store.catalogue import catalogue
from tests.helpers.attacks import Scene
from tests.helpers.build import encounter, fighter, profile

FIGURES: dict[str, Any] = {
    "movement_in": 5, "strength": 3, "toughness": 3, "wounds": 1, "initiative": 4,
    "intelligence": 7,
}  # fmt: skip

SPACES = tuple(
    name
    for name in ("zones", "squares", "measured")
    if next(pack for pack in all_packs() if pack.name == compose.SPACES[name]).space is not None
)
"""The spaces that there are."""


def ganger(
    id: str, at: Any, *, side: str = "foes", level: str | None = None,
    starts: Mapping[str, Any] | None = None, squares: int | None = None, **figures: Any,
) -> tuple[Fighter, Profile]:  # fmt: skip
    """Return a fighter with this book's figures only; `None` takes a figure away."""
    said = {key: value for key, value in {**FIGURES, **figures}.items() if value is not None}
    own = Profile(id=f"{id} profile", squares=squares, hive=HiveFigures(**said))
    return fighter(id, at, side=side, profile=own.id, starts=starts, level=level), own


def guest(id: str, at: Any, *, side: str = "foes", level: str | None = None, **figures: Any) -> Any:
    """Return a fighter with figures of the main book only."""
    own = profile(f"{id} profile", wounds=12, **figures)
    return fighter(id, at, side=side, profile=own.id, level=level), own


class HiveScene(Scene):
    """A fight with the packs that its encounter names."""

    def __init__(self, made: Encounter, begin: Begin | None = None, words: Any = None) -> None:
        self.book = play.rulebook(made)
        self.state = begin_state(made, catalogue().defaults())
        self.last: Resolved | None = None
        self.take(begin or Begin(), words=words)


def hive(
    *several: tuple[Fighter, Profile],
    on: Board,
    space: str = "zones",
    rulings: Mapping[str, str] | None = None,
    words: Any = None,
    **fields: Any,
) -> HiveScene:
    """Return a fight of these people on a hive board; its doors and falls are hive's."""
    things = [thing for pair in several for thing in pair]
    slots = {"door": "hive", "fall": "hive"}
    made = encounter(
        on, *things, rulings=dict(rulings or {}), packs=("hive",), space=space,
        **{"square": "inch", "slots": slots, **fields},
    )  # fmt: skip
    return HiveScene(made, words=words)


def said(made: Scene) -> list[str]:
    """Return what the last step said."""
    return [fact.text for fact in made.facts(Said)]
