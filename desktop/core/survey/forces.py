"""Checks of who fights here (L13, L47 to L52, F06, F07, F10, F12, F13)."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from operator import or_
from typing import Any, NamedTuple

from desktop.core.model.edits.things import label_of
from desktop.core.model.encounter import HEROES, Person
from desktop.core.model.moments import Bring
from desktop.core.model.profile import Profile
from desktop.core.model.words import FighterId, LevelId, ProfileId, SideId, Square, ZoneId
from desktop.core.survey.facts import Read, fact, followed
from desktop.core.survey.issue import Fix, Found, Where, graded
from desktop.core.survey.layout import Layout
from desktop.core.survey.places import picked, places
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
    heroes, foes = layout.heroes.bit_count(), layout.foe_folk
    if not heroes or not foes:
        return
    entries, lone = len(frozenset(picked(layout.entry_of.column, foes))), foes.bit_count() == 1
    if entries > 2.5 * heroes or lone:
        grade = graded(grave=not lone)
        fields = {"n": entries, "heroes": heroes}
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
def _able_folk(layout: Layout) -> dict[tuple[SideId, Able], int]:
    """The places of those of each side and ability."""
    found: dict[tuple[SideId, Able], int] = {}
    for kind, profile in layout.kinds.items():
        key = kind[0], _able(profile)
        found[key] = found.get(key, 0) | layout.those_of([kind])
    return found


@fact
def _fighting(layout: Layout) -> tuple[tuple[SideId, Able], ...]:
    """Each side with each of the abilities that somebody of it has."""
    return tuple(_able_folk(layout))


@fact
def _far_off(layout: Layout) -> dict[tuple[SideId, Able], dict[ZoneId, int]]:
    """Moves to the nearest foe's start, from the zones too far for those of a side and ability."""
    near_heroes, near_foes = map(layout.graph.walk_back, layout.camps)
    found = {}
    for side, able in _fighting(layout):
        near = near_heroes if side in layout.foes else near_foes
        most = able.best + 2 * able.pace
        if able.furthest >= 0 and len(near.layers) > most + 1:
            found[side, able] = near.beyond(most)
    return found


def too_far_off(layout: Layout) -> Iterator[Found]:
    """L50 and L51: somebody who cannot take part for two turns, or whose best weapon cannot."""
    far_off = _far_off(layout)
    if not far_off:
        return
    names, strayed = layout.name_of, dict[int, tuple[Able, int]]()
    for (side, able), zones in far_off.items():
        those = _able_folk(layout)[side, able]
        for zone, far in zones.items():
            strayed |= dict.fromkeys(places(those & layout.in_zone.get(zone, 0)), (able, far))
    for place in sorted(strayed):
        able, far = strayed[place]
        who = names.ids.names[place]
        fields: dict[str, object] = {"fighter": names.column[place]}
        here = Where("fighter", who)
        if far - able.furthest > 2 * able.pace:
            fields["rounds"] = -(-(far - able.furthest) // able.pace)
            yield Found(check="L50", grade="warning", at=(here,), fields=fields)
        else:
            yield Found(check="L51", grade="warning", at=(here,), fields=fields)


@fact
def _charging(layout: Layout) -> dict[int, int]:
    """The places of the foes who strike, by how many zones they cross in round one."""
    foes, found = frozenset(layout.foes), dict[int, int]()
    for (side, able), those in _able_folk(layout).items():
        if side in foes and able.melee:
            most = max(1, able.pace - 1)
            found[most] = found.get(most, 0) | those
    return found


@fact
def _bases(layout: Layout) -> dict[int, dict[ZoneId, int]]:
    """By how many zones they cross in round one, how many foes strike from where."""
    return {
        most: {zone: here.bit_count() for zone, here in layout.in_zones(those) if zone}
        for most, those in _charging(layout).items()
    }


class _Charge(NamedTuple):
    """Foes of one zone who can strike in round one."""

    base: ZoneId
    most: int
    """How many zones they cross."""
    many: int
    within: frozenset[ZoneId]
    """Where they can be upon somebody."""


@fact
def _charges(layout: Layout) -> frozenset[_Charge]:
    """Which foes can strike in round one."""
    within = layout.graph.within
    return frozenset(
        _Charge(base, most, many, within(base, most))
        for most, zones in _bases(layout).items()
        for base, many in zones.items()
    )


def _chargers_after(
    layout: Layout, before: dict[ZoneId, int], was: Mapping[Read[Any], Any]
) -> dict[ZoneId, int]:
    now, had = _charges(layout), was[_charges]
    found = _charged(dict(before), now - had, 1)
    return _charged(found, had - now, -1)


@followed(_chargers_after)
def _chargers(layout: Layout) -> dict[ZoneId, int]:
    """How many foes can be upon somebody in each zone in round one."""
    return _charged({}, _charges(layout), 1)


def _charged(found: dict[ZoneId, int], charges: Iterable[_Charge], sign: int) -> dict[ZoneId, int]:
    """Add those who strike to what is found, or take them away."""
    for charge in charges:
        for zone in charge.within:
            found[zone] = found.get(zone, 0) + sign * charge.many
    return found


def mobbed(layout: Layout) -> Iterator[Found]:
    """L52: how many can be upon a hero in round one."""
    reached = _chargers(layout)
    pressed = {
        zone: n
        for zone, heroes in layout.in_zones(layout.heroes)
        if zone and (n := reached.get(zone, 0)) >= 2 * heroes.bit_count()
    }
    those = layout.heroes & reduce(or_, map(layout.in_zone.__getitem__, pressed), 0)
    if not those:
        return
    ids, names, where = layout.name_of.ids.names, layout.name_of.column, layout.where.column
    for place in places(those):
        here = where[place]
        if here is not None:
            yield _mobbed(ids[place], names[place], here, pressed[here])


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
    if None not in layout.manned_zones:
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
    if layout.space != "zones" or not layout.zone_ids or None not in layout.manned_zones:
        return
    lost, found = layout.in_zone[None], dict[Where, Square]()
    spots = picked(layout.spots.column, lost)
    for person, (_, square) in zip(picked(layout.crew.column, lost), spots, strict=True):
        if isinstance(square, Square) and person.starts.riding is None:
            found.setdefault(_entry(person), square)
    for where, (x, y) in found.items():
        fields = {"name": label_of(layout.encounter, where.id), "square": f"{x}, {y}"}
        yield Found(check="F12", grade="warning", at=(where,), fields=fields)


def crowded(layout: Layout) -> Iterator[Found]:
    """F13: people on one square, where squares measure; riders and flyers over them are not."""
    if layout.space == "zones":
        return
    on: dict[tuple[LevelId | None, Square, float], list[Person]] = {}
    for person, (level, square) in zip(layout.folk, layout.spots.column, strict=True):
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
