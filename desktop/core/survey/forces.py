"""Checks of who fights here (L13, L47 to L52, F06, F07)."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from desktop.core.model.encounter import HEROES
from desktop.core.model.profile import Profile
from desktop.core.model.words import FighterId, ProfileId, SideId, ZoneId
from desktop.core.survey.facts import fact
from desktop.core.survey.issue import Fix, Found, Where, graded
from desktop.core.survey.layout import Layout
from desktop.core.survey.shape import at

BANDS = {"immediate": 0, "short": 0, "medium": 1, "long": 2, "extreme": 3}
MOVES = {"slow": 1, "normal": 2, "fast": 3}
"""Zones in a turn with Move and Run (IM-SPEED-10)."""


def flyers(layout: Layout) -> Iterator[Found]:
    """L13; a zone on a level above the ground, or tagged `air`, will do."""
    if all(profile.flies is None for profile in layout.kinds.values()):
        return
    fly = [person for person in layout.folk if person.profile.flies is not None]
    levels = layout.levels
    air = any("air" in zone.tags or levels[zone.level].height > 0 for zone in layout.zones.values())
    if not air:
        fields = {"fighter": fly[0].name}
        yield Found(check="L13", grade="hint", at=(Where("fighter", fly[0].id),), fields=fields)


def numbers(layout: Layout) -> Iterator[Found]:
    """L47."""
    heroes, foes = layout.heroes, layout.foe_folk
    if not heroes or not foes:
        return
    entries = {person.group or person.id for person in foes}
    if len(entries) > 2.5 * len(heroes) or len(foes) == 1:
        grade = graded(grave=len(foes) != 1)
        fields = {"n": len(entries), "heroes": len(heroes)}
        yield Found(check="L47", grade=grade, fields=fields)


def stat_lines(layout: Layout) -> Iterator[Found]:
    """L48."""
    kinds: dict[SideId, set[ProfileId]] = {}
    for (side, _), profile in layout.kinds.items():
        kinds.setdefault(side, set()).add(profile.id)
    n = max((len(profiles) for side, profiles in kinds.items() if side != HEROES), default=0)
    if n > 4:
        yield Found(check="L48", grade=graded(grave=n > 6), fields={"n": n})


def ungrouped(layout: Layout) -> Iterator[Found]:
    """L49."""
    n = len(layout.fighters)
    if n > 15:
        yield Found(check="L49", grade="hint", fields={"n": n})


class Able(NamedTuple):
    """What a profile can do, as far as these checks ask."""

    melee: bool
    furthest: int
    """Zones that its longest attack reaches; -1 without any attack."""
    best: int
    """Zones that its strongest attack reaches."""
    pace: int
    """Zones in a turn with Move and Run."""


@fact
def _abilities(layout: Layout) -> dict[FighterId, Able]:
    """What everyone can do; worked out once for the many who share a profile."""
    known = {key: _able(profile) for (_, key), profile in layout.kinds.items()}
    return {person.id: known[id(person.profile)] for person in layout.folk}


def _able(profile: Profile) -> Able:
    figures = profile.imperium
    attacks = list(figures.attacks.values()) if figures is not None and figures.attacks else []
    reach = [BANDS[each.range or "short"] for each in attacks]
    best = max(attacks, key=lambda each: each.damage, default=None)
    flies = profile.flies
    speed = figures.speed if figures is not None and figures.speed else "normal"
    return Able(
        melee=any(each.kind == "melee" for each in attacks),
        furthest=max(reach, default=-1),
        best=BANDS[best.range or "short"] if best is not None else 0,
        pace=MOVES[flies.speed if flies is not None and flies.speed else speed],
    )


@fact
def _far_off(layout: Layout) -> dict[tuple[ZoneId | None, SideId, Able], int]:
    """Moves to the nearest foe's start, for those of a start and side who are too far for them."""
    abilities, where, foes, graph = _abilities(layout), layout.where, layout.foes, layout.graph
    near_heroes, near_foes = map(graph.far_from, layout.camps)
    found = {}
    for kind in {(where[each.id], each.side, abilities[each.id]) for each in layout.folk}:
        start, side, able = kind
        near = near_heroes if side in foes else near_foes
        far = near.get(start) if start is not None else None
        if far is not None and able.furthest >= 0 and far - able.best > 2 * able.pace:
            found[kind] = far
    return found


