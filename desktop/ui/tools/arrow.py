"""An arrow from a feature to what using, hitting or mastering it shall change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, get_args

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from desktop.core.model.edits.things import label_of
from desktop.core.model.encounter import Encounter
from desktop.core.model.moments import (
    AddTrait,
    ClearTrait,
    Effect,
    Hide,
    Hurt,
    Remove,
    SetDoor,
    SetLink,
    Show,
)
from desktop.core.model.words import (
    DoorId,
    DoorState,
    FeatureId,
    LinkId,
    Point,
    TraitWord,
    ZoneId,
)
from desktop.ui.canvas.overlay import Overlay, Style
from desktop.ui.canvas.tool import PointerEvent
from desktop.ui.menus.captions import menu_line, noted
from desktop.ui.menus.occasions import LABELS, occasion_in
from desktop.ui.session import Ref
from desktop.ui.tools import sketch
from desktop.ui.tools.build_tool import Gesture

if TYPE_CHECKING:
    from desktop.ui.tools.feature import FeatureTool

POINTED = ("fighter", "door", "link", "zone", "feature")
TRAIT, DAMAGE = TraitWord("lightly obscured"), 5
"""What an effect begins with; the inspector changes it."""


def beginnings(encounter: Encounter, ref: Ref) -> Iterator[tuple[str, Effect]]:
    """Yield what using a feature may do to a thing, each in a few words."""
    board, id_ = encounter.board, ref.id
    if ref.kind == "zone":
        zone = board.zones[ZoneId(id_)]
        yield "Add a trait", AddTrait(add=TRAIT, to=(zone.id,))
        for trait in zone.traits:
            yield f"Clear {trait.word}", ClearTrait(clear=trait.word, off=(zone.id,))
        yield "Hurt whoever is there", Hurt(hurt=(id_,), damage=DAMAGE)
    elif ref.kind == "door":
        now = board.doors[DoorId(id_)].state
        for state in get_args(DoorState):
            if state != now:
                yield f"It is then {state}", SetDoor(door=DoorId(id_), state=state)
    elif ref.kind == "link":
        if board.links[LinkId(id_)].kind == "open":
            yield "It is then a barrier", SetLink(link=LinkId(id_), kind="barrier")
        else:
            yield "It is then an open way", SetLink(link=LinkId(id_), kind="open")
    elif ref.kind == "fighter":
        yield "Hurt", Hurt(hurt=(id_,), damage=DAMAGE)
        yield "Take off the board", Remove(remove=(id_,))
    yield "Show to the players", Show(show=(id_,))
    yield "Hide from the players", Hide(hide=(id_,))


class Arrow(Gesture):
    """From a feature to a thing; where it is let go one chooses what happens to that."""

    def __init__(self, tool: FeatureTool, feature: FeatureId, start: PointerEvent) -> None:
        self.tool, self.feature, self.start = tool, feature, start.point
        self.occasion = occasion_in(tool.desk.hand)
        self.says = f"Let go over what it shall change: {LABELS[self.occasion].lower()}"
        self.target: Ref | None = None

    def move(self, event: PointerEvent) -> None:
        """Preview what it points at."""
        self.target = self._target(event.point)
        style: Style = "preview" if self.target is not None else "refused"
        name = "" if self.target is None else label_of(self.tool.encounter, self.target.id)
        self.overlay = Overlay((sketch.line(self.start, event.point, style, name),))

    def _target(self, point: Point) -> Ref | None:
        found = self.tool.desk.view.under(point, below=True)
        fits = (ref for ref in found if ref.kind in POINTED and ref.id != self.feature)
        return next(fits, None)

    def release(self, event: PointerEvent) -> None:
        """Ask what shall happen to it."""
        self.move(event)
        if self.target is None:
            self.tool.desk.tell("Let go over a zone, a door, a link or somebody.")
            return
        menu = QMenu(self.tool.desk.view)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        target = label_of(self.tool.encounter, self.target.id)
        noted(menu, f"{LABELS[self.occasion]}: {target}")
        for text, effect in beginnings(self.tool.encounter, self.target):
            line = menu.addAction(menu_line(text))
            line.triggered.connect(lambda _on=False, effect=effect: self._add(effect))
        self.tool.menu_open = menu
        menu.popup(event.global_)

    def _add(self, effect: Effect) -> None:
        feature = self.tool.encounter.board.features.get(self.feature)
        if feature is None:
            return
        effects = {self.occasion: (*getattr(feature, self.occasion), effect)}
        values = {"kind": "feature", "ids": (self.feature,), "values": effects}
        if self.tool.desk.edit_several(
            f"Let {feature.label} do something", [("set_fields", values)]
        ):
            self.tool.session.select([Ref("feature", self.feature)])
