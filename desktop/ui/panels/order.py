"""The order of the fight, and below it its goal, clocks, counters, cues and who is away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QScrollArea, QVBoxLayout, QWidget

from desktop.core.model.words import ClockId, CueId, FighterId, GroupId, SideId
from desktop.core.rules.actions import (
    Action,
    BeginTurn,
    Decree,
    FireCue,
    SetOrder,
    TakeOver,
    TickClock,
)
from desktop.core.rules.events import CounterSet
from desktop.core.rules.state import FighterState
from desktop.ui.fight import Fight
from desktop.ui.menus.fields.field import empty
from desktop.ui.menus.following import Following
from desktop.ui.menus.group_turn import hand_over
from desktop.ui.menus.offers import PUT
from desktop.ui.menus.panel import Panel
from desktop.ui.panels import order_lines as lines
from desktop.ui.panels.order_list import OrderList
from desktop.ui.panels.order_rows import ClockRow, CounterRow, GoalRow, HeadRow, TagRow
from desktop.ui.session import Ref, Session

LOWER_SHARE = 0.45
"""How much of the panel what stands below the order may take."""


class Order(Panel):
    """Who acts when; clicks only select, but for the members of the group that acts."""

    title: ClassVar[str] = "Order"

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.setObjectName("order")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.list = OrderList()
        self.above = _scrolled(self.list)
        column.addWidget(self.above, 1)
        self._sheet = QWidget()
        self._below = QVBoxLayout(self._sheet)
        self._below.setContentsMargins(0, 0, 0, 4)
        self._below.setSpacing(0)
        self.below = _scrolled(self._sheet)
        column.addWidget(self.below)
        self._rows: list[QWidget] = []
        self._shown_below: object = None
        self._named_below: object = None
        self._acting = ""
        self.list.chosen.connect(self._choose)
        self.list.moved.connect(self._move)
        self.list.shown.connect(self._show)
        self.list.taken_over.connect(self._take_over)
        self.list.offered.connect(self._offer)
        self._following = Following(session, self)
        self._following.moved.connect(self._refresh)
        session.selection_changed.connect(self._select)
        self._refresh()
        self._select(session.selection)

    @property
    def fight(self) -> Fight | None:
        """The fight in the window."""
        return self._following.fight

    # What is shown

    def _refresh(self) -> None:
        fight = self.fight
        if fight is None:
            self.list.show_lines([])
            self._show_below(None, [], [], [], [])
            return
        state = fight.state
        self.list.show_lines(lines.order_lines(fight.book, state))
        self._show_below(
            lines.goal_line(state), lines.clock_lines(state), lines.counter_lines(state),
            lines.cue_lines(state), lines.off_lines(state),
        )  # fmt: skip
        if state.acting != self._acting:
            self._acting = state.acting
            rect = self.list.row_rect(state.acting)
            self.above.ensureVisible(0, rect.center().y(), 0, rect.height())

    def _show_below(
        self,
        goal: lines.GoalLine | None,
        clocks: list[lines.ClockLine],
        counters: list[lines.CounterLine],
        cues: list[lines.CueLine],
        off: list[lines.OffLine],
    ) -> None:
        shown = (goal, clocks, counters, cues, off)
        if shown == self._shown_below:
            return
        named = (goal, [each.id for each in clocks], [each.name for each in counters], cues, off)
        if named == self._named_below:
            numbered = [row for row in self._rows if isinstance(row, ClockRow | CounterRow)]
            several: list[lines.ClockLine | lines.CounterLine] = [*clocks, *counters]
            for row, line in zip(numbered, several, strict=True):
                row.show_line(line)
        else:
            self._make_below(goal, clocks, counters, cues, off)
        self._shown_below, self._named_below = shown, named
        self._fit_below()

    def _make_below(
        self,
        goal: lines.GoalLine | None,
        clocks: list[lines.ClockLine],
        counters: list[lines.CounterLine],
        cues: list[lines.CueLine],
        off: list[lines.OffLine],
    ) -> None:
        empty(self._below)
        self._rows = []
        if goal is not None:
            self._add(HeadRow("Goal"))
            self._add(GoalRow(goal))
        if clocks or counters:
            self._add(HeadRow("Clocks" if clocks else "Counters"))
        for clock in clocks:
            self._add(ClockRow(clock, self._ticks(clock.id)))
        for counter in counters:
            self._add(CounterRow(counter, self._counts))
        if cues:
            self._add(HeadRow("Cues"))
        for cue in cues:
            self._add(TagRow(f"cue {cue.id}", cue.name, cue.when, "fire", self._fires(cue.id)))
        if off:
            self._add(HeadRow("Off the board"))
        for each in off:
            self._add(
                TagRow(
                    f"off {each.id}", each.name, each.why, "put", self._puts(each.id),
                    chosen=partial(self._choose, each.id, False),
                )
            )  # fmt: skip

    def _add(self, row: QWidget) -> None:
        self._rows.append(row)
        self._below.addWidget(row)
        row.show()

    def _fit_below(self) -> None:
        for row in self._rows:
            if isinstance(row, GoalRow):
                row.fit(self.width())
        self._sheet.adjustSize()
        wanted = self._sheet.sizeHint().height() if self._rows else 0
        self.below.setFixedHeight(min(wanted, round(self.height() * LOWER_SHARE)))
        self.below.setVisible(bool(self._rows))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the height anew."""
        super().resizeEvent(event)
        self._fit_below()

    def sizeHint(self) -> QSize:
        """Leave the size to the window."""
        return QSize(184, 400)

    def minimumSizeHint(self) -> QSize:
        """Give way; it scrolls inside."""
        return QSize(172, 80)

    # What the hand does

    def _take(self, action: Action) -> None:
        if self.fight is not None:
            self.fight.take(action)

    def shift(self, named: str) -> None:
        """Put an entry a place earlier or later, as `-1 ilse`."""
        by, _, entry = named.partition(" ")
        order = [each.id for each in self.fight.state.order] if self.fight is not None else []
        if entry in order:
            at = order.index(entry)
            self._move(at, min(max(0, at + int(by)), len(order) - 1))

    def begin(self, entry: str) -> None:
        """Begin the turn of an entry."""
        self._take(BeginTurn(entry=entry))

    def press(self, name: str) -> None:
        """Press a button of a row below the order, as `more clock alarm`."""
        part, _, row = name.partition(" ")
        found = next((each for each in self._rows if each.objectName() == row), None)
        if found is not None:
            getattr(found, part).click()

    def _take_over(self, who: str) -> None:
        if self.fight is not None and self.fight.state.actor != who:
            self._take(TakeOver(who=FighterId(who)))

    def _ticks(self, clock: str) -> Callable[[int], None]:
        return lambda by: self._take(TickClock(clock=ClockId(clock), by=by))

    def _counts(self, line: lines.CounterLine, by: int) -> None:
        value = max(0, line.value + by)
        if value != line.value:
            fact = CounterSet(side=SideId(line.side), counter=line.counter, value=value)
            self._take(Decree(facts=(fact,)))

    def _fires(self, cue: str) -> Callable[[], None]:
        return lambda: self._take(FireCue(cue=CueId(cue)))

    def _puts(self, who: str) -> Callable[[], None]:
        def put() -> None:
            if self.fight is not None:
                self.fight.arm(PUT + who)
                self.session.told.emit("Click where it shall stand; Esc leaves it off the board.")

        return put

    def _ref(self, entry: str) -> Ref | None:
        fight = self.fight
        if fight is None:
            return None
        if entry in fight.state.people:
            return Ref("fighter", entry)
        return Ref("group", entry) if entry in fight.state.encounter.groups else None

    def _choose(self, entry: str, add: bool) -> None:
        fight, ref = self.fight, self._ref(entry)
        if ref is None or fight is None:
            return
        refs = [ref]
        if ref.kind == "group":
            people = fight.state.people.values()
            refs = [Ref("fighter", each.id) for each in people if each.group == entry]
        self.session.select([*self.session.selection, *refs] if add else refs)
        if ref.kind == "fighter" and not add:
            hand_over(fight, FighterId(ref.id))
        person = _standing(fight, entry) if fight.armed and not add else None
        if person is not None:
            self.session.show_level(person.level)  # to be aimed at there

    def _select(self, _refs: object) -> None:
        chosen = [ref.id for ref in self.session.selection]
        groups = [each.partition("/")[0] for each in chosen if "/" in each]
        whole = {group for group in groups if self._is_whole(group, chosen)}
        self.list.show_selected(frozenset([*chosen, *whole]))

    def _is_whole(self, group: str, chosen: list[str]) -> bool:
        if self.fight is None:
            return False
        people = self.fight.state.people.values()
        members = {each.id for each in people if each.group == GroupId(group)}
        return members <= set(chosen)

    def _show(self, entry: str) -> None:
        fight, ref = self.fight, self._ref(entry)
        if fight is None or ref is None:
            return
        person = _standing(fight, entry)
        if person is not None:
            self._choose(entry, False)
            self.wants.emit("view.centre", (person.level, person.seat))

    def _move(self, start: int, to: int) -> None:
        fight = self.fight
        if fight is None:
            return
        order = list(fight.state.order)
        order.insert(to, order.pop(start))
        if not fight.take(SetOrder(order=tuple(order))):
            self.list.update()

    def _offer(self, entry: str, at: QPoint) -> None:
        """Offer what can be done with an entry, beyond selecting it."""
        fight = self.fight
        if fight is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        state = fight.state
        own = next(
            (each for each in state.order if entry == each.id or entry in each.members), None
        )
        if own is None:
            return
        if entry in state.people and entry != state.actor:
            act = menu.addAction("Act now, in turn or out of it")
            act.triggered.connect(lambda: self._take(TakeOver(who=FighterId(entry))))
        if own.id != state.acting and not state.acting:
            begin = menu.addAction("Begin this turn")
            begin.triggered.connect(lambda: self._take(BeginTurn(entry=own.id)))
        index = state.order.index(own)
        if index > 0:
            menu.addAction("Earlier\tCtrl+Up", lambda: self._move(index, index - 1))
        if index < len(state.order) - 1:
            menu.addAction("Later\tCtrl+Down", lambda: self._move(index, index + 1))
        menu.addAction("Show on the board\tEnter", lambda: self._show(entry))
        menu.popup(at)


def _standing(fight: Fight, entry: str) -> FighterState | None:
    """Return a fighter of the board, or the first of a group that stands there."""
    people = fight.state.people
    return next(
        (
            fighter
            for who, fighter in fight.state.fighters.items()
            if (who == entry or people[who].group == entry) and fighter.seat is not None
        ),
        None,
    )


def _scrolled(widget: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(widget)
    return area
