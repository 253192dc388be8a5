"""What lies under a point, and in a rectangle."""

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from desktop.core.model.words import Point
from desktop.ui.canvas.coordinates import to_board
from desktop.ui.canvas.tool import PlainTool
from desktop.ui.session import Ref
from tests.ui.canvas.hand import move, pixel


@pytest.fixture
def under(canvas):
    return lambda *at: canvas.view.under(Point(*at))


def test_a_fighter_lies_above_what_it_stands_on(under):
    assert under(9.5, 4.5)[0] == Ref("fighter", "brakka")
    assert under(9.5, 4.5)[-1] == Ref("zone", "quay")


@pytest.mark.parametrize(
    ("at", "first"),
    [
        ((24.5, 2.5), Ref("feature", "valve")),
        ((20.0, 10.0), Ref("link", "shed-sump")),
        ((14.0, 7.9), Ref("door", "window")),
        ((14.0, 1.5), Ref("wall", "1")),
        ((1.0, 15.0), Ref("zone", "yard")),
        ((9.0, 2.5), Ref("zone", "quay")),
    ],
)
def test_the_uppermost_is_feature_then_link_then_door_then_wall_then_zone(under, at, first):
    assert under(*at)[0] == first


def test_a_second_click_goes_one_deeper_down_to_the_zones(under):
    found = under(14.0, 4.0)
    kinds = [ref.kind for ref in found]
    assert kinds == sorted(kinds, key=["fighter", "feature", "link", "door", "wall", "zone"].index)
    assert {"door", "wall", "zone"} <= set(kinds)
    assert len(found) == len(set(found))


@pytest.mark.parametrize(
    ("at", "told"),
    [
        ((9.5, 4.5), "Brakka"),
        ((24.5, 2.5), "Steam valve"),
        ((14.0, 7.9), "window: closed"),
        ((3.0, 15.0), ""),
    ],
)
def test_what_the_pointer_rests_on_is_named(canvas, monkeypatch, at, told):
    shown = []
    monkeypatch.setattr(QToolTip, "showText", lambda place, text, widget: shown.append(text))
    viewport, px = canvas.view.viewport(), pixel(canvas.view, at)
    asked = QHelpEvent(QEvent.Type.ToolTip, px, viewport.mapToGlobal(px))
    QApplication.sendEvent(viewport, asked)
    assert shown == [told]


def test_nothing_is_smaller_than_twelve_pixels(canvas):
    view = canvas.view
    view.zoom_to(0.1)
    edge = view.event_at(pixel(view, (22.5, 12.5)))
    five_px_off = Point(edge.point.x + edge.squares_for(5), edge.point.y)
    assert view.under(five_px_off)[0].kind == "fighter"


def test_beside_everything_lies_nothing(under):
    assert under(39.5, 0.5) == ()
    assert under(-5, -5) == ()


def test_an_outline_with_a_slanted_side_holds_only_its_inside(under):
    assert Ref("zone", "sump") not in under(15.0, 20.0)
    assert Ref("zone", "sump") in under(18.0, 16.0)


def test_a_rubber_band_takes_what_it_touches(canvas):
    found = canvas.view.in_rectangle(Point(5.8, 3.8), Point(7.2, 5.2))
    assert Ref("fighter", "ilse") in found
    assert Ref("zone", "quay") in found
    assert Ref("fighter", "pell") not in found
    assert Ref("zone", "shed") not in found


def test_only_the_level_in_view_is_under_the_pointer(canvas):
    canvas.session.show_level("gantry")
    view = canvas.view
    assert view.under(Point(20.5, 7.5))[0] == Ref("fighter", "lookout")
    assert view.under(Point(6.5, 4.5)) == ()


def test_fighters_on_one_square_fan_out_under_the_pointer_and_are_told_apart(canvas):
    view = canvas.view
    assert {ref.id for ref in view.under(Point(22.5, 12.5)) if ref.kind == "fighter"} == {
        "moth", "loaders/F",
    }  # fmt: skip
    move(view, pixel(view, (22.5, 12.5)))
    spread = {token.look.id: token.centre for token in canvas.scene.tokens()}
    assert spread["moth"] != spread["loaders/F"]
    for who in ("moth", "loaders/F"):
        move(view, pixel(view, spread[who]))
        assert view.under(spread[who])[0] == Ref("fighter", who)
    move(view, pixel(view, (5.5, 2.5)))
    home = {token.look.id: token.centre for token in canvas.scene.tokens()}
    assert abs(home["moth"].x - home["loaders/F"].x) < 0.3


def test_what_shows_a_selection_goes_with_those_who_fan_out_and_gather(canvas):
    view, sharing = canvas.view, [Ref("fighter", "moth"), Ref("fighter", "loaders/F")]
    canvas.session.select(sharing)

    def is_around_them() -> bool:
        shown = [shape.points for shape in canvas.scene.selection.overlay.shapes]
        outlines = [canvas.scene.outline_of(ref).toSubpathPolygons()[0] for ref in sharing]
        return shown == [tuple(map(to_board, outline.toList())) for outline in outlines]

    home = canvas.scene.selection.overlay
    assert is_around_them()
    move(view, pixel(view, (22.5, 12.5)))
    assert canvas.scene.selection.overlay != home
    assert is_around_them()
    move(view, pixel(view, (5.5, 2.5)))
    assert canvas.scene.selection.overlay == home
    move(view, pixel(view, (22.5, 12.5)))
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert canvas.scene.selection.overlay == home


class Gripping(PlainTool):
    grips = True


def test_handles_of_a_rectangle_an_outline_and_a_wall(canvas):
    session, view = canvas.session, canvas.view
    session.select([Ref("zone", "furnace")])
    assert view.handle_at(Point(26.02, 15.02)) is None  # no tool in hand takes hold of it
    view.set_tool(Gripping())
    corner = view.handle_at(Point(26.02, 15.02))
    assert (corner.name, corner.ref) == ("nw", Ref("zone", "furnace"))
    assert view.handle_at(Point(32, 21)).name == "s"
    assert view.handle_at(Point(30, 18)) is None
    session.select([Ref("zone", "sump")])
    assert (view.handle_at(Point(19, 21)).name, view.handle_at(Point(19, 21)).index) == (
        "corner", 3,
    )  # fmt: skip
    assert view.handle_at(Point(26, 15.5)).name == "between"
    session.select([Ref("wall", "0")])
    assert [view.handle_at(Point(*at)).index for at in ((14, 1), (26, 1), (26, 10))] == [0, 1, 2]
    session.select([Ref("wall", "0"), Ref("zone", "sump")])
    assert view.handle_at(Point(14, 1)) is None
