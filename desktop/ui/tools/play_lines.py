"""What the right click in Play offers, as values: each line with what it does, or why not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from desktop.core.model.moments import Hide, Remove, Show
from desktop.core.model.words import At, FeatureId, FighterId, LevelId, LinkId, Square, ZoneId
from desktop.core.rules.actions import Action, Do, Put, TakeOver, Walk
from desktop.core.rules.book import Offer, Plan
from desktop.core.rules.knowledge import is_kept_from_players, is_known
from desktop.core.rules.labels import label_of
from desktop.core.rules.resolve import can_be_forced
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal
from desktop.core.rules.walk import planned
from desktop.ui.fight import Fight
from desktop.ui.menus.offers import (
    NOT_NOW,
    aimed_at,
    by_subject,
    foretold,
    gm_offers,
    offers_of,
    square_target,
    why_not,
)
from desktop.ui.session import Ref
from desktop.ui.tools.play_goal import goal_in
from desktop.ui.tools.play_way import crossings

WAYS = ("", "move", "run")
"""What a walk may be paid with: the least that does, or one of these."""


@dataclass(frozen=True, slots=True)
class Take:
    """Let an action happen at once."""

    action: Action


@dataclass(frozen=True, slots=True)
class Propose:
    """Let an action happen where it has no numbers, else show it first."""

    action: Action


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the window for something, about something."""

    verb: str
    about: object = None


Does = Take | Propose | Ask


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that can be done, or, with refusals, why it cannot."""

    says: str
    does: Does
    cost: str = ""
    refusals: tuple[Refusal, ...] = ()

    @property
    def all_the_same(self) -> Does | None:
        """What it does against its refusals; None where that cannot be."""
        if isinstance(self.does, Ask) or not can_be_forced(self.refusals):
            return None
        return replace(self.does, action=replace(self.does.action, forced=True))


@dataclass(frozen=True, slots=True)
class Head:
    """What the lines below are about."""

    says: str
    is_subject: bool = False
    """Whether it begins one part of several."""


@dataclass(frozen=True, slots=True)
class Below:
    """Lines behind another line."""

    says: str
    lines: tuple[Item, ...]
    not_now: bool = False
    """Whether none of them can be done, which this says for all."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Nothing, between what does not belong together."""


Item = Line | Head | Below | Gap
GAP = Gap()


