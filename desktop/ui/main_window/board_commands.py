"""What the Edit and Board menus need the window for: the pointer, a tool, a dialog."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QCursor, QGuiApplication

from desktop.core.model.board import Trait
from desktop.core.model.words import FeatureId, LevelId, Point, ProfileId, TraitWord
from desktop.core.store import places
from desktop.ui.canvas.coordinates import to_board
from desktop.ui.dialogs import asking
from desktop.ui.menus import changes, front
from desktop.ui.menus.front import encounter_of
from desktop.ui.menus.occasions import CHOICE, occasion_in
from desktop.ui.panels.finding import Placing
from desktop.ui.session import Ref, Session

if TYPE_CHECKING:
    from desktop.ui.main_window.bench import Bench
    from desktop.ui.main_window.window import MainWindow

STOREY = 3.0
"""Metres that a new level lies above the highest."""


class BoardCommands:
    """Each is one step that undo takes back."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def commands(self) -> Mapping[str, Callable[[object], object]]:
        """Return what the table may ask for, by name."""
        return {
            "paste": lambda _: self.paste(), "rename": self.rename, "nudge": self.nudge,
            "step_trait": self.step_trait,
            "pick_up": lambda _: self._bench.tool("traits").pick_up(),
            "add_level": lambda _: self.add_level(), "new_profile": lambda _: self.edit_profile(""),
            "edit_profile": self.edit_profile,
            "edit_own": lambda _: self.edit_profile(self._session.selection[0]),
            "bring_roster": self.bring_roster,
            "open_readings": self.open_readings, "place": self.place,
            "split": lambda _: self.split(), "accept_links": lambda _: self.accept_links(),
            "picture_size": lambda _: self._bench.tool("picture").fit_board(),
            "outline.move": self.move_in_file,
            "trait.lay": lambda word: self.lay_trait(str(word)),
            "level.name": self.name_level, "level.menu": self.level_menu,
            "link.accept_all": lambda _: self._bench.tool("link").accept_all(),
            "feature.occasion": lambda word: self._window.hand.choose(CHOICE, word),
            "feature.arrow": lambda feature: self.begin_arrow(str(feature)),
            "effect.add": lambda kind: self.add_effect(str(kind)),
            "picture.fit_board": lambda _: self._bench.tool("picture").fit_board(),
        }  # fmt: skip

    @property
    def _session(self) -> Session:
        session = self._window.session
        assert session is not None, "the table lets nobody in here without an encounter"
        return session

    @property
    def _bench(self) -> Bench:
        bench = self._window.bench
        assert bench is not None, "the table lets nobody in here without an encounter"
        return bench

    def move_in_file(self, step: object) -> None:
        """Give what is selected another place in the file."""
        panels = self._bench.build_panels
        if panels is not None and isinstance(step, int):
            panels.outline.move_thing(self._session.selection[0], step)

    def begin_arrow(self, feature: str) -> None:
        """Let the next drag from a feature be an arrow to what it changes."""
        self._window.hand.take("feature")
        self._bench.tool("feature").arm(FeatureId(feature))

    def add_effect(self, kind: str) -> None:
        """Let the selected feature do one more thing, on the occasion that was worked on last."""
        self._bench.inspector.begin_effect(occasion_in(self._window.hand), kind)

    def lay_trait(self, word: str) -> None:
        """Lay a trait on the selected zones, with none selected on the whole board."""
        session = self._session
        zones = list(session.selected("zone"))
        front.edit(session, "set_traits", zones=zones, add=(Trait(TraitWord(word)),))

    def pointer(self) -> Point | None:
        """Return where the pointer is on the board; None when it is elsewhere."""
        canvas = self._window.canvas
        if canvas is None:
            return None
        view = canvas.view
        at = view.viewport().mapFromGlobal(QCursor.pos())
        return to_board(view.mapToScene(at)) if view.viewport().rect().contains(at) else None

    def paste(self) -> None:
        """Put down what was copied last: things of an encounter here, a picture elsewhere."""
        bench = self._window.bench
        # Qt's own stubs leave out that an empty clipboard may have none.
        mime = cast("QMimeData | None", QGuiApplication.clipboard().mimeData())
        own = mime is not None and mime.hasFormat(changes.COPIED)
        if own or bench is None or not bench.drops.paste():
            changes.paste(self._session, self.pointer())

    def rename(self, argument: object) -> None:
        """Let a name be typed on the spot, where the thing is."""
        session = self._session
        named = [ref for ref in session.selection if ref.kind not in ("wall", "piece")]
        ref = argument if isinstance(argument, Ref) else named[0]
        self._window.view.show(ref)
        self._bench.tool("select").rename(ref)

    def nudge(self, argument: object) -> None:
        """Move what is selected by whole squares."""
        if isinstance(argument, tuple):
            self._bench.tool("select").nudge(*argument)

    def step_trait(self, argument: object) -> None:
        """Step the selected zones through a family of traits."""
        if isinstance(argument, tuple):
            number, more = argument
            self._bench.tool("traits").step(number, more=more)

    def split(self) -> None:
        """Take the Zone tool ready to draw a line across a zone."""
        self._window.hand.take("zone")
        self._window.hand.choose("zone.op", "split")

    def accept_links(self) -> None:
        """Make links of all that the geometry proposes."""
        self._window.hand.take("link")
        self._bench.tool("link").accept_all()

    def add_level(self) -> None:
        """Ask for a height and add a level there."""
        levels = encounter_of(self._session).board.levels
        above = max(level.height for level in levels.values()) + STOREY
        height = asking.number(self._window, "Add a level", "Metres above the ground:", above)
        if height is None:
            return
        before = set(levels)
        if front.edit(self._session, "add_level", name=f"Level {height:g} m", height=height):
            fresh = [
                each for each in encounter_of(self._session).board.levels if each not in before
            ]
            self._session.show_level(fresh[0])

    def name_level(self, argument: object) -> None:
        """Give a level the name that was typed on its strip."""
        if isinstance(argument, tuple):
            level, name = argument
            front.edit(self._session, "rename", kind="level", id=level, name=name)

    def level_menu(self, argument: object) -> None:
        """Offer what can be done with a level of the strip."""
        if not isinstance(argument, tuple):
            return
        level, at = argument
        self._session.show_level(LevelId(level))
        self._session.select([Ref("level", level)])
        self._window.actions_.refresh()
        names = ("picture.choose", "edit.delete", "", "level.add")
        self._window.actions_.offer(names, self._window).popup(at)

    def edit_profile(self, argument: object) -> None:
        """Open the editor on a profile: the one named, the selected fighter's, or a new one.

        With a fighter or group it edits what that one alone has otherwise.
        """
        from desktop.ui.dialogs.profile_editor import ProfileEditor

        chosen = argument if isinstance(argument, Ref) else None
        profile = argument if isinstance(argument, str) else self._chosen_profile()
        known = set(encounter_of(self._session).profiles)
        ProfileEditor(self._session, chosen or ProfileId(profile), self._window).exec()
        fresh = [each for each in encounter_of(self._session).profiles if each not in known]
        if fresh:
            self._window.hand.choose("fighter.profile", fresh[0])

    def open_readings(self, argument: object) -> None:
        """Show the readings of ambiguous rules beside the board, at one if it is named."""
        from desktop.ui.dialogs.readings import Readings

        # A child of what shows the encounter: it goes when the encounter does.
        readings = Readings(self._session, self._window.bench)
        readings.wants.connect(self._window.want)
        if isinstance(argument, str):
            readings.choose(argument)
        readings.show()

    def _chosen_profile(self) -> str:
        encounter = encounter_of(self._session)
        for ref in self._session.selection:
            group = ref.id.partition("/")[0]
            for table in (encounter.fighters, encounter.groups):
                thing = next((each for key, each in table.items() if key == group), None)
                if thing is not None and ref.kind in ("fighter", "group"):
                    return str(thing.profile)
        return ""

    def bring_roster(self, argument: object) -> None:
        """Copy profiles, fighters and groups of a roster into the encounter."""
        from desktop.ui.dialogs.roster import RosterDialog

        dialog = RosterDialog(self._session, places.rosters_folder(), self._window)
        if isinstance(argument, str):
            dialog.open(Path(argument))
        dialog.exec()

    def place(self, argument: object) -> None:
        """Place people as a line of Ctrl+K says, as one step, and select them."""
        if not isinstance(argument, Placing):
            return
        session = self._session
        before = encounter_of(session)
        known = argument.profile in before.profiles
        chosen: dict[str, object] = {"profile": argument.profile}
        if argument.zone:
            chosen["at"] = argument.zone
        if not known and argument.profile in session.stock:
            chosen["copy"] = session.stock[argument.profile]
        if argument.count > 1:
            edit = ("add_group", {**chosen, "count": argument.count})
        else:
            edit = ("add_fighter", chosen)
        if not front.edit_several(session, argument.says, [edit]):
            return
        after = encounter_of(session)
        made = [Ref("group", each) for each in after.groups if each not in before.groups]
        made += [Ref("fighter", each) for each in after.fighters if each not in before.fighters]
        session.select(made)
        if made:
            self._window.view.show(made[0])
