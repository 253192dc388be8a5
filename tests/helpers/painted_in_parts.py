"""Edits at several zooms; prints after which of them the screen is not what is painted anew."""

import sys
from random import Random

from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.core.model.words import Point
from desktop.ui import theme
from desktop.ui.canvas.canvas import Canvas
from desktop.ui.canvas.zooming import REST_MS
from desktop.ui.session import Session
from tests.helpers.any_edit import dock, drawn_edit, tried

ZOOMS = (0.06, 0.2, 0.32, 0.4, 0.6, 1.3)
EDITS = 25
SHADE, MOST = 40, 36
"""So many bytes of the picture may differ by more than this."""


def shown(canvas: Canvas) -> QImage:
    """Return what the screen shows."""
    QApplication.processEvents()
    return canvas.screen().grabWindow(canvas.winId()).toImage()


def differ(one: QImage, other: QImage) -> bool:
    """Return whether one sees a difference; Qt cuts slanting and dotted lines not quite alike."""
    if one == other:
        return False
    a, b = memoryview(one.constBits()), memoryview(other.constBits())
    clear = 0
    for row in range(0, len(a), one.bytesPerLine()):
        end = row + one.bytesPerLine()
        if a[row:end] != b[row:end]:
            clear += sum(abs(a[at] - b[at]) > SHADE for at in range(row, end))
    return clear > MOST


def strays(seed: int) -> list[str]:
    """Return after which edits something is left on the screen, or missing."""
    chance, session = Random(seed), Session(dock())
    canvas = Canvas(session)
    canvas.resize(620, 460)
    canvas.show()
    found = []
    for zoom in ZOOMS:
        canvas.view.zoom_to(zoom)
        canvas.view.centre_on(Point(8, 6))
        while not canvas.view.renderHints() & QPainter.RenderHint.Antialiasing:
            QTest.qWait(REST_MS)
        for _ in range(EDITS):
            name, arguments = drawn_edit(chance, session.encounter)
            after, _ = tried(session.encounter, name, arguments)
            if after is None:
                continue
            session.replace("an edit", after)
            if chance.random() < 0.2:
                session.undo()
            in_parts = shown(canvas)
            canvas.view.viewport().update()
            if differ(in_parts, shown(canvas)):
                found.append(f"{name} {arguments} at {zoom}, seed {seed}")
    canvas.close()
    return found


def main() -> None:
    """Print the strays of some seeds."""
    app = QApplication([])
    theme.apply(app)
    for seed in map(int, sys.argv[1:]):
        for line in strays(seed):
            print(line)


if __name__ == "__main__":
    main()
