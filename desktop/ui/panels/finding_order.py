"""What Ctrl+K finds of the column at the left of a fight: clocks, counters, cues, who is off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from desktop.core.model.words import FighterId
from desktop.core.rules.labels import label_of
from desktop.core.rules.state import CombatState
from desktop.ui.panels import order_lines
from desktop.ui.panels.finding_parts import Part

PRESS, SHIFT, BEGIN = "order.press", "order.shift", "order.begin"
"""What the window is asked for: a button of a row in that column, another place, a turn."""


def order_found(state: CombatState, chosen: Iterable[str] = ()) -> Iterator[Part]:
    """Yield what the buttons below the order do, and what becomes of the entry of those chosen."""
    entries = [state.entry_of(FighterId(who)) for who in chosen]
    for entry in dict.fromkeys(each for each in entries if each is not None):
        name = label_of(state, entry.id)
        yield Part(f"{name}: earlier in the order", "", (SHIFT, f"-1 {entry.id}"), "initiative up")
        yield Part(f"{name}: later in the order", "", (SHIFT, f"1 {entry.id}"), "initiative down")
        if not state.acting:
            yield Part(f"Begin the turn of {name}", "", (BEGIN, entry.id), "acts now")
    for clock in order_lines.clock_lines(state):
        beside = f"{clock.filled} of {clock.size}"
        name = f"clock {clock.id}"
        yield Part(f"{clock.name}: fill a segment", beside, (PRESS, f"more {name}"), "clock tick")
        yield Part(f"{clock.name}: empty a segment", beside, (PRESS, f"less {name}"), "clock back")
    for counter in order_lines.counter_lines(state):
        name = f"counter {counter.side} {counter.counter}"
        beside = str(counter.value)
        yield Part(f"{counter.name}: one more", beside, (PRESS, f"more {name}"), "counter plus")
        yield Part(f"{counter.name}: one less", beside, (PRESS, f"less {name}"), "counter minus")
    for cue in order_lines.cue_lines(state):
        yield Part(f"{cue.name}: let it come now", f"cue, {cue.when}",
                   (PRESS, f"button cue {cue.id}"), "fire cue event")  # fmt: skip
    for off in order_lines.off_lines(state):
        yield Part(f"Put {off.name} on the board", off.why, (PRESS, f"button off {off.id}"),
                   f"{off.name} bring in arrive place")  # fmt: skip
