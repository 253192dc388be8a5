"""From an encounter to the first step of its fight."""

from collections.abc import Iterable, Mapping

from desktop.core.model.crew import alone, lettered
from desktop.core.model.encounter import Encounter, Person, Starts, people
from desktop.core.model.footprint import seats_of
from desktop.core.model.place import Spot
from desktop.core.model.profile import Profile
from desktop.core.model.words import FighterId, ProfileId
from desktop.core.rules.actions import Begin
from desktop.core.rules.book import ActionRule, Rulebook
from desktop.core.rules.events import (
    AmmunitionSet,
    BudgetSet,
    Condition,
    ConditionSet,
    CounterSet,
    CriticalsSet,
    Event,
    FightBegan,
    LeftBoard,
    MarkSet,
    Moved,
    Related,
    WoundsSet,
)
from desktop.core.rules.fold import fold
from desktop.core.rules.house import FIGHT, no_such
from desktop.core.rules.marks import IN_COVER, RIDING, UNAWARE
from desktop.core.rules.now import Now
from desktop.core.rules.order import order_of
from desktop.core.rules.seating import seat_for
from desktop.core.rules.state import CombatState, FighterState
from desktop.core.rules.tally import Refusal

TIERS = ("minor", "major")


def begin_state(
    encounter: Encounter,
    rulings: Mapping[str, str],
    stock: Mapping[ProfileId, Profile] | None = None,
) -> CombatState:
    """Return the state before the first step: everyone known, nobody placed.

    `rulings` holds every ruling with its default reading; the encounter's own go before them.
    """
    everyone = {person.id: person for person in people(encounter, stock)}
    first = encounter.board.first_level
    return CombatState(
        encounter=encounter,
        people=everyone,
        letters=lettered(alone(everyone)),
        fighters={
            who: FighterState(id=who, level=person.level or first, off="not yet here")
            for who, person in everyone.items()
        },
        rulings={**rulings, **encounter.rulings},
        clocks={clock.id: clock.filled for clock in encounter.clocks.values()},
        counters={
            side.id: dict(side.counters) for side in encounter.all_sides.values() if side.counters
        },
    )


def _refusals(book: Rulebook, state: CombatState, action: Begin) -> Iterable[Refusal]:
    if state.order:
        yield Refusal("The fight has begun.", FIGHT, "Start another one.")
    entries = _entries(state)
    for entry in action.initiatives:
        if entry not in entries:
            yield no_such("entry", entry, entries)


def _entries(state: CombatState) -> tuple[str, ...]:
    """Return whatever may have a line of its own in the order."""
    alone = [who for who, person in state.people.items() if not person.group]
    return (*alone, *state.encounter.groups, *state.encounter.clocks, *state.encounter.cues)


def _begin(now: Now, action: Begin) -> None:
    present = _present(now.state, action)
    facts: list[Event] = []
    state = now.state
    spots = seats_of(state.encounter, (state.people[who] for who in present))
    seated = state
    for who in present:
        arrival = _arrival(state.people[who], spots.get(who))
        seated = fold(seated, arrival)
        facts += [arrival, *as_it_starts(state, state.people[who])]
    here = [who for who in present if seated.fighters[who].off != "not yet here"]
    order = order_of(now.book, seated, here, action.initiatives)
    facts.append(FightBegan(order=order, surprised=tuple(action.surprised)))
    for side, counters in action.counters.items():
        facts += [CounterSet(side=side, counter=name, value=n) for name, n in counters.items()]
    now.happens(*facts)
    now.happens(*(budget for who in here if (budget := budget_of(now, who)) is not None))


def _present(state: CombatState, action: Begin) -> tuple[FighterId, ...]:
    chosen = action.present
    return tuple(who for who in state.people if chosen is None or who in chosen)


def _arrival(person: Person, spot: Spot | None) -> Event:
    if spot is None:
        return LeftBoard(who=person.id, why=person.starts.off or "not yet here")
    level, seat = spot
    return Moved(who=person.id, how="put", level=level, to=seat, above=person.starts.above)


def arrive(state: CombatState, who: FighterId) -> Event:
    """Return the fact that puts a newcomer where it starts, on the board or off it."""
    person = state.people[who]
    if person.starts.off is not None:
        return _arrival(person, None)
    return _arrival(person, seat_for(state, who, person.at, person.level))


def as_it_starts(state: CombatState, person: Person) -> list[Event]:
    """Return the facts of the state in which a fighter starts."""
    who, starts = person.id, person.starts
    if starts == Starts():
        return []
    facts: list[Event] = []
    if starts.wounds:
        facts.append(WoundsSet(who=who, total=starts.wounds))
    if starts.criticals:
        facts.append(CriticalsSet(who=who, criticals=starts.criticals))
    for name, told in starts.conditions.items():
        tier = next((each for each in TIERS if each == told), "")
        condition = Condition(tier=tier)  # type: ignore[arg-type]  # one of TIERS or empty
        facts.append(ConditionSet(who=who, condition=name, now=condition))
    for attack, left in starts.ammunition.items():
        facts.append(AmmunitionSet(who=who, attack=attack, left=left))
    if starts.in_cover:
        facts.append(MarkSet(subject=who, name=IN_COVER, value=starts.in_cover))
    if starts.unaware:
        facts.append(MarkSet(subject=who, name=UNAWARE, value=True))
    if starts.riding is not None and starts.riding in state.people:
        facts.append(Related(kind=RIDING, one=who, other=starts.riding, mutual=False))
    return facts


def budget_of(now: Now, who: FighterId) -> BudgetSet | None:
    """Return what a fighter has before its first turn, where that differs from what it has."""
    left = dict(now.book.economy.refreshed(now.state, who))
    return BudgetSet(who=who, left=left) if left != now.state.fighters[who].left else None


BEGIN = ActionRule(refusals=_refusals, resolve=_begin)
