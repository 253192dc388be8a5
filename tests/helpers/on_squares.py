"""Fights where squares measure, with the rules of that book for pushes and falls."""

from collections.abc import Iterable, Mapping
from typing import Any

from desktop.core.model.board import Board
from desktop.core.model.encounter import Encounter, Fighter
from desktop.core.model.profile import Profile
from desktop.core.model.words import Square
from desktop.core.packs import all_packs
from desktop.core.rules.actions import Begin, Force, Walk
from desktop.core.rules.book import Plan
from desktop.core.rules.compose import rulebook
from desktop.core.rules.events import Tested, WoundsTaken
from desktop.core.rules.start import begin_state
from desktop.core.rules.tally import Part, TallyFor, parts_from
from desktop.core.rules.walk import planned
from tests.helpers.attacks import Scene, defaults, someone
from tests.helpers.build import board, encounter, fighter, profile, squares_figures

GROUND = "ground"
SLOTS = {"push": "squares", "fall": "squares"}


class Squares(Scene):
    """A fight on squares that goes on from action to action; `made` is what it began from."""

    def __init__(self, made: Encounter) -> None:
        self.made = made
        self.book = rulebook(made, all_packs())
        self.state = begin_state(made, {**defaults(), **made.rulings})
        self.last = None
        self.take(Begin())

    # Moving

    def push(self, who: str, to: tuple[int, int], *faces: Any, **fields: Any) -> "Squares":
        """Push somebody to a square, or so many `squares` towards it."""
        words = fields.pop("words", None)
        self.take(Force(who=who, to=Square(*to), **fields), *faces, words=words)
        return self

    def walk(self, who: str, to: tuple[int, int], *faces: Any, **fields: Any) -> "Squares":
        """Let somebody walk to a square."""
        self.take(Walk(who=who, to=Square(*to), **fields), *faces)
        return self

    def plan(self, who: str, to: Any, **fields: Any) -> Plan:
        """Return the plan of a walk."""
        at = Square(*to) if isinstance(to, tuple) else to
        return planned(self.book, self.state, Walk(who=who, to=at, **fields))

    def seat(self, who: str) -> tuple[int, int] | None:
        """Return where somebody stands."""
        seat = self.state.fighters[who].seat
        return None if seat is None else tuple(seat)

    def left(self, who: str) -> float:
        """Return the points that somebody has left of what it has paid for."""
        return float(self.state.mark(who, "movement left") or 0)

    # What came of it

    def harm(self, who: str) -> list[int]:
        """Return the damage totals that somebody took in the last step."""
        return [fact.damage.total for fact in self.facts(WoundsTaken) if fact.who == who]

    def checks(self, who: str) -> list[Tested]:
        """Return the checks that somebody made in the last step."""
        return [tested for tested in self.tests if tested.who == who]

    def kind(self, at: tuple[int, int], level: str = GROUND) -> str:
        """Return what is painted on a square."""
        return self.state.encounter.board.squares.get(level, {}).get(Square(*at), "")

    def reasons(self, who: str, target: str, *, ranged: bool = False) -> list[Part]:
        """Return the edges and cuts of somebody's deed at another, from this book."""
        wanted = TallyFor(what="test", who=who, purpose="attack", against=target, ranged=ranged)
        parts = parts_from(rule(self.book, self.state, wanted) for rule in self.book.all("parts"))
        return [part for part in parts if part.rule.startswith("GRID")]

    def keys(self, who: str, target: str, *, ranged: bool = False) -> list[str]:
        """Return what those reasons say and do, as `for flanking with B`."""
        return [f"{part.does} {part.says}" for part in self.reasons(who, target, ranged=ranged)]


def person(id: str, at: tuple[int, int], *, side: str = "foes", **fields: Any) -> Any:
    """Return a fighter with figures of the game and no armour."""
    return someone(id, at, side=side, **{"wounds": 60, **fields})


def native(
    id: str, at: tuple[int, int], *, side: str = "foes", size: str | None = None, **figures: Any
) -> tuple[Fighter, Profile]:
    """Return a fighter with figures of the square-grid game alone."""
    own = profile(
        f"{id} profile", size=size, squares_figures=squares_figures(**{"health": 50, **figures})
    )
    return fighter(id, at, side=side, profile=own.id), own


def grid(
    *things: Any,
    people: Iterable[tuple[Fighter, Profile]],
    size: tuple[int, int] = (12, 8),
    rulings: Mapping[str, str] | None = None,
    slots: Mapping[str, str] | None = None,
    squares: Any = None,
    turn: str | None = None,
    encounter_fields: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Squares:
    """Return a fight on a board of squares without zones, unless some are given."""
    on: Board = board(*things, size=size, squares=squares, **fields)
    folk = [thing for pair in people for thing in pair]
    made = Squares(
        encounter(
            on, *folk, space="squares", slots=dict(SLOTS if slots is None else slots),
            rulings=dict(rulings or {}), **(encounter_fields or {}),
        )
    )  # fmt: skip
    if turn is not None:
        made.turn(turn)
    return made


def painted(**kinds: Iterable[tuple[int, int]]) -> dict[str, dict[Any, str]]:
    """Return painted squares by kind, with underscores for spaces."""
    return {
        GROUND: {
            Square(*at): kind.replace("_", " ") for kind, squares in kinds.items() for at in squares
        }
    }
