"""Edits at several zooms; prints after which of them the screen is not what is painted anew."""

import sys
from random import Random

from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from desktop.ui import theme
from desktop.ui.canvas.canvas import Canvas
from desktop.ui.canvas.coordinates import rect_of, to_scene
from desktop.ui.canvas.zooming import Frame
from desktop.ui.session import Session
from tests.helpers.any_edit import dock, drawn_edit, tried

ZOOMS = (0.06, 0.2, 0.32, 0.4, 0.6, 1.3)
EDITS = 25
FITTED = rect_of(0, 0, 16, 12), 1.0
SHADE, MOST = 40, 36
"""So many bytes of the picture may differ by more than this."""


def shown(widget: QWidget) -> QImage:
    """Return what the screen shows of a window."""
    QApplication.processEvents()
    return widget.screen().grabWindow(widget.window().winId()).toImage()


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
    QApplication.processEvents()
    found = []
    for zoom in ZOOMS:
        canvas.view.come_back(Frame(zoom, to_scene((8, 6)), FITTED))
        for _ in range(EDITS):
            name, arguments = drawn_edit(chance, session.encounter)
            after, _ = tried(session.encounter, name, arguments)
            if after is None:
                continue
            session.replace("an edit", after)
            if chance.random() < 0.2:
                session.undo()
            if chance.random() < 0.2:
                canvas.view.scroll_by(QPoint(chance.randint(-9, 9), chance.randint(-9, 9)))
            in_parts = shown(canvas)
            for coat in canvas.scene.coats:
                coat.forget()
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
