"""Stills: hit hard enough they explode, once, into choking gas."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.board import Feature
from desktop.core.model.footprint import apart
from desktop.core.model.geometry import line
from desktop.core.model.place import Spot
from desktop.core.model.words import AttackId, FeatureId, FighterId, Square
from desktop.core.packs.hive import harm, pieces
from desktop.core.packs.hive.checks import VERDICTS
from desktop.core.packs.hive.inches import is_near
from desktop.core.packs.hive.paying import lacks, pay
from desktop.core.packs.hive.statuses import unable
from desktop.core.packs.hive.strength import strength_of, weapon_told, weapons_of
from desktop.core.rules.actions import Action, Doing
from desktop.core.rules.book import ActionRule, Note, Offer, Pack, Rulebook
from desktop.core.rules.events import MarkSet, Said
from desktop.core.rules.house import no_such
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import HIT, HIT_WITH
from desktop.core.rules.near import foot_side
from desktop.core.rules.now import Now
from desktop.core.rules.order import is_out
from desktop.core.rules.questions import Option
from desktop.core.rules.readings import reads
from desktop.core.rules.sight import sees
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef, Tally, TallyFor

ATTACKED = RuleRef("ZM-STILL-01")
STRAY = RuleRef("ZM-STILL-02")
NO_SAVES = RuleRef("ZM-STILL-03")
EXPLODES = RuleRef("ZM-STILL-04")
ONCE = RuleRef("ZM-STILL-05")
GAS = RuleRef("ZM-STILL-06")

NEEDED = 8
SPENT = "exploded"
"""The mark on a still that has exploded."""
BLAST_SQ = 1
"""How far from its middle square a blast three inches across reaches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackStill(Doing):
    """Attack a still by the figures of this book, as though it were an enemy."""

    deed: ClassVar[str] = "attacks {still}"

    still: FeatureId
    attack: AttackId = AttackId("")
    """The weapon, where the profile has one; its kind says whether it is a shot."""
    ranged: bool = False
    """Whether it is shot at, where no weapon is named."""
    at: Square | None = None
    """The point on it that is aimed at; unsaid, its middle."""
    strength: int | None = None
    """Of the attack; unsaid, that of the fighter or its weapon."""
    hits: int = 1
    """How many hits it scores where it hits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HitStill(Action):
    """Let a stray shot, or anything else, hit a still."""

    deed: ClassVar[str] = "Hit {still}"

    still: FeatureId
    by: FighterId | None = None
    target: FighterId | None = None
    """Of a stray shot: whom it missed; the still must lie on its way."""
    strength: int | None = None
    """Of the shot; unsaid, that of the fighter, as the table has its word on it."""
    hits: int = 1

    def deed_in(self, state: CombatState) -> str:
        """Return who hits it, if that is said."""
        return "{by} hits {still}" if self.by else self.deed


# Who hits it


def middle(still: Feature) -> Square:
    """Return the square in the middle of a still."""
    x = sum(at[0] for at in still.squares) / len(still.squares)
    y = sum(at[1] for at in still.squares) / len(still.squares)
    return min(still.squares, key=lambda at: ((at[0] - x) ** 2 + (at[1] - y) ** 2, at[1], at[0]))


def strays(state: CombatState, who: FighterId, target: FighterId) -> tuple[FeatureId, ...]:
    """Return the stills that a shot may hit astray: those on the way to its target."""
    mine, theirs = state.fighters[who], state.fighters[target]
    if mine.seat is None or theirs.seat is None or mine.level != theirs.level:
        return ()
    passed = {square for _, square, _ in line(mine.seat, theirs.seat)}
    return tuple(
        FeatureId(each.id)
        for each in pieces.of_kind(state, "still")
        if each.level == mine.level and not passed.isdisjoint(each.squares)
    )


def _attack_refusals(book: Rulebook, state: CombatState, action: AttackStill) -> Iterator[Refusal]:
    yield from pieces.refusals(state, action.still, "still")
    yield from pieces.asleep_refusals(state, action.still)
    yield from unable(book, state, action.who)
    yield from lacks(state, action.who, "basic", ATTACKED)
    still, name = state.encounter.board.features[action.still], label_of(state, action.who)
    if not state.on_board(action.who):
        return
    if action.at is not None and action.at not in still.squares:
        yield Refusal(f"That point is not on {still.label}.", ATTACKED)
    if _is_ranged(state, action):
        yield from sees(book, state, action.who, action.still)
    elif not is_near(book, state, action.who, action.still):
        yield Refusal(f"{still.label} is out of the reach of {name}.", ATTACKED, "Go there first.")


def _is_ranged(state: CombatState, action: AttackStill) -> bool:
    weapon = weapons_of(state, action.who).get(action.attack)
    return action.ranged if weapon is None else weapon.kind == "ranged"


def _attack(now: Now, action: AttackStill) -> None:
    who, still = action.who, now.state.encounter.board.features[action.still]
    pay(now, who, "basic", ATTACKED)
    if not _hits(now, action, still):
        text = f"{label_of(now.state, who)} misses {still.label}"
        now.happens(Said(text=text, who=who, rule=ATTACKED))
        return
    strength = strength_of(now, who, action.attack, action.strength, EXPLODES)
    _hit(now, action.still, strength, action.hits, who, action.at)


def _hits(now: Now, action: AttackStill, still: Feature) -> bool:
    """Whether an attack hits: on a die where the profile has this book's skill, else by a Test."""
    who, ranged = action.who, _is_ranged(now.state, action)
    figures = harm.figures(now.state, who)
    needed = figures.ballistic_skill if ranged else figures.weapon_skill
    if needed is not None:
        face = now.roll("d6", who, f"Hitting {still.label}", ATTACKED)
        text = f"{label_of(now.state, who)} at {still.label}, {face} on d6 against {needed}"
        now.happens(Said(text=text, who=who, rule=ATTACKED))
        return face >= needed
    weapon = weapons_of(now.state, who).get(action.attack)
    skill = (weapon.skill if weapon is not None else "") or ("ranged" if ranged else "melee")
    wanted = TallyFor(what="test", who=who, purpose="attack", skill=skill, ranged=ranged)
    return now.book.test.test(now, wanted, f"hitting {still.label}", 0, ATTACKED).passed


