"""What each slot of the rulebook asks of its one provider."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Protocol

from desktop.core.model.board import Door
from desktop.core.model.place import Spot
from desktop.core.model.words import At, AttackId, FighterId, LevelId
from desktop.core.rules.actions import Force
from desktop.core.rules.events import Tested, WoundsTaken
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef, Tally, TallyFor

if TYPE_CHECKING:
    from desktop.core.rules.book import Leg, Rulebook
    from desktop.core.rules.now import Now


class Economy(Protocol):
    """What a turn holds."""

    def refreshed(self, state: CombatState, who: FighterId) -> Mapping[str, int]:
        """What a fighter has at the start of its turn, as `move: 1, action: 1, reaction: 1`."""

    def told(self, cost: str) -> str:
        """What is paid here for what an offer says that it costs, as `Move and Action`."""


class TestSlot(Protocol):
    """How a Test is made."""

    def test(self, now: Now, wanted: TallyFor, says: str, difficulty: int, rule: RuleRef) -> Tested:
        """Make a Test, dice and all, and let it happen."""


class DamageSlot(Protocol):
    """How harm becomes wounds."""

    def hurt(
        self,
        now: Now,
        who: FighterId,
        damage: Tally,
        *,
        rule: RuleRef,
        by: FighterId | None = None,
        location: str | None = None,
        attack: AttackId | None = None,
        armour: bool = True,
        critical: bool = False,
    ) -> WoundsTaken:
        """Deal damage to a fighter, with all that wounds bring. Location unsaid: rolled.

        `critical` says that a Critical Hit comes with the blow.
        """

    def maximum(self, state: CombatState, who: FighterId) -> int | None:
        """Wounds a fighter can take; None where its profile does not say."""


class InitiativeSlot(Protocol):
    """Who acts when."""

    def initiative(self, state: CombatState, who: FighterId) -> tuple[int | None, int]:
        """A fighter's place in the order and what breaks a tie; higher acts first.

        None where its profile has no figure of this book.
        """


class PushSlot(Protocol):
    """How forced movement goes."""

    def push(
        self,
        now: Now,
        who: FighterId,
        to: At,
        level: LevelId | None,
        by: FighterId | None,
        how: Force | None = None,
    ) -> None:
        """Move a fighter against its will; `how` is what was asked for, where it was."""


class FallSlot(Protocol):
    """How falls go."""

    def fall(
        self,
        now: Now,
        who: FighterId,
        metres: float,
        *,
        rule: RuleRef,
        to: Spot | None = None,
        controlled: bool = False,
    ) -> None:
        """Let a fighter fall so far, with all that it brings, onto `to` or where it is.

        `controlled` says that it lets itself down on purpose.
        """


class LeapSlot(Protocol):
    """How leaps go."""

    def refusals(
        self,
        book: Rulebook,
        state: CombatState,
        who: FighterId,
        to: At,
        level: LevelId | None,
        *,
        gap: float | None,
        high: bool | None,
        run_up: bool,
    ) -> Iterable[Refusal]:
        """Yield why a fighter cannot leap there."""

    def leap(
        self,
        now: Now,
        who: FighterId,
        to: At,
        level: LevelId | None,
        *,
        gap: float | None,
        high: bool | None,
        run_up: bool,
    ) -> None:
        """Let a fighter leap over `gap` metres, or up them where `high`; None: as it seems."""

    def foretold(
        self, book: Rulebook, state: CombatState, who: FighterId, to: At, level: LevelId | None
    ) -> str:
        """Say how far a leap would be, and how far a fighter gets for certain."""


class GaitSlot(Protocol):
    """How it goes for those who climb, or swim."""

    def passes(self, now: Now, who: FighterId, leg: Leg) -> bool:
        """Let a fighter try a leg that it climbs or swims; whether it gets on."""


class DoorSlot(Protocol):
    """How doors and windows are worked, where a book has a price for it."""

    cost: str
    """What opening or shutting one takes, as `Action`."""

    def refusals(
        self, book: Rulebook, state: CombatState, who: FighterId, door: Door
    ) -> Iterable[Refusal]:
        """Yield why a fighter that is at a door cannot open it, or shut it where it is open."""

    def work(self, now: Now, who: FighterId, door: Door) -> None:
        """Let a fighter open a door, or shut it where it is open."""
