"""What holds between two is told by names, when it begins and when it ends."""

import pytest

from desktop.core.rules import marks
from desktop.core.rules.events import Parted, Related
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
