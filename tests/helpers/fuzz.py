"""Bad files for one reader, in a process of its own with bounds on memory and time.

`python -m tests.helpers.fuzz KIND FIRST COUNT FOLDER` prints what was found, as JSON. Each input
comes from its number alone, so `KIND NUMBER 1` does it again.
"""

import contextlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from desktop.core import play, script
from desktop.core.errors import EncounterError, LoadError, PictureError
from desktop.core.store import fights, places, rosters
from desktop.core.store.reading import read, read_file
from desktop.core.store.writing import write
from tests.helpers import mutate

ROOT = Path(__file__).parents[2]
MEMORY_MB = {"picture": 4_000}
"""Of addresses, beyond what a process has from the start; 1,500 where nothing else is said."""
CPU_S = 5.0
"""For one input; the worst that was seen takes a tenth of a second."""
MOST_TOLD = 5


def encounters() -> list[bytes]:
    found = [
        *places.samples().glob("*.yaml"),
        *(ROOT / "tests" / "golden").glob("*/encounter.yaml"),
    ]
    found += (ROOT / "tests" / "old_files").glob("*.yaml")
    return [path.read_bytes() for path in sorted(found)]


def scripts() -> list[bytes]:
    return [path.read_bytes() for path in sorted((ROOT / "tests" / "golden").glob("*/script.yaml"))]


def stock() -> list[bytes]:
    return [path.read_bytes() for path in sorted((places.resources() / "stock").glob("*.yaml"))]


def fight_files(folder: Path) -> list[bytes]:
    """Return fights of the samples as far as a seeded table brings them, with an undo."""
    made = []
    for path in sorted(places.samples().glob("*.yaml")):
        encounter = read_file(path, stock=rosters.stock()).encounter
        table = play.SeededTable(1)
        combat = play.begin(encounter, table=table)
        for _ in range(4):
            combat = combat.take(next(iter(_next_actions(combat))), play.SeededTable(2))
        header = play.header(combat, encounter)
        with fights.begin(folder, path.stem, header, play.vocabulary()) as log:
            for step in combat.steps:
                log.step(step)
            log.cursor(len(combat.steps) - 1)
            log.retaken(1, combat.steps[1:], len(combat.steps))
            log.end()
        made.append(log.path.read_bytes())
        log.path.unlink()
    return made


def _next_actions(combat: object) -> Iterator[object]:
    from desktop.core.rules.actions import BeginTurn, Write

    yield BeginTurn() if combat.state.acting is None else Write(text="Rain.")  # type: ignore[attr-defined]


def pictures(folder: Path) -> list[bytes]:
    """Return a small picture of every kind that is read."""
    from PySide6.QtGui import QImage

    from tests.helpers import picture_files

    image = QImage(24, 16, QImage.Format.Format_RGB32)
    dice = Random(1)
    for x in range(24):
        for y in range(16):
            image.setPixel(x, y, dice.getrandbits(24))
    made = [picture_files.whole_png(9, 9), picture_files.text_bomb(2), GIF]
    for kind in ("PNG", "JPEG", "WEBP", "BMP"):
        path = folder / f"sample.{kind.lower()}"
        assert image.save(str(path), kind), kind  # type: ignore[call-overload]
        made.append(path.read_bytes())
        path.unlink()
    made.append(picture_files.turned(made[4]))
    return made


GIF = bytes.fromhex(
    "474946383961020002008000000000ffffff21f90400000000002c00000000020002000002024c0a003b"
)


def open_encounter(path: Path, number: int) -> None:
    encounter = read_file(path, stock=rosters.stock()).encounter
    if number % 10 == 0:
        assert read(write(encounter), stock=rosters.stock()).encounter == encounter


def open_fight(path: Path, number: int) -> None:
    file = fights.read_fight(path, play.vocabulary())
    fights.fights_in(path.parent)
    with contextlib.suppress(EncounterError):
        play.resumed(file)


def open_picture(path: Path, number: int) -> None:
    from desktop.ui import pictures as loader

    loader.picture(path)


Opening = Callable[[Path, int], object]
KINDS: dict[str, tuple[str, tuple[mutate.Mutation, ...], Opening, type[EncounterError]]] = {
    "encounter": ("a.yaml", mutate.TEXT, open_encounter, LoadError),
    "fight": (f"a{fights.SUFFIX}", mutate.FIGHT, open_fight, LoadError),
    "script": ("a.yaml", mutate.TEXT, lambda path, _: script.read_script(path), LoadError),
    "roster": ("a.yaml", mutate.TEXT, lambda path, _: rosters.read_roster_file(path), LoadError),
    "picture": ("a.png", mutate.PICTURE, open_picture, PictureError),
}


def samples_of(kind: str, folder: Path) -> list[bytes]:
    if kind in ("encounter", "script", "roster"):
        return {"encounter": encounters, "script": scripts, "roster": stock}[kind]()
    return fight_files(folder) if kind == "fight" else pictures(folder)


def try_out(kind: str, first: int, count: int, folder: Path) -> dict[str, object]:
    """Return how many inputs were read, how many refused, and what went wrong."""
    name, mutations, opening, documented = KINDS[kind]
    samples = samples_of(kind, folder)
    path = folder / name
    for sample in samples[:1]:
        path.write_bytes(sample)
        opening(path, 0)
    _bound_memory(kind)
    told: dict[str, object] = {"read": 0, "refused": 0, "wrong": [], "slowest": 0.0}
    for number in range(first, first + count):
        dice = Random(f"{kind} {number}")
        path.write_bytes(mutate.mutated(dice.choice(samples), dice, mutations))
        began = time.process_time()
        try:
            opening(path, number)
            told["read"] += 1
        except documented as error:
            told["refused"] += 1
            if not str(error).strip():
                told["wrong"].append([number, "a refusal without a word"])
        except BaseException as error:
            told["wrong"].append([number, f"{type(error).__name__}: {str(error)[:300]}"])
        took = time.process_time() - began
        told["slowest"] = max(told["slowest"], took)
        if took > CPU_S:
            told["wrong"].append([number, f"took {took:.1f} s"])
        if len(told["wrong"]) >= MOST_TOLD:
            break
    told["slowest"] = round(told["slowest"], 3)
    return told


def _bound_memory(kind: str) -> None:
    """Let no more memory be had from now on than a reader may take, where the system can."""
    try:
        import resource
    except ImportError:
        return
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if sys.platform == "linux" else 0
    limit = pages * os.sysconf("SC_PAGE_SIZE") + MEMORY_MB.get(kind, 1_500) * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    kind, first, count, folder = sys.argv[1:]
    if kind == "picture":
        from PySide6.QtGui import QGuiApplication

        held = QGuiApplication([])
        held.setApplicationName("fuzz")
    print(json.dumps(try_out(kind, int(first), int(count), Path(folder))), flush=True)
    os._exit(0)  # no need to take Qt down


if __name__ == "__main__":
    main()
