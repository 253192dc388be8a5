"""Painting a large board and dragging on it, against a bare scene with one picture and plain items.

200 x 200 squares, a third of them painted, 500 fighters; both views have the same size and zoom.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsEllipseItem, QGraphicsScene, QGraphicsView

from desktop.core.model.board import Board
from desktop.core.model.encounter import Encounter, Fighter
from desktop.core.model.words import Square
from desktop.core.store.writing import write
from desktop.ui import theme
from desktop.ui.canvas.coordinates import SQUARE_PX, to_scene
from desktop.ui.main_window import MainWindow
from tests.bench.big import KINDS, grid
from tests.bench.pairs import measured

SIDE_SQ = 200
TOKENS = 500
PLAIN_PX = 16
"""A square of the bare picture."""


def board() -> Board:
    made = grid(10, 10, 20, 20)
    painted = {
        Square(x, y): KINDS[(x * 7 + y * 3) % 4]
        for x in range(SIDE_SQ)
        for y in range(SIDE_SQ)
        if (x * 31 + y * 17) % 10 < 3
    }
    return replace(made, squares={made.first_level: painted})  # type: ignore[dict-item]


def places() -> list[Square]:
    """Return where the fighters stand, no two on one square."""
    return [Square((n * 9) % SIDE_SQ, (n * 9 // SIDE_SQ * 8 + 3) % SIDE_SQ) for n in range(TOKENS)]


def encounter() -> Encounter:
    people = {
        f"f{n}": Fighter(
            id=f"f{n}",  # type: ignore[arg-type]
            profile="ganger",  # type: ignore[arg-type]
            side="heroes" if n % 2 else "foes",  # type: ignore[arg-type]
            at=square,
        )
        for n, square in enumerate(places())
    }
    return Encounter(name="Wide", board=board(), fighters=people)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def app() -> QApplication:
    made = QApplication.instance() or QApplication([])
    assert isinstance(made, QApplication)
    theme.apply(made)
    return made


@pytest.fixture(scope="module")
def window(app: QApplication, tmp_path_factory: Any) -> Iterator[MainWindow]:
    path = tmp_path_factory.mktemp("wide") / "wide.yaml"
    path.write_text(write(encounter()), encoding="utf-8")
    made = MainWindow()
    made.resize(1366, 768)
    made.show()
    made.files.open_path(path)
    settle()
    yield made
    made.document.session.saved()  # type: ignore[union-attr]
    made.close()


@pytest.fixture(scope="module")
def bare(app: QApplication, window: MainWindow) -> Iterator[QGraphicsView]:
    """A scene with one picture and as many plain items, seen as large as ours."""
    scene = QGraphicsScene()
    image = QImage(SIDE_SQ * PLAIN_PX, SIDE_SQ * PLAIN_PX, QImage.Format.Format_RGB32)
    image.fill(QColor("#303438"))
    painter = QPainter(image)
    for x in range(0, SIDE_SQ, 3):
        painter.fillRect(x * PLAIN_PX, 0, PLAIN_PX, image.height(), QColor("#50555a"))
    painter.end()
    scene.addPixmap(QPixmap.fromImage(image))
    for x, y in places():
        item = QGraphicsEllipseItem(QRectF(0, 0, PLAIN_PX, PLAIN_PX))
        item.setPos(x * PLAIN_PX, y * PLAIN_PX)
        item.setBrush(QColor("#8899aa"))
        scene.addItem(item)
    view = QGraphicsView(scene)
    view.resize(window.canvas.view.size())
    view.show()
    yield view
    view.close()


def settle() -> None:
    for _ in range(100):
        QApplication.processEvents()


@pytest.mark.parametrize("zoom", ["the whole board", "squares of 24 pixels"])
def bench_full_repaint(benchmark: Any, window: MainWindow, bare: QGraphicsView, zoom: str) -> None:
    ours = window.canvas.view
    if zoom == "the whole board":
        ours.fit_board()
        bare.fitInView(bare.sceneRect(), Qt.AspectRatioMode.KeepAspectRatio)
    else:
        for view, square in ((ours, SQUARE_PX), (bare, PLAIN_PX)):
            view.resetTransform()
            view.scale(24 / square, 24 / square)
    settle()
    row = measured(
        f"full repaint, {zoom}", ours.viewport().repaint,
        "one picture and 500 ellipses", bare.viewport().repaint,
    )  # fmt: skip
    benchmark.extra_info["ratio"] = round(row.ratio, 2)
    benchmark.pedantic(ours.viewport().repaint, rounds=5)


@pytest.mark.parametrize(
    ("what", "square"),
    [("token", (9.5, 3.5)), ("zone with all that is in it", (12, 4.5))],
)
def bench_drag(
    benchmark: Any,
    window: MainWindow,
    bare: QGraphicsView,
    what: str,
    square: tuple[float, float],
) -> None:
    """One step of a drag through the viewport, drawn, against an item moved and drawn."""
    ours = window.canvas.view
    ours.fit_board()
    bare.fitInView(bare.sceneRect(), Qt.AspectRatioMode.KeepAspectRatio)
    settle()
    start = ours.mapFromScene(to_scene(square))
    assert ours.under(square)[0].kind == ("fighter" if what == "token" else "zone")  # type: ignore[arg-type]
    QTest.mousePress(ours.viewport(), Qt.MouseButton.LeftButton, pos=start)
    at = [0]
    item = next(each for each in bare.items() if isinstance(each, QGraphicsEllipseItem))

    def ours_moved() -> None:
        at[0] += 1
        QTest.mouseMove(ours.viewport(), start + QPoint(20 + at[0] * 7 % 300, at[0] * 5 % 200))
        QApplication.processEvents()

    def bare_moved() -> None:
        item.moveBy(PLAIN_PX if at[0] % 2 else -PLAIN_PX, 0)
        QApplication.processEvents()

    row = measured(f"one step of a dragged {what}", ours_moved, "an ellipse moved", bare_moved)
    benchmark.extra_info["ratio"] = round(row.ratio, 2)
    benchmark.pedantic(ours_moved, rounds=5)
    QTest.keyClick(ours.viewport(), Qt.Key.Key_Escape)
    QTest.mouseRelease(ours.viewport(), Qt.MouseButton.LeftButton, pos=start)
    settle()
