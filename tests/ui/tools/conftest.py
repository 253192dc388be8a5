import pytest

from tests.ui.tools.hands import Hands


@pytest.fixture
def hands(qtbot):
    """Return a way to put an encounter on a canvas with a tool in hand."""

    def make(encounter, tool="select", **more):
        return Hands(qtbot, encounter, tool, **more)

    return make
