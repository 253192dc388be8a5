"""Things of several kinds at once: what all of them have."""

from __future__ import annotations

from desktop.ui.menus.fields.sheet import Things
from desktop.ui.menus.fields.text import NotesField, TextField, WordsField
from desktop.ui.panels.inspecting.entries import EntriesField, Entry
from desktop.ui.panels.inspecting.page import Page
from desktop.ui.panels.inspecting.subject import subject_of
from desktop.ui.session import Ref

NAMED = frozenset(("zone", "link", "door", "feature", "fighter", "group", "member", "level"))


class MixedPage(Page):
    """How many of each kind there are, and what all things with a name have."""

    def build(self) -> None:
        """Make the rows."""
        kinds = EntriesField()
        kinds.opened.connect(self._only)
        self.add("", kinds, "kinds", above=True, read=self._kinds)

        def named(things: Things) -> bool:
            return all(kind in NAMED for kind in (self.source.kind, *self.source.others))

        self.add("Seen as", TextField("its name"), "seen_as", noun="name for players", when=named)
        self.hidden_row()
        self.lines[-1].when = named
        self.add("Tags", WordsField("words, with commas"), "tags", when=named)
        self.add("Notes, GM only", NotesField(), "notes", noun="notes", above=True)

    def _kinds(self, _things: Things) -> list[Entry]:
        counts = {self.source.kind: self.source.ids, **self.source.others}
        return [
            Entry(kind, "", f"{len(ids)} {kind}{'' if len(ids) == 1 else 's'}", "only these")
            for kind, ids in counts.items()
        ]

    def _only(self, kind: str, _id: str) -> None:
        session, encounter = self.source.session, self.encounter()

        def is_one(ref: Ref) -> bool:
            return kind in subject_of(encounter, (ref,))

        session.select(ref for ref in session.selection if is_one(ref))
