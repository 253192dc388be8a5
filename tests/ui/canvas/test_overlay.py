"""The overlay, the legend, and the things that are painted only now and then."""

from dataclasses import replace
from itertools import combinations
from math import inf

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shiboken6 import delete

from desktop.core.model.board import Board, Level, LevelPicture, Link, Trait, Zone
from desktop.core.model.encounter import Encounter
from desktop.core.model.geometry import outline_of
from desktop.core.model.words import Point, Square
from desktop.ui import theme
from desktop.ui.canvas.coordinates import to_scene
from desktop.ui.canvas.drawn import from_encounter
from desktop.ui.canvas.legend import legend
from desktop.ui.canvas.link_item import LinkLook
from desktop.ui.canvas.link_texts import LinkTexts
from desktop.ui.canvas.overlay import (
    Area,
    Band,
    Beside,
    Ghost,
    Grips,
    Mark,
    Overlay,
    Ranges,
    Reach,
    ReachPart,
    Sight,
    Stretch,
    Way,
)
from desktop.ui.canvas.overlay_item import OverlayItem
from desktop.ui.canvas.overlay_texts import apart
from desktop.ui.canvas.scene import BoardScene
from desktop.ui.canvas.zooming import Frame
from desktop.ui.session import Ref
from tests.helpers.painted_in_parts import differ, shown
from tests.ui.canvas.wharf import FLOOR, wharf

SQUARES = (Square(3, 3), Square(4, 3))
SHAPES = [
    Stretch(outline_of(2, 2, 4, 3), "refused", filled=True, text="4 x 3"),
    Stretch((Point(1, 1), Point(5, 4)), "proposed", closed=False),
    Area(SQUARES),
    Band(Point(8, 8), Point(2, 3)),
    Ghost((Ref("fighter", "ilse"), Ref("zone", "quay"), Ref("group", "loaders")), 2, 1),
    Way(SQUARES, "Move", refused_from=1, notes=((SQUARES[0], "hazard"),), corners=SQUARES[:1]),
    Reach((ReachPart("run", frozenset(SQUARES), label="Run"),
           ReachPart("move", outlines=(outline_of(0, 0, 3, 3),), label="Move"))),
    Ranges((
        (outline_of(0, 0, 3, 3), None, "Short"), (outline_of(5, 5, 8, 8), Point(9, 5), "Long"),
    )),
    Ranges(((outline_of(-9, -9, 14, 14), Point(5, 0), "Short"),), within=(8, 6)),
    Sight(Point(1, 1), Point(9, 4), Point(4, 2), "ends at a wall"),
    Beside(Point(5, 5), "not in sight", "refusal"),
    Grips((Point(3, 3), Point(6, 3)), chosen=1),
    Mark(Square(7, 7), "Run"),
]  # fmt: skip


def ink_outside(item: OverlayItem, size: int = 1400) -> int:
    """Return how many pixels an overlay paints beyond what it says it covers."""
    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    painter.translate(300, 300)
    item.paint(painter, None)
    painter.end()
    assert any(image.constBits()[3::4]), "nothing was painted"
    clear = QPainter(image)
    clear.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
    clear.fillRect(item.boundingRect().translated(300, 300), QColor(0, 0, 0, 0))
    clear.end()
    return sum(1 for alpha in image.constBits()[3::4] if alpha)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: type(shape).__name__)
def test_every_shape_stays_within_what_it_says_it_covers(qapp, shape):
    scene = BoardScene()
    scene.show_drawn(from_encounter(wharf(), FLOOR))
    scene.overlay.show_overlay(Overlay((shape,)))
    assert ink_outside(scene.overlay) == 0


def test_an_overlay_moves_without_a_repaint_of_the_whole_board(canvas):
    view = canvas.view
    view.show_overlay(Overlay((Mark(Square(5, 5), "a"),)))
    QApplication.processEvents()
    painted = []
    original = view.paintEvent
    view.paintEvent = lambda event: (painted.append(event.region()), original(event))
    view.show_overlay(Overlay((Mark(Square(6, 5), "a"),)))
    QApplication.processEvents()
    area = sum(r.width() * r.height() for region in painted for r in region)
    assert 0 < area < view.viewport().width() * view.viewport().height() / 4


