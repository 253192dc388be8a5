"""An invented encounter that uses everything a canvas can draw."""

from desktop.core.model.board import (
    Board,
    Door,
    Feature,
    Level,
    Link,
    OwnTrait,
    Piece,
    Stop,
    Trait,
    Wall,
    Zone,
)
from desktop.core.model.encounter import Encounter, Fighter, Group, Member, Side, Starts
from desktop.core.model.geometry import outline_of
from desktop.core.model.profile import ImperiumFigures, Profile
from desktop.core.model.words import Point, Square

FLOOR, GANTRY, PIT = "floor", "gantry", "pit"


def _traits(*words):
    return tuple(Trait(word) for word in words)


def _zone(key, name, outline, *words, **more):
    return Zone(id=key, name=name, outline=outline, traits=_traits(*words), **more)


def zones():
    return {
        zone.id: zone
        for zone in (
            _zone("quay", "Quay", outline_of(1, 1, 13, 9), "light cover", level=FLOOR,
                  start="heroes", exit=True),
            _zone("shed", "Loading shed", outline_of(14, 1, 12, 9), "heavy cover", "poorly lit",
                  level=FLOOR, sheltered=True, start="cult"),
            _zone("yard", "Container yard", outline_of(1, 10, 13, 11), "medium cover",
                  "difficult", level=FLOOR),
            _zone("sump", "Sump", (Point(14, 10), Point(26, 10), Point(26, 21), Point(19, 21),
                                   Point(14, 15)), "major hazard", level=FLOOR),
            _zone("shrine", "Shrine of the lamp", outline_of(26, 1, 12, 7), "warp-touched", "dark",
                  level=FLOOR, goal=True, hidden=True),
            _zone("mist", "Cold store", outline_of(26, 8, 12, 7), "heavily obscured",
                  "minor hazard", level=FLOOR),
            _zone("furnace", "Furnace", outline_of(26, 15, 12, 6), "deadly hazard", "loud",
                  level=FLOOR),
            _zone("catwalk", "Catwalk", outline_of(10, 6, 20, 4), "light cover", level=GANTRY),
            _zone("cabin", "Crane cabin", outline_of(30, 4, 6, 6), level=GANTRY),
        )
    }  # fmt: skip


def links():
    return {
        link.id: link
        for link in (
            Link(id="quay-shed", from_="quay", to="shed", through="side door"),
            Link(id="quay-yard", from_="quay", to="yard", along=(Point(4, 10), Point(8, 10))),
            Link(id="yard-sump", from_="yard", to="sump", kind="ledge",
                 along=(Point(14, 11), Point(14, 14))),
            Link(id="shed-sump", from_="shed", to="sump", kind="stairs",
                 along=(Point(18, 10), Point(20, 10))),
            Link(id="shed-shrine", from_="shed", to="shrine", through="shrine door"),
            Link(id="shrine-mist", from_="shrine", to="mist", kind="sight"),
            Link(id="sump-mist", from_="sump", to="mist", kind="barrier",
                 along=(Point(26, 11), Point(26, 14))),
            Link(id="mist-furnace", from_="mist", to="furnace", kind="climb",
                 along=(Point(31, 15), Point(33, 15))),
            Link(id="shed-catwalk", from_="shed", to="catwalk", kind="ladder",
                 ends=(Square(17, 8), Square(17, 8)), metres=5),
            Link(id="catwalk-cabin", from_="catwalk", to="cabin"),
        )
    }  # fmt: skip


def doors():
    rows = (
        ("side door", (14, 4), (14, 5), "door", "open"),
        ("shrine door", (26, 3), (26, 5), "door", "locked"),
        ("window", (14, 7), (14, 9), "window", "closed"),
        ("shutter", (20, 1), (23, 1), "shutter", "closed"),
        ("grille", (16, 1), (18, 1), "grille", "closed"),
        ("wreck", (26, 6), (26, 7), "door", "broken"),
        ("hatchway", (38, 3), (38, 4), "door", "closed"),
    )
    return {
        key: Door(id=key, level=FLOOR, on=(Point(*a), Point(*b)), kind=kind, state=state)
        for key, a, b, kind, state in rows
    }


def squares():
    painted = {}
    for left, top, wide, high, word in (
        (3, 12, 3, 2, "obstacle"), (8, 13, 2, 4, "obstacle"), (4, 17, 4, 2, "rubble"),
        (20, 15, 5, 4, "sludge"), (17, 12, 3, 2, "water"), (20, 12, 3, 2, "deep water"),
        (28, 17, 3, 2, "damaging"), (33, 17, 2, 2, "void"), (36, 16, 1, 4, "wall"),
        (28, 10, 3, 2, "slippery"), (34, 11, 3, 2, "rough"), (22, 3, 2, 2, "pitfall"),
        (10, 18, 3, 2, "difficult"), (31, 2, 4, 1, "ductway"),
    ):  # fmt: skip
        for x in range(left, left + wide):
            for y in range(top, top + high):
                painted[Square(x, y)] = word
    return painted


