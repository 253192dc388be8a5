"""The editor of a profile, or of what one fighter has otherwise than its profile."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.core.errors import EditError
from desktop.core.model.differences import difference
from desktop.core.model.edits import apply
from desktop.core.model.edits.things import label_of, thing_of
from desktop.core.model.profile import Profile, laid_over
from desktop.core.model.words import GroupId, ProfileId
from desktop.ui.dialogs.profiling.attacks import AttacksPage
from desktop.ui.dialogs.profiling.draft import Draft
from desktop.ui.dialogs.profiling.pages import (
    AboutSheet,
    HiveSheet,
    ImperiumSheet,
    ProfileSheet,
    SkillsSheet,
    SquaresSheet,
    WhoSheet,
    YardsSheet,
)
from desktop.ui.dialogs.profiling.powers import PowersPage
from desktop.ui.dialogs.sizing import fit
from desktop.ui.menus import front
from desktop.ui.menus.keys import ENTER
from desktop.ui.session import Ref, Session


class ProfileEditor(QDialog):
    """Made, copied and changed as a whole: saving is one step, and closing drops what was typed.

    In Play it is about the fight's own people; the encounter is untouched.

    Opened on a fighter or a group it edits what that one alone has otherwise.
    """

    def __init__(
        self, session: Session, profile: ProfileId | Ref, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("profile_editor")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.session = session
        self.one = profile if isinstance(profile, Ref) else None
        self.profile = ProfileId("") if isinstance(profile, Ref) else profile
        self.draft = self._draft()
        self._warned = False
        self.sheets: list[ProfileSheet] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        if self.one is not None or self._is_stock:
            column.addWidget(self._hint())
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self._page(WhoSheet, AboutSheet), "Who it is")
        self.tabs.addTab(self._page(ImperiumSheet, SkillsSheet), "Imperium")
        self.attacks = AttacksPage(self.draft)
        self.tabs.addTab(self.attacks, "Attacks")
        self.powers = PowersPage(self.draft)
        self.tabs.addTab(self.powers, "Powers")
        self.tabs.addTab(self._page(SquaresSheet), "Squares")
        self.tabs.addTab(self._page(HiveSheet), "Hive")
        self.tabs.addTab(self._page(YardsSheet), "Yards")
        column.addWidget(self.tabs, 1)
        column.addLayout(self._foot())
        self.draft.changed.connect(self._changed)
        QShortcut(QKeySequence.StandardKey.Save, self, self.save)
        fit(self, QSize(760, 620))
        self._title()
        self.sheets[0].field("name").setFocus()

    # What it is about

    @property
    def _is_stock(self) -> bool:
        return bool(self.profile) and self.profile not in self.session.front.profiles

    def _draft(self) -> Draft:
        known = {**self.session.stock, **self.session.front.profiles}
        if self.one is None:
            return Draft(self.session, known.get(self.profile, Profile()))
        base, own = self._under(known)
        return Draft(self.session, laid_over(base, own) if own else base, base)

    def _under(self, known: dict[ProfileId, Profile]) -> tuple[Profile, Profile | None]:
        """Return what one fighter's differences are laid over, and these."""
        assert self.one is not None, "asked for one fighter"
        encounter = self.session.front
        thing = thing_of(encounter, self.one.kind, self.one.id)
        group = encounter.groups.get(GroupId(self.one.id.partition("/")[0]))
        if group is None or self.one.kind == "group":
            return known.get(thing.profile, Profile()), thing.own
        base = known.get(group.profile, Profile())
        return (laid_over(base, group.own) if group.own else base), thing.own

    def _hint(self) -> QLabel:
        if self.one is not None:
            name = label_of(self.session.front, self.one.id)
            text = f"Only {name} has it so. What differs from the profile is marked."
        else:
            text = "This one comes with the program. Saving keeps a copy in this encounter."
        hint = QLabel(text, self)
        hint.setProperty("role", "muted")
        hint.setContentsMargins(8, 8, 8, 4)
        return hint

    def _title(self) -> None:
        name = self.draft.profile.label or "New profile"
        if self.one is not None:
            name = f"{label_of(self.session.front, self.one.id)}, this one only"
        star = " *" if self.draft.is_changed else ""
        self.setWindowTitle(f"{name}{star}")

    # Parts

    def _page(self, *kinds: type[ProfileSheet]) -> QWidget:
        area = QScrollArea()
        area.setWidgetResizable(True)
        inside = QWidget()
        row = QHBoxLayout(inside)
        row.setContentsMargins(0, 0, 0, 0)
        for kind in kinds:
            sheet = kind(self.draft)
            self.sheets.append(sheet)
            row.addWidget(sheet, 1)
        if len(kinds) == 1:
            row.addStretch(1)
        area.setWidget(inside)
        return area

    def _foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        foot.setContentsMargins(8, 8, 8, 8)
        foot.setSpacing(8)
        self.says = QLabel(self)
        self.says.setObjectName("says")
        self.says.setProperty("role", "error")
        self.says.setWordWrap(True)
        self.copy = self._button("Save as another", self.save_copy)
        self.copy.setVisible(self.one is None)
        self.back = self._button("Take all back", self.take_back)
        self.back.setVisible(self.one is not None)
        cancel = self._button("Cancel", self.reject)
        self.keep = self._button("Save", self.save)
        self.keep.setDefault(True)
        foot.addWidget(self.copy)
        foot.addWidget(self.back)
        foot.addWidget(self.says, 1)
        foot.addWidget(cancel)
        foot.addWidget(self.keep)
        return foot

    def _button(self, text: str, do: object) -> QPushButton:
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        button.clicked.connect(do)
        return button

    def _changed(self) -> None:
        self._warned = False
        for sheet in self.sheets:
            sheet.refresh()
        self.attacks.refresh()
        self.powers.refresh()
        self.says.clear()
        self._title()

    # Leaving

    def _settle(self) -> bool:
        """Commit what was typed; False where some of it will not do."""
        for sheet in self.sheets:
            sheet.flush()
        self.attacks.flush()
        self.powers.flush()
        wrong = self._wrong()
        if wrong:
            self.says.setText(wrong[0])
        return not wrong

    def _wrong(self) -> list[str]:
        sheets: Iterable[object] = (*self.sheets, self.attacks.sheet, self.powers.sheet)
        lines = [line for sheet in sheets for line in getattr(sheet, "lines", ())]
        return [line.row.wrong.text() for line in lines if not line.row.wrong.isHidden()]

    def save(self) -> None:
        """Put it into the encounter as one step."""
        if not self._settle():
            return
        if self.one is not None:
            self._save_own()
        elif not self.draft.profile.name and not self.profile:
            self._complain("Give it a name.")
        elif self.profile:
            self._edit("set_profile", profile=self.draft.profile, id=self.profile)
        else:
            self._edit("add_profile", name=self.draft.profile.name, copy=self.draft.profile)

    def save_copy(self) -> None:
        """Put it into the encounter as another profile."""
        if not self._settle():
            return
        taken = [each.label for each in self.session.front.profiles.values()]
        name = self.draft.profile.label
        if not name:
            self._complain("Give it a name.")
            return
        if name in taken:
            name = next(f"{name} {n}" for n in range(2, 1000) if f"{name} {n}" not in taken)
        self._edit("add_profile", name=name, copy=self.draft.profile)

    def take_back(self) -> None:
        """Let the one be as its profile says."""
        if self.draft.base is not None:
            self.draft.put(self.draft.base)

    def _save_own(self) -> None:
        base = self.draft.base or Profile()
        own = difference(base, self.draft.profile)
        now = laid_over(base, own) if own is not None else base
        if now != self.draft.profile:
            self._complain(
                "What the profile has cannot be taken away from one alone; "
                "give it another figure, or 0."
            )
            return
        assert self.one is not None, "asked for one fighter"
        kind = "member" if "/" in self.one.id else self.one.kind
        name = label_of(self.session.front, self.one.id)
        edit = ("set_fields", {"kind": kind, "ids": [self.one.id], "values": {"own": own}})
        if front.edit_several(self.session, f"Change the figures of {name} alone", [edit]):
            self.accept()

    def _edit(self, edit: str, **arguments: object) -> None:
        try:
            apply(self.session.front, edit, **arguments)
        except EditError as error:
            self._complain(str(error))
            return
        if front.edit(self.session, edit, **arguments):
            self.accept()

    def _complain(self, text: str) -> None:
        self.says.setText(text)

    def reject(self) -> None:
        """Close; what was changed is dropped only when it is asked for twice."""
        self._warned, warned = True, self._warned
        if self.draft.is_changed and not warned:
            self._complain("You changed something. Esc again drops it, Ctrl+S saves.")
            return
        super().reject()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter save only from the buttons."""
        if event.key() in ENTER:
            event.ignore()
            return
        super().keyPressEvent(event)
