import pytest

from tests.ui.play.players import Players, duel


@pytest.fixture
def playing(qtbot):
    """Return a way to put a fight into a test's hands."""

    def make(made=None, **more):
        return Players(qtbot, duel() if made is None else made, **more)

    return make


@pytest.fixture
def ann(playing):
    """Return a duel in which it is Ann's turn, with Bob within her reach."""
    return playing().turn("ann").close("ann", "bob")
