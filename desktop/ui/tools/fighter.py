"""G: stamps fighters and groups of the chosen profile on the board."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import Qt

from desktop.core.model.encounter import FOES
from desktop.core.model.footprint import covered, side_of
from desktop.core.model.profile import Profile
from desktop.core.model.words import GroupId, LevelId, Point, ProfileId, SideId, Square
from desktop.ui.canvas.overlay import Overlay
from desktop.ui.canvas.tool import KeyPress, PointerEvent
from desktop.ui.session import Ref
from desktop.ui.tools import changes, seating, sketch
from desktop.ui.tools.build_tool import BuildTool, Gesture
from desktop.ui.tools.desk import Desk
from desktop.ui.tools.moving import settled

DIGITS: dict[Qt.Key, int] = {Qt.Key(Qt.Key.Key_0.value + i): i for i in range(10)}
MOST = 99


def profile_of(desk: Desk, profile: ProfileId) -> Profile | None:
    """Return a profile of the encounter, else of the stock."""
    found = desk.encounter.profiles.get(profile)
    return found if found is not None else desk.session.stock.get(profile)


def seats_for(
    desk: Desk, profile: Profile, point: Point, level: LevelId, *, count: int, exact: bool
) -> tuple[Square, ...]:
    """Return where so many newcomers stand: at the pointer, and on the free squares next to it.

    `exact` puts the first on the very square, whoever stands there.
    """
    side, place = side_of(profile), desk.place
    wanted = seating.seat_at(point, side)
    taken = seating.taken_squares(desk.drawn, level)
    found: list[Square] = []
    for index in range(count):
        free = exact and index == 0
        seat = wanted if free else seating.nearest_free(place, level, wanted, side, taken)
        found.append(seat)
        taken.update(covered(seat, side))
    return tuple(found)


def place_fighters(
    desk: Desk,
    profile_id: ProfileId,
    seats: tuple[Square, ...],
    level: LevelId,
    side: SideId | None,
    *,
    group: bool = False,
) -> tuple[Ref, ...]:
    """Put a fighter on each seat, alone or as one group; select and return who was made."""
    profile = profile_of(desk, profile_id)
    if profile is None:
        return ()
    before = desk.encounter
    copy = None if profile_id in before.profiles else profile
    add = changes.group_added if group else changes.fighters_added
    plan = add(before, profile_id, copy, seats, level, side)
    if not desk.edit_several(plan.says, settled(desk, plan.edits)):
        return ()
    now = desk.encounter
    made = (
        *(Ref("group", one) for one in now.groups if one not in before.groups),
        *(Ref("fighter", one) for one in now.fighters if one not in before.fighters),
    )
    desk.session.select(made)
    return made


class Carry(Gesture):
    """A stamp held down: it is put where the button goes up."""

    def __init__(self, tool: FighterTool) -> None:
        self.tool = tool

    def move(self, event: PointerEvent) -> None:
        """Show where they will stand."""
        self.tool.hovered = event
        self.says, self.overlay = self.tool.status_line, self.tool.idle_overlay()

    def release(self, event: PointerEvent) -> None:
        """Put them there."""
        self.tool.click(event)


class FighterTool(BuildTool):
    """Stamps fighters."""

    id = "fighter"
    text = "Fighter"
    shortcut = "G"
    cursor = Qt.CursorShape.CrossCursor
    idle: ClassVar[str] = "Fighter: choose a profile, then click where it stands"

    _typed: str = ""
    _group: GroupId | None = None
    """The group that the next stamp joins."""

    @property
    def profile_id(self) -> ProfileId:
        """The profile in hand; empty while none is chosen."""
        return ProfileId(self.choice("fighter.profile", ""))

    @property
    def profile(self) -> Profile | None:
        """The profile in hand."""
        return profile_of(self.desk, self.profile_id) if self.profile_id else None

    @property
    def side(self) -> SideId | None:
        """The side chosen; None leaves it to the profile."""
        side = self.choice("fighter.side", "")
        return SideId(side) if side in self.encounter.all_sides else None

    @property
    def groups(self) -> bool:
        """Whether those of one stamp, and of the stamps after it, are one group."""
        return self.choice("fighter.group", False)

    @property
    def count(self) -> int:
        """How many one click puts down: the number typed, else the one chosen."""
        wanted = int(self._typed) if self._typed else self.choice("fighter.count", 1)
        return min(max(wanted, 1), MOST)

    @property
    def status_line(self) -> str:
        """What a click would do."""
        profile = self.profile
        if profile is None:
            return self.idle
        if self.count == 1:
            says = "click where it stands"
        else:
            says = f"click where the {'group stands' if self.groups else 'first stands'}"
        return f"{self._stamp(profile)}: {says} · a number: so many · Ctrl: on this very square"

    def _stamp(self, profile: Profile) -> str:
        """Return whom one click puts down, in words."""
        return f"{profile.label} × {self.count}" if self.count > 1 else profile.label

    @property
    def status(self) -> str:
        """What the hand can do now."""
        return self.status_line

    def begin(self, start: PointerEvent) -> Gesture | None:
        """Carry the stamp until the button goes up."""
        return Carry(self) if self.profile is not None else None

    def click(self, event: PointerEvent) -> None:
        """Put a fighter, or a group, down."""
        profile = self.profile
        if profile is None:
            self.desk.tell("Choose a profile in the palette first, or drag one onto the board.")
            return
        seats = self._seats(profile, event)
        if not all(seating.is_on_board(self.place, seat, side_of(profile)) for seat in seats):
            self.desk.tell(f"{profile.label} was not put there: that is beside the board.")
            return
        if self._joins():
            self._join(seats, event.level)
            return
        made = place_fighters(
            self.desk, self.profile_id, seats, event.level, self.side, group=self.groups
        )
        if made:
            self._typed = ""
            self._group = GroupId(made[0].id) if self.groups else None

    def _joins(self) -> bool:
        """Whether the next stamp joins the group of the last one."""
        group = self.encounter.groups.get(self._group) if self._group else None
        return (
            self.groups
            and group is not None
            and group.profile == self.profile_id
            and group.side == self.side
        )

    def _join(self, seats: tuple[Square, ...], level: LevelId) -> None:
        if self._group is not None:
            plan = changes.group_joined(self.encounter, self._group, seats, level)
            self.desk.edit_several(plan.says, settled(self.desk, plan.edits))
            self._typed = ""

    def _seats(self, profile: Profile, event: PointerEvent) -> tuple[Square, ...]:
        return seats_for(
            self.desk, profile, event.point, event.level, count=self.count, exact=event.ctrl
        )

    def idle_overlay(self) -> Overlay | None:
        """Return the squares that a click would take."""
        profile, event = self.profile, self.hovered
        if profile is None or event is None or event.level != self.level:
            return None
        side = side_of(profile)
        seats = self._seats(profile, event)
        squares = frozenset(square for seat in seats for square in covered(seat, side))
        fits = all(self.place.is_inside(square) for square in squares)
        side_name = self.encounter.all_sides[self.side or profile.side or FOES].label
        return Overlay((
            sketch.area(squares, "preview" if fits else "refused"),
            sketch.hint(event.point, f"{self._stamp(profile)} ({side_name})"),
        ))  # fmt: skip

    def claims(self, press: KeyPress) -> bool:
        """Return whether a key is a number for the tool."""
        return press.key in DIGITS and not press.ctrl

    def key(self, press: KeyPress) -> bool:
        """Take digits as the number of the next stamp; Backspace takes one back."""
        if press.key in DIGITS and not press.ctrl and (self._typed or press.key != Qt.Key.Key_0):
            self._typed = (self._typed + str(DIGITS[press.key]))[-2:]
            return True
        if press.key == Qt.Key.Key_Backspace and self._typed:
            self._typed = self._typed[:-1]
            return True
        return super().key(press)

    def cancel(self) -> bool:
        """Forget the number typed."""
        had, self._typed = bool(self._typed), ""
        self._group = None
        return super().cancel() or had
