"""Make the standalone program: a folder, zipped, and one file. Run by `dev.py build`.

    python packaging/freeze.py [--folder]    --folder: the folder alone, not zipped

Runs in the environment of the locked dependencies, on the platform it builds for. Everything goes
to `build/` and `dist/`.
"""

import argparse
import hashlib
import os
import platform
import re
import shutil
import stat
import struct
import subprocess
import sys
import time
import zipfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from licences import in_one
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication, QImageReader

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
BUILD, DIST = ROOT / "build", ROOT / "dist"
PARTS, RAW = BUILD / "parts", BUILD / "raw"
SVG = ROOT / "resources" / "icons" / "enfilade.svg"
WINDOWS, MACOS = sys.platform == "win32", sys.platform == "darwin"
NAME = "enfilade"
SYSTEM = "windows" if WINDOWS else "macos" if MACOS else "linux"
VERSION = re.findall(
    r'^__version__ = "(.+)"$', (ROOT / "desktop" / "__init__.py").read_text("utf-8"), re.M
)[0]
TITLE = f"{NAME}-{VERSION}-{SYSTEM}-{platform.machine().lower()}"
ICON_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
ICO_SIZES = (16, 24, 32, 48, 64, 256)
ICNS_KINDS = {b"ic11": 32, b"ic12": 64, b"ic07": 128, b"ic08": 256, b"ic09": 512}
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the zip: the same content gives the same bytes."""
VERSION_RESOURCE = """\
VSVersionInfo(
  ffi=FixedFileInfo(filevers={numbers}, prodvers={numbers}, mask=0x3f, flags=0x0, OS=0x40004,
    fileType=0x1, subtype=0x0, date=(0, 0)),
  kids=[
    StringFileInfo([StringTable('040904B0', [
      StringStruct('CompanyName', 'the Enfilade authors'),
      StringStruct('FileDescription', 'Enfilade: tabletop encounters'),
      StringStruct('FileVersion', '{version}'),
      StringStruct('InternalName', 'enfilade'),
      StringStruct('LegalCopyright', 'MIT licence'),
      StringStruct('OriginalFilename', 'enfilade.exe'),
      StringStruct('ProductName', 'Enfilade'),
      StringStruct('ProductVersion', '{version}')])]),
    VarFileInfo([VarStruct('Translation', [0x409, 1200])])
  ]
)
"""
READ_ME = """\
Enfilade {version}

Start `{program}`. It needs no installation and no network{note}.

