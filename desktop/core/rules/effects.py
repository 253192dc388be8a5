"""What effects do: one routine turns each of the short list into facts, and undoes it in time."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import singledispatch

from desktop.core.model import moments as m
from desktop.core.model.board import Trait
from desktop.core.model.edits.common import limits
from desktop.core.model.ground import KINDS
from desktop.core.model.words import (
    TRAIT_FAMILIES,
    TRAITS,
    At,
    FighterId,
    LevelId,
    LinkId,
    Square,
    TraitWord,
    ZoneId,
)
from desktop.core.rules import undone
from desktop.core.rules.events import (
    ClockSet,
    Event,
    KnowledgeSet,
    LeftBoard,
    MarkSet,
    PlaceChanged,
    PlaceParts,
    Said,
)
from desktop.core.rules.house import EFFECT
from desktop.core.rules.now import Now
from desktop.core.rules.seating import placed
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Part, Tally
from desktop.core.rules.traits import LAID, LIFTED


def let(now: Now, effects: Iterable[m.Effect], source: str = "") -> None:
    """Let effects happen one after the other; what they name and is no longer there is left out.

    `source` is what they come from, in a word or two.
    """
    for effect in effects:
        _let(effect, now, source)


def those_named(state: CombatState, names: Iterable[str]) -> tuple[FighterId, ...]:
    """Return the fighters that names of fighters, groups and zones mean, each once."""
    found: dict[FighterId, None] = {}
    for name in names:
        if name in state.people:
            found[FighterId(name)] = None
        elif name in state.encounter.board.zones:
            found.update(dict.fromkeys(state.in_zone(ZoneId(name))))
        else:
            found.update({who: None for who, each in state.people.items() if each.group == name})
    return tuple(found)


@singledispatch
def _let(effect: object, now: Now, source: str) -> None:
    raise TypeError(f"{type(effect).__name__} is no effect")


def _on(kind: type) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return _let.register(kind)


# Traits


@_on(m.AddTrait)
def _add(effect: m.AddTrait, now: Now, source: str) -> None:
    facts: list[Event] = []
    if effect.add not in TRAITS and effect.add not in now.state.encounter.traits:
        return
    for zone in effect.to:
        if zone not in now.state.encounter.board.zones:
            continue
        if effect.until is None:
            facts += _for_good(now.state, zone, effect.add, source)
        else:
            value = source or True
            facts += undone.noted(now.state, zone, LAID + effect.add, value, effect.until)
    now.happens(*facts)


def _for_good(state: CombatState, zone: ZoneId, word: TraitWord, source: str) -> list[Event]:
    had = state.encounter.board.zones[zone]
    facts: list[Event] = []
    if (zone, LIFTED + word) in state.marks:
        facts.append(MarkSet(subject=zone, name=LIFTED + word, value=None, rule=EFFECT))
    if all(trait.word != word for trait in had.traits):
        left = tuple(trait for trait in had.traits if trait.word not in _replaced(word))
        after = replace(had, traits=(*left, Trait(word)))
        says = f"{had.label}: {word}"
        facts.append(_changed(says, PlaceParts(zones={zone: after})))
    return facts


def _replaced(word: TraitWord) -> tuple[TraitWord, ...]:
    """Return the traits whose place one takes: another light, and mist where smoke comes."""
    light, obscured = TRAIT_FAMILIES["light"], TRAIT_FAMILIES["obscured"]
    if word in light:
        return light
    return obscured[: obscured.index(word)] if word in obscured else ()


@_on(m.ClearTrait)
def _clear(effect: m.ClearTrait, now: Now, source: str) -> None:
    facts: list[Event] = []
    for zone in effect.off:
        had = now.state.encounter.board.zones.get(zone)
        if had is None:
            continue
        if (zone, LAID + effect.clear) in now.state.marks:
            facts.append(MarkSet(subject=zone, name=LAID + effect.clear, value=None, rule=EFFECT))
        from_board = any(each.word == effect.clear for each in now.state.encounter.board.traits)
        if effect.until is not None or from_board:
            value = source or True
            facts += undone.noted(now.state, zone, LIFTED + effect.clear, value, effect.until)
        if effect.until is None:
            left = tuple(each for each in had.traits if each.word != effect.clear)
            if left != had.traits:
                says = f"{had.label}: no longer {effect.clear}"
                facts.append(_changed(says, PlaceParts(zones={zone: replace(had, traits=left)})))
    now.happens(*facts)


# Links, doors, squares


@_on(m.SetLink)
def _link(effect: m.SetLink, now: Now, source: str) -> None:
    had = now.state.encounter.board.links.get(effect.link)
    if had is None or had.kind == effect.kind:
        return
    after = replace(had, kind=effect.kind)
    fact = _changed(f"{had.label}: {effect.kind}", PlaceParts(links={LinkId(had.id): after}))
    back = undone.to_go_back(now.state, had.id, "link", had.kind, effect.kind, effect.until)
    now.happens(fact, *back)


@_on(m.SetDoor)
def _door(effect: m.SetDoor, now: Now, source: str) -> None:
    had = now.state.encounter.board.doors.get(effect.door)
    if had is None or had.state == effect.state:
        return
    after = replace(had, state=effect.state)
    fact = _changed(f"{had.label}: {effect.state}", PlaceParts(doors={effect.door: after}))
    back = undone.to_go_back(now.state, had.id, "door", had.state, effect.state, effect.until)
    now.happens(fact, *back)


@_on(m.PaintSquares)
def _paint(effect: m.PaintSquares, now: Now, source: str) -> None:
    board = now.state.encounter.board
    level = effect.level or board.first_level
    had = board.squares.get(level, {})
    width, height = limits(board)
    squares = tuple(Square(x, y) for x, y in effect.squares if 0 <= x < width and 0 <= y < height)
    is_known = not effect.paint or effect.paint in KINDS or effect.paint in board.kinds
    if level not in board.levels or not squares or not is_known:
        return
    after = undone.painted(had, dict.fromkeys(squares, effect.paint))
    says = f"{effect.paint or 'cleared'}: {len(squares)} squares"
    fact = _changed(says, PlaceParts(squares={level: after}))
    now.happens(fact, *undone.squares_to_go_back(now.state, level, squares, effect))


# People


@_on(m.Bring)
def _bring(effect: m.Bring, now: Now, source: str) -> None:
    _put(now, _not_out(now.state, effect.bring), effect.at, effect.level)


@_on(m.MoveFighters)
def _move(effect: m.MoveFighters, now: Now, source: str) -> None:
    there = (who for who in those_named(now.state, effect.move) if now.state.on_board(who))
    _put(now, there, effect.to, effect.level)


def _not_out(state: CombatState, names: Iterable[str]) -> Iterable[FighterId]:
    """Return the fighters that are named; of a group or zone, without those who are out."""
    chosen = set(names)
    for who in those_named(state, names):
        if who in chosen or state.fighters[who].off != "out":
            yield who


def _put(now: Now, people: Iterable[FighterId], at: At | None, level: LevelId | None) -> None:
    several = []
    for who in people:
        person = now.state.people[who]
        stands = (person.at, person.level) if at is None else (at, level)
        several.append((who, *stands))
    facts = placed(now.state, several, rule=EFFECT)
    now.happens(*facts)


@_on(m.Hurt)
def _hurt(effect: m.Hurt, now: Now, source: str) -> None:
    for who in those_named(now.state, effect.hurt):
        if who not in now.state.people or not now.state.on_board(who):
            continue
        part = Part(
            key="effect", says=source or "effect", does="base", amount=effect.damage, rule=EFFECT
        )
        key = now.unique(f"{who}|{source or 'effect'}|harm")
        damage = Tally(key=key, says="harm", parts=(part,))
        now.book.damage.hurt(
            now, who, now.told(damage),
            rule=EFFECT, location=effect.location, armour=effect.armour,
        )  # fmt: skip


@_on(m.Remove)
def _remove(effect: m.Remove, now: Now, source: str) -> None:
    there = _not_out(now.state, effect.remove)
    now.happens(*(LeftBoard(who=who, why=effect.why) for who in there))


# Clocks, knowledge, words


@_on(m.Tick)
def _tick(effect: m.Tick, now: Now, source: str) -> None:
    clock = now.state.encounter.clocks.get(effect.tick)
    if clock is None:
        return
    had = now.state.clocks.get(clock.id, clock.filled)
    filled = max(0, min(clock.size, had + effect.by))
    if filled != had:
        now.happens(ClockSet(clock=clock.id, filled=filled))


@_on(m.Show)
def _show(effect: m.Show, now: Now, source: str) -> None:
    facts: list[Event] = []
    for name in effect.show:
        who = those_named(now.state, [name]) if _is_folk(now.state, name) else ()
        facts += [_seen(now.state, each) for each in who]
        if not who:
            facts.append(KnowledgeSet(subject=name, shown="known", round=now.state.round))
    now.happens(*facts)


@_on(m.Hide)
def _hide(effect: m.Hide, now: Now, source: str) -> None:
    names: list[str] = []
    for name in effect.hide:
        names += those_named(now.state, [name]) if _is_folk(now.state, name) else [name]
    now.happens(*(KnowledgeSet(subject=name, shown="unknown") for name in names))


def _is_folk(state: CombatState, name: str) -> bool:
    return name in state.people or any(each.group == name for each in state.people.values())


def _seen(state: CombatState, who: FighterId) -> KnowledgeSet:
    fighter = state.fighters[who]
    return KnowledgeSet(
        subject=who, shown="seen", level=fighter.level, at=fighter.seat, round=state.round
    )


@_on(m.Say)
def _say(effect: m.Say, now: Now, source: str) -> None:
    now.happens(Said(text=effect.say, players=effect.players))


def _changed(says: str, parts: PlaceParts) -> PlaceChanged:
    return PlaceChanged(says=says, parts=parts, rule=EFFECT)
