"""The card of whoever acts, or is selected: what one needs to know, and what the GM may change."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import (
    QGuiApplication,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.core.model.words import AttackId, FighterId
from desktop.core.rules.actions import Decree, TakeOver
from desktop.core.rules.events import AmmunitionSet, BudgetSet, Event
from desktop.core.rules.labels import label_of
from desktop.ui.fight import Fight
from desktop.ui.menus.fields.chips import Chips, Flow
from desktop.ui.menus.fields.field import empty
from desktop.ui.menus.following import Following
from desktop.ui.menus.one_line import OneLine
from desktop.ui.menus.panel import Panel
from desktop.ui.menus.typed_menu import TypedMenu
from desktop.ui.panels import card_lines as c
from desktop.ui.panels.card_parts import WOUND_DIGITS, Dot, WoundsBar, WoundsEdit, chip_saying
from desktop.ui.panels.small_fields import NumberField, short
from desktop.ui.session import Session

MOST_BESIDE = 120
"""Letters of what stands under the name; beyond them the wounds would leave the card."""
WEAPON_PX = 200


class Card(Panel):
    """One fighter."""

    title: ClassVar[str] = ""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self.setObjectName("card")
        self.line: c.CardLines | None = None
        self._dots: dict[str, Dot] = {}
        self._attacks: tuple[c.AttackLine, ...] = ()
        self._chips: object = None
        self._frame()
        self._following = Following(session, self)
        self._following.moved.connect(self._refresh)
        session.selection_changed.connect(self._refresh)
        self._refresh()

    def _frame(self) -> None:
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer.addWidget(scroll)
        self.sheet = QWidget()
        scroll.setWidget(self.sheet)
        column = QVBoxLayout(self.sheet)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(6)
        column.addLayout(self._head())
        self.beside = self._label("muted")
        column.addWidget(self.beside)
        self.bar = WoundsBar(self.sheet)
        self.bar.pressed.connect(lambda: self.begin_wounds("-"))
        column.addWidget(self.bar)
        self.wounds_say = self._label("muted")
        self.wounds_say.hide()
        column.addWidget(self.wounds_say)
        column.addWidget(self._wounds_field())
        self.act = QToolButton(self.sheet)
        self.act.setText("Act now")
        self.act.setToolTip("Let this one act, in turn or out of it")
        self.act.setProperty("role", "by")
        self.act.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.act.clicked.connect(self._act)
        turn = QHBoxLayout()
        turn.setSpacing(4)
        self._budget = Flow()
        turn.addLayout(self._budget, 1)
        turn.addWidget(self.act, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(turn)
        self.chips = Chips(self.sheet)
        column.addWidget(self.chips)
        self.criticals = self._label("grave")
        column.addWidget(self.criticals)
        self._weapons = QVBoxLayout()
        self._weapons.setSpacing(2)
        column.addLayout(self._weapons)
        self.figures = self._label("muted")
        column.addWidget(self.figures)
        self.zone, self.near = self._label(""), self._label("muted")
        self.notes = self._label("muted")
        for label in (self.zone, self.near, self.notes):
            column.addWidget(label)
        column.addStretch(1)

    def _label(self, role: str) -> QLabel:
        label = QLabel(self.sheet)
        label.setWordWrap(True)
        label.setMinimumWidth(1)  # a name that is one long word makes nothing wider
        label.setTextFormat(Qt.TextFormat.PlainText)
        if role:
            label.setProperty("role", role)
        return label

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self.name = OneLine(self.sheet)
        self.name.setProperty("role", "big")
        self.wounds = QToolButton(self.sheet)
        self.wounds.setObjectName("card wounds")
        self.wounds.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.wounds.setProperty("role", "big")
        self.wounds.setToolTip("Wounds: − or + changes them")
        self.wounds.clicked.connect(lambda: self.begin_wounds("-"))
        row.addWidget(self.name, 1)
        row.addWidget(self.wounds)
        return row

    def _wounds_field(self) -> QLineEdit:
        self.field = WoundsEdit(self.sheet)
        self.field.setObjectName("card wounds field")
        self.field.setPlaceholderText("-7, +3 or =5")
        self.field.setAccessibleName("Change of wounds")
        self.field.textChanged.connect(self._foretell_wounds)
        self.field.returnPressed.connect(self._change_wounds)
        self.field.left.connect(self._close_wounds)
        self.field.hide()
        return self.field

    # What is shown

    @property
    def fight(self) -> Fight | None:
        """The fight in the window."""
        return self._following.fight

    @property
    def shown(self) -> FighterId | None:
        """Whose card it is: the one selected, else whoever acts."""
        fight = self.fight
        if fight is None:
            return None
        chosen = [who for who in self.chosen if who in fight.state.people]
        return chosen[0] if len(chosen) == 1 else fight.state.actor or next(iter(chosen), None)

    @property
    def chosen(self) -> tuple[FighterId, ...]:
        """The fighters that are selected."""
        return tuple(FighterId(who) for who in self.session.selected("fighter"))

    @property
    def meant(self) -> tuple[FighterId, ...]:
        """Whom a change of wounds or conditions is for: those selected, else whoever is shown."""
        fight = self.fight
        if fight is None:
            return ()
        chosen = tuple(who for who in self.chosen if who in fight.state.fighters)
        return chosen or ((self.shown,) if self.shown is not None else ())

    def _refresh(self, *_: object) -> None:
        fight, who = self.fight, self.shown
        if fight is None or who is None:
            self._show_nobody()
            return
        line = c.card_lines(fight.book, fight.state, who)
        if line == self.line:
            return
        self.line = line
        self.sheet.show()
        self.name.say(line.name.upper())
        self.beside.setText(_cut(line.beside))
        self.beside.setToolTip(line.beside if len(line.beside) > MOST_BESIDE else "")
        most = "" if line.most is None else f"/{line.most}"
        self.wounds.setText(f"{line.wounds}{most}")
        self.bar.show_wounds(line.wounds, line.most)
        self.act.setVisible(not line.acting)
        self._show_budget(line)
        self._show_chips(line)
        self._show_attacks(line)
        self.criticals.setText("Critical Wounds: " + "; ".join(line.criticals))
        self.criticals.setVisible(bool(line.criticals))
        told = (
            (self.figures, line.figures), (self.zone, line.zone), (self.near, line.near),
            (self.notes, line.notes),
        )  # fmt: skip
        for label, text in told:
            label.setText(text)
            label.setVisible(bool(text))

    def _show_nobody(self) -> None:
        self.line = None
        self.sheet.hide()

    def _show_budget(self, line: c.CardLines) -> None:
        held = {kind for kind, _ in line.budget}
        for kind, dot in self._dots.items():
            dot.setVisible(kind in held)
        for kind, left in line.budget:
            if kind not in self._dots:
                dot = Dot(kind, self.sheet)
                dot.clicked.connect(partial(self._spend, kind))
                self._dots[kind] = dot
                self._budget.addWidget(dot)
            self._dots[kind].show_left(left)

    def _show_chips(self, line: c.CardLines) -> None:
        chips = (line.conditions, line.noted)
        if chips == self._chips:
            return
        self._chips = chips
        made = []
        for each in line.conditions:
            named = not each.source or each.source in each.says  # as in `at maximum wounds`
            chip = chip_saying(each.says if named else f"{each.says} · {each.source}")
            if each.source:
                chip.setToolTip(f"It comes from {each.source} and lasts as long")
            else:
                chip.setToolTip("A click takes it away")
                chip.clicked.connect(partial(self._lift, each.name))
            made.append(chip)
        for text in line.noted:
            chip = chip_saying(text)
            chip.setEnabled(False)
            made.append(chip)
        more = chip_saying("+ condition  C" if not line.conditions else "+  C")
        more.setObjectName("card conditions")
        more.setToolTip("Conditions")
        more.clicked.connect(self.conditions)
        self.chips.show_chips([*made, more])

    def _show_attacks(self, line: c.CardLines) -> None:
        if line.attacks == self._attacks:
            return
        self._attacks = line.attacks
        empty(self._weapons)
        for attack in line.attacks:
            self._weapons.addWidget(self._weapon(attack))

    def _weapon(self, attack: c.AttackLine) -> QWidget:
        row = QWidget(self.sheet)
        box = QHBoxLayout(row)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(4)
        name = short(f"{attack.name} (put away)" if attack.stowed else attack.name, WEAPON_PX)
        name.setProperty("role", "muted" if attack.stowed else "")
        traits = OneLine(row)
        traits.setProperty("role", "muted")
        traits.say(attack.traits)
        box.addWidget(name)
        box.addWidget(traits, 1)
        if attack.left is not None:
            field = NumberField(row)
            field.setObjectName(f"shots {attack.id}")
            field.setFixedWidth(40)
            field.show_number(attack.left, typed=False)
            field.given.connect(partial(self._load, attack.id))
            box.addWidget(field)
            box.addWidget(QLabel(f"/ {attack.magazine}" if attack.magazine else "", row))
        return row

    # What the GM changes

    def _decree(self, *facts: Event, note: str = "") -> None:
        if self.fight is not None and facts:
            self.fight.take(Decree(facts=facts, note=note))

    def _act(self) -> None:
        if self.fight is not None and self.line is not None:
            self.fight.take(TakeOver(who=self.line.id))

    def _spend(self, kind: str) -> None:
        fight, line = self.fight, self.line
        if fight is None or line is None:
            return
        left = dict(fight.state.fighters[line.id].left)
        full = fight.book.economy.refreshed(fight.state, line.id).get(kind, 1)
        left[kind] = left.get(kind, 0) - 1 if left.get(kind, 0) else max(1, full)
        self._decree(BudgetSet(who=line.id, left=left))

    def _load(self, attack: str, left: object) -> None:
        if self.line is not None and isinstance(left, int) and left >= 0:
            self._decree(AmmunitionSet(who=self.line.id, attack=AttackId(attack), left=left))

    def _lift(self, name: str) -> None:
        if self.fight is not None and self.line is not None:
            who = (self.line.id,)
            self.fight.take(c.condition_set(self.fight.book, who, name, None, ruled=_by_rules()))

    def begin_wounds(self, sign: str = "-") -> None:
        """Put the cursor into the field for wounds, with the sign in it."""
        if not self.meant:
            self.session.told.emit("Select a fighter first.")
            return
        self.field.show()
        self.wounds_say.show()
        self.field.setText(sign)
        self._foretell_wounds()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.deselect()
        self.field.end(False)

    def _typed_wounds(self) -> tuple[Event, ...] | None:
        """Return what the field says, for all who are meant; None where it says nothing yet."""
        fight, text = self.fight, self.field.text().strip()
        number = text.lstrip("+-=")
        if fight is None or not number.isdecimal() or len(number) > WOUND_DIGITS:
            return None
        facts: list[Event] = []
        for who in self.meant:
            had = fight.state.fighters[who].wounds
            by = int(number) - had if text.startswith("=") else int(number)
            by = -by if text.startswith("+") else by
            facts += c.wounds_changed(fight.book, fight.state, [who], by)
        return tuple(facts)

    def _foretell_wounds(self, _text: str = "") -> None:
        """Say what the signs mean, and what the number comes to."""
        fight = self.fight
        if fight is None or not self.meant:
            return
        facts, who = self._typed_wounds(), self.meant
        comes = "" if facts is None else c.wounds_told(fight.book, fight.state, who, facts)
        whose = label_of(fight.state, who[0]) if len(who) == 1 else f"{len(who)} chosen"
        self.wounds_say.setText(comes or f"Wounds of {whose}: − hurts, + heals, = sets")

    def _change_wounds(self) -> None:
        facts = self._typed_wounds()
        if facts is None:
            self.session.told.emit("Type -7 to hurt by seven, +3 to heal, =5 to set.")
            return
        self._close_wounds()
        self._decree(*facts)
        if not facts:
            self.session.told.emit("Nothing changes: wounds go from none to the maximum.")

    def _close_wounds(self) -> None:
        if self.field.hasFocus():
            self.wants.emit("view.escape", None)  # the keys go back to the board
        self.field.hide()
        self.wounds_say.hide()

    def conditions(self) -> None:
        """Open the conditions of whoever is selected, else of whoever is shown."""
        if not self.meant:
            self.session.told.emit("Select a fighter first.")
            return
        menu = self.condition_menu()
        menu.popup(self.chips.mapToGlobal(self.chips.rect().bottomLeft()))

    def condition_menu(self) -> QMenu:
        """Return a menu of every condition; choosing one brings it, makes it graver, or ends it.

        It goes by the book, which may roll how long it lasts; with Ctrl it is the GM's bare word.
        """
        menu = TypedMenu(self)
        fight, who = self.fight, self.meant
        if fight is None:
            return menu
        own = {name for each in who for name in fight.state.fighters[each].conditions}
        for name in sorted({*c.TIERED, *c.PLAIN, *own}):
            text = c.condition_text(fight.state, who, name)
            action = menu.add_line(name, text)
            action.setCheckable(True)
            action.setChecked(all(name in fight.state.fighters[each].conditions for each in who))
            action.triggered.connect(partial(self.step_condition, name))
        return menu

    def step_condition(self, name: str) -> None:
        """Bring a condition to those who are meant, make it graver, or end it."""
        if self.fight is None:
            return
        fight = self.fight
        action = c.condition_stepped(fight.book, fight.state, self.meant, name, ruled=_by_rules())
        if action is not None:
            fight.take(action)

    def sizeHint(self) -> QSize:
        """Leave the size to the window."""
        return QSize(336, 300)

    def minimumSizeHint(self) -> QSize:
        """Give way; it scrolls inside."""
        return QSize(160, 72)


def _by_rules() -> bool:
    """Whether the rules are asked: Ctrl is without them."""
    return not QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier


def _cut(text: str) -> str:
    return text if len(text) <= MOST_BESIDE else f"{text[: MOST_BESIDE - 1].rstrip()}…"
