"""Size: a reminder for the greatest, and narrow links for the large; it changes no number."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from desktop.core.model.board import Link
from desktop.core.model.words import FOOTPRINT, FighterId, LinkId
from desktop.core.packs.imperium.speed import slowed
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Due, Pack, Plan, Rulebook
from desktop.core.rules.events import MarkSet
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import DUE
from desktop.core.rules.now import Now
from desktop.core.rules.order import is_out
from desktop.core.rules.questions import Option
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Consequence, Part, RuleRef, TallyFor

GREAT = RuleRef("IM-SIZE-02")
NARROW = RuleRef("IM-SIZE-03")

SIZES = tuple(FOOTPRINT)
MODIFIER = "size modifier"
"""The mark on an Enormous or larger fighter: what the GM adds to its Tests for its size."""
PASSES = "passes "
"""Before the link, the mark on a fighter: `allow`, `refuse` or `squeeze`, as the GM decided."""
WAYS = (
    Option("squeeze", "squeezes through, Speed one step lower"),
    Option("allow", "fits through"),
    Option("refuse", "does not fit"),
)


def is_great(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter is Enormous or larger."""
    size = state.people[who].profile.size or "medium"
    return SIZES.index(size) >= SIZES.index("enormous")


def is_large(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter is larger than Medium."""
    size = state.people[who].profile.size or "medium"
    return SIZES.index(size) > SIZES.index("medium")


def passes(state: CombatState, who: FighterId, link: Link) -> str:
    """Return how a fighter gets through a link: `allow`, `refuse` or `squeeze`."""
    if not link.narrow or not is_large(state, who):
        return "allow"
    return str(state.mark(who, PASSES + link.id) or "squeeze")


SQUEEZING = slowed("squeeze", "squeezes through a narrow link", NARROW)
"""The part of a Speed that squeezing through a link takes."""


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterable[Part]:
    if wanted.what == "test" and is_great(state, wanted.who):
        amount = int(state.mark(wanted.who, MODIFIER) or 0)
        says = "its size, as the GM says"
        yield Part(
            key="size", says=says, does="adds", amount=amount, rule=GREAT, offered=amount == 0
        )


def _due(book: Rulebook, state: CombatState) -> Iterator[Due]:
    """Yield a reminder for everyone whose size the book says matters, without saying how."""
    for who in state.fighters:
        key = f"size|{who}"
        if not is_great(state, who) or is_out(state, who) or not state.on_board(who):
            continue
        if state.mark(who, MODIFIER) is None:
            size = (state.people[who].profile.size or "").capitalize()
            yield Due(
                key=key, when="now", order=(state.round, -1), who=label_of(state, who),
                says=f"{size}: its size may change its Tests, as the GM says", rule=GREAT,
                skipped=bool(state.mark(DUE, key)), by_hand=SizeCounts(who=who, amount=0),
            )  # fmt: skip


def _setting_out(now: Now, who: FighterId, plan: Plan) -> None:
    """Show how a large fighter gets through each narrow link on its way."""
    for leg in plan.legs:
        link = now.state.encounter.board.links.get(LinkId(leg.link))
        if link is None or not link.narrow or not is_large(now.state, who):
            continue
        default = passes(now.state, who, link)
        says = f"{label_of(now.state, who)} at {label_of(now.state, link.id)}"
        word = now.word(f"narrow|{who}|{link.id}", says, default, NARROW, WAYS)
        if word != default and word in [option.key for option in WAYS]:
            now.happens(MarkSet(subject=who, name=PASSES + link.id, value=word, rule=NARROW))


def _foretells(
    book: Rulebook, state: CombatState, who: FighterId, plan: Plan
) -> Iterator[Consequence]:
    for at, leg in enumerate(plan.legs):
        link = state.encounter.board.links.get(LinkId(leg.link))
        if link is not None and passes(state, who, link) == "squeeze":
            says = f"squeezes through {label_of(state, link.id)}"
            yield Consequence(who=who, says=says, rule=NARROW, at=at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fits(Doing):
    """The GM decides how a large fighter gets through a narrow link, now and later."""

    deed: ClassVar[str] = "gets through {link} as the GM says"

    link: LinkId
    how: Literal["allow", "refuse", "squeeze"]


def _fits(now: Now, action: Fits) -> None:
    name = PASSES + action.link
    now.happens(MarkSet(subject=action.who, name=name, value=action.how, rule=NARROW))


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeCounts(Doing):
    """The GM says what an Enormous or larger fighter adds to its Tests; 0 for nothing."""

    deed: ClassVar[str] = "counts as large as the GM says"

    amount: int


def _counts(now: Now, action: SizeCounts) -> None:
    now.happens(MarkSet(subject=action.who, name=MODIFIER, value=action.amount, rule=GREAT))


CHAPTER = Pack(
    name="imperium",
    actions={
        Fits: ActionRule(resolve=_fits),
        SizeCounts: ActionRule(resolve=_counts),
    },
    parts=(_parts,),
    setting_out=(_setting_out,),
    foretells=(_foretells,),
    due=(_due,),
)
