"""From an encounter to its fight: the one headless way in, and the dice that roll."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import InitVar, dataclass, field
from functools import cache
from importlib import import_module
from random import Random
from typing import Literal, get_args

from desktop import __version__
from desktop.core.model.encounter import Encounter
from desktop.core.model.profile import Profile
from desktop.core.model.words import FighterId, PackName, ProfileId, SlotName
from desktop.core.packs import IN_ORDER, all_packs
from desktop.core.rules import combat as combats
from desktop.core.rules import compose, start
from desktop.core.rules.actions import Action, Begin
from desktop.core.rules.book import Rulebook
from desktop.core.rules.combat import Combat
from desktop.core.rules.engine import ENGINE
from desktop.core.rules.questions import SIDES, Answer, AnsweredBy, Asked, Question, Table, Value
from desktop.core.rules.state import CombatState
from desktop.core.store import fights, rosters
from desktop.core.store.catalogue import catalogue
from desktop.core.store.plain import Vocabulary

Policy = Literal["first", "last", "ask"]
"""What a table does that is asked to choose and has no answer."""


def fillers(slot: SlotName) -> tuple[PackName, ...]:
    """Return the books that say how something goes which several may govern, in their order."""
    packs = dict(zip(IN_ORDER, all_packs(), strict=True))
    return tuple(name for name, pack in packs.items() if slot in pack.slots)


def unfilled(encounter: Encounter) -> Mapping[SlotName, PackName]:
    """Return the slots that name a book which does not fill them; no fight begins with one."""
    return {
        slot: book
        for slot, book in encounter.slots.items()
        if book != compose.ALWAYS_ON and book not in fillers(slot)
    }


def rulebook(encounter: Encounter) -> Rulebook:
    """Return the rulebook of an encounter. Raises PackError where a slot or space is empty."""
    return compose.rulebook(encounter, all_packs())


def begin_state(
    encounter: Encounter, stock: Mapping[ProfileId, Profile] | None = None
) -> CombatState:
    """Return the state before the first step; profiles that the file lacks are the stock's."""
    known = rosters.stock() if stock is None else stock
    return start.begin_state(encounter, catalogue().defaults(), known)


def prepared(encounter: Encounter, stock: Mapping[ProfileId, Profile] | None = None) -> Combat:
    """Return the fight of an encounter before its first step, every profile written out in it."""
    whole = fights.with_profiles(encounter, rosters.stock() if stock is None else stock)
    return Combat(book=rulebook(whole), start=begin_state(whole, stock))


def begin(
    encounter: Encounter,
    action: Begin | None = None,
    table: Table | None = None,
    stock: Mapping[ProfileId, Profile] | None = None,
) -> Combat:
    """Return the fight of an encounter, begun: everyone in place, the order made."""
    combat = prepared(encounter, stock)
    load_shapely()
    return combat.take(action or Begin(), table or SeededTable())


def load_shapely() -> None:
    """Load what cuts shapes, so that no step of a fight and no edit waits for it."""
    import_module("shapely.ops")


# Fights on disk


@cache
def actions() -> tuple[type[Action], ...]:
    """Return every action there is: the engine's own, then the packs', each once."""
    return tuple(dict.fromkeys(kind for pack in (ENGINE, *all_packs()) for kind in pack.actions))


@cache
def vocabulary() -> Vocabulary:
    """Return every action, fact and effect that a fight file or a script may hold."""
    return fights.vocabulary(actions())


def header(combat: Combat, encounter: Encounter, source: str = "") -> fights.Header:
    """Return what a fight file begins with; `encounter` is the one that the fight began from."""
    slots = {name: encounter.slots.get(name, compose.ALWAYS_ON) for name in get_args(SlotName)}
    return fights.Header(
        program=__version__,
        catalogue=catalogue().digest,
        packs=tuple(str(pack.name) for pack in combat.book.packs if pack is not ENGINE),
        slots={str(name): pack for name, pack in slots.items()},
        rulings=combat.start.rulings,
        encounter=fights.with_profiles(encounter, rosters.stock()),
        source=source,
        started=fights.now(),
    )


