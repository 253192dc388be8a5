"""The document in the window: its value, its undo, its selection, and the fight it is in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Literal, NamedTuple

from PySide6.QtCore import QObject, Signal

from desktop.core.errors import EditError
from desktop.core.model.diff import changes
from desktop.core.model.edits import EDITS, apply, several
from desktop.core.model.encounter import Encounter
from desktop.core.model.place import Place
from desktop.core.model.profile import Profile
from desktop.core.model.words import LevelId, ProfileId, Square
from desktop.ui.fight import Fight

Kind = Literal[
    "level", "zone", "link", "wall", "door", "feature", "fighter", "group", "picture", "piece"
]
Mode = Literal["build", "play"]
PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp")
"""How the files of pictures end."""


class Ref(NamedTuple):
    """A thing that can be selected, by kind and id; a wall or piece by its place in the list."""

    kind: Kind
    id: str


@dataclass(frozen=True, slots=True)
class Edited:
    """One undoable step in Build."""

    says: str
    """As `Merge Dock and Alley`."""
    before: Encounter
    after: Encounter


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a field waits for: the next click on the board that fits is its answer."""

    says: str
    """What to click, as `a zone`."""
    ids: Collection[str] = ()
    """The things that fit."""
    squares: bool = False
    """Whether a square fits where no such thing is."""
    taken: Callable[[str | Square], object]


@dataclass(frozen=True, slots=True)
class Lit:
    """What is lit up on the board while somebody looks at a line about it."""

    ids: tuple[str, ...] = ()
    squares: tuple[Square, ...] = ()
    level: LevelId | None = None
    """Of the squares; None: the first one."""


@dataclass(slots=True)
class Clipboard:
    """What was copied, as a value of its own."""

    encounter: Encounter | None = None
    refs: tuple[Ref, ...] = ()


PEOPLE = frozenset({"fighter", "group", "token"})
"""What those who fight are called where they are hidden."""


@dataclass(slots=True)
class Shown:
    """What belongs to the view and never to the document, kept per file."""

    level: LevelId | None = None
    hidden_kinds: set[str] = field(default_factory=set)
    locked_kinds: set[str] = field(default_factory=set)
    hidden_levels: set[str] = field(default_factory=set)
    locked_levels: set[str] = field(default_factory=set)
    folds: set[str] = field(default_factory=set)
    """What is folded or unfolded otherwise than it is at first, as `outline link`."""


