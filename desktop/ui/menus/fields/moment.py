"""A field for a point of the fight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import get_args

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from desktop.core.model.encounter import Encounter
from desktop.core.model.moments import BY_HAND, Moment, Point_
from desktop.ui.menus.fields import known
from desktop.ui.menus.fields.choice import ChoiceField
from desktop.ui.menus.fields.field import SEVERAL, Field
from desktop.ui.menus.fields.known import Known
from desktop.ui.menus.fields.number import CountField
from desktop.ui.menus.fields.pick import PickField

POINTS: tuple[Point_, ...] = get_args(Point_)
OF_TURN = ("start of turn", "end of turn")
COUNTED = ("start of round", "start of turn", "end of turn", "end phase", "end of round")
NEEDS = {"entering": "zone", "leaving": "zone", "full": "clock"}


class MomentField(Field):
    """A point of the fight, with its round and whose it is; or, where it may be, for good."""

    def __init__(self, encounter: Callable[[], Encounter], *, never: str = "") -> None:
        super().__init__()
        self._value: object = None
        self._draft: Moment | None = None
        options = [(None, never)] if never else []
        self.point = ChoiceField([*options, *((each, _said(each)) for each in POINTS)])
        self._which = "the next" if never else "every"
        self.count = CountField(f"{self._which} round")
        self._of = {
            "zone": PickField(Known(encounter, known.zones, "zone"), unsaid="which zone"),
            "clock": PickField(Known(encounter, known.clocks, "clock"), unsaid="which clock"),
            "turn": PickField(Known(encounter, known.entries, "entry"), unsaid="whose turn"),
        }
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.point)
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self.count, 1)
        for pick in self._of.values():
            row.addWidget(pick, 2)
            pick.committed.connect(self._of_changed)
            pick.complaint.connect(self.complaint)
        column.addLayout(row)
        self._line.addLayout(column, 1)
        self.point.committed.connect(self._point_changed)
        self.count.committed.connect(self._count_changed)
        self.count.complaint.connect(self.complaint)
        self.setFocusProxy(self.point)

    @property
    def of(self) -> dict[str, PickField]:
        """The fields for what a moment is of: a zone, a clock, whose turn."""
        return self._of

    def show_value(self, value: object) -> None:
        """Show a moment."""
        self._value = value
        self._draft = value if isinstance(value, Moment) else None
        self._show()

    def _show(self) -> None:
        moment = self._draft
        is_several = self._value is SEVERAL and moment is None
        self.point.show_value(SEVERAL if is_several else moment.point if moment else None)
        point = moment.point if moment else ""
        self.count.setVisible(point in COUNTED)
        self.count.hint = f"{self._which} {'turn' if point in OF_TURN else 'round'}"
        self.count.show_value((moment.number, moment.later) if moment else (None, False))
        wanted = NEEDS.get(point, "turn" if point in OF_TURN else "")
        for name, pick in self._of.items():
            pick.setVisible(name == wanted)
            pick.show_value(moment.of if moment and name == wanted else None)

    def _point_changed(self, point: object) -> None:
        if point is None:
            self._commit(None)
            return
        old = self._draft or BY_HAND
        counted = point in COUNTED
        same_of = NEEDS.get(str(point)) == NEEDS.get(old.point) and (point in OF_TURN) == (
            old.point in OF_TURN
        )
        moment = Moment(
            point,  # type: ignore[arg-type]  # a word of the list
            old.number if counted else None,
            old.later if counted else False,
            old.of if same_of else "",
        )
        if point in NEEDS and not moment.of:
            self._draft = moment
            self._show()
            self._of[NEEDS[str(point)]].setFocus()
            return
        self._commit(moment)

    def _count_changed(self, value: object) -> None:
        if self._draft is not None and isinstance(value, tuple):
            self._commit(replace(self._draft, number=value[0], later=value[1]))

    def _of_changed(self, value: object) -> None:
        if self._draft is None:
            return
        if self._draft.point in NEEDS and not value:
            self.complaint.emit(f"Say which {NEEDS[self._draft.point]} is meant.")
            return
        self._commit(replace(self._draft, of=str(value or "")))

    def _commit(self, moment: Moment | None) -> None:
        self._draft = moment
        self.complaint.emit("")
        if moment != self._value:
            self._value = moment
            self.committed.emit(moment)
        self._show()

    def flush(self) -> None:
        """Commit what was typed."""
        self.count.flush()
        for pick in self._of.values():
            if not pick.isHidden():
                pick.flush()


def _said(point: str) -> str:
    return {"full": "When a clock is full", "end phase": "End phase"}.get(
        point, f"{point[:1].upper()}{point[1:]}"
    )
