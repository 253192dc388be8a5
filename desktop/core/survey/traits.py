"""Checks of traits and hazards (L18 to L26, L30 to L35)."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache, reduce
from itertools import chain, compress, filterfalse, islice
from operator import or_

from desktop.core.model.board import Zone
from desktop.core.model.encounter import HEROES, Person
from desktop.core.model.moments import ClearTrait
from desktop.core.model.profile import Profile
from desktop.core.model.words import TRAIT_FAMILIES, FighterId, SideId, TraitWord, ZoneId, family_of
from desktop.core.rules.catalogue import Grade
from desktop.core.rules.traits import ONE_GRADE
from desktop.core.survey.facts import each_of, fact
from desktop.core.survey.issue import Fix, Found, Where, graded
from desktop.core.survey.layout import Layout, percent
from desktop.core.survey.places import picked
from desktop.core.survey.shape import at
from desktop.core.survey.zoned import HAZARD_DAMAGE

ORDINARY_WOUNDS = 12
"""What an ordinary human can take, for a fighter whose profile does not say."""


def trait_coverage(layout: Layout) -> Iterator[Found]:
    """L18; a map without any trait gets one hint, one trait is enough (IM-ZONES-12)."""
    n = len(layout.zone_ids)
    if n < 2:
        return
    dressed = len(layout.all_words)
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
            sheltered = any(marks.sheltered for marks in layout.marks.values())
            edits = (
                ("set_traits", {"zones": list(layout.zone_ids), "off": [word]}),
                ("set_traits", {"add": [word]}),
            )
            fix = None if sheltered else Fix(f"Make {word} a trait of the board", edits)
            fields = {"trait": word, "share": percent(many, n)}
            yield Found(check="L20", grade="hint", fields=fields, fix=fix)


def dead_zones(layout: Layout) -> Iterator[Found]:
    """L21."""
    n = len(layout.zone_ids)
    if n < 3:
        return
    alive = _on_short_ways(layout).union(layout.manned_zones, layout.with_feature)
    dead = list(filterfalse(alive.__contains__, _plain(layout)))
    grade, labels = graded(grave=percent(len(dead), n) > 20), layout.labels.by_id
    for zone in dead:
        yield _dead(zone, labels[zone], grade)


@lru_cache(maxsize=1024)
def _dead(zone: ZoneId, label: str, grade: Grade) -> Found:
    return Found(check="L21", grade=grade, at=at(zone), fields={"zone": label})


@fact
def _plain(layout: Layout) -> tuple[ZoneId, ...]:
    """The zones without traits that are neither a start nor an exit nor a goal nor scenery."""
    other = _with_a_mark(layout).union(layout.all_words)
    return tuple(filterfalse(other.__contains__, layout.zone_ids))


@fact
def _with_a_mark(layout: Layout) -> frozenset[ZoneId]:
    """The zones that are a start, an exit, a goal or scenery."""
    return frozenset(
        zone
        for zone, marks in layout.marks.items()
        if marks.exit or marks.goal or marks.start or marks.scenery
    )


@fact
def _on_short_ways(layout: Layout) -> frozenset[ZoneId]:
    """Zones on a shortest way from the party's start to the goal, or else to the foes."""
    return layout.graph.on_short_ways(layout.party, layout.goals or layout.foe_starts)


def cover_at_the_start(layout: Layout) -> Iterator[Found]:
    """L22."""
    if len(layout.zone_ids) < 3:
        return
    (near, far), labels = _cover(layout), layout.labels.by_id
    for side in (HEROES, *layout.foes):
        side_label = layout.side_label(side)
        for start in filterfalse(near.__contains__, layout.starts_of(side)):
            yield _uncovered(start, labels[start], side_label, far.get(start))


@fact
def _cover(layout: Layout) -> tuple[frozenset[ZoneId], dict[ZoneId, int]]:
    """The zones from which cover is at most a move away, and the moves from the others."""
    cover = layout.graph.walk_back(layout.covered)
    return layout.graph.zones(cover.within(1)), cover.beyond(1)


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


@fact
def _blind(layout: Layout) -> tuple[ZoneId, ...]:
    """The zones that nobody sees into."""
    words = layout.all_words
    return tuple([zone for zone, each in words.items() if not BLINDING.isdisjoint(each)])


