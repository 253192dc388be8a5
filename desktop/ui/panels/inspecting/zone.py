"""Zones."""

from __future__ import annotations

from desktop.core.errors import EditError
from desktop.core.model.geometry import outline_of, rectangle_of
from desktop.ui.menus.fields import known
from desktop.ui.menus.fields.choice import CheckField, ChoiceField, Option
from desktop.ui.menus.fields.number import NumberField
from desktop.ui.menus.fields.pairs import FiguresField
from desktop.ui.menus.fields.points import PointsField
from desktop.ui.menus.fields.sheet import Things, Wrong
from desktop.ui.panels.inspecting.page import Page
from desktop.ui.panels.inspecting.traits import TraitChange, TraitsField, edits_of

PARTS = ("left", "top", "width", "height")


class ZonePage(Page):
    """What a zone is called, what it does, who starts there, where it lies."""

    def build(self) -> None:
        """Make the rows."""
        self.name_rows()
        traits = TraitsField(self.encounter, self._change_trait)
        self.add("Traits", traits, "traits", read=lambda things: [each.traits for each in things])
        self.add("Start", ChoiceField(self._sides), "start", tip="The side that starts here")
        self.add("", CheckField("exit"), "exit")
        self.add("", CheckField("goal"), "goal", beside=True)
        self.hidden_row()
        self.add("", CheckField("sheltered"), "sheltered", beside=True,
                 tip="The weather and light of the board do not hold here")  # fmt: skip
        self.add("", CheckField("scenery"), "scenery", tip="Not meant to be reached")
        self.add(
            "", CheckField("sky"), "sky", beside=True, tip="Open air: only who flies stays in it"
        )
        self.notes_rows(players=True)
        self.fold("Place and size", self._place)
        self.fold("More", self._more)

    def _more(self) -> None:
        self.add("Holds", NumberField("no limit", unit="people"), "capacity", noun="capacity")
        self.tail_rows()

    def _place(self) -> None:
        self.add(
            "Level", self.pick(known.levels, "level"), "level",
            write=self._to_level, when=lambda _: len(self.encounter().board.levels) > 1,
            tip="What stands in it comes along",
        )  # fmt: skip
        figures = [("left", "Left"), ("width", "Width"), ("top", "Top"), ("height", "Height")]
        box = FiguresField(figures, columns=2, whole=False)
        self.add("", box, "box", above=True, read=self._box, write=self._set_box,
                 when=self._is_rectangle)  # fmt: skip
        corners = PointsField("laid out by the program")
        self.add("Corners", corners, "outline", above=True,
                 when=self._is_other)  # fmt: skip

    def _sides(self) -> list[Option]:
        return [(None, "Nobody"), *known.sides(self.encounter())]

    def _change_trait(self, change: TraitChange) -> Wrong:
        zones = {zone.id: zone.traits for zone in self.source.things()}
        if change.off:
            zones = {
                id_: laid
                for id_, laid in zones.items()
                if any(trait.word == change.trait.word for trait in laid)
            }
        return self.source.do(f"Change the traits of {self.source.names}", edits_of(change, zones))

    def _box(self, things: Things) -> dict[str, float] | None:
        zone = things[0]
        outline = zone.outline or self.place_now().outlines.get(zone.id, ())
        box = rectangle_of(outline) if outline else None
        return dict(zip(PARTS, box, strict=True)) if box else None

    def _is_rectangle(self, things: Things) -> bool:
        return len(things) == 1 and self._box(things) is not None

    def _is_other(self, things: Things) -> bool:
        return len(things) == 1 and self._box(things) is None

    def _set_box(self, value: dict[str, float] | None) -> Wrong:
        box = value or {}
        if any(part not in box for part in PARTS):
            return EditError("A rectangle needs all four numbers.")
        if box["width"] <= 0 or box["height"] <= 0:
            return EditError("Width and height are more than 0.")
        outline = outline_of(*(box[part] for part in PARTS))
        return self.source.set("place", {"outline": outline})

    def _to_level(self, level: str) -> Wrong:
        move = {"zones": self.source.ids, "level": level}
        return self.source.do(f"Move {self.source.names} to {level}", [("move_zones", move)])
