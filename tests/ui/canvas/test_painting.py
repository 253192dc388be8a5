"""What is painted again after an edit is all that changed, at any zoom and on any screen."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("scale", ["1", "2"])
def test_nothing_is_left_on_the_board_where_something_was(scale):
    done = subprocess.run(
        [sys.executable, "-m", "tests.helpers.painted_in_parts", "1", "2", "3"],
        cwd=ROOT, capture_output=True, text=True, env={**os.environ, "QT_SCALE_FACTOR": scale},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""


def test_what_a_token_covers_follows_the_zoom(canvas):
    token = next(each for each in canvas.scene.tokens() if each.look.side_sq == 1)
    canvas.view.zoom_to(1.0)
    near = token.boundingRect()
    canvas.view.zoom_to(0.2)
    assert token.boundingRect().width() < near.width()
    canvas.view.zoom_to(1.0)
    assert token.boundingRect() == near


def test_a_name_without_room_is_nothing_to_paint(canvas):
    names = [item for _, item in canvas.scene.of_layer("name")]
    canvas.view.zoom_to(1.0)
    assert all(name.isVisible() for name in names)
    canvas.view.zoom_to(0.05)
    assert not any(name.isVisible() for name in names)


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