`{program} --selfcheck` proves that nothing of this copy is missing.
`LICENSES` holds the licences of everything in here.
"""
NOTES = {
    "linux": "; `install.sh` puts it into the menu of your desktop",
    "windows": '; `associate.ps1` offers it for its files under "Open with"',
    "macos": "",
}


class FreezeError(Exception):
    """What went wrong, as a sentence."""


def main() -> int:
    """Build what the command line asks for and return the exit code."""
    grammar = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    grammar.add_argument("--folder", action="store_true", help="the folder alone, not zipped")
    only_folder = grammar.parse_args().folder
    begin = time.monotonic()
    make_parts()
    pyinstaller(["folder"] if only_folder else [])
    folder = finished_folder()
    made = [folder]
    if not only_folder:
        made += [zipped(folder), one_file(), licences()]
        checksums(made[1:])
    for path in made:
        say(f"{path.relative_to(ROOT)}: {size_of(path) / 1e6:.0f} MB")
    say(f"Built in {time.monotonic() - begin:.0f} s.")
    return 0


# Parts


def make_parts() -> None:
    """Make the icons of every system, and the version resource of Windows."""
    PARTS.mkdir(parents=True, exist_ok=True)
    app = QGuiApplication.instance() or QGuiApplication([])
    assert app is not None
    drawn = {size: png(size) for size in ICON_SIZES}
    (PARTS / f"{NAME}.ico").write_bytes(ico({size: drawn[size] for size in ICO_SIZES}))
    (PARTS / f"{NAME}.icns").write_bytes(icns(drawn))
    numbers = [*map(int, VERSION.split(".")[:3]), 0, 0, 0][:4]
    text = VERSION_RESOURCE.format(version=VERSION, numbers=tuple(numbers))
    (PARTS / "version.txt").write_text(text, encoding="utf-8")


def png(size: int) -> bytes:
    """Draw the icon as a PNG so many pixels wide, and return what is in the file."""
    path = PARTS / f"{NAME}-{size}.png"
    reader = QImageReader(str(SVG))
    reader.setScaledSize(QSize(size, size))
    image = reader.read()
    if image.isNull() or not image.save(str(path)):
        raise FreezeError(f"{SVG.name} could not be drawn: {reader.errorString()}")
    return path.read_bytes()


def ico(pictures: dict[int, bytes]) -> bytes:
    """Return an icon file of Windows that holds PNG pictures by their width."""
    start = 6 + 16 * len(pictures)
    head, body = struct.pack("<HHH", 0, 1, len(pictures)), b""
    for size, content in pictures.items():
        side = size % 256  # 0 means 256
        head += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(content), start + len(body))
        body += content
    return head + body


def icns(pictures: dict[int, bytes]) -> bytes:
    """Return an icon file of macOS that holds PNG pictures by their width."""
    parts = [
        kind + struct.pack(">I", 8 + len(pictures[size])) + pictures[size]
        for kind, size in ICNS_KINDS.items()
    ]
    return b"icns" + struct.pack(">I", 8 + sum(map(len, parts))) + b"".join(parts)


# The build itself


def pyinstaller(arguments: list[str]) -> None:
    """Run PyInstaller on the recipe; what it prints is shown only when it fails."""
    shutil.rmtree(RAW, ignore_errors=True)
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    command += ["--distpath", str(RAW), "--workpath", str(BUILD / "work")]
    command += [str(HERE / "enfilade.spec"), "--", *arguments]
    variables = {
        **os.environ,
        "PYINSTALLER_CONFIG_DIR": str(BUILD / "cache"),
        "PYTHONHASHSEED": "0",  # the same order in the archive every time
        "SOURCE_DATE_EPOCH": "315532800",
    }
    done = subprocess.run(
        command, cwd=ROOT, env=variables, capture_output=True, text=True, errors="replace"
    )
    if done.returncode:
        raise FreezeError(f"PyInstaller failed:\n{(done.stdout + done.stderr).strip()[-4000:]}")


def finished_folder() -> Path:
    """Put the built folder into `dist` with what belongs beside the program, and return it."""
    folder = DIST / NAME
    shutil.rmtree(folder, ignore_errors=True)
    DIST.mkdir(exist_ok=True)
    if MACOS:
        folder.mkdir()
        shutil.copytree(RAW / "Enfilade.app", folder / "Enfilade.app", symlinks=True)
    else:
        shutil.copytree(RAW / NAME, folder, symlinks=True)
    shutil.copytree(PARTS / "LICENSES", folder / "LICENSES")
    program = "Enfilade.app" if MACOS else NAME + (".exe" if WINDOWS else "")
    text = READ_ME.format(version=VERSION, program=program, note=NOTES[SYSTEM])
    (folder / "README.txt").write_text(text, encoding="utf-8")
    if SYSTEM == "linux":
        beside_on_linux(folder)
    if WINDOWS:
        shutil.copyfile(HERE / "windows" / "associate.ps1", folder / "associate.ps1")
    return folder


def beside_on_linux(folder: Path) -> None:
    """Add the desktop entry, the kinds of files, the icons, and what puts them in their place."""
    share = folder / "share"
    for source, target in (
        (HERE / "linux" / "enfilade.desktop", share / "applications" / "enfilade.desktop"),
        (HERE / "linux" / "enfilade.xml", share / "mime" / "packages" / "enfilade.xml"),
        (SVG, share / "icons" / "hicolor" / "scalable" / "apps" / "enfilade.svg"),
        (HERE / "linux" / "install.sh", folder / "install.sh"),
        *(
            (
                PARTS / f"{NAME}-{size}.png",
                share / "icons" / "hicolor" / f"{size}x{size}" / "apps" / "enfilade.png",
            )
            for size in ICON_SIZES
        ),
    ):
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    (folder / "install.sh").chmod(0o755)


def zipped(folder: Path) -> Path:
    """Return the folder as a zip that keeps links and what may be run."""
    path = DIST / f"{TITLE}.zip"
    path.unlink(missing_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for each in sorted(folder.rglob("*")):
            if each.is_dir() and not each.is_symlink():
                continue
            entry = zipfile.ZipInfo(f"{TITLE}/{each.relative_to(folder).as_posix()}", EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # as on Unix, where the mode counts
            entry.external_attr = each.lstat().st_mode << 16
            is_link = stat.S_ISLNK(each.lstat().st_mode)
            content = os.readlink(each).encode() if is_link else each.read_bytes()
            file.writestr(entry, content)
    return path


def one_file() -> Path:
    """Return the program as one file."""
    ending = ".exe" if WINDOWS else ""
    path = DIST / f"{TITLE}{ending}"
    shutil.copy2(RAW / f"{NAME}-one-file{ending}", path)
    return path


def licences() -> Path:
    """Return all licences as one text, to lie beside the program of one file."""
    path = DIST / f"{NAME}-{VERSION}-licences.txt"
    path.write_text(in_one(PARTS / "LICENSES"), encoding="utf-8")
    return path


def checksums(paths: list[Path]) -> None:
    """Write what `sha256sum --check` reads."""
    lines = [f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in paths]
    (DIST / "SHA256SUMS").write_text("".join(lines), encoding="utf-8", newline="\n")


def size_of(path: Path) -> int:
    """Return how many bytes a file has, or all files in a folder."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(each.lstat().st_size for each in files if not each.is_dir())


def say(text: str) -> None:
    """Print a line of progress at once."""
    print(f"[build] {text}", flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except FreezeError as error:
        sys.exit(f"[build] {error}")
