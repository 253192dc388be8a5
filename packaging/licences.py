"""The licences of everything in a build, taken from what is installed where it is built.

Whatever is in a build and belongs to nobody known ends the build with a sentence.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import Distribution, distributions, packages_distributions
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
NAMES = ("licen", "copying", "notice", "authors", "copyright")
OWN_TEXTS = {
    "LGPL-3.0": HERE / "licences" / "LGPL-3.0.txt",
    "GPL-3.0": HERE / "licences" / "GPL-3.0.txt",
    "Apache-2.0": HERE / "licences" / "Apache-2.0.txt",
}
"""Licences whose owners refer to a text that they do not bring along."""
QT = """\
Enfilade uses Qt and PySide6 (Qt for Python), both copyright The Qt Company Ltd. and others, under
the GNU Lesser General Public License, version 3 (`LGPL-3.0.txt`, which adds to `GPL-3.0.txt`).

They are separate libraries, loaded as the program starts, and unchanged. You may replace them by
others that fit: in the folder form they lie in `_internal/PySide6` and `_internal/shiboken6`. The
form of one file holds the same, and the project's own `packaging/dev.py build` makes it anew with
yours. You may take the program apart to find faults in such changes.

Their source is at https://download.qt.io/official_releases/qt/ and, for PySide6, at
https://download.qt.io/official_releases/QtForPython/; the versions are in `README.txt`. What Qt
itself contains of others is listed at https://doc.qt.io/qt-6/licenses-used-in-qt.html.
"""
FONT = """\
The icons are letters of the font Material Design Icons, copyright Austin Andrews and the
Pictogrammers, under the Apache License, version 2.0 (`Apache-2.0.txt`). It comes with qtawesome.
"""


class UnknownOwnerError(Exception):
    """What is in the build and belongs to nobody known."""


@dataclass(slots=True)
class Owner:
    """Who made a part of the build: a distribution, Python, or a package of the system."""

    name: str
    version: str
    licence: str
    texts: dict[str, Path] = field(default_factory=dict)


def collect(folder: Path, sources: Iterable[Path], modules: Iterable[str]) -> int:
    """Write the licences of files and modules in a build into a folder; return how many owners."""
    owners = _owners([Path(each) for each in sources], modules)
    shutil.rmtree(folder, ignore_errors=True)
    lines = ["Enfilade (MIT) contains, each under its own licence:", ""]
    for owner in owners:
        place = folder / f"{owner.name}-{owner.version}".replace("/", "-").replace(":", "-")
        place.mkdir(parents=True)
        lines.append(f"{owner.name} {owner.version}: {owner.licence}")
        for name, path in owner.texts.items():
            shutil.copyfile(path, place / name)
            lines.append(f"    {place.name}/{name}")
    shutil.copyfile(ROOT / "LICENSE", folder / "Enfilade.txt")
    (folder / "Qt.txt").write_text(QT, encoding="utf-8")
    (folder / "Material Design Icons.txt").write_text(FONT, encoding="utf-8")
    for name, path in OWN_TEXTS.items():
        shutil.copyfile(path, folder / f"{name}.txt")
    lines += ["", "See also `Qt.txt` and `Material Design Icons.txt`."]
    (folder / "README.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(owners)


def in_one(folder: Path) -> str:
    """Return all of a folder's licences as one text."""
    parts = []
    for path in sorted(folder.rglob("*"), key=lambda each: (each.name != "README.txt", str(each))):
        if path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            parts.append(f"{'=' * 100}\n{path.relative_to(folder).as_posix()}\n\n{text}")
    return "\n".join(parts)


