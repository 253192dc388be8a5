"""The right click in Play: everything that can be done here, and why the rest cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from desktop.core.model.moments import Hide, Show
from desktop.core.model.words import At, FeatureId, FighterId, LevelId, LinkId, Square, ZoneId
from desktop.core.rules.actions import Action, Do, Put, TakeOver, Walk
from desktop.core.rules.book import Offer, Plan
from desktop.core.rules.knowledge import is_known
from desktop.core.rules.labels import label_of
from desktop.core.rules.resolve import can_be_forced
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal
from desktop.core.rules.walk import planned
from desktop.ui.canvas.tool import PointerEvent
from desktop.ui.fight import Fight
from desktop.ui.menus.offers import (
    NOT_NOW,
    aimed_at,
    by_subject,
    foretold,
    gm_offers,
    headed,
    offers_of,
    square_target,
    why_not,
)
from desktop.ui.session import Ref
from desktop.ui.tools.play_goal import goal_in
from desktop.ui.tools.play_way import crossings

Take = Callable[[Action], object]
Ask = Callable[[str, object], object]
"""What the window is asked for, and what about."""
WAYS = ("", "move", "run")
"""What a walk may be paid with: the least that does, or one of these."""


class PlayMenu:
    """Fills a menu for one place of the board."""

    def __init__(self, fight: Fight, parent: QWidget, *, propose: Take, take: Take) -> None:
        self._fight = fight
        self.ask: Ask | None = None
        """What the window is asked with, where it can be."""
        self._propose, self._take = propose, take
        self.menu = QMenu(parent)
        self.menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.menu.setToolTipsVisible(True)

    @property
    def _state(self) -> CombatState:
        return self._fight.state

    @property
    def _actor(self) -> FighterId | None:
        return self._state.actor

    # What lies there

    def fill(
        self,
        who: FighterId | None,
        under: Sequence[Ref],
        zone: ZoneId | None,
        event: PointerEvent,
        beyond: ZoneId | None = None,
    ) -> None:
        """Offer what can be done at the pointer: with whoever stands there, or what lies on top.

        Under the mark of a link lies the door that one may have meant. `beyond` is where
        the stairs or ladder leads that lies on top.
        """
        top = next(iter(under), None)
        if who is not None:
            self.for_fighter(who)
            self.menu.addSeparator()
            for text, verb in (("Wounds…", "fight.wounds"), ("Conditions…", "fight.conditions")):
                self._asks(text, verb, None)
        elif top is not None and top.kind in ("feature", "link", "door"):
            if beyond is not None and self._actor is not None:
                self._head(label_of(self._state, beyond))
                self._ways(self._actor, beyond, None)
                self.menu.addSeparator()
            links = self._state.encounter.board.links
            through = links[LinkId(top.id)].through if top.kind == "link" else ""
            for door in under:
                if top.kind == "link" and door.kind == "door" and door.id != through:
                    self.for_thing(door)
                    self.menu.addSeparator()
            self.for_thing(top)
        else:
            self.for_place(zone, event.square, event.level)

    def for_fighter(self, who: FighterId) -> None:
        """Offer what the acting one can do with somebody, and what the GM can."""
        state, actor = self._state, self._actor
        self._head(label_of(state, who))
        if actor is not None and actor != who:
            offers = offers_of(self._fight, actor)
            foe = state.against(actor, who)
            wanted = ("foe", "fighter") if foe else ("fighter",)
            self._at(self.menu, [each for each in offers if each.wants in wanted], who)
            if not foe:
                foes = [each for each in offers if each.wants == "foe"]
                self._at(self.menu.addMenu("As a foe"), foes, who)
            self.menu.addSeparator()
            text = f"{label_of(state, who)} acts now, in turn or out of it"
            self._line(self.menu, text, lambda: self._take(TakeOver(who=who)))
        elif actor is not None:
            self._own(self.menu, actor)
        self._of_the_gm(who)

    def _at(self, menu: QMenu, offers: Iterable[Offer], who: FighterId) -> None:
        """Offer what can be done with somebody, and in a menu of its own what cannot just now."""
        aimed = [(each, each.aimed(who)) for each in offers if each.aimed is not None]
        not_now = [pair for pair in aimed if why_not(self._fight, pair[1])]
        for pair in aimed:
            if pair not in not_now:
                self._offer(menu, *pair)
        if not_now:
            below = menu.addMenu(NOT_NOW)
            for pair in not_now:
                self._offer(below, *pair)

    def _of_the_gm(self, who: FighterId) -> None:
        self.menu.addSeparator()
        told, person = self._state.knows.get(who), self._state.people[who]
        hidden = person.hidden is True if told is None else told.shown == "unknown"
        if not is_known(self._state, who):
            show = Do(effects=(Show(show=(who,)),))
            self._line(self.menu, "Show to the players", lambda: self._take(show))
        if not hidden:
            hide = Do(effects=(Hide(hide=(who,)),))
            self._line(self.menu, "Hide from the players", lambda: self._take(hide))
        self._line(self.menu, "Take off the board", lambda: self._take(Put(who=who, at=None)))

    def for_place(self, zone: ZoneId | None, square: Square, level: LevelId) -> None:
        """Offer the ways to a zone or square, and putting somebody there."""
        state = self._state
        self._head(f"{square.x}, {square.y}" if zone is None else label_of(state, zone))
        if self._actor is not None:
            self._from_here(self._actor, zone, square, level)
        below = QMenu("The GM lets", self.menu)
        for offer in gm_offers(self._fight):
            if offer.wants == "square" and offer.aimed is not None:
                self._offer(below, offer, offer.aimed(square_target(square, level)))
        if not below.isEmpty():
            self.menu.addMenu(below)
        if zone is not None:
            self._change(Ref("zone", zone))

    def _from_here(
        self, actor: FighterId, zone: ZoneId | None, square: Square, level: LevelId
    ) -> None:
        """Offer what whoever acts can do with a place."""
        state = self._state
        to: At = square
        if zone is not None and not self._fight.book.space.on_squares:
            inside = zone == state.zone_of(actor)
            to = zone if inside else goal_in(state, actor, zone, square, level)
        said = self._ways(actor, to, None if to == zone else level)
        if zone is not None:
            self._crossings(actor, zone)
        self._at_square(actor, square, level, said)
        for offer in offers_of(self._fight, actor):
            if offer.wants == "zone" and offer.aimed is not None and zone is not None:
                action = offer.aimed(zone)
                if not isinstance(action, Walk):
                    self._offer(self.menu, offer, action)
        self.menu.addSeparator()
        put = Put(who=actor, at=square, level=level)
        name = label_of(state, actor)
        self._line(self.menu, f"Put {name} here, no rules", lambda: self._take(put))
        self._own(self.menu.addMenu(f"{name} may also"), actor)

    def _at_square(
        self, actor: FighterId, square: Square, level: LevelId, said: list[Plan]
    ) -> None:
        """Offer what wants a square, at this one: other gaits, a leap, a climb.

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
                    self._walk(action, plan)
            else:
                says = foretold(self._fight, action) or offer.says
                self._offer(self.menu, replace(offer, says=says), action)

    def _ways(self, actor: FighterId, to: At, level: LevelId | None) -> list[Plan]:
        """Offer going somewhere, for every price that it can be had for; return the plans."""
        ways: dict[tuple[str, str], tuple[Walk, Plan]] = {}
        for pay in WAYS[:1] if self._fight.book.space.walks_in_gaits else WAYS:
            walk = Walk(who=actor, to=to, level=level, pay=pay)
            plan = planned(self._fight.book, self._state, walk)
            ways.setdefault((plan.pay, plan.says), (walk, plan))
        texts = [says for _, says in ways]
        for (pay, says), (walk, plan) in ways.items():
            self._walk(walk, plan, pay if texts.count(says) > 1 else "")
        return [plan for _, plan in ways.values()]

    def _crossings(self, actor: FighterId, zone: ZoneId) -> None:
        """Offer what gets past the links that lead straight into a zone, as past a barrier."""
        for offer in crossings(self._fight, actor, zone):
            if offer.action is not None:
                self._offer(self.menu, offer, offer.action)

    def for_thing(self, thing: Ref) -> None:
        """Offer what can be done with a feature, a door, or a link and what that leads through."""
        board = self._state.encounter.board
        through = board.links[LinkId(thing.id)].through if thing.kind == "link" else None
        if through in board.doors:
            self.for_thing(Ref("door", str(through)))
            self.menu.addSeparator()
        self._head(label_of(self._state, thing.id))
        offers = offers_of(self._fight, self._actor, far=True)
        own = [each for each in offers if each.action and thing.id in each.action.named]
        for offer in own:
            if offer.action is not None:
                self._offer(self.menu, offer, offer.action)
        does_more = thing.kind != "feature" or board.features[FeatureId(thing.id)].used
        for offer in offers:
            if offer.key == "use" and own and not does_more:
                continue  # its rules say how it is used
            if offer.wants == thing.kind and offer.aimed is not None:
                self._offer(self.menu, offer, offer.aimed(thing.id))
        self.menu.addSeparator()
        for offer in gm_offers(self._fight):
            if offer.action is not None and thing.id in offer.action.named:
                self._offer(self.menu, offer, offer.action)
        if thing.kind == "feature":
            self._of_feature(FeatureId(thing.id))
        else:
            self._change(thing)

    def _of_feature(self, feature: FeatureId) -> None:
        used = self._state.encounter.board.features[feature].used
        if used:
            now = Do(effects=used, source=label_of(self._state, feature))
            self._line(self.menu, "Let it do its work now", lambda: self._take(now))
        text = "Change what it does…" if used else "Say what it does…"
        self._asks(text, "feature.describe", feature)

    def _own(self, menu: QMenu, actor: FighterId) -> None:
        own = [each for each in offers_of(self._fight, actor) if each.action is not None]
        for subject, several in by_subject(own):
            headed(menu, subject)
            for offer in several:
                if offer.action is not None:
                    self._offer(menu, offer, offer.action)

    def _change(self, ref: Ref) -> None:
        """Offer to change the place, beginning with a thing."""
        self.menu.addSeparator()
        self._asks("Change the place…", "place.change", ref)

    def _asks(self, text: str, verb: str, about: object) -> None:
        """Add what the window is asked for, where it can be."""
        if self.ask is not None:
            ask = self.ask
            self._line(self.menu, text, lambda: ask(verb, about))

    # Lines

    def _head(self, text: str) -> None:
        head = self.menu.addAction(_plain(text))
        head.setEnabled(False)

    def _line(self, menu: QMenu, text: str, do: Callable[[], object]) -> None:
        menu.addAction(_plain(text)).triggered.connect(lambda _on=False: do())

    def _offer(self, menu: QMenu, offer: Offer, action: Action) -> None:
        refusals = why_not(self._fight, action)
        cost = f"\t{offer.cost}" if offer.cost else ""
        if not refusals:
            self._line(menu, f"{offer.says}{cost}", lambda: self._propose(action))
        else:
            self._refused(
                menu, offer.says, refusals, lambda: self._propose(replace(action, forced=True))
            )

    def _walk(self, walk: Walk, plan: Plan, pay: str = "") -> None:
        """Add a way; `pay` tells it from another that is said alike."""
        text = plan.says or "Go there"
        text = f"{text} ({pay.capitalize()})" if pay else text
        if not plan.refusals:
            self._line(self.menu, text, lambda: self._take(walk))
        else:
            self._refused(
                self.menu, text, plan.refusals,
                lambda: self._take(replace(walk, forced=True)),
            )  # fmt: skip

    def _refused(
        self, menu: QMenu, text: str, refusals: tuple[Refusal, ...], do: Callable[[], object]
    ) -> None:
        """Add something impossible: its reasons, and doing it all the same."""
        sign = "" if menu.title() == NOT_NOW else " (not now)"
        below = menu.addMenu(f"{_plain(text)}{sign}")
        for refusal in refusals:
            below.addAction(_plain(str(refusal))).setEnabled(False)
        if can_be_forced(refusals):
            below.addSeparator()
            self._line(below, "Do it all the same", do)


def _plain(text: str) -> str:
    return text.replace("&", "&&")


def drop_menu(
    parent: QWidget,
    lines: Iterable[tuple[str, str, Callable[[], object]]],
    why: Iterable[Refusal] = (),
) -> QMenu:
    """Return the question at the pointer after a drag; Enter takes the first line.

    Each of the others is taken by its letter, the first of a word in it.
    """
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for refusal in why:
        menu.addAction(_plain(str(refusal))).setEnabled(False)
    first = None
    for text, key, do in lines:
        at = text.find(key) if len(key) == 1 else -1
        plain = _plain(text) if at < 0 else f"{_plain(text[:at])}&{_plain(text[at:])}"
        action = menu.addAction(f"{plain}\t{key}")
        action.triggered.connect(lambda _on=False, do=do: do())
        first = first or action
    if first is not None:
        menu.setActiveAction(first)
    return menu
