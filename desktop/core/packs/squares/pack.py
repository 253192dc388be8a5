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
    harm,
    height,
    ledge,
    push,
    slippery,
    space,
    teleport,
    toppled,
)
from desktop.core.rules.compose import joined

# Whoever comes onto a square is hurt, then slips; where it came from is noted where nothing has
# stopped it, and forgotten last.
PACK = joined(
    "squares",
    "Squares",
    space.CHAPTER,
    harm.CHAPTER,
    board.CHAPTER,
    difficult.CHAPTER,
    breaking.CHAPTER,
    cover.CHAPTER,
    flanking.CHAPTER,
    height.CHAPTER,
    clouds.CHAPTER,
    damage.CHAPTER,
    slippery.CHAPTER,
    entering.FIRST,
    entering.LAST,
    toppled.CHAPTER,
    ledge.CHAPTER,
    push.CHAPTER,
    teleport.CHAPTER,
)
