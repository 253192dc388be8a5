"""Where everyone stands: before a fight, where those placed by zone get squares; and in one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from operator import is_
from typing import NamedTuple

from desktop.core.model.crew import crew_by_id
from desktop.core.model.encounter import Encounter, Person, start_zones
from desktop.core.model.footprint import ROOM, covered, free_seat, side_of
from desktop.core.model.geometry import bounds
from desktop.core.model.place import Place, Spot
from desktop.core.model.profile import Profile
from desktop.core.model.tables import things_changed
from desktop.core.model.words import (
    FighterId,
    LevelId,
    ProfileId,
    SideId,
    Square,
    SquareUnit,
    ZoneId,
)
from desktop.core.rules.book import Note
from desktop.core.rules.labels import label_of
from desktop.core.rules.lengths import METRES
from desktop.core.rules.marks import CORRUPTION, IN_COVER, SECURED, WARP_CHARGE
from desktop.core.rules.riders import mover_of
from desktop.core.rules.state import CombatState
from desktop.ui.canvas.derived import Derived

BUCKET_SQ = 8
MOST_KNOWN = 256
Seat = tuple[LevelId, Square]


class Stand(NamedTuple):
    """A fighter as it stands on the board now."""

    id: FighterId
    name: str
    letter: str
    side: SideId
    level: LevelId
    seat: Square
    side_sq: int
    """How many squares a side it covers."""
    above: float = 0
    """How high above its ground, in the unit of the squares."""
    hidden: bool = False
    picture: str = ""
    wounds: int = 0
    wounds_max: int | None = None
    conditions: tuple[str, ...] = ()
    acting: bool = False
    out: bool = False
    rides: FighterId | None = None
    """On whose back it is."""


Stands = Mapping[FighterId, Stand]
Notes = Mapping[str | Spot, tuple[Note, ...]]
NO_NOTES: Notes = {}
BADGED = (IN_COVER, SECURED, WARP_CHARGE, CORRUPTION)
"""The marks on a fighter that its token shows beside its conditions."""


def wounds_of(profile: Profile) -> int | None:
    """Return how much a fighter takes, by the first of the books that says so."""
    if profile.imperium is not None and profile.imperium.wounds is not None:
        return profile.imperium.wounds
    if profile.squares_figures is not None and profile.squares_figures.health is not None:
        return profile.squares_figures.health
    return profile.hive.wounds if profile.hive is not None else None


def _stand(person: Person, level: LevelId, seat: Square, square: SquareUnit) -> Stand:
    starts = person.starts
    return Stand(
        id=person.id, name=person.name, letter=person.letter, side=person.side, level=level,
        seat=seat, side_sq=side_of(person.profile), above=_height(starts.above, square),
        hidden=person.hidden is True, picture=person.picture, wounds=starts.wounds,
        wounds_max=wounds_of(person.profile), conditions=tuple(starts.conditions),
        rides=starts.riding,
    )  # fmt: skip


def _height(metres: float, square: SquareUnit) -> float:
    """Return a height in squares, as one reads it."""
    return round(metres / METRES[square], 1)


class Standing:
    """Where everyone stands. Keeps the last answer, so that the next one costs what changed."""

    def __init__(self) -> None:
        self._on_squares: Derived[FighterId, Stand] = Derived()
        self._by_zone: Derived[FighterId, Person] = Derived()
        self._seated: Derived[FighterId, Stand] = Derived()
        self._seats = _Seats()
        self._last: Stands = {}

    def before(
        self, encounter: Encounter, stock: Mapping[ProfileId, Profile] | None = None
    ) -> Stands:
        """Return everyone who starts on the board, in the file's order; the same every time."""
        people, square = crew_by_id(encounter, stock), encounter.square
        common = encounter.board.first_level, square
        stands = self._on_squares.of(partial(_on_square, *common), people, common=common)
        by_zone = self._by_zone.of(_by_zone, people)
        if by_zone:
            seats = self._seats.of(encounter, people)
            seated = self._seated.of(partial(_in_zone, square), by_zone, seats, common=(square,))
            stands = {
                who: stand
                for who in people
                if (stand := stands.get(who) or seated.get(who)) is not None
            }
        return self._same(stands)

    def during(self, state: CombatState, notes: Notes | None = None) -> Stands:
        """Return everyone who is on the board in a fight, in the order of the fighters."""
        return self._same(stands_in(state, notes))

    def _same(self, stands: Stands) -> Stands:
        """Return the last answer where it is equal, so that identity tells."""
        if things_changed(self._last, stands):
            self._last = stands
        return self._last


def _on_square(first: LevelId, square: SquareUnit, person: Person) -> Stand | None:
    """Return someone who starts on a square that is stated, of the first level unless said."""
    if not isinstance(person.at, tuple) or person.starts.off is not None:
        return None
    return _stand(person, person.level or first, person.at, square)


def _by_zone(person: Person) -> Person | None:
    """Return someone who needs a square of a zone to start on."""
    return None if isinstance(person.at, tuple) or person.starts.off is not None else person


def _in_zone(square: SquareUnit, person: Person, seat: Seat | None) -> Stand | None:
    return None if seat is None else _stand(person, *seat, square)


class _Seats:
    """The seats of everyone, each aware of those before it, as a fight would seat them."""

    def __init__(self) -> None:
        self._parts: tuple[object, ...] = ()
        self._found: dict[FighterId, Seat] = {}
        self._zones: dict[ZoneId, _ZoneSeats] = {}

    def of(
        self, encounter: Encounter, people: Mapping[FighterId, Person]
    ) -> Mapping[FighterId, Seat]:
        parts = people, encounter.board, encounter.sides
        if len(parts) != len(self._parts) or not all(map(is_, parts, self._parts)):
            self._parts, crowd = parts, _Crowd(encounter, self._zones)
            here = (person for person in people.values() if person.starts.off is None)
            found = {person.id: crowd.seat_for(person) for person in here}
            self._found = {who: seat for who, seat in found.items() if seat is not None}
            self._zones = crowd.zones
        return self._found