def board():
    cloud = tuple(Square(x, y) for x in range(29, 34) for y in range(11, 14))
    dark = tuple(Square(x, y) for x in range(22, 25) for y in range(6, 9))
    return Board(
        size=(40, 22),
        traits=_traits("lightly obscured"),
        levels={
            FLOOR: Level(id=FLOOR, name="Floor"),
            GANTRY: Level(id=GANTRY, name="Gantry", height=5),
        },
        zones=zones(),
        links=links(),
        doors=doors(),
        walls=(
            Wall(level=FLOOR, along=(Point(14, 1), Point(26, 1), Point(26, 10))),
            Wall(level=FLOOR, along=(Point(14, 1), Point(14, 10))),
            Wall(level=FLOOR, along=(Point(26, 1), Point(38, 1), Point(38, 8))),
            Wall(level=FLOOR, along=(Point(20, 10), Point(24, 10)), breakable=True),
        ),
        features={
            "valve": Feature(id="valve", name="Steam valve", kind="panel", level=FLOOR,
                             squares=(Square(24, 2),)),
            "hoist": Feature(id="hoist", name="Hoist", kind="lift", level=FLOOR,
                             squares=(Square(11, 6), Square(12, 6), Square(11, 7), Square(12, 7)),
                             stops=(Stop(level=GANTRY, at=Square(11, 7)),)),
            "crate": Feature(id="crate", name="Sealed crate", kind="container", level=FLOOR,
                             squares=(Square(5, 15), Square(6, 15)), blocks=True),
            "still": Feature(id="still", name="Still", kind="still", level=FLOOR,
                             squares=(Square(35, 13),), hidden=True),
        },
        squares={FLOOR: squares()},
        fields=(Piece(kind="damaging", level=FLOOR, squares=(Square(30, 19), Square(31, 19))),),
        clouds=(
            Piece(kind="light cloud", level=FLOOR, squares=cloud),
            Piece(kind="dark cloud", level=FLOOR, squares=dark),
        ),
    )  # fmt: skip


def wharf():
    """Return eight zones and a catwalk on two levels, with everyone on them."""
    wounds = ImperiumFigures(wounds=12)
    return Encounter(
        name="Wharf nine",
        traits={"loud": OwnTrait(id="loud", name="Loud", says="Nobody hears a word.")},
        sides={
            "heroes": Side(id="heroes"),
            "cult": Side(id="cult", name="Cult of the Lamp", colour="red"),
            "watch": Side(id="watch", name="Dock watch", colour="green", notch="double"),
        },
        board=board(),
        profiles={
            "person": Profile(id="person", imperium=wounds),
            "brute": Profile(id="brute", size="large", imperium=wounds),
            "engine": Profile(id="engine", size="enormous", imperium=wounds),
        },
        fighters={
            "ilse": Fighter(id="ilse", name="Ilse Varn", profile="person", side="heroes",
                            at=Square(6, 4), level=FLOOR,
                            starts=Starts(wounds=5, conditions={"prone": "", "bleeding": "major"})),
            "pell": Fighter(id="pell", name="Pell", profile="person", side="heroes",
                            at=Square(1, 1), level=FLOOR),
            "brakka": Fighter(id="brakka", name="Brakka", profile="brute", side="heroes",
                              at=Square(9, 4), level=FLOOR,
                              starts=Starts(conditions={"ablaze": "", "stunned": "", "blinded": "",
                                                        "poisoned": "", "odd": "", "fatigued": ""},
                                            wounds=9)),
            "vex": Fighter(id="vex", name="Vex", profile="person", side="cult", hidden=True,
                           at=Square(30, 4), level=FLOOR),
            "idol": Fighter(id="idol", name="Walking idol", profile="engine", side="cult",
                            at=Square(34, 5), level=FLOOR, starts=Starts(wounds=2)),
            "moth": Fighter(id="moth", name="Moth", profile="person", side="cult",
                            at=Square(22, 12), level=FLOOR, starts=Starts(above=3)),
            "lookout": Fighter(id="lookout", name="Lookout", profile="person", side="cult",
                               at=Square(20, 7), level=GANTRY),
            "guard": Fighter(id="guard", name="Guard", profile="person", side="watch",
                             at="yard"),
            "guard 2": Fighter(id="guard 2", name="Guard", profile="person", side="watch",
                               at="yard"),
        },
        groups={
            "loaders": Group(id="loaders", name="Loaders", profile="person", count=6, side="cult",
                             at="shed", members={"F": Member(at=Square(22, 12), level=FLOOR)}),
        },
    )  # fmt: skip
