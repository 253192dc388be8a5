"""A profile that is being edited and is not in the document yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from desktop.core.errors import EditError
from desktop.core.model.edits.things import set_fields
from desktop.core.model.encounter import Encounter
from desktop.core.model.profile import Attack, ImperiumFigures, Profile
from desktop.core.model.references import free_id
from desktop.core.model.words import AttackId, ProfileId
from desktop.ui.menus.fields.sheet import NOTHING_USUAL, Edits
from desktop.ui.menus.fields.values import at_path
from desktop.ui.session import Session

DRAFT = ProfileId("the profile")


class Draft(QObject):
    """What the pages of the editor are about; nothing is committed before it is saved."""

    changed = Signal()

    def __init__(self, session: Session, profile: Profile, base: Profile | None = None) -> None:
        super().__init__()
        self.session = session
        self.profile = profile
        self.first = profile
        self.base = base
        """What it is laid over, where it is one fighter's own."""

    @property
    def encounter(self) -> Encounter:
        """The encounter that it belongs to."""
        return self.session.front

    @property
    def is_changed(self) -> bool:
        """Whether anything was changed since it was opened."""
        return self.profile != self.first

    def things(self) -> Sequence[Any]:
        """Return the profile as it is now."""
        return (self.profile,)

    def set(self, noun: str, values: Mapping[str, object]) -> str:
        """Set fields of the draft. Returns a sentence where that cannot be."""
        profiles = {**self.encounter.profiles, DRAFT: self.profile}
        try:
            after = set_fields(
                replace(self.encounter, profiles=profiles), kind="profile", id=DRAFT, values=values
            )
        except EditError as error:
            return str(error).removeprefix(f"The {DRAFT}: ".replace("The the", "The"))
        self.put(after.profiles[DRAFT])
        return ""

    def put(self, profile: Profile) -> None:
        """Go on with another value."""
        if profile != self.profile:
            self.profile = profile
            self.changed.emit()

    def do(self, says: str, edits: Edits) -> str:
        """Do nothing: a draft has no undo of its own."""
        return ""

    def usual(self, path: str) -> object:
        """Return what the profile says under one fighter's own, or NOTHING_USUAL."""
        return NOTHING_USUAL if self.base is None else at_path(self.base, path)

    # Attacks

    @property
    def attacks(self) -> Mapping[AttackId, Attack]:
        """Its attacks."""
        return (self.profile.imperium and self.profile.imperium.attacks) or {}

    def set_attacks(self, attacks: Mapping[AttackId, Attack]) -> None:
        """Give it these attacks."""
        figures = replace(self.profile.imperium or ImperiumFigures(), attacks=attacks or None)
        imperium = None if figures == ImperiumFigures() else figures
        self.put(replace(self.profile, imperium=imperium))

    def add_attack(self, name: str, like: Attack | None = None) -> AttackId:
        """Give it one more attack."""
        id_ = AttackId(free_id(name, self.attacks))
        made = replace(like or Attack(), id=id_, name="" if name == id_ else name)
        self.set_attacks({**self.attacks, id_: made})
        return id_


class AttackDraft:
    """One attack of a draft, as what a form is about."""

    def __init__(self, draft: Draft, attack: AttackId) -> None:
        self._draft = draft
        self.id = attack

    @property
    def encounter(self) -> Encounter:
        """The encounter that it belongs to."""
        return self._draft.encounter

    def things(self) -> Sequence[Any]:
        """Return the attack as it is now; nothing once it is gone."""
        found = self._draft.attacks.get(self.id)
        return () if found is None else (found,)

    def set(self, noun: str, values: Mapping[str, object]) -> str:
        """Set fields of the attack. Returns a sentence where that cannot be."""
        lone = Profile(imperium=ImperiumFigures(attacks={_ALONE: self.things()[0]}))
        encounter = Encounter(profiles={DRAFT: lone})
        paths = {f"imperium.attacks.{_ALONE}.{path}": value for path, value in values.items()}
        try:
            after = set_fields(encounter, kind="profile", id=DRAFT, values=paths)
        except EditError as error:
            return str(error)
        figures = after.profiles[DRAFT].imperium
        changed = (figures and figures.attacks) or {}
        attacks = {**self._draft.attacks, self.id: changed[_ALONE]}
        self._draft.set_attacks(attacks)
        return ""

    def do(self, says: str, edits: Edits) -> str:
        """Do nothing: a draft has no undo of its own."""
        return ""

    def usual(self, path: str) -> object:
        """Return what the profile's attack says under one fighter's own, or NOTHING_USUAL."""
        base = self._draft.base
        known = (base.imperium and base.imperium.attacks) if base is not None else None
        usual = (known or {}).get(self.id)
        return NOTHING_USUAL if usual is None else at_path(usual, path)


_ALONE = AttackId("attack")
