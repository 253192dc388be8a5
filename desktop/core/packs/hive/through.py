"""Links through lifts, ductways and hatches: nobody simply walks over one."""

from collections.abc import Iterator

from desktop.core.model.board import Link
from desktop.core.model.words import FeatureId, FighterId, LinkId
from desktop.core.packs.hive import duct, hatch, lift, pieces
from desktop.core.rules.book import Leg, Pack, Rulebook
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal

WHY = {
    "lift": (lift.BOARDED, "is ridden, not walked.", "Step onto it and let it go."),
    "duct": (duct.CRAWL, "is crawled through, not walked.", "Crawl."),
    "hatch": (hatch.ENTERS, "is no way to walk.", "Go down it."),
}
"""The rule, the words and the remedy, by what a link leads through."""


def _closes(state: CombatState, link: Link) -> Iterator[Refusal]:
    feature = state.encounter.board.features.get(FeatureId(link.through))
    if feature is not None and feature.kind in WHY and pieces.is_ours(state, feature):
        rule, says, instead = WHY[feature.kind]
        yield Refusal(f"{feature.label} {says}", rule, instead)


def _stops(book: Rulebook, state: CombatState, who: FighterId, leg: Leg) -> Iterator[Refusal]:
    link = state.encounter.board.links.get(LinkId(leg.link))
    if link is not None:
        yield from _closes(state, link)


CHAPTER = Pack(name="hive", closes=(_closes,), stops=(_stops,))
