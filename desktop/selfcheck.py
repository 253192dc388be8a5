"""`--selfcheck`: proves that nothing of a copy of the program is missing, built or not.

It prints a line for each check. Nothing of the user's is read or written but for the folders
that are looked at.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import re
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import desktop
from desktop import libraries as libraries_of_qt
from desktop.core.model.words import FighterId

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from PySide6.QtWidgets import QApplication

    from desktop.core.model.encounter import Encounter
    from desktop.core.model.words import PackName, SlotName
    from desktop.core.rules.book import Pack
    from desktop.ui.main_window import MainWindow

SAMPLE = "dock-nine.yaml"
FIGHT_SAMPLE = "first-blood.yaml"
SCRIPT = """\
steps:
  - {do: begin}
  - do: begin turn
  - {do: walk, who: pell, to: stairs}
  - {do: strike, who: pell, target: gangers/A, attack: sabre, answers: [42, 71, 5]}
"""
STRUCK = FighterId("gangers/A")
LEAST_COLOURS = 24
"""A board has many more; an empty picture has one, and one without text or tokens a few."""
PATIENCE_MS = 30_000
LOOK_AGAIN_MS = 20
FIRST_PICTURE = "first picture"
PICTURE_LINK = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")


class MissingError(Exception):
    """What a check found missing, as a sentence."""


def run(file: Path | None = None) -> int:
    """Make every check and return 0, or 1 where one failed; with a file only that it opens."""
    if file is not None:
        return _Opening(file).code()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    failed = 0
    for name, check in CHECKS.items():
        try:
            print(f"ok      {name}: {check()}", flush=True)
        except Exception as error:  # whatever it is, the other checks are to be made as well
            failed += 1
            print(f"FAILED  {name}: {_sentence(error)}", flush=True)
    total = len(CHECKS)
    print(f"{failed} of {total} checks failed." if failed else f"All {total} checks passed.")
    return 1 if failed else 0


def _sentence(error: Exception) -> str:
    if isinstance(error, MissingError):
        return str(error)
    of_the_system = libraries_of_qt.why_not(error) if isinstance(error, ImportError) else None
    return of_the_system or f"{type(error).__name__}: {error}"


def _need(holds: object, sentence: str) -> None:
    if not holds:
        raise MissingError(sentence)


# Code


def modules() -> str:
    """Import every module, those too that are named in no import."""
    found = [each.name for each in pkgutil.walk_packages(desktop.__path__, "desktop.")]
    _need(len(found) > 1, "The program's own modules cannot be listed.")
    for name in found:
        importlib.import_module(name)
    return f"{len(found)} modules import"


def libraries() -> str:
    """Use what the program stands on, the compiled parts above all."""
    import networkx
    import shapely
    import yaml

    _need(yaml.__with_libyaml__, "PyYAML came without its fast reader.")
    joined = shapely.union(shapely.box(0, 0, 2, 1), shapely.box(1, 0, 3, 1))
    _need(joined.area == 3, "shapely does not join two boxes.")
    ring = networkx.cycle_graph(5)
    _need(networkx.node_connectivity(ring) == 2, "networkx does not count the ways of a ring.")
    return f"PyYAML {yaml.__version__}, shapely {shapely.__version__}, networkx works"


# Packs


def packs() -> str:
    """Compose the rulebook of every choice of packs, slots and space."""
    from desktop.core.model.words import SpaceName
    from desktop.core.packs import IN_ORDER, all_packs
    from desktop.core.rules import compose

    every = all_packs()
    with_rules = {pack.name for pack in every if pack.space is not None}
    spaces = [each for each in get_args(SpaceName) if compose.SPACES[each] in with_rules]
    _need("zones" in spaces, "No pack has rules for the space zones.")
    sizes = range(len(IN_ORDER) + 1)
    on = list(chain.from_iterable(combinations(IN_ORDER, size) for size in sizes))
    sample, count = _sample(), 0
    for names, slots, space in product(on, _slot_choices(every), spaces):
        book = compose.rulebook(replace(sample, packs=names, slots=slots, space=space), every)
        _need(set(names) <= {str(pack.name) for pack in book.packs}, f"Not all of {names} are on.")
        count += 1
    return f"{count} choices of packs and slots compose, in the space {', '.join(spaces)}"


def _slot_choices(every: tuple[Pack, ...]) -> list[Mapping[SlotName, PackName]]:
    """Return every way to fill the slots: each by a pack that names it, or by nobody in words."""
    from desktop.core.model.words import SlotName
    from desktop.core.packs import IN_ORDER
    from desktop.core.rules.compose import ALWAYS_ON

    slots = [
        (slot, name)
        for slot in get_args(SlotName)
        for name, pack in zip(IN_ORDER, every, strict=True)
        if name != ALWAYS_ON and slot in pack.slots
    ]
    names = dict.fromkeys(slot for slot, _ in slots)
    choices = [[None, *(name for each, name in slots if each == slot)] for slot in names]
    return [
        {slot: name for slot, name in zip(names, chosen, strict=True) if name is not None}
        for chosen in product(*choices)
    ]


@cache
def _sample(name: str = SAMPLE) -> Encounter:
    from desktop.core.store import places, rosters
    from desktop.core.store.reading import read_file

    return read_file(places.samples() / name, stock=rosters.stock()).encounter


# Resources


def catalogue() -> str:
    """Read the rules' own words and the stock."""
    from desktop.core.store import catalogue, rosters

    found, stock = catalogue.catalogue(), rosters.stock()
    _need(found.rules and found.rulings and found.checks, "The catalogue of rules is empty.")
    _need(stock, "There are no stock profiles.")
    return f"{len(found.rules)} rules, {len(found.rulings)} rulings, {len(stock)} stock profiles"


