"""Encounters for the survey, and what it finds in them."""

from dataclasses import replace
from typing import Any

from desktop.core.model.board import Trait
from desktop.core.model.encounter import Encounter
from desktop.core.store.catalogue import catalogue
from desktop.core.survey import Issue, survey
from tests.helpers.build import attack, fighter, link, profile, row

RIFLE = attack("rifle", kind="ranged", damage=8, range="long")
CLUB = attack("club", kind="melee", damage=5)
SIX = ("a", "b", "c", "d", "e", "f")


def hero(id: str = "ilse", at: Any = "a", *attacks: Any, **figures: Any) -> list[Any]:
    made = profile(f"p-{id}", attacks=attacks or (CLUB,), **figures)
    return [made, fighter(id, at=at, profile=made.id, side="heroes")]


def foe(id: str = "vex", at: Any = "c", *attacks: Any, **figures: Any) -> list[Any]:
    made = profile(f"p-{id}", attacks=attacks or (CLUB,), **figures)
    return [made, fighter(id, at=at, profile=made.id, side="foes")]


def found(made: Encounter, check: str) -> list[Issue]:
    return [issue for issue in survey(made, catalogue()) if issue.check == check]


def grades(made: Encounter, check: str) -> list[str]:
    return [issue.grade for issue in found(made, check)]


def ring(*ids: str, **fields: Any) -> Any:
    """Zones side by side, the last linked back to the first."""
    made = row(*ids, **fields)
    back = link(ids[-1], ids[0])
    return replace(made, links={**made.links, back.id: back})


def with_traits(made: Any, **traits: list[Any]) -> Any:
    zones = dict(made.zones)
    for id, words in traits.items():
        zones[id] = replace(
            zones[id],
            traits=tuple(word if isinstance(word, Trait) else Trait(word) for word in words),
        )
    return replace(made, zones=zones)


def with_zone(made: Any, id: str, **fields: Any) -> Any:
    return replace(made, zones={**made.zones, id: replace(made.zones[id], **fields)})
