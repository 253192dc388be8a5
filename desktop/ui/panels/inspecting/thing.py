"""Walls, doors, features, and the fields and clouds on squares."""

from __future__ import annotations

from typing import get_args

from PySide6.QtWidgets import QToolButton

from desktop.core.errors import EditError
from desktop.core.model.board import Feature
from desktop.core.model.words import DoorKind, DoorState, FeatureKind, ZoneId
from desktop.ui import theme
from desktop.ui.menus.fields import known
from desktop.ui.menus.fields.choice import CheckField, ChoiceField, Option, worded
from desktop.ui.menus.fields.moment import MomentField
from desktop.ui.menus.fields.number import NumberField
from desktop.ui.menus.fields.points import PointsField
from desktop.ui.menus.fields.sheet import Things, Wrong
from desktop.ui.menus.fields.text import NotesField, TextField
from desktop.ui.menus.occasions import LABELS, Occasion
from desktop.ui.panels.inspecting.buttons import add_button
from desktop.ui.panels.inspecting.link import SKILLS
from desktop.ui.panels.inspecting.page import Page
from desktop.ui.panels.inspecting.stops import StopsField

DOORS = (
    ("Bulletproof glass", 10), ("Door inside a house", 20), ("House door", 40),
    ("Secure door, at the least", 50), ("Secure door, stout", 75), ("Vault", 100),
)  # fmt: skip
"""How tough doors are (INQ-DOORS-06, INQ-DOORS-10)."""
PASSING: tuple[Option, ...] = (
    (None, "What its sill says"), (True, "An action"), (False, "Nothing"),
)  # fmt: skip
"""What getting through an open door or window takes."""


def _one(things: Things) -> bool:
    return len(things) == 1


class WallPage(Page):
    """A thin wall."""

    def build(self) -> None:
        """Make the rows."""
        self.add("", CheckField("can be broken"), "breakable")
        self.level_row()
        self.add("Along", PointsField(), "along", above=True, when=_one,
                 tip="The grid points from end to end")  # fmt: skip
        self.add("Notes, GM only", NotesField(), "notes", noun="notes", above=True)


class DoorPage(Page):
    """A door, window, shutter or grille."""

    def build(self) -> None:
        """Make the rows."""
        self.name_rows()
        self.add("Kind", ChoiceField(worded(get_args(DoorKind))), "kind")
        self.add("State", ChoiceField(worded(get_args(DoorState))), "state")
        self.add("Toughness", NumberField("–", presets=DOORS), "toughness",
                 tip="A house door 40, one inside a house 20, a secure one 50 to 100")  # fmt: skip
        self.add("Lock", TextField("no Test", words=lambda: SKILLS), "lock.skill", noun="lock")
        self.add("Difficulty", NumberField("0"), "lock.difficulty")
        self.add("Sill", NumberField("–", unit="m high", whole=False), "metres", noun="sill")
        self.add("Material", TextField(), "material")
        self.book_row("door")
        self.hidden_row()
        self.notes_rows()
        self.fold("Where it is", self._where)
        self.fold("Breaking and passing", self._breaking)
        self.fold("More", self.tail_rows)

    def _breaking(self) -> None:
        self.add("Plating", NumberField("–"), "armour", tip="What it takes off each hit")
        self.add("Lock holds", NumberField("a tenth"), "lock_toughness",
                 tip="Toughness of the lock; unsaid, a tenth of the door's")  # fmt: skip
        self.add("Open, it takes", ChoiceField(PASSING), "takes_action", noun="passing",
                 tip="What going through it takes while it is open")  # fmt: skip

    def _where(self) -> None:
        self.level_row()
        self.add("Ends", PointsField(), "on", when=_one, tip="Two grid points on one line")


