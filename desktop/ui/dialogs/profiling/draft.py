"""A profile that is being edited and is not in the document yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from desktop.core.errors import EditError
from desktop.core.model.edits.things import set_fields
from desktop.core.model.encounter import HEROES, Encounter
from desktop.core.model.profile import Attack, ImperiumFigures, Power, Profile
from desktop.core.model.references import free_id
from desktop.core.model.words import ProfileId
from desktop.ui.menus.fields.sheet import NOTHING_USUAL, Edits, Wrong
from desktop.ui.menus.fields.values import at_path
from desktop.ui.session import Session

DRAFT = ProfileId("the profile")
Where = Literal["attacks", "powers"]
Part = Attack | Power


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

    def set(self, noun: str, values: Mapping[str, object]) -> Wrong:
        """Set fields of the draft. Returns why where that cannot be.

        A hero of no side yet comes to the heroes; unsaid, it would stand among the foes.
        """
        if values.get("role") == "hero" and self.base is None and self.profile.side is None:
            values = {"side": HEROES, **values}
        profiles = {**self.encounter.profiles, DRAFT: self.profile}
        try:
            after = set_fields(
                replace(self.encounter, profiles=profiles), kind="profile", id=DRAFT, values=values
            )
        except EditError as error:
            return EditError(error.why, error.path)
        self.put(after.profiles[DRAFT])
        return None

    def put(self, profile: Profile) -> None:
        """Go on with another value."""
        if profile != self.profile:
            self.profile = profile
            self.changed.emit()

    def do(self, says: str, edits: Edits) -> Wrong:
        """Do nothing: a draft has no undo of its own."""
        return None

    def usual(self, path: str) -> object:
        """Return what the profile says under one fighter's own, or NOTHING_USUAL."""
        return NOTHING_USUAL if self.base is None else at_path(self.base, path)

    # Attacks and powers

    def parts(self, where: Where) -> Mapping[str, Part]:
        """Return its attacks or powers."""
        return getattr(self.profile.imperium, where, None) or {}

    def set_parts(self, where: Where, parts: Mapping[str, Part]) -> None:
        """Give it these attacks or powers."""
        changes: dict[str, Any] = {where: parts or None}
        figures = replace(self.profile.imperium or ImperiumFigures(), **changes)
        imperium = None if figures == ImperiumFigures() else figures
        self.put(replace(self.profile, imperium=imperium))

    def add_part(self, where: Where, name: str, like: Part) -> str:
        """Give it one more attack or power, which is like another."""
        id_ = free_id(name, self.parts(where))
        named: dict[str, Any] = {"id": id_, "name": "" if name == id_ else name}
        made = replace(like, **named)
        self.set_parts(where, {**self.parts(where), id_: made})
        return id_


class PartDraft:
    """One attack or power of a draft, as what a form is about."""

    def __init__(self, draft: Draft, where: Where, part: str) -> None:
        self._draft = draft
        self._where = where
        self.id = part

    @property
    def encounter(self) -> Encounter:
        """The encounter that it belongs to."""
        return self._draft.encounter

    def things(self) -> Sequence[Any]:
        """Return it as it is now; nothing once it is gone."""
        found = self._draft.parts(self._where).get(self.id)
        return () if found is None else (found,)

    def set(self, noun: str, values: Mapping[str, object]) -> Wrong:
        """Set fields of it. Returns why where that cannot be."""
        alone: dict[str, Any] = {self._where: {_ALONE: self.things()[0]}}
        figures = ImperiumFigures(**alone)
        encounter = Encounter(profiles={DRAFT: Profile(imperium=figures)})
        where = f"imperium.{self._where}.{_ALONE}."
        paths = {where + path: value for path, value in values.items()}
        try:
            after = set_fields(encounter, kind="profile", id=DRAFT, values=paths)
        except EditError as error:
            return EditError(error.why, error.path.removeprefix(where))
        changed = getattr(after.profiles[DRAFT].imperium, self._where)
        parts = {**self._draft.parts(self._where), self.id: changed[_ALONE]}
        self._draft.set_parts(self._where, parts)
        return None

    def do(self, says: str, edits: Edits) -> Wrong:
        """Do nothing: a draft has no undo of its own."""
        return None

    def usual(self, path: str) -> object:
        """Return what the profile's own says under one fighter's own, or NOTHING_USUAL."""
        base = self._draft.base
        known = getattr(base.imperium, self._where, None) if base is not None else None
        usual = (known or {}).get(self.id)
        return NOTHING_USUAL if usual is None else at_path(usual, path)


_ALONE = "part"
