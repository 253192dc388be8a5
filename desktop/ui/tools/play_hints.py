"""What a click would do, or why it would do nothing: drawn before the hand does it."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from desktop.core.model.words import FighterId, LevelId, ZoneId
from desktop.core.rules.actions import Walk
from desktop.core.rules.book import Reach
from desktop.core.rules.labels import label_of
from desktop.core.rules.state import CombatState
from desktop.core.rules.walk import planned
from desktop.ui.canvas.overlay import Shape
from desktop.ui.canvas.tool import PointerEvent
from desktop.ui.fight import Fight
from desktop.ui.menus.offers import best_attack, foretold, why_not
from desktop.ui.tools import play_view
from desktop.ui.tools.play_aim import action_at, offer_armed
from desktop.ui.tools.play_goal import walk_to, way_at

if TYPE_CHECKING:
    from desktop.ui.tools.play import PlayTool


LONG_S = 0.03
"""After a hint that took longer, the next one is worked out only when the pointer rests."""
LARGE_SQ = 50 * 50
"""On smaller boards none takes long."""


class Hints:
    """What is drawn while nothing is in the hand; worked out once for each place.

    Where that takes long, as far off on a huge board, only for the place that is pointed at last.
    """

    def __init__(self, tool: PlayTool) -> None:
        self._tool = tool
        self._reach: tuple[CombatState, FighterId, Reach] | None = None
        self._last: tuple[object, tuple[str, bool]] = (None, ("", False))
        self._took = 0.0
        self._rests = QTimer(tool.desk.view)
        self._rests.setSingleShot(True)
        self._rests.timeout.connect(self._rested)

    @property
    def _fight(self) -> Fight:
        return self._tool.fight

    def forget(self) -> None:
        """Work out anew what a click would do."""
        self._last = (None, ("", False))

    def shapes(self) -> list[Shape]:
        """Return what is drawn now."""
        tool = self._tool
        actor, level = tool.actor, tool.desk.level
        if actor is None or self._fight.exchange is not None:
            return []
        state = self._fight.state
        if self._fight.armed:
            return self._armed_shapes(actor, level)
        if tool.march.is_shown:
            return tool.march.shapes(level)
        if tool.way.is_shown:
            return tool.way.shapes(level)
        reach = play_view.reach_shape(state, self._reach_of(actor), level)
        shapes = [reach] if reach is not None else []
        return [*shapes, *tool.chosen.shapes(), *self._hint_shapes()]

    def _armed_shapes(self, actor: FighterId, level: LevelId) -> list[Shape]:
        offer = offer_armed(self._fight)
        shapes: list[Shape] = []
        shoots = offer is not None and offer.wants == "zone" and offer.about == "attacks"
        if offer is not None and (offer.wants == "foe" or shoots):
            ranges = play_view.ranges_shape(self._fight, actor, level)
            shapes = [ranges] if ranges is not None else []
        elif offer is not None and offer.wants == "zone":
            reach = play_view.reach_shape(self._fight.state, self._reach_of(actor), level)
            shapes = [reach] if reach is not None else []
        elif offer is not None and offer.wants == "square" and self._tool.hover is not None:
            action = action_at(self._tool, self._tool.hover)
            if isinstance(action, Walk):
                plan = planned(self._fight.book, self._fight.state, action)
                shapes = play_view.way_shapes(self._fight.state, plan, level)
        return [*shapes, *self._hint_shapes()]

    def _reach_of(self, actor: FighterId) -> Reach:
        """Return how far the acting one goes; worked out once for each state."""
        state = self._fight.state
        kept = self._reach
        if kept is None or kept[0] is not state or kept[1] != actor:
            kept = self._reach = (state, actor, self._fight.book.space.reach(
                self._fight.book, state, actor
            ))  # fmt: skip
        return kept[2]

    def _hint_shapes(self) -> list[Shape]:
        """Return what a click here would do, or why not, beside the pointer."""
        event = self._tool.hover
        if event is None or self._tool.said is not None:
            return []
        if not self._fight.state.place.is_inside(event.square):
            return []
        text, refused = self._hint(event)
        return [play_view.beside(event.point, text, refused=refused)] if text else []

    def _hint(self, event: PointerEvent) -> tuple[str, bool]:
        target = self._tool.fighter_at(event)
        zone = self._tool.zone_at(event)
        place: object = event.square if self._tool.on_squares or target is not None else zone
        place = self._tool.feature_at(event) or way_at(self._tool, event) or place
        key = (self._fight.state, self._fight.armed, target, place, event.level)
        kept = self._last
        if kept[0] is None or not _same(kept[0], key):
            if self._is_slow:
                self._rests.start(0)  # once nothing else waits
                return kept[1]
            begun = perf_counter()
            self._last = kept = (key, self._hint_at(event, target, zone))
            self._took = perf_counter() - begun
        return kept[1]

    @property
    def _is_slow(self) -> bool:
        width, height = self._fight.state.place.size
        return self._took > LONG_S and width * height > LARGE_SQ

    def _rested(self) -> None:
        """Work out what was put off, for where the pointer is now."""
        self._took = 0.0
        self._tool.changed()

    def _hint_at(
        self, event: PointerEvent, target: FighterId | None, zone: ZoneId | None
    ) -> tuple[str, bool]:
        actor, fight = self._tool.actor, self._fight
        if actor is None:
            return "", False
        if fight.armed:
            action = action_at(self._tool, event)
            offer = offer_armed(self._fight)
            refusals = why_not(fight, action) if action is not None else ()
            if refusals:
                return str(refusals[0]), True
            if action is None or offer is None or isinstance(action, Walk):
                return "", False  # a walk shows its way
            said = foretold(fight, action)
            return said or (offer.says if target is not None else ""), False
        if target is not None:
            return self._attack_hint(actor, target)
        feature = self._tool.stopping_feature_at(event)
        if feature is not None:
            return f"{label_of(fight.state, feature)}: right click: what can be done with it", False
        zone = way_at(self._tool, event) or zone
        if zone is None and not self._tool.on_squares:
            return "", False
        plan = planned(fight.book, fight.state, walk_to(self._tool, event.square, event))
        if plan.refusals:
            return str(plan.refusals[0]), True
        return (plan.says if plan.legs and zone != fight.state.zone_of(actor) else ""), False

    def _attack_hint(self, actor: FighterId, target: FighterId) -> tuple[str, bool]:
        fight = self._fight
        if target == actor or not fight.state.against(actor, target):
            return "", False
        offer = best_attack(fight, actor, target)
        if offer is None or offer.aimed is None:
            return "", False
        refusals = why_not(fight, offer.aimed(target))
        if refusals:
            return str(refusals[0]), True
        band = fight.book.space.distance(fight.state, actor, target).band
        return f"{offer.says}, {band}" if band else offer.says, False


def _same(one: object, other: tuple[object, ...]) -> bool:
    """Whether two keys are equal, the states in them by identity."""
    if not isinstance(one, tuple):
        return False
    return one[0] is other[0] and one[1:] == other[1:]
