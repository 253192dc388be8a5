"""The palette: what the tool in hand draws, paints or places; a page a tool."""

from desktop.ui.panels.palette.palette import Palette

__all__ = ["Palette"]
