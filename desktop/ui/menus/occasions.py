"""The occasions on which a feature does something, each with a list of effects of its own."""

from __future__ import annotations

from typing import Literal, get_args

from desktop.ui.menus.hand import Hand

Occasion = Literal["used", "hit", "passed"]
OCCASIONS: tuple[Occasion, ...] = get_args(Occasion)
LABELS: dict[Occasion, str] = {
    "used": "Using it", "hit": "Hitting it", "passed": "Passing the Test",
}  # fmt: skip
CHOICE = "feature.occasion"
"""The choice of the hand: whose list an arrow from a feature adds to."""


def occasion_in(hand: Hand) -> Occasion:
    """Return the occasion whose list an arrow adds to now: the one last worked on."""
    chosen = hand.choice(CHOICE, "used")
    return next((each for each in OCCASIONS if each == chosen), "used")
