"""The forms of the profile editor: what every fighter is, and each book's figures."""

from __future__ import annotations

from typing import get_args

from desktop.core.model.words import Role, SizeWord, SpeedWord
from desktop.core.packs.imperium.skills import advanced
from desktop.ui.dialogs.profiling.draft import Draft
from desktop.ui.dialogs.profiling.words import ARMOUR, CHARACTERISTICS, SKILLS, YES_NO
from desktop.ui.menus.fields import known
from desktop.ui.menus.fields.choice import ChoiceField, Option, worded
from desktop.ui.menus.fields.number import NumberField
from desktop.ui.menus.fields.pairs import FiguresField, PairsField
from desktop.ui.menus.fields.sheet import Sheet
from desktop.ui.menus.fields.text import NotesField, TextField, WordsField

UNSAID: Option = (None, "Unsaid")


class ProfileSheet(Sheet):
    """A form about the draft."""

    LABEL = 92
    source: Draft

    def __init__(self, draft: Draft) -> None:
        super().__init__(draft)
        self.build()
        self.finish()
        self.refresh()

    def build(self) -> None:
        """Make the rows."""
        raise NotImplementedError


class WhoSheet(ProfileSheet):
    """Its name, side and size: what holds in every book."""

    def build(self) -> None:
        """Make the rows."""
        self.add("Name", TextField("what it is called"), "name")
        self.add("Seen as", TextField("its name"), "seen_as", tip="The only name that players see")
        self.add("Side", ChoiceField(self._sides), "side")
        self.add("Role", ChoiceField([UNSAID, *worded(get_args(Role))]), "role")
        self.add("Size", ChoiceField([UNSAID, *worded(get_args(SizeWord))]), "size")
        self.add("Footprint", NumberField("by size", unit="squares a side"), "squares",
                 noun="footprint")  # fmt: skip
        self.add("Height", NumberField("–", unit="m", whole=False), "height")
        self.add("Flies by", TextField("does not fly"), "flies.means",
                 tip="As wings or a jump pack; losing it makes it fall")  # fmt: skip
        self.add("Flying speed", ChoiceField([UNSAID, *worded(get_args(SpeedWord))]), "flies.speed")
        self.add("Can be ridden", ChoiceField(YES_NO), "mount")

    def _sides(self) -> list[Option]:
        return [(None, "Foes, unless said"), *known.sides(self.encounter())]


class AboutSheet(ProfileSheet):
    """Its notes, picture and tags."""

    LABEL = 72

    def build(self) -> None:
        """Make the rows."""
        self.add("Notes, GM only", NotesField(), "notes", above=True)
        self.add("Picture", TextField("no picture"), "picture",
                 tip="A file beside the encounter; or drop one on a token")  # fmt: skip
        self.add("Tags", WordsField("words, with commas"), "tags")
        hidden = [(None, "By side"), (True, "Hidden"), (False, "Known")]
        self.add("Players", ChoiceField(hidden), "hidden", noun="hiding",
                 tip="Whether players know of it at the start")  # fmt: skip


class ImperiumSheet(ProfileSheet):
    """Its figures in Imperium Maledictum."""

    def build(self) -> None:
        """Make the rows."""
        speeds = [UNSAID, *worded(get_args(SpeedWord))]
        self.add("Speed", ChoiceField(speeds), "imperium.speed",
                 tip="None and Swift by a reading; else taken for Slow and Fast")  # fmt: skip
        self.add("Wounds", NumberField("–"), "imperium.wounds", tip="The maximum")
        self.add("Criticals", NumberField("–"), "imperium.criticals",
                 tip="How many untreated Critical Wounds it survives")  # fmt: skip
        self.add("Initiative", NumberField("–"), "imperium.initiative")
        self.add("Resolve", NumberField("–"), "imperium.resolve")
        self.add("Characteristics", FiguresField(CHARACTERISTICS, columns=3),
                 "imperium.characteristics", above=True)  # fmt: skip
        self.add("Armour", FiguresField(ARMOUR, columns=2, all_of=True), "imperium.armour",
                 above=True)  # fmt: skip


class SkillsSheet(ProfileSheet):
    """Its skills and talents in Imperium Maledictum."""

    def build(self) -> None:
        """Make the rows."""
        skills = PairsField("+ Skill", words=lambda: SKILLS, plus=self._advanced)
        self.add("Skills, as totals; +2 for two advances", skills, "imperium.skills", above=True)
        self.add("Talents", WordsField("words, with commas"), "imperium.talents", above=True)
        self.add("Keen senses", ChoiceField(YES_NO), "imperium.keen_senses",
                 tip="More than human: may dodge a shot from somebody unknown")  # fmt: skip

    def _advanced(self, skill: str, advances: int) -> int | None:
        return advanced(self.source.profile, skill, advances)


class SquaresSheet(ProfileSheet):
    """Its figures in the square-grid tactics game."""

    def build(self) -> None:
        """Make the rows."""
        where = "squares_figures"
        self.add("Speed", NumberField("–", unit="points a turn"), f"{where}.speed")
        self.add("Health", NumberField("–"), f"{where}.health")
        self.add("Massive", ChoiceField(YES_NO), f"{where}.massive")
        self.add("Fixed", ChoiceField(YES_NO), f"{where}.fixed", tip="Cannot be moved by force")
        self.add("Added to checks", PairsField("+ Check"), f"{where}.checks", above=True)


class HiveSheet(ProfileSheet):
    """Its figures in the Zone Mortalis game."""

    def build(self) -> None:
        """Make the rows."""
        self.add("Movement", NumberField("–", unit="inches"), "hive.movement_in")
        for name in ("strength", "toughness", "wounds"):
            self.add(name.capitalize(), NumberField("–"), f"hive.{name}")
        for name in ("weapon_skill", "ballistic_skill", "save", "initiative"):
            label = name.replace("_", " ").capitalize()
            self.add(label, NumberField("–", unit="+ on a d6"), f"hive.{name}")
        self.add("Cool", NumberField("–", unit="+ on 2d6"), "hive.cool")
        self.add("Intelligence", NumberField("–", unit="+ on 2d6"), "hive.intelligence")


class YardsSheet(ProfileSheet):
    """Its figures in the game that measures in yards."""

    def build(self) -> None:
        """Make the rows."""
        walks = NumberField("–", unit="yards")
        self.add("Speed", walks, "yards.speed_yd", tip="What it walks in an action")
        self.add("Other gaits", PairsField("+ Gait"), "yards.gaits_yd", above=True)
        for name in ("strength", "toughness", "agility"):
            self.add(name.capitalize(), NumberField("–"), f"yards.{name}")
        self.add("Checks", PairsField("+ Check"), "yards.checks", above=True)
        self.add("Injury points", NumberField("–"), "yards.injury")
        self.add("Armour", FiguresField(ARMOUR, columns=2, all_of=True), "yards.armour", above=True)
        self.add("Abilities", WordsField("words, with commas"), "yards.abilities", above=True)
        self.add("Gear", WordsField("words, with commas"), "yards.gear", above=True,
                 tip="Climbing gear, grappling hook, grapnel; a number is its range")  # fmt: skip
        self.add("Actions", NumberField("–", unit="a round"), "yards.actions")
        for name in ("knee", "waist", "chest"):
            field = NumberField("–", unit="m high", whole=False)
            self.add(name.capitalize(), field, f"yards.{name}")
