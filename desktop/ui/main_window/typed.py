"""What is being typed while something is done by its key, or chosen in a menu."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from desktop.ui.menus.fields.field import Field
from desktop.ui.tools.name_field import NameField


def take_what_is_typed() -> None:
    """Commit what stands in the field with the cursor, which a key or a menu leaves where it is."""
    widget = QApplication.focusWidget()
    while widget is not None:
        above = widget.parentWidget()
        if isinstance(widget, Field):
            widget.flush()
        elif isinstance(widget, NameField):
            widget.finish()
        widget = above
