"""What facts say to people: names, places, and what holds between two."""

import pytest

from desktop.core.model.words import Square
from desktop.core.rules import marks
from desktop.core.rules.events import Moved, Parted, Related
from desktop.core.rules.telling import sentence
from tests.helpers.attacks import scene, someone


@pytest.mark.parametrize(
    ("kind", "other", "begins", "ends"),
    [
        (marks.RIDING, "bob", "ann rides bob.", "ann rides bob no more."),
        (marks.UNAWARE_OF, "bob", "ann does not know of bob.", "ann knows of bob now."),
        (marks.BARS, "b", "ann lets no foe in from b.", "ann bars the way from b no more."),
        (marks.HOLDS_SHUT, "b", "ann holds b shut.", "ann holds b shut no more."),
        ("owes", "bob", "ann and bob: owes.", "ann and bob: owes ends."),
    ],
)
def test_a_relation_is_told_to_begin_and_to_end(
    kind: str, other: str, begins: str, ends: str
) -> None:
    state = scene(someone("ann", side="heroes"), someone("bob", "b")).state
    assert sentence(state, Related(kind=kind, one="ann", other=other)) == begins
    assert sentence(state, Parted(kind=kind, one="ann", other=other)) == ends


def test_who_only_goes_elsewhere_in_its_zone_is_not_told_to_go_there() -> None:
    state = scene(someone("ann", side="heroes"), someone("bob", "b")).state
    level, (x, y) = state.fighters["ann"].level, state.fighters["ann"].seat

    def went(to: Square, *path: tuple[str, Square]) -> str:
        return sentence(state, Moved(who="ann", how="walked", level=level, to=to, path=path))

    near, far = Square(x + 1, y), state.fighters["bob"].seat
    assert went(near, (level, near)) == "ann moves within a."
    assert went(far, (level, near), (level, far)) == "ann goes to b."
    assert went(near, (level, far), (level, near)) == "ann goes to a."
