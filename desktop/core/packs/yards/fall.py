"""Falling, where the table wants this book's own damage for it: what the GM fills in."""

from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId
from desktop.core.packs.yards import harm
from desktop.core.packs.yards.figures import YARD, in_yards
from desktop.core.packs.yards.ground import EVEN, above_at, drop_at
from desktop.core.rules.book import Leg, Pack, Rulebook
from desktop.core.rules.events import Moved, Said
from desktop.core.rules.labels import label_of
from desktop.core.rules.lengths import length_asked, length_told
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState
from desktop.core.rules.tally import RuleRef
from desktop.core.rules.walk import land, spot_of

FELL = RuleRef("INQ-HARM-03")
FLIES = "flies by"
"""The mark on a fighter with what keeps it up in the air."""
TABLE = "fall"
"""The GM's own table of damage, by the yards from which a row holds."""


class YardsFall:
    """How this book lets somebody fall: the height is told, the damage is the GM's."""

    def fall(
        self,
        now: Now,
        who: FighterId,
        metres: float,
        *,
        rule: RuleRef,
        to: Spot | None = None,
        controlled: bool = False,
    ) -> None:
        """Let a fighter fall so far, with all that it brings, onto `to` or where it is."""
        if not now.state.on_board(who):
            return
        name = label_of(now.state, who)
        far = length_asked(now, f"metres|{who}", f"{name} falls so many", metres, rule)
        now.happens(Said(text=f"{name} falls {length_told(now.state, far)}.", who=who, rule=FELL))
        land(now, who, None if to == spot_of(now.state, who) else to)
        if not now.state.on_board(who):
            return
        harm.fell_down(now, who, FELL)
        amount = _damage(now, who, in_yards(far))
        if amount and now.state.on_board(who):
            dealt = harm.damage(
                now, who, "fall", f"A fall of {length_told(now.state, far)}", amount, FELL
            )
            harm.hurt(now, who, dealt, rule=FELL)


def _damage(now: Now, who: FighterId, yards: float) -> int:
    """Return the damage of a fall: the GM's table or word, or dice for each yard."""
    name = label_of(now.state, who)
    if reads(now.state, "inq_fall_table", "dice by yard"):
        says = f"Dice (d6) for each yard that {name} falls"
        each = now.amount(now.unique(f"fall dice|{who}"), says, 1, FELL)
        count = int(each * int(yards + 1e-6))
        return sum(now.roll("d6", who, f"Damage of the fall to {name}", FELL) for _ in range(count))
    table = now.state.encounter.tables.get(TABLE)
    rows = {low: text for low, text in (table.rows if table is not None else {}).items()}
    row = max((low for low in rows if low <= yards + 1e-6), default=None)
    default = _number(rows[row]) if row is not None else 0
    says = f"Damage of a fall of {length_told(now.state, yards * YARD)} to {name}"
    return now.count(now.unique(f"fall damage|{who}"), says, int(default), FELL)


def _number(text: str) -> float:
    """Return what a row of the GM's table says; 0 for what is no number."""
    try:
        return max(0.0, float(text))
    except ValueError:
        return 0.0


# Over an edge, or off what one stood on


def flies(state: CombatState, who: FighterId) -> bool:
    """Whether something keeps a fighter up in the air."""
    mark = state.mark(who, FLIES)
    own = state.people[who].profile.flies is not None
    return own if mark is None else bool(mark)


def _entering(now: Now, who: FighterId, leg: Leg, forced: bool) -> None:
    """Whoever comes to where nothing bears it falls; leapers and climbers see to it themselves."""
    spot = spot_of(now.state, who)
    if not now.book.space.in_lengths or "leap" in leg.gaits or spot is None:
        return
    if flies(now.state, who) or now.book.is_hole(now.state, spot):
        return
    if now.state.place.is_open(*spot):
        down = drop_at(now.state, who, spot)
        if down is not None:
            now.book.fall.fall(now, who, down[1], rule=FELL, to=down[0])
        return
    above = now.state.fighters[who].above
    lower = above - above_at(now.state.place, spot)
    if lower > EVEN:
        now.book.fall.fall(now, who, lower, rule=FELL)


def _notable(book: Rulebook, state: CombatState, who: FighterId, spot: Spot) -> bool:
    if not book.space.in_lengths:
        return False
    return state.place.is_open(*spot) or _is_lower(state, who, spot)


def _is_lower(state: CombatState, who: FighterId, spot: Spot) -> bool:
    """Whether what is at a square is lower than a fighter that stands on top of something."""
    above = state.fighters[who].above
    return above > EVEN and not flies(state, who) and above - above_at(state.place, spot) > EVEN


def _leaving(now: Now, who: FighterId, leg: Leg, forced: bool) -> bool | None:
    """Whoever has fallen on its way goes no further."""
    if forced or not now.book.space.in_lengths:
        return None
    return False if now.happened(Moved, who=who, how="fell") else None


CHAPTER = Pack(
    name="yards",
    slots={"fall": YardsFall()},
    leaving=(_leaving,),
    entering=(_entering,),
    notable=(_notable,),
)
