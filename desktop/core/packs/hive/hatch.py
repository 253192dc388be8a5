"""Hatches: down through one, and up through another when the check is passed."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from desktop.core.model.board import Feature
from desktop.core.model.footprint import apart
from desktop.core.model.place import Spot
from desktop.core.model.words import FeatureId, FighterId, LevelId, Off, Square
from desktop.core.packs.hive import activation, checks, pieces
from desktop.core.packs.hive.holes import is_in, pits_of
from desktop.core.packs.hive.inches import crowded, is_near, pick
from desktop.core.packs.hive.statuses import PRONE, active, unable
from desktop.core.rules.actions import Doing
from desktop.core.rules.book import ActionRule, Due, Note, Offer, Pack, Rulebook
from desktop.core.rules.due import PLACES
from desktop.core.rules.events import ConditionSet, LeftBoard, MarkSet, Moved, Said
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import DUE
from desktop.core.rules.near import foot_side
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.readings import reads
from desktop.core.rules.seating import taken_on
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

ENTERS = RuleRef("ZM-HATCH-01")
CHECK = RuleRef("ZM-HATCH-02")
COMES_UP = RuleRef("ZM-HATCH-03")
ROOM = RuleRef("ZM-HATCH-04")
FOES_CHOICE = RuleRef("ZM-HATCH-05")
AGAIN = RuleRef("ZM-HATCH-06")

BELOW: Off = "below a hatch"
BY = "went down by"
"""The mark on a fighter below: the hatch that it took."""
SINCE = "below since round"
"""The mark on a fighter below: the round in which it went, or last stayed."""
LEFT_OFF = "left below"
"""The mark on a fighter that failed its check and was left off the battlefield."""
STAY = "stay off"
"""The choice to leave a fighter below."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterHatch(Doing):
    """Go down a hatch within an inch after a Move, off the battlefield."""

    deed: ClassVar[str] = "goes down {hatch}"

    hatch: FeatureId


def all_hatches(state: CombatState) -> tuple[Feature, ...]:
    """Return the hatches of the board that work."""
    return tuple(
        each for each in pieces.of_kind(state, "hatch") if not pieces.is_down(state, each.id)
    )


