"""Frightened: keener senses, no stomach for the fight, and getting over it."""

from collections.abc import Iterator

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import skills
from desktop.core.packs.imperium.acting import helpless
from desktop.core.packs.imperium.purposes import DEFENCES
from desktop.core.packs.imperium.suffering import AFRAID_OF, has, recover
from desktop.core.rules.book import Due, Leg, Pack, Rulebook
from desktop.core.rules.events import MomentCame, Moved
from desktop.core.rules.fold import fold
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import DUE
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor

FRIGHTENED = RuleRef("IM-CONDITIONS-06")
ENDS = RuleRef("IM-CONDITIONS-17")
SKILL = "discipline (fear)"
KEEN = ("awareness", "intuition")


def source_of(state: CombatState, who: FighterId) -> FighterId | None:
    """Return what frightens a fighter, where that is noted."""
    name = state.mark(who, AFRAID_OF)
    return FighterId(str(name)) if name is not None and name in state.fighters else None


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what != "test" or not has(state, wanted.who, "frightened"):
        return
    if skills.plain(wanted.skill) in KEEN:
        yield Part(key="frightened", says="frightened", does="for", rule=FRIGHTENED)
    source = source_of(state, wanted.who)
    if wanted.against is None or wanted.purpose in DEFENCES:
        return
    if source is None:
        says = "confronts what frightens it"
        yield Part(key="confronts", says=says, does="against", rule=FRIGHTENED, offered=True)
    elif wanted.against == source:
        says = f"frightened of {label_of(state, source)}"
        yield Part(key="confronts", says=says, does="against", rule=FRIGHTENED)


def _stops(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[Refusal]:
    """One that must flee goes no nearer to what it flees from."""
    source = source_of(state, who)
    if source is None or not has(state, who, "frightened", "major") or not leg.path:
        return
    if not state.on_board(source):
        return
    level, square = leg.path[-1]
    above = state.fighters[who].above
    there = fold(state, Moved(who=who, how="walked", level=level, to=square, above=above))
    here = book.space.distance(state, who, source).steps
    nearer = book.space.distance(there, who, source).steps < here
    if nearer or (leg.beside and source in leg.beside):
        says = f"{label_of(state, who)} must flee from {label_of(state, source)}."
        yield Refusal(says, FRIGHTENED, "Go the other way.")


def _moment(now: Now, came: MomentCame) -> None:
    """At the end of a round each that is Frightened tries to get over it."""
    if came.point != "end of round":
        return
    for who in tuple(now.state.fighters):
        if not has(now.state, who, "frightened") or not now.state.on_board(who):
            continue
        if helpless(now.state, who) or now.skips(_key(who), f"{SKILL}, {who}", ENDS):
            continue
        wanted = TallyFor(what="test", who=who, purpose="fear", skill=SKILL)
        says = f"{skills.title(SKILL)} of {label_of(now.state, who)}"
        if now.book.test.test(now, wanted, says, 0, ENDS).passed:
            recover(now, who, "frightened", ENDS)


def _key(who: FighterId) -> str:
    return f"fear|{who}"


def _due(book: Rulebook, state: CombatState) -> Iterator[Due]:
    round_ = max(state.round, 1)
    for who in state.fighters:
        if not has(state, who, "frightened") or not state.on_board(who):
            continue
        key, source = _key(who), source_of(state, who)
        yield Due(
            key=key, when="end of round", order=(round_, len(state.order) * 2 + 3),
            who=label_of(state, who), says=f"Frightened: {skills.title(SKILL)}", rule=ENDS,
            skipped=bool(state.mark(DUE, key)),
        )  # fmt: skip
        if has(state, who, "frightened", "major"):
            whom = f" from {label_of(state, source)}" if source is not None else ""
            yield Due(
                key=f"flee|{who}", when="now", order=(round_, -1), who=label_of(state, who),
                says=f"must flee{whom}", rule=FRIGHTENED,
                skipped=bool(state.mark(DUE, f"flee|{who}")),
            )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    parts=(_parts,),
    stops=(_stops,),
    follows={MomentCame: (_moment,)},
    due=(_due,),
)
