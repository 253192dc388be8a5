"""What a fighter might do now, for the action bar, the board and the roll panel alike."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import get_args

from desktop.core.model.words import FighterId, LevelId, Square
from desktop.core.rules.actions import Action, AimedAssault, Assault
from desktop.core.rules.book import Offer, Subject
from desktop.core.rules.resolve import refusals
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal
from desktop.ui.fight import Fight

PUT = "put:"
"""Before a fighter's id: armed, it waits for the place where that one shall be put."""
PLACES = 9
"""Of the action bar."""
NOT_NOW = "Not now: each says why"
"""What a menu of what is impossible just now is called."""


def offers_of(
    fight: Fight, who: FighterId | None, state: CombatState | None = None, *, far: bool = False
) -> list[Offer]:
    """Return everything that a fighter might do, possible or not, in the order of the packs.

    What is about things that are not at hand is left out unless it is asked for.
    """
    state = state or fight.state
    if who is None or who not in state.people:
        return []
    return [
        replace(offer, cost=fight.book.economy.told(offer.cost))
        for contribution in fight.book.all("offers")
        for offer in contribution(fight.book, state, who)
        if far or not offer.far
    ]


def gm_offers(fight: Fight) -> list[Offer]:
    """Return what the GM may let happen to things and squares, whoever acts."""
    made = (offers(fight.book, fight.state) for offers in fight.book.all("gm_offers"))
    return [offer for several in made for offer in several]


def by_subject(offers: Iterable[Offer]) -> list[tuple[str, list[Offer]]]:
    """Return offers by what they are about, headed by it; none is left out."""
    found: dict[str, list[Offer]] = {subject: [] for subject in get_args(Subject)}
    for offer in offers:
        found[offer.about].append(offer)
    return [(subject.capitalize(), several) for subject, several in found.items() if several]


def offer_named(offers: Iterable[Offer], key: str) -> Offer | None:
    """Return an offer by its key."""
    return next((offer for offer in offers if offer.key == key), None)


def aimed_at(offer: Offer, target: str) -> Action | None:
    """Return an offer's action at a target; None without one."""
    return offer.aimed(target) if offer.aimed is not None and target else None


def foretold(fight: Fight, action: Action) -> str:
    """Return what an action comes to, in a few words; empty where nobody can say."""
    rule = fight.book.rule_of(action)
    return rule.foretold(fight.book, fight.state, action) if rule is not None else ""


def attacks(offers: Iterable[Offer]) -> list[Offer]:
    """Return the ways of attacking a foe with a weapon, those of the action bar first.

    What does more than attack, as a charge, is none of them.
    """
    found = (offer for offer in offers if offer.weapon is not None and offer.wants == "foe")
    return sorted(found, key=lambda offer: offer.place)


def why_not(fight: Fight, action: Action) -> tuple[Refusal, ...]:
    """Return why an action is not allowed now; empty where it is."""
    return refusals(fight.book, fight.state, action)


def square_target(square: Square, level: LevelId) -> str:
    """Return a square as what an offer is aimed at."""
    return f"{square.x}, {square.y}, {level}"


def another_way(offer: Offer, action: Assault) -> Assault | None:
    """Return an attack as an offer makes it, meant as another is; None for an offer of none."""
    made = offer.aimed(action.target) if offer.aimed is not None else None
    if not isinstance(made, Assault):
        return None
    made = replace(made, who=action.who, forced=action.forced, note=action.note)
    if isinstance(made, AimedAssault) and isinstance(action, AimedAssault):
        return replace(made, location=action.location)
    return made


def is_same_way(offer: Offer, action: Action) -> bool:
    """Whether an attack is what an offer makes of the same target."""
    return isinstance(action, Assault) and another_way(offer, action) == action


def last_used(fight: Fight, who: FighterId, offers: Iterable[Offer]) -> Offer | None:
    """Return the attack that a fighter made last, or else one of its group."""
    combat, ways = fight.combat, attacks(offers)
    group = fight.state.people[who].group
    of_group: Offer | None = None
    for step in reversed(combat.steps[: combat.cursor]):
        made = step.action
        if not isinstance(made, Assault):
            continue
        if made.who == who:
            found = next((offer for offer in ways if is_same_way(offer, made)), None)
            if found is not None:
                return found
        person = fight.state.people.get(made.who)
        if of_group is None and group is not None and person is not None and person.group == group:
            of_group = next((offer for offer in ways if is_same_way(offer, made)), None)
    return of_group


def best_attack(fight: Fight, who: FighterId, target: FighterId) -> Offer | None:
    """Return the attack that a click on a foe aims: the last one, else the first that may be.

    Within arm's reach melee goes first. Where none is allowed, the last used or first one, with
    its refusals for the asking.
    """
    offers = offers_of(fight, who)
    ways = attacks(offers)
    if fight.book.space.in_reach(fight.state, who, target):
        ways = sorted(ways, key=lambda offer: not _is_melee(fight.state, who, offer))
    used = last_used(fight, who, offers)
    if used is not None:
        ways = [used, *(offer for offer in ways if offer is not used)]
    for offer in ways:
        if offer.aimed is not None and not why_not(fight, offer.aimed(target)):
            return offer
    return ways[0] if ways else None


def _is_melee(state: CombatState, who: FighterId, offer: Offer) -> bool:
    """Whether an attack is made with a melee weapon, or bare hands."""
    figures = state.people[who].profile.imperium
    known = figures.attacks or {} if figures is not None else {}
    attack = known.get(offer.weapon) if offer.weapon is not None else None
    return attack is None or attack.kind == "melee"
