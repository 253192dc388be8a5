"""What is being typed while something is done by its key, or chosen in a menu."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit

from desktop.ui.menus.fields.field import Field
from desktop.ui.tools.name_field import NameField


def take_what_is_typed() -> None:
    """Commit what stands in the field with the cursor, which a key or a menu leaves where it is."""
    widget = QApplication.focusWidget()
    while widget is not None:
        above = widget.parentWidget()
        view = above.parentWidget() if above is not None else None
        if isinstance(widget, Field):
            widget.flush()
        elif isinstance(widget, NameField):
            widget.finish()
        elif isinstance(widget, QLineEdit) and isinstance(view, QAbstractItemView):
            view.commitData(widget)  # of a row that is being renamed
        widget = above
