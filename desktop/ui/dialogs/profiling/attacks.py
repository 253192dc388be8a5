"""The attacks of a profile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, get_args

from desktop.core.model.profile import Attack
from desktop.core.model.words import AttackKind, BandWord
from desktop.ui.dialogs.profiling.draft import Part, PartDraft, Where
from desktop.ui.dialogs.profiling.parts import PartSheet, PartsPage
from desktop.ui.dialogs.profiling.words import SKILLS
from desktop.ui.menus.fields.choice import CheckField, ChoiceField, worded
from desktop.ui.menus.fields.number import NumberField
from desktop.ui.menus.fields.text import TextField, WordsField

ATTACK_SKILLS = tuple(skill for skill in SKILLS if skill.startswith(("melee", "ranged")))


class AttacksPage(PartsPage):
    """Its weapons, natural or not."""

    where: ClassVar[Where] = "attacks"
    makers: ClassVar[Mapping[str, tuple[str, Part]]] = {
        "+ Melee": ("Blade", Attack(kind="melee")),
        "+ Ranged": ("Gun", Attack(kind="ranged", range="medium")),
    }
    nothing = "It has no attack yet. Add one at the left below."

    def beside(self, part: Attack) -> str:
        """Return its damage and how far it reaches."""
        return f"{part.damage}, {part.range or part.kind}"

    def sheet_of(self, source: PartDraft) -> PartSheet:
        """Return the form of an attack."""
        return AttackSheet(source)


class AttackSheet(PartSheet):
    """One attack."""

    def __init__(self, source: PartDraft) -> None:
        super().__init__(source)
        self.add("Name", TextField(source.id), "name")
        self.add("Kind", ChoiceField(worded(get_args(AttackKind))), "kind")
        self.add("Skill", TextField("the plain skill of its kind", words=lambda: ATTACK_SKILLS),
                 "skill")  # fmt: skip
        self.add("Damage", NumberField(needed=True), "damage")
        bands = [(None, "Unsaid"), *worded(get_args(BandWord))]
        self.add("Range", ChoiceField(bands), "range",
                 when=lambda things: things[0].kind == "ranged")  # fmt: skip
        self.add("Magazine", NumberField("–", unit="shots", whole=True), "magazine",
                 tip="Unsaid, its shots are not counted",
                 when=lambda things: things[0].kind == "ranged")  # fmt: skip
        self.add("Traits", WordsField("close, penetrating 4, shield 2"), "traits")
        self.add("Hands", ChoiceField([(1, "One"), (2, "Two")]), "hands")
        self.add("", CheckField("natural: part of its body"), "natural")
        self.tail()
