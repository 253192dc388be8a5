"""How a fight stands against its goal, and how it ended, in sentences."""

from collections.abc import Iterable, Sequence

from desktop.core.model.words import FighterId, GroupId, SideId
from desktop.core.rules.labels import label_of
from desktop.core.rules.marks import OUT
from desktop.core.rules.state import CombatState


def time_left(state: CombatState) -> str:
    """Return how far the fight is from the last round of its goal; empty where it has none."""
    goal = state.encounter.goal
    last = goal.by_round if goal is not None else None
    if last is None:
        return ""
    if state.round < 1:
        return f"by round {last}"
    if state.round > last:
        return f"by round {last}: the time is up"
    return f"round {state.round} of {last}" + (", the last" if state.round == last else "")


def outcome(state: CombatState) -> str:
    """Return after how many rounds a fight stands where it does, and who is out on each side."""
    rounds = "1 round" if state.round == 1 else f"{state.round} rounds"
    after = f"The fight has ended after {rounds}" if state.round else "The fight ended unfought"
    goal = state.encounter.goal
    sides: dict[SideId, list[FighterId]] = {}
    for who in state.people:
        sides.setdefault(state.side_of(who), []).append(who)
    told = [_side_told(state, side, members) for side, members in sides.items()]
    wanted = f"The goal was: {goal.text.rstrip('.')}" if goal is not None and goal.text else ""
    by = f", by round {goal.by_round}" if wanted and goal is not None and goal.by_round else ""
    return " ".join(f"{part}." for part in (after, *told, f"{wanted}{by}") if part)


def _side_told(state: CombatState, side: SideId, members: Sequence[FighterId]) -> str:
    """Return who of a side is out, as `Cult: 3 of 7 are out (Loader A, C, Vex)`."""
    out = [who for who in members if _is_down(state, who)]
    known = state.encounter.all_sides
    name = known[side].label if side in known else side
    name = name[:1].upper() + name[1:]
    if not out:
        return f"{name}: nobody is out"
    if len(out) == len(members) > 1:
        return f"{name}: all {len(out)} are out"
    verb = "is" if len(out) == 1 else "are"
    return f"{name}: {len(out)} of {len(members)} {verb} out ({together(state, out)})"


def _is_down(state: CombatState, who: FighterId) -> bool:
    """Whether somebody can act no more; who is away or has not come yet is not."""
    return state.fighters[who].off == "out" or bool(state.mark(who, OUT))


def together(state: CombatState, several: Iterable[FighterId]) -> str:
    """Return names in a row, what members of a group share said once, as `Ganger A, B, Vex`."""
    said: list[str] = []
    before: tuple[GroupId | None, str] = None, ""
    for who in several:
        name, group = label_of(state, who), state.people[who].group
        head, _, letter = name.rpartition(" ")
        said.append(letter if group and (group, head) == before else name)
        before = group, head
    return ", ".join(said)
