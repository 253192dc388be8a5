"""The window. PySide6 is imported only here."""
