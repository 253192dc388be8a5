"""Range bands where squares measure: so many metres, or by a reading so many zones."""

from desktop.core.model.words import ZoneId
from desktop.core.rules.lengths import square_metres
from desktop.core.rules.readings import reads
from desktop.core.rules.state import CombatState

BANDS = ((10.0, "short"), (20.0, "medium"), (40.0, "long"))
"""The furthest metres of each range band; beyond the last is extreme."""
BY_ZONES = ("short", "medium", "long", "extreme")
NEAR_ENOUGH = 1e-5


def band_of(state: CombatState, far: float, here: ZoneId | None, there: ZoneId | None) -> str:
    """Return the band of a length in squares, between two places in these zones."""
    if here is not None and there is not None and reads(state, "grid_bands", "by zones"):
        return _by_zones(state, here, there)
    metres = far * square_metres(state)
    return next((band for most, band in BANDS if metres <= most + NEAR_ENOUGH), "extreme")


def _by_zones(state: CombatState, here: ZoneId, there: ZoneId) -> str:
    steps, waiting = {here: 0}, [here]
    for zone in waiting:
        for near in state.place.neighbours(zone, "any"):
            if near not in steps:
                steps[near] = steps[zone] + 1
                waiting.append(near)
    return BY_ZONES[min(steps.get(there, len(BY_ZONES)), len(BY_ZONES) - 1)]
