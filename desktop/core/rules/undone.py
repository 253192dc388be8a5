"""What is undone at its time: marks keep what there was before, and lapses bring it back."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace

from desktop.core.model.moments import RECURRING, Moment, PaintSquares
from desktop.core.model.words import DoorId, KindWord, LevelId, LinkId, Square
from desktop.core.rules.events import (
    ConditionSet,
    Event,
    MarkSet,
    MomentCame,
    Parted,
    PlaceChanged,
    PlaceParts,
    Until,
)
from desktop.core.rules.fold import fold
from desktop.core.rules.house import MOMENT
from desktop.core.rules.marks import lapse_key
from desktop.core.rules.state import CombatState
from desktop.core.rules.traits import LAID, LIFTED

BACK = "back:"
"""Before the names of marks that keep what to restore."""
SQUARES = f"{BACK}squares "
"""Before the names of those that keep painted squares."""
ENDS = "ends"
"""The subject of marks that say at which happening, as `entering shed`, another mark lapses."""
TURN_POINTS = ("start of turn", "end of turn")


# When


def until_of(state: CombatState, moment: Moment) -> Until | None:
    """Return a moment of a file, seen from now, as a point that comes; None for other moments."""
    point = RECURRING.get(moment.point)
    if point is None:
        return None
    number = moment.number
    if number is not None and moment.later:
        number += state.round
    return Until(point, number, moment.of)


def lapses_at(until: Until, came: MomentCame, state: CombatState) -> bool:
    """Whether what lasts until a point ends at the one that came.

    What waits for the turn of somebody who has none ends with the round.
    """
    if until.round is not None and came.round < until.round:
        return False
    if until.point != came.point:
        waits_in_vain = until.point in TURN_POINTS and bool(until.who)
        return came.point == "end of round" and waits_in_vain and not _has_turn(state, until.who)
    if came.point not in TURN_POINTS:
        return True
    return came.who is None if not until.who else is_turn_of(until.who, came, state)


def is_turn_of(whose: str, came: MomentCame, state: CombatState) -> bool:
    """Whether a point of a turn is that of a fighter or an entry, once for each turn."""
    if came.who is not None:
        return whose == came.who
    return whose == came.entry and whose not in state.people


def _has_turn(state: CombatState, who: str) -> bool:
    return any(who == entry.id or who in entry.members for entry in state.order)


def comes_at(moment: Moment, came: MomentCame, state: CombatState) -> bool:
    """Whether a moment as a file names it is the one that came; `+2` counts from the start."""
    if moment.point != came.point:
        return False
    if moment.number is not None and moment.number != came.round:
        return False
    if came.point not in TURN_POINTS:
        return True
    return came.who is None if not moment.of else is_turn_of(moment.of, came, state)


# What is noted


def noted(
    state: CombatState, subject: str, name: str, value: int | str | bool, until: Moment | None
) -> list[Event]:
    """Return the facts that note something about a subject until a moment comes."""
    point = None if until is None else until_of(state, until)
    facts: list[Event] = [MarkSet(subject=subject, name=name, value=value, until=point)]
    if until is not None and point is None:
        facts.append(MarkSet(subject=ENDS, name=f"{subject}/{name}", value=str(until)))
    return facts


def to_go_back(
    state: CombatState, subject: str, what: str, before: str, after: str, until: Moment | None
) -> list[Event]:
    """Return the facts that keep a link's kind or a door's state until it goes back to it."""
    name = BACK + what
    kept = state.mark(subject, name)
    if until is None:
        return [] if kept is None else [MarkSet(subject=subject, name=name, value=None)]
    first = str(kept).split(">")[0] if kept is not None else before
    return noted(state, subject, name, f"{first}>{after}", until)


def squares_to_go_back(
    state: CombatState, level: LevelId, squares: tuple[Square, ...], effect: PaintSquares
) -> list[Event]:
    """Return the facts that keep what squares were until they go back to it.

    What was painted for a while already goes back to what it was before that, and by this moment.
    """
    if not squares:
        return []
    had = state.encounter.board.squares.get(level, {})
    before = {square: had.get(square, KindWord("")) for square in squares}
    facts: list[Event] = []
    names = set()
    for (subject, name), mark in state.marks.items():
        if subject != level or not name.startswith(SQUARES):
            continue
        paint, kept = _kept(str(mark.value))
        before |= {at: kept[at] for at in squares if at in kept and had.get(at, "") == paint}
        left = {at: kind for at, kind in kept.items() if at not in before}
        if not left:
            facts += _forgotten(state, level, name)
        else:
            names.add(name)
            if left != kept:
                value = _listed(paint, left)
                facts.append(MarkSet(subject=level, name=name, value=value, until=mark.until))
    if effect.until is None:
        return facts
    called = effect.paint.replace("/", " ")  # the sign parts whose mark it is from its name
    name = f"{SQUARES}{squares[0].x},{squares[0].y} {called}"
    while name in names:
        name += "'"
    return [*facts, *noted(state, level, name, _listed(effect.paint, before), effect.until)]


def _listed(paint: str, before: Mapping[Square, KindWord]) -> str:
    """Return what squares were painted with and what each was before, as a mark keeps it."""
    return json.dumps([paint, *([at.x, at.y, kind] for at, kind in before.items())])


def _kept(value: str) -> tuple[str, dict[Square, KindWord]]:
    """Return what a mark keeps of squares; of one that the GM wrote otherwise, nothing."""
    try:
        paint, *listed = json.loads(value)
        return str(paint), {Square(int(x), int(y)): KindWord(str(kind)) for x, y, kind in listed}
    except (ValueError, TypeError):
        return "", {}


def _forgotten(state: CombatState, subject: str, name: str) -> list[Event]:
    """Return the facts that take a mark away, and what says when it lapses."""
    facts: list[Event] = [MarkSet(subject=subject, name=name, value=None, rule=MOMENT)]
    if (ENDS, f"{subject}/{name}") in state.marks:
        facts.append(MarkSet(subject=ENDS, name=f"{subject}/{name}", value=None))
    return facts


def painted(
    had: Mapping[Square, KindWord], new: Mapping[Square, KindWord]
) -> dict[Square, KindWord]:
    """Return painted squares with new kinds laid over; an empty kind clears."""
    return {square: kind for square, kind in {**had, **new}.items() if kind}


# What lapses


def lapsing(state: CombatState, came: MomentCame) -> Iterator[tuple[str, str, str, list[Event]]]:
    """Yield what ends at a point: its key, who or what has it, what it is, and the facts.

    Facts of one thing are worked out as if those before it had happened.
    """
    for (subject, name), mark in state.marks.items():
        if mark.until is not None and lapses_at(mark.until, came, state):
            facts = ended(state, subject, name)
            state = _after(state, facts)
            yield lapse_key(subject, name), subject, spoken(name), facts
    for who, fighter in state.fighters.items():
        for name, condition in fighter.conditions.items():
            if condition.until is not None and lapses_at(condition.until, came, state):
                gone = ConditionSet(who=who, condition=name, now=None, rule=MOMENT)
                yield lapse_key(who, name), who, name, [gone]
    for each in state.relations:
        if each.until is not None and lapses_at(each.until, came, state):
            parted = Parted(kind=each.kind, one=each.one, other=each.other, rule=MOMENT)
            yield lapse_key(each.one, f"{each.kind} {each.other}"), each.one, each.kind, [parted]


def ending_with(state: CombatState, happening: str) -> list[Event]:
    """Return the facts of all that lasts until something happens, as `entering shed`."""
    facts: list[Event] = []
    for (subject, name), mark in state.marks.items():
        if subject == ENDS and mark.value == happening:
            whose, _, what = name.rpartition("/")
            if (whose, what) in state.marks:
                own = ended(state, whose, what)
                state = _after(state, own)
                facts += own
            else:
                facts.append(MarkSet(subject=ENDS, name=name, value=None))
    return facts


def ended(state: CombatState, subject: str, name: str) -> list[Event]:
    """Return the facts that take a mark away and bring back what it kept."""
    facts = _forgotten(state, subject, name)
    if name.startswith(BACK):
        back = _restored(state, subject, name, str(state.mark(subject, name)))
        facts += [] if back is None else [back]
    return facts


def _restored(state: CombatState, subject: str, name: str, kept: str) -> PlaceChanged | None:
    """Return the fact that undoes a change, unless it was changed again since."""
    before, _, after = kept.partition(">")
    board = state.encounter.board
    what = name.removeprefix(BACK)
    parts: PlaceParts | None = None
    if what == "link":
        link = board.links.get(LinkId(subject))
        if link is not None and link.kind == after:
            old = replace(link, kind=before)  # type: ignore[arg-type]  # a kind that it had
            parts = PlaceParts(links={LinkId(subject): old})
    elif what == "door":
        door = board.doors.get(DoorId(subject))
        if door is not None and door.state == after:
            shut = replace(door, state=before)  # type: ignore[arg-type]  # a state that it had
            parts = PlaceParts(doors={DoorId(subject): shut})
    elif subject in board.levels:
        level = LevelId(subject)
        parts = PlaceParts(squares={level: _squares_before(state, level, kept)})
    if parts is None:
        return None
    return PlaceChanged(says=f"{spoken(name)} as before", parts=parts, rule=MOMENT)


def _squares_before(state: CombatState, level: LevelId, kept: str) -> dict[Square, KindWord]:
    paint, before = _kept(kept)
    now = state.encounter.board.squares.get(level, {})
    old = {square: kind for square, kind in before.items() if now.get(square, "") == paint}
    return painted(now, old)


def _after(state: CombatState, facts: list[Event]) -> CombatState:
    for fact in facts:
        state = fold(state, fact)
    return state


def spoken(name: str) -> str:
    """Return what a mark is called to people."""
    for start in (LAID, LIFTED, BACK):
        if name.startswith(start):
            rest = name.removeprefix(start)
            return (
                f"no {rest}" if start == LIFTED else rest.split(" ")[0] if start == BACK else rest
            )
    return name