def too_far_off(layout: Layout) -> Iterator[Found]:
    """L50 and L51: somebody who cannot take part for two turns, or whose best weapon cannot."""
    abilities, where, far_off = _abilities(layout), layout.where, _far_off(layout)
    if not far_off:
        return
    for person in layout.folk:
        able = abilities[person.id]
        far = far_off.get((where[person.id], person.side, able))
        if far is None:
            continue
        here = Where("fighter", person.id)
        if far - able.furthest > 2 * able.pace:
            rounds = -(-(far - able.furthest) // able.pace)
            fields: dict[str, object] = {"fighter": person.name, "rounds": rounds}
            yield Found(check="L50", grade="warning", at=(here,), fields=fields)
        elif far - able.best > 2 * able.pace:
            fields = {"fighter": person.name}
            yield Found(check="L51", grade="warning", at=(here,), fields=fields)


@fact
def _chargers(layout: Layout) -> dict[ZoneId, int]:
    """How many foes can be upon somebody in each zone in round one."""
    if not layout.heroes:
        return {}
    abilities, where, graph = _abilities(layout), layout.where, layout.graph
    starts = Counter((where[foe.id], abilities[foe.id]) for foe in layout.foe_folk)
    found: dict[ZoneId, int] = {}
    for (start, able), many in starts.items():
        if start is not None and able.melee:
            for zone in graph.walk([start], most=max(1, able.pace - 1)):
                found[zone] = found.get(zone, 0) + many
    return found


def mobbed(layout: Layout) -> Iterator[Found]:
    """L52: how many can be upon a hero in round one."""
    heroes, where, reached = layout.heroes, layout.where, _chargers(layout)
    standing = Counter(where[hero.id] for hero in heroes)
    for hero in heroes:
        here = where[hero.id]
        n = reached.get(here, 0) if here is not None else 0
        if here is not None and n >= 2 * standing[here]:
            yield _mobbed(hero.id, hero.name, here, n)


@lru_cache(maxsize=1024)
def _mobbed(who: FighterId, name: str, here: ZoneId, n: int) -> Found:
    places = (Where("fighter", who), *at(here))
    return Found(check="L52", grade="hint", at=places, fields={"n": n, "fighter": name})


def sizes(layout: Layout) -> Iterator[Found]:
    """F06: a profile in use that names no size (IM-SIZE-01)."""
    for profile in _used(layout):
        if profile.size is None:
            value = {"kind": "profile", "ids": [profile.id], "field": "size", "value": "medium"}
            own = profile.id in layout.profiles
            fix = Fix(f"Make {profile.label} Medium", (("set_field", value),)) if own else None
            where = (Where("profile", profile.id),)
            fields = {"name": profile.label}
            yield Found(check="F06", grade="hint", at=where, fields=fields, fix=fix)


def weapon_ranges(layout: Layout) -> Iterator[Found]:
    """F07: a ranged attack whose range is unsaid or none of the usual (IM-RANGE-06)."""
    for profile in _used(layout):
        figures = profile.imperium
        for attack in (figures.attacks or {}).values() if figures is not None else ():
            if attack.kind == "ranged" and attack.range not in ("short", "medium", "long"):
                fields = {
                    "name": attack.label, "fighter": profile.label,
                    "fault": attack.range or "not given",
                }  # fmt: skip
                where = (Where("profile", profile.id),)
                yield Found(check="F07", grade="warning", at=where, fields=fields)


def _used(layout: Layout) -> Iterator[Profile]:
    """Yield the profiles of the people here, each once, and those of the file that nobody uses."""
    found = {profile.id: profile for profile in layout.kinds.values() if profile.id}
    yield from {**layout.profiles, **found}.values()


CHECKS = (
    flyers, numbers, stat_lines, ungrouped, too_far_off, mobbed, sizes, weapon_ranges,
)  # fmt: skip
