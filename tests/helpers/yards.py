"""Fights by the book that measures in yards: its packs joined, its figures, its lengths."""

from collections.abc import Mapping
from typing import Any

from desktop.core import play
from desktop.core.model.board import Board, GroundKind
from desktop.core.model.encounter import Encounter, Fighter
from desktop.core.model.profile import Profile, YardsFigures
from desktop.core.rules.actions import Begin
from desktop.core.rules.start import begin_state
from desktop.core.store.catalogue import catalogue
from tests.helpers.attacks import Scene
from tests.helpers.build import attack, board, encounter, fighter, paint, profile, zone

YARD = 0.9144
SWORD = attack("sword", skill="melee (one-handed)", damage=8)
RIFLE = attack("rifle", kind="ranged", skill="ranged (long guns)", damage=7, range="long")
ALL_YARDS = {
    "economy": "yards",
    "leap": "yards",
    "climb": "yards",
    "swim": "yards",
    "door": "yards",
}


class YardsScene(Scene):
    """A fight in which every pack that its encounter names is on."""

    def __init__(self, made: Encounter) -> None:
        self.book = play.rulebook(made)
        self.state = begin_state(made, catalogue().defaults(), {})
        self.last = None
        self.take(Begin())

    def at(self, who: str = "P") -> tuple[int, int] | None:
        """Return the square on which somebody stands."""
        return self.state.fighters[who].seat

    def above(self, who: str = "P") -> float:
        """Return how many yards above its floor somebody is."""
        return round(self.state.fighters[who].above / YARD, 3)

    def left(self, who: str = "P", kind: str = "action") -> int:
        """Return what somebody has left."""
        return self.state.fighters[who].left.get(kind, 0)

    def has(self, condition: str, who: str = "P") -> bool:
        """Return whether somebody has a condition."""
        return condition in self.state.fighters[who].conditions

    def said(self) -> list[str]:
        """Return the lines of the last step."""
        from desktop.core.rules.events import Said

        return [fact.text.rstrip(".") for fact in self.facts(Said)]


def native(
    id: str = "P",
    at: Any = (1, 1),
    *,
    side: str = "heroes",
    height_yd: float = 1.8,
    starts: Mapping[str, Any] | None = None,
    imperium: bool = True,
    **figures: Any,
) -> tuple[Fighter, Profile]:
    """Return a fighter with this book's figures, and weapons of Imperium Maledictum."""
    figures = {"strength": 50, "checks": {"initiative": 50, "bs": 60, "ws": 50}, **figures}
    fields: dict[str, Any] = {"yards": YardsFigures(**figures), "height": height_yd * YARD}
    if imperium:
        skills = {"melee (one-handed)": 45, "ranged (long guns)": 60}
        fields |= {"attacks": (SWORD, RIFLE), "skills": skills, "wounds": 30, "criticals": 9}
    own = profile(f"{id} profile", **fields)
    return fighter(id, at, side=side, profile=own.id, starts=starts), own


def measured(
    *people: tuple[Fighter, Profile],
    on: Board | None = None,
    rulings: Mapping[str, str] | None = None,
    slots: Mapping[str, str] | None = None,
    space: str = "measured",
    square: str = "yard",
    acting: str = "P",
    **fields: Any,
) -> YardsScene:
    """Return a fight in yards, by this book in all it settles; the turn of P is on."""
    things = [thing for pair in people or (native(),) for thing in pair]
    made = encounter(
        on or plain(), *things, space=space, square=square, rulings=dict(rulings or {}),
        slots=dict(ALL_YARDS if slots is None else slots), **fields,
    )  # fmt: skip
    scene = YardsScene(made)
    scene.turn(acting)
    return scene


def plain(width: int = 40, height: int = 12, *things: Any, **fields: Any) -> Board:
    """Return a board without zones, of one level."""
    return board(*things, size=(width, height), **fields)


def ground(marks: Mapping[str, GroundKind], *rows: str, at: tuple[int, int] = (0, 0)) -> dict:
    """Return the fields of a board with painted kinds of one's own, each by its mark."""
    legend = {mark: f"kind {mark}" for mark in marks}
    kinds = {f"kind {mark}": kind for mark, kind in marks.items()}
    return {"kinds": kinds, "squares": {"ground": paint(*rows, legend=legend, at=at)}}


def kind(*qualities: str, yd: float | None = None, **fields: Any) -> GroundKind:
    """Return a kind of ground so many yards high or deep."""
    metres = None if yd is None else round(yd * YARD, 6)
    return GroundKind(qualities=qualities, metres=metres, **fields)


def rooms(*things: Any, **fields: Any) -> Board:
    """Return two zones side by side, in and out, with more things."""
    inside, outside = zone("in", at=(0, 0, 6, 6)), zone("out", at=(6, 0, 6, 6))
    return board(inside, outside, *things, size=(12, 6), **fields)