def _stray_refusals(book: Rulebook, state: CombatState, action: HitStill) -> Iterator[Refusal]:
    yield from pieces.refusals(state, action.still, "still")
    yield from pieces.asleep_refusals(state, action.still)
    if action.by is not None and action.target is not None:
        several = strays(state, action.by, action.target)
        if action.still not in several:
            yield no_such("still on the way of that shot", action.still, several)


def _stray(now: Now, action: HitStill) -> None:
    strength = strength_of(now, action.by, AttackId(""), action.strength, EXPLODES)
    _hit(now, action.still, strength, action.hits, action.by, None)


def _marked(now: Now, fact: MarkSet) -> None:
    """An attack by another book has hit a feature; where it is a still, that is a hit on it."""
    if fact.name != HIT or fact.value not in now.state.people:
        return
    id_, who = FeatureId(fact.subject), FighterId(str(fact.value))
    if any(still.id == id_ for still in pieces.of_kind(now.state, "still")):
        attack = AttackId(str(now.state.mark(id_, HIT_WITH)))
        _hit(now, id_, strength_of(now, who, attack, None, EXPLODES), 1, who, None)


# What a hit does


def _hit(
    now: Now,
    id_: FeatureId,
    strength: int | None,
    hits: int,
    by: FighterId | None,
    at: Square | None,
) -> None:
    """Roll for hits on a still: no wound rolls, no saves, only its own dice."""
    still = now.state.encounter.board.features[id_]
    if now.state.mark(id_, SPENT):
        now.happens(Said(text=f"{still.label} is only scenery by now", rule=ONCE))
        return
    printed = reads(now.state, "zm_still_strength", "printed only")
    if strength is None and printed:
        now.happens(Said(text=f"The attack on {still.label} has no Strength", rule=EXPLODES))
        return
    for _ in range(_dice(now, still, hits, by)):
        face = now.roll("d6", by, f"{still.label} is hit", EXPLODES)
        total = face + (strength or 0)
        bursts = total >= NEEDED
        text = f"{still.label}: {face} on d6 and Strength {strength or 0}, {total} of {NEEDED}"
        says = f"{text}: {'it explodes' if bursts else 'nothing happens'}"
        now.happens(Said(text=says, who=by, rule=EXPLODES))
        if bursts:
            _explode(now, still, by, at)
            return


def _dice(now: Now, still: Feature, hits: int, by: FighterId | None) -> int:
    """Return how many dice are rolled: one for each hit, or by one reading for each attack."""
    if reads(now.state, "zm_still_hits", "one an attack"):
        return 1
    key = now.unique(f"hits|{still.id}|{by or ''}")
    return max(1, now.count(key, "So many hits", hits, EXPLODES))


def _centre(now: Now, still: Feature, at: Square | None) -> Square | None:
    """Return the point of the blast, where that is the one aimed at; None: the middle."""
    if not reads(now.state, "zm_still_centre", "point aimed at"):
        return None
    if at is not None or len(still.squares) < 2:
        return at
    named = {f"{square.x}, {square.y}": square for square in still.squares}
    options = [Option(name, name, Spot(still.level, square)) for name, square in named.items()]
    usual = middle(still)
    default, says = f"{usual.x}, {usual.y}", f"The point of {still.label} that was aimed at"
    return named.get(str(now.word(f"aimed|{still.id}", says, default, ATTACKED, options)))


