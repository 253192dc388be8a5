"""The start: an empty frame in the colour of the theme at once, everything else after it."""

import json
import os
import subprocess
import sys

import pytest

from desktop.ui import app, theme
from tests.ui.conftest import SAMPLE

ROOT = SAMPLE.parent.parent
STARTED = """
import enum, json, os, sys
import PySide6.QtWidgets

bare = set(sys.modules)
from desktop import cli
from desktop.ui.menus import late

def classes(of):
    return {each for sub in of.__subclasses__() for each in (sub, *classes(sub))}

def tell():
    words = sorted(each.__qualname__ for each in classes(enum.Enum))
    modules = sorted(set(sys.modules) - bare)
    print(json.dumps({"words": words, "modules": modules}), flush=True)
    os._exit(0)

seen = late.after_paint_of
if sys.argv[1] == "frame":
    late.painted = tell
else:
    late.after_paint_of = lambda widget, do: seen(widget, tell)
cli.main(sys.argv[2:])
"""
"""Tells what is loaded once the empty frame, or what is shown in it first, is painted."""
NEEDED = {
    "desktop", "desktop.cli", "desktop.ui", "desktop.ui.app", "desktop.ui.main_window",
    "desktop.ui.main_window.window", "desktop.ui.menus", "desktop.ui.menus.late",
}  # fmt: skip


def loaded(when: str, *arguments: str) -> dict[str, list[str]]:
    done = subprocess.run(
        [sys.executable, "-c", STARTED, when, *arguments],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    told: dict[str, list[str]] = json.loads(done.stdout)
    return told


@pytest.mark.parametrize("files", [(), (str(SAMPLE),)])
def test_hardly_anything_is_loaded_before_the_first_picture(files: tuple[str, ...]) -> None:
    told = loaded("frame", *files)
    assert {name for name in told["modules"] if name not in sys.builtin_module_names} == NEEDED
    assert [word for word in told["words"] if word.startswith("Qt.")] == []


def test_the_welcome_page_is_seen_before_all_that_opening_a_file_needs() -> None:
    modules = loaded("welcome")["modules"]
    assert "desktop.ui.panels.welcome_row" in modules
    heavy = ("desktop.core.model.board", "desktop.core.rules", "desktop.ui.session", "yaml")
    assert [name for name in modules if name.startswith(heavy)] == []


def test_the_board_is_seen_before_the_panels_beside_it() -> None:
    modules = loaded("board", str(SAMPLE))["modules"]
    assert "desktop.ui.canvas.view" in modules
    panels = ("inspector", "outline", "issues", "palette")
    later = (*(f"desktop.ui.panels.{name}" for name in panels), "desktop.core.survey")
    assert [name for name in modules if name in later] == []


def test_the_empty_frame_has_the_colour_of_the_theme() -> None:
    assert theme.colours().window == app.EMPTY
    assert app.empty().window().color() == theme.palette(theme.colours()).window().color()