def schemas() -> str:
    """Compare the published forms of files with those of this program."""
    from desktop.core import script_schema
    from desktop.core.store import places, schema

    folder = places.resources() / "schema"
    for name, ours in (("encounter", schema.schema()), ("script", script_schema.schema())):
        path = folder / f"{name}.schema.json"
        published = json.loads(path.read_text(encoding="utf-8"))
        same = _undescribed(published) == _undescribed(json.loads(json.dumps(ours)))
        _need(same, f"{path.name} is not the form of this program's files.")
    return "the schemas of encounters and scripts are this program's"


def _undescribed(schema: Any) -> Any:
    """Return a schema without its descriptions, which come from a source that a build has not."""
    if isinstance(schema, list):
        return [_undescribed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: value for key, value in schema.items() if not _describes(key, value)}
    return {key: _undescribed(value) for key, value in kept.items()}


def _describes(key: str, value: object) -> bool:
    return key == "description" and isinstance(value, str)


def samples() -> str:
    """Read every sample, and survey it."""
    from desktop.core.store import catalogue, places, rosters
    from desktop.core.survey import survey

    found = sorted(places.samples().glob("*.yaml"))
    _need(found, f"There are no samples in {places.samples()}.")
    for path in found:
        encounter = _sample(path.name)
        issues = survey(encounter, catalogue.catalogue(), rosters.stock())
        wrong = [each for each in issues if each.grade == "error" and each.muted is None]
        _need(not wrong, f"{path.name}: {wrong[0].says if wrong else ''}")
    return f"{len(found)} samples read and surveyed"


def help_pages() -> str:
    """Read the help pages, and the pictures that they show."""
    from PySide6.QtGui import QImage

    from desktop.core.store import places

    folder = places.resources() / "help"
    pages = sorted(folder.glob("*.md"))
    _need((folder / "index.md") in pages, "The first help page is missing.")
    pictures = 0
    for page in pages:
        for name in PICTURE_LINK.findall(page.read_text(encoding="utf-8")):
            _need(not QImage(str(folder / name)).isNull(), f"{page.name} shows no {name}.")
            pictures += 1
    return f"{len(pages)} help pages, {pictures} pictures in them"


def icons() -> str:
    """Draw our own icons and one of the family's, and make the style sheet."""
    from PySide6.QtCore import QSize
    from PySide6.QtGui import QIcon

    from desktop.ui import theme

    _app()
    own = sorted(theme.icons_folder().glob("*.svg"))
    _need(own, f"There are no icons in {theme.icons_folder()}.")
    for path in own:
        _need(_colours(QIcon(str(path)).pixmap(QSize(32, 32)).toImage()), f"{path.name} is empty.")
    letter = theme.icon("door-open").pixmap(QSize(32, 32)).toImage()
    _need(_colours(letter) > 1, "The icons' font draws nothing.")
    _need("{" in theme.style_sheet(theme.colours()), "The style sheet is empty.")
    return f"{len(own)} icons, the icons' font and the style sheet"


# Doing something


