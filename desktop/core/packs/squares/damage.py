"""Damaging squares: harm at once for whoever enters, by walking or by force."""

from collections.abc import Iterable, Iterator

from desktop.core.model.board import Piece
from desktop.core.model.ground import kind_of
from desktop.core.model.place import Spot
from desktop.core.model.underfoot import Layer
from desktop.core.model.words import FighterId
from desktop.core.packs.squares.entering import entered, spots_at
from desktop.core.packs.squares.ground import qualities
from desktop.core.packs.squares.harm import hurt, joins_attack, points
from desktop.core.rules.book import Leg, Pack, Plan, Rulebook
from desktop.core.rules.events import MomentCame, PlaceChanged
from desktop.core.rules.labels import label_of
from desktop.core.rules.near import spots_of
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import Consequence, RuleRef
from desktop.core.rules.walk import OVER

ENTERS = RuleRef("GRID-DAMAGE-01")
FORCED = RuleRef("GRID-DAMAGE-02")


def damage_of(state: CombatState, layer: Layer) -> int | None:
    """Return what a damaging thing deals; None where nobody says."""
    if isinstance(layer.thing, Piece) and layer.thing.damage is not None:
        return layer.thing.damage
    return kind_of(state.encounter.board, layer.kind).damage


def worst(state: CombatState, who: FighterId, spots: Iterable[Spot]) -> Layer | None:
    """Return what hurts most on squares that a fighter comes onto."""
    found = [layer for layer in qualities(state, who, spots) if "damaging" in layer.qualities]
    return max(found, key=lambda layer: damage_of(state, layer) or 0, default=None)


def _bite(now: Now, who: FighterId, spots: Iterable[Spot], rule: RuleRef) -> None:
    layer = worst(now.state, who, spots)
    if layer is None:
        return
    amount = damage_of(now.state, layer)
    name = label_of(now.state, who)
    if amount is None:
        says = f"{name} takes damage from {layer.kind}, which nobody has given a number"
        amount = now.count(now.unique(f"terrain|{who}|{layer.kind}"), says, 0, rule)
    joins = reads(now.state, "grid_damage_in_attack", "one total")
    if amount and not joins_attack(now, who, amount, by_ruling=joins):
        hurt(now, who, layer.kind, points("terrain", layer.kind, amount, rule), rule=rule)


def _entering(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
    if now.book.space.on_squares and leg.path:
        rule = FORCED if forced else ENTERS
        _bite(now, who, entered(now.state, who, leg), rule)


def _foretells(
    book: Rulebook, state: CombatState, who: FighterId, plan: Plan
) -> Iterator[Consequence]:
    if not book.space.on_squares:
        return
    for at, leg in enumerate(plan.legs):
        over = not OVER.isdisjoint(leg.gaits)
        path = leg.path[-1:] if over else leg.path
        before: Spot | None = None
        for spot in path:
            now_on = set(spots_at(state, who, spot))
            layer = worst(state, who, now_on - set(spots_at(state, who, before) if before else ()))
            before = spot
            if layer is not None:
                amount = damage_of(state, layer)
                says = f"enters {layer.kind}" + (f" {amount}" if amount else "")
                yield Consequence(who=who, says=says, rule=ENTERS, at=at, grave=True)


# By one reading, being there when it comes or when one's turn begins is entering


def _changed(now: Now, fact: PlaceChanged) -> None:
    if not now.book.space.on_squares or not reads(now.state, "grid_damage_standing", "counts too"):
        return
    before = now.before
    for who in tuple(now.state.fighters):
        spots = spots_of(now.state, who)
        had = worst(before, who, spots_of(before, who)) if who in before.fighters else None
        found = worst(now.state, who, spots)
        if found is not None and (had is None or had.kind != found.kind):
            _bite(now, who, spots, ENTERS)


def _moment(now: Now, came: MomentCame) -> None:
    if came.point != "start of turn" or came.who is None or not now.book.space.on_squares:
        return
    if reads(now.state, "grid_damage_standing", "counts too"):
        _bite(now, came.who, spots_of(now.state, came.who), ENTERS)


CHAPTER = Pack(
    name="squares",
    entering=(_entering,),
    foretells=(_foretells,),
    follows={PlaceChanged: (_changed,), MomentCame: (_moment,)},
)
