"""Hide and Search: getting out of sight, and being found again."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.encounter import HEROES
from desktop.core.model.words import TRAIT_FAMILIES, FighterId, Shown, ZoneId
from desktop.core.packs.imperium import skills
from desktop.core.packs.imperium.acting import cannot_fight, unable
from desktop.core.packs.imperium.aware import HIDDEN, is_hidden, unfound
from desktop.core.packs.imperium.economy import lacks, spend
from desktop.core.packs.imperium.light import HIDE, SIGHT
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Note, Offer, Pack, Rulebook
from desktop.core.rules.events import (
    ConditionSet,
    Event,
    KnowledgeSet,
    LeftBoard,
    MarkSet,
    Moved,
    Parted,
    PlaceChanged,
    Related,
    Said,
)
from desktop.core.rules.knowledge import known
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import UNAWARE_OF
from desktop.core.rules.now import Now
from desktop.core.rules.sight import sees
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Refusal, RuleRef, TallyFor
from desktop.core.rules.traits import LAID, LIFTED, has_trait

HIDING = RuleRef("IM-ACTIONS-13")
FINDING = RuleRef("IM-ACTIONS-14")
SEARCH = RuleRef("IM-ACTIONS-12")

COVERT = tuple(word for family in ("cover", "obscured", "light") for word in TRAIT_FAMILIES[family])
"""Traits of a zone in which there is something to hide in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hide(Doing):
    """Get out of the sight of every foe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search(Doing):
    """Look for those who hide in a zone."""

    deed: ClassVar[str] = "searches[ {zone}]"

    zone: ZoneId = ZoneId("")
    """Unsaid: one's own."""


def can_hide_in(state: CombatState, zone: ZoneId | None) -> bool:
    """Whether a zone has something to hide in."""
    return any(has_trait(state, zone, word) for word in COVERT)


# Hide


def _refusals(book: Rulebook, state: CombatState, action: Hide) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    name = label_of(state, action.who)
    if state.on_board(action.who) and not can_hide_in(state, state.zone_of(action.who)):
        yield Refusal(f"There is nothing where {name} is to hide in.", HIDING)
    if is_hidden(state, action.who):
        yield Refusal(f"{name} is in hiding already.", HIDING)


def _resolve(now: Now, action: Hide) -> None:
    who = action.who
    spend(now, who, "action", HIDING)
    wanted = TallyFor(what="test", who=who, purpose="hide", skill=HIDE)
    tested = now.book.test.test(now, wanted, skills.title(HIDE), 0, HIDING)
    if not tested.passed:
        return
    facts: list[Event] = [
        MarkSet(subject=who, name=HIDDEN, value=tested.levels, rule=HIDING),
        Said(text=f"{label_of(now.state, who)} is hidden", who=who, rule=HIDING),
    ]
    facts += [
        Related(kind=UNAWARE_OF, one=foe, other=who, mutual=False, rule=HIDING)
        for foe in now.state.fighters
        if now.state.against(foe, who) and not now.state.holds(UNAWARE_OF, foe, who)
    ]
    facts += _known_as(now.state, who, "seen", "known")
    now.happens(*facts)


def _known_as(state: CombatState, who: FighterId, before: Shown, after: Shown) -> list[Event]:
    """Return what players see of a foe that hides or is found: where it was seen last."""
    fighter = state.fighters[who]
    if state.side_of(who) == HEROES or known(state, who).shown != before or fighter.seat is None:
        return []
    here = KnowledgeSet(
        subject=who, shown=after, level=fighter.level, at=fighter.seat, round=state.round
    )
    return [here]


def _parts(book: Rulebook, state: CombatState, wanted: TallyFor) -> Iterator[Part]:
    if wanted.what == "speed" and is_hidden(state, wanted.who):
        yield Part(key="hidden", says="in hiding", does="at most", amount=0, rule=HIDING)


# Coming to light


def give_away(now: Now, who: FighterId) -> None:
    """Show a fighter in hiding to everyone, as an attack does, unless the GM says otherwise."""
    if not is_hidden(now.state, who):
        return
    says = f"{label_of(now.state, who)} gives itself away"
    if now.word(now.unique(f"gives away|{who}"), says, True, HIDING):
        reveal(now, who)


def reveal(now: Now, who: FighterId) -> None:
    """End a fighter's hiding: everyone knows of it again."""
    facts: list[Event] = [
        Parted(kind=UNAWARE_OF, one=each.one, other=who, rule=HIDING)
        for each in now.state.relations
        if each.kind == UNAWARE_OF and each.other == who
    ]
    if is_hidden(now.state, who):
        facts.append(MarkSet(subject=who, name=HIDDEN, value=None, rule=HIDING))
        if now.state.on_board(who):
            text = f"{label_of(now.state, who)} is hidden no more"
            facts.append(Said(text=text, who=who, rule=HIDING))
            facts += _known_as(now.state, who, "known", "seen")
    if facts:
        now.happens(*facts)


def _moved(now: Now, fact: Moved) -> None:
    _in_the_open(now, fact.who)


def _changed(now: Now, fact: PlaceChanged) -> None:
    _all_in_the_open(now)