def _explode(now: Now, still: Feature, by: FighterId | None, at: Square | None) -> None:
    now.happens(MarkSet(subject=still.id, name=SPENT, value=True, rule=ONCE))
    aimed = _centre(now, still, at)
    credit = None if reads(now.state, "zm_still_credit", "nobody") else by
    for who in touched(now.book, now.state, still, aimed):
        name = label_of(now.state, who)
        if now.word(f"gas|{still.id}|{who}", f"The blast touches {name}", True, GAS):
            _gas(now, who, credit)


def touched(
    book: Rulebook, state: CombatState, still: Feature, at: Square | None = None
) -> tuple[FighterId, ...]:
    """Return who is under the blast of a still; where zones measure, whoever is in its zone."""
    if not book.space.on_squares and not reads(state, "hive_in_zones", "in reach"):
        zone = state.zone_of_thing(still.id)
        return state.in_zone(zone) if zone is not None else ()
    if not still.squares:
        return ()
    centre = at or middle(still)
    return tuple(
        who
        for who, fighter in state.fighters.items()
        if fighter.seat is not None
        and fighter.level == still.level
        and not is_out(state, who)
        and apart(fighter.seat, foot_side(state, who), centre, 1) <= BLAST_SQ
    )


def _gas(now: Now, who: FighterId, by: FighterId | None) -> None:
    """Let gas take effect on one who is touched: by a die against Toughness, else by a Test."""
    if not now.state.on_board(who):
        return
    if _is_gassed(now, who):
        harm.injury(now, who, GAS, by)


def _is_gassed(now: Now, who: FighterId) -> bool:
    name = label_of(now.state, who)
    if reads(now.state, "zm_gas_profile", "players enter"):
        return now.choose(VERDICTS, who, f"Whether {name} withstands the gas", GAS) == "fail"
    parts = harm.toughness(now.state, who)
    if not parts:
        wanted = TallyFor(what="test", who=who, purpose="gas", skill="fortitude")
        return not now.book.test.test(now, wanted, "withstanding the gas", 0, GAS).passed
    key = now.unique(f"toughness|{who}")
    tough = now.told(Tally(key=key, says=f"Toughness of {name}", parts=parts)).total
    face = now.roll("d6", who, f"Gas on {name}", GAS)
    gassed = face >= tough or face == 6
    text = f"Gas on {name}, {face} on d6 against Toughness {tough}"
    now.happens(Said(text=f"{text}: {'gassed' if gassed else 'no effect'}", who=who, rule=GAS))
    return gassed


# The action bar


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if not state.on_board(who):
        return
    figures = harm.figures(state, who)
    for still in pieces.of_kind(state, "still"):
        id_ = FeatureId(still.id)
        if state.mark(id_, SPENT):
            continue
        several = [AttackStill(who=who, still=id_, attack=each) for each in weapons_of(state, who)]
        if not several or figures.weapon_skill is not None:
            several.append(AttackStill(who=who, still=id_))
        if figures.ballistic_skill is not None:
            several.append(AttackStill(who=who, still=id_, ranged=True))
        for action in several:
            how = action.attack or ("shoot" if action.ranged else "strike")
            told = weapon_told(state, who, action.attack, ranged=action.ranged)
            refusals = tuple(_attack_refusals(book, state, action))
            far = not _is_ranged(state, action) and not is_near(book, state, who, id_)
            yield Offer(
                about="things",
                key=f"still:{id_}:{how}", says=f"Attack {still.label}: {told}", cost="Action",
                action=action, refusals=refusals, far=far,
            )  # fmt: skip


def _gm_offers(book: Rulebook, state: CombatState) -> Iterator[Offer]:
    """Offer a stray shot, of whoever acts, that hits a still."""
    by = state.actor if state.actor is not None and state.on_board(state.actor) else None
    for still in pieces.of_kind(state, "still"):
        if not state.mark(still.id, SPENT):
            hit = HitStill(still=FeatureId(still.id), by=by)
            yield Offer(
                key=f"stray:{still.id}", says=f"A stray shot hits {still.label}", action=hit
            )


def _notes(book: Rulebook, state: CombatState) -> Iterator[Note]:
    for still in pieces.of_kind(state, "still"):
        if state.mark(still.id, SPENT):
            yield Note(still.id, "exploded", spent=True)


CHAPTER = Pack(
    name="hive",
    actions={
        AttackStill: ActionRule(refusals=_attack_refusals, resolve=_attack),
        HitStill: ActionRule(refusals=_stray_refusals, resolve=_stray),
    },
    offers=(_offers,),
    gm_offers=(_gm_offers,),
    notes=(_notes,),
    follows={MarkSet: (_marked,)},
)
