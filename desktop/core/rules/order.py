"""The order of a fight: who has an entry, where newcomers come in, and whose turn is next."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from desktop.core.model.encounter import Clock, Cue
from desktop.core.model.moments import RECURRING, Moment
from desktop.core.model.words import FighterId
from desktop.core.rules.book import Rulebook
from desktop.core.rules.events import Entry
from desktop.core.rules.marks import OUT
from desktop.core.rules.state import CombatState


def is_out(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter cannot act at all: off the board or marked as out."""
    off = state.fighters[who].off
    return off in ("not yet here", "away", "out") or bool(state.mark(who, OUT))


def is_surprised(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter does not act because its side is surprised."""
    return state.round <= 1 and state.side_of(who) in state.surprised


def idle_because(book: Rulebook, state: CombatState, entry: Entry) -> str:
    """Return why nobody of an entry can act, as `out`, or nothing where somebody can.

    `surprised` is said only where that is all that keeps it from acting.
    """
    if not entry.members:
        return ""
    whys = [_why_idle(book, state, who) for who in entry.members]
    if "" in whys:
        return ""
    return (
        "surprised" if "surprised" in whys else next((why for why in whys if why != "out"), "out")
    )


def _why_idle(book: Rulebook, state: CombatState, who: FighterId) -> str:
    if who not in state.fighters or is_out(state, who):
        return "out"
    found = (why for idle in book.all("idle") if (why := idle(book, state, who)))
    return next(found, "surprised" if is_surprised(state, who) else "")


def first_able(book: Rulebook, state: CombatState, entry: Entry) -> FighterId | None:
    """Return the first of an entry's members who can act, else the first who is not out."""
    able = (who for who in entry.members if not _why_idle(book, state, who))
    here = (who for who in entry.members if who in state.fighters and not is_out(state, who))
    return next(able, None) or next(here, None)


def has_action(state: CombatState, who: FighterId) -> bool:
    """Whether a fighter has an Action left in this turn."""
    return state.fighters[who].left.get("action", 0) > 0


def yet_to_act(book: Rulebook, state: CombatState) -> tuple[FighterId, ...]:
    """Return who of the acting group can act and has its Action left; nobody for a single one."""
    entry = entry_named(state, state.acting)
    if entry is None or entry.kind != "group":
        return ()
    return tuple(
        who for who in entry.members
        if state.on_board(who) and has_action(state, who) and not _why_idle(book, state, who)
    )  # fmt: skip


def next_entry(state: CombatState) -> Entry | None:
    """Return the first entry that had no turn yet in this round, able or not."""
    return next((entry for entry in state.order if entry.id not in state.acted), None)


def entry_named(state: CombatState, name: str) -> Entry | None:
    """Return an entry by its id."""
    return next((entry for entry in state.order if entry.id == name), None)


def order_of(
    book: Rulebook,
    state: CombatState,
    who: Iterable[FighterId],
    typed: Mapping[str, int],
) -> tuple[Entry, ...]:
    """Return the order of fighters, groups, clocks and cues; ties keep the file's order."""
    ranked = [_ranked(book, state, entry, typed) for entry in _fighters(state, who)]
    for clock in state.encounter.clocks.values():
        if has_turns(clock.ticks, clock.initiative, typed.get(clock.id)):
            entry = Entry(clock.id, "clock", typed.get(clock.id, clock.initiative or 0))
            ranked.append((entry, 0))
    for cue in state.encounter.cues.values():
        if has_turns(cue.when, cue.initiative, typed.get(cue.id)):
            ranked.append((Entry(cue.id, "cue", typed.get(cue.id, cue.initiative or 0)), 0))
    ranked.sort(key=lambda pair: (-pair[0].initiative, -pair[1]))
    return tuple(entry for entry, _ in ranked)


def has_turns(when: Moment, initiative: int | None, typed: int | None = None) -> bool:
    """Whether a clock or cue has an entry of its own, at which its moment comes."""
    placed = initiative is not None or typed is not None
    return placed and (when.point in RECURRING or when.point == "by hand")


def own_turns(state: CombatState, thing: Clock | Cue) -> bool:
    """Whether a clock or cue stands in the order and waits for its turn."""
    kinds = ("clock", "cue")
    return any(entry.id == thing.id and entry.kind in kinds for entry in state.order)


def _fighters(state: CombatState, who: Iterable[FighterId]) -> list[Entry]:
    """Return entries without initiative, groups as one, in the file's order."""
    wanted = set(who)
    entries: dict[str, Entry] = {}
    for person in state.people.values():
        if person.id not in wanted:
            continue
        name = person.group or person.id
        had = entries.get(name, Entry(name, "group" if person.group else "fighter", 0))
        entries[name] = replace(had, members=(*had.members, person.id))
    return list(entries.values())


def _ranked(
    book: Rulebook, state: CombatState, entry: Entry, typed: Mapping[str, int]
) -> tuple[Entry, int]:
    """Return an entry with its initiative, and what breaks a tie."""
    first = entry.members[0]
    number, breaks = book.ranked(state, first)
    own = state.people[first].initiative
    number = typed.get(entry.id, number if own is None else own)
    return replace(entry, initiative=number), breaks


def with_newcomers(
    book: Rulebook, state: CombatState, who: Iterable[FighterId]
) -> tuple[Entry, ...]:
    """Return the order with fighters brought in: into their group, else behind their equals."""
    order = list(state.order)
    for entry in _fighters(state, who):
        place = next((i for i, had in enumerate(order) if had.id == entry.id), None)
        if place is not None:
            members = {*order[place].members, *entry.members}
            in_order = tuple(each for each in state.people if each in members)
            order[place] = replace(order[place], members=in_order)
            continue
        ranked, _ = _ranked(book, state, entry, {})
        behind = [i for i, had in enumerate(order) if had.initiative < ranked.initiative]
        order.insert(behind[0] if behind else len(order), ranked)
    return tuple(order)


def without_gone(state: CombatState) -> tuple[Entry, ...]:
    """Return the order without those who are no longer in the fight at all."""
    kept: list[Entry] = []
    for entry in state.order:
        members = tuple(who for who in entry.members if who in state.people)
        if members or entry.id in _things(state, entry):
            kept.append(replace(entry, members=members))
    return tuple(kept)


def _things(state: CombatState, entry: Entry) -> tuple[str, ...]:
    if entry.kind == "clock":
        return tuple(state.encounter.clocks)
    return tuple(state.encounter.cues) if entry.kind == "cue" else ()
