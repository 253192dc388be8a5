"""Every picture that an encounter names, with what it is of; where the files are, others know."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeVar

from desktop.core.model.board import Level, LevelPicture
from desktop.core.model.encounter import Encounter, Group
from desktop.core.model.named import Named
from desktop.core.model.references import mapped, with_fields
from desktop.core.model.tables import things_changed

ON_BOARD = ("levels", "zones", "links", "doors", "features")
SEVERAL = ("levels", "groups")
"""The tables whose things may have several pictures."""
BESIDE = ("sides", "profiles", "fighters", "groups", "clocks", "cues")


class Pictured(NamedTuple):
    """One thing that has a picture."""

    kind: str
    """As `level`; a member of a group is a `fighter`."""
    id: str
    label: str
    file: str
    """The path as the encounter writes it."""


def pictures_of(encounter: Encounter) -> Iterator[Pictured]:
    """Yield whatever has a picture, in the order of the file; a level may have several."""
    for holder, tables in ((encounter.board, ON_BOARD), (encounter, BESIDE)):
        for table in tables:
            things, of = getattr(holder, table), _LAST.get(table)
            if of is None or of.things is not things:
                of = _LAST[table] = _of_table(table, things, of)
            yield from of.pictures


class _Of(NamedTuple):
    """The pictures of the things of a table."""

    things: Mapping[str, Named]
    pictures: tuple[Pictured, ...]


_LAST: dict[str, _Of] = {}
"""Those of each table that was looked at last."""


def _of_table(table: str, things: Mapping[str, Named], was: _Of | None) -> _Of:
    if was is not None and not was.pictures and table not in SEVERAL:
        found = things_changed(was.things, things)
        if not any(things[id_].picture for id_ in (*found.added, *found.changed)):
            return _Of(things, ())
    return _Of(things, tuple(_pictured(table, things)))


def _pictured(table: str, things: Mapping[str, Named]) -> Iterator[Pictured]:
    kind, plain = table.removesuffix("s"), table not in SEVERAL
    for key, thing in things.items():
        if plain and not thing.picture:
            continue
        if isinstance(thing, Level):
            for picture in (thing.background, thing.players_background):
                if picture is not None and picture.file:
                    yield Pictured(kind, key, thing.label, picture.file)
        if thing.picture:
            yield Pictured(kind, key, thing.label, thing.picture)
        if isinstance(thing, Group):
            for mark, member in thing.members.items():
                if member.picture:
                    whose = thing.label_of(mark)
                    yield Pictured("fighter", f"{key}/{mark}", whose, member.picture)


def with_pictures(encounter: Encounter, names: Mapping[str, str]) -> Encounter:
    """Return an encounter whose pictures go by other paths, old to new; the same where none is."""
    board = encounter.board

    def renamed(thing: Named) -> Named:
        return _renamed(thing, names)

    return with_fields(
        encounter,
        board=with_fields(
            board, **{table: mapped(getattr(board, table), renamed) for table in ON_BOARD}
        ),
        **{table: mapped(getattr(encounter, table), renamed) for table in BESIDE},
    )


N = TypeVar("N", bound=Named)


def _renamed(thing: N, names: Mapping[str, str]) -> N:
    picture = names.get(thing.picture, thing.picture) if thing.picture else ""
    if picture != thing.picture:
        thing = replace(thing, picture=picture)
    if isinstance(thing, Level):
        return with_fields(
            thing,
            background=_laid(thing.background, names),
            players_background=_laid(thing.players_background, names),
        )
    if isinstance(thing, Group):
        return with_fields(thing, members=mapped(thing.members, lambda own: _renamed(own, names)))
    return thing


def _laid(picture: LevelPicture | None, names: Mapping[str, str]) -> LevelPicture | None:
    if picture is None or picture.file not in names:
        return picture
    return replace(picture, file=names[picture.file])
