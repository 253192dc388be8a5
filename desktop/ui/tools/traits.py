"""T: paints traits over zones, steps them by number, picks a style up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from PySide6.QtCore import Qt

from desktop.core.model.board import Trait
from desktop.core.model.geometry import line
from desktop.core.model.words import TRAIT_FAMILIES, Square, TraitWord, ZoneId
from desktop.ui.canvas import overlay as ink
from desktop.ui.canvas.overlay import Overlay
from desktop.ui.canvas.tool import KeyPress, PointerEvent
from desktop.ui.menus.verbs import board
from desktop.ui.session import Ref
from desktop.ui.tools import changes, sketch
from desktop.ui.tools.build_tool import BuildTool, Gesture

FAMILIES: tuple[str, ...] = tuple(family for _, family in board.FAMILIES)
"""In the order of the keys 1 to 6."""
DIGITS: dict[Qt.Key, int] = {
    Qt.Key.Key_1: 1, Qt.Key.Key_2: 2, Qt.Key.Key_3: 3,
    Qt.Key.Key_4: 4, Qt.Key.Key_5: 5, Qt.Key.Key_6: 6,
    Qt.Key.Key_Exclam: 1,
}  # fmt: skip
"""Shift+1 comes as an exclamation mark; only cover may be had more than once."""


class Brush(Gesture):
    """One stroke over zones."""

    def __init__(self, tool: TraitsTool, start: PointerEvent) -> None:
        self.tool, self.level = tool, start.level
        self.zones: dict[ZoneId, None] = {}
        self.at = start.square
        self.off = self.more = False
        self._take(start.square)

    def _take(self, square: Square) -> None:
        zone = self.tool.place.zone_at(self.level, square)
        if zone is not None and not self.tool.desk.is_locked(Ref("zone", zone)):
            self.zones[zone] = None

    def move(self, event: PointerEvent) -> None:
        """Take in every zone that the brush passes."""
        for step in line(self.at, event.square):
            self._take(step.after)
        self.at = event.square
        self.off, self.more = event.ctrl, event.shift
        words = " and ".join(self.tool.brush)
        done = "Take off" if self.off else "Add" if self.more else "Paint"
        self.says = f"{done} {words}: {len(self.zones)} zones · Ctrl takes off · Shift adds a cover"
        outlines = self.tool.place.outlines
        style: ink.Style = "cut" if self.off else "preview"
        shapes = [sketch.room(outlines[zone], style) for zone in self.zones]
        self.overlay = Overlay((*shapes, sketch.hint(event.point, words)))

    def release(self, event: PointerEvent) -> None:
        """Paint them in one step."""
        self.move(event)
        self.tool.lay(self.zones, off=self.off, more=self.more)


class Gather(Gesture):
    """A rubber band that selects zones, while no brush is chosen."""

    def __init__(self, tool: TraitsTool, start: PointerEvent) -> None:
        self.tool, self.start = tool, start.point

    def move(self, event: PointerEvent) -> None:
        """Show the band."""
        self.says = "Select zones · Shift adds to those selected"
        self.overlay = Overlay((ink.Band(self.start, event.point),))

    def release(self, event: PointerEvent) -> None:
        """Select what it touches."""
        found = self.tool.desk.view.in_rectangle(self.start, event.point)
        zones = [ref for ref in found if ref.kind == "zone"]
        before = self.tool.session.selection if event.shift else ()
        self.tool.session.select((*before, *zones))


class TraitsTool(BuildTool):
    """Paints traits."""

    id = "traits"
    text = "Traits"
    shortcut = "T"
    cursor = Qt.CursorShape.CrossCursor
    idle: ClassVar[str] = (
        "Traits: drag over zones to paint, Ctrl takes off, 1 to 6 step the selected zones, "
        "I picks a style up"
    )

    NO_STYLE: ClassVar[tuple[TraitWord, ...]] = ()

    @property
    def brush(self) -> tuple[TraitWord, ...]:
        """What the brush lays: the style picked up, else the word chosen."""
        picked: tuple[TraitWord, ...] = self.choice("traits.picked", self.NO_STYLE)
        word = self.choice("traits.word", "")
        return picked or ((TraitWord(word),) if word else ())

    def begin(self, start: PointerEvent) -> Gesture | None:
        """Begin a stroke, or a rubber band while there is nothing to paint with."""
        return Brush(self, start) if self.brush else Gather(self, start)

    def click(self, event: PointerEvent) -> None:
        """Paint one zone, or select it while there is nothing to paint with."""
        zone = self.place.zone_at(event.level, event.square)
        if zone is None:
            self.session.select(())
        elif self.brush:
            self.lay([zone], off=event.ctrl, more=event.shift)
        else:
            ref = Ref("zone", zone)
            held = [other for other in self.session.selection if other != ref]
            if not event.shift:
                self.session.select([ref])
            else:
                self.session.select(held if ref in self.session.selection else [*held, ref])

    def lay(self, zones: Iterable[ZoneId], *, off: bool = False, more: bool = False) -> None:
        """Lay what the brush holds on zones, or take it off them, as one step."""
        zones = tuple(zones)
        if not zones:
            return
        picked = bool(self.choice("traits.picked", self.NO_STYLE))
        edit = changes.traits_laid(
            self.encounter, zones, self.brush, off=off, more=more, alone=picked and not off
        )
        self.desk.edit_several(*edit)

    def step(self, number: int, *, more: bool = False) -> None:
        """Step a family on the selected zones; with none selected on the whole board.

        `more` adds a cover beside those that are there.
        """
        family = TRAIT_FAMILIES[FAMILIES[number - 1]]
        zones = tuple(
            ZoneId(zone) for zone in self.session.selected("zone")
            if not self.desk.is_locked(Ref("zone", zone))
        )  # fmt: skip
        here = self.encounter.board
        traits = here.zones[zones[0]].traits if zones else here.traits
        word = next_word(family, traits, more=more)
        if word is None:
            edit = changes.traits_laid(self.encounter, zones, family, off=True)
        else:
            edit = changes.traits_laid(self.encounter, zones, (word,), more=more)
        self.desk.edit_several(*edit)

    def pick_up(self) -> None:
        """Take the traits of the zone under the pointer, else of the selected one, on the brush."""
        selected = self.session.selected("zone")
        zone = ZoneId(selected[0]) if selected else None
        if self.hovered is not None:
            zone = self.place.zone_at(self.hovered.level, self.hovered.square) or zone
        if zone is None:
            self.desk.tell("Point at a zone, or select one, to pick its traits up.")
            return
        label = self.encounter.board.zones[zone].label
        words = tuple(trait.word for trait in self.encounter.board.zones[zone].traits)
        self.desk.hand.choose("traits.picked", words)
        self.desk.tell(
            f"Picked up from {label}: {', '.join(words)}." if words else f"{label} has no traits."
        )

    def claims(self, press: KeyPress) -> bool:
        """Return whether a key steps a family or picks up."""
        return not press.ctrl and (press.key in DIGITS or press.key == Qt.Key.Key_I)

    def key(self, press: KeyPress) -> bool:
        """Step a family with 1 to 6, pick up with I."""
        if press.key in DIGITS and not press.ctrl:
            self.step(DIGITS[press.key], more=press.shift)
            return True
        if press.key == Qt.Key.Key_I and not press.ctrl:
            self.pick_up()
            return True
        return super().key(press)


def next_word(
    family: tuple[TraitWord, ...], traits: Iterable[Trait], *, more: bool = False
) -> TraitWord | None:
    """Return the next grade of a family after the one that is there; None after the gravest.

    With `more` the mildest that is not there.
    """
    words = {trait.word for trait in traits}
    if more:
        return next((word for word in family if word not in words), None)
    there = [word for word in family if word in words]
    if not there:
        return family[0]
    after = family.index(there[-1]) + 1
    return family[after] if after < len(family) else None
