"""What the canvas draws, compared with pictures that somebody looked at.

With UPDATE_SHOTS=1 in the environment the pictures are written anew: look at them before keeping.
"""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontDatabase, QImage, QPainter

from desktop.core import play
from desktop.core.model.geometry import outline_of
from desktop.core.model.words import Point, Square
from desktop.core.rules.actions import Begin
from desktop.ui import theme
from desktop.ui.canvas import ink
from desktop.ui.canvas.drawn import from_encounter, from_state
from desktop.ui.canvas.handles import handles_of, selection_overlay
from desktop.ui.canvas.overlay import (
    Beside,
    Ghost,
    Overlay,
    Reach,
    ReachPart,
    Sight,
    Stretch,
    Way,
)
from desktop.ui.canvas.scene import BoardScene
from desktop.ui.session import Ref
from tests.ui.canvas.wharf import FLOOR, GANTRY, wharf

HERE = Path(__file__).parent
FAMILY = "DejaVu Sans"
STRAYS = 0.012
"""So much of a picture may differ by more than a shade: fonts are not hinted alike everywhere."""
SHADE = 48


@pytest.fixture(autouse=True)
def font(qapp):
    """Draw with the one font that every machine of ours has."""
    if FAMILY not in QFontDatabase.families():
        pytest.skip(f"{FAMILY} is not installed")
    before = qapp.font()
    theme.apply(qapp)
    used = qapp.font()
    used.setFamily(FAMILY)
    qapp.setFont(used)
    ink.forget_fonts()
    yield
    qapp.setStyleSheet("")
    qapp.setFont(before)
    ink.forget_fonts()


def painted(scene, part=None, *, wide=960, density=1.0):
    """Return a part of a scene, given in squares, as a picture so many pixels wide."""
    left, top, width, height = part or (0, 0, *scene.drawn.place.size)
    source = QRectF(left * 32, top * 32, width * 32, height * 32)
    high = round(wide * height / width)
    image = QImage(round(wide * density), round(high * density), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(density)
    image.fill(QColor(theme.colours().beside))
    scene.overlay.zoomed(wide / source.width())
    scene.selection.zoomed(wide / source.width())
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    scene.render(painter, QRectF(0, 0, wide, high), source, Qt.AspectRatioMode.IgnoreAspectRatio)
    painter.end()
    image.setDevicePixelRatio(1)
    return image


def assert_looks_like(image, name):
    """Compare with the kept picture; on failure leave what was drawn and the difference."""
    kept = HERE / f"{name}.png"
    if os.environ.get("UPDATE_SHOTS"):
        assert image.save(str(kept))
        return
    wanted = QImage(str(kept)).convertToFormat(QImage.Format.Format_RGB32)
    assert wanted.size() == image.size(), f"{kept} is missing or of another size"
    one, other = memoryview(image.constBits()), memoryview(wanted.constBits())
    strays = sum(
        1
        for at in range(0, len(one), 4)
        if one[at : at + 4] != other[at : at + 4]
        and max(abs(one[at + part] - other[at + part]) for part in range(3)) > SHADE
    )
    if strays > STRAYS * image.width() * image.height():
        failed = HERE / "failed"
        failed.mkdir(exist_ok=True)
        image.save(str(failed / f"{name}.actual.png"))
        painter = QPainter(image)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Difference)
        painter.drawImage(0, 0, wanted)
        painter.end()
        image.save(str(failed / f"{name}.difference.png"))
        pytest.fail(f"{strays} pixels differ; see {failed}", pytrace=False)


def scene_of(encounter, level):
    scene = BoardScene()
    scene.show_drawn(from_encounter(encounter, level))
    return scene


def test_a_level_with_everything_on_it():
    assert_looks_like(painted(scene_of(wharf(), FLOOR)), "floor")


def test_an_upper_level_over_the_one_below():
    assert_looks_like(painted(scene_of(wharf(), GANTRY)), "gantry")


def test_from_far_away():
    assert_looks_like(painted(scene_of(wharf(), FLOOR), wide=420), "far")


def test_close_on_a_dense_screen():
    image = painted(scene_of(wharf(), FLOOR), (3, 1, 16, 10), wide=560, density=2.0)
    assert_looks_like(image, "dense")


def test_what_tools_draw_over_the_board():
    scene = scene_of(wharf(), FLOOR)
    place = scene.drawn.place
    parts = (
        ReachPart("free", place.squares_of("quay"), label="free"),
        ReachPart("move", place.squares_of("yard"), label="Move"),
        ReachPart("run", place.squares_of("shed"), label="Run"),
    )
    scene.overlay.show_overlay(
        Overlay(
            (
                Reach(parts),
                Way(
                    tuple(Square(x, 4) for x in range(6, 14)), "Move", 6,
                    ((Square(9, 4), "Minor Hazard 5"),),
                ),
                Sight(Point(30.5, 4.5), Point(33.5, 12.5), Point(32.2, 8.5), "ends at a wall"),
                Beside(Point(29, 17), "Vex is not in sight:\nthe door is locked", "refusal"),
                Stretch(outline_of(27, 9, 5, 3), filled=True, text="5 x 3"),
                Ghost((Ref("fighter", "brakka"),), 3, 3),
            )
        )
    )  # fmt: skip
    refs = (Ref("zone", "sump"),)
    scene.selection.show_overlay(selection_overlay(scene, refs, handles_of(scene, refs, 24)))
    assert_looks_like(painted(scene), "overlay")


def test_whose_turn_it_is():
    state = play.begin(wharf(), Begin()).state
    scene = BoardScene()
    scene.show_drawn(from_state(replace(state, actor="ilse"), FLOOR))
    assert_looks_like(painted(scene, (0, 0, 20, 12), wide=640), "turn")
