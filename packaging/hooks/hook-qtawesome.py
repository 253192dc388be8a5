"""Of qtawesome the one font whose letters are our icons; its code is never run."""

from PyInstaller.utils.hooks import collect_data_files

from desktop.ui.theme import FAMILY_FILE

datas = collect_data_files("qtawesome", includes=[f"fonts/{FAMILY_FILE}-*"])
excludedimports = ["qtpy"]