def _owners(sources: list[Path], modules: Iterable[str]) -> list[Owner]:
    """Return who made these files and modules, each once, by name."""
    installed = {str(path): dist for dist in distributions() for path in _files_of(dist)}
    found = {"Python": _python(), "PyInstaller": _of(_named("pyinstaller"))}
    system, unknown = list[Path](), list[str]()
    for source in sources:
        path = source.resolve()
        dist = installed.get(str(source)) or installed.get(str(path))
        if dist is not None:
            found.setdefault(dist.name, _of(dist))
        elif _is_windows(path):
            runtime = Owner("Microsoft Visual C++ runtime", "as redistributed", "of Microsoft")
            found.setdefault(runtime.name, runtime)
        elif not (_is_ours(path) or _is_pythons(path)):
            system.append(path)
    tops = packages_distributions()
    for top in sorted({name.partition(".")[0] for name in modules}):
        for name in tops.get(top, ()):
            found.setdefault(_named(name).name, _of(_named(name)))
        known = top in tops or top in sys.stdlib_module_names or (ROOT / top).exists()
        if not known and not top.startswith(("_", "pyimod", "pyi_")):
            unknown.append(top)
    for owner in _debian(system, unknown):
        found.setdefault(owner.name, owner)
    if unknown:
        raise UnknownOwnerError(f"Nobody is known to own {', '.join(sorted(unknown))}.")
    return sorted(found.values(), key=lambda owner: owner.name.lower())


def _files_of(dist: Distribution) -> Iterator[Path]:
    for file in dist.files or ():
        yield Path(str(dist.locate_file(file)))


def _named(name: str) -> Distribution:
    return Distribution.from_name(name)


def _of(dist: Distribution) -> Owner:
    said = dist.metadata
    given = said.get_all("License-Expression") or said.get_all("License") or ["see its own words"]
    owner = Owner(dist.name, dist.version, given[0].partition("\n")[0])
    for file in dist.files or ():
        is_text = file.name.lower().startswith(NAMES) and file.suffix not in (".py", ".pyc")
        if is_text and ".dist-info" in str(file):
            inside = str(file).partition(".dist-info/")[2].replace("licenses/", "")
            owner.texts[inside.replace("/", "-")] = Path(str(dist.locate_file(file)))
    if not owner.texts and "LGPL-3.0" in owner.licence:
        owner.texts = {f"{name}.txt": OWN_TEXTS[name] for name in ("LGPL-3.0", "GPL-3.0")}
    if not owner.texts:
        raise UnknownOwnerError(f"{dist.name} came without the text of its licence.")
    return owner


def _python() -> Owner:
    version = ".".join(map(str, sys.version_info[:3]))
    standard = Path(sysconfig.get_path("stdlib"))
    places = [
        standard / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE.txt",
        Path(sys.base_prefix) / "LICENSE",
        Path(f"/usr/share/doc/python3.{sys.version_info[1]}/copyright"),
    ]
    text = next((path for path in places if path.is_file()), None)
    if text is None:
        raise UnknownOwnerError(f"Python's licence is in none of {', '.join(map(str, places))}.")
    return Owner("Python", version, "PSF-2.0", {"LICENSE.txt": text})


def _is_ours(path: Path) -> bool:
    return path.is_relative_to(ROOT) and ".venv" not in path.parts


def _is_pythons(path: Path) -> bool:
    prefix = Path(sys.base_prefix).resolve()
    if prefix != Path("/usr"):
        return path.is_relative_to(prefix)
    return path.is_relative_to(sysconfig.get_path("stdlib")) or path.name.startswith("libpython")


def _is_windows(path: Path) -> bool:
    home = os.environ.get("SYSTEMROOT", "")
    return sys.platform == "win32" and home != "" and path.is_relative_to(home)


def _debian(paths: list[Path], unknown: list[str]) -> Iterator[Owner]:
    """Yield the packages of the system that own files; where there is none, add to `unknown`."""
    for path in paths:
        package = _package_of(path)
        text = Path("/usr/share/doc") / package.partition(":")[0] / "copyright"
        if not package or not text.is_file():
            unknown.append(str(path))
            continue
        version = _output("dpkg-query", "-W", "-f", "${Version}", package)
        yield Owner(package.partition(":")[0], version, "of the system", {"copyright.txt": text})


def _package_of(path: Path) -> str:
    """Return the package that owns a file; its records may name it below `/usr`, or not."""
    if not shutil.which("dpkg-query"):
        return ""
    short = Path("/", *path.parts[2:]) if path.parts[:2] == ("/", "usr") else path
    for name in (path, short):
        said = _output("dpkg-query", "-S", str(name)).partition(f": {name}")
        if said[1]:
            return said[0].partition(",")[0].strip()
    return ""


def _output(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""