def _marked(now: Now, fact: MarkSet) -> None:
    if fact.name.startswith((LAID, LIFTED)):
        _all_in_the_open(now)


def _all_in_the_open(now: Now) -> None:
    for who in tuple(now.state.fighters):
        _in_the_open(now, who)


def _in_the_open(now: Now, who: FighterId) -> None:
    """Whoever hides with nothing around it to hide in is seen."""
    if not is_hidden(now.state, who) or not now.state.on_board(who):
        return
    if can_hide_in(now.state, now.state.zone_of(who)):
        return
    says = f"{label_of(now.state, who)} stays hidden in the open"
    if not now.word(now.unique(f"stays hidden|{who}"), says, False, HIDING):
        reveal(now, who)


def _gone(now: Now, fact: LeftBoard) -> None:
    reveal(now, fact.who)


def _downed(now: Now, fact: ConditionSet) -> None:
    if (
        fact.now is not None
        and is_hidden(now.state, fact.who)
        and cannot_fight(now.state, fact.who)
    ):
        reveal(now, fact.who)


def _parted(now: Now, fact: Parted) -> None:
    """A fighter from whom no foe hides any more is in hiding no longer."""
    who = FighterId(fact.other)
    if fact.kind != UNAWARE_OF or who not in now.state.fighters or not is_hidden(now.state, who):
        return
    if not any(each.kind == UNAWARE_OF and each.other == who for each in now.state.relations):
        now.happens(MarkSet(subject=who, name=HIDDEN, value=None, rule=FINDING))


def _sight(book: Rulebook, state: CombatState, who: FighterId, target: str) -> Iterator[Refusal]:
    if target in state.fighters:
        yield from unfound(state, who, FighterId(target))


# Search


def _search_refusals(book: Rulebook, state: CombatState, action: Search) -> Iterable[Refusal]:
    yield from unable(state, action.who)
    yield from lacks(state, action.who, "action")
    if action.zone and state.on_board(action.who):
        yield from sees(book, state, action.who, action.zone)


def _search(now: Now, action: Search) -> None:
    who, zone = action.who, action.zone or now.state.zone_of(action.who)
    spend(now, who, "action", SEARCH)
    label = now.state.encounter.board.zones[zone].label if zone is not None else "around"
    wanted = TallyFor(what="test", who=who, purpose="search", skill=SIGHT, zone=zone)
    says = f"{skills.title(SIGHT)}, search of {label}"
    tested = now.book.test.test(now, wanted, says, 0, SEARCH)
    for hider in hiders_in(now.state, who, zone):
        if tested.passed and tested.levels > int(now.state.mark(hider, HIDDEN) or 0):
            _finds(now, who, hider)


def hiders_in(state: CombatState, who: FighterId, zone: ZoneId | None) -> list[FighterId]:
    """Return those in a zone who hide from a fighter."""
    return [
        each
        for each in state.fighters
        if is_hidden(state, each)
        and state.holds(UNAWARE_OF, who, each)
        and state.zone_of(each) == zone
    ]


def _finds(now: Now, who: FighterId, hider: FighterId) -> None:
    """Let a fighter find one in hiding and, unless the GM says otherwise, show its own side."""
    names = label_of(now.state, who), label_of(now.state, hider)
    told = now.word(
        now.unique(f"shows|{who}|{hider}"), f"{names[0]} shows its side where {names[1]} is",
        True, FINDING,
    )  # fmt: skip
    side = now.state.side_of(who)
    text = f"{names[0]} finds {names[1]}"
    shown = _known_as(now.state, hider, "known", "seen")
    now.happens(Said(text=text, who=who, rule=FINDING), *shown)
    finders = [
        each.one
        for each in now.state.relations
        if each.kind == UNAWARE_OF and each.other == hider
        and (each.one == who or (told and now.state.side_of(FighterId(each.one)) == side))
    ]  # fmt: skip
    now.happens(*(Parted(kind=UNAWARE_OF, one=one, other=hider, rule=FINDING) for one in finders))


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    action = Hide(who=who)
    yield Offer(
        about="guarding and helping",
        key="hide", says="Hide", cost="Action", action=action,
        refusals=tuple(_refusals(book, state, action)),
    )  # fmt: skip
    yield Offer(
        about="guarding and helping",
        key="search", says="Search", cost="Action", wants="zone",
        aimed=lambda zone: Search(who=who, zone=ZoneId(zone)),
        refusals=tuple(_search_refusals(book, state, Search(who=who))),
    )  # fmt: skip


def _notes(book: Rulebook, state: CombatState) -> Iterator[Note]:
    for who, name in state.marks:
        if name == HIDDEN:
            yield Note(who, "in hiding", badge=HIDDEN)


CHAPTER = Pack(
    name="imperium",
    actions={
        Hide: ActionRule(refusals=_refusals, resolve=_resolve),
        Search: ActionRule(refusals=_search_refusals, resolve=_search),
    },
    offers=(_offers,),
    notes=(_notes,),
    parts=(_parts,),
    sight=(_sight,),
    follows={
        Moved: (_moved,),
        PlaceChanged: (_changed,),
        MarkSet: (_marked,),
        LeftBoard: (_gone,),
        ConditionSet: (_downed,),
        Parted: (_parted,),
    },
)
