"""The encounter itself, which shows while nothing is selected."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import get_args

from desktop.core.model.words import SlotName, SpaceName, SquareUnit
from desktop.core.play import fillers
from desktop.core.rules.compose import wanted
from desktop.core.store.rosters import stock
from desktop.core.survey.switching import Switch, changes_when
from desktop.ui.canvas.sides import side_looks
from desktop.ui.menus.fields.choice import ChoiceField
from desktop.ui.menus.fields.number import NumberField
from desktop.ui.menus.fields.sheet import Read, Things, Wrong
from desktop.ui.menus.fields.text import NotesField, TextField
from desktop.ui.panels.inspecting.board_size import BoardSizeField
from desktop.ui.panels.inspecting.buttons import add_button
from desktop.ui.panels.inspecting.entries import EntriesField, Entry
from desktop.ui.panels.inspecting.muted import MutedField
from desktop.ui.panels.inspecting.packs import PacksField
from desktop.ui.panels.inspecting.page import BOOKS, Page
from desktop.ui.panels.inspecting.shelves import SHELVES, Shelf
from desktop.ui.panels.inspecting.space import SpaceField
from desktop.ui.panels.inspecting.traits import TraitChange, TraitsField, edits_of

SPACES: dict[SpaceName, str] = {
    "zones": "Zones", "squares": "Squares", "measured": "Measured",
}  # fmt: skip
SQUARES: dict[SquareUnit, str] = {"metre": "1 metre", "yard": "1 yard", "inch": "1 inch"}
Button = tuple[str, Callable[[], object]]
SLOTS: tuple[SlotName, ...] = get_args(SlotName)
SLOT_SAYS: Mapping[SlotName, str] = {
    "economy": "A turn", "test": "Tests", "damage": "Damage", "initiative": "Initiative",
    "push": "Pushes", "fall": "Falls", "leap": "Leaps", "climb": "Climbing", "swim": "Swimming",
    "door": "Doors",
}  # fmt: skip
"""What each slot is about."""


class EncounterPage(Page):
    """What it is called, what it is about, its board, and everything that has no square."""

    def build(self) -> None:
        """Make the rows."""
        self.add("Name", TextField("Untitled"), "name")
        self.add("Notes, GM only", NotesField(), "notes", noun="notes", above=True)
        self.add("Text for players", NotesField(), "for_players", noun="text for players",
                 above=True)  # fmt: skip
        self.fold(
            "Goal", self._goal, says=_goal_says, open_when=lambda things: bool(things[0].goal)
        )
        self.fold("Board", self._board, says=self._size)
        self.fold("Sides", lambda: self._shelf("sides"), says=self._count("sides"),
                  open_when=lambda _: True)  # fmt: skip
        self.fold("Clocks", lambda: self._shelf("clocks"), says=self._count("clocks"))
        self.fold("Cues", lambda: self._shelf("cues"), says=self._count("cues"))
        self.fold("Profiles", self._profiles, says=self._count("profiles"))
        self.fold("Rules", self._rules, says=self._readings_says)
        self.fold("Described by you", self._described, says=self._described_says)
        self.fold("Muted issues", self._muted, says=self._count("muted"))

    # Parts

    def _goal(self) -> None:
        self.add("Goal", NotesField(least=1), "goal.text")
        self.add("By round", NumberField("–"), "goal.by_round", noun="last round of the goal")
        self.add("In part", NotesField(least=1), "goal.partial", noun="partial success")
        self.add("Failure", NotesField(least=1), "goal.failure")
        self.add("Ends", NotesField("what ends the fight", least=1), "goal.ends",
                 noun="end of the fight")  # fmt: skip

    def _board(self) -> None:
        self._board_size()
        self._weather()
        spaces = [(name, SPACES[name]) for name in get_args(SpaceName)]
        self.add("Space", SpaceField(spaces, self._when_switched), "space", above=True,
                 tip="What measures and prices movement")  # fmt: skip
        units = [(name, SQUARES[name]) for name in get_args(SquareUnit)]
        self.add("A square", ChoiceField(units), "square", noun="length of a square")
        self.heading("Levels")
        self._shelf("levels")

    def _when_switched(self, space: SpaceName) -> Sequence[Switch]:
        return changes_when(self.encounter(), space, stock())

    def _board_size(self) -> None:
        self.add("Squares", BoardSizeField(), "size", above=True,
                 read=lambda _: (self.encounter().board.size, self.place_now().size),
                 write=self._resize)  # fmt: skip

    def _weather(self) -> None:
        self.add("Weather", TraitsField(self.encounter, self._change_weather), "weather",
                 read=lambda things: [things[0].board.traits],
                 tip="Holds in every zone that is not sheltered")  # fmt: skip

    def _rules(self) -> None:
        self.add("Books", PacksField(BOOKS, lambda: wanted(self.encounter())), "packs", above=True)
        # Who looks for squares here ticks their book, which alone lets nothing be counted in them.
        self._buttons(("Zones, squares or measured…", self._show_space))
        readings = EntriesField()
        readings.opened.connect(lambda _, key: self.wants.emit("rulings.open", key))
        self.add("Readings that differ", readings, "rulings", above=True, read=self._readings)
        self._buttons(("Readings…", lambda: self.wants.emit("rulings.open", None)))
        self.fold("Which book says how", self._slots)

    def _show_space(self) -> None:
        self.wants.emit("field.show", "board/space")

    def _slots(self) -> None:
        for slot in SLOTS:
            others = [(each, BOOKS[each]) for each in fillers(slot) if each != "imperium"]
            options = [(None, "Imperium"), *others]
            self.add(SLOT_SAYS[slot], ChoiceField(options), f"slots.{slot}", noun=slot,
                     when=partial(_has_choice, slot, bool(others)))  # fmt: skip

    def _profiles(self) -> None:
        self._shelf("profiles")

    def _described(self) -> None:
        for name, title in (
            ("traits", "Traits"),
            ("kinds", "Kinds of ground"),
            ("tables", "Tables"),
        ):
            self.heading(title)
            self._shelf(name)

    def _muted(self) -> None:
        field = MutedField(self.encounter)
        field.why_changed.connect(self._mute)
        field.heard.connect(self._unmute)
        self.add("", field, "muted", above=True)

    # Lists

    def _shelf(self, name: str) -> None:
        shelf = SHELVES[name]
        field = EntriesField()
        field.opened.connect(self._open)
        field.removed.connect(lambda kind, id_: self._remove(shelf, kind, id_))
        self.add("", field, name, above=True, read=lambda _: self._entries(shelf))
        if shelf.add:
            self._adders(shelf)

    def _adders(self, shelf: Shelf) -> None:
        if not shelf.asks:
            buttons: list[Button] = [
                (f"+ {shelf.called.capitalize()}", lambda: self._make(shelf, ""))
            ]
            if shelf.name == "profiles":
                buttons.append(("Bring in…", lambda: self.wants.emit("roster.bring", None)))
            self._buttons(*buttons)
            return
        name = TextField(f"+ {shelf.called}: its name, Enter")
        self.add("", name, f"new {shelf.called}", above=True, read=lambda _: "",
                 write=lambda text: self._make(shelf, text))  # fmt: skip

    def _entries(self, shelf: Shelf) -> list[Entry]:
        looks = side_looks(self.encounter()) if shelf.kind == "side" else {}
        colours = {str(side): look.colour for side, look in looks.items()}
        return [
            Entry(shelf.kind, id_, text, beside, colours.get(id_, ""), removable, tip)
            for id_, text, beside, removable, tip in shelf.lines(self.encounter())
        ]

    def _open(self, kind: str, id_: str) -> None:
        if kind == "profile":
            self.wants.emit("profile.edit", id_)
        else:
            self.goes.emit(kind, id_)

    def _make(self, shelf: Shelf, name: str) -> Wrong:
        if shelf.kind == "profile":
            self.wants.emit("profile.new", None)
            return None
        if shelf.asks and not name:
            return None
        before = set(shelf.ids(self.encounter()))
        wrong = self.source.do(f"Add {name or shelf.called}", [shelf.edit(name)])
        made = [id_ for id_ in shelf.ids(self.encounter()) if id_ not in before]
        if made:
            self.goes.emit(shelf.kind, made[0])
        return wrong

    def _remove(self, shelf: Shelf, kind: str, id_: str) -> None:
        wrong = self.source.do(f"Delete {id_}", [("remove", {"things": [[kind, id_]]})])
        line = next(line for line in self.lines if line.path == shelf.name)
        self.complain(line, wrong)

    def _buttons(self, *pairs: Button) -> None:
        made_ones = []
        for text, do in pairs:
            made = add_button(text)
            made.setObjectName(text.strip("+… ").lower())
            made.clicked.connect(lambda _=False, do=do: do())
            made_ones.append(made)
        self.put_left(*made_ones)

    # What folds say

    def _count(self, name: str) -> Read:
        def says(things: Things) -> str:
            found = things[0].all_sides if name == "sides" else getattr(things[0], name)
            return str(len(found)) if found else ""

        return says

    def _size(self, _things: Things) -> str:
        width, height = self.place_now().size
        return f"{width} × {height}"

    def _readings_says(self, things: Things) -> str:
        count = len(things[0].rulings)
        return f"{count} differ{'s' if count == 1 else ''}" if count else ""

    def _described_says(self, things: Things) -> str:
        one = things[0]
        count = len(one.traits) + len(one.board.kinds) + len(one.tables)
        return str(count) if count else ""

    def _readings(self, things: Things) -> list[Entry]:
        return [
            Entry("ruling", key, key.replace("_", " "), reading)
            for key, reading in things[0].rulings.items()
        ]

    # Changes

    def _change_weather(self, change: TraitChange) -> Wrong:
        edits = edits_of(change, {"": self.encounter().board.traits})
        return self.source.do("Change the weather", edits)

    def _resize(self, sides: dict[str, int] | tuple[int, int] | None) -> Wrong:
        if sides is None:
            edit = ("set_field", {"kind": "board", "field": "size", "value": None})
            return self.source.do("Let the board fit its layout", [edit])
        if isinstance(sides, tuple):
            width, height = sides
            return self.source.do(
                "Resize the board", [("set_size", {"width": width, "height": height})]
            )
        return self.source.do("Resize the board", [("resize_board", sides)])

    def _mute(self, issue: str, at: str, why: str) -> None:
        self.source.do(
            f"Say why {issue} is muted", [("mute", {"issue": issue, "at": at, "why": why})]
        )

    def _unmute(self, issue: str, at: str) -> None:
        self.source.do(f"Hear {issue} again", [("unmute", {"issue": issue, "at": at})])


class PlacePage(EncounterPage):
    """What of the encounter can change in the middle of a fight."""

    def build(self) -> None:
        """Make the rows."""
        self._weather()
        self.fold("Size and levels", self._levels, says=self._size)
        self.fold("Sides", lambda: self._shelf("sides"), says=self._count("sides"))
        self.fold("Clocks", lambda: self._shelf("clocks"), says=self._count("clocks"))
        self.fold("Cues", lambda: self._shelf("cues"), says=self._count("cues"))

    def _levels(self) -> None:
        self._board_size()
        self._shelf("levels")


def _goal_says(things: Things) -> str:
    goal = things[0].goal
    return f"by round {goal.by_round}" if goal and goal.by_round else ""


def _has_choice(slot: SlotName, several: bool, things: Things) -> bool:
    """Whether more than one book says how something goes, or one is named all the same."""
    return several or slot in things[0].slots