def begun_from(begun: fights.Header) -> CombatState:
    """Return the state before the first step of a fight file: nothing else is looked at."""
    return start.begin_state(begun.encounter, begun.rulings, {})


def resumed(file: fights.FightFile) -> Combat:
    """Return the fight of a file by folding its facts. Raises ReplayError where they do not fit."""
    steps, cursor = file.history()
    begun = begun_from(file.header)
    return combats.replayed(rulebook(file.header.encounter), begun, steps, cursor)


def verified(file: fights.FightFile) -> tuple[combats.Verdict, ...]:
    """Return a verdict on each step of a fight file, resolved again."""
    steps, _ = file.history()
    written_by_us = (__version__, catalogue().digest)
    same = (file.header.program, file.header.catalogue) == written_by_us
    book = rulebook(file.header.encounter)
    return combats.verify(book, begun_from(file.header), steps, same_rules=same)


# Tables


@dataclass(slots=True)
class SeededTable:
    """Answers by key, then in the order given; the rest is rolled from a seed.

    Every answer is kept in `answers` as it falls, so that asking again never rolls again.
    """

    seed: int | None = None
    answers: dict[str, Answer] = field(default_factory=dict)
    in_order: InitVar[Iterable[Value]] = ()
    words: Mapping[str, Answer] = field(default_factory=dict)
    policy: Policy = "first"
    by: AnsweredBy = "hand"
    """Who gave the answers in order."""
    left: list[Value] = field(init=False)
    """Of the answers in order, those that nobody has asked for yet."""
    _dice: Random = field(init=False)

    def __post_init__(self, in_order: Iterable[Value]) -> None:
        self._dice = Random(self.seed)
        self.left = list(in_order)

    def answer(self, question: Question) -> Answer:
        """Return the kept answer, else the next in order, else a die or the policy's choice.

        Raises Asked for a choice where the policy is to ask.
        """
        if question.key not in self.answers:
            self.answers[question.key] = self._fresh(question)
        return self.answers[question.key]

    def _fresh(self, question: Question) -> Answer:
        if self.left:
            return Answer(self.left.pop(0), self.by)
        if question.kind == "roll":
            return rolled(question, self._dice)
        if self.policy == "ask" or not question.options:
            raise Asked(question)
        return Answer(question.options[0 if self.policy == "first" else -1].key, "program")


@dataclass(slots=True)
class HandTable:
    """The table of the window: asks for dice rolled by hand and for choices, rolls the rest.

    Every die that the program rolls is kept in `answers` as it falls.
    """

    answers: dict[str, Answer] = field(default_factory=dict)
    words: Mapping[str, Answer] = field(default_factory=dict)
    by_hand: Callable[[FighterId | None], bool] = lambda who: False
    """Whether somebody's dice are rolled by hand."""
    roll_rest: bool = False
    """Whether the program rolls also what would be rolled by hand."""
    dice: Random = field(default_factory=Random)

    def answer(self, question: Question) -> Answer:
        """Return the kept answer or a die. Raises Asked for what people roll or choose."""
        if question.key not in self.answers:
            if question.kind != "roll" or (self.by_hand(question.who) and not self.roll_rest):
                raise Asked(question)
            self.answers[question.key] = rolled(question, self.dice)
        return self.answers[question.key]


def rolled(question: Question, dice: Random) -> Answer:
    """Return the face of a die that the program rolls."""
    return Answer(dice.randint(1, SIDES[question.die or "d100"]), "program")


def rolls_by_hand(state: CombatState) -> Callable[[FighterId | None], bool]:
    """Return whether somebody's dice are rolled by hand, by its side; the GM's never are."""
    sides = state.encounter.all_sides

    def by_hand(who: FighterId | None) -> bool:
        person = None if who is None else state.people.get(who)
        side = None if person is None else sides.get(person.side)
        return side is not None and side.dice == "hand"

    return by_hand
