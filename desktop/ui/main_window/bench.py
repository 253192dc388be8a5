"""An open encounter: rail, palette or order, canvas, and the right column."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, overload

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from desktop.core.rules.events import Said
from desktop.ui.canvas.canvas import Canvas
from desktop.ui.canvas.zooming import Frame
from desktop.ui.main_window.columns import (
    BuildColumn,
    BuildPanels,
    PlayColumn,
    PlayPanels,
    Section,
    splitter,
)
from desktop.ui.main_window.rail import Rail
from desktop.ui.menus.actions import Actions
from desktop.ui.menus.following import Following
from desktop.ui.menus.hand import SELECT, Hand
from desktop.ui.menus.panel import Panel
from desktop.ui.menus.verbs.board import IN_BOTH
from desktop.ui.session import Lit, Mode, Session
from desktop.ui.tools.drops import Drops

if TYPE_CHECKING:
    from desktop.ui.panels.inspector import FightInspector, Inspector
    from desktop.ui.panels.issues import Issues
    from desktop.ui.tools.build_tool import BuildTool
    from desktop.ui.tools.feature import FeatureTool
    from desktop.ui.tools.link import LinkTool
    from desktop.ui.tools.picture import PictureTool
    from desktop.ui.tools.play import PlayTool
    from desktop.ui.tools.select import SelectTool
    from desktop.ui.tools.traits import TraitsTool

LARGE_FROM = 1600
"""A window of so many pixels gets the widths of a large screen."""
PALETTE = (180, 232)
ORDER = (184, 240)
INSPECTOR = (264, 336)
CARD = (336, 400)
PAGE_HINT = (
    "Enter starts · Tab goes down the initiatives · Space leaves somebody out · Esc goes back"
)


class Bench(QWidget):
    """All that is made for one session and goes with it."""

    wants = Signal(str, object)
    """What a panel or a tool asks of the window."""
    counts_changed = Signal(int, int)
    hint_changed = Signal(str, bool)

    def __init__(
        self, session: Session, hand: Hand, actions: Actions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("bench")
        self.session = session
        self.hand = hand
        self._large = False
        self._was_seen = False
        self._frames: dict[Mode, Frame | None] = {}
        """What was looked at last in the mode that one is not in."""
        self._returns_to: Frame | None = None
        self._tools: dict[str, BuildTool | PlayTool] = {}
        self.panels: dict[str, Panel] = {}
        """By name, those that are made so far."""
        self.build_panels: BuildPanels | None = None
        self.play_panels: PlayPanels | None = None
        self._place: FightInspector | None = None
        self._build: BuildColumn | None = None
        self._play: PlayColumn | None = None
        self._palette: Section | None = None
        self._order: Section | None = None
        self.rail = Rail(actions, self)
        self.canvas = Canvas(session, self)
        self._centre = QStackedWidget(self)
        self._centre.addWidget(self.canvas)
        self._left = QStackedWidget(self)
        self._left.setObjectName("left_column")
        self._right = QStackedWidget(self)
        self._right.setObjectName("right_column")
        self._bar = QVBoxLayout()
        middle = QWidget(self)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.notices = QVBoxLayout()
        column.addLayout(self.notices)
        column.addWidget(self._centre, 1)
        column.addLayout(self._bar)
        self._parts = splitter(self._left, middle, self._right, upright=False)
        self._parts.setStretchFactor(0, 0)
        self._parts.setStretchFactor(1, 1)
        self._parts.setStretchFactor(2, 0)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(self._parts, 1)
        self._connect()
        self.show_mode()

    def _connect(self) -> None:
        self.hand.tool_changed.connect(self._wait_no_longer)
        self.hand.tool_changed.connect(self._take_tool)
        self.hand.change_place_changed.connect(self._change_place)
        self.hand.choice_changed.connect(self.canvas.view.refresh_overlay)
        self.canvas.view.status_changed.connect(self.hint_changed)
        self._following = Following(self.session, self)
        self._following.moved.connect(self._look_at_use)
        self._steps_seen = 0
        self.session.wanted_changed.connect(self._wait)
        self.session.mode_changed.connect(self._look_elsewhere)
        self.session.mode_changed.connect(self._wait_no_longer)
        self.session.lit_changed.connect(self._light)
        self.drops = self._drops()
        strip = self.canvas.strip
        strip.add_wanted.connect(lambda: self.wants.emit("level.add", None))
        strip.renamed.connect(lambda level, name: self.wants.emit("level.name", (level, name)))
        strip.menu_wanted.connect(lambda level, at: self.wants.emit("level.menu", (level, at)))

    def _drops(self) -> Drops:
        drops = Drops(self.canvas, self.session, self.hand, self)
        drops.wants.connect(self.wants)
        return drops

    def _look_at_use(self) -> None:
        """Open the list of a feature that was just used and does nothing yet."""
        fight = self._following.fight
        if fight is None:
            return
        steps = fight.combat.steps
        is_new = len(steps) == self._steps_seen + 1 == fight.combat.cursor
        self._steps_seen = len(steps)
        if not is_new or self.session.mode != "play":
            return
        from desktop.core.packs.imperium.using import UNPLANNED

        features = fight.state.encounter.board.features
        used = next((each for each in steps[-1].action.named if each in features), None)
        said = (fact for fact in steps[-1].events if isinstance(fact, Said))
        if used is not None and any(fact.rule == UNPLANNED for fact in said):
            self.wants.emit("feature.describe", used)

    def _wait_no_longer(self, _other: str) -> None:
        self.session.want(None)

    def _wait(self) -> None:
        """Let the next click on the board answer a field, or no longer."""
        self._take_tool()
        if self.session.wanted is not None:
            self.canvas.view.setFocus()

    def _light(self, lit: Lit) -> None:
        """Light up what somebody looks at a line about, until the pointer goes."""
        from desktop.ui.tools.lighting import lit_overlay

        overlay = lit_overlay(self.tool_in_hand.desk, lit)
        if overlay is None:
            self.canvas.view.refresh_overlay()
        else:
            self.canvas.view.show_overlay(overlay)

    # Panels

    def fill(self) -> None:
        """Make the panels of the mode, once; the first picture does without them."""
        if self.session.mode == "play":
            self._fill_play()
        else:
            self._fill_build()
        self._arrange()

    @property
    def inspector(self) -> Inspector:
        """The inspector in front: of the document, in Play of the fight's board."""
        self.fill()
        if self.session.mode == "play":
            assert self._place is not None, "the table lets nobody in here but to change the place"
            return self._place
        return self._fill_build().inspector

    def _take_in(self, **panels: Panel) -> None:
        for name, panel in panels.items():
            panel.setObjectName(panel.objectName() or name)
            panel.wants.connect(self.wants)
            self.panels[name] = panel

    def _fill_build(self) -> BuildPanels:
        if self.build_panels is not None:
            return self.build_panels
        from desktop.ui.panels.inspector import Inspector
        from desktop.ui.panels.issues import Issues
        from desktop.ui.panels.outline import Outline
        from desktop.ui.panels.palette import Palette

        session = self.session
        self.build_panels = made = BuildPanels(
            Palette(session, self.hand), Inspector(session), Outline(session), Issues(session)
        )
        self._take_in(
            palette=made.palette, inspector=made.inspector, outline=made.outline,
            issues=made.issues,
        )  # fmt: skip
        self._palette = Section(made.palette)
        self._left.addWidget(self._palette)
        self._build = BuildColumn(made)
        self._right.addWidget(self._build)
        made.issues.counts_changed.connect(self._count_issues)
        return made

    def _fill_play(self) -> PlayPanels:
        if self.play_panels is not None:
            return self.play_panels
        from desktop.ui.panels.action_bar import ActionBar
        from desktop.ui.panels.card import Card
        from desktop.ui.panels.due import DueList
        from desktop.ui.panels.log import Log
        from desktop.ui.panels.order import Order
        from desktop.ui.panels.roll import RollPanel

        session = self.session
        self.play_panels = made = PlayPanels(
            Order(session), Card(session), Log(session), RollPanel(session), DueList(session),
            ActionBar(session),
        )  # fmt: skip
        self._take_in(
            order=made.order, card=made.card, log=made.log, roll=made.roll, due=made.due,
            action_bar=made.action_bar,
        )  # fmt: skip
        self._order = Section(made.order)
        self._left.addWidget(self._order)
        self._play = PlayColumn(made)
        self._right.addWidget(self._play)
        self._bar.addWidget(made.action_bar)
        made.roll.showing_changed.connect(self._show_roll)
        return made

    def _show_roll(self, wanted: bool) -> None:
        """Show the roll panel or put it away; the board takes the keys that were meant for it."""
        assert self._play is not None
        assert self.play_panels is not None
        focus = QApplication.focusWidget()
        roll, log = self.play_panels.roll, self.play_panels.log
        had = focus is not None and roll.isAncestorOf(focus)
        asked = focus is not None and log.isAncestorOf(focus)
        self._play.show_roll(wanted)
        if had and not wanted:
            self.canvas.view.setFocus()
        elif asked and wanted:
            roll.take_keys()

    def _count_issues(self, errors: int, warnings: int) -> None:
        many = errors + warnings
        if self._build is not None:
            self._build.say_issues(many)
        self.counts_changed.emit(errors, warnings)

    def show_issues(self) -> Issues:
        """Bring the issues to the front in Build; return their panel."""
        made = self._fill_build()
        if self._build is not None:
            self._build.show_issues()
        return made.issues

    # The page between Build and round 1

    @property
    def page_open(self) -> bool:
        """Whether a page stands in the place of the canvas."""
        return self._centre.currentWidget() is not self.canvas

    @property
    def current_page(self) -> QWidget | None:
        """The page that stands in the place of the canvas, if one does."""
        return self._centre.currentWidget() if self.page_open else None

    def open_page(self, page: QWidget) -> None:
        """Put a page in the place of the canvas."""
        self.fill()  # the panels wait for the canvas to be seen, and now it may not be
        if self._centre.indexOf(page) < 0:
            self._centre.addWidget(page)
        self._centre.setCurrentWidget(page)
        self._fold()
        page.setFocus()
        self.hint_changed.emit(PAGE_HINT, False)

    def close_page(self) -> None:
        """Show the canvas again."""
        self._centre.setCurrentWidget(self.canvas)
        self._fold()
        self.canvas.view.setFocus()
        self.hint_changed.emit(self.canvas.view.tool.status, False)

    # Tools

    @overload
    def tool(self, name: Literal["select"]) -> SelectTool: ...

    @overload
    def tool(self, name: Literal["link"]) -> LinkTool: ...

    @overload
    def tool(self, name: Literal["traits"]) -> TraitsTool: ...

    @overload
    def tool(self, name: Literal["feature"]) -> FeatureTool: ...

    @overload
    def tool(self, name: Literal["picture"]) -> PictureTool: ...

    @overload
    def tool(self, name: str) -> BuildTool | PlayTool: ...

    def tool(self, name: str) -> BuildTool | PlayTool:
        """Return a tool, made when it is first wanted."""
        if name not in self._tools:
            made: BuildTool | PlayTool
            if name == "play":
                from desktop.ui.tools.play import PlayTool

                made = playing = PlayTool(self.canvas, self.session, self.hand)
                playing.wants.connect(self.wants)
            else:
                from desktop.ui.tools import TOOLS

                made = TOOLS[name](self.canvas, self.session, self.hand)
            self._tools[name] = made
        return self._tools[name]

    @property
    def tool_in_hand(self) -> BuildTool | PlayTool:
        """The tool that the canvas has now."""
        return self.tool(self._tool_name())

    def _tool_name(self) -> str:
        if self.session.wanted is not None:
            return "pick"
        playing = self.session.mode == "play"
        plays = playing and self.hand.tool == SELECT and not self.hand.change_place
        return "play" if plays else self.hand.tool

    def _take_tool(self, _name: str = "") -> None:
        self.canvas.view.set_tool(self.tool_in_hand)
        self._fold()

    def _fold(self) -> None:
        """Fold the left column away while the tool in hand has no palette, or no board to use."""
        playing = self.session.mode == "play" and not self._builds_in_play()
        tool, made = self.hand.tool, self.build_panels
        has_none = tool in IN_BOTH if made is None else made.palette.folds(tool)
        folds = (has_none or self.page_open) and not playing
        if folds != self._left.isHidden():
            self.canvas.view.hold_still(seen=self._was_seen)
        self._left.setVisible(not folds)
        shown = self._order if playing else self._palette
        if shown is not None:
            self._left.setCurrentWidget(shown)
        if not folds:
            self._arrange()

    def see(self) -> None:
        """Note that the board stands before somebody's eyes: it stays where they move it."""
        self._was_seen = True

    def _builds_in_play(self) -> bool:
        return self.hand.change_place and self.hand.tool not in IN_BOTH

    # Modes and sizes

    def _change_place(self, on: bool) -> None:
        self.show_mode()
        if on:
            self.session.told.emit("The tools of Build change the fight's board · Done: play on")

    def _show_place(self) -> None:
        """Put the inspector of the fight's board into the place of card and log, or away."""
        wanted = self.session.mode == "play" and self.hand.change_place
        if self._play is None or (not wanted and self._place is None):
            return
        if self._place is None:
            from desktop.ui.panels.inspector import FightInspector

            self._place = FightInspector(self.session)
            self._take_in(place=self._place)
            self._play.add_place(self._place)
        self._play.show_place(wanted)

    def show_mode(self) -> None:
        """Lay everything out for Build or for Play."""
        playing = self.session.mode == "play"
        if not playing and self.hand.change_place:
            self.hand.set_change_place(False)
        building = not playing or self.hand.change_place
        if not building and self.hand.tool not in IN_BOTH:
            self.hand.take(SELECT)
        self.rail.show_tools(building=building)
        column = self._play if playing else self._build
        if column is not None:
            self._right.setCurrentWidget(column)
        if self.play_panels is not None:
            self.play_panels.action_bar.setVisible(playing)
        self._show_place()
        if self._filled:
            self._take_tool()
        else:
            self._fold()
        if self._returns_to is not None:
            self.canvas.view.come_back(self._returns_to)
            self._returns_to = None

    def _look_elsewhere(self, mode: Mode) -> None:
        """Keep what was looked at in the mode before, and find what was in this one."""
        self._frames["build" if mode == "play" else "play"] = self.canvas.view.frame
        self._returns_to = self._frames.pop(mode, None)

    @property
    def build_frame(self) -> Frame | None:
        """What is looked at in Build, or was before Play; None before anything was."""
        playing = self.session.mode == "play"
        return self._frames.get("build") if playing else self.canvas.view.frame

    @property
    def _filled(self) -> bool:
        return (self._play if self.session.mode == "play" else self._build) is not None

    def _arrange(self) -> None:
        large = self._large
        playing = self.session.mode == "play"
        left = (ORDER if playing else PALETTE)[large]
        right = (CARD if playing else INSPECTOR)[large]
        self.rail.set_wide(large)
        for column in (self._build, self._play):
            if column is not None:
                column.set_large(large)
        rest = self.width() - self.rail.width() - left - right - 4
        self._parts.setSizes([left, max(200, rest), right])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take other widths where the window passes the border between small and large."""
        super().resizeEvent(event)
        large = self.width() >= LARGE_FROM
        if large != self._large or event.oldSize().width() <= 0:
            self._large = large
            self._arrange()
