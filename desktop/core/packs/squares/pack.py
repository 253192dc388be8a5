"""The chapters of this book, joined."""

from desktop.core.packs.squares import (
    board,
    breaking,
    clouds,
    cover,
    damage,
    difficult,
    entering,
    flanking,
    height,
    ledge,
    push,
    slippery,
    space,
    teleport,
    toppled,
)
from desktop.core.rules.compose import joined

# Whoever comes onto a square is hurt, then slips; where it came from is forgotten last.
PACK = joined(
    "squares",
    "Squares",
    space.CHAPTER,
    board.CHAPTER,
    entering.FIRST,
    difficult.CHAPTER,
    breaking.CHAPTER,
    cover.CHAPTER,
    flanking.CHAPTER,
    height.CHAPTER,
    clouds.CHAPTER,
    damage.CHAPTER,
    slippery.CHAPTER,
    entering.LAST,
    toppled.CHAPTER,
    ledge.CHAPTER,
    push.CHAPTER,
    teleport.CHAPTER,
)
