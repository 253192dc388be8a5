"""Toxic sludge: Standing in it saps, lying in it may be the end."""

from collections.abc import Iterator

from desktop.core.model.ground import kind_of
from desktop.core.model.words import FighterId
from desktop.core.packs.hive.checks import pip
from desktop.core.packs.hive.pieces import BOOK
from desktop.core.packs.hive.statuses import is_standing, out_of_action
from desktop.core.rules.book import Due, Pack, Rulebook, Standing
from desktop.core.rules.due import PLACES
from desktop.core.rules.events import Condition, Said
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import DUE
from desktop.core.rules.now import Now
from desktop.core.rules.order import is_out
from desktop.core.rules.readings import reads
from desktop.core.rules.seating import footprint_of
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, TallyFor

WEAKER = RuleRef("ZM-SLUDGE-01")
DEADLY = RuleRef("ZM-SLUDGE-02")
CONDITION = "in sludge"
SOURCE = "sludge"
LIES = ("ground", "field")


def is_in(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter is in sludge, be it with one square only; not who flies over it."""
    if not state.place.underfoot.may_be_perilous or state.fighters[who].above > 0:
        return False
    level = state.fighters[who].level
    if level not in state.encounter.board.levels:
        return False
    return any(
        layer.of in LIES and "toxic" in layer.qualities and _is_ours(state, layer.kind)
        for square in footprint_of(state, who)
        for layer in state.place.layers(level, square)
    )


def _is_ours(state: CombatState, word: str) -> bool:
    return kind_of(state.encounter.board, word).book in (None, BOOK)


def part(state: CombatState, who: FighterId) -> Part | None:
    """Return what sludge takes of a fighter's Toughness; None where it takes nothing."""
    if not is_in(state, who):
        return None
    if not is_standing(state, who) and not reads(state, "zm_sludge_who", "anyone in it"):
        return None
    return Part(key="sludge", says="in sludge", does="adds", amount=-1, rule=WEAKER,
                ruling="zm_sludge_who")  # fmt: skip


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    """Where Toughness is a skill of a d100 Test, a point of it is a point on this book's dice."""
    if wanted.what != "test" or wanted.skill.partition(" (")[0] != "fortitude":
        return
    own = part(state, wanted.who)
    if own is not None:
        yield Part(
            key="sludge", says="in sludge", does="adds", amount=-pip(state), rule=WEAKER,
            ruling="hive_pip",
        )  # fmt: skip


def _standing(book: Rulebook, state: CombatState) -> Iterator[Standing]:
    for who in state.fighters:
        if state.on_board(who) and part(state, who) is not None:
            yield Standing(who, CONDITION, Condition(source=SOURCE), WEAKER)


# The End phase


def _prone(state: CombatState) -> Iterator[FighterId]:
    for who in state.fighters:
        lies = state.on_board(who) and not is_standing(state, who)
        if lies and not is_out(state, who) and is_in(state, who):
            yield who


def _key(who: FighterId) -> str:
    return f"sludge|{who}"


def end_phase(now: Now) -> None:
    """Let everyone who lies in sludge roll for it."""
    for who in tuple(_prone(now.state)):
        name = label_of(now.state, who)
        if now.skips(_key(who), f"{name} lies in sludge", DEADLY):
            continue
        face = now.roll("d6", who, f"{name} lies in sludge", DEADLY)
        end = "goes under" if face == 1 else "stays above it"
        now.happens(Said(text=f"{name} lies in sludge, {face} on d6: {end}", who=who, rule=DEADLY))
        if face == 1:
            out_of_action(now, who, DEADLY)


def _due(book: Rulebook, state: CombatState) -> Iterator[Due]:
    if not state.order:
        return
    for who in _prone(state):
        yield Due(
            key=_key(who), when="end phase", order=(max(state.round, 1), PLACES["end phase"]),
            who=label_of(state, who), says="lies in sludge: out on a 1", number="d6", rule=DEADLY,
            skipped=bool(state.mark(DUE, _key(who))),
        )  # fmt: skip


CHAPTER = Pack(name="hive", parts=(_parts,), standing=(_standing,), due=(_due,))
