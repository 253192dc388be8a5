"""Checks of traits and hazards (L18 to L26, L30 to L35)."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain, compress

from desktop.core.model.board import Zone
from desktop.core.model.encounter import HEROES, Person
from desktop.core.model.moments import ClearTrait
from desktop.core.model.profile import Profile
from desktop.core.model.words import TRAIT_FAMILIES, SideId, TraitWord, ZoneId, family_of
from desktop.core.rules.catalogue import Grade
from desktop.core.rules.traits import ONE_GRADE
from desktop.core.survey.facts import each_of, fact
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
    dressed = sum(map(bool, layout.all_words.values()))
    if dressed == 0 or percent(dressed, n) > 90:
        yield Found(check="L18", grade="hint", fields={"share": percent(dressed, n)})


def different_traits(layout: Layout) -> Iterator[Found]:
    """L19; few traits are the business of L18."""
    kinds = set(chain.from_iterable(layout.all_words.values()))
    if len(kinds) > 6:
        yield Found(check="L19", grade="warning", fields={"n": len(kinds)})


@fact
def _how_many(layout: Layout) -> dict[TraitWord, int]:
    """How many zones have each trait of their own."""
    return Counter(chain.from_iterable(layout.words_laid.values()))


def one_everywhere(layout: Layout) -> Iterator[Found]:
    """L20."""
    n = len(layout.zone_ids)
    if n < 5:
        return
    count = _how_many(layout)
    for word, many in count.items():
        if percent(many, n) > 60:
            ids = [zone for zone, marks in layout.marks.items() if not marks.sheltered]
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
    alive = {*_on_short_ways(layout), *layout.manned_zones, *layout.with_feature}
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
    marked = _with_a_mark(layout)
    return tuple(
        zone for zone, words in layout.all_words.items() if not words and zone not in marked
    )


@fact
def _with_a_mark(layout: Layout) -> frozenset[ZoneId]:
    """The zones that are a start, an exit, a goal or scenery."""
    return frozenset(
        zone
        for zone, marks in layout.marks.items()
        if marks.exit or marks.goal or marks.start or marks.scenery
    )


@fact
def _on_short_ways(layout: Layout) -> set[ZoneId]:
    """Zones on a shortest way from the party's start to the goal, or else to the foes."""
    there, back = layout.reached, layout.graph.back_ways
    used = {end for end in layout.goals or layout.foe_starts if end in there}
    waiting = [end for end in used if there[end]]
    for zone in waiting:
        nearer = there[zone] - 1
        for other in back[zone]:
            if other not in used and there.get(other) == nearer:
                used.add(other)
                waiting.append(other)
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
    for zone, words in layout.words_laid.items():
        if len(words) < 2:
            continue
        for family in ONE_GRADE:  # several covers are allowed (IM-COVER-03)
            grades = [word for word in TRAIT_FAMILIES[family] if word in words]
            if len(grades) < 2:
                continue
            mild, grave = grades[0], grades[-1]
            edit = ("set_traits", {"zones": [zone], "off": grades[:-1]})
            fields = {"zone": layout.label(zone), "trait": mild, "other_trait": grave}
            fix = Fix(f"Keep {grave}", (edit,))
            yield Found(check="L23", grade="error", at=at(zone), fields=fields, fix=fix)


BLINDING = frozenset(("dark", "heavily obscured"))


def too_dark(layout: Layout) -> Iterator[Found]:
    """L24."""
    n = len(layout.zone_ids)
    blind = [zone for zone, words in layout.all_words.items() if not BLINDING.isdisjoint(words)]
    if n == 0 or percent(len(blind), n) <= 50:
        return
    for side in (HEROES, *layout.foes):
        many, shooters = _shooting(layout).get(side, (0, 0))
        if many and shooters * 2 >= many:
            fields = {"share": percent(len(blind), n), "side": layout.side_label(side)}
            yield Found(check="L24", grade="warning", at=at(*blind), fields=fields)


@fact
def _shooting(layout: Layout) -> dict[SideId, tuple[int, int]]:
    """How many each side has, and how many of them rely on shooting."""
    shoots = {key: _relies_on_ranged(profile) for (_, key), profile in layout.kinds.items()}
    of_all = [shoots[id(profile)] for profile in layout.profile_of.values()]
    return {
        side: (sum(members), sum(compress(of_all, members)))
        for side, members in layout.members.items()
    }


