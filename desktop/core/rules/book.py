"""The rulebook: packs joined by slots, which have one provider each, and contributions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from desktop.core.model.board import Link
from desktop.core.model.geometry import Outline
from desktop.core.model.paths import Step
from desktop.core.model.place import Spot
from desktop.core.model.words import (
    At,
    AttackId,
    FighterId,
    LevelId,
    PackName,
    SlotName,
    SpaceName,
    ZoneId,
)
from desktop.core.rules.actions import Action
from desktop.core.rules.events import Condition, Event
from desktop.core.rules.slots import (
    DamageSlot,
    Economy,
    FallSlot,
    GaitSlot,
    InitiativeSlot,
    LeapSlot,
    PushSlot,
    TestSlot,
)
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Consequence, Part, Refusal, RuleRef, TallyFor

if TYPE_CHECKING:
    from desktop.core.rules.now import Now


NEEDED: tuple[SlotName, ...] = ("economy", "test", "damage", "initiative", "push")
"""The slots that somebody must fill."""


@dataclass(frozen=True, slots=True)
class Distance:
    """How far apart two things are, in the words of the space."""

    steps: float
    """Zones, squares, or the unit of the square; infinite where no way leads."""
    band: str
    """As `immediate`, `short`, `medium`; empty where the space has no bands."""
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Leg:
    """One stretch of a plan: all squares up to and with the first in another zone or at the end."""

    path: tuple[Spot, ...]
    leaves: ZoneId | None
    enters: ZoneId | None
    """None: it stays in the zone it began in."""
    link: str = ""
    """The link it crosses."""
    charge: int = 0
    """Which of the movements that are paid for it belongs to, as first the Move, then Run."""
    beside: tuple[str, ...] = ()
    """Whom it comes within arm's reach of, where reach is a fact between two."""
    gaits: tuple[str, ...] = ()
    """How it is gone, where not simply on foot, as `climb` or `crawl`."""
    goes_on: bool = False
    """Whether it is part of a longer one that was cut for what a square brings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A way to somewhere with all that it costs and brings, before it is gone."""

    who: FighterId
    legs: tuple[Leg, ...]
    pays: Mapping[str, int]
    """What it spends of the budget, as `move: 1, action: 1`; empty for free movement."""
    pay: str
    """`free`, `move`, `run` or `move and run`."""
    says: str
    """As `Run, enters Minor Hazard 5`."""
    consequences: tuple[Consequence, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    gives: float = 0.0
    """Where squares measure: how far the movements go that it pays for, whatever it uses."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a fighter can go from here, each place with the pay of its cheapest plan."""

    zones: Mapping[ZoneId, str] = field(default_factory=dict)
    """`free`, `move`, `run` or `move and run`; for a neighbour shut off, the refusal's sentence."""
    squares: Mapping[Spot, str] = field(default_factory=dict)
    says: Mapping[str, str] = field(default_factory=dict)
    """What a pay is called here, as `2 actions: 12 yd`; unsaid: by its own word."""


@dataclass(frozen=True, slots=True)
class RangeBand:
    """What lies in one range band, or no further than it."""

    outline: Outline
    says: str
    ring: bool = False
    """Whether everything up to the outline counts, that of nearer bands too."""


class Space(Protocol):
    """Distance, price and allowance: what `zones`, `squares` or `measured` means."""

    name: SpaceName
    on_squares: bool
    """Whether the squares that one stands on say who is where and near whom; else zones do."""
    in_lengths: bool
    """Whether lengths and heights count to the fraction; else whole squares or zones do."""
    walks_in_gaits: bool
    """Whether each action is gone in a gait, with its own way to go and its own tests."""

    def distance(self, state: CombatState, one: FighterId, other: str) -> Distance:
        """How far `other` (a fighter, zone or feature) is from `one`."""

    def in_reach(self, state: CombatState, one: FighterId, other: str) -> bool:
        """Whether the other is within arm's reach."""

    def bands(self, state: CombatState, who: FighterId, level: LevelId) -> tuple[RangeBand, ...]:
        """The range bands around a fighter on a level, the nearest first."""

    def plan(
        self,
        book: Rulebook,
        state: CombatState,
        who: FighterId,
        to: At,
        level: LevelId | None,
        via: tuple[Spot, ...] = (),
        pay: str = "",
        gait: str = "",
    ) -> Plan:
        """The cheapest way there, refused or not."""

    def reach(self, book: Rulebook, state: CombatState, who: FighterId) -> Reach:
        """Everywhere the fighter can go with what it has left."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A condition that holds for as long as something is so."""

    who: FighterId
    condition: str
    now: Condition
    rule: RuleRef


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """Something that will fall due by itself unless it is skipped."""

    key: str
    when: str
    """As `now`, `end of turn`, `round 4`."""
    order: tuple[int, int] = (0, 0)
    """Round and place in it, for sorting."""
    who: str
    says: str
    number: str = ""
    rule: RuleRef
    skipped: bool = False
    by_hand: Action | None = None
    """What applying it now does; None where it falls due by itself."""


class Note(NamedTuple):
    """What is worth a word about somebody or something just now, on the card and the board."""

    subject: str | Spot
    """The id of a fighter, door, link or feature, or a square."""
    says: str
    """As `12 of 20 hit points`."""
    badge: str = ""
    """The one word that a fighter's token shows it by; empty where the card alone does."""
    spent: bool = False
    """It does nothing now, or never again, so that it is drawn faintly."""


Subject = Literal["attacks", "movement", "guarding and helping", "things", "other"]
"""What an offer is about; a menu of many is divided by it, in this order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """An action a fighter might take, possible or not."""

    about: Subject = "other"
    key: str
    """Stable, as `shoot:autogun` or `take cover`; its place in the action bar is kept by it."""
    says: str
    cost: str = ""
    """As `Action`, `Move`, `Free`."""
    action: Action | None = None
    """Ready to be taken; None where it wants a target first."""
    wants: Literal["", "foe", "fighter", "zone", "square", "link", "feature"] = ""
    """What its target is; empty where it is ready."""
    aimed: Callable[[str], Action] | None = None
    """The action at a target's id; of a square as `3, 4, LEVEL`, see `spot_named`."""
    refusals: tuple[Refusal, ...] = ()
    place: int = 99
    """Where in the action bar it likes to stand; 99: behind `more`."""
    weapon: AttackId | None = None
    """Of an attack on a foe that does nothing else, what it is made with; empty: bare hands."""
    far: bool = False
    """It is about a thing that is not at hand, so that only a right click on that says why not."""
    beside: FighterId | None = None
    """Whom it is about though it wants no target, as the mount that one gets off."""


Follow = Callable[["Now", Any], None]
"""What follows a fact of one kind; may ask and may let more happen."""


def never(book: Rulebook, state: CombatState, action: Action) -> tuple[Refusal, ...]:
    """Refuse nothing."""
    return ()


def nothing(book: Rulebook, state: CombatState, action: Action) -> str:
    """Foretell nothing."""
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRule:
    """What the book says of one action, all of whose names are there."""

    refusals: Callable[[Rulebook, CombatState, Any], Iterable[Refusal]] = never
    resolve: Callable[[Now, Any], None]
    foretold: Callable[[Rulebook, CombatState, Any], str] = nothing
    """What it comes to, in a few words, before it is done; empty where nobody can say."""


@dataclass(frozen=True, slots=True)
class StepCost:
    """What entering squares costs beyond the price of the space; counted in that space only."""

    space: SpaceName
    parts: Callable[[Rulebook, CombatState, FighterId, Step], Iterable[Part]]
    """Asked for each step of a search, so it is quick, and is a function of the state."""
    least: Callable[[CombatState, FighterId, Spot], float] = lambda state, who, spot: 0.0
    """What entering a seat costs at least, from wherever; a search that goes far is led by it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """What one book says. Lists speak in the order given; packs in the order of `packs`."""

    name: PackName | Literal["engine"]
    title: str = ""
    """Empty for a chapter, as a file of a pack calls what it adds; see `joined`."""
    space: Space | None = None
    slots: Mapping[SlotName, Any] = field(default_factory=dict)
    """Providers by slot; see the protocols above."""
    actions: Mapping[type[Action], ActionRule] = field(default_factory=dict)
    offers: tuple[Callable[[Rulebook, CombatState, FighterId], Iterable[Offer]], ...] = ()
    gm_offers: tuple[Callable[[Rulebook, CombatState], Iterable[Offer]], ...] = ()
    """What the GM may let happen to a thing or on a square, whoever acts."""
    parts: tuple[Callable[[Rulebook, CombatState, TallyFor], Iterable[Part]], ...] = ()
    """Parts of a tally; ask nothing."""
    follows: Mapping[type[Event], tuple[Follow, ...]] = field(default_factory=dict)
    standing: tuple[Callable[[Rulebook, CombatState], Iterable[Standing]], ...] = ()
    setting_out: tuple[Callable[[Now, FighterId, Plan], None], ...] = ()
    """Called before a walk is paid for, which is planned anew after it; may ask."""
    set_out: tuple[Callable[[Now, FighterId, Plan], None], ...] = ()
    """Called when a walk has been paid for, before its first leg."""
    leaving: tuple[Callable[[Now, FighterId, Leg, bool], bool | None], ...] = ()
    """Called before a leg is gone; the last argument says whether it is forced.

    One that returns False stops the fighter where it is."""
    entering: tuple[Callable[[Now, FighterId, Leg, bool], None], ...] = ()
    """Called when a zone or square has been entered."""
    step_costs: tuple[StepCost, ...] = ()
    notable: tuple[Callable[[Rulebook, CombatState, FighterId, Spot], bool], ...] = ()
    """Whether entering a square brings something, so that a leg is gone up to it, and on."""
    paced: tuple[Callable[[Rulebook, CombatState, FighterId, Spot], bool], ...] = ()
    """Whether each movement from a square on is gone by itself, as each has a check of its own."""
    stops: tuple[Callable[[Rulebook, CombatState, FighterId, Leg], Iterable[Refusal]], ...] = ()
    """Why a leg cannot be walked."""
    closes: tuple[Callable[[CombatState, Link], Iterable[Refusal]], ...] = ()
    """Why nobody simply goes over a link, so that ways are looked for elsewhere."""
    ends: tuple[Callable[[Rulebook, CombatState, FighterId, Leg], RuleRef | None], ...] = ()
    """Why movement ends where a leg ends."""
    foretells: tuple[
        Callable[[Rulebook, CombatState, FighterId, Plan], Iterable[Consequence]], ...
    ] = ()
    """What a plan will bring."""
    sight: tuple[Callable[[Rulebook, CombatState, FighterId, str], Iterable[Refusal]], ...] = ()
    """Why one cannot see the other."""
    due: tuple[Callable[[Rulebook, CombatState], Iterable[Due]], ...] = ()
    idle: tuple[Callable[[Rulebook, CombatState, FighterId], str], ...] = ()
    """Why somebody on the board cannot act at all, as `unconscious`, so that its turn is skipped;
    empty where it can."""
    holes: tuple[Callable[[CombatState, Spot], bool], ...] = ()
    """Whether a square is a hole of this book's own, into which no other lets anybody fall."""
    suffers: tuple[Callable[[tuple[FighterId, ...], str], Action | None], ...] = ()
    """The action by which the GM lets fighters suffer a condition as the book says."""
    notes: tuple[Callable[[Rulebook, CombatState], Iterable[Note]], ...] = ()
    """What is worth a word just now, of everybody and everything."""
    recovers: tuple[Callable[[tuple[FighterId, ...], str], Action | None], ...] = ()
    """The action by which the GM rids fighters of a condition as the book says."""
    health: tuple[Callable[[CombatState, FighterId], int | None], ...] = ()
    """What a fighter can take by this book's own figures; None where its profile has none."""
    ranks: tuple[Callable[[CombatState, FighterId], int | None], ...] = ()
    """A fighter's initiative by this book's own figures, where the slot's book has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """The packs of an encounter joined: one provider for each slot, contributions in pack order."""

    packs: tuple[Pack, ...]
    """Those of the books in their order, and what the engine itself adds, last."""
    space: Space
    economy: Economy
    test: TestSlot
    damage: DamageSlot
    initiative: InitiativeSlot
    push: PushSlot
    other_slots: Mapping[str, Any] = field(default_factory=dict)
    """`fall`, `leap`, `climb`, `swim`, `door`."""

    def provider(self, slot: SlotName, named: PackName | None = None) -> Any:
        """Return who fills a slot, for a thing that names its own book that book; None: nobody."""
        own = next((pack for pack in self.packs if pack.name == named), None)
        if own is not None and (slot in own.slots or slot not in NEEDED):
            return own.slots.get(slot)
        return self.other_slots.get(slot) if slot not in NEEDED else getattr(self, slot)

    def closed(self, state: CombatState, link: Link) -> Refusal | None:
        """Return why nobody simply goes over a link, as some book says; None where one does."""
        found = (refusal for closes in self.all("closes") for refusal in closes(state, link))
        return next(found, None)

    def is_hole(self, state: CombatState, spot: Spot) -> bool:
        """Return whether some book alone says what comes of being over a square."""
        return any(claims(state, spot) for claims in self.all("holes"))

    @property
    def fall(self) -> FallSlot:
        """How falls go. Raises KeyError where no pack says."""
        slot: FallSlot = self.other_slots["fall"]
        return slot

    @property
    def leap(self) -> LeapSlot:
        """How leaps go. Raises KeyError where no pack says."""
        slot: LeapSlot = self.other_slots["leap"]
        return slot

    def gait(self, name: Literal["climb", "swim"]) -> GaitSlot:
        """Return how climbing or swimming goes. Raises KeyError where no pack says."""
        slot: GaitSlot = self.other_slots[name]
        return slot

    def notes(self, state: CombatState) -> Mapping[str | Spot, tuple[Note, ...]]:
        """Return what is worth a word just now, by whom or what it is about."""
        found: dict[str | Spot, tuple[Note, ...]] = {}
        for make in self.all("notes"):
            for note in make(self, state):
                found[note.subject] = (*found.get(note.subject, ()), note)
        return found

    def most(self, state: CombatState, who: FighterId) -> int | None:
        """Return what a fighter can take by whichever book's figures it has; None for none."""
        most = self.damage.maximum(state, who)
        own = (health(state, who) for health in self.all("health"))
        return most if most is not None else next((each for each in own if each is not None), None)

    def ranked(self, state: CombatState, who: FighterId) -> tuple[int, int]:
        """Return a fighter's initiative and what breaks a tie; 0 where no book has a figure."""
        number, breaks = self.initiative.initiative(state, who)
        own = (rank(state, who) for rank in self.all("ranks"))
        if number is None:
            number = next((each for each in own if each is not None), 0)
        return number, breaks

    def rule_of(self, action: Action) -> ActionRule | None:
        """Return what the packs say of an action; None for those of the engine."""
        for pack in self.packs:
            if type(action) in pack.actions:
                return pack.actions[type(action)]
        return None

    def all(self, contribution: str) -> Iterable[Any]:
        """Yield every pack's contributions of one kind, as `parts`, in order."""
        for pack in self.packs:
            yield from getattr(pack, contribution)

    def follows(self, event: Event) -> Iterable[Follow]:
        """Yield what follows a fact, in order."""
        for pack in self.packs:
            yield from pack.follows.get(type(event), ())