class Offered:
    """What can be done in a fight, with whoever acts and by the GM."""

    def __init__(self, fight: Fight) -> None:
        self._fight = fight

    @property
    def _state(self) -> CombatState:
        return self._fight.state

    @property
    def _actor(self) -> FighterId | None:
        return self._state.actor

    def at(
        self,
        who: FighterId | None,
        under: Sequence[Ref],
        square: Square,
        level: LevelId,
        beyond: ZoneId | None = None,
    ) -> Iterator[Item]:
        """Yield what can be done at a place: with whoever stands there, or what lies on top.

        Under the mark of a link lies the door that one may have meant. `beyond` is where
        the stairs or ladder leads that lies on top.
        """
        top = next(iter(under), None)
        if who is not None:
            yield from self.with_fighter(who)
            yield GAP
            yield Line("Wounds…", Ask("fight.wounds"))
            yield Line("Conditions…", Ask("fight.conditions"))
        elif top is not None and top.kind in ("feature", "link", "door"):
            yield from self._with_things(top, under, beyond)
        else:
            yield from self.with_place(square, level)

    # Somebody

    def with_fighter(self, who: FighterId) -> Iterator[Item]:
        """Yield what whoever acts can do with somebody, and what the GM can."""
        state, actor = self._state, self._actor
        yield Head(label_of(state, who))
        if actor is not None and actor != who:
            offers = offers_of(self._fight, actor)
            foe = state.against(actor, who)
            wanted = ("foe", "fighter") if foe else ("fighter",)
            yield from self._lines(each for each in offers if each.beside == who)
            yield from self._aimed((each for each in offers if each.wants in wanted), who)
            if not foe:
                foes = (each for each in offers if each.wants == "foe")
                yield Below("As a foe", tuple(self._aimed(foes, who)))
            yield GAP
            says = f"{label_of(state, who)} acts now, in turn or out of it"
            yield Line(says, Take(TakeOver(who=who)))
        elif actor is not None:
            yield from self._own(actor)
        yield GAP
        yield from self._by_the_gm(who)

    def _aimed(self, offers: Iterable[Offer], who: FighterId) -> Iterator[Item]:
        """Yield what can be done with somebody, and behind a line what cannot just now."""
        lines = [self._line(offer, offer.aimed(who)) for offer in offers if offer.aimed is not None]
        yield from (line for line in lines if not line.refusals)
        refused = tuple(line for line in lines if line.refusals)
        if refused:
            yield Below(NOT_NOW, refused, not_now=True)

    def _by_the_gm(self, who: FighterId) -> Iterator[Item]:
        if not is_known(self._state, who):
            yield Line("Show to the players", Take(Do(effects=(Show(show=(who,)),))))
        if not is_kept_from_players(self._state, who):
            yield Line("Hide from the players", Take(Do(effects=(Hide(hide=(who,)),))))
        yield Line("Take off the board", Take(Do(effects=(Remove(remove=(who,)),))))

    def _own(self, actor: FighterId) -> Iterator[Item]:
        """Yield what somebody can do without a target."""
        own = [each for each in offers_of(self._fight, actor) if each.action is not None]
        for subject, several in by_subject(own):
            yield Head(subject, is_subject=True)
            yield from self._lines(several)

    # A place

    def with_place(self, square: Square, level: LevelId) -> Iterator[Item]:
        """Yield the ways to a zone or square, and putting somebody there."""
        zone = self._state.place.zone_at(level, square)
        yield Head(f"{square.x}, {square.y}" if zone is None else label_of(self._state, zone))
        if self._actor is not None:
            yield from self._from_here(self._actor, zone, square, level)
        lets = [
            self._line(offer, offer.aimed(square_target(square, level)))
            for offer in gm_offers(self._fight)
            if offer.wants == "square" and offer.aimed is not None
        ]
        if lets:
            yield Below("The GM lets", tuple(lets))
        if zone is not None:
            yield from self._change(Ref("zone", zone))

    def _from_here(
        self, actor: FighterId, zone: ZoneId | None, square: Square, level: LevelId
    ) -> Iterator[Item]:
        """Yield what whoever acts can do with a place."""
        state = self._state
        to: At = square
        if zone is not None and not self._fight.book.space.on_squares:
            inside = zone == state.zone_of(actor)
            to = zone if inside else goal_in(state, actor, zone, square, level)
        ways = self._ways(actor, to, None if to == zone else level)
        yield from _ways_told(ways)
        if zone is not None:
            yield from self._lines(crossings(self._fight, actor, zone))
        yield from self._at_square(actor, square, level, [plan for _, plan in ways])
        for offer in offers_of(self._fight, actor):
            if offer.wants == "zone" and offer.aimed is not None and zone is not None:
                action = offer.aimed(zone)
                if not isinstance(action, Walk):
                    yield self._line(offer, action)
        yield GAP
        name = label_of(state, actor)
        yield Line(f"Put {name} here, no rules", Take(Put(who=actor, at=square, level=level)))
        yield Below(f"{name} may also", tuple(self._own(actor)))

    def _ways(self, actor: FighterId, to: At, level: LevelId | None) -> list[tuple[Walk, Plan]]:
        """Return going somewhere, once for every price that it can be had for."""
        ways: dict[tuple[str, str], tuple[Walk, Plan]] = {}
        for pay in WAYS[:1] if self._fight.book.space.walks_in_gaits else WAYS:
            walk = Walk(who=actor, to=to, level=level, pay=pay)
            plan = planned(self._fight.book, self._state, walk)
            ways.setdefault((plan.pay, plan.says), (walk, plan))
        return list(ways.values())

    def _at_square(
        self, actor: FighterId, square: Square, level: LevelId, said: list[Plan]
    ) -> Iterator[Line]:
        """Yield what wants a square, at this one: other gaits, a leap, a climb.

        `said` are the ways that are offered already; what stops one stops the others alike.
        """
        for offer in offers_of(self._fight, actor):
            action = aimed_at(offer, square_target(square, level))
            if offer.wants != "square" or action is None:
                continue
            if isinstance(action, Walk):
                plan = planned(self._fight.book, self._state, action)
                alike = plan.refusals and any(each.refusals == plan.refusals for each in said)
                if not alike and all(each.says != plan.says for each in said):
                    said.append(plan)
                    yield _way(action, plan)
            else:
                says = foretold(self._fight, action) or offer.says
                yield self._line(replace(offer, says=says), action)

    # A thing

    def _with_things(self, top: Ref, under: Sequence[Ref], beyond: ZoneId | None) -> Iterator[Item]:
        if beyond is not None and self._actor is not None:
            yield Head(label_of(self._state, beyond))
            yield from _ways_told(self._ways(self._actor, beyond, None))
            yield GAP
        links = self._state.encounter.board.links
        through = links[LinkId(top.id)].through if top.kind == "link" else ""
        for door in under:
            if top.kind == "link" and door.kind == "door" and door.id != through:
                yield from self.with_thing(door)
                yield GAP
        yield from self.with_thing(top)

    def with_thing(self, thing: Ref) -> Iterator[Item]:
        """Yield what can be done with a feature, a door, or a link and what that leads through."""
        board = self._state.encounter.board
        through = board.links[LinkId(thing.id)].through if thing.kind == "link" else None
        if through in board.doors:
            yield from self.with_thing(Ref("door", str(through)))
            yield GAP
        yield Head(label_of(self._state, thing.id))
        offers = offers_of(self._fight, self._actor, far=True)
        own = [each for each in offers if each.action and thing.id in each.action.named]
        yield from self._lines(own)
        does_more = thing.kind != "feature" or board.features[FeatureId(thing.id)].used
        for offer in offers:
            if offer.key == "use" and own and not does_more:
                continue  # its rules say how it is used
            if offer.wants == thing.kind and offer.aimed is not None:
                yield self._line(offer, offer.aimed(thing.id))
        yield GAP
        yield from self._lines(
            each
            for each in gm_offers(self._fight)
            if each.action is not None and thing.id in each.action.named
        )
        if thing.kind == "feature":
            yield from self._of_feature(FeatureId(thing.id))
        else:
            yield from self._change(thing)

    def _of_feature(self, feature: FeatureId) -> Iterator[Line]:
        used = self._state.encounter.board.features[feature].used
        if used:
            does = Do(effects=used, source=label_of(self._state, feature))
            yield Line("Let it do its work now", Take(does))
        says = "Change what it does…" if used else "Say what it does…"
        yield Line(says, Ask("feature.describe", feature))

    def _change(self, ref: Ref) -> Iterator[Item]:
        """Yield changing the place, beginning with a thing."""
        yield GAP
        yield Line("Change the place…", Ask("place.change", ref))

    # Lines

    def _line(self, offer: Offer, action: Action) -> Line:
        return Line(offer.says, Propose(action), offer.cost, why_not(self._fight, action))

    def _lines(self, offers: Iterable[Offer]) -> Iterator[Line]:
        """Yield those that need no target."""
        return (self._line(each, each.action) for each in offers if each.action is not None)


def _ways_told(ways: Sequence[tuple[Walk, Plan]]) -> Iterator[Line]:
    """Yield ways; those that are said alike say what they are paid with."""
    said = [plan.says for _, plan in ways]
    for walk, plan in ways:
        yield _way(walk, plan, plan.pay if said.count(plan.says) > 1 else "")


def _way(walk: Walk, plan: Plan, pay: str = "") -> Line:
    says = plan.says or "Go there"
    return Line(f"{says} ({pay.capitalize()})" if pay else says, Take(walk), "", plan.refusals)
