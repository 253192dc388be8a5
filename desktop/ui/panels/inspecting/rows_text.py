"""The rows of a table as lines of text."""

from __future__ import annotations

import re
from collections.abc import Mapping

from desktop.ui.menus.fields.text import NotesField

LINE = re.compile(r"^\s*(\d+)\s*(?:[-–]\s*\d+)?\s*[:.)]?\s+(.*\S)\s*$")


class RowsField(NotesField):
    """A line for each row: the lowest face that it begins at, then its text."""

    LEAST, MOST = 6, 20

    def __init__(self) -> None:
        super().__init__("1 A graze\n4 The arm hangs limp")

    def show_value(self, value: object) -> None:
        """Show rows as lines."""
        rows = value if isinstance(value, Mapping) else {}
        super().show_value("\n".join(f"{face} {text}" for face, text in rows.items()))

    def flush(self) -> None:
        """Commit the rows that the lines make."""
        if not self.is_dirty:
            return
        rows: dict[int, str] = {}
        for number, line in enumerate(self.edit.toPlainText().splitlines(), 1):
            if not line.strip():
                continue
            match = LINE.match(line)
            if match is None:
                self.complaint.emit(f"Line {number} begins with no face. Write it as: 4 the text.")
                return
            if int(match[1]) in rows:
                self.complaint.emit(f"Line {number}: the face {match[1]} is there already.")
                return
            rows[int(match[1])] = match[2]
        self.complaint.emit("")
        self._shown = self.edit.toPlainText()
        self.committed.emit(rows)