def is_below(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter went down a hatch and has not come up."""
    return state.fighters[who].off == BELOW


def is_out_at_the_end(state: CombatState, who: FighterId) -> bool:
    """Whether one who is below when the fight ends counts as Out of Action."""
    return is_below(state, who) and reads(state, "zm_hatch_battle_end", "out of action")


# Going down


def _refusals(book: Rulebook, state: CombatState, action: EnterHatch) -> Iterator[Refusal]:
    yield from pieces.refusals(state, action.hatch, "hatch")
    yield from pieces.down_refusals(state, action.hatch)
    yield from unable(book, state, action.who)
    name, label = label_of(state, action.who), label_of(state, action.hatch)
    if not state.on_board(action.who):
        return
    if not is_near(book, state, action.who, action.hatch):
        yield Refusal(f"{label} is more than an inch from {name}.", ENTERS, "Go there first.")
    elif not activation.has_just_moved(state, action.who):
        says = f"{name} takes a hatch only where a Move has just ended."
        yield Refusal(says, ENTERS, "Move first.")
    yield from active(state, action.who, ENTERS)
    if _is_alone(state, action.hatch) and reads(state, "zm_hatch_single", "not offered"):
        yield Refusal(f"{label} is the only hatch: it leads nowhere.", ENTERS)


def _is_alone(state: CombatState, hatch: FeatureId) -> bool:
    return all(each.id == hatch for each in all_hatches(state))


def _resolve(now: Now, action: EnterHatch) -> None:
    who, label = action.who, label_of(now.state, action.hatch)
    warned = "" if not _is_alone(now.state, action.hatch) else ", and there is no other"
    text = f"{label_of(now.state, who)} goes down {label}{warned}"
    now.happens(
        Said(text=text, who=who, rule=ENTERS),
        LeftBoard(who=who, why=BELOW),
        MarkSet(subject=who, name=BY, value=action.hatch, rule=ENTERS),
        MarkSet(subject=who, name=SINCE, value=now.state.round, rule=ENTERS),
    )


# The End phase


def _key(who: FighterId) -> str:
    return f"hatch|{who}"


def _checks_in(state: CombatState, who: FighterId) -> int | None:
    """Return the round in whose End phase a fighter below has its check; None: none."""
    since = state.mark(who, SINCE)
    return int(since) + 1 if is_below(state, who) and since is not None else None


def end_phase(now: Now) -> None:
    """Let everyone below whose time has come have its check."""
    for who in tuple(now.state.fighters):
        due = _checks_in(now.state, who)
        if due is None or due > now.state.round:
            continue
        says = f"{label_of(now.state, who)} below"
        if not now.skips(_key(who), f"{says}: comes up or not", CHECK):
            _check(now, who)


def _check(now: Now, who: FighterId) -> None:
    by = str(now.state.mark(who, BY) or "")
    failed = now.state.mark(who, LEFT_OFF)
    rule = AGAIN if failed else CHECK
    if checks.intelligence(now, who, "finding a way up", rule).passed:
        _arrives(now, who, by)
    elif failed and reads(now.state, "zm_hatch_refail", "stays below"):
        _stays(now, who, AGAIN)
    else:
        _foes_choose(now, who)


def _stays(now: Now, who: FighterId, rule: RuleRef) -> None:
    now.happens(
        Said(text=f"{label_of(now.state, who)} stays below", who=who, rule=rule),
        MarkSet(subject=who, name=SINCE, value=now.state.round, rule=rule),
    )


def _arrives(now: Now, who: FighterId, by: str) -> None:
    """Let a fighter that passed come up by another hatch, where its player wants."""
    ways = {each.id: _spots(now.state, who, each) for each in all_hatches(now.state)}
    open_ = {id_: spots for id_, spots in ways.items() if id_ != by and spots}
    if not open_:
        spot = _nearest_anywhere(now.state, who, by)
        if spot is None or not reads(now.state, "zm_hatch_no_spot", "nearest legal spot"):
            _stays(now, who, ROOM)
        else:
            _come_up(now, who, spot, COMES_UP)
        return
    chosen: str = next(iter(open_))
    if len(open_) > 1:
        options = [Option(id_, label_of(now.state, id_)) for id_ in open_]
        says = f"The hatch by which {label_of(now.state, who)} comes up"
        chosen = now.choose(options, who, says, COMES_UP)
    _at_hatch(now, who, open_[FeatureId(chosen)], COMES_UP)


def _at_hatch(now: Now, who: FighterId, spots: list[Spot], rule: RuleRef) -> None:
    says = f"{label_of(now.state, who)} comes up at"
    _come_up(now, who, pick(now, who, spots, says, rule, "comes up"), rule)


def _foes_choose(now: Now, who: FighterId) -> None:
    """Let the other side set up a fighter that failed, by any hatch, or leave it below."""
    near = reads(now.state, "zm_hatch_opponent", "anywhere within one")
    ways = {
        each.id: _spots(now.state, who, each, from_foes=not near) for each in all_hatches(now.state)
    }
    options = [Option(id_, label_of(now.state, id_)) for id_, spots in ways.items() if spots]
    options.append(Option(STAY, "stays off the battlefield"))
    says = f"Where the other side sets up {label_of(now.state, who)}"
    chosen = now.choose(options, None, says, FOES_CHOICE)
    if chosen == STAY:
        now.happens(MarkSet(subject=who, name=LEFT_OFF, value=True, rule=FOES_CHOICE))
        _stays(now, who, FOES_CHOICE)
    else:
        _at_hatch(now, who, ways[FeatureId(chosen)], FOES_CHOICE)


def _come_up(now: Now, who: FighterId, spot: Spot, rule: RuleRef) -> None:
    """Set a fighter up, Standing."""
    level, to = spot
    now.happens(
        Moved(who=who, how="put", level=level, to=to, above=0, rule=rule),
        *(
            MarkSet(subject=who, name=name, value=None, rule=rule)
            for name in (BY, SINCE, LEFT_OFF)
            if now.state.mark(who, name) is not None
        ),
    )
    if PRONE in now.state.fighters[who].conditions:
        now.happens(ConditionSet(who=who, condition=PRONE, now=None, rule=rule))


# Where there is room


def mouth(feature: Feature) -> tuple[LevelId, tuple[Square, ...]]:
    """Return the squares of a hatch; of one without any, those of its stops' first level."""
    if feature.squares or not feature.stops:
        return feature.level, feature.squares
    level = feature.stops[0].level
    return level, tuple(stop.at for stop in feature.stops if stop.level == level)


def _spots(
    state: CombatState, who: FighterId, hatch: Feature, *, from_foes: bool = True, far: int = 1
) -> list[Spot]:
    """Return the places within an inch of a hatch where a fighter can come up, nearest first."""
    level, squares = mouth(hatch)
    if not squares and hatch.zone is not None:
        level = state.encounter.board.zones[hatch.zone].level
        squares = tuple(sorted(state.place.squares_of(hatch.zone)))
        far = 0
    side, taken = foot_side(state, who), taken_on(state, level, but=who)
    around = {
        Square(x + dx, y + dy)
        for x, y in squares
        for dx in range(-far - side + 1, far + side)
        for dy in range(-far - side + 1, far + side)
    }
    pits = pits_of(state)
    found = [
        (min(apart(seat, side, at, 1) for at in squares), seat)
        for seat in around
        if state.place.fits(level, seat, side)
        and not state.place.is_open(level, seat)
        and not is_in(state, who, Spot(level, seat), pits)
    ]
    return [
        Spot(level, seat)
        for gap, seat in sorted(found, key=lambda pair: (pair[0], pair[1][1], pair[1][0]))
        if gap <= far and _is_clear(state, who, level, seat, taken, from_foes=from_foes)
    ]


def _is_clear(
    state: CombatState,
    who: FighterId,
    level: LevelId,
    seat: Square,
    taken: frozenset[Square],
    *,
    from_foes: bool,
) -> bool:
    side = foot_side(state, who)
    if any(apart(seat, side, at, 1) == 0 for at in taken):
        return False
    return not (from_foes and crowded(state, who, level, seat))


def _nearest_anywhere(state: CombatState, who: FighterId, by: str) -> Spot | None:
    """Return the nearest place to any other hatch that will do, however far."""
    others = [each for each in all_hatches(state) if each.id != by]
    for far in range(2, max(state.place.size)):
        for each in others:
            spots = _spots(state, who, each, far=far)
            if spots:
                return spots[0]
    return None


# Around it


def _idle(book: Rulebook, state: CombatState, who: FighterId) -> str:
    return BELOW if is_below(state, who) else ""


def _offers(book: Rulebook, state: CombatState, who: FighterId) -> Iterator[Offer]:
    if not state.on_board(who):
        return
    moved = activation.has_just_moved(state, who)
    for hatch in pieces.of_kind(state, "hatch"):
        down = EnterHatch(who=who, hatch=FeatureId(hatch.id))
        yield Offer(
            about="things",
            key=f"hatch:{hatch.id}", says=f"Down {hatch.label}", cost="Free", action=down,
            refusals=tuple(_refusals(book, state, down)), place=pieces.AT_HAND,
            far=not moved or not is_near(book, state, who, hatch.id),
        )  # fmt: skip


def _due(book: Rulebook, state: CombatState) -> Iterator[Due]:
    for who in state.fighters:
        number = _checks_in(state, who)
        if number is None:
            continue
        number = max(number, state.round)
        out = "; Out of Action if the fight ends" if is_out_at_the_end(state, who) else ""
        yield Due(
            key=_key(who), when="end phase" if number == state.round else f"round {number}",
            order=(number, PLACES["end phase"]), who=label_of(state, who),
            says=f"below {label_of(state, str(state.mark(who, BY) or ''))}: comes up or not{out}",
            number="2d6", rule=CHECK, skipped=bool(state.mark(DUE, _key(who))),
        )  # fmt: skip


def _notes(book: Rulebook, state: CombatState) -> Iterator[Note]:
    """Tell of each hatch how many went down by it and are below."""
    below = [str(state.mark(who, BY)) for who in state.fighters if is_below(state, who)]
    for hatch in pieces.of_kind(state, "hatch"):
        if many := below.count(hatch.id):
            yield Note(hatch.id, f"{many} below")


CHAPTER = Pack(
    name="hive",
    actions={EnterHatch: ActionRule(refusals=_refusals, resolve=_resolve)},
    offers=(_offers,),
    idle=(_idle,),
    due=(_due,),
    notes=(_notes,),
)
