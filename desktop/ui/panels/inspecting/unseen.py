"""What stands on no square: sides, clocks, cues, and what the GM describes in words."""

from __future__ import annotations

from typing import get_args

from desktop.core.model.encounter import FOES, HEROES
from desktop.core.model.ground import QUALITIES
from desktop.core.model.words import DiceBy, Health, Notch
from desktop.ui.menus.fields import known
from desktop.ui.menus.fields.choice import ChoiceField, worded
from desktop.ui.menus.fields.moment import MomentField
from desktop.ui.menus.fields.number import NumberField
from desktop.ui.menus.fields.pairs import PairsField
from desktop.ui.menus.fields.sheet import Wrong
from desktop.ui.menus.fields.text import NotesField, TextField
from desktop.ui.panels.inspecting.colours import ColourField
from desktop.ui.panels.inspecting.page import Page
from desktop.ui.panels.inspecting.rows_text import RowsField
from desktop.ui.panels.inspecting.ticks import TicksField

COUNTERS = ("superiority",)


class SidePage(Page):
    """Who fights together."""

    def build(self) -> None:
        """Make the rows."""
        self.name_rows()
        self.add("Colour", ColourField(), "colour")
        notches = [(None, "Next free"), *worded(get_args(Notch))]
        self.add("Notch", ChoiceField(notches), "notch", tip="Says the colour again on the ring")
        against = self.picks(known.sides, "side", unsaid="every other side")
        self.add("Against", against, "against",
                 write=lambda ids: self.source.set("foes", {"against": ids or None}))  # fmt: skip
        dice = {"hand": "By hand", "program": "By the program"}
        self.add("Dice", ChoiceField([(by, dice[by]) for by in get_args(DiceBy)]), "dice")
        health = {"numbers": "Numbers", "words": "Words", "nothing": "Nothing"}
        self.add("Health", ChoiceField([(how, health[how]) for how in get_args(Health)]), "health",
                 tip="How much of its health players see")  # fmt: skip
        counters = PairsField("+ Counter", words=lambda: COUNTERS)
        self.add("Counters", counters, "counters", above=True)
        self.add("Gives up", TextField("when"), "break_point", noun="break point")
        self.hidden_row()
        self.notes_rows()
        self.fold("More", self.tail_rows)

    @property
    def removable(self) -> bool:
        """Whether it may be taken out."""
        return self.source.only not in (HEROES, FOES)


class ClockPage(Page):
    """A track that fills."""

    def build(self) -> None:
        """Make the rows."""
        self.name_rows()
        self.add("Segments", NumberField(needed=True), "size")
        self.add("Filled", TicksField(), "filled", read=lambda things: [
            (each.size, each.filled) for each in things
        ])  # fmt: skip
        self.add("Ticks", MomentField(self.encounter), "ticks", tip="When it fills by itself")
        self.add("Text when full", NotesField(), "text", above=True)
        self.effects_row("When it is full", "full")
        self.add("Initiative", NumberField("–"), "initiative", tip="Its place in the order")
        self.hidden_row()
        self.notes_rows()
        self.fold("More", self.tail_rows)


class CuePage(Page):
    """A moment with a text and effects."""

    def build(self) -> None:
        """Make the rows."""
        self.name_rows()
        self.add("When", MomentField(self.encounter), "when")
        self.add("Text", NotesField(), "text", above=True)
        self.effects_row("Does", "do")
        self.add("Initiative", NumberField("–"), "initiative")
        self.hidden_row()
        self.notes_rows()
        self.fold("More", self.tail_rows)


class TraitPage(Page):
    """A trait that the GM describes."""

    def build(self) -> None:
        """Make the rows."""
        self.name_rows()
        self.add("What it means", NotesField("It reminds, and changes no number"), "says",
                 noun="meaning", above=True)  # fmt: skip
        self.hidden_row()
        self.notes_rows()
        self.fold("More", self.tail_rows)


class GroundPage(Page):
    """A kind of ground, field or cloud that the GM describes."""

    def build(self) -> None:
        """Make the rows."""
        qualities = self.picks(lambda _: [(each, each) for each in QUALITIES], "quality")
        self.add("Qualities", qualities, "qualities", above=True)
        self.add("Height", NumberField("–", unit="m", whole=False), "metres", noun="height")
        self.add("Damage", NumberField("–"), "damage")
        breakable = [(None, "Unsaid"), (True, "Can be broken"), (False, "Cannot be broken")]
        self.add("Breaking", ChoiceField(breakable), "breakable")
        self.add("Colour", TextField("#rrggbb"), "colour")
        self.book_row()
        self.add("What it means", NotesField(), "says", noun="meaning", above=True)


class TablePage(Page):
    """A table that the GM fills in."""

    def build(self) -> None:
        """Make the rows."""
        self.add("A line for each row: the lowest face, then the text", RowsField(), "rows",
                 above=True, write=self._write)  # fmt: skip

    def _write(self, rows: object) -> Wrong:
        name = self.source.only
        return self.source.do(f"Fill in {name}", [("set_table", {"name": name, "rows": rows})])