class FeaturePage(Page):
    """A thing one can use or set off."""

    def build(self) -> None:
        """Make the rows."""
        self.name_rows()
        kinds = [(kind, "Your own" if kind == "own" else kind.capitalize()) for kind in KINDS]
        self.add("Kind", ChoiceField(kinds), "kind")
        self._occasion("used")
        if self.source.in_fight:
            self.now = add_button("Let it happen now", "What using it does, no rules asked")
            self.now.setObjectName("feature.now")
            self.now.clicked.connect(self._happen)
            self.put_left(self.now)
        self._occasion("hit")
        self.add("Test", TextField("none", words=lambda: SKILLS), "test.skill", noun="Test")
        self.add("Difficulty", NumberField("0"), "test.difficulty",
                 when=lambda things: any(each.test for each in things))  # fmt: skip
        self._occasion("passed")
        self.add("Works", self.picks(known.doors_and_features, "thing"), "works",
                 tip="What this panel works")  # fmt: skip
        self.add("Toughness", NumberField("–"), "toughness")
        self.add("", CheckField("in the way"), "blocks", tip="Nobody walks through its squares")
        self.add("", CheckField("blocks sight"), "blocks_sight", noun="sight", beside=True)
        self.add("", CheckField("hit by attacks"), "hit_by_attack",
                 tip="An attack may set it off from afar")  # fmt: skip
        self.hidden_row(beside=True)
        self.notes_rows()
        self.fold("Where it is", self._where)
        self.fold("More", self._more)

    def _occasion(self, occasion: Occasion) -> None:
        """Add what happens on an occasion; an arrow on the board adds to the list worked on."""
        field = self.effects_row(LABELS[occasion], occasion, home=self._home)
        field.worked.connect(lambda: self.wants.emit("feature.occasion", occasion))
        arrow = QToolButton()
        arrow.setIcon(theme.icon("arrow-top-right"))
        arrow.setFixedSize(24, 24)
        arrow.setProperty("role", "cross")
        arrow.setObjectName(f"arrow.{occasion}")
        arrow.setToolTip("Click, or drag an arrow to, what it changes")
        arrow.setAccessibleName(f"{LABELS[occasion]}: drag an arrow to what it changes")
        arrow.clicked.connect(lambda: self._aim(occasion))
        field.put_at_foot(arrow)

    def _aim(self, occasion: Occasion) -> None:
        only = self.source.only
        self.wants.emit("feature.occasion", occasion)
        if only:
            self.wants.emit("feature.arrow", only)

    def _happen(self) -> None:
        for feature in self.source.things():
            if feature.used:
                self.wants.emit("feature.happen", f"used {feature.id}")

    def _where(self) -> None:
        self.add("Squares", PointsField("none", whole=True), "squares", when=_one,
                 write=self._to_squares)  # fmt: skip
        self.add("Zone", self.pick(known.zones, "zone", "by its squares"), "zone",
                 write=self._to_zone, tip="Somewhere in a zone, without squares")  # fmt: skip
        self.level_row()
        self.add("Comes out", StopsField(self.encounter), "stops", above=True, when=_one,
                 tip="Where a lift, hatch or duct leads")  # fmt: skip

    def _more(self) -> None:
        self.add("Height", NumberField("–", unit="m", whole=False), "metres", noun="height")
        self.book_row()
        self.tail_rows()

    def _home(self) -> ZoneId | None:
        things = self.source.things()
        feature = things[0] if things else None
        if not isinstance(feature, Feature):
            return None
        if feature.zone is not None or not feature.squares:
            return feature.zone
        return self.place_now().zone_map(feature.level).owners.get(feature.squares[0])

    def _to_squares(self, squares: object) -> Wrong:
        if not squares:
            return EditError("A feature stands on squares, or in a zone: name the zone instead.")
        return self.source.set("place", {"squares": squares, "zone": None})

    def _to_zone(self, zone: str | None) -> Wrong:
        if zone is None:
            return EditError("Type the squares instead.")
        edits = [("put_feature", {"feature": id_, "zone": zone}) for id_ in self.source.ids]
        return self.source.do(f"Move {self.source.names}", edits)


KINDS: tuple[FeatureKind, ...] = get_args(FeatureKind)


class PiecePage(Page):
    """A field or a cloud on squares."""

    def build(self) -> None:
        """Make the rows."""
        self.add("Kind", self.pick(known.kinds, "kind"), "kind")
        self.add("Until", MomentField(self.encounter, never="For good"), "until")
        self.add("Damage", NumberField("–"), "damage")
        self.add("Source", TextField("where it comes from"), "source")
        self.level_row()
        self.add("Squares", PointsField(whole=True), "squares", above=True, when=_one)
