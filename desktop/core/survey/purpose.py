"""Checks of features, barriers, goal, time and change (L36 to L45)."""

from collections.abc import Collection, Iterator
from itertools import chain

from desktop.core.model.board import Link
from desktop.core.model.edits.things import label_of
from desktop.core.model.encounter import HEROES
from desktop.core.model.moments import Bring, Moment
from desktop.core.model.profile import ImperiumFigures
from desktop.core.model.words import BUILDS_ON, LinkId, ZoneId
from desktop.core.survey.issue import Found, Where, graded
from desktop.core.survey.layout import Layout
from desktop.core.survey.places import picked
from desktop.core.survey.shape import at

HARD = 35
"""The chance in percent below which a barrier holds somebody up for rounds."""


def features(layout: Layout) -> Iterator[Found]:
    """L36; advice only (IM-FEATURE-03)."""
    n = len(layout.features)
    if len(layout.zone_ids) >= 2 and not 1 <= n <= 6:
        yield Found(check="L36", grade="hint", fields={"n": n})


def soft_lock(layout: Layout) -> Iterator[Found]:
    """L37: barriers on all ways to the goal that the party will hardly pass."""
    if "barrier" not in layout.link_kinds.column or not layout.party:
        return
    chances = {
        link.id: _chance(layout, link) for link in layout.links.values() if link.kind == "barrier"
    }
    hard = {link: chance for link, chance in chances.items() if chance < HARD}
    free = _without(layout, hard)
    for goal in layout.goals:
        if goal in free or goal not in layout.reached:
            continue
        fields = {"zone": layout.label(goal), "chance": max(hard.values())}
        places = (*at(goal), *(Where("link", link) for link in hard))
        yield Found(check="L37", grade="warning", at=places, fields=fields)


def _without(layout: Layout, shut: Collection[LinkId]) -> set[ZoneId]:
    """Return what the party reaches without passing some links."""
    reached = list(dict.fromkeys(layout.party))
    for zone in reached:
        for way in layout.place.ways(zone, "plan"):
            if way.link.id not in shut and way.to not in reached:
                reached.append(way.to)
    return set(reached)


def _chance(layout: Layout, link: Link) -> int:
    """Return the party's best chance in percent; 01 to 05 always pass, 96 to 00 never."""
    if link.test is None or not link.test.skill:
        return 100
    skill = link.test.skill.casefold()
    kinds = [profile for (side, _), profile in layout.kinds.items() if side == HEROES]
    best = max((_figure(profile.imperium, skill) for profile in kinds), default=0)
    return min(95, max(5, best + link.test.difficulty))


def _figure(figures: ImperiumFigures | None, skill: str) -> int:
    """Return what a Test starts from: the specialisation, the skill or the characteristic."""
    if figures is None:
        return 0
    skills = {name.casefold(): value for name, value in (figures.skills or {}).items()}
    plain = skill.partition(" (")[0]
    under = (figures.characteristics or {}).get(BUILDS_ON.get(plain, plain), 0)
    return skills.get(skill, skills.get(plain, under))


def only_killing(layout: Layout) -> Iterator[Found]:
    """L38."""
    goal = layout.goal
    if goal is None or not goal.text:
        yield Found(check="L38", grade="hint", fields={})


def way_to_the_goal(layout: Layout) -> Iterator[Found]:
    """L39."""
    reached = layout.reached
    for goal in layout.goals:
        moves = reached.moves(goal)
        if moves is not None and (moves <= 1 or moves > 4):
            grade = graded(grave=moves > 4)
            fields = {"zone": layout.label(goal), "moves": moves}
            yield Found(check="L39", grade=grade, at=at(goal), fields=fields)


def time_limit(layout: Layout) -> Iterator[Found]:
    """L40; a goal with a last round is a clock."""
    clocks, goal = layout.clocks.values(), layout.goal
    rounds = [clock.size - clock.filled for clock in clocks if clock.ticks.point != "by hand"]
    if goal is not None and goal.by_round is not None:
        rounds.append(goal.by_round)
    by_hand = [clock for clock in clocks if clock.ticks.point == "by hand"]
    if by_hand and not rounds:
        return
    if not rounds or not 3 <= max(rounds) <= 8:
        fields = {"rounds": max(rounds, default=0)}
        places = tuple(Where("clock", clock.id) for clock in clocks)
        yield Found(check="L40", grade="hint", at=places, fields=fields)


def not_written(layout: Layout) -> Iterator[Found]:
    """L41."""
    goal = layout.goal
    if goal is None or not goal.text:
        return
    wanted = {"partial success": goal.partial, "failure": goal.failure, "what ends it": goal.ends}
    missing = [what for what, text in wanted.items() if not text]
    if missing:
        yield Found(check="L41", grade="hint", fields={"missing": ", ".join(missing)})


def break_points(layout: Layout) -> Iterator[Found]:
    """L42; a Resolve in somebody's figures is a break point too."""
    for side in layout.foes:
        own = layout.sides.get(side)
        resolute = any(
            whose == side and profile.imperium is not None and profile.imperium.resolve is not None
            for (whose, _), profile in layout.kinds.items()
        )
        if not resolute and not (own is not None and own.break_point):
            fields = {"side": layout.side_label(side)}
            yield Found(check="L42", grade="hint", at=(Where("side", side),), fields=fields)


def change(layout: Layout) -> Iterator[Found]:
    """L43."""
    switches = sum(bool(each.effects) for each in layout.features.values())
    cues, clocks = layout.cues.values(), layout.clocks.values()
    soon = sum(_by_round_three(cue.when) for cue in cues)
    soon += sum(clock.size - clock.filled <= 3 for clock in clocks if clock.full)
    anything = switches + len(cues) + sum(bool(clock.full) for clock in clocks)
    if switches or soon:
        return
    yield Found(check="L43", grade=graded(grave=not anything), fields={})


def _by_round_three(when: Moment) -> bool:
    if when.point in ("start of round", "end of round", "end phase"):
        return when.number is None or when.number <= 3
    return when.point in ("entering", "leaving")


def too_many_events(layout: Layout) -> Iterator[Found]:
    """L44."""
    starts: dict[int, int] = {}
    for cue in layout.cues.values():
        if cue.when.number is not None:
            starts[cue.when.number] = starts.get(cue.when.number, 0) + 1
    described = layout.own_traits
    used = chain.from_iterable(layout.words_laid.values()) if described else ()
    own = len(set(described).intersection(used))
    n = max(starts.values(), default=0) + own
    if n > 3:
        yield Found(check="L44", grade="warning", fields={"n": n})


def unannounced(layout: Layout) -> Iterator[Found]:
    """L45; a cue with a text announces what it brings."""
    if not layout.cues:
        return
    near = {zone for start in layout.party for zone in (start, *layout.graph.beside(start))}
    heroes = set(picked(layout.crew.ids.names, layout.heroes))
    for cue in layout.cues.values():
        for effect in cue.do:
            if not isinstance(effect, Bring) or effect.at not in near or cue.text:
                continue
            zone = ZoneId(str(effect.at))
            for each in effect.bring:
                if each not in heroes:
                    fields = {
                        "fighter": label_of(layout.encounter, each), "zone": layout.label(zone),
                        "side": layout.side_label(HEROES),
                    }  # fmt: skip
                    places = (Where("cue", cue.id), *at(zone))
                    yield Found(check="L45", grade="warning", at=places, fields=fields)


CHECKS = (
    features, soft_lock, only_killing, way_to_the_goal, time_limit, not_written, break_points,
    change, too_many_events, unannounced,
)  # fmt: skip
