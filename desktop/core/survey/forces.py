"""Checks of who fights here (L13, L47 to L52, F06, F07, F10, F12, F13)."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import compress, repeat
from operator import and_, eq
from typing import NamedTuple

from desktop.core.model.edits.things import label_of
from desktop.core.model.encounter import HEROES, Person
from desktop.core.model.moments import Bring
from desktop.core.model.profile import Profile
from desktop.core.model.words import FighterId, LevelId, ProfileId, SideId, Square, ZoneId
from desktop.core.survey.facts import each_of, fact
from desktop.core.survey.issue import Fix, Found, Where, graded
from desktop.core.survey.layout import Layout
from desktop.core.survey.shape import at

BANDS = {"immediate": 0, "short": 0, "medium": 1, "long": 2, "extreme": 3}
MOVES = {"none": 1, "slow": 1, "normal": 2, "fast": 3, "swift": 4}
"""Zones in a turn with Move and Run (IM-SPEED-10)."""


def flyers(layout: Layout) -> Iterator[Found]:
    """L13; a zone of open air, on a level above the ground or tagged `air` will do."""
    if all(profile.flies is None for profile in layout.kinds.values()):
        return
    fly = [person for person in layout.folk if person.profile.flies is not None]
    levels = layout.levels
    air = (
        any("air" in marks.tags for marks in layout.marks.values())
        or any(levels[level].height > 0 for level in layout.zoned)
        or any(marks.sky for marks in layout.marks.values())
    )
    if not air:
        fields = {"fighter": fly[0].name}
        yield Found(check="L13", grade="hint", at=(Where("fighter", fly[0].id),), fields=fields)


def numbers(layout: Layout) -> Iterator[Found]:
    """L47."""
    heroes, foes = len(layout.heroes), layout.foe_folk
    if not heroes or not foes:
        return
    entries = set(map(layout.entry_of.__getitem__, foes))
    if len(entries) > 2.5 * heroes or len(foes) == 1:
        grade = graded(grave=len(foes) != 1)
        fields = {"n": len(entries), "heroes": heroes}
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


@each_of(Layout.profile_of)
def _abilities(_layout: Layout) -> Callable[[Profile], Able]:
    """What everyone can do; worked out once for the many who share a profile."""
    known: dict[int, Able] = {}

    def able(profile: Profile) -> Able:
        if id(profile) not in known:
            known[id(profile)] = _able(profile)
        return known[id(profile)]

    return able


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
def _fighting(layout: Layout) -> tuple[tuple[SideId, Able], ...]:
    """Each side with each of the abilities that somebody of it has."""
    kinds = layout.kinds.items()
    return tuple(dict.fromkeys((side, _able(profile)) for (side, _), profile in kinds))


@fact
def _far_off(layout: Layout) -> dict[tuple[SideId, Able], dict[ZoneId, int]]:
    """Moves to the nearest foe's start, from the zones too far for those of a side and ability."""
    near_heroes, near_foes = map(layout.graph.far_from, layout.camps)
    found = {}
    for side, able in _fighting(layout):
        near = near_heroes if side in layout.foes else near_foes
        most = able.best + 2 * able.pace
        if able.furthest >= 0 and max(near.values(), default=0) > most:
            found[side, able] = {zone: far for zone, far in near.items() if far > most}
    return found


