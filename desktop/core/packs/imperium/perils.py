"""Too much Warp Charge: the Test at the end of a turn, the Perils that follow, and the Purge."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.words import FighterId
from desktop.core.packs.imperium import skills, warp
from desktop.core.packs.imperium.acting import unable
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.manifesting import MASTERY
from desktop.core.packs.imperium.warp import charge_of
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Due, Offer, Pack, Rulebook
from desktop.core.rules.events import MarkSet, MomentCame, Said
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import DUE, WARP_CHARGE
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef, TallyFor

OVER = RuleRef("IM-PSYCHIC-04")
TABLE_RULE = RuleRef("IM-PSYCHIC-05")
PURGED = RuleRef("IM-PSYCHIC-06")

COMING = "perils of the warp"
"""The mark on a psyker that failed to hold its Warp Charge: they come at its next turn."""
TABLE = "perils"
DISCIPLINE = "discipline (psychic)"


def threshold(state: CombatState, who: FighterId) -> int | None:
    """Return how much Warp Charge a psyker holds safely; None where its profile does not say."""
    return skills.bonus(state.people[who].profile, "wil")


def over(state: CombatState, who: FighterId) -> int:
    """Return by how much a psyker's Warp Charge passes what it holds safely."""
    most = threshold(state, who)
    return 0 if most is None else max(0, charge_of(state, who) - most)


# The end of a turn, and the start of the next


def _moment(now: Now, came: MomentCame) -> None:
    who = came.who
    if who is None or who not in now.state.fighters:
        return
    if came.point == "end of turn" and over(now.state, who):
        _hold(now, who)
    elif came.point == "start of turn" and now.state.mark(who, COMING):
        _come(now, who)


def _hold(now: Now, who: FighterId) -> None:
    name = label_of(now.state, who)
    says = f"{name} holds Warp Charge {charge_of(now.state, who)}"
    if now.skips(_held_key(who), says, OVER):
        return
    wanted = TallyFor(what="test", who=who, purpose="hold", skill=MASTERY)
    if not now.book.test.test(now, wanted, says, 0, OVER).passed:
        now.happens(
            MarkSet(subject=who, name=COMING, value=True, rule=OVER),
            Said(text=f"Perils of the Warp come at the next turn of {name}.", who=who, rule=OVER),
        )


def _come(now: Now, who: FighterId) -> None:
    name, beyond = label_of(now.state, who), over(now.state, who)
    now.happens(MarkSet(subject=who, name=COMING, value=None, rule=OVER))
    if now.skips(_come_key(who), f"Perils of the Warp for {name}", TABLE_RULE):
        return
    says = f"Perils of the Warp, {name}"
    warp.rolled(now, who, TABLE, says, beyond, TABLE_RULE, roller=who)
    now.happens(
        MarkSet(subject=who, name=WARP_CHARGE, value=None, rule=OVER),
        Said(text=f"{name} sustains no power any more.", who=who, rule=OVER),
    )


def _held_key(who: FighterId) -> str:
    return f"hold|{who}"


def _come_key(who: FighterId) -> str:
    return f"perils|{who}"


def _due(book: Rulebook, state: CombatState) -> Iterator[Due]:
    for place, entry in enumerate(state.order):
        has_acted = entry.id in state.acted and entry.id != state.acting
        round_ = max(state.round, 1) + (1 if has_acted else 0)
        for who in entry.members:
            if who not in state.fighters:
                continue
            found: list[tuple[str, str, str]] = []
            if state.mark(who, COMING):
                found.append((_come_key(who), "Perils of the Warp", f"+{over(state, who)}"))
            elif over(state, who):
                found.append((_held_key(who), "holds its Warp Charge", f"{charge_of(state, who)}"))
            for key, says, number in found:
                now = entry.id == state.acting
                yield Due(
                    key=key, when="end of turn" if now else f"round {round_}",
                    order=(round_, place), who=label_of(state, who), says=says, number=number,
                    rule=OVER, skipped=bool(state.mark(DUE, key)),
                )  # fmt: skip


# Letting go


@dataclass(frozen=True, slots=True, kw_only=True)
class Purge(Doing):
    """Let Warp Charge go, which shows in the world around."""

    deed: ClassVar[str] = "lets Warp Charge go"


def _purge_refusals(book: Rulebook, state: CombatState, action: Purge) -> Iterator[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    if not charge_of(state, action.who):
        says = f"{label_of(state, action.who)} has no Warp Charge."
        yield Refusal(says, PURGED, final=True)


def _purge(now: Now, action: Purge) -> None:
    who, name = action.who, label_of(now.state, action.who)
    spend(now, who, "action", PURGED)
    wanted = TallyFor(what="test", who=who, purpose="purge", skill=DISCIPLINE)
    tested = now.book.test.test(now, wanted, f"{name} lets Warp Charge go", 0, PURGED)
    had = charge_of(now.state, who)
    by_itself = threshold(now.state, who) or 0
    if warp.small_tables(now.state):
        by_itself = 1
    wont = by_itself + tested.levels if tested.passed else 0
    gone = min(had, now.count(f"purged|{who}", "Warp Charge that goes", min(had, wont), PURGED))
    if not gone:
        return
    now.happens(MarkSet(subject=who, name=WARP_CHARGE, value=had - gone or None, rule=PURGED))
    warp.phenomena(now, who, gone, roller=who)


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if state.on_board(who) and charge_of(state, who):
        action = Purge(who=who)
        yield Offer(
            about="guarding and helping",
            key="purge", says="Purge Warp Charge", cost="Action", action=action,
            refusals=tuple(_purge_refusals(book, state, action)),
        )  # fmt: skip


CHAPTER = Pack(
    name="imperium",
    actions={Purge: ActionRule(refusals=_purge_refusals, resolve=_purge)},
    follows={MomentCame: (_moment,)},
    due=(_due,),
    offers=(_offers,),
)
