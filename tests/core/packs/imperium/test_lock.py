from typing import Any

import pytest

from desktop.core.model.board import LinkTest
from desktop.core.packs.imperium.lock import OpenLock
from tests.helpers.attacks import Scene
from tests.helpers.build import board, door, link, zone
from tests.helpers.moves import left, plan, rules, walker

HARD = LinkTest(skill="tech (security)", difficulty=-10)


def gated(
    state: str = "locked", *, lock: LinkTest | None = None, at: str = "a", **fields: Any
) -> Scene:
    """Return P in A, of A to C in a row, with a gate on the link from A to B."""
    on = board(
        zone("a", at=(0, 0, 4, 4)), zone("b", at=(4, 0, 4, 4)), zone("c", at=(8, 0, 4, 4)),
        link("a", "b", through="gate"), link("b", "c"),
        door("gate", ((4, 1), (4, 2)), state, lock=lock),
    )  # fmt: skip
    return walker(on, at=at, **fields)


def state_of(made: Scene) -> str:
    return made.state.encounter.board.doors["gate"].state  # type: ignore[index]


@pytest.mark.rule("IM-TURN-03")
@pytest.mark.parametrize(("face", "then"), [(30, "open"), (90, "locked")])
def test_a_lock_takes_an_action_and_its_test(face: int, then: str) -> None:
    made = gated(lock=HARD, skills={"tech (security)": 45})
    assert rules(plan(made, "b").refusals) == ["GRID-DOOR-01"]
    offer = made.offers("P")["lock:gate"]
    assert (offer.says, offer.cost, offer.refusals) == ("Unlock gate", "Action", ())
    made.take(OpenLock(who="P", door="gate"), face)
    assert (made.test_of("P").target, state_of(made), left(made, "action")) == (35, then, 0)
    assert left(made, "move") == 1
    assert bool(plan(made, "b").refusals) == (then == "locked")
    assert "IM-TURN-01" in rules(made.refused(OpenLock(who="P", door="gate")))


@pytest.mark.rule("IM-TURN-03")
def test_a_lock_without_a_test_takes_the_usual_one_unless_the_gm_says_another() -> None:
    made = gated(skills={"athletics (might)": 50, "tech (security)": 20})
    words = {"lock skill|gate": "athletics (might)"}
    made.take(OpenLock(who="P", door="gate"), 45, words=words)
    assert state_of(made) == "open"
    usual = gated(skills={"tech (security)": 20})
    usual.take(OpenLock(who="P", door="gate"), 45)
    assert (usual.test_of("P").target, state_of(usual)) == (20, "locked")


@pytest.mark.rule("IM-TURN-03", "IM-RANGE-03")
def test_what_makes_no_sense_is_refused() -> None:
    assert rules(gated(at="c").refused(OpenLock(who="P", door="gate"))) == ["IM-RANGE-03"]
    shut = gated("closed")
    assert rules(shut.refused(OpenLock(who="P", door="gate"))) == ["IM-TURN-03"]
    assert "lock:gate" not in shut.offers("P")
    assert rules(shut.refused(OpenLock(who="P", door="no"))) == ["HOUSE-NAMES-01"]
    assert rules(shut.refused(OpenLock(who="no", door="gate"))) == ["HOUSE-NAMES-01"]
