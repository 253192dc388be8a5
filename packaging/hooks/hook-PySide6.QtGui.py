"""QtGui with the plugins that a desktop needs: a screen, pictures, icons, input, file dialogs."""

import fnmatch
from pathlib import PurePath

from PyInstaller.utils.hooks.qt import add_qt6_dependencies

WANTED = (
    *("platforms/*xcb*", "platforms/*wayland*", "platforms/*offscreen*", "platforms/*minimal.*"),
    *("platforms/qwindows*", "platforms/*qcocoa*"),
    *("xcbglintegrations/*", "platformthemes/*xdgdesktopportal*", "styles/*", "iconengines/*"),
    *("wayland-shell-integration/*xdg-shell*", "wayland-decoration-client/*"),
    *("wayland-graphics-integration-client/*qt-plugin-wayland-egl*",),
    *("platforminputcontexts/*compose*", "platforminputcontexts/*ibus*"),
    *("imageformats/*qsvg*", "imageformats/*qjpeg*", "imageformats/*qgif*"),
    *("imageformats/*qwebp*", "imageformats/*qico*"),
)


def is_wanted(source: str) -> bool:
    """Return whether a file that Qt ships goes into the build; what is no plugin does."""
    parts = PurePath(source).parts
    if "plugins" not in parts:
        return True
    inside = "/".join(parts[len(parts) - parts[::-1].index("plugins") :])
    return any(fnmatch.fnmatch(inside, pattern) for pattern in WANTED)


hiddenimports, _binaries, _translations = add_qt6_dependencies(__file__)
binaries = [each for each in _binaries if is_wanted(each[0])]
datas: list[tuple[str, str]] = []
