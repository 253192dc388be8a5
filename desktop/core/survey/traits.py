"""Checks of traits and hazards (L18 to L26, L30 to L35)."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from desktop.core.model.encounter import HEROES, Person
from desktop.core.model.moments import ClearTrait
from desktop.core.model.profile import Profile
from desktop.core.model.words import TRAIT_FAMILIES, TraitWord, ZoneId, family_of
from desktop.core.rules.catalogue import Grade
from desktop.core.rules.traits import ONE_GRADE
from desktop.core.survey.facts import fact
from desktop.core.survey.issue import Fix, Found, Where, graded
from desktop.core.survey.layout import HAZARD_DAMAGE, Layout, percent
from desktop.core.survey.shape import at

ORDINARY_WOUNDS = 12
"""What an ordinary human can take, for a fighter whose profile does not say."""


def trait_coverage(layout: Layout) -> Iterator[Found]:
    """L18; a map without any trait gets one hint, one trait is enough (IM-ZONES-12)."""
    n = len(layout.zone_ids)
    if n < 2:
        return
    dressed = sum(bool(words) for words in layout.all_words.values())
    if dressed == 0 or percent(dressed, n) > 90:
        yield Found(check="L18", grade="hint", fields={"share": percent(dressed, n)})


def different_traits(layout: Layout) -> Iterator[Found]:
    """L19; few traits are the business of L18."""
    kinds = {word for words in layout.all_words.values() for word in words}
    if len(kinds) > 6:
        yield Found(check="L19", grade="warning", fields={"n": len(kinds)})


@fact
def _how_many(layout: Layout) -> dict[TraitWord, int]:
    """How many zones have each trait of their own."""
    zones = layout.zones.values()
    return Counter(trait.word for zone in zones for trait in dict.fromkeys(zone.traits))


def one_everywhere(layout: Layout) -> Iterator[Found]:
    """L20."""
    n = len(layout.zone_ids)
    if n < 5:
        return
    count = _how_many(layout)
    for word, many in count.items():
        if percent(many, n) > 60:
            ids = [zone.id for zone in layout.zones.values() if not zone.sheltered]
            edits = (
                ("set_traits", {"zones": list(layout.zone_ids), "off": [word]}),
                ("set_traits", {"add": [word]}),
            )
            fix = Fix(f"Make {word} a trait of the board", edits) if len(ids) == n else None
            fields = {"trait": word, "share": percent(many, n)}
            yield Found(check="L20", grade="hint", fields=fields, fix=fix)


def dead_zones(layout: Layout) -> Iterator[Found]:
    """L21."""
    n = len(layout.zone_ids)
    if n < 3:
        return
    alive = {*_on_short_ways(layout), *layout.where.values(), *layout.with_feature}
    dead = [zone for zone in _plain(layout) if zone not in alive]
    grade, labels = graded(grave=percent(len(dead), n) > 20), layout.labels
    for zone in dead:
        yield _dead(zone, labels[zone], grade)


@lru_cache(maxsize=1024)
def _dead(zone: ZoneId, label: str, grade: Grade) -> Found:
    return Found(check="L21", grade=grade, at=at(zone), fields={"zone": label})


@fact
def _plain(layout: Layout) -> tuple[ZoneId, ...]:
    """The zones without traits that are neither a start nor an exit nor a goal nor scenery."""
    words = layout.all_words
    return tuple(
        zone.id
        for zone in layout.zones.values()
        if not (words[zone.id] or zone.exit or zone.goal or zone.start or zone.scenery)
    )


@fact
def _on_short_ways(layout: Layout) -> set[ZoneId]:
    """Zones on a shortest way from the party's start to the goal, or else to the foes."""
    there, ways = layout.walk(layout.party), layout.ways
    used = {end for end in layout.goals or layout.foe_starts if end in there}
    for zone in reversed(there):  # a walk reaches what is further later
        further = there[zone] + 1
        for other in ways[zone]:
            if other in used and there.get(other) == further:
                used.add(zone)
                break
    return used


def cover_at_the_start(layout: Layout) -> Iterator[Found]:
    """L22."""
    if len(layout.zone_ids) < 3:
        return
    far, labels = layout.graph.far_from(layout.covered), layout.labels
    for side in (HEROES, *layout.foes):
        side_label = layout.side_label(side)
        for start in layout.starts_of(side):
            moves = far.get(start)
            if moves is not None and moves <= 1:
                continue
            yield _uncovered(start, labels[start], side_label, moves)