def test_an_overlay_leaves_nothing_behind_where_something_over_the_board_is_painted_first(canvas):
    overlay, viewport = canvas.scene.overlay, canvas.view.viewport()
    bare = canvas.grab().toImage()
    overlay.show_overlay(Overlay((Stretch(outline_of(2, 2, 4, 3), "proposed", filled=True),)))
    QApplication.processEvents()
    overlay.show_overlay(None)
    viewport.repaint(0, 0, 4, 4)
    QApplication.processEvents()
    shown = canvas.screen().grabWindow(canvas.winId()).toImage()
    assert shown.convertToFormat(bare.format()) == bare


def test_what_keeps_in_view_is_where_it_belongs_after_the_board_is_scrolled(canvas):
    view, at = canvas.view, Point(1, 1)
    view.show_overlay(Overlay((Beside(at, "one"), Mark(Square(1, 0), "two"), Beside(at, "three"))))
    view.come_back(Frame(2.0, to_scene(at), (canvas.scene.board_rect(), 1.0)))
    for by in (QPoint(0, 260), QPoint(0, 40), QPoint(400, -7), QPoint(30, 1), QPoint(-500, -280)):
        view.scroll_by(by)
        scrolled = shown(canvas)
        view.viewport().update()
        assert not differ(scrolled, shown(canvas))


@pytest.mark.parametrize("at", [Point(-9, 4), Point(60, 4), Point(8, -9), Point(8, 40)])
def test_a_sentence_beside_a_pointer_that_left_the_board_goes_as_a_whole(canvas, at):
    overlay = canvas.scene.overlay
    bare = shown(canvas)
    overlay.show_overlay(Overlay((Beside(at, "It would lie outside the board."),)))
    assert differ(bare, shown(canvas))
    overlay.show_overlay(None)
    assert not differ(bare, shown(canvas))


def test_a_view_lets_go_of_a_scene_in_which_a_sentence_is_kept_in_view(make_canvas):
    canvas = make_canvas(wharf())
    canvas.view.zoom_to(3.0)
    canvas.scene.overlay.show_overlay(Overlay((Beside(Point(-9, -9), "It lies outside."),)))
    shown(canvas)
    delete(canvas.scene)
    assert canvas.view.scene() is None


def test_texts_keep_their_size_on_the_screen_so_the_cover_grows_as_one_zooms_out(qapp):
    scene = BoardScene()
    scene.show_drawn(from_encounter(wharf(), FLOOR))
    scene.overlay.show_overlay(Overlay((Beside(Point(5, 5), "not in sight"),)))
    near = scene.overlay.boundingRect().width()
    scene.overlay.zoomed(0.25)
    assert scene.overlay.boundingRect().width() > 3 * near


def test_what_is_selected_is_outlined_where_it_is_now(canvas):
    session = canvas.session
    session.select([Ref("fighter", "ilse")])
    before = canvas.scene.selection.boundingRect().center()
    encounter = session.encounter
    moved = replace(encounter.fighters["ilse"], at=Square(9, 8))
    fighters = {**encounter.fighters, "ilse": moved}
    session.replace("move", replace(encounter, fighters=fighters))
    after = canvas.scene.selection.boundingRect().center()
    assert after - before == QPointF(3 * 32, 4 * 32)


# The legend


def test_the_legend_lists_what_the_board_uses_and_nothing_else(dressed):
    board = Board(
        traits=(Trait("dark"),),
        zones={"a": Zone(id="a", traits=(Trait("heavy cover"),)), "b": Zone(id="b", sky=True)},
        links={"a-b": Link(id="a-b", from_="a", to="b", kind="barrier")},
        squares={"ground": {Square(0, 0): "water"}},
    )
    texts = [line.text for line in legend(Encounter(board=board))]
    assert texts == ["HC  heavy cover", "DK  dark", "SKY  open air", "water", "barrier"]


def test_swatches_differ_and_are_sharp_on_a_dense_screen(dressed):
    lines = legend(wharf(), density=2)
    assert {line.swatch.width() for line in lines} == {64}
    images = [line.swatch.toImage() for line in lines]
    same = [
        (one.text, other.text)
        for number, one in enumerate(lines)
        for other in lines[:number]
        if one.swatch.toImage() == other.swatch.toImage()
    ]
    assert same == []
    assert len(images) > 20


# Pictures


