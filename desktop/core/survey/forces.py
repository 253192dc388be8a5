"""Checks of who fights here (L13, L47 to L52, F06, F07)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from desktop.core.model.encounter import HEROES, Person
from desktop.core.model.profile import Profile
from desktop.core.model.words import ProfileId, SideId, ZoneId
from desktop.core.survey.issue import Fix, Found, Where, graded
from desktop.core.survey.layout import Layout
from desktop.core.survey.shape import at

BANDS = {"immediate": 0, "short": 0, "medium": 1, "long": 2, "extreme": 3}
MOVES = {"slow": 1, "normal": 2, "fast": 3}
"""Zones in a turn with Move and Run (IM-SPEED-10)."""


def flyers(layout: Layout) -> Iterator[Found]:
    """L13; a zone on a level above the ground, or tagged `air`, will do."""
    fly = [person for person in layout.folk if person.profile.flies is not None]
    levels = layout.encounter.board.levels
    air = any("air" in zone.tags or levels[zone.level].height > 0 for zone in layout.zones.values())
    if fly and not air:
        fields = {"fighter": fly[0].name}
        yield Found(check="L13", grade="hint", at=(Where("fighter", fly[0].id),), fields=fields)


def _numbers(layout: Layout) -> tuple[list[Person], list[Person]]:
    foes = [person for person in layout.folk if person.side in layout.foes]
    return [person for person in layout.folk if person.side == HEROES], foes


def numbers(layout: Layout) -> Iterator[Found]:
    """L47."""
    heroes, foes = _numbers(layout)
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
    for person in layout.folk:
        kinds.setdefault(person.side, set()).add(person.profile.id)
    n = max((len(profiles) for side, profiles in kinds.items() if side != HEROES), default=0)
    if n > 4:
        yield Found(check="L48", grade=graded(grave=n > 6), fields={"n": n})


def ungrouped(layout: Layout) -> Iterator[Found]:
    """L49."""
    n = len(layout.encounter.fighters)
    if n > 15:
        yield Found(check="L49", grade="hint", fields={"n": n})


@dataclass(frozen=True, slots=True)
class Able:
    """What a profile can do, as far as these checks ask."""

    melee: bool
    furthest: int
    """Zones that its longest attack reaches; -1 without any attack."""
    best: int
    """Zones that its strongest attack reaches."""
    pace: int
    """Zones in a turn with Move and Run."""


def _abilities(layout: Layout) -> dict[int, Able]:
    """Return what each profile can do, by its identity: many people share one."""
    profiles = {id(person.profile): person.profile for person in layout.folk}
    return {key: _able(profile) for key, profile in profiles.items()}


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


def _nearest_foe(layout: Layout, person: Person) -> int | None:
    """Return moves to the nearest foe's start, or None where no way leads."""
    start = layout.where[person.id]
    if start is None:
        return None
    heroes, foes = layout.camps
    others = heroes if person.side in layout.foes else foes
    return layout.graph.far_from(others).get(start)


def too_far_off(layout: Layout) -> Iterator[Found]:
    """L50 and L51: somebody who cannot take part for two turns, or whose best weapon cannot."""
    abilities = _abilities(layout)
    for person in layout.folk:
        able = abilities[id(person.profile)]
        far = _nearest_foe(layout, person) if able.furthest >= 0 else None
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


def mobbed(layout: Layout) -> Iterator[Found]:
    """L52: how many can be upon a hero in round one."""
    heroes, foes = _numbers(layout)
    if not heroes:
        return
    abilities = _abilities(layout)
    chargers = Counter(
        (start, max(1, abilities[id(foe.profile)].pace - 1))
        for foe in foes
        if (start := layout.where[foe.id]) is not None and abilities[id(foe.profile)].melee
    )
    reached: Counter[ZoneId] = Counter()
    for (start, pace), many in chargers.items():
        for zone in layout.graph.walk([start], most=pace):
            reached[zone] += many
    standing = Counter(layout.where[hero.id] for hero in heroes)
    for hero in heroes:
        here = layout.where[hero.id]
        n = reached[here] if here is not None else 0
        if here is not None and n >= 2 * standing[here]:
            fields = {"n": n, "fighter": hero.name}
            places = (Where("fighter", hero.id), *at(here))
            yield Found(check="L52", grade="hint", at=places, fields=fields)


def sizes(layout: Layout) -> Iterator[Found]:
    """F06: a profile in use that names no size (IM-SIZE-01)."""
    for profile in _used(layout):
        if profile.size is None:
            value = {"kind": "profile", "ids": [profile.id], "field": "size", "value": "medium"}
            own = profile.id in layout.encounter.profiles
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
    found = {person.profile.id: person.profile for person in layout.folk if person.profile.id}
    yield from {**layout.encounter.profiles, **found}.values()


CHECKS = (
    flyers, numbers, stat_lines, ungrouped, too_far_off, mobbed, sizes, weapon_ranges,
)  # fmt: skip