@lru_cache(maxsize=1024)
def _uncovered(start: ZoneId, label: str, side: str, moves: int | None) -> Found:
    fields = {"zone": label, "side": side, "moves": moves or 0}
    grade = graded(grave=moves is None or moves > 2)
    edit = ("set_traits", {"zones": [start], "add": ["light cover"]})
    fix = Fix(f"Put light cover into {label}", (edit,))
    return Found(check="L22", grade=grade, at=at(start), fields=fields, fix=fix)


def contradictions(layout: Layout) -> Iterator[Found]:
    """L23: two grades of one family on one zone."""
    for zone in layout.zones.values():
        words = [trait.word for trait in zone.traits]
        if len(words) < 2:
            continue
        for family in ONE_GRADE:  # several covers are allowed (IM-COVER-03)
            grades = [word for word in TRAIT_FAMILIES[family] if word in words]
            if len(grades) < 2:
                continue
            mild, grave = grades[0], grades[-1]
            edit = ("set_traits", {"zones": [zone.id], "off": grades[:-1]})
            fields = {"zone": zone.label, "trait": mild, "other_trait": grave}
            fix = Fix(f"Keep {grave}", (edit,))
            yield Found(check="L23", grade="error", at=at(zone.id), fields=fields, fix=fix)


def too_dark(layout: Layout) -> Iterator[Found]:
    """L24."""
    n = len(layout.zone_ids)
    blind = [z for z in layout.zone_ids if {"dark", "heavily obscured"} & set(layout.words(z))]
    if n == 0 or percent(len(blind), n) <= 50:
        return
    for side in (HEROES, *layout.foes):
        folk = [person for person in layout.folk if person.side == side]
        shooters = [person for person in folk if _relies_on_ranged(person)]
        if folk and len(shooters) * 2 >= len(folk):
            fields = {"share": percent(len(blind), n), "side": layout.side_label(side)}
            yield Found(check="L24", grade="warning", at=at(*blind), fields=fields)


def _relies_on_ranged(person: Person) -> bool:
    figures = person.profile.imperium
    attacks = figures.attacks if figures is not None and figures.attacks else {}
    best = max(attacks.values(), key=lambda each: each.damage, default=None)
    return best is not None and best.kind == "ranged"


def difficult_ground(layout: Layout) -> Iterator[Found]:
    """L25."""
    n = len(layout.zone_ids)
    hard = layout.difficult
    start = next(iter(layout.party), None)
    around = layout.both_ways[start] if start is not None else ()
    walled = bool(around) and all(zone in hard for zone in around)
    if n >= 3 and (3 * len(hard) > n or walled):
        near = sum(zone in hard for zone in around)
        fields = {
            "share": percent(len(hard), n), "near": near,
            "zone": layout.label(start) if start is not None else "",
        }  # fmt: skip
        yield Found(check="L25", grade="warning", at=at(*sorted(hard)), fields=fields)


def nobody_it_touches(layout: Layout) -> Iterator[Found]:
    """L26, for warp-touched zones."""
    touched = [
        zone
        for zone in layout.zones.values()
        if any(trait.word == "warp-touched" for trait in zone.traits)
    ]
    if not touched or any(map(_is_psyker, layout.kinds.values())):
        return
    for zone in touched:
        edit = ("set_traits", {"zones": [zone.id], "off": ["warp-touched"]})
        fields = {"zone": zone.label, "trait": "warp-touched"}
        fix = Fix("Take warp-touched off", (edit,))
        yield Found(check="L26", grade="hint", at=at(zone.id), fields=fields, fix=fix)


def _is_psyker(profile: Profile) -> bool:
    figures = profile.imperium
    skills = figures.skills if figures is not None and figures.skills else {}
    return any(skill.startswith("psychic mastery") for skill in skills)


def many_hazards(layout: Layout) -> Iterator[Found]:
    """L30."""
    n, hazards = len(layout.zone_ids), layout.hazards
    if n >= 3 and 3 * len(hazards) > n:
        fields = {"share": percent(len(hazards), n)}
        yield Found(check="L30", grade="warning", at=at(*hazards), fields=fields)


