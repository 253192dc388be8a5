"""The chapters of this book, joined."""

from desktop.core.packs.squares import board
from desktop.core.rules.compose import joined

PACK = joined("squares", "Squares", board.CHAPTER)
