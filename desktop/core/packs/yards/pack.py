"""The chapters of this book, joined."""

from desktop.core.packs.yards import (
    breach,
    climb,
    door,
    economy,
    fall,
    footing,
    gaits,
    harm,
    leap,
    rope,
    space,
    water,
    window,
)
from desktop.core.rules.compose import joined

PACK = joined(
    "yards",
    "Yards",
    space.CHAPTER,
    economy.CHAPTER,
    harm.CHAPTER,
    gaits.CHAPTER,
    water.CHAPTER,
    leap.CHAPTER,
    climb.CHAPTER,
    rope.CHAPTER,
    door.CHAPTER,
    breach.CHAPTER,
    window.CHAPTER,
    fall.CHAPTER,
    footing.CHAPTER,
)
