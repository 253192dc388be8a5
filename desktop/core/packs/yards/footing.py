"""Footing: who is dragged stands on what is there, and who loses what bore it falls."""

from desktop.core.model.place import Place, Spot
from desktop.core.model.words import FighterId
from desktop.core.packs.yards.climb import CLIMBING, YardsClimb
from desktop.core.packs.yards.fall import FELL, flies
from desktop.core.packs.yards.figures import part_of
from desktop.core.packs.yards.ground import EVEN, above_at, drop_at, surface
from desktop.core.rules.book import Pack
from desktop.core.rules.events import Moved, PlaceChanged
from desktop.core.rules.labels import label_of
from desktop.core.rules.lengths import length_told
from desktop.core.rules.marks import RIDING, place_of
from desktop.core.rules.now import Now
from desktop.core.rules.state import CombatState
from desktop.core.rules.walk import spot_of


def _is_borne(now: Now, who: FighterId) -> bool:
    """Whether something else than the ground keeps a fighter up: its wings or its mount."""
    return flies(now.state, who) or next(iter(now.state.related(RIDING, who)), None) is not None


def _stand(now: Now, who: FighterId) -> None:
    """Bring a fighter down, or up where this book climbs, onto what is at its square."""
    spot, fighter = spot_of(now.state, who), now.state.fighters[who]
    if spot is None:
        return
    place = now.state.place
    above = 0.0 if place.is_open(*spot) else above_at(place, spot)
    if above > fighter.above and not isinstance(now.book.provider("climb"), YardsClimb):
        return
    if abs(fighter.above - above) > EVEN:
        now.happens(Moved(who=who, how="put", level=spot.level, to=spot.square, above=above))


def _moved(now: Now, fact: Moved) -> None:
    """A token that is dragged off a top or onto one does not hang in the air nor sink in."""
    who = fact.who
    if fact.how != "put" or not now.book.space.on_squares or who not in now.before.fighters:
        return
    as_it_was = fact.above == now.before.fighters[who].above
    if as_it_was and not _is_borne(now, who) and not now.state.mark(who, CLIMBING):
        _stand(now, who)


# When the ground changes


def _changed(now: Now, fact: PlaceChanged) -> None:
    if not now.book.space.on_squares:
        return
    before = now.before
    for who in tuple(now.state.fighters):
        spot = spot_of(now.state, who) if who in before.fighters else None
        if spot is None or spot != spot_of(before, who) or _is_borne(now, who):
            continue
        if now.state.mark(who, CLIMBING):
            _lose_hold(now, before, who)
        else:
            _lose_ground(now, before, who, spot)


def _lose_hold(now: Now, before: CombatState, who: FighterId) -> None:
    """Let a climber fall whose face has gone."""
    target = place_of(now.state.mark(who, CLIMBING))
    if target is None:
        return
    left = _rise(now.state.place, target)
    if left < _rise(before.place, target) - EVEN and left < now.state.fighters[who].above - EVEN:
        _fall(now, who, now.state.fighters[who].above, None)


def _lose_ground(now: Now, before: CombatState, who: FighterId, spot: Spot) -> None:
    """Let a fighter fall under whom what it stood on has gone."""
    place, above = now.state.place, before.fighters[who].above
    if before.place.is_open(*spot) or abs(above - above_at(before.place, spot)) > EVEN:
        return
    if place.is_open(*spot):
        down = drop_at(now.state, who, spot) if now.book.space.in_lengths else None
        if down is not None and down[1] > EVEN:
            _fall(now, who, down[1], down[0])
        return
    lost = _rise(before.place, spot) - _rise(place, spot)
    if lost > part_of(now.state, who, "waist"):
        _fall(now, who, lost, None)
    if above and now.state.on_board(who) and spot_of(now.state, who) == spot:
        _stand(now, who)


def _rise(place: Place, spot: Spot) -> float:
    """Return how far what one stands on at a square rises above its level."""
    return surface(place, spot) - place.board.levels[spot.level].height


def _fall(now: Now, who: FighterId, metres: float, to: Spot | None) -> None:
    name = label_of(now.state, who)
    says = f"{name} falls {length_told(now.state, metres)}, as what bore it is gone"
    if now.word(now.unique(f"ground gone|{who}"), says, True, FELL):
        now.book.fall.fall(now, who, metres, rule=FELL, to=to)
    else:
        spot = to or spot_of(now.state, who)
        assert spot is not None  # it stood somewhere
        above = above_at(now.state.place, spot)
        now.happens(Moved(who=who, how="put", level=spot.level, to=spot.square, above=above))


CHAPTER = Pack(name="yards", follows={Moved: (_moved,), PlaceChanged: (_changed,)})