def render() -> str:
    """Draw a sample as the canvas does."""
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QImage, QPainter

    from desktop.ui import theme
    from desktop.ui.canvas.drawn import from_encounter
    from desktop.ui.canvas.scene import BoardScene

    theme.apply(_app())
    encounter = _sample()
    scene = BoardScene()
    scene.show_drawn(from_encounter(encounter, next(iter(encounter.board.levels))))
    image = QImage(960, 640, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    scene.render(painter, QRectF(image.rect()), scene.sceneRect())
    painter.end()
    colours = _colours(image)
    _need(colours >= LEAST_COLOURS, f"The picture of {SAMPLE} has {colours} colours only.")
    return f"{SAMPLE} is drawn in {colours} colours"


def fight() -> str:
    """Play a few scripted steps, write them down, and read the same fight again."""
    from desktop.core import play, script
    from desktop.core.store import fights

    encounter = _sample(FIGHT_SAMPLE)
    played = list(script.played(encounter, script.script_of(SCRIPT)))
    stopped = [each for each in played if each.stopped]
    _need(not stopped, f"Step {len(played)} stopped: {stopped[0].refusals if stopped else ''}")
    combat = played[-1].after
    _need(combat.state.fighters[STRUCK].wounds, "A blow that hits wounds nobody.")
    with tempfile.TemporaryDirectory(prefix="enfilade-check-") as folder:
        header, words = play.header(combat, encounter), play.vocabulary()
        with fights.begin(Path(folder), "check", header, words) as file:
            for step in combat.steps:
                file.step(step)
        again = play.resumed(fights.read_fight(file.path, words))
    _need(again.state == combat.state, "A fight read from its file is another one.")
    return f"{len(combat.steps)} steps played, written and read again"


def folders() -> str:
    """Name where settings and fights go."""
    from desktop.core.store import places

    folder = places.state_folder()
    return f"fights and views go to {folder}" + (
        ", for the home folder cannot be written" if places.is_stand_in(folder) else ""
    )


CHECKS: Mapping[str, Callable[[], str]] = {
    "modules": modules,
    "libraries": libraries,
    "packs": packs,
    "catalogue": catalogue,
    "schemas": schemas,
    "samples": samples,
    "help": help_pages,
    "icons": icons,
    "render": render,
    "fight": fight,
    "folders": folders,
}


@cache
def _app() -> QApplication:
    from PySide6.QtCore import qInstallMessageHandler
    from PySide6.QtWidgets import QApplication

    from desktop.ui import app

    running = QApplication.instance()
    if running is None:
        qInstallMessageHandler(app.qt_says)
    return running if isinstance(running, QApplication) else QApplication(sys.argv[:1])


def _colours(image: QImage) -> int:
    """Return how many colours are seen at every second point of a picture."""
    points = product(range(0, image.width(), 2), range(0, image.height(), 2))
    return len({image.pixel(x, y) for x, y in points})


# Opening


class _Opening:
    """The program started as ever, looked at, and closed once all of its window is there."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._left = PATIENCE_MS // LOOK_AGAIN_MS

    def code(self) -> int:
        """Open the window, wait until the board is in it, and return 0 if it is drawn."""
        from desktop.ui import app
        from desktop.ui.menus import late

        late.after_first_paint(self._stands)
        return app.run(self._file)

    def _stands(self) -> None:
        print(FIRST_PICTURE, flush=True)
        self._look()

    def _look(self) -> None:
        from PySide6.QtCore import QTimer

        window = self._window()
        self._left -= 1
        if self._left and not self._is_whole(window):
            QTimer.singleShot(LOOK_AGAIN_MS, self._look)
            return
        self._judge(window)

    @staticmethod
    def _window() -> MainWindow:
        from PySide6.QtWidgets import QApplication

        from desktop.ui.main_window import MainWindow

        found = (each for each in QApplication.topLevelWidgets() if isinstance(each, MainWindow))
        return next(found)

    @staticmethod
    def _is_whole(window: MainWindow) -> bool:
        """Return whether the board and the panels are there, or a notice says why not."""
        if window.document is None or window.bench is None:
            return window.welcome is not None
        return bool(window.bench.panels)

    def _judge(self, window: MainWindow) -> None:
        from PySide6.QtWidgets import QApplication

        QApplication.processEvents()
        colours = _colours(window.grab().toImage())
        path = None if window.document is None else window.document.path
        opened = path is not None and path.resolve() == self._file.resolve()
        if opened and colours >= LEAST_COLOURS:
            screen = QApplication.platformName()
            print(f"ok      window: {self._file.name} stands in {colours} colours on {screen}")
            QApplication.exit(0)
        else:
            says = window.notice.says.text() if window.welcome is not None else ""
            says = says or f"{colours} colours are seen"
            print(f"FAILED  window: {self._file} did not open: {says}")
            QApplication.exit(1)
