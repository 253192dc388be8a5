"""The page of keys: the table once more, with what the mouse does above it."""

from collections.abc import Iterable
from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QTextBrowser, QVBoxLayout, QWidget

from desktop.ui import theme
from desktop.ui.dialogs.sizing import fit
from desktop.ui.menus.table import MENUS, VERBS
from desktop.ui.menus.verb import MenuName, Verb

HANDS = (
    ("Click", "selects; again on the same spot, one deeper; with Shift, more"),
    ("Drag", "does what the tool is for; beside things, a rubber band"),
    ("Double click", "renames"),
    ("Right click", "offers everything that can be done there"),
    ("Wheel, pinch", "zooms; Space or the middle button and drag pans"),
    ("Ctrl", "without help: no snapping, nothing cut or carried along, no rules"),
    ("Shift", "more, or straight"),
    ("Esc", "one step back"),
)


class KeysPage(QDialog):
    """Everything that a key does, menu by menu; keys of both modes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("keys")
        self.setWindowTitle("Keys")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        fit(self, QSize(760, 640))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.text = QTextBrowser(self)
        self.text.setHtml(page())
        column.addWidget(self.text)


def page() -> str:
    """Return the page as HTML."""
    rows = [_table("The hand", HANDS)]
    menus: list[tuple[MenuName, str]] = [*MENUS, ("", "Without a menu")]
    for name, title in menus:
        verbs = [verb for verb in VERBS.values() if verb.menu == name and verb.keys]
        if verbs:
            rows.append(
                _table(title.replace("&", ""), [(_keys(verb), verb.text) for verb in verbs])
            )
    return f"<body style='margin: 16px'>{''.join(rows)}</body>"


def _table(title: str, lines: Iterable[tuple[str, str]]) -> str:
    muted = theme.colours().muted
    rows = "".join(
        f"<tr><td width='170' style='padding: 3px 16px 3px 0'><b>{escape(left)}</b></td>"
        f"<td style='padding: 3px 0'>{escape(right)}</td></tr>"
        for left, right in lines
    )
    style = f"color: {muted}; margin-top: 16px; margin-bottom: 4px"
    head = f"<p style='{style}'>{escape(title.upper())}</p>"
    return f"{head}<table cellspacing='0'>{rows}</table>"


def _keys(verb: Verb) -> str:
    native = QKeySequence.SequenceFormat.NativeText
    shown = [QKeySequence(key).toString(native) for key in verb.keys]
    return " or ".join(dict.fromkeys(key for key in shown if key not in ("!", ")", "=")))
