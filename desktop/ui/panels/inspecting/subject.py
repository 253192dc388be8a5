"""What a page of the inspector is about: things of the open encounter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from desktop.core.errors import EditError
from desktop.core.model.diff import changes
from desktop.core.model.edits import several
from desktop.core.model.edits.things import names_of, thing_of
from desktop.core.model.encounter import Encounter, Member
from desktop.core.model.words import GroupId
from desktop.core.rules.actions import Change
from desktop.core.rules.changes import as_encounter
from desktop.core.rules.state import CombatState
from desktop.ui.fight import LOOKING_BACK
from desktop.ui.menus.fields.sheet import NOTHING_USUAL, Edits, Wrong
from desktop.ui.session import Ref, Session

Ids = tuple[str, ...]


class Subject:
    """Things of one kind, or of several, that are shown and changed together."""

    in_fight: ClassVar[bool] = False
    """Whether they are those of the fight, as they are now."""

    def __init__(self, session: Session, kind: str = "encounter") -> None:
        self.session = session
        self.kind = kind
        self.ids: Ids = ()
        self.others: Mapping[str, Ids] = {}
        """Further kinds with their ids, where what is selected is mixed."""
        self._things: tuple[object, Sequence[Any]] = (None, ())

    @property
    def encounter(self) -> Encounter:
        """The encounter as it is now."""
        return self.session.encounter

    def show(self, kind: str, ids: Iterable[str], others: Mapping[str, Ids] | None = None) -> None:
        """Be about other things."""
        self.kind, self.ids, self.others = kind, tuple(ids), others or {}

    @property
    def is_several(self) -> bool:
        """Whether it is about more than one thing."""
        return len(self.ids) + sum(len(ids) for ids in self.others.values()) > 1

    @property
    def only(self) -> str:
        """The id of the one thing; empty for several or the encounter."""
        return self.ids[0] if len(self.ids) == 1 and not self.others else ""

    @property
    def is_whole(self) -> bool:
        """Whether everything that it is about is still there."""
        many = len(self.ids) + sum(len(ids) for ids in self.others.values())
        return self.kind == "encounter" or len(self.things()) == many

    def things(self) -> Sequence[Any]:
        """Return the things as they are; those that are gone are left out.

        While neither the encounter nor the subject changes, they are the same objects.
        """
        asked = (self.encounter, self.kind, self.ids, self.others)
        known, found = self._things
        if not isinstance(known, tuple) or known[0] is not asked[0] or known[1:] != asked[1:]:
            found = self._found()
            self._things = asked, found
        return found

    def _found(self) -> Sequence[Any]:
        if self.kind == "encounter":
            return (self.encounter,)
        found = []
        for kind, ids in self._each():
            for id_ in ids:
                try:
                    found.append(thing_of(self.encounter, kind, id_))
                except EditError:
                    continue
        return found

    def _each(self) -> Iterable[tuple[str, Ids]]:
        yield self.kind, self.ids
        yield from self.others.items()

    @property
    def names(self) -> str:
        """What they are called, for a sentence."""
        if self.kind == "encounter":
            return "the encounter"
        ids = [id_ for _, ids in self._each() for id_ in ids]
        if self.kind in ("wall", "field", "cloud") and not self.others:
            return f"the {self.kind}" if len(ids) == 1 else f"{len(ids)} {self.kind}s"
        return names_of(self.encounter, ids)

    def set(self, noun: str, values: Mapping[str, object]) -> Wrong:
        """Set fields in one step. Returns why where that is refused."""
        edits: list[tuple[str, Mapping[str, object]]] = []
        for kind, ids in self._each():
            if kind == "member":
                edits += [self._of_member(id_, values) for id_ in ids]
            else:
                edits.append(("set_fields", {"kind": kind, "ids": ids, "values": values}))
        return self.do(f"Change the {noun} of {self.names}", edits)

    def _of_member(
        self, id_: str, values: Mapping[str, object]
    ) -> tuple[str, Mapping[str, object]]:
        """Return the edit of a member; how it starts begins with how its group does."""
        group_id, _, mark = id_.partition("/")
        group = self.encounter.groups[GroupId(group_id)]
        member = group.members.get(mark, Member())
        if member.starts is None and any(path.startswith("starts.") for path in values):
            values = {"starts": replace(group.starts), **values}
        return ("set_fields", {"kind": "member", "ids": (id_,), "values": values})

    def do(self, says: str, edits: Edits) -> Wrong:
        """Do some edits in one step. Returns why where that is refused."""
        try:
            after = several(self.encounter, edits)
        except EditError as error:
            return error
        return self.commit(says, edits, after)

    def commit(self, says: str, edits: Edits, after: Encounter) -> Wrong:
        """Let edits that were tried be so. Returns why where that is refused."""
        self.session.replace(says, after)
        return None

    def usual(self, path: str) -> object:
        """Return nothing: the document is what it is."""
        return NOTHING_USUAL


class FightSubject(Subject):
    """Things of the fight's own board and people. Each change is a step of the fight."""

    in_fight = True

    def __init__(self, session: Session, kind: str = "encounter") -> None:
        super().__init__(session, kind)
        self._now: tuple[CombatState, Encounter] | None = None

    @property
    def encounter(self) -> Encounter:
        """The encounter as it is now in the fight; the document's own while there is none."""
        fight = self.session.fight
        if fight is None:
            return self.session.encounter
        state = fight.state
        if self._now is None or self._now[0] is not state:
            self._now = state, as_encounter(state)
        return self._now[1]

    def commit(self, says: str, edits: Edits, after: Encounter) -> Wrong:
        """Change the fight's place, as one step."""
        fight = self.session.fight
        if fight is None or not changes(self.encounter, after):
            return None
        if fight.looking_back:
            return EditError(str(LOOKING_BACK))
        plain = [[name, dict(arguments)] for name, arguments in edits]
        action = Change(edit=edits[0][0], arguments=edits[0][1], note=says)
        if len(edits) > 1:
            action = Change(edit="together", arguments={"edits": plain, "says": says})
        fight.take(action)
        return None


def subject_of(encounter: Encounter, refs: Sequence[Ref]) -> Mapping[str, Ids]:
    """Return the kinds and ids, as edits name them, of what is selected.

    Of a group and its own members the group alone counts.
    """
    groups = {ref.id for ref in refs if ref.kind == "group"}
    fields = len(encounter.board.fields)
    found: dict[str, list[str]] = {}
    for ref in refs:
        kind, id_ = str(ref.kind), ref.id
        if kind == "fighter" and "/" in id_:
            if id_.partition("/")[0] in groups:
                continue
            kind = "member"
        elif kind == "piece":
            index = int(id_)
            kind, id_ = ("field", id_) if index < fields else ("cloud", str(index - fields))
        found.setdefault(kind, []).append(id_)
    return {kind: tuple(ids) for kind, ids in found.items()}
