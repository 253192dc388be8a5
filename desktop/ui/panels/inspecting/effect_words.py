"""What an effect does, in a sentence; and a first one of each kind to begin with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from desktop.core.model.edits.things import label_of
from desktop.core.model.encounter import Encounter, letter
from desktop.core.model.moments import (
    AddTrait,
    Bring,
    ClearTrait,
    Effect,
    Hide,
    Hurt,
    Moment,
    MoveFighters,
    PaintSquares,
    Remove,
    Say,
    SetDoor,
    SetLink,
    Show,
    Tick,
)
from desktop.core.model.words import At, KindWord, Square, TraitWord, ZoneId
from desktop.ui.menus.link_kind import called
from desktop.ui.session import Lit

VERBS: Mapping[type, str] = {
    AddTrait: "Add a trait", ClearTrait: "Clear a trait", SetLink: "Change a link",
    SetDoor: "Change a door", PaintSquares: "Paint squares", Bring: "Bring in",
    MoveFighters: "Move", Hurt: "Hurt", Remove: "Remove", Tick: "Tick a clock", Show: "Show",
    Hide: "Hide", Say: "Say",
}  # fmt: skip
"""The short list of effects, by the verb that each is."""


def sentence(encounter: Encounter, effect: Effect) -> str:  # noqa: C901 - one line for each kind
    """Return what an effect does, as `Add dark to Shed until end of round +2`."""

    def names(ids: Iterable[str]) -> str:
        return ", ".join(label_of(encounter, id_) for id_ in ids) or "nobody"

    match effect:
        case AddTrait():
            says = f"Add {effect.add} to {names(effect.to)}"
        case ClearTrait():
            says = f"Clear {effect.clear} off {names(effect.off)}"
        case SetLink():
            says = f"Make {names((effect.link,))} {called(effect.kind)}"
        case SetDoor():
            says = f"{label_of(encounter, effect.door)}: {effect.state}"
        case PaintSquares():
            where = "1 square" if len(effect.squares) == 1 else f"{len(effect.squares)} squares"
            says = f"Paint {where} {effect.paint}" if effect.paint else f"Clear {where}"
        case Bring():
            says = f"Bring in {names(effect.bring)}{_at(encounter, effect.at)}"
        case MoveFighters():
            says = f"Move {names(effect.move)}{_at(encounter, effect.to, 'to')}"
        case Hurt():
            past = "" if effect.armour else " past armour"
            says = f"Hurt {names(effect.hurt)}: {effect.damage}{past}"
            says += f", {effect.location}" if effect.location else ""
        case Remove():
            says = f"Remove {names(effect.remove)}: {effect.why}"
        case Tick():
            says = f"Tick {label_of(encounter, effect.tick)} by {effect.by}"
        case Show():
            says = f"Show {names(effect.show)}"
        case Hide():
            says = f"Hide {names(effect.hide)}"
        case Say():
            says = f"Say{' to players' if effect.players else ''}: {effect.say or '…'}"
    until: Moment | None = getattr(effect, "until", None)
    return f"{says} until {moment_words(encounter, until)}" if until else says


def moment_words(encounter: Encounter, moment: Moment) -> str:
    """Return a moment with names in the place of ids."""
    plain = str(Moment(moment.point, moment.number, moment.later))
    return (
        f"{plain}{' of ' if 'turn' in plain else ' '}{label_of(encounter, moment.of)}"
        if (moment.of)
        else plain
    )


def _at(encounter: Encounter, at: At | None, word: str = "at") -> str:
    if at is None:
        return ""
    where = f"{at[0]}, {at[1]}" if isinstance(at, tuple) else label_of(encounter, at)
    return f" {word} {where}"


def touched(effect: Effect) -> Lit:
    """Return what an effect would change, to be lit up on the board."""
    ids: list[str] = []
    for name in ("to", "off", "link", "door", "bring", "at", "move", "hurt", "remove", "show",
                 "hide"):  # fmt: skip
        value = getattr(effect, name, None)
        if isinstance(value, str):
            ids.append(value)
        elif isinstance(value, tuple):
            ids += [each for each in value if isinstance(each, str)]
    squares = getattr(effect, "squares", ())
    at = getattr(effect, "at", None) or getattr(effect, "to", None)
    if isinstance(at, tuple) and all(isinstance(each, int) for each in at):
        squares = (Square(*at),)
    return Lit(tuple(ids), tuple(squares), getattr(effect, "level", None))


# A first one of each kind


def drafts(encounter: Encounter, home: ZoneId | None = None) -> Mapping[type, Effect | str]:
    """Return for each kind an effect to begin with, or why there can be none."""
    board = encounter.board
    zone = home or next(iter(board.zones), None)
    link, door = next(iter(board.links), None), next(iter(board.doors), None)
    clock, who = next(iter(encounter.clocks), None), _somebody(encounter)
    thing = who or zone or ""
    trait = _trait_of(encounter, zone)
    lacks: Callable[[str], str] = "There is no {} yet.".format
    return {
        AddTrait: AddTrait(add=TraitWord("lightly obscured"), to=(zone,))
        if zone
        else lacks("zone"),
        ClearTrait: ClearTrait(clear=trait, off=(zone,)) if zone else lacks("zone"),
        SetLink: SetLink(link=link, kind="open") if link else lacks("link"),
        SetDoor: SetDoor(door=door, state="open") if door else lacks("door"),
        PaintSquares: PaintSquares(paint=KindWord("rubble"), squares=(Square(0, 0),)),
        Bring: Bring(bring=(who,)) if who else lacks("fighter"),
        MoveFighters: (
            MoveFighters(move=(who,), to=zone) if who and zone else lacks("fighter or zone")
        ),
        Hurt: Hurt(hurt=(zone,), damage=5) if zone else lacks("zone"),
        Remove: Remove(remove=(who,)) if who else lacks("fighter"),
        Tick: Tick(tick=clock) if clock else lacks("clock"),
        Show: Show(show=(thing,)) if thing else lacks("fighter or zone"),
        Hide: Hide(hide=(thing,)) if thing else lacks("fighter or zone"),
        Say: Say(say="Something happens"),
    }


def _somebody(encounter: Encounter) -> str:
    for group in encounter.groups.values():
        return group.id if group.count > 1 else f"{group.id}/{letter(0)}"
    return next(iter(encounter.fighters), "")


def _trait_of(encounter: Encounter, zone: ZoneId | None) -> TraitWord:
    laid = encounter.board.zones[zone].traits if zone is not None else ()
    return laid[0].word if laid else TraitWord("lightly obscured")
