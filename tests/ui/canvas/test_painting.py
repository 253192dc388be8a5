"""What is painted again after an edit is all that changed, at any zoom and on any screen."""

import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication

from desktop.core.model.board import Board
from desktop.core.model.encounter import Encounter, Fighter
from desktop.core.model.words import FighterId, Point, ProfileId, Square
from desktop.ui.canvas.ground_items import Floor, Grid
from desktop.ui.canvas.link_item import LinkItem
from desktop.ui.canvas.token_item import TokenItem
from desktop.ui.canvas.view import BoardView
from desktop.ui.canvas.wall_items import WallItem
from desktop.ui.canvas.zone_item import ZoneFrame, ZoneGround
from tests.helpers.painted_in_parts import differ, shown

ROOT = Path(__file__).parents[3]


def test_nothing_is_left_on_the_board_where_something_was():
    command = [sys.executable, "-m", "tests.helpers.painted_in_parts", "1", "2", "3"]
    pipe = subprocess.PIPE
    runs = [
        subprocess.Popen(
            command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True,
            env={**os.environ, "QT_SCALE_FACTOR": scale},
        )
        for scale in ("1", "2")
    ]  # fmt: skip
    for run in runs:
        strays, faults = run.communicate()
        assert run.returncode == 0, faults
        assert strays == ""


def test_what_lies_under_a_fighter_is_not_painted_again_when_it_moves(canvas, monkeypatch):
    painted = []
    for kind in (ZoneGround, ZoneFrame, LinkItem, WallItem, Floor, Grid):
        draw = kind.draw
        monkeypatch.setattr(
            kind, "draw", lambda self, onto, draw=draw: (painted.append(self), draw(self, onto))
        )
    canvas.view.viewport().update()
    QApplication.processEvents()
    assert painted == []
    canvas.session.edit("put_people", people=["pell"], at=[20, 9])
    QApplication.processEvents()
    assert painted == []
    canvas.session.edit("add_wall", along=[[20, 9], [20, 11]])
    QApplication.processEvents()
    assert {type(item) for item in painted} >= {WallItem}
    assert not {type(item) for item in painted} & {ZoneGround, Floor, Grid}


def test_every_view_of_a_board_shows_what_changed(canvas):
    other = BoardView(canvas.scene)
    other.resize(400, 300)
    other.show()
    other.come_back(canvas.view.frame)
    other.centre_on(Point(20, 9))
    shown(other)
    canvas.session.edit("add_wall", along=[[20, 9], [20, 11]])
    views = (canvas.view, other)
    in_parts = [shown(view) for view in views]
    for coat in canvas.scene.coats:
        coat.forget()
    for view, image in zip(views, in_parts, strict=True):
        view.viewport().update()
        assert not differ(shown(view), image)
    other.close()


def test_a_board_that_nobody_looks_at_keeps_no_pictures(canvas, monkeypatch):
    painted, draw = [], Floor.draw
    monkeypatch.setattr(Floor, "draw", lambda self, onto: (painted.append(self), draw(self, onto)))
    before = shown(canvas.view)
    assert painted == []
    canvas.view.hide()
    canvas.view.show()
    assert not differ(shown(canvas.view), before)
    assert painted


def test_between_many_that_change_far_apart_nobody_is_painted_again(make_canvas, monkeypatch):
    places = [(x, y) for x in (1, 30) for y in range(20)] + [(15, 10)]
    crowd = {
        FighterId(f"f{n}"): Fighter(
            id=FighterId(f"f{n}"), name=f"F {n}", profile=ProfileId("ganger"), at=Square(*at)
        )
        for n, at in enumerate(places)
    }  # fmt: skip
    board = Board(size=(32, 20), zones={}, links={})
    canvas = make_canvas(Encounter(name="Two rows", board=board, fighters=crowd))
    painted, draw = [], TokenItem.draw
    monkeypatch.setattr(
        TokenItem, "draw", lambda self, onto: (painted.append(self.look.id), draw(self, onto))
    )
    *most, between = crowd
    assert canvas.session.edit("set_fields", kind="fighter", ids=most, values={"hidden": True})
    in_parts = shown(canvas.view)
    assert {*most} <= {*painted}
    assert between not in painted
    canvas.view.viewport().update()
    assert not differ(shown(canvas.view), in_parts)


def test_what_a_token_covers_follows_the_zoom(canvas):
    token = next(each for each in canvas.scene.tokens() if each.look.side_sq == 1)
    canvas.view.zoom_to(1.0)
    near = token.covers()
    canvas.view.zoom_to(0.2)
    assert token.covers().width() < near.width()
    canvas.view.zoom_to(1.0)
    assert token.covers() == near


def test_a_name_without_room_is_nothing_to_paint(canvas):
    names = [item for _, item in canvas.scene.of_layer("name")]
    canvas.view.zoom_to(1.0)
    assert not any(name.covers().isEmpty() for name in names)
    canvas.view.zoom_to(0.05)
    assert all(name.covers().isEmpty() for name in names)


def test_letters_that_are_too_small_to_show_are_not_painted_again(canvas):
    canvas.view.zoom_to(0.1)
    token = canvas.scene.tokens()[0]
    seen = token.shown()
    canvas.session.edit(
        "set_fields", kind="fighter", ids=[token.look.id], values={"name": "Zeno Zander"}
    )
    assert canvas.scene.tokens()[0].look.initials == "ZZ"
    assert token.shown() == seen
    canvas.view.zoom_to(1.0)
    assert token.shown() != seen


def test_signs_that_are_too_small_to_show_are_not_painted_again(canvas):
    canvas.view.zoom_to(0.1)
    links = dict(canvas.scene.of_layer("link"))
    link = next(id_ for id_, item in links.items() if item.look.kind == "open")
    seen = links[link].shown()
    canvas.session.edit("set_fields", kind="link", ids=[link], values={"kind": "stairs"})
    assert links[link].look.kind == "stairs"
    assert links[link].shown() == seen
    canvas.session.edit("set_fields", kind="link", ids=[link], values={"kind": "barrier"})
    assert links[link].shown() != seen


def test_all_edges_are_as_rough_after_a_zone_with_cover_as_before_it(canvas, monkeypatch):
    smooth = QPainter.RenderHint.Antialiasing
    left_behind = set()
    draw = ZoneFrame.draw

    def watched(frame, painter):
        draw(frame, painter)
        left_behind.add(painter.testRenderHint(smooth))

    monkeypatch.setattr(ZoneFrame, "draw", watched)
    frames = canvas.scene.of_layer("frame")
    slanting = next(zone for zone, frame in frames if frame.smooth)
    canvas.view.setRenderHint(smooth, False)
    assert canvas.session.edit("set_traits", zones=[slanting], add=["heavy cover"])
    QApplication.processEvents()
    assert left_behind == {False}
