"""Edits of all kinds, drawn at random, and an encounter to try them on."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from desktop.core.errors import EditError
from desktop.core.model.edits import apply
from desktop.core.model.encounter import Clock, Cue, Encounter, Side
from desktop.core.model.moments import AddTrait, Bring, Moment, MoveFighters, PaintSquares, SetDoor
from desktop.core.model.words import TRAITS, Square
from tests.helpers.build import (
    board,
    door,
    encounter,
    feature,
    fighter,
    group,
    level,
    link,
    piece,
    profile,
    wall,
    zone,
)


def dock():
    here = board(
        level("floor"), level("gantry", 5),
        zone("quay", (0, 0, 6, 6), traits=["light cover"], start="heroes"),
        zone("shed", (6, 0, 6, 6), start="gang"), zone("yard", (0, 6, 12, 4)),
        zone("walk", (2, 2, 8, 2), level="gantry"), zone("loft", level="gantry"),
        link("quay", "shed", through="gate"), link("quay", "yard", along=[(1, 6), (3, 6)]),
        link("shed", "walk", "ladder", ends=[(7, 3), (7, 3)]), link("walk", "loft"),
        wall((6, 0), (6, 6)), wall((0, 3), (3, 3), (3, 6)), door("gate", ((6, 2), (6, 3))),
        feature("lift", (8, 1), kind="lift", stops=[("gantry", (8, 2))], works=("gate",)),
        feature("valve", kind="own", zone="yard", used=(
            AddTrait(add="dark", to=("shed", "quay"), until=Moment("end of round", 2, True)),
            SetDoor(door="gate", state="open"),
            PaintSquares(paint="void", squares=(Square(1, 1), Square(8, 8)), level="floor"),
        )),
        size=(16, 12),
        squares={"floor": {(x, y): "difficult" for x in range(3, 9) for y in range(5, 8)}},
        clouds=(piece("light cloud", (4, 4), (7, 4), level="floor"),),
    )  # fmt: skip
    return encounter(
        here, fighter("ilse", at="quay", side="heroes", profile="hero"),
        fighter("pell", at=(1, 1), profile="hero", starts={"riding": "ilse"}),
        fighter("vex", at=(3, 2), level="gantry", side="gang"), fighter("wick"),
        group("gang men", count=4, at="shed", profile="big", side="gang"),
        profile("hero"), profile("big", size="large"), Side(id="gang", against=("heroes",)),
        Clock(id="alarm", full=(MoveFighters(move=("gang men", "vex"), to="quay"),)),
        Cue(id="steam", when=Moment("entering", of="shed"), do=(
            Bring(bring=("gang men/B",), at=Square(9, 9)),
        )),
    )  # fmt: skip


class Draw:
    """Draws what edits are told: names of what there is, and numbers near the board."""

    def __init__(self, chance: Random, here: Encounter) -> None:
        self.chance = chance
        self.board = here.board
        self.people = (*here.fighters, *here.groups, *(f"{group}/A" for group in here.groups))
        self.fighters, self.groups = here.fighters, here.groups
        self.by_kind = {
            "zone": here.board.zones,
            "link": here.board.links,
            "door": here.board.doors,
            "feature": here.board.features,
            "level": here.board.levels,
            "fighter": self.people,
            "group": here.groups,
            "clock": here.clocks,
            "cue": here.cues,
            "profile": here.profiles,
            "side": here.sides,
        }

    # Names

    def one(self, things: Iterable[str]) -> str:
        known = sorted(things)
        return self.chance.choice(known) if known else "nothing"

    def some(self, things: Iterable[str]) -> list[str]:
        known = sorted(things)
        return self.chance.sample(known, min(len(known), self.below(3) + 1)) or ["nothing"]

    def of_a_kind(self) -> tuple[str, Iterable[str]]:
        """Return a kind of things, and the ids of all of it."""
        kind = self.one(self.by_kind)
        return kind, self.by_kind[kind]

    def zone(self) -> str:
        return self.one(self.board.zones)

    def zones(self) -> list[str]:
        return self.some(self.board.zones)

    def level(self) -> str:
        return self.one(self.board.levels)

    # Numbers

    def below(self, end: int) -> int:
        return self.chance.randrange(end)

    def maybe(self) -> bool:
        return self.chance.random() < 0.5

    def number(self) -> int:
        return self.chance.randint(-3, 14)

    def step(self) -> int:
        return self.chance.choice([0, 0, 1, -1, 2, self.number()])

    # Places

    def point(self) -> list[float]:
        return [self.number(), self.number()]

    def corner(self) -> list[float]:
        """Return a corner of a zone."""
        known = sorted(corner for zone in self.board.zones.values() for corner in zone.outline)
        return list(self.chance.choice(known)) if known else self.point()

    def box(self) -> list[float]:
        return [*self.point(), self.below(8) + 1, self.below(8) + 1]

    def edge(self) -> list[list[float]]:
        """Return the left side of a square."""
        x, y = self.point()
        return [[x, y], [x, y + 1]]

    def across(self) -> list[list[float]]:
        """Return a line from above the board to below it."""
        x = self.number()
        return [[x, -1], [x, 13]]

    def square(self) -> list[int]:
        return [self.below(16), self.below(12)]

    def squares(self, most: int) -> list[list[int]]:
        return [self.square() for _ in range(self.below(most + 1))]

    def place(self) -> Any:
        """Return where somebody may be: a square, a zone or nowhere."""
        return self.chance.choice([self.square(), self.zone(), None])


def drawn_edit(chance: Random, here: Encounter) -> tuple[str, dict[str, Any]]:
    """Draw an edit that names what there is, as a hand would."""
    draw = Draw(chance, here)
    drawn = {**OF_ZONES, **OF_THE_BOARD, **OF_PEOPLE, **OF_ANYTHING}
    name = draw.one(drawn)
    return name, drawn[name](draw)


def _removed(draw: Draw) -> dict[str, Any]:
    kind, things = draw.of_a_kind()
    return {"things": [[kind, id_] for id_ in draw.some(things)]}


def _one_of_a_kind(draw: Draw) -> dict[str, Any]:
    kind, things = draw.of_a_kind()
    return {"kind": kind, "id": draw.one(things)}


def _field(draw: Draw) -> dict[str, Any]:
    people = draw.some(draw.people)
    return draw.chance.choice(
        [
            {"kind": "zone", "ids": draw.zones(), "field": "start", "value": "gang"},
            {"kind": "zone", "id": draw.zone(), "field": "level", "value": draw.level()},
            {"kind": "fighter", "ids": people, "field": "at", "value": draw.place()},
            {"kind": "fighter", "ids": people, "field": "own.imperium.wounds", "value": 3},
            {"kind": "feature", "id": draw.one(draw.board.features), "field": "works", "value": []},
            {"kind": "group", "id": draw.one(draw.groups), "field": "count", "value": 2},
        ]
    )


Drawn = dict[str, Callable[[Draw], dict[str, Any]]]

OF_ZONES: Drawn = {
    "add_zone": lambda draw: {
        "at": draw.box(), "level": draw.level(), "name": draw.one(["Nave", "Quay", "Pit"]),
    },
    "resize_zone": lambda draw: {"zone": draw.zone(), "at": draw.box(), "alone": draw.maybe()},
    "move_corner": lambda draw: {
        "level": draw.level(), "corner": draw.corner(), "to": draw.point(),
    },
    "insert_corner": lambda draw: {
        "zone": draw.zone(), "after": draw.below(5), "at": draw.point(),
    },
    "remove_corner": lambda draw: {"zone": draw.zone(), "corner": draw.below(6)},
    "move_zones": lambda draw: {
        "zones": draw.zones(), "dx": draw.step(), "dy": draw.step(), "alone": draw.maybe(),
    },
    "split_zone": lambda draw: {"zone": draw.zone(), "along": draw.across()},
    "merge_zones": lambda draw: {"zones": draw.zones()},
    "set_traits": lambda draw: {"zones": draw.zones(), "add": draw.some(TRAITS)},
    "add_link": lambda draw: {
        "from": draw.zone(), "to": draw.zone(),
        "through": draw.chance.choice(["", draw.one(draw.board.doors)]),
    },
    "accept_links": lambda draw: {},
}  # fmt: skip
OF_THE_BOARD: Drawn = {
    "add_wall": lambda draw: {"along": [draw.point(), draw.point()], "level": draw.level()},
    "erase_walls": lambda draw: {"along": [draw.point(), draw.point()], "level": draw.level()},
    "add_door": lambda draw: {"on": draw.edge(), "level": draw.level()},
    "paint": lambda draw: {
        "squares": draw.squares(9), "kind": draw.one(["wall", "difficult", ""]),
        "level": draw.level(),
    },
    "fill": lambda draw: {
        "square": draw.square(), "kind": draw.one(["rough", ""]), "level": draw.level(),
    },
    "lay": lambda draw: {
        "of": draw.one(["field", "cloud"]), "kind": "damaging", "squares": draw.squares(4),
    },
    "lift": lambda draw: {
        "of": draw.one(["field", "cloud"]), "squares": draw.squares(4), "level": draw.level(),
    },
    "add_feature": lambda draw: {"squares": [draw.square()], "level": draw.level()},
    "move_features": lambda draw: {
        "features": draw.some(draw.board.features), "dx": draw.step(), "dy": draw.step(),
    },
    "add_level": lambda draw: {"name": "Roof", "to": draw.chance.choice([None, 0])},
    "resize_board": lambda draw: {
        "left": draw.step(), "top": draw.step(), "right": draw.step(),
    },
}  # fmt: skip
OF_PEOPLE: Drawn = {
    "add_fighter": lambda draw: {
        "profile": "hero", "at": draw.place(), "level": draw.level(),
    },
    "add_group": lambda draw: {
        "profile": "big", "count": draw.below(5) + 1, "at": draw.place(),
    },
    "put_people": lambda draw: {
        "people": draw.some(draw.people), "at": draw.place(), "level": draw.level(),
    },
    "move_people": lambda draw: {
        "people": draw.some(draw.people), "dx": draw.step(), "dy": draw.step(),
    },
    "duplicate_people": lambda draw: {"people": draw.some(draw.people)},
    "group_people": lambda draw: {"fighters": draw.some(draw.fighters)},
    "ungroup": lambda draw: {"group": draw.one(draw.groups)},
    "set_count": lambda draw: {"group": draw.one(draw.groups), "count": draw.below(6) + 1},
}  # fmt: skip
OF_ANYTHING: Drawn = {
    "remove": _removed,
    "rename": lambda draw: {**_one_of_a_kind(draw), "name": "Other"},
    "reorder": lambda draw: {**_one_of_a_kind(draw), "to": draw.below(3)},
    "set_field": _field,
}


def tried(here, name, arguments):
    try:
        return apply(here, name, **arguments), ""
    except EditError as error:
        return None, str(error)
