"""What Ctrl+K finds of the column at the left of a fight: clocks, counters, cues, who is off."""

from __future__ import annotations

from collections.abc import Iterator

from desktop.core.rules.state import CombatState
from desktop.ui.panels import order_lines
from desktop.ui.panels.finding_parts import Part

PRESS = "order.press"
"""What the window is asked for: a button of a row in that column."""


def order_found(state: CombatState) -> Iterator[Part]:
    """Yield what the buttons below the order do."""
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
