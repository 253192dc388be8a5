"""Fights for the tests of attacks: a few people with plain numbers, and what happens to them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import yaml

from desktop.core.model.board import Board, Trait
from desktop.core.model.encounter import Encounter, Fighter
from desktop.core.model.profile import Attack, Profile
from desktop.core.packs.imperium.pack import PACK
from desktop.core.rules.actions import Action, Begin, BeginTurn, Decree, EndTurn
from desktop.core.rules.book import Offer, Rulebook
from desktop.core.rules.compose import rulebook
from desktop.core.rules.events import (
    Event,
    MarkSet,
    PlaceChanged,
    PlaceParts,
    Related,
    TableRolled,
    Tested,
    WoundsTaken,
)
from desktop.core.rules.now import Discretion, Resolved
from desktop.core.rules.questions import Answer, ScriptedTable, Value
from desktop.core.rules.resolve import refusals, resolve
from desktop.core.rules.start import begin_state
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, Tally
from tests.helpers.build import attack, encounter, fighter, profile, row

CATALOGUE = Path(__file__).parents[2] / "resources" / "catalogue" / "imperium.yaml"
E = TypeVar("E")

SWORD = attack("sword", skill="melee (one-handed)", damage=8)
RIFLE = attack("rifle", kind="ranged", skill="ranged (long guns)", damage=7, range="long")


@cache
def defaults() -> dict[str, str]:
    """Return every ruling with its default reading."""
    rulings = yaml.safe_load(CATALOGUE.read_text("utf-8"))["rulings"]
    return {key: next(iter(ruling["readings"])) for key, ruling in rulings.items()}


def someone(
    id: str,
    at: Any = "a",
    *,
    side: str = "foes",
    attacks: Iterable[Attack] = (SWORD, RIFLE),
    melee: int | None = 45,
    ranged: int | None = 45,
    dodge: int | None = 20,
    starts: Mapping[str, Any] | None = None,
    **figures: Any,
) -> tuple[Fighter, Profile]:
    """Return a fighter with a profile of its own; armour is one number for all locations."""
    said = {"melee (one-handed)": melee, "ranged (long guns)": ranged, "reflexes (dodge)": dodge}
    skills = {name: total for name, total in said.items() if total is not None}
    skills |= figures.pop("skills", {})
    armour = figures.pop("armour", 0)
    if isinstance(armour, int):
        places = ("head", "left arm", "right arm", "left leg", "right leg", "body")
        armour = dict.fromkeys(places, armour)
    figures = {"wounds": 30, "criticals": 9, **figures}
    own = profile(f"{id} profile", attacks=attacks, skills=skills, armour=armour, **figures)
    return fighter(id, at, side=side, profile=own.id, starts=starts), own


class Scene:
    """A fight that goes on from action to action."""

    def __init__(self, made: Encounter) -> None:
        self.book: Rulebook = rulebook(made, [PACK])
        self.state: CombatState = begin_state(made, defaults())
        self.last: Resolved | None = None
        self.take(Begin())

    def take(
        self,
        action: Action,
        *faces: Value,
        words: Mapping[str, Value] | None = None,
        by_key: Mapping[str, Value] | None = None,
    ) -> "Scene":
        """Take an action with these answers, all of which must be asked for."""
        said = {key: Answer(value, "gm") for key, value in (words or {}).items()}
        kept = {key: Answer(value) for key, value in (by_key or {}).items()}
        table = ScriptedTable(by_key=kept, in_order=faces, words=said)
        self.last = resolve(self.book, self.state, action, table)
        assert table.left == [], f"never asked for: {table.left}"
        self.state = self.last.state
        return self

    def turn(self, who: str) -> "Scene":
        """Begin somebody's turn, in a new round where it has had one already."""
        if self.state.acting:
            self.take(EndTurn())
        while self.state.acted and who in self.state.acted:
            self.take(BeginTurn())
            if self.state.acting == who:
                return self
            self.take(EndTurn())
        return self.take(BeginTurn(entry=who))

    def let(self, *facts: Event) -> "Scene":
        """Let the GM say that something is so."""
        return self.take(Decree(facts=facts))

    def close(self, one: str, other: str) -> "Scene":
        """Put two within arm's reach of each other."""
        return self.let(Related(kind="reach", one=one, other=other))

    def traits(self, zone: str, *words: str | Trait) -> "Scene":
        """Give a zone these traits and no others."""
        traits = tuple(Trait(word) if isinstance(word, str) else word for word in words)
        after = replace(self.state.encounter.board.zones[zone], traits=traits)
        return self.let(PlaceChanged(says="", parts=PlaceParts(zones={zone: after})))

    def marked(self, who: str, name: str, value: Any = True) -> "Scene":
        """Note something about somebody."""
        return self.let(MarkSet(subject=who, name=name, value=value))

    def refused(self, action: Action) -> tuple[Refusal, ...]:
        """Return why an action is not allowed now."""
        return refusals(self.book, self.state, action)

    def offers(self, who: str) -> dict[str, Offer]:
        """Return what the action bar holds for somebody, by key."""
        return {
            offer.key: offer
            for offers in self.book.all("offers")
            for offer in offers(self.book, self.state, who)
            if not offer.far
        }

    # What the last step came to

    def facts(self, kind: type[E]) -> list[E]:
        """Return the facts of the last step, of one kind."""
        assert self.last is not None
        return [event for event in self.last.step.events if isinstance(event, kind)]

    def only(self, kind: type[E], when: Callable[[E], bool] = lambda _: True) -> E:
        """Return the one fact of a kind."""
        found = [fact for fact in self.facts(kind) if when(fact)]
        assert len(found) == 1, found
        return found[0]

    @property
    def wounds(self) -> WoundsTaken:
        """The one harm of the last step."""
        return self.only(WoundsTaken)

    @property
    def tests(self) -> list[Tested]:
        """The Tests of the last step."""
        return self.facts(Tested)

    def test_of(self, who: str) -> Tested:
        """Return somebody's one Test of the last step."""
        return self.only(Tested, lambda tested: tested.who == who)

    def criticals_of(self, who: str) -> list[TableRolled]:
        """Return what the last step rolled on the tables of Critical Wounds for somebody."""
        return self._rolled(who, "critical")

    def fumbles_of(self, who: str) -> list[TableRolled]:
        """Return what the last step rolled on the Fumble Tables for somebody."""
        return self._rolled(who, "fumble")

    def _rolled(self, who: str, table: str) -> list[TableRolled]:
        rolled = self.facts(TableRolled)
        return [each for each in rolled if each.who == who and each.table.startswith(table)]

    def words(self) -> dict[str, Discretion]:
        """Return the defaults that the last step took, by key."""
        assert self.last is not None
        return {item.key: item for item in self.last.trace if isinstance(item, Discretion)}

    def tally(self, key: str) -> Tally:
        """Return a number that the last step showed."""
        assert self.last is not None
        found = [x for x in self.last.trace if isinstance(x, Tally) and x.key == key]
        return found[-1]


def scene(
    *several: tuple[Fighter, Profile],
    on: Board | None = None,
    rulings: Mapping[str, str] | None = None,
    **fields: Any,
) -> Scene:
    """Return a fight of these people, on five zones in a row unless told otherwise."""
    things = [thing for pair in several for thing in pair]
    board = on or row("a", "b", "c", "d", "e")
    return Scene(encounter(board, *things, rulings=dict(rulings or {}), **fields))


def duel(rulings: Mapping[str, str] | None = None, **figures: Any) -> Scene:
    """Return P, on its turn, and Q within its reach; figures of either begin with `p_`, `q_`."""
    own = {key[2:]: value for key, value in figures.items() if key.startswith("p_")}
    others = {key[2:]: value for key, value in figures.items() if key.startswith("q_")}
    made = scene(someone("P", side="heroes", **own), someone("Q", **others), rulings=rulings)
    return made.turn("P").close("P", "Q")


def sides_of(parts: Tally, *does: str) -> list[str]:
    """Return what the live parts of a tally say that do one of these."""
    return [part.says for part in parts.parts if part.on and part.does in does]