class _ZoneSeats:
    """What seats in one zone depend on, and those picked so far."""

    def __init__(self, place: Place, zone: ZoneId, before: _ZoneSeats | None) -> None:
        self.level = place.board.zones[zone].level
        self.squares = place.squares_of(zone)
        self.ground, self.underfoot = place.ground(self.level), place.underfoot
        left, top, right, bottom = bounds(place.outlines[zone])
        self.columns = range(int(left - ROOM) // BUCKET_SQ, int(right + ROOM) // BUCKET_SQ + 1)
        self.rows = range(int(top - ROOM) // BUCKET_SQ, int(bottom + ROOM) // BUCKET_SQ + 1)
        same = before is not None and before.squares is self.squares
        self.footing: object
        if same and before is not None and before.ground is self.ground and (
            before.underfoot is self.underfoot
        ):  # fmt: skip
            self.footing = before.footing
        else:
            self.footing = self._footing(place)
        self.known: dict[object, Square] = before.known if same and before is not None else {}

    def _footing(self, place: Place) -> object:
        """Return what of the ground matters to a footprint of one square."""
        solid = frozenset(self.squares & self.ground.solid.keys())
        if not self.underfoot.may_be_perilous:
            return solid, frozenset()
        return solid, frozenset(
            square for square in self.squares if place.is_perilous(self.level, square)
        )


class _Crowd:
    """Those who have a place already."""

    def __init__(self, encounter: Encounter, before: Mapping[ZoneId, _ZoneSeats]) -> None:
        self._encounter = encounter
        self._place = Place.of(encounter.board)
        self._before = before
        self.zones: dict[ZoneId, _ZoneSeats] = {}
        self._taken: dict[LevelId, set[Square]] = {}
        self._near: dict[tuple[LevelId, int, int], list[tuple[SideId, Square]]] = {}
        sides = encounter.all_sides
        self._foes = {
            side.id: frozenset(
                (other for other in sides if other != side.id)
                if side.against is None
                else side.against
            )
            for side in sides.values()
        }

    def seat_for(self, person: Person) -> Seat | None:
        """Seat one more; None for someone who has no zone to start in."""
        board, size = self._encounter.board, side_of(person.profile)
        if isinstance(person.at, tuple):
            level, seat = person.level or board.first_level, person.at
        else:
            zones = (person.at,) if person.at is not None else start_zones(board, person.side)
            zone = next((each for each in zones if each in board.zones), None)
            if zone is None:
                return None
            level, seat = board.zones[zone].level, self._seat_in(zone, person.side, size)
        self._taken.setdefault(level, set()).update(covered(seat, size))
        bucket = (level, seat[0] // BUCKET_SQ, seat[1] // BUCKET_SQ)
        self._near.setdefault(bucket, []).append((person.side, seat))
        return level, seat

    def _seat_in(self, zone: ZoneId, side: SideId, size: int) -> Square:
        own = self.zones.get(zone)
        if own is None:
            own = self.zones[zone] = _ZoneSeats(self._place, zone, self._before.get(zone))
        taken = self._taken.get(own.level, set())
        foes = self._foes_near(own, side)
        # A larger footprint may reach out of the zone, so that all of the level matters to it.
        asked: object = (
            (own.footing, own.squares & taken, foes)
            if size == 1
            else (size, own.ground, own.underfoot, frozenset(taken), foes)
        )
        seat = own.known.get(asked)
        if seat is None:
            if len(own.known) > MOST_KNOWN:
                own.known.clear()
            seat = own.known[asked] = free_seat(
                self._place, zone, side=size, taken=taken, away_from=foes
            )
        return seat

    def _foes_near(self, own: _ZoneSeats, side: SideId) -> tuple[Square, ...]:
        """Return the foes near enough to matter; further ones are all equally far."""
        against = self._foes.get(side, frozenset())
        return tuple(
            seat
            for row in own.rows
            for column in own.columns
            for other, seat in self._near.get((own.level, column, row), ())
            if other in against
        )


def stands_in(state: CombatState, notes: Notes | None = None) -> dict[FighterId, Stand]:
    """Return everyone who is on the board in a fight, in the order of the fighters."""
    return dict(_in_fight(state, notes or NO_NOTES))


def _in_fight(state: CombatState, notes: Notes) -> Iterable[tuple[FighterId, Stand]]:
    letters = state.letters
    for who, now in state.fighters.items():
        if now.seat is None:
            continue
        person = state.people[who]
        known = state.knows.get(who)
        yield who, Stand(
            id=who, name=label_of(state, who), letter=person.letter or letters.get(who, ""),
            side=person.side, level=now.level,
            seat=now.seat, side_sq=side_of(person.profile),
            above=_height(now.above, state.encounter.square),
            hidden=person.hidden is True if known is None else known.shown == "unknown",
            picture=person.picture, wounds=now.wounds, wounds_max=wounds_of(person.profile),
            conditions=(*now.conditions, *_badges(state, who, notes)),
            acting=who == state.actor, out=now.off == "out", rides=_mount_of(state, who),
        )  # fmt: skip


def _mount_of(state: CombatState, who: FighterId) -> FighterId | None:
    mount = mover_of(state, who)
    return None if mount == who else mount


def _badges(state: CombatState, who: FighterId, notes: Notes) -> Iterable[str]:
    yield from (name for name in BADGED if state.mark(who, name))
    yield from (note.badge for note in notes.get(who, ()) if note.badge)
