"""What the monkey does, types and presses, and how often."""

from PySide6.QtCore import Qt

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE = Qt.KeyboardModifier.NoModifier
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
HELD = (NONE, NONE, NONE, NONE, CTRL, SHIFT, CTRL | SHIFT)
TOOLS = "VHZLTPWFGBM"
TEXTS = (
    "1", "7", "42", "0", "-3", "+2", "3+4", "999999", "99999999999999999999", "1e309", "nan", "²",
    "--5", "3,5", "-", "", " ", "Nave", "Ünder döck", "🐉🔥", "שלום", "a" * 300,
    "x: [y, {z", "&File", "<b>b</b>", "quay", "/", "#", "ganger x6 @quay", "two\tparts", "%s%d{}",
)  # fmt: skip
NEVER = {"file.quit", "file.folder", "help.log"}
"""Verbs that leave the window or the program."""
KEYS = (
    Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backspace, Qt.Key.Key_Delete,
    Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Space,
    Qt.Key.Key_F2, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown,
    *(Qt.Key(ord(letter)) for letter in "0123456789ACDEGHIKLMNPSVXZ"),
)  # fmt: skip

LIKES = {
    "pointer": 26, "key": 10, "verb": 8, "tool": 10, "half_drag": 4, "widget": 18, "finder": 3,
    "undo": 4, "fight": 4, "play": 24, "level": 3, "file": 1, "right_click": 3, "zoom": 2,
    "select": 4,
}  # fmt: skip
"""How often each is done, against the others."""
PLAYS = {
    "play": 70, "pointer": 12, "key": 4, "widget": 10, "undo": 2, "next": 8, "right_click": 4,
    "select": 3, "half_drag": 2, "zoom": 1,
}  # fmt: skip
"""The same for one who means to fight."""
