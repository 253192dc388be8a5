"""What an action names must be there, whatever the action."""

from dataclasses import dataclass

import pytest

from desktop.core.model.words import At, ClockId, FighterId, Square
from desktop.core.rules.actions import Action
from desktop.core.rules.names import strangers
from tests.helpers.attacks import duel


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls(Action):
    """Names things in every way in which an action may."""

    who: FighterId
    helper: FighterId = FighterId("")
    several: tuple[FighterId, ...] = ()
    to: At | None = None
    clock: ClockId | None = None


def said(**names: object) -> list[str]:
    return [refusal.says for refusal in strangers(duel().state, Calls(**{"who": "P", **names}))]


def test_what_is_there_or_unsaid_is_no_stranger() -> None:
    assert said(helper="Q", several=("P", "Q"), to="a") == []
    assert said(to=Square(1, 1)) == []


@pytest.mark.rule("HOUSE-NAMES-01")
def test_every_stranger_is_told_once() -> None:
    assert said(who="X", helper="X", several=("P", "Y"), clock="noon", to="attic") == [
        "There is no fighter X.", "There is no fighter Y.",
        "There is no zone attic.", "There is no clock noon.",
    ]  # fmt: skip
    assert said(to=(400, 1)) == ["Square 400, 1 is not on the board."]


@pytest.mark.rule("HOUSE-NAMES-01")
def test_an_id_left_empty_where_one_is_needed_is_a_stranger() -> None:
    assert said(who="", several=("",)) == ["It names no fighter."]
