"""A canvas on the wharf."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.core.model.encounter import Encounter
from desktop.ui.canvas.canvas import Canvas
from desktop.ui.session import Session
from tests.ui.canvas.wharf import wharf

MakeCanvas = Callable[[Encounter], Canvas]


@pytest.fixture
def make_canvas(qtbot: QtBot) -> MakeCanvas:
    """Return a way to open an encounter on a canvas of 900 by 600 that shows the whole board."""

    def make(encounter: Encounter) -> Canvas:
        canvas = Canvas(Session(encounter))
        qtbot.addWidget(canvas)
        canvas.resize(900, 600)
        canvas.show()
        qtbot.waitExposed(canvas)
        canvas.view.fit_board()
        canvas.view.setFocus()
        QApplication.processEvents()
        return canvas

    return make


@pytest.fixture
def canvas(make_canvas: MakeCanvas) -> Canvas:
    """Return a canvas on the wharf."""
    return make_canvas(wharf())
