"""What players know by default, and what the fight tells them."""

import pytest

from desktop.core.model.board import Trait
from desktop.core.model.encounter import Clock, Cue
from desktop.core.model.moments import AddTrait, Hide, Moment, Show
from desktop.core.model.words import Square
from desktop.core.rules.actions import Do
from desktop.core.rules.knowledge import does_subject, is_known, known, trait_subject
from desktop.core.rules.state import Known
from tests.helpers.build import board, door, encounter, feature, fighter, link, profile, zone
from tests.helpers.fight import fight, play


@pytest.fixture
def combat():
    on = board(
        zone("open", (0, 0, 6, 6), traits=["dark", Trait("minor hazard", secret=True)]),
        zone("vault", (6, 0, 6, 6), hidden=True, traits=["dark"]),
        link("open", "vault"),
        door("gate", ((6, 0), (6, 2)), hidden=True),
        feature("lever", (1, 1)),
        size=(12, 6),
        traits=["lightly obscured"],
    )
    return fight(
        encounter(
            on,
            fighter("ilse", (2, 2), side="heroes"),
            fighter("spy", "open", side="heroes", hidden=True),
            fighter("vex", "vault"),
            fighter("dummy", "open", hidden=False),
            fighter("late", "open", side="heroes", starts={"off": "away"}),
            fighter("herald", "open", profile="crier"),
            fighter("mute", "open", profile="crier", hidden=True),
            profile("crier", hidden=False),
            Clock(id="alarm"),
            Clock(id="count", hidden=False),
            Cue(id="steam"),
        )
    )


@pytest.mark.parametrize(
    ("subject", "shown"),
    [
        ("open", "known"), ("vault", "unknown"), ("open-vault", "known"), ("gate", "unknown"),
        ("ground", "known"), ("lever", "known"), (does_subject("lever"), "unknown"),
        ("alarm", "unknown"), ("count", "known"), ("steam", "unknown"), ("no such", "unknown"),
        (trait_subject("open", "dark"), "known"),
        (trait_subject("open", "minor hazard"), "unknown"),
        (trait_subject("vault", "dark"), "unknown"),
        (trait_subject(None, "lightly obscured"), "known"),
        (trait_subject("nowhere", "dark"), "unknown"),
        ("ilse", "seen"), ("herald", "seen"), ("mute", "unknown"),
        ("spy", "unknown"), ("vex", "unknown"), ("dummy", "seen"),
        ("late", "known"),
    ],
)  # fmt: skip
def test_what_is_known_by_default(combat, subject, shown):
    assert known(combat.state, subject).shown == shown
    assert is_known(combat.state, subject) is (shown != "unknown")


def test_a_known_fighter_was_last_seen_somewhere(combat):
    assert known(combat.state, "ilse") == Known("seen", "ground", Square(2, 2), 0)
    combat = play(combat, Do(effects=(Show(show=("vex",)), Hide(hide=("ilse", "open")))))
    vex = known(combat.state, "vex")
    assert (vex.shown, vex.at) == ("seen", combat.state.fighters["vex"].seat)
    assert not is_known(combat.state, "ilse")
    assert not is_known(combat.state, "open")


def test_a_trait_that_was_laid_is_seen(combat):
    mist = AddTrait(add="heavily obscured", to=("open",), until=Moment("end phase"))
    combat = play(combat, Do(effects=(mist,)))
    assert is_known(combat.state, trait_subject("open", "heavily obscured"))