@pytest.mark.parametrize("turned", [0, 1])
def test_a_levels_picture_lies_where_the_document_says(dressed, tmp_path, turned):
    image = QImage(40, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("#ff0000"))
    assert image.save(str(tmp_path / "dock.png"))
    picture = LevelPicture(file="dock.png", at=Point(1, 2), width=4, turned=turned)
    levels = {"ground": Level(id="ground", background=picture)}
    board = Board(size=(12, 12), levels=levels)
    scene = BoardScene()
    scene.show_drawn(from_encounter(Encounter(board=board), "ground", folder=tmp_path))
    item = scene.item_of(Ref("picture", "ground"))
    high = 8 if turned else 2
    assert item.corners() == ((1, 2), (5, 2 + high))
    target = QImage(12 * 32, 12 * 32, QImage.Format.Format_RGB32)
    painter = QPainter(target)
    scene.render(painter, QRectF(target.rect()), scene.board_rect())
    painter.end()
    assert target.pixelColor(3 * 32 + 16, 3 * 32 + 16).red() > 200
    assert target.pixelColor(8 * 32, 3 * 32).red() < 60


def test_a_picture_that_is_not_there_says_so_and_breaks_nothing(make_canvas):
    levels = {"ground": Level(id="ground", background=LevelPicture(file="gone.png"))}
    board = Board(size=(12, 12), levels=levels)
    canvas = make_canvas(Encounter(board=board))
    item = canvas.scene.item_of(Ref("picture", "ground"))
    assert (item.look.file, item.look.fault) == ("", "gone.png is not there")
    assert not canvas.grab().isNull()


def test_another_theme_draws_the_board_anew(canvas, qapp):
    before = canvas.scene.items_by_key["zone", "quay"]
    canvas.scene.retheme()
    assert canvas.scene.items_by_key["zone", "quay"] is not before
    assert canvas.scene.looks()
    assert theme.colours() is theme.DARK


def test_the_legend_unfolds_over_the_board_and_follows_it(canvas):
    box = canvas.legend
    folded = box.height()
    QTest.mouseClick(box, Qt.MouseButton.LeftButton)
    assert box.height() > 5 * folded
    assert {"LC  light cover", "heroes", "Cult of the Lamp"} <= set(box.texts())
    assert "foes" not in box.texts()
    assert canvas.view.viewport().rect().contains(box.geometry())
    encounter = canvas.session.encounter
    board = replace(encounter.board, zones={}, links={}, traits=())
    canvas.session.replace("clear", replace(encounter, board=board))
    assert "LC  light cover" not in box.texts()
    QTest.keyClick(box, Qt.Key.Key_Space)
    assert box.height() == folded


def test_no_plate_of_a_text_covers_another():
    seen = QRectF(0, 0, 400, 300)
    wanted = [QRectF(10, 10, 80, 19), QRectF(40, 15, 80, 19), QRectF(390, 40, 60, 19)]
    plates = apart(wanted, seen)
    assert plates[0] == wanted[0]
    assert plates[1].top() >= plates[0].bottom()
    assert all(seen.contains(plate) for plate in plates)
    assert not any(a.intersects(b) for a, b in combinations(plates, 2))


def signs(*spots):
    return {
        ("link", f"l{number}"): LinkLook(
            f"l{number}", "", "climb", None, (Point(*spot),), text="" if plain else "▲ Roofs"
        )
        for number, (*spot, plain) in enumerate(spots)
    }


@pytest.mark.parametrize(
    ("spots", "placed"),
    [
        ([(2, 5, 0)], [(False, inf, 0)]),
        ([(2, 5, 0), (4, 5, 0)], [(True, inf, 0), (False, inf, 0)]),
        ([(2, 5, 0), (4, 5, 0), (6, 5, 0)], [(True, inf, 0), (False, 2, 0), (False, inf, 0)]),
        ([(2, 5, 0), (8, 5, 0), (9, 6, 1)], [(False, 3, 0), (True, 3, 0), (False, inf, 0)]),
        ([(2, 5, 0), (4, 7, 0)], [(False, inf, 0), (False, inf, 0)]),
        ([(2, 5, 0), (2, 5, 1)], [(False, inf, 0), (False, inf, 1)]),
    ],
)
def test_what_is_written_beside_links_covers_no_other_sign(spots, placed):
    looks = LinkTexts().placed(signs(*spots)).values()
    assert [(look.turned, look.room, look.below) for look in looks] == placed
