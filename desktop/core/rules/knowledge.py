"""What the players know of each thing, by default and after what the fight told them."""

from desktop.core.model.board import Trait
from desktop.core.model.encounter import HEROES
from desktop.core.model.words import FighterId, TraitWord, ZoneId
from desktop.core.rules.state import CombatState, Known
from desktop.core.rules.traits import LAID

NOTHING = Known("unknown")


def known(state: CombatState, subject: str) -> Known:
    """Return what players know of a subject: a thing's id, or one of the subjects named below.

    A level, zone, link or door is known unless it is hidden; a feature is there to be seen, what
    it does is not; a trait is known unless it is secret; a fighter is seen if it is of the
    heroes' side, a clock or cue unknown, unless `hidden` says otherwise.
    """
    told = state.knows.get(subject)
    return _by_default(state, subject) if told is None else told


def is_known(state: CombatState, subject: str) -> bool:
    """Whether players know of a subject at all."""
    return known(state, subject).shown != "unknown"


def is_kept_from_players(state: CombatState, who: FighterId) -> bool:
    """Whether it is said that players know nothing of a fighter; by its side alone it is not."""
    told = state.knows.get(who)
    return state.people[who].hidden is True if told is None else told.shown == "unknown"


def trait_subject(zone: ZoneId | None, word: TraitWord | str) -> str:
    """Return the subject of a trait of a zone, or of the whole board."""
    return f"{zone or ''}/{word}"


def does_subject(thing: str) -> str:
    """Return the subject of what a feature does."""
    return f"{thing}/does"


def _by_default(state: CombatState, subject: str) -> Known:
    person = state.people.get(FighterId(subject))
    if person is not None:
        shown = person.side == HEROES if person.hidden is None else not person.hidden
        return _fighter(state, FighterId(subject)) if shown else NOTHING
    hidden = _hidden(state, subject)
    if hidden is not None:
        return NOTHING if hidden else Known("known")
    return Known("known") if _is_plain_trait(state, subject) else NOTHING


def _fighter(state: CombatState, who: FighterId) -> Known:
    fighter = state.fighters[who]
    if fighter.seat is None:
        return Known("known")
    return Known("seen", fighter.level, fighter.seat, state.round)


def _hidden(state: CombatState, subject: str) -> bool | None:
    """Return whether the thing of this id is unknown as long as nothing is told; None: no thing."""
    board, encounter = state.encounter.board, state.encounter
    for table in (board.levels, board.zones, board.links, board.doors, board.features):
        for key, thing in table.items():
            if key == subject:
                return bool(thing.hidden)
    for secrets in (encounter.clocks, encounter.cues):
        for name, secret in secrets.items():
            if name == subject:
                return secret.hidden is not False
    return None


def _is_plain_trait(state: CombatState, subject: str) -> bool:
    place, _, word = subject.partition("/")
    board = state.encounter.board
    if place == "":
        return any(_open(trait, word) for trait in board.traits)
    zone = board.zones.get(ZoneId(place))
    if zone is None or zone.hidden:
        return False
    laid = (place, LAID + word) in state.marks
    return laid or any(_open(trait, word) for trait in zone.traits)


def _open(trait: Trait, word: str) -> bool:
    return trait.word == word and not trait.secret
