"""Fighters, groups, and members of groups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, get_args

from PySide6.QtWidgets import QLabel

from desktop.core.model.differences import differences
from desktop.core.model.edits.things import label_of
from desktop.core.model.encounter import Group, Member
from desktop.core.model.profile import Profile, laid_over
from desktop.core.model.words import GroupId, Off, ProfileId, Square
from desktop.ui.menus.fields import known
from desktop.ui.menus.fields.choice import CheckField, ChoiceField, Option, worded
from desktop.ui.menus.fields.field import SEVERAL
from desktop.ui.menus.fields.known import Item, Known
from desktop.ui.menus.fields.number import NumberField
from desktop.ui.menus.fields.pairs import PairsField
from desktop.ui.menus.fields.pick import PickField
from desktop.ui.menus.fields.sheet import Read, Things, Wrong
from desktop.ui.menus.fields.text import WordsField
from desktop.ui.menus.fields.values import at_path, shared, shared_at
from desktop.ui.panels.inspecting.buttons import add_button
from desktop.ui.panels.inspecting.entries import EntriesField, Entry
from desktop.ui.panels.inspecting.own import DifferencesField
from desktop.ui.panels.inspecting.page import Page, side_of
from desktop.ui.panels.inspecting.summary import figures
from desktop.ui.session import Ref

CONDITIONS = (
    "ablaze", "bleeding", "blinded", "deafened", "fatigued", "frightened", "incapacitated",
    "poisoned", "prone", "restrained", "stunned", "unconscious",
)  # fmt: skip


class PeoplePage(Page):
    """What fighters, groups and members have in common."""

    # The profile

    def profile_rows(self) -> None:
        """Add the profile, what it says, and the ways to change it."""
        profiles = Known(self.encounter, self._profiles, "profile", self._profile_name)
        self.add("Profile", PickField(profiles, unsaid="none"), "profile", write=self._to_profile)
        self.figures = QLabel()
        self.figures.setProperty("role", "muted")
        self.figures.setWordWrap(True)
        self.put(self.figures)

    def own_part(self) -> None:
        """Add what this one alone has otherwise."""
        self.edit_profile = add_button("Edit profile…", "For everyone who has it")
        only = "This group…" if self.source.kind == "group" else "This one only…"
        self.edit_own = add_button(only, "Figures of its own, over those of its profile")
        self.edit_profile.clicked.connect(self._edit_profile)
        self.edit_own.clicked.connect(self._edit_own)
        self.put_left(self.edit_profile, self.edit_own)
        field = DifferencesField()
        field.taken_back.connect(self._take_own_back)
        self.add("Unlike its profile", field, "own", above=True, read=self._own,
                 when=lambda things: any(each.own for each in things))  # fmt: skip

    def refresh(self) -> None:
        """Show the people as they are now."""
        super().refresh()
        things = self.source.things()
        if not things:
            return
        profile = shared(self._profile_id(thing) for thing in things)
        is_one = profile is not SEVERAL
        whole = [laid_over(self.usual(thing), thing.own or Profile()) for thing in things]
        self.figures.setText(figures(whole[0]) if len(set(map(figures, whole))) == 1 else "")
        self.figures.setVisible(bool(self.figures.text()))
        self.edit_profile.setEnabled(is_one and bool(profile))

    def _profiles(self, _encounter: object) -> Iterable[Item]:
        own = self.encounter().profiles
        yield from ((id_, each.label) for id_, each in own.items())
        stock = self.source.session.stock
        yield from ((id_, f"{each.label} (stock)") for id_, each in stock.items() if id_ not in own)

    def _profile_name(self, id_: str) -> str:
        own, stock = self.encounter().profiles, self.source.session.stock
        profile = own.get(ProfileId(id_)) or stock.get(ProfileId(id_))
        return profile.label if profile is not None else id_

    def _to_profile(self, profile: str | None) -> Wrong:
        id_ = ProfileId(profile or "")
        edits: list[tuple[str, Mapping[str, object]]] = []
        if id_ and id_ not in self.encounter().profiles and id_ in self.source.session.stock:
            stock = self.source.session.stock[id_]
            edits.append(("set_profile", {"profile": stock, "id": id_}))
        values = {"kind": self.source.kind, "ids": self.source.ids, "values": {"profile": id_}}
        return self.source.do(f"Change the profile of {self.source.names}",
                              [*edits, ("set_fields", values)])  # fmt: skip

    def _group(self, thing: object) -> Group | None:
        if not isinstance(thing, Member):
            return None
        things, ids = self.source.things(), self.source.ids
        at = next(i for i, each in enumerate(things) if each is thing)
        return self.encounter().groups.get(GroupId(ids[at].partition("/")[0]))

    def _profile_id(self, thing: Any) -> ProfileId:
        group = self._group(thing)
        return group.profile if group is not None else ProfileId(thing.profile)

    def usual(self, thing: Any) -> Profile:
        """Return what stands under someone's own differences."""
        id_ = self._profile_id(thing)
        stock = self.source.session.stock
        base = self.encounter().profiles.get(id_) or stock.get(id_) or Profile()
        group = self._group(thing)
        return laid_over(base, group.own) if group is not None and group.own else base

    def _own(self, things: Things) -> object:
        if len(things) > 1:
            return SEVERAL
        own = things[0].own
        return list(differences(self.usual(things[0]), own)) if own is not None else []

    def _take_own_back(self, path: str) -> None:
        self.source.set("difference", {f"own.{path}": None})

    def _edit_profile(self) -> None:
        things = self.source.things()
        if things:
            self.wants.emit("profile.edit", self._profile_id(things[0]))

    def _edit_own(self) -> None:
        kind = "group" if self.source.kind == "group" else "fighter"
        refs = [Ref(kind, id_) for id_ in self.source.ids]  # type: ignore[arg-type]  # one of two
        if len(refs) == 1:
            self.wants.emit("profile.edit", refs[0])
        else:
            self.source.session.told.emit("Select one of them: its differences are its own.")

    # Where and whose

    def side_row(self) -> None:
        """Add the side."""
        self.add("Side", ChoiceField(self._sides), "side")

    def _sides(self) -> list[Option]:
        things = self.source.things()
        plain = {side_of(self.source, replace(thing, side=None)) for thing in things}
        names = dict(known.sides(self.encounter()))
        usual = ", ".join(names.get(side, side) for side in plain)
        return [(None, f"{usual} (profile)"), *known.sides(self.encounter())]

    def at_rows(self, unsaid: str = "its side's start", read: Read | None = None) -> None:
        """Add where they stand."""
        self.add("At", self.place(unsaid), "at", read=read, write=self._to,
                 tip="A zone, or a square as 12, 7")  # fmt: skip
        self.level_row(unsaid="the first level")

    def _to(self, at: object) -> Wrong:
        if at is None:
            return self.source.set("place", {"at": None, "level": None})
        where: dict[str, object] = {"people": self.source.ids, "at": at}
        if isinstance(at, tuple):
            level = shared_at(self.source.things(), "level")
            where["at"] = Square(*at)
            where["level"] = self.source.session.level if level in (None, SEVERAL) else level
        return self.source.do(f"Move {self.source.names}", [("put_people", where)])

    # How they start

    def starts_part(self) -> None:
        """Add the state in which they begin; in a fight the card says how they are."""
        if self.source.in_fight:
            return
        self.fold("How it starts", self._starts, says=self._starts_says)

    def _starts_says(self, things: Things) -> str:
        return "as usual" if all(not self._differs(thing) for thing in things) else ""

    def _differs(self, thing: Any) -> bool:
        return bool(thing.starts) and thing.starts != type(thing.starts)()

    def _start(self, path: str) -> Any:
        """Return a reading that gives a member what its group starts with."""

        def read(things: Things) -> object:
            found = []
            for thing in things:
                group = self._group(thing)
                starts = thing.starts or (group.starts if group is not None else None)
                found.append(at_path(starts, path))
            return shared(found)

        return read

    def _starts(self) -> None:
        def add(label: str, field: Any, path: str, **more: Any) -> None:
            noun = label.lower() or path.replace("_", " ")
            self.add(label, field, f"starts.{path}", noun=noun, read=self._start(path), **more)

        add("Wounds", NumberField("0"), "wounds")
        add("Criticals", WordsField("words, with commas"), "criticals",
            tip="Critical Wounds it has already")  # fmt: skip
        conditions = PairsField("+ Condition", numbers=False, hint="how bad",
                                words=lambda: CONDITIONS)  # fmt: skip
        add("Conditions", conditions, "conditions", above=True)
        ammunition = PairsField("+ Ammunition", words=self._magazines)
        add("Ammunition", ammunition, "ammunition", above=True, tip="Shots left, by attack")
        add("In cover", self.pick(known.traits, "cover", "no"), "in_cover")
        add("Riding", self.pick(known.fighters, "fighter", "nobody"), "riding")
        off = [(None, "On the board"), *worded(get_args(Off))]
        add("Off board", ChoiceField(off), "off")
        add("Above", NumberField("0", unit="m up", whole=False), "above")
        add("", CheckField("unaware"), "unaware", tip="Does not know that a fight begins")

    def _magazines(self) -> list[str]:
        found: dict[str, None] = {}
        for thing in self.source.things():
            whole = laid_over(self.usual(thing), thing.own or Profile())
            attacks = whole.imperium.attacks if whole.imperium else None
            found |= dict.fromkeys(str(id_) for id_ in attacks or {})
        return list(found)

    def initiative_row(self) -> None:
        """Add its place in the order."""
        self.add("Initiative", NumberField("rolled"), "initiative")


