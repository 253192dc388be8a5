"""Draw the picture of the rule of sight in the help pages, with the program's own drawing.

python packaging/sight_picture.py      writes resources/help/sight.png; needs no screen
"""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QRectF, Qt  # noqa: E402 - the program is found by the lines above
from PySide6.QtGui import QColor, QImage, QPainter  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from desktop.core.model.board import GROUND, Board, Piece, Wall  # noqa: E402
from desktop.core.model.encounter import Encounter  # noqa: E402
from desktop.core.model.place import Place  # noqa: E402
from desktop.core.model.words import KindWord, Point, Square  # noqa: E402
from desktop.ui import theme  # noqa: E402
from desktop.ui.canvas.drawn import from_encounter  # noqa: E402
from desktop.ui.canvas.overlay import Overlay, Reach, ReachPart, Sight  # noqa: E402
from desktop.ui.canvas.scene import BoardScene  # noqa: E402

WIDE_PX = 960
SQUARE_PX = 32
EYE = Square(2, 5)
AIMS = (
    Square(10, 1), Square(12, 4), Square(7, 0), Square(5, 8), Square(16, 5), Square(13, 7),
    Square(9, 5),
)  # fmt: skip
WALLS = ((6, 3), (7, 3), (4, 2), (4, 6), (3, 7), (10, 8), (10, 9))


def encounter() -> Encounter:
    """Return a board with walls, two corners, a thin wall, an obstacle and a dark cloud."""
    painted = {Square(x, y): KindWord("wall") for x, y in WALLS}
    painted[Square(7, 5)] = KindWord("obstacle")
    cloud = tuple(Square(x, y) for x in range(12, 15) for y in range(7, 9))
    board = Board(
        size=(18, 10), squares={GROUND: painted},
        walls=(Wall(along=(Point(14, 3), Point(14, 6))),),
        clouds=(Piece(kind=KindWord("dark cloud"), squares=cloud),),
    )  # fmt: skip
    return Encounter(space="squares", board=board)


def line(place: Place, aim: Square) -> Sight:
    """Return the line to a square, with where and why it ends before it."""
    stop = place.sight_stop(GROUND, EYE, aim)
    start, end = (Point(at.x + 0.5, at.y + 0.5) for at in (EYE, aim))
    if stop is None:
        return Sight(start, end)
    across, down = end.x - start.x, end.y - start.y
    share = (stop.at.x - EYE.x) * across + (stop.at.y - EYE.y) * down
    share /= across * across + down * down
    return Sight(start, end, Point(start.x + share * across, start.y + share * down))


def drawn() -> QImage:
    """Return what is seen from one square, and lines from it that show why."""
    made = encounter()
    place = Place.of(made.board)
    seen = place.ground(GROUND).seen_from(EYE) - {EYE}
    reach = Reach((ReachPart("move", frozenset(seen)),))
    scene = BoardScene()
    scene.show_drawn(from_encounter(made, GROUND))
    scene.overlay.show_overlay(Overlay((reach, *(line(place, aim) for aim in AIMS))))
    width, height = place.size
    source = QRectF(0, 0, width * SQUARE_PX, height * SQUARE_PX)
    image = QImage(WIDE_PX, round(WIDE_PX * height / width), QImage.Format.Format_RGB32)
    image.fill(QColor(theme.colours().beside))
    scene.overlay.zoomed(WIDE_PX / source.width())
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    target = QRectF(0, 0, image.width(), image.height())
    scene.render(painter, target, source, Qt.AspectRatioMode.IgnoreAspectRatio)
    painter.end()
    return image


def main() -> int:
    """Draw it, and say where it went."""
    app = QApplication(sys.argv[:1])
    theme.apply(app)
    target = ROOT / "resources" / "help" / "sight.png"
    drawn().save(str(target))
    print(f"Wrote {target.relative_to(ROOT)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
