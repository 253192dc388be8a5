"""The Psychic Powers of a profile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from desktop.core.model.profile import Power
from desktop.core.packs.imperium.skills import DIFFICULTIES
from desktop.ui.dialogs.profiling.draft import Part, PartDraft, Where
from desktop.ui.dialogs.profiling.parts import PartSheet, PartsPage
from desktop.ui.dialogs.profiling.words import POWER_SKILLS
from desktop.ui.menus.fields.choice import ChoiceField
from desktop.ui.menus.fields.number import NumberField
from desktop.ui.menus.fields.text import TextField

HARD = [(by, f"{called} {by:+d}" if by else called) for by, called in DIFFICULTIES.items()]


class PowersPage(PartsPage):
    """What it manifests; each is an action of its own in a fight."""

    where: ClassVar[Where] = "powers"
    makers: ClassVar[Mapping[str, tuple[str, Part]]] = {"+ Power": ("Power", Power(rating=1))}
    nothing = "It has no psychic power. Add one at the left below."

    def beside(self, part: Power) -> str:
        """Return its rating and how hard it is."""
        return f"rating {part.rating}, {dict(HARD).get(part.difficulty, f'{part.difficulty:+d}')}"

    def sheet_of(self, source: PartDraft) -> PartSheet:
        """Return the form of a power."""
        return PowerSheet(source)


class PowerSheet(PartSheet):
    """One power."""

    def __init__(self, source: PartDraft) -> None:
        super().__init__(source)
        self.add("Name", TextField(source.id), "name")
        self.add("Skill", TextField("Psychic Mastery", words=lambda: POWER_SKILLS), "skill")
        self.add("Difficulty", ChoiceField(HARD), "difficulty")
        self.add("Rating", NumberField(needed=True), "rating",
                 tip="The Warp Charge that it builds by itself")  # fmt: skip
        self.tail()
