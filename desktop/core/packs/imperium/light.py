"""Poorly Lit and Dark zones."""

from collections.abc import Iterator

from desktop.core.model.words import ZoneId
from desktop.core.packs.imperium.aloft import zone_for
from desktop.core.packs.imperium.purposes import ATTACK
from desktop.core.packs.imperium.readings import reads
from desktop.core.packs.imperium.sight import stacked
from desktop.core.packs.imperium.skills import plain
from desktop.core.rules.book import Pack, Rulebook
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, RuleRef, TallyFor
from desktop.core.rules.traits import has_trait

SURE = 5
"""The highest roll that passes at something in the dark."""
SIGHT = "awareness (sight)"
HIDE = "stealth (hide)"
HAMPERED = ("dexterity", "melee", "reflexes", "tech")
UNTOUCHED = ("ranged", "awareness", "stealth")
POORLY = "poorly lit"
DARK = "dark"


def looked_at(state: CombatState, wanted: TallyFor, family: str = "light") -> ZoneId | None:
    """Return the zone that a Test looks into: that of its target, else one's own.

    None where that one is above the traits of this family.
    """
    if wanted.zone is not None:
        return wanted.zone
    whom = wanted.against if wanted.against is not None else wanted.who
    return zone_for(state, whom, family)


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what != "test" or not state.on_board(wanted.who):
        return
    own, there = zone_for(state, wanted.who, "light"), looked_at(state, wanted)
    shoots = is_hampered_shot(state, wanted)
    if (shoots or wanted.skill == SIGHT) and has_trait(state, there, POORLY):
        rule = RuleRef("IM-POORLY_LIT-03" if shoots else "IM-POORLY_LIT-02")
        key = stacked(state, "poorly lit") if shoots else "poorly lit"
        yield Part(key=key, says="poorly lit target", does="against", rule=rule)
    if shoots:
        yield from _shots(state, own, there)
    elif wanted.skill == SIGHT:
        if has_trait(state, there, DARK) or (
            has_trait(state, own, DARK) and reads(state, "dark_sight_scope", "lookers too")
        ):
            yield _limit("IM-DARK-02", "dark_sight_scope")
    else:
        yield from _other(state, wanted, own)


def is_hampered_shot(state: CombatState, wanted: TallyFor) -> bool:
    """Whether a Test is a shot that bad sight makes harder; one at a zone as a rule is not."""
    if not wanted.ranged or wanted.purpose != ATTACK:
        return False
    return wanted.zone is None or reads(state, "dark_zone_target", "zones too")


def _shots(state: CombatState, own: ZoneId | None, there: ZoneId | None) -> Iterator[Part]:
    if has_trait(state, there, DARK):
        yield _limit("IM-DARK-03", "dark_sl")
        if own == there and reads(state, "dark_other_ranged", "limit and disadvantage"):
            yield Part(
                key=stacked(state, "dark"), says="dark", does="against",
                rule=RuleRef("IM-DARK-07"), ruling="dark_other_ranged",
            )  # fmt: skip
    elif (
        has_trait(state, own, DARK)
        and reads(state, "dark_out_target", "fully lit only")
        and any(has_trait(state, there, word) for word in (POORLY, "lightly obscured"))
    ):
        yield _limit("IM-DARK-05", "dark_out_target")


def _limit(rule: str, ruling: str) -> Part:
    return Part(
        key="dark limit", says="dark: only 01 to 05", does="at most", amount=SURE,
        rule=RuleRef(rule), ruling=ruling,
    )  # fmt: skip


def _other(state: CombatState, wanted: TallyFor, own: ZoneId | None) -> Iterator[Part]:
    if not has_trait(state, own, DARK):
        other = wanted.against is not None and has_trait(state, looked_at(state, wanted), DARK)
        if not other or not reads(state, "dark_disadv_scope", "either side"):
            return
    skill = plain(wanted.skill)
    if wanted.skill == HIDE:
        yield Part(key="dark", says="dark", does="for", rule=RuleRef("IM-DARK-01"))
    elif skill in HAMPERED:
        yield Part(
            key="dark", says="dark", does="against", rule=RuleRef("IM-DARK-06"),
            ruling="dark_disadv_scope",
        )  # fmt: skip
    elif skill not in UNTOUCHED:
        yield Part(
            key="dark", says="the dark matters", does="against", rule=RuleRef("IM-DARK-07"),
            offered=True,
        )  # fmt: skip


CHAPTER = Pack(name="imperium", parts=(_parts,))
