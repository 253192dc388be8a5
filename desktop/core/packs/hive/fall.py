"""Falls by the table of this book: a hit by the inches fallen, then Prone and Pinned."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

from desktop.core.model.place import Spot
from desktop.core.model.words import FighterId
from desktop.core.packs.hive.harm import Hit, hit
from desktop.core.packs.hive.inches import inches
from desktop.core.packs.hive.statuses import end_activation, topple
from desktop.core.rules.book import Pack
from desktop.core.rules.events import Said
from desktop.core.rules.labels import label_of
from desktop.core.rules.now import Now
from desktop.core.rules.questions import Option
from desktop.core.rules.readings import reads
from desktop.core.rules.tally import RuleRef
from desktop.core.rules.walk import land

RULE = RuleRef("ZM-PITFALL-06")
TABLE: Mapping[int, Hit | None] = {
    0: None,
    3: Hit(strength=3, damage=1),
    6: Hit(strength=5, ap=1, damage=1),
    8: Hit(strength=7, ap=2, damage=2),
    10: Hit(strength=9, ap=3, damage=3),
}
"""What a fall does, by the fewest inches fallen."""
NONE = "no hit"
ROUNDING = 1e-6


def hit_of(far: float) -> Hit | None:
    """Return the hit of a fall of so many inches, rounded up; None where it does nothing."""
    whole = ceil(far - ROUNDING)
    return TABLE[max(low for low in TABLE if low <= max(whole, 0))]


@dataclass(frozen=True, slots=True)
class HiveFall:
    """How this book lets somebody fall."""

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
        far = inches(now.state, metres)
        text = f"{label_of(now.state, who)} falls {ceil(far - ROUNDING)} inches"
        now.happens(Said(text=text, who=who, rule=rule))
        land(now, who, to)
        came = _entered(now, who) if _is_entered(now) else hit_of(far)
        if came is not None and now.state.on_board(who):
            hit(now, who, came, RULE)
        topple(now, who, RULE)
        end_activation(now, who, RULE)


def _is_entered(now: Now) -> bool:
    return reads(now.state, "zm_fall_table", "players enter")


def _entered(now: Now, who: FighterId) -> Hit | None:
    """Return the hit that the table says a fall is."""
    hits = [each for each in TABLE.values() if each is not None]
    options = [Option(NONE, NONE), *(Option(str(each), str(each)) for each in hits)]
    said = now.choose(options, who, f"What the fall of {label_of(now.state, who)} does", RULE)
    return next((each for each in hits if str(each) == said), None)


CHAPTER = Pack(name="hive", slots={"fall": HiveFall()})
