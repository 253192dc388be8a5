"""T: the families of traits with their grades, the brush, and the weather of the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QMenu, QStackedWidget, QToolButton

from desktop.core.model.words import TRAIT_FAMILIES, TraitWord, ZoneId, family_of
from desktop.ui.menus import front
from desktop.ui.menus.captions import menu_line
from desktop.ui.menus.fields.chips import Chip, Chips
from desktop.ui.menus.verbs import board
from desktop.ui.panels.palette.cells import Cell, Grades
from desktop.ui.panels.palette.making import Making
from desktop.ui.panels.palette.page import Page
from desktop.ui.theme import colours

NAMES = {family: name.partition("-")[0] for name, family in board.FAMILIES}
"""In the order of the keys 1 to 6."""
LETTERS: dict[str, str] = {
    "light cover": "L", "medium cover": "M", "heavy cover": "H",
    "minor hazard": "m", "major hazard": "M", "deadly hazard": "D",
    "lightly obscured": "L", "heavily obscured": "H", "poorly lit": "P", "dark": "D",
}  # fmt: skip
OFF = "–"
NO_STYLE: tuple[TraitWord, ...] = ()
SLOTS = 4
NAME_PX, KEY_PX = 64, 12


class TraitsPage(Page):
    """Brush and grades over the weather."""

    def fill(self) -> None:
        """Put the choices in."""
        self.heading("Brush")
        self.brush = Chips(self)
        self.nothing = self.hint("Choose a grade; without one a drag selects zones")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.held = QStackedWidget(self)  # as high as either: the grades stay under the pointer
        self.held.addWidget(self.nothing)
        self.held.addWidget(self.brush)
        self.column.addWidget(self.held)
        self.column.addSpacing(4)
        self.grid = QGridLayout()
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(2)
        self.grid.setVerticalSpacing(2)
        self.grid.setColumnStretch(2, 1)
        self.column.addLayout(self.grid)
        self.rows: dict[str, Grades] = {}
        for number, (family, name) in enumerate(NAMES.items(), 1):
            self._family(number, family, name)
        self._own: tuple[TraitWord, ...] = ()
        self.making = Making("New trait…", (("Name", "e.g. ankle-deep"), ("What it means", "")))
        self.making.made.connect(self._describe)
        self.column.addWidget(self.making)
        self.zones = self.hint("")
        self.pick_up = self.button("Pick a style up  I", "board.pick_up",
                                   "Lay the traits of one zone on others")  # fmt: skip
        self.heading("Weather: the board")
        self.weather = Chips(self)
        self.column.addWidget(self.weather)
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._offer)
        self.add = QToolButton(self)
        self.add.setText("Add…")
        self.add.setFixedHeight(22)
        self.add.setProperty("role", "add")
        self.add.setToolTip("Add a trait that holds in every zone not sheltered")
        self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.add.setMenu(self.menu)
        self._worn: tuple[TraitWord, ...] | None = None
        self._held: tuple[TraitWord, ...] | None = None
        self.column.addSpacing(8)
        self.hint("1–6 step the selected zones, or the board")
        self.hint("Shift adds a cover beside")
        self.hint("Ctrl takes off")

    def _family(self, number: int, family: str, name: str) -> None:
        words = TRAIT_FAMILIES[family]
        cells = [Cell("", OFF, f"No {name.lower()}")]
        cells += [Cell(word, LETTERS.get(word, "on"), word.capitalize()) for word in words]
        self._row(number - 1, str(number), name, cells, *colours().badges[family])

    def _row(
        self, row: int, key: str, name: str, cells: Sequence[Cell], fill: str, ink: str
    ) -> None:
        label = QLabel(self)
        label.setFixedWidth(NAME_PX if key else NAME_PX + KEY_PX)
        label.setText(
            label.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, label.width())
        )
        label.setToolTip(name)
        if key:
            digit = QLabel(key, self)
            digit.setProperty("role", "muted")
            digit.setFixedWidth(KEY_PX)
            self.grid.addWidget(digit, row, 0)
            self.grid.addWidget(label, row, 1)
        else:
            self.grid.addWidget(label, row, 0, 1, 2)
        grades = Grades(cells, name, fill, ink, slots=SLOTS)
        grades.chosen.connect(partial(self._choose, grades))
        self.grid.addWidget(grades, row, 2)
        self.rows[cells[-1].value if family_of(cells[-1].value) is None else name] = grades

    # Following

    def refresh(self) -> None:
        """Show brush, zones and weather as they are."""
        self._show_own()
        held = self.brush_words
        zones = [
            self.board.zones[ZoneId(zone)] for zone in self.session.selected("zone")
            if zone in self.board.zones
        ]  # fmt: skip
        laid = [frozenset(trait.word for trait in zone.traits) for zone in zones]
        some: frozenset[str] = frozenset().union(*laid)
        every = frozenset.intersection(*laid) if laid else frozenset()
        for grades in self.rows.values():
            grades.show_laid(frozenset(every), some - every, is_asked=bool(laid))
            grades.show_brush(frozenset(held))
        self._show_brush(held)
        self._show_weather()
        self.pick_up.setEnabled(bool(zones))
        many = zones[0].label if len(zones) == 1 else f"{len(zones)} zones"
        self.zones.setText(f"A grade goes on {many} too" if zones else "")
        self.zones.setVisible(bool(zones))

    @property
    def brush_words(self) -> tuple[TraitWord, ...]:
        """What the brush lays: a style picked up, else the word chosen."""
        word = self.choice("traits.word", "")
        return self.choice("traits.picked", NO_STYLE) or ((TraitWord(word),) if word else ())

    def _show_brush(self, held: tuple[TraitWord, ...]) -> None:
        if held == self._held:
            return
        self._held = held
        chips = []
        for word in held:
            chip = Chip(word, tip="On the brush; × puts it down")
            chip.off.connect(self._put_down)
            chips.append(chip)
        self.brush.show_chips(chips)
        self.held.setCurrentWidget(self.brush if held else self.nothing)

    def _put_down(self) -> None:
        self.hand.choose("traits.picked", NO_STYLE)
        self.hand.choose("traits.word", "")

    def _show_weather(self) -> None:
        words = tuple(trait.word for trait in self.board.traits)
        if words == self._worn:
            return
        self._worn = words
        chips = []
        for word in words:
            chip = Chip(word, tip="Holds in every zone that is not sheltered")
            chip.off.connect(partial(self._set_weather, (), (word,)))
            chips.append(chip)
        self.weather.show_chips(chips, after=self.add)

    def _show_own(self) -> None:
        own = tuple(self.encounter.traits)
        if own == self._own:
            return
        for word in self._own:
            self.rows.pop(word, None)
        for row in range(len(NAMES), len(NAMES) + len(self._own)):
            for column in (0, 2):
                item = self.grid.itemAtPosition(row, column)
                widget = item.widget() if item is not None else None
                if widget is not None:
                    self.grid.removeWidget(widget)
                    widget.hide()
                    widget.deleteLater()
        self._own = own
        for row, word in enumerate(own, len(NAMES)):
            says = self.encounter.traits[word].says or word.capitalize()
            cells = [Cell("", OFF, f"Not {word}"), Cell(word, "on", says)]
            self._row(
                row,
                "",
                self.encounter.traits[word].label.capitalize(),
                cells,
                *colours().badges["own"],
            )

    # Choosing

    def _choose(self, grades: Grades, word: str, more: bool) -> None:
        """Take a grade on the brush, and lay it on the selected zones; the dash takes it off."""
        words = tuple(TraitWord(cell.value) for cell in grades.cells if cell.value)
        zones = self.session.selected("zone")
        if not word:
            if set(words) & set(self.brush_words):
                self._put_down()
            self._lay(zones, (), words)
            return
        self.hand.choose("traits.picked", NO_STYLE)
        is_put_down = not zones and word == self.choice("traits.word", "")
        self.hand.choose("traits.word", "" if is_put_down else TraitWord(word))
        self._lay(zones, (TraitWord(word),), (), beside=more)

    def _lay(
        self, zones: Sequence[str], add: Sequence[TraitWord], off: Sequence[TraitWord],
        *, beside: bool = False,
    ) -> None:  # fmt: skip
        if zones:
            front.edit(
                self.session, "set_traits", zones=list(zones), add=list(add), off=list(off),
                beside=beside,
            )  # fmt: skip

    def _set_weather(
        self, add: Sequence[TraitWord], off: Sequence[TraitWord], *_checked: object
    ) -> None:
        front.edit(self.session, "set_traits", zones=[], add=list(add), off=list(off))

    def _offer(self) -> None:
        self.menu.clear()
        worn = {trait.word for trait in self.board.traits}
        groups: list[Sequence[TraitWord]] = [*TRAIT_FAMILIES.values(), tuple(self.encounter.traits)]
        for words in groups:
            for word in words:
                action = self.menu.addAction(menu_line(word))
                action.setCheckable(True)
                action.setChecked(word in worn)
                change = ((), (word,)) if word in worn else ((word,), ())
                action.triggered.connect(partial(self._set_weather, *change))
            self.menu.addSeparator()

    def _describe(self, said: object) -> None:
        """Describe a trait of the GM's own, and take it on the brush."""
        name, says = said if isinstance(said, tuple) else ("", "")
        before = set(self.encounter.traits)
        if front.edit(self.session, "add_trait", word=name, says=says):
            fresh = [word for word in self.encounter.traits if word not in before]
            if fresh:
                self.hand.choose("traits.picked", NO_STYLE)
                self.hand.choose("traits.word", fresh[0])
