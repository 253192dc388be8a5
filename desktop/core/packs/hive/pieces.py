"""Which things of the board follow this book, where they lie, and what is shut down."""

from collections.abc import Iterator

from desktop.core.model.board import Door, Feature
from desktop.core.model.words import DoorId, FeatureId, FeatureKind, PackName
from desktop.core.rules.book import Note, Pack, Rulebook
from desktop.core.rules.labels import label_of
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Refusal, RuleRef

BOOK: PackName = "hive"
DOWN = "shut down"
"""The mark on a thing whose mechanism is shut down, until it starts again."""
PLAIN = "plain"
"""The mark on a thing that the table plays without the special rules of its kind."""
AT_HAND = 9
"""Where in the action bar stands what a fighter can do with a thing at hand."""
SHUT = RuleRef("ZM-PANEL-07")
CHOSEN = RuleRef("ZM-SETUP-07")


def is_ours(state: CombatState, feature: Feature) -> bool:
    """Whether a feature has the special rules that this book gives its kind."""
    return feature.book in (None, BOOK) and not state.mark(feature.id, PLAIN)


def of_kind(state: CombatState, kind: FeatureKind) -> Iterator[Feature]:
    """Yield the features of a kind that follow this book, and do so now."""
    for feature in state.encounter.board.features.values():
        if feature.kind == kind and is_ours(state, feature) and not is_asleep(state, feature.id):
            yield feature


def refusals(state: CombatState, id_: FeatureId, kind: FeatureKind) -> Iterator[Refusal]:
    """Yield why a feature is none of a kind that follows this book."""
    feature = state.encounter.board.features[id_]
    if feature.kind != kind:
        yield Refusal(f"{feature.label} is no {kind}.", CHOSEN, final=True)
    elif not is_ours(state, feature):
        yield Refusal(f"{feature.label} has no special rules here.", CHOSEN)


def is_down(state: CombatState, thing: str) -> bool:
    """Whether the mechanism of a thing is shut down."""
    return bool(state.mark(thing, DOWN))


def is_asleep(state: CombatState, thing: str) -> bool:
    """Whether even what a thing does without a mechanism is shut down, by one reading."""
    return is_down(state, thing) and reads(state, "zm_shutdown_passive", "everything stops")


def down_refusals(state: CombatState, thing: str) -> Iterator[Refusal]:
    """Yield that a thing is shut down, where it is."""
    if is_down(state, thing):
        yield Refusal(f"{label_of(state, thing)} is shut down.", SHUT, "Start it at its panel.")


def asleep_refusals(state: CombatState, thing: str) -> Iterator[Refusal]:
    """Yield that a thing without a mechanism is shut down, by the reading that stops those too."""
    if is_asleep(state, thing):
        yield from down_refusals(state, thing)


def workers_of(state: CombatState, thing: str) -> Iterator[Feature]:
    """Yield the panels that a door or feature is linked to."""
    for panel in of_kind(state, "panel"):
        if thing in panel.works:
            yield panel


def thing_of(state: CombatState, id_: str) -> Door | Feature | None:
    """Return the door or feature of an id."""
    board = state.encounter.board
    return board.doors.get(DoorId(id_)) or board.features.get(FeatureId(id_))


def _notes(book: Rulebook, state: CombatState) -> Iterator[Note]:
    for (thing, name), mark in state.marks.items():
        if name == DOWN and mark.value:
            yield Note(thing, "shut down", spent=True)
        elif name == PLAIN and mark.value:
            yield Note(thing, "plain scenery", spent=True)


CHAPTER = Pack(name=BOOK, notes=(_notes,))
