"""Off the mount: where a rider comes to stand, lie or fall."""

from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId
from desktop.core.packs.imperium.aloft import can_fly, is_up
from desktop.core.packs.imperium.falling import landing
from desktop.core.packs.imperium.suffering import suffer
from desktop.core.rules.events import Moved, Parted, Related
from desktop.core.rules.marks import REACH, RIDING
from desktop.core.rules.now import Now
from desktop.core.rules.seating import seat_beside
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef


def get_off(now: Now, who: FighterId, mount: FighterId, rule: RuleRef) -> None:
    """Bring a rider off its mount to a place beside it; out of the air it falls."""
    now.happens(Parted(kind=RIDING, one=who, other=mount, rule=rule))
    falls = drop_of(now.state, who)
    if falls is not None:
        spot, metres = falls
        now.book.fall.fall(now, who, metres, rule=rule, to=spot)
    else:
        put_beside(now, who, mount, rule)


def throw(now: Now, who: FighterId, mount: FighterId, rule: RuleRef) -> None:
    """Let a rider lie Prone beside its mount."""
    get_off(now, who, mount, rule)
    if now.state.on_board(who) and "prone" not in now.state.fighters[who].conditions:
        suffer(now, who, "prone", rule=rule)


def drop_of(state: CombatState, who: FighterId) -> tuple[Spot | None, float] | None:
    """Return where and how far one falls that nothing carries any more; None where it stands."""
    return landing(state, who) if is_up(state, who) and not can_fly(state, who) else None


def put_beside(now: Now, who: FighterId, mount: FighterId, rule: RuleRef) -> None:
    """Put a rider that has got off within arm's reach of its mount."""
    if not now.state.on_board(mount) or now.state.zone_of(mount) is None:
        return
    level, seat = seat_beside(now.state, who, mount)
    above = now.state.fighters[who].above
    now.happens(Moved(who=who, how="put", level=level, to=seat, above=above, rule=rule))
    near = now.state.holds(REACH, who, mount)
    if not now.book.space.on_squares and now.state.on_board(who) and not near:
        now.happens(Related(kind=REACH, one=who, other=mount, rule=rule))
