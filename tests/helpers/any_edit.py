"""Edits of all kinds, drawn at random, and an encounter to try them on."""

from random import Random

from desktop.core.errors import EditError
from desktop.core.model.edits import apply
from desktop.core.model.encounter import Clock, Cue, Side
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


def drawn_edit(chance: Random, here):  # noqa: C901 - many small draws
    """Draw an edit that names what there is, as a hand would."""
    made = here.board

    def one(things):
        return chance.choice(sorted(things)) if things else "nothing"

    def some(things):
        known = sorted(things)
        return chance.sample(known, min(len(known), chance.randint(1, 3))) or ["nothing"]

    def number():
        return chance.randint(-3, 14)

    def point():
        return [number(), number()]

    def corner():
        known = sorted(c for each in made.zones.values() for c in each.outline)
        return list(chance.choice(known)) if known else point()

    def spot():
        return [chance.randrange(16), chance.randrange(12)]

    def spots(count):
        return [spot() for _ in range(chance.randint(0, count))]

    def box():
        return [number(), number(), chance.randint(1, 8), chance.randint(1, 8)]

    def place():
        return chance.choice([spot(), one(made.zones), None])

    def maybe():
        return chance.random() < 0.5

    def step():
        return chance.choice([0, 0, 1, -1, 2, number()])

    people = (*here.fighters, *here.groups, *(f"{g}/A" for g in here.groups))
    kinds = {
        "zone": made.zones,
        "link": made.links,
        "door": made.doors,
        "feature": made.features,
        "fighter": people,
        "group": here.groups,
        "clock": here.clocks,
        "cue": here.cues,
        "level": made.levels,
        "profile": here.profiles,
        "side": here.sides,
    }
    kind = one(kinds)
    things = kinds[kind]
    on = one(made.levels)
    x, y = number(), number()
    field = chance.choice(
        [
            {"kind": "zone", "ids": some(made.zones), "field": "start", "value": "gang"},
            {"kind": "zone", "id": one(made.zones), "field": "level", "value": on},
            {"kind": "fighter", "ids": some(people), "field": "at", "value": place()},
            {"kind": "fighter", "ids": some(people), "field": "own.imperium.wounds", "value": 3},
            {"kind": "feature", "id": one(made.features), "field": "works", "value": []},
            {"kind": "group", "id": one(here.groups), "field": "count", "value": 2},
            {"kind": "group", "id": one(here.groups), "field": "count", "value": 2},
        ]
    )
    through = chance.choice(["", one(made.doors)])
    choices = {
        "add_zone": {"at": box(), "level": on, "name": one(["Nave", "Quay", "Pit"])},
        "resize_zone": {"zone": one(made.zones), "at": box(), "alone": maybe()},
        "move_corner": {"level": on, "corner": corner(), "to": point()},
        "insert_corner": {"zone": one(made.zones), "after": chance.randrange(5), "at": point()},
        "remove_corner": {"zone": one(made.zones), "corner": chance.randrange(6)},
        "move_zones": {"zones": some(made.zones), "dx": step(), "dy": step(), "alone": maybe()},
        "split_zone": {"zone": one(made.zones), "along": [[x, -1], [x, 13]]},
        "merge_zones": {"zones": some(made.zones)},
        "set_traits": {"zones": some(made.zones), "add": some(TRAITS)},
        "add_link": {"from": one(made.zones), "to": one(made.zones), "through": through},
        "accept_links": {},
        "add_wall": {"along": [point(), point()], "level": on},
        "erase_walls": {"along": [point(), point()], "level": on},
        "add_door": {"on": [[x, y], [x, y + 1]], "level": on},
        "paint": {"squares": spots(9), "kind": one(["wall", "difficult", ""]), "level": on},
        "fill": {"square": spot(), "kind": one(["rough", ""]), "level": on},
        "lay": {"of": one(["field", "cloud"]), "kind": "damaging", "squares": spots(4)},
        "lift": {"of": one(["field", "cloud"]), "squares": spots(4), "level": on},
        "add_feature": {"squares": [spot()], "level": on},
        "move_features": {"features": some(made.features), "dx": step(), "dy": step()},
        "add_fighter": {"profile": "hero", "at": place(), "level": on},
        "add_group": {"profile": "big", "count": chance.randint(1, 5), "at": place()},
        "put_people": {"people": some(people), "at": place(), "level": on},
        "move_people": {"people": some(people), "dx": step(), "dy": step()},
        "duplicate_people": {"people": some(people)},
        "group_people": {"fighters": some(here.fighters)},
        "ungroup": {"group": one(here.groups)},
        "set_count": {"group": one(here.groups), "count": chance.randint(1, 6)},
        "remove": {"things": [[kind, id_] for id_ in some(things)]},
        "rename": {"kind": kind, "id": one(things), "name": "Other"},
        "reorder": {"kind": kind, "id": one(things), "to": chance.randrange(3)},
        "add_level": {"name": "Roof", "to": chance.choice([None, 0])},
        "resize_board": {"left": step(), "top": step(), "right": step()},
        "set_field": field,
    }
    name = one(choices)
    return name, choices[name]


def tried(here, name, arguments):
    try:
        return apply(here, name, **arguments), ""
    except EditError as error:
        return None, str(error)
