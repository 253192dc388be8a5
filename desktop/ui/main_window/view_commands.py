"""What one looks at: modes, levels, issues, parts of the window, and Esc."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from desktop.core.model.words import LevelId, Point
from desktop.ui.canvas.tool import PointerEvent
from desktop.ui.menus.front import encounter_of, place_of
from desktop.ui.menus.hand import SELECT
from desktop.ui.menus.selection import levels_of
from desktop.ui.session import Mode, Ref, exists

if TYPE_CHECKING:
    from desktop.ui.main_window.window import MainWindow
    from desktop.ui.panels.inspector import Inspector
    from desktop.ui.panels.roll import RollPanel

OFFERS: Mapping[str, tuple[str, ...]] = {
    "zone": ("board.pick_up", "edit.merge"),
    "fighter": ("profile.edit", "picture.choose", "edit.group", "edit.ungroup"),
    "group": ("profile.edit", "picture.choose", "edit.ungroup"),
    "picture": ("picture.choose",),
    "level": ("picture.choose",),
}
"""What a right click offers beyond what it offers for everything."""
FOR_ALL = (
    "edit.rename", "edit.duplicate", "edit.cut", "edit.copy", "edit.paste", "edit.delete",
    "edit.select_like",
)  # fmt: skip
FOR_NONE = ("edit.paste", "edit.select_all", "", "picture.choose", "level.add", "view.fit")


class ViewCommands:
    """Nothing here changes the document or the fight."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def commands(self) -> Mapping[str, Callable[[object], object]]:
        """Return what the table may ask for, by name."""
        return {
            "switch_mode": lambda _: self.switch_mode(), "open_finder": lambda _: self.find(""),
            "finder.open": self.find, "next_issue": lambda _: self.next_issue(),
            "next_area": lambda _: self.next_area(1), "last_area": lambda _: self.next_area(-1),
            "full_screen": lambda _: self.full_screen(), "escape": self.escape,
            "fit_acting": lambda _: self.fit_acting(), "view.show": self.show,
            "view.centre": self.centre, "field.show": self.show_field,
            "thing.open": self.open_thing,
            "kind.select": self.select_kind,
            "kind.hide": lambda kind: self.turn(str(kind), "hidden_kinds"),
            "kind.lock": lambda kind: self.turn(str(kind), "locked_kinds"),
        }  # fmt: skip

    # Modes

    def switch_mode(self) -> None:
        """Go from Build to Play or back."""
        session = self._window.session
        if session is not None:
            self.go_to("build" if session.mode == "play" else "play")

    def go_to(self, mode: Mode) -> None:
        """Go to a mode; Play without a fight opens the page before round 1."""
        window, session = self._window, self._window.session
        if session is None:
            return
        if mode == "play" and session.fight is None:
            window.fights.open_page()
        else:
            if window.bench is not None and window.page_open:
                window.bench.close_page()
            session.set_mode(mode)
        window.show_mode()
        if not window.page_open:
            window.focus_canvas()

    # Finding

    def find(self, text: object) -> None:
        """Open the field for everything."""
        self._window.finder.open(text if isinstance(text, str) else "")

    def show(self, ref: object) -> None:
        """Show a thing's level, select it and bring it into view."""
        session, canvas = self._window.session, self._window.canvas
        if session is None or canvas is None or not isinstance(ref, Ref):
            return
        if not exists(encounter_of(session), ref):
            self._window.tell("It is not there any more.")
            return
        if ref.kind == "level":
            session.show_level(LevelId(ref.id))
            return
        levels = levels_of(session, ref)
        if levels and session.level not in levels:
            session.show_level(levels[0])
        session.select([ref])
        canvas.view.reveal([ref])

    def centre(self, place: object) -> None:
        """Bring a place into view."""
        session, canvas = self._window.session, self._window.canvas
        if session is None or canvas is None or not isinstance(place, tuple):
            return
        level, point = place
        session.show_level(level)
        canvas.view.centre_on(Point(*point))

    def _inspector(self) -> Inspector:
        """Return the inspector in front, with nothing selected."""
        bench = self._window.bench
        assert bench is not None
        bench.session.select([])
        return bench.inspector

    def show_field(self, where: object) -> None:
        """Bring a field of the encounter into view, as `board/space`, and let it have the keys."""
        inspector = self._inspector()
        inspector.go_back()
        row = inspector.reveal(str(where))
        target = _first_that_takes_keys(row)
        if target is not None:
            target.setFocus(Qt.FocusReason.TabFocusReason)
        QTimer.singleShot(0, row, lambda: inspector.area.ensureWidgetVisible(row, 0, 8))

    def open_thing(self, named: object) -> None:
        """Open what stands on no square, as `clock alarm`."""
        kind, _, id_ = str(named).partition(" ")
        self._inspector().open(kind, id_)

    def select_kind(self, kind: object) -> None:
        """Select everything of a kind, on all levels."""
        from desktop.ui.panels.outline_nodes import tables_of

        session = self._window.session
        if session is not None:
            tables = tables_of(encounter_of(session), str(kind))
            session.select(Ref(each, id_) for each, table in tables.items() for id_ in table)

    def turn(self, kind: str, words: str) -> None:
        """Open or shut the eye or the lock of a kind of things."""
        from desktop.ui.panels.outline_nodes import KIND_ROWS, turn

        session = self._window.session
        if session is not None:
            turn(getattr(session.shown, words), KIND_ROWS[kind].words)
            session.view_changed.emit()

    def fit_acting(self) -> None:
        """Bring the acting fighter close."""
        fight, canvas = self._window.fight, self._window.canvas
        actor = None if fight is None else fight.state.actor
        if canvas is not None and actor is not None:
            canvas.view.fit([Ref("fighter", actor)])

    def next_issue(self) -> None:
        """Select and show the next thing that is odd about the layout."""
        bench = self._window.bench
        if bench is None:
            return
        bench.fill()
        ref = bench.show_issues().next_issue()
        if ref is None:
            self._window.tell("Nothing is odd about this layout.")
        else:
            self.show(ref)

    # Parts of the window

    def _areas(self) -> list[QWidget]:
        bench = self._window.bench
        if bench is None:
            return [self._window.top, *([self._window.welcome] if self._window.welcome else [])]
        names = ("palette", "order", "inspector", "outline", "issues", "card", "log", "roll",
                 "due", "action_bar")  # fmt: skip
        panels = [bench.panels[name] for name in names if name in bench.panels]
        shown = [panel for panel in panels if panel.isVisible()]
        return [bench.canvas.view, *shown, self._window.finder]

    def next_area(self, step: int) -> None:
        """Give the focus to the next part of the window, round and round."""
        areas = self._areas()
        focus = QApplication.focusWidget()
        at = next(
            (
                index
                for index, area in enumerate(areas)
                if focus is not None and (area is focus or area.isAncestorOf(focus))
            ),
            0,
        )
        for away in range(1, len(areas) + 1):
            area = areas[(at + step * away) % len(areas)]
            target = _first_that_takes_keys(area)
            if target is not None:
                target.setFocus(Qt.FocusReason.TabFocusReason)
                return

    def full_screen(self) -> None:
        """Take the whole screen, or give it back."""
        window = self._window
        window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)

    # Esc

    def escape(self, _argument: object) -> None:
        """Go one step back: a field, a page, a gesture, the roll, the past, the tool, selection."""
        window, bench, session = self._window, self._window.bench, self._window.session
        if bench is None or session is None:
            return
        if window.page_open:
            bench.close_page()
            window.show_mode()
        elif self._leave_roll() or not bench.canvas.view.hasFocus():
            window.focus_canvas()
        elif bench.canvas.view.cancel() or (session.mode == "play" and self._escape_play()):
            pass
        elif window.hand.tool != SELECT:
            window.hand.take(SELECT)
        elif window.hand.change_place and not session.selection:
            window.hand.set_change_place(False)
        else:
            session.select([])
        window.actions_.refresh()

    def _roll(self) -> RollPanel | None:
        bench = self._window.bench
        panels = bench.play_panels if bench is not None else None
        return panels.roll if panels is not None else None

    def _leave_roll(self) -> bool:
        """Drop the roll whose panel has the focus."""
        roll, focus = self._roll(), QApplication.focusWidget()
        if roll is None or focus is None or not roll.showing or not roll.isAncestorOf(focus):
            return False
        roll.escape()
        return True

    def _escape_play(self) -> bool:
        roll, fight = self._roll(), self._window.fight
        if roll is not None and roll.showing:
            roll.escape()
            return True
        if fight is not None and fight.looking_back:
            fight.look_at(None)
            return True
        return False

    # The pointer

    def show_pointer(self, event: object) -> None:
        """Show where the pointer is: square, zone, level."""
        session = self._window.session
        if session is None or not isinstance(event, PointerEvent):
            return
        place = place_of(session)
        board = place.board
        zone = place.zone_at(event.level, event.square)
        level = board.levels.get(event.level)
        parts = [f"{event.square.x}, {event.square.y}"]
        parts += [board.zones[zone].label] if zone is not None else []
        parts += [level.label] if level is not None else []
        self._window.status.show_place("   ".join(parts))

    def offer_menu(self, event: object, at: object) -> None:
        """Offer what can be done with what lies under the pointer."""
        window, session, bench = self._window, self._window.session, self._window.bench
        if session is None or bench is None or not isinstance(event, PointerEvent):
            return
        at = at if isinstance(at, QPoint) else event.global_
        tool = bench.tool_in_hand
        if session.mode == "play":
            from desktop.ui.tools.play import PlayTool

            if isinstance(tool, PlayTool):
                menu = tool.menu(event)
                if menu is not None:
                    menu.popup(at)
                return
            if not window.hand.change_place:
                return
        under = bench.canvas.view.under(event.point)
        if under and not set(under) & set(session.selection):
            session.select(under[:1])
        window.actions_.refresh()
        kinds = dict.fromkeys(ref.kind for ref in session.selection) if under else {}
        own = [name for kind in kinds for name in OFFERS.get(kind, ())]
        names = [*FOR_ALL, "", *dict.fromkeys(own)] if under else list(FOR_NONE)
        window.actions_.offer(names, window).popup(at)


def _first_that_takes_keys(area: QWidget) -> QWidget | None:
    """Return what in a part of the window the keys go to first."""
    strong = Qt.FocusPolicy.TabFocus
    if area.focusPolicy() & strong and area.isEnabled():
        return area
    return next(
        (
            child
            for child in area.findChildren(QWidget)
            if child.focusPolicy() & strong and child.isVisible() and child.isEnabled()
        ),
        None,
    )
