"""What tests of panels ask for by name."""

import pytest

from tests.ui.panels.outline_reader import Reader
from tests.ui.panels.painter import Painter


@pytest.fixture
def painter(qtbot):
    def make(tool, **more):
        return Painter(qtbot, tool, **more)

    return make


@pytest.fixture
def outline(qtbot):
    return Reader(qtbot)