def deadly_ways(layout: Layout) -> Iterator[Found]:
    """L31: an error on the only way to the goal, else a warning."""
    weakest = min(layout.heroes, key=_can_take, default=None)
    reached = layout.walk(layout.party)
    for zone, word in layout.hazards.items():
        damage = HAZARD_DAMAGE[word]
        if weakest is None or zone not in reached or zone in layout.party:
            continue
        if _can_take(weakest) > damage:
            continue
        around = layout.walk(layout.party, around=[zone])
        only = [goal for goal in layout.goals if goal in reached and goal not in around]
        on_a_short_way = zone in _on_short_ways(layout)
        if only or on_a_short_way:
            fields = {
                "zone": layout.label(zone), "damage": damage, "fighter": weakest.name,
                "wounds": _can_take(weakest),
            }  # fmt: skip
            places = (*at(zone), Where("fighter", weakest.id))
            grade: Grade = "error" if only else "warning"
            yield Found(check="L31", grade=grade, at=places, fields=fields)


def _can_take(person: Person) -> int:
    figures = person.profile.imperium
    most = figures.wounds if figures is not None else None
    return (ORDINARY_WOUNDS if most is None else most) - person.starts.wounds


def starts_in_a_hazard(layout: Layout) -> Iterator[Found]:
    """L32; an ambush is muted, or tagged `ambush`."""
    hazards, where, labels = layout.hazards, layout.where, layout.labels
    told: set[tuple[str, ZoneId]] = set()
    for person in [each for each in layout.folk if where[each.id] in hazards]:
        zone = where[person.id]
        if zone is None or _is_tagged(layout, person, zone):
            continue
        if person.group is None:
            who, name = Where("fighter", person.id), person.name
        else:
            who, name = Where("group", person.group), f"Group {layout.groups[person.group].label}"
        if (who.id, zone) not in told:
            told.add((who.id, zone))
            yield _in_a_hazard(who, name, zone, labels[zone])


@lru_cache(maxsize=1024)
def _in_a_hazard(who: Where, name: str, zone: ZoneId, label: str) -> Found:
    places = (who, *at(zone))
    return Found(check="L32", grade="error", at=places, fields={"fighter": name, "zone": label})


def _is_tagged(layout: Layout, person: Person, zone: ZoneId) -> bool:
    fighter = layout.fighters.get(person.id)
    group = layout.groups.get(person.group) if person.group is not None else None
    tags = fighter.tags if fighter else group.tags if group else ()
    return "ambush" in (*tags, *layout.tags[zone])


def unsigned(layout: Layout) -> Iterator[Found]:
    """L33."""
    for zone in layout.zones.values():
        for trait in zone.traits:
            if family_of(trait.word) == "hazard" and not trait.sign and not trait.secret:
                yield Found(
                    check="L33", grade="warning", at=at(zone.id), fields={"zone": zone.label}
                )


def useless_hazards(layout: Layout) -> Iterator[Found]:
    """L34: neither a way round, nor a switch, nor foes to use it on."""
    switched = {
        zone for effect in layout.effects if isinstance(effect, ClearTrait) for zone in effect.off
    }
    party, beside, foes = layout.party, layout.both_ways, set(layout.foe_starts)
    reached = layout.walk(party)
    for zone in layout.hazards:
        if zone in switched or zone not in reached or zone in party:
            continue
        around = layout.walk(party, around=[zone])
        if len(around) < len(reached) - 1 and foes.isdisjoint(beside[zone]):
            fields = {"zone": layout.label(zone)}
            yield Found(check="L34", grade="hint", at=at(zone), fields=fields)


def double_bite(layout: Layout) -> Iterator[Found]:
    """L35: shown where somebody slow may be caught in it for two moments."""
    slow = any(
        profile.imperium is not None and profile.imperium.speed == "slow"
        for profile in layout.kinds.values()
    )
    for zone, word in layout.hazards.items():
        if slow or zone in layout.difficult:
            fields = {"zone": layout.label(zone), "damage": 2 * HAZARD_DAMAGE[word]}
            yield Found(check="L35", grade="hint", at=at(zone), fields=fields)


CHECKS = (
    trait_coverage, different_traits, one_everywhere, dead_zones, cover_at_the_start,
    contradictions, too_dark, difficult_ground, nobody_it_touches, many_hazards, deadly_ways,
    starts_in_a_hazard, unsigned, useless_hazards, double_bite,
)  # fmt: skip
