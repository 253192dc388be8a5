"""What is odd about a layout: geometry, shape of the graph, forces, purpose. Judges no fight.

To add a check, write a function that takes a `Layout` and yields what it `Found`, put it into the
`CHECKS` of its file (a new file's into those of `all_checks`) and its texts into the catalogue. It
is made again only where something that it read of its layout is another: so read as little as will
do, `layout.labels` rather than `layout.zones`, and never `layout.encounter`, which is another one
after every edit. What several checks work out alike is a `fact`, on the layout or beside them; a
table of one thing each is made by `each_of`, and the few things that an edit touches cost little.
Who of everyone is meant is said by the bits of their places (`places`), as in `layout.in_zone`,
and of zones by the bits of a `graph`: ask these rather than go through all people or zones. Keep
nothing from one call to the next, and read nothing but the layout.
"""

from desktop.core.survey.all_checks import counts, survey, unfilled_slots, unknown_keys
from desktop.core.survey.issue import Fix, Found, Issue, Where
from desktop.core.survey.pictures import pictures

__all__ = [
    "Fix", "Found", "Issue", "Where", "counts", "pictures", "survey", "unfilled_slots",
    "unknown_keys",
]  # fmt: skip
