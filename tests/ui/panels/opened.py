"""Panels on a session of their own, shown in the size that the window gives them."""

from PySide6.QtWidgets import QApplication

from desktop.core.store.reading import read
from desktop.core.store.rosters import stock
from desktop.ui.session import Session

YARD = """\
format: 1
name: Yard
board:
  zones:
    yard: {name: Yard, at: [0, 0, 8, 8], start: heroes, traits: [minor hazard, heavy cover]}
    shed: {name: Shed, at: [8, 0, 8, 8], start: foes}
    crypt: {name: Crypt, at: [20, 0, 8, 8], traits: [difficult, warp-touched]}
  links:
    yard-shed: {from: yard, to: shed}
profiles:
  guard: {name: Guard, side: foes, size: medium, imperium: {speed: normal, wounds: 8}}
fighters:
  ada: {name: Ada, profile: guard, side: heroes, at: yard}
  bo: {name: Bo, profile: guard, at: shed}
groups:
  dogs: {name: Dogs, profile: guard, count: 3, at: shed}
"""


def opened(text=YARD):
    """Return the session of the encounter that a text holds."""
    known = stock()
    return Session(read(text, stock=known).encounter, stock=known, parent=QApplication.instance())


def show(qtbot, panel, width=264, height=300):
    """Show a panel as the window would."""
    qtbot.addWidget(panel)
    panel.resize(width, height)
    panel.show()
    qtbot.waitExposed(panel)
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    return panel
