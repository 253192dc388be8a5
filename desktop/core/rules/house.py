"""The ids of the program's own rules, which no book gives, and the refusal of unknown names."""

from collections.abc import Iterable

from desktop.core.model.plain import closest_words
from desktop.core.rules.tally import Refusal, RuleRef

FIGHT = RuleRef("HOUSE-FIGHT-01")
"""A fight begins once, and nothing happens in it before."""
ORDER = RuleRef("HOUSE-ORDER-01")
"""One entry of the order has its turn at a time, each once a round."""
SKIPPED = RuleRef("HOUSE-ORDER-02")
"""Whoever is surprised, out or off the board does not act; its turn passes all the same."""
MOMENT = RuleRef("HOUSE-MOMENT-01")
"""Cues, clocks and what lasts until a moment come due when it comes."""
EFFECT = RuleRef("HOUSE-EFFECT-01")
"""Effects of cues, clocks and features happen as they are written."""
NAMES = RuleRef("HOUSE-NAMES-01")
"""An action names only what there is."""


def no_such(what: str, id_: str, known: Iterable[str]) -> Refusal:
    """Return the refusal of an action that names something that is not among those known."""
    hint = closest_words(id_, list(known)).strip()
    says = f"There is no {what} {id_}." if id_ else f"It names no {what}."
    return Refusal(says, NAMES, hint, final=True)
