"""QtCore alone: Qt's own texts in other languages stay behind, for the program speaks one."""

from PyInstaller.utils.hooks.qt import add_qt6_dependencies

hiddenimports, binaries, _translations = add_qt6_dependencies(__file__)
datas: list[tuple[str, str]] = []