def _relies_on_ranged(profile: Profile) -> bool:
    figures = profile.imperium
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
    """L26: warp-touched zones without a psyker, a sky without a flyer."""
    touched = [zone for zone, words in layout.words_laid.items() if "warp-touched" in words]
    if touched and not any(map(_is_psyker, layout.kinds.values())):
        for zone in touched:
            edit = ("set_traits", {"zones": [zone], "off": ["warp-touched"]})
            fields = {"zone": layout.label(zone), "trait": "warp-touched", "has": "is a psyker"}
            fix = Fix("Take warp-touched off", (edit,))
            yield Found(check="L26", grade="hint", at=at(zone), fields=fields, fix=fix)
    skies = [zone for zone, marks in layout.marks.items() if marks.sky]
    if skies and all(profile.flies is None for profile in layout.kinds.values()):
        for zone in skies:
            fields = {"zone": layout.label(zone), "trait": "open air", "has": "flies"}
            yield Found(check="L26", grade="hint", at=at(zone), fields=fields)


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
    can_take = _can_take(layout)
    weakest = min(layout.heroes, key=can_take.__getitem__, default=None)
    if weakest is None:
        return
    reached = layout.reached
    for zone, word in layout.hazards.items():
        damage = HAZARD_DAMAGE[word]
        if can_take[weakest] > damage or zone not in reached or zone in layout.party:
            continue
        around = layout.walk(layout.party, around=[zone])
        only = [goal for goal in layout.goals if goal in reached and goal not in around]
        on_a_short_way = zone in _on_short_ways(layout)
        if only or on_a_short_way:
            fields = {
                "zone": layout.label(zone), "damage": damage, "fighter": layout.name_of[weakest],
                "wounds": can_take[weakest],
            }  # fmt: skip
            places = (*at(zone), Where("fighter", weakest))
            grade: Grade = "error" if only else "warning"
            yield Found(check="L31", grade=grade, at=places, fields=fields)


@each_of(Layout.people)
def _can_take(_layout: Layout) -> Callable[[Person], int]:
    """What everyone can take."""
    return _wounds_left


def _wounds_left(person: Person) -> int:
    figures = person.profile.imperium
    most = figures.wounds if figures is not None else None
    return (ORDINARY_WOUNDS if most is None else most) - person.starts.wounds


def starts_in_a_hazard(layout: Layout) -> Iterator[Found]:
    """L32; an ambush is muted, or tagged `ambush`."""
    hazards, labels = layout.hazards, layout.labels
    caught = [(who, zone) for who, zone in layout.where.items() if zone in hazards]
    told: set[tuple[str, ZoneId]] = set()
    if not caught:
        return
    fighters, groups, people, marks = layout.fighters, layout.groups, layout.people, layout.marks
    for whom, zone in caught:
        person = people[whom]
        own = fighters[whom] if person.group is None else groups[person.group]
        if zone is None or "ambush" in own.tags or "ambush" in marks[zone].tags:
            continue
        if person.group is None:
            who, name = Where("fighter", whom), person.name
        else:
            who, name = Where("group", person.group), f"Group {own.label}"
        if (who.id, zone) not in told:
            told.add((who.id, zone))
            yield _in_a_hazard(who, name, zone, labels[zone])


@lru_cache(maxsize=1024)
def _in_a_hazard(who: Where, name: str, zone: ZoneId, label: str) -> Found:
    places = (who, *at(zone))
    return Found(check="L32", grade="error", at=places, fields={"fighter": name, "zone": label})


def unsigned(layout: Layout) -> Iterator[Found]:
    """L33."""
    for zone, many in _without_sign(layout).items():
        if many:
            yield from many * (_unsigned(zone, layout.label(zone)),)


@lru_cache(maxsize=1024)
def _unsigned(zone: ZoneId, label: str) -> Found:
    return Found(check="L33", grade="warning", at=at(zone), fields={"zone": label})


@each_of(Layout.zones)
def _without_sign(_layout: Layout) -> Callable[[Zone], int]:
    """How many hazards of each zone show in no way and are no secret."""
    return lambda zone: sum(
        family_of(trait.word) == "hazard" and not trait.sign and not trait.secret
        for trait in zone.traits
    )


def useless_hazards(layout: Layout) -> Iterator[Found]:
    """L34: neither a way round, nor a switch, nor foes to use it on."""
    switched = {
        zone for effect in layout.effects if isinstance(effect, ClearTrait) for zone in effect.off
    }
    party, beside, foes = frozenset(layout.party), layout.both_ways, set(layout.foe_starts)
    reached = layout.reached
    for zone in layout.hazards:
        if zone in switched or zone not in reached or zone in party:
            continue
        if not foes.isdisjoint(beside[zone]):
            continue
        around = layout.walk(layout.party, around=[zone])
        if len(around) < len(reached) - 1:
            fields = {"zone": layout.label(zone)}
            yield Found(check="L34", grade="hint", at=at(zone), fields=fields)


def double_bite(layout: Layout) -> Iterator[Found]:
    """L35: shown where somebody slow may be caught in it for two moments."""
    slow = any(
        profile.imperium is not None and profile.imperium.speed in ("none", "slow")
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