def too_far_off(layout: Layout) -> Iterator[Found]:
    """L50 and L51: somebody who cannot take part for two turns, or whose best weapon cannot."""
    far_off = _far_off(layout)
    if not far_off:
        return
    abilities, sides = _abilities(layout), layout.side_of
    for who, zone in layout.where.items():
        able = abilities[who]
        too_far = far_off.get((sides[who], able))
        far = too_far.get(zone) if too_far is not None and zone is not None else None
        if far is None:
            continue
        fields: dict[str, object] = {"fighter": layout.name_of[who]}
        here = Where("fighter", who)
        if far - able.furthest > 2 * able.pace:
            fields["rounds"] = -(-(far - able.furthest) // able.pace)
            yield Found(check="L50", grade="warning", at=(here,), fields=fields)
        else:
            yield Found(check="L51", grade="warning", at=(here,), fields=fields)


@fact
def _charging(layout: Layout) -> dict[int, tuple[bool, ...]]:
    """The foes who strike, in the order of everyone, by how many zones they cross in round one."""
    charges, are_foes = tuple(_charges(layout).values()), layout.are_foes
    return {
        most: tuple(map(and_, are_foes, map(eq, charges, repeat(most))))
        for most in dict.fromkeys(charges)
        if most
    }


@each_of(_abilities)
def _charges(_layout: Layout) -> Callable[[Able], int]:
    """How many zones everyone crosses to strike in round one; 0 for those who do not strike."""
    return lambda able: max(1, able.pace - 1) if able.melee else 0


@fact
def _chargers(layout: Layout) -> dict[ZoneId, int]:
    """How many foes can be upon somebody in each zone in round one."""
    zones, found = layout.where.values(), dict[ZoneId, int]()
    for most, those in _charging(layout).items() if layout.heroes else ():
        near = layout.graph.within(most)
        for start, many in Counter(compress(zones, those)).items():
            for zone in near[start]:
                found[zone] = found.get(zone, 0) + many
    return found


def mobbed(layout: Layout) -> Iterator[Found]:
    """L52: how many can be upon a hero in round one."""
    reached = _chargers(layout)
    pressed = {
        zone: reached[zone]
        for zone, heroes in layout.manned.get(HEROES, ())
        if zone in reached and reached[zone] >= 2 * heroes
    }
    if not pressed:
        return
    where, names = layout.where, layout.name_of
    for hero in layout.heroes:
        here = where[hero]
        if here is not None and here in pressed:
            yield _mobbed(hero, names[hero], here, pressed[here])


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


def nowhere(layout: Layout) -> Iterator[Found]:
    """F10: people who are said to be on the board, and nothing says where."""
    if None not in layout.where.values():
        return
    later = {who for effect in layout.effects if isinstance(effect, Bring) for who in effect.bring}
    found: dict[Where, SideId] = {}
    for person in layout.folk:
        starts = person.starts
        said = person.at is not None or starts.off is not None or starts.riding is not None
        if not said and person.side not in layout.marked and later.isdisjoint(_names(person)):
            found[_entry(person)] = person.side
    for where, side in found.items():
        fields = {
            "name": label_of(layout.encounter, where.id), "side": layout.side_label(side)
        }  # fmt: skip
        yield Found(check="F10", grade="warning", at=(where,), fields=fields)


def outside(layout: Layout) -> Iterator[Found]:
    """F12: people on a square of no zone, where zones measure; of a group the first."""
    if layout.space != "zones" or not layout.zones or None not in layout.where.values():
        return
    found: dict[Where, Square] = {}
    for person in layout.folk:
        square = layout.spots[person.id][1]
        lost = layout.where[person.id] is None and person.starts.riding is None
        if lost and isinstance(square, Square):
            found.setdefault(_entry(person), square)
    for where, (x, y) in found.items():
        fields = {"name": label_of(layout.encounter, where.id), "square": f"{x}, {y}"}
        yield Found(check="F12", grade="warning", at=(where,), fields=fields)


def crowded(layout: Layout) -> Iterator[Found]:
    """F13: people on one square, where squares measure; riders and flyers over them are not."""
    if layout.space == "zones":
        return
    on: dict[tuple[LevelId | None, Square, float], list[Person]] = {}
    for person in layout.folk:
        level, square = layout.spots[person.id]
        if isinstance(square, Square) and person.starts.riding is None:
            on.setdefault((level, square, person.starts.above), []).append(person)
    for (level, square, _), several in on.items():
        if len(several) > 1:
            yield _crowd(level, square, several)


def _crowd(level: LevelId | None, square: Square, several: list[Person]) -> Found:
    names = [person.name for person in several]
    ids = [person.id for person in several]
    edit = ("put_people", {"people": ids, "at": list(square), "level": level})
    fields = {
        "name": " and ".join(names) if len(names) == 2 else names[0], "n": len(names) - 1,
        "square": f"{square.x}, {square.y}",
    }  # fmt: skip
    places = tuple(dict.fromkeys(map(_entry, several)))
    fix = Fix("Spread them around it", (edit,))
    return Found(check="F13", grade="warning", at=places, fields=fields, fix=fix)


def _names(person: Person) -> tuple[str, ...]:
    return (person.id, person.group or "")


def _entry(person: Person) -> Where:
    return Where("group", person.group) if person.group else Where("fighter", person.id)


def _used(layout: Layout) -> Iterator[Profile]:
    """Yield the profiles of the people here, each once, and those of the file that nobody uses."""
    found = {profile.id: profile for profile in layout.kinds.values() if profile.id}
    yield from {**layout.profiles, **found}.values()


CHECKS = (
    flyers, numbers, stat_lines, ungrouped, too_far_off, mobbed, sizes, weapon_ranges, nowhere,
    outside, crowded,
)  # fmt: skip
