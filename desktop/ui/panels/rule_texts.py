"""What the catalogue says of a reason, in the tool tip beside it."""

from __future__ import annotations

from collections.abc import Mapping

from desktop.core.rules.tally import RuleRef
from desktop.core.store.catalogue import catalogue
from desktop.ui.menus.sentences import wrapped

LETTERS = 60


def rule_tip(rule: str, ruling: str, readings: Mapping[str, str]) -> str:
    """Return a rule in the program's words and, where it hangs on a ruling, how that is read."""
    known = catalogue()
    found = known.rules.get(RuleRef(rule))
    if found is None:
        return rule
    said = [found.title, wrapped(found.rule, LETTERS)]
    text = known.rulings.get(ruling)
    if text is not None:
        reading = readings.get(ruling, text.default)
        means = f"Read as “{reading}”: {text.readings.get(reading, '')}"
        said += ["", text.title, wrapped(means, LETTERS)]
    return "\n".join([*said, "", f"{rule}: click or press ? to read more"])
