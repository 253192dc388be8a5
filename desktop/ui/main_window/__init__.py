"""The window: one frame over one canvas, for building and for playing."""

from desktop.ui.main_window.window import MainWindow

__all__ = ["MainWindow"]