class Session(QObject):
    """One open encounter. Every change goes through `edit`, and `changed` tells of it."""

    changed = Signal(object, object)
    """The encounters before and after; the only signal about the document."""
    selection_changed = Signal(object)
    """The refs selected now, a tuple."""
    mode_changed = Signal(str)
    level_changed = Signal(str)
    view_changed = Signal()
    """What is shown or locked changed."""
    wanted_changed = Signal()
    """A field waits for a click on the board, or no longer."""
    lit_changed = Signal(object)
    """What is lit up on the board now."""
    fight_changed = Signal()
    """Another fight, or none, is in the window."""
    told = Signal(str)
    """One sentence for the status line: what was done, or why not."""

    def __init__(
        self,
        encounter: Encounter,
        *,
        path: str = "",
        stock: Mapping[ProfileId, Profile] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._encounter = encounter
        self.path = path
        """The file; empty while there is none yet."""
        self.stock: Mapping[ProfileId, Profile] = stock or {}
        self.odd_keys: tuple[tuple[int, str], ...] = ()
        """Keys of the file that the format does not know, each with its line."""
        self._done: list[Edited] = []
        self._undone: list[Edited] = []
        self._saved: Encounter | None = encounter
        self._selection: tuple[Ref, ...] = ()
        self._mode: Mode = "build"
        self.shown = Shown()
        self.clipboard = Clipboard()
        self.fight: Fight | None = None
        self.wanted: Wanted | None = None
        self._told_level = self.level

    @property
    def encounter(self) -> Encounter:
        """The document as it is now."""
        return self._encounter

    @property
    def place(self) -> Place:
        """The board as it is now, with everything derived from it."""
        return Place.of(self._encounter.board)

    @property
    def unsaved(self) -> bool:
        """Whether the document differs from what was last saved."""
        return self._encounter is not self._saved

    def saved(self) -> None:
        """Note that the document is on disk as it is now."""
        self._saved = self._encounter

    def not_saved(self) -> None:
        """Note that the document, as it is now, is on no disk."""
        self._saved = None

    @property
    def since_saved(self) -> tuple[str, ...]:
        """What was done since it was saved, in the words of undo, the latest last."""
        saved = self._saved
        for place, edited in reversed(tuple(enumerate(self._done))):
            if edited.after is saved:
                return self.history[place + 1 :]
        ahead = tuple(reversed(self._undone))
        for place, edited in enumerate(ahead):
            if edited.after is saved:
                return tuple(f"Undo: {each.says}" for each in reversed(ahead[: place + 1]))
        return self.history

    def edit(self, name: str, /, **arguments: object) -> bool:
        """Apply an edit as one undoable step. Returns False, and tells why, where it is refused."""
        return self.edit_several(EDITS[name].says(self._encounter, arguments), [(name, arguments)])

    def edit_several(self, says: str, edits: Iterable[tuple[str, Mapping[str, object]]]) -> bool:
        """Apply several edits as one undoable step, all or none."""
        try:
            after = several(self._encounter, list(edits))
        except EditError as error:
            self.told.emit(str(error))
            return False
        self.replace(says, after)
        return True

    def tried(self, name: str, /, **arguments: object) -> Encounter | EditError:
        """Return what an edit would give, or why it is refused; for previews."""
        try:
            return apply(self._encounter, name, **arguments)
        except EditError as error:
            return error

    def replace(self, says: str, after: Encounter) -> None:
        """Make another value the document, as one undoable step."""
        if not changes(self._encounter, after):
            return
        self._done.append(Edited(says, self._encounter, after))
        self._undone.clear()
        self._show(after)
        self.told.emit(says)

    @property
    def undo_says(self) -> str:
        """What undo would take back; empty when there is nothing."""
        return self._done[-1].says if self._done else ""

    @property
    def redo_says(self) -> str:
        """What redo would do again; empty when there is nothing."""
        return self._undone[-1].says if self._undone else ""

    @property
    def history(self) -> tuple[str, ...]:
        """What was done so far, the latest last."""
        return tuple(edited.says for edited in self._done)

    def undo(self) -> None:
        """Take the last step back."""
        if self._done:
            edited = self._done.pop()
            self._undone.append(edited)
            self._show(edited.before)
            self.told.emit(f"Undid: {edited.says}")

    def redo(self) -> None:
        """Do the last undone step again."""
        if self._undone:
            edited = self._undone.pop()
            self._done.append(edited)
            self._show(edited.after)
            self.told.emit(f"Did again: {edited.says}")

    def _show(self, after: Encounter) -> None:
        before, self._encounter = self._encounter, after
        self.changed.emit(before, after)
        if self.front is after:
            self.select(followed(before, after, self._selection))
        self._settle()

    @property
    def selection(self) -> tuple[Ref, ...]:
        """What is selected, in the order in which it was."""
        return self._selection

    def select(self, refs: Iterable[Ref]) -> None:
        """Select exactly these, each once."""
        refs = tuple(dict.fromkeys(refs))
        if refs != self._selection:
            self._selection = refs
            self.selection_changed.emit(refs)

    def selected(self, kind: Kind) -> tuple[str, ...]:
        """Return the ids of the selected things of one kind."""
        return tuple(ref.id for ref in self._selection if ref.kind == kind)

    @property
    def level(self) -> LevelId:
        """The level in view; the first one where the one that was is not there any more."""
        level, board = self.shown.level, self.front.board
        return level if level is not None and level in board.levels else board.first_level

    @property
    def front(self) -> Encounter:
        """The fight's own board in Play, the document in Build."""
        playing = self._mode == "play" and self.fight is not None
        return self.fight.state.encounter if playing and self.fight else self._encounter

    def show_level(self, level: LevelId) -> None:
        """Bring a level into view."""
        if level != self.shown.level:
            self.shown.level = level
            self._told_level = self.level
            self.level_changed.emit(self.level)

    def _settle(self, *_: object) -> None:
        """Let go of what is not on the board in front any more: selected, or the level in view."""
        front = self.front
        self.select(ref for ref in self._selection if exists(front, ref))
        if self.level != self._told_level:
            self._told_level = self.level
            self.level_changed.emit(self.level)

    def want(self, wanted: Wanted | None) -> None:
        """Let the next fitting click on the board answer a field; None: no longer."""
        if wanted is not self.wanted:
            self.wanted = wanted
            self.wanted_changed.emit()

    def light(self, lit: Lit) -> None:
        """Light things up on the board; nothing puts them out."""
        self.lit_changed.emit(lit)

    @property
    def mode(self) -> Mode:
        """Build or Play."""
        return self._mode

    def set_mode(self, mode: Mode) -> None:
        """Switch between Build and Play; the page before round 1 is the window's affair."""
        if mode != self._mode:
            self._mode = mode
            self.mode_changed.emit(mode)
            self._settle()
            self._show_people()

    def set_fight(self, fight: Fight | None) -> None:
        """Bring a fight into the window, or let it go; its file is untouched."""
        if self.fight is not None:
            self.fight.changed.disconnect(self._settle)
        before, self.fight = self.fight, fight
        self.fight_changed.emit()
        if before is not None and before is not fight and before.parent() is self:
            before.setParent(None)
        if fight is not None:
            fight.changed.connect(self._settle)
        self._settle()
        self._show_people()

    def _show_people(self) -> None:
        """Show fighters that Build has hidden: nobody can fight unseen, and Play has no outline."""
        playing = self._mode == "play" and self.fight is not None
        if playing and not self.shown.hidden_kinds.isdisjoint(PEOPLE):
            self.shown.hidden_kinds -= PEOPLE
            self.view_changed.emit()
            self.told.emit("Fighters were hidden in Build; they are shown again.")


def followed(before: Encounter, after: Encounter, refs: Iterable[Ref]) -> Iterator[Ref]:
    """Yield what refs name after a change: a piece, known by its number, may have another by then.

    One that is not there as it was is taken for a new one of its kind, if there is one.
    """
    old = (*before.board.fields, *before.board.clouds)
    new = (*after.board.fields, *after.board.clouds)
    for ref in refs:
        if ref.kind != "piece" or old == new:
            yield ref
            continue
        piece = old[int(ref.id)]
        like = (at for at, each in enumerate(new) if each.kind == piece.kind and each not in old)
        at = new.index(piece) if piece in new else next(like, None)
        if at is not None:
            yield Ref("piece", str(at))


def exists(encounter: Encounter, ref: Ref) -> bool:
    """Whether the thing a ref names is in the encounter."""
    board = encounter.board
    if ref.kind in ("wall", "piece"):
        many = len(board.walls) if ref.kind == "wall" else len(board.fields) + len(board.clouds)
        return ref.id.isdigit() and int(ref.id) < many
    if ref.kind == "fighter" and "/" in ref.id:
        group, _, mark = ref.id.partition("/")
        return any(
            group == key and mark in found.letters for key, found in encounter.groups.items()
        )
    return ref.id in _TABLES[ref.kind](encounter)


_TABLES: Mapping[str, Callable[[Encounter], Collection[str]]] = {
    "level": attrgetter("board.levels"), "zone": attrgetter("board.zones"),
    "link": attrgetter("board.links"), "door": attrgetter("board.doors"),
    "feature": attrgetter("board.features"), "fighter": attrgetter("fighters"),
    "group": attrgetter("groups"), "picture": attrgetter("board.levels"),
}  # fmt: skip
