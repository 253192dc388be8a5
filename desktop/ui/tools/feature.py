"""F: places features, leads lifts to other levels, and joins a panel to what it works."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, get_args

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from desktop.core.errors import EditError
from desktop.core.model.words import DoorId, FeatureId, FeatureKind, LevelId, Point, Square
from desktop.ui.canvas import overlay as ink
from desktop.ui.canvas.overlay import Overlay
from desktop.ui.canvas.tool import KeyPress, PointerEvent
from desktop.ui.menus.occasions import LABELS, occasion_in
from desktop.ui.session import Ref
from desktop.ui.tools import changes, sketch, strokes
from desktop.ui.tools.arrow import Arrow
from desktop.ui.tools.build_tool import BuildTool, Gesture
from desktop.ui.tools.moving import MoveThings

KINDS: tuple[FeatureKind, ...] = get_args(FeatureKind)
LEADS: frozenset[str] = frozenset(("lift", "hatch", "duct", "stairs"))
"""Kinds that come out on other squares or levels."""
WORKED: frozenset[str] = frozenset(("door", "feature"))
DIGITS: dict[Qt.Key, FeatureKind] = dict(
    zip((Qt.Key(Qt.Key.Key_1.value + i) for i in range(9)), KINDS, strict=False)
)


class DrawFeature(Gesture):
    """A feature as large as the box that is dragged, or from level to level."""

    def __init__(self, tool: FeatureTool, start: PointerEvent) -> None:
        self.tool, self.level, self.start = tool, start.level, start.point
        self.edit: changes.Edit | None = None
        self.why_not = ""

    def move(self, event: PointerEvent) -> None:
        """Preview it."""
        away = event.level != self.level
        first = Square(int(self.start.x // 1), int(self.start.y // 1))
        squares = frozenset((first,)) if away else strokes.box(self.start, event.point)
        stop = (event.level, event.square) if away else None
        if away and self.tool.kind not in LEADS:
            self.edit, self.why_not = None, f"A {self.tool.kind} stays on its level."
        else:
            self.edit = changes.feature_added(self.tool.kind, self.level, squares, stop=stop)
            tried = self.tool.desk.tried(self.edit[0], **self.edit[1])
            self.why_not = str(tried) if isinstance(tried, EditError) else ""
        style: ink.Style = "refused" if self.why_not else "preview"
        shown = frozenset((event.square,)) if away else squares
        shapes: list[ink.Shape] = [sketch.area(shown, style)]
        if self.why_not:
            shapes.append(sketch.refusal(event.point, self.why_not))
        self.says = (
            f"{self.tool.kind.capitalize()}: {len(squares)} squares · "
            "hold over a level to let it come out there"
        )
        self.overlay = Overlay(tuple(shapes))

    def release(self, event: PointerEvent) -> None:
        """Place it."""
        self.move(event)
        if self.edit is not None and not self.why_not:
            self.tool.make(self.edit)
        else:
            self.tool.desk.tell(f"Nothing was placed. {self.why_not}")


class Wire(Gesture):
    """From a panel to the door, lift or feature that it works."""

    says = "Let go over the door or feature that it works · again: no longer"

    def __init__(self, tool: FeatureTool, panel: FeatureId, start: PointerEvent) -> None:
        self.tool, self.panel, self.start = tool, panel, start.point
        self.target: Ref | None = None

    def move(self, event: PointerEvent) -> None:
        """Preview what it would work."""
        found = self.tool.desk.view.under(event.point, below=True)
        self.target = next(
            (ref for ref in found if ref.kind in WORKED and ref.id != self.panel), None
        )
        style: ink.Style = "preview" if self.target is not None else "refused"
        name = "" if self.target is None else self.tool.label_of(self.target)
        self.overlay = Overlay((sketch.line(self.start, event.point, style, name),))

    def release(self, event: PointerEvent) -> None:
        """Let it work that, or no longer."""
        self.move(event)
        if self.target is None:
            self.tool.desk.tell("A panel works doors and features: let go over one.")
            return
        edit = changes.panel_works(self.tool.encounter, self.panel, self.target.id)
        self.tool.desk.edit_several(*edit)


class FeatureTool(BuildTool):
    """Places features."""

    id = "feature"
    text = "Feature"
    shortcut = "F"
    cursor = Qt.CursorShape.CrossCursor
    idle: ClassVar[str] = (
        "Feature: click a square or drag a box · from a panel drag to what it works · "
        "Shift+drag: an arrow to what it changes · 1 to 9: kind"
    )
    armed: FeatureId | None = None
    """The feature from which the next click or drag leads an arrow, wherever it begins."""

    menu_open: QMenu | None = None
    """The question at the end of an arrow."""

    @property
    def kind(self) -> FeatureKind:
        """The kind of the next feature."""
        chosen = self.choice("feature.kind", "container")
        return next((kind for kind in KINDS if kind == chosen), "container")

    def label_of(self, ref: Ref) -> str:
        """Return the name of a door or feature."""
        board = self.encounter.board
        if ref.kind == "door":
            return board.doors[DoorId(ref.id)].label
        return board.features[FeatureId(ref.id)].label

    def _feature_at(self, point: Point) -> FeatureId | None:
        found = self.desk.view.under(point)
        return next(
            (FeatureId(ref.id) for ref in found
             if ref.kind == "feature" and not self.desk.is_locked(ref)),
            None,
        )  # fmt: skip

    def begin(self, start: PointerEvent) -> Gesture | None:
        """Begin a feature, a panel's wire, or move the feature that is there."""
        if self.armed is not None:
            return self._armed_arrow(start)
        there = self._feature_at(start.point)
        if there is None:
            return DrawFeature(self, start)
        if start.shift:
            return Arrow(self, there, start)
        if self.encounter.board.features[there].kind == "panel" and not start.ctrl:
            return Wire(self, there, start)
        ref = Ref("feature", there)
        self.session.select([ref])
        return MoveThings(self, (ref,), start)

    def arm(self, feature: FeatureId) -> None:
        """Let the next click or drag lead an arrow from a feature to what it changes."""
        self.armed = feature
        self.desk.view.setFocus()
        self.changed()

    def _armed_arrow(self, start: PointerEvent) -> Arrow:
        assert self.armed is not None
        feature, self.armed = self.armed, None
        middle = self._middle(feature, start.level) or start.point
        return Arrow(self, feature, replace(start, point=middle))

    @property
    def status(self) -> str:
        """What the hand can do now."""
        feature = self.encounter.board.features.get(self.armed) if self.armed else None
        if feature is None or self.gesture is not None:
            return super().status
        when = LABELS[occasion_in(self.desk.hand)]
        return f"{feature.label}, {when.lower()}: click what that shall change · Esc leaves it"

    def deactivate(self) -> None:
        """Be put down."""
        self.armed = None
        super().deactivate()

    def click(self, event: PointerEvent) -> None:
        """Place a feature on a square, or select the one that is there."""
        if self.armed is not None:
            self._armed_arrow(event).release(event)
            return
        there = self._feature_at(event.point)
        if there is not None:
            self.session.select([Ref("feature", there)])
            return
        self.make(changes.feature_added(self.kind, event.level, frozenset((event.square,))))

    def make(self, edit: changes.Edit) -> None:
        """Place a feature and select it."""
        known = set(self.encounter.board.features)
        if self.desk.edit(edit[0], **edit[1]):
            features = self.encounter.board.features
            self.session.select(Ref("feature", one) for one in features if one not in known)

    def idle_overlay(self) -> Overlay | None:
        """Return the square that a click would take, and what the selected panel works."""
        shapes: list[ink.Shape] = []
        for one in self.session.selected("feature"):
            shapes += self._wires(FeatureId(one))
        event = self.hovered
        if event is not None and event.level == self.level:
            inside = self.place.is_inside(event.square)
            if inside and self._feature_at(event.point) is None:
                shapes.append(sketch.area(frozenset((event.square,)), "preview"))
                shapes.append(sketch.hint(event.point, self.kind))
        return Overlay(tuple(shapes)) if shapes else None

    def _wires(self, panel: FeatureId) -> list[ink.Shape]:
        board = self.encounter.board
        start = self._middle(panel, self.level)
        if start is None:
            return []
        levels = [level for level in (self.level, self.desk.drawn.below) if level is not None]
        works = board.features[panel].works
        ends = (self._middle(worked, level) for worked in works for level in levels)
        return [sketch.line(start, end, "proposed") for end in ends if end is not None]

    def _middle(self, thing: str, level: LevelId) -> Point | None:
        board = self.encounter.board
        door, feature = board.doors.get(DoorId(thing)), board.features.get(FeatureId(thing))
        if door is not None and door.level == level:
            (ax, ay), (bx, by) = door.on
            return Point((ax + bx) / 2, (ay + by) / 2)
        if feature is not None and feature.level == level and feature.squares:
            across = sum(x for x, _ in feature.squares) / len(feature.squares)
            down = sum(y for _, y in feature.squares) / len(feature.squares)
            return Point(across + 0.5, down + 0.5)
        return None

    def claims(self, press: KeyPress) -> bool:
        """Return whether a key is a number for the tool."""
        return press.key in DIGITS and not press.ctrl

    def key(self, press: KeyPress) -> bool:
        """Choose the kind by number; Esc lets go of an arrow."""
        if self.armed is not None and press.key == Qt.Key.Key_Escape and self.gesture is None:
            self.armed = None
            self.changed()
            return True
        if press.key in DIGITS and not press.ctrl:
            self.desk.hand.choose("feature.kind", DIGITS[press.key])
            return True
        return super().key(press)
