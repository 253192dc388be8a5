"""The boards that the measurements are made on."""

from dataclasses import replace
from itertools import pairwise

from desktop.core.model.board import Board, Link, Trait, Zone
from desktop.core.model.encounter import Encounter, Fighter, Group
from desktop.core.model.geometry import outline_of
from desktop.core.model.words import Square

TRAITS = ("light cover", "minor hazard", "difficult", "poorly lit", "lightly obscured")
KINDS = ("difficult", "wall", "obstacle", "water")


def grid(across: int, down: int, width: int, height: int) -> Board:
    """Return zones in rows and columns, each linked to its neighbours; every third has a trait."""
    zones: dict[str, Zone] = {}
    links: dict[str, Link] = {}
    for row in range(down):
        for column in range(across):
            number = row * across + column
            traits = (Trait(TRAITS[number % 5]),) if number % 3 == 0 else ()  # type: ignore[arg-type]
            id = f"z{number}"
            outline = outline_of(column * width, row * height, width, height)
            zones[id] = Zone(id=id, name=f"Place {id}", outline=outline, traits=traits)  # type: ignore[arg-type]
    rows = [[f"z{r * across + c}" for c in range(across)] for r in range(down)]
    columns = [list(each) for each in zip(*rows, strict=True)]
    for one, other in (pair for line in (*rows, *columns) for pair in pairwise(line)):
        links[f"{one}-{other}"] = Link(id=f"{one}-{other}", from_=one, to=other)  # type: ignore[arg-type]
    return Board(size=(across * width, down * height), zones=zones, links=links)  # type: ignore[arg-type]


def fight() -> Encounter:
    """Return ten zones with thirty fighters, for the steps of a fight."""
    board = grid(5, 2, 8, 8)
    zones = dict(board.zones)
    for id, side in (("z0", "heroes"), ("z9", "foes")):
        zones[id] = replace(zones[id], start=side, exit=True)  # type: ignore[index,arg-type]
    heroes = {
        f"h{n}": Fighter(id=f"h{n}", profile="warden", side="heroes", at="z0")  # type: ignore[arg-type]
        for n in range(6)
    }
    groups = {
        f"g{n}": Group(id=f"g{n}", profile="ganger", count=6, side="foes", at=f"z{5 + n}")  # type: ignore[arg-type]
        for n in range(4)
    }
    return Encounter(
        name="Thirty", board=replace(board, zones=zones), fighters=heroes, groups=groups
    )  # type: ignore[arg-type]


def large() -> Encounter:
    """Return 200 zones on 100 x 100 squares, half of them painted, with 500 fighters."""
    board = grid(20, 10, 5, 10)
    painted = {
        Square(x, y): KINDS[(x * 7 + y * 3) % 4]
        for x in range(100)
        for y in range(100)
        if (x * 31 + y * 17) % 10 < 3
    }
    board = replace(board, squares={board.first_level: painted})  # type: ignore[dict-item]
    fighters = {
        f"f{n}": Fighter(
            id=f"f{n}",  # type: ignore[arg-type]
            profile="ganger",  # type: ignore[arg-type]
            side="heroes" if n % 2 else "foes",  # type: ignore[arg-type]
            at=Square((n * 13) % 100, (n * 7) % 100),
        )
        for n in range(500)
    }
    return Encounter(name="Large", board=board, fighters=fighters)  # type: ignore[arg-type]


def megabyte() -> Encounter:
    """Return what makes a file of a little over a million bytes: places, people and their notes."""
    board = grid(40, 25, 10, 10)
    zones = {
        id: replace(
            zone, notes=f"{zone.name}: crates along the wall, a lamp that flickers, no way out."
        )
        for id, zone in board.zones.items()
    }
    people = {
        f"f{n}": Fighter(
            id=f"f{n}",  # type: ignore[arg-type]
            name=f"Ganger {n}",
            profile="ganger",  # type: ignore[arg-type]
            side="foes",  # type: ignore[arg-type]
            at=f"z{n % 1000}",  # type: ignore[arg-type]
            notes="Owes money to the one on the gantry." if n % 2 else "",
        )
        for n in range(8600)
    }
    return Encounter(name="A megabyte", board=replace(board, zones=zones), fighters=people)  # type: ignore[arg-type]
