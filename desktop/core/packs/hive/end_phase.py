"""What the End phase brings, in its order: sludge as it begins, hatches when the rest is done."""

from desktop.core.packs.hive import hatch, sludge
from desktop.core.rules.book import Pack
from desktop.core.rules.events import MomentCame
from desktop.core.rules.now import Now
from desktop.core.rules.readings import reads


def _moment(now: Now, came: MomentCame) -> None:
    early = reads(now.state, "zm_hatch_order", "with the sludge")
    if came.point == "end phase":
        if early:
            hatch.end_phase(now)
        sludge.end_phase(now)
    if came.point == "end of round" and not early:
        hatch.end_phase(now)


CHAPTER = Pack(name="hive", follows={MomentCame: (_moment,)})
