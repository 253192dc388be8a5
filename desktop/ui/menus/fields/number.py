"""Fields of numbers, which take sums."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMenu, QToolButton

from desktop.ui.menus.fields.field import SEVERAL
from desktop.ui.menus.fields.sums import SumError, value_of_sum
from desktop.ui.menus.fields.text import TextField

DIGITS = 6
"""No fight has a round with more."""


class NumberField(TextField):
    """A number, or a sum; nothing at all where it may be unsaid."""

    WIDTH = 72

    def __init__(
        self, hint: str = "", *, unit: str = "", whole: bool = True, needed: bool = False,
        wide: bool = False, presets: Iterable[tuple[str, int]] = (),
    ) -> None:  # fmt: skip
        super().__init__(hint)
        self._whole = whole
        self._needed = needed
        self._unit = unit
        if wide:
            return
        self.edit.setFixedWidth(self.WIDTH)
        self._line.setStretch(0, 0)
        if unit:
            label = QLabel(unit, self)
            label.setProperty("role", "muted")
            self._line.addWidget(label)
        if presets:
            self._line.addWidget(self._button(presets))
        self._line.addStretch(1)

    def _button(self, presets: Iterable[tuple[str, int]]) -> QToolButton:
        """Return what offers usual numbers by their names."""
        self.presets = QToolButton(self)
        self.presets.setText("usual")
        self.presets.setToolTip("Usual numbers")
        self.presets.setProperty("role", "by")
        self.presets.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.presets.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.presets)
        for says, number in presets:
            menu.addAction(f"{says}\t{number}").triggered.connect(
                lambda _on=False, number=number: self.committed.emit(number)
            )
        self.presets.setMenu(menu)
        return self.presets

    def text_of(self, value: object) -> str:
        """Return a number as one writes it."""
        if value is SEVERAL or value is None:
            return ""
        return f"{value:.10g}" if isinstance(value, (int, float)) else str(value)

    def value_of(self, text: str) -> object:
        """Return the number that a sum comes to, or None for nothing; the unit may stand behind."""
        text = text.strip().removesuffix(self._unit)
        if not text.strip():
            if self._needed:
                raise ValueError("Type a number.")
            return None
        try:
            value = value_of_sum(text)
        except SumError:
            raise ValueError("Type a number, or a sum like 3 + 4.") from None
        if not self._whole:
            return int(value) if value.is_integer() else round(value, 3)
        if not value.is_integer():
            raise ValueError(f"This must be a whole number, and that is {value:g}.")
        return int(value)


class CountField(TextField):
    """A round: its number, or with a plus how many from now."""

    def text_of(self, value: object) -> str:
        """Return a pair of number and whether it counts from now."""
        if not isinstance(value, tuple) or value[0] is None:
            return ""
        number, later = value
        return f"+{number}" if later else str(number)

    def value_of(self, text: str) -> object:
        """Return a pair of number and whether it counts from now."""
        text = text.strip()
        if not text:
            return (None, False)
        number = text.removeprefix("+").strip()
        if not number.isdecimal() or len(number) > DIGITS:
            raise ValueError("Type a round as 3, or +2 for two from now.")
        return (int(number), text.startswith("+"))
