"""What Qt needs of a Linux desktop: what of it is missing, which package has it, and saying so.

Nothing here needs Qt, for it is what one hears when Qt cannot be loaded.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping

ALWAYS: Mapping[str, str] = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libX11.so.6": "libx11-6",
    "libstdc++.so.6": "libstdc++6",
    "libgcc_s.so.1": "libgcc-s1",
}
"""What Qt needs whatever the screen, each with the Debian package that has it."""
X11: Mapping[str, str] = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
WAYLAND: Mapping[str, str] = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
}
CANNOT_START = 2
"""What the program exits with where it finds no Qt, or no screen."""
OLD_SYSTEM = re.compile(r"version [`']?(GLIBC(?:XX)?_[\d.]+)'? not found")
LIBRARY = re.compile(r"(lib[\w.+-]+\.so[.\d]*): cannot open shared object")
DIALOGS: tuple[tuple[str, ...], ...] = (
    ("zenity", "--error", "--no-markup", "--width=480", "--title=Enfilade", "--text"),
    ("kdialog", "--title", "Enfilade", "--error"),
    ("xmessage", "-center", "-title", "Enfilade"),
    ("gxmessage", "-center", "-title", "Enfilade"),
)
"""Programs that show a text in a window of their own, the text as the last argument."""


def missing() -> tuple[str, ...]:
    """Return the libraries that Qt would not find for the screens there are, in a fixed order."""
    if not sys.platform.startswith("linux"):
        return ()
    wanted = [*ALWAYS]
    if os.environ.get("DISPLAY"):
        wanted += X11
    if os.environ.get("WAYLAND_DISPLAY"):
        wanted += WAYLAND
    return tuple(name for name in wanted if not _loads(name))


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def why_not(error: ImportError) -> str | None:
    """Return the sentence for Qt not being loaded; None where the system is not to blame."""
    old = OLD_SYSTEM.search(str(error))
    if old is not None:
        return (
            f"Enfilade cannot start: this system is too old for it, {old[1]} is missing. "
            "It needs a system like Debian 12, Ubuntu 22.04 or a newer one."
        )
    found = LIBRARY.search(str(error))
    return None if found is None else lacks((found[1], *missing()))


def lacks(names: Iterable[str]) -> str:
    """Return the sentence for missing libraries: which, and the command that installs them."""
    several = tuple(dict.fromkeys(names))
    packages = dict.fromkeys(filter(None, map(_package, several)))
    command = (
        f" On Debian and Ubuntu this installs what is missing: sudo apt install "
        f"{' '.join(packages)}"
        if packages
        else " Install the package that has it."
    )
    return f"Enfilade cannot start: this system lacks {', '.join(several)}.{command}"


def _package(name: str) -> str | None:
    return {**ALWAYS, **X11, **WAYLAND}.get(name)


def tell(sentence: str) -> None:
    """Say a sentence in the terminal, and in a dialog where some program shows one."""
    print(sentence, file=sys.stderr, flush=True)
    if sys.platform == "win32":
        ctypes.windll.user32.MessageBoxW(None, sentence, "Enfilade", 0x10)
        return
    if sys.platform == "darwin":
        command = ["osascript", "-e", "on run what", "-e", "display alert item 1 of what"]
        _start([*command, "-e", "end run", sentence])
        return
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        for program, *arguments in DIALOGS:
            if shutil.which(program) and _start([program, *arguments, sentence]):
                return


def _start(command: list[str]) -> bool:
    """Start a program that outlives this one."""
    try:
        subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return False
    return True
