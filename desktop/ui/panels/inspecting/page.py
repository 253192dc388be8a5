"""What the pages of the inspector share: how they name things, and what all named things have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

from desktop.core.model.edits.things import label_of
from desktop.core.model.encounter import FOES, HEROES, Encounter, Fighter, Group, Member
from desktop.core.model.footprint import seats
from desktop.core.model.geometry import label_point
from desktop.core.model.named import Named
from desktop.core.model.place import Place
from desktop.core.model.profile import Profile
from desktop.core.model.words import (
    DoorId,
    FeatureId,
    FighterId,
    GroupId,
    LevelId,
    LinkId,
    PackName,
    Point,
    SlotName,
    ZoneId,
)
from desktop.core.play import fillers
from desktop.ui.menus.fields import known
from desktop.ui.menus.fields.choice import CheckField, ChoiceField, Option
from desktop.ui.menus.fields.known import Kind, Known
from desktop.ui.menus.fields.pick import PickField, PicksField, PlaceField
from desktop.ui.menus.fields.row import Row
from desktop.ui.menus.fields.sheet import Sheet, Things, Wrong
from desktop.ui.menus.fields.text import NotesField, TextField, WordsField
from desktop.ui.menus.fields.values import shared
from desktop.ui.panels.inspecting.buttons import add_button
from desktop.ui.panels.inspecting.effects import Effects, EffectsField
from desktop.ui.panels.inspecting.subject import Subject
from desktop.ui.session import Kind as RefKind
from desktop.ui.session import Ref

BOOKS: dict[PackName, str] = {name: name.capitalize() for name in get_args(PackName)}
WITH_PORTRAIT: Mapping[str, RefKind] = {
    "fighter": "fighter", "member": "fighter", "group": "group", "zone": "zone",
    "feature": "feature",
}  # fmt: skip
"""Kinds whose picture the window can choose."""
SECRET = frozenset(("fighter", "group", "member", "clock", "cue"))
"""Kinds of which players may know nothing although nobody says so."""


class Page(Sheet):
    """A page of the inspector: one kind of thing, one of it or several."""

    source: Subject

    def __init__(self, subject: Subject) -> None:
        super().__init__(subject)
        self._effects: dict[str, EffectsField] = {}
        self.build()
        self.finish()

    def build(self) -> None:
        """Make the rows."""
        raise NotImplementedError

    # What all named things have

    def name_rows(self, *, seen: bool = True) -> None:
        """Add the names, for the GM and for players."""
        name = TextField()
        self.add("Name", name, "name", write=self._write_name, read=self._read_name(name))
        if seen:
            self.add("Seen as", TextField("its name"), "seen_as", noun="name for players",
                     tip="The only name that players see")  # fmt: skip

    def _read_name(self, field: TextField) -> Any:
        def read(things: Things) -> object:
            only = self.source.only
            is_named = not only or things[0].name
            field.hint = only if is_named else label_of(self.source.encounter, only)
            return shared(thing.name for thing in things)

        return read

    def _write_name(self, name: str) -> Wrong:
        same = name == self.source.only
        return self.source.set("name", {"name": "" if same else name})

    def hidden_row(self, *, beside: bool = False) -> None:
        """Add whether players know of it at the start; of what has a usual, whether it is said."""
        if SECRET.isdisjoint((self.source.kind, *self.source.others)):
            tip = "Players do not know of it at the start"
            self.add("", CheckField("hidden"), "hidden", noun="hiding", beside=beside, tip=tip,
                     write=self._write_hidden)  # fmt: skip
        else:
            self.add("Players", ChoiceField(self._hidings), "hidden", noun="hiding",
                     tip="Whether players know of it at the start. Unsaid they know the heroes "
                         "and the place alone; who is hidden is drawn hollow.")  # fmt: skip

    def _write_hidden(self, hidden: bool) -> Wrong:
        return self.source.set("hiding", {"hidden": hidden or None})

    def _hidings(self) -> list[Option]:
        unsaid = {usual_hiding(self.source, thing) for thing in self.source.things()}
        usual = unsaid.pop() if len(unsaid) == 1 else "As usual"
        return [(None, usual), (True, "Hidden"), (False, "Known")]

    def notes_rows(self, *, players: bool = False) -> None:
        """Add notes, and where a thing has them, words for players."""
        self.add("Notes, GM only", NotesField(), "notes", noun="notes", above=True)
        if players:
            self.add("Text for players", NotesField(), "for_players", noun="text for players",
                     above=True)  # fmt: skip

    def tail_rows(self) -> None:
        """Add the rest of what all named things have."""
        self.add("Tags", WordsField("words, with commas"), "tags")
        self.picture_row()

    def picture_row(self) -> None:
        """Add the file of a picture."""
        field = TextField("no picture")
        if self.source.kind in WITH_PORTRAIT:
            choose = add_button("…", "Choose a file")
            choose.setFixedWidth(28)
            choose.clicked.connect(self._choose_picture)
            field.put_beside(choose)
        self.add("Picture", field, "picture")

    def _choose_picture(self) -> None:
        kind = WITH_PORTRAIT.get(self.source.kind)
        if kind is not None and self.source.only:
            self.wants.emit("picture.choose", Ref(kind, self.source.only))

    # Kinds of fields

    def known(self, kind: Kind, what: str) -> Known:
        """Return what a field of this page may name."""
        return Known(self.encounter, kind, what)

    def pick(self, kind: Kind, what: str, unsaid: str = "") -> PickField:
        """Return a field for one thing; without `unsaid` there must be one."""
        return PickField(self.known(kind, what), unsaid=unsaid, needed=not unsaid)

    def picks(self, kind: Kind, what: str, unsaid: str = "") -> PicksField:
        """Return a field for several things."""
        field = PicksField(self.known(kind, what), unsaid=unsaid)
        field.looked.connect(self.look)
        return field

    def place(self, unsaid: str) -> PlaceField:
        """Return a field for where something stands."""
        return PlaceField(self.known(known.zones, "zone"), unsaid=unsaid)

    def level_row(self, path: str = "level", *, unsaid: str = "", label: str = "Level") -> Row:
        """Add which level it is on; hidden while there is but one."""
        field = self.pick(known.levels, "level", unsaid)
        return self.add(label, field, path, when=lambda _: len(self.encounter().board.levels) > 1)

    def book_row(self, slot: SlotName | None = None) -> None:
        """Add whose rules hold for it: of the books that say how such a thing goes."""
        books = BOOKS if slot is None else dict.fromkeys(("imperium", *fillers(slot)))
        options = [(None, "As the encounter"), *((name, BOOKS[name]) for name in books)]
        self.add("Book", ChoiceField(options), "book", tip="Whose rules hold for it",
                 when=self._has_books)  # fmt: skip

    def _has_books(self, things: Things) -> bool:
        made = self.encounter()
        several = bool(made.packs or made.slots) or made.space != "zones"
        return several or any(thing.book for thing in things)

    def effects_row(
        self, label: str, path: str, *, home: Callable[[], ZoneId | None] = lambda: None
    ) -> EffectsField:
        """Add what happens; return the list of it."""

        def commit(effects: Effects) -> Wrong:
            return self.source.set("effects", {path: effects})

        field = EffectsField(self.encounter, commit, home, self.source.session)
        field.looked.connect(self.look)
        self.add(label, field, path, above=True)
        self._effects[path] = field
        return field

    def begin_effect(self, path: str, kind: str) -> None:
        """Add an effect of a kind, as `AddTrait`, to what happens there, and open it."""
        self._effects[path].begin(kind)

    def place_now(self) -> Place:
        """Return the board with everything derived from it."""
        return Place.of(self.encounter().board)

    def look(self, id_: str) -> None:
        """Ask the window to bring a thing into view, without selecting it."""
        where = where_is(self.encounter(), id_)
        if where is not None:
            self.wants.emit("view.centre", where)


def profile_of(subject: Subject, one: Fighter | Group) -> Profile | None:
    """Return the profile of someone: the encounter's own, or else the stock's."""
    return subject.encounter.profiles.get(one.profile) or subject.session.stock.get(one.profile)


def side_of(subject: Subject, one: Fighter | Group) -> str:
    """Return the side that someone is of."""
    profile = profile_of(subject, one)
    return one.side or (profile.side if profile else None) or FOES


def usual_hiding(subject: Subject, thing: object) -> str:
    """Return what players know of a thing that says nothing itself, and by what it is so."""
    if isinstance(thing, Member):
        ids = (*subject.ids, *subject.others.get("member", ()))
        at_home = [GroupId(id_.partition("/")[0]) for id_ in ids if "/" in id_]
        groups = subject.encounter.groups
        group = next(groups[each] for each in at_home if each in groups)
        return usual_hiding(subject, group) if group.hidden is None else _hiding(group, "group")
    if not isinstance(thing, (Fighter, Group)):
        return "Unknown (usual)" if subject.kind in SECRET else "As usual"
    profile = profile_of(subject, thing)
    if profile is not None and profile.hidden is not None:
        return _hiding(profile, "profile")
    return f"{'Known' if side_of(subject, thing) == HEROES else 'Unknown'} (side)"


def _hiding(by: Named, what: str) -> str:
    return f"{'Hidden' if by.hidden else 'Known'} ({what})"


def where_is(encounter: Encounter, id_: str) -> tuple[LevelId, Point] | None:
    """Return the level and place of whatever has an id; None for what is on no square."""
    board = encounter.board
    place = Place.of(board)
    zone = board.zones.get(ZoneId(id_))
    if zone is not None:
        return zone.level, label_point(place.outlines[zone.id])
    door = board.doors.get(DoorId(id_))
    if door is not None:
        (x1, y1), (x2, y2) = door.on
        return door.level, Point((x1 + x2) / 2, (y1 + y2) / 2)
    link = board.links.get(LinkId(id_))
    if link is not None:
        return where_is(encounter, link.from_)
    feature = board.features.get(FeatureId(id_))
    if feature is not None:
        if feature.squares:
            return feature.level, _middle(feature.squares[0])
        return where_is(encounter, feature.zone) if feature.zone else None
    return _where_people_are(encounter, id_)


def _where_people_are(encounter: Encounter, id_: str) -> tuple[LevelId, Point] | None:
    spots = seats(encounter)
    spot = spots.get(FighterId(id_)) or next(
        (found for who, found in spots.items() if who.startswith(f"{id_}/")), None
    )
    return (spot.level, _middle(spot.square)) if spot is not None else None


def _middle(square: Iterable[int]) -> Point:
    x, y = square
    return Point(x + 0.5, y + 0.5)