class FighterPage(PeoplePage):
    """One fighter, or several."""

    def build(self) -> None:
        """Make the rows."""
        self.name_rows()
        self.profile_rows()
        self.own_part()
        self.side_row()
        self.at_rows()
        self.hidden_row()
        self.initiative_row()
        self.starts_part()
        self.notes_rows()
        self.fold("More", self.tail_rows)


class GroupPage(PeoplePage):
    """A group: one entry in the order with several members."""

    def build(self) -> None:
        """Make the rows."""
        self.name_rows()
        self.profile_rows()
        self.own_part()
        self.add("Count", NumberField(needed=True), "count")
        wounds = [("each", "Each its own"), ("shared", "Shared")]
        self.add("Wounds", ChoiceField(wounds), "wounds")
        self.side_row()
        self.at_rows(read=self._places)
        self.hidden_row()
        self.initiative_row()
        self.starts_part()
        self.fold("Members", self._members, says=self._otherwise)
        self.notes_rows()
        self.fold("More", self.tail_rows)

    def _places(self, things: Things) -> object:
        """Return where groups stand: several places where each member has its own."""
        return shared(SEVERAL if _each_has_its_own(group) else group.at for group in things)

    def _otherwise(self, things: Things) -> str:
        count = sum(len(group.members) for group in things)
        return f"{count} differ" if count else ""

    def _members(self) -> None:
        def read(things: Things) -> object:
            if len(things) > 1:
                return []
            group = things[0]
            return [
                Entry("fighter", f"{group.id}/{mark}", group.label_of(mark),
                      "differs" if mark in group.members else "")
                for mark in group.letters
            ]  # fmt: skip

        field = EntriesField()
        field.opened.connect(self._open_member)
        self.add("", field, "members", above=True, read=read)

    def _open_member(self, _kind: str, id_: str) -> None:
        self.wants.emit("view.show", Ref("fighter", id_))


def _each_has_its_own(group: Group) -> bool:
    members = (group.members.get(mark) for mark in group.letters)
    return all(member is not None and member.at is not None for member in members)


class MemberPage(PeoplePage):
    """Members of a group where they differ from the others."""

    def build(self) -> None:
        """Make the rows."""
        self.name_rows()
        self.lines[0].read = self._read_own_name
        self.figures = QLabel()
        self.figures.setProperty("role", "muted")
        self.figures.setWordWrap(True)
        self.put(self.figures)
        self.own_part()
        self.group = add_button("Its group", "Show the group, with what all its members share")
        self.group.clicked.connect(self._to_group)
        self.put_left(self.group)
        self.at_rows("with its group")
        self.hidden_row()
        self.starts_part()
        self.notes_rows()
        self.fold("More", self.tail_rows)

    def _read_own_name(self, things: Things) -> object:
        field = self.field("name")
        field.hint = label_of(self.encounter(), self.source.only) if self.source.only else ""
        return shared(thing.name for thing in things)

    def _to_group(self) -> None:
        groups = dict.fromkeys(id_.partition("/")[0] for id_ in self.source.ids)
        self.source.session.select([Ref("group", group) for group in groups])
