"""The chapters of this book, joined."""

from desktop.core.rules.compose import joined

PACK = joined("hive", "Hive boards")