def too_dark(layout: Layout) -> Iterator[Found]:
    """L24."""
    n = len(layout.zone_ids)
    blind = _blind(layout)
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
    shoot = [kind for kind, profile in layout.kinds.items() if _relies_on_ranged(profile)]
    shooters = layout.those_of(shoot)
    return {
        side: (those.bit_count(), (those & shooters).bit_count())
        for side, those in layout.of_side.items()
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
    around = layout.graph.beside(start) if start is not None else frozenset()
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
    weakest = _weakest(layout)
    if weakest is None or not layout.hazards:
        return
    who, wounds = weakest
    graph, reached = layout.graph, layout.reached
    for zone, word in layout.hazards.items():
        damage = HAZARD_DAMAGE[word]
        if wounds > damage or zone not in reached or zone in layout.party:
            continue
        goals = [goal for goal in layout.goals if goal in reached]
        only = []
        if goals and graph.may_part(zone):
            around = graph.walk(layout.party, around=(zone,))
            only = [goal for goal in goals if goal not in around]
        on_a_short_way = zone in _on_short_ways(layout)
        if only or on_a_short_way:
            fields = {
                "zone": layout.label(zone), "damage": damage, "fighter": layout.people[who].name,
                "wounds": wounds,
            }  # fmt: skip
            places = (*at(zone), Where("fighter", who))
            grade: Grade = "error" if only else "warning"
            yield Found(check="L31", grade=grade, at=places, fields=fields)


@fact
def _weakest(layout: Layout) -> tuple[FighterId, int] | None:
    """The first of the heroes who can take the least, and how much that is."""
    wounds, heroes = _can_take(layout), layout.heroes
    if not heroes:
        return None
    taken = list(picked(wounds.column, heroes))
    least = min(taken)
    return next(islice(picked(wounds.ids.names, heroes), taken.index(least), None)), least


@each_of(Layout.crew)
def _can_take(_layout: Layout) -> Callable[[Person], int]:
    """What everyone can take."""
    return _wounds_left


def _wounds_left(person: Person) -> int:
    figures = person.profile.imperium
    most = figures.wounds if figures is not None else None
    return (ORDINARY_WOUNDS if most is None else most) - person.starts.wounds


def starts_in_a_hazard(layout: Layout) -> Iterator[Found]:
    """L32; an ambush is muted, or tagged `ambush`."""
    caught, labels = _caught(layout), layout.labels.by_id
    if not caught:
        return
    told: set[tuple[str, ZoneId]] = set()
    fighters, groups, crew, where = layout.fighters, layout.groups, layout.crew, layout.where
    for person, zone in zip(picked(crew.column, caught), picked(where.column, caught), strict=True):
        group = person.group
        own = fighters[person.id] if group is None else groups[group]
        if zone is None or "ambush" in own.tags or (own.id, zone) in told:
            continue
        told.add((own.id, zone))
        if group is None:
            yield _in_a_hazard("fighter", own.id, person.name, zone, labels[zone])
        else:
            yield _in_a_hazard("group", own.id, f"Group {own.label}", zone, labels[zone])


@fact
def _caught(layout: Layout) -> int:
    """The places of those who start in a hazard that is no ambush."""
    marks, in_zone = layout.marks, layout.in_zone
    ambush = {zone for zone, own in marks.items() if "ambush" in own.tags}
    return reduce(or_, (in_zone.get(zone, 0) for zone in layout.hazards if zone not in ambush), 0)


@lru_cache(maxsize=1024)
def _in_a_hazard(kind: str, who: str, name: str, zone: ZoneId, label: str) -> Found:
    places = (Where(kind, who), *at(zone))
    return Found(check="L32", grade="error", at=places, fields={"fighter": name, "zone": label})


def unsigned(layout: Layout) -> Iterator[Found]:
    """L33."""
    without, labels = _without_sign(layout), layout.labels.by_id
    for zone, many in compress(without.pairs(), without.column):
        yield from many * (_unsigned(zone, labels[zone]),)


@lru_cache(maxsize=1024)
def _unsigned(zone: ZoneId, label: str) -> Found:
    return Found(check="L33", grade="warning", at=at(zone), fields={"zone": label})


@each_of(Layout.every_zone)
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
    party, foes = frozenset(layout.party), set(layout.foe_starts)
    reached, graph = layout.reached, layout.graph
    for zone in layout.hazards:
        if zone in switched or zone not in reached or zone in party or not graph.may_part(zone):
            continue
        if not foes.isdisjoint(graph.beside(zone)):
            continue
        around = graph.walk(layout.party, around=(zone,))
        if around.all.bit_count() < reached.all.bit_count() - 1:
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
